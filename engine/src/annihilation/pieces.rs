//! Tokens on a graph in several pieces: those on different pieces never meet, so the game is the sum of one on each piece
//! (Fraenkel, Scenic trails, section 4).

use super::board::on_board;
use super::meeting::{Meeting, of_tokens};
use crate::games::{Fault, deep};
use crate::ordinals::GammaValue;
use crate::positions::{Claim, Context, Finding, Known, Parts, PositionId, Question, Theorem};
use crate::questions;

/// The approximate size of the stack frame for a piece of a piece, in bytes.
const FRAME: usize = 4 << 10;

static PIECES: Theorem =
    Theorem { says: Claim::Follows("as of the sum of the pieces:"), source: "Fraenkel, Scenic trails, section 4" };

/// Returns the games on the pieces, if there are several, or if only one token is left. A token that is alone on its
/// piece is the position that it stands on.
pub(super) fn split(meeting: Meeting, state: &[u32], cx: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
    let kinds = meeting.kinds(state);
    let all = kinds.concat();
    let ends_join = meeting != Meeting::Annihilation;
    match all.len() {
        0 => return Ok(None),
        1 => return Ok(ends_join.then_some(all)),
        _ => {}
    }
    let of_tokens_pieces = on_board(&all, cx, |board, numbers, _| Ok(board.pieces(numbers, ends_join)))?;
    let mut pieces = of_tokens_pieces.clone();
    pieces.sort_unstable();
    pieces.dedup();
    if pieces.len() < 2 {
        return Ok(None);
    }
    let mut games = Vec::with_capacity(pieces.len());
    for piece in pieces {
        cx.games().budget.tick()?;
        let mut of_piece = of_tokens_pieces.iter();
        // The electrons come first.
        let here = kinds.each_ref().map(|tokens| {
            let here = tokens.iter().filter(|_| of_piece.next() == Some(&piece));
            here.copied().collect::<Vec<PositionId>>()
        });
        games.push(match &here.concat()[..] {
            [alone] => *alone,
            _ => of_tokens(cx, meeting, &here),
        });
    }
    Ok(Some(games))
}

/// Returns the value of the sum of the pieces.
pub(super) fn value(meeting: Meeting, state: &[u32], cx: &mut dyn Context) -> Result<Option<Known>, Fault> {
    let Some(pieces) = split(meeting, state, cx)? else { return Ok(None) };
    let sum = cx.positions().sum(&pieces);
    deep::level(FRAME, || questions::value(sum, cx))?.map(Some)
}

/// Returns the γ-value of the sum of the pieces.
pub(super) fn gamma(meeting: Meeting, state: &[u32], cx: &mut dyn Context) -> Result<Option<GammaValue>, Fault> {
    let Some(pieces) = split(meeting, state, cx)? else { return Ok(None) };
    let sum = cx.positions().sum(&pieces);
    deep::level(FRAME, || questions::gamma(sum, cx))?.map(Some)
}

/// Returns the answer for the sum of the pieces.
pub(super) fn finding(
    meeting: Meeting,
    state: &[u32],
    question: Question,
    parts: &mut Parts,
    cx: &mut dyn Context,
) -> Result<Option<Finding>, Fault> {
    let Some(pieces) = split(meeting, state, cx)? else { return Ok(None) };
    let sum = cx.positions().sum(&pieces);
    Ok(parts.ask(sum, question, cx).and_then(|answer| parts.by(&PIECES, answer)))
}
