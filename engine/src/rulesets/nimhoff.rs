//! Nim with more moves, from several heaps at once (Fraenkel and Lorberbom 1991; Fraenkel, Scenic trails, section 6).

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::several::{
    call, counters, each_division, nim_sum, number, one_by_one, one_heap, reductions, sizes, smaller, taken_from_one,
    width, with,
};
use crate::games::{Fault, Player};
use crate::heaps::{ReplyCount, Vectors};
use crate::positions::{Claim, Facts, HeapTheory, Moves, Ruleset, Term, Theorem, Theorems, TheoryMoves, too_many};

static ODD: Theorem = Theorem {
    says: Claim::Because("by the nim-sum, for every vector is odd: it never keeps the nim-sum"),
    source: "Blass and Fraenkel; Scenic trails, section 6",
};
static CYCLIC: Theorem = Theorem {
    says: Claim::Because("by h times the nim-sum of the quotients by h, plus the sum of the heaps modulo h"),
    source: "Fraenkel and Lorberbom 1991",
};
static POWER: Theorem = Theorem {
    says: Claim::Because("by the nim-sum, its last digit changed for every two heaps with binary digit k"),
    source: "Fraenkel and Lorberbom 1991",
};

/// Nim where besides one of these vectors may be taken, each number from its own heap.
#[derive(PartialEq, Eq, Hash)]
pub struct Take {
    vectors: Vec<Vec<u64>>,
    /// All vectors are odd, so the game is Nim in disguise.
    odd: bool,
}

impl Take {
    /// Returns the game of these vectors.
    pub fn new(vectors: Vec<Vec<u64>>) -> Take {
        let odd = vectors.iter().all(|vector| is_odd(vector));
        Take { vectors, odd }
    }

    /// Returns the vectors that change several heaps; the others are moves of Nim.
    fn several(&self) -> impl Iterator<Item = &Vec<u64>> {
        self.vectors.iter().filter(|vector| vector.iter().filter(|n| **n > 0).count() > 1)
    }
}

/// Returns `true` if the numbers, divided by the largest power of 2 that divides them all, have an odd sum. The binary
/// digit at that power then changes in an odd number of heaps, and with it the nim-sum.
fn is_odd(vector: &[u64]) -> bool {
    let least = vector.iter().map(|n| n.trailing_zeros()).min().unwrap_or(64);
    vector.iter().filter(|n| n.trailing_zeros() == least).count() % 2 == 1
}

/// Returns the heaps less the vector, if there is so much in them.
fn less(heaps: &[u64], vector: &[u64]) -> Option<Vec<u64>> {
    (heaps.len() == vector.len()).then_some(())?;
    heaps.iter().zip(vector).map(|(heap, taken)| heap.checked_sub(*taken)).collect()
}

/// Like [`less`], for heaps of any size.
fn less_than(heaps: &[UBig], vector: &[u64]) -> Option<Vec<UBig>> {
    (heaps.len() == vector.len()).then_some(())?;
    let enough = |heap: &UBig, taken: u64| (*heap >= UBig::from(taken)).then(|| heap - taken);
    heaps.iter().zip(vector).map(|(heap, &taken)| enough(heap, taken)).collect()
}

impl Ruleset for Take {
    type State = Vec<u64>;

    fn facts(&self) -> Facts<'_, Vec<u64>> {
        Facts { impartial: true, heaps: Some(self), theorem: self.odd.then_some(&ODD), ..Facts::default() }
    }

    fn moves(&self, heaps: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        one_heap(heaps, out)?;
        self.several().filter_map(|vector| less(heaps, vector)).for_each(|next| out.to(next));
        Ok(())
    }

    fn term(&self, heaps: &Vec<u64>) -> Term {
        HeapTheory::term(self, &sizes(heaps))
    }
}

impl Theorems<[UBig]> for Take {
    fn nim_value(&self, heaps: &[UBig]) -> Option<UBig> {
        self.odd.then(|| nim_sum(heaps))
    }
}

impl HeapTheory for Take {
    fn vectors(&self, heaps: &[u64]) -> Option<Vectors> {
        Some(Vectors { rays: one_by_one(heaps.len()), single: self.vectors.clone() })
    }

