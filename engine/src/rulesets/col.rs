//! Col: each player colours cells in a colour of their own; cells beside each other never have one colour (Winning
//! Ways, ch. 2).
//!
//! Every value is a number or a number plus star.

use crate::positions::{Context, PositionId};
use crate::rulesets::board::Board;
use crate::rulesets::colouring::{self, Allowed, ColouringRule};
use crate::rulesets::ground::Net;

/// The rule of Col.
pub const COL: ColouringRule = ColouringRule::fair("col", Allowed { free: true, own: false, other: true });

/// Returns the position on a board, or on a graph if `net` is one: then the board has one row, with the letters of its vertices.
pub fn position(cx: &mut dyn Context, net: Option<&Net>, board: &Board) -> PositionId {
    colouring::position(cx, COL, net, board)
}
