//! The two subtraction games of Ferguson 1984, section 4.11, whose solutions are Theorems 5 and 6.

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

impl MisereTheory {
    /// Says which heap each vertex is, so that Theorems 5 and 6 can be recognised: by Theorems 1 and 2 only the reduced
    /// graph must be that of their game.
    ///
    /// # Errors
    /// Those of `number`; limits.
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

    /// Whether the reduced graph is that of a subtraction game on these heaps.
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
