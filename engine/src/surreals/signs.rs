//! Sign expansions: the way to a number in the tree of all numbers, as runs of equal signs (Gonshor, *An Introduction to the
//! Theory of Surreal Numbers*).
//!
//! The expansion of Σ ω^aᵢ·rᵢ is that of its terms one after the other, where an exponent leaves out each minus that it has
//! in common with the exponent before it. In ω^a, p pluses in a make ω^p pluses, and a minus after p pluses makes
//! ω^(p+1) minuses. Each sign of r behind its first is repeated as often as a plus stands for: ω^p times for all p pluses of a.

use std::cmp::Ordering;

use dashu_int::ops::{BitTest, PowerOfTwo, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::arithmetic::dyadic;
use super::surreal::{ConwayTerm, Surreal};
use crate::games::{Budget, Fault};
use crate::ordinals::Ordinal;

/// The most binary places of a coefficient that is made of signs.
const MAX_PLACES: usize = 1 << 17;

/// Equal signs in a row, or a part of an expansion in which they change without end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignRun {
    /// One sign, `length` times.
    Equal {
        /// `true` for pluses.
        plus: bool,
        /// The number of signs.
        length: Ordinal,
    },
    /// Infinitely many runs, with `length` pluses, as many minuses, and as many signs in all: a limit.
    Endless {
        /// The number of signs.
        length: Ordinal,
    },
}

/// Returns the sign expansion as runs. [`SignRun::Endless`] is among them if it has infinitely many.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::ordinals::Ordinal;
/// use cg_engine::surreals::{SignRun, Surreal, sign_runs};
/// let less = Surreal::omega().difference(&Surreal::from(1))?;
/// let run = |plus, length| SignRun::Equal { plus, length };
/// let expected = [run(true, Ordinal::omega()), run(false, Ordinal::finite(1u64))];
/// assert_eq!(sign_runs(&less, &mut Budget::unlimited())?, expected);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::TooLarge`]; [`Fault::None`] if exponents with infinitely many runs share some of them.
pub fn sign_runs(x: &Surreal, budget: &mut Budget) -> Result<Vec<SignRun>, Fault> {
    runs_with_places(x, 0, budget)
}

/// Like [`sign_runs`], but begins each endless part with the first `places` binary places of its coefficient.
///
/// Calls itself on exponents only, whose depth is limited.
pub(super) fn runs_with_places(x: &Surreal, places: usize, budget: &mut Budget) -> Result<Vec<SignRun>, Fault> {
    let mut runs = Vec::new();
    let mut before: Option<(Vec<SignRun>, bool)> = None;
    for term in x.terms().iter() {
        let exponent = match term.exponent.is_zero() {
            true => Vec::new(),
            false => runs_with_places(&term.exponent, places, budget)?,
        };
        let reduced = match &before {
            None => exponent.clone(),
            Some((above, is_dyadic)) => without_common_minuses(above, *is_dyadic, &exponent)?,
        };
        budget.charge(8 * (1 + reduced.len() + exponent.len() + term.coefficient.denominator().bit_len()))?;
        expand(&mut runs, &reduced, &term.coefficient, places, budget)?;
        before = Some((exponent, is_dyadic(&term.coefficient)));
    }
    Ok(runs)
}

/// Returns the birthday: the number of signs of the expansion.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::surreals::{Surreal, birthday};
/// let third = Surreal::from(1).quotient(&Surreal::from(3))?;
/// assert_eq!(birthday(&third, &mut Budget::unlimited())?.to_string(), "omega");
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// The errors of [`sign_runs`].
pub fn birthday(x: &Surreal, budget: &mut Budget) -> Result<Ordinal, Fault> {
    let mut day = Ordinal::default();
    for run in sign_runs(x, budget)? {
        let (SignRun::Equal { length, .. } | SignRun::Endless { length }) = run;
        budget.charge(1 + day.size())?;
        day = day.ordinary_sum(&length)?;
    }
    Ok(day)
}

pub(super) fn is_dyadic(x: &RBig) -> bool {
    x.denominator().is_power_of_two()
}

fn one() -> Ordinal {
    Ordinal::finite(1u64)
}

