//! Konane: a stone jumps over a stone of the other colour beside it to the empty cell behind, and on in the same line;
//! the stones jumped over vanish (Ernst, Playing Konane mathematically, 1995). Left has the stones `x`, Right `o`.
//!
//! State: the board. The two stones that open a game on a full board are taken away before the text is written.

use std::marker::PhantomData;

use crate::games::{Fault, Player};
use crate::positions::{Context, Moves, PositionId, Ruleset, Term, View};
use crate::rulesets::board::Board;
use crate::rulesets::grid::{DIRECTIONS, Direction, Frame, Grid, Square, on_cells_of, placed};

/// The game of Konane.
#[derive(Default, PartialEq, Eq, Hash)]
pub struct Konane<C>(PhantomData<C>);

/// Returns the position of a board.
pub fn position(cx: &mut dyn Context, board: &Board) -> PositionId {
    on_cells_of!(board, Cells => placed(cx, "konane", Konane::<Cells>::default(), &Grid::of(board)))
}

/// Returns the starts of jumps of `movers` over `others` into `empty`.
fn jumps<C: Square>(frame: Frame, direction: Direction, movers: C, others: C, empty: C) -> C {
    let back = |cells| frame.step(direction.back(), cells);
    movers & back(others & back(empty))
}

/// Returns the cells from which, over which and to which these jumps go.
fn touched<C: Square>(frame: Frame, direction: Direction, starts: C) -> C {
    let over = frame.step(direction, starts);
    starts | over | frame.step(direction, over)
}

impl<C: Square> Ruleset for Konane<C> {
    type State = Grid<C>;

    fn moves(&self, grid: &Grid<C>, player: Player, out: &mut Moves<Grid<C>>) -> Result<(), Fault> {
        let frame = grid.frame;
        let (mine, others, empty) = (grid.stones(player), grid.stones(player.other()), grid.empty());
        for stone in mine.each() {
            for direction in DIRECTIONS {
                let (mut from, mut next) = (stone, *grid);
                while !jumps(frame, direction, from, others, empty).is_empty() {
                    let over = frame.step(direction, from);
                    let to = frame.step(direction, over);
                    next = next.cleared(from | over).with(player, to);
                    out.to(next);
                    from = to;
                }
            }
        }
        Ok(())
    }

    /// Regions by an upper bound of the contents of each cell, as if every jump left all as it was. Cells that no jump
    /// of that kind joins never meet.
    fn parts(&self, grid: &Grid<C>, found: &mut dyn FnMut(Grid<C>)) {
        let frame = grid.frame;
        let (mut left, mut right) = (grid.stones(Player::Left), grid.stones(Player::Right));
        let mut empty = grid.empty();
        let mut starts = [C::NONE; 4];
        loop {
            let before = (left, right, empty);
            for (direction, starts) in DIRECTIONS.into_iter().zip(&mut starts) {
                let step = |cells| frame.step(direction, cells);
                let (by_left, by_right) =
                    (jumps(frame, direction, left, right, empty), jumps(frame, direction, right, left, empty));
                *starts = by_left | by_right;
                left = left | step(step(by_left));
                right = right | step(step(by_right));
                empty = empty | *starts | step(*starts);
            }
            if before == (left, right, empty) {
                break;
            }
        }
        let joined = |part: C| {
            DIRECTIONS.into_iter().zip(starts).fold(part, |part, (direction, starts)| {
                let back = |cells| frame.step(direction.back(), cells);
                let first = starts & (part | back(part) | back(back(part)));
                part | touched(frame, direction, first)
            })
        };
        let all = DIRECTIONS.into_iter().zip(starts).map(|(direction, starts)| touched(frame, direction, starts));
        let live = all.fold(C::NONE, |all, cells| all | cells);
        for part in live.regions(joined) {
            found(grid.only(part));
        }
    }

    fn normal_form(&self, grid: Grid<C>) -> (Grid<C>, bool) {
        grid.normal_form()
    }

    fn is_own_negative(&self, grid: &Grid<C>) -> bool {
        grid.is_own_negative()
    }

    fn term(&self, grid: &Grid<C>) -> Term {
        grid.board().term("konane")
    }

    fn view(&self, grid: &Grid<C>) -> Option<View> {
        Some(View::Board(grid.sketch()))
    }
}
