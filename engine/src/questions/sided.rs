//! Play that comes to values of two sides, which tell who can force what and have no moves.
//!
//! Whoever wants to win must win where endless play is won by the opponent: Left on the offside of the position, Right on
//! its onside, in which all such values are stoppers (see
//! [`Positions::on_side`](crate::positions::Positions::on_side)). What neither wins there is drawn.

use super::strategy::{best_moves, winning_moves};
use super::{Prospects, ask};
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Fault, Player};
use crate::graphs::Verdict;
use crate::loopy::ValueSide;
use crate::positions::{Claim, Context, Convention, Options, PositionId, Question, Theorem, Topic, Way, options};

const BY_SIDES: Theorem = Theorem {
    says: Claim::Because("as it is even where the loser wins all endless play:"),
    source: "Winning Ways, ch. 11",
};
const DRAWN: Theorem = Theorem {
    says: Claim::Because("as each player wins if he wins all endless play:"),
    source: "Winning Ways, ch. 11",
};

/// Whether a theorem is one of these, which holds of games of every kind.
pub fn is_by_sides(theorem: &Theorem) -> bool {
    [&BY_SIDES, &DRAWN].contains(&theorem)
}

/// The position on the side on which `player` loses endless play.
fn against(p: PositionId, player: Player, cx: &mut dyn Context) -> PositionId {
    let side = if player == Player::Left { ValueSide::Off } else { ValueSide::On };
    cx.positions().on_side(p, side)
}

/// Who wins normal play when `starter` moves first, and why.
///
/// # Errors
/// Limits; what the rules say.
pub(super) fn verdict(p: PositionId, starter: Player, cx: &mut dyn Context) -> Result<(Verdict, Way), Fault> {
    let question = Question::new(Topic::OUTCOME, Convention::Normal, starter);
    let sides = [starter, starter.other()].map(|player| against(p, player, cx));
    for (side, verdict) in sides.iter().zip([Verdict::Win, Verdict::Loss]) {
        // What is on one side already moves in several components at once, where sides do not tell.
        if *side == p {
            return Err(Fault::TwoSides);
        }
        if ask(*side, question, cx)?.answer == verdict {
            return Ok((verdict, Way::Theorem(&BY_SIDES, vec![(*side, question.untyped())])));
        }
    }
    Ok((Verdict::Draw, Way::Theorem(&DRAWN, sides.map(|side| (side, question.untyped())).to_vec())))
}

/// The moves of `player` that win and finish the win.
///
/// # Errors
/// [`Fault::TwoSides`] if the moves themselves are not known; limits; what the rules say.
pub(super) fn winning(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let side = against(p, player, cx);
    moves_like(p, side, player, winning_moves, cx)
}

/// The moves of `player` that keep the best outcome, with that outcome. How long play lasts is not known.
///
/// # Errors
/// As [`winning`].
pub(super) fn prospects(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Prospects, Fault> {
    let (verdict, _) = verdict(p, player, cx)?;
    let moves = match verdict {
        Verdict::Win | Verdict::Loss => {
            let deciding = if verdict == Verdict::Win { player } else { player.other() };
            let side = against(p, deciding, cx);
            moves_like(p, side, player, best_moves, cx)?
        }
        Verdict::Draw => {
            let mut moves = Options::default();
            options(p, cx, &mut moves)?;
            let question = Question::new(Topic::OUTCOME, Convention::Normal, player.other());
            let mut kept = Vec::new();
            let mut seen = FastSet::default();
            for &q in moves.of(player) {
                if seen.insert(q) && ask(q, question, cx)?.answer == Verdict::Draw {
                    kept.push(q);
                }
            }
            kept
        }
    };
    Ok(Prospects { moves, verdict, remoteness: None, payoff: None })
}

type Choice = fn(PositionId, Convention, Player, &mut dyn Context) -> Result<Vec<PositionId>, Fault>;

/// The moves of `player` from `p` that lead on one of its sides to what is chosen there, each once, in the order of the
/// choice. The moves there are those of `p`, one by one.
fn moves_like(
    p: PositionId,
    side: PositionId,
    player: Player,
    choose: Choice,
    cx: &mut dyn Context,
) -> Result<Vec<PositionId>, Fault> {
    let (mut here, mut there) = (Options::default(), Options::default());
    options(p, cx, &mut here)?;
    options(side, cx, &mut there)?;
    let chosen = choose(side, Convention::Normal, player, cx)?;
    let ranks: FastMap<PositionId, usize> = chosen.iter().enumerate().map(|(rank, &q)| (q, rank)).collect();
    let mut found = Vec::new();
    let mut seen = FastSet::default();
    for (&q, on_side) in here.of(player).iter().zip(there.of(player)) {
        cx.games().budget.tick()?;
        if let Some(&rank) = ranks.get(on_side)
            && seen.insert(q)
        {
            found.push((rank, q));
        }
    }
    found.sort_by_key(|&(rank, _)| rank);
    Ok(found.into_iter().map(|(_, q)| q).collect())
}
