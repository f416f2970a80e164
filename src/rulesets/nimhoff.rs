//! Nim with more moves, from several heaps at once (Fraenkel and Lorberbom 1991; Fraenkel, Scenic trails, section 6).

use super::several::{call, number, one_heap, reductions};
use crate::games::{Fault, Player};
use crate::positions::{Known, Moves, Ruleset, Term, Theorem};

static ODD: Theorem = Theorem {
    says: "by the nim-sum, for every vector is odd: it never keeps the nim-sum",
    source: "Blass and Fraenkel; Scenic trails, section 6",
};
static CYCLIC: Theorem = Theorem {
    says: "by h times the nim-sum of the quotients by h, plus the sum of the heaps modulo h",
    source: "Fraenkel and Lorberbom 1991",
};
static POWER: Theorem = Theorem {
    says: "by the nim-sum, its last digit changed for every two heaps with binary digit k",
    source: "Fraenkel and Lorberbom 1991",
};

fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// Nim where besides one of these vectors may be taken, each number from its own heap.
pub struct Take {
    vectors: Vec<Vec<u64>>,
    /// All vectors are odd, so the game is Nim in disguise.
    odd: bool,
}

impl Take {
    /// The game of these vectors.
    pub fn new(vectors: Vec<Vec<u64>>) -> Take {
        let odd = vectors.iter().all(|vector| is_odd(vector));
        Take { vectors, odd }
    }
}

/// Whether the numbers, divided by the largest power of 2 that divides them all, have an odd sum. The binary digit at
/// that power then changes in an odd number of heaps, and with it the nim-sum.
fn is_odd(vector: &[u64]) -> bool {
    let least = vector.iter().map(|n| n.trailing_zeros()).min().unwrap_or(64);
    vector.iter().filter(|n| n.trailing_zeros() == least).count() % 2 == 1
}

/// The heaps less the vector, if there is so much in them.
fn less(heaps: &[u64], vector: &[u64]) -> Option<Vec<u64>> {
    (heaps.len() == vector.len()).then_some(())?;
    heaps.iter().zip(vector).map(|(heap, taken)| heap.checked_sub(*taken)).collect()
}

impl Ruleset for Take {
    type State = Vec<u64>;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, heaps: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        one_heap(heaps, out)?;
        let several = self.vectors.iter().filter(|vector| vector.iter().filter(|n| **n > 0).count() > 1);
        several.filter_map(|vector| less(heaps, vector)).for_each(|next| out.to(next));
        Ok(())
    }

    fn closed_form(&self, heaps: &Vec<u64>) -> Option<Known> {
        self.odd.then(|| Known::Nim(nim_sum(heaps)))
    }

    fn theorem(&self) -> Option<&'static Theorem> {
        self.odd.then_some(&ODD)
    }

    fn moves_to(&self, heaps: &Vec<u64>, nim_value: u64) -> Option<Vec<Vec<u64>>> {
        self.odd.then_some(())?;
        let change = nim_sum(heaps) ^ nim_value;
        let smaller = heaps.iter().enumerate().filter(|(_, heap)| **heap ^ change < **heap);
        let single = smaller.map(|(i, heap)| {
            let mut next = heaps.clone();
            next[i] = heap ^ change;
            next
        });
        let by_vector = self.vectors.iter().filter_map(|vector| less(heaps, vector));
        let mut all: Vec<Vec<u64>> = single.chain(by_vector.filter(|next| nim_sum(next) == nim_value)).collect();
        all.sort_unstable();
        all.dedup();
        Some(all)
    }

    fn term(&self, heaps: &Vec<u64>) -> Term {
        let vector = |vector: &Vec<u64>| Term::List(vector.iter().map(|&n| number(n)).collect());
        call("take", vec![Term::Set(self.vectors.iter().map(vector).collect())], heaps)
    }
}

/// Nim where besides fewer than h counters may be taken from any heaps.
pub struct CyclicNimhoff {
    h: u64,
}

impl CyclicNimhoff {
    /// The game of this h, at least 1.
    pub fn new(h: u64) -> CyclicNimhoff {
        CyclicNimhoff { h: h.max(1) }
    }
}

impl Ruleset for CyclicNimhoff {
    type State = Vec<u64>;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, heaps: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        one_heap(heaps, out)?;
        reductions(heaps, u128::from(self.h - 1), 2..=u64::MAX, out)
    }

    fn closed_form(&self, heaps: &Vec<u64>) -> Option<Known> {
        let quotients: Vec<u64> = heaps.iter().map(|heap| heap / self.h).collect();
        let rest = heaps.iter().fold(0, |sum, heap| (sum + u128::from(*heap)) % u128::from(self.h));
        let value = u128::from(self.h) * u128::from(nim_sum(&quotients)) + rest;
        u64::try_from(value).ok().map(Known::Nim)
    }

    fn theorem(&self) -> Option<&'static Theorem> {
        Some(&CYCLIC)
    }

    fn term(&self, heaps: &Vec<u64>) -> Term {
        call("cyclic_nimhoff", vec![number(self.h)], heaps)
    }
}

/// Nim where besides 2^k counters may be taken from each of two heaps.
pub struct PowerNimhoff {
    k: u64,
}

impl PowerNimhoff {
    /// The game of this k.
    pub fn new(k: u64) -> PowerNimhoff {
        PowerNimhoff { k }
    }
}

impl Ruleset for PowerNimhoff {
    type State = Vec<u64>;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, heaps: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        one_heap(heaps, out)?;
        let Some(power) = u32::try_from(self.k).ok().and_then(|k| 1u64.checked_shl(k)) else { return Ok(()) };
        let large: Vec<usize> = (0..heaps.len()).filter(|&i| heaps[i] >= power).collect();
        let pairs = large.len() as u64 * (large.len() as u64).saturating_sub(1) / 2;
        out.expect(pairs.saturating_mul(1 + heaps.len() as u64 / 4))?;
        for (n, &j) in large.iter().enumerate() {
            for &i in &large[..n] {
                let mut next = heaps.clone();
                next[i] -= power;
                next[j] -= power;
                out.to(next);
            }
        }
        Ok(())
    }

    fn normal_form(&self, heaps: Vec<u64>) -> (Vec<u64>, bool) {
        (super::several::sorted(heaps), false)
    }

    /// For k = 0 the formula is wrong, though the paper has "any".
    fn closed_form(&self, heaps: &Vec<u64>) -> Option<Known> {
        let bit = |n: u64| if self.k < 64 { n >> self.k & 1 } else { 0 };
        (self.k > 0).then(|| Known::Nim(heaps.iter().fold(0, |sum, &heap| sum ^ heap ^ (bit(sum) & bit(heap)))))
    }

    fn theorem(&self) -> Option<&'static Theorem> {
        Some(&POWER)
    }

    fn term(&self, heaps: &Vec<u64>) -> Term {
        call("power_nimhoff", vec![number(self.k)], heaps)
    }
}
