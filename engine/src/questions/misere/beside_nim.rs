//! Large heaps of one rule in misère play, and heaps of Nim beside them, by the quotient of all heaps of the rule.

use super::components::components;
use dashu_int::UBig;

use super::any_size::{LARGE, MOST_HEAPS, OfAllHeaps, heap_of_rule, is_any_large, leaves_one_heap, quotient_of};
use super::bouton::heap_by_bouton;
use super::outcome;
use crate::games::Fault;
use crate::graphs::Verdict;
use crate::heaps::{Pattern, ReplyCount, ReplyGoal, Rule};
use crate::misere::Limits;
use crate::ordinals::Ordinal;
use crate::positions::{Claim, Context, PositionId, Theorem, heaps_of_nim};
use crate::questions::large_heaps::{self, large_heap};
use crate::questions::replies::moves_to_lost;

pub(super) const ALL_HEAPS: Theorem = Theorem {
    says: Claim::Because("by the misère quotient of all heaps, whose elements have a proved period"),
    source: "Plambeck 2005; Plambeck and Siegel 2008",
};

/// Heaps of one rule, and heaps of Nim.
pub(super) struct Mixed {
    pub rule: Rule,
    pub heaps: Vec<UBig>,
    pub nim: Vec<Ordinal>,
}

impl Mixed {
    /// Returns the components of a position, if all are heaps of one rule and of Nim.
    pub fn of(p: PositionId, cx: &mut dyn Context) -> Result<Option<Mixed>, Fault> {
        let parts = components(p, cx)?;
        let (mut rule, mut heaps, mut nim) = (None, Vec::new(), Vec::new());
        for part in parts {
            cx.games().budget.tick()?;
            if let Some(heaps) = heaps_of_nim(part, cx) {
                nim.extend(heaps);
                continue;
            }
            let Some((of, heap)) = heap_of_rule(part, cx) else { return Ok(None) };
            if let Some(size) = heap_by_bouton(part, cx)? {
                nim.push(size);
            } else if *rule.get_or_insert_with(|| of.clone()) == of {
                heaps.push(heap);
            } else {
                return Ok(None);
            }
        }
        Ok(rule.map(|rule| Mixed { rule, heaps, nim }))
    }
}

/// Returns the element of a heap of Nim, if it is equal in all company to a heap of the rule, or to two: an odd heap is
/// the sum of the even one before it and of `*`.
fn element(size: &Ordinal, all: &OfAllHeaps) -> Option<u32> {
    let size = u32::try_from(size.to_u64()?).ok()?;
    let known = |size: u32| Some(all.quotient.value(*all.heaps_of_nim.get(&size)?));
    known(size).or_else(|| match size % 2 {
        1 => Some(all.quotient.times(known(size - 1)?, known(1)?)),
        _ => None,
    })
}

/// Returns the product of these heaps, and the heaps of Nim that are no elements.
fn product<'n>(heaps: &[UBig], nim: &'n [Ordinal], all: &OfAllHeaps) -> Option<(u32, Vec<&'n Ordinal>)> {
    let quotient = &all.quotient;
    let mut product = 0;
    for heap in heaps {
        product = quotient.times(product, quotient.value_of(heap)?);
    }
    let mut others = Vec::new();
    for size in nim {
        match element(size, all) {
            Some(value) => product = quotient.times(product, value),
            None => others.push(size),
        }
    }
    Some((product, others))
}

/// Returns the product of some components, or `None` if one is no element of the quotient of the heaps of this rule.
fn product_of(parts: &[PositionId], rule: &Rule, all: &OfAllHeaps, cx: &mut dyn Context) -> Result<Option<u32>, Fault> {
    let sum = cx.positions().sum(parts);
    let (heaps, nim) = match Mixed::of(sum, cx)? {
        Some(mixed) if mixed.rule == *rule => (mixed.heaps, mixed.nim),
        Some(_) => return Ok(None),
        None => {
            let mut nim = Vec::new();
            for part in components(sum, cx)? {
                let Some(heaps) = heaps_of_nim(part, cx) else { return Ok(None) };
                nim.extend(heaps);
            }
            (Vec::new(), nim)
        }
    };
    Ok(product(&heaps, &nim, all).filter(|(_, others)| others.is_empty()).map(|(product, _)| product))
}

