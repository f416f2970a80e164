//! Freeing ids: back to a mark after a failed statement, or all ids that no root reaches.

use super::arena::Record;
use super::canonical::hash_lists;
use super::hashing::{hash_of, mix};
use super::normal_form::{LARGE, is_packed};
use super::{GameId, Games};

/// A state of the arena to which it can go back, from [`Games::mark`].
///
/// A mark is void after [`Games::compact`] and after a rollback to an earlier one.
#[derive(Clone, Copy, Debug)]
pub struct GamesMark {
    records: usize,
    pool: usize,
    expanded: usize,
    large: usize,
}

/// Something that shows every id it holds to a visitor, which may replace them.
pub type Roots<'a> = dyn FnMut(&mut dyn FnMut(&mut GameId)) + 'a;

impl Games {
    /// Remembers the present state.
    pub fn mark(&self) -> GamesMark {
        GamesMark {
            records: self.records.len(),
            pool: self.pool.len(),
            expanded: self.expanded.len(),
            large: self.large.len(),
        }
    }

    /// Removes everything that is newer than the mark from the arena, its tables and its memories, and shrinks tables
    /// that grew much. The next new value gets the first id that was freed.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let mark = games.mark();
    /// let five = games.nimber(5)?;
    /// games.rollback(mark);
    /// assert_eq!(games.nimber(6)?, five); // the id is used again
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn rollback(&mut self, mark: GamesMark) {
        self.left = Vec::new();
        self.right = Vec::new();
        self.work = Vec::new();
        if mark.records > self.records.len() {
            return;
        }
        for expanded in self.expanded.split_off(mark.expanded.min(self.expanded.len())) {
            let record = &mut self.records[expanded.0 as usize];
            (record.start, record.lefts, record.rights) = (Record::NOWHERE, 0, 0);
        }
        self.pool.truncate(mark.pool);
        if mark.records == self.records.len() {
            return;
        }
        let limit = mark.records as u32;
        for index in mark.records..self.records.len() {
            let negative = self.records[index].negative;
            if negative < limit {
                self.records[negative as usize].negative = u32::MAX;
            }
        }
        self.records.truncate(mark.records);
        self.large.truncate(mark.large);
        self.stops.retain(|id, _| id.0 < limit);
        self.by_options.truncate(limit);
        self.by_normal.truncate(limit);
        self.sums.truncate(limit);
        self.orders.clear();
        self.walls = Default::default();
        self.free();
    }

    /// Frees capacity that is far above the part in use.
    fn free(&mut self) {
        if self.records.capacity() > 4 * self.records.len() {
            self.records.shrink_to(2 * self.records.len());
        }
        if self.pool.capacity() > 4 * self.pool.len() {
            self.pool.shrink_to(2 * self.pool.len());
        }
        self.stops.shrink_to_fit();
        self.large.shrink_to_fit();
        self.expanded.shrink_to_fit();
    }

    /// Forgets sums, comparisons and thermographs; values and ids stay.
    pub fn clear_caches(&mut self) {
        self.sums.clear();
        self.orders.clear();
        self.walls = Default::default();
    }

    /// Removes every value that cannot be reached from the roots and renumbers the rest.
    ///
    /// `roots` is called twice. Each time it calls its argument with every id that is stored outside the arena: first
    /// to mark them, then to replace them.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// games.nimber(5)?;
    /// let mut kept = games.nimber(6)?;
    /// games.compact(&mut |visit| visit(&mut kept));
    /// assert_eq!(games.as_nimber(kept), Some(6));
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn compact(&mut self, roots: &mut Roots<'_>) {
        for expanded in std::mem::take(&mut self.expanded) {
            let record = &mut self.records[expanded.0 as usize];
            (record.start, record.lefts, record.rights) = (Record::NOWHERE, 0, 0);
        }
        let count = self.records.len();
        // Options have smaller ids than their game, so one pass downwards marks all that is reachable.
        let mut alive = vec![false; count];
        alive[..=GameId::STAR.0 as usize].fill(true);
        roots(&mut |id| {
            if let Some(slot) = alive.get_mut(id.0 as usize) {
                *slot = true;
            }
        });
        for index in (GameId::STAR.0 as usize + 1..count).rev() {
            if alive[index] && !self.records[index].is_normal() {
                for &option in self.stored(index) {
                    alive[option.0 as usize] = true;
                }
            }
        }
        let mut next = 0;
        let mut renumbered = vec![u32::MAX; count];
        for index in 0..count {
            if alive[index] {
                renumbered[index] = next;
                next += 1;
            }
        }
        self.rebuild(&renumbered, next as usize);
        roots(&mut |id| {
            if let Some(&new) = renumbered.get(id.0 as usize) {
                *id = GameId::of_word(new);
            }
        });
    }

    fn stored(&self, index: usize) -> &[GameId] {
        let record = &self.records[index];
        &self.pool[record.start as usize..][..(record.lefts + record.rights) as usize]
    }

    /// Copies the records that get a new number.
    fn rebuild(&mut self, renumbered: &[u32], count: usize) {
        self.clear_caches();
        let mut records = Vec::with_capacity(count);
        let mut pool = Vec::new();
        let mut large = Vec::new();
        self.by_options = Default::default();
        self.by_normal = Default::default();
        for (index, &new) in renumbered.iter().enumerate() {
            if new == u32::MAX {
                continue;
            }
            let mut record = self.records[index];
            record.negative = renumbered.get(record.negative as usize).copied().unwrap_or(u32::MAX);
            let id = GameId::of_word(new);
            if record.is_normal() {
                let mut hash = mix(record.normal);
                if !is_packed(record.normal) {
                    let form = self.large[(record.normal ^ LARGE) as usize].clone();
                    hash = hash_of(&form);
                    record.normal = LARGE | large.len() as u64;
                    large.push(form);
                }
                self.by_normal.insert(hash, id);
            } else if id != GameId::PROVISIONAL {
                let start = pool.len();
                pool.extend(self.stored(index).iter().map(|option| GameId::of_word(renumbered[option.0 as usize])));
                // Renumbering keeps the order, so the lists stay sorted.
                let (left, right) = pool[start..].split_at(record.lefts as usize);
                self.by_options.insert(hash_lists(left, right), id);
                record.start = start as u32;
            }
            records.push(record);
        }
        let stops = std::mem::take(&mut self.stops);
        for (id, stop) in stops {
            if let Some(&new) = renumbered.get(id.0 as usize).filter(|&&new| new != u32::MAX) {
                self.stops.insert(GameId::of_word(new), stop);
            }
        }
        (self.records, self.pool, self.large) = (records, pool, large);
    }
}
