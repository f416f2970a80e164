//! What solvers of a game with claims have met: boards as they stand, with what is solved in their place.
//!
//! The moves of many positions lead to the same boards, and their parts are the same oftener still. What was found for one of
//! the last of them is not found again: the position in normal form, and what a helper of nothing but a board gave.

use std::num::NonZeroU32;

use cg_engine::games::hashing::key_of;
use cg_engine::positions::{PositionId, Target};

/// Boards of which that is kept: so few that they lie near at hand.
const PLACES: usize = 1 << 13;

/// Calls after which it is seen whether their results come again: one of so many must.
const TRIED: u32 = 1 << 10;
const WORTH: u32 = 8;

/// What was met.
#[derive(Default)]
pub(super) struct Met {
    positions: Cache,
    calls: Cache,
    /// Helpers that were called, and how many of their results had been met.
    asked: u32,
    found: u32,
    /// A bit for each position by its number: whether it was seen that nobody has a move in it.
    ended: Vec<u64>,
}

/// What was found, by the key of the words that it is a matter of; a newer one takes the place of an older one.
#[derive(Default)]
struct Cache(Vec<Option<Entry>>);

/// The upper words of a key, the lowest bit of each set so that none is zero, and what was found.
#[derive(Clone, Copy)]
struct Entry {
    key: [NonZeroU32; 3],
    target: Target,
}

/// The place of a key, and what is compared there.
fn place(key: u128) -> (usize, [NonZeroU32; 3]) {
    let part = |shift: u32| NonZeroU32::new((key >> shift) as u32 | 1).unwrap_or(NonZeroU32::MIN);
    (key as usize % PLACES, [part(96), part(64), part(32)])
}

/// Where the bit of a position stands.
fn place_of_bit(p: PositionId) -> (usize, u64) {
    let number = p.index();
    (number as usize / 64, 1 << (number % 64))
}

impl Cache {
    fn get(&self, key: u128) -> Option<Target> {
        let (place, key) = place(key);
        (*self.0.get(place)?).filter(|entry| entry.key == key).map(|entry| entry.target)
    }

    fn put(&mut self, key: u128, target: Target) {
        if self.0.is_empty() {
            self.0.resize(PLACES, None);
        }
        let (place, key) = place(key);
        self.0[place] = Some(Entry { key, target });
    }
}

impl Met {
    /// The key of a game and its arguments, or of a helper and its board.
    pub fn key(words: &[u32]) -> u128 {
        key_of(words)
    }

    /// What is solved in place of a position, if it was met.
    pub fn position(&self, key: u128) -> Option<Target> {
        self.positions.get(key)
    }

    /// Keeps what is solved in place of a position.
    pub fn put_position(&mut self, key: u128, target: Target) {
        self.positions.put(key, target);
    }

    /// Whether what helpers give comes again so often that it is worth its key.
    pub fn keeps_calls(&self) -> bool {
        self.asked < TRIED || self.found >= self.asked / WORTH
    }

    /// What a helper gave.
    pub fn call(&mut self, key: u128) -> Option<Target> {
        let met = self.calls.get(key);
        self.asked = self.asked.saturating_add(1);
        self.found += met.is_some() as u32;
        met
    }

    /// Keeps what a helper gave.
    pub fn put_call(&mut self, key: u128, target: Target) {
        self.calls.put(key, target);
    }

    /// Notes that nobody has a move in a position.
    pub fn end(&mut self, p: PositionId) {
        let (word, bit) = place_of_bit(p);
        if self.ended.len() <= word {
            self.ended.resize(word + 1, 0);
        }
        self.ended[word] |= bit;
    }

    /// Whether that was found.
    pub fn has_ended(&self, p: PositionId) -> bool {
        let (word, bit) = place_of_bit(p);
        self.ended.get(word).is_some_and(|bits| bits & bit != 0)
    }
}
