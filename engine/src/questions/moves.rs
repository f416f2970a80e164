//! Good moves: those that win and finish the win, those that keep the best outcome, and a plan for the whole play.
//!
//! Smith 1966, section 4: a player who wants to win must make the remoteness fall; a move to a position that the next
//! player loses may keep the win for ever without winning. So a winning move here either makes the remoteness fall or
//! cannot be taken back: a play in which one player makes only moves of these two kinds ends, and he wins.

use super::all_play::{Aim, Play, as_written, once};
use super::ask::{ask, length_by_theorem, lost_by_theorem};
use super::explore::explore_within;
use super::replies::by_values;
use super::{Explored, explore, joint, misere, value, winner};
use crate::games::hashing::FastSet;
use crate::games::{Fault, Player};
use crate::graphs::Verdict;
use crate::heaps::ReplyCount;
use crate::ordinals::Length;
use crate::positions::search::{in_turn, within};
use crate::positions::{
    Claim, Context, Convention, Finding, Line, Options, PositionId, Prospects, Question, SUM, Theorem, Topic, Way,
    by_parity, ending, options,
};

/// Positions up to which all play is searched before values are asked for.
const SMALL_PLAY: usize = 200_000;
/// Positions up to which all play that may go round in circles is searched before other ways are tried.
const SMALL_PLAY_THAT_RETURNS: usize = 1 << 14;
/// Moves of a compound beyond which its parts are asked for at once.
const MANY_MOVES: u64 = 5_000;
/// Steps for all play from a compound before its parts are asked for.
const FIRST_LOOK: u64 = 1 << 21;
/// Lines of the longest strategy.
const MOST_LINES: usize = 100_000;
/// Lines of the longest strategy for play that need not end.
const FEW_LINES: usize = 1000;

const AFTER_EACH: Theorem = Theorem { says: Claim::Because("by who wins after each move"), source: "by definition" };

