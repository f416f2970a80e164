//! The nim-values of heaps of Nim that are played together, one heap a part, of any size.

use super::Kind;
use crate::games::Fault;
use crate::ordinals::Ordinal;
use crate::positions::{Context, PositionId, heaps_of_nim};

/// Returns the nim-value of a compound of heaps of Nim, or `None` for other parts.
///
/// By induction: moves lead to every smaller value, and none to the value itself.
///
/// - Moves in all heaps to the first end: the least heap. It becomes smaller in every move, and so does the least; any
///   smaller size is the least when all heaps come down to it.
/// - Moves in all to the last end: the largest. All heaps become smaller, and so does the largest; any smaller size is
///   made of it while the others become empty.
/// - Moves in any: the natural sum. It grows with each heap; any smaller number is the natural sum of heaps as large or
///   smaller.
/// - To the first end, moves in any or in one: an end is worth 0. The position without the moves to an end is the
///   selective or the disjunctive compound with a counter less in each heap, so any other value is 1 + the value of that
///   compound: 1 stands on the left, so that infinite values stay as they are.
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
