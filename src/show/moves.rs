//! Names of moves, as people say them.
//!
//! A move on a board is called by its squares, on a graph or in Hackenbush by what it takes, of a sum by the part that changes,
//! any other by the position after it. In a list of moves no two have one name: moves with equal short names get longer ones.

use rustc_hash::FxHashMap;

use super::changes::change_name;
use crate::eval::{EvalError, Room, Session, sum_of};
use crate::value::Value;
use cg_engine::games::{Fault, Player};
use cg_engine::notation::Notation;
use cg_engine::positions::{self, BoardMove, BoardSquare, Options, PositionId, Sketch, Term, View};

/// The number of characters after which the position after a move is cut in its name.
const MAX_TEXT: usize = 400;

/// The name of a move.
#[derive(Clone, Debug)]
pub struct MoveName {
    /// The name itself.
    pub text: String,
    /// `true` if the name is the position after the move, so that one moves *to* it.
    pub is_position: bool,
}

impl MoveName {
    /// Returns the words after *moves*: `b2-b3`, `to nim(1)`.
    pub fn after_verb(&self) -> String {
        if self.is_position { format!("to {}", self.text) } else { self.text.clone() }
    }

    /// Returns the words after *wins*: `by b2-b3`, `by moving to nim(1)`.
    pub fn as_means(&self) -> String {
        if self.is_position { format!("by moving to {}", self.text) } else { format!("by {}", self.text) }
    }
}

/// A move on a board, with the part of the sum that it changes.
#[derive(Clone, Debug)]
pub struct PlacedMove {
    /// The part of a sum, from 0, or `None` if the position is no sum.
    pub part: Option<usize>,
    /// The move on the board of that part, or of the position.
    pub on_board: BoardMove,
}

impl PlacedMove {
    /// Returns the places by which the move is shown, each as part, row and column from 0: `0-2-1`. Of a step these are where
    /// the piece comes from, where it goes and where its arrow lands; of another move, all cells that it changes.
    pub fn places(&self) -> Vec<String> {
        let squares = &self.on_board.squares;
        let shown: Vec<BoardSquare> = match self.on_board.is_step {
            // An arrow may land where the piece came from.
            true => {
                squares.iter().enumerate().filter(|(i, at)| !squares[..*i].contains(at)).map(|(_, at)| *at).collect()
            }
            false => self.on_board.changed().collect(),
        };
        let part = self.part.unwrap_or(0);
        shown.into_iter().map(|at| format!("{part}-{}-{}", at.row, at.column)).collect()
    }

    fn text(&self, name: &str) -> String {
        self.part.map_or_else(|| name.into(), |part| format!("part {}: {name}", part + 1))
    }
}

/// The change of a position that one part of it makes: that part, and what it becomes.
pub struct ChangedPart {
    /// The number of the part, from 0, or `None` if the position is no sum.
    pub part: Option<usize>,
    /// The part before the move.
    pub before: PositionId,
    /// The parts that it becomes.
    pub after: Vec<PositionId>,
}

/// Returns the board of a position, or `None` if it is not played on one. The ruleset may be built in or the user's own.
pub(crate) fn board_of(cx: &Session, p: PositionId) -> Option<Sketch> {
    match positions::view(p, cx) {
        Some(View::Board(board)) => Some(board),
        _ => own_board(cx, p),
    }
}

fn own_board(cx: &Session, p: PositionId) -> Option<Sketch> {
    let Term::Call(_, arguments) = positions::term(p, cx) else { return None };
    let boards = arguments.iter().filter_map(|argument| match argument {
        Term::Call(_, inner) => match &inner[..] {
            [Term::Text(text)] => Some(text),
            _ => None,
        },
        _ => None,
    });
    let [text] = boards.collect::<Vec<_>>()[..] else { return None };
    let columns = text.find('/').unwrap_or(text.len());
    let cells: Vec<u8> = text.bytes().filter(|&letter| letter != b'/').collect();
    Some(cx.machine.boards.board(columns, &cells).sketch())
}

