//! Sets of cells as bits: one word where a board has at most 64 cells, more words where it has more.
//!
//! Rulesets are written once, for any [`Cells`]; the loops for one word are compiled for it alone. A board lies in a
//! set in [frames](crate::rulesets::grid::Frame) of rows of a power of two cells.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::positions::Pack;

/// A set of cells, or of whatever bits stand for. Shifts past the end drop bits.
pub trait Cells:
    Copy
    + Debug
    + Default
    + Ord
    + Hash
    + Pack
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitXorAssign
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The largest number of cells.
    const ROOM: usize;
    /// No cell.
    const NONE: Self;

    /// Returns the set of one cell.
    fn cell(index: usize) -> Self;
    /// Returns the set of these cells.
    fn of(cells: impl IntoIterator<Item = usize>) -> Self {
        cells.into_iter().fold(Self::NONE, |all, cell| all | Self::cell(cell))
    }
    /// Returns the set with `word` in every 64 cells.
    fn repeated(word: u64) -> Self;
    /// Returns the set of the first cell; empty if the set is empty.
    fn first(self) -> Self;
    /// Returns the index of the first cell; [`ROOM`](Cells::ROOM) if there is none.
    fn start(self) -> usize;
    /// Returns the index behind the last cell; 0 if there is none.
    fn end(self) -> usize;
    /// Returns the number of cells.
    fn count(self) -> usize;
    /// Returns the cells in the opposite order.
    fn reversed(self) -> Self;
    /// Returns the index of each cell, in order.
    fn places(self) -> impl Iterator<Item = usize>;
    /// Returns the 64 cells from 64·`index` on, the first of them in the lowest bit. `index` is less than
    /// `ROOM / 64`.
    fn word(&self, index: usize) -> u64;
    /// Returns the set with these words.
    fn of_words(word: impl FnMut(usize) -> u64) -> Self;

    /// Returns `true` if there is no cell.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Returns `true` if the sets have a cell in common.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns the cells that are not in the other.
    #[inline]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Returns the cells `0..index`; `index` is at most [`ROOM`](Cells::ROOM).
    #[inline]
    fn up_to(index: usize) -> Self {
        if index == 0 { Self::NONE } else { !Self::NONE >> (Self::ROOM - index) }
    }

    /// Returns each single cell of a set.
    #[inline]
    fn each(self) -> impl Iterator<Item = Self> {
        self.places().map(Self::cell)
    }

    /// Returns the cells that are reached from the first one; `grow` gives those beside a set.
    #[inline]
    fn region(self, grow: impl Fn(Self) -> Self) -> Self {
        let mut region = self.first();
        loop {
            let grown = (region | grow(region)) & self;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Returns the regions into which the set falls apart, the one with the first cell first; `grow` gives those beside
    /// a set.
    #[inline]
    fn regions(self, grow: impl Fn(Self) -> Self) -> impl Iterator<Item = Self> {
        let mut rest = self;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let region = rest.region(&grow);
            rest ^= region;
            Some(region)
        })
    }
}

/// A set of at most 64 cells. It is a type of its own, since a shift of a `u64` by 64 overflows, where one of [`Cells`] drops the
/// bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SingleWord(pub u64);

impl Cells for SingleWord {
    const ROOM: usize = 64;
    const NONE: SingleWord = SingleWord(0);

    #[inline]
    fn cell(index: usize) -> SingleWord {
        SingleWord(1 << index)
    }
    fn of_words(mut word: impl FnMut(usize) -> u64) -> SingleWord {
        SingleWord(word(0))
    }
    #[inline]
    fn repeated(word: u64) -> SingleWord {
        SingleWord(word)
    }
    #[inline]
    fn first(self) -> SingleWord {
        SingleWord(self.0 & self.0.wrapping_neg())
    }
    #[inline]
    fn start(self) -> usize {
        self.0.trailing_zeros() as usize
    }
    #[inline]
    fn end(self) -> usize {
        64 - self.0.leading_zeros() as usize
    }
    #[inline]
    fn count(self) -> usize {
        self.0.count_ones() as usize
    }
    #[inline]
    fn reversed(self) -> SingleWord {
        SingleWord(self.0.reverse_bits())
    }
    #[inline]
    fn places(self) -> impl Iterator<Item = usize> {
        Words([self.0]).places()
    }
    #[inline]
    fn word(&self, index: usize) -> u64 {
        if index == 0 { self.0 } else { 0 }
    }
}

impl Shl<usize> for SingleWord {
    type Output = SingleWord;
    #[inline]
    fn shl(self, by: usize) -> SingleWord {
        SingleWord(self.0.checked_shl(by as u32).unwrap_or(0))
    }
}

impl Shr<usize> for SingleWord {
    type Output = SingleWord;
    #[inline]
    fn shr(self, by: usize) -> SingleWord {
        SingleWord(self.0.checked_shr(by as u32).unwrap_or(0))
    }
}

impl Pack for SingleWord {
    fn pack(&self, out: &mut Vec<u32>) {
        self.0.pack(out);
    }
    fn unpack(words: &[u32]) -> SingleWord {
        SingleWord(u64::unpack(words))
    }
}

