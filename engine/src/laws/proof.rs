//! The proof that values along a line go on as they began.
//!
//! For large i the rule always has the same form: options some steps back on the line, options on other lines whose
//! values are known, and options that do not depend on i. If the values of that many positions have repeated, each time
//! with the same number added, they do so for ever, provided that the decisive options grow like the values themselves,
//! and the others grow no faster towards deciding.

use std::collections::BTreeSet;

use dashu_int::{IBig, UBig};

use super::lines::{Line, Reckoning, Repeats};
use super::moves::Progression;
use super::rule::Line as Number;
use super::summary::{Summary, successor};
use super::{Arguments, Measure};
use crate::games::Fault;
use crate::ordinals::{MAX_PERIOD, Ordinal, lcm, mex, too_long};

/// The form of the rule at position i of a line, for all large i.
#[derive(Default)]
pub(super) struct Pattern {
    /// The first i for which it is right.
    pub from: IBig,
    /// Options on the same line, as numbers of steps back.
    pub back: Vec<usize>,
    /// Options on the same line, at this place for every i.
    pub fixed: Vec<usize>,
    /// Options that are all positions in front of i but some at the beginning and the end.
    pub before: Vec<Before>,
    /// Options on other lines, at place `times·i + shift`.
    pub others: Vec<(Line, u64, IBig)>,
    /// Options that do not depend on i.
    pub constant: Vec<Arguments>,
    pub families: Vec<Progression>,
}

/// All positions of a line from `first` on that are more than `lag` steps back.
pub(super) struct Before {
    pub first: usize,
    pub lag: usize,
}

impl Before {
    /// Returns the values of those in front of position i.
    fn of<'a>(&self, values: &'a [Ordinal], i: usize) -> &'a [Ordinal] {
        values.get(self.first..i.saturating_sub(self.lag)).unwrap_or_default()
    }
}

/// An option that grows with i: its value at some i, and the amount added in a period.
struct Grows {
    value: Ordinal,
    step: u64,
}

