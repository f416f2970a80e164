//! Facts about play for points that rules know without moves, as data.

use dashu_ratio::RBig;

use super::PositionId;

/// A position in a game for points: the points that Left has more than Right by now, and the positions in which play goes on.
#[derive(Clone, Debug, Default)]
pub struct Settled {
    /// The points that Left has more than Right.
    pub points: RBig,
    /// The position that is played on, without these points.
    pub rest: Vec<PositionId>,
}

/// The facts that rules know about play for points from a position without a look at its moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forecast {
    /// The most points that a player may have more than the other at the end, if that is known.
    pub most: Option<u64>,
    /// The points that the player to move can take at once, more or less: moves that offer few are tried first.
    pub offered: u32,
    /// `true` if each player has the moves of the other, with the points exchanged, here and ever after.
    pub is_even_handed: bool,
    /// `true` if whoever moves may as well take it all at once and move again: nothing is left of it, and it offers its points
    /// to both players.
    pub is_free: bool,
    /// `true` if `Rules::score_of_sum` knows the sums of this state and others with this mark.
    pub is_scored_in_sums: bool,
}
