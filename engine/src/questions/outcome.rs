//! Who wins, for either starter, and whether play can return.

use super::winner::{Found, value_or_winner};
use super::{ask, explore, gamma, value};
use crate::games::{Fault, Outcome, Player};
use crate::graphs::{Verdict, is_cyclic_from};
use crate::positions::{Claim, Context, Convention, Known, PositionId, Question, SUM, Theorem, Topic, Way, by_gamma};

/// Of a nimber beside games that have none so large.
const REMOTE: Theorem = Theorem {
    says: Claim::Because("as with any nimber that no follower of the other games is worth"),
    source: "Winning Ways, ch. 8",
};

/// What each player can force when he starts, as an outcome class for each starter.
///
/// The classes of a starter: he wins (`L` if Left started, `R` if Right did), he loses, or `D`. Impartial positions
/// give the same kind of answer for both.
///
/// # Errors
/// Limits; what the rules say.
pub fn outcomes(p: PositionId, convention: Convention, cx: &mut dyn Context) -> Result<[Outcome; 2], Fault> {
    let mut both = [Outcome::D; 2];
    for (class, starter) in both.iter_mut().zip([Player::Left, Player::Right]) {
        let verdict = ask(p, Question::new(Topic::OUTCOME, convention, starter), cx)?.answer;
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

/// The winners of a class if Left starts and if Right starts, `D` for a draw: the inverse of [`class`].
pub fn by_starter(class: Outcome) -> [Outcome; 2] {
    use Outcome::{D, L, N, NCheck, NHat, P, PCheck, PHat, R};
    match class {
        L | R | D => [class; 2],
        N => [L, R],
        P => [R, L],
        NHat => [L, D],
        PHat => [D, L],
        NCheck => [D, R],
        PCheck => [R, D],
    }
}

/// Whether play from a position can return to an earlier one, whoever moves.
///
/// # Errors
/// Limits; what the rules say.
pub fn is_loopy(p: PositionId, cx: &mut dyn Context) -> Result<bool, Fault> {
    match value(p, cx) {
        Ok(_) => {
            let positions = cx.positions_ref();
            let returns = |part| {
                let (part, _) = positions.without_sign(part);
                positions.rules_of(part).theory().is_loopy(positions.state(part))
            };
            return Ok(positions.parts(p).into_iter().any(returns));
        }
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

/// Who wins normal play by the value, where there is one that is found sooner than all positions.
pub(super) fn by_value(p: PositionId, mover: Player, cx: &mut dyn Context) -> Result<Option<(Verdict, Way)>, Fault> {
    // Of compounds all positions are sooner found than the values, which those of the parts do not tell.
    if cx.positions().ruleset_of(p) != SUM && cx.positions_ref().is_compound(p) {
        return Ok(None);
    }
    let known = match value_or_winner(p, mover, cx) {
        Ok(Found::Value(known)) => known,
        Ok(Found::Winner(searched)) => {
            let verdict = Verdict::won(searched.answer);
            return Ok(Some((verdict, Way::Winner(searched.nodes))));
        }
        Err(Fault::Loopy | Fault::LargeNimber { .. }) => match gamma(p, cx) {
            Ok(gamma) => return Ok(Some((by_gamma(&gamma), Way::Gamma(gamma)))),
            Err(Fault::Partizan) => return by_remote_star(p, mover, cx),
            Err(fault) => return Err(fault),
        },
        Err(Fault::Refused(_)) => return Ok(None),
        Err(fault) => return Err(fault),
    };
    Ok(Some((verdict(known, mover, cx)?, Way::Value(known))))
}

fn verdict(known: Known, mover: Player, cx: &mut dyn Context) -> Result<Verdict, Fault> {
    let wins = match known {
        Known::Nim(n) => n > 0,
        Known::Game(g) => match cx.games().outcome(g)? {
            Outcome::L => mover == Player::Left,
            Outcome::R => mover == Player::Right,
            outcome => outcome == Outcome::N,
        },
    };
    Ok(Verdict::won(wins))
}

/// Who wins the sum of games of the arena and a nimber larger than all of theirs: with every nimber that is the value of
/// no follower it is the same player.
fn by_remote_star(p: PositionId, mover: Player, cx: &mut dyn Context) -> Result<Option<(Verdict, Way)>, Fault> {
    let mut total = Known::Nim(0);
    for part in cx.positions().parts(p) {
        match value(part, cx) {
            Ok(known) => total = total.plus(known, cx.games())?,
            // Together they are large, or the sum would have a value.
            Err(Fault::LargeNimber { .. }) => {}
            Err(Fault::Loopy) => return Ok(None),
            Err(fault) => return Err(fault),
        }
    }
    let game = total.game(cx.games())?;
    let star = cx.games().remote_star(game)?;
    let sum = Known::Game(game).plus(Known::Nim(star), cx.games())?;
    Ok(Some((verdict(sum, mover, cx)?, Way::Theorem(&REMOTE, Vec::new()))))
}
