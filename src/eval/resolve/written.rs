//! Code for arguments that a built-in reads as they are written: see [`ReadAs`].

use super::expression::is_long_sum;
use super::{Op, Resolver, Value};
use crate::eval::{ReadAs, Role};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Expr, ExprId};
use crate::value::report::{self, Callee};

impl Resolver<'_> {
    /// Writes an expression for a parameter whose `reading` is not [`ReadAs::Value`].
    pub(super) fn as_written(&mut self, id: ExprId, reading: ReadAs) {
        let program = self.program;
        match (&program[id].expr, reading) {
            (Expr::Chain { first, rest }, _) if rest.iter().all(|(operator, ..)| joins(*operator)) => {
                self.summands(*first, rest);
            }
            (Expr::Chain { first, rest }, ReadAs::Whole)
                if rest.iter().all(|(operator, ..)| *operator == BinaryOperator::NimSum)
                    && let Some(row) = self.session.globals.builtins.with_role(Role::NimSum) =>
            {
                self.expression(*first);
                rest.iter().for_each(|(_, _, operand)| self.expression(*operand));
                let span = self.span(id);
                self.emit(Op::Keep(1 + rest.len() as u32), span);
                for _ in rest {
                    self.emit(Op::Binary(BinaryOperator::NimSum), span);
                }
                self.emit_question(Callee::Builtin(row), id);
            }
            (Expr::Call { .. }, ReadAs::Parts) => {
                self.expression(id);
                self.keep_members_apart();
            }
            (Expr::Game(_), ReadAs::Whole) => {
                let kept = std::mem::replace(&mut self.body().kept, true);
                self.expression(id);
                self.body().kept = kept;
                if let Some(&Op::Form { bar }) = self.body().code.ops.last() {
                    let question = self.question(Callee::Literal, id);
                    if let Some(op) = self.body().code.ops.last_mut() {
                        *op = Op::FormOrNumber { bar, question };
                    }
                }
            }
            (Expr::Call { .. }, ReadAs::Whole) => {
                self.expression(id);
                self.keep_question(id);
            }
            (Expr::Compare(left, relation, right), ReadAs::Whole) => {
                self.expression(*left);
                self.expression(*right);
                let span = self.span(id);
                self.emit(Op::Keep(2), span);
                self.emit(Op::Compare(*relation), span);
                self.emit_question(Callee::Relation(*relation), id);
            }
            _ => self.expression(id),
        }
    }

    /// Writes a sum whose summands stay apart if they are games.
    fn summands(&mut self, first: ExprId, rest: &[(BinaryOperator, Span, ExprId)]) {
        let start = self.span(first);
        let write = |this: &mut Self, term| this.deeper(|this| this.as_written(term, ReadAs::Parts));
        if is_long_sum(rest) {
            return self.in_halves(first, rest, write, Op::Join);
        }
        write(self, first);
        for &(operator, _, operand) in rest {
            write(self, operand);
            self.emit(Op::Join(operator), start.to(self.span(operand)));
        }
    }

    /// Keeps the members of a list of games apart if the last instruction adds them.
    fn keep_members_apart(&mut self) {
        if let Some(&Op::CallBuiltin(row, 1)) = self.body().code.ops.last()
            && self.session.globals.builtins.row(row).role == Some(Role::SumOfList)
        {
            self.put_before_last(Op::JoinMembers);
        }
    }

    /// Inserts an instruction before the last one, which is a call.
    fn put_before_last(&mut self, op: Op) {
        let code = &mut self.body().code;
        let at = code.ops.len() - 1;
        code.ops.insert(at, op);
        code.spans.insert(at, code.spans[at]);
        for (place, _) in code.arguments.iter_mut().rev().take_while(|(place, _)| *place as usize == at) {
            *place += 1;
        }
    }

    /// Makes the expression `id` give a report with its arguments and its answer if the last instruction calls it.
    fn keep_question(&mut self, id: ExprId) {
        let (callee, under) = match self.body().code.ops.last() {
            Some(&Op::CallBuiltin(row, count)) => (Callee::Builtin(row), count),
            Some(&Op::CallGlobal(_, count)) => (Callee::Function, count),
            Some(&Op::CallNamed(_, given)) => (Callee::Function, self.body().code.given[given as usize].len() as u32),
            Some(&Op::Call(count)) => (Callee::Function, count + 1),
            _ => return,
        };
        self.put_before_last(Op::Keep(under));
        self.emit_question(callee, id);
    }

    /// Writes the instruction that makes a report of the arguments and the answer of `id`.
    fn emit_question(&mut self, callee: Callee, id: ExprId) {
        let question = self.question(callee, id);
        self.emit(Op::Written(question), self.span(id));
    }

    /// Returns the constant with the report of `id` that lacks the arguments and the answer.
    fn question(&mut self, callee: Callee, id: ExprId) -> u32 {
        let text = self.source.slice(self.span(id)).to_string();
        let question = report::Call { text, callee, arguments: Value::Nothing, answer: Value::Nothing };
        self.constant(Value::Report(question.into()))
    }
}

/// Returns `true` if an operator makes a sum or a difference.
pub(super) fn joins(operator: BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract)
}