    fn moves(&self, heaps: &[UBig], _: Player) -> Result<TheoryMoves<'_>, Fault> {
        let vectors = self.several().filter(|vector| less_than(heaps, vector).is_some());
        Err(too_many(counters(heaps) + vectors.count()))
    }

    fn moves_to<'a>(&'a self, heaps: &'a [UBig], nim_value: &UBig, _: ReplyCount) -> Option<TheoryMoves<'a>> {
        self.odd.then_some(())?;
        let by_vector = self.several().filter_map(|vector| less_than(heaps, vector));
        let mut by_vector: Vec<Vec<UBig>> = by_vector.filter(|next| nim_sum(next) == *nim_value).collect();
        by_vector.sort_unstable();
        by_vector.dedup();
        // Both kinds are in order and together they are put so. No move is of both, for one changes a heap, the other more.
        let (mut one, mut several) = (smaller(heaps, nim_value).peekable(), by_vector.into_iter().peekable());
        Some(TheoryMoves::new(std::iter::from_fn(move || match (one.peek(), several.peek()) {
            (Some(a), Some(b)) if b < a => several.next(),
            (None, _) => several.next(),
            _ => one.next(),
        })))
    }

    fn any_move(&self, heaps: &[UBig]) -> Option<Vec<UBig>> {
        taken_from_one(heaps, |heap| heap / 2u8)
    }

    fn term(&self, heaps: &[UBig]) -> Term {
        let vector = |vector: &Vec<u64>| Term::List(vector.iter().map(|&n| number(n)).collect());
        call("take", vec![Term::Set(self.vectors.iter().map(vector).collect())], heaps)
    }
}

/// Nim where besides fewer than h counters may be taken from any heaps.
#[derive(PartialEq, Eq, Hash)]
pub struct CyclicNimhoff {
    h: u64,
}

impl CyclicNimhoff {
    /// Returns the game of this h, at least 1.
    pub fn new(h: u64) -> CyclicNimhoff {
        CyclicNimhoff { h: h.max(1) }
    }
}

impl Ruleset for CyclicNimhoff {
    type State = Vec<u64>;

    fn facts(&self) -> Facts<'_, Vec<u64>> {
        Facts { impartial: true, heaps: Some(self), theorem: Some(&CYCLIC), ..Facts::default() }
    }

    fn moves(&self, heaps: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        one_heap(heaps, out)?;
        reductions(heaps, u128::from(self.h - 1), 2..=u64::MAX, out)
    }

    fn term(&self, heaps: &Vec<u64>) -> Term {
        HeapTheory::term(self, &sizes(heaps))
    }
}

impl CyclicNimhoff {
    /// Finds the moves in one heap to this nim-value.
    fn in_one_heap(&self, heaps: &[UBig], nim_value: &UBig) -> Vec<Vec<UBig>> {
        let quotients: Vec<UBig> = heaps.iter().map(|heap| heap / self.h).collect();
        let change = nim_sum(&quotients) ^ (nim_value / self.h);
        let mut found = Vec::new();
        for (i, quotient) in quotients.iter().enumerate() {
            let others = (counters(heaps) - &heaps[i]) % self.h;
            let rest = (nim_value % self.h + (self.h - others)) % self.h;
            let left = (quotient ^ &change) * self.h + rest;
            if left < heaps[i] {
                found.push(with(heaps, i, left));
            }
        }
        found
    }

    /// Finds a move in several heaps that takes `taken` counters beyond multiples of h. For a smaller nim-value it exists if no
    /// move in one heap does; those to a larger one may be missed.
    fn move_to(&self, heaps: &[UBig], nim_value: &UBig, taken: u64) -> Option<Vec<UBig>> {
        let mut to_take = UBig::from(taken);
        let mut next = heaps.to_vec();
        for heap in &mut next {
            let taken = UBig::from(&*heap % self.h).min(to_take.clone());
            *heap -= &taken;
            to_take -= taken;
        }
        (to_take.is_zero() && next != heaps && self.nim_value(&next[..]).as_ref() == Some(nim_value)).then_some(next)
    }

    /// Returns the number of counters that a move in several heaps to this nim-value takes.
    fn taken_from_several(&self, heaps: &[UBig], nim_value: &UBig) -> u64 {
        let [sum, wanted] = [counters(heaps) % self.h, nim_value % self.h];
        if sum >= wanted { sum - wanted } else { self.h - (wanted - sum) }
    }
}

impl Theorems<[UBig]> for CyclicNimhoff {
    fn nim_value(&self, heaps: &[UBig]) -> Option<UBig> {
        let quotients: Vec<UBig> = heaps.iter().map(|heap| heap / self.h).collect();
        Some(nim_sum(&quotients) * self.h + counters(heaps) % self.h)
    }
}

impl HeapTheory for CyclicNimhoff {
    /// In one heap the nim-sum of the quotients determines the quotient, and the sum modulo h the rest. From several heaps
    /// fewer than h counters are taken, so that the sum tells how many.
    fn moves_to<'a>(&'a self, heaps: &'a [UBig], nim_value: &UBig, count: ReplyCount) -> Option<TheoryMoves<'a>> {
        let mut found = self.in_one_heap(heaps, nim_value);
        let taken = self.taken_from_several(heaps, nim_value);
        if count == ReplyCount::One
            && let Some(one) = found.last().cloned().or_else(|| self.move_to(heaps, nim_value, taken))
        {
            return Some(vec![one].into());
        }
        each_division(heaps, taken, &mut |taken| {
            let next: Vec<UBig> = heaps.iter().zip(taken).map(|(heap, &taken)| heap - taken).collect();
            if taken.iter().filter(|taken| **taken > 0).count() > 1
                && self.nim_value(&next[..]).as_ref() == Some(nim_value)
            {
                found.push(next);
            }
        })?;
        Some(found.into())
    }