/// Reads a move of `mover` off the boards, or returns `None` if no board shows it.
pub fn placed_move(cx: &mut Session, from: PositionId, to: PositionId, mover: Player) -> Option<PlacedMove> {
    let ChangedPart { part, before, after } = changed_part(cx, from, cx.positions.without_turn(to))?;
    let [after] = after[..] else { return None };
    let (before, is_negative) = cx.positions.without_sign(before);
    let (after, _) = cx.positions.without_sign(after);
    let mover = if is_negative { mover.other() } else { mover };
    let before = board_of(cx, before)?;
    let on_board = BoardMove::read(&before, &board_of(cx, after)?, mover)?;
    Some(PlacedMove { part, on_board })
}

/// Names a move of `mover` by what it takes on a graph or of a picture of Hackenbush, in a sum with its part, or returns
/// `None` if that is not seen.
fn name_of_change(cx: &mut Session, from: PositionId, to: PositionId, mover: Player) -> Option<String> {
    let ChangedPart { part, before, after } = changed_part(cx, from, to)?;
    let [after] = after[..] else { return None };
    let (before, is_negative) = cx.positions.without_sign(before);
    let (after, _) = cx.positions.without_sign(after);
    let mover = if is_negative { mover.other() } else { mover };
    let name = change_name(cx, before, after, mover)?;
    Some(part.map_or_else(|| name.clone(), |part| format!("part {}: {name}", part + 1)))
}

/// Returns the part of a sum that a move changes, or `None` if it changes several. A position that is no sum is its own part.
pub fn changed_part(cx: &mut Session, from: PositionId, to: PositionId) -> Option<ChangedPart> {
    let before = cx.positions.parts(from);
    if before.len() < 2 {
        return Some(ChangedPart { part: None, before: from, after: vec![to] });
    }
    let after = cx.positions.parts(to);
    if before == after {
        // The move leads back to where it began, in the first part that has a move to itself.
        let part = before.iter().position(|&part| returns_at_once(cx, part))?;
        return Some(ChangedPart { part: Some(part), before: before[part], after: vec![before[part]] });
    }
    let same = |(a, b): &(&PositionId, &PositionId)| a == b;
    let head = before.iter().zip(&after).take_while(same).count().min(before.len() - 1);
    let tail = before[head + 1..].iter().rev().zip(after.iter().rev()).take_while(same).count();
    let is_one = head + 1 + tail == before.len() && after.len() >= head + tail;
    is_one.then(|| ChangedPart {
        part: Some(head),
        before: before[head],
        after: after[head..after.len() - tail].to_vec(),
    })
}

/// Returns `true` if a move from a position leads back to it.
fn returns_at_once(cx: &mut Session, p: PositionId) -> bool {
    let mut moves = Options::default();
    positions::options(p, cx, &mut moves).is_ok() && moves.left.iter().chain(&moves.right).any(|&q| q == p)
}

/// Names the moves of `mover` that the boards show, each by a name that no other of `moves` has. If the squares are
/// not enough, the name contains the content of each of them; if that is not enough either, the name is `None`.
pub(crate) fn names_on_boards(
    cx: &mut Session,
    from: PositionId,
    moves: &[PositionId],
    mover: Player,
) -> Result<Vec<Option<String>>, EvalError> {
    let is_seen = |cx: &Session, p| {
        let (p, _) = cx.positions.without_sign(p);
        board_of(cx, p).is_some() || positions::view(p, cx).is_some()
    };
    if !cx.positions.parts(from).into_iter().any(|p| is_seen(cx, p)) {
        return Ok(vec![None; moves.len()]);
    }
    let mut placed = Vec::with_capacity(moves.len());
    let mut others = Vec::with_capacity(moves.len());
    for &to in moves {
        cx.games.budget.tick()?;
        let on_board = placed_move(cx, from, to, mover);
        others.push(if on_board.is_none() { name_of_change(cx, from, to, mover) } else { None });
        placed.push(on_board);
    }
    let named = |name: fn(&BoardMove) -> String| {
        let text = |(placed, other): (&Option<PlacedMove>, &Option<String>)| match placed {
            Some(placed) => Some(placed.text(&name(&placed.on_board))),
            None => other.clone(),
        };
        unique(placed.iter().zip(&others).map(text).collect())
    };
    let short = named(|on_board| on_board.name().to_string());
    if short.iter().zip(&placed).all(|(name, placed)| name.is_some() || placed.is_none()) {
        return Ok(short);
    }
    let full = named(BoardMove::full_name);
    Ok(short.into_iter().zip(full).map(|(short, full)| short.or(full)).collect())
}

