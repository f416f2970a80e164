//! The knowledge that a search has of a nim-value: the value, or some numbers that it is not.

use super::table::Find;

/// Nim-values below 64, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Heaps(u64);

impl Heaps {
    pub fn contains(self, n: u64) -> bool {
        n < 64 && self.0 >> n & 1 == 1
    }

    /// Adds `n`. Returns `false` if it is larger than 63, since these are never in the set.
    pub fn insert(&mut self, n: u64) -> bool {
        if n < 64 {
            self.0 |= 1 << n;
        }
        n < 64
    }

    /// Returns the number of nim-values below `n` that are not in the set.
    pub fn missing_below(self, n: u64) -> u64 {
        let below = self.0 & !u64::MAX.checked_shl(n.min(64) as u32).unwrap_or(0);
        n - u64::from(below.count_ones())
    }

    /// Returns the least from `n` on that is not in the set.
    pub fn least_missing(self, n: u64) -> u64 {
        if n < 64 { n + u64::from((self.0 >> n).trailing_ones()) } else { n }
    }
}

/// The knowledge of a nim-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nim {
    /// The nim-value.
    Is(u64),
    /// Numbers that it is not.
    IsNot(Heaps),
}

/// The result of a search for a nim-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sought {
    pub nim: Nim,
    /// The number of positions searched for that; in a table, rounded down to a power of two.
    pub nodes: u64,
}

/// Bits of a nim-value, or nim-values in the set, that a word has room for.
const ROOM: u32 = 24;
const FULL: u64 = (1 << ROOM) - 1;

/// The word: from the top the length of the number of positions, a bit set if the nim-value is known, and it or the
/// set. A nim-value without room is kept as the numbers that it is not, which is true of it too.
impl Find for Sought {
    fn word(self) -> u32 {
        let (is_known, bits) = match self.nim {
            Nim::Is(n) if n <= FULL => (1, n),
            Nim::Is(_) => (0, FULL),
            Nim::IsNot(heaps) => (0, heaps.0 & FULL),
        };
        (u64::BITS - self.nodes.max(1).leading_zeros()) << (ROOM + 1) | is_known << ROOM | bits as u32
    }

    fn of(word: u32) -> Sought {
        let bits = u64::from(word) & FULL;
        let nim = if word >> ROOM & 1 == 1 { Nim::Is(bits) } else { Nim::IsNot(Heaps(bits)) };
        Sought { nim, nodes: 1 << ((word >> (ROOM + 1)) - 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_gives_back_what_it_has_room_for() {
        for n in [0, 1, 23, 24, 63, FULL] {
            let known = Sought { nim: Nim::Is(n), nodes: 1 << (n % 40) };
            assert_eq!(Sought::of(known.word()), known);
        }
        let mut few = Heaps::default();
        assert!(few.insert(0) && few.insert(2) && few.insert(23));
        let known = Sought { nim: Nim::IsNot(few), nodes: 8 };
        assert_eq!(Sought::of(known.word()), known);
        let mut more = few;
        assert!(more.insert(63) && !more.insert(64));
        assert_eq!(Sought::of(Sought { nim: Nim::IsNot(more), nodes: 9 }.word()), known);
        let large = Sought::of(Sought { nim: Nim::Is(FULL + 1), nodes: 3 }.word());
        assert_eq!(large, Sought { nim: Nim::IsNot(Heaps(FULL)), nodes: 2 });
    }

    #[test]
    fn the_least_that_is_missing() {
        let mut heaps = Heaps::default();
        for n in [0, 1, 2, 4, 63] {
            assert!(heaps.insert(n));
        }
        assert_eq!([0, 3, 4, 63, 64, 1000].map(|n| heaps.least_missing(n)), [3, 3, 5, 64, 64, 1000]);
        assert_eq!(Heaps(u64::MAX).least_missing(0), 64);
        assert_eq!([0, 1, 4, 5, 6, 64, 1000].map(|n| heaps.missing_below(n)), [0, 0, 1, 1, 2, 59, 995]);
    }
}
