//! The ways from the stack machine into the register machine.

use std::rc::Rc;

use super::calls::{make_room, put_captured};
use super::run::{self, Ending};
use super::{Body, DEEPEST_ENTRY, EvalError, FRAME, Fault, Frame, Purpose, Registers, Session, Value, Word};
use super::{is_memorable, translate, value_of};
use crate::value::code::Op;
use crate::value::{Code, Function};
use cg_engine::games::deep;

/// The result of an entry.
pub(in crate::eval::machine) enum Run {
    /// The code has run to its end.
    Done(Value),
    /// The stack machine goes on with the frames that were pushed.
    Left,
}

/// Runs the code of a statement. `None` if the register machine cannot run it.
///
/// # Errors
/// A failure of the code. The frames that the stack machine then has tell the place.
pub(in crate::eval::machine) fn statement(cx: &mut Session, code: &Rc<Code>) -> Result<Option<Run>, EvalError> {
    // The body of a game without parameters is no statement.
    if matches!(code.ops.last(), Some(Op::ReturnMoves { .. })) {
        return Ok(None);
    }
    cx.machine.registers.refresh(cx.globals.generation());
    cx.machine.registers.give_back(cx.games.budget.memory_limit());
    // It runs once, so its translation is not stored.
    let Ok(body) = translate::translate(cx, code) else { return Ok(None) };
    let base = place_of_entry(cx);
    start(cx, Rc::new(body), base, Purpose::Statement, None).map(Some)
}

/// Calls a function with the topmost `count` values of the stack machine. `None`, with the values still there, if the register
/// machine cannot call it.
///
/// # Errors
/// As [`statement`].
pub(in crate::eval::machine) fn call(cx: &mut Session, slot: u32, count: usize) -> Result<Option<Run>, EvalError> {
    cx.machine.registers.refresh(cx.globals.generation());
    cx.machine.registers.give_back_if_full(cx.games.budget.memory_limit());
    let from = cx.machine.stack.len() - count;
    let Some(number) = Registers::function(cx, slot) else { return Ok(None) };
    let code = cx.machine.registers.functions[number as usize].definition.code.clone();
    let Some(body) = Registers::body(cx, &code) else { return Ok(None) };
    let arguments = cx.machine.stack[from..].to_vec();
    let base = place_of_entry(cx);
    put_arguments(cx, base, &arguments)?;
    let registers = &mut cx.machine.registers;
    let function = &mut registers.functions[number as usize];
    let arguments = &registers.words[base..base + count];
    let is_remembered = !function.is_helper && is_memorable(arguments);
    if is_remembered {
        match function.result(arguments) {
            Word::NONE => {
                function.set_result(arguments, Word::OPEN);
                registers.arena.retained += 1;
            }
            Word::OPEN => return Ok(None),
            known => {
                cx.machine.stack.truncate(from);
                return Ok(Some(Run::Done(value_of(cx, known))));
            }
        }
    }
    cx.machine.stack.truncate(from);
    start(cx, body, base, Purpose::Call { function: number, is_remembered }, None).map(Some)
}

/// Calls a function without a name. `None` if the register machine cannot call it.
///
/// # Errors
/// As [`statement`].
pub(in crate::eval::machine) fn call_closure(
    cx: &mut Session,
    function: &Rc<Function>,
    arguments: &[Value],
) -> Result<Option<Run>, EvalError> {
    let Function::Closure { code, .. } = &**function else { return Ok(None) };
    if code.parameters as usize != arguments.len() {
        return Ok(None);
    }
    cx.machine.registers.refresh(cx.globals.generation());
    let Some(body) = Registers::body(cx, code) else { return Ok(None) };
    let base = place_of_entry(cx);
    put_arguments(cx, base, arguments)?;
    put_captured(&mut cx.machine.registers, base, function);
    start(cx, body, base, Purpose::Closure, Some(function.clone())).map(Some)
}

/// Returns the place of the first register of a frame that is entered from outside.
pub(super) fn place_of_entry(cx: &Session) -> usize {
    cx.machine.registers.frames.last().map_or(0, |frame| frame.base + frame.body.size)
}

/// Puts the arguments of a frame into its first registers.
pub(super) fn put_arguments(cx: &mut Session, base: usize, arguments: &[Value]) -> Result<(), Fault> {
    make_room(cx, base)?;
    let Registers { words, arena, .. } = &mut cx.machine.registers;
    for (word, argument) in words[base..].iter_mut().zip(arguments) {
        *word = arena.word(argument);
    }
    Ok(())
}

fn start(
    cx: &mut Session,
    body: Rc<Body>,
    base: usize,
    purpose: Purpose,
    function: Option<Rc<Function>>,
) -> Result<Run, EvalError> {
    make_room(cx, base)?;
    let code = body.code.clone();
    let ending = run_frame(cx, Frame { function, ..Frame::new(body, base, purpose, &cx.machine) })?;
    let registers = &mut cx.machine.registers;
    match ending {
        Ending::Done(word) => {
            registers.note_end(&code, true);
            Ok(Run::Done(value_of(cx, word)))
        }
        Ending::Left => {
            registers.note_end(&code, false);
            Ok(Run::Left)
        }
        Ending::Failed(trouble) => Err(trouble),
        Ending::Unknown => unreachable!("only a search gives up"),
    }
}

/// Runs a frame, and those it pushes, on a level of its own of the thread's stack.
///
/// # Errors
/// [`Fault::Recursion`] if there are too many levels.
pub(super) fn run_frame(cx: &mut Session, frame: Frame) -> Result<Ending, Fault> {
    if cx.machine.entries >= DEEPEST_ENTRY {
        return Err(Fault::Recursion { depth: DEEPEST_ENTRY });
    }
    let floor = cx.machine.registers.frames.len();
    cx.machine.registers.frames.push(frame);
    run_above(cx, floor)
}

/// Runs the frames above `floor`, as [`run_frame`] does.
pub(super) fn run_above(cx: &mut Session, floor: usize) -> Result<Ending, Fault> {
    cx.machine.entries += 1;
    let ending = deep::level(FRAME, || run::run(cx, floor));
    cx.machine.entries = cx.machine.entries.saturating_sub(1);
    ending
}
