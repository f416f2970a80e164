//! Who wins, by play itself: every position that can be reached, both players, either convention.

use super::gamma::transfinite;
use super::whole;
use super::{Context, Explored, Known, PositionId, explore, gamma, value};
pub use crate::digraphs::Convention;
use crate::digraphs::{self, Verdict, is_cyclic_from};
use crate::games::{Fault, Outcome, Player};
use crate::ordinals::GammaValue;

/// What each player can force when he starts, as an outcome class for each starter.
///
/// The classes of a starter: he wins (`L` if Left started, `R` if Right did), he loses, or `D`. Impartial positions
/// give the same kind of answer for both.
///
/// # Errors
/// Limits; what the rules say.
pub fn outcomes<C: Context>(p: PositionId, convention: Convention, cx: &mut C) -> Result<[Outcome; 2], Fault> {
    if convention == Convention::Normal {
        match value(p, cx) {
            Ok(Known::Nim(0)) => return Ok([Outcome::R, Outcome::L]),
            Ok(Known::Nim(_)) => return Ok([Outcome::L, Outcome::R]),
            Ok(Known::Game(g)) => {
                let outcome = cx.games().outcome(g)?;
                return Ok(match outcome {
                    Outcome::L => [Outcome::L, Outcome::L],
                    Outcome::R => [Outcome::R, Outcome::R],
                    Outcome::P => [Outcome::R, Outcome::L],
                    _ => [Outcome::L, Outcome::R],
                });
            }
            Err(Fault::Transfinite) => return Ok(by_nim_value(gamma(p, cx)?.outcome())),
            Err(Fault::Loopy | Fault::Refused(_)) => {}
            Err(fault) => return Err(fault),
        }
    }
    if let Some(ordinal) = transfinite(p, cx) {
        // With an infinite heap misere Nim is won as normal Nim is (Bouton).
        return Ok(by_nim_value(GammaValue::nimber(ordinal).outcome()));
    }
    if let Some([left, right]) = whole::remoteness(p, convention, cx)? {
        return Ok([class_of(Verdict::of(left), Player::Left), class_of(Verdict::of(right), Player::Right)]);
    }
    let Explored { left, right, seeds, .. } = explore(p, convention, cx)?;
    let right = right.as_ref().unwrap_or(&left);
    let budget = &mut cx.games().budget;
    let table = digraphs::two_player_remoteness_with(&left, right, |v, player| seeds[v as usize].seed(player), budget)?;
    let class = |player| class_of(table.result(0, player), player);
    Ok([class(Player::Left), class(Player::Right)])
}

/// What a starter can force, as an outcome class.
fn class_of(verdict: Verdict, starter: Player) -> Outcome {
    match (verdict, starter) {
        (Verdict::Draw, _) => Outcome::D,
        (Verdict::Win, Player::Left) | (Verdict::Loss, Player::Right) => Outcome::L,
        (Verdict::Loss, Player::Left) | (Verdict::Win, Player::Right) => Outcome::R,
    }
}

/// Who wins from each starter where both have the same moves.
fn by_nim_value(outcome: Outcome) -> [Outcome; 2] {
    match outcome {
        Outcome::P => [Outcome::R, Outcome::L],
        Outcome::N => [Outcome::L, Outcome::R],
        _ => [Outcome::D, Outcome::D],
    }
}

/// The class of who wins from each starter: the four of games that end, D, and the four in which only one starter
/// changes between a win and a draw.
pub fn class([left, right]: [Outcome; 2]) -> Outcome {
    match (left, right) {
        (Outcome::L, Outcome::L) => Outcome::L,
        (Outcome::R, Outcome::R) => Outcome::R,
        (Outcome::L, Outcome::R) => Outcome::N,
        (Outcome::R, Outcome::L) => Outcome::P,
        (Outcome::L, _) => Outcome::NHat,
        (_, Outcome::L) => Outcome::PHat,
        (_, Outcome::R) => Outcome::NCheck,
        (Outcome::R, _) => Outcome::PCheck,
        _ => Outcome::D,
    }
}

/// Whether play from a position can return to an earlier one, whoever moves.
///
/// # Errors
/// Limits; what the rules say.
pub fn is_loopy<C: Context>(p: PositionId, cx: &mut C) -> Result<bool, Fault> {
    match value(p, cx) {
        Ok(_) => return Ok(false),
        Err(Fault::Loopy) => return Ok(true),
        Err(Fault::Transfinite) => {
            let parts: Vec<PositionId> = cx.positions().parts(p).to_vec();
            for part in parts {
                if part != p && is_loopy(part, cx)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        Err(Fault::Refused(_)) => {}
        Err(fault) => return Err(fault),
    }
    let rules = cx.positions_ref().rules(cx.positions_ref().ruleset_of(p));
    if let Some(whole) = rules.whole() {
        let v = cx.positions_ref().state(p)[0];
        return Ok(whole.distance(v, &mut cx.games().budget)?.is_none());
    }
    let explored = explore(p, Convention::Normal, cx)?;
    let both = explored.both(cx)?;
    is_cyclic_from(&both, 0, &mut cx.games().budget)
}
