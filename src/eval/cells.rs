//! Places on boards: the result of `b[[r, c]]`, and the errors about places that do not exist.

use super::errors::IndexError;
use super::{EvalError, Session};
use crate::value::board::Steps;
use crate::value::{Board, Value};

/// Returns an option of a ruleset as it is written: steps by the name of the chessman who goes so.
pub(crate) fn option_text(cx: &mut Session, option: &Value) -> String {
    let chessman = if let Value::List(steps) = option { cx.machine.boards.chessman(steps) } else { None };
    match chessman {
        Some(Steps::King) => "king".to_string(),
        Some(Steps::Knight) => "knight".to_string(),
        _ => cx.short(option),
    }
}

/// Returns the number of the cell at a place `[r, c]` of a board; `argument` is the place's number in the call, if
/// it is a call.
///
/// # Errors
/// A value that is no place, or a place outside.
pub(crate) fn cell_at(
    cx: &mut Session,
    board: &Board,
    place: &Value,
    argument: Option<usize>,
) -> Result<usize, EvalError> {
    if let Some(cell) = board.shape().at(place) {
        return Ok(cell);
    }
    let trouble = no_cell(cx, board, place);
    Err(match argument {
        Some(argument) => trouble.inside(argument, 0..0, ""),
        None => trouble,
    })
}

#[cold]
fn no_cell(cx: &mut Session, board: &Board, place: &Value) -> EvalError {
    let (rows, columns) = (board.shape().rows(), board.shape().columns());
    let pair = match place {
        Value::List(list) => list.len() == 2 && list.iter().all(|member| member.as_integer().is_some()),
        _ => false,
    };
    if !pair {
        return IndexError::NoPlace { got: cx.describe(place) }.into();
    }
    IndexError::NoCell { rows, columns, place: cx.short(place) }.into()
}

/// Returns the letter at a place of a board, as a text.
///
/// # Errors
/// A value that is no place, or a place outside.
pub(super) fn letter_at(cx: &mut Session, board: &Board, place: &Value) -> Result<Value, EvalError> {
    let cell = cell_at(cx, board, place, None)?;
    Ok(cx.machine.boards.letter(board.cells()[cell]))
}
