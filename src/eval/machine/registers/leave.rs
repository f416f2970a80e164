//! Leaving code to the stack machine in the middle of it.

use super::code::{Gathering, Item, Layout};
use super::{Body, Frame, Keep, Purpose, Session, Value, Word, memo};
use crate::eval::machine::{Frame as StackFrame, calls};
use crate::value::code::Op;
use cg_engine::games::Fault;

/// Frames that are shown of a failure, at most.
const MAX_SHOWN: usize = 100_000;

/// Gives the frames from `floor` on to the stack machine, which goes on with the instruction under way.
///
/// # Errors
/// Limits, with the frames as they were.
pub(super) fn leave(cx: &mut Session, floor: usize) -> Result<(), Fault> {
    let registers = &mut cx.machine.registers;
    let frames = &registers.frames[floor..];
    let values: usize = frames.iter().map(|frame| frame.body.size).sum();
    let gathered = registers.gathered.len();
    let room = (values + gathered) * size_of::<Value>() + frames.len() * size_of::<StackFrame>();
    cx.games.budget.reserve(room)?;
    let frames = registers.frames.split_off(floor);
    let count = frames.len();
    let marks = frames.first().map_or(0, |frame| frame.marks);
    for (i, frame) in frames.into_iter().enumerate() {
        forget_call(cx, &frame);
        push(cx, frame, i + 1 == count);
    }
    cut(cx, marks);
    Ok(())
}

/// Takes the frames from `floor` on down, after a failure in the topmost one. The stack machine gets frames that say where it was
/// and how it came there.
pub(super) fn take_down(cx: &mut Session, floor: usize) {
    let frames = cx.machine.registers.frames.split_off(floor);
    let marks = frames.first().map_or(0, |frame| frame.marks);
    let first_shown = frames.len().saturating_sub(MAX_SHOWN);
    let last = frames.len().saturating_sub(1);
    for (i, frame) in frames.into_iter().enumerate() {
        forget_call(cx, &frame);
        // Of a recursion one frame says as much as all.
        let is_repeated = cx.machine.frames.last().is_some_and(|known| known.code.name == frame.body.code.name);
        if i < last && (i < first_shown || is_repeated) {
            continue;
        }
        let at = (frame.pc as usize).saturating_sub(usize::from(i < last));
        let pc = frame.body.layouts.get(at).map_or(0, |layout| layout.pc as usize + 1);
        let (code, base, marks) = (frame.body.code.clone(), cx.machine.stack.len(), cx.machine.marks.len());
        let effects = frame.effects;
        cx.machine.frames.push(StackFrame { code, pc, base, marks, function: None, keep: Keep::Never, effects });
    }
    cut(cx, marks);
}

/// Forgets the members that were gathered since there were so many marks.
fn cut(cx: &mut Session, marks: usize) {
    let registers = &mut cx.machine.registers;
    if let Some(&start) = registers.marks.get(marks) {
        registers.gathered.truncate(start as usize);
    }
    registers.marks.truncate(marks);
}

/// Notes that a call is no longer under way here.
fn forget_call(cx: &mut Session, frame: &Frame) {
    if let Purpose::Call { function, is_kept: true } = frame.purpose {
        let registers = &mut cx.machine.registers;
        let function = &mut registers.functions[function as usize];
        let count = function.definition.parameters.len();
        function.table.set(&registers.words[frame.base..][..count], Word::NONE);
    }
}

