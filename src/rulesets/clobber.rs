//! Clobber: a stone moves onto a stone of the other colour beside it, which vanishes (Albert, Grossman, Nowakowski and
//! Wolfe, An introduction to Clobber, 2005). Left has the stones `x`, Right `o`.
//!
//! State: the board. Every position is all-small, for a move is there for one player just when it is for the other.

use crate::games::{Fault, Player};
use crate::positions::{Moves, Ruleset, Sketch, Term};
use crate::rulesets::grid::{DIRECTIONS, Grid, each, region};

/// The game of Clobber.
pub struct Clobber;

impl Ruleset for Clobber {
    type State = Grid;

    fn moves(&self, grid: &Grid, player: Player, out: &mut Moves<Grid>) -> Result<(), Fault> {
        let taken = grid.stones(player.other());
        for stone in each(grid.stones(player)) {
            for direction in DIRECTIONS {
                let to = grid.frame.step(direction, stone) & taken;
                if to != 0 {
                    out.to(grid.cleared(stone).with(player, to));
                }
            }
        }
        Ok(())
    }

    /// Stones that touch, if both colours are among them.
    fn parts(&self, grid: &Grid, found: &mut impl FnMut(Grid)) {
        let (left, right) = (grid.stones(Player::Left), grid.stones(Player::Right));
        let mut rest = left | right;
        while rest != 0 {
            let part = region(rest, |cells| grid.frame.neighbours(cells));
            rest ^= part;
            if part & left != 0 && part & right != 0 {
                found(Grid { not_right: left & part, not_left: right & part, ..*grid });
            }
        }
    }

    fn normal_form(&self, grid: Grid) -> (Grid, bool) {
        grid.normal_form()
    }

    fn term(&self, grid: &Grid) -> Term {
        grid.board().term("clobber")
    }

    fn sketch(&self, grid: &Grid) -> Option<Sketch> {
        Some(grid.sketch())
    }
}
