//! Rulesets on boards.

use std::rc::Rc;

use dashu_int::IBig;

use crate::diagnostic::ErrorCode;
use crate::eval::{EvalError, Place, Session, builtins};
use crate::value::Value;
use cg_engine::rulesets::board::{Alphabet, BadBoard, Board};
use cg_engine::rulesets::grid::STONES;
use cg_engine::rulesets::{clobber, col, domineering, konane, toads_frogs};

builtins! {
    /// Rulesets on boards.
    BOARDS, "Boards";

    /// Domineering: Left places vertical dominoes, Right horizontal ones.
    ///
    /// `domineering(rows, columns)` is an empty board, `domineering("..#/...")` any board: rows from top to bottom, `.`
    /// an empty cell, `#` a taken one (Göran Andersson; Conway 1977).
    /// domineering(2, 2)  #=> +-1
    /// domineering("../.#")  #=> *
    /// See: draw, stops, switch
    domineering(board: Value, columns: Option<IBig>) -> Place = |cx: &mut Session, board: Value, columns| {
        let board = read_board("domineering", &domineering::LETTERS, |_, _| '.', &board, columns, cx)?;
        Ok(Place(domineering::position(cx, &board)))
    };

    /// Toads and Frogs: toads `T` of Left go right, frogs `F` of Right left.
    ///
    /// An animal steps into the empty cell `_` before it, or jumps over one animal of the other kind into the empty cell
    /// behind. Rows separated by `/` are lanes of their own, of at most 1024 cells (Winning Ways, ch. 1; Conway 1977).
    /// toads_frogs("T_TFF")  #=> up
    /// toads_frogs("TT_FF/TTF_F")  #=> down + *
    /// See: draw, clobber, konane
    toads_frogs(board: Rc<String>) -> Place = lanes;

    /// Clobber: a stone takes a stone of the other colour beside it.
    ///
    /// It moves onto the cell of the stone it takes. `x` are Left's stones, `o` Right's, `.` is empty, `#` no cell;
    /// `clobber(rows, columns)` is the full board with colours in turns. All values are all-small (Albert, Grossman,
    /// Nowakowski, Wolfe 2005).
    /// clobber("xxo")  #=> up
    /// clobber(1, 2)  #=> *
    /// See: is_all_small, atomic_weight, konane, draw
    clobber(board: Value, columns: Option<IBig>) -> Place = |cx: &mut Session, board: Value, columns| {
        let in_turns = |y: usize, x: usize| if (x + y).is_multiple_of(2) { 'x' } else { 'o' };
        let board = read_board("clobber", &STONES, in_turns, &board, columns, cx)?;
        Ok(Place(clobber::position(cx, &board)))
    };

    /// Konane: a stone jumps over a stone beside it, which vanishes.
    ///
    /// It jumps over one stone of the other colour to the empty cell behind, and may go on in the same line. `x` are
    /// Left's stones, `o` Right's, `.` is empty, `#` no cell. The board is played as it stands (Ernst 1995).
    /// konane("xo.")  #=> 1
    /// konane(".xo.")  #=> *
    /// See: clobber, toads_frogs, draw
    konane(board: Rc<String>) -> Place = |cx: &mut Session, board: Rc<String>| {
        let board = Board::read(&board, &STONES).map_err(|bad| bad_board(bad, "konane", &STONES, 0))?;
        Ok(Place(konane::position(cx, &board)))
    };

    /// Col: colour cells, never two cells of one colour side by side.
    ///
    /// Left colours `x`, Right `o`; `.` is not coloured yet, `#` no cell; `col(rows, columns)` is the empty board. Every
    /// value is a number or a number plus star (Winning Ways, ch. 2).
    /// col(1, 1)  #=> *
    /// col("x..")  #=> -1/2
    /// See: clobber, draw
    col(board: Value, columns: Option<IBig>) -> Place = |cx: &mut Session, board: Value, columns| {
        let board = read_board("col", &STONES, |_, _| '.', &board, columns, cx)?;
        Ok(Place(col::position(cx, &board)))
    };
}