/// Adds a run, and joins it to the last one if both have the same sign.
pub(super) fn push(runs: &mut Vec<SignRun>, sign: bool, more: Ordinal) -> Result<(), Fault> {
    if more.is_zero() {
        return Ok(());
    }
    match runs.last_mut() {
        Some(SignRun::Equal { plus, length }) if *plus == sign => *length = length.ordinary_sum(&more)?,
        _ => runs.push(SignRun::Equal { plus: sign, length: more }),
    }
    Ok(())
}

/// Returns `exponent` without the minuses that it has in common with `above`, a greater exponent; also without the minus
/// behind all of `above` if the coefficient there is not dyadic.
pub(super) fn without_common_minuses(
    above: &[SignRun],
    is_dyadic: bool,
    exponent: &[SignRun],
) -> Result<Vec<SignRun>, Fault> {
    let mut reduced = Vec::new();
    let mut ends = above.iter();
    let mut rest = exponent.iter();
    loop {
        match (ends.next(), rest.next()) {
            (_, None) => return Ok(reduced),
            (Some(SignRun::Equal { plus: a, length: m }), Some(SignRun::Equal { plus: b, length: n })) if a == b => {
                let common = m.min(n);
                let more = n.left_difference(common)?;
                push(&mut reduced, *b, if *b { n.clone() } else { more.clone() })?;
                if m == n {
                    continue;
                }
                // They part here, or `above` ends here.
                if !*b && m < n && ends.next().is_none() && !is_dyadic {
                    reduced.pop();
                    push(&mut reduced, false, more.left_difference(&one())?)?;
                }
            }
            (Some(SignRun::Endless { .. }), Some(_)) | (Some(_), Some(SignRun::Endless { .. })) => {
                let why = "its exponents have infinitely many changes of sign in common, or may have them";
                return Err(Fault::None(why.into()));
            }
            (above, Some(run)) => match run {
                SignRun::Equal { plus: false, length } if above.is_none() && !is_dyadic => {
                    push(&mut reduced, false, length.left_difference(&one())?)?;
                }
                SignRun::Equal { plus, length } => push(&mut reduced, *plus, length.clone())?,
                run => reduced.push(run.clone()),
            },
        }
        for run in rest {
            match run {
                SignRun::Equal { plus, length } => push(&mut reduced, *plus, length.clone())?,
                run => reduced.push(run.clone()),
            }
        }
        return Ok(reduced);
    }
}

/// Adds the expansion of ω^a·r, where a has the signs `reduced`.
pub(super) fn expand(
    runs: &mut Vec<SignRun>,
    reduced: &[SignRun],
    r: &RBig,
    places: usize,
    budget: &mut Budget,
) -> Result<(), Fault> {
    let is_positive = *r > RBig::ZERO;
    push(runs, is_positive, one())?;
    let mut pluses = Ordinal::default();
    for run in reduced {
        match run {
            SignRun::Equal { plus: true, length } => {
                pluses = pluses.ordinary_sum(length)?;
                push(runs, is_positive, Ordinal::omega_power(pluses.clone())?)?;
            }
            SignRun::Equal { plus: false, length } => {
                let each = Ordinal::omega_power(pluses.ordinary_sum(&one())?)?;
                push(runs, !is_positive, each.ordinary_product(length)?)?;
            }
            SignRun::Endless { length } => {
                pluses = pluses.ordinary_sum(length)?;
                runs.push(SignRun::Endless { length: Ordinal::omega_power(pluses.clone())? });
            }
        }
    }
    let each = Ordinal::omega_power(pluses.clone())?;
    let size = RBig::from_parts(r.numerator().unsigned_abs().into(), r.denominator().clone());
    let first = match is_dyadic(&size) {
        true => dyadic_runs(&size),
        false if places == 0 => Vec::new(),
        // One more place, which is left out again, for the last place of a dyadic number has no sign.
        false => {
            let cut = (&size * RBig::from(UBig::ONE << places)).floor();
            dyadic_runs(&dyadic((cut << 1) + IBig::ONE, places + 1))
        }
    };
    for (i, (plus, count)) in first.into_iter().enumerate() {
        budget.tick()?;
        let count = if i == 0 { count - UBig::ONE } else { count };
        push(runs, plus == is_positive, each.ordinary_product(&Ordinal::finite(count))?)?;
    }
    if !is_dyadic(&size) {
        runs.push(SignRun::Endless { length: Ordinal::omega_power(pluses.ordinary_sum(&one())?)? });
    }
    Ok(())
}

