//! Options without end in the literal of a number: `<0|1/2^n for n in naturals>`.
//!
//! It reads options in which `n` stands once, alone or in a power b^n, under sums, products and quotients. With 1 and with 2 in
//! place of that part the option has two values, from which it is known how it goes on.

use super::law::NATURALS;
use super::{Op, Resolver, Value};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Clause, Expr, ExprId, Item, UnaryOperator};
use crate::syntax::children::for_each_child;
use crate::value::report;

/// The part of an option that changes with `n`.
struct Part {
    id: ExprId,
    /// The base of the power, or `None` if it is `n` itself.
    base: Option<ExprId>,
    /// `true` if the exponent is -n.
    is_negative: bool,
    /// `true` if the option is divided by it.
    divides: bool,
}

impl Resolver<'_> {
    /// Emits an option that stands for infinitely many numbers. Returns `false` if it is another option.
    pub(super) fn family(&mut self, item: &Item, span: Span) -> bool {
        let part = match &item.clauses[..] {
            [] if self.is_naturals(item.body) => self.part(item.body, NATURALS),
            [Clause::For { pattern, source }] if self.is_naturals(*source) => match &pattern[..] {
                [name] => self.part(item.body, &name.text),
                _ => None,
            },
            _ => None,
        };
        let Some(part) = part else { return false };
        self.emit(Op::Open, span);
        // Behind this report the list has the option with 1 and with 2 in place of `n`, and the base.
        let Part { is_negative, divides, .. } = part;
        let text = "options without end".into();
        self.push(Value::Report(report::Endless { text, is_negative, divides }.into()), span);
        self.end_member();
        for value in [1, 2] {
            self.replaced = Some((part.id, value));
            self.expression(item.body);
            self.replaced = None;
            self.end_member();
        }
        match part.base {
            Some(base) => self.expression(base),
            None => self.emit_nothing(span),
        }
        self.end_member();
        self.emit(Op::List, span);
        self.end_member();
        true
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
                    return Some(Part { id, base: None, is_negative: false, divides });
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
                    if !(all_sums && !divides || rest.iter().all(|(op, ..)| is_product(*op))) {
                        return None;
                    }
                    here = (operand, divides != (operator == Some(BinaryOperator::Divide)));
                }
                Expr::Power(base, exponent) if !self.mentions(*base, name) => {
                    let is_name = |id: ExprId| matches!(&self.program[id].expr, Expr::Name(other) if &**other == name);
                    let is_negative = match &self.program[*exponent].expr {
                        Expr::Unary(UnaryOperator::Negate, inner) if is_name(*inner) => true,
                        _ if is_name(*exponent) => false,
                        _ => return None,
                    };
                    return Some(Part { id, base: Some(*base), is_negative, divides });
                }
                _ => return None,
            }
        }
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
