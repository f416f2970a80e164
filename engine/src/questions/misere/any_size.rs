//! Heaps of any size, by theorems about all heaps of their rule.

use super::components::with_memory;
use std::sync::Arc;

use dashu_int::UBig;

use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};
use crate::heaps::{Rule, Splits};
use crate::misere::{AllConditions, FormId, Forms, Genera, Limits, Quotient};
use crate::ordinals::Ordinal;
use crate::positions::{Context, PositionId, heaps_of_nim};

/// The least heap of which the moves are not looked at one by one, if all heaps of its rule are known.
pub(super) const LARGE: u32 = 500;
/// Heaps among which heaps of Nim are looked for.
const FEW_HEAPS: u32 = 12;
/// Heaps among which the period of a quotient is looked for.
pub(super) const MOST_HEAPS: usize = 8000;

/// The theorems about all heaps of a rule, as far as they were asked for.
#[derive(Default)]
pub(super) struct OfRule {
    keeps_bouton: Option<bool>,
    quotient: Option<Option<Arc<OfAllHeaps>>>,
    pub(super) genera: Option<Genera>,
}

/// The quotient of all heaps of a rule, and which of them are heaps of Nim.
pub(super) struct OfAllHeaps {
    pub(super) quotient: Quotient,
    /// For each heap of Nim, a heap that is equal to it in all company.
    pub(super) heaps_of_nim: FastMap<u32, u32>,
}

/// Returns the heaps of Nim among the first heaps of a rule, recognised by their misère forms.
fn heaps_of_nim_among(rule: &Rule, budget: &mut Budget) -> Result<FastMap<u32, u32>, Fault> {
    let (mut forms, mut of_heap) = (Forms::new(), Vec::new());
    let mut found = FastMap::default();
    for heap in 0..FEW_HEAPS {
        let mut options = Vec::new();
        for left in rule.moves(heap, budget)? {
            let form = left.iter().try_fold(FormId::ZERO, |sum, &h| forms.sum(sum, of_heap[h as usize], budget))?;
            options.push(form);
        }
        let form = forms.of(&options, budget)?;
        if let Some(size) = forms.nim_size(form) {
            found.entry(size).or_insert(heap);
        }
        of_heap.push(form);
    }
    Ok(found)
}

/// Runs something with the theorems about all heaps of a rule.
pub(super) fn with_rule<T>(
    rule: &Rule,
    cx: &mut dyn Context,
    run: impl FnOnce(&mut OfRule, &mut Budget) -> Result<T, Fault>,
) -> Result<T, Fault> {
    with_memory(cx, |memory, cx| run(memory.rules.entry(rule.clone()).or_default(), &mut cx.games().budget))
}

pub(super) fn heap_of_rule(part: PositionId, cx: &mut dyn Context) -> Option<(Rule, UBig)> {
    let positions = cx.positions_ref();
    positions.rules_of(part).heap_of_rule(positions.state(part))
}

/// Returns `true` if this is a heap of a rule whose moves leave at most one heap.
pub(super) fn leaves_one_heap(part: PositionId, cx: &mut dyn Context) -> bool {
    heap_of_rule(part, cx).is_some_and(|(rule, _)| rule.splits() == Splits::Coded && rule.code().most_heaps() <= 2)
}

/// Returns `true` if one of these is a heap with many moves, or a sum of heaps of Nim that contains one.
pub(super) fn is_any_large(parts: &[PositionId], cx: &mut dyn Context) -> Result<bool, Fault> {
    for &part in parts {
        cx.games().budget.tick()?;
        let is_large = |heap: &Ordinal| *heap >= Ordinal::finite(LARGE);
        if heap_of_rule(part, cx).is_some_and(|(_, heap)| heap >= UBig::from(LARGE))
            || heaps_of_nim(part, cx).is_some_and(|heaps| heaps.iter().any(is_large))
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns `true` if all heaps of the rule of this one are proved to keep Ferguson's conditions.
pub(super) fn keeps_bouton(part: PositionId, cx: &mut dyn Context) -> Result<bool, Fault> {
    let Some((rule, _)) = heap_of_rule(part, cx) else { return Ok(false) };
    with_rule(&rule, cx, |of_rule, budget| {
        if let Some(keeps) = of_rule.keeps_bouton {
            return Ok(keeps);
        }
        let all = AllConditions::of(&rule, budget)?;
        let keeps = all.is_some_and(|all| all.broken.is_empty());
        of_rule.keeps_bouton = Some(keeps);
        Ok(keeps)
    })
}

/// Returns the quotient of all heaps of a rule, if it was found before or can be found.
pub(super) fn quotient_of(rule: &Rule, cx: &mut dyn Context) -> Result<Option<Arc<OfAllHeaps>>, Fault> {
    with_rule(rule, cx, |of_rule, budget| {
        if let Some(known) = &of_rule.quotient {
            return Ok(known.clone());
        }
        let quotient = Quotient::of_rule(rule, MOST_HEAPS, Limits::SMALL, budget)?;
        let known = match quotient.period() {
            Some(_) => Some(Arc::new(OfAllHeaps { heaps_of_nim: heaps_of_nim_among(rule, budget)?, quotient })),
            None => None,
        };
        of_rule.quotient = Some(known.clone());
        Ok(known)
    })
}
