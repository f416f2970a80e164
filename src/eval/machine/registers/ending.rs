//! The end of frames and runs, and the payment for both.

use super::renewal::renew;
use super::run::Outside;
use super::{EvalError, Fault, Machine, Purpose, Session, Word, solve};
use crate::eval::machine::{LONG, Place};

/// The largest number of frames that tell how a failure came about.
const MAX_SHOWN: usize = 100_000;

/// The end of a run.
pub(super) enum Ending {
    Done(Word),
    /// The present instruction of the topmost frame has failed.
    Failed(EvalError),
    /// A search was given up.
    Unknown,
}

/// Takes down the frames from `floor` on after a failure in the topmost one. They leave the places that tell how it came about.
pub(super) fn fail(cx: &mut Session, floor: usize, trouble: EvalError) -> Ending {
    let Machine { registers, places, .. } = &mut cx.machine;
    let frames = registers.frames.split_off(floor);
    registers.cut_gathered(frames.first().map_or(0, |frame| frame.marks));
    let first_shown = frames.len().saturating_sub(MAX_SHOWN);
    let last = frames.len().saturating_sub(1);
    for (i, frame) in frames.into_iter().enumerate() {
        registers.reopen_call(&frame);
        // One frame of a recursion tells as much as all.
        let is_repeated = places.last().is_some_and(|known| known.code.name == frame.body.code.name);
        if i < last && (i < first_shown || is_repeated) {
            continue;
        }
        let at = frame.pc as usize - usize::from(i < last);
        let failed_at = registers.failed_at.take_if(|_| i == last);
        let pc = failed_at.or(frame.body.layouts.get(at).map(|layout| layout.pc)).unwrap_or(0) as usize;
        places.push(Place { code: frame.body.code.clone(), pc });
    }
    Ending::Failed(trouble)
}

/// Charges rounds and calls to the budget. Returns `true` if the arenas are full.
pub(super) fn charge(cx: &mut Session) -> Result<bool, Fault> {
    let registers = &mut cx.machine.registers;
    let due = std::mem::take(&mut registers.unpaid);
    registers.paid += u64::from(due);
    let is_full = registers.arena.is_full(cx.games.budget.memory_limit());
    cx.games.budget.charge(due as usize)?;
    Ok(is_full)
}

/// Charges what is due, and frees what is no longer used if the arenas are full.
pub(super) fn pay(cx: &mut Session, floor: usize) -> Result<Outside, EvalError> {
    let is_full = charge(cx)?;
    if is_full && solve::is_searching(cx, floor) {
        return Ok(Outside::GiveUp);
    }
    // A search outside of this run uses words that must not change.
    if is_full && !solve::is_searching(cx, 0) {
        renew(cx);
    }
    Ok(Outside::Frame)
}

/// Takes down the topmost frame, and remembers its result if that pays.
pub(super) fn end(cx: &mut Session, result: Word) {
    let effects = cx.machine.effects;
    let registers = &mut cx.machine.registers;
    let spent = registers.steps();
    let frame = registers.frames.pop().expect("a frame to end");
    if let Purpose::Call { function, is_remembered } = frame.purpose {
        let function = &mut registers.functions[function as usize];
        if is_remembered {
            let arguments = &registers.words[frame.base..][..function.arity()];
            function.set_result(arguments, if frame.effects == effects { result } else { Word::NONE });
            registers.arena.retain(result);
        } else if function.is_helper && spent - frame.began > LONG {
            function.is_helper = false;
        }
    }
    registers.words[frame.base] = result;
}
