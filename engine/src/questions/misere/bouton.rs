//! Heaps of Nim, and Bouton's rule for heaps of any size whose rulesets are known to keep it (Ferguson 1974).

use super::any_size;
use super::components::components;
use crate::games::Fault;
use crate::heaps::{ReplyCount, ReplyGoal};
use crate::ordinals::{GammaValue, Ordinal};
use crate::positions::{Context, MoveGoal, PositionId, find_moves, heaps_of_nim};
use crate::questions::gamma;
use crate::questions::large_heaps::{self, all_moves, large_heap, nim_values};
use crate::questions::replies::{moves_to_lost, moves_to_sum};

/// Returns the nim-values of the components of a position if Bouton's rule applies to them, whatever their size: each is a
/// heap whose ruleset is known to keep Ferguson's conditions. Else `None`.
pub(super) fn values_of_bouton(p: PositionId, cx: &mut dyn Context) -> Result<Option<Vec<Ordinal>>, Fault> {
    let parts = components(p, cx)?;
    values_among(&parts, &parts, cx)
}

/// Like [`values_of_bouton`], for the components `parts` of a sum of `all`. The theorems about all heaps of a rule are asked
/// only if one of `all` is large.
fn values_among(parts: &[PositionId], all: &[PositionId], cx: &mut dyn Context) -> Result<Option<Vec<Ordinal>>, Fault> {
    let mut values = Vec::new();
    let mut is_large = None;
    for &part in parts {
        cx.games().budget.tick()?;
        if let Some(heaps) = heaps_of_nim(part, cx) {
            values.extend(heaps);
            continue;
        }
        if !cx.positions().rules_of(part).facts().keeps_bouton() {
            let is_large = match is_large {
                Some(known) => known,
                None => *is_large.insert(any_size::is_any_large(all, cx)?),
            };
            if !is_large || !any_size::keeps_bouton(part, cx)? {
                return Ok(None);
            }
        }
        match gamma(part, cx) {
            Ok(GammaValue::Finite(value)) => values.push(value),
            Ok(GammaValue::Infinite(_)) | Err(Fault::TooLarge { .. }) => return Ok(None),
            Err(fault) => return Err(fault),
        }
    }
    Ok(Some(values))
}

/// Returns the heaps of Nim that the components of a position are equal to, in all company, if their rules determine
/// them.
///
/// If all heaps of a rule keep Ferguson's conditions and every move leaves at most one heap, a heap is equal to that of Nim
/// of its nim-value v. For its options are heaps of Nim, those above v have v as an option, and where v is 0 there is a
/// winning move, since a single heap is lost only if it is worth 1.
pub(super) fn heaps_by_bouton(p: PositionId, cx: &mut dyn Context) -> Result<Option<Vec<u32>>, Fault> {
    let parts = components(p, cx)?;
    if !any_size::is_any_large(&parts, cx)? {
        return Ok(None);
    }
    for &part in &parts {
        if heaps_of_nim(part, cx).is_none() && !any_size::leaves_one_heap(part, cx) {
            return Ok(None);
        }
    }
    let Some(values) = values_of_bouton(p, cx)? else { return Ok(None) };
    let small = |value: &Ordinal| value.to_u64().and_then(|value| u32::try_from(value).ok());
    Ok(values.iter().map(small).collect())
}

