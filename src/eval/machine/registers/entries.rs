//! The entries of a dictionary.
//!
//! The values of integers, or of letters, that lie close together stand in a row, and a look-up is one index. All other keys are
//! hashed.

use rustc_hash::FxHashMap;

use super::{Tag, Word};

/// The least number of places of a row.
const LEAST_ROW: usize = 32;

/// Values by their keys.
#[derive(Clone, Default)]
pub(super) struct Entries {
    /// The key of the first place of the row.
    base: Word,
    /// The values of the keys from `base` on, [`Word::NONE`] for a key without a value.
    row: Vec<Word>,
    /// The number of values in the row.
    in_row: usize,
    others: FxHashMap<Word, Word>,
}

impl PartialEq for Entries {
    fn eq(&self, other: &Entries) -> bool {
        self.len() == other.len() && self.iter().all(|(key, value)| other.get(key) == value)
    }
}

impl Entries {
    pub fn len(&self) -> usize {
        self.in_row + self.others.len()
    }

    /// Returns the bytes in use.
    pub fn size(&self) -> usize {
        self.row.capacity() * size_of::<Word>() + self.others.capacity() * size_of::<(Word, Word)>()
    }

    /// Computes the place of a key in the row. It is huge for keys below the base or of another kind.
    #[inline(always)]
    fn place(&self, key: Word) -> usize {
        key.0.wrapping_sub(self.base.0).rotate_right(Word::TAG_BITS) as usize
    }

    /// Returns the value of a key, or [`Word::NONE`] if it has none.
    #[inline(always)]
    pub fn get(&self, key: Word) -> Word {
        match self.row.get(self.place(key)) {
            Some(&value) => value,
            None if self.others.is_empty() => Word::NONE,
            None => self.hashed(key),
        }
    }

    #[inline(never)]
    fn hashed(&self, key: Word) -> Word {
        self.others.get(&key).copied().unwrap_or(Word::NONE)
    }

