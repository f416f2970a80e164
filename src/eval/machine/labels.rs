//! Literals that lead back to themselves, by `pass` or by a label.
//!
//! While a literal with a label is open, its label is a position that only stands for it. Literals inside that have
//! the label among their options are kept as written. When the outermost literal is closed, it becomes a position,
//! whose value is asked for.

use super::literals::{positions_of, value_of_literal};
use super::relations::worth_of;
use super::{EvalError, Session, Value};
use crate::eval::{loopy_value, sides_of};
use cg_engine::games::Fault;
use cg_engine::positions::PositionId;
use cg_engine::questions;

/// Makes the label of a literal that begins.
pub(super) fn new_label(cx: &mut Session) -> Value {
    let label = cx.positions.label(cx.machine.labels);
    cx.machine.labels += 1;
    Value::Position(label)
}

/// Returns `true` if an option leads to a literal that is still open.
pub(super) fn is_labelled(cx: &Session, value: &Value) -> bool {
    match value {
        Value::Position(p) => cx.positions.has_label(*p, None),
        Value::List(list) | Value::Set(list) => {
            list.iter().any(|member| matches!(member, Value::Position(p) if cx.positions.has_label(p, None)))
        }
        _ => false,
    }
}

/// Returns the value whose sides are the two topmost values.
pub(super) fn sides_of_topmost(cx: &mut Session) -> Result<Value, EvalError> {
    let (offside, onside) = (cx.machine.pop(), cx.machine.pop());
    sides_of(cx, &onside, &offside)
}

/// Returns the value of a literal that may lead back to itself. It stays a position if it is kept as written, if it leads to one that
/// is still open, or if a side is not found: play can answer much about it.
pub(super) fn labelled_literal(cx: &mut Session, bar: bool, kept: bool) -> Result<Value, EvalError> {
    let right = if bar { cx.machine.gathered(&mut cx.games.budget)? } else { Vec::new() };
    let left = cx.machine.gathered(&mut cx.games.budget)?;
    let Value::Position(label) = cx.machine.pop() else { unreachable!("pushed before the members") };
    cx.machine.labels = cx.machine.labels.saturating_sub(1);
    if !kept && !left.iter().chain(&right).any(|member| is_labelled(cx, member)) {
        return value_of_literal(cx, &left, bar.then_some(&right));
    }
    let left = positions_of(cx, left)?;
    let right = if bar { Some(positions_of(cx, right)?) } else { None };
    let p = cx.positions.close_literal(label, &left, right.as_deref())?;
    if kept || cx.positions.has_label(p, None) {
        return Ok(Value::Position(p));
    }
    match value_of_loop(cx, p, bar) {
        Err(EvalError::Fault(Fault::NoSides)) => Ok(Value::Position(p)),
        value => value,
    }
}

/// Returns the value of a literal that leads back to itself. Without a bar it is impartial, and may have a γ-value.
fn value_of_loop(cx: &mut Session, p: PositionId, bar: bool) -> Result<Value, EvalError> {
    if !bar {
        return worth_of(cx, p);
    }
    let value = questions::loopy_value(p, cx)?;
    Ok(loopy_value(&cx.games, value))
}
