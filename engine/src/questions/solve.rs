//! Who wins, by which move, and a line of play that shows it.

use super::winner::in_order_of_search;
use super::{ask, best_moves, has_same_moves, joint, misere, misere_winner, replies, some_moves, winner};
use crate::games::{Fault, Player};
use crate::graphs::Verdict;
use crate::positions::search::within;
use crate::positions::{
    Context, Convention, Options, Parts, PositionId, Question, Searched, Topic, Way, options, with,
};

/// The steps in which a move of a line between heaps of any size is looked for.
const SHOWN_MOVE: u64 = 1 << 18;
/// Moves of the longest line.
const LONGEST: usize = 200;
/// Steps that are first spent on each option where a winning one is searched.
const FIRST_LOOK: u64 = 1 << 12;
/// The steps that are first spent on each option where theorems and values tell who wins.
const LONG_LOOK: u64 = 1 << 16;

/// Who wins when a player starts, and how.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What the player who starts can force.
    pub verdict: Verdict,
    /// A move that keeps it; nothing where every move loses.
    pub to: Option<PositionId>,
    /// The positions of a play in which the winner makes such moves and the loser his first one, from the start on.
    pub line: Vec<PositionId>,
    /// How it was found who wins.
    pub way: Way,
}

/// Who wins a position when `starter` moves first, by which move, and a line of play.
///
/// ```
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::graphs::Verdict;
/// use cg_engine::positions::{Context, Convention, Engine};
/// use cg_engine::questions::solve;
///
/// let mut engine = Engine::new(Games::new(Budget::unlimited()));
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let found = solve(star, Convention::Normal, Player::Left, &mut engine)?;
/// assert_eq!((found.verdict, found.to, found.line), (Verdict::Win, Some(zero), vec![star, zero]));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// Limits; what the rules say.
pub fn solve(p: PositionId, convention: Convention, starter: Player, cx: &mut dyn Context) -> Result<Solution, Fault> {
    let finding = ask(p, Question::new(Topic::OUTCOME, convention, starter), cx)?;
    let verdict = finding.answer;
    let searched = matches!(finding.way, Way::Winner(_));
    let (mut to, mut line) = (None, vec![p]);
    let (mut here, mut mover, mut stands) = (p, starter, verdict);
    while stands != Verdict::Draw && line.len() <= LONGEST {
        let next = |cx: &mut dyn Context| match stands {
            Verdict::Win if searched => searched_move(here, convention, mover, cx),
            Verdict::Win => told_move(here, convention, mover, cx),
            _ => first_move(here, convention, mover, cx),
        };
        // Play among heaps of any size is shown as far as its moves are soon found.
        let next = match here != p && has_many_moves(p, cx) {
            true => within(SHOWN_MOVE, cx, next).map(Option::flatten),
            false => next(cx),
        };
        let next = match next {
            // The line ends where moves are not known.
            Err(Fault::TwoSides) => None,
            Err(Fault::TooLarge { .. }) if here != p => None,
            next => next?,
        };
        let Some(next) = next else { break };
        line.push(next);
        if here == p && stands == Verdict::Win {
            to = to.or(Some(next));
        }
        (here, mover) = (next, mover.other());
        stands = stands.reversed();
    }
    if verdict == Verdict::Draw {
        to = best_moves(p, convention, starter, cx)?.first().copied();
    }
    Ok(Solution { verdict, to, line, way: finding.way })
}

