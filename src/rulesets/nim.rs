//! Nim: heaps of counters; a move takes any number from one heap (Bouton 1901).

use crate::games::{Fault, Player};
use crate::positions::{Known, Moves, Ruleset, Term};

/// Heaps of Nim played as one position.
pub struct Nim;

impl Ruleset for Nim {
    type State = Vec<u64>;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, heaps: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        out.expect(heaps.iter().fold(0u64, |sum, h| sum.saturating_add(*h)))?;
        for (i, &heap) in heaps.iter().enumerate() {
            for left in 0..heap {
                let mut next = heaps.clone();
                next[i] = left;
                out.to(next);
            }
        }
        Ok(())
    }

    /// Bouton: the nim-value is the sum without carrying.
    fn closed_form(&self, heaps: &Vec<u64>) -> Option<Known> {
        Some(Known::Nim(heaps.iter().fold(0, |sum, h| sum ^ h)))
    }

    fn term(&self, heaps: &Vec<u64>) -> Term {
        Term::Call("nim".into(), heaps.iter().map(|&h| Term::Number(Box::new(h.into()))).collect())
    }
}
