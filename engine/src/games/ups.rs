//! Sums of powers of up: the coefficients of `a_1·up + a_2·up^2 + ...`.
//!
//! Neither the coefficients nor the powers have a bound, and where the canonical form of `up^n` leads, many
//! coefficients in a row are equal. So they are kept as runs; a multiple of up alone that fits is one machine word.

use std::cmp::Ordering;

use dashu_int::IBig;

/// Multiples of powers of up (Winning Ways, ch. 8: `up^n` is infinitesimal beside `up^(n-1)`).
///
/// ```
/// use cg_engine::games::Ups;
/// let sum = Ups::from([2, 0, -1]); // 2·up - up^3
/// assert_eq!(sum.coefficient(3), (-1).into());
/// assert_eq!(sum.highest(), 3);
/// assert_eq!(sum.signum(), 1); // up outweighs every multiple of up^3
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ups(UpsRepr);

/// Equality is structural: a sum that has both forms is stored as `Up`, and neighbouring runs differ.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum UpsRepr {
    /// A multiple of up.
    Up(i64),
    /// The coefficients from up on; the last one is not 0.
    Runs(Vec<Run>),
}

/// Equal coefficients of powers in a row.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    /// The number of powers, at least 1.
    pub length: u64,
    /// The coefficient of each of them.
    pub coefficient: IBig,
}

impl Default for Ups {
    fn default() -> Ups {
        Ups::ZERO
    }
}

impl From<i64> for Ups {
    fn from(ups: i64) -> Ups {
        Ups(UpsRepr::Up(ups))
    }
}

impl<const N: usize> From<[i64; N]> for Ups {
    /// Returns the coefficients of up, its square and so on.
    fn from(coefficients: [i64; N]) -> Ups {
        Ups::collect(coefficients.map(|n| Run { length: 1, coefficient: n.into() }))
    }
}

impl Ups {
    /// No up at all.
    pub const ZERO: Ups = Ups(UpsRepr::Up(0));

    /// Returns the n-th power of up, n from 1.
    pub fn power(n: u64) -> Ups {
        let below = Run { length: n - 1, coefficient: IBig::ZERO };
        Ups::collect([below, Run { length: 1, coefficient: IBig::ONE }])
    }

    /// Returns `up + up^2 + ... + up^n`.
    pub fn sum_of_powers(n: u64) -> Ups {
        Ups::collect([Run { length: n, coefficient: IBig::ONE }])
    }

    /// Returns the sum with these runs, of which some may be empty or equal.
    fn collect(runs: impl IntoIterator<Item = Run>) -> Ups {
        let mut kept: Vec<Run> = Vec::new();
        for run in runs {
            match kept.last_mut() {
                _ if run.length == 0 => {}
                Some(last) if last.coefficient == run.coefficient => last.length += run.length,
                _ => kept.push(run),
            }
        }
        kept.pop_if(|last| last.coefficient.is_zero());
        match &kept[..] {
            [] => Ups::ZERO,
            [Run { length: 1, coefficient }] if let Ok(ups) = i64::try_from(coefficient) => Ups(UpsRepr::Up(ups)),
            _ => Ups(UpsRepr::Runs(kept)),
        }
    }

    /// Returns the runs of equal coefficients, from up on.
    pub fn runs(&self) -> Vec<Run> {
        match &self.0 {
            UpsRepr::Up(0) => Vec::new(),
            UpsRepr::Up(ups) => vec![Run { length: 1, coefficient: (*ups).into() }],
            UpsRepr::Runs(runs) => runs.clone(),
        }
    }

    /// Returns the multiple if it is one of up alone and fits.
    #[inline]
    pub fn as_multiple(&self) -> Option<i64> {
        match self.0 {
            UpsRepr::Up(ups) => Some(ups),
            UpsRepr::Runs(_) => None,
        }
    }

    /// Returns `true` if the sum is empty.
    pub fn is_zero(&self) -> bool {
        *self == Ups::ZERO
    }

    /// Returns the highest power, 0 if there is none.
    pub fn highest(&self) -> u64 {
        match &self.0 {
            UpsRepr::Up(ups) => u64::from(*ups != 0),
            UpsRepr::Runs(runs) => runs.iter().map(|run| run.length).sum(),
        }
    }

    /// Returns the coefficient of the n-th power, n from 1.
    pub fn coefficient(&self, n: u64) -> IBig {
        let mut below = 0;
        for run in self.runs() {
            below += run.length;
            if n <= below {
                return run.coefficient;
            }
        }
        IBig::ZERO
    }

