//! Periods with saltus of games in which any number may be taken and heaps may be split, such as Lasker's Nim.
//!
//! Let any number be a move. Let n0 >= 1 and, for n = n0 + pi + r with 0 <= r < p, let f(n) = si + c(r), where s is a
//! power of two, and let g(n) = f(n) be known for n0 <= n < N. Write a number as sh + l with l < s: h is its high part,
//! l its low part. Then g = f from n0 on, if
//!
//! 1. all c(r) have different low parts, no heap below n0 is worth a value of f, and those are worth less than s;
//! 2. no way to split n >= N into heaps, valued by f, has the value f(n);
//! 3. every value below f(n) is the value of an option.
//!
//! By (1) and (2) no option of n has the value f(n), by (3) it is the least number of this kind. The functions below
//! check (2) and (3).

use super::packed::Width;
use super::period::{Period, observe};
use super::rule::{Rule, Splits};
use crate::games::{Budget, Fault};

/// States of the sum of some heaps beyond which no proof is tried.
const MOST_STATES: usize = 1 << 14;
/// The farthest beginning of the period.
const MAX_PREPERIOD: usize = 128;
/// The number of heap counts that are distinguished; of larger ones only the parity matters.
const COUNTS: usize = 10;

/// A kind of heap: those n0 + pi + r for all i, or one smaller heap.
struct HeapKind {
    /// The least of them.
    least: usize,
    high: i64,
    low: usize,
    is_small: bool,
}

/// Returns a period with saltus that follows from these first values.
pub(super) fn prove<T: Width>(rule: &Rule, values: &[T], budget: &mut Budget) -> Result<Option<Period>, Fault> {
    let code = rule.code();
    let all_taken = code.repeats().is_some_and(|(digits, q)| (1..=digits + q).all(|k| code.digit(k) == 3));
    if rule.is_unequal() || !all_taken {
        return Ok(None);
    }
    let Some(mut period) = observe(values.len(), |at| i64::from(values[at].get()), budget)? else { return Ok(None) };
    let (n0, p, s) = (period.preperiod.max(1) as usize, period.period as usize, period.saltus as usize);
    if !s.is_power_of_two() || p * s * COUNTS * 2 > MOST_STATES || n0 > MAX_PREPERIOD || values.len() < 2 * (n0 + 2 * p)
    {
        return Ok(None);
    }
    let kind = |least: usize| {
        let value = values[least].get() as usize;
        HeapKind { least, high: (value / s) as i64, low: value % s, is_small: least < n0 }
    };
    let kinds: Vec<HeapKind> = (1..n0 + p).map(kind).collect();
    let proved = are_distinct(&kinds)
        && no_split_reaches(rule, &kinds, p, s, budget)?
        && all_below_are_met(rule, values, (n0, p, s), budget)?;
    period.proved = true;
    Ok(proved.then_some(period))
}

/// Checks condition 1.
fn are_distinct(kinds: &[HeapKind]) -> bool {
    let collides = |a: &HeapKind, b: &HeapKind| a.low == b.low && (!a.is_small || a.high >= b.high);
    kinds.iter().enumerate().all(|(i, a)| {
        let is_low = !a.is_small || a.high == 0;
        is_low && kinds.iter().enumerate().all(|(j, b)| i == j || b.is_small || !collides(a, b))
    })
}

