//! Reads the options of a `game` that call it again, or another one, in linear terms. Other options are passed over, but then
//! it is not known whether play ends.

use dashu_int::IBig;

use super::Resolver;
use super::law::{Reader, Refused};
use crate::eval::descents::{CallingOption, Descents, MAX_MEMBERS, MemberSource, OwnOption};
use crate::syntax::ast::{Clause, Expr, ExprId, Item, Name};
use cg_engine::laws::{Guard, Linear, Sign};

/// The number of options that are read. Further ones are passed over.
const MAX_OPTIONS: usize = 64;
/// The number of conditions, one inside the other, under which options are read.
const MAX_CONDITIONS: usize = 64;
/// The length of the longest option that is quoted with the text behind it, in bytes.
const MAX_QUOTED: usize = 80;

impl Resolver<'_> {
    /// Returns the options in the body of a game that can be taken again and again, if those are asked for, and all options if
    /// each is known.
    pub(super) fn descents(&self, name: &Name, parameters: &[Name], body: ExprId, are_asked: bool) -> Descents {
        let variables = parameters.iter().map(|p| &*p.text).collect();
        let mut reader = Reader::new(self, &name.text, variables);
        let (mut options, mut own, mut has_bars) = (Vec::new(), Some(Vec::new()), false);
        // The expressions to read, each with the conditions under which it is reached.
        let mut work = vec![(body, Vec::new())];
        while let Some((id, guards)) = work.pop() {
            if guards.len() > MAX_CONDITIONS {
                own = None;
                continue;
            }
            match reader.expr(id) {
                Expr::Game(literal) if literal.label.is_none() => {
                    has_bars |= literal.right.is_some();
                    for item in literal.left.iter().chain(literal.right.iter().flatten()) {
                        if are_asked && options.len() < MAX_OPTIONS {
                            options.extend(reader.calling_options(item, &guards));
                        }
                        own = own.filter(|own| own.len() < MAX_OPTIONS).and_then(|mut own: Vec<OwnOption>| {
                            own.push(reader.own_option(item, &guards)?);
                            Some(own)
                        });
                    }
                }
                Expr::If { condition, then, otherwise } => {
                    // A condition that is not linear proves nothing.
                    let Ok(guard) = reader.guard(*condition) else {
                        own = None;
                        continue;
                    };
                    let with = |guard: Guard| guards.iter().cloned().chain([guard]).collect::<Vec<_>>();
                    work.extend(otherwise.map(|otherwise| (otherwise, with(Guard::Not(Box::new(guard.clone()))))));
                    work.push((*then, with(guard)));
                }
                _ => own = None,
            }
        }
        let slot = self.session.globals.slot_of(&name.text).expect("its code has one");
        Descents::new(slot, parameters.len(), options, own, has_bars)
    }
}

impl<'a> Reader<'a> {
    /// Returns the option once for each component that calls a game, in linear terms. There is none if a part of it is not linear.
    fn calling_options(&mut self, item: &'a Item, guards: &[Guard]) -> Vec<CallingOption> {
        let mut guards = guards.to_vec();
        let mut bound = Vec::new();
        let mut options = Vec::new();
        if self.clauses_of(item, &mut guards, &mut bound, true).is_ok() {
            for component in self.components(item) {
                let Ok((game, targets, stop)) = self.called_game(component) else { continue };
                let (option, stopped) = self.quoted(item, &stop);
                let (guards, bound) = (guards.clone(), bound.clone());
                options.push(CallingOption { option, stopped, game, guards, bound, targets });
            }
        }
        self.variables.truncate(self.arity);
        options
    }

    /// Returns the option in linear terms, or `None` if a component is no call of the game or a part of it is not linear. Conditions
    /// that are not linear are left out: what is proved without them is true with them.
    fn own_option(&mut self, item: &'a Item, guards: &[Guard]) -> Option<OwnOption> {
        let mut guards = guards.to_vec();
        let mut bound = Vec::new();
        let mut components = None;
        if self.clauses_of(item, &mut guards, &mut bound, false).is_ok() {
            let targets = |component| {
                self.recursive_call(component)?;
                let (_, targets, _) = self.called_game(component).ok()?;
                let changed = |(i, target)| (target != Linear::variable(i)).then_some(target);
                Some(targets.into_iter().enumerate().map(changed).collect())
            };
            components = self.components(item).into_iter().map(targets).collect();
        }
        self.variables.truncate(self.arity);
        components.map(|components| OwnOption { guards, bound, components })
    }

    /// Returns the summands of an option, or the option itself if it is no sum.
    fn components(&self, item: &Item) -> Vec<ExprId> {
        self.expr(item.body).summands().unwrap_or_else(|| vec![item.body])
    }

    /// Reads the clauses behind an option into `guards` and `bound`, and adds the names that they bind to the variables. Conditions
    /// that are not linear are refused, unless some may be missing.
    fn clauses_of(
        &mut self,
        item: &'a Item,
        guards: &mut Vec<Guard>,
        bound: &mut Vec<MemberSource>,
        all_guards: bool,
    ) -> Result<(), Refused> {
        for clause in &item.clauses {
            match clause {
                Clause::If(condition) => match self.guard(*condition) {
                    Err(refused) if all_guards => return Err(refused),
                    guard => guards.extend(guard),
                },
                Clause::For { pattern, source } => {
                    let [name] = &pattern[..] else { return self.refuse(*source, "a list is taken apart") };
                    let members = self.members(*source, guards, all_guards)?;
                    bound.push(members);
                    self.variables.push(&name.text);
                }
            }
        }
        Ok(())
    }

