//! Move graphs without end on the numbers 0, 1, 2, ..: from n on moves lead up and down by fixed steps (Fraenkel and Tassa 1975).
//!
//! Remoteness and γ-values are computed on a long piece of the graph, whose cut is never taken for an end. If they repeat, up to
//! a constant growth of remoteness and counters, it is checked that what repeats is right for all numbers: then they are
//! proved. Without a proof there is no answer.

use std::collections::BTreeSet;
use std::sync::Arc;

use dashu_int::UBig;

use super::{Convention, Digraph, can_reach, gamma, is_cyclic_from, remoteness};
use crate::games::{Budget, Cache, Fault};
use crate::ordinals::{GammaValue, Length, Ordinal};

/// The lengths of the pieces that are labelled, one after the other.
const PIECES: [u32; 3] = [256, 1024, 4096];

/// A move graph on the numbers.
#[derive(Debug)]
pub struct StepGame {
    small: Vec<Vec<u32>>,
    steps: Vec<i64>,
    proved: Cache<ProvedLabels>,
}

/// The labels that were looked for; of those for which no proof was found, that there is none.
#[derive(Debug, Default)]
struct ProvedLabels {
    /// The remoteness in normal and in misère play.
    remoteness: [Option<Option<Arc<GrowingLabels>>>; 2],
    gamma: Option<Option<Arc<RepeatingGamma>>>,
}

/// A sequence of labels that repeats: each label is a number that grows by a constant with each period, or none.
#[derive(Clone, Debug)]
struct GrowingLabels {
    preperiod: usize,
    period: usize,
    /// The labels to the end of the first period, and the growth of those in the period.
    labels: Vec<Option<Growing>>,
}

/// The number `at + growth·t`, where t counts periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Growing {
    at: u64,
    growth: u64,
}

impl Growing {
    /// Returns `true` if this is at most the other for all t.
    fn is_at_most(self, other: Growing) -> bool {
        self.at <= other.at && self.growth <= other.growth
    }

    fn plus_one(self) -> Growing {
        Growing { at: self.at + 1, ..self }
    }

    /// Returns `true` if this is even for all t, and `false` if it is odd; `None` if it changes.
    fn is_even(self) -> Option<bool> {
        self.growth.is_multiple_of(2).then_some(self.at.is_multiple_of(2))
    }
}

impl GrowingLabels {
    /// Returns how labels repeat, or `None` if no period is seen three times. Where `same` holds of two numbers a period apart
    /// they may stand for each other.
    fn of(
        labels: &[Option<u32>],
        same: impl Fn(usize, usize) -> bool,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Fault> {
        for period in 1..labels.len() / 4 {
            budget.tick()?;
            let fits = |n: &usize| {
                let next = n + period;
                let growth = match (labels[*n], labels[next]) {
                    (None, None) => true,
                    (Some(a), Some(b)) => {
                        let later = labels.get(next + period).copied().flatten();
                        b >= a && later.is_none_or(|later| later as i64 - b as i64 == b as i64 - a as i64)
                    }
                    _ => false,
                };
                growth && same(*n, next)
            };
            let preperiod = (0..labels.len() - period).rev().find(|n| !fits(n)).map_or(0, |n| n + 1);
            // A short period may be seen three times at the end alone.
            if (preperiod + 3 * period).max(2 * preperiod) > labels.len() {
                continue;
            }
            let label = |n: usize| {
                labels[n].map(|at| {
                    let growth = if n < preperiod { 0 } else { labels[n + period].unwrap_or(at) - at };
                    Growing { at: at.into(), growth: growth.into() }
                })
            };
            let labels = (0..preperiod + period).map(label).collect();
            return Ok(Some(GrowingLabels { preperiod, period, labels }));
        }
        Ok(None)
    }

    /// Returns the place of the label that `n` has, and the number of periods after it.
    fn place(&self, n: usize) -> (usize, u64) {
        match n.checked_sub(self.preperiod) {
            None => (n, 0),
            Some(after) => (self.preperiod + after % self.period, (after / self.period) as u64),
        }
    }

    fn at(&self, n: usize) -> Option<Growing> {
        let (place, periods) = self.place(n);
        self.labels[place].map(|label| Growing { at: label.at + label.growth * periods, ..label })
    }

    /// Returns the label of a number of any size.
    fn of_large(&self, n: &UBig) -> Option<UBig> {
        let preperiod = UBig::from(self.preperiod);
        if *n < preperiod {
            return self.labels[usize::try_from(n).ok()?].map(|label| label.at.into());
        }
        let after = n - &preperiod;
        let place = usize::try_from(&(&after % UBig::from(self.period))).ok()?;
        let label = self.labels[self.preperiod + place]?;
        Some(UBig::from(label.at) + UBig::from(label.growth) * (after / UBig::from(self.period)))
    }
}

/// γ-values that repeat, with counters that prove them.
#[derive(Clone, Debug)]
struct RepeatingGamma {
    counters: GrowingLabels,
    /// The finite γ-values to the end of the first period.
    values: Vec<Option<u32>>,
}

impl RepeatingGamma {
    fn value(&self, n: usize) -> Option<u32> {
        self.values[self.counters.place(n).0]
    }
}

impl StepGame {
    /// Returns the graph in which the first numbers lead to those in `small`, and every later one up and down by `steps`, of which
    /// none leads below 0.
    pub fn new(small: Vec<Vec<u32>>, steps: Vec<i64>) -> StepGame {
        StepGame { small, steps, proved: Cache::default() }
    }

