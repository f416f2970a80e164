//! Common parts of games on heaps.

use std::ops::RangeInclusive;

use dashu_int::UBig;

use crate::games::Fault;
use crate::positions::{Moves, Term};

/// Returns a number as it is written.
pub(super) fn number(n: u64) -> Term {
    Term::Number(Box::new(n.into()))
}

/// Returns a heap as it is written.
pub(super) fn size(heap: &UBig) -> Term {
    Term::Number(Box::new(heap.clone().into()))
}

/// Converts heaps that fit in words to numbers of any size.
pub(super) fn sizes(heaps: &[u64]) -> Vec<UBig> {
    heaps.iter().map(|&heap| heap.into()).collect()
}

/// Returns `name(lead, heaps)`.
pub(super) fn call(name: &str, mut lead: Vec<Term>, heaps: &[UBig]) -> Term {
    lead.extend(heaps.iter().map(size));
    Term::Call(name.into(), lead)
}

/// Returns the sum without carrying.
pub(super) fn nim_sum(heaps: &[UBig]) -> UBig {
    heaps.iter().fold(UBig::ZERO, |sum, heap| sum ^ heap)
}

/// Returns all counters together: the moves of Nim.
pub(super) fn counters(heaps: &[UBig]) -> UBig {
    heaps.iter().fold(UBig::ZERO, |sum, heap| sum + heap)
}

/// Returns the heaps with another one in place `i`.
pub(super) fn with<H: Clone>(heaps: &[H], i: usize, heap: H) -> Vec<H> {
    let mut next = heaps.to_vec();
    next[i] = heap;
    next
}

/// Returns the heaps after a move in the largest one, or `None` if `left` does not make it smaller.
pub(super) fn taken_from_one(heaps: &[UBig], left: impl FnOnce(&UBig) -> UBig) -> Option<Vec<UBig>> {
    let i = (0..heaps.len()).max_by_key(|&i| &heaps[i])?;
    let left = left(&heaps[i]);
    (left < heaps[i]).then(|| with(heaps, i, left))
}

/// Finds the moves of Nim in one heap to this nim-sum, in ascending order.
pub(super) fn smaller<'a>(heaps: &'a [UBig], target: &UBig) -> impl Iterator<Item = Vec<UBig>> + use<'a> {
    let change = nim_sum(heaps) ^ target;
    let found = heaps.iter().enumerate().map(move |(i, heap)| (i, heap ^ &change));
    found.filter(|(i, left)| *left < heaps[*i]).map(|(i, left)| with(heaps, i, left))
}

/// Returns the heaps in ascending order, without those that are empty: the same position where all heaps are alike.
pub(super) fn sorted(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

/// Returns the vectors of which the moves of Nim are multiples.
pub(super) fn one_by_one(heaps: usize) -> Vec<Vec<u64>> {
    (0..heaps).map(|i| (0..heaps).map(|j| u64::from(i == j)).collect()).collect()
}

/// Lists the moves of Nim: one heap becomes smaller.
pub(super) fn one_heap(heaps: &[u64], out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
    out.expect_wide(heaps.iter().map(|&heap| u128::from(heap)).sum::<u128>(), width(heaps))?;
    for (i, &heap) in heaps.iter().enumerate() {
        for left in 0..heap {
            let mut next = heaps.to_vec();
            next[i] = left;
            out.to(next);
        }
    }
    Ok(())
}

/// Lists the moves that take at most `counters` counters, from a number of heaps in `changed`.
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
        let count = open.fold(all.len() as u128, |sum, &(_, left, _)| sum + u128::from(most(left)));
        out.expect_wide(count, width(heaps))?;
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

/// Returns the width of a state of many heaps, relative to one of few.
pub(super) fn width(heaps: &[u64]) -> u64 {
    1 + heaps.len() as u64 / 4
}

/// Calls `each` with all ways to take `total` counters from `heaps`, or returns `None` after too many tries.
pub(super) fn each_division(heaps: &[UBig], total: u64, each: &mut dyn FnMut(&[u64])) -> Option<()> {
    const MOST_TRIES: usize = 1 << 20;
    let heaps: Vec<u64> = heaps.iter().map(|heap| u64::try_from(heap).unwrap_or(u64::MAX).min(total)).collect();
    let mut taken = vec![0; heaps.len()];
    let mut tries = MOST_TRIES;
    let room = heaps.iter().fold(0u64, |sum, &heap| sum.saturating_add(heap));
    if room < total {
        return Some(());
    }
    let mut place = 0;
    let mut left = total;
    // The number of counters that can be taken from the heaps behind each place.
    let mut after = vec![0u64; heaps.len() + 1];
    for i in (0..heaps.len()).rev() {
        after[i] = after[i + 1].saturating_add(heaps[i]);
    }
    loop {
        tries = tries.checked_sub(1)?;
        if place == heaps.len() {
            each(&taken);
        } else {
            // The least that must be taken here.
            taken[place] = left.saturating_sub(after[place + 1]);
            left -= taken[place];
            place += 1;
            continue;
        }
        // The next way: one more from the last heap that allows it.
        loop {
            if place == 0 {
                return Some(());
            }
            place -= 1;
            if left > 0 && taken[place] < heaps[place] {
                taken[place] += 1;
                left -= 1;
                place += 1;
                break;
            }
            left += taken[place];
            taken[place] = 0;
        }
    }
}
