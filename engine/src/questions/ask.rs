//! The door: questions about play and moves, answered by theorem if one applies, else by the parts, by values, by the
//! sides of values that play comes to, or by search.
//!
//! An answer that a theorem needs and that is not there yet is found, and the theorem asked again, so that compounds may
//! be nested as deep as memory allows. Each answer is kept.

use super::all_play::once;
use super::heaps::by_heaps;
use super::{gamma, is_loopy_soon, joint, line, moves, search, sided};
use crate::games::{Fault, Player, PostOrder};
use crate::graphs::Verdict;
use crate::heaps::ReplyCount;
use crate::ordinals::Length;
use crate::positions::{
    About, Answer, AnswerType, Claim, Context, Convention, Finding, Line, MoveGoal, Parts, PositionId, Prospects,
    Question, SUM, Theorem, Topic, Way, by_gamma, find_moves, is_impartial, with,
};

const DRAWN_THEOREM: Theorem =
    Theorem { says: Claim::Because("as nobody can force an end that he likes:"), source: "Smith 1966, section 4" };

const OF_RULESET: Theorem = Theorem { says: Claim::Because("by the theory of the ruleset"), source: "by definition" };

/// Returns the answer to a question about a position, and how it was found.
///
/// ```
/// use cg_engine::games::Player;
/// use cg_engine::ordinals::Length;
/// use cg_engine::positions::{Context, Convention, Engine, Question, Topic};
/// use cg_engine::questions::ask;
/// use cg_engine::rulesets::compound::{Kind, compound};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let one = engine.positions().impartial_form(&[zero]);
/// let two = engine.positions().impartial_form(&[one]);
/// let both = compound(&mut engine, Kind::Conj, &[one, two]);
/// let question = Question::new(Topic::REMOTENESS, Convention::Normal, Player::Left);
/// assert_eq!(ask(both, question, &mut engine)?.answer, Length::from(1));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::Refused`] if play may come to terminal classes and the question has no meaning.
pub fn ask<A: AnswerType>(p: PositionId, question: Question<A>, cx: &mut dyn Context) -> Result<Finding<A>, Fault> {
    find(p, question.untyped(), cx).map(Finding::typed)
}

/// Returns the moves of `player` that win and finish the win: all that lead to a position which the next player loses,
/// but of those that can be taken back only the quickest. `None` if he cannot force a win.
///
/// ```
/// use cg_engine::games::Player;
/// use cg_engine::positions::{Context, Convention, Engine};
/// use cg_engine::questions;
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let p = engine.positions().impartial_form(&[zero, star]);
/// assert_eq!(questions::winning_moves(p, Convention::Normal, Player::Left, &mut engine)?, [zero]);
/// assert_eq!(questions::winning_moves(p, Convention::Misere, Player::Left, &mut engine)?, [star]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn winning_moves(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Vec<PositionId>, Fault> {
    Ok(ask(p, Question::new(Topic::WINNING_MOVES, convention, player), cx)?.answer)
}

/// Returns one move that wins, if there is one.
pub fn winning_move(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Option<PositionId>, Fault> {
    Ok(ask(p, Question::new(Topic::WINNING_MOVE, convention, player), cx)?.answer.first().copied())
}

/// Returns the moves of `player` that keep the best outcome he can force: the quickest win first, the longest defence
/// first, and all moves that keep a draw. Where play ends with payoffs the outcome is the payoff, and play without end
/// counts as 0.
///
/// If the play is too large to be searched, winning moves come in the order of the options, and so do the moves of a
/// position that is lost.
///
/// ```
/// use cg_engine::games::Player;
/// use cg_engine::positions::{Context, Convention, Engine};
/// use cg_engine::questions;
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let long = engine.positions().impartial_form(&[star]);
/// let p = engine.positions().impartial_form(&[long, zero]);
/// assert_eq!(questions::best_moves(p, Convention::Normal, Player::Left, &mut engine)?, [zero, long]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn best_moves(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Vec<PositionId>, Fault> {
    Ok(prospects(p, convention, player, cx)?.moves)
}

/// Returns the best moves of `player`, with their targets.
///
/// ```
/// use cg_engine::graphs::Verdict;
/// use cg_engine::games::Player;
/// use cg_engine::positions::{Context, Convention, Engine};
/// use cg_engine::questions;
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let found = questions::prospects(star, Convention::Normal, Player::Left, &mut engine)?;
/// assert_eq!((found.verdict, found.remoteness), (Verdict::Win, Some(1)));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn prospects(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Prospects, Fault> {
    Ok(*ask(p, Question::new(Topic::BEST_MOVES, convention, player), cx)?.answer)
}

