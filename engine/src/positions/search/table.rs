//! What was found about positions of a search: a table of fixed size, in which the larger find stays.

use crate::games::{Budget, Fault};

/// Slots that are looked at together: one line of memory.
const WAYS: usize = 4;
/// Slots of a new table.
const LEAST: usize = 1 << 14;
/// Slots beyond which it no longer grows: 64 MB.
const MOST: usize = 1 << 22;

/// A position of a search: a sum of hashes of its parts, in which the hash of a negative is the negative one. So what
/// cancels is not seen in it, and the negative of a position is found with the players exchanged. 96 bits are compared.
pub(super) type Key = u128;

/// Who wins, by key. Each slot is the upper half of a key, then the bits of its lower half from bit 32 on, how much was
/// searched, and the answer.
#[derive(Default)]
pub(super) struct Table {
    slots: Vec<[u64; 2]>,
    kept: usize,
}

const WON: u64 = 2;
const LOST: u64 = 1;
const ANSWER: u64 = 3;
const SIZE: u64 = 0xffff_fffc;

impl Table {
    /// Whether the player to move wins, if that was found.
    #[inline]
    pub fn get(&self, key: Key) -> Option<bool> {
        self.find(key).map(|(wins, _)| wins)
    }

    /// The same, and how many positions were searched for it.
    #[inline]
    pub fn find(&self, key: Key) -> Option<(bool, u64)> {
        let place = self.place(key)?;
        let (high, low) = halves(key);
        let slot = self.slots[place..place + WAYS].iter().find(|slot| slot[0] == high && (slot[1] ^ low) >> 32 == 0)?;
        (slot[1] & ANSWER != 0).then_some((slot[1] & ANSWER == WON, (slot[1] & SIZE) >> 2))
    }

    /// Keeps an answer that took `nodes` positions to find, if there is room beside larger ones.
    ///
    /// # Errors
    /// [`Fault::Memory`].
    pub fn keep(&mut self, key: Key, wins: bool, nodes: u64, budget: &Budget) -> Result<(), Fault> {
        if self.kept >= self.slots.len() / 2 && self.slots.len() < MOST {
            self.grow(budget)?;
        }
        let (high, low) = halves(key);
        let size = nodes.min(SIZE >> 2) << 2;
        let entry = [high, low & !0xffff_ffff | size | if wins { WON } else { LOST }];
        let Some(place) = self.place(key) else { return Ok(()) };
        let line = &mut self.slots[place..place + WAYS];
        let same = line.iter().position(|slot| slot[0] == high && (slot[1] ^ low) >> 32 == 0);
        let least = || line.iter().enumerate().min_by_key(|(_, slot)| slot[1] & (SIZE | ANSWER)).map(|(i, _)| i);
        if let Some(i) = same.or_else(least) {
            self.kept += (line[i][1] & ANSWER == 0) as usize;
            line[i] = entry;
        }
        Ok(())
    }

    /// All keys, as far as they are compared, whether the player to move wins there, and how much was searched.
    pub fn entries(&self) -> impl Iterator<Item = (Key, bool, u64)> {
        let full = self.slots.iter().filter(|slot| slot[1] & ANSWER != 0);
        full.map(|&[high, low]| {
            let key = Key::from(high) << 64 | Key::from(low & !0xffff_ffff);
            (key, low & ANSWER == WON, (low & SIZE) >> 2)
        })
    }

    fn place(&self, key: Key) -> Option<usize> {
        // The bits that choose the line are among those that are compared.
        let lines = (self.slots.len() / WAYS).checked_sub(1)?;
        Some(((key as u64 >> 32) as usize & lines) * WAYS)
    }

    fn grow(&mut self, budget: &Budget) -> Result<(), Fault> {
        let larger = (4 * self.slots.len()).max(LEAST);
        if budget.reserve(larger * size_of::<[u64; 2]>()).is_err() && !self.slots.is_empty() {
            // A small table is slower and not wrong.
            self.kept = 0;
            return Ok(());
        }
        budget.reserve(larger * size_of::<[u64; 2]>())?;
        let old = std::mem::replace(self, Table { slots: vec![[0; 2]; larger], kept: 0 });
        for (key, wins, nodes) in old.entries() {
            self.keep(key, wins, nodes, budget)?;
        }
        Ok(())
    }
}

fn halves(key: Key) -> (u64, u64) {
    ((key >> 64) as u64, key as u64)
}
