//! What a game is played on: a board, as a text or by its sizes, lanes, or a graph.

use std::rc::Rc;

use dashu_int::IBig;

use crate::diagnostic::ErrorCode;
use crate::eval::{EvalError, Place, Room, Session};
use crate::value::{Graph, Ruleset, Value};
use cg_engine::games::Fault;
use cg_engine::positions::{Context, PositionId};
use cg_engine::rulesets::board::{Alphabet, BadBoard, Board};
use cg_engine::rulesets::ground::{MOST_VERTICES, Net};

/// The sum of the lanes of a text.
pub(super) fn lanes(
    cx: &mut Session,
    text: &str,
    name: &str,
    alphabet: &Alphabet,
    position: impl Fn(&mut dyn Context, &Board) -> PositionId,
) -> Result<Place, EvalError> {
    let lanes = Board::read_lanes(text, alphabet).map_err(|bad| bad_board(bad, name, alphabet, 0))?;
    let mut parts = Vec::with_capacity(lanes.len());
    for lane in &lanes {
        cx.games.budget.tick()?;
        parts.push(position(cx, lane));
    }
    Ok(Place(cx.sum_of(&parts)?))
}

/// The board that is written as a text, or that has two sizes and the letter `letter(y, x)` in row y and column x.
pub(super) fn read_board(
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

/// A board, or a graph with a letter for each of its vertices: those of a text, or `.` for all.
pub(super) fn read_ground(
    name: &str,
    alphabet: &Alphabet,
    ground: &Value,
    more: Option<Value>,
    cx: &mut Session,
) -> Result<(Option<Net>, Board), EvalError> {
    let graph = match ground {
        Value::Ruleset(ruleset) => match &**ruleset {
            Ruleset::Graph(graph) => Some(graph.clone()),
            _ => None,
        },
        _ => None,
    };
    let wrong = |message: String| EvalError::said(ErrorCode::CallKind, message);
    match (graph, more) {
        (Some(graph), None) => read_graph(name, alphabet, &graph, None, cx).map(|(net, board)| (Some(net), board)),
        (Some(graph), Some(Value::Text(letters))) => {
            read_graph(name, alphabet, &graph, Some(&letters), cx).map(|(net, board)| (Some(net), board))
        }
        (Some(_), Some(other)) => {
            let got = cx.describe(&other);
            Err(wrong(format!("the vertices of a graph have their letters as a text, not {got}"))
                .here("no letters")
                .help(format!("write a letter for each vertex: `{name}(g, \"x..\")`"))
                .inside(1, 0..0, ""))
        }
        (None, None) if !matches!(ground, Value::Text(_)) && ground.as_integer().is_none() => {
            let got = cx.describe(ground);
            Err(wrong(format!("`{name}` is played on a board or a graph, not on {got}"))
                .here("no board")
                .help(format!("for instance `{name}(4, 4)`, `{name}(\"../..\")` or `{name}(graph <a -- b>)`"))
                .inside(0, 0..0, ""))
        }
        (None, None) => Ok((None, read_board(name, alphabet, |_, _| '.', ground, None, cx)?)),
        (None, Some(more)) => match more.as_integer() {
            Some(columns) => Ok((None, read_board(name, alphabet, |_, _| '.', ground, Some(columns), cx)?)),
            None => {
                let got = cx.describe(&more);
                Err(wrong(format!("behind the rows of a board stand its columns, an integer, not {got}"))
                    .here("no number")
                    .help(format!("write `{name}(rows, columns)`, or `{name}(graph <a -- b>, \"x.\")` on a graph"))
                    .inside(1, 0..0, ""))
            }
        },
    }
}

/// A graph to be played on, and the letters of its vertices, `.` for all if there is no text.
pub(super) fn read_graph(
    name: &str,
    alphabet: &Alphabet,
    graph: &Graph,
    letters: Option<&str>,
    cx: &mut Session,
) -> Result<(Net, Board), EvalError> {
    let net = net_of(name, graph, cx)?;
    let vertices = graph.len() as usize;
    let cells = match letters {
        None => vec!['.'; vertices],
        Some("") if vertices == 0 => Vec::new(),
        Some(text) => {
            let board = Board::read(text, alphabet).map_err(|bad| bad_board(bad, name, alphabet, 1))?;
            if board.rows != 1 || board.columns != vertices {
                let message = format!(
                    "the graph has {}, and this text {}",
                    count(vertices, "vertex"),
                    match board.rows {
                        1 => count(board.columns, "letter"),
                        rows => count(rows, "row"),
                    }
                );
                return Err(EvalError::said(ErrorCode::BoardShape, message)
                    .here("no letter for each vertex")
                    .help("write one row, a letter for each vertex in the order in which the graph names them")
                    .inside(1, 0..0, ""));
            }
            board.cells
        }
    };
    Ok((net, Board { rows: 1, columns: vertices.max(1), cells }))
}

/// `1 vertex`, `2 vertices`.
fn count(n: usize, what: &str) -> String {
    match (n, what) {
        (1, _) => format!("1 {what}"),
        (_, "vertex") => format!("{n} vertices"),
        _ => format!("{n} {what}s"),
    }
}

/// A graph whose arrows all go both ways, for both players.
fn net_of(name: &str, graph: &Graph, cx: &mut Session) -> Result<Net, EvalError> {
    let rules = &graph.rules;
    let edges = "join vertices by edges: `graph <a -- b; b -- c>`";
    if graph.len() > MOST_VERTICES {
        let (size, limit) = (graph.len().to_string(), MOST_VERTICES.to_string());
        return Err(Fault::TooLarge { what: "graph", size, limit }.into());
    }
    if !rules.is_impartial() {
        let message = format!("`{name}` is played on edges, and arrows of one player are none");
        return Err(EvalError::said(ErrorCode::PositionNotImpartial, message).help(edges).inside(
            0,
            0..0,
            "this graph",
        ));
    }
    if rules.analysis().classes().next().is_some() {
        let message = format!("`{name}` is played on edges, and terminal classes have no meaning there");
        return Err(EvalError::said(ErrorCode::GraphTerminalClass, message).help("leave the classes away").inside(
            0,
            0..0,
            "this graph",
        ));
    }
    let arrows = rules.left();
    for from in 0..graph.len() {
        cx.games.budget.tick()?;
        let alone = arrows.followers(from).iter().find(|&&to| arrows.followers(to).binary_search(&from).is_err());
        if let Some(&to) = alone {
            let [from, to] = [from, to].map(|v| cx.bare(&graph.label(v)));
            let message = format!("`{name}` is played on edges, and there is an arrow from `{from}` to `{to}` alone");
            return Err(EvalError::said(ErrorCode::CallKind, message).here("this graph").help(edges).inside(
                0,
                0..0,
                "",
            ));
        }
    }
    let literal: Rc<str> = cx.within(Room::WHOLE, |cx| cx.graph_text(graph))?.into();
    let written = rules.name().map_or_else(|| literal.clone(), Rc::from);
    Ok(Net { rules: rules.clone(), written, literal })
}

/// `a, b or c`.
fn one_of(words: &[String]) -> String {
    match words {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        words => words.concat(),
    }
}

/// What is said of a bad board that is argument number `argument`.
pub(super) fn bad_board(bad: BadBoard, name: &str, alphabet: &Alphabet, argument: usize) -> EvalError {
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
