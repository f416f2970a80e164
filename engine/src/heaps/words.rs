//! The sparse space for values below 64: the options of a heap are the bits of one word.
//!
//! Heaps come in blocks. For a rare heap p the heaps n - p are neighbours for neighbours n, so the values that p adds
//! to all heaps of a block are found with few instructions.

use super::pairs::Pairs;
use super::sift::Path;
use super::simd;
use crate::games::{Budget, Fault};

/// Heaps in a block.
pub(super) const BLOCK: usize = 32;
/// Pairs that are examined for each heap and break. At least as many as heaps in a block, so that they hold all pairs
/// with a heap that is smaller; those with rare heaps from there on stay below the block.
const FEW_PAIRS: usize = 64;
const FEW_PLAIN: usize = 32;
/// Pairs after which the search goes on in the way of [`Pairs`].
const LONG_SEARCH: usize = 2048;

impl Pairs {
    /// Returns `true` if the engine on words can go on from here.
    pub(super) fn is_for_words(&self, known: usize) -> bool {
        let last = self.breaks.last().copied().unwrap_or(0);
        self.size <= 64 && self.sparse.is_some() && !self.unequal && known > last + 4 * FEW_PAIRS
    }

    /// Adds values until there are `len`, or until the greatest is 64 or more.
    pub(super) fn extend_by_words(
        &mut self,
        values: &mut Vec<u8>,
        len: usize,
        budget: &mut Budget,
    ) -> Result<(), Fault> {
        let sparse = self.sparse.as_ref().expect("a sparse space");
        let word =
            |left| (0..64).filter(|&value| sparse.is_rare(left, value)).fold(0u64, |word, value| word | 1 << value);
        let rare = [word(0), word(1)];
        while values.len() < len && self.size <= 64 {
            let start = values.len();
            let mut sets = [0u64; BLOCK];
            for &k in &self.breaks {
                let all = &self.sparse.as_ref().expect("a sparse space").rare;
                let from = all.partition_point(|&(p, _)| (p as usize) < BLOCK);
                let to = all.partition_point(|&(p, _)| (p as usize) < start - k);
                simd::add_blocks(self.path, values, start - k, &all[from..to], &mut sets);
            }
            for set in sets {
                if values.len() == len {
                    break;
                }
                budget.tick()?;
                let value = self.value_by_words(values, set, rare[self.left(values.len())], budget)?;
                self.learn(values.len(), value);
                values.push(value as u8);
                budget.count_position();
                if value >= 64 {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Returns the value of the next heap, given its options that come from rare heaps in the block.
    #[inline]
    fn value_by_words(&mut self, values: &[u8], mut set: u64, rare: u64, budget: &mut Budget) -> Result<usize, Fault> {
        let n = values.len();
        for &k in self.takes.iter().take_while(|&&k| k < n) {
            set |= 1 << (values[n - k] & 63);
        }
        let few = if self.path == Path::Plain { FEW_PLAIN } else { FEW_PAIRS };
        for &k in &self.breaks {
            let m = n - k;
            set |= simd::pair_set(self.path, &values[1..=few], &values[m - few..m]);
        }
        // Rare values below the least common value that is missing.
        let common = !set & !rare;
        let below = if common == 0 { !0 } else { (1 << common.trailing_zeros()) - 1 };
        let need = rare & below;
        if set & need != need {
            self.search(values, &mut set, need, few, budget)?;
        }
        Ok(set.trailing_ones() as usize)
    }

    #[cold]
    fn search(
        &mut self,
        values: &[u8],
        set: &mut u64,
        need: u64,
        few: usize,
        budget: &mut Budget,
    ) -> Result<(), Fault> {
        let n = values.len();
        let (mut from, mut step) = (few + 1, few);
        let longest = (n - self.breaks[0]) / 2;
        while from <= longest.min(LONG_SEARCH) {
            for &k in &self.breaks {
                let m = n - k;
                let to = (m / 2).min(from + step - 1);
                if from <= to {
                    *set |= simd::pair_set(self.path, &values[from..=to], &values[m - to..=m - from]);
                }
            }
            if *set & need == need {
                return Ok(());
            }
            from += step;
            step *= 2;
        }
        let before = self.stamped;
        self.stamped = from - 1;
        self.missing.clear(64);
        (0..64).filter(|value| need & !*set & 1 << value != 0).for_each(|value| self.missing.insert(value));
        let done = self.sift(values, budget);
        self.stamped = before;
        done?;
        (0..64).filter(|&value| need & 1 << value != 0 && !self.missing.contains(value)).for_each(|v| *set |= 1 << v);
        Ok(())
    }
}
