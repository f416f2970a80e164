//! Graphs that a game is played on, as on a board.

use std::sync::Arc;

use super::boards::read_board;
use super::errors::{BoardError, bad_board};
use crate::eval::{EvalError, Room, Session, bare};
use crate::show::graph_text;
use crate::value::{Graph, Ruleset, Value};
use cg_engine::games::Fault;
use cg_engine::rulesets::board::{Alphabet, Board};
use cg_engine::rulesets::ground::{MOST_VERTICES, Net};

/// Returns a board, or a graph with a letter for each of its vertices: those of a text, or `.` for all.
pub(super) fn read_ground(
    name: &'static str,
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
    match (graph, more) {
        (Some(graph), None) => {
            read_graph(name, alphabet, &graph, None, GraphArrows::Edges, cx).map(|(net, board)| (Some(net), board))
        }
        (Some(graph), Some(Value::Text(letters))) => {
            read_graph(name, alphabet, &graph, Some(&letters), GraphArrows::Edges, cx)
                .map(|(net, board)| (Some(net), board))
        }
        (Some(_), Some(other)) => Err(BoardError::NoLettersOfGraph { name, got: cx.describe(&other) }.into()),
        (None, None) if !matches!(ground, Value::Text(_) | Value::Board(_)) && ground.as_integer().is_none() => {
            Err(BoardError::NoGround { name, got: cx.describe(ground) }.into())
        }
        (None, None) => Ok((None, read_board(name, alphabet, |_, _| '.', ground, None, cx)?)),
        (None, Some(more)) => match more.as_integer() {
            Some(columns) => Ok((None, read_board(name, alphabet, |_, _| '.', ground, Some(columns), cx)?)),
            None => Err(BoardError::NoColumns { name, got: cx.describe(&more) }.into()),
        },
    }
}

/// The arrows that a game asks of its graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum GraphArrows {
    /// Edges: each arrow goes both ways, for both players.
    Edges,
    /// Arrows that may go one way, for both players.
    Arrows,
    /// Arrows that may be one player's.
    OfPlayers,
}

/// Returns a graph to be played on, and the letters of its vertices, `.` for all if there is no text.
pub(super) fn read_graph(
    name: &'static str,
    alphabet: &Alphabet,
    graph: &Graph,
    letters: Option<&str>,
    arrows: GraphArrows,
    cx: &mut Session,
) -> Result<(Net, Board), EvalError> {
    let net = net_of(name, graph, arrows, cx)?;
    let vertices = graph.len() as usize;
    let cells = match letters {
        None => vec!['.'; vertices],
        Some(text) => {
            let board = Board::read(text, alphabet).map_err(|bad| bad_board(bad, name, alphabet, 1))?;
            if board.rows() != 1 || board.cells().len() != vertices {
                let given = match board.rows() {
                    1 => count(board.cells().len(), "letter"),
                    rows => count(rows, "row"),
                };
                return Err(BoardError::LettersOfGraph { vertices: count(vertices, "vertex"), given }.into());
            }
            board.cells().to_vec()
        }
    };
    Ok((net, Board::row(cells)))
}

/// Returns `1 vertex`, `2 vertices`.
fn count(n: usize, what: &str) -> String {
    match (n, what) {
        (1, _) => format!("1 {what}"),
        (_, "vertex") => format!("{n} vertices"),
        _ => format!("{n} {what}s"),
    }
}

/// Returns a graph whose arrows are those that a game asks for.
pub(super) fn net_of(
    name: &'static str,
    graph: &Graph,
    asked: GraphArrows,
    cx: &mut Session,
) -> Result<Net, EvalError> {
    let rules = &graph.rules;
    if graph.len() > MOST_VERTICES {
        let (size, limit) = (graph.len().to_string(), MOST_VERTICES.to_string());
        return Err(Fault::TooLarge { what: "graph", size, limit }.into());
    }
    if !rules.is_impartial() && asked < GraphArrows::OfPlayers {
        return Err(BoardError::OnePlayersArrows { name }.into());
    }
    if rules.analysis().classes().next().is_some() {
        return Err(BoardError::ClassesOfGround { name }.into());
    }
    let arrows = rules.left();
    for from in (0..graph.len()).filter(|_| asked == GraphArrows::Edges) {
        cx.games.budget.tick()?;
        let alone = arrows.followers(from).iter().find(|&&to| arrows.followers(to).binary_search(&from).is_err());
        if let Some(&to) = alone {
            let [from, to] = [from, to].map(|v| bare(cx, &graph.label(v)));
            return Err(BoardError::OneWay { name, from, to }.into());
        }
    }
    let literal: Arc<str> = cx.within(Room::WHOLE, |cx| graph_text(cx, graph))?.into();
    let written = rules.name().map_or_else(|| literal.clone(), Arc::from);
    Ok(Net { rules: rules.clone(), written, literal })
}
