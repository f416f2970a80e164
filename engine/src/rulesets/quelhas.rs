//! Quelhas: Left fills two or more free cells of a column that lie one after another, Right of a row (J. P. Neto). Those who
//! play it play it for the last move to lose. With two cells a time it is [`domineering`](crate::rulesets::domineering).
//!
//! State: the free cells.

use std::marker::PhantomData;

use crate::games::{Fault, Player};
use crate::positions::{Context, Moves, PositionId, Ruleset, Term, View};
use crate::rulesets::board::Board;
use crate::rulesets::grid::{Direction, Square, least_turned, on_cells_of, placed};
use crate::rulesets::ground::{Free, Ground};

const NAME: &str = "quelhas";

/// The game of Quelhas.
#[derive(PartialEq, Eq, Hash)]
pub struct Quelhas<C>(PhantomData<C>);

/// Returns the position of a board.
pub fn position(cx: &mut dyn Context, board: &Board) -> PositionId {
    on_cells_of!(board, Set => {
        placed(cx, NAME, Quelhas::<Set>(PhantomData), &Free::of(board, &Ground::Board))
    })
}

impl<C: Square> Ruleset for Quelhas<C> {
    type State = Free<C>;

    fn moves(&self, free: &Free<C>, player: Player, out: &mut Moves<Free<C>>) -> Result<(), Fault> {
        let onward = if player == Player::Left { Direction::Down } else { Direction::Right };
        for cell in free.cells.each() {
            let (mut run, mut end) = (cell, cell);
            loop {
                end = free.frame.step(onward, end) & free.cells;
                if end.is_empty() {
                    break;
                }
                run = run | end;
                out.to(free.without(run));
            }
        }
        Ok(())
    }

    fn parts(&self, free: &Free<C>, found: &mut dyn FnMut(Free<C>)) {
        free.regions(&Ground::Board, &mut |part| {
            if part.cells.count() > 1 {
                found(part);
            }
        });
    }

    /// Returns the least image. Mirror images have the same play; exchanging rows and columns exchanges the players.
    fn normal_form(&self, free: Free<C>) -> (Free<C>, bool) {
        let (frame, [cells], negated) = least_turned(free.frame, [free.cells]);
        (Free { frame, cells }, negated)
    }

    fn term(&self, free: &Free<C>) -> Term {
        free.term(NAME, &Ground::Board)
    }

    fn view(&self, free: &Free<C>) -> Option<View> {
        Some(free.view(&Ground::Board))
    }
}
