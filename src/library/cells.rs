//! Boards as values, for rules of one's own.

use std::rc::Rc;

use dashu_int::IBig;

use super::errors::{BoardError, bad_board};
use crate::eval::{
    AnyOrText, Arguments, Count, EvalError, FromValue, IntoValue, Session, Sort, ValueKind, builtins, cell_at,
    option_text, reserve_list,
};
use crate::value::board::{Letters, Steps, Ties, is_letter};
use crate::value::{Board, List, Value};
use cg_engine::games::Fault;
use cg_engine::rulesets::board::{Alphabet, BadBoard};
use cg_engine::rulesets::stepping::StoneStep;

builtins! {
    /// Boards as values, for games of one's own.
    CELLS, "Cells of boards";

    /// A board: a letter in each cell of a rectangle.
    ///
    /// `board("xo./.#.")` has its rows from top to bottom, separated by `/`; `board("")` has none. `board(rows, columns)`
    /// is a board of `.`, and `board(rows, columns, letters)` is filled with the letters in turn, like a chessboard. Any sign of
    /// ASCII may stand in a cell but `/`; by custom `.` is empty, `#` nobody's, `x` Left's and `o` Right's. A board is compared
    /// by its cells, so it can be what a `game` is played on.
    /// board("xo./.#.")  #=> board("xo./.#.")
    /// board(2, 3, "xo")  #=> board("xox/oxo")
    /// board(1, 4)[[0, 2]]  #=> "."
    /// See: cells, neighbours, ray, replace_at, parts, check_symmetry, game, draw
    #[effect = Pure]
    board(board: AnyOrText, columns: Option<IBig>, letters: Option<Rc<String>>) -> Rc<Board> = make;

    /// The number of rows of a board.
    ///
    /// rows(board("xo./.#."))  #=> 2
    /// See: columns, board
    #[effect = Pure]
    #[role = Rows]
    rows(b: Rc<Board>) -> Count = |_: &mut Session, b: Rc<Board>| Ok(Count(b.shape().rows() as u64));

    /// The number of columns of a board.
    ///
    /// columns(board("xo./.#."))  #=> 3
    /// See: rows, board
    #[effect = Pure]
    #[role = Columns]
    columns(b: Rc<Board>) -> Count = |_: &mut Session, b: Rc<Board>| Ok(Count(b.shape().columns() as u64));

    /// The places of a board, or those that hold one of these letters.
    ///
    /// A place is `[r, c]`, its row and its column, both from 0; `b[p]` is the letter that it holds.
    /// cells(board("xo/.x"), "x")  #=> [[0, 0], [1, 1]]
    /// len(cells(board(3, 4)))  #=> 12
    /// See: board, neighbours
    #[effect = Pure]
    #[role = Cells]
    cells(b: Rc<Board>, letters: Option<Rc<String>>) -> Value = cells;

    /// The places beside a place: up to four, or where a chessman's steps lead.
    ///
    /// `neighbours(b, p, king)` are up to eight, `neighbours(b, p, knight)` too. Any list of steps `[dr, dc]` will do.
    /// neighbours(board(3, 3), [0, 1])  #=> [[0, 0], [0, 2], [1, 1]]
    /// neighbours(board(3, 3), [0, 0], knight)  #=> [[1, 2], [2, 1]]
    /// See: king, knight, ray, cells
    #[effect = Pure]
    #[role = Neighbours]
    neighbours(b: Rc<Board>, p: Value, steps: Option<StepList>) -> Value = neighbours;

    /// The eight steps of a king: the directions of a queen.
    ///
    /// neighbours(board(2, 2), [0, 0], king)  #=> [[0, 1], [1, 0], [1, 1]]
    /// [q for d in king for q in ray(board(2, 3), [0, 0], d)]  #=> [[0, 1], [0, 2], [1, 0], [1, 1]]
    /// See: neighbours, ray, knight
    #[effect = Pure]
    #[role = Chessman]
    king -> StepList = |cx: &mut Session| Ok(StepList(cx.machine.boards.steps(Steps::King)));

    /// The eight steps of a knight.
    ///
    /// neighbours(board(3, 3), [0, 1], knight)  #=> [[2, 0], [2, 2]]
    /// See: neighbours, king
    #[effect = Pure]
    #[role = Chessman]
    knight -> StepList = |cx: &mut Session| Ok(StepList(cx.machine.boards.steps(Steps::Knight)));

    /// The places after a place in a direction, to the edge of the board.
    ///
    /// The direction `[dr, dc]` says by how many rows and columns a step goes. `ray(b, p, d, letters)` ends before the first
    /// cell that holds none of these letters.
    /// ray(board(3, 4), [0, 0], [1, 1])  #=> [[1, 1], [2, 2]]
    /// ray(board("x..#."), [0, 0], [0, 1], ".")  #=> [[0, 1], [0, 2]]
    /// See: neighbours, king
    #[effect = Pure]
    #[role = Ray]
    ray(b: Rc<Board>, p: Value, d: Value, letters: Option<Rc<String>>) -> Value = ray;

    /// The connected regions of cells that hold one of these letters.
    ///
    /// Cells are connected along rows and columns, or by a chessman's steps: with `king` at corners too. Each region is a
    /// board, cut to its bounding box, with `#` in all cells that are not of it. A rule that moves to the sum of parts keeps
    /// them apart, and each is solved once. Where not all letters hold together, a list says which pairs do: cells beside
    /// each other are of one region only if their letters are such a pair, in either order.
    /// parts(board("xo.x/#..o"), "xo")  #=> [board("xo"), board("x/o")]
    /// parts(board("x./xx"), "x")  #=> [board("x#/xx")]
    /// parts(board("x./.x"), "x", king)  #=> [board("x#/#x")]
    /// parts(board("x.xx"), ["..", ".x"])  #=> [board("x.x"), board("x")]
    /// See: board, sum_list, king, game
    #[effect = Pure]
    #[role = Parts]
    parts(b: Rc<Board>, letters: TieList, steps: Option<StepList>) -> Value = parts;
}

