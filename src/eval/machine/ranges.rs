//! Ranges: the integers from one to another, and those below one.

use std::rc::Rc;

use super::{EvalError, Session, Value};
use crate::eval::errors::{IndexError, OperandError};
use crate::value::code::Op;
use crate::value::list::List;
use cg_engine::games::Fault;

/// Returns the range that the topmost values give.
pub(super) fn range_of(cx: &mut Session, op: Op) -> Result<Value, EvalError> {
    match op {
        Op::Range { by } => range(cx, by),
        _ => below(cx),
    }
}

pub(super) fn range(cx: &mut Session, by: bool) -> Result<Value, EvalError> {
    let step = if by { cx.machine.pop() } else { Value::Integer(1) };
    let (to, from) = (cx.machine.pop(), cx.machine.pop());
    let (Value::Integer(from), Value::Integer(to), Value::Integer(step)) = (&from, &to, &step) else {
        let wrong =
            [&from, &to, &step].into_iter().find(|v| !matches!(v, Value::Integer(_))).expect("one is wrong").clone();
        if wrong.as_number().is_some_and(|x| x.is_int()) {
            let (size, limit) = (cx.short(&wrong), i64::MAX.to_string());
            return Err(Fault::TooLarge { what: "number in a range", size, limit }.into());
        }
        return Err(IndexError::Range { got: cx.describe(&wrong) }.into());
    };
    if *step == 0 {
        return Err(IndexError::NoStep.into());
    }
    match stepped(*from, *to, *step) {
        Some(range) => Ok(Value::List(Rc::new(range))),
        None => {
            let size = steps(*from, *to, *step).to_string();
            Err(Fault::TooLarge { what: "range", size, limit: i64::MAX.to_string() }.into())
        }
    }
}

/// Returns 0, 1, 2 and so on below the topmost value.
fn below(cx: &mut Session) -> Result<Value, EvalError> {
    let top = cx.machine.pop();
    match &top {
        Value::Integer(top @ 0..) => {
            cx.machine.stack.extend([Value::Integer(0), Value::Integer(top - 1)]);
            range(cx, false)
        }
        _ => {
            let got = cx.describe(&top);
            let is_infinite = matches!(top, Value::Ordinal(_));
            Err(OperandError::Below { got, is_infinite }.into())
        }
    }
}

/// Returns the members of a range, by a step other than 0.
fn steps(from: i64, to: i64, step: i64) -> i128 {
    let (span, step) = (to as i128 - from as i128, step as i128);
    if span * step.signum() < 0 { 0 } else { span / step + 1 }
}

/// Returns the range from one integer to another by a step, if it is not 0 and there are not too many members.
pub(super) fn stepped(from: i64, to: i64, step: i64) -> Option<List> {
    if step == 0 {
        return None;
    }
    let len = i64::try_from(steps(from, to, step)).ok()?;
    Some(List::range(from, step, len as u64))
}
