//! Games on numbers whose rule is known as data, so that infinitely many options can be reckoned with (Smith 1966, section 11).
//!
//! The options of a game are linear in its arguments, under conditions that compare linear terms; a variable may run
//! through all natural numbers. An infinite set of options lies on a *line*: positions of which each is a step further
//! than the one before. Along a line, lengths of play and nim-values are computed one by one until they repeat, up to a
//! constant step. The rule for large numbers then proves that they go on repeating. Without a proof there is no answer.

mod descent;
mod falls;
mod kinds;
mod lines;
mod moves;
mod paired;
mod proof;
mod rule;
mod summary;

use crate::games::Cache;

use dashu_int::IBig;

pub use descent::{ArgumentStep, Descent};
pub use falls::FallingOption;
pub use kinds::{Bundle, Compared};
pub use moves::{Choices, Progression};
pub use paired::{OrdinalLaw, Paired};
pub use rule::{Clause, Guard, Heaps, Linear, LinearRule, Range, Sign, heap_of_size, size_of_heap};

use crate::games::{Budget, Fault};
use crate::ordinals::Ordinal;
use lines::Memory;

/// The arguments of a position.
pub type Arguments = Vec<IBig>;

/// A quantity computed for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Smith's D, the length of the longest play.
    Distance,
    /// Smith's R, when the last player wins.
    Remoteness,
    /// Remoteness if the last player loses.
    MisereRemoteness,
    /// The nim-value.
    NimValue,
    /// The length of play if the winner delays the end and the loser hastens it, when the last player wins (*Winning
    /// Ways*, ch. 9): odd if the mover wins, and then the least odd ordinal above those of the lost options; else the
    /// next after the least of the options.
    Suspense,
    /// Suspense if the last player loses.
    MisereSuspense,
    /// The nim-value if nobody moves to an end or to a position from which one move ends play, when the last player
    /// wins (*Winning Ways*, ch. 9: foreclosed values): 0 at an end, 1 if one move leads to an end, else 2 plus the
    /// nim-value.
    Foreclosed,
    /// The foreclosed value if nobody moves to an end, because the last player loses: 0 at an end, else 2 plus the
    /// nim-value.
    MisereForeclosed,
    /// The number of moves until play ends if the mover hurries and the opponent delays (Smith's Q with every end a
    /// success, section 12). It is odd, or 1 at an end.
    Hurried,
    /// The number of moves until play ends if the mover delays and the opponent hurries.
    Delayed,
}

impl Measure {
    /// Memories, of which the last is for the two that are found together.
    const COUNT: usize = 9;

    fn has_two_sides(self) -> bool {
        matches!(self, Measure::Hurried | Measure::Delayed)
    }

    /// Returns the least possible value if the measure is a least number that no option has: smaller numbers are not
    /// nim-values.
    fn excludes_from(self) -> Option<u64> {
        match self {
            Measure::NimValue => Some(0),
            Measure::Foreclosed | Measure::MisereForeclosed => Some(2),
            _ => None,
        }
    }

    fn side(self) -> usize {
        usize::from(self == Measure::Delayed)
    }

    fn memory(self) -> usize {
        self as usize - self.side()
    }
}

/// A choice of options by their measure.
#[derive(Clone, Copy, Debug)]
pub enum Wanted<'a> {
    /// The options of this value.
    Value(&'a Ordinal),
    /// The options of an even value.
    Even,
}

impl Wanted<'_> {
    fn is(self, value: &Ordinal) -> bool {
        match self {
            Wanted::Value(wanted) => value == wanted,
            Wanted::Even => value.is_even(),
        }
    }
}

/// The rule of a game, and the results computed with it.
#[derive(Debug)]
pub struct Law {
    /// The rule.
    pub rule: LinearRule,
    memories: [Cache<Memory>; Measure::COUNT],
}

impl Law {
    /// Returns the game of a rule.
    pub fn new(rule: LinearRule) -> Law {
        Law { rule, memories: Default::default() }
    }

    /// Returns a length of play or the nim-value of a position.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::laws::{Clause, Law, Linear, Measure, Range, LinearRule};
    ///
    /// // From a there is a move to every number below it.
    /// let below = (Range::Below(Linear::variable(0)), Vec::new());
    /// let heap = Clause { ranges: vec![below], guards: Vec::new(), arguments: vec![Linear::variable(1)] };
    /// let law = Law::new(LinearRule { arity: 1, clauses: vec![heap] });
    /// let million = [10u32.pow(6).into()];
    /// assert_eq!(law.measure(&million, Measure::NimValue, &mut Budget::unlimited())?.to_string(), "1000000");
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::None`] if the rule leads round in circles or below 0, or if the repetition cannot be proved.
    pub fn measure(&self, arguments: &[IBig], measure: Measure, budget: &mut Budget) -> Result<Ordinal, Fault> {
        let mut memory = self.memories[measure.memory()].write();
        memory.measure(&self.rule, arguments, measure, budget)
    }

    /// Returns the options whose value is as wanted: those that can be listed, and families of others.
    pub fn chosen(
        &self,
        arguments: &[IBig],
        measure: Measure,
        wanted: Wanted,
        budget: &mut Budget,
    ) -> Result<Choices, Fault> {
        let mut memory = self.memories[measure.memory()].write();
        let all = self.rule.moves(arguments, budget)?;
        let mut chosen = Choices::default();
        for option in all.listed {
            if wanted.is(&memory.measure(&self.rule, &option, measure, budget)?) {
                chosen.listed.push(option);
            }
        }
        for family in &all.families {
            let (listed, families) = memory.chosen(&self.rule, family, measure, wanted, budget)?;
            chosen.listed.extend(listed);
            chosen.families.extend(families);
        }
        Ok(chosen)
    }

    /// Returns the members of a family of options as kinds that measures do not distinguish.
    ///
    /// # Errors
    /// [`Fault::None`] if infinitely many lengths of play are not beyond `enough`.
    pub fn kinds(
        &self,
        family: &Progression,
        measures: &[(Measure, Compared)],
        enough: &[Ordinal],
        budget: &mut Budget,
    ) -> Result<Vec<Bundle>, Fault> {
        let mut kinds = vec![Bundle::of(family.clone())];
        for &(measure, compared) in measures {
            let mut memory = self.memories[measure.memory()].write();
            let mut finer = Vec::new();
            for kind in &kinds {
                finer.extend(memory.told_apart(&self.rule, kind, (measure, compared), enough, budget)?);
            }
            kinds = finer;
        }
        kinds::joined(kinds, budget)
    }
}

fn refused(reason: &str) -> Fault {
    Fault::None(reason.into())
}
