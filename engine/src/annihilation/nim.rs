//! Misère annihilation Nim with heaps of any size.

use super::moves::after_move;
use crate::games::Fault;
use crate::graphs::Verdict;
use crate::heaps::ReplyCount;
use crate::ordinals::Ordinal;
use crate::positions::{self, Claim, Context, Finding, MoveGoal, PositionId, RulesetId, Theorem};

/// The least heap for which the theory of all heaps is made; of smaller ones that of the heaps they reach does.
pub(super) const LARGE: u64 = 100;

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

/// Returns the heaps that these tokens stand on, if they are heaps of Nim and one of them is large.
fn large_heaps(tokens: &[PositionId], cx: &mut dyn Context) -> Result<Option<Vec<Ordinal>>, Fault> {
    let mut heaps: Vec<Ordinal> = Vec::with_capacity(tokens.len());
    for &token in tokens {
        cx.games().budget.tick()?;
        match positions::heaps_of_nim(token, cx).as_deref() {
            Some([]) => heaps.push(Ordinal::default()),
            Some([heap]) => heaps.push(heap.clone()),
            _ => return Ok(None),
        }
    }
    let is_large = heaps.iter().max().is_some_and(|largest| *largest >= Ordinal::finite(LARGE));
    Ok(is_large.then_some(heaps))
}

/// Returns `true` if the mover loses, and `true` if the heaps from 2 on are pairs {2j, 2j + 1}: if they are, he loses
/// nim-value 1, and otherwise nim-value 0.
fn is_lost(mut heaps: Vec<Ordinal>) -> Result<(bool, bool), Fault> {
    heaps.sort_unstable();
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
    Ok((lost, paired))
}

/// Returns the winner if the tokens stand on heaps of Nim, one of them large (Ferguson 1984, section 1).
pub(super) fn finding(tokens: &[PositionId], cx: &mut dyn Context) -> Result<Option<Finding>, Fault> {
    let Some(heaps) = large_heaps(tokens, cx)? else { return Ok(None) };
    let (lost, paired) = is_lost(heaps)?;
    let verdict = Verdict::won(!lost);
    let theorem = if paired { &PAIRS[0] } else { &PAIRS[1] };
    Ok(Some(Finding::told(verdict, theorem)))
}

/// Returns the moves to positions that the mover loses, if the tokens stand on heaps of Nim, one of them large: only
/// moves to nim-values 0 and 1 need a look.
pub(super) fn moves_to_lost(
    here: RulesetId,
    tokens: &[PositionId],
    cx: &mut dyn Context,
) -> Result<Option<Vec<PositionId>>, Fault> {
    let Some(heaps) = large_heaps(tokens, cx)? else { return Ok(None) };
    let mut sum = Ordinal::default();
    for heap in &heaps {
        sum = sum.nim_sum(heap)?;
    }
    let mut found = Vec::new();
    for (i, &token) in tokens.iter().enumerate() {
        for target in [0u64, 1].map(Ordinal::finite) {
            let left = sum.nim_sum(&heaps[i])?.nim_sum(&target)?;
            if left >= heaps[i] {
                continue;
            }
            let mut after = heaps.clone();
            after.swap_remove(i);
            match after.iter().position(|heap| *heap == left) {
                Some(at) => {
                    after.swap_remove(at);
                }
                None => after.push(left.clone()),
            }
            if !is_lost(after)?.0 {
                continue;
            }
            let moves = positions::find_moves(token, MoveGoal::Value(&left), ReplyCount::All, cx);
            let Some(moves) = moves.transpose()? else { return Ok(None) };
            for to in moves {
                found.push(after_move(here, tokens, token, to, cx)?);
            }
        }
    }
    Ok(Some(found))
}
