//! Operations on the topmost values of the stack, which may be of all kinds.

use std::rc::Rc;

use super::literals::iterable;
use super::powers::{ordinal_sum, switch};
use super::relations::compare_topmost;
use super::{EvalError, Session, Value, calls, families, labels, literals, members, operators, powers, ranges};
use crate::eval::errors::OperandError;
use crate::eval::{Role, reserve_list, run_through, sum_of};
use crate::syntax::ast::BinaryOperator;
use crate::value::code::{Code, Op};

/// Does an instruction with operands that the loop does not know.
pub(super) fn operate(cx: &mut Session, op: Op, code: &Rc<Code>) -> Result<(), EvalError> {
    let value = match op {
        Op::Show => {
            let value = cx.machine.pop();
            return literals::show_result(cx, &value);
        }
        Op::Binary(operator) => {
            let (right, left) = (cx.machine.pop(), cx.machine.pop());
            operators::binary(cx, operator, left, right)?
        }
        Op::Compare(relation) => return compare_topmost(cx, relation),
        Op::Index => {
            let (index, target) = (cx.machine.pop(), cx.machine.pop());
            members::index(cx, &target, &index)?
        }
        Op::CallBuiltin(row, count) => calls::run_builtin(cx, row, count as usize)?,
        Op::CallMany(row) => {
            let from = cx.machine.gathering();
            cx.machine.marks.pop();
            calls::run_builtin(cx, row, cx.machine.stack.len() - from)?
        }
        Op::CallGlobal(slot, count) => return calls::call_global(cx, slot, count as usize),
        Op::CallNamed(slot, given) => return calls::call_named(cx, slot, &code.given[given as usize]),
        Op::Call(count) => return calls::call_value(cx, count as usize),
        Op::List => literals::list_literal(cx)?,
        Op::Builtin(row) => calls::builtin_value(cx, row)?,
        Op::Boolean | Op::JumpIfFalse(_) | Op::JumpIfTrue(_) | Op::And(_) | Op::Or(_) => {
            Value::Boolean(pop_boolean(cx)?)
        }
        Op::Each(row, count) => {
            let members = cx.machine.stack.last().cloned().unwrap_or_default();
            match run_through(cx, &members)? {
                Some(list) => {
                    // There is a result for each member.
                    if cx.globals.builtins.row(row).role == Some(Role::Map) {
                        reserve_list(&mut cx.games.budget, list.len())?;
                    }
                    let from = cx.machine.stack.len() - count as usize;
                    cx.machine.stack.truncate(from);
                    Value::List(list)
                }
                // The built-in itself says what is wrong.
                None => calls::run_builtin(cx, row, count as usize)?,
            }
        }
        Op::Kept => match cx.machine.pop() {
            kept @ Value::Boolean(_) => kept,
            other => return Err(OperandError::Filter { got: cx.describe(&other) }.into()),
        },
        Op::Not => Value::Boolean(!pop_boolean(cx)?),
        Op::Negate => {
            let value = cx.machine.pop();
            operators::negate(cx, value)?
        }
        Op::Power => {
            let (exponent, base) = (cx.machine.pop(), cx.machine.pop());
            powers::power(cx, base, exponent)?
        }
        Op::OrdinalSum => {
            let (right, left) = (cx.machine.pop(), cx.machine.pop());
            ordinal_sum(cx, left, right)?
        }
        Op::Star => Value::Game(cx.games.nimber(1)?),
        Op::Nimber => {
            let size = cx.machine.pop();
            powers::nimber(cx, size)?
        }
        Op::PlusStar => {
            let value = cx.machine.pop();
            let star = Value::Game(cx.games.nimber(1)?);
            operators::binary(cx, BinaryOperator::Add, value, star)?
        }
        Op::Ups(count) => powers::ups(cx, count)?,
        Op::Switch(count) => {
            let from = cx.machine.stack.len() - count as usize;
            let options = cx.machine.stack.split_off(from);
            switch(cx, &options)?
        }
        Op::Set => literals::set_literal(cx)?,
        Op::Game { bar } => literals::game_literal(cx, bar)?,
        Op::Form { bar } => literals::form_literal(cx, bar)?,
        Op::FormOrNumber { bar, question } => literals::form_or_number(cx, bar, &code.constants[question as usize])?,
        Op::Loop { bar, kept } => labels::labelled_literal(cx, bar, kept)?,
        Op::Label(_) => labels::new_label(cx),
        Op::AddMoves => {
            let (right, left) = (cx.machine.pop(), cx.machine.pop());
            match (left, right) {
                (Value::Position(a), Value::Position(b)) => Value::Position(sum_of(cx, &[a, b])?),
                (left, right) => operators::binary(cx, BinaryOperator::Add, left, right)?,
            }
        }
        Op::Iterate(_) => {
            let value = cx.machine.pop();
            Value::List(iterable(cx, value)?)
        }
        Op::Sides => labels::sides_of_topmost(cx)?,
        Op::Join(operator) => {
            let (right, left) = (cx.machine.pop(), cx.machine.pop());
            operators::join(cx, operator, left, right)?
        }
        Op::JoinMembers => {
            let members = cx.machine.pop();
            operators::join_members(cx, members)?
        }
        Op::Written(question) => {
            let (answer, arguments) = (cx.machine.pop(), cx.machine.pop());
            calls::question(&code.constants[question as usize], arguments, answer)
        }
        Op::Family(family) => {
            let parts = cx.machine.pop();
            families::family_of(cx, &code.constants[family as usize], &parts)?
        }
        Op::Range { .. } | Op::Below => ranges::range_of(cx, op)?,
        Op::Field(name) => {
            let Value::Text(name) = code.constants[name as usize].clone() else { unreachable!("a name") };
            let target = cx.machine.pop();
            members::field(cx, &target, &name)?
        }
        Op::Vertex(entry) => literals::graph_entry(cx, entry)?,
        Op::Graph { by_rule } => literals::graph_literal(cx, by_rule)?,
        Op::Edge(colour) => cx.machine.hackenbush_edge(colour),
        Op::Hackenbush => literals::hackenbush_literal(cx)?,
        Op::Check => {
            let holds = cx.machine.pop();
            return literals::check(cx, &holds);
        }
        Op::CheckRelation(relation) => {
            let (right, left) = (cx.machine.pop(), cx.machine.pop());
            return literals::check_relation(cx, &left, relation, &right);
        }
        _ => unreachable!("done in the loop"),
    };
    cx.machine.stack.push(value);
    Ok(())
}

fn pop_boolean(cx: &mut Session) -> Result<bool, EvalError> {
    match cx.machine.pop() {
        Value::Boolean(b) => Ok(b),
        other => Err(OperandError::Condition { got: cx.describe(&other) }.into()),
    }
}
