//! The end of frames and runs, and the payment for both.

use super::renewal::renew;
use super::{
    Arena, EvalError, Fault, Frame, FunctionEntry, Machine, Purpose, Registers, Session, Word, solve, values_at,
};
use crate::eval::machine::{LONG, Place};
use crate::eval::state;

/// The largest number of frames that tell how a failure came about.
const MAX_SHOWN: usize = 100_000;
/// The number of positions under search, one inside the other, before it is asked whether play has an end.
const MANY_FRAMES: usize = 1 << 10;

/// The reason why the loop stops.
pub(super) enum Event {
    /// The loop cannot do the present instruction with its operands.
    Slow,
    /// Rounds and calls must be charged to the budget.
    Pay,
    /// The search must be given up.
    GiveUp,
    /// The body ends with this result.
    Return(Word),
    /// All moves of a position have been looked at, or the others do not matter.
    EndMoves,
    /// A move leads to a position under search.
    Loop,
}

/// The way on after an instruction that was done outside the loop.
pub(super) enum Outside {
    /// The next instruction.
    Next,
    /// The instruction with this index.
    Jump(u32),
    /// The present instruction of the topmost frame.
    Frame,
    /// The search must be given up.
    GiveUp,
}

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
    if is_full && solve::is_searching(cx, floor) || is_endless(cx, floor) {
        return Ok(Outside::GiveUp);
    }
    // A search outside of this run uses words that must not change.
    if is_full && !solve::is_searching(cx, 0) {
        renew(cx);
    }
    cx.games.budget.reserve(cx.machine.registers.arena.growth())?;
    Ok(Outside::Frame)
}

/// Returns `true` if play from the position whose arguments begin at `base` is proved to go on for ever.
pub(super) fn runs_on(cx: &mut Session, base: usize, game: u16) -> bool {
    let entry = &cx.machine.registers.games[game as usize];
    let (definition, count) = (entry.definition.clone(), entry.arity());
    if !definition.descents.may_run_on(cx) {
        return false;
    }
    let mut words = Vec::new();
    for argument in values_at(cx, base, count) {
        state::put_argument(&mut cx.machine, &argument, &mut words);
    }
    definition.descents.runs_on(&words, cx).is_some()
}

/// Returns `true` if many positions are under search above the frame `floor`, and play from the topmost is proved to go on for
/// ever.
fn is_endless(cx: &mut Session, floor: usize) -> bool {
    let frames = &cx.machine.registers.frames;
    match frames.last() {
        Some(&Frame { base, purpose: Purpose::Moves(search), .. }) if frames.len() > floor + MANY_FRAMES => {
            runs_on(cx, base, search.game)
        }
        _ => false,
    }
}

/// Takes down the topmost frame, and remembers its result if that pays.
pub(super) fn end(cx: &mut Session, result: Word) {
    let effects = cx.machine.effects;
    let registers = &mut cx.machine.registers;
    let spent = registers.steps();
    let frame = registers.frames.pop().expect("a frame to end");
    let Registers { words, functions, arena, .. } = registers;
    remember(&frame, result, &words[frame.base..], functions, arena, (effects, spent));
    words[frame.base] = result;
}

/// Remembers the result of the call of a frame if that pays. `words` begin with its arguments; `now` are the effects and the steps
/// of the machine.
#[inline(always)]
pub(super) fn remember(
    frame: &Frame,
    result: Word,
    words: &[Word],
    functions: &mut [FunctionEntry],
    arena: &mut Arena,
    now: (u64, u64),
) {
    let Purpose::Call { function, is_remembered } = frame.purpose else { return };
    let (effects, steps) = now;
    if is_remembered {
        let function = &mut functions[function as usize];
        function.set_result(&words[..function.arity()], if frame.effects == effects { result } else { Word::NONE });
        arena.retain(result);
    } else if steps - frame.began > LONG {
        functions[function as usize].is_helper = false;
    }
}

/// Gives up all searches in the frames from `floor` on. The topmost frame is then the one that asked. Returns `false` if there is
/// none.
pub(super) fn give_up(cx: &mut Session, floor: usize) -> bool {
    let registers = &mut cx.machine.registers;
    let first = registers.frames.iter().skip(floor).position(Frame::is_search);
    let first = first.map_or(registers.frames.len(), |i| floor + i);
    let given_up = registers.frames.split_off(first);
    if let Some(Frame { marks, purpose, .. }) = given_up.first() {
        registers.cut_gathered(*marks);
        if let Purpose::Moves(search) = purpose {
            registers.games[search.game as usize].failures += 1;
            registers.seen.truncate(search.seen as usize);
        }
    }
    for frame in &given_up {
        registers.reopen_call(frame);
        if let Purpose::Moves(search) = frame.purpose {
            let entry = &mut registers.games[search.game as usize];
            let arguments = &registers.words[frame.base..][..entry.arity()];
            let cell = match entry.kind {
                Some(kind) if !search.question.is_of_both() => {
                    solve::with_verdict(kind, search.player, entry.cell(search.question, arguments), 0)
                }
                _ => 0,
            };
            entry.set_cell(search.question, arguments, cell);
        }
    }
    first > floor
}
