//! Genera of sums of heaps of any size of one rule.

use dashu_int::UBig;

use super::genus::Genus;
use super::quotient::{Limits, Quotient};
use super::words::{ALL_VALUES, Ceiling};
use crate::games::{Budget, Fault};
use crate::heaps::{Period, Rule};

/// The ceilings of the misère nim-values that are distinguished, step by step. A result that needs fewer of them is
/// found sooner, and with all of them the quotient may grow beyond the limits of the search. That of Kayles does from
/// heap 20 on: an odd number of heaps 12 and an even number of heaps 20 are distinguished by the misère nim-values 6
/// and 7, as far as was checked, which are more.
const STEPS: [Ceiling; 2] = [4, ALL_VALUES];
/// The largest heap of Nim that may stand beside the heaps of the rule.
const LARGEST_NIM: u32 = 3;

/// The proved genera of all heaps of a rule and of their sums, computed on demand.
pub struct Genera {
    rule: Rule,
    /// The quotient of each step, or `None` if there is none.
    found: Vec<Option<Quotient>>,
}

/// The knowledge that the quotients give of the genus of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The genus, and the quotient that determines it.
    Genus(Genus, ByNimValues),
    /// A lower bound: beside some heaps `*2` the misère nim-value is at least this.
    AtLeast {
        /// The number of heaps `*2` beside the sum.
        beside: usize,
        /// The value, or more.
        value: u32,
    },
    /// No knowledge.
    Nothing,
}

/// The quotient of all heaps of a rule, with `*` and `*2`, by their misère nim-values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByNimValues {
    /// The number of elements.
    pub order: usize,
    /// The proved period of the elements of heaps.
    pub period: Period,
    /// The value from which on all values count as one; `None` if all are distinguished.
    pub ceiling: Option<u32>,
}

impl Genera {
    /// Returns the genera of a rule, not computed yet.
    pub fn new(rule: Rule) -> Genera {
        Genera { rule, found: Vec::new() }
    }

    /// Returns the knowledge of the genus of the sum of some heaps of the rule and of Nim, whose nim-value is `normal`.
    ///
    /// The quotients are looked for among the first `most` heaps and within `limits`.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::heaps::{Code, Rule};
    /// use cg_engine::misere::{Genera, Limits, Told};
    ///
    /// let mut genera = Genera::new(Rule::from("0.34".parse::<Code>()?));
    /// let told = genera.told(&[100_002u32.into()], &[], 2, 400, Limits::SMALL, &mut Budget::unlimited())?;
    /// let Told::Genus(genus, by) = told else { panic!("{told:?}") };
    /// assert_eq!((genus.to_string(), by.order), ("2^1420".to_owned(), 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Limits of the session.
    pub fn told(
        &mut self,
        heaps: &[UBig],
        nim: &[u32],
        normal: u32,
        most: usize,
        limits: Limits,
        budget: &mut Budget,
    ) -> Result<Told, Fault> {
        let mut told = Told::Nothing;
        if nim.iter().any(|&size| size > LARGEST_NIM) {
            return Ok(told);
        }
        for (step, ceiling) in STEPS.into_iter().enumerate() {
            if self.found.len() == step {
                self.found.push(Quotient::by_nim_values(&self.rule, ceiling, most, limits, budget)?);
            }
            let Some(quotient) = &self.found[step] else { break };
            told = told_by(quotient, ceiling, heaps, nim, normal, budget)?;
            if matches!(told, Told::Genus(..)) {
                break;
            }
        }
        Ok(told)
    }
}

fn told_by(
    quotient: &Quotient,
    ceiling: Ceiling,
    heaps: &[UBig],
    nim: &[u32],
    normal: u32,
    budget: &mut Budget,
) -> Result<Told, Fault> {
    let Some(period) = quotient.period() else { return Ok(Told::Nothing) };
    let [one, two] = [1, 2].map(|size| quotient.nim(size));
    let mut sum = 0;
    for heap in heaps {
        budget.tick()?;
        let Some(element) = quotient.value_of(heap) else { return Ok(Told::Nothing) };
        sum = quotient.times(sum, element);
    }
    for size in nim {
        // The heap of 3 is equal to those of 1 and 2 together.
        for (bit, element) in [(1, one), (2, two)] {
            if size & bit != 0 {
                sum = quotient.times(sum, element);
            }
        }
    }
    let (mut met, mut digits) = (Vec::new(), Vec::new());
    // When an element comes back so do the values, and two of them alternate; two more are examined to see which.
    let mut more = 3;
    while more > 0 {
        budget.tick()?;
        let value = quotient.nim_value(sum);
        if value == u32::from(ceiling) {
            return Ok(Told::AtLeast { beside: digits.len(), value });
        }
        if more < 3 || met.contains(&sum) {
            more -= 1;
        }
        met.push(sum);
        digits.push(value);
        sum = quotient.times(sum, two);
    }
    let by = ByNimValues {
        order: quotient.order(),
        period: period.clone(),
        ceiling: (ceiling < ALL_VALUES).then_some(ceiling.into()),
    };
    Ok(Told::Genus(Genus::of_digits(normal, digits), by))
}
