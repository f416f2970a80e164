//! Snort: each player colours cells in a colour of their own; cells beside each other never have different colours
//! (S. Norton; Winning Ways, ch. 6).
//!
//! A cell beside one of Left's is Left's alone: who colours first in a region keeps it.

use crate::games::Player;
use crate::positions::{Context, PositionId};
use crate::rulesets::board::Board;
use crate::rulesets::colouring::{Allowed, ColouringRule, placed_by};
use crate::rulesets::ground::Net;

/// The rule of Snort.
#[derive(PartialEq, Eq, Hash)]
pub struct Snort;

impl ColouringRule for Snort {
    const NAME: &'static str = "snort";

    fn allowed(&self, _: Player) -> Allowed {
        Allowed { free: true, own: true, other: false }
    }
}

/// Returns the position of a board, or of a graph whose vertices have the letters of a board of one row.
pub fn position(cx: &mut dyn Context, net: Option<&Net>, board: &Board) -> PositionId {
    placed_by(cx, Snort, net, board)
}
