//! Rulesets on boards, and how a board is read: from a text, or from its sizes.

use std::rc::Rc;

use dashu_int::IBig;

use super::cells::StepList;
use super::errors::{BoardError, bad_board};
use super::grounds::read_ground;
use crate::eval::{AnyOrText, BoardSymmetry, BoardText, Count, EvalError, Place, Session, builtins, sum_of};
use crate::value::Value;
use cg_engine::positions::{Context, PositionId};
use cg_engine::rulesets::board::{Alphabet, Board};
use cg_engine::rulesets::elephants::Elephants;
use cg_engine::rulesets::grid::STONES;
use cg_engine::rulesets::ground::FREE;
use cg_engine::rulesets::hopping_toads::Hopping;
use cg_engine::rulesets::sheep::{MAX_HERD, MAX_SIDE};
use cg_engine::rulesets::stepping::{ALONG, Effect, KING, KNIGHT, SteppingRule, StoneStep};
use cg_engine::rulesets::toads_frogs::{Animals, ToadsFrogs};
use cg_engine::rulesets::{
    amazons, arc_kayles, cannibal_clobber, clobber, col, colouring, domineering, elephants, fission, fjords, fox_geese,
    gen_col, konane, nogo, quelhas, sheep, ski_jumps, snort, stepping, toads_frogs, toppling_dominoes,
};

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
    #[role = Board(BoardSymmetry::Rectangle)]
    domineering(board: AnyOrText, columns: Option<IBig>) -> Place = |cx: &mut Session, board: AnyOrText, columns| {
        let board = read_board("domineering", &domineering::LETTERS, |_, _| '.', &board.0, columns, cx)?;
        Ok(Place(domineering::position(cx, &board)))
    };

    /// Toads and Frogs: toads `T` of Left go right, frogs `F` of Right left.
    ///
    /// An animal steps into the empty cell `_` before it, or jumps over one animal of the other kind into the empty cell
    /// behind. Rows separated by `/` are lanes of their own, of at most 1024 cells (Winning Ways, ch. 1; Conway 1977).
    /// `jumps = 1..2` says over how many animals a jump may go: one or two (MCGS; CGSuite).
    /// toads_frogs("T_TFF")  #=> up
    /// toads_frogs("TT_FF/TTF_F")  #=> down + *
    /// left_options(toads_frogs("TFF_", jumps = 1..2))  #=> [toads_frogs("_FFT", jumps = [1, 2])]
    /// See: elephants, draw, clobber, konane
    #[role = Board(BoardSymmetry::Direction)]
    toads_frogs(board: BoardText, jumps: Option<Vec<Count>>) -> Place = toads_frogs_position;

    /// Backsliding Toads and Frogs: as Toads and Frogs, or a slide one back.
    ///
    /// An animal may also slide into the empty cell `_` behind it, so that play need not end (Winning Ways, ch. 11).
    /// backsliding_toads("T_")  #=> on
    /// backsliding_toads("T_F")  #=> 0
    /// See: toads_frogs, on, onside
    #[role = Board(BoardSymmetry::Direction)]
    backsliding_toads(board: BoardText) -> Place = |cx: &mut Session, board: BoardText| {
        let position = |cx: &mut dyn Context, board: &Board| Hopping::backsliding().position(cx, board);
        lanes(cx, &board, "backsliding_toads", &ToadsFrogs::LETTERS, position)
    };

    /// Fox and Geese: geese try to trap a fox, who moves back and forth.
    ///
    /// Left's geese `G` step diagonally down, Right's fox `F` diagonally any way, `range` empty cells at most. A fox with no
    /// goose above him has escaped, which is `off`; the last row is the edge of the board (Winning Ways, ch. 20).
    /// fox_geese("G.G.G.G./.F....../........")  #=> 2 + over
    /// See: on, outcome, draw
    fox_geese(board: BoardText, range: Option<Count>) -> Place = fox_geese_position;

    /// Elephants and Rhinos: elephants `x` of Left go right, rhinos `o` left.
    ///
    /// An animal steps into the empty cell `.` before it; nobody jumps. Rows separated by `/` are lanes of their own, of
    /// at most 1024 cells (Albert, Nowakowski, Wolfe 2007).
    /// elephants("xxxx..ooo")  #=> 1
    /// elephants("x...o")  #=> *
    /// See: toads_frogs, draw
    #[role = Board(BoardSymmetry::Direction)]
    elephants(board: BoardText) -> Place = |cx: &mut Session, board: BoardText| {
        lanes(cx, &board, "elephants", &Elephants::LETTERS, elephants::position)
    };

    /// Toppling Dominoes: a domino takes all on one side of it with it.
    ///
    /// Left topples a domino `L`, Right `R`, either player `E`, to the left or to the right; it falls with all that stand on
    /// that side. Rows separated by `/` are rows of their own (Albert, Nowakowski, Wolfe 2007).
    /// toppling_dominoes("LR")  #=> *
    /// toppling_dominoes("LRRLRRL")  #=> tiny(1/2)
    /// See: hackenbush, draw
    #[role = Board(BoardSymmetry::Lane)]
    toppling_dominoes(row: Rc<String>) -> Place = |cx: &mut Session, row: Rc<String>| {
        lanes(cx, &row, "toppling_dominoes", &toppling_dominoes::LETTERS, toppling_dominoes::position)
    };

    /// Clobber: a stone takes a stone of the other colour beside it.
    ///
    /// It moves onto the cell of the stone it takes. `x` are Left's stones, `o` Right's, `.` is empty, `#` no cell;
    /// `clobber(rows, columns)` is the full board with colours in turns. All values are all-small (Albert, Grossman,
    /// Nowakowski, Wolfe 2005). With `steps = king` or `steps = knight` stones take as these do in chess, and any list of steps
    /// `[dr, dc]` will do.
    /// clobber("xxo")  #=> up
    /// clobber(1, 2)  #=> *
    /// [value(clobber("x./.o")), value(clobber("x./.o", steps = king))]  #=> [0, *]
    /// See: cannibal_clobber, anti_clobber, rooks, queens, king, is_all_small, atomic_weight, draw
    #[role = Board(BoardSymmetry::Square)]
    clobber(board: AnyOrText, columns: Option<IBig>, steps: Option<StepList>) -> Place =
        |cx: &mut Session, board: AnyOrText, columns, steps: Option<StepList>| {
            let board = read_board("clobber", &STONES, in_turns, &board.0, columns, cx)?;
            let Some(steps) = steps else { return Ok(Place(clobber::position(cx, &board))) };
            stepping_position(cx, "clobber", Effect::Takes, Some(steps), &board)
        };

    /// Kings: Clobber in which stones take as kings do in chess.
    ///
    /// `kings(b)` is `clobber(b, steps = king)`; `kings(rows, columns)` is the full board with colours in turns (CGSuite).
    /// [value(kings("x./.o")), value(kings("xx/.o"))]  #=> [*, up]
    /// See: knights, rooks, queens, clobber, draw
    #[role = Board(BoardSymmetry::Square)]
    kings(board: AnyOrText, columns: Option<IBig>) -> Place = |cx: &mut Session, board: AnyOrText, columns| {
        let board = read_board("kings", &STONES, in_turns, &board.0, columns, cx)?;
        Ok(Place(stepping::position(cx, rule("kings", Effect::Takes, KING.to_vec(), false), &board)))
    };

    /// Knights: Clobber in which stones take as knights do in chess.
    ///
    /// `knights(b)` is `clobber(b, steps = knight)`; `knights(rows, columns)` is the full board with colours in turns (CGSuite).
    /// [value(knights("x./../.o")), value(knights("x.o/.../.x."))]  #=> [*, up]
    /// See: kings, rooks, queens, clobber, draw
    #[role = Board(BoardSymmetry::Square)]
    knights(board: AnyOrText, columns: Option<IBig>) -> Place = |cx: &mut Session, board: AnyOrText, columns| {
        let board = read_board("knights", &STONES, in_turns, &board.0, columns, cx)?;
        Ok(Place(stepping::position(cx, rule("knights", Effect::Takes, KNIGHT.to_vec(), false), &board)))
    };

    /// Rooks: Clobber in which stones take as rooks do in chess.
    ///
    /// A stone takes the first stone that it sees along its row or column, of the other colour; `rooks(rows, columns)` is the
    /// full board with colours in turns (CGSuite).
    /// [value(rooks("x.o")), value(rooks("xx.o"))]  #=> [*, up]
    /// See: queens, clobber, draw
    #[role = Board(BoardSymmetry::Square)]
    rooks(board: AnyOrText, columns: Option<IBig>) -> Place = |cx: &mut Session, board: AnyOrText, columns| {
        let board = read_board("rooks", &STONES, in_turns, &board.0, columns, cx)?;
        Ok(Place(stepping::position(cx, rule("rooks", Effect::Takes, ALONG.to_vec(), true), &board)))
    };

    /// Queens: Clobber in which stones take as queens do in chess.
    ///
    /// A stone takes the first stone that it sees in a queen's directions, of the other colour; `queens(rows, columns)` is the
    /// full board with colours in turns (CGSuite).
    /// [value(queens("x../.../..o")), value(queens("x../..o"))]  #=> [*, 0]
    /// See: rooks, clobber, draw
    #[role = Board(BoardSymmetry::Square)]
    queens(board: AnyOrText, columns: Option<IBig>) -> Place = |cx: &mut Session, board: AnyOrText, columns| {
        let board = read_board("queens", &STONES, in_turns, &board.0, columns, cx)?;
        Ok(Place(stepping::position(cx, rule("queens", Effect::Takes, KING.to_vec(), true), &board)))
    };

    /// Anti-Clobber: a stone steps away and leaves one of the other colour.
    ///
    /// It goes to an empty cell beside it. Every move is one of Clobber played backwards, so the letters are those of `clobber`,
    /// and so are the steps (CGSuite).
    /// [value(anti_clobber("x.")), value(anti_clobber("x.o"))]  #=> [1, *]
    /// left_options(anti_clobber("x."))  #=> [anti_clobber("ox")]
    /// See: clobber, king_dirt, draw
    #[role = Board(BoardSymmetry::Square)]
    anti_clobber(board: BoardText, steps: Option<StepList>) -> Place = |cx: &mut Session, board: BoardText, steps| {
        let board = text_board("anti_clobber", &STONES, &board)?;
        stepping_position(cx, "anti_clobber", Effect::Spawns, steps, &board)
    };

    /// King-dirt: a king steps to an empty cell, and its own cell is gone.
    ///
    /// `x` are Left's kings, `o` Right's, `.` is empty, `#` no cell; a king goes to any of eight cells (MCGS, University of
    /// Alberta). Other steps may be given, as to `clobber`.
    /// [value(king_dirt("x..")), value(king_dirt("x.o"))]  #=> [2, *]
    /// left_options(king_dirt("x./.."))  #=> [king_dirt("#x/.."), king_dirt("#./x."), king_dirt("#./.x")]
    /// See: anti_clobber, clobber, amazons, draw
    #[role = Board(BoardSymmetry::Square)]
    king_dirt(board: BoardText, steps: Option<StepList>) -> Place = |cx: &mut Session, board: BoardText, steps| {
        let board = text_board("king_dirt", &STONES, &board)?;
        stepping_position(cx, "king_dirt", Effect::Burns, steps, &board)
    };

    /// Quelhas: Left fills two or more cells of a column, Right of a row.
    ///
    /// The cells lie one after another. `quelhas(rows, columns)` is an empty board, `quelhas("..#/...")` any board: `.` is a free
    /// cell, `#` none. People play it so that the last move loses: `outcome(p, misere)` (J. P. Neto).
    /// [value(quelhas(n, 1)) for n in 1..5]  #=> [0, 1, 1, 2, 2]
    /// outcome(quelhas(2, 2), misere)  #=> P
    /// See: domineering, misere, draw
    #[role = Board(BoardSymmetry::Rectangle)]
    quelhas(board: AnyOrText, columns: Option<IBig>) -> Place = |cx: &mut Session, board: AnyOrText, columns| {
        let board = read_board("quelhas", &FREE, |_, _| '.', &board.0, columns, cx)?;
        Ok(Place(quelhas::position(cx, &board)))
    };

    /// Ski-Jumps: skiers slide along rows, and jumpers jump down over others.
    ///
    /// Left's skiers go to the right, Right's to the left, over any number of empty cells `.` and off the slope. A jumper, `L`
    /// or `R`, also jumps down over a skier of the other side to the empty cell behind; that skier is a slipper then, `l`
    /// or `r`, who jumps no more (Winning Ways, ch. 1).
    /// ski_jumps(".L.../.R.../.....")  #=> 5/2
    /// ski_jumps("L..../R..../.....")  #=> 9/2
    /// See: toads_frogs, draw
    #[role = Board(BoardSymmetry::Still)]
    ski_jumps(board: BoardText) -> Place = |cx: &mut Session, board: BoardText| {
        let board = text_board("ski_jumps", &ski_jumps::LETTERS, &board)?;
        Ok(Place(ski_jumps::position(cx, &board)))
    };

    /// Sheep: part a herd; some of it go as far as they can, one of six ways.
    ///
    /// The pasture is a list of rows: n sheep of Left's, -n of Right's, 0 an empty cell. Sheep go up, down, to the left, to the
    /// right, up and to the right, down and to the left, as on hexagons; one at least stays (MCGS, University of Alberta).
    /// [value(sheep([[3, 0, 0]])), value(sheep([[2, 0, -2]]))]  #=> [2, *]
    /// left_options(sheep([[3, 0, 0]]))  #=> [sheep([[2, 0, 1]]), sheep([[1, 0, 2]])]
    /// See: amazons, king_dirt, draw
    sheep(pasture: Vec<Vec<i64>>) -> Place = sheep_position;

    /// Cannibal Clobber: a stone takes a stone beside it, of either colour.
    ///
    /// As Clobber, but a stone may also take one of its own colour; `cannibal_clobber(rows, columns)` is the full board
    /// with colours in turns. On a row the impartial game is Officers, `octal("0.6")`: a move takes a stone that has another
    /// beside it, and leaves the two sides.
    /// cannibal_clobber("xxo")  #=> up
    /// cannibal_clobber("xx")  #=> 1
    /// nim_value(impartial(cannibal_clobber("xxxxxxx"))) == nim_value(octal("0.6", 7))  #=> true
    /// See: clobber, draw
    #[role = Board(BoardSymmetry::Square)]
    cannibal_clobber / hot_clobber(board: AnyOrText, columns: Option<IBig>) -> Place = |cx: &mut Session, board: AnyOrText, columns| {
        let board = read_board("cannibal_clobber", &STONES, in_turns, &board.0, columns, cx)?;
        Ok(Place(cannibal_clobber::position(cx, &board)))
    };

    /// Konane: a stone jumps over a stone beside it, which vanishes.
    ///
    /// It jumps over one stone of the other colour to the empty cell behind, and may go on in the same line. `x` are
    /// Left's stones, `o` Right's, `.` is empty, `#` no cell. The board is played as it stands (Ernst 1995).
    /// konane("xo.")  #=> 1
    /// konane(".xo.")  #=> *
    /// See: clobber, toads_frogs, draw
    #[role = Board(BoardSymmetry::Square)]
    konane(board: BoardText) -> Place = |cx: &mut Session, board: BoardText| {
        let board = text_board("konane", &STONES, &board)?;
        Ok(Place(konane::position(cx, &board)))
    };

    /// Col: colour cells, never two cells of one colour side by side.
    ///
    /// Left colours `x`, Right `o`; `.` is not coloured yet, `#` no cell; `col(rows, columns)` is the empty board. `col(g)`
    /// is played on the vertices of a graph, which a text may give their letters. Every value is a number or a number
    /// plus star (Winning Ways, ch. 2).
    /// col(1, 1)  #=> *
    /// col("x..")  #=> -1/2
    /// col(graph <a -- b; b -- c; c -- a>, "x..")  #=> -1
    /// See: snort, graph, draw
    #[role = Board(BoardSymmetry::Square)]
    col(board: AnyOrText, columns: Option<Value>) -> Place = |cx: &mut Session, board: AnyOrText, columns| {
        let (net, board) = read_ground("col", &STONES, &board.0, columns, cx)?;
        Ok(Place(col::position(cx, net.as_ref(), &board)))
    };

    /// Snort: colour cells, never two of different colours side by side.
    ///
    /// Left colours `x`, Right `o`; `.` is not coloured yet, `#` no cell; `snort(rows, columns)` is the empty board.
    /// `snort(g)` is played on the vertices of a graph, which a text may give their letters (S. Norton; Winning Ways,
    /// ch. 6).
    /// snort(1, 2)  #=> +-1
    /// snort("x.....x")  #=> <4|0,+-1>
    /// snort(graph <a -- b; b -- c>, "x..")  #=> <1|0>
    /// See: col, graph, draw
    #[role = Board(BoardSymmetry::Square)]
    snort(board: AnyOrText, columns: Option<Value>) -> Place = |cx: &mut Session, board: AnyOrText, columns| {
        let (net, board) = read_ground("snort", &STONES, &board.0, columns, cx)?;
        Ok(Place(snort::position(cx, net.as_ref(), &board)))
    };

    /// Fjords: colour cells beside your own, never beside the other colour.
    ///
    /// As in Snort, Left colours `x` and Right `o`, but only where a cell of the same colour is beside; so the board, or the
    /// letters of the vertices of a graph, say where each player begins (CGSuite).
    /// fjords("x..")  #=> 2
    /// fjords("x..o")  #=> *
    /// fjords(graph <a -- b; b -- c>, "x.o")  #=> 0
    /// See: snort, col, graph
    #[role = Board(BoardSymmetry::Square)]
    fjords(board: AnyOrText, columns: Option<Value>) -> Place = |cx: &mut Session, board: AnyOrText, columns| {
        let (net, board) = read_ground("fjords", &STONES, &board.0, columns, cx)?;
        Ok(Place(fjords::position(cx, net.as_ref(), &board)))
    };

    /// Colouring by any rule: Col, Snort, Fjords and the games between them.
    ///
    /// Left colours `x`, Right `o`. `left` and `right` say which cells each may colour: `.` those without a colour beside
    /// them, `x` those that have Left's colour alone beside them, `o` those that have Right's. Nobody colours a cell that has both
    /// colours beside it. So `gen_col(".o", ".x")` is Col, `gen_col(".x", ".o")` Snort, `gen_col("x", "o")` Fjords (GenCol of
    /// CGSuite). The board is as in Col, or a graph, whose vertices a text may give their letters.
    /// gen_col(".o", ".x", "x..") == col("x..")  #=> true
    /// gen_col(".", ".", 1, 3)  #=> *2
    /// gen_col(".x", ".x", "x..")  #=> down
    /// See: col, snort, fjords, node_kayles
    #[role = Board(BoardSymmetry::Square)]
    gen_col [left: Rc<String>, right: Rc<String>] (board: AnyOrText, columns: Option<Value>) -> Place =
        |cx: &mut Session, left: Rc<String>, right: Rc<String>, board: AnyOrText, columns| {
            let rule = gen_col::rule([&left, &right]).map_err(|argument| BoardError::ColouringRule { argument })?;
            let (net, board) = read_ground(r#"gen_col(".o", ".x")"#, &STONES, &board.0, columns, cx).map_err(|error| error.behind(2))?;
            Ok(Place(colouring::position(cx, rule, net.as_ref(), &board)))
        };

    /// NoGo: put stones so that every block keeps an empty cell beside it.
    ///
    /// A player puts a stone of theirs on an empty cell `.`; after that every block, of stones of one colour that touch,
    /// must still touch an empty cell: nothing is captured, and no move kills. `x` are Left's stones, `o` Right's, `#` is
    /// no cell; `nogo(rows, columns)` is the empty board (Chou, Teytaud, Yen 2011).
    /// nogo(1, 2)  #=> *
    /// nogo(1, 4)  #=> 0
    /// See: snort, draw
    #[role = Board(BoardSymmetry::Square)]
    nogo(board: AnyOrText, columns: Option<IBig>) -> Place = |cx: &mut Session, board: AnyOrText, columns| {
        let board = read_board("nogo", &STONES, |_, _| '.', &board.0, columns, cx)?;
        Ok(Place(nogo::position(cx, &board)))
    };

    /// Amazons: a queen moves, then burns a cell that it sees.
    ///
    /// It moves as in chess over empty cells `.`, and from there shoots an arrow in the same way, which burns the cell
    /// where it lands, `#`. `x` are Left's queens, `o` Right's (Zamkauskas 1988; Berlekamp 2000).
    /// amazons("x.")  #=> 1
    /// amazons("x../..o")  #=> +-(1,<2|0>)
    /// See: nogo, draw, thermograph
    #[role = Board(BoardSymmetry::Square)]
    amazons(board: BoardText) -> Place = |cx: &mut Session, board: BoardText| {
        let board = text_board("amazons", &amazons::LETTERS, &board)?;
        Ok(Place(amazons::position(cx, &board)))
    };

    /// Fission: a stone splits into two, on opposite sides of it.
    ///
    /// Left splits a stone `x` into the cells above and below it, Right into those left and right of it; both are empty
    /// `.` before, and the cell between is empty then. `#` is no cell (CGSuite).
    /// fission("./x/.")  #=> 1
    /// fission(".../.x./...")  #=> 0
    /// See: domineering, draw
    #[role = Board(BoardSymmetry::Rectangle)]
    fission(board: BoardText) -> Place = |cx: &mut Session, board: BoardText| {
        let board = text_board("fission", &fission::LETTERS, &board)?;
        Ok(Place(fission::position(cx, &board)))
    };

    /// Cram: either player places dominoes, upright or lying.
    ///
    /// `cram(rows, columns)` is an empty board, `cram("..#/...")` any board: `.` is a free cell, `#` none. It is Arc Kayles
    /// on a board (Gardner 1974; Winning Ways, ch. 15).
    /// [nim_value(cram(2, n)) for n in 1..5]  #=> [1, 0, 1, 0, 1]
    /// cram(3, 3)  #=> 0
    /// See: arc_kayles, domineering, draw
    #[role = Board(BoardSymmetry::Square)]
    cram(board: AnyOrText, columns: Option<IBig>) -> Place = |cx: &mut Session, board: AnyOrText, columns| {
        let board = read_board("cram", &FREE, |_, _| '.', &board.0, columns, cx)?;
        Ok(Place(arc_kayles::position(cx, None, &board)))
    };
}

