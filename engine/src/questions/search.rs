//! Answers to questions that no theorem answers: from the value, or from all positions that can be reached.

use super::gamma::gamma;
use super::security::{Ends, Goal};
use super::{Explored, explore, misere, value};
use crate::games::{Budget, Fault, Outcome, Player};
use crate::graphs::{self, Digraph, Verdict};
use crate::ordinals::Length;
use crate::positions::{
    About, Answer, Claim, Context, Convention, Finding, Known, Options, PositionId, Question, SUM, Theorem, Way,
    by_gamma, by_parity, options,
};

/// Of a nimber beside games that have none so large.
const REMOTE: Theorem = Theorem {
    says: Claim::Because("as with any nimber that no follower of the other games is worth"),
    source: "Winning Ways, ch. 8",
};

/// Positions of one search whose answers are kept.
const KEPT: usize = 50_000;

/// Finds the answer and keeps it.
///
/// # Errors
/// Limits; what the rules say.
pub(super) fn search<C: Context>(p: PositionId, question: Question, cx: &mut C) -> Result<(), Fault> {
    let mover = question.starter;
    match question.about {
        About::CanMove => {
            let mut moves = Options::default();
            options(p, cx, &mut moves)?;
            let list = if mover == Player::Left { &moves.left[..] } else { moves.right() };
            let can = !list.is_empty();
            keep(p, question, Answer::Yes(can), Way::Search(1), cx);
            return Ok(());
        }
        About::Success(_) => return all_successes(p, cx),
        About::Outcome if question.convention == Convention::Normal => {
            if let Some((verdict, way)) = by_value(p, mover, cx)? {
                keep(p, question, Answer::Verdict(verdict), way, cx);
                return Ok(());
            }
        }
        _ => {}
    }
    if by_whole(p, question, cx)? {
        return Ok(());
    }
    if question.about == About::Outcome
        && question.convention == Convention::Misere
        && let Some((verdict, way)) = misere::outcome(p, cx)?
    {
        for starter in [Player::Left, Player::Right] {
            keep(p, Question { starter, ..question }, Answer::Verdict(verdict), way.clone(), cx);
        }
        return Ok(());
    }
    let explored = explore(p, question.convention, cx)?;
    note_classes(p, &explored, cx)?;
    if question.about != About::Outcome {
        // Lengths of play have no meaning where some positions end in other ways than by the convention.
        cx.positions().demand_value(p)?;
        cx.positions().impartial().insert(p, explored.right.is_none());
    }
    let way = Way::Search(explored.positions.len());
    if let About::Foreclosed = question.about {
        if explored.right.is_some() {
            return Err(Fault::Partizan);
        }
        let value = graphs::foreclosed(&explored.left, 0, question.convention, &mut cx.games().budget)?;
        for starter in [Player::Left, Player::Right] {
            keep(p, Question { starter, ..question }, Answer::Foreclosed(value.clone()), way.clone(), cx);
        }
        return Ok(());
    }
    if let About::Decided = question.about {
        let table = graphs::remoteness(&explored.left, question.convention, &mut cx.games().budget)?;
        let decided = explored.right.is_none() && (0..explored.left.vertices()).all(|v| table.get(v).is_some());
        for starter in [Player::Left, Player::Right] {
            keep(p, Question { starter, ..question }, Answer::Yes(decided), way.clone(), cx);
        }
        return Ok(());
    }
    let lengths = lengths(&explored, question, &mut cx.games().budget)?;
    // What was found for all of them is kept, if they are not too many, for questions about several of them.
    let kept = if explored.positions.len() <= KEPT { &explored.positions[..] } else { &[] };
    for (v, q) in [(0, p)].into_iter().chain((0..).zip(kept.iter().copied())) {
        cx.games().budget.tick()?;
        for starter in [Player::Left, Player::Right] {
            let question = Question { starter, ..question };
            let length = Length::of(lengths.get(v, starter));
            let answer = match question.about {
                About::Outcome => Answer::Verdict(by_parity(&length)),
                _ => Answer::Length(length),
            };
            if q == p || !cx.positions().findings().contains_key(&(q, question)) {
                keep(q, question, answer, way.clone(), cx);
            }
        }
    }
    Ok(())
}

fn keep<C: Context>(p: PositionId, question: Question, answer: Answer, way: Way, cx: &mut C) {
    cx.positions().findings().insert((p, question), Finding { answer, way });
}

/// Keeps Smith's Q functions of a position, from one look at all that can be reached.
fn all_successes<C: Context>(p: PositionId, cx: &mut C) -> Result<(), Fault> {
    let explored = explore(p, Convention::Normal, cx)?;
    note_classes(p, &explored, cx)?;
    let ends = Ends::new(&explored, cx)?;
    for (least, goal) in [(1, Goal::Win), (0, Goal::Draw), (-1, Goal::End), (2, Goal::Never)] {
        let both = ends.remoteness(&explored, &goal, cx)?;
        for (starter, length) in [Player::Left, Player::Right].into_iter().zip(both) {
            let question = Question { about: About::Success(least), convention: Convention::Normal, starter };
            keep(p, question, Answer::Length(length), Way::Search(explored.positions.len()), cx);
        }
    }
    Ok(())
}

