//! The reasons for the counter of a position: Smith's H, by which a win is finished if play can go round in circles.

use std::rc::Rc;

use super::story::{Story, as_data, moves_of, said_gamma, said_position};
use crate::eval::{EvalError, IntoValue, Session};
use crate::value::{Report, Value};
use cg_engine::games::Fault;
use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::positions::PositionId;
use cg_engine::questions;

/// Explains the counter by those of the parts, or by those of the moves and of the answers to them.
pub(super) fn tell(cx: &mut Session, p: PositionId) -> Result<Rc<Report>, EvalError> {
    let mut story = Story::new();
    let counter = questions::counter(p, cx)?;
    let answer = match counter {
        Some(h) => Value::integer(h.into()),
        None => cx.gamma_value(GammaValue::Infinite(Default::default()))?,
    };
    let name = said_position(cx, p)?;
    let gamma = questions::gamma(p, cx)?;
    let value = said_gamma(cx, &gamma)?;
    let parts = cx.positions.parts(p);
    match (counter, gamma.as_finite()) {
        (Some(h), _) if parts.len() > 1 => {
            story.answer(format!("{name}: counter {h}"));
            for part in parts {
                let of_part = questions::counter(part, cx)?.unwrap_or_default();
                let text = said_position(cx, part)?;
                story.step(format!("{text} has the counter {of_part}."));
                let row = vec![as_data(cx, part), Value::integer(of_part.into())];
                story.row(row);
            }
            story.step("Counters of parts add up (Smith 1966, eq. 33b).");
        }
        (Some(h), Some(own)) => {
            story.answer(format!("{name}: counter {h}, at nim-value {value}"));
            tell_moves(cx, p, own, h, &mut story)?;
        }
        _ => {
            story.answer(format!("{name}: counter inf()"));
            story
                .step(format!("Its γ-value is {value}, and infinite values have no counter (Smith 1966, section 10)."));
        }
    }
    Ok(story.report(answer, 1))
}

/// Tells which numbers the counter must exceed: by 23c the least counter of each smaller value, by 23e the counter of
/// every move, or one more than that of an answer which leads back to the value.
fn tell_moves(cx: &mut Session, p: PositionId, own: &Ordinal, h: u64, story: &mut Story) -> Result<(), EvalError> {
    let moves = match moves_of(cx, p) {
        Ok(moves) => moves.left,
        // A heap of Nim as a value: every move goes to a smaller one.
        Err(EvalError::Fault(Fault::TooLarge { .. } | Fault::None(_))) => {
            story.step("Its counter is the length of the longest play.");
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
        let (gamma, direct) = (gamma.into_value(cx)?, counter.map(|c| c + 1));
        let answer = quickest_answer(cx, q, own)?;
        let mut row = vec![as_data(cx, q), gamma];
        match (direct, answer) {
            (Some(direct), answer) if answer.is_none_or(|(_, by)| direct <= by + 2) => {
                story.step(format!("{name} has nim-value {value} and counter {}: at least {direct}.", direct - 1));
                row.push(Value::integer((direct - 1).into()));
            }
            (_, Some((w, by))) => {
                let text = said_position(cx, w)?;
                story.step(format!(
                    "{name}, of value {value}, is answered by {text} with the same nim-value and counter {by}: at least {}.",
                    by + 2
                ));
                row.extend([as_data(cx, w), Value::integer(by.into())]);
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

/// Returns the answer with the least counter to a move that leads back to the value.
fn quickest_answer(cx: &mut Session, q: PositionId, own: &Ordinal) -> Result<Option<(PositionId, u64)>, EvalError> {
    let mut best: Option<(PositionId, u64)> = None;
    for w in moves_of(cx, q)?.left {
        cx.games.budget.tick()?;
        if questions::gamma(w, cx)?.as_finite() != Some(own) {
            continue;
        }
        if let Some(by) = questions::counter(w, cx)?
            && best.is_none_or(|(_, least)| by < least)
        {
            best = Some((w, by));
        }
    }
    Ok(best)
}
