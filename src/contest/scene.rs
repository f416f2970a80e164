//! The position as a person sees it between two moves: part by part, each as its picture if it has one.

use rustc_hash::FxHashMap;

use crate::draw;
use crate::eval::{EvalError, Session};
use crate::picture::Trace;
use crate::show::{board_of, placed_move};
use crate::visible;
use cg_engine::games::Player;
use cg_engine::notation::Notation;
use cg_engine::play::Contest;
use cg_engine::positions::{BoardSquare, PositionId};

/// The squares that the moves have changed, by the part of the sum, with who changed them.
type Traces = FxHashMap<(usize, BoardSquare), Trace>;

/// Returns the picture of the position, with colours if the terminal shows them, or `None` if no part of it has one.
///
/// # Errors
/// Limits.
pub(super) fn picture(cx: &mut Session, contest: &Contest) -> Result<Option<String>, EvalError> {
    let parts = cx.positions.parts(contest.position());
    let traces = traces(cx, contest)?;
    let mut text = String::new();
    let mut is_pictured = false;
    for (i, &part) in parts.iter().enumerate() {
        let (p, is_negative) = cx.positions.without_sign(part);
        let shown = component(cx, p, i, &traces)?;
        is_pictured |= shown.is_some();
        text += match (is_negative && shown.is_some(), i) {
            (true, _) => "-\n",
            (false, 0) => "",
            (false, _) => "+\n",
        };
        text += &match shown {
            Some(picture) => picture,
            None => visible::line(&super::written(cx, part)?).into_owned() + "\n",
        };
    }
    Ok(is_pictured.then_some(text))
}

/// Returns the picture of a part, or `None` if it has none.
fn component(cx: &mut Session, p: PositionId, part: usize, traces: &Traces) -> Result<Option<String>, EvalError> {
    let notation = cx.printer.notation;
    if let Some(sketch) = board_of(cx, p) {
        let trace = |at: BoardSquare| traces.get(&(part, at)).copied();
        let board = draw::board_in_play(cx, &sketch, notation, &trace)?;
        return Ok(Some(visible::text(&board).into_owned()));
    }
    let Some(picture) = draw::component(cx, p, notation)? else { return Ok(None) };
    // Its moves are called by the positions after them.
    Ok(Some(format!("{picture}{}\n", visible::line(&super::written(cx, p)?))))
}

/// Returns the squares that the moves so far have changed. Where the parts of a sum change their places, the earlier ones are
/// forgotten.
fn traces(cx: &mut Session, contest: &Contest) -> Result<Traces, EvalError> {
    let mut traces = Traces::default();
    let turns = contest.turns();
    for (i, turn) in turns.iter().enumerate() {
        cx.games.budget.tick()?;
        let count = |cx: &mut Session, p: PositionId| cx.positions.parts(p).len();
        let placed = placed_move(cx, turn.from, turn.to, turn.by);
        match placed.filter(|_| count(cx, turn.from) == count(cx, turn.to)) {
            None => traces.clear(),
            Some(placed) => {
                let part = placed.part.unwrap_or(0);
                let trace = Trace { by: turn.by, is_last: i + 1 == turns.len() };
                traces.extend(placed.on_board.changed().map(|at| ((part, at), trace)));
            }
        }
    }
    Ok(traces)
}

/// Returns the meaning of the signs on boards, if the moves so far have left any.
pub(super) fn legend(cx: &mut Session, contest: &Contest, names: [&str; 2]) -> Result<Option<String>, EvalError> {
    if cx.printer.notation == Notation::Ascii || traces(cx, contest)?.is_empty() {
        return Ok(None);
    }
    let [left, right] = names;
    let filled = [Player::Left, Player::Right].map(crate::picture::filled);
    Ok(Some(format!(
        "On boards [ ] marks the last move; cells filled by {left} are {}, by {right} {}.",
        filled[0], filled[1]
    )))
}
