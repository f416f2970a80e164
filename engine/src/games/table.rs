//! Open-addressing tables of 32-bit ids, without an allocation per entry.

use super::GameId;
use super::hashing::mix;

/// Slots up to which a table is at most half full; larger ones are filled to three quarters, for there memory counts.
const LARGE: usize = 1 << 16;

/// Returns `true` if a table must grow before an insertion.
#[inline]
fn is_full(used: usize, slots: usize) -> bool {
    if slots <= LARGE { used * 2 >= slots } else { used * 4 >= slots * 3 }
}

/// A set of ids found by hash and a test of equality. A slot is hash and id + 1, or 0.
#[derive(Default)]
pub(super) struct IdTable {
    slots: Vec<u64>,
    used: usize,
}

impl IdTable {
    /// Returns the id with this hash for which `same` holds.
    #[inline]
    pub fn find(&self, hash: u64, same: impl Fn(GameId) -> bool) -> Option<GameId> {
        if self.slots.is_empty() {
            return None;
        }
        let (mask, tag) = (self.slots.len() - 1, hash as u32);
        let mut at = tag as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if (slot >> 32) as u32 == tag && same(GameId::of_word(slot as u32 - 1)) {
                return Some(GameId::of_word(slot as u32 - 1));
            }
            at = (at + 1) & mask;
        }
    }

    /// Returns the number of bytes that the next insertion will allocate.
    pub fn growth(&self) -> usize {
        if is_full(self.used, self.slots.len()) { self.slots.len() * 16 } else { 0 }
    }

    /// Adds an id that is not in the table.
    pub fn insert(&mut self, hash: u64, id: GameId) {
        if is_full(self.used, self.slots.len()) {
            self.rebuild((self.slots.len() * 2).max(64), u32::MAX);
        }
        self.used += 1;
        self.place((hash & 0xffff_ffff) << 32 | u64::from(id.0 + 1));
    }

    /// Removes the ids from `limit` on.
    pub fn truncate(&mut self, limit: u32) {
        self.used = self.slots.iter().filter(|&&slot| slot != 0 && (slot as u32) <= limit).count();
        self.rebuild((self.used * 4).next_power_of_two().clamp(64, self.slots.len().max(64)), limit);
    }

    fn place(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut at = (slot >> 32) as usize & mask;
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }

    fn rebuild(&mut self, size: usize, limit: u32) {
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for slot in old {
            if slot != 0 && slot as u32 <= limit {
                self.place(slot);
            }
        }
    }
}

/// The results of comparisons. It may forget some, but every result is correct.
///
/// Most comparisons are made again faster than fetched from far away, so these are kept in few places, near at hand.
/// Those that took many steps have places of their own, as many as they need: made again and again they would take
/// exponential time.
#[derive(Default)]
pub(super) struct OrderMemo {
    easy: Answers,
    hard: Answers,
}

impl OrderMemo {
    /// Steps from which on a comparison is hard.
    const HARD: u64 = 64;
    /// Places for easy ones: few enough for the second cache of a processor.
    const EASY: usize = 1 << 14;
    /// Places for hard ones at most.
    const MAX_HARD: usize = 1 << 20;

    /// Returns the remembered answer to `a <= b`; both are below 2^31.
    #[inline]
    pub fn get(&self, a: u32, b: u32) -> Option<bool> {
        self.easy.get(a, b).or_else(|| self.hard.get(a, b))
    }

    /// Stores an answer that took `steps` steps.
    #[inline]
    pub fn put(&mut self, a: u32, b: u32, answer: bool, steps: u64) {
        if steps < OrderMemo::HARD {
            self.easy.put(a, b, answer, OrderMemo::EASY);
        } else {
            self.hard.put(a, b, answer, OrderMemo::MAX_HARD);
        }
    }

    /// Forgets everything and frees the memory.
    pub fn clear(&mut self) {
        *self = OrderMemo::default();
    }
}

/// A direct-mapped memory of answers to `a <= b`.
#[derive(Default)]
struct Answers {
    slots: Vec<u64>,
    stored: usize,
}

const ANSWER: u64 = 1 << 63;

impl Answers {
    const MIN_SLOTS: usize = 1 << 12;

