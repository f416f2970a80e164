//! Infinitely many numbers that grow or shrink without end, and the cut that they make.

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::BitTest;
use dashu_ratio::RBig;

use super::NumberBound;
use super::arithmetic::dyadic;
use super::signs::{SignRun, expand, is_dyadic, push, sign_runs, without_common_minuses};
use super::surreal::{ConwayTerm, Surreal};
use crate::games::{Budget, Fault};
use crate::ordinals::Ordinal;

/// The numbers start + step·gⁿ for n = 0, 1, 2, .., or start + step·n.
#[derive(Clone, Debug)]
pub struct NumberFamily {
    /// The part that does not change.
    pub start: Surreal,
    /// The factor of the part that changes.
    pub step: Surreal,
    /// The base g, or `None` for start + step·n.
    pub base: Option<Surreal>,
}

/// The way in which gⁿ goes on.
enum FamilyGrowth {
    /// To be greater than every integer, but no infinite number.
    Integers,
    /// To be less than every positive fraction, but greater than every infinitesimal.
    Fractions,
    /// To grow or shrink as ω^(a·n) does.
    Powers(Surreal),
}

impl NumberFamily {
    /// Returns the family as a bound from below or, if `is_upper`, from above: its first number, or its cut if there is no
    /// greatest, or least, number.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::surreals::{NumberBound, NumberFamily, Surreal, simplest_between};
    /// let [zero, one] = [0, 1].map(Surreal::from);
    /// let halves = NumberFamily { start: zero.clone(), step: one.clone(), base: Some(one.quotient(&2.into())?) };
    /// let mut budget = Budget::unlimited();
    /// let high = halves.bound(true, &mut budget)?;
    /// let between = simplest_between(&[NumberBound::Number(zero)], &[high], &mut budget)?;
    /// assert_eq!(between, Some(one.quotient(&Surreal::omega())?));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`]; [`Fault::None`] for a base that is not positive, or near 1.
    pub fn bound(&self, is_upper: bool, budget: &mut Budget) -> Result<NumberBound, Fault> {
        let first = match &self.base {
            None => self.start.clone(),
            Some(_) => self.start.sum(&self.step)?,
        };
        let Some((growth, grows)) = self.growth()?.filter(|_| !self.step.is_zero()) else {
            return Ok(NumberBound::Number(first));
        };
        let rises = (self.step.signum() > 0) == grows;
        if rises == is_upper {
            return Ok(NumberBound::Number(first));
        }
        Ok(NumberBound::Limit(limit(&self.start, &self.step, &growth, budget)?))
    }

    /// Returns how the family grows, and `true` if gⁿ increases; `None` if g is 1.
    fn growth(&self) -> Result<Option<(FamilyGrowth, bool)>, Fault> {
        let Some(base) = &self.base else { return Ok(Some((FamilyGrowth::Integers, true))) };
        let one = RBig::ONE;
        let terms = base.terms();
        let refused =
            || Fault::None("only the powers of a positive base that is not near 1 are known as options".into());
        let lead = terms.first().filter(|lead| lead.coefficient > RBig::ZERO).ok_or_else(refused)?;
        if !lead.exponent.is_zero() {
            return Ok(Some((FamilyGrowth::Powers(lead.exponent.clone()), lead.exponent.signum() > 0)));
        }
        match lead.coefficient.cmp(&one) {
            Ordering::Greater => Ok(Some((FamilyGrowth::Integers, true))),
            Ordering::Less => Ok(Some((FamilyGrowth::Fractions, false))),
            Ordering::Equal if terms.len() == 1 => Ok(None),
            Ordering::Equal => Err(refused()),
        }
    }
}

/// Returns the signs that the numbers start + step·gⁿ come as close to as is wanted.
///
/// Only the leading term of the step counts, and of the start what is not small beside it: the others change no cut.
fn limit(start: &Surreal, step: &Surreal, growth: &FamilyGrowth, budget: &mut Budget) -> Result<Vec<SignRun>, Fault> {
    let terms = start.terms();
    let Some(lead) = step.terms().first().cloned() else { return sign_runs(start, budget) };
    let unit = if lead.coefficient > RBig::ZERO { RBig::ONE } else { -RBig::ONE };
    let (kept, nth): (usize, [RBig; 2]) = match growth {
        FamilyGrowth::Integers => {
            (terms.partition_point(|t| t.exponent > lead.exponent), [2, 3].map(|n| RBig::from(n) * &unit))
        }
        FamilyGrowth::Fractions => {
            let kept = terms.partition_point(|t| t.exponent >= lead.exponent);
            let beside = terms[..kept].last().filter(|t| t.exponent == lead.exponent);
            let places = beside.map_or(1, |t| t.coefficient.denominator().bit_len());
            (kept, [places + 1, places + 2].map(|n| &unit * dyadic(IBig::ONE, n)))
        }
        FamilyGrowth::Powers(by) => return limit_of_powers(&terms, &lead, by, budget),
    };
    let beginning = Surreal::from_sorted(terms[..kept].to_vec())?;
    let mut runs = [Vec::new(), Vec::new()];
    for (runs, coefficient) in runs.iter_mut().zip(nth) {
        let term = Surreal::from_sorted(vec![ConwayTerm { exponent: lead.exponent.clone(), coefficient }])?;
        *runs = sign_runs(&beginning.sum(&term)?, budget)?;
    }
    let [mut first, second] = runs;
    // From one number to the next the last run grows by the same length.
    match (first.last_mut(), second.last()) {
        (Some(SignRun::Equal { length, .. }), Some(SignRun::Equal { length: next, .. })) => {
            let more = next.left_difference(length)?;
            *length = length.ordinary_sum(&more.ordinary_product(&Ordinal::omega())?)?;
            Ok(first)
        }
        _ => Err(Fault::None("the signs of these options change infinitely often before they part".into())),
    }
}

/// Returns the signs that the numbers start ± ω^(b + a·n) come close to, b the exponent of `lead` and a `by`.
fn limit_of_powers(
    terms: &[ConwayTerm],
    lead: &ConwayTerm,
    by: &Surreal,
    budget: &mut Budget,
) -> Result<Vec<SignRun>, Fault> {
    // A term is kept unless the powers come to be greater, which they do not if it is infinitely far above.
    let mut kept = 0;
    for term in terms {
        let far =
            term.exponent.difference(&lead.exponent)?.quotient(&Surreal::from_sorted(by.terms()[..1].to_vec())?)?;
        let is_infinite = far.terms().first().is_some_and(|first| first.exponent.signum() > 0);
        let is_kept = match by.signum() > 0 {
            true => is_infinite && far.signum() > 0,
            false => !(is_infinite && far.signum() > 0),
        };
        if !is_kept {
            break;
        }
        kept += 1;
    }
    let beginning = Surreal::from_sorted(terms[..kept].to_vec())?;
    let mut runs = sign_runs(&beginning, budget)?;
    let exponent = limit(&lead.exponent, by, &FamilyGrowth::Integers, budget)?;
    let reduced = match beginning.terms().last() {
        Some(last) => {
            without_common_minuses(&sign_runs(&last.exponent, budget)?, is_dyadic(&last.coefficient), &exponent)?
        }
        None => exponent,
    };
    let unit = if lead.coefficient > RBig::ZERO { RBig::ONE } else { -RBig::ONE };
    let mut last = Vec::new();
    expand(&mut last, &reduced, &unit, 0, budget)?;
    for run in last {
        match run {
            SignRun::Equal { plus, length } => push(&mut runs, plus, length)?,
            endless => runs.push(endless),
        }
    }
    Ok(runs)
}