    /// Returns the entries: those of the row by their keys, then all others.
    pub fn iter(&self) -> impl Iterator<Item = (Word, Word)> + '_ {
        let key = |i: usize| Word(self.base.0.wrapping_add((i as u64) << Word::TAG_BITS));
        let in_row = self.row.iter().enumerate().map(move |(i, &value)| (key(i), value));
        in_row.filter(|&(_, value)| value != Word::NONE).chain(self.others.iter().map(|(&key, &value)| (key, value)))
    }

    /// Gives a key its value, which may be [`Word::NONE`]. Returns the one before.
    #[inline]
    pub fn set(&mut self, key: Word, value: Word) -> Word {
        let place = self.place(key);
        match self.row.get_mut(place) {
            Some(cell) => {
                let old = std::mem::replace(cell, value);
                self.in_row += usize::from(value != Word::NONE);
                self.in_row -= usize::from(old != Word::NONE);
                old
            }
            None if value == Word::NONE => self.others.remove(&key).unwrap_or(Word::NONE),
            None => self.others.insert(key, value).unwrap_or(Word::NONE),
        }
    }

    /// Makes room for a key and gives it its value. Returns the one before.
    #[inline]
    pub fn put(&mut self, key: Word, value: Word) -> Word {
        if !self.has_room(key) {
            self.grow(key);
        }
        self.set(key, value)
    }

    /// Counts a key once more: its value is the number of times that it was counted.
    #[inline]
    pub fn count(&mut self, key: Word) {
        let place = self.place(key);
        match self.row.get_mut(place) {
            Some(count) if *count != Word::NONE => count.0 += Word::ONE.0,
            _ => {
                let count = self.get(key);
                self.put(key, if count == Word::NONE { Word::ONE } else { Word(count.0 + Word::ONE.0) });
            }
        }
    }

    /// Returns `true` if a key can be put in without more memory.
    #[inline]
    pub fn has_room(&self, key: Word) -> bool {
        self.place(key) < self.row.len() || self.others.len() < self.others.capacity()
    }

    /// Returns the first key and the length of a row with a place for this key, if half of the places will then be taken.
    fn longer_row(&self, key: Word) -> Option<(Word, usize)> {
        if !matches!(key.tag(), Tag::Integer | Tag::Letter) {
            return None;
        }
        let len = self.row.len();
        if len == 0 {
            let below = key.number() % LEAST_ROW;
            return Some((Word(key.0.wrapping_sub((below as u64) << Word::TAG_BITS)), LEAST_ROW));
        }
        if key.tag() != self.base.tag() {
            return None;
        }
        let step = key.0.wrapping_sub(self.base.0) as i64 >> Word::TAG_BITS;
        let wanted = if step < 0 { len + step.unsigned_abs() as usize } else { step as usize + 1 };
        if wanted > 2 * self.len() + LEAST_ROW {
            return None;
        }
        Some(match step {
            ..0 => (Word(self.base.0.wrapping_sub((wanted as u64) << Word::TAG_BITS)), len + wanted),
            _ => (self.base, 2 * wanted),
        })
    }

    /// Returns the bytes that are needed to make room for a key.
    pub fn growth(&self, key: Word) -> usize {
        match self.longer_row(key) {
            Some((_, len)) => len * size_of::<Word>() + self.others.capacity() * size_of::<(Word, Word)>(),
            None => 4 * self.others.len() * size_of::<(Word, Word)>(),
        }
    }

    /// Makes room for a key.
    #[cold]
    #[inline(never)]
    pub fn grow(&mut self, key: Word) {
        let Some((base, len)) = self.longer_row(key) else { return self.others.reserve(1) };
        let mut row = vec![Word::NONE; len];
        let shift = Entries { base, ..Entries::default() }.place(self.base);
        if let Some(places) = row.get_mut(shift..).filter(|_| !self.row.is_empty()) {
            places[..self.row.len()].copy_from_slice(&self.row);
        }
        (self.base, self.row) = (base, row);
        if !self.others.is_empty() {
            for (key, value) in std::mem::take(&mut self.others) {
                self.set(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Entries, Word};
    use cg_engine::games::Random;

    #[test]
    fn entries_are_those_of_a_map() {
        let mut random = Random::new(1913);
        for round in 0..300 {
            let (mut entries, mut map) = (Entries::default(), BTreeMap::new());
            let (least, far) =
                (random.below(200) as i64 - 100, [1, 1, 2, 3, 1 << 30, 1 << 49][random.below(6) as usize]);
            for i in 0..random.below(400) as i64 {
                let number = match round % 4 {
                    0 => least + i,
                    1 => least - i,
                    _ => random.below(100) as i64 + least,
                };
                let key = match random.below(20) {
                    0 => Word::letter(b'a' + random.below(26) as u8),
                    1 => Word::list(random.below(10) as u32),
                    _ => Word::integer(number * far).expect("small enough"),
                };
                let value = if random.below(4) == 0 { Word::NONE } else { Word::small(random.below(9) as i32) };
                let old = if value == Word::NONE { map.remove(&key) } else { map.insert(key, value) };
                let old = old.unwrap_or(Word::NONE);
                assert_eq!(entries.get(key), old);
                assert_eq!(if value == Word::NONE { entries.set(key, value) } else { entries.put(key, value) }, old);
                assert_eq!(entries.len(), map.len());
            }
            let mut all: Vec<(Word, Word)> = entries.iter().collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(map.iter().map(|(&key, &value)| (key, value))));
            let mut again = Entries::default();
            for (&key, &value) in map.iter().rev() {
                again.put(key, value);
            }
            assert!(entries == again);
            if let Some((&key, &value)) = map.first_key_value() {
                entries.set(key, if value == Word::ONE { Word::ZERO } else { Word::ONE });
                assert!(entries != again);
            }
        }
    }
}
