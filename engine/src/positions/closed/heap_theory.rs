//! Theorems about heaps of any size.

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

/// The theory of a ruleset on heaps of any size. The states of the ruleset are its heaps, `u64`s while they are below
/// 2^62. Positions with a larger heap occur only here.
pub trait HeapTheory: Theorems<[UBig]> {
    /// Returns the moves of `player`, one of whose heaps is large.
    ///
    /// # Errors
    /// [`too_many`](super::too_many), unless only a few numbers may be taken.
    fn moves<'a>(&'a self, heaps: &'a [UBig], player: Player) -> Result<TheoryMoves<'a>, Fault>;

    /// Returns the notation of the position with these heaps.
    fn term(&self, heaps: &[UBig]) -> Term;

    /// Returns the moves to heaps with this nim-value by a theorem, or `None` if there is no theorem or there are too many
    /// moves. With [`ReplyCount::One`] one move is enough.
    fn moves_to<'a>(&'a self, _heaps: &'a [UBig], _nim_value: &UBig, _count: ReplyCount) -> Option<TheoryMoves<'a>> {
        None
    }

    /// Returns the winning moves by a theorem, or `None` if there is no theorem or there are too many moves. With
    /// [`ReplyCount::One`] one move is enough.
    fn winning_moves<'a>(
        &'a self,
        _heaps: &'a [UBig],
        _convention: Convention,
        _count: ReplyCount,
    ) -> Option<TheoryMoves<'a>> {
        None
    }

    /// Returns some move of heaps that have too many moves to list, or `None` if the theory has no such rule.
    fn any_move(&self, _heaps: &[UBig]) -> Option<Vec<UBig>> {
        None
    }

    /// Returns the vectors that a move may subtract from `heaps` or from smaller heaps, or `None` if they depend on the
    /// position.
    fn vectors(&self, _heaps: &[u64]) -> Option<Vectors> {
        None
    }

    /// Returns a rule whose single heaps have the moves of those of this ruleset, or `None` if no short code describes
    /// them.
    fn rule(&self) -> Option<Rule> {
        None
    }

    /// Returns the nim-value from a table of smaller heaps, or `None` if the ruleset keeps none. Called only if no theorem
    /// gives the value.
    fn tabled(&self, _heaps: &[UBig], _budget: &mut Budget) -> Option<Result<UBig, Fault>> {
        None
    }
}
