//! Grundy's game: a move splits a heap into two that are not equal (Grundy 1939; Winning Ways, ch. 4).

use crate::games::{Fault, Player};
use crate::positions::{Moves, Ruleset, Term};

/// Grundy's game.
#[derive(Default)]
pub struct GrundyGame;

impl Ruleset for GrundyGame {
    type State = u64;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, &heap: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        let smaller = heap.saturating_sub(1) / 2;
        out.expect(smaller)?;
        for small in 1..=smaller {
            out.to_sum([small, heap - small]);
        }
        Ok(())
    }

    fn term(&self, heap: &u64) -> Term {
        Term::Call("grundy_game".into(), vec![Term::Number(Box::new((*heap).into()))])
    }
}
