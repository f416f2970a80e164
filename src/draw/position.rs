//! Pictures of positions on boards.

use crate::eval::{EvalError, Session};
use crate::picture::{self, Anchor, Drawing, Ink};
use cg_engine::notation::Notation;
use cg_engine::positions::{self, PositionId, Sketch};

/// A component of a sum: whether it is taken negative, and its board.
type Part = (bool, Sketch);

/// The boards of the components of a position; `None` when one of them has none, or there is no component.
fn boards(cx: &mut Session, p: PositionId) -> Result<Option<Vec<Part>>, EvalError> {
    let mut boards = Vec::new();
    for part in cx.positions.parts(p) {
        cx.games.budget.tick()?;
        let (part, negated) = cx.positions.without_sign(part);
        match positions::sketch(part, cx) {
            Some(sketch) => boards.push((negated, sketch)),
            None => return Ok(None),
        }
    }
    Ok((!boards.is_empty()).then_some(boards))
}

/// The picture of a position, its lines each with their end; `None` when it has none. The components of a sum
/// stand one under the other, each below its sign.
///
/// # Errors
/// Limits.
pub fn board_picture(cx: &mut Session, p: PositionId, notation: Notation) -> Result<Option<String>, EvalError> {
    let Some(boards) = boards(cx, p)? else { return Ok(None) };
    let mut text = String::new();
    for (i, (negated, sketch)) in boards.iter().enumerate() {
        text.push_str(match (negated, i) {
            (true, _) => "-\n",
            (false, 0) => "",
            (false, _) => "+\n",
        });
        let plain = notation == Notation::Ascii;
        text.push_str(&if plain { picture::letters(sketch) } else { picture::boxed(sketch) });
    }
    Ok(Some(text))
}

/// The same in shapes, the components side by side.
///
/// # Errors
/// Limits.
pub fn board_drawing(cx: &mut Session, p: PositionId) -> Result<Option<Drawing>, EvalError> {
    let Some(boards) = boards(cx, p)? else { return Ok(None) };
    let mut all = Drawing::new("positions on boards");
    let mut x = 0.0;
    for (i, (negated, sketch)) in boards.iter().enumerate() {
        if i > 0 || *negated {
            let sign = if *negated { "−" } else { "+" };
            all.label((x + 2.0, 1.0), sign, Anchor::Middle, Ink::Plain);
            x += 4.0;
        }
        let board = picture::stones(sketch).moved((x, 0.0));
        x = board.bounds().1.0;
        all.shapes.extend(board.shapes);
    }
    Ok(Some(all))
}
