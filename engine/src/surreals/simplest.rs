//! The simplest number between two others: the one with the shortest sign expansion.

use dashu_int::ops::BitTest;

use super::Surreal;
use super::signs::{SignRun, of_signs, push, runs_with_places};
use crate::games::{Budget, Fault};
use crate::ordinals::Ordinal;

/// An end of an interval, which does not belong to it.
#[derive(Clone, Debug)]
pub enum NumberBound {
    /// A number.
    Number(Surreal),
    /// The cut at infinitely many numbers without a last one: those whose signs come as close as is wanted to these. As a lower
    /// bound it lies above them all, as an upper bound below.
    Limit(Vec<SignRun>),
}

/// Returns the simplest number above all of `low` and below all of `high`, or `None` if there is none (Conway, *On Numbers and
/// Games*).
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::surreals::{NumberBound, Surreal, simplest_between};
/// let (zero, omega) = (Surreal::from(0), Surreal::omega());
/// let small = zero.sum(&Surreal::from(1).quotient(&omega)?)?;
/// let between = simplest_between(&[NumberBound::Number(zero)], &[NumberBound::Number(small)], &mut Budget::unlimited())?;
/// assert_eq!(between.map(|x| x.to_string()).as_deref(), Some("1/(omega*2)"));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::TooLarge`]; [`Fault::None`] if the bounds have infinitely many changes of sign in common.
pub fn simplest_between(
    low: &[NumberBound],
    high: &[NumberBound],
    budget: &mut Budget,
) -> Result<Option<Surreal>, Fault> {
    let places = low.iter().chain(high).map(|bound| match bound {
        NumberBound::Number(x) => x.terms().iter().map(|t| t.coefficient.denominator().bit_len()).sum(),
        NumberBound::Limit(_) => 0,
    });
    let places = places.sum::<usize>() + 2;
    let low = SignPath::furthest(low, false, places, budget)?;
    let high = SignPath::furthest(high, true, places, budget)?;
    let (common, low, high) = parted(low, high, budget)?;
    // Below the common part is a minus, above it a plus; nothing is the part itself.
    match (low.next()?.sign(), high.next()?.sign()) {
        (Some(false), Some(true)) => of_signs(&common, budget).map(Some),
        (None, Some(true)) => beyond(common, true, high, budget).map(Some),
        (Some(false), None) => beyond(common, false, low, budget).map(Some),
        _ => Ok(None),
    }
}

/// Returns the signs that two ways have in common, and what is left of each.
fn parted(mut a: SignPath, mut b: SignPath, budget: &mut Budget) -> Result<(Vec<SignRun>, SignPath, SignPath), Fault> {
    let mut common = Vec::new();
    loop {
        budget.tick()?;
        let length = match (a.next()?, b.next()?) {
            (Step::Run(p, m), Step::Run(q, n)) if p == q => (p, m.min(n)),
            (Step::Run(p, m), Step::Forever(q)) | (Step::Forever(q), Step::Run(p, m)) if p == q => (p, m),
            _ => return Ok((common, a, b)),
        };
        a.skip(&length.1)?;
        b.skip(&length.1)?;
        push(&mut common, length.0, length.1)?;
    }
}

/// Returns the simplest number between one with the signs `common` and one that goes on from there by `rest`, which begins
/// with `sign`.
fn beyond(mut common: Vec<SignRun>, sign: bool, mut rest: SignPath, budget: &mut Budget) -> Result<Surreal, Fault> {
    let one = Ordinal::finite(1u64);
    rest.skip(&one)?;
    push(&mut common, sign, one.clone())?;
    let next = rest.next()?;
    if let Step::Run(_, back) = &next
        && next.sign() == Some(!sign)
    {
        rest.skip(back)?;
        push(&mut common, !sign, back.clone())?;
        if !matches!(rest.next()?, Step::End) {
            return of_signs(&common, budget);
        }
    } else if next.sign() == Some(sign) {
        return of_signs(&common, budget);
    }
    push(&mut common, !sign, one)?;
    of_signs(&common, budget)
}

/// The next signs of an expansion.
enum Step {
    End,
    Run(bool, Ordinal),
    /// One sign for ever.
    Forever(bool),
}

impl Step {
    fn sign(&self) -> Option<bool> {
        match self {
            Step::End => None,
            Step::Run(plus, _) | Step::Forever(plus) => Some(*plus),
        }
    }
}

/// The signs of a bound that are still to come.
#[derive(Clone)]
struct SignPath {
    /// The last run comes first.
    runs: Vec<SignRun>,
    forever: Option<bool>,
}

impl SignPath {
    /// Returns the greatest of these bounds, or the least if `is_upper`; one sign for ever if there is none.
    fn furthest(bounds: &[NumberBound], is_upper: bool, places: usize, budget: &mut Budget) -> Result<SignPath, Fault> {
        let mut found = SignPath { runs: Vec::new(), forever: Some(is_upper) };
        for bound in bounds {
            let way = SignPath::new(bound, is_upper, places, budget)?;
            budget.charge(8 * (1 + way.runs.len() + found.runs.len()))?;
            let (_, a, b) = parted(way.clone(), found.clone(), budget)?;
            let signs = [a.next()?, b.next()?].map(|step| step.sign().map_or(0, |plus| if plus { 1 } else { -1 }));
            if (signs[0] < signs[1]) == is_upper && signs[0] != signs[1] {
                found = way;
            }
        }
        Ok(found)
    }

    fn new(bound: &NumberBound, is_upper: bool, places: usize, budget: &mut Budget) -> Result<SignPath, Fault> {
        let (mut runs, forever) = match bound {
            NumberBound::Number(x) => (runs_with_places(x, places, budget)?, None),
            NumberBound::Limit(runs) => (runs.clone(), Some(is_upper)),
        };
        runs.reverse();
        Ok(SignPath { runs, forever })
    }

    fn next(&self) -> Result<Step, Fault> {
        match self.runs.last() {
            Some(SignRun::Equal { plus, length }) => Ok(Step::Run(*plus, length.clone())),
            Some(SignRun::Endless { .. }) => {
                let why = "the numbers around it change their signs infinitely often before they part";
                Err(Fault::None(why.into()))
            }
            None => Ok(self.forever.map_or(Step::End, Step::Forever)),
        }
    }

    /// Leaves out `count` signs of the next run.
    fn skip(&mut self, count: &Ordinal) -> Result<(), Fault> {
        if let Some(SignRun::Equal { length, .. }) = self.runs.last_mut() {
            *length = length.left_difference(count)?;
            if length.is_zero() {
                self.runs.pop();
            }
        }
        Ok(())
    }
}
