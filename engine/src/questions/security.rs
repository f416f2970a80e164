//! The results that each player can secure if play can end in several ways (Smith 1966, sections 5 and 12).

use super::ends::{Ends, Goal};
use super::{ask, explore};
use crate::games::{Fault, Player};
use crate::ordinals::{Length, Ordinal};
use crate::positions::{Context, Convention, PositionId};

/// Returns Smith's Q functions, one for each goal, when `starter` makes the first move: the remoteness of the game in
/// which Left wins just where the goal is reached. Odd when the starter can force his success, even when the other can
/// force his, `None` for infinity, when neither can. An end is one move from the success of a player who would have to
/// move there.
///
/// ```
/// use cg_engine::games::Player;
/// use cg_engine::positions::{Context, Engine};
/// use cg_engine::questions::{self, Goal};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let q = questions::q_values(star, Player::Left, &[Goal::End, Goal::Never], &mut engine)?;
/// assert_eq!(q, [Some(1u64.into()), Some(2u64.into())]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn q_values(
    p: PositionId,
    starter: Player,
    goals: &[Goal],
    cx: &mut dyn Context,
) -> Result<Vec<Option<Ordinal>>, Fault> {
    let mut all = Vec::with_capacity(goals.len());
    for goal in goals {
        let length = match goal.question(starter) {
            Some(question) => ask(p, question, cx)?.answer,
            None => at_least(p, starter, goal, cx)?,
        };
        all.push(match length {
            Length::Ends(moves) => Some(moves),
            Length::Endless => None,
        });
    }
    Ok(all)
}

/// Returns the Q function of a payoff. Where moves cannot be listed no payoffs are given, and a win counts 1, a loss
/// -1.
fn at_least(p: PositionId, starter: Player, goal: &Goal, cx: &mut dyn Context) -> Result<Length, Fault> {
    let explored = match explore(p, Convention::Normal, cx) {
        Err(Fault::None(why)) => {
            let Some(question) = goal.without_payoffs().question(starter) else { return Err(Fault::None(why)) };
            return Ok(ask(p, question, cx)?.answer);
        }
        explored => explored?,
    };
    let [left, right] = Ends::new(&explored, cx)?.remoteness(&explored, goal, cx)?;
    Ok(if starter == Player::Left { left } else { right })
}

/// Something a player can make sure of, however the other plays (Smith 1966, Table 1); "or better" is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// A win within a number of moves known beforehand.
    BoundedWin,
    /// A win in the end.
    Win,
    /// A draw, or a win, within a number of moves known beforehand.
    BoundedDraw,
    /// A draw by the rules, or a win, in the end.
    TerminatedDraw,
    /// No loss, if only because play need not end.
    UnterminatedDraw,
    /// An end within a number of moves known beforehand.
    BoundedLoss,
    /// An end of play.
    Loss,
}

impl Guarantee {
    /// Returns the level in words.
    pub fn words(self) -> &'static str {
        match self {
            Guarantee::BoundedWin => "bounded win",
            Guarantee::Win => "win",
            Guarantee::BoundedDraw => "bounded draw",
            Guarantee::TerminatedDraw => "terminated draw",
            Guarantee::UnterminatedDraw => "unterminated draw",
            Guarantee::BoundedLoss => "bounded loss",
            Guarantee::Loss => "loss",
        }
    }
}

/// Returns the security level of a player from his three Q functions, for a win, a draw and any end: those guarantees
/// of which none implies another, his choice. Empty when he can neither avoid defeat nor make play end. The printed
/// table has a row `even, even, even` for this; in truth the third function is then infinite.
///
/// ```
/// use cg_engine::ordinals::Ordinal;
/// use cg_engine::questions::{Guarantee, guarantees};
/// let q = [Some(Ordinal::from(2u64)), None, Some(Ordinal::from(3u64))];
/// let level = guarantees(&q, true);
/// assert_eq!(level, [Guarantee::UnterminatedDraw, Guarantee::BoundedLoss]);
/// ```
pub fn guarantees(q: &[Option<Ordinal>; 3], is_starter: bool) -> Vec<Guarantee> {
    let success = |q: &Option<Ordinal>| q.as_ref().filter(|q| q.is_even() != is_starter).map(Ordinal::is_finite);
    let [win, draw, end] = q.each_ref().map(success);
    let loss = match end {
        Some(true) => Some(Guarantee::BoundedLoss),
        Some(false) => Some(Guarantee::Loss),
        None => None,
    };
    let bounded_loss = loss.filter(|&loss| loss == Guarantee::BoundedLoss);
    let mut all = Vec::new();
    match (win, draw, &q[1]) {
        (Some(true), ..) => all.push(Guarantee::BoundedWin),
        (Some(false), Some(true), _) => all.extend([Guarantee::Win, Guarantee::BoundedDraw]),
        (Some(false), ..) => all.extend([Guarantee::Win].into_iter().chain(bounded_loss)),
        (None, Some(true), _) => all.push(Guarantee::BoundedDraw),
        (None, Some(false), _) => all.extend([Guarantee::TerminatedDraw].into_iter().chain(bounded_loss)),
        (None, None, None) => all.extend([Guarantee::UnterminatedDraw].into_iter().chain(loss)),
        (None, None, Some(_)) => all.extend(loss),
    }
    all
}
