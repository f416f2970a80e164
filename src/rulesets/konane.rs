//! Konane: a stone jumps over a stone of the other colour beside it to the empty cell behind, and on in the same line;
//! the stones jumped over vanish (Ernst, Playing Konane mathematically, 1995). Left has the stones `x`, Right `o`.
//!
//! State: the board. The two stones that open a game on a full board are taken away before the text is written.

use crate::games::{Fault, Player};
use crate::positions::{Moves, Ruleset, Sketch, Term};
use crate::rulesets::grid::{DIRECTIONS, Direction, Frame, Grid, each, region};

/// The game of Konane.
pub struct Konane;

/// Where a jump of `movers` over `others` into `empty` starts.
fn jumps(frame: Frame, direction: Direction, movers: u64, others: u64, empty: u64) -> u64 {
    let back = |cells| frame.step(direction.back(), cells);
    movers & back(others & back(empty))
}

/// The cells from which, over which and to which these jumps go.
fn touched(frame: Frame, direction: Direction, starts: u64) -> u64 {
    let over = frame.step(direction, starts);
    starts | over | frame.step(direction, over)
}

impl Ruleset for Konane {
    type State = Grid;

    fn moves(&self, grid: &Grid, player: Player, out: &mut Moves<Grid>) -> Result<(), Fault> {
        let frame = grid.frame;
        let (mine, others, empty) = (grid.stones(player), grid.stones(player.other()), grid.empty());
        for stone in each(mine) {
            for direction in DIRECTIONS {
                let (mut from, mut next) = (stone, *grid);
                while jumps(frame, direction, from, others, empty) != 0 {
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

    /// What may ever be on a cell is bounded from above, as if every jump left all as it was; cells that no such jump
    /// joins never meet.
    fn parts(&self, grid: &Grid, found: &mut impl FnMut(Grid)) {
        let frame = grid.frame;
        let (mut left, mut right) = (grid.stones(Player::Left), grid.stones(Player::Right));
        let mut empty = grid.empty();
        let mut starts = [0u64; 4];
        loop {
            let before = (left, right, empty);
            for (direction, starts) in DIRECTIONS.into_iter().zip(&mut starts) {
                let step = |cells| frame.step(direction, cells);
                let (by_left, by_right) =
                    (jumps(frame, direction, left, right, empty), jumps(frame, direction, right, left, empty));
                *starts = by_left | by_right;
                left |= step(step(by_left));
                right |= step(step(by_right));
                empty |= *starts | step(*starts);
            }
            if before == (left, right, empty) {
                break;
            }
        }
        let joined = |part: u64| {
            DIRECTIONS.into_iter().zip(starts).fold(part, |part, (direction, starts)| {
                let back = |cells| frame.step(direction.back(), cells);
                let first = starts & (part | back(part) | back(back(part)));
                part | touched(frame, direction, first)
            })
        };
        let all = DIRECTIONS.into_iter().zip(starts).map(|(direction, starts)| touched(frame, direction, starts));
        let mut rest = all.fold(0, |all, cells| all | cells);
        while rest != 0 {
            let part = region(rest, joined);
            rest ^= part;
            found(grid.only(part));
        }
    }

    fn normal_form(&self, grid: Grid) -> (Grid, bool) {
        grid.normal_form()
    }

    fn term(&self, grid: &Grid) -> Term {
        grid.board().term("konane")
    }

    fn sketch(&self, grid: &Grid) -> Option<Sketch> {
        Some(grid.sketch())
    }
}
