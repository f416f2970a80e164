//! What is known of heaps of any size.

use crate::games::Cache;

use dashu_int::UBig;

use crate::games::{Budget, Fault, Player};
use crate::heaps::{Rule, Sequence, Vectors};
use crate::positions::{Convention, Term, Theorem};

/// Moves, each by the heaps that it leads to. They are made one at a time: the moves of many heaps, or of a very large one,
/// together are as long as the square of the position.
pub struct TheoryMoves<'a>(Box<dyn Iterator<Item = Vec<UBig>> + 'a>);

impl<'a> TheoryMoves<'a> {
    /// Wraps an iterator over moves.
    pub fn new(moves: impl Iterator<Item = Vec<UBig>> + 'a) -> TheoryMoves<'a> {
        TheoryMoves(Box::new(moves))
    }
}

impl From<Vec<Vec<UBig>>> for TheoryMoves<'_> {
    fn from(moves: Vec<Vec<UBig>>) -> Self {
        TheoryMoves::new(moves.into_iter())
    }
}

impl Iterator for TheoryMoves<'_> {
    type Item = Vec<UBig>;

    fn next(&mut self) -> Option<Vec<UBig>> {
        self.0.next()
    }
}

/// The largest number of winning moves that a theorem lists.
pub const MOST_GOOD_MOVES: usize = 10_000;

/// What theorems tell of a ruleset on heaps, whatever their size. The states of such a ruleset are its heaps, `u64`s while
/// they are below 2^62; those with a larger heap are met only here.
pub trait HeapTheory {
    /// The nim-value by a theorem, where one holds.
    fn nim_value(&self, _heaps: &[UBig]) -> Option<UBig> {
        None
    }

    /// The nim-value from a table of smaller heaps, where one can be kept. It is asked where no theorem tells.
    fn tabled(&self, _heaps: &[UBig], _budget: &mut Budget) -> Option<Result<UBig, Fault>> {
        None
    }

    /// The sequence whose nim-values are those of the heaps of this ruleset, and which of its heaps this one is.
    fn sequence(&self, _heap: &UBig) -> Option<(&Cache<Sequence>, UBig)> {
        None
    }

    /// The rule whose single heaps are those of this ruleset, move for move, if one says it in few digits.
    fn rule(&self) -> Option<Rule> {
        None
    }

    /// The moves of `player`, one of whose heaps is large.
    ///
    /// # Errors
    /// [`too_many`](super::too_many), unless only a few numbers may be taken.
    fn moves<'a>(&'a self, heaps: &'a [UBig], player: Player) -> Result<TheoryMoves<'a>, Fault>;

    /// Whether the player to move wins, by a theorem. Where the nim-value tells, it need not.
    fn wins(&self, _heaps: &[UBig], _convention: Convention) -> Option<(bool, &'static Theorem)> {
        None
    }

    /// What a move may take from these heaps or from smaller ones, where that does not depend on what is there.
    fn vectors(&self, _heaps: &[u64]) -> Option<Vectors> {
        None
    }

    /// The moves to heaps of this nim-value by a theorem, if they are not too many.
    fn moves_to<'a>(&'a self, _heaps: &'a [UBig], _nim_value: &UBig) -> Option<TheoryMoves<'a>> {
        None
    }

    /// One of the moves to heaps of this nim-value, where they may be too many.
    fn move_to(&self, _heaps: &[UBig], _nim_value: &UBig) -> Option<Vec<UBig>> {
        None
    }

    /// The winning moves by a theorem, if they are not too many.
    fn winning_moves<'a>(&'a self, _heaps: &'a [UBig], _convention: Convention) -> Option<TheoryMoves<'a>> {
        None
    }

    /// One of the winning moves, where they may be too many.
    fn winning_move(&self, _heaps: &[UBig], _convention: Convention) -> Option<Vec<UBig>> {
        None
    }

    /// Any move, for heaps that have too many to list.
    fn any_move(&self, _heaps: &[UBig]) -> Option<Vec<UBig>> {
        None
    }

    /// The preperiod, period and saltus of the nim-values of single heaps by a theorem.
    fn period(&self) -> Option<[u64; 3]> {
        None
    }

    /// The longest move that is possible from some heap, or the largest number that may not be taken where all others may;
    /// `None` if there is none, or if it is not known.
    fn longest_move(&self) -> Option<UBig> {
        None
    }

    /// Whether the heaps are those of Nim.
    fn is_nim(&self) -> bool {
        false
    }

    /// How the position is written.
    fn term(&self, heaps: &[UBig]) -> Term;
}
