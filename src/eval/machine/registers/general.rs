//! What the functions of the stack machine do for an instruction.

use std::rc::Rc;

use super::code::{Body, Item, Layout};
use super::run::Outside;
use super::translate::opposite;
use super::{EvalError, Keep, Session, Value, Word};
use crate::eval::machine::{Frame as StackFrame, calls, literals, members, operators, ranges, relations, step};
use crate::syntax::ast::Relation;
use crate::value::code::Op;

/// Compares two words.
pub(super) fn compare(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    relation: Relation,
    words: [Word; 2],
) -> Result<bool, EvalError> {
    let registers = &mut cx.machine.registers;
    if matches!(relation, Relation::Equal | Relation::NotEqual)
        && let Some(same) = registers.are_same(words[0], words[1])
    {
        return Ok(same == (relation == Relation::Equal));
    }
    let operands = words.map(|word| registers.value(word)).to_vec();
    let result = general(cx, body, layout, Op::Compare(relation), operands)?;
    Ok(result == Value::Boolean(true))
}

/// Goes on elsewhere if the relation that is written holds, or if it does not.
pub(super) fn jump(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    [a, b]: [Word; 2],
    to: u32,
) -> Result<Outside, EvalError> {
    let ops = &body.code.ops[layout.pc as usize..];
    let Op::Compare(relation) = ops[0].first() else { return Ok(Outside::Leave) };
    let when = ops[1..].iter().find_map(|op| match op.first() {
        Op::JumpIfTrue(_) => Some(true),
        Op::JumpIfFalse(_) => Some(false),
        _ => None,
    });
    let effective = if when == Some(true) { Some(relation) } else { opposite(relation) };
    // Two relations have no instruction of their own, but one in which the operands have changed places.
    let is_small = |item: Option<&Item>| matches!(item, Some(Item::Integer(n)) if i16::try_from(*n).is_ok());
    let is_turned = matches!(effective, Some(Relation::Greater | Relation::GreaterOrEqual));
    let is_register = matches!(layout.items.iter().nth_back(1), Some(Item::Register(_)));
    let is_immediate = is_small(layout.items.last()) && is_register;
    let words = if is_turned && !is_immediate { [b, a] } else { [a, b] };
    let holds = compare(cx, body, layout, relation, words)?;
    Ok(if when == Some(holds) { Outside::Jump(to) } else { Outside::Next })
}

/// Does what the stack machine does with these operands.
pub(super) fn general(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    op: Op,
    operands: Vec<Value>,
) -> Result<Value, EvalError> {
    let height = cx.machine.stack.len();
    as_stack(cx, body, layout, |cx| {
        cx.machine.stack.extend(operands);
        match op {
            Op::CallBuiltin(row, count) => calls::call_builtin(cx, row, count as usize)?,
            Op::CallGlobal(slot, count) => calls::call_global(cx, slot, count as usize)?,
            Op::Compare(relation) => relations::compare_topmost(cx, relation)?,
            Op::Binary(operator) => {
                let (right, left) = (cx.machine.pop(), cx.machine.pop());
                let value = operators::binary(cx, operator, left, right)?;
                cx.machine.stack.push(value);
            }
            Op::Index => {
                let (index, target) = (cx.machine.pop(), cx.machine.pop());
                let value = members::index(cx, &target, &index)?;
                cx.machine.stack.push(value);
            }
            Op::Range { by } => {
                let value = ranges::range(cx, by)?;
                cx.machine.stack.push(value);
            }
            op => step::rare(cx, op, &body.code)?,
        }
        debug_assert_eq!(cx.machine.stack.len(), height + 1);
        Ok(cx.machine.pop())
    })
}

/// Does what the stack machine does with these operands, where that gives nothing.
pub(super) fn effect(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    op: Op,
    operands: Vec<Value>,
) -> Result<(), EvalError> {
    as_stack(cx, body, layout, |cx| {
        cx.machine.stack.extend(operands);
        match op {
            Op::Show => {
                let value = cx.machine.pop();
                literals::show_result(cx, &value)
            }
            op => step::rare(cx, op, &body.code),
        }
    })
}

/// A list or set of these members.
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
        match op {
            Op::Set => literals::set_literal(cx),
            _ => literals::list_literal(cx),
        }
    })
}

/// Runs something with a frame of the stack machine at the instruction under way, from which messages take their place.
pub(super) fn as_stack<T>(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    run: impl FnOnce(&mut Session) -> Result<T, EvalError>,
) -> Result<T, EvalError> {
    let (base, marks, effects) = (cx.machine.stack.len(), cx.machine.marks.len(), cx.machine.effects);
    let (code, pc) = (body.code.clone(), layout.pc as usize + 1);
    cx.machine.frames.push(StackFrame { code, pc, base, marks, function: None, keep: Keep::Never, effects });
    let depth = cx.machine.frames.len() - 1;
    let result = run(cx);
    cx.machine.frames.truncate(depth);
    cx.machine.stack.truncate(base);
    cx.machine.marks.truncate(marks);
    result
}
