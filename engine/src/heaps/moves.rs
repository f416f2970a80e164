//! The moves of a game on heaps, as one table.

use crate::games::{Budget, Fault};

/// The moves of an impartial game on heaps 0, 1, ..., n-1: each leads from one heap to any number of smaller ones.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::heaps::HeapMoves;
///
/// // Nim: from a heap of 2 to a heap of 1, or to nothing.
/// let mut nim = HeapMoves::default();
/// nim.push(&[]);
/// nim.push(&[vec![]]);
/// nim.push(&[vec![1], vec![]]);
/// assert_eq!(nim.nim_values(&mut Budget::unlimited())?, [0, 1, 2]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapMoves {
    /// The start of the moves of each heap in `ends`, and the end of the last.
    moves: Vec<u32>,
    /// The end of each move in `heaps`, after a 0.
    ends: Vec<u32>,
    heaps: Vec<u32>,
}

impl Default for HeapMoves {
    fn default() -> Self {
        HeapMoves { moves: vec![0], ends: vec![0], heaps: Vec::new() }
    }
}

impl HeapMoves {
    /// Adds the next heap by its moves, each the heaps that are left. Heaps without moves may be left out of them.
    ///
    /// # Panics
    /// If a move leads to a heap that is not smaller.
    pub fn push(&mut self, moves: &[Vec<u32>]) {
        let here = self.len() as u32;
        for left in moves {
            assert!(left.iter().all(|&heap| heap < here), "a move leads to smaller heaps");
            let from = self.heaps.len();
            self.heaps.extend(left);
            self.heaps[from..].sort_unstable();
            self.ends.push(self.heaps.len() as u32);
        }
        self.moves.push(self.ends.len() as u32 - 1);
    }

    /// Keeps the first `len` heaps.
    pub fn truncate(&mut self, len: usize) {
        if len < self.len() {
            self.moves.truncate(len + 1);
            self.ends.truncate(self.moves[len] as usize + 1);
            self.heaps.truncate(self.ends[self.ends.len() - 1] as usize);
        }
    }

    /// Returns the number of heaps.
    pub fn len(&self) -> usize {
        self.moves.len() - 1
    }

    /// Returns `true` if there are no heaps.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the moves from a heap: the heaps that are left, in ascending order.
    pub fn moves(&self, heap: usize) -> impl Iterator<Item = &[u32]> {
        let range = self.moves[heap] as usize..self.moves[heap + 1] as usize;
        range.map(|i| &self.heaps[self.ends[i] as usize..self.ends[i + 1] as usize])
    }

    /// Returns one move from a heap, by its place in their order.
    pub fn move_of(&self, heap: usize, index: usize) -> Option<&[u32]> {
        let i = (self.moves[heap] as usize + index).min(self.moves[heap + 1] as usize);
        (i < self.moves[heap + 1] as usize).then(|| &self.heaps[self.ends[i] as usize..self.ends[i + 1] as usize])
    }

    /// Returns the nim-values of all heaps (Sprague 1935, Grundy 1939).
    pub fn nim_values(&self, budget: &mut Budget) -> Result<Vec<u64>, Fault> {
        let mut values: Vec<u64> = Vec::with_capacity(self.len());
        let mut seen: Vec<usize> = Vec::new();
        for heap in 0..self.len() {
            for left in self.moves(heap) {
                budget.tick()?;
                let value = left.iter().fold(0, |sum, &h| sum ^ values[h as usize]) as usize;
                if seen.len() <= value {
                    seen.resize(value + 1, 0);
                }
                seen[value] = heap + 1;
            }
            values.push(seen.iter().position(|&mark| mark != heap + 1).unwrap_or(seen.len()) as u64);
        }
        Ok(values)
    }
}
