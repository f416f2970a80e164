//! Moore's Nim: a move takes any numbers from at least one and at most k heaps (Moore 1910; Winning Ways, ch. 15).

use super::several::{call, number, reductions, sorted};
use crate::games::{Fault, Player};
use crate::positions::{Convention, Known, Moves, Ruleset, Term, Theorem};

static DIGITS: Theorem = Theorem {
    says: "by the binary digits of the heaps: lost if each stands in a multiple of k + 1 heaps",
    source: "Moore 1910",
};
static ONES: Theorem =
    Theorem { says: "by the number of heaps modulo k + 1, for none is above 1: lost if it is 1", source: "Moore 1910" };

/// The game in which at most k heaps are changed.
pub struct Moore {
    most: u64,
}

impl Moore {
    /// The game of this k, at least 1.
    pub fn new(most: u64) -> Moore {
        Moore { most: most.max(1) }
    }

    /// So many heaps modulo k + 1.
    fn rest(&self, heaps: usize) -> u64 {
        self.most.checked_add(1).map_or(heaps as u64, |modulus| heaps as u64 % modulus)
    }
}

impl Ruleset for Moore {
    type State = Vec<u64>;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, heaps: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        reductions(heaps, u128::MAX, 1..=self.most, out)
    }

    fn normal_form(&self, heaps: Vec<u64>) -> (Vec<u64>, bool) {
        (sorted(heaps), false)
    }

    /// If all heaps can be changed at once, every smaller sum can be reached and no equal one. With k = 1 it is Nim. Heaps
    /// of 1 are counters of which 1 to k are taken.
    fn closed_form(&self, heaps: &Vec<u64>) -> Option<Known> {
        let live = heaps.iter().filter(|heap| **heap > 0).count();
        if live as u64 <= self.most {
            return heaps.iter().try_fold(0u64, |sum, heap| sum.checked_add(*heap)).map(Known::Nim);
        }
        if self.most == 1 {
            return Some(Known::Nim(heaps.iter().fold(0, |sum, heap| sum ^ heap)));
        }
        heaps.iter().all(|&heap| heap < 2).then(|| Known::Nim(self.rest(live)))
    }

    fn wins(&self, heaps: &Vec<u64>, convention: Convention) -> Option<(bool, &'static Theorem)> {
        if convention == Convention::Misere && heaps.iter().all(|&heap| heap < 2) {
            let ones = heaps.iter().filter(|heap| **heap > 0).count();
            return Some((self.rest(ones) != 1, &ONES));
        }
        let digit = |bit: u32| heaps.iter().filter(|&heap| heap >> bit & 1 == 1).count();
        Some(((0..64).any(|bit| self.rest(digit(bit)) != 0), &DIGITS))
    }

    fn term(&self, heaps: &Vec<u64>) -> Term {
        call("moore", vec![number(self.most)], heaps)
    }
}
