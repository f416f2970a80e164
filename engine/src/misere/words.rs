//! Misère nim-values of words in generators, from their moves with memory.

use super::algebra::Algebra;
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault, PostOrder};

/// The most generators of a word.
pub(super) const MOST_GENERATORS: usize = 32;
/// The most copies of a generator in a word.
pub(super) const MOST_COPIES: u32 = u8::MAX as u32 / 2;

/// The greatest misère nim-value that is distinguished: larger ones count as this one. It is 1 if only the winner is
/// asked for: 0 if the mover loses, else 1.
pub(super) type Ceiling = u8;
/// Enough for all misère nim-values that are kept.
pub(super) const ALL_VALUES: Ceiling = 127;

/// Returns the misère nim-value of a game with moves to these values, a bit each, up to a ceiling.
pub(super) fn mex(met: u128, ceiling: Ceiling) -> u8 {
    ceiling.min(met.trailing_ones() as u8)
}

/// A word in generators: how often each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Word([u8; MOST_GENERATORS]);

impl Word {
    /// The empty word.
    pub const EMPTY: Word = Word([0; MOST_GENERATORS]);

    /// Returns one generator.
    pub fn letter(i: usize) -> Word {
        let mut word = Word::EMPTY;
        word.0[i] = 1;
        word
    }

    /// Returns the generators of a word, each as often as it occurs.
    pub fn letters(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(i, &copies)| std::iter::repeat_n(i, copies.into()))
    }

    /// Returns the numbers of copies as a list.
    pub fn copies(&self, generators: usize) -> Vec<u32> {
        self.0[..generators].iter().map(|&copies| copies.into()).collect()
    }

    /// Returns this word with room for a new generator at this place.
    fn with_new(mut self, at: usize) -> Word {
        self.0[at..].rotate_right(1);
        self.0[at] = 0;
        self
    }

    /// Returns one of a generator less.
    fn less(mut self, i: usize) -> Word {
        self.0[i] -= 1;
        self
    }
}

/// The reason why a search for a quotient ends without one.
pub(super) enum Halt {
    /// The quotient, or the data needed to find it, is larger than the limits.
    Large,
    /// A limit of the session.
    Fault(Fault),
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}

/// A generator: which words its moves lead to, and how many of it a word holds at most. Beyond that two of them vanish.
#[derive(Clone)]
pub(super) struct Generator {
    /// The heap that it is.
    pub heap: u32,
    /// The most copies in a word.
    pub bound: u32,
    /// The words that its moves lead to; only earlier generators occur.
    pub moves: Vec<Vec<u32>>,
}

/// The quotient before the newest heap, with the element of each heap: it has the values of words without that heap.
pub(super) struct EarlierQuotient<'a> {
    pub algebra: &'a Algebra,
    pub elements: &'a [u32],
}

/// The misère nim-values of words, found when they are asked for. Those of words with the newest heap are kept.
pub(super) struct Words {
    /// The heaps of the generators, the newest heap last.
    heaps: Vec<u32>,
    bounds: [u8; MOST_GENERATORS],
    moves: Vec<Vec<Word>>,
    values: FastMap<Word, u8>,
    ceiling: Ceiling,
    /// Words that distinguished others; they may do so again.
    pub tests: Vec<Word>,
}

/// A word whose moves are examined: those whose outcomes are not known yet begin at this place of a shared list.
struct WordFrame {
    word: Word,
    open: usize,
    /// The values of the others, a bit each.
    met: u128,
}

impl Words {
    /// Returns an empty collection of words.
    pub fn new(ceiling: Ceiling) -> Words {
        Words {
            heaps: Vec::new(),
            bounds: [0; MOST_GENERATORS],
            moves: Vec::new(),
            values: FastMap::default(),
            ceiling,
            tests: Vec::new(),
        }
    }

    /// Takes over generators, the newest heap last, and forgets the values of words in others.
    pub fn set_generators(&mut self, generators: &[Generator]) {
        self.values.clear();
        for (at, generator) in generators.iter().enumerate() {
            if self.heaps.get(at) != Some(&generator.heap) {
                self.tests.iter_mut().for_each(|test| *test = test.with_new(at));
                self.heaps.insert(at, generator.heap);
            }
            self.bounds[at] = generator.bound as u8;
        }
        self.moves = generators.iter().map(|g| g.moves.iter().map(|word| self.packed(word)).collect()).collect();
    }

