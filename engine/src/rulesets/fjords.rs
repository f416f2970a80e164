//! Fjords: as in [`snort`](crate::rulesets::snort), but a player colours only cells beside one of their own (CGSuite).

use crate::positions::{Context, PositionId};
use crate::rulesets::board::Board;
use crate::rulesets::colouring::{self, Allowed, ColouringRule};
use crate::rulesets::ground::Net;

/// The rule of Fjords.
pub const FJORDS: ColouringRule = ColouringRule::fair("fjords", Allowed { free: false, own: true, other: false });

/// Returns the position on a board, or on a graph if `net` is one: then the board has one row, with the letters of its vertices.
pub fn position(cx: &mut dyn Context, net: Option<&Net>, board: &Board) -> PositionId {
    colouring::position(cx, FJORDS, net, board)
}
