//! Col: each player colours cells in a colour of their own; cells beside each other never have one colour (Winning
//! Ways, ch. 2).
//!
//! Every value is a number or a number plus star.

use crate::games::Player;
use crate::positions::{Context, PositionId};
use crate::rulesets::board::Board;
use crate::rulesets::colouring::{Allowed, ColouringRule, placed_by};
use crate::rulesets::ground::Net;

/// The rule of Col.
#[derive(PartialEq, Eq, Hash)]
pub struct Col;

impl ColouringRule for Col {
    const NAME: &'static str = "col";

    fn allowed(&self, _: Player) -> Allowed {
        Allowed { free: true, own: false, other: true }
    }
}

/// Returns the position of a board, or of a graph whose vertices have the letters of a board of one row.
pub fn position(cx: &mut dyn Context, net: Option<&Net>, board: &Board) -> PositionId {
    placed_by(cx, Col, net, board)
}
