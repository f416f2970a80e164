//! Answers to questions that no theorem answers: from the value, or from all positions that can be reached.

use std::rc::Rc;

use super::gamma::gamma;
use super::whole;
use super::{
    About, Answer, Context, Convention, Explored, Finding, Known, Options, PositionId, Question, Way, by_parity,
    explore, options, value,
};
use crate::digraphs::{self, Digraph, Verdict};
use crate::games::{Budget, Fault, Outcome, Player};
use crate::ordinals::{GammaValue, Length};

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
        About::Success(_) => {
            return Err(Fault::None("no theorem answers this from the values of the parts".into()));
        }
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
    let explored = explore(p, question.convention, cx)?;
    if question.about != About::Outcome {
        refuse_classes(&explored, cx)?;
    }
    let way = Way::Search(explored.positions.len());
    if let About::Foreclosed = question.about {
        if explored.right.is_some() {
            return Err(Fault::Partizan);
        }
        let value = digraphs::foreclosed(&explored.left, 0, question.convention, &mut cx.games().budget)?;
        for starter in [Player::Left, Player::Right] {
            keep(p, Question { starter, ..question }, Answer::Foreclosed(value.clone()), way.clone(), cx);
        }
        return Ok(());
    }
    if let About::Decided = question.about {
        let table = digraphs::remoteness(&explored.left, question.convention, &mut cx.games().budget)?;
        let decided = explored.right.is_none() && (0..explored.left.vertices()).all(|v| table.get(v).is_some());
        for starter in [Player::Left, Player::Right] {
            keep(p, Question { starter, ..question }, Answer::Yes(decided), way.clone(), cx);
        }
        return Ok(());
    }
    let lengths = lengths(&explored, question, &mut cx.games().budget)?;
    for (starter, length) in [Player::Left, Player::Right].into_iter().zip(lengths) {
        let question = Question { starter, ..question };
        match question.about {
            About::Outcome => keep(p, question, Answer::Verdict(by_parity(&length)), way.clone(), cx),
            _ => keep(p, question, Answer::Length(length), way.clone(), cx),
        }
    }
    Ok(())
}

fn keep<C: Context>(p: PositionId, question: Question, answer: Answer, way: Way, cx: &mut C) {
    cx.positions().findings().insert((p, question), Rc::new(Finding { answer, way }));
}

/// Keeps the answer for both starters if the ruleset is one graph, whose analysis knows it.
fn by_whole<C: Context>(p: PositionId, question: Question, cx: &mut C) -> Result<bool, Fault> {
    let ruleset = cx.positions().ruleset_of(p);
    let rules = cx.positions().rules(ruleset);
    let Some(whole) = rules.whole() else { return Ok(false) };
    if let Some(why) = rules.refusal().filter(|_| question.about != About::Outcome) {
        return Err(Fault::Refused(why));
    }
    let lengths = match question.about {
        About::Distance if whole.right().is_none() => {
            let v = cx.positions().state(p)[0];
            Some([whole.distance(v, &mut cx.games().budget)?; 2])
        }
        About::Remoteness | About::Outcome => whole::remoteness(p, question.convention, cx)?,
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

/// Who wins normal play by the value, where there is one that is found sooner than all positions.
fn by_value<C: Context>(p: PositionId, mover: Player, cx: &mut C) -> Result<Option<(Verdict, Way)>, Fault> {
    let ruleset = cx.positions().ruleset_of(p);
    if !cx.positions().rules(ruleset).is_valued() {
        return Ok(None);
    }
    let known = match value(p, cx) {
        Ok(known) => known,
        Err(Fault::Loopy | Fault::Transfinite) => match gamma(p, cx) {
            Ok(gamma) => return Ok(Some((by_gamma(&gamma), Way::Gamma(gamma)))),
            Err(Fault::Partizan) => return Ok(None),
            Err(fault) => return Err(fault),
        },
        Err(Fault::Refused(_)) => return Ok(None),
        Err(fault) => return Err(fault),
    };
    let wins = match known {
        Known::Nim(n) => n > 0,
        Known::Game(g) => match cx.games().outcome(g)? {
            Outcome::L => mover == Player::Left,
            Outcome::R => mover == Player::Right,
            outcome => outcome == Outcome::N,
        },
    };
    Ok(Some((if wins { Verdict::Win } else { Verdict::Loss }, Way::Value(known))))
}

/// Who wins normal play: 0 is lost for the mover, other nimbers are won, and ∞(K) is won if 0 is in K, else drawn.
pub fn by_gamma(gamma: &GammaValue) -> Verdict {
    match gamma.outcome() {
        Outcome::P => Verdict::Loss,
        Outcome::N => Verdict::Win,
        _ => Verdict::Draw,
    }
}

/// Lengths of play have no meaning where some positions end in other ways than by the convention.
fn refuse_classes<C: Context>(explored: &Explored, cx: &mut C) -> Result<(), Fault> {
    let mut last = None;
    for &p in &explored.positions {
        cx.games().budget.tick()?;
        let ruleset = cx.positions().ruleset_of(p);
        if last != Some(ruleset) {
            if let Some(why) = cx.positions().rules(ruleset).refusal() {
                return Err(Fault::Refused(why));
            }
            last = Some(ruleset);
        }
    }
    Ok(())
}

/// The length for either starter at the position explored; of an outcome, the remoteness.
fn lengths(explored: &Explored, question: Question, budget: &mut Budget) -> Result<[Length; 2], Fault> {
    let Explored { left, right, seeds, .. } = explored;
    let convention = question.convention;
    let Some(right) = right else {
        let length = match question.about {
            About::Distance => digraphs::distances(left, budget)?[0],
            About::Suspense => digraphs::suspense(left, convention, budget)?[0],
            // With terminal classes the end may be good for one of the players.
            About::Outcome => return two_coloured(left, left, seeds, budget),
            _ => digraphs::remoteness(left, convention, budget)?.get(0),
        };
        return Ok([Length::of(length), Length::of(length)]);
    };
    match question.about {
        About::Distance => {
            let n = left.vertices();
            let doubled = doubled(left, right, budget)?;
            let all = digraphs::distances(&doubled, budget)?;
            Ok([all[0], all[n as usize]].map(Length::of))
        }
        About::Suspense => {
            let table = digraphs::two_player_suspense(left, right, convention, budget)?;
            Ok([Player::Left, Player::Right].map(|player| Length::of(table.get(0, player))))
        }
        _ => two_coloured(left, right, seeds, budget),
    }
}

fn two_coloured(
    left: &Digraph,
    right: &Digraph,
    seeds: &[super::End],
    budget: &mut Budget,
) -> Result<[Length; 2], Fault> {
    let seed = |v: u32, player| seeds[v as usize].seed(player);
    let table = digraphs::two_player_remoteness_with(left, right, seed, budget)?;
    Ok([Player::Left, Player::Right].map(|player| Length::of(table.get(0, player))))
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
