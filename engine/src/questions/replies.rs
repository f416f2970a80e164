//! Winning moves by values: for sums too large to be searched.
//!
//! A move in one component wins if it takes the sum to a value that the next player loses. If play can go round in
//! circles, keeping this value is not enough (Fraenkel, Scenic trails, section 3). The moves given here are those that
//! cannot be taken back, for there are finitely many of them in a play, and those of least counter (Smith 1966, section
//! 10), for from a position of value 0 the counter can always be made to fall within two moves.

use std::collections::hash_map::Entry;

use super::explore::explore_within;
use super::gamma::gamma_of_part;
use super::large_heaps::{self, large_heap, nim_values};
use super::{Explored, value};
use crate::games::hashing::FastMap;
use crate::games::{Fault, GameId, Player};
use crate::graphs::{self, GammaTable, can_reach};
use crate::heaps::{ReplyCount, ReplyGoal};
use crate::ordinals::{GammaValue, Ordinal};
use crate::positions::{Context, Convention, Known, MoveGoal, Options, PositionId, find_moves, options};

/// Positions of one component beyond which its counter is not looked for.
const MAX_POSITIONS: usize = 2_000_000;

/// Returns the winning moves of `player` in normal play by the values of the components, or `None` if values do not
/// determine them.
pub(super) fn by_values(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
    let parts = cx.positions().parts(p);
    let mut known = Vec::with_capacity(parts.len());
    for &part in &parts {
        cx.games().budget.tick()?;
        match value(part, cx) {
            Ok(value) => known.push(value),
            Err(Fault::Loopy | Fault::LargeNimber { .. }) => return by_gammas(&parts, cx),
            Err(Fault::Refused(_)) => return Ok(None),
            Err(fault) => return Err(fault),
        }
    }
    by_canonical_values(&parts, &known, player, cx).map(Some)
}

/// Returns the winning moves if every component has a value: any move to a sum that the player wins as the second one.
fn by_canonical_values(
    parts: &[PositionId],
    known: &[Known],
    player: Player,
    cx: &mut dyn Context,
) -> Result<Vec<PositionId>, Fault> {
    let mut total = Known::Nim(0);
    for &value in known {
        cx.games().budget.tick()?;
        total = total.plus(value, cx.games())?;
    }
    if total.simplest(cx.games()) == Known::Nim(0) {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for (i, &part) in parts.iter().enumerate() {
        let rest = match (total, known[i]) {
            (Known::Nim(a), Known::Nim(b)) => Known::Nim(a ^ b),
            _ => {
                let without = known[i].negative(cx.games())?;
                total.plus(without, cx.games())?
            }
        };
        if let (Known::Nim(rest), Known::Nim(_)) = (rest, known[i])
            && let Some(replies) = moves_to(part, &Ordinal::finite(rest), ReplyCount::All, cx)?
        {
            push(parts, i, replies, &mut found, cx)?;
            continue;
        }
        let mut moves = Options::default();
        options(part, cx, &mut moves)?;
        let list = moves.of(player);
        let mut replies = Vec::new();
        for &q in list {
            cx.games().budget.tick()?;
            let sum = value(q, cx)?.plus(rest, cx.games())?;
            let wins = match (sum.simplest(cx.games()), player) {
                (Known::Nim(n), _) => n == 0,
                (Known::Game(g), Player::Left) => cx.games().less_or_equal(GameId::ZERO, g)?,
                (Known::Game(g), Player::Right) => cx.games().less_or_equal(g, GameId::ZERO)?,
            };
            if wins {
                replies.push(q);
            }
        }
        push(parts, i, replies, &mut found, cx)?;
    }
    Ok(found)
}

/// A component that play can go round in: all it can become, with values and counters.
struct LoopyRegion {
    explored: Explored,
    gammas: GammaTable,
    /// `true` for positions that have a way back to the component as it is.
    returning: Vec<bool>,
}

/// Returns the winning moves of impartial components, of which some are loopy or have large nim-values. `None` if one
/// has no γ-value, or if the one and only component is loopy, for its remoteness decides more.
fn by_gammas(parts: &[PositionId], cx: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
    if let [part] = parts
        && matches!(value(*part, cx), Err(Fault::Loopy))
    {
        return Ok(None);
    }
    let mut gammas = Vec::with_capacity(parts.len());
    for &part in parts {
        match gamma_of_part(part, cx) {
            Ok(gamma) => gammas.push(gamma),
            Err(Fault::Partizan | Fault::Refused(_)) => return Ok(None),
            Err(fault) => return Err(fault),
        }
    }
    let loopy = gammas.iter().filter(|g| g.as_finite().is_none()).count();
    let mut total = Ordinal::default();
    for n in gammas.iter().filter_map(|g| g.as_finite()) {
        total = total.nim_sum(n)?;
    }
    if loopy == 0 && total.is_zero() {
        return Ok(Some(Vec::new()));
    }
    let mut regions: FastMap<PositionId, Option<LoopyRegion>> = FastMap::default();
    let mut final_moves = Vec::new();
    let mut others = Vec::new();
    for (i, &part) in parts.iter().enumerate() {
        let target = match &gammas[i] {
            _ if loopy > 1 => break,
            GammaValue::Finite(n) if loopy == 0 => total.nim_sum(n)?,
            // A move elsewhere leaves an infinite value as it is.
            GammaValue::Finite(_) => continue,
            GammaValue::Infinite(_) => total.clone(),
        };
        if let Some(replies) = moves_to(part, &target, ReplyCount::All, cx)? {
            push(parts, i, replies, &mut final_moves, cx)?;
            continue;
        }
        let region = match regions.entry(part) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(region(part, cx)?),
        };
        let Some(region) = region else {
            let replies = replies_by_value(part, &target, cx)?;
            push(parts, i, replies, &mut final_moves, cx)?;
            continue;
        };
        let Some(target) = target.to_u64().and_then(|n| u32::try_from(n).ok()) else { continue };
        let budget = &mut cx.games().budget;
        let before = region.gammas.counter(0, budget)?.unwrap_or(0);
        let mut moves = Vec::new();
        for &v in region.gammas.graph().followers(0) {
            if region.gammas.finite(v) == Some(target) {
                let counter = region.gammas.counter(v, budget)?.unwrap_or(0);
                moves.push((v, i64::from(counter) - i64::from(before)));
            }
        }
        for (v, change) in moves {
            let q = region.explored.positions[v as usize];
            let list = if region.returning[v as usize] { None } else { Some(&mut final_moves) };
            match list {
                Some(list) => push(parts, i, vec![q], list, cx)?,
                None => others.push((change, i, q)),
            }
        }
    }
    // If moves that cannot be taken back win, the others only lose time.
    if final_moves.is_empty() {
        let least = others.iter().map(|&(change, ..)| change).min();
        for (_, i, q) in others.into_iter().filter(|&(change, ..)| Some(change) == least) {
            push(parts, i, vec![q], &mut final_moves, cx)?;
        }
    }
    Ok(Some(final_moves))
}

