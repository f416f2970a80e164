//! Misère quotients.

use super::algebra::{Algebra, Bits};
use super::closure::Closure;
use super::words::{Generator, Halt, MOST_COPIES, MOST_GENERATORS, Words};
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};
use crate::heaps::HeapMoves;

/// Where the search for a quotient gives up, besides the limits of the session.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Elements of the quotient.
    pub elements: usize,
    /// Words whose outcomes are found to make it.
    pub words: usize,
    /// Pairs that prove it.
    pub pairs: usize,
    /// Rounds in which the quotient is made anew for one heap, each with a better guess.
    pub rounds: usize,
}

impl Limits {
    /// Only those of the session.
    pub const NONE: Limits = Limits { elements: usize::MAX, words: usize::MAX, pairs: usize::MAX, rounds: usize::MAX };
    /// Enough for most quotients that are found within a second or so.
    pub const SMALL: Limits = Limits { elements: 400, words: 1 << 17, pairs: 20_000, rounds: 100 };
}

/// Why a quotient is one of fewer heaps than were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// That of more heaps is larger than what is searched.
    Large,
    /// The time was up.
    Time,
    /// The memory was full.
    Memory,
}

/// The misère quotient of the heaps 0, 1, ..., n-1 of a game: their sums up to what no sum of these heaps can tell apart,
/// with the set P of those that the mover loses (Plambeck and Siegel 2008).
///
/// It is proved: the outcome of every sum of these heaps is told by the product of their elements. Where the limits do not
/// suffice, those of the session included, it is the quotient of fewer heaps.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::heaps::HeapMoves;
/// use cg_engine::misere::{Limits, Quotient};
///
/// let mut nim = HeapMoves::default();
/// nim.push(&[]);
/// nim.push(&[vec![]]);
/// nim.push(&[vec![1], vec![]]);
/// let quotient = Quotient::of(&nim, Limits::NONE, &mut Budget::unlimited())?;
/// assert_eq!((quotient.order(), quotient.p_portion(), quotient.heaps()), (6, 2, 3));
/// assert!(quotient.is_lost(&[2, 2]) && !quotient.is_lost(&[1, 1]));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub struct Quotient {
    algebra: Algebra,
    generators: Vec<u32>,
    /// By heap.
    values: Vec<u32>,
    stop: Option<Stop>,
    normal_forms: Vec<Vec<u32>>,
    relations: Vec<(Vec<u32>, Vec<u32>)>,
}

/// Words whose outcomes are found where the session has no limit in bytes: nothing else would end the search for a quotient
/// that grows without end. They take a quarter of a gigabyte.
const MOST_WORDS: usize = 1 << 22;
/// Copies of a generator in a word at first.
const FIRST_BOUND: u32 = 3;
/// By how much more copies are taken where the powers of a generator have not settled down.
const STEP: u32 = 3;

struct Builder<'a> {
    game: &'a HeapMoves,
    limits: Limits,
    generators: Vec<Generator>,
    outcomes: Words,
    /// By heap: its word in the generators, its element.
    words: Vec<Vec<u32>>,
    values: Vec<u32>,
    algebra: Algebra,
    closure: Closure,
    /// The element of a heap by the elements that its moves lead to.
    by_moves: FastMap<Bits, u32>,
}

impl Quotient {
    /// The quotient of all heaps of a table, or of as many as the limits allow. The search leaves a tenth of the time for
    /// what is done with the quotient.
    ///
    /// # Errors
    /// [`Fault::Interrupted`]; limits of the session that are reached after the search.
    pub fn of(game: &HeapMoves, mut limits: Limits, budget: &mut Budget) -> Result<Quotient, Fault> {
        if budget.memory_limit().is_none() {
            limits.words = limits.words.min(MOST_WORDS);
        }
        let mut builder = Builder {
            game,
            limits,
            generators: Vec::new(),
            outcomes: Words::default(),
            words: Vec::new(),
            values: Vec::new(),
            algebra: Algebra::trivial(),
            closure: Closure::default(),
            by_moves: FastMap::default(),
        };
        let mut search = budget.with_share_of_time(0.9);
        let mut stop = None;
        for heap in 0..game.len() {
            stop = match builder.extend(heap, &mut search) {
                Ok(()) => continue,
                Err(Halt::Large) => Some(Stop::Large),
                Err(Halt::Fault(Fault::Timeout)) => Some(Stop::Time),
                Err(Halt::Fault(Fault::Memory { .. })) => Some(Stop::Memory),
                Err(Halt::Fault(fault)) => return Err(fault),
            };
            break;
        }
        let Builder { generators, values, algebra, .. } = builder;
        let generators = generators.iter().map(|g| g.heap).collect();
        let (normal_forms, relations) = presentation(&algebra, budget)?;
        Ok(Quotient { algebra, generators, values, stop, normal_forms, relations })
    }

    /// How many elements it has.
    pub fn order(&self) -> usize {
        self.algebra.len()
    }

    /// How many elements are in P.
    pub fn p_portion(&self) -> usize {
        self.algebra.p().count() as usize
    }

    /// How many heaps it is proved for, from heap 0 on.
    pub fn heaps(&self) -> usize {
        self.values.len()
    }

    /// Whether these are all heaps that were asked for.
    pub fn is_complete(&self) -> bool {
        self.stop.is_none()
    }

    /// Why these are not all heaps that were asked for.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// The heaps that generate it.
    pub fn generators(&self) -> &[u32] {
        &self.generators
    }

    /// The element of a heap: the pretending function.
    pub fn value(&self, heap: u32) -> u32 {
        self.values[heap as usize]
    }

