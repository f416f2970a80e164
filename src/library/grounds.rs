//! Graphs that a game is played on, as on a board.

use std::sync::Arc;

use super::boards::{bad_board, read_board};
use crate::diagnostic::ErrorCode;
use crate::eval::{EvalError, Room, Session};
use crate::value::{Graph, Ruleset, Value};
use cg_engine::games::Fault;
use cg_engine::rulesets::board::{Alphabet, Board};
use cg_engine::rulesets::ground::{MOST_VERTICES, Net};

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
            if board.rows() != 1 || board.columns() != vertices {
                let message = format!(
                    "the graph has {}, and this text {}",
                    count(vertices, "vertex"),
                    match board.rows() {
                        1 => count(board.columns(), "letter"),
                        rows => count(rows, "row"),
                    }
                );
                return Err(EvalError::said(ErrorCode::BoardShape, message)
                    .here("no letter for each vertex")
                    .help("write one row, a letter for each vertex in the order in which the graph names them")
                    .inside(1, 0..0, ""));
            }
            board.cells().to_vec()
        }
    };
    Ok((net, Board::row(cells)))
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
    let literal: Arc<str> = cx.within(Room::WHOLE, |cx| cx.graph_text(graph))?.into();
    let written = rules.name().map_or_else(|| literal.clone(), Arc::from);
    Ok(Net { rules: rules.clone(), written, literal })
}
