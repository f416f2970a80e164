//! Grundy's game: a move splits a heap into two that are not equal (Grundy 1939; Winning Ways, ch. 4).

use crate::games::Cache;

use dashu_int::UBig;

use super::several::call;
use crate::games::{Fault, Player};
use crate::heaps::{Rule, Sequence};
use crate::positions::{Facts, HeapTheory, Moves, Ruleset, Term, Theorems, TheoryMoves, too_many};

/// Grundy's game.
#[derive(PartialEq, Eq, Hash)]
pub struct GrundyGame {
    values: Cache<Sequence>,
}

impl Default for GrundyGame {
    fn default() -> Self {
        GrundyGame { values: Cache::new(Sequence::new(Rule::grundy_game())) }
    }
}

impl Ruleset for GrundyGame {
    type State = u64;

    fn facts(&self) -> Facts<'_, u64> {
        Facts { impartial: true, heaps: Some(self), sequence: Some((&self.values, 0)), ..Facts::default() }
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
        HeapTheory::term(self, &[(*heap).into()])
    }
}

impl Theorems<[UBig]> for GrundyGame {}

impl HeapTheory for GrundyGame {
    fn rule(&self) -> Option<Rule> {
        Some(Rule::grundy_game())
    }

    fn moves(&self, heaps: &[UBig], _: Player) -> Result<TheoryMoves<'_>, Fault> {
        Err(too_many((&heaps[0] - 1u8) / 2u8))
    }

    fn term(&self, heaps: &[UBig]) -> Term {
        call("grundy_game", Vec::new(), heaps)
    }
}
