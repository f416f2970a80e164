//! Ranges: the integers from one to another, and those below one.

use std::rc::Rc;

use super::{EvalError, Session, Value};
use crate::diagnostic::ErrorCode;
use crate::value::code::Op;
use crate::value::list::List;
use cg_engine::games::Fault;

/// The range that the topmost values give.
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
        let got = cx.describe(&wrong);
        return Err(EvalError::said(ErrorCode::CallKind, format!("a range runs through integers, not {got}"))
            .help("other steps come from a list: `[k/2 for k in 0..6]`"));
    };
    if *step == 0 {
        return Err(EvalError::said(ErrorCode::ListStep, "a range by 0 has no end").help("give a step other than 0"));
    }
    match stepped(*from, *to, *step) {
        Some(range) => Ok(Value::List(Rc::new(range))),
        None => {
            let size = steps(*from, *to, *step).to_string();
            Err(Fault::TooLarge { what: "range", size, limit: i64::MAX.to_string() }.into())
        }
    }
}

/// 0, 1, 2 and so on below the top.
fn below(cx: &mut Session) -> Result<Value, EvalError> {
    let top = cx.machine.pop();
    match &top {
        Value::Integer(top @ 0..) => {
            cx.machine.stack.extend([Value::Integer(0), Value::Integer(top - 1)]);
            range(cx, false)
        }
        _ => {
            let got = cx.describe(&top);
            let infinite = matches!(top, Value::Ordinal(_));
            let message = match infinite {
                true => format!("infinitely many ordinals are below {got}"),
                false => format!("`below` takes an ordinal, not {got}"),
            };
            Err(EvalError::said(ErrorCode::CallKind, message)
                .help("take a finite ordinal; an infinite one stands in a rule of heaps, where each option makes one parameter any smaller and leaves the others: `game v(a, b) := <v(c, b) for c below a, v(a, c) for c below b>`"))
        }
    }
}

/// The members of a range, by a step other than 0.
fn steps(from: i64, to: i64, step: i64) -> i128 {
    let (span, step) = (to as i128 - from as i128, step as i128);
    if span * step.signum() < 0 { 0 } else { span / step + 1 }
}

/// The range from one integer to another by a step, if it is not 0 and there are not too many members.
pub(super) fn stepped(from: i64, to: i64, step: i64) -> Option<List> {
    if step == 0 {
        return None;
    }
    let len = i64::try_from(steps(from, to, step)).ok()?;
    Some(List::range(from, step, len as u64))
}
