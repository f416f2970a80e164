//! Large heaps of one rule in misère play, and heaps of Nim beside them, by the quotient of all heaps of the rule.

use dashu_int::UBig;

use super::any_size::{LARGE, MOST_HEAPS, OfAllHeaps, heap_of_rule, is_any_large, leaves_one_heap, quotient_of};
use super::bouton::heap_by_bouton;
use super::components;
use crate::games::Fault;
use crate::heaps::Rule;
use crate::misere::Limits;
use crate::ordinals::Ordinal;
use crate::positions::{Claim, Context, PositionId, Theorem, heaps_of_nim};

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
    /// The components of a position, if all are such heaps.
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

/// The element of a heap of Nim, if it is equal in all company to a heap of the rule, or to two: an odd heap is the sum of
/// the even one before it and of `*`.
fn element(size: &Ordinal, all: &OfAllHeaps) -> Option<u32> {
    let size = u32::try_from(size.to_u64()?).ok()?;
    let known = |size: u32| Some(all.quotient.value(*all.heaps_of_nim.get(&size)?));
    known(size).or_else(|| match size % 2 {
        1 => Some(all.quotient.times(known(size - 1)?, known(1)?)),
        _ => None,
    })
}

/// Whether the mover loses misère play of heaps of one rule and of Nim, some of them large, by the quotient of all heaps of
/// the rule; `None` if there is no quotient within bounds.
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
    let mut product = 0;
    for heap in &heaps {
        let Some(value) = quotient.value_of(heap) else { return Ok(None) };
        product = quotient.times(product, value);
    }
    let mut others = Vec::new();
    for size in &nim {
        match element(size, &all) {
            Some(value) => product = quotient.times(product, value),
            None => others.push(size),
        }
    }
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

/// Why nothing tells who wins misère play with a heap, and whether the heap is too large even to be looked at.
pub(super) struct Untold {
    pub why: String,
    pub is_hopeless: bool,
}

/// What is to be said of a large heap whose moves leave several heaps, where no quotient of all heaps of its rule is found.
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
