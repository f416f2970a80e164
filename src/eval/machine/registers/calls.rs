//! Calls of functions, and of the engine if a search has been given up.

use std::rc::Rc;

use super::code::{Body, Item, Layout, Step};
use super::ending::Outside;
use super::general::{at_place, general};
use super::slow::{put, value_of_item};
use super::{Arena, Bodies, EvalError, Fault, Frame, Kinds, Purpose, Registers, Session, Value, WINDOW, Word};
use super::{dictionaries, is_memorable, solve, value_at, values_at};
use crate::eval::globals::Global;
use crate::eval::machine::{DEEPEST_CALL, calls as by_value};
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
            words.reserve_exact(len - words.len());
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

/// The beginning of a call.
pub(super) enum Begun {
    /// Its result is remembered.
    Known(Word),
    /// A frame must run for this purpose.
    Call(Purpose),
}

/// Looks for the result of a call whose arguments begin at this place, or notes that it is under way.
///
/// # Errors
/// The call waits for itself.
pub(super) fn begin_call(cx: &mut Session, place: usize, function: u16) -> Result<Begun, EvalError> {
    let entry = &cx.machine.registers.functions[function as usize];
    if !entry.is_helper {
        let count = entry.arity();
        dictionaries::settle(cx, place, count)?;
    }
    let Registers { functions, words, arena, .. } = &mut cx.machine.registers;
    let entry = &mut functions[function as usize];
    let arguments = &words[place..place + entry.arity()];
    let is_remembered = !entry.is_helper && is_memorable(Kinds::of(arguments));
    if is_remembered {
        match entry.result(arguments) {
            Word::NONE => {
                entry.set_result(arguments, Word::OPEN);
                arena.retained += 1;
            }
            Word::OPEN => {
                let definition = entry.definition.clone();
                let arguments = values_at(cx, place, definition.parameters.len());
                return Err(by_value::waits_for_itself(cx, &definition, &arguments));
            }
            known => return Ok(Begun::Known(known)),
        }
    }
    Ok(Begun::Call(Purpose::Call { function, is_remembered }))
}

/// Calls a function whose arguments begin at this place. The present frame goes on behind `pc`.
///
/// # Errors
/// Limits; the call waits for itself.
pub(super) fn call(cx: &mut Session, place: usize, pc: usize, function: u16) -> Result<Outside, EvalError> {
    let code = cx.machine.registers.functions[function as usize].definition.code.clone();
    let body = Registers::body(cx, &code)?;
    make_room_to_call(cx, place)?;
    cx.machine.registers.functions[function as usize].body = Some(body.clone());
    match begin_call(cx, place, function)? {
        Begun::Known(result) => {
            cx.machine.registers.words[place] = result;
            Ok(Outside::Next)
        }
        Begun::Call(purpose) => Ok(enter(cx, Frame::new(body, place, purpose, &cx.machine), pc)),
    }
}

/// Pushes a frame. The present one goes on behind `pc`.
fn enter(cx: &mut Session, frame: Frame, pc: usize) -> Outside {
    let registers = &mut cx.machine.registers;
    registers.unpaid += 1;
    if let Some(present) = registers.frames.last_mut() {
        present.pc = pc as u32 + 1;
    }
    registers.frames.push(frame);
    Outside::Frame
}

/// An instruction that is being done: its body, what the stack would be there, and its number.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub body: &'a Rc<Body>,
    pub layout: &'a Layout,
    pub pc: usize,
}

/// Calls the present value of a name with the `count` arguments from this place on.
pub(super) fn call_name(
    cx: &mut Session,
    here: Here<'_>,
    place: usize,
    count: usize,
    slot: u32,
) -> Result<Outside, EvalError> {
    match cx.globals.get(slot) {
        Global::Function(definition) => {
            let definition = definition.clone();
            let defaults = by_value::defaults(&definition, count)?;
            make_room(cx, place)?;
            for (i, &slot) in defaults.iter().enumerate() {
                let value = by_value::global_value(cx, slot)?;
                put(cx, place + count + i, &value);
            }
            let function = Registers::function(cx, slot)?;
            call(cx, place, here.pc, function)
        }
        Global::Variable(value) => {
            let callee = value.clone();
            call_value(cx, here, &callee, place, count)
        }
        Global::Game(..) | Global::Unset => {
            let arguments = values_at(cx, place, count);
            let result = general(cx, here.body, here.layout, Op::CallGlobal(slot, count as u32), arguments)?;
            Ok(put(cx, place, &result))
        }
    }
}

/// Calls a value with the `count` arguments from this place on.
pub(super) fn call_value(
    cx: &mut Session,
    here: Here<'_>,
    callee: &Value,
    place: usize,
    count: usize,
) -> Result<Outside, EvalError> {
    if let Value::Function(function) = callee {
        match &**function {
            Function::Closure { code, .. } if code.parameters as usize == count => {
                let body = Registers::body(cx, code)?;
                make_room_to_call(cx, place)?;
                return Ok(enter_closure(cx, body, function, place, here.pc));
            }
            Function::Defined(slot, _) => return call_name(cx, here, place, count, *slot),
            _ => {}
        }
    }
    let arguments = values_at(cx, place, count);
    let result = at_place(cx, here.body, here.layout, |cx| {
        cx.machine.stack.push(callee.clone());
        cx.machine.stack.extend(arguments);
        by_value::call_value(cx, count)?;
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
    let body = Registers::body(cx, code)?;
    make_room_to_call(cx, place)?;
    // The name itself is the only argument of its code, and stands in its place.
    Ok(enter_closure(cx, body, &function, place, pc))
}

/// Pushes a frame for a function without a name, whose arguments begin at this place. The present frame goes on behind `pc`.
fn enter_closure(cx: &mut Session, body: Rc<Body>, function: &Rc<Function>, place: usize, pc: usize) -> Outside {
    put_captured(&mut cx.machine.registers, place, function);
    enter(cx, Frame::new(body, place, Purpose::Closure, &cx.machine), pc)
}

/// Puts the values that a function has captured behind the locals of its frame.
pub(super) fn put_captured(registers: &mut Registers, base: usize, function: &Function) {
    let Function::Closure { code, captured } = function else { return };
    let Registers { words, arena, .. } = registers;
    for (word, value) in words[base + code.locals as usize..].iter_mut().zip(captured) {
        *word = arena.word(value);
    }
}

/// Prepares a call of a function without a name, which is the first word, with the `count` arguments behind it: they move to where
/// the function stands, and behind the locals comes what it has captured. Returns its body, or `None` if it must be called elsewhere.
#[inline(never)]
pub(super) fn prepare_closure(
    arena: &mut Arena,
    bodies: &Bodies,
    words: &mut [Word],
    count: usize,
) -> Option<Rc<Body>> {
    let Value::Function(function) = arena.held(*words.first()?)? else { return None };
    let Function::Closure { code, captured } = &**function else { return None };
    let body = bodies.get(&(Rc::as_ptr(code).addr(), false))?.body.clone();
    let first = code.locals as usize;
    if code.parameters as usize != count || words.len() < first + captured.len() {
        return None;
    }
    words.copy_within(1..1 + count, 0);
    if !captured.is_empty() {
        let function = function.clone();
        let Function::Closure { captured, .. } = &*function else { return None };
        for (word, value) in words[first..].iter_mut().zip(captured) {
            *word = arena.word(value);
        }
    }
    Some(body)
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
