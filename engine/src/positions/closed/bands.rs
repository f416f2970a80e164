//! Regions that can be cut in bands.

use crate::games::Player;

/// A ruleset whose regions can be cut in bands if moves of a player across the cuts are given up, without any other
/// change. Giving up moves never helps a player, so the sum of the bands bounds the value: from below if Left gives up
/// moves, from above if Right does. The search for a winner uses both bounds.
///
/// The bands for Right are those that the negative has for Left. The value must not change if all bands are shifted by the same
/// number of bits, if the bits of every band are reversed, or if the order of the bands is reversed.
pub trait Banded<S: ?Sized> {
    /// Adds the bands between which `player` would give up moves to a list, in their order, with no empty one at the
    /// end. A move crosses from a band to the next only at a bit that both have, and no move adds a bit.
    fn bands(&self, state: &S, player: Player, out: &mut Vec<u64>);

    /// Returns the state with these bands for Left.
    fn of_bands(&self, bands: &[u64]) -> S
    where
        S: Sized;

    /// Estimates how far Left is ahead in a region with these bands for Left and for Right, in eighths of a move: the
    /// better the estimate, the sooner a search visits a winning move.
    fn ahead(&self, bands: [&[u64]; 2]) -> i64;
}
