//! Play that reaches values of two sides. These have no moves, and decide which results the players can force.
//!
//! A player who wants to win must win even if endless play is won by the opponent: Left on the offside of the position,
//! Right on its onside, in which all values of two sides are stoppers (see
//! [`Positions::on_side`](crate::positions::Positions::on_side)). A position that neither wins there is drawn.

use super::ask::ask;
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Fault, Player};
use crate::graphs::Verdict;
use crate::loopy::ValueSide;
use crate::positions::{
    About, Claim, Context, Finding, Options, PositionId, Prospects, Question, Theorem, Topic, Way, options,
};

const BY_SIDES: Theorem = Theorem {
    says: Claim::Because("as it is even where the loser wins all endless play:"),
    source: "Winning Ways, ch. 11",
};
const DRAWN_BY_SIDES: Theorem = Theorem {
    says: Claim::Because("as each player wins if he wins all endless play:"),
    source: "Winning Ways, ch. 11",
};

/// Returns `true` if a theorem is one of these, which apply to games of every kind.
pub fn is_by_sides(theorem: &Theorem) -> bool {
    [&BY_SIDES, &DRAWN_BY_SIDES].contains(&theorem)
}

/// Returns the position on the side on which `player` loses endless play.
fn against(p: PositionId, player: Player, cx: &mut dyn Context) -> PositionId {
    let side = if player == Player::Left { ValueSide::Off } else { ValueSide::On };
    cx.positions().on_side(p, side)
}

/// Returns the answer to a question about normal play.
///
/// # Errors
/// [`Fault::TwoSides`] if sides do not decide, or the moves themselves are not known.
pub(super) fn by_sides(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Finding, Fault> {
    match question.about {
        About::Outcome => outcome(p, question, cx),
        About::WinningMoves => {
            let side = against(p, question.starter, cx);
            if side == p {
                return Err(Fault::TwoSides);
            }
            let choose = |cx: &mut dyn Context| Ok(ask(side, question.with(Topic::WINNING_MOVES), cx)?.answer);
            let moves = moves_like(p, side, question.starter, choose, cx)?;
            Ok(Finding { answer: moves.into(), way: Way::Theorem(&BY_SIDES, vec![(side, question)]) })
        }
        About::BestMoves | About::GoodMove => {
            let Finding { answer, way } = outcome(p, question, cx)?;
            let verdict = answer.read();
            let moves = best(p, question, verdict, cx)?;
            let found = Prospects { moves, verdict, remoteness: None, payoff: None };
            Ok(Finding { answer: Box::new(found).into(), way })
        }
        _ => Err(Fault::TwoSides),
    }
}

/// Returns the result, and the theorem.
fn outcome(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Finding, Fault> {
    let outcome = question.with(Topic::OUTCOME);
    let sides = [question.starter, question.starter.other()].map(|player| against(p, player, cx));
    for (side, verdict) in sides.into_iter().zip([Verdict::Win, Verdict::Loss]) {
        // A compound on one side may be moved in several components at once, which sides do not cover.
        if side == p {
            return Err(Fault::TwoSides);
        }
        if ask(side, outcome, cx)?.answer == verdict {
            let way = Way::Theorem(&BY_SIDES, vec![(side, outcome.untyped())]);
            return Ok(Finding { answer: verdict.into(), way });
        }
    }
    let way = Way::Theorem(&DRAWN_BY_SIDES, sides.map(|side| (side, outcome.untyped())).to_vec());
    Ok(Finding { answer: Verdict::Draw.into(), way })
}

/// Returns the moves that keep the best outcome. How long play lasts is not known.
fn best(p: PositionId, question: Question, verdict: Verdict, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let player = question.starter;
    if verdict != Verdict::Draw {
        let side = against(p, if verdict == Verdict::Win { player } else { player.other() }, cx);
        let choose = |cx: &mut dyn Context| Ok(ask(side, question.with(Topic::BEST_MOVES), cx)?.answer.moves);
        return moves_like(p, side, player, choose, cx);
    }
    let mut moves = Options::default();
    options(p, cx, &mut moves)?;
    let after = question.with(Topic::OUTCOME).started_by(player.other());
    let mut kept = Vec::new();
    let mut seen = FastSet::default();
    for &q in moves.of(player) {
        if seen.insert(q) && ask(q, after, cx)?.answer == Verdict::Draw {
            kept.push(q);
        }
    }
    Ok(kept)
}

/// Returns the moves of `player` from `p` that lead on one of its sides to those that `choose` gives, each once, in
/// their order. The moves there are those of `p`, one by one.
fn moves_like(
    p: PositionId,
    side: PositionId,
    player: Player,
    choose: impl FnOnce(&mut dyn Context) -> Result<Vec<PositionId>, Fault>,
    cx: &mut dyn Context,
) -> Result<Vec<PositionId>, Fault> {
    let (mut here, mut there) = (Options::default(), Options::default());
    options(p, cx, &mut here)?;
    options(side, cx, &mut there)?;
    let chosen = choose(cx)?;
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