/// Returns Left's stones and Right's in turns, as the fields of a chessboard.
fn in_turns(y: usize, x: usize) -> char {
    if (x + y).is_multiple_of(2) { 'x' } else { 'o' }
}

/// Returns the board that is written as a text.
pub(super) fn text_board(name: &'static str, alphabet: &Alphabet, text: &str) -> Result<Board, EvalError> {
    Board::read(text, alphabet).map_err(|bad| bad_board(bad, name, alphabet, 0))
}

/// Returns the sum of the lanes of a text.
pub(super) fn lanes(
    cx: &mut Session,
    text: &str,
    name: &'static str,
    alphabet: &Alphabet,
    position: impl Fn(&mut dyn Context, &Board) -> PositionId,
) -> Result<Place, EvalError> {
    let lanes = Board::read_lanes(text, alphabet).map_err(|bad| bad_board(bad, name, alphabet, 0))?;
    let mut parts = Vec::with_capacity(lanes.len());
    for lane in &lanes {
        cx.games.budget.tick()?;
        parts.push(position(cx, lane));
    }
    Ok(Place(sum_of(cx, &parts)?))
}

/// Reads the two sizes of a text such as `2x3`, which does not draw a board.
fn two_sizes(text: &str) -> Option<[&str; 2]> {
    let (rows, columns) = text.split_once(['x', 'X', '*', '×', ','])?;
    let sizes = [rows.trim(), columns.trim()];
    sizes.iter().all(|size| !size.is_empty() && size.bytes().all(|b| b.is_ascii_digit())).then_some(sizes)
}

