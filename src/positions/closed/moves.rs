//! The list of moves that a ruleset fills.

use std::ops::Range;

use crate::games::Fault;

/// Options of one position beyond which they are not listed.
const MOST_OPTIONS: u64 = 10_000_000;

/// Collects moves.
pub struct Moves<S> {
    pub(super) states: Vec<S>,
    /// Where the states of each move end; empty as long as each move leads to one state.
    ends: Vec<usize>,
}

impl<S> Default for Moves<S> {
    fn default() -> Self {
        Moves { states: Vec::new(), ends: Vec::new() }
    }
}

impl<S> Moves<S> {
    /// Says how many moves will come, before any is made.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] when they are more than can be listed.
    pub fn expect(&mut self, count: u64) -> Result<(), Fault> {
        if count > MOST_OPTIONS {
            let size = count.to_string();
            return Err(Fault::TooLarge { what: "list of options", size, limit: MOST_OPTIONS.to_string() });
        }
        Ok(())
    }

    /// A move to one state.
    #[inline]
    pub fn to(&mut self, state: S) {
        self.states.push(state);
        if !self.ends.is_empty() {
            self.ends.push(self.states.len());
        }
    }

    /// A move to the sum of these states.
    pub fn to_sum(&mut self, states: impl IntoIterator<Item = S>) {
        if self.ends.is_empty() {
            self.ends.extend(1..=self.states.len());
        }
        self.states.extend(states);
        self.ends.push(self.states.len());
    }

    /// How many moves there are.
    #[inline]
    pub fn len(&self) -> usize {
        if self.ends.is_empty() { self.states.len() } else { self.ends.len() }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the states of one move are.
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

    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.ends.clear();
    }
}
