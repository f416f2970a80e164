//! Calls: the callee, the number of arguments, and their order.

use std::rc::Rc;

use super::{Meaning, Op, Resolver, Shape, Value};
use crate::diagnostic::{ErrorCode, Fix, filled, habit, homonym, nearest};
use crate::eval::errors::{ArgumentError, arguments_wanted};
use crate::eval::phrases::{is_short, outcome_compared};
use crate::eval::{Arity, Builtin, FromValue, Pairs, Parameter, ReadAs, Role, Sort, function_for};
use crate::source::Span;
use crate::syntax::ast::{Argument, Expr, ExprId, Item, Name};
use crate::value::given::{Given, Mismatch, arrange};

/// The largest number of arguments of a built-in that wait for each other. More are gathered like the members of a list.
const MAX_ARGUMENTS: usize = 64;

impl<'a> Resolver<'a> {
    pub(super) fn call(&mut self, callee: ExprId, arguments: &[Argument], span: Span) {
        let callee_span = self.span(callee);
        if let Expr::Field(target, name) = &self.program[callee].expr {
            return self.method(*target, name, arguments, span);
        }
        let Expr::Name(name) = &self.program[callee].expr else {
            self.expression(callee);
            return self.call_value(arguments, span);
        };
        let name: Rc<str> = (&**name).into();
        let meaning = self.look_up(&name);
        meaning.iter().for_each(|meaning| self.note(&name, callee_span, meaning));
        match meaning {
            None => self.call_undefined(&name, callee_span, arguments, span),
            Some(Meaning::Builtin(row)) => self.call_builtin(row, arguments, span, callee_span),
            Some(Meaning::Global(slot)) => match self.shape(&name) {
                Some(Shape::Callable { parameters, defaults, game }) => {
                    self.call_global(&name, slot, (&parameters, defaults), game, arguments, span)
                }
                _ if self.are_callable(&name) && has_names(arguments) => self.call_later(slot, arguments, span),
                _ => {
                    self.expression(callee);
                    self.call_value(arguments, span);
                }
            },
            Some(Meaning::Local(_) | Meaning::Captured(_)) => {
                self.expression(callee);
                self.call_value(arguments, span);
            }
        }
    }

    /// Writes a call of a name that is not defined. If it may be defined later, the arguments are arranged when it is called.
    fn call_undefined(&mut self, name: &str, callee: Span, arguments: &[Argument], span: Span) {
        let given = self.texts(arguments);
        if let Some(slot) = self.undefined(name, callee, Some(&given)) {
            return self.call_later(slot, arguments, span);
        }
        for argument in arguments {
            self.expression(argument.value);
            self.emit(Op::Pop, span);
        }
    }

    /// Writes a call whose arguments are arranged when it is made.
    fn call_later(&mut self, slot: u32, arguments: &[Argument], span: Span) {
        arguments.iter().for_each(|argument| self.expression(argument.value));
        self.emit_call_of_global(slot, given(arguments), span);
    }

    /// Emits a call with arguments that are on the stack.
    fn emit_call_of_global(&mut self, slot: u32, given: Vec<Given>, span: Span) {
        if !given.iter().any(|argument| matches!(argument, Given::Named(_))) {
            self.emit(Op::CallGlobal(slot, given.len() as u32), span);
            return;
        }
        let all = &mut self.body().code.given;
        all.push(given);
        let call = Op::CallNamed(slot, all.len() as u32 - 1);
        self.emit(call, span);
    }

    /// Refuses a call behind a dot, such as `G.Cool(1)`, and offers the call of a function. No field is a function.
    fn method(&mut self, target: ExprId, field: &Name, arguments: &[Argument], span: Span) {
        let call = self.call_of_method(target, field, arguments);
        self.report(field.span, ArgumentError::Field { field: field.text.to_string(), call });
        self.is_unsound = true;
        self.emit_nothing(span);
    }

    /// Returns the call of a function for a call behind a dot, or `None` if there is none, or one of the texts in it is long.
    fn call_of_method(&self, target: ExprId, field: &Name, arguments: &[Argument]) -> Option<String> {
        let written = Some(self.source.slice(self.span(target))).filter(|text| is_short(text))?;
        let inner = match &self.program[target].expr {
            Expr::Call { callee, arguments } => match &self.program[*callee].expr {
                Expr::Field(target, field) => Some(self.call_of_method(*target, field, arguments)?),
                _ => None,
            },
            _ => None,
        };
        let mut given = self.texts(arguments);
        let player = match given[..] {
            ["Player.Left" | "Left" | "L"] => Some("left_options(G)"),
            ["Player.Right" | "Right" | "R"] => Some("right_options(G)"),
            _ => None,
        };
        let options = player.filter(|_| field.text.eq_ignore_ascii_case("options"));
        if options.is_some() {
            given.clear();
        }
        given.insert(0, inner.as_deref().unwrap_or(written));
        let template = options.map(String::from).or_else(|| function_for(&self.session.globals, &field.text))?;
        given.iter().all(|text| is_short(text)).then(|| filled(&template, &given)).flatten()
    }