/// N words, the first cells in the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Words<const N: usize>(pub [u64; N]);

impl<const N: usize> Default for Words<N> {
    fn default() -> Words<N> {
        Words([0; N])
    }
}

impl<const N: usize> Cells for Words<N> {
    const ROOM: usize = 64 * N;
    const NONE: Words<N> = Words([0; N]);

    fn cell(index: usize) -> Words<N> {
        let mut words = [0; N];
        words[index / 64] = 1 << (index % 64);
        Words(words)
    }
    fn of_words(word: impl FnMut(usize) -> u64) -> Words<N> {
        Words(std::array::from_fn(word))
    }
    fn repeated(word: u64) -> Words<N> {
        Words([word; N])
    }
    fn first(self) -> Words<N> {
        if self.is_empty() { self } else { Words::cell(self.start()) }
    }
    fn start(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0);
        word.map_or(64 * N, |i| 64 * i + self.0[i].trailing_zeros() as usize)
    }
    fn end(self) -> usize {
        let word = self.0.iter().rposition(|&word| word != 0);
        word.map_or(0, |i| 64 * (i + 1) - self.0[i].leading_zeros() as usize)
    }
    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
    fn reversed(self) -> Words<N> {
        Words(std::array::from_fn(|i| self.0[N - 1 - i].reverse_bits()))
    }
    fn of(cells: impl IntoIterator<Item = usize>) -> Words<N> {
        let mut words = [0; N];
        cells.into_iter().for_each(|index| words[index / 64] |= 1 << (index % 64));
        Words(words)
    }
    #[inline]
    fn places(self) -> impl Iterator<Item = usize> {
        let (mut at, mut word) = (0, self.0[0]);
        std::iter::from_fn(move || {
            while word == 0 {
                at += 1;
                word = *self.0.get(at)?;
            }
            let place = 64 * at + word.trailing_zeros() as usize;
            word &= word - 1;
            Some(place)
        })
    }
    #[inline]
    fn word(&self, index: usize) -> u64 {
        self.0[index]
    }
}

impl<const N: usize> Words<N> {
    /// Combines the sets word by word.
    #[inline]
    fn zip(mut self, other: Words<N>, of: impl Fn(u64, u64) -> u64) -> Words<N> {
        // `array::from_fn` is not always one instruction for several words.
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word = of(*word, other);
        }
        self
    }
}

impl<const N: usize> Shl<usize> for Words<N> {
    type Output = Words<N>;
    fn shl(self, by: usize) -> Words<N> {
        let (whole, bits) = (by / 64, by % 64);
        let word = |i: Option<usize>| i.and_then(|i| self.0.get(i)).copied().unwrap_or(0);
        Words(std::array::from_fn(|i| {
            let (high, low) = (word(i.checked_sub(whole)), word(i.checked_sub(whole + 1)));
            high << bits | if bits == 0 { 0 } else { low >> (64 - bits) }
        }))
    }
}

impl<const N: usize> Shr<usize> for Words<N> {
    type Output = Words<N>;
    fn shr(self, by: usize) -> Words<N> {
        let (whole, bits) = (by / 64, by % 64);
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Words(std::array::from_fn(|i| {
            let (low, high) = (word(i + whole), word(i + whole + 1));
            low >> bits | if bits == 0 { 0 } else { high << (64 - bits) }
        }))
    }
}

impl<const N: usize> Pack for Words<N> {
    fn pack(&self, out: &mut Vec<u32>) {
        self.0.pack(out);
    }
    fn unpack(words: &[u32]) -> Words<N> {
        Words(<[u64; N]>::unpack(words))
    }
}

/// The operators of sets, word by word.
macro_rules! operators {
    ([$($generic:tt)*] $name:ty, $zip:expr) => {
        impl<$($generic)*> BitAnd for $name {
            type Output = $name;
            #[inline]
            fn bitand(self, other: $name) -> $name {
                $zip(self, other, |a, b| a & b)
            }
        }
        impl<$($generic)*> BitOr for $name {
            type Output = $name;
            #[inline]
            fn bitor(self, other: $name) -> $name {
                $zip(self, other, |a, b| a | b)
            }
        }
        impl<$($generic)*> BitXor for $name {
            type Output = $name;
            #[inline]
            fn bitxor(self, other: $name) -> $name {
                $zip(self, other, |a, b| a ^ b)
            }
        }
        impl<$($generic)*> BitXorAssign for $name {
            #[inline]
            fn bitxor_assign(&mut self, other: $name) {
                *self = *self ^ other;
            }
        }
        impl<$($generic)*> Not for $name {
            type Output = $name;
            #[inline]
            fn not(self) -> $name {
                $zip(self, self, |a, _| !a)
            }
        }
    };
}

operators!([] SingleWord, |a: SingleWord, b: SingleWord, of: fn(u64, u64) -> u64| SingleWord(of(a.0, b.0)));
operators!([const N: usize] Words<N>, Words::zip);
