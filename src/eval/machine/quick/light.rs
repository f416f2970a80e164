//! The values of the quick way, a word each.
//!
//! What is stored in parts and read back at once as a whole has to go to memory first, for which a processor waits. A word is
//! stored and read as one, so that it comes through the stack as fast as through a register.

use std::num::NonZeroU64;

use crate::value::board::Steps;

/// A value of the quick way, copied and never dropped: its kind in the low bits, the rest above.
#[derive(Clone, Copy)]
pub(super) struct Light(NonZeroU64);

/// What a light value is.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Nothing,
    Boolean(bool),
    Integer(i64),
    /// A position, or the sum of two as a move: its number.
    Position(u32),
    /// A list made on the way: where its members begin, and how many there are.
    Made(u32, u32),
    /// A list that was there before: its number among those.
    Given(u32),
    /// A list of two small integers, such as a place on a board.
    Pair(i32, i32),
    /// A text of one letter that can stand in a cell.
    Letter(u8),
    /// Another text: its number.
    Text(u32),
    /// A board: its number.
    Board(u32),
    /// The list of a chessman's steps.
    Steps(Steps),
}

/// Bits of the kind. The lowest is always set, so that no word is zero.
const KIND: u32 = 5;
/// Bits of each of two numbers.
const HALF: u32 = (u64::BITS - KIND) / 2;

const NOTHING: u64 = 1;
const BOOLEAN: u64 = 3;
const INTEGER: u64 = 5;
const POSITION: u64 = 7;
const MADE: u64 = 9;
const GIVEN: u64 = 11;
const PAIR: u64 = 13;
const LETTER: u64 = 15;
const TEXT: u64 = 17;
const BOARD: u64 = 19;
const STEPS: u64 = 21;

impl Light {
    pub const NOTHING: Light = Light::of(NOTHING, 0);

    #[inline(always)]
    const fn of(kind: u64, rest: u64) -> Light {
        match NonZeroU64::new(rest << KIND | kind) {
            Some(word) => Light(word),
            None => unreachable!(),
        }
    }

    #[inline(always)]
    pub fn boolean(holds: bool) -> Light {
        Light::of(BOOLEAN, holds.into())
    }

    /// An integer, unless the word has no room for it.
    #[inline(always)]
    pub fn integer(n: i64) -> Option<Light> {
        (n << KIND >> KIND == n).then_some(Light::of(INTEGER, n as u64))
    }

    /// An integer for which there is always room.
    #[inline(always)]
    pub fn small(n: i32) -> Light {
        Light::of(INTEGER, i64::from(n) as u64)
    }

    #[inline(always)]
    pub fn position(number: u32) -> Light {
        Light::of(POSITION, number.into())
    }

    /// A list made on the way, unless the word has no room for it.
    #[inline(always)]
    pub fn made(from: usize, len: usize) -> Option<Light> {
        ((from | len) >> HALF == 0).then_some(Light::of(MADE, (len as u64) << HALF | from as u64))
    }

    #[inline(always)]
    pub fn given(number: u32) -> Light {
        Light::of(GIVEN, number.into())
    }

    /// A list of two integers, unless the word has no room for them.
    #[inline(always)]
    pub fn pair(first: i64, second: i64) -> Option<Light> {
        let fits = |n: i64| n << (64 - HALF) >> (64 - HALF) == n;
        let half = |n: i64| n as u64 & ((1 << HALF) - 1);
        (fits(first) && fits(second)).then_some(Light::of(PAIR, half(second) << HALF | half(first)))
    }

    #[inline(always)]
    pub fn letter(letter: u8) -> Light {
        Light::of(LETTER, letter.into())
    }

    #[inline(always)]
    pub fn text(number: u32) -> Light {
        Light::of(TEXT, number.into())
    }

    #[inline(always)]
    pub fn board(number: u32) -> Light {
        Light::of(BOARD, number.into())
    }

    #[inline(always)]
    pub fn steps(steps: Steps) -> Light {
        Light::of(STEPS, steps as u64)
    }

    /// What it is.
    #[inline(always)]
    pub fn kind(self) -> Kind {
        let rest = self.0.get() >> KIND;
        let signed = |place: u32| ((rest << (64 - HALF - place)) as i64 >> (64 - HALF)) as i32;
        match self.0.get() & ((1 << KIND) - 1) {
            BOOLEAN => Kind::Boolean(rest != 0),
            INTEGER => Kind::Integer(self.0.get() as i64 >> KIND),
            POSITION => Kind::Position(rest as u32),
            MADE => Kind::Made((rest & ((1 << HALF) - 1)) as u32, (rest >> HALF) as u32),
            GIVEN => Kind::Given(rest as u32),
            PAIR => Kind::Pair(signed(0), signed(HALF)),
            LETTER => Kind::Letter(rest as u8),
            TEXT => Kind::Text(rest as u32),
            BOARD => Kind::Board(rest as u32),
            STEPS => Kind::Steps(if rest == Steps::King as u64 { Steps::King } else { Steps::Knight }),
            _ => Kind::Nothing,
        }
    }

    /// The integer that it is.
    #[inline(always)]
    pub fn as_integer(self) -> Option<i64> {
        if let Kind::Integer(n) = self.kind() { Some(n) } else { None }
    }

    /// Whether it is true, if it is a boolean.
    #[inline(always)]
    pub fn as_boolean(self) -> Option<bool> {
        if let Kind::Boolean(holds) = self.kind() { Some(holds) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Light};

    #[test]
    fn words_keep_what_they_are_made_of() {
        for n in [0, 1, -1, 255, -256, (1 << 58) - 1, -(1 << 58)] {
            assert_eq!(Light::integer(n).and_then(Light::as_integer), Some(n));
        }
        for n in [1 << 58, -(1 << 58) - 1, i64::MAX, i64::MIN] {
            assert!(Light::integer(n).is_none());
        }
        for n in [i32::MIN, -1, 0, i32::MAX] {
            assert_eq!(Light::small(n).as_integer(), Some(n.into()));
        }
        for (a, b) in [(0, 0), (-1, 1), (7, -(1 << 28)), ((1 << 28) - 1, -1)] {
            let pair = Light::pair(a, b).map(Light::kind);
            assert!(matches!(pair, Some(Kind::Pair(c, d)) if (i64::from(c), i64::from(d)) == (a, b)), "{a}, {b}");
        }
        assert!(Light::pair(1 << 28, 0).is_none() && Light::pair(0, -(1 << 28) - 1).is_none());
        assert!(matches!(Light::made(3, 1 << 28).map(Light::kind), Some(Kind::Made(3, n)) if n == 1 << 28));
        assert!(Light::made(1 << 29, 0).is_none());
        assert!(matches!(Light::position(u32::MAX).kind(), Kind::Position(u32::MAX)));
        assert!(matches!(Light::letter(b'x').kind(), Kind::Letter(b'x')));
        assert!(matches!(Light::NOTHING.kind(), Kind::Nothing));
        assert_eq!([true, false].map(|b| Light::boolean(b).as_boolean()), [Some(true), Some(false)]);
    }
}
