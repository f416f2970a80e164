//! Families: options of a number without end, `<0|1/2^n for n in naturals>`, and components without end,
//! `sum(conj, kayles(2*n + 1) for n in naturals)`.
//!
//! It reads members in which `n` stands once, alone or in a power b^n, under sums, products and quotients; components are heaps
//! whose sizes are members like these. Two numbers in place of that part give two members, and these say how the family goes on.

use super::law::NATURALS;
use super::{Meaning, Op, Resolver, Shape, Value};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Clause, Expr, ExprId, Item, UnaryOperator};
use crate::syntax::children::for_each_child;
use crate::value::report;

/// The part of a member that changes with `n`.
struct Part {
    id: ExprId,
    /// The base of the power, or `None` if it is `n` itself.
    base: Option<ExprId>,
    /// `true` if the exponent is -n.
    is_negative: bool,
    /// `true` if the option is divided by it.
    divides: bool,
    /// The part for `n` = 0, if it is not `n` alone.
    first: Option<i32>,
}

impl Resolver<'_> {
    /// Emits an option that stands for infinitely many numbers or nimbers. Returns `false` if it is another option.
    pub(super) fn family(&mut self, item: &Item, span: Span) -> bool {
        let part = match &item.clauses[..] {
            [] if self.is_naturals(item.body) => self.part(item.body, NATURALS),
            [Clause::For { pattern, source }] if self.is_naturals(*source) => match &pattern[..] {
                // The size of a nimber changes as a number does.
                [name] => match &self.program[item.body].expr {
                    Expr::Nimber(Some(size)) => self.part(*size, &name.text),
                    _ => self.part(item.body, &name.text),
                },
                _ => None,
            },
            _ => None,
        };
        let Some(part) = part else { return false };
        self.family_by(item.body, &part, [1, 2], span, |this| {
            match part.base {
                Some(base) => this.expression(base),
                None => this.emit_nothing(span),
            }
            this.end_member();
            match part.first {
                Some(first) => this.with_number(item.body, part.id, first),
                None => this.emit_nothing(span),
            }
            this.end_member();
        });
        self.end_member();
        true
    }

    /// Emits `member` with a number in place of a part.
    fn with_number(&mut self, member: ExprId, part: ExprId, number: i32) {
        self.replaced = Some((part, number));
        self.expression(member);
        self.replaced = None;
    }

    /// Emits the components of a sum that are infinitely many heaps. Returns `false` if the argument is another.
    pub(super) fn endless_components(&mut self, argument: ExprId) -> bool {
        let program = self.program;
        let Expr::List(items) = &program[argument].expr else { return false };
        let [Item { body, clauses }] = &items[..] else { return false };
        let [Clause::For { pattern, source }] = &clauses[..] else { return false };
        let ([name], true) = (&pattern[..], self.is_naturals(*source)) else { return false };
        let Expr::Call { callee, arguments } = &program[*body].expr else { return false };
        let Expr::Name(ruleset) = &program[*callee].expr else { return false };
        let mut changing = arguments.iter().filter(|argument| self.mentions(argument.value, &name.text));
        let (Some(argument), None) = (changing.next(), changing.next()) else { return false };
        let part = self.part(argument.value, &name.text);
        let Some(part) = part.filter(|part| part.base.is_none() && part.first.is_none()) else { return false };
        let is_variable = match self.look_up(ruleset) {
            Some(Meaning::Builtin(row)) if self.session.globals.builtins.row(row).ruleset.is_some() => false,
            Some(Meaning::Global(_)) => match self.shape(ruleset) {
                Some(Shape::Callable { game: true, .. }) => false,
                Some(Shape::Callable { .. }) => return false,
                _ => true,
            },
            Some(Meaning::Local(_) | Meaning::Captured(_)) => true,
            _ => return false,
        };
        let span = self.span(*body);
        self.family_by(*body, &part, [0, 1], span, |this| {
            match is_variable {
                true => this.expression(*callee),
                false => this.emit_nothing(span),
            }
            this.end_member();
            this.closure("", std::slice::from_ref(name), false, *body, span);
            this.end_member();
        });
        true
    }

    /// Emits the family of `member`: its values with two numbers in place of `part`, and what `rest` adds.
    fn family_by(&mut self, member: ExprId, part: &Part, numbers: [i32; 2], span: Span, rest: impl FnOnce(&mut Self)) {
        self.emit(Op::Open, span);
        for number in numbers {
            self.with_number(member, part.id, number);
            self.end_member();
        }
        rest(self);
        self.emit(Op::List, span);
        let &Part { is_negative, divides, .. } = part;
        let [first, second, base, member] = [const { Value::Nothing }; 4];
        let text = "members without end".into();
        let family = report::Family { text, first, second, base, member, is_negative, divides };
        let constant = self.constant(Value::Report(family.into()));
        self.emit(Op::Family(constant), span);
    }

    fn is_naturals(&self, id: ExprId) -> bool {
        matches!(&self.program[id].expr, Expr::Name(name) if &**name == NATURALS) && !self.is_hidden(NATURALS)
    }

    /// Returns the part of an expression that changes with `name`, or `None` if it is not known how the whole changes.
    fn part(&self, id: ExprId, name: &str) -> Option<Part> {
        let mut here = (id, false);
        loop {
            let (id, divides) = here;
            match &self.program[id].expr {
                Expr::Name(found) if &**found == name && !divides => {
                    return Some(Part { id, base: None, is_negative: false, divides, first: None });
                }
                Expr::Unary(UnaryOperator::Negate, inner) => here = (*inner, divides),
                Expr::Chain { first, rest } => {
                    let mut operands =
                        std::iter::once((None, *first)).chain(rest.iter().map(|(op, _, e)| (Some(*op), *e)));
                    let (operator, operand) = operands.find(|(_, operand)| self.mentions(*operand, name))?;
                    if operands.any(|(_, operand)| self.mentions(operand, name)) {
                        return None;
                    }
                    let is_sum = |op: BinaryOperator| matches!(op, BinaryOperator::Add | BinaryOperator::Subtract);
                    let is_product =
                        |op: BinaryOperator| matches!(op, BinaryOperator::Multiply | BinaryOperator::Divide);
                    let all_sums = rest.iter().all(|(op, ..)| is_sum(*op));
                    if all_sums && divides {
                        return self.growing(id, name, divides);
                    }
                    if !(all_sums && !divides || rest.iter().all(|(op, ..)| is_product(*op))) {
                        return None;
                    }
                    here = (operand, divides != (operator == Some(BinaryOperator::Divide)));
                }
                Expr::Power(base, _) if self.mentions(*base, name) => return self.growing(id, name, divides),
                Expr::Power(base, exponent) => {
                    let is_name = |id: ExprId| matches!(&self.program[id].expr, Expr::Name(other) if &**other == name);
                    let is_negative = match &self.program[*exponent].expr {
                        Expr::Unary(UnaryOperator::Negate, inner) if is_name(*inner) => true,
                        _ if is_name(*exponent) => false,
                        _ => return None,
                    };
                    return Some(Part { id, base: Some(*base), is_negative, divides, first: None });
                }
                _ => return None,
            }
        }
    }

    /// Returns an expression as the part that changes if it is `name`, or it plus numbers from 0, or one of these to a power from
    /// 1. It grows beyond all bounds as `name` does, so numbers made of it are bounded by what bounds those made of `name`.
    fn growing(&self, id: ExprId, name: &str, divides: bool) -> Option<Part> {
        let natural = |id: ExprId| match &self.program[id].expr {
            Expr::Number(n) => n.parse::<u32>().ok(),
            _ => None,
        };
        // The steps from `name` to the expression, the last one first: a number to add, or an exponent.
        let (mut steps, mut here) = (Vec::new(), id);
        loop {
            match &self.program[here].expr {
                Expr::Name(found) if &**found == name => break,
                Expr::Power(base, exponent) => {
                    steps.push((natural(*exponent).filter(|&n| n > 0)?, true));
                    here = *base;
                }
                sum => {
                    let summands = sum.summands()?;
                    here = *summands.iter().find(|&&summand| self.mentions(summand, name))?;
                    for other in summands.into_iter().filter(|&summand| summand != here) {
                        steps.push((natural(other)?, false));
                    }
                }
            }
        }
        let mut at_zero: u32 = 0;
        for (n, is_power) in steps.into_iter().rev() {
            at_zero = if is_power { at_zero.checked_pow(n)? } else { at_zero.checked_add(n)? };
        }
        let first = i32::try_from(at_zero).ok().filter(|&first| first > 0 || !divides)?;
        Some(Part { id, base: None, is_negative: false, divides, first: Some(first) })
    }

    fn mentions(&self, id: ExprId, name: &str) -> bool {
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            if matches!(&self.program[id].expr, Expr::Name(other) if &**other == name) {
                return true;
            }
            for_each_child(&self.program[id].expr, |child| work.push(child));
        }
        false
    }
}