    /// Returns all from one heap, or some from each of several that are fewer than h together.
    fn moves(&self, heaps: &[UBig], _: Player) -> Result<TheoryMoves<'_>, Fault> {
        let single = counters(heaps);
        let live = heaps.iter().filter(|heap| !heap.is_zero()).count();
        Err(if self.h <= 2 || live < 2 { too_many(single) } else { too_many(format!("more than {single}")) })
    }

    fn any_move(&self, heaps: &[UBig]) -> Option<Vec<UBig>> {
        taken_from_one(heaps, |heap| heap / 2u8)
    }

    fn term(&self, heaps: &[UBig]) -> Term {
        call("cyclic_nimhoff", vec![number(self.h)], heaps)
    }
}

/// Nim where besides 2^k counters may be taken from each of two heaps.
#[derive(PartialEq, Eq, Hash)]
pub struct PowerNimhoff {
    k: u64,
}

impl PowerNimhoff {
    /// Returns the game of this k.
    pub fn new(k: u64) -> PowerNimhoff {
        PowerNimhoff { k }
    }
}

impl Ruleset for PowerNimhoff {
    type State = Vec<u64>;

    fn facts(&self) -> Facts<'_, Vec<u64>> {
        Facts { impartial: true, heaps: Some(self), theorem: Some(&POWER), ..Facts::default() }
    }

    fn moves(&self, heaps: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        one_heap(heaps, out)?;
        let Some(power) = u32::try_from(self.k).ok().and_then(|k| 1u64.checked_shl(k)) else { return Ok(()) };
        let large: Vec<usize> = (0..heaps.len()).filter(|&i| heaps[i] >= power).collect();
        let pairs = large.len() * large.len().saturating_sub(1) / 2;
        out.expect_wide((out.len() + pairs) as u64, width(heaps))?;
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

    fn term(&self, heaps: &Vec<u64>) -> Term {
        HeapTheory::term(self, &sizes(heaps))
    }
}

impl Theorems<[UBig]> for PowerNimhoff {
    /// Returns the nim-value. For k = 0 the formula is wrong, though the paper has "any".
    fn nim_value(&self, heaps: &[UBig]) -> Option<UBig> {
        let with_digit = heaps.iter().filter(|heap| usize::try_from(self.k).is_ok_and(|k| heap.bit(k))).count();
        // If heaps with digit k come together, the last digit changes for each two of them, one pair after another.
        let pairs = UBig::from(with_digit as u64 / 2 % 2);
        (self.k > 0).then(|| nim_sum(heaps) ^ pairs)
    }
}

impl HeapTheory for PowerNimhoff {
    /// In one heap two sizes come into question: with digit k in a number of heaps that changes the last digit, or not. From
    /// two heaps a power of 2 is taken.
    fn moves_to<'a>(&'a self, heaps: &'a [UBig], nim_value: &UBig, _: ReplyCount) -> Option<TheoryMoves<'a>> {
        self.nim_value(heaps)?;
        let is_wanted = |next: &Vec<UBig>| self.nim_value(&next[..]).as_ref() == Some(nim_value);
        let mut found = Vec::new();
        for target in [nim_value.clone(), nim_value ^ UBig::ONE] {
            found.extend(smaller(heaps, &target).filter(is_wanted));
        }
        let large: Vec<usize> = match usize::try_from(self.k) {
            Ok(k) => (0..heaps.len()).filter(|&i| heaps[i].bit_len() > k).collect(),
            Err(_) => Vec::new(),
        };
        for (n, &j) in large.iter().enumerate() {
            for &i in &large[..n] {
                let mut next = heaps.to_vec();
                next[i] -= UBig::ONE << self.k as usize;
                next[j] -= UBig::ONE << self.k as usize;
                found.extend(Some(next).filter(is_wanted));
            }
        }
        Some(found.into())
    }

    fn moves(&self, heaps: &[UBig], _: Player) -> Result<TheoryMoves<'_>, Fault> {
        let large = usize::try_from(self.k).map_or(0, |k| heaps.iter().filter(|heap| heap.bit_len() > k).count());
        Err(too_many(counters(heaps) + large * large.saturating_sub(1) / 2))
    }

    fn any_move(&self, heaps: &[UBig]) -> Option<Vec<UBig>> {
        taken_from_one(heaps, |heap| heap / 2u8)
    }

    fn term(&self, heaps: &[UBig]) -> Term {
        call("power_nimhoff", vec![number(self.k)], heaps)
    }
}
