//! Moves of positions that have too many of them to list: some of them, and whether a position is one.

use crate::games::{Fault, Player};
use crate::heaps::ReplyCount;
use crate::ordinals::Ordinal;
use crate::positions::{Context, MoveGoal, NEGATIVE, Options, PositionId, find_moves, heaps_of_nim, options};

/// Returns some moves of `player`, where [`options`] cannot list all. Heaps of Nim lose half of their last counters,
/// and a heap without last counters becomes empty.
///
/// ```
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::ordinals::Ordinal;
/// use cg_engine::positions::Engine;
/// use cg_engine::questions;
/// use cg_engine::rulesets::nim::nim;
///
/// let mut engine = Engine::default();
/// let heap = nim(vec![Ordinal::omega()], &mut engine)?;
/// let none = nim(vec![Ordinal::finite(0u64)], &mut engine)?;
/// assert_eq!(questions::some_moves(heap, Player::Left, &mut engine)?, [none]);
/// assert!(questions::leads_to(heap, Player::Left, none, &mut engine)?);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn some_moves(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let parts = cx.positions().parts(p);
    let mut found = Vec::new();
    for (i, &part) in parts.iter().enumerate() {
        cx.games().budget.tick()?;
        let mut next = parts.clone();
        for q in of_part(part, player, cx)? {
            next[i] = q;
            found.push(cx.positions().sum(&next));
        }
    }
    Ok(found)
}

fn of_part(part: PositionId, player: Player, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    if cx.positions().ruleset_of(part) == NEGATIVE {
        let inner = PositionId::of_word(cx.positions().state(part)[0]);
        let mut found = of_part(inner, player.other(), cx)?;
        found.iter_mut().for_each(|q| *q = cx.positions().negative(*q));
        return Ok(found);
    }
    if let Some(found) = unlisted(part, None, cx) {
        return found;
    }
    let mut moves = Options::default();
    options(part, cx, &mut moves)?;
    Ok(if player == Player::Left { moves.left } else { moves.right().to_vec() })
}

/// Returns moves that the ruleset gives if it cannot list them all.
fn unlisted(p: PositionId, wanted: Option<PositionId>, cx: &mut dyn Context) -> Option<Result<Vec<PositionId>, Fault>> {
    find_moves(p, MoveGoal::Any(wanted), ReplyCount::All, cx)
}

/// Returns `true` if `player` can move from `p` to `q`, where [`options`] cannot list all moves. Empty heaps and the
/// order of heaps do not matter.
pub fn leads_to(p: PositionId, player: Player, q: PositionId, cx: &mut dyn Context) -> Result<bool, Fault> {
    if let (Some(from), Some(to)) = (heaps_of_nim(p, cx), heaps_of_nim(q, cx)) {
        return Ok(one_is_smaller(from, to));
    }
    let (from, to) = (cx.positions().parts(p), cx.positions().parts(q));
    if from.len() != to.len() {
        return Ok(false);
    }
    let mut changed = (0..from.len()).filter(|&i| from[i] != to[i]);
    let (Some(i), None) = (changed.next(), changed.next()) else { return Ok(false) };
    part_leads_to(from[i], player, to[i], cx)
}

fn part_leads_to(part: PositionId, player: Player, to: PositionId, cx: &mut dyn Context) -> Result<bool, Fault> {
    if cx.positions().ruleset_of(part) == NEGATIVE {
        let (inner, to) = (PositionId::of_word(cx.positions().state(part)[0]), cx.positions().negative(to));
        return part_leads_to(inner, player.other(), to, cx);
    }
    if let (Some(from), Some(to)) = (heaps_of_nim(part, cx), heaps_of_nim(to, cx)) {
        return Ok(one_is_smaller(from, to));
    }
    if unlisted(part, Some(to), cx).transpose()?.is_some_and(|moves| moves.contains(&to)) {
        return Ok(true);
    }
    let mut moves = Options::default();
    match options(part, cx, &mut moves) {
        Ok(()) => Ok(moves.of(player).contains(&to)),
        Err(Fault::None(_) | Fault::TooLarge { .. }) => Ok(false),
        Err(fault) => Err(fault),
    }
}

fn one_is_smaller(mut from: Vec<Ordinal>, mut to: Vec<Ordinal>) -> bool {
    for list in [&mut from, &mut to] {
        list.retain(|heap| !heap.is_zero());
        list.sort_unstable();
    }
    let mut rest = Vec::new();
    for heap in from {
        match to.binary_search(&heap) {
            Ok(at) => {
                to.remove(at);
            }
            Err(_) => rest.push(heap),
        }
    }
    matches!((&rest[..], &to[..]), ([_], [])) || matches!((&rest[..], &to[..]), ([a], [b]) if b < a)
}

#[cfg(test)]
mod tests {
    use super::{Ordinal, one_is_smaller};

    #[test]
    fn one_heap_and_no_other_becomes_smaller() {
        let heaps = |sizes: &[u64]| sizes.iter().map(|&n| Ordinal::finite(n)).collect::<Vec<_>>();
        for (from, to, is_move) in [
            (&[3, 5][..], &[3, 4][..], true),
            (&[3, 5], &[5, 1], true),
            (&[3, 5], &[5], true),
            (&[3, 3], &[3, 0], true),
            (&[3, 5], &[3, 5], false),
            (&[3, 5], &[3, 6], false),
            (&[3, 5], &[2, 4], false),
            (&[3, 5], &[], false),
        ] {
            assert_eq!(one_is_smaller(heaps(from), heaps(to)), is_move, "{from:?} {to:?}");
        }
    }
}
