//! The ways into the machine.

use std::rc::Rc;

use super::calls::{Begun, ask_engine, begin_call, make_room, put_captured};
use super::ending::{Ending, Event, Outside, end, fail, give_up, pay};
use super::run::{INSTALMENT, fast};
use super::slow::slow;
use super::{Body, DEEPEST_ENTRY, EvalError, FRAME, Fault, Frame, Purpose, Registers, Session, Value};
use super::{Word, solve, translate, value_of};
use crate::eval::machine::failures;
use crate::value::{Code, Function};
use cg_engine::games::deep;

/// Runs the code of a statement.
///
/// # Errors
/// A failure of the code.
pub(in crate::eval::machine) fn statement(cx: &mut Session, code: &Rc<Code>) -> Result<Value, EvalError> {
    cx.machine.registers.refresh(cx.globals.generation());
    cx.machine.registers.give_back(cx.games.budget.memory_limit());
    // It runs once, so its translation is not stored.
    let body = translate::translate(cx, code, false)?;
    let base = place_of_entry(cx);
    start(cx, Rc::new(body), base, Purpose::Statement)
}

/// Calls a function with the topmost `count` values, which are popped.
///
/// # Errors
/// The errors of [`statement`].
pub(in crate::eval::machine) fn call(cx: &mut Session, slot: u32, count: usize) -> Result<Value, EvalError> {
    cx.machine.registers.refresh(cx.globals.generation());
    cx.machine.registers.give_back_if_full(cx.games.budget.memory_limit());
    let number = Registers::function(cx, slot)?;
    let code = cx.machine.registers.functions[number as usize].definition.code.clone();
    let body = Registers::body(cx, &code)?;
    let base = place_of_entry(cx);
    let arguments = topmost(cx, count);
    put_arguments(cx, base, &arguments)?;
    match begin_call(cx, base, number)? {
        Begun::Known(result) => Ok(value_of(cx, result)),
        Begun::Call(purpose) => start(cx, body, base, purpose),
    }
}

/// Calls a function without a name with the topmost `count` values, which are popped. It must have as many parameters.
///
/// # Errors
/// The errors of [`statement`].
pub(in crate::eval::machine) fn call_closure(
    cx: &mut Session,
    function: &Rc<Function>,
    count: usize,
) -> Result<Value, EvalError> {
    let Function::Closure { code, .. } = &**function else { unreachable!("a function without a name") };
    cx.machine.registers.refresh(cx.globals.generation());
    let body = Registers::body(cx, code)?;
    let base = place_of_entry(cx);
    let arguments = topmost(cx, count);
    put_arguments(cx, base, &arguments)?;
    put_captured(&mut cx.machine.registers, base, function);
    start(cx, body, base, Purpose::Closure)
}

/// Pops the topmost `count` values.
fn topmost(cx: &mut Session, count: usize) -> Vec<Value> {
    let from = cx.machine.stack.len() - count;
    cx.machine.stack.split_off(from)
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

fn start(cx: &mut Session, body: Rc<Body>, base: usize, purpose: Purpose) -> Result<Value, EvalError> {
    make_room(cx, base)?;
    match run_frame(cx, Frame::new(body, base, purpose, &cx.machine))? {
        Ending::Done(word) => Ok(value_of(cx, word)),
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

/// Runs the frames above `floor`, as [`run_frame`] does. A failure has its place.
pub(super) fn run_above(cx: &mut Session, floor: usize) -> Result<Ending, Fault> {
    cx.machine.entries += 1;
    let places = cx.machine.places.len();
    let ending = deep::level(FRAME, || run(cx, floor));
    cx.machine.entries = cx.machine.entries.saturating_sub(1);
    Ok(match ending? {
        Ending::Failed(trouble) => Ending::Failed(EvalError::Placed(failures::failed(cx, places, trouble))),
        ending => ending,
    })
}

/// Runs the topmost frame, and those it pushes, until it returns to `floor` frames.
pub(super) fn run(cx: &mut Session, floor: usize) -> Ending {
    loop {
        let event = fast(cx, floor);
        let outside = match event {
            Event::Slow if cx.machine.registers.unpaid < INSTALMENT => {
                let frame = cx.machine.registers.frames.last().expect("a frame that was run");
                let (body, base, pc) = (frame.body.clone(), frame.base, frame.pc as usize);
                slow(cx, &body, base, pc, floor)
            }
            Event::Slow | Event::Pay => pay(cx, floor),
            Event::GiveUp => Ok(Outside::GiveUp),
            Event::Return(word) => {
                let purpose = cx.machine.registers.frames.last().map(|frame| frame.purpose);
                // A rule that gives 0 has no moves; one that gives another position has the moves of that.
                match purpose {
                    Some(Purpose::Moves(_) | Purpose::List { .. } | Purpose::Targets { .. })
                        if word == Word::small(0) =>
                    {
                        solve::end_moves(cx);
                        Ok(Outside::Frame)
                    }
                    Some(Purpose::Moves(_) | Purpose::List { .. } | Purpose::Targets { is_counted: true }) => {
                        Ok(Outside::GiveUp)
                    }
                    _ => {
                        end(cx, word);
                        if cx.machine.registers.frames.len() == floor {
                            return Ending::Done(word);
                        }
                        Ok(Outside::Frame)
                    }
                }
            }
            Event::EndMoves => {
                solve::end_moves(cx);
                Ok(Outside::Frame)
            }
            Event::Loop => {
                cx.machine.registers.met_loop = true;
                Ok(Outside::GiveUp)
            }
        };
        if cx.machine.registers.frames.len() == floor {
            // The search that was begun outside has ended.
            return Ending::Done(Word::NONE);
        }
        let frame = cx.machine.registers.frames.last_mut().expect("a frame that was run");
        match outside {
            Ok(Outside::Next) => frame.pc += 1,
            Ok(Outside::Jump(to)) => frame.pc = to,
            Ok(Outside::Frame) => {}
            Ok(Outside::GiveUp) | Err(_) if solve::is_searching(cx, floor) => {
                cx.machine.registers.failed_at = None;
                if !give_up(cx, floor) {
                    return Ending::Unknown;
                }
                match ask_engine(cx) {
                    Ok(()) => {}
                    Err(trouble) => return fail(cx, floor, trouble),
                }
            }
            Ok(Outside::GiveUp) => unreachable!("only a search is given up"),
            Err(trouble) => return fail(cx, floor, trouble),
        }
    }
}
