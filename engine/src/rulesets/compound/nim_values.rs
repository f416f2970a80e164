//! The nim-values of heaps of Nim that are played together, one heap a part, of any size.

use super::Kind;
use crate::games::Fault;
use crate::ordinals::Ordinal;
use crate::positions::{Context, PositionId, heaps_of_nim};

/// The nim-value of such a compound; nothing for other parts.
///
/// A move makes heaps smaller, so the value is at most the least function that grows with each of them, and of the value v
/// that each of these rules claims all smaller ones are met while v itself is not:
///
/// - moves in all heaps to the first end: the least heap. Its size is met no more once it is smaller, and the others are
///   left no smaller than what is made of it, or as small.
/// - moves in all to the last end: the largest. A smaller size is made of it while all others become nothing.
/// - moves in any: the natural sum, for what is below a natural sum is one of parts that are as large or smaller.
/// - to the first end, moves in any or in one: an end is worth 0, and what is left without the moves to it is the selective
///   or the disjunctive compound with a counter less in each heap, so all other values are greater by 1 in front.
pub(super) fn nim_value(kind: Kind, parts: &[PositionId], cx: &mut dyn Context) -> Option<Result<Ordinal, Fault>> {
    let mut heaps = Vec::with_capacity(parts.len());
    for &part in parts {
        let [heap] = &heaps_of_nim(part, cx)?[..] else { return None };
        heaps.push(heap.clone());
    }
    let (least, largest) = (heaps.iter().min()?.clone(), heaps.iter().max()?.clone());
    if kind.is_short() && least.is_zero() {
        return Some(Ok(least));
    }
    let add: fn(&Ordinal, &Ordinal) -> Result<Ordinal, Fault> = match kind {
        Kind::Conj => return Some(Ok(least)),
        Kind::ConjLong => return Some(Ok(largest)),
        Kind::Sel | Kind::SelShort => Ordinal::natural_sum,
        Kind::DisjShort => Ordinal::nim_sum,
        Kind::Disj | Kind::Tokens(_) => return None,
    };
    let mut total = Ordinal::default();
    let mut found = || {
        for heap in &heaps {
            total = add(&total, &if kind.is_short() { heap.without_one() } else { heap.clone() })?;
        }
        if kind.is_short() { Ordinal::finite(1u8).ordinary_sum(&total) } else { Ok(total.clone()) }
    };
    Some(found())
}