/// Returns the followers of a component, if play can go round in it.
fn region(part: PositionId, cx: &mut dyn Context) -> Result<Option<LoopyRegion>, Fault> {
    match value(part, cx) {
        Ok(_) | Err(Fault::LargeNimber { .. }) => return Ok(None),
        Err(Fault::Loopy) => {}
        Err(fault) => return Err(fault),
    }
    let explored = explore_within(part, Convention::Normal, MAX_POSITIONS, cx)?;
    let gammas = graphs::gamma(&explored.left, &mut cx.games().budget)?;
    let returning = can_reach(&explored.left, 0, &mut cx.games().budget)?;
    Ok(Some(LoopyRegion { explored, gammas, returning }))
}

/// Returns the moves of a component without cycles to positions of this nim-value.
fn replies_by_value(part: PositionId, target: &Ordinal, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let mut moves = Options::default();
    options(part, cx, &mut moves)?;
    let mut replies = Vec::new();
    for &q in &moves.left {
        cx.games().budget.tick()?;
        let mut total = GammaValue::Finite(Ordinal::default());
        for part in cx.positions().parts(q) {
            total = total.sum(&gamma_of_part(part, cx)?)?;
        }
        if total.as_finite() == Some(target) {
            replies.push(q);
        }
    }
    Ok(replies)
}

/// Returns the moves of a sum to this nim-value, if the rulesets of all components give theirs by a theorem.
pub(super) fn moves_to_sum(
    p: PositionId,
    target: &Ordinal,
    cx: &mut dyn Context,
) -> Result<Option<Vec<PositionId>>, Fault> {
    let parts = cx.positions().parts(p);
    let mut gammas = Vec::with_capacity(parts.len());
    let mut total = target.clone();
    for &part in &parts {
        let gamma = gamma_of_part(part, cx)?;
        let GammaValue::Finite(value) = &gamma else { return Ok(None) };
        total = total.nim_sum(value)?;
        gammas.push(value.clone());
    }
    let mut found = Vec::new();
    for (i, &part) in parts.iter().enumerate() {
        let Some(replies) = moves_to(part, &total.nim_sum(&gammas[i])?, ReplyCount::All, cx)? else { return Ok(None) };
        push(&parts, i, replies, &mut found, cx)?;
    }
    Ok(Some(found))
}