    /// Returns the arguments as they are written.
    fn texts<'t>(&self, arguments: &[Argument]) -> Vec<&'t str>
    where
        'a: 't,
    {
        arguments.iter().map(|argument| self.source.slice(self.span(argument.value))).collect()
    }

    /// Returns the one shape a global name has, or none when it varies.
    pub(super) fn shape(&self, name: &str) -> Option<Shape> {
        let declared = self.declared.get(name).map_or(&[][..], |d| d);
        let known = self.session.globals.shape(name);
        let used: Vec<&Shape> = declared.iter().chain(known.iter().filter(|_| declared.is_empty())).collect();
        let arity = |s: &Shape| match s {
            Shape::Variable => None,
            Shape::Callable { parameters, defaults, game } => Some((parameters.len(), *defaults, *game)),
        };
        let first = used.first()?;
        used.iter().all(|s| arity(s) == arity(first)).then(|| (*first).clone())
    }

    /// Returns `true` if a global name is never that of a variable.
    fn are_callable(&self, name: &str) -> bool {
        let known = self.session.globals.shape(name);
        self.declared.get(name).into_iter().flatten().chain(&known).all(|shape| *shape != Shape::Variable)
    }

    fn call_value(&mut self, arguments: &[Argument], span: Span) {
        for argument in arguments {
            if let Some(name) = &argument.name {
                self.report(name.span, ArgumentError::NamedForValue);
            }
            self.expression(argument.value);
        }
        let places = arguments.iter().map(|a| self.span(a.value)).collect();
        self.emit_call(Op::Call(arguments.len() as u32), places, span);
    }

    fn call_global(
        &mut self,
        name: &str,
        slot: u32,
        (parameters, defaults): (&[Rc<str>], usize),
        game: bool,
        arguments: &[Argument],
        span: Span,
    ) {
        let names: Vec<&str> = parameters.iter().map(|p| &**p).collect();
        let n = arguments.len();
        // A game without its last argument is the ruleset.
        let least = names.len() - defaults;
        let fits = (least..=names.len()).contains(&n) || game && defaults == 0 && n + 1 == names.len();
        if !fits {
            let shape = format!("{name}({})", names.join(", "));
            self.wrong_arity(name, &shape, least, Some(names.len()), n, span);
        }
        let Some(order) = self.order(name, &names, arguments) else { return };
        let is_left_out = |place: usize| order.get(place).is_none_or(Option::is_none);
        if fits && let Some(missing) = (0..least).find(|&place| is_left_out(place)) {
            let shape = format!("{name}({})", names.join(", "));
            match game && defaults == 0 {
                // A game without its last argument is the ruleset.
                true if missing + 1 == names.len() => {}
                true => self.wrong_arity(name, &shape, least, Some(least), n, span),
                false => {
                    let (name, parameter) = (name.into(), names[missing].to_string());
                    self.report(span, ArgumentError::Missing { name, parameter, shape });
                }
            }
        }
        let mut given = Vec::new();
        for (place, argument) in order.into_iter().enumerate() {
            let Some(argument) = argument else { continue };
            self.expression(argument);
            let is_named = arguments.iter().any(|one| one.value == argument && one.name.is_some());
            given.push(if is_named { Given::Named(parameters[place].clone()) } else { Given::At(place) });
        }
        self.emit_call_of_global(slot, given, span);
    }

