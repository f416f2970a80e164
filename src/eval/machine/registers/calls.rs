//! Calls of functions, and of the engine if a search has been given up.

use std::rc::Rc;

use super::code::{Body, Item, Layout, Step};
use super::general::{as_stack, general};
use super::run::Outside;
use super::slow::{put, value_of_item};
use super::{EvalError, Fault, Frame, Purpose, Registers, Session, Value, WINDOW, Word, solve, value_at, values_at};
use crate::eval::machine::{DEEPEST_CALL, calls as stack_calls};
use crate::source::Span;
use crate::value::code::Op;
use crate::value::{Function, LocalName};

/// Makes room for the registers of a frame with this base.
pub(super) fn make_room(cx: &mut Session, base: usize) -> Result<(), Fault> {
    let words = &mut cx.machine.registers.words;
    let wanted = base + WINDOW;
    if words.len() < wanted {
        let len = wanted.max(words.len() + words.len() / 2);
        if len > words.capacity() {
            cx.games.budget.reserve(len * size_of::<Word>())?;
        }
        words.resize(len, Word::default());
    }
    Ok(())
}

/// Makes room for one more frame, with this base.
///
/// # Errors
/// Limits; [`Fault::Recursion`].
pub(super) fn make_room_to_call(cx: &mut Session, base: usize) -> Result<(), Fault> {
    let frames = &mut cx.machine.registers.frames;
    if frames.len() >= DEEPEST_CALL {
        return Err(Fault::Recursion { depth: DEEPEST_CALL });
    }
    if frames.len() == frames.capacity() {
        let more = frames.capacity().max(64);
        cx.games.budget.reserve(2 * more * size_of::<Frame>())?;
        frames.reserve(more);
    }
    make_room(cx, base)
}

/// Prepares the call of a function whose frame has this base, so that the loop can do the instruction.
pub(super) fn call(cx: &mut Session, base: usize, function: u16) -> Result<Outside, EvalError> {
    let code = cx.machine.registers.functions[function as usize].definition.code.clone();
    let Some(body) = Registers::body(cx, &code) else { return Ok(Outside::Leave) };
    make_room_to_call(cx, base)?;
    cx.machine.registers.functions[function as usize].body = Some(body);
    Ok(Outside::Frame)
}

/// Calls the value at this place with the `count` arguments behind it.
pub(super) fn call_value(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    place: usize,
    pc: usize,
    count: usize,
) -> Result<Outside, EvalError> {
    let callee = value_at(cx, place);
    let function = if let Value::Function(function) = &callee { Some(function) } else { None };
    if let Some(function) = function
        && let Function::Closure { code, .. } = &**function
    {
        if code.parameters as usize != count {
            return Ok(Outside::Leave);
        }
        let Some(body) = Registers::body(cx, code) else { return Ok(Outside::Leave) };
        make_room_to_call(cx, place)?;
        cx.machine.registers.words.copy_within(place + 1..place + 1 + count, place);
        return Ok(enter_closure(cx, body, function, place, pc));
    }
    let is_defined = function.is_some_and(|function| matches!(**function, Function::Defined(..)));
    let arguments = values_at(cx, place + 1, count);
    let result = as_stack(cx, body, layout, |cx| {
        if is_defined {
            return cx.call(&callee, arguments);
        }
        cx.machine.stack.push(callee);
        cx.machine.stack.extend(arguments);
        stack_calls::call_value(cx, count, Span::default())?;
        Ok(cx.machine.pop())
    })?;
    Ok(put(cx, place, &result))
}

/// Puts the value of the name behind `where` at this place there, or calls the code that works it out.
pub(super) fn force(cx: &mut Session, place: usize, pc: usize) -> Result<Outside, EvalError> {
    let Value::Function(name) = value_at(cx, place) else { unreachable!("a name behind `where`") };
    let Function::Local(_, state) = &*name else { unreachable!("a name behind `where`") };
    let function = match &*state.borrow() {
        LocalName::Known(value) => return Ok(put(cx, place, value)),
        LocalName::Open(function) => function.clone(),
    };
    let Function::Closure { code, .. } = &*function else { unreachable!("the code of a name") };
    let Some(body) = Registers::body(cx, code) else { return Ok(Outside::Leave) };
    make_room_to_call(cx, place)?;
    // The name itself is the only argument of its code, and stands in its place.
    Ok(enter_closure(cx, body, &function, place, pc))
}

/// Pushes a frame for a function without a name, whose arguments begin at this place. The present frame goes on behind `pc`.
fn enter_closure(cx: &mut Session, body: Rc<Body>, function: &Rc<Function>, place: usize, pc: usize) -> Outside {
    let registers = &mut cx.machine.registers;
    registers.unpaid += 1;
    put_captured(registers, place, function);
    if let Some(frame) = registers.frames.last_mut() {
        frame.pc = pc as u32 + 1;
    }
    let frame = Frame::new(body, place, Purpose::Closure, &cx.machine);
    cx.machine.registers.frames.push(Frame { function: Some(function.clone()), ..frame });
    Outside::Frame
}

/// Puts the values that a function has captured behind the locals of its frame.
pub(super) fn put_captured(registers: &mut Registers, base: usize, function: &Function) {
    let Function::Closure { code, captured } = function else { return };
    let Registers { words, arena, .. } = registers;
    for (word, value) in words[base + code.locals as usize..].iter_mut().zip(captured) {
        *word = arena.word(value);
    }
}

/// Answers the question of the topmost frame by all that can be reached, if play goes in circles, or else by the engine.
pub(super) fn ask_engine(cx: &mut Session) -> Result<(), EvalError> {
    let Some(frame) = cx.machine.registers.frames.last() else { return Ok(()) };
    let (body, base, pc) = (frame.body.clone(), frame.base, frame.pc as usize);
    let layout = &body.layouts[pc];
    let (Step::Ask { first, question, game }, Op::CallBuiltin(row, count)) =
        (body.steps[pc], body.code.ops[layout.pc as usize])
    else {
        unreachable!("a question")
    };
    let place = base + first as usize;
    if solve::solve_loopy(cx, place, base + body.size, question, game)? {
        return Ok(());
    }
    let mut operands = Vec::new();
    for &item in &layout.items[layout.items.len() - count as usize..] {
        operands.push(match item {
            Item::Position { slot, first, count } => {
                let arguments = values_at(cx, base + first as usize, count.into());
                general(cx, &body, layout, Op::CallGlobal(slot, count.into()), arguments)?
            }
            item => value_of_item(cx, &body, base, item),
        });
    }
    let result = general(cx, &body, layout, Op::CallBuiltin(row, count), operands)?;
    put(cx, place, &result);
    if let Some(frame) = cx.machine.registers.frames.last_mut() {
        frame.pc += 1;
    }
    Ok(())
}
