//! Families of options as kinds that are alike for some measures.

use dashu_int::IBig;

use super::lines::Memory;
use super::moves::Progression;
use super::rule::LinearRule;
use super::{Arguments, Measure, refused};
use crate::games::{Budget, Fault};
use crate::ordinals::Ordinal;

/// The largest number of members of a family that are examined one by one because their lengths of play are not beyond
/// the limit that is enough.
const MAX_MEMBERS: usize = 10_000;

/// The property of a measure that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// The measure itself, up to the limit that is enough, and beyond it only its limit part and parity.
    Itself,
    /// The parity.
    Parity,
    /// The fact that it is 0, or not.
    Zero,
}

/// The knowledge of a measure along a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
enum MeasureKnowledge {
    Exactly(Ordinal),
    /// A lower bound above this limit, which is enough.
    Beyond(Ordinal, bool),
    Even(bool),
    Zero(bool),
}

/// Options that are alike: one, or a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// The first member, and the step to each next one; a step of zeros where there is none.
    pub family: Progression,
    /// `true` if some measure that counts itself grows along the family.
    pub grows: bool,
    told: Vec<MeasureKnowledge>,
}

impl Bundle {
    pub(super) fn of(family: Progression) -> Bundle {
        Bundle { family, grows: false, told: Vec::new() }
    }

    /// Returns `true` if there is only one member.
    pub fn is_one(&self) -> bool {
        self.family.step.iter().all(IBig::is_zero)
    }

    /// Returns members of this kind with a more precise knowledge of one measure.
    fn finer(&self, start: Arguments, step: Arguments, grows: bool, told: MeasureKnowledge) -> Bundle {
        let told = self.told.iter().cloned().chain([told]).collect();
        Bundle { family: Progression { start, step }, grows: self.grows || grows, told }
    }

    /// Returns `true` if this single member comes just before a family with equal knowledge.
    fn precedes(&self, next: &Bundle) -> bool {
        self.is_one()
            && !next.is_one()
            && self.told == next.told
            && self.family.start == next.family.member(&(-1).into())
    }
}

/// Kinds of which single members are put before the families they belong to.
pub(super) fn joined(kinds: Vec<Bundle>, budget: &mut Budget) -> Result<Vec<Bundle>, Fault> {
    let mut all: Vec<Bundle> = Vec::new();
    for mut kind in kinds.into_iter().rev() {
        budget.tick()?;
        match all.iter_mut().find(|next| kind.precedes(next)) {
            Some(next) => next.family.start = std::mem::take(&mut kind.family.start),
            None => all.push(kind),
        }
    }
    all.reverse();
    Ok(all)
}

impl Memory {
    /// Returns the kinds into which one falls by a measure.
    pub(super) fn told_apart(
        &mut self,
        rule: &LinearRule,
        kind: &Bundle,
        (measure, compared): (Measure, Compared),
        enough: &[Ordinal],
        budget: &mut Budget,
    ) -> Result<Vec<Bundle>, Fault> {
        let told = |value: &Ordinal| match compared {
            Compared::Itself if !value.is_beyond(enough) => MeasureKnowledge::Exactly(value.clone()),
            Compared::Itself => MeasureKnowledge::Beyond(value.limit_part(), value.is_even()),
            Compared::Parity => MeasureKnowledge::Even(value.is_even()),
            Compared::Zero => MeasureKnowledge::Zero(value.is_zero()),
        };
        let none: Arguments = vec![IBig::ZERO; kind.family.start.len()];
        if kind.is_one() {
            let value = self.measure(rule, &kind.family.start, measure, budget)?;
            return Ok(vec![kind.finer(kind.family.start.clone(), none, false, told(&value))]);
        }
        let mut found = Vec::new();
        for member in self.members(rule, &kind.family, measure, budget)? {
            let (mut start, mut value) = (member.arguments, member.value);
            let Some((step, more)) = member.again else {
                found.push(kind.finer(start, none.clone(), false, told(&value)));
                continue;
            };
            let next = |start: &Arguments| start.iter().zip(&step).map(|(a, b)| a + b).collect::<Arguments>();
            // If it grows, members are listed one by one as far as the measure itself counts.
            while more > 0 && matches!(told(&value), MeasureKnowledge::Exactly(_) | MeasureKnowledge::Zero(true)) {
                budget.tick()?;
                found.push(kind.finer(start.clone(), none.clone(), false, told(&value)));
                if found.len() > MAX_MEMBERS {
                    return Err(refused("too many of the moves lead to lengths of play that are to be told apart"));
                }
                start = next(&start);
                value = value.ordinary_sum(&Ordinal::finite(more))?;
            }
            let grows = more > 0 && compared == Compared::Itself;
            if more % 2 == 0 || compared == Compared::Zero {
                found.push(kind.finer(start, step.clone(), grows, told(&value)));
                continue;
            }
            let twice: Arguments = step.iter().map(|step| step * 2).collect();
            let second = value.ordinary_sum(&Ordinal::finite(more))?;
            found.push(kind.finer(start.clone(), twice.clone(), grows, told(&value)));
            found.push(kind.finer(next(&start), twice, grows, told(&second)));
        }
        Ok(found)
    }
}