/// The alphabet of boards, for errors about boards that are too large.
static SIGNS: Alphabet = Alphabet {
    letters: &[('.', "empty"), ('#', "nobody's"), ('x', "Left's"), ('o', "Right's")],
    sizes: &[(1024, 1024), (1, 1 << 20)],
};

/// Steps or directions: a list of pairs of integers.
pub(crate) struct StepList(Rc<List>);

impl FromValue for StepList {
    const KIND: ValueKind = ValueKind::new("a list of steps such as `king` or `[[0, 1]]`", &[Sort::Shown]);

    fn from_value(value: &Value, _: &mut Session) -> Result<Option<Self>, EvalError> {
        let Value::List(list) = value else { return Ok(None) };
        Ok(list.iter().all(|step| as_step(&step).is_some()).then(|| StepList(list.clone())))
    }

    fn take(cx: &mut Session, arguments: &mut Arguments) -> Result<Self, EvalError> {
        let value = arguments.next_value().unwrap_or(Value::Nothing);
        Self::from_value(&value, cx)?.ok_or_else(|| arguments.wrong(<Self as FromValue>::KIND, &value, cx))
    }
}

impl StepList {
    /// Returns the steps for a ruleset that is built in; longer ones than a board lead nowhere.
    pub fn steps(&self, cx: &mut Session) -> Result<Vec<StoneStep>, EvalError> {
        cx.games.budget.charge(self.0.len() as usize)?;
        let short = |step: [i64; 2]| Some([i8::try_from(step[0]).ok()?, i8::try_from(step[1]).ok()?]);
        let mut steps: Vec<StoneStep> = Vec::new();
        for step in self.0.iter().filter_map(|step| as_step(&step)).filter_map(short) {
            if step.iter().all(|by| by.unsigned_abs() < 32) && !steps.contains(&step) {
                steps.push(step);
            }
        }
        Ok(steps)
    }

    /// Returns the name of the chessman who goes so, or the list as it is written.
    pub fn written(&self, cx: &mut Session) -> String {
        option_text(cx, &Value::List(self.0.clone()))
    }
}

impl IntoValue for StepList {
    const KIND: ValueKind = ValueKind::new("a list of steps", &[Sort::List]);

    fn into_value(self, _: &mut Session) -> Result<Value, EvalError> {
        Ok(Value::List(self.0))
    }
}

/// The condition under which cells belong together: letters as one text, or a list of pairs of them.
pub(crate) enum TieList {
    Letters(Rc<String>),
    Pairs(Rc<List>),
}

impl FromValue for TieList {
    const KIND: ValueKind = ValueKind::new("a text or a list of pairs of letters", &[Sort::Text, Sort::List]);

    fn from_value(value: &Value, _: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(match value {
            Value::Text(letters) => Some(TieList::Letters(letters.clone())),
            Value::List(pairs) => Some(TieList::Pairs(pairs.clone())),
            _ => None,
        })
    }
}

impl TieList {
    fn ties(&self, cx: &mut Session) -> Result<Ties, EvalError> {
        let list = match self {
            TieList::Letters(letters) => return Ok(Ties::all(some_letters(letters, "parts", 1)?)),
            TieList::Pairs(list) => list,
        };
        reserve_list(&mut cx.games.budget, list.len())?;
        cx.games.budget.charge(list.len() as usize)?;
        let pair = |pair: Value| match pair {
            Value::Text(pair) => <[u8; 2]>::try_from(pair.as_bytes()).ok(),
            _ => None,
        };
        let pairs: Option<Vec<[u8; 2]>> = list.iter().map(pair).collect();
        pairs.and_then(|pairs| Ties::pairs(pairs.into_iter())).ok_or_else(|| BoardError::Ties.into())
    }
}