/// Returns `true` if the mover loses misère play of heaps of one rule and of Nim, some of them large, by the quotient
/// of all heaps of the rule; `None` if there is no quotient within bounds.
///
/// One heap of Nim may be none of the rule: if it is lost with a smaller one in its place, the move to that wins.
pub(super) fn is_lost(p: PositionId, cx: &mut dyn Context) -> Result<Option<bool>, Fault> {
    let parts = components(p, cx)?;
    if !is_any_large(&parts, cx)? {
        return Ok(None);
    }
    let Some(Mixed { rule, heaps, nim }) = Mixed::of(p, cx)? else { return Ok(None) };
    let Some(all) = quotient_of(&rule, cx)? else { return Ok(None) };
    let OfAllHeaps { quotient, heaps_of_nim } = &*all;
    let Some((product, others)) = product(&heaps, &nim, &all) else { return Ok(None) };
    Ok(match others[..] {
        [] => Some(quotient.is_in_p(product)),
        [size] => {
            let smaller = heaps_of_nim.iter().filter(|(smaller, _)| Ordinal::finite(**smaller) < *size);
            let mut left = smaller.map(|(_, &heap)| quotient.times(product, quotient.value(heap)));
            left.any(|product| quotient.is_in_p(product)).then_some(false)
        }
        _ => None,
    })
}

/// Finds the moves that win misère play with a large heap by the quotient of all heaps of its rule, or returns `None` if no such
/// quotient is known.
pub(super) fn moves(p: PositionId, wanted: ReplyCount, cx: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
    let parts = cx.positions().parts(p);
    let mut is_large = false;
    for &part in &parts {
        is_large |= large_heap(part, cx).is_some();
    }
    if !is_large || is_lost(p, cx)?.is_none() {
        return Ok(None);
    }
    let of_part = |i: usize, cx: &mut dyn Context| {
        let mut rest = parts.clone();
        let part = rest.remove(i);
        of_part(part, &rest, wanted, cx)
    };
    let is_lost = |q, cx: &mut dyn Context| Ok(matches!(outcome(q, cx)?, Some((Verdict::Loss, _))));
    moves_to_lost(&parts, wanted, cx, of_part, is_lost)
}

/// Finds some moves of a component, all that win beside the rest among them.
fn of_part(
    part: PositionId,
    rest: &[PositionId],
    wanted: ReplyCount,
    cx: &mut dyn Context,
) -> Result<Option<Vec<PositionId>>, Fault> {
    if let Some((rule, _)) = large_heap(part, cx)
        && let Some(all) = quotient_of(&rule, cx)?
        && let Some(product) = product_of(rest, &rule, &all, cx)?
    {
        let period = all.quotient.period().expect("it is that of all heaps");
        let len = period.preperiod + period.period;
        let elements = (0..len).map(|heap| all.quotient.value(heap as u32).into()).collect();
        let pattern = Pattern::new(elements, [period.preperiod, period.period, 0]);
        let wins = |left: &[u64]| {
            all.quotient.is_in_p(left.iter().fold(product, |product, &value| all.quotient.times(product, value as u32)))
        };
        return large_heaps::replies(part, &pattern, &ReplyGoal::Values(&wins), wanted, cx);
    }
    large_heaps::all_moves(part, cx)
}

/// The reason why misère play with a heap has no known winner, and if the heap is too large even for a search.
pub(super) struct Untold {
    pub why: String,
    pub is_hopeless: bool,
}

/// Returns the reason for a large heap whose moves leave several heaps, if no quotient of all heaps of its rule is
/// found.
pub(super) fn untold(p: PositionId, cx: &mut dyn Context) -> Result<Option<Untold>, Fault> {
    for part in components(p, cx)? {
        cx.games().budget.tick()?;
        let Some((rule, heap)) = heap_of_rule(part, cx).filter(|(_, heap)| *heap >= UBig::from(LARGE)) else {
            continue;
        };
        if leaves_one_heap(part, cx) || heap_by_bouton(part, cx)?.is_some() || quotient_of(&rule, cx)?.is_some() {
            continue;
        }
        let most = Limits::SMALL.elements;
        let why = format!(
            "no theorem tells who wins misère play of a heap of {heap}: Ferguson's conditions are not proved for all heaps, \
             and the misère quotient of more and more heaps grows beyond {most} elements or has no period that is proved"
        );
        return Ok(Some(Untold { why, is_hopeless: heap > UBig::from(MOST_HEAPS) }));
    }
    Ok(None)
}
