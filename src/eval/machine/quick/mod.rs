//! The quick way: runs code on values that are copied and never dropped.
//!
//! What a person's rules do with a position is mostly arithmetic on small integers and lists of them. Such code is run on
//! [`Light`] values in a room of fixed size, and gives its result at the end or nothing at all. Whatever it meets that it
//! does not know, be it a mistake, a limit, or a value of another kind, it gives up; the machine then runs the same code from
//! the beginning. It gives up before it has done anything that could be told from not having been done: helpers have no
//! effects, and positions interned before are interned again in the same order. So only the machine knows errors.

mod boards;
mod calls;
mod light;
mod lists;
mod met;
mod step;

use std::rc::Rc;

use super::{Session, Value};
use crate::eval::globals::Definition;
use crate::eval::state::Reader;
use crate::value::code::Code;
use crate::value::{Board, List};
use calls::Known;
use cg_engine::games::Player;
use cg_engine::positions::{Options, PositionId, RulesetId, Target};
use light::{Kind, Light};
use met::Met;

/// Values for which there is room on the stack.
const ROOM: usize = 1 << 14;
/// Members that the lists made on the way may have in all, and how many lists from elsewhere may be named.
const MOST_MEMBERS: usize = 1 << 18;
/// Steps that count as one of the engine's, which mostly takes longer by far.
const STEPS_IN_ONE: u64 = 12;
/// How much oftener than it comes to its end code may give up before it is left to the machine.
const PATIENCE: u8 = 8;

/// What the quick way works with; empty unless it is under way.
#[derive(Default)]
pub(crate) struct Quick {
    /// Locals of all calls under way, and what lies above them.
    stack: Vec<Light>,
    /// Heights of the stack where members began to gather.
    marks: Vec<usize>,
    /// The members of lists made on the way.
    members: Vec<Light>,
    given: Vec<Rc<List>>,
    /// The positions, and sums of two as moves, that were met on the way.
    targets: Vec<Target>,
    texts: Vec<Rc<String>>,
    boards: Vec<Board>,
    /// The built-ins that were called, by their rows.
    rows: Vec<Known>,
    /// The game whose moves a solver asks for, and what is claimed of it.
    solved: Option<(RulesetId, Rc<Definition>)>,
    /// What its solvers have met.
    met: Option<Box<Met>>,
    /// The words of a state that is being made.
    words: Vec<u32>,
    /// The components of a sum that is being made.
    components: Vec<PositionId>,
    moves: Option<Options<Target>>,
    /// Steps that were made, and how many of them have been counted.
    steps: u64,
    paid: u64,
    /// The only player whose moves are asked for, if those of the other are not.
    wanted: Option<Player>,
    /// Whether the moves are counted only, and how many each player has.
    is_counting: bool,
    counts: Option<[usize; 2]>,
}

/// The moves of the position with this state by the body of its `game`, if the quick way comes to its end; for a solver
/// of a game of which something is claimed, each to the position that is solved in place of the one reached. If only those of
/// one player are wanted, the other has none, unless both have the same.
pub(crate) fn moves(
    cx: &mut Session,
    definition: &Definition,
    state: &[u32],
    solved: Option<(RulesetId, Rc<Definition>)>,
    wanted: Option<Player>,
) -> Option<Options<Target>> {
    let code = &definition.code;
    quickly(cx, code, |quick, session| {
        let here = solved.as_ref().map(|(here, _)| *here);
        quick.met = here.map(|here| session.positions.take_table(here));
        (quick.solved, quick.wanted) = (solved, wanted);
        let moves = quick.moves(session, code, state);
        if let (Some(here), Some(mut met)) = (here, quick.met.take()) {
            if wanted.is_none() && moves.as_ref().is_some_and(|moves| moves.left.is_empty() && moves.right.is_empty()) {
                met.end(session.positions.intern(here, state));
            }
            session.positions.put_table(here, met);
        }
        moves
    })
}

/// How many moves each player has by the body of a `game`, if they can be counted without being made.
pub(crate) fn count(cx: &mut Session, definition: &Definition, here: RulesetId, state: &[u32]) -> Option<[usize; 2]> {
    let code = definition.code.counting.as_ref()?;
    let counts = quickly(cx, code, |quick, session| {
        quick.is_counting = true;
        quick.moves(session, code, state);
        quick.counts.take()
    })?;
    if counts == [0; 2] && !definition.claims.is_empty() {
        let p = cx.positions.intern(here, state);
        let mut met: Box<Met> = cx.positions.take_table(here);
        met.end(p);
        cx.positions.put_table(here, met);
    }
    Some(counts)
}

/// What a helper gives for these arguments, if the quick way comes to its end.
pub(super) fn call(cx: &mut Session, code: &Code, count: usize) -> Option<Value> {
    quickly(cx, code, |quick, session| {
        let arguments = &session.machine.stack[session.machine.stack.len() - count..];
        for (i, argument) in arguments.iter().enumerate() {
            quick.stack[i] = quick.light(argument)?;
        }
        let result = quick.run(session, code, 0)?;
        quick.value(result)
    })
}

/// Goes the quick way, unless it has mostly been in vain.
fn quickly<T>(cx: &mut Session, code: &Code, run: impl FnOnce(&mut Quick, &mut Session) -> Option<T>) -> Option<T> {
    let now = cx.globals.generation();
    let patience = match code.patience.get() {
        (since, patience) if since == now => patience,
        _ => PATIENCE,
    };
    if patience == 0 || code.parameters as usize > ROOM {
        return None;
    }
    let mut quick = std::mem::take(&mut cx.machine.quick);
    quick.stack.resize(ROOM, Light::NOTHING);
    let result = run(&mut quick, cx);
    quick.clear();
    cx.machine.quick = quick;
    let patience = if result.is_some() { PATIENCE.min(patience + 1) } else { patience - 1 };
    code.patience.set((now, patience));
    result
}

impl Quick {
    /// Counts steps; nothing if a limit is met.
    #[inline(always)]
    fn pay(&mut self, session: &mut Session, steps: usize) -> Option<()> {
        self.steps += steps as u64;
        if self.steps - self.paid >= STEPS_IN_ONE { self.pay_all(session) } else { Some(()) }
    }

    /// The steps that were made here and elsewhere, but for a constant.
    fn effort(&self, session: &Session) -> u64 {
        let elsewhere = session.games.budget.spent().wrapping_sub(self.paid / STEPS_IN_ONE);
        self.steps.wrapping_add(elsewhere)
    }

    fn pay_all(&mut self, session: &mut Session) -> Option<()> {
        let due = (self.steps - self.paid) / STEPS_IN_ONE;
        self.paid += due * STEPS_IN_ONE;
        session.games.budget.charge(due as usize).ok()
    }

    /// The moves of the position with this state.
    fn moves(&mut self, session: &mut Session, code: &Code, state: &[u32]) -> Option<Options<Target>> {
        for (i, argument) in Reader(state).enumerate() {
            self.stack[i] = self.read(argument, session)?;
        }
        self.run(session, code, 0)?;
        self.moves.take()
    }

    fn clear(&mut self) {
        self.marks.clear();
        self.members.clear();
        self.given.clear();
        self.targets.clear();
        self.texts.clear();
        self.boards.clear();
        (self.moves, self.solved, self.wanted) = (None, None, None);
        (self.counts, self.is_counting) = (None, false);
    }
}
