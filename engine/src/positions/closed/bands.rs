//! Regions that can be cut in bands.

use smallvec::SmallVec;

use crate::games::Player;

/// The bands of a region, each as a word.
pub type Bands = SmallVec<[u64; 16]>;

/// The number of moves more than the opponent that count as much as half a move by which a player is ahead, as in the
/// order of the options of a search.
const LEAD: i64 = 4;

/// A ruleset whose regions can be cut in bands if moves of a player across the cuts are given up, without any other
/// change. A player whose hand is tied in this way is not better off, so the sum of the bands is a bound of the value,
/// which serves the search for a winner.
pub trait Banded<S: ?Sized> {
    /// Returns the bands between which `player` would give up moves, in their order, with no empty one at the end. A
    /// move crosses from a band to the next only at a bit that both have.
    fn bands(&self, state: &S, player: Player) -> Bands;

    /// Returns a state with only some of the bands for `player` that lie next to each other.
    fn of_bands(&self, bands: &[u64], player: Player) -> S
    where
        S: Sized;

    /// Estimates by how many moves Left is ahead, in halves of a move, in a region with these bands for Left and for
    /// Right: the better the estimate, the sooner a search visits a winning move.
    fn lead(&self, bands: [&[u64]; 2]) -> i64;

    /// Estimates how far Left is ahead in a state in which Left and Right have these numbers of moves, for the order of moves.
    fn ahead(&self, state: &S, [left, right]: [usize; 2]) -> i64 {
        let [rows, columns] = [Player::Left, Player::Right].map(|player| self.bands(state, player));
        self.lead([&rows, &columns]) * LEAD + left as i64 - right as i64
    }
}
