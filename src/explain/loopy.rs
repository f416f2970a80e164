//! The reasons for the value of a loopy game: the values of its moves, its sides, its passes and cycles, and who wins
//! it.

mod cycles;
mod survival;

use std::rc::Rc;

use super::story::{Story, listed, player_value, said, said_position};
use crate::eval::{EvalError, Session, as_sided, loopy_value, worth_of};
use crate::show::outcome_words;
use crate::value::{Report, Value};
use cg_engine::games::{Fault, Player};
use cg_engine::loopy::{LoopyStop, Sided, Stopper};
use cg_engine::notation::Notation;
use cg_engine::positions::{self, Context, Options, PositionId};

/// The largest number of moves whose values are listed.
const MOST: usize = 12;

/// Explains a loopy value, and the position that has it.
pub(super) fn explain(cx: &mut Session, value: &Value, p: Option<PositionId>) -> Result<Rc<Report>, EvalError> {
    let mut story = Story::new();
    let text = said(cx, value)?;
    story.answer(match p {
        Some(p) => format!("{} has the value {text}", said_position(cx, p)?),
        None => text,
    });
    let options = match p {
        Some(p) => tell_moves(cx, p, &mut story)?,
        None => None,
    };
    let Some(sided) = as_sided(cx, value)? else { return Ok(story.report(value.clone(), 1)) };
    match sided.stopper() {
        Some(stopper) => {
            if let Some(options) = options {
                survival::tell(cx, &options, stopper, &mut story)?;
            }
            tell_stopper(cx, stopper, &mut story)?;
        }
        None => {
            let (onside, offside) = (loopy_value(&cx.games, sided.onside), loopy_value(&cx.games, sided.offside));
            let (on, off) = (said(cx, &onside)?, said(cx, &offside)?);
            story.step(format!(
                "Play can go on for ever, the players in turn. With draws won by Left it is worth {on}, its onside; with \
                 draws won by Right {off}, its offside."
            ));
            story.row(vec![Value::text("sides"), onside, offside]);
        }
    }
    tell_outcome(cx, sided, &mut story)?;
    Ok(story.report(value.clone(), 1))
}

/// Tells the values of the moves of both players. If all of them are stoppers, returns those of Left's moves and of
/// Right's, with `None` for a pass.
fn tell_moves(cx: &mut Session, p: PositionId, story: &mut Story) -> Result<Option<survival::Worths>, EvalError> {
    let mut moves = Options::default();
    match positions::options(p, cx, &mut moves) {
        Err(Fault::TwoSides) => return Ok(None),
        found => found?,
    }
    let mut worths: Option<survival::Worths> = Some(Default::default());
    for player in [Player::Left, Player::Right] {
        let mut texts = Vec::new();
        for &q in moves.of(player).iter().take(MOST) {
            let worth = if q == p { Err(Fault::NoSides.into()) } else { worth_among_loopy(cx, q) };
            let stopper = match &worth {
                Ok(worth) => as_sided(cx, worth)?.and_then(Sided::stopper).map(Some),
                Err(_) => (q == p).then_some(None),
            };
            match (&mut worths, stopper) {
                (Some(worths), Some(stopper)) => {
                    let of_player = &mut worths[player as usize];
                    if !of_player.contains(&stopper) {
                        of_player.push(stopper);
                    }
                }
                _ => worths = None,
            }
            match worth {
                Ok(worth) => {
                    let text = said(cx, &worth)?;
                    story.row(vec![player_value(player), Value::Position(q), worth]);
                    texts.push(text);
                }
                Err(EvalError::Fault(Fault::NoSides)) => {
                    let text = if q == p { "a pass".to_string() } else { said_position(cx, q)? };
                    // Passes in several parts are one move.
                    if !texts.contains(&text) {
                        texts.push(text);
                    }
                }
                Err(trouble) => return Err(trouble),
            }
        }
        let more = moves.of(player).len().saturating_sub(MOST);
        if more > 0 {
            worths = None;
            texts.push(format!("{more} more"));
        }
        story.step(match texts.is_empty() {
            true => format!("{player} has no move."),
            false => format!("{player} can move to {}.", listed(&texts)),
        });
    }
    Ok(worths)
}

/// Returns the value of a position beside partizan games, where a γ-value does not tell it.
fn worth_among_loopy(cx: &mut Session, p: PositionId) -> Result<Value, EvalError> {
    match worth_of(cx, p)? {
        Value::Gamma(_) => {
            let value = as_sided(cx, &Value::Position(p))?.ok_or(Fault::NoSides)?;
            Ok(loopy_value(&cx.games, value))
        }
        worth => Ok(worth),
    }
}

/// Tells the canonical form, and the moves in it that lead back.
fn tell_stopper(cx: &mut Session, stopper: Stopper, story: &mut Story) -> Result<(), EvalError> {
    if !stopper.is_loopy() {
        return Ok(());
    }
    let form = crate::library::toolbox::canonical(cx, stopper.into())?;
    let shown = match cx.printer.notation {
        Notation::Unicode => format!("{{{}}}", &form[1..form.len() - 1]),
        _ => form.clone(),
    };
    story.step(format!(
        "It is a stopper: play in which the players take turns always ends. Without dominated and reversible options \
         it is {shown}."
    ));
    story.row(vec![Value::text("canonical"), Value::text(form)]);
    cycles::tell(cx, stopper, story)?;
    let named = match cx.loopy().as_stop(stopper) {
        Some(LoopyStop::On) => "Left never runs out of moves, and Right has none: on exceeds every game that ends.",
        Some(LoopyStop::Off) => {
            "Right never runs out of moves, and Left has none: off is less than every game that ends."
        }
        Some(LoopyStop::Over(_)) => {
            "Beside its number it exceeds every infinitesimal that ends, and is less than every positive number."
        }
        Some(LoopyStop::Under(_)) => {
            "Beside its number it is less than every infinitesimal that ends, and exceeds every negative number."
        }
        _ => return Ok(()),
    };
    story.step(named);
    Ok(())
}

fn tell_outcome(cx: &mut Session, value: Sided, story: &mut Story) -> Result<(), EvalError> {
    let outcome = cx.loopy().outcome(value)?;
    story.step(format!("Played alone: {}.", outcome_words(outcome)));
    Ok(())
}
