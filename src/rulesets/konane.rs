//! Konane: a stone jumps over a stone of the other colour beside it to the empty cell behind, and on in the same line;
//! the stones jumped over vanish (Ernst, Playing Konane mathematically, 1995). Left has the stones `x`, Right `o`.
//!
//! State: the board. The two stones that open a game on a full board are taken away before the text is written.

use crate::games::{Fault, Player};
use crate::positions::{Moves, Ruleset, Sketch, Term};
use crate::rulesets::grid::{DIRECTIONS, Direction, Grid, each, region};

/// The game of Konane.
pub struct Konane;

/// Where a jump of `movers` over `others` into `empty` starts.
fn jumps(direction: Direction, movers: u64, others: u64, empty: u64) -> u64 {
    let back = direction.back();
    movers & back.step(others & back.step(empty))
}

impl Ruleset for Konane {
    type State = Grid;

    fn moves(&self, grid: &Grid, player: Player, out: &mut Moves<Grid>) -> Result<(), Fault> {
        let (mine, others, empty) = (grid.stones(player), grid.stones(player.other()), grid.empty());
        for stone in each(mine) {
            for direction in DIRECTIONS {
                let (mut from, mut next) = (stone, *grid);
                while jumps(direction, from, others, empty) != 0 {
                    let over = direction.step(from);
                    let to = direction.step(over);
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
    fn parts(&self, grid: &Grid, out: &mut Vec<Grid>) {
        let (mut left, mut right) = (grid.stones(Player::Left), grid.stones(Player::Right));
        let mut empty = grid.empty();
        let mut starts = [0u64; 4];
        loop {
            let before = (left, right, empty);
            for (direction, starts) in DIRECTIONS.into_iter().zip(&mut starts) {
                let step = |cells| direction.step(cells);
                let (by_left, by_right) = (jumps(direction, left, right, empty), jumps(direction, right, left, empty));
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
                let back = direction.back();
                let (once, twice) = (back.step(part), back.step(back.step(part)));
                let first = starts & (part | once | twice);
                let over = direction.step(first);
                part | first | over | direction.step(over)
            })
        };
        let mut rest =
            DIRECTIONS.into_iter().zip(starts).fold(0, |all, (d, s)| all | s | d.step(s) | d.step(d.step(s)));
        while rest != 0 {
            let part = region(rest, joined);
            rest ^= part;
            out.push(grid.only(part));
        }
    }

    fn normal_form(&self, grid: Grid) -> (Grid, bool) {
        grid.normal_form()
    }

    fn term(&self, grid: &Grid) -> Term {
        Term::Call("konane".into(), vec![Term::Text(grid.board().text().into())])
    }

    fn sketch(&self, grid: &Grid) -> Option<Sketch> {
        Some(grid.sketch())
    }
}