impl Solution {
    /// Returns `true` if this solution holds whoever starts: at each position of its line both players have the same moves
    /// and can force the same, and so they can after [`Solution::to`]. Of impartial positions every solution does, whatever
    /// way it was found.
    ///
    /// # Errors
    /// Limits; what the rules say.
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

/// Lists the moves of a position into `moves`, or returns the move that `another` finds without a list if that would be long.
fn listed(
    p: PositionId,
    moves: &mut Options,
    cx: &mut dyn Context,
    another: impl FnOnce(&mut dyn Context) -> Result<Option<PositionId>, Fault>,
) -> Result<Option<PositionId>, Fault> {
    if !has_many_moves(p, cx) {
        match options(p, cx, moves) {
            Ok(()) => return Ok(None),
            Err(Fault::TooLarge { .. } | Fault::None(_)) => {}
            Err(fault) => return Err(fault),
        }
    }
    if let Some(found) = another(cx)? {
        return Ok(Some(found));
    }
    options(p, cx, moves).map(|()| None)
}

/// Returns `true` if a component has heaps so large that a list of all moves takes long.
fn has_many_moves(p: PositionId, cx: &mut dyn Context) -> bool {
    let parts = cx.positions().parts(p);
    parts.iter().any(|&part| {
        let positions = cx.positions_ref();
        positions.rules_of(part).theory().has_many_moves(positions.state(part))
    })
}

/// The first move of a player.
fn first_move(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Option<PositionId>, Fault> {
    if let Some(first) = joint::first(p, convention, player, cx)? {
        return Ok(first);
    }
    let mut moves = Options::default();
    let some = |cx: &mut dyn Context| match some_moves(p, player, cx) {
        Ok(some) => Ok(some.first().copied()),
        Err(Fault::TooLarge { .. } | Fault::None(_)) => Ok(None),
        Err(fault) => Err(fault),
    };
    Ok(listed(p, &mut moves, cx, some)?.or_else(|| moves.of(player).first().copied()))
}

/// One move that wins, if there is one.
///
/// # Errors
/// Limits; what the rules say.
pub fn winning_move(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Option<PositionId>, Fault> {
    let finding = ask(p, Question::new(Topic::OUTCOME, convention, player), cx)?;
    match (finding.answer, finding.way) {
        (Verdict::Win, Way::Winner(_)) => searched_move(p, convention, player, cx),
        (Verdict::Win, _) => told_move(p, convention, player, cx),
        _ => Ok(None),
    }
}

/// One move that wins, of a position whose winner was found by search: of rules that can be searched by themselves the first
/// one in the order in which a search tries them, whatever was asked before; else that of which it is soonest seen, since the
/// search remembers much of what it met.
fn searched_move(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Option<PositionId>, Fault> {
    if has_many_moves(p, cx) {
        return told_move(p, convention, player, cx);
    }
    let mut moves = Options::default();
    options(p, cx, &mut moves)?;
    let open = moves.of(player).to_vec();
    let question = Question::new(Topic::OUTCOME, convention, player.other());
    if let Some(q) = lost_by_theorem(&open, question, cx)? {
        return Ok(Some(q));
    }
    let known = |q, cx: &mut dyn Context| {
        let known = cx.positions().finding(q, question);
        known.or_else(|| cx.positions_ref().learnt_finding(q, question)).map(|finding| finding.answer)
    };
    let search = |q, cx: &mut dyn Context| match convention {
        Convention::Normal => winner(q, player.other(), cx),
        Convention::Misere => misere_winner(q, player.other(), cx),
    };
    if let Some(ordered) = in_order_of_search(p, &open, convention, player.other(), cx)? {
        for q in ordered {
            let lost = match known(q, cx) {
                Some(verdict) => verdict == Verdict::Loss,
                None => {
                    let searched = search(q, cx)?;
                    if !searched.answer {
                        keep_lost(q, question, searched, cx);
                    }
                    !searched.answer
                }
            };
            if lost {
                return Ok(Some(q));
            }
        }
        return Ok(None);
    }
    if let Some(&q) = open.iter().find(|&&q| known(q, cx) == Some(Verdict::Loss)) {
        return Ok(Some(q));
    }
    first_lost(open, FIRST_LOOK, cx, |q, cx| {
        let searched = search(q, cx)?;
        let is_lost = !searched.answer;
        if is_lost {
            keep_lost(q, question, searched, cx);
        }
        Ok(is_lost)
    })
}

/// Returns the first position that is found to be lost. Each is tried for `steps` steps, then all again for longer.
fn first_lost(
    mut open: Vec<PositionId>,
    mut steps: u64,
    cx: &mut dyn Context,
    mut is_lost: impl FnMut(PositionId, &mut dyn Context) -> Result<bool, Fault>,
) -> Result<Option<PositionId>, Fault> {
    while !open.is_empty() {
        let mut later = Vec::new();
        for q in open {
            match within(steps, cx, |cx| is_lost(q, cx))? {
                Some(true) => return Ok(Some(q)),
                Some(false) => {}
                None => later.push(q),
            }
        }
        (open, steps) = (later, steps.saturating_mul(4));
    }
    Ok(None)
}

/// The first of these positions that a theorem of its ruleset says is lost, without an answer of another position: others
/// may take long to decide.
pub(super) fn lost_by_theorem(
    positions: &[PositionId],
    question: Question<Verdict>,
    cx: &mut dyn Context,
) -> Result<Option<PositionId>, Fault> {
    for &q in positions {
        cx.games().budget.tick()?;
        let mut parts = Parts::default();
        let asked = question.untyped();
        let found = with(q, cx, |rules, here, state, cx| rules.theory().theorem(here, state, asked, &mut parts, cx))?;
        if found.is_some_and(|finding| finding.answer == Verdict::Loss.into()) && parts.take_missing().is_empty() {
            return Ok(Some(q));
        }
    }
    Ok(None)
}

/// Keeps that a position is lost, as a search found it.
fn keep_lost(q: PositionId, question: Question<Verdict>, searched: Searched<bool>, cx: &mut dyn Context) {
    cx.positions().keep(q, question, Verdict::Loss, Way::Winner(searched.nodes));
}

/// One move that wins and makes progress, of a position whose winner is known by now.
fn told_move(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Option<PositionId>, Fault> {
    if let Some(q) = with(p, cx, |rules, here, state, cx| rules.theory().winning_move(here, state, convention, cx)) {
        return Ok(Some(q));
    }
    let by_theorem =
        with(p, cx, |rules, here, state, cx| rules.theory().winning_moves(here, state, convention, player, cx));
    if let Some(moves) = by_theorem {
        return Ok(moves?.first().copied());
    }
    if let Some(found) = joint::first(p, convention, player, cx)? {
        return Ok(found);
    }
    // Where play may go round in circles, a move to a position that is lost need not lead on.
    if !has_many_moves(p, cx) && super::is_loopy_soon(p, cx)? {
        return Ok(best_moves(p, convention, player, cx)?.first().copied());
    }
    let mut moves = Options::default();
    let by_values = |cx: &mut dyn Context| match convention {
        Convention::Normal => replies::move_to_zero(p, cx),
        Convention::Misere => misere::winning_move(p, cx),
    };
    if let Some(found) = listed(p, &mut moves, cx, by_values)? {
        return Ok(Some(found));
    }
    let question = Question::new(Topic::OUTCOME, convention, player.other());
    if let Some(q) = lost_by_theorem(moves.of(player), question, cx)? {
        return Ok(Some(q));
    }
    first_lost(moves.of(player).to_vec(), LONG_LOOK, cx, |q, cx| Ok(ask(q, question, cx)?.answer == Verdict::Loss))
}