    fn call_builtin(&mut self, row: u32, arguments: &[Argument], span: Span, callee: Span) {
        let builtin: &'static Builtin = self.session.globals.builtins.row(row);
        let (least, most) = builtin.arity();
        let n = arguments.len();
        if builtin.constant {
            let advice = self.instead_of_call(builtin, arguments);
            self.report(callee, ArgumentError::Constant { name: builtin.name, advice });
            return;
        }
        let named = has_names(arguments);
        let is_refused = (n < least && builtin.ruleset != Some(n) && !named) || most.is_some_and(|m| n > m);
        if is_refused {
            self.wrong_arity(builtin.name, &builtin.signature(), least, most, n, span);
            if let Some((told, example)) = self.diagnostics.last_mut().zip(builtin.example(0)) {
                told.help = Some(format!("it is called as `{}`, for instance `{example}`", builtin.signature()));
            }
            self.offer_list(builtin, arguments);
            self.offer_sum(builtin, arguments);
            self.offer_homonym(builtin, arguments);
        }
        if let (Some(role @ (Role::All | Role::Any)), [Argument { name: None, value }]) = (builtin.role, arguments)
            && let Expr::List(items) = &self.program[*value].expr
        {
            return self.quantifier(role == Role::Any, items, span);
        }
        if !named && self.repeated(row, arguments, span) {
            return;
        }
        if !named {
            let told = self.diagnostics.len();
            let are_many = n > MAX_ARGUMENTS;
            if are_many {
                self.emit(Op::Open, span);
            }
            for (i, argument) in arguments.iter().enumerate() {
                self.argument(argument.value, builtin, i);
                if are_many {
                    self.end_member();
                }
            }
            if is_refused {
                // Unknown names in a call that is refused were probably not meant as names.
                let of_arguments = self.diagnostics.split_off(told);
                self.diagnostics.extend(of_arguments.into_iter().filter(|d| d.code != ErrorCode::NameUnknown));
            }
            let places = arguments.iter().map(|a| self.span(a.value)).collect();
            self.emit_call(if are_many { Op::CallMany(row) } else { Op::CallBuiltin(row, n as u32) }, places, span);
            return;
        }
        let names: Vec<&str> = builtin.parameters.iter().map(|p| p.name).collect();
        let (own, further) = without_further(builtin, arguments);
        let Some(mut order) = self.order(builtin.name, &names, &own) else { return };
        if let Some(place) = place_of_rest(builtin) {
            if order.get(place).is_some_and(Option::is_none) {
                order.truncate(place);
            }
            order.extend(further.into_iter().map(Some));
        }
        let mut missing = builtin.parameters.iter().zip(&order).filter(|(p, a)| p.arity == Arity::One && a.is_none());
        // With options alone it is a ruleset.
        let is_ruleset = builtin.takes_options() && order.first().is_some_and(Option::is_none) && order.len() > 1;
        if let Some((parameter, _)) = missing.next()
            && !is_ruleset
        {
            let (name, parameter) = (builtin.name.into(), parameter.name.into());
            self.report(span, ArgumentError::Missing { name, parameter, shape: builtin.signature() });
        }
        let count = order.len();
        let places = order.iter().map(|a| a.map_or(span, |a| self.span(a))).collect();
        for (i, argument) in order.into_iter().enumerate() {
            match argument {
                Some(argument) => self.argument(argument, builtin, i),
                None => {
                    let nothing = self.constant(Value::Nothing);
                    self.emit(Op::Constant(nothing), span);
                }
            }
        }
        self.emit_call(Op::CallBuiltin(row, count as u32), places, span);
    }

    /// Asks the members of a list one after the other, up to the first that decides whether all are true or any is.
    fn quantifier(&mut self, decides: bool, items: &[Item], span: Span) {
        self.quantified(decides, items, span, &mut Self::expression);
    }

    /// Emits code that tests the members of a list in order, up to the first whose test gives `decides`.
    pub(super) fn quantified(
        &mut self,
        decides: bool,
        items: &[Item],
        span: Span,
        ask: &mut dyn FnMut(&mut Self, ExprId),
    ) {
        let mut exits = Vec::new();
        for item in items {
            self.with_clauses(&item.clauses, &mut |this| {
                ask(this, item.body);
                let jump = if decides { Op::JumpIfTrue(0) } else { Op::JumpIfFalse(0) };
                exits.push(this.emit(jump, this.span(item.body)));
            });
        }
        self.push(Value::Boolean(!decides), span);
        let end = self.emit(Op::Jump(0), span);
        for exit in exits {
            self.land(exit);
        }
        self.push(Value::Boolean(decides), span);
        self.land(end);
    }

