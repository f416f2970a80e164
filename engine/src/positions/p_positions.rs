//! The winner, by all P-positions up to some heaps.

use super::{Context, Convention, Finding, Way};
use crate::games::Fault;
use crate::graphs::Verdict;
use crate::heaps::{KnownPPositions, Vectors};

/// Finds the winner from heaps, if the `vectors` that may be taken do not depend on the heaps. `None` if there are too
/// many positions up to them.
///
/// # Errors
/// The errors of `vectors`.
pub fn by_p_positions(
    known: &mut KnownPPositions,
    heaps: &[u64],
    convention: Convention,
    vectors: impl FnOnce(&[u64], &mut dyn Context) -> Result<Vectors, Fault>,
    cx: &mut dyn Context,
) -> Result<Option<Finding>, Fault> {
    let misere = convention == Convention::Misere;
    if known.has(heaps, misere).is_none() {
        let Some(bounds) = known.wanted(heaps, misere) else { return Ok(None) };
        let lost = vectors(&bounds, cx)?.p_positions(&bounds, misere, &mut cx.games().budget)?;
        known.keep(lost, misere);
    }
    Ok(known.has(heaps, misere).map(|(is_lost, places)| {
        let verdict = if is_lost { Verdict::Loss } else { Verdict::Win };
        Finding { answer: verdict.into(), way: Way::Search(places) }
    }))
}
