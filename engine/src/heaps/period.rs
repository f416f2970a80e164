//! Periods of sequences of nim-values, proved or seen.

use std::fmt;

use dashu_int::UBig;
use dashu_int::ops::{DivRem, Gcd};

use super::packed::Width;
use super::rule::{Rule, Splits};
use crate::games::{Budget, Fault};

/// g(n + period) = g(n) + saltus for all n from `preperiod` on.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::heaps::{Code, Sequence};
///
/// let mut kayles = Sequence::new("0.77".parse::<Code>()?);
/// let period = kayles.period(1 << 16, &mut Budget::unlimited())?.unwrap();
/// assert_eq!((period.preperiod, period.period, period.proved), (71, 12, true));
/// assert_eq!(period.exceptions[..5], [0, 3, 6, 9, 11]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// One more than the last heap that breaks the rule; 0 if none does.
    pub preperiod: u64,
    /// The least length that repeats.
    pub period: u64,
    /// The amount added from one period to the next; 0 if the sequence is periodic.
    pub saltus: u64,
    /// The first heaps that break the rule continued backwards, at most [`Period::LISTED`].
    pub exceptions: Vec<u64>,
    /// The number of exceptional heaps.
    pub exception_count: u64,
    /// `true` if this is a theorem about all heaps, `false` if it was only observed on some.
    pub proved: bool,
}

impl Period {
    /// The number of exceptions that are listed.
    pub const LISTED: usize = 1000;

    /// Returns a heap among the known ones whose value differs from that of heap n by a known amount, and this amount.
    pub(super) fn like(&self, n: u64) -> (u64, u128) {
        match n.checked_sub(self.preperiod) {
            None => (n, 0),
            Some(m) => (self.preperiod + m % self.period, u128::from(m / self.period) * u128::from(self.saltus)),
        }
    }
}

impl Period {
    /// Like [`like`](Period::like), for a heap of any size from the preperiod on.
    pub(crate) fn like_any(&self, n: &UBig) -> (UBig, UBig) {
        let (rounds, rest) = (n - self.preperiod).div_rem(UBig::from(self.period));
        (rest + self.preperiod, rounds * self.saltus)
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.proved { "proved" } else { "observed" };
        let (preperiod, period, saltus) = (self.preperiod, self.period, self.saltus);
        write!(f, "preperiod {preperiod}, period {period}, saltus {saltus}, {} exceptions, {how}", self.exception_count)
    }
}

/// Returns the least p such that the last `need` values equal those p places before, and how many do.
///
/// Let z be how many of the last values equal those p places before. If z is too small, so it is for all q from p + 1
/// to z: the last z + p values have period p, and if q were right also q, so by the theorem of Fine and Wilf their
/// greatest common divisor; the value before them, q places before one of these, would go on with it.
fn shortest_shift<T: Copy + Eq>(
    values: &[T],
    need: usize,
    budget: &mut Budget,
) -> Result<Option<(usize, usize)>, Fault> {
    const TAIL: usize = 8;
    let n = values.len();
    let need = need.max(TAIL);
    let Some(most) = n.checked_sub(need) else { return Ok(None) };
    let tail: [T; TAIL] = values[n - TAIL..].try_into().expect("as many");
    // Values that play tricks on the search may have their secret until there are more of them.
    let mut patience = 64 * n;
    let mut p = 1;
    while p <= most {
        budget.tick()?;
        if values[n - p - TAIL..n - p] != tail {
            p += 1;
            continue;
        }
        let z = common_end(&values[..n - p], values);
        if z >= need {
            return Ok(Some((p, z)));
        }
        let Some(rest) = patience.checked_sub(z) else { return Ok(None) };
        patience = rest;
        p = p.max(z) + 1;
    }
    Ok(None)
}

