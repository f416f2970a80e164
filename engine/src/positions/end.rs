//! The result of play where it ends.

use dashu_ratio::RBig;

use super::{Context, Convention, End, EndOfPlay, PositionId, SUM, Whole};
use crate::games::Fault;
use crate::graphs::Seed;

/// Returns the result at a position if it has no moves.
///
/// # Errors
/// A convention that does not apply to this position; [`Fault::Points`].
pub fn end(p: PositionId, convention: Convention, cx: &dyn Context) -> Result<End, Fault> {
    cx.positions_ref().demand_no_points(p)?;
    if cx.positions_ref().is_tied(p) {
        return Ok(End::Mover(Seed::Draw));
    }
    let (inner, negated) = cx.positions_ref().given_in_place(p);
    let end = match vertex(inner, cx) {
        Some((graph, v)) => graph.end(v, convention)?,
        None => End::Mover(convention.seed()),
    };
    Ok(if negated { end.negative() } else { end })
}

/// Returns the payoff to Left if play ends at a position, or `None` if there is none.
pub fn payoff(p: PositionId, cx: &dyn Context) -> Option<RBig> {
    let (inner, negated) = cx.positions_ref().given_in_place(p);
    let (graph, v) = vertex(inner, cx)?;
    let payoff = graph.payoff(v)?.clone();
    Some(if negated { -payoff } else { payoff })
}

/// Returns the graph that a position is a vertex of, and which vertex it is.
pub(super) fn vertex(p: PositionId, cx: &dyn Context) -> Option<(&Whole, u32)> {
    let positions = cx.positions_ref();
    Some((positions.rules_of(p).facts().graph?, positions.state(p)[0]))
}

/// The number of positions that are followed before [`demand_end`] looks at the rules. Most questions that need not follow play
/// to its ends are decided before, for instance by a way back.
const POSITIONS_FOLLOWED: usize = 1 << 10;

/// Checks that the rules of no component of `p` prove that play from it never ends. Whoever follows play to its ends and has
/// come through `followed` positions asks on the way.
///
/// # Errors
/// [`Fault::RunsOn`].
pub(crate) fn demand_end(p: PositionId, followed: usize, cx: &dyn Context) -> Result<(), Fault> {
    if followed < POSITIONS_FOLLOWED {
        return Ok(());
    }
    let positions = cx.positions_ref();
    let runs_on = |part: PositionId| {
        let (part, _) = positions.without_sign(part);
        match positions.rules_of(part).end_of_play(positions.state(part), cx) {
            EndOfPlay::RunsOn { fault, .. } => Some(fault),
            _ => None,
        }
    };
    let found = match positions.ruleset_of(p) {
        SUM => positions.state(p).iter().find_map(|&part| runs_on(PositionId::of_word(part))),
        _ => runs_on(p),
    };
    found.map_or(Ok(()), Err)
}
