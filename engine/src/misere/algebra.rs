//! Finite commutative monoids whose elements have misère nim-values, made from those of words.

use super::words::{Ceiling, EarlierQuotient, Halt, Word, Words};
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};

/// A set of elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub fn new(len: usize) -> Bits {
        Bits(vec![0; len.div_ceil(64)])
    }

    pub fn set(&mut self, i: u32) {
        self.0[i as usize / 64] |= 1 << (i % 64);
    }

    pub fn has(&self, i: u32) -> bool {
        self.0[i as usize / 64] >> (i % 64) & 1 == 1
    }

    pub fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub fn is_within(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub fn join(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.0.len() as u32 * 64).filter(|&i| self.has(i))
    }
}

/// A commutative monoid with a misère nim-value of each element. Element 0 is the identity.
pub(super) struct Algebra {
    products: Vec<u32>,
    nim_values: Vec<u8>,
    /// The number of values, from 0 on, that are distinguished from all others.
    told: usize,
    /// For each element q, the set of all pairs of a distinguished value and an r such that rq has this value.
    to_value: Vec<Bits>,
    /// A word for each element: the number of copies of each generator.
    words: Vec<Vec<u32>>,
    /// The element of each generator.
    generators: Vec<u32>,
}

impl Algebra {
    /// Returns the monoid of the empty sum alone.
    pub fn trivial() -> Algebra {
        let (nim_values, to_value) = (vec![1], vec![Bits::new(1)]);
        Algebra { products: vec![0], nim_values, told: 1, to_value, words: vec![vec![]], generators: Vec::new() }
    }

    /// Returns the monoid with these products of elements, row by row, and with these values up to a ceiling; of each
    /// element a word.
    pub fn new(
        products: Vec<u32>,
        nim_values: Vec<u8>,
        ceiling: Ceiling,
        words: Vec<Vec<u32>>,
        generators: Vec<u32>,
        budget: &mut Budget,
    ) -> Result<Algebra, Fault> {
        let len = words.len();
        let told = nim_values.iter().map(|&value| usize::from(value) + 1).max().unwrap_or(0).min(ceiling.into());
        budget.reserve(len * (told * len).div_ceil(8))?;
        let mut to_value = Vec::with_capacity(len);
        for q in 0..len {
            budget.charge(len)?;
            let mut set = Bits::new(told * len);
            for r in 0..len {
                let value = usize::from(nim_values[products[r * len + q] as usize]);
                if value < told {
                    set.set((value * len + r) as u32);
                }
            }
            to_value.push(set);
        }
        Ok(Algebra { products, nim_values, told, to_value, words, generators })
    }

