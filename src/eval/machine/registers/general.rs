//! Instructions done by the functions of the stack machine.

use std::rc::Rc;

use super::code::{Body, Layout};
use super::{EvalError, Keep, Session, Value};
use crate::eval::machine::{Frame as StackFrame, calls, literals, step};
use crate::value::code::Op;

/// Does what the stack machine does with these operands, and returns the result.
pub(super) fn general(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    op: Op,
    operands: Vec<Value>,
) -> Result<Value, EvalError> {
    as_stack(cx, body, layout, |cx| {
        cx.machine.stack.extend(operands);
        match op {
            Op::CallBuiltin(row, count) => calls::call_builtin(cx, row, count as usize)?,
            Op::CallGlobal(slot, count) => calls::call_global(cx, slot, count as usize)?,
            op => step::rare(cx, op, &body.code)?,
        }
        Ok(cx.machine.pop())
    })
}

/// Builds the list or set of these members.
pub(super) fn close(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    op: Op,
    members: Vec<Value>,
) -> Result<Value, EvalError> {
    as_stack(cx, body, layout, |cx| {
        let height = cx.machine.stack.len();
        cx.machine.marks.push(height);
        cx.machine.stack.extend(members);
        if op == Op::Set { literals::set_literal(cx) } else { literals::list_literal(cx) }
    })
}

/// Runs `run` with a frame of the stack machine at the present instruction, which gives messages their place.
pub(super) fn as_stack<T>(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    run: impl FnOnce(&mut Session) -> Result<T, EvalError>,
) -> Result<T, EvalError> {
    let depth = cx.machine.frames.len();
    let (base, marks, effects) = (cx.machine.stack.len(), cx.machine.marks.len(), cx.machine.effects);
    let (code, pc) = (body.code.clone(), layout.pc as usize + 1);
    cx.machine.frames.push(StackFrame { code, pc, base, marks, function: None, keep: Keep::Never, effects });
    let result = run(cx);
    cx.machine.frames.truncate(depth);
    cx.machine.stack.truncate(base);
    cx.machine.marks.truncate(marks);
    result
}
