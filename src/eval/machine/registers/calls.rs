//! Calls of functions, and of the engine where a search gives up.

use std::rc::Rc;

use super::code::{Body, Item, Layout, Step};
use super::general::{as_stack, general};
use super::run::{INSTALMENT, Outside, make_room, pay, push};
use super::slow::{put, word_of};
use super::{EvalError, Fault, Frame, Purpose, Registers, Session, Value, solve};
use crate::eval::machine::{DEEPEST_CALL, calls as stack_calls};
use crate::source::Span;
use crate::value::Function;
use crate::value::code::Op;

/// Calls a function, with room for its frame.
pub(super) fn call(cx: &mut Session, base: usize, first: u8, function: u16) -> Result<Outside, EvalError> {
    let registers = &mut cx.machine.registers;
    if registers.unpaid >= INSTALMENT && matches!(pay(cx)?, Outside::Leave) {
        return Ok(Outside::Leave);
    }
    let code = cx.machine.registers.functions[function as usize].definition.code.clone();
    let Some(body) = Registers::body(cx, &code) else { return Ok(Outside::Leave) };
    make_room_to_call(cx, base + first as usize)?;
    let registers = &mut cx.machine.registers;
    registers.functions[function as usize].body = Some(body);
    // The instruction is done again, now that nothing hinders it.
    Ok(Outside::Frame)
}

/// Makes room for one more frame with this base.
///
/// # Errors
/// Limits; [`Fault::Recursion`].
pub(super) fn make_room_to_call(cx: &mut Session, base: usize) -> Result<(), Fault> {
    let registers = &mut cx.machine.registers;
    if registers.frames.len() >= DEEPEST_CALL {
        return Err(Fault::Recursion { depth: DEEPEST_CALL });
    }
    if registers.frames.len() == registers.frames.capacity() {
        let more = registers.frames.capacity().max(64);
        cx.games.budget.reserve(2 * more * size_of::<Frame>())?;
        registers.frames.reserve(more);
    }
    make_room(cx, base)
}

/// Calls a function that is a value: it stands at this place, and its arguments behind it.
pub(super) fn call_value(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    place: usize,
    pc: usize,
    count: u8,
) -> Result<Outside, EvalError> {
    let count = count as usize;
    let registers = &mut cx.machine.registers;
    let callee = registers.value(registers.words[place]);
    if let Value::Function(function) = &callee
        && let Function::Closure { code, .. } = &**function
    {
        if code.parameters as usize != count {
            return Ok(Outside::Leave);
        }
        let Some(body) = Registers::body(cx, code) else { return Ok(Outside::Leave) };
        make_room_to_call(cx, place)?;
        let registers = &mut cx.machine.registers;
        registers.unpaid += 1;
        registers.words.copy_within(place + 1..place + 1 + count, place);
        put_captured(registers, place, function);
        if let Some(frame) = registers.frames.last_mut() {
            frame.pc = pc as u32 + 1;
        }
        push(cx, body, place, Purpose::Closure);
        if let Some(frame) = cx.machine.registers.frames.last_mut() {
            frame.function = Some(function.clone());
        }
        return Ok(Outside::Frame);
    }
    let arguments: Vec<Value> = (1..=count).map(|i| registers.value(registers.words[place + i])).collect();
    let is_defined = matches!(&callee, Value::Function(function) if matches!(**function, Function::Defined(..)));
    let result = as_stack(cx, body, layout, |cx| {
        if is_defined {
            return cx.call(&callee, arguments);
        }
        cx.machine.stack.push(callee);
        cx.machine.stack.extend(arguments);
        stack_calls::call_value(cx, count, Span::default())?;
        Ok(cx.machine.pop())
    })?;
    put(cx, place, &result)
}

/// Puts what a function has captured behind the locals of its frame.
pub(super) fn put_captured(registers: &mut Registers, base: usize, function: &Function) {
    let Function::Closure { code, captured } = function else { return };
    for (i, value) in captured.iter().enumerate() {
        let word = registers.word(value);
        registers.words[base + code.locals as usize + i] = word;
    }
}

/// Asks the engine what a search has not found, about the position under the arguments of the topmost frame's call.
pub(super) fn ask_elsewhere(cx: &mut Session) -> Result<(), EvalError> {
    let registers = &mut cx.machine.registers;
    let Some(frame) = registers.frames.last() else { return Ok(()) };
    let (body, base, pc) = (frame.body.clone(), frame.base, frame.pc as usize);
    let layout = &body.layouts[pc];
    let Step::Ask { first, question, game } = body.steps[pc] else { unreachable!("a question") };
    if solve::go_round(cx, base + first as usize, base + body.size, question, game)? {
        return Ok(());
    }
    let Op::CallBuiltin(row, count) = body.code.ops[layout.pc as usize].first() else { unreachable!("a question") };
    let items = &layout.items[layout.items.len() - count as usize..];
    let mut operands = Vec::new();
    for &item in items {
        operands.push(match item {
            Item::Position { slot, first, count } => {
                let arguments = (first..first + count).map(|register| registers_value(cx, base, register)).collect();
                general(cx, &body, layout, Op::CallGlobal(slot, count.into()), arguments)?
            }
            item => {
                let registers = &mut cx.machine.registers;
                let word = word_of(registers, &body, base, item);
                registers.value(word)
            }
        });
    }
    let result = general(cx, &body, layout, Op::CallBuiltin(row, count), operands)?;
    put(cx, base + first as usize, &result)?;
    if let Some(frame) = cx.machine.registers.frames.last_mut() {
        frame.pc += 1;
    }
    Ok(())
}

fn registers_value(cx: &mut Session, base: usize, register: u8) -> Value {
    let registers = &mut cx.machine.registers;
    let word = registers.words[base + register as usize];
    registers.value(word)
}