/// Returns the nim-value of one heap of a rule, large or not, if Bouton's rule holds for it.
pub(super) fn heap_by_bouton(part: PositionId, cx: &mut dyn Context) -> Result<Option<Ordinal>, Fault> {
    if !any_size::leaves_one_heap(part, cx) {
        return Ok(None);
    }
    if !cx.positions().rules_of(part).facts().keeps_bouton() && !any_size::keeps_bouton(part, cx)? {
        return Ok(None);
    }
    match gamma(part, cx) {
        Ok(GammaValue::Finite(value)) => Ok(Some(value)),
        Ok(GammaValue::Infinite(_)) | Err(Fault::TooLarge { .. }) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Like [`is_bouton`], for nim-values of any size.
pub(super) fn is_bouton_of(values: &[Ordinal]) -> Result<bool, Fault> {
    let one = Ordinal::finite(1u64);
    let mut sum = Ordinal::default();
    for value in values {
        sum = sum.nim_sum(value)?;
    }
    Ok(sum == if values.iter().any(|value| *value > one) { Ordinal::default() } else { one })
}

/// Finds the moves that win misère play by Bouton's rule: those to nim-sum 0 with a component worth more than 1, or to nim-sum 1
/// without one. `None` if the rule does not apply or the moves of a component to a nim-value are not known.
pub(super) fn moves_by_bouton(
    p: PositionId,
    wanted: ReplyCount,
    cx: &mut dyn Context,
) -> Result<Option<Vec<PositionId>>, Fault> {
    let parts = cx.positions().parts(p);
    let all = components(p, cx)?;
    let mut values = Vec::with_capacity(parts.len());
    for &part in &parts {
        let of_part = components(part, cx)?;
        let Some(of_part) = values_among(&of_part, &all, cx)? else { return Ok(None) };
        values.push(of_part);
    }
    let one = Ordinal::finite(1u64);
    let is_above = |values: &[Ordinal]| values.iter().any(|value| *value > one);
    let above = values.iter().filter(|values| is_above(values)).count();
    let mut total = Ordinal::default();
    for value in values.iter().flatten() {
        total = total.nim_sum(value)?;
    }
    let of_part = |i: usize, cx: &mut dyn Context| {
        let rest = values[i].iter().try_fold(total.clone(), |rest, value| rest.nim_sum(value))?;
        let others_above = above > usize::from(is_above(&values[i]));
        of_part(parts[i], &rest, others_above, wanted, cx)
    };
    let is_lost = |q, cx: &mut dyn Context| values_of_bouton(q, cx)?.map_or(Ok(false), |values| is_bouton_of(&values));
    moves_to_lost(&parts, wanted, cx, of_part, is_lost)
}

/// Finds some moves of a component, all that win beside others worth `rest` together among them.
fn of_part(
    part: PositionId,
    rest: &Ordinal,
    others_above: bool,
    wanted: ReplyCount,
    cx: &mut dyn Context,
) -> Result<Option<Vec<PositionId>>, Fault> {
    let other = rest.nim_sum(&Ordinal::finite(1u64))?;
    let is_by_theorem = find_moves(part, MoveGoal::Value(rest), ReplyCount::All, cx);
    if is_by_theorem.is_none()
        && large_heap(part, cx).is_some()
        && let (Some(rest), Some(other)) = (rest.as_finite(), other.as_finite())
        && let Some(pattern) = nim_values(part, cx)?
    {
        let above = if others_above { ReplyGoal::NimSum(rest) } else { ReplyGoal::Above(rest, true) };
        let Some(mut moves) = large_heaps::replies(part, &pattern, &above, wanted, cx)? else { return Ok(None) };
        if !others_above && (moves.is_empty() || wanted == ReplyCount::All) {
            let small = ReplyGoal::Above(other, false);
            let Some(more) = large_heaps::replies(part, &pattern, &small, wanted, cx)? else { return Ok(None) };
            moves.extend(more);
        }
        return Ok(Some(moves));
    }
    let mut found = Vec::new();
    for target in [rest, &other] {
        let Some(moves) = moves_to_sum(part, target, cx)? else { return all_moves(part, cx) };
        found.extend(moves);
    }
    Ok(Some(found))
}

/// Returns `true` if by Bouton's rule the previous player would win a position in misère play, whether or not the rule
/// holds: nim-sum 0 with some component of nim-value 2 or more, or nim-sum 1 with none (Ferguson 1974, section 4).
///
/// # Errors
/// The errors of [`species`](super::species).
pub fn bouton(p: PositionId, cx: &mut dyn Context) -> Result<bool, Fault> {
    let mut values = Vec::new();
    for part in components(p, cx)? {
        match (heaps_of_nim(part, cx), gamma(part, cx)?) {
            (Some(heaps), _) => values.extend(heaps),
            (None, GammaValue::Finite(n)) => values.push(n),
            (None, GammaValue::Infinite(_)) => return Err(Fault::Loopy),
        }
    }
    is_bouton_of(&values)
}

/// Returns the heaps of Nim that a position is, if they are small: questions about them then need no look at moves.
///
/// # Errors
/// [`Fault::LargeNimber`].
pub(super) fn small_heaps(p: PositionId, cx: &mut dyn Context) -> Result<Option<Vec<u32>>, Fault> {
    let Some(heaps) = heaps_of_nim(p, cx) else { return Ok(None) };
    let small = |heap: &Ordinal| match heap.to_u64().and_then(|heap| u32::try_from(heap).ok()) {
        Some(heap) => Ok(heap),
        None => Err(Fault::LargeNimber { infinite: !heap.is_finite() }),
    };
    heaps.iter().map(small).collect::<Result<_, _>>().map(Some)
}

/// Returns `true` if a position is a heap of Nim that is its own misère form, its own mate, and too large to be
/// another's.
pub(super) fn is_one_large_heap(p: PositionId, cx: &mut dyn Context) -> bool {
    let Some(heaps) = heaps_of_nim(p, cx) else { return false };
    matches!(&heaps[..], [heap] if heap.to_u64().is_none_or(|heap| heap > u32::MAX.into()))
}
