//! Periods of sequences of nim-values, proved or seen.

use std::fmt;

use super::packed::Width;
use super::rule::Rule;
use crate::games::{Budget, Fault};

/// g(n + period) = g(n) + saltus for all n from `preperiod` on.
///
/// ```
/// use cg::games::Budget;
/// use cg::heaps::{Code, Sequence};
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
    /// What is added from one period to the next; 0 if the sequence is periodic.
    pub saltus: u64,
    /// The first heaps that break the rule continued backwards, at most [`Period::LISTED`].
    pub exceptions: Vec<u64>,
    /// How many heaps do.
    pub exception_count: u64,
    /// Whether this is a theorem about all heaps, not only a look at some.
    pub proved: bool,
}

impl Period {
    /// So many exceptions are listed.
    pub const LISTED: usize = 1000;

    /// Where heap n has its like among the values that are known: a heap, and what to add to its value.
    pub(super) fn like(&self, n: u64) -> (u64, u128) {
        match n.checked_sub(self.preperiod) {
            None => (n, 0),
            Some(m) => (self.preperiod + m % self.period, u128::from(m / self.period) * u128::from(self.saltus)),
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.proved { "proved" } else { "observed" };
        let (preperiod, period, saltus) = (self.preperiod, self.period, self.saltus);
        write!(f, "preperiod {preperiod}, period {period}, saltus {saltus}, {} exceptions, {how}", self.exception_count)
    }
}

/// The least p such that the last `need` values equal those p places before, and how many do.
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

/// How many values two lists have in common at their ends.
fn common_end<T: Copy + Eq>(a: &[T], b: &[T]) -> usize {
    const BLOCK: usize = 1 << 10;
    let len = a.len().min(b.len());
    let (a, b) = (&a[a.len() - len..], &b[b.len() - len..]);
    let blocks = a.rchunks(BLOCK).zip(b.rchunks(BLOCK)).take_while(|(a, b)| a == b).count();
    let same = (blocks * BLOCK).min(len);
    let (a, b) = (&a[..len - same], &b[..len - same]);
    same + a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// A period of a rule's values that follows from these first values.
///
/// Let every move leave at most J heaps and take at most t counters. If J >= 1, n0 >= 1 and g(n + p) = g(n) for
/// n0 <= n < J n0 + (J-1) p + t, then for all n >= n0 (Guy and Smith 1956 for J = 2). Let n be the first heap that is
/// not covered. A move from n + p leaves at least n + p - t counters in at most J heaps, so the largest has at least
/// n0 + p of them. With p counters less it has the same value, and this is a move from n. A move from n leaves a
/// largest heap of at least n0 counters; with p more it has the same value, and this is a move from n + p. So the
/// options of both have the same values. No move ends the game at once, as n >= t and, with n0 >= 1, n > t or J = 1 and
/// n = t; then taking all of n is no move from n + p, so the first heap is looked at too.
///
/// If digits repeat with length q after the first s of them, let p be a multiple of q. Then it is enough that
/// g(n + p) = g(n) for n0 <= n < J (n0 + p) + s. For moves from n that take more than s counters are, with p counters
/// more, the moves from n + p that take more than s + p: they leave the same heaps. The other moves from n + p leave at
/// least n - s counters, so a heap of at least n0 + p, and as before each is a move from n with a heap smaller by p.
/// The other moves from n are, as before, moves from n + p with a heap larger by p.
///
/// Two heaps that must be unequal may become equal in this way, so nothing is proved of such rules.
pub(super) fn prove<T: Width>(rule: &Rule, values: &[T], budget: &mut Budget) -> Result<Option<Period>, Fault> {
    if rule.is_unequal() {
        return Ok(None);
    }
    let code = rule.code();
    let n = values.len();
    let heaps = (code.most_heaps() as usize).saturating_sub(1).max(1);
    let clamp = |x: u64| usize::try_from(x).unwrap_or(usize::MAX).min(n);
    let (digits, repeating) = match code.repeats() {
        Some((digits, repeating)) => (clamp(digits), clamp(repeating)),
        // The heap t is covered too.
        None => (clamp(code.last().unwrap_or(0)) + 1, 0),
    };
    let mut need = ((heaps - 1) * n + digits).div_ceil(heaps);
    if repeating > 0 {
        need = need.max(n / 2);
    }
    let Some((p, z)) = shortest_shift(values, need, budget)? else { return Ok(None) };
    let from = n - p - z;
    let enough = if repeating > 0 {
        let long = p / gcd(p, repeating) * repeating;
        heaps * (from.max(1) + long) + long + digits <= n
    } else {
        heaps * (from.max(1) + p) + digits <= n
    };
    if !enough {
        return Ok(None);
    }
    report(n, |at| i64::from(values[at].get()), (from, p, 0), true, budget).map(Some)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The report of a period that values have from some heap on, with saltus.
fn report(
    n: usize,
    value: impl Fn(usize) -> i64,
    (from, p, saltus): (usize, usize, i64),
    proved: bool,
    budget: &mut Budget,
) -> Result<Period, Fault> {
    debug_assert!(from + p <= n);
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

/// The period that a list of values shows, with what is added from one period to the next. It is no proof: the list
/// must have it through its second half, and four times or more.
///
/// ```
/// use cg::heaps::observed_period;
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

/// As [`observed_period`], of n values below 2^63.
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
