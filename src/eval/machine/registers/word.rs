//! Values as words.
//!
//! The four low bits of a word are its tag. Small integers, booleans, letters and outcome classes stand in the word itself; for
//! any other value the word has the number of an entry in the arena. Words serve as keys: equal words stand for the same value, and
//! equal plain values have equal words.

use cg_engine::games::Outcome;

/// A value of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Word(pub u64);

/// The kind of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    /// A signed integer of 60 bits.
    Integer,
    Boolean,
    Outcome,
    /// The number of a list.
    List,
    /// The number of the sorted list of the members of a set.
    Set,
    /// The number of a value that stands once.
    Kept,
    /// The number of a value that may stand several times.
    Held,
    /// A text of one letter that can stand in a cell of a board.
    Letter,
    /// The number of the list of the letters of any other text, each as its code.
    Text,
    /// The number of a dictionary.
    Dict,
    /// The number of a board.
    Board,
    /// The number of a position of a person's game, which the engine does not know yet.
    Position,
    /// The number of the list of the components of a sum of positions.
    Sum,
    /// No value.
    None,
}

/// The kinds of some words: a bit for each.
#[derive(Clone, Copy)]
pub(super) struct Kinds(u32);

impl Kinds {
    #[inline(always)]
    pub fn of(words: &[Word]) -> Kinds {
        Kinds(words.iter().fold(0, |kinds, word| kinds | 1 << (word.0 & TAGS)))
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub fn has(self, tag: Tag) -> bool {
        self.0 >> tag as u32 & 1 != 0
    }
}

const TAGS: u64 = (1 << Word::TAG_BITS) - 1;

impl Default for Word {
    fn default() -> Word {
        Word::small(0)
    }
}

impl Word {
    /// The number of low bits that are the tag.
    pub const TAG_BITS: u32 = 4;
    pub const NONE: Word = Word::of(Tag::None, 0);
    /// The result of a call that is under way.
    pub const OPEN: Word = Word::of(Tag::None, 1);
    pub const ZERO: Word = Word::small(0);
    pub const ONE: Word = Word::small(1);
    pub const FALSE: Word = Word::of(Tag::Boolean, 0);
    pub const TRUE: Word = Word::of(Tag::Boolean, 1);

    pub const fn of(tag: Tag, rest: u64) -> Word {
        Word(rest << Word::TAG_BITS | tag as u64)
    }

    /// Returns the word of a small integer.
    pub const fn small(n: i32) -> Word {
        Word::of(Tag::Integer, n as i64 as u64)
    }

    /// Returns the word of an integer, or `None` if it does not fit.
    #[inline(always)]
    pub fn integer(n: i64) -> Option<Word> {
        let word = Word::of(Tag::Integer, n as u64);
        (word.0 as i64 >> Word::TAG_BITS == n).then_some(word)
    }

    #[inline(always)]
    pub fn boolean(holds: bool) -> Word {
        if holds { Word::TRUE } else { Word::FALSE }
    }

    pub fn outcome(outcome: Outcome) -> Word {
        Word::of(Tag::Outcome, outcome as u64)
    }

    #[inline(always)]
    pub fn list(number: u32) -> Word {
        Word::of(Tag::List, number as u64)
    }

    pub const fn letter(letter: u8) -> Word {
        Word::of(Tag::Letter, letter as u64)
    }

    #[inline(always)]
    pub fn is_text(self) -> bool {
        matches!(self.tag(), Tag::Letter | Tag::Text)
    }

    pub fn board(number: u32) -> Word {
        Word::of(Tag::Board, number.into())
    }

    #[inline(always)]
    pub fn is_integer(self) -> bool {
        self.0 & TAGS == Tag::Integer as u64
    }

    #[inline(always)]
    pub fn are_integers(self, other: Word) -> bool {
        (self.0 | other.0) & TAGS == Tag::Integer as u64
    }

    /// Returns `true` if all these are integers.
    #[inline]
    pub fn are_all_integers(words: &[Word]) -> bool {
        words.iter().fold(0, |bits, word| bits | word.0) & TAGS == Tag::Integer as u64
    }

    /// Returns `true` if all these are integers from 0 to 255.
    #[inline]
    pub fn are_all_bytes(words: &[Word]) -> bool {
        words.iter().fold(0, |bits, word| bits | word.0) & !Word::small(0xff).0 == 0
    }

    /// Returns the integer, or `None` if the word is none.
    #[inline(always)]
    pub fn value(self) -> i64 {
        self.0 as i64 >> Word::TAG_BITS
    }

    #[inline(always)]
    pub fn as_integer(self) -> Option<i64> {
        self.is_integer().then_some(self.value())
    }

