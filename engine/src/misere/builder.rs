//! The search for a misère quotient, heap by heap.

use super::algebra::{Algebra, Bits};
use super::closure::{Closure, moves_to_smaller};
use super::extension::{Old, extended};
use super::quotient::Limits;
use super::words::{Ceiling, EarlierQuotient, Generator, Halt, MOST_COPIES, MOST_GENERATORS, Words};
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};
use crate::heaps::{HeapMoves, Rule};

/// Copies of a generator in a word at first.
const FIRST_BOUND: u32 = 3;
/// The number of bounds that are tried for a generator beside which equal sums stay equal.
const EXTENSIONS: u32 = 3;
/// The number of copies that are added if the powers of a generator have not settled down.
const STEP: u32 = 3;

/// The quotient of the heaps so far, while more are added.
pub(super) struct Builder {
    game: HeapMoves,
    /// The number of heaps of Nim, from 0 on, before the heaps of the rule.
    nim: usize,
    limits: Limits,
    ceiling: Ceiling,
    /// The longest play of each heap.
    longest: Vec<u64>,
    generators: Vec<Generator>,
    nim_values: Words,
    /// The word in the generators of each heap, which is its element.
    words: Vec<Vec<u32>>,
    values: Vec<u32>,
    algebra: Algebra,
    closure: Closure,
    /// The element of a heap by the elements that its moves lead to.
    by_moves: FastMap<Bits, u32>,
}

impl Builder {
    /// Returns the quotient of no heaps, with misère nim-values up to a ceiling.
    pub fn new(ceiling: Ceiling, limits: Limits) -> Builder {
        Builder {
            game: HeapMoves::default(),
            nim: 0,
            limits,
            ceiling,
            longest: Vec::new(),
            generators: Vec::new(),
            nim_values: Words::new(ceiling),
            words: Vec::new(),
            values: Vec::new(),
            algebra: Algebra::trivial(),
            closure: Closure::default(),
            by_moves: FastMap::default(),
        }
    }

    /// Returns the element of each heap of the rule.
    pub fn values(&self) -> &[u32] {
        &self.values[self.nim..]
    }

    /// Returns the monoid, the heaps that generate it, and the element of each heap, of those of Nim and of those of
    /// the rule.
    pub fn finish(mut self) -> (Algebra, Vec<u32>, Vec<u32>, Vec<u32>) {
        let generators = self.generators.iter().map(|g| g.heap).collect();
        let of_rule = self.values.split_off(self.nim);
        (self.algebra, generators, self.values, of_rule)
    }

    /// Adds the next heap of Nim, before those of a rule.
    pub fn extend_by_nim(&mut self, budget: &mut Budget) -> Result<(), Halt> {
        let heap = self.nim;
        self.learn((0..heap as u32).map(|left| vec![left]));
        self.nim += 1;
        self.extend(heap, budget)
    }

    /// Adds the next heap of a rule, as [`Builder::extend`].
    pub fn extend_by(&mut self, rule: &Rule, heap: usize, budget: &mut Budget) -> Result<(), Halt> {
        let mut moves = rule.moves(heap as u32, budget)?;
        budget.reserve(moves.len() * 4 * size_of::<u32>())?;
        moves.iter_mut().flatten().for_each(|left| *left += self.nim as u32);
        self.learn(moves);
        self.extend(self.nim + heap, budget)
    }

    /// Takes in the moves of the next heap.
    pub fn learn(&mut self, moves: impl IntoIterator<Item = Vec<u32>>) {
        let moves: Vec<Vec<u32>> = moves.into_iter().collect();
        let plays = moves.iter().map(|left| left.iter().map(|&h| self.longest[h as usize]).sum::<u64>() + 1);
        self.longest.push(plays.max().unwrap_or(0));
        self.game.push(&moves);
    }

    /// Adds the next heap, whose moves are known. On an error the old state stays.
    pub fn extend(&mut self, heap: usize, budget: &mut Budget) -> Result<(), Halt> {
        let found = match self.game.move_of(heap, 0) {
            None => Some(0),
            Some(_) => self.fit(heap, budget)?,
        };
        let Some(element) = found else { return self.generate(heap, budget) };
        self.words.push(self.algebra.word(element).to_vec());
        self.values.push(element);
        Ok(())
    }

