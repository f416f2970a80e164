//! A summary of the values of all options of a position.

use super::Measure;
use crate::games::{Budget, Fault};
use crate::ordinals::{Ordinal, mex};

/// The values of options: the parts of them that lengths of play depend on or, for nim-values, the values themselves.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    /// The least ordinal above all of them (Smith's `super`).
    pub above: Ordinal,
    /// The least even one.
    pub least_even: Option<Ordinal>,
    /// The least odd one.
    pub least_odd: Option<Ordinal>,
    /// The least ordinal above all even ones; 0 if there is none.
    pub above_even: Ordinal,
    /// The values; of progressions the first members.
    pub values: Vec<Ordinal>,
    /// The steps of progressions, for each where it begins.
    pub progressions: Vec<(Ordinal, u64)>,
    /// `true` if there is any option.
    pub any: bool,
}

impl Summary {
    /// Adds one value.
    pub fn add(&mut self, value: &Ordinal, measure: Measure) -> Result<(), Fault> {
        self.any = true;
        if measure.excludes_from().is_some() {
            self.values.push(value.clone());
            return Ok(());
        }
        let least = if value.is_even() { &mut self.least_even } else { &mut self.least_odd };
        if least.as_ref().is_none_or(|least| value < least) {
            *least = Some(value.clone());
        }
        self.add_above(successor(value)?, value.is_even());
        Ok(())
    }

    /// Adds an infinite set of values of one parity that come up to `above`.
    pub fn add_above(&mut self, above: Ordinal, are_even: bool) {
        if are_even && above > self.above_even {
            self.above_even = above.clone();
        }
        self.above = above.max(std::mem::take(&mut self.above));
    }

    /// Adds the values of more options.
    pub fn join(&mut self, other: &Summary) {
        self.any |= other.any;
        self.add_above(other.above.clone(), false);
        self.above_even = other.above_even.clone().max(std::mem::take(&mut self.above_even));
        let pairs = [(&mut self.least_even, &other.least_even), (&mut self.least_odd, &other.least_odd)];
        for (least, other) in pairs {
            *least = match (least.take(), other) {
                (Some(a), Some(b)) => Some(a.min(b.clone())),
                (a, b) => a.or_else(|| b.clone()),
            };
        }
        self.values.extend_from_slice(&other.values);
        self.progressions.extend_from_slice(&other.progressions);
    }

    /// Returns the value of the position.
    pub fn value(&self, measure: Measure, budget: &mut Budget) -> Result<Ordinal, Fault> {
        match measure {
            Measure::Distance => Ok(self.above.clone()),
            Measure::MisereRemoteness | Measure::MisereSuspense | Measure::Hurried if !self.any => {
                Ok(Ordinal::finite(1u64))
            }
            Measure::Remoteness | Measure::MisereRemoteness | Measure::Hurried | Measure::Delayed => {
                match &self.least_even {
                    Some(least) => successor(least),
                    None => Ok(self.above.clone()),
                }
            }
            Measure::Suspense | Measure::MisereSuspense => match (&self.least_odd, &self.above_even) {
                (_, above) if !above.is_zero() && !above.is_even() => Ok(above.clone()),
                (_, above) if !above.is_zero() => successor(above),
                (Some(least), _) => successor(least),
                (None, _) => Ok(Ordinal::default()),
            },
            Measure::NimValue => mex(&self.values, &self.progressions, 0, budget),
            Measure::Foreclosed | Measure::MisereForeclosed if !self.any => Ok(Ordinal::default()),
            Measure::Foreclosed if self.values.contains(&Ordinal::default()) => Ok(Ordinal::finite(1u64)),
            Measure::Foreclosed | Measure::MisereForeclosed => mex(&self.values, &self.progressions, 2, budget),
        }
    }
}

/// Returns the next ordinal.
pub(super) fn successor(value: &Ordinal) -> Result<Ordinal, Fault> {
    value.ordinary_sum(&Ordinal::finite(1u64))
}
