//! Fjords: as in [`snort`](crate::rulesets::snort), but a player colours only cells beside one of their own (CGSuite).

use crate::games::Player;
use crate::positions::{Context, PositionId};
use crate::rulesets::board::Board;
use crate::rulesets::colouring::{Allowed, ColouringRule, placed_by};
use crate::rulesets::ground::Net;

/// The rule of Fjords.
#[derive(PartialEq, Eq, Hash)]
pub struct Fjords;

impl ColouringRule for Fjords {
    const NAME: &'static str = "fjords";

    fn allowed(&self, _: Player) -> Allowed {
        Allowed { free: false, own: true, other: false }
    }
}

/// Returns the position of a board, or of a graph whose vertices have the letters of a board of one row.
pub fn position(cx: &mut dyn Context, net: Option<&Net>, board: &Board) -> PositionId {
    placed_by(cx, Fjords, net, board)
}
