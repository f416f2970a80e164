//! Values along lines, and the proof that they go on as they began.
//!
//! On a line, position i is `base + i·direction`. For large i the rule always says the same: options some steps back on the
//! line, options on other lines whose values are known, and options that do not depend on i. If the values of that many
//! positions have repeated, each time with the same number added, they do so for ever, provided that those options
//! which decide grow like the values themselves, and those which do not decide grow no faster towards deciding.

use std::rc::Rc;

use dashu_int::{IBig, UBig};

use super::moves::{Progression, floor};
use super::rule::{Line as Number, LinearRule, Settled};
use super::summary::{LONGEST, Summary, lcm, limit_part, successor, too_long};
use super::{Arguments, Measure, refused};
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Budget, Fault, deep};
use crate::ordinals::Ordinal;

/// Arguments up to this are not worth a line.
const SMALL: u32 = 24;
/// Positions along a line, at most, that are looked at one by one; fewer where each has all before it as options.
const MOST: usize = 1 << 13;
const MOST_WITH_ALL: usize = 1 << 9;
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

    /// Where a position stands on the line, if it does.
    fn place(&self, arguments: &[IBig]) -> Option<IBig> {
        let moving = self.direction.iter().position(|step| !step.is_zero())?;
        let i = floor(&(&arguments[moving] - &self.base[moving]), &self.direction[moving]);
        (self.at(&i) == arguments).then_some(i)
    }
}

/// Values along a line.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    /// Of both sides of a measure, of which most have but one.
    values: [Vec<Ordinal>; 2],
    proved: Option<Repeats>,
}

/// From `from` on each value is that of `period` places earlier and the step of its side more.
#[derive(Clone, Copy, Debug)]
struct Repeats {
    from: usize,
    period: u64,
    steps: [u64; 2],
}

impl Sequence {
    fn len(&self) -> usize {
        self.values[0].len()
    }

    fn get(&self, i: &IBig, side: usize) -> Result<Option<Ordinal>, Fault> {
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

/// What a rule says of position i of a line, for all large i.
#[derive(Default)]
struct Pattern {
    /// From this i on.
    from: IBig,
    /// Options on the same line, so many steps back.
    back: Vec<usize>,
    /// Options on the same line, at this place for every i.
    fixed: Vec<usize>,
    /// All positions in front of i are options.
    all_before: bool,
    /// Options on other lines, at place `times·i + shift`.
    others: Vec<(Line, u64, IBig)>,
    /// Options that do not depend on i.
    constant: Vec<Arguments>,
    families: Vec<Progression>,
}

/// An option that grows with i: its value at some i, and what is added to it in a period.
struct Grows {
    value: Ordinal,
    step: u64,
}

/// What was reckoned with a rule.
#[derive(Debug, Default)]
pub(super) struct Memory {
    points: FastMap<(Arguments, usize), Ordinal>,
    lines: FastMap<Line, Rc<Sequence>>,
    open_points: FastSet<(Arguments, usize)>,
    open_lines: FastSet<Line>,
}

/// A rule under one measure.
struct Reckoning<'a> {
    memory: &'a mut Memory,
    rule: &'a LinearRule,
    measure: Measure,
    budget: &'a mut Budget,
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

    /// The members of a family as families and positions that have values of which `wanted` is true.
    pub fn chosen(
        &mut self,
        rule: &LinearRule,
        family: &Progression,
        measure: Measure,
        wanted: impl Fn(&Ordinal) -> bool,
        budget: &mut Budget,
    ) -> Result<(Vec<Arguments>, Vec<Progression>), Fault> {
        let mut reckoning = Reckoning { memory: self, rule, measure, budget };
        let (mut listed, mut families) = (Vec::new(), Vec::new());
        for member in reckoning.members(family, measure.side())? {
            if !wanted(&member.value) {
                continue;
            }
            match member.again {
                None => listed.push(member.arguments),
                Some((step, _)) => families.push(Progression { start: member.arguments, step }),
            }
        }
        Ok((listed, families))
    }
}

/// A member of a family, and if all members some steps further are like it, that step and what it adds to the value.
struct Member {
    arguments: Arguments,
    value: Ordinal,
    again: Option<(Arguments, u64)>,
}

impl Reckoning<'_> {
    /// The side whose values of the options decide the value on this one.
    fn across(&self, side: usize) -> usize {
        if self.measure.has_two_sides() { 1 - side } else { side }
    }

