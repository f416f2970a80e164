//! Statements about the heaps of one octal code: the period of their nim-values, and the misère quotient of the first ones.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::eval::{EvalError, Session};
use cg_engine::games::Fault;
use cg_engine::heaps::{Code, Rule};
use cg_engine::misere::{Limits, Quotient};

/// The number of heaps whose nim-values a verifier works out.
const MOST_HEAPS: u64 = 1 << 12;
/// The number of heaps in a misère quotient.
const MOST_GENERATORS: usize = 1 << 8;
/// The number of kinds of sums that a verifier looks at.
const MOST_KINDS: usize = 1 << 16;

/// A misère quotient as it stands in a certificate.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenQuotient {
    /// The element that each element becomes beside a heap, by heap and element. Element 0 is that of no heaps.
    times: Vec<Vec<u32>>,
    /// The elements of sums that the mover loses.
    lost: Vec<u32>,
}

impl WrittenQuotient {
    /// Makes the quotient of the heaps to `last` of a rule, or returns `None` if it is too large.
    pub fn new(rule: &Rule, last: u32, cx: &mut Session) -> Result<Option<WrittenQuotient>, EvalError> {
        let quotient = Quotient::of_rule(rule, last as usize + 1, Limits::NONE, &mut cx.games.budget)?;
        let times = (0..=last).map(|heap| {
            let value = quotient.value_of(&heap.into())?;
            Some((0..quotient.order() as u32).map(|element| quotient.times(element, value)).collect::<Vec<u32>>())
        });
        Ok(times.collect::<Option<_>>().map(|times| WrittenQuotient { times, lost: quotient.p().collect() }))
    }

    /// Returns the last heap, the order, and the size of the P-portion.
    pub fn size(&self) -> [usize; 3] {
        [self.times.len().saturating_sub(1), self.times.first().map_or(0, Vec::len), self.lost.len()]
    }

    /// Checks that this is the misère quotient of the heaps of a code: returns what is wrong, or nothing.
    pub fn refused(&self, code: &Code, cx: &mut Session) -> Result<Option<String>, EvalError> {
        let [_, order, portion] = self.size();
        let lost: HashSet<u32> = self.lost.iter().copied().collect();
        let is_element = |element: &u32| (*element as usize) < order;
        if !self.times.iter().all(|row| row.len() == order && row.iter().all(is_element))
            || !self.lost.iter().all(is_element)
            || lost.len() != portion
            || order == 0
            || self.times.len() > MOST_GENERATORS
        {
            return Ok(Some("that is no table of elements".into()));
        }
        cx.games.budget.charge(order * self.times.len() * self.times.len())?;
        let commute = |a: &[u32], b: &[u32]| (0..order).all(|x| a[b[x] as usize] == b[a[x] as usize]);
        if !self.times.iter().all(|a| self.times.iter().all(|b| commute(a, b))) {
            return Ok(Some("the order of heaps makes a difference".into()));
        }
        let rule = Rule::from(code.clone());
        let moves = (0..self.times.len() as u32).map(|heap| rule.moves(heap, &mut cx.games.budget));
        let moves = moves.collect::<Result<Vec<_>, Fault>>()?;
        // A sum of heaps by its element and those of its options, which say the same of the sum with one heap more.
        let mut kinds = vec![(0, BTreeSet::new())];
        let mut seen: HashSet<(u32, BTreeSet<u32>)> = kinds.iter().cloned().collect();
        let mut at = 0;
        while at < kinds.len() {
            let (element, options) = kinds[at].clone();
            at += 1;
            if lost.contains(&element) != (!options.is_empty() && lost.iter().all(|lost| !options.contains(lost))) {
                return Ok(Some(format!("element {element} is both of a sum that is lost and of one that is won")));
            }
            for (row, moves) in self.times.iter().zip(&moves) {
                cx.games.budget.charge(1 + options.len() + moves.len())?;
                let beside = |element: u32, heaps: &Vec<u32>| {
                    heaps.iter().fold(element, |x, &heap| self.times[heap as usize][x as usize])
                };
                let mut after: BTreeSet<u32> = options.iter().map(|&option| row[option as usize]).collect();
                after.extend(moves.iter().map(|left| beside(element, left)));
                let kind = (row[element as usize], after);
                if seen.insert(kind.clone()) {
                    cx.games.budget.reserve(64 * (1 + kind.1.len()))?;
                    kinds.push(kind);
                }
            }
            if kinds.len() > MOST_KINDS {
                return Ok(Some(format!("there are more than {MOST_KINDS} kinds of sums")));
            }
        }
        let reached: HashSet<u32> = kinds.iter().map(|(element, _)| *element).collect();
        if reached.len() < order {
            return Ok(Some("an element is that of no sum".into()));
        }
        let mut class: Vec<usize> = (0..order as u32).map(|element| usize::from(lost.contains(&element))).collect();
        let mut count = 0;
        loop {
            cx.games.budget.charge(order * self.times.len())?;
            let mut classes = HashMap::new();
            let finer = (0..order).map(|x| {
                let beside: Vec<usize> = self.times.iter().map(|row| class[row[x] as usize]).collect();
                let new = classes.len();
                *classes.entry((class[x], beside)).or_insert(new)
            });
            class = finer.collect();
            if classes.len() == count {
                break;
            }
            count = classes.len();
        }
        Ok((count < order).then(|| "nothing tells two elements apart".into()))
    }
}

/// Checks that the nim-values of the heaps of a code have this preperiod and period: returns what is wrong, or nothing.
///
/// If two heaps that are a period apart are equal from the preperiod n to 2m + p + t, m = max(n, 1), t the largest number of
/// counters that a move takes, then all from n on are (Guy and Smith 1956): a larger heap leaves one of m + p or more, which
/// can be exchanged for the one that is smaller by p. It must not be empty, for a move may have to leave two heaps.
pub(super) fn period_refused(
    code: &Code,
    preperiod: u64,
    period: u64,
    cx: &mut Session,
) -> Result<Option<String>, EvalError> {
    let longest = code.last().unwrap_or(0);
    let sum = preperiod
        .max(1)
        .checked_add(period)
        .and_then(|sum| sum.checked_mul(2))
        .and_then(|sum| sum.checked_add(longest));
    let Some(count) = sum.filter(|count| *count <= MOST_HEAPS && period > 0) else {
        return Ok(Some(format!("its proof takes more than {MOST_HEAPS} heaps")));
    };
    let rule = Rule::from(code.clone());
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..count as u32 {
        let moves = rule.moves(heap, &mut cx.games.budget)?;
        cx.games.budget.charge(1 + moves.len())?;
        let after: HashSet<u64> =
            moves.iter().map(|left| left.iter().fold(0, |sum, &heap| sum ^ values[heap as usize])).collect();
        values.push((0..).find(|value| !after.contains(value)).expect("more numbers than moves"));
    }
    let (from, period) = (preperiod as usize, period as usize);
    let repeats = |from: usize, to: usize, by: usize| (from..to).all(|heap| values[heap] == values[heap + by]);
    if !repeats(from, values.len() - period, period) {
        return Ok(Some("the nim-values do not repeat".into()));
    }
    let is_least = (from == 0 || !repeats(from - 1, from, period))
        && !(1..period).any(|less| period.is_multiple_of(less) && repeats(from, from + period, less));
    Ok((!is_least).then(|| "they repeat sooner".into()))
}
