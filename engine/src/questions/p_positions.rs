//! All P-positions up to some heaps.

use crate::games::Fault;
use crate::heaps::{PPositions, Vectors};
use crate::positions::{Context, Convention, PositionId, with};

/// All P-positions up to these heaps, the state of `p` being of as many; `None` where it depends on what is there what may
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

/// What a move may take from these heaps or from smaller ones, where that does not depend on what is there.
pub fn vectors(p: PositionId, heaps: &[u64], cx: &mut dyn Context) -> Result<Option<Vectors>, Fault> {
    with(p, cx, |rules, here, cx| rules.vectors(here, heaps, cx).transpose())
}