    /// The product of two elements; 0 is the identity.
    pub fn times(&self, a: u32, b: u32) -> u32 {
        self.algebra.times(a, b)
    }

    /// The elements of P.
    pub fn p(&self) -> impl Iterator<Item = u32> {
        self.algebra.p().iter()
    }

    /// The least word of an element: how often each generator. Shorter words are less, of equally long ones those with more
    /// of the first generators.
    pub fn word(&self, element: u32) -> &[u32] {
        &self.normal_forms[element as usize]
    }

    /// Equations between words that give all others.
    pub fn relations(&self) -> &[(Vec<u32>, Vec<u32>)] {
        &self.relations
    }

    /// Whether the mover loses a sum of heaps.
    ///
    /// # Panics
    /// If it is not proved for one of the heaps.
    pub fn is_lost(&self, heaps: &[u32]) -> bool {
        let product = heaps.iter().fold(0, |product, &h| self.times(product, self.value(h)));
        self.algebra.is_in_p(product)
    }
}

impl Builder<'_> {
    /// Adds the next heap. On an error what was there stays.
    fn extend(&mut self, heap: usize, budget: &mut Budget) -> Result<(), Halt> {
        let found = match self.game.move_of(heap, 0) {
            None => Some(0),
            Some(_) => self.fit(heap, budget)?,
        };
        let Some(element) = found else { return self.generate(heap, budget) };
        self.words.push(self.algebra.word(element).to_vec());
        self.values.push(element);
        Ok(())
    }

    /// The elements that the moves of a heap lead to.
    fn targets(&self, heap: usize, budget: &mut Budget) -> Result<Bits, Fault> {
        let mut targets = Bits::new(self.algebra.len());
        for left in self.game.moves(heap) {
            budget.tick()?;
            targets.set(left.iter().fold(0, |product, &h| self.algebra.times(product, self.values[h as usize])));
        }
        Ok(targets)
    }

    /// From where some move leads to P: all r with rt in P for one of the targets.
    fn reach(&self, targets: &Bits) -> Bits {
        let mut reach = Bits::new(self.algebra.len());
        targets.iter().for_each(|t| reach.join(self.algebra.to_p(t)));
        reach
    }

    /// An element that a heap can be, with proof; the closure then holds it.
    fn fit(&mut self, heap: usize, budget: &mut Budget) -> Result<Option<u32>, Fault> {
        let targets = self.targets(heap, budget)?;
        if let Some(&element) = self.by_moves.get(&targets) {
            return Ok(Some(element));
        }
        let reach = self.reach(&targets);
        for element in 0..self.algebra.len() as u32 {
            budget.tick()?;
            if reach.meets(self.algebra.to_p(element)) || !(self.algebra.is_in_p(element) || reach.has(0)) {
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

    /// Makes a heap a generator, and the quotient anew. What the new heap can tell apart may split elements: then a heap
    /// before it gets another word or becomes a generator too, or words may hold more copies. On an error what was there
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
        self.promote(heap)?;
        for _ in 0..self.limits.rounds {
            if self.generators.iter().any(|g| g.bound > MOST_COPIES) {
                break;
            }
            self.set_moves();
            self.outcomes.set_generators(&self.generators);
            let Limits { words, elements, .. } = self.limits;
            let algebra = Algebra::of(&mut self.outcomes, words, elements, budget)?;
            let old = std::mem::replace(&mut self.algebra, algebra);
            let closure = std::mem::take(&mut self.closure);
            let by_moves = std::mem::take(&mut self.by_moves);
            let proved = self.is_proved(budget);
            if let Ok(true) = proved {
                return Ok(());
            }
            // Until the proof stands, what was proved before is kept.
            (self.algebra, self.closure, self.by_moves) = (old, closure, by_moves);
            proved?;
        }
        Err(Halt::Large)
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

type Relations = Vec<(Vec<u32>, Vec<u32>)>;

/// The least word of each element, and the least words that are not least with what they are equal to: every divisor of a
/// least word is one.
fn presentation(algebra: &Algebra, budget: &mut Budget) -> Result<(Vec<Vec<u32>>, Relations), Fault> {
    let count = algebra.word(0).len();
    let mut normal: Vec<Option<Vec<u32>>> = vec![None; algebra.len()];
    normal[0] = Some(vec![0; count]);
    let mut relations = Vec::new();
    let mut layer = vec![vec![0; count]];
    while !layer.is_empty() {
        let mut candidates: Vec<Vec<u32>> = Vec::new();
        for word in &layer {
            for i in 0..count {
                budget.tick()?;
                let mut next = word.clone();
                next[i] += 1;
                candidates.push(next);
            }
        }
        candidates.sort_unstable_by(|a, b| b.cmp(a));
        candidates.dedup();
        layer.clear();
        for word in candidates {
            budget.tick()?;
            let is_least = |w: &Vec<u32>| normal[algebra.value(w) as usize].as_ref() == Some(w);
            let divisors = (0..count).filter(|&i| word[i] > 0).map(|i| {
                let mut divisor = word.clone();
                divisor[i] -= 1;
                divisor
            });
            if !divisors.into_iter().all(|d| is_least(&d)) {
                continue;
            }
            match &mut normal[algebra.value(&word) as usize] {
                Some(least) => relations.push((word, least.clone())),
                none => {
                    *none = Some(word.clone());
                    layer.push(word);
                }
            }
        }
    }
    Ok((normal.into_iter().map(Option::unwrap_or_default).collect(), relations))
}
