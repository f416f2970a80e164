//! The door: questions about play, answered by theorem where one holds and by search elsewhere.
//!
//! An answer that a theorem needs and that is not there yet is found, and the theorem asked again, so that compounds may
//! be nested as deep as memory allows. What no theorem answers is searched.

use super::heaps::by_heaps;
use super::search::search;
use crate::games::Fault;
use crate::positions::{AnswerType, Context, Finding, Parts, PositionId, Question, Way, with};

/// The answer to a question about a position, and how it was found.
///
/// ```
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::ordinals::Length;
/// use cg_engine::positions::{Context, Convention, Engine, Question, Topic};
/// use cg_engine::questions::ask;
/// use cg_engine::rulesets::compound::{Kind, compound};
///
/// let mut engine = Engine::new(Games::new(Budget::unlimited()));
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
/// Limits; what the rules say; [`Fault::Refused`] where play may come to terminal classes and the question has no meaning.
pub fn ask<A: AnswerType>(p: PositionId, question: Question<A>, cx: &mut dyn Context) -> Result<Finding<A>, Fault> {
    find(p, question.untyped(), cx).map(Finding::typed)
}

/// Like [`ask`], for answers of any type.
fn find(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Finding, Fault> {
    // What must be answered before.
    let mut open = Vec::new();
    loop {
        cx.games().budget.tick()?;
        let (here, question) = open.last().copied().unwrap_or((p, question));
        if let Some(finding) = cx.positions().finding(here, question) {
            if open.pop().is_none() {
                return Ok(finding);
            }
            continue;
        }
        cx.positions().demand_play(here)?;
        if let Some(Finding { answer, way }) = cx.positions_ref().learnt_finding(here, question) {
            cx.positions().keep(here, question, answer, way);
            continue;
        }
        let mut parts = Parts::default();
        let found = with(here, cx, |rules, ruleset, state, cx| {
            let theory = rules.theory();
            let heaps = theory.heaps(state, cx);
            match heaps.map(|heaps| by_heaps(&heaps, question)).transpose()?.flatten() {
                Some(finding) => Ok(Some(finding)),
                None => theory.theorem(ruleset, state, question, &mut parts, cx),
            }
        })?;
        let missing = parts.take_missing();
        if !missing.is_empty() {
            open.extend(missing);
            continue;
        }
        match found {
            Some(Finding { answer, way }) => {
                if let Way::Theorem(_, used) = &way {
                    cx.positions().demand_parts(here, used.iter().map(|(q, _)| *q))?;
                }
                cx.positions().keep(here, question, answer, way);
            }
            None => search(here, question, cx)?,
        }
    }
}