/// Returns the moves of a component to this nim-value, or `None` if its ruleset has no theorem for them and its values no
/// proved period. With [`ReplyCount::One`] one move is enough.
///
/// # Errors
/// [`Fault::TooLarge`] for more moves than can be listed.
pub fn moves_to(
    part: PositionId,
    target: &Ordinal,
    count: ReplyCount,
    cx: &mut dyn Context,
) -> Result<Option<Vec<PositionId>>, Fault> {
    let (inner, negated) = cx.positions().without_sign(part);
    let replies = match find_moves(inner, MoveGoal::Value(target), count, cx) {
        Some(replies) => Some(replies?),
        None => by_period(inner, target, count, cx)?,
    };
    let Some(mut replies) = replies else { return Ok(None) };
    if negated {
        replies.iter_mut().for_each(|q| *q = cx.positions().negative(*q));
    }
    Ok(Some(replies))
}

/// Finds a move of a component to this nim-value without a list of all moves, or returns `None` if there is none or no way.
fn move_to(part: PositionId, target: &Ordinal, cx: &mut dyn Context) -> Result<Option<PositionId>, Fault> {
    let found = match moves_to(part, target, ReplyCount::One, cx)? {
        Some(found) => Ok(found),
        None => replies_by_value(part, target, cx),
    };
    match found {
        Err(Fault::TooLarge { .. }) => Ok(None),
        found => Ok(found?.first().copied()),
    }
}

/// Finds the moves of a large heap to this nim-value, or returns `None` if no period is proved for its rule.
fn by_period(
    part: PositionId,
    target: &Ordinal,
    wanted: ReplyCount,
    cx: &mut dyn Context,
) -> Result<Option<Vec<PositionId>>, Fault> {
    let Some(target) = target.as_finite().cloned() else { return Ok(None) };
    if large_heap(part, cx).is_none() {
        return Ok(None);
    }
    match nim_values(part, cx)? {
        Some(pattern) => large_heaps::replies(part, &pattern, &ReplyGoal::NimSum(&target), wanted, cx),
        None => Ok(None),
    }
}

/// Finds a move of an impartial sum to a sum of value 0 without a list of all moves. `None` if there is no way, or a component
/// has no nim-value.
pub(super) fn move_to_zero(p: PositionId, cx: &mut dyn Context) -> Result<Option<PositionId>, Fault> {
    let parts = cx.positions().parts(p);
    let mut gammas = Vec::with_capacity(parts.len());
    let mut total = Ordinal::default();
    for &part in &parts {
        cx.games().budget.tick()?;
        match gamma_of_part(part, cx) {
            Ok(GammaValue::Finite(value)) => {
                total = total.nim_sum(&value)?;
                gammas.push(value);
            }
            Ok(GammaValue::Infinite(_)) | Err(Fault::Partizan | Fault::Refused(_)) => return Ok(None),
            Err(fault) => return Err(fault),
        }
    }
    // If the sum is not 0, a component that must become smaller has a move to the right value, so those are tried
    // first.
    for larger in [false, true] {
        for (i, &part) in parts.iter().enumerate() {
            let target = total.nim_sum(&gammas[i])?;
            if (target > gammas[i]) != larger || target == gammas[i] {
                continue;
            }
            if let Some(q) = move_to(part, &target, cx)? {
                let mut next = parts.clone();
                next[i] = q;
                return Ok(Some(cx.positions().sum(&next)));
            }
        }
    }
    Ok(None)
}

/// Finds the sums that the player who is then to move loses, among those after the moves that `of_part` gives of each
/// component. `None` if it does not know them of one.
pub(super) fn moves_to_lost(
    parts: &[PositionId],
    wanted: ReplyCount,
    cx: &mut dyn Context,
    of_part: impl Fn(usize, &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault>,
    is_lost: impl Fn(PositionId, &mut dyn Context) -> Result<bool, Fault>,
) -> Result<Option<Vec<PositionId>>, Fault> {
    let mut found = Vec::new();
    for i in 0..parts.len() {
        let Some(replies) = of_part(i, cx)? else { return Ok(None) };
        let mut sums = Vec::new();
        push(parts, i, replies, &mut sums, cx)?;
        for q in sums {
            if is_lost(q, cx)? {
                found.push(q);
            }
        }
        if wanted == ReplyCount::One && !found.is_empty() {
            break;
        }
    }
    Ok(Some(found))
}

/// Adds the sums that `replies` in component `i` lead to.
fn push(
    parts: &[PositionId],
    i: usize,
    replies: Vec<PositionId>,
    found: &mut Vec<PositionId>,
    cx: &mut dyn Context,
) -> Result<(), Fault> {
    let mut next = parts.to_vec();
    for q in replies {
        let room = cx.positions().bytes_for(parts.len());
        cx.games().budget.reserve(room)?;
        for _ in 0..1 + parts.len() / 64 {
            cx.games().budget.tick()?;
        }
        next[i] = q;
        found.push(cx.positions().sum(&next));
    }
    Ok(())
}