    #[inline]
    fn slot(&self, key: u64) -> usize {
        mix(key) as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn get(&self, a: u32, b: u32) -> Option<bool> {
        if self.slots.is_empty() {
            return None;
        }
        let key = u64::from(a) << 32 | u64::from(b);
        let found = self.slots[self.slot(key)];
        (found & !ANSWER == key).then_some(found & ANSWER != 0)
    }

    /// Remembers one. The memory grows while much more is stored than it holds.
    #[inline]
    fn put(&mut self, a: u32, b: u32, answer: bool, largest: usize) {
        if self.stored >= self.slots.len() * 4 && self.slots.len() < largest {
            self.grow();
        }
        self.stored += 1;
        let key = u64::from(a) << 32 | u64::from(b);
        let at = self.slot(key);
        self.slots[at] = if answer { key | ANSWER } else { key };
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; (old.len() * 4).max(Answers::MIN_SLOTS)];
        self.stored = 0;
        for slot in old {
            if slot != 0 {
                let at = self.slot(slot & !ANSWER);
                self.slots[at] = slot;
            }
        }
    }
}

/// The sums that were computed: pairs of ids, the smaller first, to an id. Bounded: when it is full and may not grow
/// it starts again.
#[derive(Default)]
pub(super) struct SumMemo {
    slots: Vec<[u32; 3]>,
    used: usize,
}

impl SumMemo {
    const MAX_SLOTS: usize = 1 << 25;

    #[inline]
    fn start(&self, a: GameId, b: GameId) -> usize {
        mix(u64::from(a.0) << 32 | u64::from(b.0)) as usize & (self.slots.len() - 1)
    }

    /// Returns the sum of `a` and `b`, if remembered. Neither is zero.
    #[inline]
    pub fn get(&self, a: GameId, b: GameId) -> Option<GameId> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.start(a, b);
        loop {
            let slot = self.slots[at];
            if slot[0] == a.0 && slot[1] == b.0 {
                return Some(GameId::of_word(slot[2]));
            }
            if slot[0] == 0 {
                return None;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Reads the places of these sums, one read not waiting for another.
    #[inline]
    pub fn touch(&self, pairs: impl Iterator<Item = (GameId, GameId)>) {
        if self.slots.is_empty() {
            return;
        }
        let found = pairs.fold(0, |found, (a, b)| found ^ self.slots[self.start(a.min(b), a.max(b))][0]);
        std::hint::black_box(found);
    }

    /// Returns the number of bytes that the next insertion will allocate.
    #[inline]
    pub fn growth(&self) -> usize {
        let grows = is_full(self.used, self.slots.len()) && self.slots.len() < SumMemo::MAX_SLOTS;
        if grows { self.slots.len() * 24 } else { 0 }
    }

    /// Remembers a sum that is not there yet; `may_grow` false makes room by forgetting the others.
    #[inline]
    pub fn put(&mut self, a: GameId, b: GameId, sum: GameId, may_grow: bool) {
        if is_full(self.used, self.slots.len()) {
            if self.slots.is_empty() && !may_grow {
                return;
            }
            self.make_room(may_grow);
        }
        self.used += 1;
        self.place([a.0, b.0, sum.0]);
    }

    #[cold]
    fn make_room(&mut self, may_grow: bool) {
        if self.slots.len() >= SumMemo::MAX_SLOTS || !may_grow {
            self.slots.fill([0; 3]);
            self.used = 0;
        } else {
            self.rebuild((self.slots.len() * 2).max(256), u32::MAX);
        }
    }

    fn place(&mut self, slot: [u32; 3]) {
        let mut at = self.start(GameId::of_word(slot[0]), GameId::of_word(slot[1]));
        while self.slots[at][0] != 0 {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = slot;
    }

    fn rebuild(&mut self, size: usize, limit: u32) {
        let old = std::mem::replace(&mut self.slots, vec![[0; 3]; size]);
        self.used = 0;
        for slot in old {
            if slot[0] != 0 && slot.iter().all(|&id| id < limit) {
                self.used += 1;
                self.place(slot);
            }
        }
    }

    /// Forgets entries with ids from `limit` on.
    pub fn truncate(&mut self, limit: u32) {
        let kept = self.slots.iter().filter(|slot| slot[0] != 0 && slot.iter().all(|&id| id < limit)).count();
        self.rebuild((kept * 4).next_power_of_two().clamp(256, self.slots.len().max(256)), limit);
    }

    /// Forgets everything and frees the memory.
    pub fn clear(&mut self) {
        *self = SumMemo::default();
    }
}
