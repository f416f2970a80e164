//! Values along lines.
//!
//! On a line, position i is `base + i·direction`. Values are found from the first position on until they are proved to repeat.

use std::sync::Arc;

use dashu_int::{IBig, UBig};

use super::moves::{Progression, floor};
use super::proof::Pattern;
use super::rule::{Line as Number, LinearRule, Settled};
use super::summary::Summary;
use super::{Arguments, Measure, Wanted, refused};
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Budget, Fault, deep};
use crate::ordinals::{Ordinal, lcm, too_long};

/// Arguments up to this are not worth a line.
const SMALL_ARGUMENTS: u32 = 24;
/// Positions along a line, at most, that are examined one by one; fewer where each has all before it as options.
const MAX_POSITIONS: usize = 1 << 13;
const MOST_WITH_ALL: usize = 1 << 9;
/// The number of lines that may wait for each other. A rule may lead from line to line without end.
const MAX_OPEN_LINES: usize = 1 << 16;
/// Bytes of the stack that a level takes.
const FRAME: usize = 4 << 10;

/// Positions in a row: the first, where a step back would make an argument negative, and the step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Line {
    pub base: Arguments,
    pub direction: Arguments,
}

impl Line {
    fn at(&self, i: &IBig) -> Arguments {
        self.base.iter().zip(&self.direction).map(|(base, step)| base + step * i).collect()
    }

    /// Returns the place of a position on the line, or `None` if it is not on it.
    pub(super) fn place(&self, arguments: &[IBig]) -> Option<IBig> {
        let moving = self.direction.iter().position(|step| !step.is_zero())?;
        let i = floor(&(&arguments[moving] - &self.base[moving]), &self.direction[moving]);
        (self.at(&i) == arguments).then_some(i)
    }
}

/// Values along a line.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    /// The values for both sides of a measure; most measures have one side.
    values: [Vec<Ordinal>; 2],
    pub proved: Option<Repeats>,
}

/// The repetition of values: from `from` on each is that of `period` places earlier plus the step of its side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repeats {
    pub from: usize,
    pub period: u64,
    pub steps: [u64; 2],
}

impl Sequence {
    fn len(&self) -> usize {
        self.values[0].len()
    }

    pub(super) fn get(&self, i: &IBig, side: usize) -> Result<Option<Ordinal>, Fault> {
        if let Some(value) = usize::try_from(i).ok().and_then(|i| self.values[side].get(i)) {
            return Ok(Some(value.clone()));
        }
        let Some(Repeats { from, period, steps }) = self.proved else { return Ok(None) };
        let beyond = UBig::try_from(i - IBig::from(from)).unwrap_or_default();
        let place = from + usize::try_from(&beyond % period).unwrap_or_default();
        let more = Ordinal::finite(beyond / period * steps[side]);
        self.values[side][place].ordinary_sum(&more).map(Some)
    }
}

/// The results computed for a rule.
#[derive(Debug, Default)]
pub(super) struct Memory {
    points: FastMap<(Arguments, usize), Ordinal>,
    pub lines: FastMap<Line, Arc<Sequence>>,
    open_points: FastSet<(Arguments, usize)>,
    open_lines: FastSet<Line>,
}

/// A rule under one measure.
pub(super) struct Reckoning<'a> {
    pub memory: &'a mut Memory,
    rule: &'a LinearRule,
    pub measure: Measure,
    pub budget: &'a mut Budget,
}

impl Memory {
    pub fn measure(
        &mut self,
        rule: &LinearRule,
        arguments: &[IBig],
        measure: Measure,
        budget: &mut Budget,
    ) -> Result<Ordinal, Fault> {
        Reckoning { memory: self, rule, measure, budget }.point(arguments, measure.side())
    }

    /// Returns the members of a family that are wanted, as families and positions.
    pub fn chosen(
        &mut self,
        rule: &LinearRule,
        family: &Progression,
        measure: Measure,
        wanted: Wanted,
        budget: &mut Budget,
    ) -> Result<(Vec<Arguments>, Vec<Progression>), Fault> {
        let (mut listed, mut families) = (Vec::new(), Vec::new());
        for member in self.members(rule, family, measure, budget)? {
            match (member.again, wanted) {
                // Among members whose values grow, at most one has a given value.
                (Some((step, more)), Wanted::Value(value)) if more > 0 => {
                    let (first, last) = (member.value.finite_part(), value.finite_part());
                    let is_near = member.value.limit_part() == value.limit_part() && last >= first;
                    if is_near && (&last - &first) % more == 0 {
                        let far = Progression { start: member.arguments, step };
                        listed.push(far.member(&IBig::from((last - first) / more)));
                    }
                }
                (_, wanted) if !wanted.is(&member.value) => {}
                (None, _) => listed.push(member.arguments),
                // If only parity matters, values grow by even steps.
                (Some((step, _)), _) => families.push(Progression { start: member.arguments, step }),
            }
        }
        Ok((listed, families))
    }