    /// Returns the elements that the moves of a heap lead to.
    fn targets(&self, heap: usize, budget: &mut Budget) -> Result<Bits, Fault> {
        let mut targets = Bits::new(self.algebra.len());
        for left in self.game.moves(heap) {
            budget.tick()?;
            targets.set(left.iter().fold(0, |product, &h| self.algebra.times(product, self.values[h as usize])));
        }
        Ok(targets)
    }

    /// Returns the sums from which some move leads to a value: all pairs of a value and an r with this value of rt for
    /// one of the targets.
    fn reach(&self, targets: &Bits) -> Bits {
        let mut reach = self.algebra.no_pairs();
        targets.iter().for_each(|t| reach.join(self.algebra.to_value(t)));
        reach
    }

    /// Returns an element that a heap can be, with proof; the closure then holds it.
    fn fit(&mut self, heap: usize, budget: &mut Budget) -> Result<Option<u32>, Fault> {
        let targets = self.targets(heap, budget)?;
        if let Some(&element) = self.by_moves.get(&targets) {
            return Ok(Some(element));
        }
        let reach = self.reach(&targets);
        for element in 0..self.algebra.len() as u32 {
            budget.tick()?;
            let keeps = reach.meets(self.algebra.to_value(element));
            if keeps || !moves_to_smaller(&self.algebra, element, &reach) {
                continue;
            }
            let mut closure = self.closure.clone();
            if closure.add(&self.algebra, element, reach.clone(), self.limits.pairs, budget)? {
                self.closure = closure;
                self.by_moves.insert(targets, element);
                return Ok(Some(element));
            }
        }
        Ok(None)
    }

    /// Makes a heap a generator, and computes the quotient again. The new heap may split elements: then a heap before
    /// it gets another word or becomes a generator too, or words may contain more copies. On an error the old quotient
    /// stays.
    fn generate(&mut self, heap: usize, budget: &mut Budget) -> Result<(), Halt> {
        let before = (self.generators.clone(), self.words.clone(), self.values.clone());
        self.words.push(Vec::new());
        self.values.push(0);
        let made = self.try_guesses(heap, budget);
        if made.is_err() {
            (self.generators, self.words, self.values) = before;
        }
        made
    }

    fn try_guesses(&mut self, heap: usize, budget: &mut Budget) -> Result<(), Halt> {
        let before = (self.generators.clone(), self.words.clone());
        let of_heaps = self.values[..heap].to_vec();
        self.promote(heap)?;
        if self.try_extension(heap, budget)? {
            return Ok(());
        }
        (self.generators, self.words) = before;
        self.promote(heap)?;
        for _ in 0..self.limits.rounds {
            if self.generators.iter().any(|g| g.bound > MOST_COPIES) {
                break;
            }
            self.set_moves();
            self.nim_values.set_generators(&self.generators);
            let Limits { words, elements, .. } = self.limits;
            let before = EarlierQuotient { algebra: &self.algebra, elements: &of_heaps };
            let algebra = Algebra::of(&mut self.nim_values, &before, words, elements, budget)?;
            if self.is_better(algebra, budget)? {
                return Ok(());
            }
        }
        Err(Halt::Large)
    }