/// Names the first `shown` of `moves`, which are all moves of `mover` from a position.
pub fn move_names(
    cx: &mut Session,
    from: PositionId,
    moves: &[PositionId],
    mover: Player,
    shown: usize,
) -> Result<Vec<MoveName>, EvalError> {
    let on_boards = names_on_boards(cx, from, moves, mover)?;
    let mut names = Vec::new();
    for (&to, text) in moves.iter().zip(on_boards).take(shown) {
        names.push(match text {
            Some(text) => MoveName { text, is_position: false },
            None => text_of_move(cx, from, to, MAX_TEXT)?,
        });
    }
    let texts = unique(names.iter().map(|name| Some(name.text.clone())).collect());
    for (i, text) in texts.into_iter().enumerate() {
        if text.is_none() {
            names[i] = text_of_move(cx, from, moves[i], usize::MAX)?;
        }
    }
    Ok(names)
}

/// Names some moves of `mover` as in the list of all his moves. A name is `None` if the boards do not show the move.
pub(crate) fn names_among_all(
    cx: &mut Session,
    from: PositionId,
    chosen: &[PositionId],
    mover: Player,
) -> Result<Vec<Option<String>>, EvalError> {
    let is_named = |cx: &mut Session, to| {
        placed_move(cx, from, to, mover).is_some() || name_of_change(cx, from, to, mover).is_some()
    };
    if !chosen.iter().any(|&to| is_named(cx, to)) {
        return Ok(vec![None; chosen.len()]);
    }
    let mut all = Options::default();
    match positions::options(from, cx, &mut all) {
        Ok(()) | Err(Fault::TooLarge { .. } | Fault::None(_) | Fault::TwoSides) => {}
        Err(fault) => return Err(fault.into()),
    }
    let mut moves = [chosen, all.of(mover)].concat();
    moves.sort_unstable();
    moves.dedup();
    let names = names_on_boards(cx, from, &moves, mover)?;
    Ok(chosen.iter().map(|to| moves.binary_search(to).ok().and_then(|i| names[i].clone())).collect())
}

/// Names one move of `mover` as in the list of all his moves, or returns `None` if the boards do not show it.
pub(crate) fn name_on_board(
    cx: &mut Session,
    from: PositionId,
    to: PositionId,
    mover: Player,
) -> Result<Option<String>, EvalError> {
    Ok(names_among_all(cx, from, &[to], mover)?.swap_remove(0))
}

/// Names one move of `mover`.
pub fn move_name(cx: &mut Session, from: PositionId, to: PositionId, mover: Player) -> Result<MoveName, EvalError> {
    match name_on_board(cx, from, to, mover)? {
        Some(text) => Ok(MoveName { text, is_position: false }),
        None => text_of_move(cx, from, to, MAX_TEXT),
    }
}

/// Names a move by the position after it, in a sum by the part that changes.
fn text_of_move(cx: &mut Session, from: PositionId, to: PositionId, longest: usize) -> Result<MoveName, EvalError> {
    let (before, after, part) = match changed_part(cx, from, to) {
        Some(ChangedPart { part: Some(part), before, after }) => (before, sum_of(cx, &after)?, part),
        _ => return Ok(MoveName { text: text_of_position(cx, to, longest)?, is_position: true }),
    };
    let [before, after] = [text_of_position(cx, before, longest)?, text_of_position(cx, after, longest)?];
    Ok(MoveName { text: format!("part {}: {before} -> {after}", part + 1), is_position: false })
}

fn text_of_position(cx: &mut Session, p: PositionId, longest: usize) -> Result<String, EvalError> {
    let notation = if cx.printer.notation == Notation::Unicode { Notation::Unicode } else { Notation::Ascii };
    let room = if longest > MAX_TEXT { Room::WHOLE } else { Room::SCREEN };
    let text = cx.within(room, |cx| cx.written(&Value::Position(p), notation))?;
    Ok(match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    })
}

/// Replaces texts that occur more than once by `None`.
fn unique(mut texts: Vec<Option<String>>) -> Vec<Option<String>> {
    let mut times: FxHashMap<String, usize> = FxHashMap::default();
    for text in texts.iter().flatten() {
        *times.entry(text.clone()).or_default() += 1;
    }
    for text in &mut texts {
        text.take_if(|text| times[text] > 1);
    }
    texts
}
