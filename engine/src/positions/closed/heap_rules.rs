//! Heaps of a ruleset: the sequence and the rule that they belong to, and their period.

use dashu_int::UBig;

use super::sizes;
use crate::games::{Cache, Fault};
use crate::heaps::{Pattern, Rule, Sequence, Splits};
use crate::positions::{Context, Rules};

/// The largest number of values before and in a given period that are listed.
const MOST_VALUES: u64 = 1 << 22;

/// Returns the size of the heap, or `None` if the state is not a single heap.
fn single(state: &[u32]) -> Option<UBig> {
    <[UBig; 1]>::try_from(sizes::unpack(state)).ok().map(|[heap]| heap)
}

impl dyn Rules {
    /// Returns the sequence whose nim-values the heaps of this ruleset have, and the size of the sequence's heap that the
    /// state corresponds to. `None` if the ruleset has no sequence.
    pub fn sequence(&self, state: &[u32]) -> Option<(&Cache<Sequence>, UBig)> {
        let (values, larger) = self.facts().sequence?;
        Some((values, sizes::unpack(state).first()? + larger))
    }

    /// Returns a rule whose heaps have the moves of the positions of this ruleset, and the size of the heap. `None` if
    /// there is no such rule, or if the state is not a single heap.
    pub fn heap_of_rule(&self, state: &[u32]) -> Option<(Rule, UBig)> {
        let rule = self.facts().heaps?.rule()?;
        Some((rule, single(state)?))
    }

    /// Returns the preperiod, period and saltus of the nim-values of the heaps of this ruleset, by a theorem, and the size
    /// of the heap. `None` if there is no such theorem, or if the state is not a single heap.
    pub fn period(&self, state: &[u32]) -> Option<([u64; 3], UBig)> {
        let period = self.facts().period?;
        Some((period, single(state)?))
    }

    /// Returns the nim-values of all heaps of this ruleset, or `None` if no period is proved.
    pub fn pattern(&self, state: &[u32], cx: &mut dyn Context) -> Result<Option<Pattern>, Fault> {
        let budget = &mut cx.games().budget;
        if let Some((values, _)) = self.sequence(state) {
            return values.read().pattern(budget);
        }
        let (Some((period @ [preperiod, length, _], _)), Some(heaps)) = (self.period(state), self.facts().heaps) else {
            return Ok(None);
        };
        let len = preperiod.saturating_add(length);
        if len > MOST_VALUES {
            return Ok(None);
        }
        budget.reserve(8 * len as usize)?;
        let mut values = Vec::with_capacity(len as usize);
        for heap in 0..len {
            budget.tick()?;
            let value = heaps.nim_value(&[heap.into()]).and_then(|value| u64::try_from(&value).ok());
            let Some(value) = value else { return Ok(None) };
            values.push(value);
        }
        Ok(Some(Pattern::new(values, period)))
    }

    /// Returns `true` if the state has a heap so large that listing all moves takes long.
    pub fn has_many_moves(&self, state: &[u32]) -> bool {
        let Some(heaps) = self.facts().heaps else { return false };
        let leaves_many =
            heaps.rule().is_some_and(|rule| rule.splits() != Splits::Coded || rule.code().most_heaps() > 3);
        let large = if leaves_many { UBig::from(60u8) } else { UBig::ONE << 16 };
        sizes::unpack(state).iter().any(|heap| *heap > large)
    }
}
