//! Treblecross: both players write crosses into a row of squares; who completes three in a row wins (Winning Ways, ch. 4).
//!
//! A cross beside or next but one to another one loses at once, so a cross takes its square and two on either side away,
//! and who cannot write another one so has lost. A row of n squares is a heap of n + 2 in the game 0.007.

use crate::games::{Fault, Player};
use crate::positions::{Moves, Ruleset, Term};

/// Treblecross, without the moves that lose at once.
#[derive(Default)]
pub struct Treblecross;

impl Ruleset for Treblecross {
    type State = u64;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, &squares: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        out.expect(squares.div_ceil(2))?;
        for left in 0..squares.div_ceil(2) {
            let sides = [left.saturating_sub(2), (squares - 1 - left).saturating_sub(2)];
            match sides {
                [0, right] => out.to(right),
                sides => out.to_sum(sides),
            }
        }
        Ok(())
    }

    fn term(&self, squares: &u64) -> Term {
        Term::Call("treblecross".into(), vec![Term::Number(Box::new((*squares).into()))])
    }
}
