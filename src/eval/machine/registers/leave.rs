//! Leaving code to the stack machine in the middle of it.

use super::code::{Gathering, Item, Layout};
use super::moves::listed;
use super::{
    Body, Frame, Keep, Machine, Purpose, Registers, Session, Value, Word, memo, value_at, value_of, values_at,
};
use crate::eval::machine::{Frame as StackFrame, calls};
use crate::value::code::Op;
use cg_engine::games::Fault;

/// The largest number of frames that tell how a failure came about.
const MAX_SHOWN: usize = 100_000;

/// Hands the frames from `floor` on over to the stack machine, which goes on with the present instruction.
///
/// # Errors
/// Limits. The frames are then as they were.
pub(super) fn leave(cx: &mut Session, floor: usize) -> Result<(), Fault> {
    let registers = &mut cx.machine.registers;
    let frames = &registers.frames[floor..];
    let values = registers.gathered.len() + frames.iter().map(|frame| frame.body.size).sum::<usize>();
    cx.games.budget.reserve(values * size_of::<Value>() + size_of_val(frames))?;
    let frames = registers.frames.split_off(floor);
    let count = frames.len();
    let marks = frames.first().map_or(0, |frame| frame.marks);
    for (i, frame) in frames.into_iter().enumerate() {
        cx.machine.registers.reopen_call(&frame);
        push(cx, frame, i + 1 == count);
    }
    cx.machine.registers.cut_gathered(marks);
    Ok(())
}

/// Takes down the frames from `floor` on after a failure in the topmost one. The stack machine gets frames without values, which
/// tell the place and the calls that led to it.
pub(super) fn take_down(cx: &mut Session, floor: usize) {
    let frames = cx.machine.registers.frames.split_off(floor);
    let marks = frames.first().map_or(0, |frame| frame.marks);
    let first_shown = frames.len().saturating_sub(MAX_SHOWN);
    let last = frames.len().saturating_sub(1);
    for (i, frame) in frames.into_iter().enumerate() {
        cx.machine.registers.reopen_call(&frame);
        // One frame of a recursion tells as much as all.
        let is_repeated = cx.machine.frames.last().is_some_and(|known| known.code.name == frame.body.code.name);
        if i < last && (i < first_shown || is_repeated) {
            continue;
        }
        let at = frame.pc as usize - usize::from(i < last);
        let pc = frame.body.layouts.get(at).map_or(0, |layout| layout.pc as usize + 1);
        let (code, base, marks) = (frame.body.code.clone(), cx.machine.stack.len(), cx.machine.marks.len());
        let effects = frame.effects;
        cx.machine.frames.push(StackFrame { code, pc, base, marks, function: None, keep: Keep::Never, effects });
    }
    cx.machine.registers.cut_gathered(marks);
}

/// Pushes the frame of the stack machine that goes on with a frame.
fn push(cx: &mut Session, frame: Frame, is_topmost: bool) {
    let Frame { body, pc, base, marks, purpose, function, effects, .. } = frame;
    let (bottom, stack_marks) = (cx.machine.stack.len(), cx.machine.marks.len());
    for place in base..base + body.code.locals as usize {
        let word = cx.machine.registers.words[place];
        let is_valid = cx.machine.registers.arena.is_valid(word);
        let local = if is_valid { value_of(cx, word) } else { Value::Nothing };
        cx.machine.stack.push(local);
    }
    let keep = match purpose {
        Purpose::Call { function, is_remembered } => keep_of(cx, function, is_remembered, bottom),
        _ => Keep::Never,
    };
    // All but the topmost frame wait for the result of a call, whose arguments are no longer on the stack.
    let Layout { pc, items } = &body.layouts[pc as usize - usize::from(!is_topmost)];
    let arguments = match body.code.ops[*pc as usize] {
        Op::CallGlobal(_, count) if !is_topmost => count as usize,
        Op::Call(count) if !is_topmost => count as usize + 1,
        Op::Force if !is_topmost => 1,
        _ => 0,
    };
    let is_listed = matches!(purpose, Purpose::Targets { .. });
    put_items(cx, &body, base, marks, is_listed, &items[..items.len() - arguments]);
    let (code, pc) = (body.code.clone(), *pc as usize + usize::from(!is_topmost));
    cx.machine.frames.push(StackFrame { code, pc, base: bottom, marks: stack_marks, function, keep, effects });
}

/// Decides whether the stack machine remembers the result of a call whose arguments begin at `bottom` of its stack.
fn keep_of(cx: &mut Session, function: u16, is_remembered: bool, bottom: usize) -> Keep {
    let function = &cx.machine.registers.functions[function as usize];
    let (slot, count) = (function.slot, function.arity());
    if function.is_helper {
        return Keep::IfLong { slot, began: cx.games.budget.spent() };
    }
    let arguments = &cx.machine.stack[bottom..bottom + count];
    match is_remembered.then(|| cx.machine.memo.begin(slot, arguments)) {
        Some(memo::Found::New(ticket)) => Keep::Always(ticket),
        Some(memo::Found::Result(_) | memo::Found::Waiting) | None => Keep::Never,
    }
}

/// Puts values, marks and members on the stack as `items` says. If `is_listed`, moves have been listed.
fn put_items(cx: &mut Session, body: &Body, base: usize, marks: usize, is_listed: bool, items: &[Item]) {
    let (mut mark, mut side) = (marks, 0);
    let at = |register: u8| base + register as usize;
    for &item in items {
        let pushed = match item {
            Item::Register(register) => value_at(cx, at(register)),
            Item::Integer(n) => Value::Integer(n.into()),
            Item::Constant(index) => value_of(cx, body.constants[index as usize]),
            Item::Open(Gathering::Moves) => {
                open(cx);
                if is_listed {
                    let moves = listed(cx, side);
                    cx.machine.stack.extend(moves);
                    side += 1;
                }
                continue;
            }
            Item::Open(_) => {
                open(cx);
                let Registers { marks, gathered, .. } = &cx.machine.registers;
                let end = marks.get(mark + 1).map_or(gathered.len(), |&end| end as usize);
                let start = marks.get(mark).map_or(end, |&start| start as usize);
                for i in start..end {
                    let member = cx.machine.registers.gathered[i];
                    let member = value_of(cx, member);
                    cx.machine.stack.push(member);
                }
                mark += 1;
                continue;
            }
            Item::Count(register) => {
                open(cx);
                let Machine { stack, registers, .. } = &mut cx.machine;
                let count = registers.words[at(register)].value() as usize;
                stack.resize(stack.len() + count, Value::Nothing);
                continue;
            }
            Item::Sum(register) => {
                open(cx);
                if cx.machine.registers.words[at(register)] == Word::small(0) {
                    continue;
                }
                value_at(cx, at(register))
            }
            Item::Position { slot, first, count } => {
                put_position(cx, slot, at(first), count);
                continue;
            }
            Item::Positions { slots, firsts, counts } => {
                for ((slot, first), count) in slots.into_iter().zip(firsts).zip(counts) {
                    put_position(cx, slot, at(first), count);
                }
                continue;
            }
        };
        cx.machine.stack.push(pushed);
    }
}

/// Sets a mark of the stack machine.
fn open(cx: &mut Session) {
    let Machine { marks, stack, .. } = &mut cx.machine;
    marks.push(stack.len());
}

/// Puts the position of a game on the stack.
fn put_position(cx: &mut Session, slot: u32, place: usize, count: u8) {
    let arguments = values_at(cx, place, count.into());
    cx.machine.stack.extend(arguments);
    let made = calls::call_global(cx, slot, count.into());
    debug_assert!(made.is_ok(), "a game takes any arguments");
}
