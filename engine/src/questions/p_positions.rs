//! All P-positions up to some heaps.

use crate::games::Fault;
use crate::heaps::{PPositions, Vectors};
use crate::positions::{Context, Convention, PositionId, with};

/// Returns all P-positions up to these heaps, the state of `p` having as many, or `None` if the heaps restrict what may
/// be taken, so that they must be asked for one by one.
pub fn p_positions_up_to(
    p: PositionId,
    heaps: &[u64],
    convention: Convention,
    cx: &mut dyn Context,
) -> Result<Option<PPositions>, Fault> {
    let Some(vectors) = vectors(p, heaps, cx)? else { return Ok(None) };
    vectors.p_positions(heaps, convention == Convention::Misere, &mut cx.games().budget).map(Some)
}

/// Returns the amounts that a move may take from these heaps or from smaller ones, if they do not depend on the heaps.
pub fn vectors(p: PositionId, heaps: &[u64], cx: &mut dyn Context) -> Result<Option<Vectors>, Fault> {
    with(p, cx, |rules, here, cx| rules.vectors(here, heaps, cx).transpose())
}
