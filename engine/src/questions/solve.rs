//! The winner, the winning move, and a line of play that shows it.

use dashu_ratio::RBig;

use super::{ask, has_same_moves};
use crate::games::hashing::FastSet;
use crate::games::{Fault, Player};
use crate::graphs::Verdict;
use crate::positions::{Binding, Context, Convention, Finding, Marks, PositionId, Question, Topic, Way};

/// The largest number of moves of a line that is shown.
pub(super) const MAX_LINE: usize = 200;

/// The result when a player starts, and how it was found.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The result that the player who starts can force.
    pub verdict: Verdict,
    /// A move that keeps it, or `None` if every move loses.
    pub to: Option<PositionId>,
    /// The positions of a play, from the start on, in which the winner makes moves that keep the result and the loser his first
    /// move. In a draw only the start, or a play to a tie in which both keep the draw.
    pub line: Vec<PositionId>,
    /// The way the result was found.
    pub way: Way,
}

/// Returns the result of a position when `starter` moves first, with a move and a line of play.
///
/// ```
/// use cg_engine::games::Player;
/// use cg_engine::graphs::Verdict;
/// use cg_engine::positions::{Context, Convention, Engine};
/// use cg_engine::questions::solve;
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let found = solve(star, Convention::Normal, Player::Left, &mut engine)?;
/// assert_eq!((found.verdict, found.to, found.line), (Verdict::Win, Some(zero), vec![star, zero]));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn solve(p: PositionId, convention: Convention, starter: Player, cx: &mut dyn Context) -> Result<Solution, Fault> {
    let outcome = Question::new(Topic::OUTCOME, convention, starter);
    let Finding { answer: verdict, way } = ask(p, outcome, cx)?;
    let moves = match verdict {
        Verdict::Draw if cx.positions_ref().marks_of_parts(p).has(Marks::TIES) => match best_play(p, outcome, cx)? {
            (moves, last) if cx.positions_ref().is_tied(last) => moves,
            _ => Vec::new(),
        },
        Verdict::Draw => Vec::new(),
        // A win may be paid more or less.
        Verdict::Win | Verdict::Loss if secured_payoff(p, outcome, cx)?.is_some() => best_play(p, outcome, cx)?.0,
        Verdict::Win | Verdict::Loss => match cx.positions_ref().demand_value(p) {
            Err(Fault::Entailing) => best_play(p, outcome, cx)?.0,
            _ => match ask(p, outcome.with(Topic::LINE), cx) {
                // A person's rule shows late that a move may say who makes the next one.
                Err(Fault::Entailing) => best_play(p, outcome, cx)?.0,
                found => found?.answer,
            },
        },
    };
    let to = match verdict {
        Verdict::Win => moves.first().copied(),
        Verdict::Draw => ask(p, outcome.with(Topic::BEST_MOVES), cx)?.answer.moves.first().copied(),
        Verdict::Loss => None,
    };
    Ok(Solution { verdict, to, line: [p].into_iter().chain(moves).collect(), way })
}

/// Returns the payoff to Left that the starter can secure, of a position in a graph in which play ends with payoffs.
pub(super) fn secured_payoff(
    p: PositionId,
    outcome: Question<Verdict>,
    cx: &mut dyn Context,
) -> Result<Option<RBig>, Fault> {
    match cx.positions_ref().has_classes(p) {
        true => Ok(ask(p, outcome.with(Topic::BEST_MOVES), cx)?.answer.payoff),
        false => Ok(None),
    }
}

/// Returns the moves of a play in which both make their best moves, as far as it does not come back, and where it leads.
fn best_play(
    p: PositionId,
    outcome: Question<Verdict>,
    cx: &mut dyn Context,
) -> Result<(Vec<PositionId>, PositionId), Fault> {
    let (mut moves, mut here, mut turn) = (Vec::new(), p, outcome);
    let mut visited = FastSet::default();
    while moves.len() < MAX_LINE && visited.insert((here, turn.starter)) {
        if let Some(Binding::Again(inner)) = cx.positions_ref().turn(here) {
            (here, turn) = (inner, turn.started_by(turn.starter.other()));
        }
        let next = ask(here, turn.with(Topic::BEST_MOVES), cx)?.answer.moves.first().copied();
        let Some(next) = next else { break };
        moves.push(next);
        (here, turn) = (next, turn.started_by(turn.starter.other()));
    }
    Ok((moves, here))
}

impl Solution {
    /// Returns `true` if this solution holds whoever starts: at each position of its line both players have the same moves
    /// and can force the same, and so they can after [`Solution::to`]. Of impartial positions every solution does, whatever
    /// way it was found.
    pub fn holds_for_both(&self, convention: Convention, cx: &mut dyn Context) -> Result<bool, Fault> {
        let kept_draw = self.to.filter(|_| self.verdict == Verdict::Draw);
        let mut verdict = self.verdict;
        let mut plays = self.line.iter().copied().chain(kept_draw).peekable();
        while let Some(p) = plays.next() {
            // A position is won by both if both may move to one that the other loses, which comes next.
            let follows = verdict == Verdict::Win && plays.peek().is_some();
            for starter in [Player::Left, Player::Right].into_iter().filter(|_| !follows) {
                if ask(p, Question::new(Topic::OUTCOME, convention, starter), cx)?.answer != verdict {
                    return Ok(false);
                }
            }
            if !has_same_moves(p, cx)? {
                return Ok(false);
            }
            verdict = verdict.reversed();
        }
        Ok(true)
    }
}
