//! Moves worth looking at: those that no other move beats, and those of the temperature policy.

use super::all_play::once;
use super::value;
use crate::games::hashing::FastSet;
use crate::games::{Dyadic, Fault, GameId, Player};
use crate::positions::{Context, Options, PositionId, options};

/// A component of a sum with its value and the temperature of that.
struct PolicyComponent {
    at: usize,
    value: GameId,
    temperature: Dyadic,
}

/// Returns the player's sensible options: those to which no other option of his is preferable. All options with equal
/// values stay, each position once (Conway 1977: the undominated ones).
///
/// ```
/// use cg_engine::games::{Budget, GameId, Games, Player};
/// use cg_engine::positions::{Context, Engine};
/// use cg_engine::questions;
///
/// let mut engine = Engine::default();
/// let [zero, one] = [0, 1].map(|n| engine.games().integer(n));
/// let [zero, one] = [zero, one].map(|g| engine.positions().of_value(g));
/// let p = engine.positions().form(&[zero, one], &[]);
/// assert_eq!(questions::sensible(p, Player::Left, &mut engine)?, [one]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::Loopy`] if an option has no value.
pub fn sensible(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    Ok(undominated(p, player, cx)?.into_iter().map(|(q, _)| q).collect())
}

/// Returns the sensible options with their values.
fn undominated(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Vec<(PositionId, GameId)>, Fault> {
    let mut moves = Options::default();
    options(p, cx, &mut moves)?;
    let list = moves.of(player);
    let mut seen = FastSet::default();
    let mut valued = Vec::new();
    for &q in list {
        cx.games().budget.tick()?;
        if seen.insert(q) {
            valued.push((q, value(q, cx)?.game(cx.games())?));
        }
    }
    // The best values so far, none of them at most another.
    let mut best: Vec<GameId> = Vec::new();
    for &(_, g) in &valued {
        let mut beaten = best.contains(&g);
        let mut kept = Vec::with_capacity(best.len() + 1);
        for &h in &best {
            cx.games().budget.tick()?;
            beaten |= beats(h, g, player, cx)?;
            if beaten || !beats(g, h, player, cx)? {
                kept.push(h);
            }
        }
        if !beaten {
            kept.push(g);
        }
        best = kept;
    }
    let best: FastSet<GameId> = best.into_iter().collect();
    valued.retain(|(_, g)| best.contains(g));
    Ok(valued)
}

/// Returns `true` if `g` is at least as good as `h` for the player.
fn beats(g: GameId, h: GameId, player: Player, cx: &mut dyn Context) -> Result<bool, Fault> {
    match player {
        Player::Left => cx.games().less_or_equal(h, g),
        Player::Right => cx.games().less_or_equal(g, h),
    }
}

/// Returns the hottest components of a sum, in their order, each once: those of greatest temperature (Conway 1977).
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::{Context, Engine};
/// use cg_engine::questions;
///
/// let mut engine = Engine::default();
/// let [two, one, zero] = [2, 1, 0].map(|n| engine.games().integer(n));
/// let [two, one, zero] = [two, one, zero].map(|g| engine.positions().of_value(g));
/// let (hot, cold) = (engine.positions().form(&[two], &[zero]), engine.positions().form(&[zero], &[one]));
/// assert_eq!(questions::hottest(&[cold, hot], &mut engine)?, [hot]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::Loopy`] if a component has no value.
pub fn hottest(parts: &[PositionId], cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let hot = hottest_of(parts, |_, _| Ok(true), cx)?;
    Ok(once(hot.into_iter().map(|component| parts[component.at])))
}

/// Returns the moves of the temperature policy: the sums after the player's best moves in a hottest component.
///
/// A number is colder than every other game, so the policy moves in one only as a last resort (Conway 1977). If the
/// component has several sensible options, the best ones are those whose wall, at its temperature, reaches farthest.
/// The policy is right for sums of switches `{x|y}` and numbers; in general it is a rule of thumb.
///
/// ```
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::positions::{Context, Engine};
/// use cg_engine::questions;
///
/// let mut engine = Engine::default();
/// let [two, zero] = [2, 0].map(|n| engine.games().integer(n));
/// let [two, zero] = [two, zero].map(|g| engine.positions().of_value(g));
/// let hot = engine.positions().form(&[two], &[zero]);
/// let after = engine.positions().sum(&[two, two]);
/// assert_eq!(questions::hottest_moves(&[hot, two], Player::Left, &mut engine)?, [after]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::Loopy`] if a component has no value.
pub fn hottest_moves(parts: &[PositionId], player: Player, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let can_move = |p: PositionId, cx: &mut dyn Context| {
        let mut moves = Options::default();
        options(p, cx, &mut moves)?;
        Ok(!moves.of(player).is_empty())
    };
    let mut found = Vec::new();
    for component in hottest_of(parts, can_move, cx)? {
        let mut walls = Vec::new();
        for (q, g) in undominated(parts[component.at], player, cx)? {
            cx.games().budget.tick()?;
            let (left, right) = cx.games().thermograph(g)?.at(&component.temperature);
            walls.push((q, if player == Player::Left { right } else { -left }));
        }
        let farthest = walls.iter().map(|(_, wall)| wall).max().cloned();
        let mut next = parts.to_vec();
        for (q, _) in walls.into_iter().filter(|(_, wall)| Some(wall) == farthest.as_ref()) {
            next[component.at] = q;
            found.push(cx.positions().sum(&next));
        }
    }
    Ok(once(found.into_iter()))
}

/// Returns the hottest among the components that are admitted; equal components once.
fn hottest_of(
    parts: &[PositionId],
    mut admits: impl FnMut(PositionId, &mut dyn Context) -> Result<bool, Fault>,
    cx: &mut dyn Context,
) -> Result<Vec<PolicyComponent>, Fault> {
    let mut hot: Vec<PolicyComponent> = Vec::new();
    for (at, &p) in parts.iter().enumerate() {
        cx.games().budget.tick()?;
        let value = value(p, cx)?.game(cx.games())?;
        let temperature = cx.games().temperature(value)?;
        if hot.first().is_some_and(|first| first.temperature > temperature) || !admits(p, cx)? {
            continue;
        }
        if hot.first().is_some_and(|first| first.temperature < temperature) {
            hot.clear();
        }
        if !hot.iter().any(|component| component.value == value && parts[component.at] == p) {
            hot.push(PolicyComponent { at, value, temperature });
        }
    }
    Ok(hot)
}
