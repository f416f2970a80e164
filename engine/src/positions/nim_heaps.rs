//! Heaps of Nim in positions of any ruleset: which they are, and moves of heaps too large for all to be listed.

use super::{Context, PositionId, RulesetId, Theory, position_of_heaps, with};
use crate::games::Fault;
use crate::ordinals::Ordinal;

/// The heaps of Nim that a position is, of any size.
pub fn heaps_of_nim(p: PositionId, cx: &mut dyn Context) -> Option<Vec<Ordinal>> {
    with(p, cx, |rules, _, state, cx| rules.theory().heaps(state, cx))
}

/// The places where tokens can stand: each heap of a position of Nim, if all are finite; any other position as it is.
pub fn tokens(p: PositionId, cx: &mut dyn Context) -> Vec<PositionId> {
    let heaps = heaps_of_nim(p, cx).filter(|heaps| heaps.len() != 1);
    let finite = heaps.and_then(|heaps| heaps.iter().map(|heap| heap.as_finite().cloned()).collect::<Option<Vec<_>>>());
    let here = cx.positions().ruleset_of(p);
    match finite {
        Some(heaps) => heaps.iter().map(|heap| position_of_heaps(cx, here, std::slice::from_ref(heap))).collect(),
        None => vec![p],
    }
}

/// Some moves of heaps of Nim: each takes half of the last counters of a heap. `None` if no heap has a counter.
pub fn halved_heaps(
    theory: &dyn Theory,
    here: RulesetId,
    state: &[u32],
    cx: &mut dyn Context,
) -> Option<Result<Vec<PositionId>, Fault>> {
    let heaps = theory.heaps(state, cx)?;
    let mut all = || {
        let mut sum = Ordinal::default();
        for heap in &heaps {
            sum = sum.nim_sum(heap)?;
        }
        let mut found = Vec::new();
        for heap in heaps.iter().filter(|heap| !heap.is_zero()) {
            let target = sum.nim_sum(heap)?.nim_sum(&halved(heap)?)?;
            if let Some(replies) = theory.moves_to(here, state, &target, cx) {
                found.extend(replies?);
            }
        }
        Ok(found)
    };
    Some(all()).filter(|found| !matches!(found, Ok(found) if found.is_empty()))
}

/// With half of the finite part, or 0 for what has none. From ω on the successors of an ordinal differ in the finite part alone, and
/// so do nim-sums.
fn halved(heap: &Ordinal) -> Result<Ordinal, Fault> {
    let last = heap.finite_part();
    if last == 0u8.into() {
        return Ok(Ordinal::default());
    }
    heap.nim_sum(&Ordinal::finite(last.clone()))?.nim_sum(&Ordinal::finite(last / 2u8))
}
