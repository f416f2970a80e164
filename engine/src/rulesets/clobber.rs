//! Clobber: a stone moves onto a stone of the other colour beside it, which vanishes (Albert, Grossman, Nowakowski and
//! Wolfe, An introduction to Clobber, 2005). Left has the stones `x`, Right `o`.
//!
//! State: the board. Every position is all-small, for a move is there for one player just when it is for the other.

use std::marker::PhantomData;

use crate::games::{Fault, Player};
use crate::positions::{Context, Moves, PositionId, Ruleset, Sketch, Term};
use crate::rulesets::board::Board;
use crate::rulesets::grid::{DIRECTIONS, Grid, Square, on_cells_of, placed};

/// The game of Clobber.
#[derive(Default)]
pub struct Clobber<C>(PhantomData<C>);

/// The position of a board.
pub fn position<C: Context>(cx: &mut C, board: &Board) -> PositionId {
    on_cells_of!(board, Cells => placed(cx, "clobber", Clobber::<Cells>::default(), &Grid::of(board)))
}

impl<C: Square> Ruleset for Clobber<C> {
    type State = Grid<C>;

    fn moves(&self, grid: &Grid<C>, player: Player, out: &mut Moves<Grid<C>>) -> Result<(), Fault> {
        let taken = grid.stones(player.other());
        for stone in grid.stones(player).each() {
            for direction in DIRECTIONS {
                let to = grid.frame.step(direction, stone) & taken;
                if !to.is_empty() {
                    out.to(grid.cleared(stone).with(player, to));
                }
            }
        }
        Ok(())
    }

    /// Stones that touch, if both colours are among them.
    fn parts(&self, grid: &Grid<C>, found: &mut impl FnMut(Grid<C>)) {
        let (left, right) = (grid.stones(Player::Left), grid.stones(Player::Right));
        let mut rest = left | right;
        while !rest.is_empty() {
            let part = rest.region(|cells| grid.frame.neighbours(cells));
            rest ^= part;
            if part.meets(left) && part.meets(right) {
                found(Grid { not_right: left & part, not_left: right & part, ..*grid });
            }
        }
    }

    fn normal_form(&self, grid: Grid<C>) -> (Grid<C>, bool) {
        grid.normal_form()
    }

    fn term(&self, grid: &Grid<C>) -> Term {
        grid.board().term("clobber")
    }

    fn sketch(&self, grid: &Grid<C>) -> Option<Sketch> {
        Some(grid.sketch())
    }
}