fn lanes(cx: &mut Session, text: Rc<String>) -> Result<Place, EvalError> {
    let letters = &toads_frogs::LETTERS;
    let lanes = Board::read_lanes(&text, letters).map_err(|bad| bad_board(bad, "toads_frogs", letters, 0))?;
    let mut parts = Vec::with_capacity(lanes.len());
    for lane in &lanes {
        cx.games.budget.tick()?;
        parts.push(toads_frogs::position(cx, lane));
    }
    Ok(Place(cx.sum_of(&parts)?))
}

/// The board that is written as a text, or that has two sizes and the letter `letter(y, x)` in row y and column x.
pub(crate) fn read_board(
    name: &str,
    alphabet: &Alphabet,
    letter: impl Fn(usize, usize) -> char,
    board: &Value,
    columns: Option<IBig>,
    cx: &mut Session,
) -> Result<Board, EvalError> {
    let kind = |message: String| EvalError::said(ErrorCode::CallKind, message);
    match (board, board.as_integer(), columns) {
        (Value::Text(text), _, None) => Board::read(text, alphabet).map_err(|bad| bad_board(bad, name, alphabet, 0)),
        (_, Some(rows), Some(columns)) => {
            Board::filled(&rows, &columns, alphabet, letter).map_err(|bad| bad_board(bad, name, alphabet, 0).detached())
        }
        (_, Some(_), None) => {
            Err(EvalError::said(ErrorCode::BoardShape, "a board without a text needs both its sizes")
                .here("the number of columns is missing")
                .help(format!("write `{name}(rows, columns)`")))
        }
        (Value::Text(_), _, Some(_)) => Err(kind("the text of a board says itself how many columns there are".into())
            .here("one argument too many")
            .help("leave it out")
            .inside(1, 0..0, "")),
        _ => {
            let got = cx.describe(board);
            Err(kind(format!("a board is a text or two sizes, not {got}"))
                .here("no board")
                .help(format!("for instance `{name}(4, 4)` or `{name}(\"../..\")`"))
                .inside(0, 0..0, ""))
        }
    }
}

/// `a, b or c`.
fn one_of(words: &[String]) -> String {
    match words {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        words => words.concat(),
    }
}

/// What is said of a bad board that is argument number `argument`.
pub(crate) fn bad_board(bad: BadBoard, name: &str, alphabet: &Alphabet, argument: usize) -> EvalError {
    let said = |message: String| EvalError::said(ErrorCode::BoardShape, message);
    let cells = |n: usize| if n == 1 { "1 cell".to_string() } else { format!("{n} cells") };
    let letters: Vec<String> = alphabet.letters.iter().map(|(letter, what)| format!("`{letter}` ({what})")).collect();
    let letters = one_of(&letters);
    match bad {
        BadBoard::NoCells(None) => said("this board has no cells".into())
            .here("no cell")
            .help(format!("a cell is {letters}"))
            .inside(argument, 0..0, ""),
        BadBoard::NoCells(Some((rows, columns))) => said(format!("a board of {rows} by {columns} has no cells"))
            .here("in this call")
            .help("give it at least one row and one column"),
        BadBoard::TooLarge { rows, columns } => {
            let sizes: Vec<String> =
                alphabet.sizes.iter().map(|(rows, columns)| format!("{rows} by {columns}")).collect();
            let most = format!("a board of `{name}` fits into {} cells (rows by columns)", one_of(&sizes));
            said(format!("a board of {rows} by {columns} is too large")).here("too large").help(most).inside(
                argument,
                0..0,
                "",
            )
        }
        BadBoard::Letter { letter, row, column, at } => {
            said(format!("`{}` is not a cell of this board", letter.escape_debug()))
                .here(format!("row {row}, column {column}"))
                .help(format!("a cell is {letters}; rows are separated by `/`"))
                .inside(argument, at, format!("row {row}, column {column}"))
        }
        BadBoard::Ragged { row, got: 0, at, .. } => said(format!("row {row} of the board is empty"))
            .here("no cell")
            .help("`/` stands between two rows; leave it out at the ends of the text")
            .inside(argument, at, ""),
        BadBoard::Ragged { row, wanted, got, at } => {
            said(format!("row {row} of the board has {}, the first row has {wanted}", cells(got)))
                .here(cells(got))
                .help(match alphabet.letters.iter().any(|(letter, _)| *letter == '#') {
                    true => "make all rows equally long; `#` is a cell that nobody can use",
                    false => "make all rows equally long",
                })
                .inside(argument, at, "")
        }
    }
}
