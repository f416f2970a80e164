//! Impartial play in which some moves say where or by whom the next one is made: nimbers, and loony.

use std::rc::Rc;

use super::story::{Story, as_data, listed, moves_of, said, said_position};
use crate::eval::{EvalError, Session, affine_value};
use crate::value::Report;
use cg_engine::games::Fault;
use cg_engine::positions::{Binding, PositionId};
use cg_engine::questions;

/// Explains the value of a position with moves that entail others, or returns `None` if it has none.
pub(super) fn tell(cx: &mut Session, p: PositionId) -> Result<Option<Rc<Report>>, EvalError> {
    let value = match questions::affine(p, cx) {
        Ok(value) => affine_value(cx, value)?,
        Err(Fault::Partizan | Fault::Loopy | Fault::Refused(_)) => return Ok(None),
        Err(fault) => return Err(fault.into()),
    };
    let mut story = Story::new();
    let text = said(cx, &value)?;
    story.answer(format!("{} = {text}", said_position(cx, p)?));
    let (mut free, mut again, mut entailing) = (Vec::new(), Vec::new(), Vec::new());
    for q in moves_of(cx, p)?.left {
        let name = said_position(cx, q)?;
        match cx.positions.turn(q) {
            None => {
                let worth = questions::affine(q, cx)?;
                let worth = affine_value(cx, worth)?;
                free.push(format!("{name} = {}", said(cx, &worth)?));
                story.row(vec![as_data(cx, q), worth]);
            }
            Some(Binding::Again(_)) => again.push(name),
            Some(Binding::Entail(..)) => entailing.push(name),
        }
    }
    if !free.is_empty() {
        story.step(format!("Moves that leave the opponent free: {}.", listed(&free)));
    }
    if !again.is_empty() {
        story.step(format!("Complimenting moves, after which the same player moves again: {}.", listed(&again)));
    }
    if !entailing.is_empty() {
        story.step(format!("Entailing moves, which the opponent has to answer there: {}.", listed(&entailing)));
    }
    story.step(
        "The value is the least nimber beside which no move wins; where there is none it is loony, and the next player wins \
         whatever is played beside (Winning Ways, ch. 12).",
    );
    Ok(Some(story.report(value, 1)))
}