/// Returns the length of the longest common suffix of two lists.
fn common_end<T: Copy + Eq>(a: &[T], b: &[T]) -> usize {
    const BLOCK: usize = 1 << 10;
    let len = a.len().min(b.len());
    let (a, b) = (&a[a.len() - len..], &b[b.len() - len..]);
    let blocks = a.rchunks(BLOCK).zip(b.rchunks(BLOCK)).take_while(|(a, b)| a == b).count();
    let same = (blocks * BLOCK).min(len);
    let (a, b) = (&a[..len - same], &b[..len - same]);
    same + a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// Returns a period of a rule's values that follows from these first values.
///
/// Let every move leave at most J heaps, J >= 1, and take fewer than t counters. If n0 >= 1 and g(n + p) = g(n) for
/// n0 <= n < J n0 + (J-1) p + t, then for all n >= n0 (Guy and Smith 1956 for J = 2). Let n be the first heap that is
/// not covered; it is no smaller than t, so no move takes all of it. A move from n + p leaves more than J (n0 + p)
/// counters, so the largest heap that it leaves has at least n0 + p. With p counters less that heap has the same value,
/// and this is a move from n. A move from n leaves more than J n0 counters, so a heap of at least n0; with p more it
/// has the same value, and this is a move from n + p. So the options of both have the same values.
///
/// If digits repeat with length q after the first s of them, let p be a multiple of q. Then it is enough that
/// g(n + p) = g(n) for n0 <= n < J (n0 + p) + s. For moves from n that take more than s counters are, with p counters
/// more, the moves from n + p that take more than s + p: they leave the same heaps. The other moves from n + p leave at
/// least n - s counters, so a heap of at least n0 + p, and as before each is a move from n with a heap smaller by p.
/// The other moves from n are, as before, moves from n + p with a heap larger by p.
///
/// If two heaps must be unequal, this exchange may make them equal, so nothing is proved of these rules.
pub(super) fn prove<T: Width>(rule: &Rule, values: &[T], budget: &mut Budget) -> Result<Option<Period>, Fault> {
    if rule.is_unequal() || rule.splits() != Splits::Coded {
        return Ok(None);
    }
    let code = rule.code();
    let n = values.len();
    let heaps = (code.most_heaps() as usize).saturating_sub(1).max(1);
    let clamp = |x: u64| usize::try_from(x).unwrap_or(usize::MAX).min(n);
    let (digits, repeating) = match code.repeats() {
        Some((digits, repeating)) => (clamp(digits), clamp(repeating)),
        None => (clamp(code.last().unwrap_or(0)) + 1, 0),
    };
    let mut need = ((heaps - 1) * n + digits).div_ceil(heaps);
    if repeating > 0 {
        need = need.max(n / 2);
    }
    let Some((p, z)) = shortest_shift(values, need, budget)? else { return Ok(None) };
    let from = n - p - z;
    let enough = if repeating > 0 {
        let long = p / p.gcd(repeating) * repeating;
        heaps * (from.max(1) + long) + long + digits <= n
    } else {
        heaps * (from.max(1) + p) + digits <= n
    };
    if !enough {
        return Ok(None);
    }
    report(n, |at| i64::from(values[at].get()), (from, p, 0), true, budget).map(Some)
}

/// Returns the period of the labels of the heaps of a rule, proved like that of nim-values: the label of a heap depends
/// only on the labels of the heaps that each of its moves leaves together. Elements of a misère quotient are labels of
/// this kind.
pub fn proved_period(rule: &Rule, labels: &[u32], budget: &mut Budget) -> Result<Option<Period>, Fault> {
    prove(rule, labels, budget)
}

/// Returns a period with saltus that follows from these first values, for subtraction games whose subtractions repeat:
/// digits 0 and 3, of which the last q repeat after the first s.
///
/// Let p be a multiple of q, and g(n + p) = g(n) + saltus for n0 <= n < m, where m >= n0 + s. Let b be the greatest
/// value below heap n0 + p, plus the saltus. If for each residue of n mod q the heaps below m - s that repeating digits
/// reach from n have all values from 0 to b, then g(n + p) = g(n) + saltus for all n >= n0. Let n be the first heap that
/// is not covered. The options of n + p are heaps below n0 + p, with values up to b, and the options of n from n0 on,
/// moved by p, with values larger by the saltus. Heap n + p has all values from 0 to b among its options, and heap n
/// too, so g(n) > b. A value above b is that of an option of n + p exactly if it is, less the saltus, that of an option
/// of n from n0 on; those below n0 have no value so large. So the least that is missing is larger by the saltus.
pub(super) fn prove_growing<T: Width>(rule: &Rule, values: &[T], budget: &mut Budget) -> Result<Option<Period>, Fault> {
    let code = rule.code();
    let Some((digits, repeating)) = code.repeats() else { return Ok(None) };
    let n = values.len();
    if code.digit(0) != 0 || digits + repeating > n as u64 {
        return Ok(None);
    }
    if (1..=digits + repeating).any(|k| !matches!(code.digit(k), 0 | 3)) {
        return Ok(None);
    }
    let Some(mut period) = observe(n, |at| i64::from(values[at].get()), budget)? else { return Ok(None) };
    let (s, q) = (digits as usize, repeating as usize);
    let (from, p) = (period.preperiod as usize, period.period as usize);
    let long = p / p.gcd(q) * q;
    let Some(m) = n.checked_sub(long).filter(|&m| m >= from + s + long) else { return Ok(None) };
    // A proof that takes longer than the values did is no gain.
    if q * m > 1 << 28 {
        return Ok(None);
    }
    let below = values[..from + long].iter().map(|value| value.get()).max().unwrap_or(0);
    let bound = below as usize + period.saltus as usize * (long / p);
    for residue in 0..q {
        budget.check()?;
        let mut met = vec![false; bound + 1];
        for (heap, value) in values[..m - s].iter().enumerate() {
            // The first repeating digit k with n - k = heap mod q.
            let k = s + 1 + (residue + 2 * q - heap % q - (s + 1) % q) % q;
            if code.allows(k as u64, 1)
                && let Some(met) = met.get_mut(value.get() as usize)
            {
                *met = true;
            }
        }
        if met.contains(&false) {
            return Ok(None);
        }
    }
    period.proved = true;
    Ok(Some(period))
}

impl Rule {
    /// Returns a heap n and a number q of counters: from n on, a move from a heap with q counters more leaves the same
    /// heaps as a move from the heap, up to exchanging one for a heap of equal value. The values must have this period
    /// without saltus; the proof is at `prove`.
    pub(crate) fn alike(&self, period: &Period) -> (u64, u64) {
        let heaps = u64::from(self.code().most_heaps()).saturating_sub(1).max(1);
        let (from, p) = (period.preperiod.max(1), period.period);
        match self.code().repeats() {
            Some((digits, q)) => {
                let long = p / p.gcd(q) * q;
                (heaps * (from + long) + digits, long)
            }
            None => (heaps * from + (heaps - 1) * p + self.code().last().unwrap_or(0) + 1, p),
        }
    }
}

/// Returns the report of a period that values have from some heap on, with saltus.
fn report(
    n: usize,
    value: impl Fn(usize) -> i64,
    (from, p, saltus): (usize, usize, i64),
    proved: bool,
    budget: &mut Budget,
) -> Result<Period, Fault> {
    assert!(from + p <= n);
    let mut exceptions = Vec::new();
    let mut count = 0;
    for heap in 0..from {
        if heap % 4096 == 0 {
            budget.check()?;
        }
        let steps = (from - heap).div_ceil(p);
        if value(heap) != value(heap + steps * p) - steps as i64 * saltus {
            count += 1;
            if exceptions.len() < Period::LISTED {
                exceptions.push(heap as u64);
            }
        }
    }
    let (preperiod, period, saltus) = (from as u64, p as u64, saltus as u64);
    Ok(Period { preperiod, period, saltus, exceptions, exception_count: count, proved })
}

/// Returns the period that a list of values shows, with the amount added from one period to the next. It is no proof:
/// the list must have it through its second half, and four times or more.
///
/// ```
/// use cg_engine::heaps::observed_period;
///
/// let values: Vec<u64> = (0..40).map(|n| n / 3 + n % 3).collect();
/// let period = observed_period(&values).unwrap();
/// assert_eq!((period.preperiod, period.period, period.saltus, period.proved), (0, 3, 1, false));
/// assert_eq!(observed_period(&[0, 1, 2, 0, 1, 2]), None);
/// ```
pub fn observed_period(values: &[u64]) -> Option<Period> {
    let get = |at: usize| i64::try_from(values[at]).unwrap_or(i64::MAX);
    observe(values.len(), get, &mut Budget::unlimited()).ok().flatten()
}

/// Like [`observed_period`], for n values below 2^63.
pub(super) fn observe(n: usize, value: impl Fn(usize) -> i64, budget: &mut Budget) -> Result<Option<Period>, Fault> {
    const TIMES: usize = 4;
    budget.reserve(8 * n)?;
    let steps: Vec<i64> = (1..n).map(|at| value(at).wrapping_sub(value(at - 1))).collect();
    // A sequence has a period with saltus exactly if its steps have the period.
    let Some((p, z)) = shortest_shift(&steps, steps.len() / 2, budget)? else { return Ok(None) };
    let from = steps.len() - p - z;
    let saltus = value(n - 1) - value(n - 1 - p);
    if n - from < TIMES * p || 2 * from > n || saltus < 0 {
        return Ok(None);
    }
    report(n, value, (from, p, saltus), false, budget).map(Some)
}
