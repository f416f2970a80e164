//! One move that wins, and a line of play that shows who wins.

use super::ask::{ask, lost_by_theorem, moves_by_theorem};
use super::explore::is_loopy_by;
use super::moves::small_play;
use super::winner::in_order_of_search;
use super::{joint, misere, misere_winner, replies, some_moves, winner};
use crate::games::Fault;
use crate::graphs::Verdict;
use crate::heaps::ReplyCount;
use crate::positions::search::within;
use crate::positions::{Context, Convention, EndOfPlay, Finding, Options, PositionId, Question, Topic, Way, options};

/// The steps in which a move of a line between heaps of any size is looked for.
const SHOWN_MOVE: u64 = 1 << 18;
/// Moves of the longest line.
const MAX_MOVES: usize = 200;
/// The largest number of words in the states of a position from which a line goes on. All moves of the loser are listed there.
const MAX_WORDS: usize = 1 << 10;
/// Steps that are first spent on each option where a winning one is searched.
const FIRST_LOOK: u64 = 1 << 12;
/// The steps that are first spent on each option if theorems and values decide who wins.
const LONG_LOOK: u64 = 1 << 16;

/// Returns one move that wins, if there is one.
pub(super) fn one_move(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Finding, Fault> {
    let Finding { answer: verdict, way } = ask(p, question.with(Topic::OUTCOME), cx)?;
    let found = match verdict {
        Verdict::Win => of_won(p, question, (&way, search_may_return(p, question, &way, cx)?), cx)?,
        _ => None,
    };
    Ok(Finding { answer: found.into_iter().collect::<Vec<_>>().into(), way })
}

/// Returns the moves of a play in which the winner makes moves that win and the loser his first one; none in a draw.
pub(super) fn line(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Finding, Fault> {
    let Finding { answer: verdict, way } = ask(p, question.with(Topic::OUTCOME), cx)?;
    let mut line = Vec::new();
    let may_return = verdict != Verdict::Draw && search_may_return(p, question, &way, cx)?;
    let (mut here, mut turn, mut stands) = (p, question, verdict);
    while stands != Verdict::Draw && line.len() < MAX_MOVES {
        let is_first_win = here == p && stands == Verdict::Win;
        if !is_first_win && is_wide(here, cx) {
            break;
        }
        let next = |cx: &mut dyn Context| match stands {
            Verdict::Win => of_won(here, turn, (&way, may_return), cx),
            _ => first_move(here, turn, cx),
        };
        // Play among heaps of any size is shown as far as its moves are soon found.
        let next = match here != p && has_many_moves(p, cx) {
            true => within(SHOWN_MOVE, cx, next).map(Option::flatten),
            false => next(cx),
        };
        let next = match next {
            // The line ends where moves are not known. The winner of the first position needs one.
            Err(Fault::TwoSides) => None,
            Err(Fault::TooLarge { .. }) if !is_first_win => None,
            next => next?,
        };
        let Some(next) = next else { break };
        line.push(next);
        (here, turn, stands) = (next, turn.started_by(turn.starter.other()), stands.reversed());
    }
    Ok(Finding { answer: line.into(), way })
}

/// Returns `true` if a search found who wins a position from which play is seen to be able to return to an earlier one. The search
/// need not have come to a circle, but of moves to lost positions only the quickest surely makes progress.
fn search_may_return(p: PositionId, question: Question, way: &Way, cx: &mut dyn Context) -> Result<bool, Fault> {
    if !matches!(way, Way::Winner(_)) || has_many_moves(p, cx) || surely_ends(p, cx) {
        return Ok(false);
    }
    match small_play(p, question.convention, cx)? {
        Some(explored) => explored.is_cyclic(cx),
        None => Ok(false),
    }
}

/// Returns `true` if the rules of a position say, without a look at its moves, that play ends.
fn surely_ends(p: PositionId, cx: &mut dyn Context) -> bool {
    let mut open = vec![p];
    while let Some(p) = open.pop() {
        let positions = cx.positions_ref();
        match positions.rules_of(p).end_of_play(positions.state(p), cx) {
            EndOfPlay::With(parts) => open.extend(parts),
            _ => return false,
        }
    }
    true
}

/// Returns one move that wins a position that is known to be won, in this way; `may_return` as [`search_may_return`] says.
fn of_won(
    p: PositionId,
    question: Question,
    (way, may_return): (&Way, bool),
    cx: &mut dyn Context,
) -> Result<Option<PositionId>, Fault> {
    let found = match matches!(way, Way::Winner(_)) && !has_many_moves(p, cx) {
        true if may_return => quickest(p, question, cx),
        true => by_search(p, question, cx),
        false => by_theory(p, question, way, cx),
    };
    match found {
        // Play may return behind a move that nobody had to look at before.
        Err(Fault::Loopy) => quickest(p, question, cx),
        found => found,
    }
}

/// Returns the move that wins soonest.
fn quickest(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<PositionId>, Fault> {
    Ok(ask(p, question.with(Topic::BEST_MOVES), cx)?.answer.moves.first().copied())
}

/// Returns one move that wins and makes progress: by a theorem, by the parts, by values, or one that is found to be
/// lost.
fn by_theory(p: PositionId, question: Question, way: &Way, cx: &mut dyn Context) -> Result<Option<PositionId>, Fault> {
    if let Some(found) = moves_by_theorem(p, question, ReplyCount::One, cx)? {
        return Ok(found.first().copied());
    }
    if let Some(found) = joint::first(p, question, cx)? {
        return Ok(found);
    }
    // If play may go round in circles, a move to a lost position may make no progress.
    if !has_many_moves(p, cx) && is_loopy_by(p, question, way, cx)? {
        return quickest(p, question, cx);
    }
    let mut moves = Options::default();
    let by_values = |cx: &mut dyn Context| match question.convention {
        Convention::Normal => replies::move_to_zero(p, cx),
        Convention::Misere => misere::move_to_lost(p, cx),
    };
    if let Some(found) = listed(p, &mut moves, cx, by_values)? {
        return Ok(Some(found));
    }
    let after = after_move(question);
    if let Some(q) = lost_by_theorem(moves.of(question.starter), after, cx)? {
        return Ok(Some(q));
    }
    let moves = moves.of(question.starter).to_vec();
    first_lost(moves, LONG_LOOK, cx, |q, cx| Ok(ask(q, after, cx)?.answer == Verdict::Loss))
}

/// Returns one winning move of a position whose winner was found by search. If the rules can be searched by themselves,
/// it is the first one in the order in which a search tries them, whatever was asked before. Otherwise it is the one
/// that is found soonest, since the search remembers many positions that it visited.
fn by_search(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<PositionId>, Fault> {
    let mut moves = Options::default();
    options(p, cx, &mut moves)?;
    let open = moves.of(question.starter).to_vec();
    let after = after_move(question);
    if let Some(q) = lost_by_theorem(&open, after, cx)? {
        return Ok(Some(q));
    }
    let known = |q, cx: &mut dyn Context| {
        let known = cx.positions().finding(q, after);
        known.or_else(|| cx.positions_ref().learnt_finding(q, after)).map(|finding| finding.answer == Verdict::Loss)
    };
    // Searches, and keeps that a position is lost.
    let is_lost = |q, cx: &mut dyn Context| {
        let searched = match after.convention {
            Convention::Normal => winner(q, after.starter, cx)?,
            Convention::Misere => misere_winner(q, after.starter, cx)?,
        };
        if !searched.answer {
            cx.positions().keep(q, after, Verdict::Loss, Way::Winner(searched.nodes));
        }
        Ok(!searched.answer)
    };
    if let Some(ordered) = in_order_of_search(p, &open, after.convention, after.starter, cx)? {
        for q in ordered {
            let known = known(q, cx);
            if known.map_or_else(|| is_lost(q, cx), Ok)? {
                return Ok(Some(q));
            }
        }
        return Ok(None);
    }
    if let Some(&q) = open.iter().find(|&&q| known(q, cx) == Some(true)) {
        return Ok(Some(q));
    }
    first_lost(open, FIRST_LOOK, cx, is_lost)
}

/// Asks who wins after a move.
fn after_move(question: Question) -> Question<Verdict> {
    question.with(Topic::OUTCOME).started_by(question.starter.other())
}

/// Returns the first position that is found to be lost. Each is tried for `steps` steps, then all again for longer.
fn first_lost(
    mut open: Vec<PositionId>,
    mut steps: u64,
    cx: &mut dyn Context,
    is_lost: impl Fn(PositionId, &mut dyn Context) -> Result<bool, Fault>,
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

/// Returns the first move of a player.
fn first_move(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<PositionId>, Fault> {
    if let Some(first) = joint::first(p, question, cx)? {
        return Ok(first);
    }
    let player = question.starter;
    let mut moves = Options::default();
    let some = |cx: &mut dyn Context| match some_moves(p, player, cx) {
        Ok(some) => Ok(some.first().copied()),
        Err(Fault::TooLarge { .. } | Fault::None(_)) => Ok(None),
        Err(fault) => Err(fault),
    };
    Ok(listed(p, &mut moves, cx, some)?.or_else(|| moves.of(player).first().copied()))
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

/// Returns `true` if the states of the components are too long for a list of all moves that is only shown.
fn is_wide(p: PositionId, cx: &mut dyn Context) -> bool {
    let parts = cx.positions().parts(p);
    let words = parts.iter().map(|&part| cx.positions_ref().state(part).len().max(1));
    words.sum::<usize>() > MAX_WORDS
}

/// Returns `true` if a component has heaps so large that a list of all moves takes long.
fn has_many_moves(p: PositionId, cx: &mut dyn Context) -> bool {
    let parts = cx.positions().parts(p);
    parts.iter().any(|&part| {
        let positions = cx.positions_ref();
        positions.rules_of(part).has_many_moves(positions.state(part))
    })
}