/// Returns a strategy of `player`, who starts: his best move wherever he has to move while he keeps to it, whatever
/// the opponent does. The first line is the position itself.
///
/// ```
/// use cg_engine::games::Player;
/// use cg_engine::positions::{Context, Convention, Engine};
/// use cg_engine::questions;
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let lines = questions::strategy(star, Convention::Normal, Player::Left, &mut engine)?;
/// assert_eq!((lines.len(), lines[0].to, lines[0].remoteness), (1, zero, Some(1)));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::TooLarge`] for a strategy with too many lines.
pub fn strategy(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Vec<Line>, Fault> {
    Ok(ask(p, Question::new(Topic::STRATEGY, convention, player), cx)?.answer)
}

/// Finds the answer to a question about play, of any type.
fn find(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Finding, Fault> {
    let mut walk = PostOrder::new([(p, question)]);
    while let Some(&mut (here, question)) = walk.next(&mut cx.games().budget)? {
        if cx.positions().finding(here, question).is_some() {
            continue;
        }
        cx.positions().demand_play(here)?;
        if let Some(finding) = cx.positions_ref().learnt_finding(here, question) {
            keep(here, question, finding, cx)?;
            continue;
        }
        let mut parts = Parts::default();
        let found = by_theorem(here, question, &mut parts, cx)?;
        walk.extend(parts.take_missing());
        match found {
            _ if walk.is_waiting() => {}
            Some(finding) => {
                if let Way::Theorem(_, used) = &finding.way {
                    cx.positions().demand_parts(here, used.iter().map(|(q, _)| *q))?;
                }
                keep(here, question, finding, cx)?;
            }
            None => answer(here, question, cx)?,
        }
    }
    Ok(cx.positions().finding(p, question).expect("an answer is kept when it is found"))
}

/// Keeps an answer, if there is room for it.
fn keep(p: PositionId, question: Question, finding: Finding, cx: &mut dyn Context) -> Result<(), Fault> {
    let room = match &finding.answer {
        Answer::Moves(moves) => size_of_val(&moves[..]),
        Answer::Prospects(found) => size_of_val(&found.moves[..]),
        Answer::Strategy(lines) => size_of_val(&lines[..]),
        Answer::Length(_) | Answer::Verdict(_) | Answer::Yes(_) | Answer::Foreclosed(_) => 0,
    };
    cx.games().budget.reserve(room)?;
    cx.positions().keep(p, question, finding.answer, finding.way);
    Ok(())
}

/// Answers by a theorem of the ruleset; `None` if there is none or an answer that it needs is missing in `parts`.
fn by_theorem(
    p: PositionId,
    question: Question,
    parts: &mut Parts,
    cx: &mut dyn Context,
) -> Result<Option<Finding>, Fault> {
    match question.about {
        About::WinningMoves => {
            let moves = moves_by_theorem(p, question, ReplyCount::All, cx)?;
            Ok(moves.map(|moves| Finding::told(moves, &OF_RULESET)))
        }
        About::WinningMove | About::BestMoves | About::GoodMove | About::ProofMove | About::Line | About::Strategy => {
            Ok(None)
        }
        _ => with(p, cx, |rules, here, cx| {
            let heaps = rules.heaps(here.state, cx);
            match heaps.map(|heaps| by_heaps(&heaps, question)).transpose()?.flatten() {
                Some(finding) => Ok(Some(finding)),
                None => rules.theorem(here, question, parts, cx),
            }
        }),
    }
}

/// Returns the moves that win by a theorem of the ruleset, each once. With [`ReplyCount::One`] one move is enough, which
/// may be known even if all are too many to list.
pub(super) fn moves_by_theorem(
    p: PositionId,
    question: Question,
    count: ReplyCount,
    cx: &mut dyn Context,
) -> Result<Option<Vec<PositionId>>, Fault> {
    let moves = find_moves(p, MoveGoal::Win(question.convention, question.starter), count, cx);
    Ok(moves.transpose()?.map(|moves| once(moves.into_iter())))
}

/// Returns the remoteness as a theorem of the ruleset gives it, without an answer of another position.
pub(super) fn length_by_theorem(
    p: PositionId,
    question: Question<Length>,
    cx: &mut dyn Context,
) -> Result<Option<Length>, Fault> {
    let mut parts = Parts::default();
    let found = by_theorem(p, question.untyped(), &mut parts, cx)?;
    let is_alone = parts.take_missing().is_empty();
    Ok(found.filter(|_| is_alone).map(|finding| finding.typed::<Length>().answer))
}

/// Returns the first of these positions that a theorem of its ruleset says is lost, without an answer of another
/// position: others may take long to decide.
pub(super) fn lost_by_theorem(
    positions: &[PositionId],
    question: Question<Verdict>,
    cx: &mut dyn Context,
) -> Result<Option<PositionId>, Fault> {
    for &q in positions {
        cx.games().budget.tick()?;
        let mut parts = Parts::default();
        let found = by_theorem(q, question.untyped(), &mut parts, cx)?;
        if found.is_some_and(|finding| finding.answer == Verdict::Loss.into()) && parts.take_missing().is_empty() {
            return Ok(Some(q));
        }
    }
    Ok(None)
}

/// Answers a question that no theorem answers, and keeps the answer: by the parts, by values or by search, and by sides
/// if play comes to values of two sides.
fn answer(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<(), Fault> {
    if let Some(found) = joint::by_parts(p, question, cx)? {
        return keep(p, question, found, cx);
    }
    let found = match question.about {
        About::Distance | About::Remoteness | About::Suspense => length(p, question, cx),
        About::Outcome => search::outcome(p, question, cx).map(|()| None),
        About::CanMove => search::can_move(p, question, cx).map(|()| None),
        About::Ends => search::ends(p, question, cx).map(|()| None),
        About::Decided => search::decided(p, question, cx).map(|()| None),
        About::Foreclosed => search::foreclosed(p, question, cx).map(|()| None),
        About::Success(_) => search::successes(p, cx).map(|()| None),
        About::WinningMoves => moves::finishing(p, question, cx).map(Some),
        About::WinningMove => line::one_move(p, question, cx).map(Some),
        About::BestMoves => moves::best(p, question, cx).map(Some),
        About::GoodMove => moves::good(p, question, cx).map(Some),
        About::ProofMove => moves::of_proof(p, question, cx).map(Some),
        About::Line => line::line(p, question, cx).map(Some),
        About::Strategy => moves::strategy(p, question, cx).map(Some),
    };
    match found {
        Ok(Some(finding)) => keep(p, question, finding, cx),
        // A search keeps its results.
        Ok(None) => Ok(()),
        Err(Fault::TwoSides) if question.convention == Convention::Normal => {
            let finding = sided::by_sides(p, question, cx)?;
            keep(p, question, finding, cx)
        }
        Err(fault) => Err(fault),
    }
}

/// Finds how long play lasts: for ever if it is known to be drawn.
fn length(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<Finding>, Fault> {
    search::demand_meaning(p, question, cx)?;
    if search::by_whole(p, question, cx)? {
        return Ok(None);
    }
    match known_draw(p, question, cx)? {
        Some(way) => Ok(Some(Finding { answer: Length::Endless.into(), way })),
        None => search::lengths(p, question, cx).map(|()| None),
    }
}

/// Returns a proof, without a search, that nobody can force a win, so that play has no length: of compounds by a theorem, of
/// loopy sums by the γ-value.
fn known_draw(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<Way>, Fault> {
    // The longest play may end in a draw, too.
    if question.about == About::Distance {
        return Ok(None);
    }
    let outcome = question.with(Topic::OUTCOME);
    if let Some(known) = cx.positions().finding(p, outcome) {
        return Ok((known.answer == Verdict::Draw).then_some(known.way));
    }
    if joint::is_decided(p, question, cx)? {
        let drawn = ask(p, outcome, cx)?.answer == Verdict::Draw;
        return Ok(drawn.then(|| Way::Theorem(&DRAWN_THEOREM, vec![(p, outcome.untyped())])));
    }
    let is_loopy_sum = question.convention == Convention::Normal
        && cx.positions().ruleset_of(p) == SUM
        && is_loopy_soon(p, cx)?
        && is_impartial(p, cx)?;
    if !is_loopy_sum {
        return Ok(None);
    }
    let gamma = match gamma(p, cx) {
        // There is none where play may end with a tie, which a search takes for a draw.
        Err(Fault::Refused(_)) => return Ok(None),
        gamma => gamma?,
    };
    Ok((by_gamma(&gamma) == Verdict::Draw).then(|| Way::Gamma(gamma)))
}
