//! Elephants and Rhinos: elephants go right, rhinos go left, into the next empty cell; nobody jumps (Albert, Nowakowski
//! and Wolfe, Lessons in Play, 2007). Left has the elephants `x`, Right the rhinos `o`.

use crate::positions::{Context, PositionId};
use crate::rulesets::board::{Alphabet, Board};
use crate::rulesets::toads_frogs::{Animals, placed_by};

/// Elephants and rhinos.
#[derive(PartialEq, Eq, Hash)]
pub struct Elephants;

impl Animals for Elephants {
    const NAME: &'static str = "elephants";
    const LETTERS: Alphabet =
        Alphabet { letters: &[('x', "an elephant"), ('o', "a rhino"), ('.', "empty")], sizes: &[(1, 1024)] };
    const JUMP: bool = false;
}

/// Returns the position of a board of one row: a lane.
pub fn position(cx: &mut dyn Context, board: &Board) -> PositionId {
    placed_by::<Elephants>(cx, board)
}