    /// Tries to prove that all that was equal before this heap, the last generator, stays so.
    fn try_extension(&mut self, heap: usize, budget: &mut Budget) -> Result<bool, Halt> {
        let mut heaps = Vec::with_capacity(heap);
        for old in 0..heap {
            let targets = self.targets(old, budget)?.iter().collect();
            heaps.push(Old { element: self.values[old], targets, longest: self.longest[old] });
        }
        let targets: Vec<u32> = self.targets(heap, budget)?.iter().collect();
        let first = self.generators.last().map_or(FIRST_BOUND, |generator| generator.bound);
        let words = self.words.clone();
        let mut size = 0;
        for longer in 0..EXTENSIONS {
            let bound = if first == 1 { 1 } else { first + longer * STEP };
            let most = self.limits.elements;
            let Some(algebra) = extended(&self.algebra, &heaps, &targets, bound, self.ceiling, most, budget)? else {
                break;
            };
            let more_copies_matter = algebra.len() != std::mem::replace(&mut size, algebra.len());
            if !more_copies_matter || self.words != words {
                break;
            }
            if self.is_better(algebra, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes an algebra if it is proved. Until then, the last proved one is kept.
    fn is_better(&mut self, algebra: Algebra, budget: &mut Budget) -> Result<bool, Halt> {
        let old = std::mem::replace(&mut self.algebra, algebra);
        let closure = std::mem::take(&mut self.closure);
        let by_moves = std::mem::take(&mut self.by_moves);
        let proved = self.is_proved(budget);
        if !matches!(proved, Ok(true)) {
            (self.algebra, self.closure, self.by_moves) = (old, closure, by_moves);
        }
        proved
    }

    /// Makes a heap a generator.
    fn promote(&mut self, heap: usize) -> Result<(), Halt> {
        if self.generators.len() == MOST_GENERATORS {
            return Err(Halt::Large);
        }
        let at = self.generators.partition_point(|g| (g.heap as usize) < heap);
        for word in &mut self.words {
            word.resize(self.generators.len(), 0);
            word.insert(at, 0);
        }
        // Two heaps of 1, whose only moves end the play, vanish.
        let is_unit =
            self.game.moves(heap).all(|left| left.iter().all(|&h| self.game.move_of(h as usize, 0).is_none()));
        let bound = if is_unit { 1 } else { FIRST_BOUND };
        self.generators.insert(at, Generator { heap: heap as u32, bound, moves: Vec::new() });
        self.words[heap] = vec![0; self.generators.len()];
        self.words[heap][at] = 1;
        Ok(())
    }

    /// Writes the moves of the generators in the words of the heaps that they leave.
    fn set_moves(&mut self) {
        for i in 0..self.generators.len() {
            let mut moves: Vec<Vec<u32>> = Vec::new();
            for left in self.game.moves(self.generators[i].heap as usize) {
                let mut sum = vec![0; self.generators.len()];
                for &heap in left {
                    self.words[heap as usize].iter().zip(&mut sum).for_each(|(copies, sum)| *sum += copies);
                }
                moves.push(sum);
            }
            moves.sort_unstable();
            moves.dedup();
            self.generators[i].moves = moves;
        }
    }

    /// Tries to prove the algebra for all heaps. When that fails, the guess is changed: a longer bound, another word.
    fn is_proved(&mut self, budget: &mut Budget) -> Result<bool, Halt> {
        for heap in 0..self.words.len() {
            self.values[heap] = self.algebra.value(&self.words[heap]);
        }
        for i in 0..self.generators.len() {
            let heap = self.generators[i].heap as usize;
            if !self.admit(heap, budget)? {
                self.lengthen();
                return Ok(false);
            }
        }
        for heap in 0..self.words.len() {
            if self.game.move_of(heap, 0).is_none() {
                continue;
            }
            let targets = self.targets(heap, budget)?;
            let closure = self.closure.clone();
            if self.by_moves.get(&targets) == Some(&self.values[heap]) || self.admit(heap, budget)? {
                continue;
            }
            self.closure = closure;
            // A word for a heap is made of smaller heaps.
            let smaller = self.generators.partition_point(|g| (g.heap as usize) < heap);
            let element = self.fit(heap, budget)?;
            match element.and_then(|element| self.algebra.word_within(element, smaller)) {
                Some(word) => self.words[heap] = word,
                None => self.promote(heap)?,
            }
            return Ok(false);
        }
        Ok(true)
    }

    /// Allows words more copies of the generators whose powers have not come to alternate within their bounds; of all of
    /// them if all have.
    fn lengthen(&mut self) {
        let count = self.generators.len();
        let power = |i: usize, copies: u32| {
            let mut word = vec![0; count];
            word[i] = copies;
            self.algebra.value(&word)
        };
        let is_open = |i: usize| {
            let bound = self.generators[i].bound;
            bound > 1 && power(i, bound) != power(i, bound - 2)
        };
        let open: Vec<usize> = (0..count).filter(|&i| is_open(i)).collect();
        for (i, generator) in self.generators.iter_mut().enumerate().filter(|(_, g)| g.bound > 1) {
            if open.is_empty() || open.contains(&i) {
                generator.bound += STEP;
            }
        }
    }

    /// Adds a heap with its element to the proof.
    fn admit(&mut self, heap: usize, budget: &mut Budget) -> Result<bool, Fault> {
        let targets = self.targets(heap, budget)?;
        let (reach, element) = (self.reach(&targets), self.values[heap]);
        let holds = self.closure.add(&self.algebra, element, reach, self.limits.pairs, budget)?;
        if holds {
            self.by_moves.insert(targets, element);
        }
        Ok(holds)
    }
}
