//! Pictures of positions on boards.

use crate::eval::{EvalError, Session};
use crate::picture::{self, Anchor, Drawing, Ink, Trace};
use crate::show::board_of;
use cg_engine::notation::Notation;
use cg_engine::positions::{self, BoardSquare, PositionId, Sketch, Term};

/// A component of a sum that is played on a board: whether it is taken negative, its board, and what that is made of.
pub type Part = (bool, Sketch, Material);

/// The material of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Material {
    /// Cells on which stones may lie.
    Stones,
    /// Chocolate, with poison in a corner.
    Chocolate,
}

/// Returns the boards of the components of a position. `None` if one of them has none, or there is no component.
///
/// # Errors
/// Limits.
pub fn boards(cx: &mut Session, p: PositionId) -> Result<Option<Vec<Part>>, EvalError> {
    let mut boards = Vec::new();
    for part in cx.positions.parts(p) {
        cx.games.budget.tick()?;
        let (part, negated) = cx.positions.without_sign(part);
        match board_of(cx, part) {
            Some(sketch) => {
                let eaten = matches!(positions::term(part, cx), Term::Call(name, _) if &*name == "chomp");
                boards.push((negated, sketch, if eaten { Material::Chocolate } else { Material::Stones }));
            }
            None => return Ok(None),
        }
    }
    Ok((!boards.is_empty()).then_some(boards))
}

/// Returns `true` if every component of a position is played on a board.
///
/// # Errors
/// Limits.
pub fn has_boards(cx: &mut Session, p: PositionId) -> Result<bool, EvalError> {
    Ok(boards(cx, p)?.is_some())
}

/// Returns the picture of a board as lines, each with its end.
///
/// # Errors
/// Limits.
pub fn sketch_text(cx: &mut Session, sketch: &Sketch, notation: Notation) -> Result<String, EvalError> {
    traced(cx, sketch, notation, &|_| None)
}

/// Returns the picture of a board with the traces of moves.
fn traced(
    cx: &mut Session,
    sketch: &Sketch,
    notation: Notation,
    trace: &dyn Fn(BoardSquare) -> Option<Trace>,
) -> Result<String, EvalError> {
    let cells: usize = sketch.rows.iter().map(Vec::len).sum();
    cx.games.budget.charge(16 * cells)?;
    cx.games.budget.reserve(64 * cells)?;
    let plain = notation == Notation::Ascii;
    Ok(match plain {
        _ if sketch.has_dots => picture::dots_text(sketch, plain),
        true => picture::letters(sketch),
        false => picture::boxed(sketch, trace),
    })
}

/// Returns the picture of a board in play: with the names of columns and rows at its rim, and with the traces of moves.
///
/// # Errors
/// Limits.
pub fn board_in_play(
    cx: &mut Session,
    sketch: &Sketch,
    notation: Notation,
    trace: &dyn Fn(BoardSquare) -> Option<Trace>,
) -> Result<String, EvalError> {
    let board = traced(cx, sketch, notation, trace)?;
    Ok(picture::with_rim(sketch, &board))
}

/// Returns the picture of a position as lines, each with its end, or `None` if it has none. The components of a sum
/// stand one under the other, each below its sign.
///
/// # Errors
/// Limits.
pub fn board_picture(cx: &mut Session, p: PositionId, notation: Notation) -> Result<Option<String>, EvalError> {
    let Some(boards) = boards(cx, p)? else { return Ok(None) };
    let mut text = String::new();
    for (i, (negated, sketch, _)) in boards.iter().enumerate() {
        text.push_str(match (negated, i) {
            (true, _) => "-\n",
            (false, 0) => "",
            (false, _) => "+\n",
        });
        text.push_str(&sketch_text(cx, sketch, notation)?);
    }
    Ok(Some(text))
}

/// Draws the boards of a position as shapes, side by side, at `scale` times the usual size. `None` if it is not on
/// boards.
///
/// # Errors
/// Limits.
pub fn board_drawing(cx: &mut Session, p: PositionId, scale: f64) -> Result<Option<Drawing>, EvalError> {
    let Some(boards) = boards(cx, p)? else { return Ok(None) };
    let mut all = Drawing::new("positions on boards");
    let mut x = 0.0;
    for (i, (negated, sketch, look)) in boards.iter().enumerate() {
        if i > 0 || *negated {
            let sign = if *negated { "−" } else { "+" };
            all.label((x + 2.0, 1.0), sign, Anchor::Middle, Ink::Plain);
            x += 4.0;
        }
        let board = match look {
            Material::Stones if sketch.has_dots => picture::dots(sketch, scale),
            Material::Stones => picture::stones(sketch, scale),
            Material::Chocolate => picture::chocolate(sketch, scale),
        };
        let board = board.moved((x, 0.0));
        x = board.bounds().1.0;
        all.shapes.extend(board.shapes);
    }
    Ok(Some(all))
}
