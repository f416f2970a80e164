//! Expressions as code. Every expression leaves exactly one value on the machine's stack.

use std::iter::once;

use dashu_ratio::RBig;

use super::errors::NameError;
use super::names::PASS;
use super::written::joins;
use super::{Meaning, Op, Resolver, Value};
use crate::eval::Role;
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Expr, ExprId, UnaryOperator};
use crate::syntax::{downs_before, downs_of_nimber, is_downs};
use cg_engine::games::{Fault, deep};

/// The number of signs from which a sum is added in halves.
const LONG_SUM: usize = 16;
/// Steps of a nanosecond that a node takes.
const COST: usize = 200;
/// The number of names and waiting values of a body beyond which expressions get a frame of their own.
const MAX_WAITING: u32 = 128;
/// The approximate size of the stack frame of a node, in bytes.
const FRAME: usize = 1 << 10;

impl Resolver<'_> {
    pub(super) fn expression(&mut self, id: ExprId) {
        if self.stopped.is_none() {
            self.stopped = self.session.games.budget.charge(COST).err();
        }
        if self.stopped.is_some() {
            return;
        }
        let body = self.body();
        let before = body.waiting;
        let is_full = before + body.next_slot > MAX_WAITING && body.game.is_none();
        // The parser bounds nesting; this keeps library users on small stacks safe.
        self.deeper(|resolver| if is_full { resolver.outlined(id) } else { resolver.write(id) });
        self.body().waiting = before + 1;
    }

    /// Writes an expression as the call of a function without parameters, whose frame has registers of its own.
    fn outlined(&mut self, id: ExprId) {
        let (kept, span) = (self.body().kept, self.span(id));
        self.start("", &[], kept, false);
        self.write(id);
        self.emit(Op::Return, span);
        let code = self.finish();
        let closures = &mut self.body().code.closures;
        closures.push(code);
        let number = closures.len() as u32 - 1;
        self.emit(Op::Closure(number), span);
        self.emit(Op::Call(0), span);
    }

    /// Resolves an inner expression; if the stack is full and cannot grow, it is left unresolved.
    pub(super) fn deeper(&mut self, inside: impl FnOnce(&mut Self)) {
        if let Err(fault) = deep::level(FRAME, || inside(self)) {
            self.stopped.get_or_insert(fault);
        }
    }

    fn write(&mut self, id: ExprId) {
        let program = self.program;
        let span = program[id].span;
        if let Some((_, value)) = self.replaced.filter(|(part, _)| *part == id) {
            self.emit(Op::Integer(value), span);
            return;
        }
        match &program[id].expr {
            Expr::Error => {
                self.emit_nothing(span);
            }
            Expr::Number(text) => self.number(text, span),
            Expr::Text(text) => self.push(Value::text(&**text), span),
            Expr::Boolean(b) => self.push(Value::Boolean(*b), span),
            Expr::Name(name) => self.name(name, span),
            Expr::Nimber(None) => {
                self.emit(Op::Star, span);
            }
            Expr::Nimber(Some(size)) => {
                self.expression(*size);
                self.emit(Op::Nimber, span);
            }
            Expr::PlusStar(value) => self.with_star(*value, span),
            Expr::Ups { count, nimber } => {
                self.emit(Op::Ups(*count), span);
                match nimber {
                    None => {}
                    Some(None) => {
                        self.emit(Op::PlusStar, span);
                    }
                    Some(Some(size)) => {
                        self.expression(*size);
                        self.emit(Op::Nimber, span);
                        self.emit(Op::Binary(BinaryOperator::Add), span);
                    }
                }
            }
            Expr::Switch(options) => {
                options.iter().for_each(|o| self.expression(*o));
                self.emit(Op::Switch(options.len() as u32), span);
            }
            Expr::Game(literal) => self.game_literal(literal, span),
            Expr::Graph(items) => self.graph_literal(items, span),
            Expr::Hackenbush(edges) => self.hackenbush_literal(edges, span),
            Expr::List(items) => self.list_literal(items, span),
            Expr::Set(items) => self.set_literal(items, span),
            Expr::Range { from, to, by } => {
                self.expression(*from);
                self.expression(*to);
                by.iter().for_each(|b| self.expression(*b));
                self.emit(Op::Range { by: by.is_some() }, span);
            }
            Expr::Below(top) => {
                self.expression(*top);
                self.emit(Op::Below, span);
            }
            Expr::Unary(UnaryOperator::Negate, operand)
                if let Expr::Number(text) = &program[*operand].expr
                    && let Ok(n @ 1..) = text.parse::<i32>() =>
            {
                self.emit(Op::Integer(-n), span);
            }
            Expr::Unary(operator, operand) => {
                self.expression(*operand);
                self.emit(if *operator == UnaryOperator::Negate { Op::Negate } else { Op::Not }, span);
            }
            Expr::Chain { first, rest } if is_long_sum(rest) => {
                self.in_halves(*first, rest, Resolver::expression, Op::Binary);
            }
            Expr::Chain { first, rest } => self.chain(*first, rest, None),
            Expr::Power(base, exponent) => self.two(*base, *exponent, Op::Power, span),
            Expr::OrdinalSum(left, right) => self.two(*left, *right, Op::OrdinalSum, span),
            Expr::Sides(onside, offside) => self.two(*onside, *offside, Op::Sides, span),
            Expr::Compare(left, relation, right) => self.two(*left, *right, Op::Compare(*relation), span),
            Expr::Call { callee, arguments } => self.call(*callee, arguments, span),
            Expr::Index(target, index) => {
                let downs = match &program[*target].expr {
                    Expr::Name(name) => self.downs(name),
                    _ => None,
                };
                let Some(downs) = downs else { return self.two(*target, *index, Op::Index, span) };
                // `v[3]` is `-up^[3]`.
                self.emit(Op::Ups(downs), span);
                self.emit(Op::Open, span);
                self.expression(*index);
                self.end_member();
                self.emit(Op::List, span);
                self.emit(Op::Power, span);
                self.emit(Op::Negate, span);
            }
            Expr::Field(target, name) => {
                let unknown = match &self.program[*target].expr {
                    Expr::Name(name) if self.look_up(name).is_none() && !self.may_be_defined_later(name) => {
                        Some(name.clone())
                    }
                    _ => None,
                };
                let told = unknown.is_some_and(|n| self.unknown_with_field(&n, &name.text, self.span(*target)));
                if told {
                    self.emit_nothing(span);
                } else {
                    self.expression(*target);
                }
                let constant = self.constant(Value::text(&*name.text));
                self.emit(Op::Field(constant), span);
            }
            Expr::If { condition, then, otherwise } => {
                self.expression(*condition);
                let to_else = self.emit(Op::JumpIfFalse(0), self.span(*condition));
                self.expression(*then);
                let to_end = self.emit(Op::Jump(0), span);
                self.land(to_else);
                match otherwise {
                    Some(otherwise) => self.expression(*otherwise),
                    None => self.emit_nothing(span),
                }
                self.land(to_end);
            }
            Expr::Member { item, container, negated } => {
                self.member_of(*item, *container, span);
                if *negated {
                    self.emit(Op::Not, span);
                }
            }
            Expr::Where { body, names } => self.with_local_names(*body, names),
            Expr::Lambda { parameters, body } => {
                let kept = self.body().kept;
                self.closure("function", parameters, kept, *body, span);
            }
        }
    }

    /// Emits the position that the body of a `game` is about.
    fn same_position(&mut self, span: Span) {
        let Some((slot, parameters)) = self.body().game else { return };
        for parameter in 0..parameters {
            self.emit(Op::Local(parameter), span);
        }
        self.emit(Op::CallGlobal(slot, parameters), span);
    }

    pub(super) fn emit_nothing(&mut self, span: Span) {
        self.push(Value::Nothing, span);
    }

    pub(super) fn push(&mut self, value: Value, span: Span) {
        let constant = self.constant(value);
        self.emit(Op::Constant(constant), span);
    }

    fn two(&mut self, left: ExprId, right: ExprId, op: Op, span: Span) {
        self.expression(left);
        self.expression(right);
        self.emit(op, span);
    }

    /// Writes a value plus star. The star of `2 * v2*` belongs to `v2`.
    fn with_star(&mut self, value: ExprId, span: Span) {
        if let Expr::Chain { first, rest } = &self.program[value].expr
            && let Some(&(BinaryOperator::Multiply, _, last)) = rest.last()
            && let Some(name) = downs_before(self.program, last, span.end - 1)
            && self.downs(name).is_some()
        {
            return self.chain(*first, rest, Some(span));
        }
        self.expression(value);
        self.emit(Op::PlusStar, span);
    }

    /// Writes an operand of a chain. `v2*3` is one, v2 + *3, as `^2*3` is; its nimber is then taken from the rest of the chain.
    fn operand(&mut self, operand: ExprId, rest: &mut std::slice::Iter<'_, (BinaryOperator, Span, ExprId)>) {
        let program = self.program;
        let nimber = match rest.as_slice() {
            &[(BinaryOperator::Multiply, star, right), ..] => {
                let name = downs_of_nimber(program, operand, star, right);
                name.filter(|name| self.downs(name).is_some()).map(|_| (star, right))
            }
            _ => None,
        };
        let Some((star, right)) = nimber else { return self.expression(operand) };
        rest.next();
        let mut inner = operand;
        let mut signs = Vec::new();
        while let Expr::Unary(UnaryOperator::Negate, negated) = program[inner].expr {
            signs.push(self.span(inner));
            inner = negated;
        }
        let end = self.span(right);
        self.expression(inner);
        self.expression(right);
        self.emit(Op::Nimber, star.to(end));
        self.emit(Op::Binary(BinaryOperator::Add), self.span(inner).to(end));
        for sign in signs.into_iter().rev() {
            self.emit(Op::Negate, sign.to(end));
        }
    }

    /// Writes a chain of operators. The star with the span `star` belongs to its last operand.
    fn chain(&mut self, first: ExprId, rest: &[(BinaryOperator, Span, ExprId)], star: Option<Span>) {
        let mut rest = rest.iter();
        self.operand(first, &mut rest);
        let start = self.span(first);
        let mut shortcuts = Vec::new();
        while let Some(&(operator, place, operand)) = rest.next() {
            // The span of the part of the chain up to here, so that an error points at its operands.
            let span = start.to(self.span(operand));
            // `1v2` without a sign is a sum only if `v2` is no name of the person's.
            if operator == BinaryOperator::Add
                && place.start == place.end
                && let Expr::Name(name) = &self.program[operand].expr
                && self.downs(name).is_none()
            {
                let number = self.source.slice(self.span(first)).to_string();
                self.report(span, NameError::Glued { number, name: name.to_string() });
            }
            match operator {
                BinaryOperator::And => shortcuts.push(self.emit(Op::And(0), place)),
                BinaryOperator::Or => shortcuts.push(self.emit(Op::Or(0), place)),
                _ => {}
            }
            self.operand(operand, &mut rest);
            if let Some(star) = star.filter(|_| rest.as_slice().is_empty()) {
                self.emit(Op::PlusStar, star);
            }
            match operator {
                BinaryOperator::And | BinaryOperator::Or => self.emit(Op::Boolean, self.span(operand)),
                _ => self.emit(Op::Binary(operator), span),
            };
        }
        shortcuts.into_iter().for_each(|s| self.land(s));
    }

    /// Writes a long sum as a sum of halves, so that few positions of many parts are stored. `write` writes a term, `joined` is
    /// the instruction for a sign.
    pub(super) fn in_halves(
        &mut self,
        first: ExprId,
        rest: &[(BinaryOperator, Span, ExprId)],
        write: fn(&mut Self, ExprId),
        joined: fn(BinaryOperator) -> Op,
    ) {
        let terms = rest.iter().map(|&(sign, _, term)| (sign, term));
        self.halves(&once((BinaryOperator::Add, first)).chain(terms).collect::<Vec<_>>(), write, joined);
    }

    /// Writes the terms, of which the first has no sign.
    fn halves(
        &mut self,
        terms: &[(BinaryOperator, ExprId)],
        write: fn(&mut Self, ExprId),
        joined: fn(BinaryOperator) -> Op,
    ) {
        use BinaryOperator::{Add, Subtract};
        let [(_, first), .., (_, last)] = *terms else {
            return terms.iter().for_each(|&(_, term)| write(self, term));
        };
        let (left, right) = terms.split_at(terms.len() / 2);
        let sign = right[0].0;
        // Behind a minus stands what is taken away.
        let seen = |(other, term)| (if other == sign { Add } else { Subtract }, term);
        self.halves(left, write, joined);
        self.halves(&right.iter().copied().map(seen).collect::<Vec<_>>(), write, joined);
        self.emit(joined(sign), self.span(first).to(self.span(last)));
    }

    /// Returns how many downs a name without another meaning is, as CGSuite writes them: 2 for `v2` and `vv`.
    fn downs(&mut self, name: &str) -> Option<i64> {
        let is_defined = |this: &Self| this.declared.contains_key(name) || this.session.globals.has_failed(name);
        if !is_downs(name) || self.look_up(name).is_some() || is_defined(self) {
            return None;
        }
        let digits = name.trim_start_matches('v');
        if digits.is_empty() { Some(name.len() as i64) } else { digits.parse().ok() }
    }

    fn number(&mut self, text: &str, span: Span) {
        match number(text) {
            Some(Value::Integer(n)) if i32::try_from(n).is_ok() => {
                self.emit(Op::Integer(n as i32), span);
            }
            Some(value) => self.push(value, span),
            None => {
                let (size, limit) = (format!("{} digits", text.len()), format!("{MOST_DIGITS} digits"));
                self.report(span, Fault::TooLarge { what: "number", size, limit });
                self.emit_nothing(span);
            }
        }
    }

    fn name(&mut self, name: &str, span: Span) {
        let meaning = self.look_up(name);
        meaning.iter().for_each(|meaning| self.note(name, span, meaning));
        let op = match meaning {
            Some(Meaning::Local(slot)) => Op::Local(slot),
            Some(Meaning::Captured(i)) => Op::Captured(i),
            Some(Meaning::Global(slot)) => Op::Global(slot),
            Some(Meaning::Builtin(row)) => Op::Builtin(row),
            None if name == PASS && self.body().game.is_some() => return self.same_position(span),
            None if let Some(count) = self.downs(name) => Op::Ups(-count),
            None => match self.undefined(name, span, None) {
                Some(slot) => Op::Global(slot),
                None => return self.emit_nothing(span),
            },
        };
        self.emit(op, span);
        if matches!(op, Op::Local(_) | Op::Captured(_)) && self.is_delayed(name) {
            self.emit(Op::Force, span);
        }
    }

    /// Emits a test whether a value is in a list, a set, a text, a range or among the keys of a dictionary. The members of a
    /// list literal are evaluated one by one, up to the first that is equal.
    fn member_of(&mut self, item: ExprId, container: ExprId, span: Span) {
        let Some(row) = self.session.globals.builtins.with_role(Role::Contains) else { return };
        let places = vec![self.span(container), self.span(item)];
        let Expr::List(items) = &self.program[container].expr else {
            self.expression(container);
            self.expression(item);
            return self.emit_call(Op::CallBuiltin(row, 2), places, span);
        };
        let next_slot = self.body().next_slot;
        let slot = self.reserve(1);
        self.expression(item);
        self.emit(Op::SetLocal(slot), span);
        self.quantified(true, items, span, &mut |this, member| {
            this.emit(Op::Open, span);
            this.expression(member);
            this.end_member();
            this.emit(Op::List, span);
            this.emit(Op::Local(slot), span);
            this.emit_call(Op::CallBuiltin(row, 2), places.clone(), span);
        });
        self.body().next_slot = next_slot;
    }
}

/// Longest number that may be written in digits; reading one takes more than linear time.
const MOST_DIGITS: usize = 100_000;

/// Returns a number as written: `12`, `3.75`, `1/2` (from signs such as `½`), or `None` if it is too long.
pub(crate) fn number(text: &str) -> Option<Value> {
    if text.len() > MOST_DIGITS {
        return None;
    }
    if let Ok(n) = text.parse::<i64>() {
        return Some(Value::Integer(n));
    }
    let number = match text.split_once('.') {
        None => text.parse::<RBig>().ok()?,
        Some((whole, fraction)) => {
            let digits: dashu_int::IBig = format!("{whole}{fraction}").parse().ok()?;
            RBig::from_parts(digits, dashu_int::UBig::from(10u8).pow(fraction.len()))
        }
    };
    Some(Value::number(number))
}

/// Returns `true` if the signs are many, and all of them `+` or `-`.
pub(super) fn is_long_sum(rest: &[(BinaryOperator, Span, ExprId)]) -> bool {
    rest.len() >= LONG_SUM && rest.iter().all(|(sign, ..)| joins(*sign))
}
