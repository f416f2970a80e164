//! The options of one position: those that can be listed, and families without end.

use dashu_int::IBig;
use dashu_int::ops::Gcd;

use super::rule::{Clause, Line, LinearRule, Range, Settled};
use super::{Arguments, refused};
use crate::games::{Budget, Fault};

/// Positions `start`, `start + step`, `start + 2·step` and so on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Progression {
    /// The first.
    pub start: Arguments,
    /// The step from each to the next: nowhere negative, somewhere positive.
    pub step: Arguments,
}

impl Progression {
    /// Returns one position alone, as a progression with step 0.
    pub fn one(start: Arguments) -> Progression {
        let step = vec![IBig::ZERO; start.len()];
        Progression { start, step }
    }

    /// Returns the member with this number, from 0.
    pub fn member(&self, n: &IBig) -> Arguments {
        self.start.iter().zip(&self.step).map(|(start, step)| start + step * n).collect()
    }

    /// Returns `true` if a position is a member.
    pub fn contains(&self, arguments: &[IBig]) -> bool {
        let Some(moving) = self.step.iter().position(|step| !step.is_zero()) else { return false };
        let n = (&arguments[moving] - &self.start[moving]) / &self.step[moving];
        n >= IBig::ZERO && self.member(&n) == arguments
    }

    /// Returns the line through the members, the number of its steps in front of them, and the number of its steps in
    /// one of their own. The line begins where an argument would become negative.
    pub(super) fn line(&self) -> (super::lines::Line, IBig, IBig) {
        let moving = |(_, step): &(&IBig, &IBig)| !step.is_zero();
        let stride = self.step.iter().fold(IBig::ZERO, |gcd, step| match gcd.is_zero() {
            true => step.clone(),
            false if step.is_zero() => gcd,
            false => IBig::from((&gcd).gcd(step)),
        });
        let direction: Arguments = self.step.iter().map(|step| step / &stride).collect();
        let back = self.start.iter().zip(&direction).filter(moving).map(|(start, step)| floor(start, step)).min();
        let back = back.unwrap_or_default();
        let base = self.start.iter().zip(&direction).map(|(start, step)| start - step * &back).collect();
        (super::lines::Line { base, direction }, back, stride)
    }
}

/// Returns the quotient, rounded down; the divisor is positive.
pub(super) fn floor(n: &IBig, by: &IBig) -> IBig {
    let quotient = n / by;
    if &quotient * by > *n { quotient - 1 } else { quotient }
}

/// The options of a position.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// The options that can be listed, in the order of the rule.
    pub listed: Vec<Arguments>,
    /// The others.
    pub families: Vec<Progression>,
}

/// Options as they stand in a rule: the arguments, and those of a variable that runs through a prefix of the line.
pub(super) struct Shape {
    pub arguments: Vec<Line>,
    /// The bound of a variable that depends on the place in the line; the variable is then `free`.
    pub below: Option<Line>,
}

impl LinearRule {
    /// Returns the numbers that moves add to the one argument, and the argument from which on they are these. `None` if a move
    /// changes it otherwise, or if there are several arguments.
    ///
    /// # Errors
    /// [`Fault::None`] if a range does not settle; limits.
    pub fn steps(&self, budget: &mut Budget) -> Result<Option<(IBig, Vec<IBig>)>, Fault> {
        if self.arity != 1 {
            return Ok(None);
        }
        let here = [Line { along: IBig::ONE, ..Line::default() }];
        let (mut settled, mut steps) = (Settled::default(), Vec::new());
        for clause in &self.clauses {
            let Some(shapes) = clause.shapes(&here, &mut settled, budget)? else { return Ok(None) };
            for shape in shapes {
                let line = &shape.arguments[0];
                if shape.below.is_some() || line.along != IBig::ONE || !line.free.is_zero() {
                    return Ok(None);
                }
                steps.push(line.at.clone());
            }
        }
        Ok(Some((settled.along, steps)))
    }

    /// Returns the options of a position.
    ///
    /// # Errors
    /// [`Fault::None`] if the rule leads to a negative number, or where a family does not settle.
    pub fn moves(&self, arguments: &[IBig], budget: &mut Budget) -> Result<Choices, Fault> {
        let mut moves = Choices::default();
        let here: Vec<Line> = arguments.iter().cloned().map(Line::number).collect();
        for clause in &self.clauses {
            let mut settled = Settled::default();
            let shapes = clause.shapes(&here, &mut settled, budget)?;
            for shape in shapes
                .ok_or_else(|| refused("two variables run on without end at once, in one option or in one condition"))?
            {
                let start: Arguments = shape.arguments.iter().map(|line| line.at.clone()).collect();
                let step: Arguments = shape.arguments.iter().map(|line| line.free.clone()).collect();
                if let Some(negative) = start.iter().find(|n| **n < IBig::ZERO) {
                    return Err(refused(&format!("the rule leads to the number {negative}, below 0")));
                }
                if step.iter().all(IBig::is_zero) {
                    moves.listed.push(start);
                } else if step.iter().any(|n| *n < IBig::ZERO) {
                    return Err(refused("an argument becomes smaller and smaller without end"));
                } else {
                    moves.families.push(Progression { start, step });
                }
            }
        }
        Ok(moves)
    }
}

