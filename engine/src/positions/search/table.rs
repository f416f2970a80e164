//! The results about positions of a search: a table of fixed size, in which the result of the larger search stays.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::games::{Budget, Fault};

/// The number of slots that are examined together.
const WAYS: usize = 4;
/// Slots of a new table.
const MIN_SLOTS: usize = 1 << 14;
/// Slots beyond which it no longer grows: 64 MB.
const MAX_SLOTS: usize = 1 << 22;

/// The key of a position of a search: a sum of hashes of its parts, in which the hash of a negative is the negative
/// one. So parts that cancel do not appear in it, and the negative of a position is found with the players exchanged.
/// 96 bits are compared.
pub(super) type Key = u128;

/// The result that is kept for a position.
pub(super) trait Find: Copy {
    /// Returns the result as a word that is not 0. The word is larger if more was searched for the result.
    fn word(self) -> u32;

    /// Returns the find of a word.
    fn of(word: u32) -> Self;
}

/// The winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Won {
    /// `true` if it is the player to move.
    pub by_mover: bool,
    /// The number of positions searched for that.
    pub nodes: u64,
}

impl Won {
    /// A win by the player to move that is seen without a search.
    pub const AT_ONCE: Won = Won { by_mover: true, nodes: 1 };
}

impl Find for Won {
    fn word(self) -> u32 {
        (self.nodes.min(u64::from(u32::MAX >> 2)) as u32) << 2 | if self.by_mover { 2 } else { 1 }
    }

    fn of(word: u32) -> Won {
        Won { by_mover: word & 3 == 2, nodes: u64::from(word >> 2) }
    }
}

/// A table of results by key. Several threads may search with one table: all keep their results in it.
pub(super) struct Table<F> {
    lines: Arc<[TableLine]>,
    kept: usize,
    finds: PhantomData<F>,
}

impl<F> Default for Table<F> {
    fn default() -> Table<F> {
        Table { lines: Arc::default(), kept: 0, finds: PhantomData }
    }
}

/// The entries that one read brings from memory.
#[derive(Default)]
#[repr(align(64))]
struct TableLine([TableSlot; WAYS]);

/// An entry and its check. The entry is the bits of the lower half of a key from bit 32 on, and the word of a find; the
/// check is that with the upper half of the key, so that an entry whose words come from two threads is none.
#[derive(Default)]
struct TableSlot {
    check: AtomicU64,
    entry: AtomicU64,
}

impl TableSlot {
    #[inline]
    fn read(&self) -> (u64, u64) {
        let entry = self.entry.load(Relaxed);
        (self.check.load(Relaxed) ^ entry, entry)
    }

    #[inline]
    fn write(&self, high: u64, entry: u64) {
        self.check.store(high ^ entry, Relaxed);
        self.entry.store(entry, Relaxed);
    }

    /// Returns the entry, if it is of the key with these halves.
    #[inline]
    fn of(&self, (high, low): (u64, u64)) -> Option<u64> {
        let (its_high, entry) = self.read();
        (its_high == high && (entry ^ low) >> 32 == 0).then_some(entry)
    }
}

impl Table<Won> {
    /// Returns `true` if the player to move wins, or `None` if that is not known.
    #[inline]
    pub fn get(&self, key: Key) -> Option<bool> {
        self.find(key).map(|found| found.by_mover)
    }
}

impl<F: Find> Table<F> {
    /// Returns the result for a position.
    #[inline]
    pub fn find(&self, key: Key) -> Option<F> {
        let (line, halves) = (self.line(key)?, halves(key));
        let entry = line.0.iter().find_map(|slot| slot.of(halves))?;
        (entry as u32 != 0).then(|| F::of(entry as u32))
    }

    /// Reads the places of these keys, one read not waiting for another, so that finding them next is fast.
    pub fn touch(&self, keys: impl Iterator<Item = Key>) {
        let read = |key| self.line(key).map_or(0, |line| line.0[0].entry.load(Relaxed));
        std::hint::black_box(keys.fold(0, |all, key| all ^ read(key)));
    }