/// Returns the runs of a positive dyadic number: one more plus than its integer part if it is no integer, a minus, and a sign
/// for each binary place but the last.
fn dyadic_runs(x: &RBig) -> Vec<(bool, UBig)> {
    let places = x.denominator().trailing_zeros().unwrap_or(0);
    let whole = x.floor().unsigned_abs();
    if places == 0 {
        return vec![(true, whole)];
    }
    let fraction = x.numerator().unsigned_abs() - (&whole << places);
    let mut runs = vec![(true, whole + UBig::ONE), (false, UBig::ONE)];
    for place in (1..places).rev() {
        let plus = fraction.bit(place);
        match runs.last_mut() {
            Some((last, count)) if *last == plus => *count += UBig::ONE,
            _ => runs.push((plus, UBig::ONE)),
        }
    }
    runs
}

/// Returns the dyadic number with these runs of signs.
fn of_dyadic_runs(runs: &[(bool, UBig)]) -> Result<RBig, Fault> {
    let Some(((first, whole), rest)) = runs.split_first() else { return Ok(RBig::ZERO) };
    let mut places = 0;
    let mut numerator = IBig::from(whole.clone());
    for (plus, count) in rest {
        let Some(count) = usize::try_from(count).ok().filter(|count| count + places <= MAX_PLACES) else {
            let (size, limit) = (count.to_string(), MAX_PLACES.to_string());
            return Err(Fault::TooLarge { what: "run of signs", size, limit });
        };
        // The sum of `count` halves, each half of the one before.
        let change = (IBig::ONE << count) - IBig::ONE;
        numerator = (numerator << count) + if plus == first { change } else { -change };
        places += count;
    }
    let size = dyadic(numerator, places);
    Ok(if *first { size } else { -size })
}

/// A term that is being read from its signs.
struct Reading {
    /// The signs of the exponent, without those in common with the one before.
    exponent: Vec<SignRun>,
    /// The number of its pluses.
    pluses: Ordinal,
    /// The sign of the term.
    positive: bool,
    /// The signs of the coefficient, the first one included.
    coefficient: Vec<(bool, UBig)>,
}

impl Reading {
    fn new(positive: bool) -> Reading {
        let coefficient = vec![(positive, UBig::ONE)];
        Reading { exponent: Vec::new(), pluses: Ordinal::default(), positive, coefficient }
    }

    /// Returns `true` if only the first sign of the coefficient was read.
    fn is_power(&self) -> bool {
        matches!(&self.coefficient[..], [(_, count)] if count.is_one())
    }

    fn add_to_coefficient(&mut self, plus: bool, count: UBig) {
        match self.coefficient.last_mut() {
            Some((last, known)) if *last == plus => *known += count,
            _ if count.is_zero() => {}
            _ => self.coefficient.push((plus, count)),
        }
    }

    /// Takes the last sign of the coefficient away, which begins the next term.
    fn give_back(&mut self) {
        if let Some((_, count)) = self.coefficient.last_mut() {
            *count -= UBig::ONE;
            if count.is_zero() {
                self.coefficient.pop();
            }
        }
    }
}

