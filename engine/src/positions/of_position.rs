//! Questions about a position that its rules answer.

use super::{Context, Here, MoveGoal, Options, PositionId, Rules, State, Target, Term, View};
use crate::games::hashing::FastSet;
use crate::games::{Fault, Player, deep};
use crate::heaps::ReplyCount;

/// Calls `run` with the rules of a position, its ruleset and its state. The state is a copy, so that `run` may intern
/// positions. Calls may be nested as deeply as positions are.
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

/// Returns the moves that reach `goal`, or `None` if the rules of the position have no theorem for them.
pub fn find_moves(
    p: PositionId,
    goal: MoveGoal<'_>,
    count: ReplyCount,
    cx: &mut dyn Context,
) -> Option<Result<Vec<PositionId>, Fault>> {
    with(p, cx, |rules, here, cx| rules.find_moves(here, goal, count, cx))
}

/// Returns the notation of a position.
pub fn term(p: PositionId, cx: &dyn Context) -> Term {
    let positions = cx.positions_ref();
    positions.rules_of(p).term(positions.state(p), cx)
}

/// Returns `true` if a vertex of a graph occurs in a position: its notation then follows the name of the graph.
pub fn has_vertices(p: PositionId, cx: &dyn Context) -> bool {
    let positions = cx.positions_ref();
    let mut open = vec![p];
    let mut seen = FastSet::default();
    while let Some(p) = open.pop() {
        let (rules, state) = (positions.rules_of(p), positions.state(p));
        if rules.facts().graph.is_some() {
            return true;
        }
        let parts = (0..state.len()).filter(|&i| rules.word(state, i).is_position()).map(|i| state[i]);
        open.extend(parts.filter(|&part| seen.insert(part)).map(PositionId::of_word));
    }
    false
}

/// Returns the independent regions of a position in normal form, each with `true` if it is negated, or `None` if its rules cut no
/// regions.
pub fn regions(p: PositionId, cx: &dyn Context) -> Option<Vec<(State, bool)>> {
    let positions = cx.positions_ref();
    let (q, is_negative) = positions.without_sign(p);
    let rules = positions.rules_of(q);
    let regions = rules.closed()?.regions(positions.state(q))?;
    Some(regions.into_iter().map(|(region, negated)| (region, negated ^ is_negative)).collect())
}

/// Returns a picture of a position, or `None` if its term is enough.
pub fn view(p: PositionId, cx: &dyn Context) -> Option<View> {
    let positions = cx.positions_ref();
    positions.rules_of(p).view(positions.state(p), cx)
}

/// The stack that a position made of others takes while those are asked, in bytes, approximately.
const FRAME: usize = 2 << 10;

/// Checks that there is memory for the targets of moves. Positions in positions may have many levels between two steps,
/// so the growth of the stack is checked each time.
#[inline]
fn make_room(cx: &mut dyn Context) -> Result<(), Fault> {
    let bytes = cx.positions_ref().growth();
    cx.games().budget.reserve(bytes)
}

/// Lists the moves of both players from a position in `out`.
///
/// # Errors
/// Errors of its rules; [`Fault::Refused`] for a compound of positions with terminal classes.
pub fn options(p: PositionId, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
    out.clear();
    make_room(cx)?;
    cx.positions().demand_play(p)?;
    deep::level(FRAME, || with(p, cx, |rules, here, cx| rules.options(here, cx, out)))??;
    cx.positions().take_marks_of_state(p);
    out.settle();
    Ok(())
}

/// Lists the moves from a position of which another game is made: one whose rules know of the usual ends and moves alone.
///
/// # Errors
/// The errors of [`options`]; [`Fault::Points`], [`Fault::Entailing`] or [`Fault::Refused`] if points or ties are reached there,
/// or moves that restrict the next one.
pub fn plain_options(p: PositionId, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
    options(p, cx, out)?;
    // Only the moves may show what a rule leads to.
    for q in std::iter::once(p).chain(out.left.iter().copied()).chain(out.right().iter().copied()) {
        cx.positions_ref().demand_value(q)?;
    }
    Ok(())
}

/// Like [`options`], for a solver. If only the moves of `wanted` are needed, the rules may leave out the other player's.
/// Returns `true` if the moves of both players are listed.
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
    cx.positions().take_marks_of_state(p);
    if both {
        out.settle();
    }
    Ok(both)
}

impl Target {
    /// Returns the position, which is interned if it is a sum.
    pub fn position(self, cx: &mut dyn Context) -> PositionId {
        match self.components() {
            Ok(components) => cx.positions().sum(&components),
            Err(p) => p,
        }
    }
}

/// Returns the moves after which the next player loses, in their order, or `None` if `is_lost` does not decide all moves.
///
/// # Errors
/// The errors of `is_lost`.
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
