//! Sums, products, quotients by one term, and the first terms of other quotients.

use std::collections::BTreeMap;

use dashu_int::ops::{BitTest, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::surreal::{ConwayTerm, Surreal, too_large};
use crate::games::{Budget, Fault};
use crate::ordinals::{SIZE_LIMIT, merged};

/// The largest product of the sizes of two factors.
const MAX_WORK: usize = 1 << 22;

impl Surreal {
    /// Returns the sum: coefficients of equal powers of ω are added.
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn sum(&self, other: &Surreal) -> Result<Surreal, Fault> {
        if let (Some(a), Some(b)) = (self.as_rational(), other.as_rational()) {
            return Surreal::of_rational(a + b);
        }
        let (left, right) = (self.terms(), other.terms());
        let order = |a: &ConwayTerm, b: &ConwayTerm| a.exponent.cmp(&b.exponent);
        let terms = merged(&left, &right, order, |a, b| {
            let coefficient = &a.coefficient + &b.coefficient;
            (coefficient != RBig::ZERO).then(|| ConwayTerm { exponent: a.exponent.clone(), coefficient })
        });
        Surreal::from_sorted(terms)
    }

    /// Returns this less `other`.
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn difference(&self, other: &Surreal) -> Result<Surreal, Fault> {
        self.sum(&-other.clone())
    }

    /// Returns the product: that of polynomials, exponents added.
    ///
    /// ```
    /// use cg_engine::surreals::Surreal;
    /// let (one, omega) = (Surreal::from(1), Surreal::omega());
    /// let square = omega.difference(&one)?.product(&omega.sum(&one)?)?;
    /// assert_eq!(square.to_string(), "omega^2 - 1");
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn product(&self, other: &Surreal) -> Result<Surreal, Fault> {
        let work = (self.size() + 1).saturating_mul(other.size() + 1);
        if work > MAX_WORK {
            return Err(too_large(work));
        }
        let (left, right) = (self.terms(), other.terms());
        let mut sum: BTreeMap<Surreal, RBig> = BTreeMap::new();
        for a in left.iter() {
            for b in right.iter() {
                *sum.entry(a.exponent.sum(&b.exponent)?).or_default() += &a.coefficient * &b.coefficient;
            }
        }
        sum.retain(|_, coefficient| *coefficient != RBig::ZERO);
        let terms = sum.into_iter().rev().map(|(exponent, coefficient)| ConwayTerm { exponent, coefficient });
        Surreal::from_sorted(terms.collect())
    }

    /// Returns the quotient by a number of one term.
    ///
    /// # Errors
    /// [`Fault::TooLarge`]; [`Fault::None`] if `divisor` has not one term.
    pub fn quotient(&self, divisor: &Surreal) -> Result<Surreal, Fault> {
        let terms = divisor.terms();
        let [term] = &*terms else {
            return Err(Fault::None("a quotient by more than one term may have infinitely many terms".into()));
        };
        self.product(&inverse(term)?)
    }

    /// Returns the first `count` terms of the quotient by `divisor`, in descending exponents; fewer if it has fewer.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::surreals::Surreal;
    /// let (one, omega) = (Surreal::from(1), Surreal::omega());
    /// let first = one.expansion(&omega.difference(&one)?, 3, &mut Budget::unlimited())?;
    /// assert_eq!(first.to_string(), "1/omega + 1/omega^2 + 1/omega^3");
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`]; [`Fault::None`] if `divisor` is 0.
    pub fn expansion(&self, divisor: &Surreal, count: u64, budget: &mut Budget) -> Result<Surreal, Fault> {
        let Some(inverse) = divisor.terms().first().map(inverse).transpose()? else {
            return Err(Fault::None("nothing is divided by 0".into()));
        };
        let mut rest = self.clone();
        let mut quotient = Vec::new();
        for _ in 0..count {
            let Some(lead) = rest.terms().first().cloned() else { break };
            budget.charge((1 + rest.size()).saturating_mul(1 + divisor.size()))?;
            let term = Surreal::from_sorted(vec![lead])?.product(&inverse)?;
            rest = rest.difference(&term.product(divisor)?)?;
            quotient.extend(term.terms().iter().cloned());
            if quotient.len() > SIZE_LIMIT {
                return Err(too_large(quotient.len()));
            }
        }
        Surreal::from_sorted(quotient)
    }

    /// Returns the power: of ω^a to any exponent b, which is ω^(a·b), and of every number to a natural one; of a number of
    /// one term to a negative integer, too, and to a fraction if its coefficient has that root.
    ///
    /// # Errors
    /// [`Fault::TooLarge`]; [`Fault::None`] for other powers.
    pub fn power(&self, exponent: &Surreal, budget: &mut Budget) -> Result<Surreal, Fault> {
        let terms = self.terms();
        if let [term] = &*terms
            && term.coefficient == RBig::ONE
        {
            return Surreal::omega_power(term.exponent.product(exponent)?);
        }
        let exponent = exponent.as_rational();
        let Some(n) = exponent.filter(|n| n.is_int()).map(RBig::numerator) else {
            let root = exponent.zip(terms.first()).filter(|_| terms.len() == 1);
            let Some(root) = root.map(|(n, term)| root_of(term, n.denominator())).transpose()?.flatten() else {
                return Err(Fault::None(
                    "a power with a fraction as exponent is known of one term whose coefficient has that root".into(),
                ));
            };
            return root
                .power(&Surreal::from(RBig::from(exponent.map_or(IBig::ZERO, |n| n.numerator().clone()))), budget);
        };
        let base = match (&*terms, *n < IBig::ZERO) {
            (_, false) => self.clone(),
            ([term], true) => inverse(term)?,
            _ => return Err(Fault::None("only a number of one term has a negative power".into())),
        };
        // Each factor beside ω^a makes the power longer, by a bit at least.
        let Some(mut n) = usize::try_from(n.unsigned_abs()).ok().filter(|&n| n < 1 << 24) else {
            return Err(Fault::TooLarge { what: "power", size: n.to_string(), limit: (1 << 24).to_string() });
        };
        let (mut power, mut square) = (Surreal::from(1), base);
        loop {
            budget.charge((1 + power.size()).saturating_mul(1 + square.size()))?;
            if n & 1 == 1 {
                power = power.product(&square)?;
            }
            n >>= 1;
            if n == 0 {
                return Ok(power);
            }
            square = square.product(&square)?;
        }
    }

    /// Returns the rational number, if it is short enough.
    fn of_rational(x: RBig) -> Result<Surreal, Fault> {
        let term = ConwayTerm { exponent: Surreal::default(), coefficient: x };
        Surreal::from_sorted(if term.coefficient == RBig::ZERO { Vec::new() } else { vec![term] })
    }
}

fn inverse(term: &ConwayTerm) -> Result<Surreal, Fault> {
    let coefficient = RBig::ONE / &term.coefficient;
    Surreal::from_sorted(vec![ConwayTerm { exponent: -term.exponent.clone(), coefficient }])
}

/// Returns the n-th root of a term, or `None` if its coefficient has no rational one that is positive.
fn root_of(term: &ConwayTerm, n: &UBig) -> Result<Option<Surreal>, Fault> {
    /// The longest coefficient, in bits, of which a root is taken.
    const MAX_BITS: usize = 1 << 14;
    let Ok(places) = usize::try_from(n) else { return Ok(None) };
    let root = |part: &UBig| {
        let root = part.nth_root(places);
        (root.pow(places) == *part).then_some(root)
    };
    let (numerator, denominator) = (term.coefficient.numerator(), term.coefficient.denominator());
    if *numerator <= IBig::ZERO || places > MAX_BITS || numerator.bit_len().max(denominator.bit_len()) > MAX_BITS {
        return Ok(None);
    }
    let Some((numerator, denominator)) = root(&numerator.clone().unsigned_abs()).zip(root(denominator)) else {
        return Ok(None);
    };
    let exponent = term.exponent.product(&Surreal::from(RBig::ONE / RBig::from(n.clone())))?;
    let coefficient = RBig::from_parts(numerator.into(), denominator);
    Surreal::from_sorted(vec![ConwayTerm { exponent, coefficient }]).map(Some)
}

/// Returns the rational number with this numerator and the denominator 2^`places`.
pub(super) fn dyadic(numerator: IBig, places: usize) -> RBig {
    RBig::from(numerator) / RBig::from(UBig::ONE << places)
}
