//! Heaps of any size, by what is proved of all heaps of their rule.

use std::rc::Rc;

use dashu_int::UBig;

use super::{components, with_memory};
use crate::games::Fault;
use crate::heaps::{Rule, Splits};
use crate::misere::{AllConditions, Limits, Quotient};
use crate::positions::{Claim, Context, PositionId, Theorem};

pub(super) const ALL_HEAPS: Theorem = Theorem {
    says: Claim::Because("by the misère quotient of all heaps, whose elements have a proved period"),
    source: "Plambeck 2005; Plambeck and Siegel 2008",
};

/// The least heap of which the moves are not looked at one by one, if all heaps of its rule are known.
const LARGE: u32 = 500;
/// Heaps among which the period of a quotient is looked for.
const MOST_HEAPS: usize = 8000;

/// What is proved of all heaps of a rule, as far as it was asked for.
#[derive(Default)]
pub(super) struct OfRule {
    keeps_bouton: Option<bool>,
    quotient: Option<Option<Rc<Quotient>>>,
}

fn heap_of_rule(part: PositionId, cx: &mut dyn Context) -> Option<(Rule, UBig)> {
    let positions = cx.positions_ref();
    positions.rules_of(part).theory().heap_of_rule(positions.state(part))
}

/// Whether this is a heap of a rule whose moves leave at most one heap.
pub(super) fn leaves_one_heap(part: PositionId, cx: &mut dyn Context) -> bool {
    heap_of_rule(part, cx).is_some_and(|(rule, _)| rule.splits() == Splits::Coded && rule.code().most_heaps() <= 2)
}

/// Whether one of these is a heap whose moves are many.
pub(super) fn is_any_large(parts: &[PositionId], cx: &mut dyn Context) -> Result<bool, Fault> {
    for &part in parts {
        cx.games().budget.tick()?;
        if heap_of_rule(part, cx).is_some_and(|(_, heap)| heap >= UBig::from(LARGE)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether all heaps of the rule of this one are proved to keep Ferguson's conditions.
pub(super) fn keeps_bouton(part: PositionId, cx: &mut dyn Context) -> Result<bool, Fault> {
    let Some((rule, _)) = heap_of_rule(part, cx) else { return Ok(false) };
    with_memory(cx, |memory, cx| {
        let of_rule = memory.rules.entry(rule.clone()).or_default();
        if let Some(keeps) = of_rule.keeps_bouton {
            return Ok(keeps);
        }
        let all = AllConditions::of(&rule, &mut cx.games().budget)?;
        let keeps = all.is_some_and(|all| all.broken.is_empty());
        of_rule.keeps_bouton = Some(keeps);
        Ok(keeps)
    })
}

/// Whether the mover loses misère play of heaps of one rule, some of them large, by the quotient of all its heaps; nothing if
/// there is none within bounds.
pub(super) fn is_lost(p: PositionId, cx: &mut dyn Context) -> Result<Option<bool>, Fault> {
    let parts = components(p, cx)?;
    if !is_any_large(&parts, cx)? {
        return Ok(None);
    }
    let mut heaps = Vec::with_capacity(parts.len());
    let mut rule: Option<Rule> = None;
    for part in parts {
        cx.games().budget.tick()?;
        let Some((of, heap)) = heap_of_rule(part, cx) else { return Ok(None) };
        if *rule.get_or_insert_with(|| of.clone()) != of {
            return Ok(None);
        }
        heaps.push(heap);
    }
    let Some(rule) = rule else { return Ok(None) };
    let quotient = with_memory(cx, |memory, cx| {
        let of_rule = memory.rules.entry(rule.clone()).or_default();
        if let Some(known) = &of_rule.quotient {
            return Ok(known.clone());
        }
        let quotient = Quotient::of_rule(&rule, MOST_HEAPS, Limits::SMALL, &mut cx.games().budget)?;
        let known = quotient.period().is_some().then(|| Rc::new(quotient));
        of_rule.quotient = Some(known.clone());
        Ok(known)
    })?;
    let Some(quotient) = quotient else { return Ok(None) };
    let product = heaps.iter().try_fold(0, |product, heap| Some(quotient.times(product, quotient.value_of(heap)?)));
    Ok(product.map(|product| quotient.is_in_p(product)))
}