/// Returns the number with a sign expansion of finitely many runs. Runs of equal signs may follow each other.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::ordinals::Ordinal;
/// use cg_engine::surreals::{SignRun, of_signs};
/// let run = |plus, length| SignRun::Equal { plus, length };
/// let runs = [run(true, Ordinal::finite(1u64)), run(false, Ordinal::omega())];
/// assert_eq!(of_signs(&runs, &mut Budget::unlimited())?.to_string(), "1/omega");
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::TooLarge`]; [`Fault::None`] for [`SignRun::Endless`].
pub fn of_signs(runs: &[SignRun], budget: &mut Budget) -> Result<Surreal, Fault> {
    let mut plain: Vec<SignRun> = Vec::new();
    for run in runs {
        let SignRun::Equal { plus, length } = run else {
            return Err(Fault::None("infinitely many runs of signs are not read".into()));
        };
        push(&mut plain, *plus, length.clone())?;
    }
    read(&plain, budget)
}

/// Calls itself on exponents only, which are shorter: the depth is that of the exponents of the lengths.
fn read(runs: &[SignRun], budget: &mut Budget) -> Result<Surreal, Fault> {
    let mut terms: Vec<ConwayTerm> = Vec::new();
    let mut above: Option<Vec<SignRun>> = None;
    let mut reading: Option<Reading> = None;
    for run in runs {
        let SignRun::Equal { plus, length } = run else { continue };
        let mut rest = length.clone();
        while !rest.is_zero() {
            budget.charge(1 + rest.size())?;
            let Some(term) = &mut reading else {
                reading = Some(Reading::new(*plus));
                rest = rest.left_difference(&one())?;
                continue;
            };
            let each = Ordinal::omega_power(term.pluses.clone())?;
            let longer = Ordinal::omega_power(term.pluses.ordinary_sum(&one())?)?;
            if rest >= longer && term.is_power() {
                if *plus == term.positive {
                    // As many pluses as the leading power of ω among the signs stands for, those before included.
                    let lead = rest.terms().first().map(|lead| lead.exponent.clone()).unwrap_or_default();
                    push(&mut term.exponent, true, lead.left_difference(&term.pluses)?)?;
                    rest = rest.left_difference(&Ordinal::omega_power(lead.clone())?)?;
                    term.pluses = lead;
                } else {
                    let (minuses, others) = divided(&rest, &longer)?;
                    push(&mut term.exponent, false, minuses)?;
                    rest = others;
                }
                continue;
            }
            if rest >= longer {
                // The last sign of the coefficient begins a term whose exponent goes on with `above`, then a minus.
                term.give_back();
                let (positive, pluses) = (!*plus, term.pluses.clone());
                finish(&mut terms, &mut above, reading.take(), budget)?;
                let mut next = Reading::new(positive);
                push(&mut next.exponent, true, pluses.clone())?;
                next.pluses = pluses;
                reading = Some(next);
                continue;
            }
            let (count, others) = divided(&rest, &each)?;
            term.add_to_coefficient(*plus, count.as_finite().cloned().unwrap_or_default());
            rest = others;
            if !rest.is_zero() {
                finish(&mut terms, &mut above, reading.take(), budget)?;
            }
        }
    }
    finish(&mut terms, &mut above, reading, budget)?;
    Surreal::from_sorted(terms)
}

/// Returns the quotient and the remainder of `x` by a power of ω: the power times the first, plus the second.
fn divided(x: &Ordinal, power: &Ordinal) -> Result<(Ordinal, Ordinal), Fault> {
    let exponent = power.terms().first().map(|term| term.exponent.clone()).unwrap_or_default();
    let mut high = x.terms().into_owned();
    let kept = high.partition_point(|term| term.exponent >= exponent);
    let low = high.split_off(kept);
    for term in &mut high {
        term.exponent = term.exponent.left_difference(&exponent)?;
    }
    Ok((Ordinal::from_sorted(high)?, Ordinal::from_sorted(low)?))
}

/// Adds the term that was read.
fn finish(
    terms: &mut Vec<ConwayTerm>,
    above: &mut Option<Vec<SignRun>>,
    reading: Option<Reading>,
    budget: &mut Budget,
) -> Result<(), Fault> {
    let Some(reading) = reading else { return Ok(()) };
    let exponent = match above {
        None => reading.exponent,
        Some(above) => with_common_minuses(above, &reading.exponent)?,
    };
    let coefficient = of_dyadic_runs(&reading.coefficient)?;
    terms.push(ConwayTerm { exponent: read(&exponent, budget)?, coefficient });
    *above = Some(exponent);
    Ok(())
}

/// Returns the exponent below `above` that is `reduced` without the minuses that both have in common.
fn with_common_minuses(above: &[SignRun], reduced: &[SignRun]) -> Result<Vec<SignRun>, Fault> {
    let mut exponent = Vec::new();
    let mut rest = reduced.iter().cloned().peekable();
    for run in above {
        let SignRun::Equal { plus, length } = run else { continue };
        if !plus {
            push(&mut exponent, false, length.clone())?;
            continue;
        }
        let Some(SignRun::Equal { plus: true, length: own }) = rest.peek().cloned() else { break };
        let common = length.min(&own).clone();
        push(&mut exponent, true, common.clone())?;
        match own.cmp(length) {
            Ordering::Less => {
                rest.next();
                break;
            }
            Ordering::Equal => {
                rest.next();
            }
            Ordering::Greater => {
                if let Some(SignRun::Equal { length, .. }) = rest.peek_mut() {
                    *length = length.left_difference(&common)?;
                }
            }
        }
    }
    for run in rest {
        if let SignRun::Equal { plus, length } = run {
            push(&mut exponent, plus, length)?;
        }
    }
    Ok(exponent)
}
