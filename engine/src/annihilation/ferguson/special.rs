//! The two subtraction games of Ferguson 1984, section 4.11, whose solutions are Theorems 5 and 6, and the one of section 4.10
//! of which he lists the P-positions with two tokens in the reduced graph.

use dashu_int::UBig;

use super::conditions::FergusonCondition;
use super::{FergusonTheorem, MisereTheory};
use crate::games::hashing::FastSet;
use crate::games::{Budget, Fault};

/// The game of {1, 3, 4, 13, 20} and its nim-values, which repeat.
const FIVE: (&[u64], &[u32]) = (&[1, 3, 4, 13, 20], &[0, 1, 0, 1, 2, 3, 2]);
/// The game of {2, 4, 5, 6}.
const SIX: (&[u64], &[u32]) = (&[2, 4, 5, 6], &[0, 0, 1, 1, 2, 2, 3, 3]);
/// The pairs of R that are sets of their own in Theorem 5.
const PAIRS: [[u64; 2]; 2] = [[25, 26], [32, 33]];

/// The game of section 4.10.
pub(super) const PAIRS_LISTED: &[u64] = &[1, 2, 4, 6];

/// Returns `true` if the player to move loses with tokens on these two heaps of nim-value 2 or more in the game of
/// {1, 2, 4, 6}, beside an odd number of tokens of nim-value 1 or an even one (Ferguson 1984, section 4.10). Heaps 2 + 8k and
/// 6 + 8k' with a token of nim-value 1 are printed as lost for k != k', but that is false for k = k' + 1 (computed).
pub(super) fn is_listed([a, b]: [&UBig; 2], ones: bool) -> bool {
    let is_one = |[a, b]: [&UBig; 2]| {
        let [k, l] = [a, b].map(|heap| heap / 8u8);
        match (ones, a % 8u8, b % 8u8) {
            (false, 2, 2) | (false, 6, 6) | (true, 5, 5) => k != l,
            (false, 2, 5) | (false, 5, 7) => true,
            (true, 6, 7) => k != l && k != &l + 1u8,
            (true, 2, 6) => k != l && k != l + 1u8,
            (true, 2, 7) => k == &l + 1u8 || k.is_zero() && l.is_zero(),
            _ => false,
        }
    };
    is_one([a, b]) || is_one([b, a])
}

impl MisereTheory {
    /// Says which heap each vertex is, so that Theorems 5 and 6 can be recognised: by Theorems 1 and 2 only the reduced
    /// graph must be that of their game.
    ///
    /// # Errors
    /// The errors of `number`.
    pub fn name_heaps(&mut self, mut number: impl FnMut(u32) -> Option<u64>, budget: &mut Budget) -> Result<(), Fault> {
        if self.theorem.is_some() || self.largest != 3 || self.is_broken(FergusonCondition::A) {
            return Ok(());
        }
        let mut heaps: Vec<u64> = vec![0; self.values.len()];
        let mut seen = FastSet::default();
        let high = self.reduced();
        for &v in &high {
            budget.tick()?;
            match number(v) {
                Some(heap) if seen.insert(heap) => heaps[v as usize] = heap,
                _ => return Ok(()),
            }
        }
        if self.is_game(&high, &heaps, FIVE, budget)? {
            let mut more = self.labels.clone();
            for pair in PAIRS {
                let pair: Vec<u32> = high.iter().copied().filter(|&v| pair.contains(&heaps[v as usize])).collect();
                more.add(&pair);
            }
            self.more = Some(more);
            self.theorem = Some(FergusonTheorem::Five);
        } else if self.is_game(&high, &heaps, SIX, budget)? {
            self.theorem = Some(FergusonTheorem::Six);
        }
        Ok(())
    }

    /// Returns `true` if the reduced graph is that of a subtraction game on these heaps.
    fn is_game(
        &self,
        high: &[u32],
        heaps: &[u64],
        (set, values): (&[u64], &[u32]),
        budget: &mut Budget,
    ) -> Result<bool, Fault> {
        let value = |heap: u64| values[(heap % values.len() as u64) as usize];
        for &v in high {
            budget.tick()?;
            let heap = heaps[v as usize];
            let mut moves: Vec<u64> = self.high_followers(v).map(|w| heaps[w as usize]).collect();
            moves.sort_unstable();
            let after = set.iter().rev().filter_map(|&s| heap.checked_sub(s));
            if value(heap) != self.value(v) || !after.filter(|&left| value(left) > 1).eq(moves) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