    /// Returns the element of each generator.
    pub fn generators(&self) -> &[u32] {
        &self.generators
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns the product of two elements.
    #[inline]
    pub fn times(&self, a: u32, b: u32) -> u32 {
        self.products[a as usize * self.len() + b as usize]
    }

    /// Returns the misère nim-value of an element, up to the ceiling.
    pub fn nim_value(&self, a: u32) -> u8 {
        self.nim_values[a as usize]
    }

    /// Returns the set P: the elements of value 0, which the mover loses.
    pub fn p(&self) -> impl Iterator<Item = u32> {
        (0..self.len() as u32).filter(|&a| self.nim_value(a) == 0)
    }

    /// Returns the empty set of pairs of a value and an element.
    pub fn no_pairs(&self) -> Bits {
        Bits::new(self.told * self.len())
    }

    /// Returns the distinguished values, each as the place where the elements of a set of pairs begin.
    pub fn told(&self) -> impl Iterator<Item = u32> {
        (0..self.told as u32).map(|value| value * self.len() as u32)
    }

    /// Returns all pairs of a value and an r with this value of rq.
    pub fn to_value(&self, q: u32) -> &Bits {
        &self.to_value[q as usize]
    }

    /// Returns the element that a word is worth.
    pub fn value(&self, word: &[u32]) -> u32 {
        word.iter()
            .zip(&self.generators)
            .fold(0, |value, (&copies, &g)| (0..copies).fold(value, |v, _| self.times(v, g)))
    }

    /// Returns a word that is worth an element.
    pub fn word(&self, a: u32) -> &[u32] {
        &self.words[a as usize]
    }

    /// Returns a word in the first few generators that is worth an element, if there is one.
    pub fn word_within(&self, element: u32, generators: usize) -> Option<Vec<u32>> {
        let mut words: Vec<Option<Vec<u32>>> = vec![None; self.len()];
        words[0] = Some(vec![0; self.generators.len()]);
        let mut open = vec![0];
        while let Some(here) = open.pop() {
            for (i, &g) in self.generators[..generators].iter().enumerate() {
                let next = self.times(here, g);
                if words[next as usize].is_none() {
                    let mut word = words[here as usize].clone()?;
                    word[i] += 1;
                    words[next as usize] = Some(word);
                    open.push(next);
                }
            }
        }
        words.swap_remove(element as usize)
    }

    /// Returns the elements of all words in some generators: words are one element if no product with a word
    /// distinguishes their values.
    ///
    /// An element is determined by its row, the values of its products with test words. Tests are added until products
    /// of words lead to the same elements as the words themselves do (Angluin 1987, on automata, here with letters that
    /// commute). So elements with different rows do differ; the caller has to prove that there are no others.
    ///
    /// # Errors
    /// [`Halt::Large`] if there are more than `most` elements, or values of more than `known` words are needed.
    pub fn of(
        words: &mut Words,
        before: &EarlierQuotient,
        known: usize,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Algebra, Halt> {
        let mut learner = Learner {
            words,
            before,
            known,
            most,
            elements: Vec::new(),
            ends: Vec::new(),
            next: Vec::new(),
            rows: FastMap::default(),
        };
        learner.words.add_short_tests();
        loop {
            learner.find_elements(budget)?;
            match learner.missing_test(budget)? {
                Some(test) => learner.words.tests.push(test),
                None => return learner.algebra(budget),
            }
        }
    }
}

/// Finds the elements of words by tests.
struct Learner<'a> {
    words: &'a mut Words,
    before: &'a EarlierQuotient<'a>,
    /// Words beyond which no more outcomes are found.
    known: usize,
    /// Elements beyond which no more are looked for.
    most: usize,
    /// A word for each element.
    elements: Vec<Word>,
    /// The last step of the word of each element but the first: an earlier element, and one more generator.
    ends: Vec<(u32, usize)>,
    /// The products of elements and generators, by element.
    next: Vec<u32>,
    /// The rows of words, with as many tests as there were.
    rows: FastMap<Word, Vec<u8>>,
}

impl Learner<'_> {
    fn value(&mut self, word: Word, budget: &mut Budget) -> Result<u8, Halt> {
        self.words.value(word, self.before, self.known, budget)
    }

    /// Returns the values of the products of a word with the tests. Those with earlier tests are kept.
    fn row(&mut self, word: Word, budget: &mut Budget) -> Result<Vec<u8>, Halt> {
        let mut row = self.rows.remove(&word).unwrap_or_default();
        for known in row.len()..self.words.tests.len() {
            let product = self.words.product(word, self.words.tests[known]);
            row.push(self.value(product, budget)?);
        }
        self.rows.insert(word, row.clone());
        Ok(row)
    }

    /// Finds the elements that the tests distinguish, from the empty word on, and their products with generators.
    fn find_elements(&mut self, budget: &mut Budget) -> Result<(), Halt> {
        (self.elements, self.ends, self.next) = (vec![Word::EMPTY], vec![(0, 0)], Vec::new());
        let mut numbers: FastMap<Vec<u8>, u32> = FastMap::from_iter([(self.row(Word::EMPTY, budget)?, 0)]);
        let mut here = 0;
        while let Some(&word) = self.elements.get(here) {
            here += 1;
            for i in 0..self.words.generators() {
                budget.tick()?;
                let product = self.words.times(word, i);
                let fresh = self.elements.len() as u32;
                let number = *numbers.entry(self.row(product, budget)?).or_insert(fresh);
                if number == fresh {
                    self.elements.push(product);
                    self.ends.push((here as u32 - 1, i));
                    if self.elements.len() > self.most {
                        return Err(Halt::Large);
                    }
                }
                self.next.push(number);
            }
        }
        Ok(())
    }

