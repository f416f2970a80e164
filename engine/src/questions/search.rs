//! Answers to questions that no theorem answers: from the value, or from all positions that can be reached.

use super::ends::{Ends, Goal};
use super::explore::note_marks;
use super::winner::{by_value, misere_winner, with_earlier_tries};
use super::{Explored, explore, is_loopy, misere};
use crate::games::{Budget, Fault, Player};
use crate::graphs::{self, Verdict};
use crate::ordinals::Length;
use crate::positions::search::in_turn;
use crate::positions::{
    About, Answer, Context, Convention, Marks, Options, PositionId, Question, Topic, Way, Whole, by_parity, options,
};

/// Positions of one search whose answers are kept.
const ANSWERS_KEPT: usize = 50_000;

/// Finds who wins.
pub(super) fn outcome(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<(), Fault> {
    if question.convention == Convention::Normal
        && let Some((verdict, way)) = by_value(p, question.starter, cx)?
    {
        cx.positions().keep(p, question, verdict, way);
        return Ok(());
    }
    if by_whole(p, question, cx)? {
        return Ok(());
    }
    let by_all = |cx: &mut dyn Context| {
        let explored = explore(p, question.convention, cx)?;
        note_marks(p, &explored, cx)?;
        keep_lengths(p, question, &explored, remotenesses_by_ends, cx)
    };
    if question.convention == Convention::Normal {
        return by_all(cx);
    }
    let by_components = |cx: &mut dyn Context| match misere::outcome(p, cx)? {
        Some((verdict, way)) => {
            keep_for_both(p, question, &verdict.into(), &way, cx);
            Ok(())
        }
        None => by_all(cx),
    };
    // Two ways; the search for a winner is only for play without cycles.
    let mut earlier = 0;
    let mut by_search =
        |cx: &mut dyn Context| with_earlier_tries(&mut earlier, |cx| misere_winner(p, question.starter, cx), cx);
    let found = in_turn(cx, by_components, |cx| match by_search(cx) {
        Ok(searched) => {
            let verdict = Verdict::won(searched.answer);
            cx.positions().keep(p, question, verdict, Way::Winner(searched.nodes));
            Ok(())
        }
        // The other way may do without a list of moves.
        Err(Fault::Loopy | Fault::Refused(_) | Fault::TooLarge { .. }) => Err(Fault::Spent),
        Err(fault) => Err(fault),
    });
    match found {
        // Both are for players who move in turn.
        Err(Fault::Entailing) => by_all(cx),
        found => found,
    }
}

/// Finds whether the starter has a move.
pub(super) fn can_move(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<(), Fault> {
    let mut moves = Options::default();
    options(p, cx, &mut moves)?;
    let can = !moves.of(question.starter).is_empty();
    cx.positions().keep(p, question, Answer::Yes(can), Way::Search(1));
    Ok(())
}

/// Finds whether somebody wins from everywhere.
pub(super) fn decided(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<(), Fault> {
    let explored = all_play(p, question, cx)?;
    let table = graphs::remoteness(&explored.left, question.convention, &mut cx.games().budget)?;
    let decided = explored.right.is_none() && (0..explored.left.vertices()).all(|v| table.get(v).is_some());
    keep_for_both(p, question, &Answer::Yes(decided), &Way::Search(explored.positions.len()), cx);
    Ok(())
}

/// Finds the foreclosed value.
pub(super) fn foreclosed(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<(), Fault> {
    let explored = all_play(p, question, cx)?;
    if explored.right.is_some() {
        return Err(Fault::Partizan);
    }
    let value = graphs::foreclosed(&explored.left, 0, question.convention, &mut cx.games().budget)?;
    keep_for_both(p, question, &Answer::Foreclosed(value), &Way::Search(explored.positions.len()), cx);
    Ok(())
}

/// Finds the terminal distance, the remoteness or the suspense.
pub(super) fn lengths(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<(), Fault> {
    let explored = all_play(p, question, cx)?;
    let find = match question.about {
        About::Distance => distances,
        About::Remoteness if cx.positions_ref().marks_of_parts(p).has(Marks::TIES) => remotenesses_by_ends,
        About::Remoteness => remotenesses,
        _ => suspenses,
    };
    keep_lengths(p, question, &explored, find, cx)
}

/// Finds whether play must end.
pub(super) fn ends(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<(), Fault> {
    let ends = !is_loopy(p, cx)?;
    keep_for_both(p, question, &ends.into(), &Way::Search(1), cx);
    Ok(())
}

/// Keeps Smith's Q functions of a position, from one look at all that can be reached.
pub(super) fn successes(p: PositionId, cx: &mut dyn Context) -> Result<(), Fault> {
    let explored = explore(p, Convention::Normal, cx)?;
    note_marks(p, &explored, cx)?;
    let ends = Ends::new(&explored, cx)?;
    for (least, goal) in [(1, Goal::Win), (0, Goal::Draw), (-1, Goal::End), (2, Goal::Never)] {
        let both = ends.remoteness(&explored, &goal, cx)?;
        for (starter, length) in [Player::Left, Player::Right].into_iter().zip(both) {
            let question = Question::new(Topic::success(least), Convention::Normal, starter);
            cx.positions().keep(p, question, length, Way::Search(explored.positions.len()));
        }
    }
    Ok(())
}

/// Returns all that can be reached, for a question without meaning where play may end in other ways than by the
/// convention.
fn all_play(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Explored, Fault> {
    demand_meaning(p, question, cx)?;
    let explored = explore(p, question.convention, cx)?;
    note_marks(p, &explored, cx)?;
    demand_meaning(p, question, cx)?;
    // Of a compound its parts tell, whatever was asked before.
    if !cx.positions_ref().is_compound(p) {
        cx.positions().impartial().insert(p, explored.right.is_none());
    }
    Ok(explored)
}

/// Demands that a question about all play has a meaning. Remoteness has one where play may end with a tie, which is a draw.
pub(super) fn demand_meaning(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<(), Fault> {
    let positions = cx.positions_ref();
    match question.about == About::Remoteness && positions.marks_of_parts(p) == Marks::TIES {
        true => positions.demand_play(p),
        false => positions.demand_value(p),
    }
}

/// Keeps an answer that is the same whoever starts.
fn keep_for_both(p: PositionId, question: Question, answer: &Answer, way: &Way, cx: &mut dyn Context) {
    for starter in [Player::Left, Player::Right] {
        cx.positions().keep(p, question.started_by(starter), answer.clone(), way.clone());
    }
}

/// Keeps the lengths of the explored positions, or who wins by their parity. Those of all positions are kept, if they
/// are not too many, for questions about several of them.
fn keep_lengths(
    p: PositionId,
    question: Question,
    explored: &Explored,
    find: FindLengths,
    cx: &mut dyn Context,
) -> Result<(), Fault> {
    let lengths = find(explored, question.convention, &mut cx.games().budget)?;
    let way = Way::Search(explored.positions.len());
    let kept = if explored.positions.len() <= ANSWERS_KEPT { &explored.positions[..] } else { &[] };
    for (v, q) in [(0, p)].into_iter().chain((0..).zip(kept.iter().copied())) {
        cx.games().budget.tick()?;
        for starter in [Player::Left, Player::Right] {
            let question = question.started_by(starter);
            if q == p || cx.positions().finding(q, question).is_none() {
                let length = Length::of(lengths(v, starter));
                // The positions that can be reached from the others are not counted.
                let way = if q == p { way.clone() } else { Way::Search(0) };
                cx.positions().keep(q, question, of_length(question, length), way);
            }
        }
    }
    Ok(())
}

/// Returns the answer that a length gives: itself, or who wins.
fn of_length(question: Question, length: Length) -> Answer {
    match question.about {
        About::Outcome => by_parity(&length).into(),
        _ => length.into(),
    }
}

/// Keeps the answer for both starters if the ruleset is one graph, whose analysis knows it.
pub(super) fn by_whole(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<bool, Fault> {
    let rules = cx.positions_ref().rules(cx.positions_ref().ruleset_of(p));
    let Some(whole) = rules.facts().graph else { return Ok(false) };
    let v = cx.positions().state(p)[0];
    let budget = &mut cx.games().budget;
    let lengths = match question.about {
        About::Distance if whole.right().is_none() => Some([whole.distance(v, budget)?; 2]),
        About::Remoteness | About::Outcome => remoteness_in(whole, v, question.convention, budget)?,
        _ => None,
    };
    let Some(lengths) = lengths else { return Ok(false) };
    let way = Way::Search(whole.left().vertices() as usize);
    for (starter, length) in [Player::Left, Player::Right].into_iter().zip(lengths) {
        let question = question.started_by(starter);
        cx.positions().keep(p, question, of_length(question, Length::of(length)), way.clone());
    }
    Ok(true)
}

/// Returns the remoteness of a vertex for each starter, each `None` for a draw. The outer `None` means that the whole
/// graph does not admit the convention, for a part of it may.
fn remoteness_in(
    whole: &Whole,
    v: u32,
    convention: Convention,
    budget: &mut Budget,
) -> Result<Option<[Option<u32>; 2]>, Fault> {
    let mut both = [None; 2];
    for (mover, of_mover) in [Player::Left, Player::Right].into_iter().zip(&mut both) {
        match whole.remoteness(v, mover, convention, budget) {
            Ok(remoteness) => *of_mover = remoteness,
            Err(Fault::Refused(_)) => return Ok(None),
            Err(fault) => return Err(fault),
        }
    }
    Ok(Some(both))
}

/// The lengths of all positions explored, by vertex and starter.
type Lengths = Box<dyn Fn(u32, Player) -> Option<u32>>;

/// A way to find them.
type FindLengths = fn(&Explored, Convention, &mut Budget) -> Result<Lengths, Fault>;

fn distances(explored: &Explored, _: Convention, budget: &mut Budget) -> Result<Lengths, Fault> {
    if explored.right.is_none() {
        let all = graphs::distances(&explored.left, budget)?;
        return Ok(Box::new(move |v, _| all[v as usize]));
    }
    let all = graphs::distances(&explored.with_movers(Player::Left, budget)?, budget)?;
    let right = all.len() / 2;
    Ok(Box::new(move |v, starter| all[v as usize + if starter == Player::Left { 0 } else { right }]))
}

fn suspenses(explored: &Explored, convention: Convention, budget: &mut Budget) -> Result<Lengths, Fault> {
    let Some(right) = &explored.right else {
        let all = graphs::suspense(&explored.left, convention, budget)?;
        return Ok(Box::new(move |v, _| all[v as usize]));
    };
    let table = graphs::two_player_suspense(&explored.left, right, convention, budget)?;
    Ok(Box::new(move |v, starter| table.get(v, starter)))
}

fn remotenesses(explored: &Explored, convention: Convention, budget: &mut Budget) -> Result<Lengths, Fault> {
    if explored.right.is_some() {
        return remotenesses_by_ends(explored, convention, budget);
    }
    let table = graphs::remoteness(&explored.left, convention, budget)?;
    Ok(Box::new(move |v, _| table.get(v)))
}

/// Returns the lengths of play if terminal classes may be good for one of the players.
fn remotenesses_by_ends(explored: &Explored, _: Convention, budget: &mut Budget) -> Result<Lengths, Fault> {
    let table = explored.remoteness(|v, player| explored.seeds[v as usize].seed(player), budget)?;
    Ok(Box::new(move |v, starter| table.get(v, starter)))
}