/// Keeps the answer for both starters if the ruleset is one graph, whose analysis knows it.
fn by_whole<C: Context>(p: PositionId, question: Question, cx: &mut C) -> Result<bool, Fault> {
    let rules = cx.positions_ref().rules(cx.positions_ref().ruleset_of(p));
    let Some(whole) = rules.theory().graph() else { return Ok(false) };
    if question.about != About::Outcome {
        cx.positions().demand_value(p)?;
    }
    let lengths = match question.about {
        About::Distance if whole.right().is_none() => {
            let v = cx.positions().state(p)[0];
            Some([whole.distance(v, &mut cx.games().budget)?; 2])
        }
        About::Remoteness | About::Outcome => remoteness_in_whole(p, question.convention, cx)?,
        _ => None,
    };
    let Some(lengths) = lengths else { return Ok(false) };
    let way = Way::Search(whole.left().vertices() as usize);
    for (starter, length) in [Player::Left, Player::Right].into_iter().zip(lengths) {
        let (question, length) = (Question { starter, ..question }, Length::of(length));
        let answer = match question.about {
            About::Outcome => Answer::Verdict(by_parity(&length)),
            _ => Answer::Length(length),
        };
        keep(p, question, answer, way.clone(), cx);
    }
    Ok(true)
}

/// The remoteness of a position whose ruleset is one graph, for each starter; `None` for a draw. Nothing for other
/// positions, and where the whole graph does not admit the convention but a part of it may.
///
/// # Errors
/// Limits.
fn remoteness_in_whole<C: Context>(
    p: PositionId,
    convention: Convention,
    cx: &mut C,
) -> Result<Option<[Option<u32>; 2]>, Fault> {
    let rules = cx.positions_ref().rules(cx.positions_ref().ruleset_of(p));
    let Some(whole) = rules.theory().graph() else { return Ok(None) };
    let v = cx.positions().state(p)[0];
    let budget = &mut cx.games().budget;
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

/// Who wins normal play by the value, where there is one that is found sooner than all positions.
fn by_value<C: Context>(p: PositionId, mover: Player, cx: &mut C) -> Result<Option<(Verdict, Way)>, Fault> {
    // Of compounds all positions are sooner found than the values, which those of the parts do not tell.
    if cx.positions().ruleset_of(p) != SUM && cx.positions_ref().is_compound(p) {
        return Ok(None);
    }
    let known = match value(p, cx) {
        Ok(known) => known,
        Err(Fault::Loopy | Fault::LargeNimber { .. }) => match gamma(p, cx) {
            Ok(gamma) => return Ok(Some((by_gamma(&gamma), Way::Gamma(gamma)))),
            Err(Fault::Partizan) => return by_remote_star(p, mover, cx),
            Err(fault) => return Err(fault),
        },
        Err(Fault::Refused(_)) => return Ok(None),
        Err(fault) => return Err(fault),
    };
    Ok(Some((verdict(known, mover, cx)?, Way::Value(known))))
}

fn verdict<C: Context>(known: Known, mover: Player, cx: &mut C) -> Result<Verdict, Fault> {
    let wins = match known {
        Known::Nim(n) => n > 0,
        Known::Game(g) => match cx.games().outcome(g)? {
            Outcome::L => mover == Player::Left,
            Outcome::R => mover == Player::Right,
            outcome => outcome == Outcome::N,
        },
    };
    Ok(if wins { Verdict::Win } else { Verdict::Loss })
}

/// Who wins the sum of games of the arena and a nimber larger than all of theirs: with every nimber that is the value of
/// no follower it is the same player.
fn by_remote_star<C: Context>(p: PositionId, mover: Player, cx: &mut C) -> Result<Option<(Verdict, Way)>, Fault> {
    let mut total = Known::Nim(0);
    for part in cx.positions().parts(p) {
        match value(part, cx) {
            Ok(known) => total = total.plus(known, cx)?,
            // Together they are large, or the sum would have a value.
            Err(Fault::LargeNimber { .. }) => {}
            Err(Fault::Loopy) => return Ok(None),
            Err(fault) => return Err(fault),
        }
    }
    let game = total.game(cx)?;
    let star = cx.games().remote_star(game)?;
    let sum = Known::Game(game).plus(Known::Nim(star), cx)?;
    Ok(Some((verdict(sum, mover, cx)?, Way::Theorem(&REMOTE, Vec::new()))))
}

/// Notes that play from `p` may come to terminal classes, if what was explored has some.
fn note_classes<C: Context>(p: PositionId, explored: &Explored, cx: &mut C) -> Result<(), Fault> {
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

/// What is asked for, at every position explored; of an outcome, the remoteness.
fn lengths(explored: &Explored, question: Question, budget: &mut Budget) -> Result<Lengths, Fault> {
    let Explored { left, right, seeds, .. } = explored;
    let convention = question.convention;
    Ok(match (question.about, right) {
        (About::Distance, None) => Lengths::Same(graphs::distances(left, budget)?),
        (About::Suspense, None) => Lengths::Same(graphs::suspense(left, convention, budget)?),
        (About::Remoteness, None) => Lengths::Remoteness(graphs::remoteness(left, convention, budget)?),
        (About::Distance, Some(right)) => {
            let doubled = doubled(left, right, budget)?;
            Lengths::Doubled(graphs::distances(&doubled, budget)?)
        }
        (About::Suspense, Some(right)) => {
            Lengths::TwoSuspense(graphs::two_player_suspense(left, right, convention, budget)?)
        }
        // With terminal classes the end may be good for one of the players.
        (_, right) => {
            let right = right.as_ref().unwrap_or(left);
            let seed = |v: u32, player| seeds[v as usize].seed(player);
            Lengths::TwoRemoteness(graphs::two_player_remoteness_with(left, right, seed, budget)?)
        }
    })
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
