//! Misère annihilation Nim with heaps of any size.

use crate::games::Fault;
use crate::graphs::Verdict;
use crate::ordinals::Ordinal;
use crate::positions::{self, Claim, Context, Finding, PositionId, Theorem, Way};

/// The least heap for which the formula answers; of smaller ones the moves do, and Theorem 3 with its sets.
const LARGE: u64 = 1000;

static PAIRS: [Theorem; 2] = [
    Theorem {
        says: Claim::Because("as the heaps from 2 on are pairs {2j, 2j + 1}, and then nim-value 1 is lost"),
        source: "Ferguson 1984, section 1",
    },
    Theorem {
        says: Claim::Because("as the heaps from 2 on are not all pairs {2j, 2j + 1}, and then nim-value 0 is lost"),
        source: "Ferguson 1984, section 1",
    },
];

/// Who wins, if the tokens stand on heaps of Nim, one of them large: the mover loses nim-value 1 where the heaps from 2 on are
/// pairs {2j, 2j + 1}, and nim-value 0 where they are not (Ferguson 1984, section 1).
pub(super) fn finding(tokens: &[PositionId], cx: &mut dyn Context) -> Result<Option<Finding>, Fault> {
    let mut heaps: Vec<Ordinal> = Vec::with_capacity(tokens.len());
    for &token in tokens {
        cx.games().budget.tick()?;
        match positions::heaps_of_nim(token, cx).as_deref() {
            Some([]) => {}
            Some([heap]) => heaps.push(heap.clone()),
            _ => return Ok(None),
        }
    }
    heaps.sort_unstable();
    if heaps.last().is_none_or(|largest| *largest < Ordinal::finite(LARGE)) {
        return Ok(None);
    }
    let one = Ordinal::finite(1u64);
    let mut sum = Ordinal::default();
    for heap in &heaps {
        sum = sum.nim_sum(heap)?;
    }
    // No two heaps are equal, so a pair stands side by side, and its nim-sum is 1.
    let large = &heaps[heaps.partition_point(|heap| *heap <= one)..];
    let mut paired = large.len().is_multiple_of(2);
    for pair in large.chunks_exact(2) {
        paired &= pair[0].nim_sum(&pair[1])? == one;
    }
    let lost = sum == if paired { one } else { Ordinal::default() };
    let verdict = if lost { Verdict::Loss } else { Verdict::Win };
    let theorem = if paired { &PAIRS[0] } else { &PAIRS[1] };
    Ok(Some(Finding { answer: verdict.into(), way: Way::Theorem(theorem, Vec::new()) }))
}