    /// Tests each generator, alone and twice.
    pub fn add_short_tests(&mut self) {
        for i in 0..self.generators() {
            for word in [Word::EMPTY, Word::letter(i), self.times(Word::letter(i), i)] {
                if !self.tests.contains(&word) {
                    self.tests.push(word);
                }
            }
        }
    }

    /// Returns the greatest value that is distinguished.
    pub fn ceiling(&self) -> Ceiling {
        self.ceiling
    }

    /// Returns the number of generators.
    pub fn generators(&self) -> usize {
        self.moves.len()
    }

    fn packed(&self, word: &[u32]) -> Word {
        let letters = word.iter().enumerate().flat_map(|(i, &copies)| std::iter::repeat_n(i, copies as usize));
        letters.fold(Word::EMPTY, |word, i| self.times(word, i))
    }

    /// Returns the product with a generator. Beyond its bound two of it vanish.
    pub fn times(&self, mut word: Word, i: usize) -> Word {
        if word.0[i] < self.bounds[i] {
            word.0[i] += 1
        } else {
            word.0[i] -= 1
        }
        word
    }

    /// Returns the product of two words.
    pub fn product(&self, a: Word, b: Word) -> Word {
        let mut product = a;
        for ((sum, more), bound) in product.0.iter_mut().zip(b.0).zip(self.bounds) {
            let total = *sum + more;
            *sum = if total > bound { bound - (total - bound) % 2 } else { total };
        }
        product
    }

    /// Returns the misère nim-value of a word, up to the ceiling.
    ///
    /// # Errors
    /// [`Halt::Large`] if more than `most` words are known by then.
    pub fn value(
        &mut self,
        word: Word,
        before: &EarlierQuotient,
        most: usize,
        budget: &mut Budget,
    ) -> Result<u8, Halt> {
        if let Some(value) = self.known(word, before) {
            return Ok(value);
        }
        let mut open: Vec<Word> = Vec::new();
        let mut walk = PostOrder::new([self.frame(word, before, &mut open)]);
        'walk: while let Some(frame) = walk.next(budget)? {
            let mut found = mex(frame.met, self.ceiling);
            while found < self.ceiling && open.len() > frame.open {
                let option = open[open.len() - 1];
                let Some(&value) = self.values.get(&option) else {
                    walk.push(self.frame(option, before, &mut open));
                    continue 'walk;
                };
                open.pop();
                frame.met |= 1 << value;
                found = mex(frame.met, self.ceiling);
            }
            if self.values.len() == self.values.capacity() {
                budget.reserve(2 * self.values.capacity() * size_of::<(Word, u8)>())?;
            }
            self.values.insert(frame.word, found);
            open.truncate(frame.open);
            if self.values.len() > most {
                return Err(Halt::Large);
            }
        }
        Ok(self.values[&word])
    }

    /// Returns the value of a word that needs no search.
    fn known(&self, word: Word, before: &EarlierQuotient) -> Option<u8> {
        if word.0[self.heaps.len() - 1] > 0 {
            return self.values.get(&word).copied();
        }
        let heaps = word.letters().map(|i| before.elements[self.heaps[i] as usize]);
        Some(before.algebra.nim_value(heaps.fold(0, |product, element| before.algebra.times(product, element))))
    }

    fn frame(&self, word: Word, before: &EarlierQuotient, open: &mut Vec<Word>) -> WordFrame {
        let start = open.len();
        WordFrame { word, open: start, met: self.met(word, before, open) }
    }

    /// Returns the values to which the moves of a word lead, a bit each. Where a move leads to a word of unknown value
    /// that may matter, it is added to `open`.
    fn met(&self, word: Word, before: &EarlierQuotient, open: &mut Vec<Word>) -> u128 {
        let mut met = 0;
        // The moves of the newest heap may lead to words without it, so they are examined first.
        for (i, moves) in self.moves.iter().enumerate().rev().filter(|(i, _)| word.0[*i] > 0) {
            let rest = word.less(i);
            for &left in moves {
                let option = self.product(rest, left);
                match self.known(option, before) {
                    Some(value) => met |= 1 << value,
                    None => open.push(option),
                }
                if mex(met, self.ceiling) == self.ceiling {
                    return met;
                }
            }
        }
        met
    }
}