    /// Returns the sign: that of the lowest power, which outweighs the higher ones.
    pub fn signum(&self) -> i32 {
        let sign = |n: &IBig| n.cmp(&IBig::ZERO) as i32;
        match &self.0 {
            UpsRepr::Up(ups) => ups.signum() as i32,
            UpsRepr::Runs(runs) => runs.iter().map(|run| sign(&run.coefficient)).find(|&sign| sign != 0).unwrap_or(0),
        }
    }

    /// Returns the sign of the coefficient of up itself.
    pub(super) fn first_signum(&self) -> i32 {
        match &self.0 {
            UpsRepr::Up(ups) => ups.signum() as i32,
            UpsRepr::Runs(runs) => runs.first().map_or(0, |run| run.coefficient.cmp(&IBig::ZERO) as i32),
        }
    }

    /// Returns the sign of the coefficient of the highest power.
    pub(super) fn last_signum(&self) -> i32 {
        match &self.0 {
            UpsRepr::Up(ups) => ups.signum() as i32,
            UpsRepr::Runs(runs) => runs.last().map_or(0, |run| run.coefficient.cmp(&IBig::ZERO) as i32),
        }
    }

    /// Returns `true` if it is more than every `up + up^2 + ... + up^n`.
    pub(super) fn exceeds_all_sums_of_powers(&self) -> bool {
        match &self.0 {
            UpsRepr::Up(ups) => *ups > 1,
            UpsRepr::Runs(runs) => {
                let other = runs.iter().find(|run| run.coefficient != IBig::ONE);
                other.is_some_and(|run| run.coefficient > IBig::ONE)
            }
        }
    }

    /// Returns the sum, power by power.
    pub fn plus(&self, other: &Ups) -> Ups {
        if let (UpsRepr::Up(a), UpsRepr::Up(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Ups(UpsRepr::Up(sum));
        }
        let (a, b) = (self.runs(), other.runs());
        let (mut a, mut b) = (a.into_iter().peekable(), b.into_iter().peekable());
        let mut runs = Vec::new();
        loop {
            match (a.peek_mut(), b.peek_mut()) {
                (Some(x), Some(y)) => {
                    let length = x.length.min(y.length);
                    runs.push(Run { length, coefficient: &x.coefficient + &y.coefficient });
                    x.length -= length;
                    y.length -= length;
                    a.next_if(|run| run.length == 0);
                    b.next_if(|run| run.length == 0);
                }
                (None, None) => return Ups::collect(runs),
                _ => runs.extend(a.by_ref().chain(b.by_ref())),
            }
        }
    }

    /// Returns the difference, power by power.
    pub fn minus(&self, other: &Ups) -> Ups {
        self.plus(&other.times(&IBig::NEG_ONE))
    }

    /// Returns the multiple.
    pub fn times(&self, n: &IBig) -> Ups {
        if let (UpsRepr::Up(ups), Ok(n)) = (&self.0, i64::try_from(n))
            && let Some(ups) = ups.checked_mul(n)
        {
            return Ups(UpsRepr::Up(ups));
        }
        let times = |run: Run| Run { length: run.length, coefficient: run.coefficient * n };
        Ups::collect(self.runs().into_iter().map(times))
    }

    /// Returns the sum, or its negative if the sign is negative.
    pub(super) fn signed(&self, sign: i32) -> Ups {
        if sign < 0 { self.times(&IBig::NEG_ONE) } else { self.clone() }
    }

    /// Returns the part of the powers up to the n-th.
    pub(super) fn up_to(&self, n: u64) -> Ups {
        let mut left = n;
        let cut = |mut run: Run| {
            run.length = run.length.min(left);
            left -= run.length;
            run
        };
        Ups::collect(self.runs().into_iter().map(cut))
    }

    /// Returns the highest power whose coefficient satisfies `condition`, or 0 if there is none.
    pub(super) fn highest_where(&self, condition: impl Fn(&IBig) -> bool) -> u64 {
        let mut end = self.highest();
        for run in self.runs().iter().rev() {
            if condition(&run.coefficient) {
                return end;
            }
            end -= run.length;
        }
        0
    }
}

impl Ord for Ups {
    fn cmp(&self, other: &Ups) -> Ordering {
        self.minus(other).signum().cmp(&0)
    }
}

impl PartialOrd for Ups {
    fn partial_cmp(&self, other: &Ups) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