    fn times(&self, element: u32, i: usize) -> u32 {
        self.next[element as usize * self.words.generators() + i]
    }

    /// Returns a test that distinguishes words which are one element as yet, if one is found.
    fn missing_test(&mut self, budget: &mut Budget) -> Result<Option<Word>, Halt> {
        let products = self.products(budget)?;
        let len = self.elements.len();
        for a in 0..len {
            for i in 0..self.words.generators() {
                let (from, word) = (self.times(a as u32, i) as usize, self.words.times(self.elements[a], i));
                for b in 0..len {
                    budget.tick()?;
                    // The product with b by the letters of b, and by those of a and i: both may lead to different elements.
                    let (product, other) = (products[from * len + b], self.times(products[b * len + a], i));
                    let word = self.words.product(word, self.elements[b]);
                    let found = self.value(word, budget)?;
                    let expected = self.value(self.elements[product as usize], budget)?;
                    if found == expected && product == other {
                        continue;
                    }
                    let of_b: Vec<usize> = [i].into_iter().chain(self.elements[b].letters()).collect();
                    if found != expected {
                        return self.first_difference(a as u32, &of_b, Word::EMPTY, found, budget);
                    }
                    let of_a: Vec<usize> = self.elements[a].letters().chain([i]).collect();
                    for t in 0..self.words.tests.len() {
                        let test = self.words.tests[t];
                        let found = self.value(self.words.product(word, test), budget)?;
                        for (start, letters) in [(a as u32, &of_b), (b as u32, &of_a)] {
                            let missing = self.first_difference(start, letters, test, found, budget)?;
                            if missing.is_some() {
                                return Ok(missing);
                            }
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// Returns all products of two elements, the second one letter by letter.
    fn products(&self, budget: &mut Budget) -> Result<Vec<u32>, Fault> {
        let len = self.elements.len();
        budget.reserve(len * len * size_of::<u32>())?;
        let mut products = Vec::with_capacity(len * len);
        for a in 0..len {
            products.push(a as u32);
            for &(before, letter) in &self.ends[1..] {
                budget.tick()?;
                products.push(self.times(products[a * len + before as usize], letter));
            }
        }
        Ok(products)
    }

    /// Returns a test that distinguishes a word from the element that represents it, for an element that some letters
    /// lead to one whose value with `test` is not the `value` that all of them have. It consists of the rest of the
    /// letters at the first step that changes the value, with `test` (Rivest and Schapire 1993).
    fn first_difference(
        &mut self,
        from: u32,
        letters: &[usize],
        test: Word,
        value: u8,
        budget: &mut Budget,
    ) -> Result<Option<Word>, Halt> {
        let mut element = from;
        for (place, &letter) in letters.iter().enumerate() {
            element = self.times(element, letter);
            let rest = letters[place + 1..].iter().fold(test, |rest, &i| self.words.product(rest, Word::letter(i)));
            let word = self.words.product(self.elements[element as usize], rest);
            if self.value(word, budget)? != value {
                return Ok(Some(rest));
            }
        }
        Ok(None)
    }

    fn algebra(mut self, budget: &mut Budget) -> Result<Algebra, Halt> {
        let len = self.elements.len();
        let products = self.products(budget)?;
        let mut nim_values = Vec::with_capacity(len);
        for a in 0..len {
            nim_values.push(self.value(self.elements[a], budget)?);
        }
        let generators = self.words.generators();
        let of_generators = (0..generators).map(|i| self.times(0, i)).collect();
        let words = self.elements.iter().map(|word| word.copies(generators)).collect();
        Ok(Algebra::new(products, nim_values, self.words.ceiling(), words, of_generators, budget)?)
    }
}