    /// Returns the lists of the first numbers, and the steps from the others.
    pub fn moves(&self) -> (&[Vec<u32>], &[i64]) {
        (&self.small, &self.steps)
    }

    fn followers(&self, n: usize) -> Vec<usize> {
        match self.small.get(n) {
            Some(followers) => followers.iter().map(|&v| v as usize).collect(),
            None => self.steps.iter().filter_map(|&step| n.checked_add_signed(step as isize)).collect(),
        }
    }

    /// Returns the farthest step down.
    fn deepest(&self) -> usize {
        self.steps.iter().map(|step| step.min(&0).unsigned_abs() as usize).max().unwrap_or(0)
    }

    /// Returns `true` if play from `n` can return to an earlier number: it comes to a large number from which moves lead up and
    /// down, or to a cycle of small ones.
    pub fn may_return(&self, n: &UBig, budget: &mut Budget) -> Result<bool, Fault> {
        // Among large numbers play may go up by one step as many times as the other goes down, and then down as far.
        let large_returns = self.steps.iter().any(|&step| step < 0) && self.steps.iter().any(|&step| step > 0);
        let large = self.small.len();
        let Some(start) = usize::try_from(n).ok().filter(|&n| n < large) else { return Ok(large_returns) };
        let small: Vec<Vec<u32>> = (0..large)
            .map(|v| self.followers(v).into_iter().map(|w| w.min(large) as u32).collect())
            .chain([Vec::new()])
            .collect();
        let graph = Digraph::from_lists(&small, budget)?;
        if is_cyclic_from(&graph, start as u32, budget)? {
            return Ok(true);
        }
        Ok(large_returns && can_reach(&graph, large as u32, budget)?[start])
    }

    /// Returns the graph on 0, .., `len - 1`, and a vertex in place of all others from which play never comes back.
    fn piece(&self, len: u32, budget: &mut Budget) -> Result<Digraph, Fault> {
        let mut lists: Vec<Vec<u32>> = Vec::with_capacity(len as usize + 1);
        for n in 0..len as usize {
            budget.tick()?;
            lists.push(self.followers(n).into_iter().map(|v| (v as u32).min(len)).collect());
        }
        lists.push(vec![len]);
        Digraph::from_lists(&lists, budget)
    }

    /// Returns the remoteness of `n` if the last player to move wins, or loses; `None` if no period is proved.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::graphs::{Convention, StepGame};
    ///
    /// // From n up by 1, except from 0, and down by 2.
    /// let game = StepGame::new(vec![vec![], vec![2]], vec![1, -2]);
    /// let lengths = |n: u32| game.remoteness(&n.into(), Convention::Normal, &mut Budget::unlimited());
    /// let ends = [0, 1, 2, 3, 4].map(|n| lengths(n).expect("no limit").and_then(|r| r.ends().and_then(|r| r.to_u64())));
    /// assert_eq!(ends, [Some(0), Some(2), Some(1), Some(3), None]);
    /// ```
    pub fn remoteness(&self, n: &UBig, convention: Convention, budget: &mut Budget) -> Result<Option<Length>, Fault> {
        let known = self.proved.read().remoteness[convention as usize].clone();
        let labels = match known {
            Some(labels) => labels,
            None => {
                let found = self.remoteness_labels(convention, budget)?.map(Arc::new);
                self.proved.write().remoteness[convention as usize] = Some(found.clone());
                found
            }
        };
        let length = |labels: Arc<GrowingLabels>| {
            labels.of_large(n).map_or(Length::Endless, |moves| Length::Ends(Ordinal::finite(moves)))
        };
        Ok(labels.map(length))
    }

    fn remoteness_labels(&self, convention: Convention, budget: &mut Budget) -> Result<Option<GrowingLabels>, Fault> {
        for len in PIECES {
            let found = remoteness(&self.piece(len, budget)?, convention, budget)?;
            let labels: Vec<Option<u32>> = (0..len / 2).map(|v| found.get(v)).collect();
            let is_alike = |a: usize, b: usize| labels[a].map(|label| label % 2) == labels[b].map(|label| label % 2);
            let Some(labels) = GrowingLabels::of(&labels, is_alike, budget)? else { continue };
            if self.is_remoteness(&labels, convention, budget)? {
                return Ok(Some(labels));
            }
        }
        Ok(None)
    }