fn push(cx: &mut Session, frame: Frame, is_topmost: bool) {
    let Frame { body, pc, base, marks, purpose, function, effects, .. } = frame;
    let bottom = cx.machine.stack.len();
    let stack_marks = cx.machine.marks.len();
    for i in 0..body.code.locals as usize {
        let word = cx.machine.registers.words[base + i];
        let value = cx.machine.registers.value(word);
        cx.machine.stack.push(value);
    }
    let keep = match purpose {
        Purpose::Call { function, is_kept } => keep_of(cx, function, is_kept, bottom),
        Purpose::Statement | Purpose::Closure | Purpose::Moves(_) | Purpose::List { .. } => Keep::Never,
    };
    // All but the topmost wait for the result of a call, whose arguments it has taken.
    let at = if is_topmost { pc as usize } else { pc as usize - 1 };
    let Layout { pc, items } = &body.layouts[at];
    let arguments = match body.code.ops[*pc as usize].first() {
        Op::CallGlobal(_, count) if !is_topmost => count as usize,
        Op::Call(count) if !is_topmost => count as usize + 1,
        _ => 0,
    };
    put_items(cx, &body, base, marks, &items[..items.len() - arguments]);
    let pc = *pc as usize + usize::from(!is_topmost);
    let code = body.code.clone();
    cx.machine.frames.push(StackFrame { code, pc, base: bottom, marks: stack_marks, function, keep, effects });
}

/// Whether the stack machine remembers the result of a call, whose arguments lie on its stack.
fn keep_of(cx: &mut Session, function: u16, is_kept: bool, bottom: usize) -> Keep {
    let function = &cx.machine.registers.functions[function as usize];
    let (slot, count) = (function.slot, function.definition.parameters.len());
    if function.is_helper {
        return Keep::IfLong { slot, began: cx.games.budget.spent() };
    }
    let arguments = &cx.machine.stack[bottom..bottom + count];
    match is_kept.then(|| cx.machine.memo.begin(slot, arguments)) {
        Some(memo::Found::New(ticket)) => Keep::Always(ticket),
        Some(memo::Found::Result(_) | memo::Found::Waiting) | None => Keep::Never,
    }
}

/// Puts the values, marks and members on the stack that would lie there.
fn put_items(cx: &mut Session, body: &Body, base: usize, marks: usize, items: &[Item]) {
    let mut mark = marks;
    for &item in items {
        let registers = &mut cx.machine.registers;
        let read = |register: u8| base + register as usize;
        match item {
            Item::Register(register) => {
                let word = registers.words[read(register)];
                let value = registers.value(word);
                cx.machine.stack.push(value);
            }
            Item::Integer(n) => cx.machine.stack.push(Value::Integer(n.into())),
            Item::Constant(index) => {
                let value = registers.value(body.constants[index as usize]);
                cx.machine.stack.push(value);
            }
            Item::Open(Gathering::Moves) => set_mark(cx),
            Item::Open(_) => {
                let start = registers.marks.get(mark).map(|&start| start as usize);
                let end = registers.marks.get(mark + 1).map_or(registers.gathered.len(), |&end| end as usize);
                mark += 1;
                set_mark(cx);
                for i in start.unwrap_or(end)..end {
                    let word = cx.machine.registers.gathered[i];
                    let value = cx.machine.registers.value(word);
                    cx.machine.stack.push(value);
                }
            }
            Item::Count(register) => {
                let count = registers.words[read(register)].value();
                set_mark(cx);
                let height = cx.machine.stack.len() + count as usize;
                cx.machine.stack.resize(height, Value::Nothing);
            }
            Item::Sum(register) => {
                let sum = registers.words[read(register)];
                set_mark(cx);
                if sum != Word::small(0) {
                    let value = cx.machine.registers.value(sum);
                    cx.machine.stack.push(value);
                }
            }
            Item::Position { slot, first, count } => put_position(cx, slot, read(first), count),
            Item::Positions { slots, firsts, counts } => {
                for ((slot, first), count) in slots.into_iter().zip(firsts).zip(counts) {
                    put_position(cx, slot, read(first), count);
                }
            }
        }
    }
}

fn set_mark(cx: &mut Session) {
    let height = cx.machine.stack.len();
    cx.machine.marks.push(height);
}

/// Puts the position of a game on the stack.
fn put_position(cx: &mut Session, slot: u32, place: usize, count: u8) {
    for i in 0..count as usize {
        let word = cx.machine.registers.words[place + i];
        let value = cx.machine.registers.value(word);
        cx.machine.stack.push(value);
    }
    let made = calls::call_global(cx, slot, count as usize);
    debug_assert!(made.is_ok(), "a game takes any arguments");
}
