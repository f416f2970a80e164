//! Who wins, for either starter, and whether play can return.

use super::{ask, explore, value};
use crate::games::{Fault, Outcome, Player};
use crate::graphs::{Verdict, is_cyclic_from};
use crate::positions::{About, Context, Convention, PositionId, Question};

/// What each player can force when he starts, as an outcome class for each starter.
///
/// The classes of a starter: he wins (`L` if Left started, `R` if Right did), he loses, or `D`. Impartial positions
/// give the same kind of answer for both.
///
/// # Errors
/// Limits; what the rules say.
pub fn outcomes<C: Context>(p: PositionId, convention: Convention, cx: &mut C) -> Result<[Outcome; 2], Fault> {
    let mut both = [Outcome::D; 2];
    for (class, starter) in both.iter_mut().zip([Player::Left, Player::Right]) {
        let verdict = ask(p, Question::new(About::Outcome, convention, starter), cx)?.answer.verdict();
        *class = match (verdict, starter) {
            (Verdict::Draw, _) => Outcome::D,
            (Verdict::Win, Player::Left) | (Verdict::Loss, Player::Right) => Outcome::L,
            (Verdict::Loss, Player::Left) | (Verdict::Win, Player::Right) => Outcome::R,
        };
    }
    Ok(both)
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
        Err(Fault::LargeNimber { .. }) => {
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
    if let Some(whole) = rules.theory().graph() {
        let v = cx.positions_ref().state(p)[0];
        return Ok(whole.distance(v, &mut cx.games().budget)?.is_none());
    }
    let explored = explore(p, Convention::Normal, cx)?;
    let both = explored.both(cx)?;
    is_cyclic_from(&both, 0, &mut cx.games().budget)
}
