//! The winner, for either starter.

use super::ask;
use crate::games::{Fault, Outcome, Player};
use crate::graphs::Verdict;
use crate::positions::{Context, Convention, PositionId, Question, Topic};

/// Returns the winner if this player starts, or `D` for a draw.
pub fn outcome_of_starter(
    p: PositionId,
    convention: Convention,
    starter: Player,
    cx: &mut dyn Context,
) -> Result<Outcome, Fault> {
    let verdict = ask(p, Question::new(Topic::OUTCOME, convention, starter), cx)?.answer;
    Ok(match (verdict, starter) {
        (Verdict::Draw, _) => Outcome::D,
        (Verdict::Win, Player::Left) | (Verdict::Loss, Player::Right) => Outcome::L,
        (Verdict::Loss, Player::Left) | (Verdict::Win, Player::Right) => Outcome::R,
    })
}

/// Returns the winner if Left starts, and if Right starts, `D` for a draw. Impartial positions give the same kind of answer
/// for both.
pub fn outcomes(p: PositionId, convention: Convention, cx: &mut dyn Context) -> Result<[Outcome; 2], Fault> {
    let left = outcome_of_starter(p, convention, Player::Left, cx)?;
    Ok([left, outcome_of_starter(p, convention, Player::Right, cx)?])
}

/// Returns the class of who wins from each starter: the four of games that end, D, and the four in which only one
/// starter changes between a win and a draw.
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

/// Returns the winners of a class if Left starts and if Right starts, `D` for a draw: the inverse of [`class`].
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
