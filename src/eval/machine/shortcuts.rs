//! What shortcuts do: see [`Op`].

use super::{EvalError, Machine, ROOM, Session, Value, literals};
use crate::syntax::ast::{BinaryOperator, Relation};
use crate::value::code::{Branch, Code, Op};

impl Machine {
    /// Whether what a shortcut asks of a place holds, and how it goes on then; nothing where it meets something else.
    #[inline]
    pub(super) fn ask_place(&self, op: Op, base: usize) -> Option<(bool, Branch)> {
        let local = |slot: u16| &self.stack[base + slot as usize];
        let integer = |slot: u16| if let Value::Integer(n) = local(slot) { Some(*n) } else { None };
        let len = |slot: u16| match local(slot) {
            Value::List(list) | Value::Set(list) => Some(list.len()),
            _ => None,
        };
        let member = |list: u16, index: u16| small_member(local(list), local(index), 0);
        Some(match op {
            Op::BranchLength(relation, index, list, to) => {
                (between(relation, integer(index)?, i64::try_from(len(list)?).ok()?), to)
            }
            Op::BranchWithin(index, list, to) => {
                let (index, len) = (integer(index)?, len(list)?);
                (u64::try_from(index).is_ok_and(|index| index < len), to)
            }
            Op::BranchMember(relation, list, index, k, to) => (between(relation, member(list, index)?, k.into()), to),
            Op::BranchMemberLocal(relation, list, index, other, to) => {
                (between(relation, member(list, index)?, integer(other)?), to)
            }
            Op::BranchMemberNegated(relation, list, index, other, to) => {
                (between(relation, member(list, index)?, integer(other)?.checked_neg()?), to)
            }
            _ => return None,
        })
    }
}

/// Puts the members gathered since the mark into the locals after the three that begin at `at`, if there are so many
/// and no list of them is to be bounded; else makes the list. Gives the instructions to be passed over.
#[inline]
pub(super) fn iterate_members(cx: &mut Session, at: usize, count: usize) -> Result<usize, EvalError> {
    let from = cx.machine.gathering();
    let members = &cx.machine.stack[from..];
    let apart = |value: &Value| !matches!(value, Value::List(_) | Value::Set(_) | Value::Nothing);
    if members.len() != count || !members.iter().all(apart) {
        let list = literals::list_literal(cx)?;
        cx.machine.stack.push(list);
        return Ok(0);
    }
    cx.games.budget.charge(count)?;
    for i in (at + 3..at + 3 + count).rev() {
        cx.machine.stack[i] = cx.machine.pop();
    }
    cx.machine.marks.pop();
    cx.machine.stack[at] = Value::Nothing;
    cx.machine.stack[at + 1] = Value::Integer(0);
    cx.machine.stack[at + 3 + count] = Value::Nothing;
    Ok(1)
}

/// Counts the members gathered since the mark, if they are integers; else makes the list. Gives the instructions to
/// be passed over.
#[inline]
pub(super) fn count_members(cx: &mut Session, op: Op) -> Result<usize, EvalError> {
    let from = cx.machine.gathering();
    let members = &cx.machine.stack[from..];
    if !members.iter().all(|member| matches!(member, Value::Integer(_))) {
        let list = literals::list_literal(cx)?;
        cx.machine.stack.push(list);
        return Ok(0);
    }
    let count = members.len();
    cx.games.budget.charge(2 * count)?;
    cx.machine.stack.truncate(from);
    cx.machine.marks.pop();
    if let Op::NoMembers(wanted) = op {
        cx.machine.stack.push(Value::Boolean((count == 0) == wanted));
        return Ok(2);
    }
    cx.machine.push_integer(count as i64);
    Ok(1)
}

/// Pushes what the loop of a [`Op::NextCopied`] only copies, up to the next index at which it does something else.
pub(super) fn copy_members(
    cx: &mut Session,
    code: &Code,
    top: usize,
    base: usize,
    slot: usize,
) -> Result<(), EvalError> {
    loop {
        let locals = &cx.machine.stack[base..];
        let (Value::Integer(last @ ..=LAST), Value::Integer(from)) = (&locals[slot], &locals[slot + 1]) else {
            return Ok(());
        };
        let (from, mut end, mut at) = (*from, *last + 1, top);
        let list = loop {
            match code.ops[at] {
                Op::BranchLocals(_, _, other, Branch { to, .. }) => {
                    let Value::Integer(other) = locals[other as usize] else { return Ok(()) };
                    if other >= from {
                        end = end.min(other);
                    }
                    at = to as usize;
                }
                Op::Member(list, _) => break list,
                _ => return Ok(()),
            }
        };
        let (Value::List(list) | Value::Set(list), Ok(first)) = (&locals[list as usize], u64::try_from(from)) else {
            return Ok(());
        };
        if end <= from || list.small(first).is_none() {
            return Ok(());
        }
        let list = list.clone();
        let end = end.min(from.saturating_add(ROOM as i64)) as u64;
        // What goes wrong is told at the place of the jump that ends the loop.
        cx.machine.frames.last_mut().expect("a frame to run").pc = at + 4;
        cx.games.budget.charge(2 * (end - first) as usize)?;
        cx.machine.room(&mut cx.games.budget)?;
        let height = cx.machine.stack.len();
        match list.as_few() {
            Some(few) => {
                let some = &few[first as usize..(end as usize).min(few.len())];
                cx.machine.stack.extend(some.iter().map(|&n| Value::Integer(n as i64)));
            }
            None => cx.machine.stack.extend((first..end).map_while(|i| list.small(i)).map(Value::Integer)),
        }
        let count = cx.machine.stack.len() - height;
        cx.machine.stack[base + slot + 1] = Value::Integer(from + count as i64);
    }
}

/// The greatest integer after which there is another one.
pub(super) const LAST: i64 = i64::MAX - 1;

/// The member of a list at an index, if these are a list and an integer and there is one.
#[inline]
pub(super) fn member(list: &Value, index: &Value) -> Option<Value> {
    let (Value::List(list) | Value::Set(list), Value::Integer(index)) = (list, index) else { return None };
    list.get(u64::try_from(*index).ok()?)
}

/// The member at `index` + `by`, if it is a machine integer. A value on its way through memory is slower.
#[inline]
pub(super) fn small_member(list: &Value, index: &Value, by: i32) -> Option<i64> {
    let (Value::List(list) | Value::Set(list), Value::Integer(index)) = (list, index) else { return None };
    list.small(u64::try_from(index.checked_add(by as i64)?).ok()?)
}

/// The integer that an operator makes of two, if it is one and as small.
#[inline]
pub(super) fn applied(operator: BinaryOperator, a: i64, b: i64) -> Option<i64> {
    match operator {
        BinaryOperator::Add => a.checked_add(b),
        BinaryOperator::Subtract => a.checked_sub(b),
        BinaryOperator::Multiply => a.checked_mul(b),
        _ => None,
    }
}

/// Whether a relation holds between two integers, which are never confused.
#[inline]
pub(super) fn between(relation: Relation, a: i64, b: i64) -> bool {
    match relation {
        Relation::Equal => a == b,
        Relation::NotEqual => a != b,
        Relation::Less | Relation::LessOrConfused => a < b,
        Relation::LessOrEqual => a <= b,
        Relation::Greater | Relation::GreaterOrConfused => a > b,
        Relation::GreaterOrEqual => a >= b,
        Relation::Confused => false,
    }
}
