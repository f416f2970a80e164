//! What games on heaps share.

use std::ops::RangeInclusive;

use crate::games::Fault;
use crate::positions::{Moves, Term};

/// A number as it is written.
pub(super) fn number(n: u64) -> Term {
    Term::Number(Box::new(n.into()))
}

/// `name(lead, heaps)`.
pub(super) fn call(name: &str, mut lead: Vec<Term>, heaps: &[u64]) -> Term {
    lead.extend(heaps.iter().map(|&heap| number(heap)));
    Term::Call(name.into(), lead)
}

/// The heaps in ascending order, without those that are empty: the same position where all heaps are alike.
pub(super) fn sorted(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

/// The moves of Nim: one heap becomes smaller.
pub(super) fn one_heap(heaps: &[u64], out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
    let count = heaps.iter().fold(0u64, |sum, heap| sum.saturating_add(*heap));
    out.expect(count.saturating_mul(weight(heaps)))?;
    for (i, &heap) in heaps.iter().enumerate() {
        for left in 0..heap {
            let mut next = heaps.to_vec();
            next[i] = left;
            out.to(next);
        }
    }
    Ok(())
}

/// The moves that take at most so many counters, from as many heaps as `changed` says.
///
/// # Errors
/// [`Fault::TooLarge`].
pub(super) fn reductions(
    heaps: &[u64],
    counters: u128,
    changed: RangeInclusive<u64>,
    out: &mut Moves<Vec<u64>>,
) -> Result<(), Fault> {
    let mut all = vec![(heaps.to_vec(), counters, 0u64)];
    for (i, &heap) in heaps.iter().enumerate().filter(|(_, heap)| **heap > 0) {
        let most = |left: u128| left.min(u128::from(heap)) as u64;
        let open = all.iter().filter(|(_, _, changes)| changes < changed.end());
        let count = open.fold(all.len() as u64, |sum, &(_, left, _)| sum.saturating_add(most(left)));
        out.expect(count.saturating_mul(weight(heaps)))?;
        for at in 0..all.len() {
            let (_, left, changes) = all[at];
            if changes < *changed.end() {
                for taken in (1..=most(left)).rev() {
                    let mut next = all[at].0.clone();
                    next[i] -= taken;
                    all.push((next, left - u128::from(taken), changes + 1));
                }
            }
        }
    }
    all.into_iter().filter(|(_, _, changes)| changed.contains(changes)).for_each(|(next, ..)| out.to(next));
    Ok(())
}

/// What a position of many heaps counts for, against one of few.
fn weight(heaps: &[u64]) -> u64 {
    1 + heaps.len() as u64 / 4
}
