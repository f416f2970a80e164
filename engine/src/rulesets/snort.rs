//! Snort: each player colours cells in a colour of their own; cells beside each other never have different colours
//! (S. Norton; Winning Ways, ch. 6).
//!
//! A cell beside one of Left's is Left's alone: who colours first in a region keeps it.

use crate::positions::{Context, PositionId};
use crate::rulesets::board::Board;
use crate::rulesets::colouring::{self, Allowed, ColouringRule};
use crate::rulesets::ground::Net;

/// The rule of Snort.
pub const SNORT: ColouringRule = ColouringRule::fair("snort", Allowed { free: true, own: true, other: false });

/// Returns the position on a board, or on a graph if `net` is one: then the board has one row, with the letters of its vertices.
pub fn position(cx: &mut dyn Context, net: Option<&Net>, board: &Board) -> PositionId {
    colouring::position(cx, SNORT, net, board)
}