    #[inline(always)]
    pub fn is_boolean(self) -> bool {
        self.0 & TAGS == Tag::Boolean as u64
    }

    #[inline(always)]
    pub fn is_list(self) -> bool {
        self.0 & TAGS == Tag::List as u64
    }

    /// Returns `true` if the value has an entry in an arena.
    pub fn is_in_arena(self) -> bool {
        matches!(
            self.tag(),
            Tag::List
                | Tag::Set
                | Tag::Text
                | Tag::Dict
                | Tag::Kept
                | Tag::Held
                | Tag::Board
                | Tag::Position
                | Tag::Sum
        )
    }

    /// Returns the number above the tag.
    #[inline(always)]
    pub fn number(self) -> usize {
        (self.0 >> Word::TAG_BITS) as usize
    }

    #[inline(always)]
    pub fn tag(self) -> Tag {
        match self.0 & TAGS {
            0 => Tag::Integer,
            1 => Tag::Boolean,
            2 => Tag::Outcome,
            3 => Tag::List,
            4 => Tag::Set,
            5 => Tag::Kept,
            6 => Tag::Held,
            7 => Tag::Letter,
            8 => Tag::Text,
            9 => Tag::Dict,
            10 => Tag::Board,
            11 => Tag::Position,
            12 => Tag::Sum,
            _ => Tag::None,
        }
    }

    /// Adds two integers, or returns `None` if one is none or the sum does not fit.
    #[inline(always)]
    pub fn plus(self, other: Word) -> Option<Word> {
        if !self.are_integers(other) {
            return None;
        }
        (self.0 as i64).checked_add(other.0 as i64).map(|n| Word(n as u64))
    }

    #[inline(always)]
    pub fn minus(self, other: Word) -> Option<Word> {
        if !self.are_integers(other) {
            return None;
        }
        (self.0 as i64).checked_sub(other.0 as i64).map(|n| Word(n as u64))
    }

    /// Computes the remainder of a division of integers by a positive one.
    #[inline(always)]
    pub fn remainder(self, n: i64) -> Word {
        // Short divisions are much faster.
        match (u32::try_from(self.value()), u32::try_from(n)) {
            (Ok(a), Ok(n)) => Word::of(Tag::Integer, (a % n).into()),
            _ => Word::of(Tag::Integer, self.value().rem_euclid(n) as u64),
        }
    }

    /// Computes the quotient of a division of integers by a positive one, rounded down.
    #[inline(always)]
    pub fn quotient(self, n: i64) -> Word {
        match (u32::try_from(self.value()), u32::try_from(n)) {
            (Ok(a), Ok(n)) => Word::of(Tag::Integer, (a / n).into()),
            _ => Word::of(Tag::Integer, self.value().div_euclid(n) as u64),
        }
    }

    /// Returns `true` if these are two integers, booleans, outcome classes or letters, which are the same if their words are.
    #[inline(always)]
    pub fn are_simple(self, other: Word) -> bool {
        const SIMPLE: u64 =
            1 << Tag::Integer as u32 | 1 << Tag::Boolean as u32 | 1 << Tag::Outcome as u32 | 1 << Tag::Letter as u32;
        (self.0 ^ other.0) & TAGS == 0 && SIMPLE >> (self.0 & TAGS) & 1 != 0
    }

    /// Returns `true` if a loop over `self` can go on at `index` without help: `self` is the last number of a range, a list or a
    /// text.
    #[inline(always)]
    pub fn has_members(self, index: Word) -> bool {
        self.are_integers(index) || self.is_list() || self.is_text()
    }

    #[inline(always)]
    pub fn times(self, other: Word) -> Option<Word> {
        if !self.are_integers(other) {
            return None;
        }
        self.value().checked_mul(other.0 as i64).map(|n| Word(n as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::{Tag, Word};

    #[test]
    fn integers_have_sixty_bits() {
        let most = (1_i64 << 59) - 1;
        for n in [0, 1, -1, 255, most, -most - 1] {
            assert_eq!(Word::integer(n).and_then(Word::as_integer), Some(n));
        }
        for n in [most + 1, -most - 2, i64::MAX, i64::MIN] {
            assert_eq!(Word::integer(n), None);
        }
        let word = |n| Word::integer(n).expect("small enough");
        assert_eq!(word(most).plus(word(1)), None);
        assert_eq!(word(-most - 1).minus(word(1)), None);
        assert_eq!(word(1 << 30).times(word(1 << 29)), None);
        assert_eq!(word(-7).times(word(6)), Some(word(-42)));
        assert_eq!(word(3).plus(Word::TRUE), None);
        assert_eq!(Word::list(3).tag(), Tag::List);
    }
}
