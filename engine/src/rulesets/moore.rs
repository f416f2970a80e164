//! Moore's Nim: a move takes any numbers from at least one and at most k heaps (Moore 1910; Winning Ways, ch. 15).

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::several::{call, counters, nim_sum, number, reductions, sizes, sorted};
use crate::games::{Fault, Player};
use crate::positions::{Claim, Convention, HeapTheory, Moves, Ruleset, Term, Theorem, TheoryMoves, too_many};

static DIGITS: Theorem = Theorem {
    says: Claim::Because("by the binary digits of the heaps: lost if each stands in a multiple of k + 1 heaps"),
    source: "Moore 1910",
};
static ONES: Theorem = Theorem {
    says: Claim::Because("by the number of heaps modulo k + 1, for none is above 1: lost if it is 1"),
    source: "Moore 1910",
};

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

    fn theory(&self) -> Option<&dyn HeapTheory> {
        Some(self)
    }

    fn term(&self, heaps: &Vec<u64>) -> Term {
        HeapTheory::term(self, &sizes(heaps))
    }
}

impl HeapTheory for Moore {
    /// If all heaps can be changed at once, every smaller sum can be reached and no equal one. With k = 1 it is Nim. Heaps
    /// of 1 are counters of which 1 to k are taken.
    fn nim_value(&self, heaps: &[UBig]) -> Option<UBig> {
        let live = heaps.iter().filter(|heap| !heap.is_zero()).count();
        if live as u64 <= self.most {
            return Some(counters(heaps));
        }
        if self.most == 1 {
            return Some(nim_sum(heaps));
        }
        heaps.iter().all(|heap| *heap <= UBig::ONE).then(|| self.rest(live).into())
    }

    /// Some heaps lose some of their counters: the products of the heaps, for every choice of at most k of them.
    fn moves(&self, heaps: &[UBig], _: Player) -> Result<TheoryMoves<'_>, Fault> {
        const MOST: u64 = 64;
        let changed = self.most.min(heaps.len() as u64);
        if changed > MOST {
            return Err(too_many("more than 10^18"));
        }
        let mut choices = vec![UBig::ZERO; changed as usize + 1];
        choices[0] = UBig::ONE;
        for heap in heaps {
            for i in (1..choices.len()).rev() {
                let more = &choices[i - 1] * heap;
                choices[i] += more;
            }
        }
        Err(too_many(counters(&choices) - 1u8))
    }

    fn wins(&self, heaps: &[UBig], convention: Convention) -> Option<(bool, &'static Theorem)> {
        if convention == Convention::Misere && heaps.iter().all(|heap| *heap <= UBig::ONE) {
            let ones = heaps.iter().filter(|heap| !heap.is_zero()).count();
            return Some((self.rest(ones) != 1, &ONES));
        }
        let digits = heaps.iter().map(BitTest::bit_len).max().unwrap_or(0);
        let digit = |place: usize| heaps.iter().filter(|heap| heap.bit(place)).count();
        Some(((0..digits).any(|place| self.rest(digit(place)) != 0), &DIGITS))
    }

    fn term(&self, heaps: &[UBig]) -> Term {
        call("moore", vec![number(self.most)], heaps)
    }
}
