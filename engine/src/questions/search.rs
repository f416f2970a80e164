//! Answers to questions that no theorem answers: from the value, or from all positions that can be reached.

use super::outcome::by_value;
use super::security::all_successes;
use super::winner::{misere_winner, with_earlier_tries};
use super::{Explored, ask, explore, gamma, is_loopy, is_loopy_soon, joint, misere, sided};
use crate::games::{Budget, Fault, Player};
use crate::graphs::{self, Digraph, Verdict};
use crate::ordinals::Length;
use crate::positions::search::in_turn;
use crate::positions::{
    About, Answer, Claim, Context, Convention, Options, PositionId, Question, SUM, Theorem, Topic, Way, Whole,
    by_gamma, by_parity, is_impartial, options,
};

const DRAWN: Theorem =
    Theorem { says: Claim::Because("as nobody can force an end that he likes:"), source: "Smith 1966, section 4" };

/// Positions of one search whose answers are kept.
const KEPT: usize = 50_000;

/// Finds the answer and keeps it.
///
/// # Errors
/// Limits; what the rules say.
pub(super) fn search(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<(), Fault> {
    match question.about {
        About::Distance => by_lengths(p, question, distances, cx),
        About::Remoteness => by_lengths(p, question, remotenesses, cx),
        About::Suspense => by_lengths(p, question, suspenses, cx),
        About::Outcome => match outcome(p, question, cx) {
            Err(Fault::TwoSides) if question.convention == Convention::Normal => {
                let (verdict, way) = sided::verdict(p, question.starter, cx)?;
                cx.positions().keep(p, question, verdict, way);
                Ok(())
            }
            found => found,
        },
        About::CanMove => can_move(p, question, cx),
        About::Ends => {
            let ends = !is_loopy(p, cx)?;
            keep_for_both(p, question, &Answer::Yes(ends), &Way::Search(1), cx);
            Ok(())
        }
        About::Decided => decided(p, question, cx),
        About::Foreclosed => foreclosed(p, question, cx),
        About::Success(_) => all_successes(p, cx),
    }
}

fn outcome(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<(), Fault> {
    if question.convention == Convention::Normal
        && let Some((verdict, way)) = by_value(p, question.starter, cx)?
    {
        cx.positions().keep(p, question, verdict, way);
        return Ok(());
    }
    if by_whole(p, question, cx)? {
        return Ok(());
    }
    if question.convention == Convention::Misere
        && let Some((verdict, way)) = misere::outcome(p, cx)?
    {
        keep_for_both(p, question, &verdict.into(), &way, cx);
        return Ok(());
    }
    let by_all = |cx: &mut dyn Context| {
        let explored = explore(p, question.convention, cx)?;
        note_classes(p, &explored, cx)?;
        keep_lengths(p, question, &explored, remotenesses_by_ends, cx)
    };
    if question.convention == Convention::Normal {
        return by_all(cx);
    }
    // Two ways; the search for a winner is only for play without cycles.
    let mut earlier = 0;
    let mut by_search =
        |cx: &mut dyn Context| with_earlier_tries(&mut earlier, |cx| misere_winner(p, question.starter, cx), cx);
    in_turn(cx, by_all, |cx| match by_search(cx) {
        Ok(searched) => {
            let verdict = Verdict::won(searched.answer);
            cx.positions().keep(p, question, verdict, Way::Winner(searched.nodes));
            Ok(())
        }
        Err(Fault::Loopy | Fault::Refused(_)) => Err(Fault::Spent),
        Err(fault) => Err(fault),
    })
}

fn can_move(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<(), Fault> {
    let mut moves = Options::default();
    options(p, cx, &mut moves)?;
    let can = !moves.of(question.starter).is_empty();
    cx.positions().keep(p, question, Answer::Yes(can), Way::Search(1));
    Ok(())
}

fn decided(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<(), Fault> {
    let explored = all_play(p, question.convention, cx)?;
    let table = graphs::remoteness(&explored.left, question.convention, &mut cx.games().budget)?;
    let decided = explored.right.is_none() && (0..explored.left.vertices()).all(|v| table.get(v).is_some());
    keep_for_both(p, question, &Answer::Yes(decided), &Way::Search(explored.positions.len()), cx);
    Ok(())
}

fn foreclosed(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<(), Fault> {
    let explored = all_play(p, question.convention, cx)?;
    if explored.right.is_some() {
        return Err(Fault::Partizan);
    }
    let value = graphs::foreclosed(&explored.left, 0, question.convention, &mut cx.games().budget)?;
    keep_for_both(p, question, &Answer::Foreclosed(value), &Way::Search(explored.positions.len()), cx);
    Ok(())
}

fn by_lengths(p: PositionId, question: Question, find: FindLengths, cx: &mut dyn Context) -> Result<(), Fault> {
    cx.positions().demand_value(p)?;
    if by_whole(p, question, cx)? {
        return Ok(());
    }
    // Only of a play that somebody wins the length is endless in a draw; the longest play may end all the same.
    if matches!(question.about, About::Remoteness | About::Suspense)
        && let Some(way) = known_draw(p, question, cx)?
    {
        cx.positions().keep(p, question, Length::Endless, way);
        return Ok(());
    }
    let explored = all_play(p, question.convention, cx)?;
    keep_lengths(p, question, &explored, find, cx)
}

/// How it is known without a search that nobody can force a win, so that play has no length: of compounds by a theorem, of
/// loopy sums by the γ-value.
fn known_draw(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<Way>, Fault> {
    let outcome = question.with(Topic::OUTCOME);
    if let Some(known) = cx.positions().finding(p, outcome) {
        return Ok((known.answer == Verdict::Draw).then_some(known.way));
    }
    if joint::is_decided(p, question.convention, question.starter, cx)? {
        let drawn = ask(p, outcome, cx)?.answer == Verdict::Draw;
        return Ok(drawn.then(|| Way::Theorem(&DRAWN, vec![(p, outcome.untyped())])));
    }
    let is_loopy_sum = question.convention == Convention::Normal
        && cx.positions().ruleset_of(p) == SUM
        && is_loopy_soon(p, cx)?
        && is_impartial(p, cx)?;
    if !is_loopy_sum {
        return Ok(None);
    }
    let gamma = gamma(p, cx)?;
    Ok((by_gamma(&gamma) == Verdict::Draw).then(|| Way::Gamma(gamma)))
}

/// All that can be reached, for a question without meaning where play may end in other ways than by the convention.
fn all_play(p: PositionId, convention: Convention, cx: &mut dyn Context) -> Result<Explored, Fault> {
    cx.positions().demand_value(p)?;
    let explored = explore(p, convention, cx)?;
    note_classes(p, &explored, cx)?;
    cx.positions().demand_value(p)?;
    cx.positions().impartial().insert(p, explored.right.is_none());
    Ok(explored)
}

/// Keeps an answer that is the same whoever starts.
fn keep_for_both(p: PositionId, question: Question, answer: &Answer, way: &Way, cx: &mut dyn Context) {
    for starter in [Player::Left, Player::Right] {
        cx.positions().keep(p, question.started_by(starter), answer.clone(), way.clone());
    }
}

/// Keeps the lengths of what was explored, or who wins by their parity. Those of all positions are kept, if they are not
/// too many, for questions about several of them.
fn keep_lengths(
    p: PositionId,
    question: Question,
    explored: &Explored,
    find: FindLengths,
    cx: &mut dyn Context,
) -> Result<(), Fault> {
    let lengths = find(explored, question.convention, &mut cx.games().budget)?;
    let way = Way::Search(explored.positions.len());
    let kept = if explored.positions.len() <= KEPT { &explored.positions[..] } else { &[] };
    for (v, q) in [(0, p)].into_iter().chain((0..).zip(kept.iter().copied())) {
        cx.games().budget.tick()?;
        for starter in [Player::Left, Player::Right] {
            let question = question.started_by(starter);
            if q == p || cx.positions().finding(q, question).is_none() {
                let length = Length::of(lengths.get(v, starter));
                cx.positions().keep(q, question, of_length(question, length), way.clone());
            }
        }
    }
    Ok(())
}

/// The answer that a length gives: itself, or who wins.
fn of_length(question: Question, length: Length) -> Answer {
    match question.about {
        About::Outcome => by_parity(&length).into(),
        _ => length.into(),
    }
}

/// Keeps the answer for both starters if the ruleset is one graph, whose analysis knows it.
fn by_whole(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<bool, Fault> {
    let rules = cx.positions_ref().rules(cx.positions_ref().ruleset_of(p));
    let Some(whole) = rules.theory().graph() else { return Ok(false) };
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

/// The remoteness of a vertex for each starter; `None` for a draw. Nothing where the whole graph does not admit the
/// convention, for a part of it may.
///
/// # Errors
/// Limits.
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

/// Notes that play from `p` may come to terminal classes, if what was explored has some.
pub(super) fn note_classes(p: PositionId, explored: &Explored, cx: &mut dyn Context) -> Result<(), Fault> {
    for &q in &explored.positions {
        cx.games().budget.tick()?;
        if cx.positions().has_classes(q) {
            cx.positions().set_classes(p);
            break;
        }
    }
    Ok(())
}

/// The lengths of all positions explored.
enum Lengths {
    /// The same for either starter.
    Same(Vec<Option<u32>>),
    /// The same for either starter, from the algorithm.
    Remoteness(graphs::Remoteness),
    /// For either starter.
    TwoRemoteness(graphs::TwoPlayerRemoteness),
    /// For either starter.
    TwoSuspense(graphs::TwoPlayerSuspense),
    /// First all with Left to move, then all with Right to move.
    Doubled(Vec<Option<u32>>),
}

impl Lengths {
    fn get(&self, v: u32, starter: Player) -> Option<u32> {
        match self {
            Lengths::Same(all) => all[v as usize],
            Lengths::Remoteness(table) => table.get(v),
            Lengths::TwoRemoteness(table) => table.get(v, starter),
            Lengths::TwoSuspense(table) => table.get(v, starter),
            Lengths::Doubled(all) if starter == Player::Left => all[v as usize],
            Lengths::Doubled(all) => all[all.len() / 2 + v as usize],
        }
    }
}

/// A way to find the lengths of all positions explored.
type FindLengths = fn(&Explored, Convention, &mut Budget) -> Result<Lengths, Fault>;

fn distances(explored: &Explored, _: Convention, budget: &mut Budget) -> Result<Lengths, Fault> {
    let Some(right) = &explored.right else {
        return Ok(Lengths::Same(graphs::distances(&explored.left, budget)?));
    };
    let doubled = doubled(&explored.left, right, budget)?;
    Ok(Lengths::Doubled(graphs::distances(&doubled, budget)?))
}

fn suspenses(explored: &Explored, convention: Convention, budget: &mut Budget) -> Result<Lengths, Fault> {
    Ok(match &explored.right {
        None => Lengths::Same(graphs::suspense(&explored.left, convention, budget)?),
        Some(right) => Lengths::TwoSuspense(graphs::two_player_suspense(&explored.left, right, convention, budget)?),
    })
}

fn remotenesses(explored: &Explored, convention: Convention, budget: &mut Budget) -> Result<Lengths, Fault> {
    if explored.right.is_some() {
        return remotenesses_by_ends(explored, convention, budget);
    }
    Ok(Lengths::Remoteness(graphs::remoteness(&explored.left, convention, budget)?))
}

/// With terminal classes the end may be good for one of the players.
fn remotenesses_by_ends(explored: &Explored, _: Convention, budget: &mut Budget) -> Result<Lengths, Fault> {
    let Explored { left, right, seeds, .. } = explored;
    let right = right.as_ref().unwrap_or(left);
    let seed = |v: u32, player| seeds[v as usize].seed(player);
    Ok(Lengths::TwoRemoteness(graphs::two_player_remoteness_with(left, right, seed, budget)?))
}

/// Positions with their mover: vertex v with Left to move, v + n with Right to move (Smith 1966, section 1).
fn doubled(left: &Digraph, right: &Digraph, budget: &mut Budget) -> Result<Digraph, Fault> {
    let n = left.vertices();
    let mut edges = Vec::with_capacity(left.edges() + right.edges());
    for v in 0..n {
        budget.tick()?;
        edges.extend(left.followers(v).iter().map(|&w| (v, w + n)));
        edges.extend(right.followers(v).iter().map(|&w| (v + n, w)));
    }
    let Some(doubled) = n.checked_mul(2) else {
        return Err(Fault::TooLarge {
            what: "set of positions",
            size: n.to_string(),
            limit: (u32::MAX / 2).to_string(),
        });
    };
    Digraph::from_edges(doubled, &edges, budget)
}
