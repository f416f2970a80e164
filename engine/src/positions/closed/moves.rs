//! The list of moves that a ruleset fills.

use std::ops::Range;

use super::Ruleset;
use crate::games::{Budget, Fault, LIST_OF_OPTIONS, Player};

/// Options of one position beyond which they are not listed.
const MOST_OPTIONS: u64 = 10_000_000;

/// Bytes that a position takes in the store and in its index.
const POSITION: usize = 32;

/// Returns the fault of a position whose moves are too many to be listed. `count` is their number, in digits or in
/// words.
pub fn too_many(count: impl ToString) -> Fault {
    Fault::TooLarge { what: LIST_OF_OPTIONS, size: count.to_string(), limit: MOST_OPTIONS.to_string() }
}

/// Collects moves, under the limits of the computation.
pub struct Moves<S> {
    pub(super) states: Vec<S>,
    /// The end of the states of each move; empty as long as each move leads to one state.
    ends: Vec<usize>,
    budget: Budget,
    /// The steps that a move takes: more than 1 if states are wide.
    steps: usize,
    /// The limit that was reached; later moves are dropped.
    stopped: Option<Fault>,
}

impl<S> Default for Moves<S> {
    /// Returns an empty list without limits.
    fn default() -> Self {
        Moves::under(&Budget::unlimited())
    }
}

impl<S> Moves<S> {
    /// Returns an empty list. A limit that is reached while moves are added ends the list.
    pub(super) fn under(budget: &Budget) -> Moves<S> {
        Moves { states: Vec::new(), ends: Vec::new(), budget: budget.counted_apart(), steps: 1, stopped: None }
    }

    /// Adds the moves of a player.
    pub(super) fn add<R: Ruleset<State = S>>(&mut self, rules: &R, state: &S, player: Player) -> Result<(), Fault> {
        rules.moves(state, player, self)?;
        self.stopped.take().map_or(Ok(()), Err)
    }

    /// Adds those from which a value is found.
    pub(super) fn add_undominated<R: Ruleset<State = S>>(
        &mut self,
        rules: &R,
        state: &S,
        player: Player,
    ) -> Result<(), Fault> {
        rules.undominated_moves(state, player, self)?;
        self.stopped.take().map_or(Ok(()), Err)
    }

    /// Forgets the moves.
    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.ends.clear();
    }

    /// Returns `true` if one more move can be taken.
    #[inline]
    fn goes_on(&mut self) -> bool {
        if self.stopped.is_none() {
            self.stopped = self.budget.charge(self.steps).and_then(|()| self.budget.room_to_push(&self.states)).err();
        }
        self.stopped.is_none()
    }

    /// Charges steps that are taken to find moves, where many ways lead to one of them.
    ///
    /// # Errors
    /// The limits of the computation.
    pub fn charge(&mut self, steps: usize) -> Result<(), Fault> {
        self.budget.charge(steps)
    }

    /// Says how many moves will come, before any is made.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if they are more than can be listed.
    pub fn expect(&mut self, count: impl Into<u128>) -> Result<(), Fault> {
        self.expect_wide(count, 1)
    }

    /// Says how many moves will come to states that are `width` times as wide as those of most rulesets.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if they are more than can be listed; [`Fault::Memory`] if the list would pass the limit.
    pub fn expect_wide(&mut self, count: impl Into<u128>, width: u64) -> Result<(), Fault> {
        let (count, limit) = (count.into(), MOST_OPTIONS / width.max(1));
        if count > u128::from(limit) {
            return Err(Fault::TooLarge { what: LIST_OF_OPTIONS, size: count.to_string(), limit: limit.to_string() });
        }
        let width = width.max(1) as usize;
        // A copy of a wide state is cheap beside the search for the move.
        self.steps = 1 + width / 16;
        // The list doubles while it grows, and each of its states becomes a position.
        let each = (2 * size_of::<S>() + POSITION) * width;
        self.budget.reserve((count as usize).saturating_mul(each))
    }

    /// Adds a move to one state.
    #[inline]
    pub fn to(&mut self, state: S) {
        if !self.goes_on() {
            return;
        }
        self.states.push(state);
        if !self.ends.is_empty() {
            self.ends.push(self.states.len());
        }
    }

    /// Adds a move to the sum of these states.
    #[inline]
    pub fn to_sum(&mut self, states: impl IntoIterator<Item = S>) {
        if !self.goes_on() {
            return;
        }
        if self.ends.is_empty() {
            self.ends.extend(1..=self.states.len());
        }
        // Two states are soon pushed; extending by an array of them takes many times as long.
        for state in states {
            self.states.push(state);
        }
        self.ends.push(self.states.len());
    }

    /// Returns the number of moves.
    #[inline]
    pub fn len(&self) -> usize {
        if self.ends.is_empty() { self.states.len() } else { self.ends.len() }
    }

    /// Returns `true` if there is no move.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the range of the states of one move.
    #[inline]
    pub(super) fn range(&self, index: usize) -> Range<usize> {
        match self.ends.get(index) {
            None => index..index + 1,
            Some(&end) => (if index == 0 { 0 } else { self.ends[index - 1] })..end,
        }
    }

    pub(super) fn each(&self) -> impl Iterator<Item = &[S]> {
        (0..self.len()).map(|i| &self.states[self.range(i)])
    }
}
