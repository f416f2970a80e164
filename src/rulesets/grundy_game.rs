//! Grundy's game: a move splits a heap into two that are not equal (Grundy 1939; Winning Ways, ch. 4).

use std::cell::RefCell;

use crate::games::{Fault, Player};
use crate::heaps::{Rule, Sequence};
use crate::positions::{Moves, Ruleset, Term};

/// Grundy's game.
pub struct GrundyGame {
    values: RefCell<Sequence>,
}

impl Default for GrundyGame {
    fn default() -> Self {
        GrundyGame { values: RefCell::new(Sequence::new(Rule::grundy_game())) }
    }
}

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

    fn sequence(&self, heap: &u64) -> Option<(&RefCell<Sequence>, u64)> {
        Some((&self.values, *heap))
    }

    fn give_back(&self) {
        self.values.swap(&GrundyGame::default().values);
    }

    fn term(&self, heap: &u64) -> Term {
        Term::Call("grundy_game".into(), vec![Term::Number(Box::new((*heap).into()))])
    }
}