/// Returns the moves that win and finish the win, if no theorem of the ruleset or of the parts gives them.
pub(super) fn finishing(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Finding, Fault> {
    let player = question.starter;
    let explored = match small_play_that_may_return(p, question, cx)? {
        Some(explored) => explored,
        None => match without_all_play(p, question, cx)? {
            Some(moves) => return Ok(Finding::told(moves, &AFTER_EACH)),
            None => explore(p, question.convention, cx)?,
        },
    };
    let way = Way::Search(explored.positions.len());
    let play = Play::new(explored, player, Aim::Win, cx)?;
    let moves = play.finishing(player, cx)?;
    Ok(Finding { answer: as_written(p, player, &play, &moves, cx)?.into(), way })
}

/// Returns all play from a position from which it may go round in circles, if it is small. Of moves that can be taken back it tells
/// the quickest, where the counters of the parts of a sum tell one that surely ends, and a search for the winner tells all that
/// win.
fn small_play_that_may_return(
    p: PositionId,
    question: Question,
    cx: &mut dyn Context,
) -> Result<Option<Explored>, Fault> {
    let may_return = question.convention == Convention::Normal
        && match cx.positions_ref().ruleset_of(p) == SUM {
            true => matches!(value(p, cx), Err(Fault::Loopy)),
            false => ending(p, cx)?.is_none(),
        };
    if !may_return {
        return Ok(None);
    }
    small_play(p, question.convention, cx)
}

/// Returns all play from a position, if it is small and known.
pub fn small_play(p: PositionId, convention: Convention, cx: &mut dyn Context) -> Result<Option<Explored>, Fault> {
    match explore_within(p, convention, SMALL_PLAY_THAT_RETURNS, cx) {
        Ok(explored) => Ok(Some(explored)),
        Err(Fault::TooLarge { .. } | Fault::RunsOn { .. } | Fault::TwoSides | Fault::None(_)) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Finds the winning moves by values or by a search for the winner, each once.
fn without_all_play(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
    if lost_by_theorem(&[p], question.with(Topic::OUTCOME), cx)?.is_some() {
        return Ok(Some(Vec::new()));
    }
    let player = question.starter;
    let moves = match (question.convention, cx.positions_ref().demand_value(p)) {
        (_, Err(Fault::Entailing)) => Err(Fault::Entailing),
        (Convention::Normal, _) => in_turn(cx, |cx| by_values(p, player, cx), |cx| by_search(p, player, cx).map(Some)),
        (Convention::Misere, _) => misere::moves_to_lost(p, cx),
    };
    match moves {
        // Values and a search for the winner are for players who move in turn. A person's rule shows late that they do not.
        Err(Fault::Entailing) => Ok(None),
        moves => Ok(moves?.map(|moves| once(moves.into_iter()))),
    }
}

/// Returns the moves after which the other player, who then moves, does not win, by a search for the winner. It does
/// not end if play can return to an earlier position; then values decide.
fn by_search(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let mut moves = Options::default();
    match options(p, cx, &mut moves) {
        // The other way may do without a list of them.
        Err(Fault::TooLarge { .. }) => return Err(Fault::Spent),
        found => found?,
    }
    let mut found = Vec::new();
    for &q in moves.of(player) {
        match winner(q, player.other(), cx) {
            Ok(searched) if searched.answer => {}
            Ok(_) => found.push(q),
            Err(Fault::Loopy | Fault::Refused(_)) => return Err(Fault::Spent),
            Err(fault) => return Err(fault),
        }
    }
    Ok(found)
}

/// Returns the moves that keep the best outcome, if no theorem of the parts gives them with the length of play.
pub(super) fn best(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Finding, Fault> {
    match by_all_play(p, question, cx)? {
        Some(found) => Ok(found),
        None => of_large(p, question, cx),
    }
}

/// Returns one move that keeps the best outcome.
pub(super) fn good(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Finding, Fault> {
    if let Some(found) = by_all_play(p, question, cx)? {
        return Ok(found);
    }
    let Finding { answer: proof, way } = ask(p, question.with(Topic::PROOF_MOVE), cx)?;
    if !proof.moves.is_empty() {
        return Ok(Finding { answer: proof.into(), way });
    }
    of_large(p, question, cx)
}

/// Returns the moves that keep the best outcome by a search of all play, by lengths that theorems give if play is endless, or `None`
/// if it is too large for that.
fn by_all_play(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<Finding>, Fault> {
    match explore_soon(p, question, cx) {
        Ok(Some(explored)) => best_of_all(p, question, explored, cx).map(Some),
        Err(Fault::RunsOn { .. }) => {
            let found = by_lengths(p, question, cx)?;
            Ok(found.map(|found| Finding::told(Box::new(found), &AFTER_EACH)))
        }
        Ok(None) | Err(Fault::TooLarge { .. } | Fault::None(_)) => Ok(None),
        Err(fault) => Err(fault),
    }
}

fn best_of_all(p: PositionId, question: Question, explored: Explored, cx: &mut dyn Context) -> Result<Finding, Fault> {
    let way = Way::Search(explored.positions.len());
    let found = Play::new(explored, question.starter, Aim::Best, cx)?.prospects(p, question.starter, cx)?;
    Ok(Finding { answer: Box::new(found).into(), way })
}

/// Returns the moves that keep the best outcome if play is too large to be explored. How long it lasts is not known.
fn of_large(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Finding, Fault> {
    if let Some(found) = joint::prospects(p, question, cx)? {
        return Ok(found);
    }
    let by_theorem = super::ask::moves_by_theorem(p, question, ReplyCount::All, cx)?;
    let moves = match by_theorem {
        Some(moves) => Some(moves),
        None => without_all_play(p, question, cx)?,
    };
    let Some(moves) = moves else {
        let explored = explore(p, question.convention, cx)?;
        return best_of_all(p, question, explored, cx);
    };
    let found = |moves, verdict| {
        let found = Prospects { moves, verdict, remoteness: None, payoff: None };
        Ok(Finding::told(Box::new(found), &AFTER_EACH))
    };
    if !moves.is_empty() {
        return found(quickest_first(moves, question, cx)?, Verdict::Win);
    }
    // No move wins: either all moves lose, or those that keep the draw are wanted.
    let outcome = question.with(Topic::OUTCOME);
    let is_drawn = ask(p, outcome, cx)?.answer == Verdict::Draw;
    let mut all = Options::default();
    options(p, cx, &mut all)?;
    let list = once(all.of(question.starter).iter().copied());
    if !is_drawn {
        return found(list, Verdict::Loss);
    }
    let mut drawn = Vec::new();
    for q in list {
        if ask(q, outcome.started_by(question.starter.other()), cx)?.answer == Verdict::Draw {
            drawn.push(q);
        }
    }
    found(drawn, Verdict::Draw)
}

/// Returns the moves that keep the best outcome where theorems give the length of play from the position and behind each move.
fn by_lengths(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<Prospects>, Fault> {
    let length = question.with(Topic::REMOTENESS);
    let Some(remoteness) = length_by_theorem(p, length, cx)? else { return Ok(None) };
    let verdict = by_parity(&remoteness);
    let mut all = Options::default();
    match options(p, cx, &mut all) {
        Err(Fault::TooLarge { .. } | Fault::None(_)) => return Ok(None),
        found => found?,
    }
    let mut moves = Vec::new();
    for q in once(all.of(question.starter).iter().copied()) {
        let Some(after) = length_by_theorem(q, length.started_by(question.starter.other()), cx)? else {
            return Ok(None);
        };
        if verdict == Verdict::Loss || by_parity(&after) == verdict.reversed() {
            moves.push((after, q));
        }
    }
    match verdict {
        Verdict::Loss => moves.sort_by(|(a, _), (b, _)| b.cmp(a)),
        Verdict::Win | Verdict::Draw => moves.sort_by(|(a, _), (b, _)| a.cmp(b)),
    }
    let moves = moves.into_iter().map(|(_, q)| q).collect();
    let remoteness = remoteness.ends().and_then(|r| r.to_u64()).and_then(|r| u32::try_from(r).ok());
    Ok(Some(Prospects { moves, verdict, remoteness, payoff: None }))
}

/// Sorts winning moves by the length of play behind them, if that is soon known of all of them.
fn quickest_first(moves: Vec<PositionId>, question: Question, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let after = question.with(Topic::REMOTENESS).started_by(question.starter.other());
    let lengths = within(FIRST_LOOK, cx, |cx| {
        let lengths = moves.iter().map(|&q| Ok(ask(q, after, cx)?.answer));
        lengths.collect::<Result<Vec<Length>, Fault>>()
    });
    let lengths = match lengths {
        Ok(Some(lengths)) => lengths,
        Err(fault) if fault.is_abort() => return Err(fault),
        Ok(None) | Err(_) => return Ok(moves),
    };
    let mut sorted: Vec<(Length, PositionId)> = lengths.into_iter().zip(moves).collect();
    sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(sorted.into_iter().map(|(_, q)| q).collect())
}

/// Returns all play from a position, or `None` if a compound has too many moves for that.
fn explore_soon(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<Explored>, Fault> {
    let all = |cx: &mut dyn Context| explore_within(p, question.convention, SMALL_PLAY, cx);
    match joint::count_of_moves(p, question.starter, cx)? {
        Some(count) if count > MANY_MOVES => Ok(None),
        Some(_) => within(FIRST_LOOK, cx, all),
        None => all(cx).map(Some),
    }
}

/// Returns the move by which a search for the winner goes on.
pub(super) fn of_proof(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Finding, Fault> {
    let Finding { answer: verdict, way } = ask(p, question.with(Topic::OUTCOME), cx)?;
    let moves = match (question.convention, &way) {
        (Convention::Normal, Way::Winner(_)) => match &ask(p, question.with(Topic::WINNING_MOVE), cx)?.answer[..] {
            [] => hardest_move(p, question.starter, cx)?.into_iter().collect(),
            moves => moves.to_vec(),
        },
        _ => Vec::new(),
    };
    Ok(Finding { answer: Box::new(Prospects { moves, verdict, remoteness: None, payoff: None }).into(), way })
}

/// Returns, of moves that all lose, the one after which the search for the winner has to visit the most positions; of
/// several, the one that leaves its player the most moves.
fn hardest_move(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Option<PositionId>, Fault> {
    let (mut all, mut after) = (Options::default(), Options::default());
    options(p, cx, &mut all)?;
    let mut best = None;
    for &q in all.of(player) {
        let nodes = winner(q, player.other(), cx)?.nodes;
        options(q, cx, &mut after)?;
        let freedom = after.of(player).len() as i64 - after.of(player.other()).len() as i64;
        if best.is_none_or(|(most, _)| most < (nodes, freedom)) {
            best = Some(((nodes, freedom), q));
        }
    }
    Ok(best.map(|(_, q)| q))
}

/// Finds a strategy: a best move wherever the starter has to move while he keeps to it, whatever the opponent does.
///
/// # Errors
/// [`Fault::TooLarge`] for a strategy with too many lines.
pub(super) fn strategy(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Finding, Fault> {
    let explored = match explore_soon(p, question, cx) {
        Ok(Some(explored)) => explored,
        Ok(None) | Err(Fault::TooLarge { .. }) => match by_parts(p, question, MOST_LINES, cx)? {
            Some(found) => return Ok(found),
            None => explore(p, question.convention, cx)?,
        },
        Err(fault @ Fault::RunsOn { .. }) => {
            return match by_parts(p, question, FEW_LINES, cx) {
                // No strategy is seen that comes to its end.
                Ok(None) | Err(Fault::TooLarge { .. }) => Err(fault),
                found => found.map(|found| found.expect("checked above")),
            };
        }
        Err(fault) => return Err(fault),
    };
    let player = question.starter;
    let way = Way::Search(explored.positions.len());
    let play = Play::new(explored, player, Aim::Best, cx)?;
    let mut turns = Turns::new(0, MOST_LINES);
    while let Some(v) = turns.next() {
        let Some(&to) = play.best(v, player, cx)?.first() else { continue };
        let written = &play.explored.written;
        let line = Line { from: written[v as usize], to: written[to as usize], remoteness: play.table.get(v, player) };
        turns.add(line, play.explored.moves(player.other()).followers(to), cx)?;
    }
    Ok(Finding { answer: turns.lines.into(), way })
}

/// Returns a strategy position by position, by the parts of a compound or by lengths that theorems give: positions that the player
/// does not let happen are never visited. `None` if no theorem decides the best move of one of the positions.
fn by_parts(p: PositionId, question: Question, most: usize, cx: &mut dyn Context) -> Result<Option<Finding>, Fault> {
    let player = question.starter;
    let mut turns = Turns::new(p, most);
    let mut replies = Options::default();
    while let Some(from) = turns.next() {
        let found = match joint::exact_prospects(from, question, cx)? {
            None => by_lengths(from, question, cx)?,
            found => found,
        };
        let Some(found) = found else { return Ok(None) };
        let Some(&to) = found.moves.first() else { continue };
        options(to, cx, &mut replies)?;
        turns.add(Line { from, to, remoteness: found.remoteness }, replies.of(player.other()), cx)?;
    }
    Ok(Some(Finding::told(turns.lines, &joint::BY_PARTS)))
}

/// The positions in which a strategy has to move, each once, in the order of discovery.
struct Turns<T> {
    seen: FastSet<T>,
    queue: Vec<T>,
    next: usize,
    lines: Vec<Line>,
    /// The number of lines beyond which there are too many.
    most: usize,
}

impl<T: Copy + Eq + std::hash::Hash> Turns<T> {
    fn new(start: T, most: usize) -> Turns<T> {
        Turns { seen: [start].into_iter().collect(), queue: vec![start], next: 0, lines: Vec::new(), most }
    }

    fn next(&mut self) -> Option<T> {
        self.next += 1;
        self.queue.get(self.next - 1).copied()
    }

    /// Adds a move and the opponent's replies to it.
    fn add(&mut self, line: Line, replies: &[T], cx: &mut dyn Context) -> Result<(), Fault> {
        self.lines.push(line);
        let most = self.most;
        if self.lines.len() > most {
            let (size, limit) = (format!("more than {most} positions"), most.to_string());
            return Err(Fault::TooLarge { what: "strategy", size, limit });
        }
        for &reply in replies {
            cx.games().budget.tick()?;
            if self.seen.insert(reply) {
                self.queue.push(reply);
            }
        }
        Ok(())
    }
}
