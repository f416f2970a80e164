//! Finite commutative monoids with a set P, made from the outcomes of words.

use rustc_hash::FxHashMap;

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

    pub fn count(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.0.len() as u32 * 64).filter(|&i| self.has(i))
    }
}

/// A commutative monoid with a set P. Element 0 is the identity.
pub(super) struct Algebra {
    products: Vec<u32>,
    p: Bits,
    /// For each element q the set of all r with rq in P.
    to_p: Vec<Bits>,
    /// For each element a word that is worth it: how often each generator.
    words: Vec<Vec<u32>>,
    /// The element of each generator.
    generators: Vec<u32>,
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

impl Algebra {
    /// The monoid of the empty sum alone.
    pub fn trivial() -> Algebra {
        let (p, none) = (Bits::new(1), Bits::new(1));
        Algebra { products: vec![0], p, to_p: vec![none], words: vec![vec![]], generators: Vec::new() }
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The product of two elements.
    #[inline]
    pub fn times(&self, a: u32, b: u32) -> u32 {
        self.products[a as usize * self.len() + b as usize]
    }

    /// Whether an element is in P.
    pub fn is_in_p(&self, a: u32) -> bool {
        self.p.has(a)
    }

    /// The set P.
    pub fn p(&self) -> &Bits {
        &self.p
    }

    /// All r with rq in P.
    pub fn to_p(&self, q: u32) -> &Bits {
        &self.to_p[q as usize]
    }

    /// The element that a word is worth.
    pub fn value(&self, word: &[u32]) -> u32 {
        word.iter()
            .zip(&self.generators)
            .fold(0, |value, (&copies, &g)| (0..copies).fold(value, |v, _| self.times(v, g)))
    }

    /// A word that is worth an element.
    pub fn word(&self, a: u32) -> &[u32] {
        &self.words[a as usize]
    }

    /// A word in the first few generators that is worth an element, if there is one.
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

    /// The elements of all words in these generators, so that words are one element if no product with a word tells their
    /// outcomes apart. Nothing if there are more than `words` words or `most` elements.
    ///
    /// # Errors
    /// Limits.
    pub fn of(
        generators: &[Generator],
        words: usize,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Algebra>, Fault> {
        // Words in mixed radix, the last generator most significant: every move leads to a smaller number.
        let mut weights = Vec::with_capacity(generators.len());
        let mut count = 1usize;
        for generator in generators {
            weights.push(count);
            match count.checked_mul(generator.bound as usize + 1).filter(|&c| c <= words) {
                Some(next) => count = next,
                None => return Ok(None),
            }
        }
        budget.reserve(count * (8 + 4 * generators.len()))?;
        let digit = |word: usize, i: usize| (word / weights[i]) as u32 % (generators[i].bound + 1);
        let plus = |a: usize, b: &[u32]| {
            let mut sum = a;
            for (i, &more) in b.iter().enumerate().filter(|(_, more)| **more > 0) {
                let (have, bound) = (digit(a, i), generators[i].bound);
                let total = have + more;
                let reduced = if total > bound { bound - (total - bound) % 2 } else { total };
                sum = sum + reduced as usize * weights[i] - have as usize * weights[i];
            }
            sum
        };
        // The empty word is won: its mover has no move to make.
        let mut class = vec![0u32; count];
        for word in 1..count {
            let mut lost = true;
            'heaps: for (i, generator) in generators.iter().enumerate().filter(|(i, _)| digit(word, *i) > 0) {
                for left in &generator.moves {
                    budget.tick()?;
                    if class[plus(word - weights[i], left)] == 1 {
                        lost = false;
                        break 'heaps;
                    }
                }
            }
            class[word] = u32::from(lost);
        }
        let times = |word: usize, i: usize| {
            let have = digit(word, i);
            if have < generators[i].bound { word + weights[i] } else { word - weights[i] }
        };
        let outcomes = class.clone();
        // Moore's refinement under multiplication by generators.
        let mut classes = 0;
        loop {
            let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut next = vec![0u32; count];
            for word in 0..count {
                budget.tick()?;
                let mut key = Vec::with_capacity(generators.len() + 1);
                key.push(class[word]);
                key.extend((0..generators.len()).map(|i| class[times(word, i)]));
                let fresh = numbers.len() as u32;
                next[word] = *numbers.entry(key).or_insert(fresh);
            }
            let found = numbers.len();
            if found == classes {
                break;
            }
            if found > most {
                return Ok(None);
            }
            classes = found;
            class = next;
        }
        let mut firsts = vec![usize::MAX; classes];
        for word in (0..count).rev() {
            firsts[class[word] as usize] = word;
        }
        let vector = |word: usize| (0..generators.len()).map(|i| digit(word, i)).collect::<Vec<u32>>();
        let list: Vec<Vec<u32>> = firsts.iter().map(|&word| vector(word)).collect();
        let mut products = Vec::with_capacity(classes * classes);
        for &a in &firsts {
            for b in &list {
                budget.tick()?;
                products.push(class[plus(a, b)]);
            }
        }
        let generators = weights.iter().map(|&w| class[w]).collect();
        let mut algebra = Algebra { products, p: Bits::new(classes), to_p: Vec::new(), words: list, generators };
        for &first in firsts.iter().filter(|&&first| outcomes[first] == 1) {
            algebra.p.set(class[first]);
        }
        for q in 0..classes as u32 {
            let mut set = Bits::new(classes);
            (0..classes as u32).filter(|&r| algebra.is_in_p(algebra.times(r, q))).for_each(|r| set.set(r));
            algebra.to_p.push(set);
        }
        Ok(Some(algebra))
    }
}