/// Checks condition 2. Let heaps of kinds k with indices i add up to n, of kind u and index j: then j is the sum of the
/// i plus (sum of the least heaps of the kinds - least(u)) / p. The high part of their value is at most the sum of the
/// i + high(k), as no sum without carries is more than the sum with them. So if their value is f(n), the sum of the
/// weights p high(k) - least(k) is at least the weight of u, and the low parts agree. A walk through all combinations
/// of low parts, remainders modulo p and numbers of heaps finds the largest sum of weights. If only heaps below n0 are
/// left, their value is below s, and f(n) is not, as n >= n0 + p.
fn no_split_reaches(rule: &Rule, kinds: &[HeapKind], p: usize, s: usize, budget: &mut Budget) -> Result<bool, Fault> {
    let weight = |kind: &HeapKind| p as i64 * kind.high - kind.least as i64;
    // If some weight is not negative, sums have no bound, and only low parts can rule a value out.
    let is_bounded = kinds.iter().all(|kind| weight(kind) < 0);
    let mut best: Vec<Option<i64>> = vec![None; p * s * COUNTS * 2];
    let place = |rest: usize, low: usize, count: usize, large: bool| {
        ((rest * s + low) * COUNTS + count) * 2 + usize::from(large)
    };
    let mut open = vec![(0, 0, 0, false)];
    best[place(0, 0, 0, false)] = Some(0);
    while let Some((rest, low, count, large)) = open.pop() {
        let here = best[place(rest, low, count, large)];
        for kind in kinds {
            budget.tick()?;
            let next_count = if count + 1 < COUNTS { count + 1 } else { COUNTS - 2 };
            let next = ((rest + kind.least) % p, low ^ kind.low, next_count, large || !kind.is_small);
            let sum = if is_bounded { here.map(|sum| sum + weight(kind)) } else { Some(0) };
            let place = place(next.0, next.1, next.2, next.3);
            if best[place] < sum {
                best[place] = sum;
                open.push(next);
            }
        }
    }
    let first = rule.code().digit(0);
    for kind in kinds.iter().filter(|kind| !kind.is_small) {
        for count in (2..COUNTS).filter(|&count| rule.splits().allow(first, count as u32)) {
            budget.tick()?;
            let sum = best[place(kind.least % p, kind.low, count, true)];
            if sum.is_some_and(|sum| !is_bounded || sum >= weight(kind)) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Checks condition 3, for n >= M = N - p. A value is *always reached* if it is the value of a heap below M that can be
/// left by taking, or, if a heap may be split into many, of some heaps beside two equal ones, which grow with n by one
/// each. It *grows* if it is the value of a heap from n0 on, beside heaps worth together less than s and perhaps two
/// equal ones: with p counters more in this heap it is larger by s, as a sum with a number below s, a power of two,
/// leaves the digits above alone.
///
/// Let b be a multiple of s above all c(r). Suppose that for every n >= M the values below b are always reached, those
/// from b to b + s - 1 are reached by moves that do both, and for one period of n from M those from b to f(n) - 1 by
/// moves that grow. Then the same is true for all n: the values from b + s on of n + p are those from b on of n, grown.
fn all_below_are_met<T: Width>(
    rule: &Rule,
    values: &[T],
    (n0, p, s): (usize, usize, usize),
    budget: &mut Budget,
) -> Result<bool, Fault> {
    let from = values.len() - p;
    let value = |heap: usize| values[heap].get() as usize;
    let bound = ((0..n0 + p).map(value).max().unwrap_or(0) / s + 1) * s;
    let with_pair = rule.splits() != Splits::Coded;
    // Beside one heap; beside one heap and two equal ones; beside two equal ones.
    let [one, three, two] = [1, 3, 2].map(|others| beside(rule, &values[..n0 + p], s, others, budget));
    let (one, three, two) = (one?, three?, two?);
    let is_pair = |left: usize| with_pair && left >= 2 && left.is_multiple_of(2);
    for n in from..from + p.max(2) {
        let (mut lasting, mut both, mut growing) =
            (ReachedValues::default(), ReachedValues::default(), ReachedValues::default());
        (0..from).for_each(|heap| lasting.meet(value(heap)));
        (n0..from).for_each(|heap| both.meet(value(heap)));
        (n0..n.min(values.len())).for_each(|heap| growing.meet(value(heap)));
        for counters in 0..(n0 + p).min(n) {
            let left = n - counters;
            for low in (0..s).filter(|&low| is_pair(left) && two[counters][low]) {
                lasting.meet(low);
            }
            for heap in n0..=left.min(values.len() - 1) {
                budget.tick()?;
                for low in (0..s).filter(|&low| is_pair(left - heap) && three[counters][low]) {
                    both.meet(value(heap) ^ low);
                }
            }
            if counters > 0 && left < values.len() {
                (0..s).filter(|&low| one[counters][low]).for_each(|low| growing.meet(value(left) ^ low));
            }
        }
        let is_within = |met: &ReachedValues, others: &[&ReachedValues], range: std::ops::Range<usize>| {
            range.into_iter().all(|value| met.has(value) || others.iter().any(|met| met.has(value)))
        };
        if !is_within(&lasting, &[&both], 0..bound) || !is_within(&both, &[], bound..bound + s) {
            return Ok(false);
        }
        if n < from + p && !is_within(&growing, &[&both], bound..value(n)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A set of values of options.
#[derive(Default)]
struct ReachedValues(Vec<bool>);

impl ReachedValues {
    fn meet(&mut self, value: usize) {
        if self.0.len() <= value {
            self.0.resize(value + 1, false);
        }
        self.0[value] = true;
    }

    fn has(&self, value: usize) -> bool {
        self.0.get(value) == Some(&true)
    }
}

/// Returns, by number of counters, the values below s of heaps, each worth less than s, that a split may leave beside
/// `others` other heaps.
fn beside<T: Width>(
    rule: &Rule,
    values: &[T],
    s: usize,
    others: u32,
    budget: &mut Budget,
) -> Result<Vec<Vec<bool>>, Fault> {
    let most = values.len();
    let mut found = vec![vec![false; s]; most];
    let mut sums = found.clone();
    sums[0][0] = true;
    for count in 0..COUNTS as u32 {
        if rule.splits().allow(rule.code().digit(0), count + others) {
            for (found, sums) in found.iter_mut().zip(&sums) {
                found.iter_mut().zip(sums).for_each(|(found, can)| *found |= can);
            }
        }
        let mut more = vec![vec![false; s]; most];
        for heap in (1..most).filter(|&heap| (values[heap].get() as usize) < s) {
            for counters in heap..most {
                for low in (0..s).filter(|&low| sums[counters - heap][low]) {
                    budget.tick()?;
                    more[counters][low ^ values[heap].get() as usize] = true;
                }
            }
        }
        sums = more;
    }
    Ok(found)
}
