//! The proof that values along a line go on as they began.
//!
//! For large i the rule always says the same: options some steps back on the line, options on other lines whose values are
//! known, and options that do not depend on i. If the values of that many positions have repeated, each time with the same
//! number added, they do so for ever, provided that those options which decide grow like the values themselves, and those
//! which do not decide grow no faster towards deciding.

use dashu_int::IBig;

use super::lines::{Line, Reckoning, Repeats};
use super::moves::Progression;
use super::rule::Line as Number;
use super::summary::{LONGEST, Summary, lcm, successor, too_long};
use super::{Arguments, Measure};
use crate::games::Fault;
use crate::games::hashing::FastSet;
use crate::ordinals::Ordinal;

/// What a rule says of position i of a line, for all large i.
#[derive(Default)]
pub(super) struct Pattern {
    /// From this i on.
    pub from: IBig,
    /// Options on the same line, so many steps back.
    pub back: Vec<usize>,
    /// Options on the same line, at this place for every i.
    pub fixed: Vec<usize>,
    /// All positions in front of i are options.
    pub all_before: bool,
    /// Options on other lines, at place `times·i + shift`.
    pub others: Vec<(Line, u64, IBig)>,
    /// Options that do not depend on i.
    pub constant: Vec<Arguments>,
    pub families: Vec<Progression>,
}

/// An option that grows with i: its value at some i, and what is added to it in a period.
struct Grows {
    value: Ordinal,
    step: u64,
}

impl Reckoning<'_> {
    /// Where the values are proved to repeat.
    pub(super) fn proof(
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
                if matches!(self.measure, Measure::Suspense | Measure::MisereSuspense) {
                    // The greatest counts, too. It is among those that are known if they only repeat.
                    if steps != [0; 2] {
                        return Ok(false);
                    }
                    for value in &values[across] {
                        constant.add(value, self.measure)?;
                    }
                }
            }
            let step = steps[side];
            let goes_on = match self.measure_of(side) {
                Measure::NimValue => step == 0 && options.iter().all(|option| option.step == 0),
                Measure::Distance => the_longest_grow(&options, &constant, step)?,
                Measure::Remoteness | Measure::MisereRemoteness | Measure::Hurried | Measure::Delayed => {
                    remoteness_grows(&options, &constant, step)?
                }
                Measure::Suspense | Measure::MisereSuspense => suspense_grows(&options, &constant, step)?,
            };
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether the value, which is the least ordinal above all, grows by the step.
fn the_longest_grow<'a>(
    options: impl IntoIterator<Item = &'a Grows>,
    constant: &Summary,
    step: u64,
) -> Result<bool, Fault> {
    let mut all = vec![Grows { value: constant.above.clone(), step: 0 }];
    for option in options {
        all.push(Grows { value: successor(&option.value)?, step: option.step });
    }
    let Some(longest) = all.iter().map(|grows| &grows.value).max() else { return Ok(step == 0) };
    let limit = longest.limit_part();
    let near = || all.iter().filter(|grows| grows.value.limit_part() == limit);
    Ok(near().all(|grows| grows.step <= step) && near().any(|grows| grows.value == *longest && grows.step == step))
}

/// Whether one more than the least even value, or the least ordinal above values all of which are odd, grows by the step.
fn remoteness_grows(options: &[Grows], constant: &Summary, step: u64) -> Result<bool, Fault> {
    if step % 2 == 1 || options.iter().any(|option| option.step % 2 == 1) {
        return Ok(false);
    }
    let evens = options.iter().filter(|option| option.value.is_even());
    match the_least_grow(evens, constant.least_even.as_ref(), step) {
        Some(grows) => Ok(grows),
        None => the_longest_grow(options, constant, step),
    }
}

/// Whether the least odd ordinal above the even values, or one more than the least of odd ones, grows by the step.
fn suspense_grows(options: &[Grows], constant: &Summary, step: u64) -> Result<bool, Fault> {
    if step % 2 == 1 || options.iter().any(|option| option.step % 2 == 1) {
        return Ok(false);
    }
    let (evens, odds): (Vec<&Grows>, Vec<&Grows>) = options.iter().partition(|option| option.value.is_even());
    if !evens.is_empty() || !constant.above_even.is_zero() {
        let above = Summary { above: constant.above_even.clone(), ..Summary::default() };
        return the_longest_grow(evens, &above, step);
    }
    Ok(the_least_grow(odds, constant.least_odd.as_ref(), step).unwrap_or(step == 0))
}

/// Whether the least of these and of one that stays grows by the step; `None` if there is none.
fn the_least_grow<'a>(
    options: impl IntoIterator<Item = &'a Grows>,
    constant: Option<&Ordinal>,
    step: u64,
) -> Option<bool> {
    let options = options.into_iter().map(|option| (&option.value, option.step));
    let all: Vec<(&Ordinal, u64)> = options.chain(constant.map(|value| (value, 0))).collect();
    let least = all.iter().map(|(value, _)| *value).min()?;
    let limit = least.limit_part();
    let near = || all.iter().filter(|(value, _)| value.limit_part() == limit);
    Some(near().all(|(_, grows)| *grows >= step) && near().any(|(value, grows)| *value == least && *grows == step))
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
    (from.limit_part() == to.limit_part() && before <= after).then(|| u64::try_from(after - before).ok())?
}

impl Pattern {
    /// Options with these arguments, one for each i or, if they have a free variable, a family.
    pub fn add(&mut self, line: &Line, arguments: Vec<Number>) -> Option<()> {
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
    pub fn add_all_before(&mut self, line: &Line, arguments: &[Number], bound: &Number) -> Option<()> {
        let is_place = bound.at.is_zero() && bound.along == IBig::ONE && bound.free.is_zero();
        let is_on_line = arguments
            .iter()
            .zip(line.base.iter().zip(&line.direction))
            .all(|(number, (base, step))| number.along.is_zero() && number.at == *base && number.free == *step);
        self.all_before |= is_place && is_on_line;
        (is_place && is_on_line).then_some(())
    }
}