    /// Offers a list or a set if its members are given as arguments of their own.
    fn offer_list(&mut self, builtin: &Builtin, arguments: &[Argument]) {
        let count = builtin.parameters.iter().filter(|p| p.arity == Arity::One).count();
        let is_list = |p: &Parameter| p.arity == Arity::One && p.kind.is_any_of(&[Sort::List]);
        let place = builtin.parameters.iter().position(is_list);
        let are_single = builtin.parameters.iter().all(|p| p.arity != Arity::Rest)
            && builtin.parameters.iter().filter(|p| is_list(p)).count() == 1;
        let are_too_many = arguments.len() > builtin.parameters.len();
        let Some(place) = place.filter(|_| are_single && are_too_many) else { return };
        let members = &arguments[place..place + arguments.len() - count + 1];
        let (Some(first), Some(last)) = (members.first(), members.last()) else { return };
        let span = self.span(first.value).to(self.span(last.value));
        let text = self.source.slice(span);
        if let Expr::Lambda { parameters, body } = &self.program[first.value].expr {
            let ([_], [_, list]) = (&parameters[..], members) else { return };
            let of = |id: ExprId| self.source.slice(self.span(id));
            let (name, body, list) =
                (of(first.value).split("->").next().unwrap_or("x").trim(), of(*body), of(list.value));
            let help = format!("write it for each member: `{}([{body} for {name} in {list}])`", builtin.name);
            if let Some(told) = self.diagnostics.last_mut() {
                told.help = Some(help);
            }
            return;
        }
        // A list among other parameters holds the moves or sizes of a ruleset, in any order.
        let is_pair = builtin.parameters[place].kind == Pairs::KIND && members.len() == 2;
        let list = match count {
            1 if is_pair => format!("[[{text}]]"),
            1 => format!("[{text}]"),
            _ => format!("{{{text}}}"),
        };
        let mut given = self.texts(arguments);
        given.splice(place..place + members.len(), [&*list]);
        let call = format!("{}({})", builtin.name, given.join(", "));
        if let Some(told) = self.diagnostics.last_mut().filter(|_| is_short(text)) {
            let what = match count {
                1 if is_pair => "list of pairs",
                1 => "list",
                _ => "set",
            };
            told.help = Some(format!("write the members as a {what}: `{call}`"));
            told.fixes.push(Fix { span, text: list });
        }
    }

