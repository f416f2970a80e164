//! Facts about play for points that rules know without listing moves, as data.

use dashu_ratio::RBig;

use super::PositionId;

/// A position in a game for points: the points that Left has more than Right by now, and the positions in which play goes on.
#[derive(Clone, Debug, Default)]
pub struct Settled {
    /// The points that Left has more than Right.
    pub points: RBig,
    /// The positions in which play goes on, without these points.
    pub rest: Vec<PositionId>,
}

/// The largest number of moves to the end of play from which on the scores of all positions are found at once.
pub const MAX_TABULATED: u32 = 24;

/// The facts that rules know about play for points from a position without listing its moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forecast {
    /// The largest lead that a player may have at the end, in points, or `None` if it is not known.
    pub most: Option<u64>,
    /// An estimate of the points that the player to move can take at once. The search first tries moves that offer few.
    pub offered: u32,
    /// `true` if each player has the moves of the other, with the points exchanged, here and ever after.
    pub is_even_handed: bool,
    /// `true` if the player to move loses nothing by taking the whole position at once and moving again, whichever player it is.
    pub is_free: bool,
    /// `true` if `Rules::score_of_sum` scores the sums of this state and others for which this is `true`.
    pub is_scored_in_sums: bool,
    /// The number of moves to the end of play, the same in every play, if `Rules::score_of_sum` scores sums that last few moves.
    pub moves: Option<u32>,
}
