//! Hashes that do not depend on the width of `usize`.
//!
//! The hashers in common use keep a `usize`. Where that has 32 bits they fold a key of 64 into half of it, and tables that
//! look at the upper half of a hash find the same there for all keys. Here every state has 64 bits on every target, and both
//! halves of every hash are good to look at.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

use indexmap::IndexMap;

/// A map with the hashes of this module.
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;

/// A hash map whose entries lie in the order in which they came and are given back in it. Values that own memory were
/// allocated in that order too, so that millions of them are dropped many times faster than in the order of a table.
pub type OrderedMap<K, V> = IndexMap<K, V, BuildHasherDefault<WordHasher>>;
/// A set with the hashes of this module.
pub type FastSet<K> = HashSet<K, BuildHasherDefault<WordHasher>>;

/// 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// 2^64 times the square root of three, without its whole part.
const ROOT_THREE: u64 = 0xbb67_ae85_84ca_a73b;

/// Spreads the bits of a word over all of it: multiplicative hashing (Knuth, The Art of Computer Programming 3, section 6.4),
/// which carries bits upwards, between two shifts that carry them down. No two words become the same.
#[inline]
pub const fn mix(word: u64) -> u64 {
    settle(take_in(word))
}

#[inline]
const fn take_in(word: u64) -> u64 {
    (word ^ word >> 32).wrapping_mul(GOLDEN)
}

#[inline]
const fn settle(word: u64) -> u64 {
    word ^ word >> 29
}

/// Returns the hash of a key.
#[inline]
pub fn hash_of(key: impl Hash) -> u64 {
    let mut hasher = WordHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

/// Returns a hash of words for tables that compare only hashes: two halves that multiply by different numbers, so that
/// words which agree in one need not agree in the other.
#[inline]
pub fn key_of(words: &[u32]) -> u128 {
    let (pairs, rest) = words.as_chunks::<2>();
    let last = u64::from(rest.first().copied().unwrap_or_default()) | (words.len() as u64) << 32;
    let (mut high, mut low) = (ROOT_THREE, 0u64);
    for word in pairs.iter().map(|[a, b]| u64::from(*a) | u64::from(*b) << 32).chain([last]) {
        low = take_in(low.rotate_left(23) ^ word);
        let both = high.rotate_left(29) ^ word;
        high = (both ^ both >> 31).wrapping_mul(ROOT_THREE);
    }
    u128::from(high ^ high >> 32) << 64 | u128::from(settle(low))
}

/// Takes in words of 64 bits, one after the other. The hash of a single word is [`mix`] of it.
#[derive(Clone, Copy, Default)]
pub struct WordHasher(u64);

impl Hasher for WordHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.write_u64(u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.write_u64(n.into());
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.0 = take_in(self.0.rotate_left(23) ^ n);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        settle(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: u64 = 1 << 16;

    /// Returns the fullest of as many places as there are keys, when some bits of the hash choose the place. Of 2^16
    /// keys that fall at random it holds eight or nine.
    fn fullest(hashes: &[u64], shift: u32) -> u32 {
        let mut places = vec![0; hashes.len()];
        hashes.iter().for_each(|hash| places[(hash >> shift) as usize % hashes.len()] += 1);
        places.into_iter().max().unwrap_or_default()
    }

    /// Checks that both ends of both halves of the hashes are spread, so that a table may take its bits from any of
    /// them.
    fn assert_spread(keys: &str, hashes: impl Iterator<Item = u64>) {
        let hashes: Vec<u64> = hashes.collect();
        for shift in [0, 16, 32, 48] {
            let fullest = fullest(&hashes, shift);
            assert!(fullest <= 16, "{fullest} {keys} fall together at bit {shift}");
        }
    }

    #[test]
    fn both_halves_of_a_hash_tell_keys_apart() {
        assert_spread("numbers", (0..KEYS).map(hash_of));
        assert_spread("numbers in the upper half", (0..KEYS).map(|n| hash_of(n << 32)));
        assert_spread("numbers in the top bits", (0..KEYS).map(|n| hash_of(n << 48)));
        assert_spread("small numbers", (0..KEYS).map(|n| hash_of(n as u32)));
        assert_spread("lists", (0..KEYS).map(|n| hash_of(&[n as u32 % 256, 7, n as u32 / 256][..])));
        assert_spread("pairs of the top bit", (0..KEYS).map(|n| hash_of((n << 63, n >> 1 << 48))));
        assert_spread("lone words", (0..KEYS).map(mix));
    }

    #[test]
    fn both_halves_of_a_key_tell_words_apart() {
        let keys = |words: fn(u32) -> [u32; 3]| (0..KEYS as u32).map(move |n| key_of(&words(n)));
        for words in [|n| [n, 0, 0], |n| [0, n, 0], |n| [0, 0, n], |n| [n << 16, 7, n], |n| [n & 255, n >> 8, n]] {
            assert_spread("low halves", keys(words).map(|key| key as u64));
            assert_spread("high halves", keys(words).map(|key| (key >> 64) as u64));
        }
        assert_ne!(key_of(&[]), key_of(&[0]));
        assert_ne!(key_of(&[1]), key_of(&[1, 0]));
    }

    #[test]
    fn boards_of_two_words_fall_apart() {
        // Lanes of Toads and Frogs: the toads in the lower half, the frogs in the upper one.
        let lanes = (0..KEYS).map(|n| hash_of((n & 0xff) << 4 | (n >> 8) << 36));
        assert_spread("lanes", lanes);
    }
}