impl Reckoning<'_> {
    /// Proves that the values repeat.
    pub(super) fn proof(
        &mut self,
        pattern: &Pattern,
        constant: &[Summary; 2],
        values: &[Vec<Ordinal>; 2],
    ) -> Result<Option<Repeats>, Fault> {
        let of_heap = self.measure.excludes_from().filter(|_| !pattern.before.is_empty());
        let end = values[0].len();
        // A position that one move ends remains one.
        if self.measure == Measure::Foreclosed && self.is_ended_by_a_move(pattern, &constant[0], &values[0]) {
            return Ok(Some(Repeats { from: end - 1, period: 1, steps: [0; 2] }));
        }
        let mut unit = 1;
        let mut first = pattern.from.clone();
        for (other, times, shift) in &pattern.others {
            let Some(Repeats { from, period, .. }) = self.memory.lines[other].proved else { return Ok(None) };
            let turns = lcm(period, *times).ok_or_else(too_long)? / times;
            unit = lcm(unit, turns).ok_or_else(too_long)?;
            first = first.max((IBig::from(from) - shift) / IBig::from(*times) + 1);
        }
        let back = pattern.back.iter().copied().max().unwrap_or(0);
        let back = pattern.before.iter().map(|before| 2 * before.lag + 1).fold(back, usize::max);
        let Ok(first) = usize::try_from(&first) else { return Ok(None) };
        let first = first.max(pattern.fixed.iter().max().map_or(0, |place| place + 1));
        let first = pattern.before.iter().map(|before| before.first).fold(first, usize::max) + back;
        let mut period = unit;
        while period <= MAX_PERIOD && first + back + 3 * (period as usize) < end {
            if let Some((from, steps)) = self.repeats(values, first, period as usize)?
                && from + back + 2 * period as usize <= end
                && match of_heap {
                    Some(_) => self.heap_goes_on(pattern, &constant[0], &values[0], Repeats { from, period, steps })?,
                    None => self.goes_on(pattern, constant, values, Repeats { from, period, steps })?,
                }
            {
                return Ok(Some(Repeats { from, period, steps }));
            }
            period += unit;
        }
        Ok(None)
    }

    /// Returns the place from which on the known values repeat, and the steps by which they do.
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

    /// Returns `true` if the repetition continues: for each place of the last known period, the options that decide its
    /// value grow by the step, and no other option overtakes them.
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
            // Among the options more than a lag back, those within another lag outlast the others.
            let longest = pattern.before.iter().flat_map(|before| before.lag + 1..=2 * before.lag + 1);
            for back in pattern.back.iter().copied().chain(longest) {
                options.push(Grows { value: values[across][i - back].clone(), step: steps[across] });
            }
            for &place in &pattern.fixed {
                options.push(Grows { value: values[across][place].clone(), step: 0 });
            }
            let Some(others) = self.others(pattern, i, across, period)? else { return Ok(false) };
            options.extend(others);
            let mut constant = constant[across].clone();
            for before in &pattern.before {
                // Among the options far back only the least even one counts: the later ones are no smaller.
                let all = before.of(&values[across], end);
                let evens = all.iter().filter(|value| value.is_even());
                constant.least_even = constant.least_even.into_iter().chain(evens.min().cloned()).min();
                if matches!(self.measure, Measure::Suspense | Measure::MisereSuspense) {
                    // The greatest counts, too. It is among those that are known if they only repeat.
                    if steps != [0; 2] {
                        return Ok(false);
                    }
                    for value in all {
                        constant.add(value, self.measure)?;
                    }
                }
            }
            let step = steps[side];
            let goes_on = match self.measure_of(side) {
                Measure::NimValue | Measure::Foreclosed | Measure::MisereForeclosed => {
                    step == 0 && options.iter().all(|option| option.step == 0)
                }
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

    /// Returns the options on other lines at place i, and the amounts by which they grow in a period.
    fn others(&mut self, pattern: &Pattern, i: usize, side: usize, period: u64) -> Result<Option<Vec<Grows>>, Fault> {
        let mut options = Vec::with_capacity(pattern.others.len());
        for (other, times, shift) in &pattern.others {
            self.budget.tick()?;
            let sequence = self.memory.lines[other].clone();
            let Some(repeats) = sequence.proved else { return Ok(None) };
            let place = IBig::from(i) * IBig::from(*times) + shift;
            let Some(value) = sequence.get(&place, side)? else { return Ok(None) };
            options.push(Grows { value, step: period * times / repeats.period * repeats.steps[side] });
        }
        Ok(Some(options))
    }

    /// Returns `true` if one move reaches an end from every position that is far enough, the last known one among them.
    fn is_ended_by_a_move(&self, pattern: &Pattern, constant: &Summary, values: &[Ordinal]) -> bool {
        let last = values.len() - 1;
        let before = pattern.before.iter().flat_map(|before| before.of(values, last));
        let mut all = pattern.fixed.iter().filter_map(|&place| values.get(place)).chain(before).chain(&constant.values);
        all.any(Ordinal::is_zero) && IBig::from(last) >= pattern.from && values[last] == Ordinal::finite(1u64)
    }

    /// Like `goes_on`, for nim-values if nearly all positions in front are options. Relative to the least free number,
    /// the values of those are the same at the end of the period as at its beginning. Each of the other options grows
    /// as the values do, or remains one of the numbers that are taken, or is too large to count.
    fn heap_goes_on(
        &mut self,
        pattern: &Pattern,
        constant: &Summary,
        values: &[Ordinal],
        found: Repeats,
    ) -> Result<bool, Fault> {
        let (period, step) = (found.period, found.steps[0]);
        let first = self.measure.excludes_from().unwrap_or(0);
        let end = values.len();
        let limit = values[end - 1].limit_part();
        let here = |value: &Ordinal| (value.limit_part() == limit).then(|| value.finite_part());
        let is_endless = constant.progressions.iter().any(|(start, _)| start.limit_part() == limit);
        // Below the limit part of the values all numbers are taken, always.
        if step == 0
            || is_endless
            || mex(&constant.values, &constant.progressions, first, self.budget)?.limit_part() < limit
        {
            return Ok(false);
        }
        let start = end - period as usize;
        let fixed = pattern.fixed.iter().map(|&place| &values[place]);
        let mut taken: BTreeSet<UBig> = constant.values.iter().chain(fixed).filter_map(here).collect();
        for before in &pattern.before {
            taken.extend(before.of(values, start).iter().filter_map(here));
        }
        let least_free = |taken: &BTreeSet<UBig>| {
            let mut n = if limit.is_zero() { UBig::from(first) } else { UBig::ZERO };
            while taken.contains(&n) {
                n += 1u8;
            }
            n
        };
        let shape =
            |taken: &BTreeSet<UBig>, free: &UBig| -> Vec<UBig> { taken.range(free..).map(|n| n - free).collect() };
        let mut free = least_free(&taken);
        let at_first = (free.clone(), shape(&taken, &free));
        for i in start..end {
            self.budget.tick()?;
            let back = |back: &usize| Grows { value: values[i - back].clone(), step };
            let Some(others) = self.others(pattern, i, 0, period)? else { return Ok(false) };
            let options = others.into_iter().chain(pattern.back.iter().map(back));
            let value = values[i].finite_part();
            for option in options {
                let goes_on = match here(&option.value) {
                    _ if option.step == step => true,
                    None => true,
                    Some(n) if option.step < step => n < free,
                    Some(n) => n > value,
                };
                if !goes_on {
                    return Ok(false);
                }
            }
            let next = |before: &Before| before.of(values, i + 1).last().and_then(here);
            taken.extend(pattern.before.iter().filter_map(next));
            while taken.contains(&free) {
                free += 1u8;
            }
        }
        let at_last = (&free - UBig::from(step), shape(&taken, &free));
        Ok(free >= UBig::from(step) && at_first == at_last)
    }
}

