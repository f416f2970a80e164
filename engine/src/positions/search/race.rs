//! Several threads that search for the same answer.
//!
//! They share the table, so each can use the results of the others. In a won position each of them looks for one
//! winning move, the best first; in a lost one every move must be answered, and each thread begins with another. It is
//! not known beforehand which positions are lost. If the starter wins, the search should visit won positions where it
//! is his turn and lost ones where it is not, and else the other way round: a thread guesses the one and the other by
//! turns, each time for longer. A nim-value is sought in the same way: a position with it beside a heap of its own size
//! is lost.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::games::Fault;

/// The data that the threads of a search share beside the table.
#[derive(Default)]
pub(crate) struct Race {
    end: AtomicU64,
    nodes: AtomicU64,
}

const STOPPED: u64 = 1;
/// The number added to an answer.
const ANSWERED: u64 = 2;

impl Race {
    /// Tells the others the answer.
    pub fn finish(&self, answer: u64) {
        self.end.store(answer.saturating_add(ANSWERED), Relaxed);
    }

    /// Tells the others to stop.
    pub fn stop(&self) {
        self.end.store(STOPPED, Relaxed);
    }

    /// Returns the answer if the race is over: `Some(None)` if it ended without one.
    #[inline]
    pub fn end(&self) -> Option<Option<u64>> {
        match self.end.load(Relaxed) {
            0 => None,
            end => Some(end.checked_sub(ANSWERED)),
        }
    }

    /// Counts the positions that another thread has searched.
    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Returns the number of positions that the other threads have searched.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}

/// An odd number without a pattern.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// The place of a thread in a race: the first is number 0, and tries the best moves first everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Lane<'a> {
    pub race: &'a Race,
    pub number: usize,
    /// `true` if this thread guesses now that the starter wins.
    pub starter_wins: bool,
}

impl Lane<'_> {
    /// Ends a search whose race is over: its result has no meaning.
    ///
    /// # Errors
    /// [`Fault::Spent`] if it is over.
    #[inline]
    pub fn go_on(self) -> Result<(), Fault> {
        if self.race.end().is_some() { Err(Fault::Spent) } else { Ok(()) }
    }

    /// Puts the moves of a position, the best first, into the order in which this thread tries them; `depth` is how many
    /// moves from the start it is.
    pub fn reorder<T>(self, moves: &mut [T], depth: usize, key: impl Fn(&T) -> u64) {
        let is_won = depth.is_multiple_of(2) == self.starter_wins;
        match self.number {
            _ if is_won => {}
            0 => {}
            1 | 2 => moves.reverse(),
            number => moves.sort_by_cached_key(|option| (key(option) ^ number as u64).wrapping_mul(MIX)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_begin_with_other_moves_where_a_position_is_thought_lost() {
        let race = Race::default();
        for number in 0..6 {
            for starter_wins in [false, true] {
                for depth in 0..4 {
                    let mut moves: Vec<u64> = (0..20).collect();
                    Lane { race: &race, number, starter_wins }.reorder(&mut moves, depth, |&i| i);
                    let is_won = (depth % 2 == 0) == starter_wins;
                    assert_eq!(moves.is_sorted(), number == 0 || is_won, "{number} {starter_wins} {depth}");
                    moves.sort_unstable();
                    assert!(moves.into_iter().eq(0..20), "the same moves");
                }
            }
        }
    }
}