/// Returns the board that is written as a text, or that has two sizes and the letter `letter(y, x)` in row y and column
/// x.
pub(super) fn read_board(
    name: &'static str,
    alphabet: &Alphabet,
    letter: impl Fn(usize, usize) -> char,
    board: &Value,
    columns: Option<IBig>,
    cx: &mut Session,
) -> Result<Board, EvalError> {
    match (board, board.as_integer(), columns) {
        (Value::Text(text), _, None) => match two_sizes(text) {
            Some([rows, columns]) if !alphabet.letters.iter().any(|(letter, _)| text.starts_with(*letter)) => {
                Err(BoardError::Sizes {
                    text: text.to_string(),
                    name,
                    rows: rows.to_string(),
                    columns: columns.to_string(),
                }
                .into())
            }
            _ => text_board(name, alphabet, text),
        },
        (Value::Board(board), _, None) => text_board(name, alphabet, &board.text()),
        (_, Some(rows), Some(columns)) => {
            Board::filled(&rows, &columns, alphabet, letter).map_err(|bad| bad_board(bad, name, alphabet, 0).detached())
        }
        (_, Some(_), None) => Err(BoardError::OneSize { name }.into()),
        (Value::Text(_), _, Some(_)) => Err(BoardError::TextAndSize.into()),
        _ => Err(BoardError::NoBoard { name, got: cx.describe(board) }.into()),
    }
}