/// Returns `true` if the value, which is the least ordinal above all, grows by the step.
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

/// Returns `true` if the value grows by the step. It is one more than the least even value, or the least ordinal above
/// values all of which are odd.
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

/// Returns `true` if the value grows by the step. It is the least odd ordinal above the even values, or one more than
/// the least of odd ones.
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

/// Returns `true` if the least of these and of a constant grows by the step, or `None` if there are none.
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

/// Returns the number that leads from one ordinal to another, if it is finite.
fn difference(from: &Ordinal, to: &Ordinal) -> Option<u64> {
    let (before, after) = (from.finite_part(), to.finite_part());
    (from.limit_part() == to.limit_part() && before <= after).then(|| u64::try_from(after - before).ok())?
}

impl Pattern {
    /// Adds options with these arguments, one for each i or, if they have a free variable, a family.
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
        let times = u64::try_from(&times).ok().filter(|times| *times <= MAX_PERIOD)?;
        let needed: IBig = (-&shift) / IBig::from(times) + 1;
        self.from = needed.max(std::mem::take(&mut self.from));
        self.others.push((other, times, shift));
        Some(())
    }

    /// Returns the options where a variable runs through all below `bound`: known if they are positions of the line in
    /// front.
    pub fn add_before(&mut self, line: &Line, arguments: &[Number], bound: &Number) -> Option<()> {
        let is_along = arguments.iter().zip(&line.direction).all(|(n, step)| n.along.is_zero() && n.free == *step);
        if !is_along || bound.along != IBig::ONE || !bound.free.is_zero() {
            return None;
        }
        let at: Arguments = arguments.iter().map(|number| number.at.clone()).collect();
        let first = line.place(&at)?;
        let lag = usize::try_from(-(&first + &bound.at)).ok()?;
        let first = usize::try_from(&first).ok()?;
        self.from = (-&bound.at).max(std::mem::take(&mut self.from));
        self.before.push(Before { first, lag });
        Some(())
    }
}
