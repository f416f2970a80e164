//! Instructions done on values of all kinds.

use std::rc::Rc;

use super::code::{Body, Layout};
use super::{EvalError, Session, Value};
use crate::eval::machine::{Place, operations};
use crate::value::code::Op;

/// Does an operation with these operands, and returns the result.
pub(super) fn general(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    op: Op,
    operands: Vec<Value>,
) -> Result<Value, EvalError> {
    at_place(cx, body, layout, |cx| {
        cx.machine.stack.extend(operands);
        operations::operate(cx, op, &body.code)?;
        Ok(cx.machine.pop())
    })
}

/// Makes the list, set or other literal of these groups of members. `below` is pushed before them.
pub(super) fn close(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    below: Option<Value>,
    groups: impl IntoIterator<Item = Vec<Value>>,
) -> Result<Value, EvalError> {
    at_place(cx, body, layout, |cx| {
        cx.machine.stack.extend(below);
        for members in groups {
            let height = cx.machine.stack.len();
            cx.machine.marks.push(height);
            cx.machine.stack.extend(members);
        }
        operations::operate(cx, body.code.ops[layout.pc as usize], &body.code)?;
        Ok(cx.machine.pop())
    })
}

/// Runs `run` with the present instruction as the place of failures.
pub(super) fn at_place<T>(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    run: impl FnOnce(&mut Session) -> Result<T, EvalError>,
) -> Result<T, EvalError> {
    let (places, height, marks) = (cx.machine.places.len(), cx.machine.stack.len(), cx.machine.marks.len());
    cx.machine.places.push(Place { code: body.code.clone(), pc: layout.pc as usize });
    let result = run(cx);
    if result.is_err() {
        cx.machine.registers.failed_at = Some(layout.pc);
    }
    cx.machine.places.truncate(places);
    cx.machine.stack.truncate(height);
    cx.machine.marks.truncate(marks);
    result
}
