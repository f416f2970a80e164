//! The proof that a table of products determines the misère nim-value of every sum of some heaps, or who wins it.
//!
//! A heap is represented by a pair: its element q, and the set W of all pairs (v, r) such that from a sum that is worth
//! r without the heap some move of the heap leads to value v. The pair of a sum of two is computed from theirs, so all
//! pairs of sums are the closure of those of the heaps. The table is right if no move keeps the value, as far as values
//! are distinguished, and if every pair but that of the empty sum can move to all smaller values itself. If only P is
//! distinguished, value 0, this means: no move leads from P to P, and outside P some move leads there (Plambeck and
//! Siegel 2008, on transition algebras). No move of a sum keeps the value if no move of its parts does. Beyond that a
//! larger W can only help, so the least pairs of an element are enough.

use super::algebra::{Algebra, Bits};
use crate::games::{Budget, Fault};

#[derive(Clone)]
struct HeapPair {
    element: u32,
    moves: Bits,
}

/// The pairs of all sums of the heaps added so far, of each element the least.
#[derive(Clone, Default)]
pub(super) struct Closure {
    heaps: Vec<HeapPair>,
    pairs: Vec<HeapPair>,
    /// The pairs of each element.
    of: Vec<Vec<u32>>,
}

impl Closure {
    /// Adds a heap. Returns `true` if the proof still stands. When not, the closure is spoilt.
    pub fn add(
        &mut self,
        algebra: &Algebra,
        element: u32,
        moves: Bits,
        most: usize,
        budget: &mut Budget,
    ) -> Result<bool, Fault> {
        self.of.resize(algebra.len(), Vec::new());
        if moves.meets(algebra.to_value(element)) {
            return Ok(false);
        }
        if self.is_covered(element, &moves) {
            return Ok(true);
        }
        let new = HeapPair { element, moves };
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

    /// Returns `true` if the element already has a pair whose moves are among these.
    fn is_covered(&self, element: u32, moves: &Bits) -> bool {
        self.of[element as usize].iter().any(|&i| self.pairs[i as usize].moves.is_within(moves))
    }

    /// Adds a pair that is not covered. Returns `true` if it can move to smaller values as it must.
    fn insert(&mut self, algebra: &Algebra, pair: HeapPair, open: &mut Vec<usize>) -> bool {
        if self.is_covered(pair.element, &pair.moves) {
            return true;
        }
        if !moves_to_smaller(algebra, pair.element, &pair.moves) {
            return false;
        }
        let i = self.pairs.len();
        open.push(i);
        self.of[pair.element as usize].push(i as u32);
        self.pairs.push(pair);
        true
    }
}

/// Returns `true` if some move leads to each smaller value.
pub(super) fn moves_to_smaller(algebra: &Algebra, element: u32, moves: &Bits) -> bool {
    algebra.told().take(algebra.nim_value(element).into()).all(|value| moves.has(value))
}

fn product(algebra: &Algebra, a: &HeapPair, b: &HeapPair) -> HeapPair {
    let mut moves = algebra.no_pairs();
    for value in algebra.told() {
        for r in 0..algebra.len() as u32 {
            if b.moves.has(value + algebra.times(r, a.element)) || a.moves.has(value + algebra.times(r, b.element)) {
                moves.set(value + r);
            }
        }
    }
    HeapPair { element: algebra.times(a.element, b.element), moves }
}