/// Returns the rule of a game whose name says the steps.
fn rule(name: &'static str, effect: Effect, steps: Vec<StoneStep>, slides: bool) -> SteppingRule {
    SteppingRule { name, effect, steps, slides, written: None }
}

/// Returns the position of a board on which stones step as a list says, or as they do without it.
fn stepping_position(
    cx: &mut Session,
    name: &'static str,
    effect: Effect,
    steps: Option<StepList>,
    board: &Board,
) -> Result<Place, EvalError> {
    let usual = if effect == Effect::Burns { KING.to_vec() } else { ALONG.to_vec() };
    let mut rule = rule(name, effect, usual, false);
    if let Some(list) = steps {
        rule.steps = list.steps(cx)?;
        rule.written = Some(format!("steps = {}", list.written(cx)).into());
    }
    Ok(Place(stepping::position(cx, rule, board)))
}

fn toads_frogs_position(cx: &mut Session, board: BoardText, jumps: Option<Vec<Count>>) -> Result<Place, EvalError> {
    let mut jumps: Vec<usize> = jumps.map_or(vec![1], |jumps| jumps.iter().map(|n| n.0.min(1024) as usize).collect());
    jumps.sort_unstable();
    jumps.dedup();
    if jumps.first() == Some(&0) {
        return Err(BoardError::NoJump.into());
    }
    if jumps == [1] {
        return lanes(cx, &board, "toads_frogs", &ToadsFrogs::LETTERS, toads_frogs::position);
    }
    let position = |cx: &mut dyn Context, board: &Board| Hopping::jumping(jumps.clone()).position(cx, board);
    lanes(cx, &board, "toads_frogs", &ToadsFrogs::LETTERS, position)
}

