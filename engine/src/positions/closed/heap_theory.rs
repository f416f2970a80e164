//! What is known of heaps of any size.

use dashu_int::UBig;

use crate::games::{Budget, Fault, Player};
use crate::heaps::{ReplyCount, Rule, Vectors};
use crate::positions::{Convention, Term, Theorems};

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
pub trait HeapTheory: Theorems<[UBig]> {
    /// The moves of `player`, one of whose heaps is large.
    ///
    /// # Errors
    /// [`too_many`](super::too_many), unless only a few numbers may be taken.
    fn moves<'a>(&'a self, heaps: &'a [UBig], player: Player) -> Result<TheoryMoves<'a>, Fault>;

    /// How the position is written.
    fn term(&self, heaps: &[UBig]) -> Term;

    /// The moves to heaps of this nim-value, by a theorem, if they are not too many; if one is enough, that one may be all.
    fn moves_to<'a>(&'a self, _heaps: &'a [UBig], _nim_value: &UBig, _count: ReplyCount) -> Option<TheoryMoves<'a>> {
        None
    }

    /// The winning moves, by a theorem, if they are not too many; if one is enough, that one may be all.
    fn winning_moves<'a>(
        &'a self,
        _heaps: &'a [UBig],
        _convention: Convention,
        _count: ReplyCount,
    ) -> Option<TheoryMoves<'a>> {
        None
    }

    /// Any move, for heaps that have too many to list.
    fn any_move(&self, _heaps: &[UBig]) -> Option<Vec<UBig>> {
        None
    }

    /// What a move may take from these heaps or from smaller ones, where that does not depend on what is there.
    fn vectors(&self, _heaps: &[u64]) -> Option<Vectors> {
        None
    }

    /// The rule whose single heaps are those of this ruleset, move for move, if one says it in few digits.
    fn rule(&self) -> Option<Rule> {
        None
    }

    /// The nim-value from a table of smaller heaps, where one can be kept. It is asked where no theorem tells.
    fn tabled(&self, _heaps: &[UBig], _budget: &mut Budget) -> Option<Result<UBig, Fault>> {
        None
    }
}
