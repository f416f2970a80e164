//! Subtraction games: a move takes from the heap one of the numbers of a set.

use crate::games::{Fault, Player};
use crate::positions::{Moves, Ruleset, Term};

/// The game that subtracts numbers of this set.
pub struct Subtraction {
    set: Vec<u64>,
}

impl Subtraction {
    /// The game of a set of positive numbers.
    pub fn new(mut set: Vec<u64>) -> Subtraction {
        set.sort_unstable();
        set.dedup();
        Subtraction { set }
    }
}

impl Ruleset for Subtraction {
    type State = u64;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, heap: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        for taken in self.set.iter().take_while(|&taken| taken <= heap) {
            out.to(heap - taken);
        }
        Ok(())
    }

    fn term(&self, heap: &u64) -> Term {
        let number = |n: u64| Term::Number(Box::new(n.into()));
        let set = Term::Set(self.set.iter().map(|&s| number(s)).collect());
        Term::Call("subtraction".into(), vec![set, number(*heap)])
    }
}
