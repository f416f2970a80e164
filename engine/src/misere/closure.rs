//! The proof that a table of products tells who wins every sum of some heaps.
//!
//! A heap is seen as a pair: its element q, and the set W of all elements r such that from a sum that is worth r without
//! the heap some move of the heap leads to a position of P. Of a sum of two the pair is found from theirs, so all pairs of
//! sums are the closure of those of the heaps. The table is right if no pair moves from P to P, and if every pair outside P
//! but that of the empty sum can move to P itself (Plambeck and Siegel 2008, on transition algebras). A larger W can only
//! help, so that of the pairs of an element the least ones are enough.

use super::algebra::{Algebra, Bits};
use crate::games::{Budget, Fault};

#[derive(Clone)]
struct Pair {
    element: u32,
    moves: Bits,
}

/// The pairs of all sums of the heaps added so far, of each element the least.
#[derive(Clone, Default)]
pub(super) struct Closure {
    heaps: Vec<Pair>,
    pairs: Vec<Pair>,
    /// By element: its pairs.
    of: Vec<Vec<u32>>,
}

impl Closure {
    /// Adds a heap; says whether the proof still stands. When not, the closure is spoilt.
    ///
    /// # Errors
    /// Limits.
    pub fn add(
        &mut self,
        algebra: &Algebra,
        element: u32,
        moves: Bits,
        most: usize,
        budget: &mut Budget,
    ) -> Result<bool, Fault> {
        self.of.resize(algebra.len(), Vec::new());
        if moves.meets(algebra.to_p(element)) {
            return Ok(false);
        }
        if self.is_covered(element, &moves) {
            return Ok(true);
        }
        let new = Pair { element, moves };
        let mut open = Vec::new();
        let before = self.pairs.len();
        if !self.insert(algebra, new.clone(), &mut open) {
            return Ok(false);
        }
        for i in 0..before {
            budget.tick()?;
            let sum = product(algebra, &self.pairs[i], &new);
            if !self.insert(algebra, sum, &mut open) {
                return Ok(false);
            }
        }
        self.heaps.push(new);
        while let Some(i) = open.pop() {
            for h in 0..self.heaps.len() {
                for _ in 0..1 + algebra.len() / 64 {
                    budget.tick()?;
                }
                let sum = product(algebra, &self.pairs[i], &self.heaps[h]);
                if !self.insert(algebra, sum, &mut open) || self.pairs.len() > most {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether a pair of this element is there already whose moves are among these.
    fn is_covered(&self, element: u32, moves: &Bits) -> bool {
        self.of[element as usize].iter().any(|&i| self.pairs[i as usize].moves.is_within(moves))
    }

    /// Adds a pair that is not covered; says whether it can move to P where it must.
    fn insert(&mut self, algebra: &Algebra, pair: Pair, open: &mut Vec<usize>) -> bool {
        if self.is_covered(pair.element, &pair.moves) {
            return true;
        }
        if !algebra.is_in_p(pair.element) && !pair.moves.has(0) {
            return false;
        }
        let i = self.pairs.len();
        open.push(i);
        self.of[pair.element as usize].push(i as u32);
        self.pairs.push(pair);
        true
    }
}

fn product(algebra: &Algebra, a: &Pair, b: &Pair) -> Pair {
    let mut moves = Bits::new(algebra.len());
    for r in 0..algebra.len() as u32 {
        if b.moves.has(algebra.times(r, a.element)) || a.moves.has(algebra.times(r, b.element)) {
            moves.set(r);
        }
    }
    Pair { element: algebra.times(a.element, b.element), moves }
}
