//! Cannibal Clobber: Clobber in which a stone may also take a stone of its own colour (MCGS, University of Alberta,
//! 2026; CGSuite, Siegel). On a row the impartial game is Officers, octal 0.6: a move takes a stone that has a neighbour, and
//! leaves the two sides.

use crate::positions::{Context, PositionId};
use crate::rulesets::board::Board;
use crate::rulesets::clobber::{ClobberRule, placed_by};

/// The rule of Cannibal Clobber.
#[derive(PartialEq, Eq, Hash)]
pub struct CannibalClobber;

impl ClobberRule for CannibalClobber {
    const NAME: &'static str = "cannibal_clobber";
    const CANNIBALS: bool = true;
}

/// Returns the position of a board.
pub fn position(cx: &mut dyn Context, board: &Board) -> PositionId {
    placed_by::<CannibalClobber>(cx, board)
}
