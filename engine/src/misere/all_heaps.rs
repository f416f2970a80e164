//! Ferguson's conditions on all heaps of a rule, by the period of its nim-values.

use super::ferguson::{Condition, broken};
use crate::games::{Budget, Fault};
use crate::heaps::{Rule, Sequence, Splits};

/// Heaps beyond which none is examined.
const MAX_HEAPS: u64 = 4096;
/// Counters that the moves leave by which a heap of a growing sequence keeps A4 and A5.
const LEFT: u64 = 64;

/// The heaps of a rule that break Ferguson's conditions, proved for all heaps (Ferguson 1974, section 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllConditions {
    /// The conditions that heaps below `checked` break, by heap.
    pub broken: Vec<(Condition, u64)>,
    /// The number of heaps that were checked one by one.
    pub checked: u64,
    /// Each larger heap breaks the conditions that the heap smaller by this number breaks; 0 if no larger heap breaks
    /// any.
    pub period: u64,
}

impl AllConditions {
    /// Returns the conditions on all heaps of a rule, or `None` if its nim-values have no proved period among the heaps
    /// that are examined.
    ///
    /// The nim-values of the heaps that moves leave, move by move, decide if a heap keeps the conditions. If the values
    /// are periodic without saltus, these are from some heap on the same for heaps a period apart: the proof of the
    /// period exchanges the largest heap left for one of the same value. So one more period is checked.
    ///
    /// With a saltus no heap from some N on has value 0 or 1, and only A4 and A5 restrict it. They hold for heap n + q
    /// if they hold for heap n by moves that leave a few counters, where the digits of these moves repeat with length
    /// q: the same can be left. So heaps N to N + q - 1 are checked for moves of this kind.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::heaps::{Code, Rule};
    /// use cg_engine::misere::AllConditions;
    ///
    /// let all = |code: &str| {
    ///     let rule = Rule::from(code.parse::<Code>().expect("a code"));
    ///     AllConditions::of(&rule, &mut Budget::unlimited())
    /// };
    /// assert!(all("0.[770]")?.expect("periodic").broken.is_empty());
    /// assert!(all("4.[3]")?.expect("periodic").broken.is_empty());
    /// let kayles = all("0.77")?.expect("periodic");
    /// assert_eq!((kayles.broken[0].1, kayles.period), (5, 12));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn of(rule: &Rule, budget: &mut Budget) -> Result<Option<AllConditions>, Fault> {
        if rule.splits() != Splits::Coded {
            return Ok(None);
        }
        let mut sequence = Sequence::new(rule.clone());
        sequence.extend_to(MAX_HEAPS, budget)?;
        let Some(period) = sequence.proved_period().cloned() else { return Ok(None) };
        let (from, step) = match (period.saltus, rule.code().repeats()) {
            (0, _) => rule.alike(&period),
            (_, Some((digits, q))) => ((period.preperiod + 2 * period.period).max(digits + LEFT + 1), q),
            (_, None) => return Ok(None),
        };
        let Some(checked) = from.checked_add(step).filter(|&checked| checked <= MAX_HEAPS) else { return Ok(None) };
        let values: Vec<u64> = sequence.values(0..checked, budget)?.iter().collect();
        let mut all = AllConditions { broken: Vec::new(), checked, period: 0 };
        for heap in 0..checked {
            let moves = rule.moves(heap as u32, budget)?;
            let few = |left: &&Vec<u32>| {
                period.saltus == 0 || heap < from || left.iter().map(|&heap| u64::from(heap)).sum::<u64>() <= LEFT
            };
            let moves = moves.iter().filter(few).map(Vec::as_slice);
            let conditions = broken(&values, heap as usize, moves, budget)?;
            if heap >= from && !conditions.is_empty() {
                if period.saltus > 0 {
                    return Ok(None);
                }
                all.period = step;
            }
            all.broken.extend(conditions.into_iter().map(|condition| (condition, heap)));
        }
        Ok(Some(all))
    }
}