    /// Returns the members of a family until they repeat.
    pub fn members(
        &mut self,
        rule: &LinearRule,
        family: &Progression,
        measure: Measure,
        budget: &mut Budget,
    ) -> Result<Vec<Member>, Fault> {
        Reckoning { memory: self, rule, measure, budget }.members(family, measure.side())
    }
}

/// A member of a family, and if all members some steps further are like it, that step and the amount that it adds to
/// the value.
pub(super) struct Member {
    pub arguments: Arguments,
    pub value: Ordinal,
    pub again: Option<(Arguments, u64)>,
}

impl Reckoning<'_> {
    /// Returns the side whose values of the options decide the value on this one.
    pub(super) fn across(&self, side: usize) -> usize {
        if self.measure.has_two_sides() { 1 - side } else { side }
    }

    pub(super) fn sides(&self) -> usize {
        if self.measure.has_two_sides() { 2 } else { 1 }
    }

    pub(super) fn measure_of(&self, side: usize) -> Measure {
        if self.measure.has_two_sides() { [Measure::Hurried, Measure::Delayed][side] } else { self.measure }
    }

    /// Returns the value of a position.
    fn point(&mut self, arguments: &[IBig], side: usize) -> Result<Ordinal, Fault> {
        self.budget.tick()?;
        let key = (arguments.to_vec(), side);
        if let Some(value) = self.memory.points.get(&key) {
            return Ok(value.clone());
        }
        deep::level(FRAME, || match largest(arguments) {
            Some(along) if arguments[along] > IBig::from(SMALL_ARGUMENTS) => {
                let mut base = arguments.to_vec();
                let i = std::mem::take(&mut base[along]);
                let direction = (0..base.len()).map(|at| IBig::from(u8::from(at == along))).collect();
                let sequence = self.line(&Line { base, direction }, Some(&i))?;
                sequence.get(&i, side)?.ok_or_else(|| refused("nothing is proved of positions that are so large"))
            }
            _ => {
                if !self.memory.open_points.insert(key.clone()) {
                    return Err(refused("the rule leads round in circles"));
                }
                let measure = self.measure_of(side);
                let value = self.summary(arguments, side, None).and_then(|all| all.value(measure, self.budget));
                self.memory.open_points.remove(&key);
                if let Ok(value) = &value {
                    self.memory.points.insert(key, value.clone());
                }
                value
            }
        })?
    }

    /// Summarises the options of a position for a side. For options on a line, it takes their values so far.
    fn summary(
        &mut self,
        arguments: &[IBig],
        side: usize,
        line: Option<(&Line, &[Vec<Ordinal>; 2])>,
    ) -> Result<Summary, Fault> {
        let side = self.across(side);
        let moves = self.rule.moves(arguments, self.budget)?;
        let mut summary = Summary::default();
        for option in &moves.listed {
            let before = line.and_then(|(line, values)| Some((line.place(option)?, values)));
            let value = match before {
                Some((place, values)) => {
                    let place = usize::try_from(&place).ok().and_then(|place| values[side].get(place));
                    place.cloned().ok_or_else(|| refused("the rule leads to larger and larger numbers"))?
                }
                None => self.point(option, side)?,
            };
            summary.add(&value, self.measure)?;
        }
        for family in &moves.families {
            let family = self.family(family, side)?;
            summary.join(&family);
        }
        Ok(summary)
    }

    /// Returns the values of a family.
    fn family(&mut self, family: &Progression, side: usize) -> Result<Summary, Fault> {
        let mut summary = Summary::default();
        for member in self.members(family, side)? {
            summary.add(&member.value, self.measure)?;
            match member.again {
                Some((_, step)) if step > 0 && self.measure.excludes_from().is_some() => {
                    summary.progressions.push((member.value, step));
                }
                Some((_, step)) if step > 0 => {
                    // If parity matters, all members have the same one, because only even steps are proved.
                    let limit = member.value.limit_part().ordinary_sum(&Ordinal::omega())?;
                    summary.add_above(limit, member.value.is_even());
                }
                _ => {}
            }
        }
        Ok(summary)
    }

    /// Returns the members of a family until they repeat.
    fn members(&mut self, family: &Progression, side: usize) -> Result<Vec<Member>, Fault> {
        let (line, start, stride) = family.line();
        let sequence = self.line(&line, None)?;
        let unproved = || refused("nothing is proved of the values of a family of options without end");
        let Repeats { from, period, steps } = sequence.proved.ok_or_else(unproved)?;
        let stride = u64::try_from(&stride).map_err(|_| too_long())?;
        let rounds = lcm(period, stride).ok_or_else(too_long)?;
        let (in_a_round, more) = (rounds / stride, rounds / period * steps[side]);
        let mut members = Vec::new();
        let mut i = start;
        let mut repeating = 0;
        while repeating < in_a_round {
            self.budget.tick()?;
            let value = sequence.get(&i, side)?.ok_or_else(unproved)?;
            let again = i >= IBig::from(from);
            repeating += u64::from(again);
            let far = || line.direction.iter().map(|step| step * IBig::from(rounds)).collect();
            members.push(Member { arguments: line.at(&i), value, again: again.then(|| (far(), more)) });
            i += stride;
        }
        Ok(members)
    }

    /// Returns the values along a line, proved, or as far as `wanted`.
    fn line(&mut self, line: &Line, wanted: Option<&IBig>) -> Result<Arc<Sequence>, Fault> {
        let wanted = wanted.map(|i| usize::try_from(i).unwrap_or(usize::MAX));
        if let Some(known) = self.memory.lines.get(line)
            && (known.proved.is_some() || wanted.is_some_and(|i| i < known.len()))
        {
            return Ok(known.clone());
        }
        if !self.memory.open_lines.insert(line.clone()) {
            return Err(refused("positions of one kind lead to each other, and nothing is proved of them"));
        }
        let sequence = match self.memory.open_lines.len() > MAX_OPEN_LINES {
            true => Err(Fault::Depth { limit: MAX_OPEN_LINES }),
            false => deep::level(FRAME, || self.sequence(line, wanted)).flatten(),
        };
        self.memory.open_lines.remove(line);
        let sequence = Arc::new(sequence?);
        self.memory.lines.insert(line.clone(), sequence.clone());
        Ok(sequence)
    }

    fn sequence(&mut self, line: &Line, wanted: Option<usize>) -> Result<Sequence, Fault> {
        let too_far = || match wanted {
            Some(_) => refused("nothing is proved of positions that are so large"),
            None => refused("the options go on without end, and nothing proves how the values of all of them go on"),
        };
        let pattern = self.settled_pattern(line)?;
        let most = if pattern.as_ref().is_some_and(|(pattern, _)| !pattern.before.is_empty()) {
            MOST_WITH_ALL
        } else {
            MAX_POSITIONS
        };
        if pattern.is_none() && wanted.is_none_or(|i| i >= most) {
            return Err(too_far());
        }
        let mut sequence = Sequence::default();
        let mut next_try = 32;
        loop {
            let i = sequence.len();
            if i == next_try
                && let Some((pattern, constant)) = &pattern
            {
                sequence.proved = self.proof(pattern, constant, &sequence.values)?;
                next_try *= 2;
            }
            let is_enough = sequence.proved.is_some() || pattern.is_none() && wanted.is_some_and(|wanted| wanted < i);
            if is_enough || i >= most {
                break;
            }
            self.budget.reserve(size_of::<Ordinal>() * 4)?;
            let place = line.at(&IBig::from(i));
            for side in (0..=1).take(self.sides()) {
                let summary = self.summary(&place, side, Some((line, &sequence.values)))?;
                let value = summary.value(self.measure_of(side), self.budget)?;
                sequence.values[side].push(value);
            }
        }
        if sequence.proved.is_none() && wanted.is_none_or(|wanted| wanted >= sequence.len()) {
            return Err(too_far());
        }
        Ok(sequence)
    }

    /// Returns the pattern of a line, and the values of the options that do not depend on the place, or `None` if one
    /// is not known.
    fn settled_pattern(&mut self, line: &Line) -> Result<Option<(Pattern, [Summary; 2])>, Fault> {
        let Some(pattern) = self.pattern(line)? else { return Ok(None) };
        match self.constant(&pattern) {
            Ok(constant) => Ok(Some((pattern, constant))),
            Err(Fault::None(_)) => Ok(None),
            Err(limit) => Err(limit),
        }
    }

    fn constant(&mut self, pattern: &Pattern) -> Result<[Summary; 2], Fault> {
        let mut constant = <[Summary; 2]>::default();
        for (side, constant) in constant.iter_mut().enumerate().take(self.sides()) {
            for option in &pattern.constant {
                let value = self.point(option, side)?;
                constant.add(&value, self.measure)?;
            }
            for family in &pattern.families {
                let family = self.family(family, side)?;
                constant.join(&family);
            }
        }
        for (other, ..) in &pattern.others {
            self.line(other, None)?;
        }
        Ok(constant)
    }

    /// Returns the pattern of the rule for large i, or `None` if it cannot be expressed in these terms.
    fn pattern(&mut self, line: &Line) -> Result<Option<Pattern>, Fault> {
        let along = |(base, step): (&IBig, &IBig)| Number { at: base.clone(), along: step.clone(), free: IBig::ZERO };
        let here: Vec<Number> = line.base.iter().zip(&line.direction).map(along).collect();
        let mut pattern = Pattern::default();
        let mut settled = Settled::default();
        for clause in &self.rule.clauses {
            let Some(shapes) = clause.shapes(&here, &mut settled, self.budget)? else { return Ok(None) };
            for shape in shapes {
                let known = match &shape.below {
                    Some(bound) => pattern.add_before(line, &shape.arguments, bound),
                    None => pattern.add(line, shape.arguments),
                };
                if known.is_none() {
                    return Ok(None);
                }
            }
        }
        pattern.from = settled.along.max(std::mem::take(&mut pattern.from));
        Ok(Some(pattern))
    }
}

/// Returns the place of the largest argument, the last of them.
fn largest(arguments: &[IBig]) -> Option<usize> {
    (0..arguments.len()).max_by_key(|&i| &arguments[i])
}