/// The largest number of values that a bound variable is given one by one.
const MOST_VALUES: u32 = 1_000_000;

/// The progress of the variables of a clause.
#[derive(Clone)]
struct ClauseWay {
    values: Vec<Line>,
    /// The number of ranges that have given their variable a value.
    ranges: usize,
    below: Option<Line>,
}

impl ClauseWay {
    fn is_free(&self) -> bool {
        self.values.iter().any(|value| !value.free.is_zero())
    }

    fn with(&self, value: Line) -> ClauseWay {
        let mut way = ClauseWay { ranges: self.ranges + 1, ..self.clone() };
        way.values.push(value);
        way
    }
}

impl Clause {
    /// Returns the options of this clause where arguments stand on a line, as it is in the end: i grows beyond
    /// `settled.along`. `None` if they do not settle.
    pub(super) fn shapes(
        &self,
        arguments: &[Line],
        settled: &mut Settled,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Shape>>, Fault> {
        let mut found = Vec::new();
        let mut work = vec![ClauseWay { values: arguments.to_vec(), ranges: 0, below: None }];
        while let Some(mut way) = work.pop() {
            budget.tick()?;
            let guards = way.ranges.checked_sub(1).map_or(&self.guards, |last| &self.ranges[last].1);
            let mut holds = true;
            let mut from = IBig::ZERO;
            for guard in guards {
                let mut here = Settled { along: std::mem::take(&mut settled.along), free: IBig::ZERO };
                let in_the_end = guard.holds(&way.values, &mut here);
                settled.along = here.along;
                let Some(in_the_end) = in_the_end else { return Ok(None) };
                holds &= in_the_end;
                from = from.max(here.free);
            }
            if from > IBig::ZERO {
                if let Some(bound) = &mut way.below {
                    // All these members are there as soon as the bound has passed them.
                    if bound.along <= IBig::ZERO {
                        return Ok(None);
                    }
                    settled.along = (&from - &bound.at + IBig::ONE).max(std::mem::take(&mut settled.along));
                    bound.at -= &from;
                }
                // The members in front of where the conditions settle are examined one by one.
                let free = way.values.iter().position(|value| !value.free.is_zero()).unwrap_or_default();
                for n in numbers(&IBig::ZERO, &(&from - 1))? {
                    budget.tick()?;
                    let mut one = ClauseWay { below: None, ..way.clone() };
                    one.values[free] = Line::number(&way.values[free].at + &way.values[free].free * n);
                    work.push(one);
                }
                let line = &mut way.values[free];
                line.at += &line.free * &from;
            }
            if holds && !self.go_on(way, &mut work, &mut found, budget)? {
                return Ok(None);
            }
        }
        found.reverse();
        Ok(Some(found))
    }

    /// Gives the next variable its values, or finds an option where all have theirs. Says whether that can be done.
    fn go_on(
        &self,
        way: ClauseWay,
        work: &mut Vec<ClauseWay>,
        found: &mut Vec<Shape>,
        budget: &mut Budget,
    ) -> Result<bool, Fault> {
        let Some((range, _)) = self.ranges.get(way.ranges) else {
            let arguments = self.arguments.iter().map(|argument| argument.with(&way.values)).collect();
            found.push(Shape { arguments, below: way.below });
            return Ok(true);
        };
        let free = Line { free: IBig::ONE, ..Line::default() };
        let (first, last) = match range {
            Range::Naturals if way.is_free() => return Ok(false),
            Range::Naturals => {
                work.push(way.with(free));
                return Ok(true);
            }
            Range::Below(bound) => {
                let mut last = bound.with(&way.values);
                if !way.is_free() && !last.along.is_zero() {
                    work.push(ClauseWay { below: Some(last), ..way.with(free) });
                    return Ok(true);
                }
                last.at -= 1;
                (Line::default(), last)
            }
            Range::Between(first, last) => (first.with(&way.values), last.with(&way.values)),
        };
        if !first.is_number() || !last.is_number() {
            return Ok(false);
        }
        for n in numbers(&first.at, &last.at)? {
            budget.tick()?;
            work.push(way.with(Line::number(n)));
        }
        Ok(true)
    }
}

/// Returns the numbers from the first to the last.
fn numbers(first: &IBig, last: &IBig) -> Result<impl Iterator<Item = IBig>, Fault> {
    let count: IBig = (last - first + IBig::ONE).max(IBig::ZERO);
    let too_large =
        || Fault::TooLarge { what: "number of options", size: count.to_string(), limit: MOST_VALUES.to_string() };
    let count = u32::try_from(&count).ok().filter(|count| *count <= MOST_VALUES).ok_or_else(too_large)?;
    let first = first.clone();
    Ok((0..count).map(move |k| &first + IBig::from(k)))
}