    /// Keeps a find, if there is room beside larger ones.
    ///
    /// # Errors
    /// [`Fault::Memory`].
    pub fn keep(&mut self, key: Key, found: F, budget: &Budget) -> Result<(), Fault> {
        if self.kept >= self.slots() / 2 && self.slots() < MAX_SLOTS {
            self.grow(budget)?;
        }
        let (high, low) = halves(key);
        let entry = low & !0xffff_ffff | u64::from(found.word());
        let Some(TableLine(line)) = self.line(key) else { return Ok(()) };
        let same = line.iter().find(|slot| slot.of((high, low)).is_some());
        let least = || line.iter().min_by_key(|slot| slot.read().1 as u32);
        if let Some(slot) = same.or_else(least) {
            let is_new = slot.read().1 as u32 == 0;
            slot.write(high, entry);
            self.kept += usize::from(is_new);
        }
        Ok(())
    }

    /// Returns this table for another thread, grown to its largest size, since a shared table cannot grow.
    ///
    /// # Errors
    /// [`Fault::Memory`].
    pub fn shared(&mut self, budget: &Budget) -> Result<Table<F>, Fault> {
        while self.slots() < MAX_SLOTS {
            budget.reserve(MAX_SLOTS * size_of::<TableSlot>())?;
            self.grow(budget)?;
        }
        Ok(Table { lines: self.lines.clone(), kept: self.kept, finds: PhantomData })
    }

    /// Returns all keys, as far as they are compared, with their results.
    pub fn entries(&self) -> impl Iterator<Item = (Key, F)> {
        let slots = self.lines.iter().flat_map(|line| &line.0);
        let full = slots.map(TableSlot::read).filter(|(_, entry)| *entry as u32 != 0);
        full.map(|(high, entry)| (Key::from(high) << 64 | Key::from(entry & !0xffff_ffff), F::of(entry as u32)))
    }

    fn slots(&self) -> usize {
        self.lines.len() * WAYS
    }

    /// Returns the line of a key.
    #[inline]
    fn line(&self, key: Key) -> Option<&TableLine> {
        // The bits that choose the line are among those that are compared.
        let mask = self.lines.len().checked_sub(1)?;
        self.lines.get((key as u64 >> 32) as usize & mask)
    }

    fn grow(&mut self, budget: &Budget) -> Result<(), Fault> {
        let larger = (4 * self.slots()).max(MIN_SLOTS);
        if budget.reserve(larger * size_of::<TableSlot>()).is_err() && !self.lines.is_empty() {
            // A small table is slower and not wrong.
            self.kept = 0;
            return Ok(());
        }
        budget.reserve(larger * size_of::<TableSlot>())?;
        let lines = (0..larger / WAYS).map(|_| TableLine::default()).collect();
        let old = std::mem::replace(self, Table { lines, kept: 0, finds: PhantomData });
        for (key, found) in old.entries() {
            self.keep(key, found, budget)?;
        }
        Ok(())
    }
}

fn halves(key: Key) -> (u64, u64) {
    ((key >> 64) as u64, key as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_of_two_threads_is_none() {
        let key = |i: u64| {
            let mixed = (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            Key::from(mixed) << 64 | Key::from(mixed.rotate_left(23))
        };
        let slot = |i: u64| {
            let (slot, (high, low)) = (TableSlot::default(), halves(key(i)));
            slot.write(high, low & !0xffff_ffff | i << 2 | 2);
            slot
        };
        for (i, j) in (0..40).flat_map(|i| (0..40).map(move |j| (i, j))) {
            // Each of two threads has written one word.
            let mixed = TableSlot { check: slot(i).check, entry: slot(j).entry };
            for k in 0..40 {
                assert_eq!(mixed.of(halves(key(k))).is_some(), i == j && j == k, "{i} {j} {k}");
            }
        }
    }

    #[test]
    fn a_shared_table_has_what_either_keeps() {
        let budget = Budget::unlimited();
        let won = |by_mover, nodes| Won { by_mover, nodes };
        let mut here = Table::default();
        here.keep(1 << 100, won(true, 5), &budget).unwrap();
        let mut there = here.shared(&budget).unwrap();
        there.keep(7 << 90, won(false, 3), &budget).unwrap();
        here.keep(9 << 80, won(true, 1), &budget).unwrap();
        for table in [&here, &there] {
            assert_eq!(table.find(1 << 100), Some(won(true, 5)));
            assert_eq!(table.find(7 << 90), Some(won(false, 3)));
            assert_eq!(table.find(9 << 80), Some(won(true, 1)));
            assert_eq!(table.find(8 << 80), None);
        }
    }
}