    /// Offers the sum of several heaps that stand in the place of the one heap of a ruleset.
    fn offer_sum(&mut self, builtin: &Builtin, arguments: &[Argument]) {
        let is_heap = builtin.ruleset == Some(0) && matches!(builtin.parameters, [p] if p.arity == Arity::One);
        let texts = self.texts(arguments);
        let are_numbers = texts.iter().all(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()));
        let is_short = (2..=4).contains(&texts.len());
        if let Some(told) = self.diagnostics.last_mut().filter(|_| is_heap && are_numbers && is_short) {
            let heaps: Vec<String> = texts.iter().map(|text| format!("{}({text})", builtin.name)).collect();
            told.help = Some(format!("several heaps are a sum: `{}`", heaps.join(" + ")));
        }
    }

    /// Offers what the call means in another language, where the function does something else.
    fn offer_homonym(&mut self, builtin: &Builtin, arguments: &[Argument]) {
        let here = homonym(builtin.name).and_then(|here| filled(here, &self.texts(arguments)));
        if let (Some(told), Some(here)) = (self.diagnostics.last_mut(), here.filter(|here| is_short(here))) {
            told.help = Some(format!("here it is written `{here}`"));
        }
    }

    /// Returns the advice about a call of a constant.
    fn instead_of_call(&self, constant: &Builtin, arguments: &[Argument]) -> String {
        let name = constant.name;
        let given = Some(self.texts(arguments).join(", ")).filter(|text| !text.is_empty() && is_short(text));
        let given = given.unwrap_or("...".into());
        if let Some(advice) = outcome_compared(constant, &given) {
            return advice;
        }
        match constant.result {
            kind if kind.is_any_of(&[Sort::Convention]) => {
                format!("it stands behind a position: `outcome({given}, {name})`")
            }
            kind if kind.is_any_of(&[Sort::Compound]) => format!("it says how a sum is played: `sum({name}, {given})`"),
            _ => match habit(name) {
                Some(here) => format!("here it is written `{here}`"),
                None => format!("to multiply, write `*`: `{name} * (...)`"),
            },
        }
    }

    /// Writes an argument of a built-in, read as its parameter says. A name may be one of the parameter's own words.
    fn argument(&mut self, value: ExprId, builtin: &Builtin, place: usize) {
        let parameter = builtin.parameters.get(place);
        let reading = parameter.map_or(ReadAs::Value, |parameter| parameter.reading);
        if builtin.role == Some(Role::Sum) && self.endless_components(value) {
            return;
        }
        match (&self.program[value].expr, reading) {
            (Expr::Name(name), _) => {
                let own = parameter.and_then(|parameter| parameter.words.iter().find(|word| ***word == **name));
                if let Some(word) = own
                    && matches!(self.look_up(name), None | Some(Meaning::Builtin(_)))
                {
                    return self.push(Value::text(*word), self.span(value));
                }
                self.wants_text = parameter.is_some_and(|parameter| parameter.kind.is_any_of(&[Sort::Text]));
                self.expression(value);
                self.wants_text = false;
            }
            (_, ReadAs::Value) => {
                let reported = self.diagnostics.len();
                self.expression(value);
                if parameter.is_some_and(|parameter| parameter.kind.is_any_of(&[Sort::Function])) {
                    self.offer_arrow(value, reported);
                }
            }
            _ => self.as_written(value, reading),
        }
    }

    /// Offers `n -> n > 1` for `n > 1`, where a function is wanted and `n` is unknown, if that is the only error since `reported`.
    fn offer_arrow(&mut self, body: ExprId, reported: usize) {
        let body = self.span(body);
        let [unknown] = &mut self.diagnostics[reported..] else { return };
        if unknown.code == ErrorCode::NameUnknown
            && let Some(name) = unknown.span().map(|at| self.source.slice(at))
            && name.len() == 1
            && is_short(self.source.slice(body))
        {
            unknown.help =
                Some(format!("a function is written with an arrow: `{name} -> {}`", self.source.slice(body)));
            unknown.fixes.clear();
        }
    }

    /// Emits a call, with the places of its arguments.
    pub(super) fn emit_call(&mut self, call: Op, places: Vec<Span>, span: Span) {
        let at = self.emit(call, span) as u32;
        self.body().code.arguments.extend(places.into_iter().map(|place| (at, place)));
    }

    /// Returns the arguments in the order of the parameters, or `None` if a name fits no parameter.
    fn order(&mut self, name: &str, parameters: &[&str], arguments: &[Argument]) -> Option<Vec<Option<ExprId>>> {
        if !has_names(arguments) {
            return Some(arguments.iter().map(|a| Some(a.value)).collect());
        }
        match arrange(parameters, &given(arguments)) {
            Ok(order) => {
                arguments.iter().filter_map(|a| a.name.as_ref()).for_each(|given| self.note_argument(name, given));
                return Some(order.into_iter().map(|i| i.map(|i| arguments[i].value)).collect());
            }
            Err(Mismatch::TooMany) => {}
            Err(Mismatch::Twice(i, place)) => {
                let span = arguments[i].name.as_ref().map_or(self.span(arguments[i].value), |n| n.span);
                let argument = parameters[place].to_string();
                self.report(span, ArgumentError::Twice { name: name.into(), argument });
            }
            Err(Mismatch::Unknown(i)) => {
                let given = arguments[i].name.as_ref()?;
                let (name, argument) = (name.into(), given.text.to_string());
                match nearest(&given.text, parameters.iter().copied()) {
                    Some(near) => {
                        let error = ArgumentError::Misspelt { name, argument, near: near.into() };
                        let fix = Fix { span: given.span, text: near.into() };
                        self.report(given.span, error).fixes.push(fix);
                    }
                    None => {
                        let known = parameters.join(", ");
                        self.report(given.span, ArgumentError::Unknown { name, argument, known });
                    }
                }
            }
        }
        None
    }

    fn wrong_arity(&mut self, name: &str, shape: &str, least: usize, most: Option<usize>, given: usize, span: Span) {
        let wanted = arguments_wanted(least, most);
        self.report(span, ArgumentError::Number { name: name.into(), wanted, given, shape: shape.into() });
    }
}

/// Returns the place of the parameter that takes all arguments which are left.
fn place_of_rest(builtin: &Builtin) -> Option<usize> {
    builtin.parameters.iter().position(|parameter| parameter.arity == Arity::Rest)
}

/// Separates from the arguments of a call those that come after the first one of the parameter that takes all which are left.
fn without_further(builtin: &Builtin, arguments: &[Argument]) -> (Vec<Argument>, Vec<ExprId>) {
    let Some(rest) = place_of_rest(builtin) else { return (arguments.to_vec(), Vec::new()) };
    let name = builtin.parameters[rest].name;
    let mut is_given = arguments.iter().any(|argument| argument.name.as_ref().is_some_and(|own| &*own.text == name));
    let (mut own, mut further) = (Vec::new(), Vec::new());
    for (place, argument) in arguments.iter().enumerate() {
        if argument.name.is_none() && place >= rest && std::mem::replace(&mut is_given, true) {
            further.push(argument.value);
        } else {
            own.push(argument.clone());
        }
    }
    (own, further)
}

/// Returns how a call gives its arguments.
fn given(arguments: &[Argument]) -> Vec<Given> {
    let given = arguments.iter().enumerate().map(|(place, argument)| match &argument.name {
        Some(name) => Given::Named((&*name.text).into()),
        None => Given::At(place),
    });
    given.collect()
}

/// Returns `true` if an argument is given by name.
fn has_names(arguments: &[Argument]) -> bool {
    arguments.iter().any(|argument| argument.name.is_some())
}
