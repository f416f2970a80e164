//! Games recognised by their nim-values.

use std::collections::HashMap;

use crate::games::{Budget, Fault};

/// The largest number of heaps by which one sequence is shifted against another.
const MAX_SHIFT: i64 = 8;
/// The largest first heap from which on a sequence may agree, if the heaps before it differ.
const MAX_LEFT_OUT: usize = 8;
/// The least number of heaps that must agree when sequences are shifted or heaps are left out.
const MIN_AGREEING: usize = 6;
/// The number of shifted and of near sequences that are listed.
const LISTED: usize = 5;

/// Games with equal nim-values as far as they were computed, the best known name first.
#[derive(Clone, Debug)]
pub struct SequenceFamily {
    values: Vec<u32>,
    /// The names, with their ranks: the least one comes first.
    names: Vec<(usize, String)>,
}

impl SequenceFamily {
    /// Returns the name that stands for the family.
    pub fn name(&self) -> &str {
        &self.names[0].1
    }

    /// Returns the other names.
    pub fn others(&self) -> impl Iterator<Item = &str> {
        self.names[1..].iter().map(|(_, name)| &**name)
    }
}

/// A sequence whose heap n has the value of heap n + `shift` of a family, for all n from `from` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftedSequence {
    /// The number of the family.
    pub family: usize,
    /// The number that is added to a heap.
    pub shift: i64,
    /// The first heap from which on they agree.
    pub from: usize,
}

/// The families that have the same nim-values as a sequence, or nearly the same.
#[derive(Clone, Debug, Default)]
pub struct RecognisedGames {
    /// The families that agree with it from heap 0 on.
    pub equal: Vec<usize>,
    /// The families that agree if it is shifted, or from a later heap on.
    pub shifted: Vec<ShiftedSequence>,
    /// The families that agree longest from heap 0 on, each with the first heap that differs.
    pub near: Vec<(usize, usize)>,
}

/// Games with their nim-values, to be recognised.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::heaps::SequenceIndex;
///
/// let mut index = SequenceIndex::default();
/// index.add("nim", 0, &[0, 1, 2, 3, 4, 5, 6, 7]);
/// index.add("parity", 0, &[0, 1, 0, 1, 0, 1, 0, 1]);
/// index.finish();
/// let found = index.recognise(&[0, 1, 2, 3, 4], &mut Budget::unlimited())?;
/// assert_eq!(index.family(found.equal[0]).name(), "nim");
/// assert_eq!(found.near, [(1, 2)]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SequenceIndex {
    families: Vec<SequenceFamily>,
    by_values: HashMap<Vec<u32>, usize>,
}

impl SequenceIndex {
    /// Adds a game. Within a family the name of the least rank stands first.
    pub fn add(&mut self, name: impl Into<String>, rank: usize, values: &[u32]) {
        let next = self.families.len();
        let family = *self.by_values.entry(values.to_vec()).or_insert(next);
        if family == next {
            self.families.push(SequenceFamily { values: values.to_vec(), names: Vec::new() });
        }
        self.families[family].names.push((rank, name.into()));
    }

    /// Sorts names within families and families by their first names, and forgets what only [`add`](Self::add) needs.
    pub fn finish(&mut self) {
        self.by_values = HashMap::default();
        self.families.iter_mut().for_each(|family| family.names.sort_by_key(|(rank, _)| *rank));
        self.families.sort_by_key(|family| family.names[0].0);
    }

    /// Returns the family of this number.
    pub fn family(&self, number: usize) -> &SequenceFamily {
        &self.families[number]
    }

    /// Compares nim-values, from heap 0 on, with those of all families.
    ///
    /// # Errors
    /// The limits of `budget`.
    pub fn recognise(&self, values: &[u32], budget: &mut Budget) -> Result<RecognisedGames, Fault> {
        let mut found = RecognisedGames::default();
        for (number, family) in self.families.iter().enumerate() {
            budget.tick()?;
            match values.iter().zip(&family.values).position(|(a, b)| a != b) {
                None => found.equal.push(number),
                Some(heap) => found.near.push((number, heap)),
            }
            if let Some((shift, from)) = best_shift(values, &family.values) {
                found.shifted.push(ShiftedSequence { family: number, shift, from });
            }
        }
        found.near.sort_by_key(|&(_, heap)| std::cmp::Reverse(heap));
        found.near.truncate(LISTED);
        found.shifted.sort_by_key(|shifted| (shifted.from, shifted.shift.unsigned_abs()));
        found.shifted.truncate(LISTED);
        Ok(found)
    }
}

/// Returns the shift, and the first heap, by which `values` agree with `known`, the fewest heaps left out. `None` if they agree
/// from heap 0 on without a shift, or not at all.
fn best_shift(values: &[u32], known: &[u32]) -> Option<(i64, usize)> {
    let shifts = (0..=MAX_SHIFT).flat_map(|by| [by, -by]);
    let found = shifts.filter_map(|shift| {
        // Heaps that would have a negative one beside them do not agree.
        let first = usize::try_from(-shift).unwrap_or(0);
        let last = values.len().min(usize::try_from(known.len() as i64 - shift).unwrap_or(0));
        let agrees = |&heap: &usize| values[heap] == known[(heap as i64 + shift) as usize];
        let agreeing = (first..last).rev().take_while(agrees).count();
        let from = last.checked_sub(agreeing)?;
        // Two sequences that are constant there agree by chance.
        let tail = &values[from.min(last)..last];
        let says_something = tail.windows(2).any(|pair| pair[0] != pair[1]);
        (agreeing >= MIN_AGREEING.max(last / 2) && from <= MAX_LEFT_OUT && says_something).then_some((shift, from))
    });
    let best = found.min_by_key(|&(shift, from)| (from, shift.unsigned_abs()))?;
    (best != (0, 0)).then_some(best)
}