    /// Returns `true` if every label follows from those of the followers: by induction on the finite ones they are right.
    fn is_remoteness(
        &self,
        labels: &GrowingLabels,
        convention: Convention,
        budget: &mut Budget,
    ) -> Result<bool, Fault> {
        let settled = self.small.len().max(labels.preperiod + self.deepest());
        for n in 0..settled + labels.period {
            budget.tick()?;
            // Before `settled` only the number itself counts, and from there on all numbers that are periods later.
            let fixed = |label: Growing| if n < settled { Growing { growth: 0, ..label } } else { label };
            let followers: Vec<Option<Growing>> =
                self.followers(n).into_iter().map(|v| labels.at(v).map(fixed)).collect();
            let own = labels.at(n).map(fixed);
            let (mut even, mut odd) = (Vec::new(), Vec::new());
            for label in followers.iter().flatten() {
                match label.is_even() {
                    Some(true) => even.push(*label),
                    Some(false) => odd.push(*label),
                    None => return Ok(false),
                }
            }
            let is_right = match own {
                None => even.is_empty() && followers.contains(&None),
                Some(own) if followers.is_empty() => {
                    own == Growing { at: u64::from(convention == Convention::Misere), growth: 0 }
                }
                Some(own) if !even.is_empty() => {
                    even.iter().any(|label| label.plus_one() == own)
                        && even.iter().all(|label| own.is_at_most(label.plus_one()))
                }
                Some(own) => {
                    !followers.contains(&None)
                        && odd.iter().any(|label| label.plus_one() == own)
                        && odd.iter().all(|label| label.plus_one().is_at_most(own))
                }
            };
            if !is_right {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the γ-value of `n`, or `None` if no period is proved.
    pub fn gamma(&self, n: &UBig, budget: &mut Budget) -> Result<Option<GammaValue>, Fault> {
        let known = self.proved.read().gamma.clone();
        let repeating = match known {
            Some(repeating) => repeating,
            None => {
                let found = self.repeating_gamma(budget)?.map(Arc::new);
                self.proved.write().gamma = Some(found.clone());
                found
            }
        };
        let Some(repeating) = repeating else { return Ok(None) };
        let start = UBig::from(repeating.counters.preperiod + self.small.len() + self.deepest());
        let small = match *n < start {
            true => n.clone(),
            false => &start + (n - &start) % UBig::from(repeating.counters.period),
        };
        let small = usize::try_from(&small).unwrap_or_default();
        Ok(Some(match repeating.value(small) {
            Some(value) => GammaValue::nimber(value),
            None => GammaValue::infinite(self.reach(&repeating, small)),
        }))
    }

    fn repeating_gamma(&self, budget: &mut Budget) -> Result<Option<RepeatingGamma>, Fault> {
        for len in PIECES {
            let table = gamma(&self.piece(len, budget)?, budget)?;
            let usable = len / 2;
            let mut counters = Vec::with_capacity(usable as usize);
            for v in 0..usable {
                counters.push(table.counter(v, budget)?);
            }
            let same = |a: usize, b: usize| table.finite(a as u32) == table.finite(b as u32);
            let Some(counters) = GrowingLabels::of(&counters, same, budget)? else { continue };
            let values = (0..counters.labels.len()).map(|v| table.finite(v as u32)).collect();
            let repeating = RepeatingGamma { counters, values };
            if self.is_gamma(&repeating, budget)? {
                return Ok(Some(repeating));
            }
        }
        Ok(None)
    }

    /// Returns the finite γ-values of the followers.
    fn reach(&self, gamma: &RepeatingGamma, n: usize) -> BTreeSet<u32> {
        self.followers(n).into_iter().filter_map(|v| gamma.value(v)).collect()
    }

    /// Returns `true` if the values are those that the counters prove (Smith 1966, section 10).
    fn is_gamma(&self, gamma: &RepeatingGamma, budget: &mut Budget) -> Result<bool, Fault> {
        let deepest = self.deepest();
        let settled = (self.small.len() + deepest).max(gamma.counters.preperiod + 2 * deepest);
        for n in 0..settled + gamma.counters.period {
            budget.tick()?;
            let counter = |v: usize| {
                let label = gamma.counters.at(v)?;
                Some(if n < settled { Growing { growth: 0, ..label } } else { label })
            };
            let reach = self.reach(gamma, n);
            let mex = (0..).find(|k| !reach.contains(k)).unwrap_or(0);
            let followers = self.followers(n);
            // A follower of a larger value, or of none, is answered by one of this value.
            let is_answered = |v: &usize, by: &dyn Fn(usize) -> bool| {
                gamma.value(*v).is_some_and(|value| value < mex)
                    || self.followers(*v).into_iter().any(|w| gamma.value(w) == Some(mex) && by(w))
            };
            let is_right = match (gamma.value(n), counter(n)) {
                (Some(value), Some(own)) => {
                    let is_less = |w: usize| counter(w).is_some_and(|label| label.plus_one().is_at_most(own));
                    value == mex && followers.iter().all(|v| is_answered(v, &is_less))
                }
                (None, _) => {
                    followers.iter().any(|&v| gamma.value(v).is_none() && !self.reach(gamma, v).contains(&mex))
                }
                _ => false,
            };
            if !is_right {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
