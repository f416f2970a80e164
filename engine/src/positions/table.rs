//! Tables from states to values, flat: one place in memory for a look.

use std::hash::Hash;

use super::Known;
use super::known::Packed;
use crate::games::hashing::hash_of;
use crate::games::{Budget, Fault};

/// Values of states, remembered between questions.
pub(super) struct Table<S> {
    /// The regions in normal form: open addressing, at most three quarters full.
    regions: Vec<ValueSlot<S>>,
    len: usize,
}

type ValueSlot<S> = Option<(S, Packed)>;

const MIN_SLOTS: usize = 1024;

impl<S> Default for Table<S> {
    fn default() -> Self {
        Table { regions: Vec::new(), len: 0 }
    }
}

#[inline]
fn hash<S: Hash>(state: &S) -> usize {
    hash_of(state) as usize
}

impl<S: Clone + Eq + Hash> Table<S> {
    /// Returns the value of a region in normal form.
    #[inline]
    pub fn get(&self, region: &S) -> Option<Packed> {
        let mask = self.regions.len().checked_sub(1)?;
        let mut place = hash(region) & mask;
        while let Some((known, value)) = &self.regions[place] {
            if known == region {
                return Some(*value);
            }
            place = (place + 1) & mask;
        }
        None
    }

    /// Reads the places of these regions, one read not waiting for another, so that the next lookups are fast: the
    /// entry in one place decides the next place, and so reads of a large table would come one after the other.
    #[inline]
    pub fn touch<'a>(&self, regions: impl Iterator<Item = &'a S>)
    where
        S: 'a,
    {
        let Some(mask) = self.regions.len().checked_sub(1) else { return };
        let found: usize = regions.map(|region| self.regions[hash(region) & mask].is_some() as usize).sum();
        std::hint::black_box(found);
    }

    /// Keeps the value of a region in normal form that is not in the table.
    ///
    /// # Errors
    /// [`Fault::Memory`].
    pub fn keep(&mut self, region: S, value: Known, budget: &Budget) -> Result<(), Fault> {
        if 4 * self.len >= 3 * self.regions.len() {
            let larger = (2 * self.regions.len()).max(MIN_SLOTS);
            budget.reserve(larger * size_of::<ValueSlot<S>>())?;
            let old = std::mem::replace(&mut self.regions, vec![None; larger]);
            old.into_iter().flatten().for_each(|entry| self.put(entry));
        }
        self.put((region, Packed::new(value)));
        self.len += 1;
        Ok(())
    }

    fn put(&mut self, entry: (S, Packed)) {
        let mask = self.regions.len() - 1;
        let mut place = hash(&entry.0) & mask;
        while self.regions[place].is_some() {
            place = (place + 1) & mask;
        }
        self.regions[place] = Some(entry);
    }
}