fn sheep_position(cx: &mut Session, pasture: Vec<Vec<i64>>) -> Result<Place, EvalError> {
    let columns = pasture.first().map_or(0, Vec::len);
    if let Some(row) = pasture.iter().position(|row| row.len() != columns) {
        return Err(BoardError::PastureRow { row: row + 1, got: pasture[row].len(), columns }.into());
    }
    if pasture.len().max(columns) > MAX_SIDE {
        return Err(BoardError::LargePasture { limit: MAX_SIDE }.into());
    }
    let herds = pasture.concat();
    if let Some(&herd) = herds.iter().find(|herd| herd.unsigned_abs() > MAX_HERD.unsigned_abs()) {
        return Err(BoardError::LargeHerd { herd, limit: MAX_HERD }.into());
    }
    Ok(Place(sheep::position(cx, columns, &herds)))
}

fn fox_geese_position(cx: &mut Session, text: BoardText, range: Option<Count>) -> Result<Place, EvalError> {
    if text.is_empty() {
        return Ok(Place(sum_of(cx, &[])?));
    }
    let alphabet = &fox_geese::LETTERS;
    let board = text_board("fox_geese", alphabet, &text)?;
    let foxes = board.cells().iter().filter(|&&letter| letter == 'F').count();
    if foxes != 1 {
        return Err(BoardError::Foxes { foxes }.into());
    }
    let range = range.map_or(1, |range| range.0.min(board.cells().len() as u64) as u32);
    Ok(Place(fox_geese::position(cx, &board, range)?))
}