pub(super) fn as_step(step: &Value) -> Option<[i64; 2]> {
    let Value::List(list) = step else { return None };
    if list.len() == 2 { Some([list.small(0)?, list.small(1)?]) } else { None }
}

fn fits(rows: usize, columns: usize) -> bool {
    SIGNS.sizes.iter().any(|&(most_rows, most_columns)| rows <= most_rows && columns <= most_columns)
}

pub(crate) fn make(
    cx: &mut Session,
    AnyOrText(board): AnyOrText,
    columns: Option<IBig>,
    letters: Option<Rc<String>>,
) -> Result<Rc<Board>, EvalError> {
    let bad = |bad| bad_board(bad, "board", &SIGNS, 0);
    match (&board, board.as_integer(), columns) {
        (Value::Text(text), _, None) => {
            let (columns, cells) = read(text)?;
            cx.games.budget.charge(cells.len())?;
            cx.games.budget.reserve(2 * cells.len())?;
            Ok(Rc::new(cx.machine.boards.board(columns, &cells)))
        }
        (_, Some(rows), Some(columns)) => {
            if rows < IBig::ONE || columns < IBig::ONE {
                return Err(bad(BadBoard::NoCells(Some((rows, columns)))));
            }
            let (height, width) = match (usize::try_from(&rows), usize::try_from(&columns)) {
                (Ok(height), Ok(width)) if fits(height, width) => (height, width),
                _ => return Err(bad(BadBoard::TooLarge { rows, columns }).detached()),
            };
            let letters = match &letters {
                Some(letters) => some_letters(letters, "board", 2).map(|_| letters.as_bytes())?,
                None => b".",
            };
            let count = height * width;
            cx.games.budget.charge(count)?;
            cx.games.budget.reserve(2 * count)?;
            let cells: Vec<u8> = (0..count).map(|at| letters[(at / width + at % width) % letters.len()]).collect();
            Ok(Rc::new(cx.machine.boards.board(width, &cells)))
        }
        (_, Some(_), None) => Err(BoardError::OneSize { name: "board" }.into()),
        (Value::Text(_), _, Some(_)) => Err(BoardError::TextAndSize.into()),
        _ => Err(BoardError::NoOwnBoard { got: cx.describe(&board) }.into()),
    }
}

/// Returns the number of columns and the cells of a text.
fn read(text: &str) -> Result<(usize, Vec<u8>), EvalError> {
    let bad = |bad| bad_board(bad, "board", &SIGNS, 0);
    let cell = |letter: char| letter == '/' || u8::try_from(letter).is_ok_and(is_letter);
    if let Some((at, letter)) = text.char_indices().find(|&(_, letter)| !cell(letter)) {
        let row = text[..at].matches('/').count();
        let column = at - text[..at].rfind('/').map_or(0, |slash| slash + 1);
        let place = format!("row {row}, column {column}");
        return Err(BoardError::Letter { letter, argument: 0, at, place }.into());
    }
    if text.is_empty() {
        return Ok((0, Vec::new()));
    }
    let columns = text.split('/').next().map_or(0, str::len);
    let (mut start, mut rows) = (0, 0);
    for row in text.split('/') {
        if row.len() != columns {
            let at = if row.is_empty() { start - 1..start } else { start..start + row.len() };
            return Err(bad(BadBoard::Ragged { row: rows + 1, wanted: columns, got: row.len(), at }));
        }
        start += row.len() + 1;
        rows += 1;
    }
    match columns {
        0 => Err(bad(BadBoard::NoCells(None))),
        _ if !fits(rows, columns) => Err(bad(BadBoard::TooLarge { rows: rows.into(), columns: columns.into() })),
        _ => Ok((columns, text.bytes().filter(|&letter| letter != b'/').collect())),
    }
}

/// Returns the letters that a text names.
pub(crate) fn some_letters(text: &str, name: &'static str, argument: usize) -> Result<Letters, EvalError> {
    if text.is_empty() {
        return Err(BoardError::NoLetter { name, argument }.into());
    }
    Letters::of(text.as_bytes()).ok_or_else(|| {
        let wrong = text.char_indices().find(|&(_, letter)| !u8::try_from(letter).is_ok_and(is_letter));
        let (at, letter) = wrong.unwrap_or_default();
        BoardError::Letter { letter, argument, at, place: String::new() }.into()
    })
}