    fn sides(&self) -> usize {
        if self.measure.has_two_sides() { 2 } else { 1 }
    }

    fn measure_of(&self, side: usize) -> Measure {
        if self.measure.has_two_sides() { [Measure::Hurried, Measure::Delayed][side] } else { self.measure }
    }

    /// The value of a position.
    fn point(&mut self, arguments: &[IBig], side: usize) -> Result<Ordinal, Fault> {
        self.budget.tick()?;
        let key = (arguments.to_vec(), side);
        if let Some(value) = self.memory.points.get(&key) {
            return Ok(value.clone());
        }
        deep::level(FRAME, || match largest(arguments) {
            Some(along) if arguments[along] > IBig::from(SMALL) => {
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

    /// What decides the value of a position on a side; of options on a line its values so far are taken.
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

    /// The values of a family.
    fn family(&mut self, family: &Progression, side: usize) -> Result<Summary, Fault> {
        let mut summary = Summary::default();
        for member in self.members(family, side)? {
            summary.add(&member.value, self.measure)?;
            match member.again {
                Some((_, step)) if step > 0 && self.measure == Measure::NimValue => {
                    summary.progressions.push((member.value, step));
                }
                Some((_, step)) if step > 0 => {
                    summary.add_above(limit_part(&member.value).ordinary_sum(&Ordinal::omega())?);
                }
                _ => {}
            }
        }
        Ok(summary)
    }

    /// The members of a family until they repeat.
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

    /// The values along a line, proved, or as far as `wanted`.
    fn line(&mut self, line: &Line, wanted: Option<&IBig>) -> Result<Rc<Sequence>, Fault> {
        let wanted = wanted.map(|i| usize::try_from(i).unwrap_or(usize::MAX));
        if let Some(known) = self.memory.lines.get(line)
            && (known.proved.is_some() || wanted.is_some_and(|i| i < known.len()))
        {
            return Ok(known.clone());
        }
        if !self.memory.open_lines.insert(line.clone()) {
            return Err(refused("positions of one kind lead to each other, and nothing is proved of them"));
        }
        let sequence = self.sequence(line, wanted);
        self.memory.open_lines.remove(line);
        let sequence = Rc::new(sequence?);
        self.memory.lines.insert(line.clone(), sequence.clone());
        Ok(sequence)
    }

    fn sequence(&mut self, line: &Line, wanted: Option<usize>) -> Result<Sequence, Fault> {
        let too_far = || refused("nothing is proved of positions that are so large");
        let pattern = self.settled_pattern(line)?;
        let most = if pattern.as_ref().is_some_and(|(pattern, _)| pattern.all_before) { MOST_WITH_ALL } else { MOST };
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

    /// The pattern of a line, and the values of the options that do not depend on the place; nothing if one is not known.
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

    /// What the rule says of large i; nothing where that cannot be said in these terms.
    fn pattern(&mut self, line: &Line) -> Result<Option<Pattern>, Fault> {
        let along = |(base, step): (&IBig, &IBig)| Number { at: base.clone(), along: step.clone(), free: IBig::ZERO };
        let here: Vec<Number> = line.base.iter().zip(&line.direction).map(along).collect();
        let mut pattern = Pattern::default();
        let mut settled = Settled::default();
        for clause in &self.rule.clauses {
            let Some(shapes) = clause.shapes(&here, &mut settled, self.budget)? else { return Ok(None) };
            for shape in shapes {
                let known = match &shape.below {
                    Some(bound) => pattern.add_all_before(line, &shape.arguments, bound),
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

    /// Where the values are proved to repeat.
    fn proof(
        &mut self,
        pattern: &Pattern,
        constant: &[Summary; 2],
        values: &[Vec<Ordinal>; 2],
    ) -> Result<Option<Repeats>, Fault> {
        if pattern.all_before && self.measure == Measure::NimValue {
            return Ok(proof_of_heap(pattern, &constant[0], &values[0]));
        }
        let mut unit = 1;
        let mut first = pattern.from.clone();
        for (other, times, shift) in &pattern.others {
            let Some(Repeats { from, period, .. }) = self.memory.lines[other].proved else { return Ok(None) };
            let turns = lcm(period, *times).ok_or_else(too_long)? / times;
            unit = lcm(unit, turns).ok_or_else(too_long)?;
            first = first.max((IBig::from(from) - shift) / IBig::from(*times) + 1);
        }
        let back = pattern.back.iter().copied().max().unwrap_or(0).max(usize::from(pattern.all_before));
        let Ok(first) = usize::try_from(&first) else { return Ok(None) };
        let first = first.max(pattern.fixed.iter().max().map_or(0, |place| place + 1)) + back;
        let end = values[0].len();
        let mut period = unit;
        while period <= LONGEST && first + back + 3 * (period as usize) < end {
            if let Some((from, steps)) = self.repeats(values, first, period as usize)?
                && from + back + 2 * period as usize <= end
                && self.goes_on(pattern, constant, values, Repeats { from, period, steps })?
            {
                return Ok(Some(Repeats { from, period, steps }));
            }
            period += unit;
        }
        Ok(None)
    }

    /// From where on the values repeat as far as they are known, and the steps by which they do.
    fn repeats(
        &mut self,
        values: &[Vec<Ordinal>; 2],
        first: usize,
        period: usize,
    ) -> Result<Option<(usize, [u64; 2])>, Fault> {
        let (mut from, mut steps) = (first, [0; 2]);
        for (side, values) in values.iter().enumerate().take(self.sides()) {
            let end = values.len() - period;
            let Some(step) = difference(&values[end - 1], &values[end - 1 + period]) else { return Ok(None) };
            let mut start = end;
            while start > from && difference(&values[start - 1], &values[start - 1 + period]) == Some(step) {
                self.budget.tick()?;
                start -= 1;
            }
            if start == end {
                return Ok(None);
            }
            (from, steps[side]) = (start, step);
        }
        Ok(Some((from, steps)))
    }

    /// Whether what has repeated goes on: for each place of the last known period, the options that decide its value grow
    /// by the step, and no other overtakes them.
    fn goes_on(
        &mut self,
        pattern: &Pattern,
        constant: &[Summary; 2],
        values: &[Vec<Ordinal>; 2],
        found: Repeats,
    ) -> Result<bool, Fault> {
        let Repeats { period, steps, .. } = found;
        let end = values[0].len();
        for (i, side) in (end - period as usize..end).flat_map(|i| [(i, 0), (i, 1)]) {
            if side >= self.sides() {
                continue;
            }
            self.budget.tick()?;
            let across = self.across(side);
            let mut options = Vec::new();
            for back in pattern.back.iter().copied().chain(pattern.all_before.then_some(1)) {
                options.push(Grows { value: values[across][i - back].clone(), step: steps[across] });
            }
            for &place in &pattern.fixed {
                options.push(Grows { value: values[across][place].clone(), step: 0 });
            }
            for (other, times, shift) in &pattern.others {
                let sequence = self.memory.lines[other].clone();
                let Some(repeats) = sequence.proved else { return Ok(false) };
                let place = IBig::from(i) * IBig::from(*times) + shift;
                let Some(value) = sequence.get(&place, across)? else { return Ok(false) };
                options.push(Grows { value, step: period * times / repeats.period * repeats.steps[across] });
            }
            let mut constant = constant[across].clone();
            if pattern.all_before {
                // Of all that are far back only the least even one counts: the later ones are no smaller.
                let evens = values[across].iter().filter(|value| value.is_even());
                constant.least_even = constant.least_even.into_iter().chain(evens.min().cloned()).min();
            }
            let step = steps[side];
            let goes_on = match self.measure_of(side) {
                Measure::NimValue => step == 0 && options.iter().all(|option| option.step == 0),
                Measure::Distance => the_longest_grow(&options, &constant, step)?,
                Measure::Remoteness | Measure::MisereRemoteness | Measure::Hurried | Measure::Delayed => {
                    remoteness_grows(&options, &constant, step)?
                }
            };
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether the value, which is the least ordinal above all, grows by the step.
fn the_longest_grow(options: &[Grows], constant: &Summary, step: u64) -> Result<bool, Fault> {
    let mut all = vec![Grows { value: constant.above.clone(), step: 0 }];
    for option in options {
        all.push(Grows { value: successor(&option.value)?, step: option.step });
    }
    let Some(longest) = all.iter().map(|grows| &grows.value).max() else { return Ok(step == 0) };
    let limit = limit_part(longest);
    let near = || all.iter().filter(|grows| limit_part(&grows.value) == limit);
    Ok(near().all(|grows| grows.step <= step) && near().any(|grows| grows.value == *longest && grows.step == step))
}

/// Whether one more than the least even value, or the least ordinal above values all of which are odd, grows by the step.
fn remoteness_grows(options: &[Grows], constant: &Summary, step: u64) -> Result<bool, Fault> {
    if step % 2 == 1 || options.iter().any(|option| option.step % 2 == 1) {
        return Ok(false);
    }
    let fixed = constant.least_even.iter().map(|value| (value, 0));
    let evens: Vec<(&Ordinal, u64)> =
        options.iter().filter(|o| o.value.is_even()).map(|o| (&o.value, o.step)).chain(fixed).collect();
    let Some(least) = evens.iter().map(|(value, _)| *value).min() else {
        return the_longest_grow(options, constant, step);
    };
    let limit = limit_part(least);
    let near = || evens.iter().filter(|(value, _)| limit_part(value) == limit);
    Ok(near().all(|(_, grows)| *grows >= step) && near().any(|(value, grows)| *value == least && *grows == step))
}

/// The nim-values where all positions in front are options: each is the next number that no other option has.
fn proof_of_heap(pattern: &Pattern, constant: &Summary, values: &[Ordinal]) -> Option<Repeats> {
    if !pattern.others.is_empty() || !constant.progressions.is_empty() {
        return None;
    }
    let last = values.len() - 1;
    let finite = |value: &Ordinal| value.to_u64();
    let taken: FastSet<u64> = values[..last].iter().chain(&constant.values).map(finite).collect::<Option<_>>()?;
    let next = finite(&values[last])?;
    let is_last_gap = (0..next).all(|n| taken.contains(&n)) && taken.iter().all(|n| *n < next);
    let from = usize::try_from(&pattern.from).ok()?;
    (is_last_gap && from <= last).then_some(Repeats { from: last, period: 1, steps: [1, 0] })
}

/// What is added to get from one ordinal to another, if that is a number.
fn difference(from: &Ordinal, to: &Ordinal) -> Option<u64> {
    let (before, after) = (from.finite_part(), to.finite_part());
    (limit_part(from) == limit_part(to) && before <= after).then(|| u64::try_from(after - before).ok())?
}

impl Pattern {
    /// Options with these arguments, one for each i or, if they have a free variable, a family.
    fn add(&mut self, line: &Line, arguments: Vec<Number>) -> Option<()> {
        let at: Arguments = arguments.iter().map(|number| number.at.clone()).collect();
        let along: Arguments = arguments.iter().map(|number| number.along.clone()).collect();
        let free: Arguments = arguments.into_iter().map(|number| number.free).collect();
        let is_fixed = along.iter().all(IBig::is_zero);
        if free.iter().any(|step| !step.is_zero()) {
            let settles = is_fixed && at.iter().chain(&free).all(|n| *n >= IBig::ZERO);
            self.families.push(Progression { start: at, step: free });
            return settles.then_some(());
        }
        if is_fixed {
            match line.place(&at) {
                Some(place) => self.fixed.push(usize::try_from(&place).ok()?),
                None if at.iter().all(|n| *n >= IBig::ZERO) => self.constant.push(at),
                None => return None,
            }
            return Some(());
        }
        if along.iter().any(|step| *step < IBig::ZERO) {
            return None;
        }
        let (other, shift, times) = Progression { start: at, step: along }.line();
        if other == *line && times == IBig::ONE {
            self.back.push(usize::try_from(-shift).ok().filter(|back| *back > 0)?);
            return Some(());
        }
        if other == *line {
            return None;
        }
        let times = u64::try_from(&times).ok().filter(|times| *times <= LONGEST)?;
        let needed: IBig = (-&shift) / IBig::from(times) + 1;
        self.from = needed.max(std::mem::take(&mut self.from));
        self.others.push((other, times, shift));
        Some(())
    }

    /// The options where a variable runs through all below `bound`: known if they are all positions of the line in front.
    fn add_all_before(&mut self, line: &Line, arguments: &[Number], bound: &Number) -> Option<()> {
        let is_place = bound.at.is_zero() && bound.along == IBig::ONE && bound.free.is_zero();
        let is_on_line = arguments
            .iter()
            .zip(line.base.iter().zip(&line.direction))
            .all(|(number, (base, step))| number.along.is_zero() && number.at == *base && number.free == *step);
        self.all_before |= is_place && is_on_line;
        (is_place && is_on_line).then_some(())
    }
}

/// The place of the largest argument, the last of them.
fn largest(arguments: &[IBig]) -> Option<usize> {
    (0..arguments.len()).max_by_key(|&i| &arguments[i])
}
