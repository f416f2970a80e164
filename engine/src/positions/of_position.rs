//! What the rules of a position say of it.

use super::{Context, Here, MoveGoal, Options, PositionId, Rules, Target, Term, View};
use crate::games::{Fault, Player, deep};
use crate::heaps::ReplyCount;

/// Runs something with the rules of a position, its ruleset and its state, which is copied so that positions may be interned
/// meanwhile. Rules may ask in the same way about the positions that theirs are made of, as deep as those are nested.
pub fn with<T>(
    p: PositionId,
    cx: &mut dyn Context,
    run: impl FnOnce(&dyn Rules, Here<'_>, &mut dyn Context) -> T,
) -> T {
    let positions = cx.positions_ref();
    let id = positions.ruleset_of(p);
    let rules = positions.rules(id);
    let state = positions.state(p).to_vec();
    deep::grown(|| run(&*rules, Here { id, state: &state }, cx))
}

/// The moves that reach `goal`, if the rules of a position find them by a theorem.
pub fn find_moves(
    p: PositionId,
    goal: MoveGoal<'_>,
    count: ReplyCount,
    cx: &mut dyn Context,
) -> Option<Result<Vec<PositionId>, Fault>> {
    with(p, cx, |rules, here, cx| rules.find_moves(here, goal, count, cx))
}

/// How a position is written.
pub fn term(p: PositionId, cx: &dyn Context) -> Term {
    let positions = cx.positions_ref();
    positions.rules_of(p).term(positions.state(p), cx)
}

/// How a position looks, if it is drawn otherwise than by its term.
pub fn view(p: PositionId, cx: &dyn Context) -> Option<View> {
    let positions = cx.positions_ref();
    positions.rules_of(p).view(positions.state(p), cx)
}

/// About what a position that is made of others takes of the stack while those are asked, in bytes.
const FRAME: usize = 2 << 10;

/// Checks that there is memory for the positions that moves lead to. Of positions in positions many levels may lie between
/// two steps, so what the stack grew by is looked at each time.
#[inline]
fn make_room(cx: &mut dyn Context) -> Result<(), Fault> {
    let bytes = cx.positions_ref().growth();
    cx.games().budget.reserve(bytes)
}

/// The moves of both players from a position.
///
/// # Errors
/// What its rules say, or a limit; [`Fault::Refused`] for a compound of positions with terminal classes.
pub fn options(p: PositionId, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
    out.clear();
    make_room(cx)?;
    cx.positions().demand_play(p)?;
    deep::level(FRAME, || with(p, cx, |rules, here, cx| rules.options(here, cx, out)))??;
    out.settle();
    Ok(())
}

/// The same for a solver; if those of one player alone are wanted, whether the other's are there too.
pub(crate) fn targets(
    p: PositionId,
    wanted: Option<Player>,
    cx: &mut dyn Context,
    out: &mut Options<Target>,
) -> Result<bool, Fault> {
    out.clear();
    make_room(cx)?;
    cx.positions().demand_play(p)?;
    let both = with(p, cx, |rules, here, cx| rules.targets(here, wanted, cx, out))?;
    if both {
        out.settle();
    }
    Ok(both)
}

impl Target {
    /// The position, interned if need be.
    pub fn position(self, cx: &mut dyn Context) -> PositionId {
        match self.components() {
            Ok(components) => cx.positions().sum(&components),
            Err(p) => p,
        }
    }
}

/// The moves after which the player to move loses, in their order, by a theorem. `None` if it does not tell of all moves.
///
/// # Errors
/// Those of `is_lost`.
pub fn lost_moves<M>(
    moves: impl IntoIterator<Item = M>,
    mut is_lost: impl FnMut(&M) -> Result<Option<bool>, Fault>,
) -> Result<Option<Vec<M>>, Fault> {
    let mut lost = Vec::new();
    for option in moves {
        match is_lost(&option)? {
            Some(true) => lost.push(option),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(lost))
}