fn cells(cx: &mut Session, b: Rc<Board>, letters: Option<Rc<String>>) -> Result<Value, EvalError> {
    let letters = letters.as_deref().map(|letters| some_letters(letters, "cells", 1)).transpose()?;
    let holds = |letter: u8| letters.is_none_or(|letters| letters.contains(letter));
    let count = b.cells().iter().filter(|letter| holds(**letter)).count();
    cx.games.budget.charge(b.cells().len() / 4)?;
    reserve_list(&mut cx.games.budget, 3 * count as u64)?;
    let mut places = Vec::with_capacity(count);
    for (cell, &letter) in b.cells().iter().enumerate() {
        if holds(letter) {
            places.push(b.shape().place(cell));
        }
    }
    Ok(Value::list(places))
}

fn neighbours(cx: &mut Session, b: Rc<Board>, p: Value, steps: Option<StepList>) -> Result<Value, EvalError> {
    let cell = cell_at(cx, &b, &p, Some(1))?;
    let Some(StepList(list)) = steps else { return Ok(b.shape().beside(cell, Steps::Beside)) };
    if let Some(steps) = cx.machine.boards.chessman(&list) {
        return Ok(b.shape().beside(cell, steps));
    }
    reserve_list(&mut cx.games.budget, list.len().saturating_mul(3))?;
    Ok(b.shape().after(cell, list.iter().filter_map(|step| as_step(&step))))
}

fn ray(cx: &mut Session, b: Rc<Board>, p: Value, d: Value, letters: Option<Rc<String>>) -> Result<Value, EvalError> {
    let cell = cell_at(cx, &b, &p, Some(1))?;
    let Some(step) = as_step(&d).filter(|&step| step != [0, 0]) else {
        return Err(BoardError::Direction { got: cx.describe(&d) }.into());
    };
    let letters = letters.as_deref().map(|letters| some_letters(letters, "ray", 3)).transpose()?;
    let free = |cell: &usize| letters.is_none_or(|letters| letters.contains(b.cells()[*cell]));
    let mut places = Vec::new();
    for cell in b.shape().line(cell, step).take_while(free) {
        cx.games.budget.tick()?;
        cx.games.budget.room_to_push(&places)?;
        places.push(b.shape().place(cell));
    }
    Ok(Value::list(places))
}

fn parts(cx: &mut Session, b: Rc<Board>, letters: TieList, steps: Option<StepList>) -> Result<Value, EvalError> {
    let ties = letters.ties(cx)?;
    let steps = match steps {
        None => Steps::Beside,
        Some(StepList(list)) => cx.machine.boards.chessman(&list).ok_or(BoardError::Chessman)?,
    };
    let cells = b.cells().len();
    cx.games.budget.charge(2 * cells)?;
    cx.games.budget.reserve(64 * cells)?;
    let mut parts = Vec::new();
    let (boards, games) = (&cx.machine.boards, &mut cx.games);
    b.parts(&ties, steps, boards, |part| {
        // A region may be as thin as its bounding box is large.
        games.budget.charge(part.cells().len() / 4)?;
        games.budget.reserve(part.cells().len())?;
        games.budget.room_to_push(&parts)?;
        parts.push(Value::Board(Rc::new(part)));
        Ok::<(), Fault>(())
    })?;
    Ok(Value::list(parts))
}

/// Returns the board with other letters: `letter` at the place, or each of a list of pairs where no letter is given.
pub(super) fn replaced(
    cx: &mut Session,
    mut b: Rc<Board>,
    place: &Value,
    letter: Option<Value>,
) -> Result<Value, EvalError> {
    let Some(letter) = letter else {
        let Value::List(changes) = place else { return Err(BoardError::Changes { got: cx.describe(place) }.into()) };
        for change in changes.iter() {
            cx.games.budget.tick()?;
            let pair = match &change {
                Value::List(pair) if pair.len() == 2 => pair.get(0).zip(pair.get(1)),
                _ => None,
            };
            let Some((place, letter)) = pair else {
                return Err(BoardError::Changes { got: cx.describe(&change) }.into());
            };
            let cell = cell_at(cx, &b, &place, Some(1))?;
            Rc::make_mut(&mut b).cells_mut()[cell] = one_letter(cx, &letter, 1)?;
        }
        return Ok(Value::Board(b));
    };
    let cell = cell_at(cx, &b, place, Some(1))?;
    Rc::make_mut(&mut b).cells_mut()[cell] = one_letter(cx, &letter, 2)?;
    Ok(Value::Board(b))
}

fn one_letter(cx: &mut Session, letter: &Value, argument: usize) -> Result<u8, EvalError> {
    if let Value::Text(text) = letter
        && let [byte] = *text.as_bytes()
        && is_letter(byte)
    {
        return Ok(byte);
    }
    Err(BoardError::CellText { got: cx.describe(letter), argument }.into())
}
