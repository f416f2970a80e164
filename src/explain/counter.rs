//! The reasons for the counter of a position: Smith's H, by which a win is finished if play can go round in circles.

use std::rc::Rc;

use super::story::{Story, as_data, moves_of, said, said_gamma, said_position};
use crate::diagnostic::counted;
use crate::eval::{EvalError, IntoValue, Session, as_position, gamma_value};
use crate::value::{Report, Value, report};
use cg_engine::games::Fault;
use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::positions::PositionId;
use cg_engine::questions;

const BY_DISTANCE: &str =
    "Its counter is the length of the longest play, D, which is a counter where play ends (Smith 1966, section 11).";

/// The largest number of moves whose values are listed.
const MOST_MOVES: usize = 40;

/// Explains the set of the finite γ-values of the moves.
pub(super) fn reach(cx: &mut Session, call: &report::Call, x: &Value) -> Result<Rc<Report>, EvalError> {
    let mut story = Story::new();
    story.answer(format!("{} has the set J = {}", said(cx, x)?, said(cx, &call.answer)?));
    if let Some(p) = as_position(cx, x)?
        && let Ok(moves) = moves_of(cx, p)
    {
        for &q in moves.left.iter().take(MOST_MOVES) {
            let gamma = questions::gamma(q, cx)?;
            let (name, value) = (said_position(cx, q)?, said_gamma(cx, &gamma)?);
            let counts = if gamma.as_finite().is_some() { "" } else { ", which is infinite and does not count" };
            story.step(format!("A move leads to {name}, whose γ-value is {value}{counts}."));
            let row = vec![as_data(cx, q), gamma.into_value(cx)?];
            story.row(row);
        }
        if let Some(more) = moves.left.len().checked_sub(MOST_MOVES).filter(|more| *more > 0) {
            story.step(format!("{} more.", counted(more, "move")));
        }
    }
    story.step("J is the set of the finite γ-values that a move reaches (Smith 1966, section 10).");
    Ok(story.report(call.answer.clone(), 1))
}

/// Explains the counter by those of the parts, or by those of the moves and of the answers to them.
pub(super) fn tell(cx: &mut Session, p: PositionId) -> Result<Rc<Report>, EvalError> {
    let mut story = Story::new();
    let counter = questions::counter(p, cx)?;
    let answer = match counter {
        Some(ref h) => Value::ordinal(h.clone()),
        None => gamma_value(&mut cx.games, GammaValue::Infinite(Default::default()))?,
    };
    let name = said_position(cx, p)?;
    let parts = cx.positions.parts(p);
    match counter {
        Some(h) if parts.len() > 1 => {
            story.answer(format!("{name}: counter {h}"));
            for part in parts {
                let of_part = questions::counter(part, cx)?.unwrap_or_default();
                let text = said_position(cx, part)?;
                story.step(format!("{text} has the counter {of_part}."));
                let row = vec![as_data(cx, part), Value::ordinal(of_part)];
                story.row(row);
            }
            story.step(
                "Counters of parts add up (Smith 1966, eq. 33b), as natural sums where they are infinite (section 11).",
            );
        }
        Some(h) if !h.is_finite() => {
            story.answer(format!("{name}: counter {h}"));
            story.step(BY_DISTANCE);
        }
        Some(h) => match questions::gamma(p, cx) {
            Ok(GammaValue::Finite(own)) => {
                let value = said_gamma(cx, &GammaValue::Finite(own.clone()))?;
                story.answer(format!("{name}: counter {h}, at nim-value {value}"));
                tell_moves(cx, p, &own, &h, &mut story)?;
            }
            _ => {
                story.answer(format!("{name}: counter {h}"));
                story.step(BY_DISTANCE);
            }
        },
        None => {
            let gamma = questions::gamma(p, cx)?;
            let value = said_gamma(cx, &gamma)?;
            story.answer(format!("{name}: counter inf()"));
            story
                .step(format!("Its γ-value is {value}, and infinite values have no counter (Smith 1966, section 10)."));
        }
    }
    Ok(story.report(answer, 1))
}

/// Tells which numbers the counter must exceed: by 23c the least counter of each smaller value, by 23e the counter of
/// every move, or one more than that of an answer which leads back to the value.
fn tell_moves(cx: &mut Session, p: PositionId, own: &Ordinal, h: &Ordinal, story: &mut Story) -> Result<(), EvalError> {
    let moves = match moves_of(cx, p) {
        Ok(moves) => moves.left,
        // A heap of Nim as a value: every move goes to a smaller one.
        Err(EvalError::Fault(Fault::TooLarge { .. } | Fault::None(_))) => {
            story.step(BY_DISTANCE);
            return Ok(());
        }
        Err(trouble) => return Err(trouble),
    };
    if moves.is_empty() {
        story.step("There is no move: the counter is 0 (Smith 1966, 23b).");
        return Ok(());
    }
    for &q in &moves {
        cx.games.budget.tick()?;
        let gamma = questions::gamma(q, cx)?;
        let counter = questions::counter(q, cx)?;
        let (name, value) = (said_position(cx, q)?, said_gamma(cx, &gamma)?);
        let gamma = gamma.into_value(cx)?;
        let answer = match quickest_answer(cx, q, own)? {
            Some((w, by)) => Some((w, more(&by, 2)?, by)),
            None => None,
        };
        let mut row = vec![as_data(cx, q), gamma];
        match (counter, answer) {
            (Some(counter), answer) if answer.as_ref().is_none_or(|(_, least, _)| counter < *least) => {
                let least = more(&counter, 1)?;
                story.step(format!("{name} has nim-value {value} and counter {counter}: at least {least}."));
                row.push(Value::ordinal(counter));
            }
            (_, Some((w, least, by))) => {
                let text = said_position(cx, w)?;
                story.step(format!(
                    "{name}, of value {value}, is answered by {text} with the same nim-value and counter {by}: at least {least}."
                ));
                row.extend([as_data(cx, w), Value::ordinal(by)]);
            }
            (_, None) => {
                story.step(format!("{name} has value {value}."));
            }
        }
        story.row(row);
    }
    let counts = format!("{h} is the least that exceeds the counter of a move to each smaller nim-value");
    story.step(format!("{counts}, and every move by itself or by its answer (Smith 1966, 23c to 23e)."));
    Ok(())
}

/// Returns a counter with finitely many moves added.
fn more(counter: &Ordinal, moves: u64) -> Result<Ordinal, Fault> {
    counter.natural_sum(&Ordinal::finite(moves))
}

/// Returns the answer with the least counter to a move that leads back to the value.
fn quickest_answer(cx: &mut Session, q: PositionId, own: &Ordinal) -> Result<Option<(PositionId, Ordinal)>, EvalError> {
    let mut best: Option<(PositionId, Ordinal)> = None;
    for w in moves_of(cx, q)?.left {
        cx.games.budget.tick()?;
        if questions::gamma(w, cx)?.as_finite() != Some(own) {
            continue;
        }
        if let Some(by) = questions::counter(w, cx)?
            && best.as_ref().is_none_or(|(_, least)| by < *least)
        {
            best = Some((w, by));
        }
    }
    Ok(best)
}