    /// Returns the first members of `source`, through which the next variable runs. Adds the conditions on them to `guards`.
    fn members(&self, source: ExprId, guards: &mut Vec<Guard>, all_guards: bool) -> Result<MemberSource, Refused> {
        let member = Linear::variable(self.variables.len());
        match self.expr(source) {
            Expr::Range { from, to, by } => {
                let from = self.linear(*from)?;
                let upper = match self.upper_bounds(*to) {
                    Err(refused) if all_guards => return Err(refused),
                    upper => upper.unwrap_or_default(),
                };
                let by = match by {
                    Some(by) => self.linear(*by)?.as_constant().filter(|by| **by > IBig::ZERO).cloned(),
                    None => Some(IBig::ONE),
                };
                let (Some(first), Some(by)) = (from.as_constant(), by) else {
                    return self.refuse(source, "the range begins elsewhere at each position");
                };
                guards.extend(
                    upper.into_iter().map(|to| Guard::Has(Sign::NotNegative, to.plus(&IBig::NEG_ONE, &member))),
                );
                let least = Some(first.clone());
                let first = (0..MAX_MEMBERS).map(|i| first + &by * IBig::from(i)).collect();
                Ok(MemberSource::Numbers { first, least })
            }
            Expr::List(items) | Expr::Set(items) => {
                let number = |item: &Item| match item.clauses.is_empty() {
                    true => self.linear(item.body).ok()?.as_constant().cloned(),
                    false => None,
                };
                let numbers: Vec<Option<IBig>> = items.iter().map(number).collect();
                let least = numbers.iter().min().cloned().flatten();
                Ok(MemberSource::Numbers { first: numbers.into_iter().flatten().take(MAX_MEMBERS).collect(), least })
            }
            Expr::Name(name) if !self.variables.contains(&&**name) => match self.resolver.session.globals.slot_of(name)
            {
                Some(slot) => Ok(MemberSource::Variable(slot)),
                None => self.refuse(source, "it has no members yet"),
            },
            _ => self.refuse(source, "its members are not known"),
        }
    }

    /// Reads the last number of a range, which may be the least of several.
    fn upper_bounds(&self, id: ExprId) -> Result<Vec<Linear>, Refused> {
        match self.expr(id) {
            Expr::Call { callee, arguments }
                if matches!(self.expr(*callee), Expr::Name(name) if &**name == "min")
                    && !self.variables.contains(&"min")
                    && !self.resolver.is_hidden("min")
                    && arguments.len() > 1 =>
            {
                arguments.iter().map(|argument| self.linear(argument.value)).collect()
            }
            _ => Ok(vec![self.linear(id)?]),
        }
    }

    /// Reads a call of this game or another one: the game, each argument, and a condition that would stop the option, empty if
    /// no argument changes.
    fn called_game(&self, id: ExprId) -> Result<(u32, Vec<Linear>, String), Refused> {
        let Expr::Call { callee, arguments } = self.expr(id) else { return self.refuse(id, "no call") };
        let slot = match self.expr(*callee) {
            Expr::Name(name) if !self.variables.contains(&&**name) => self.resolver.session.globals.slot_of(name),
            _ => None,
        };
        let Some(slot) = slot.filter(|_| arguments.iter().all(|argument| argument.name.is_none())) else {
            return self.refuse(id, "no call of a game");
        };
        let targets = arguments.iter().map(|argument| self.linear(argument.value)).collect::<Result<Vec<_>, _>>()?;
        let mut changed =
            (0..self.arity).zip(arguments).zip(&targets).filter(|((i, _), t)| **t != Linear::variable(*i));
        let stop = changed.find_map(|((i, argument), target)| self.stop(i, argument.value, target));
        Ok((slot, targets, stop.unwrap_or_default()))
    }

    /// Returns a condition that stops an option which changes `argument` to `linear`, written at `id`. `None` if `linear` does
    /// not depend on the argument.
    fn stop(&self, argument: usize, id: ExprId, linear: &Linear) -> Option<String> {
        let name = self.variables[argument];
        let (own, others): (Vec<_>, Vec<_>) = linear.terms.iter().partition(|(variable, _)| *variable == argument);
        if own.is_empty() {
            return None;
        }
        let written = self.resolver.source.slice(self.resolver.span(id));
        let grows = linear.constant > IBig::ZERO || others.iter().any(|(_, factor)| *factor > IBig::ZERO);
        Some(match &others[..] {
            _ if own[0].1 != IBig::ONE || grows => format!("{name} < 100"),
            [] => format!("{name} >= {}", -&linear.constant),
            [(bound, factor)] if *bound >= self.arity && *factor == IBig::NEG_ONE && linear.constant.is_zero() => {
                format!("{} <= {name}", self.variables[*bound])
            }
            _ => format!("{written} >= 0"),
        })
    }

    /// Returns the option as it is written, and with the condition `stop` behind it, both in backticks.
    fn quoted(&self, item: &Item, stop: &str) -> (String, String) {
        let last = item.clauses.last().map_or(item.body, |clause| match clause {
            Clause::If(condition) => *condition,
            Clause::For { source, .. } => *source,
        });
        let resolver = self.resolver;
        let whole = resolver.source.slice(resolver.span(item.body).to(resolver.span(last)));
        let text = match whole.len() <= MAX_QUOTED && !whole.contains('\n') {
            true => whole,
            false => resolver.source.slice(resolver.span(item.body)),
        };
        let is_guarded = text.len() == whole.len() && matches!(item.clauses.last(), Some(Clause::If(_)));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let joined = if is_guarded { "and" } else { "if" };
        (format!("`{text}`"), format!("`{text} {joined} {stop}`"))
    }
}
