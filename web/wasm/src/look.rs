//! How a position looks where it can be clicked, and which places a move changes.

use cg::draw;
use cg::engine::games::Player;
use cg::engine::positions::{self, Content, PositionId, Term};
use cg::eval::{EvalError, Session};
use cg::value::Value;
use serde_json::{Value as Json, json};

use crate::board::tried;

/// Counters of the largest heap, and the most heaps, that are drawn.
const TALLEST: u64 = 40;
const MOST_HEAPS: usize = 24;

/// How a position looks.
pub enum Look {
    /// As boards.
    Boards(Vec<draw::Part>),
    /// As heaps of so many counters.
    Heaps(Vec<u64>),
    /// As a graph with tokens or letters.
    Graph(draw::Field),
    /// As whatever it is drawn as otherwise, without places to click.
    Other,
}

impl Look {
    /// The look of a position.
    ///
    /// # Errors
    /// Limits.
    pub fn of(cx: &mut Session, p: PositionId) -> Result<Look, EvalError> {
        if let Some(boards) = draw::boards(cx, p)? {
            return Ok(Look::Boards(boards));
        }
        if let Some(heaps) = heaps(cx, p) {
            return Ok(Look::Heaps(heaps));
        }
        Ok(tried(cx, |cx| draw::field(cx, p))?.flatten().map_or(Look::Other, Look::Graph))
    }

    /// What it is called in the answer, and what the page draws.
    ///
    /// # Errors
    /// Limits.
    pub fn json(&self, cx: &mut Session, p: PositionId) -> Result<(&'static str, Json), EvalError> {
        Ok(match self {
            Look::Boards(boards) => ("boards", boards.iter().map(shape).collect()),
            Look::Heaps(heaps) => ("heaps", json!(heaps)),
            Look::Graph(field) => ("graph", json!(tried(cx, |cx| graph(cx, field))?)),
            Look::Other => ("picture", json!(tried(cx, |cx| draw::portrait(cx, &Value::Position(p)))?.flatten())),
        })
    }

    /// The places that a move to another position changes, by their names in the page.
    ///
    /// # Errors
    /// Limits.
    pub fn changed(&self, cx: &mut Session, to: PositionId) -> Result<Vec<String>, EvalError> {
        Ok(match self {
            Look::Boards(old) => draw::boards(cx, to)?.map_or_else(Vec::new, |new| changed_cells(old, &new)),
            Look::Heaps(old) => heaps(cx, to).map_or_else(Vec::new, |new| changed_heaps(old, &new)),
            Look::Graph(field) => {
                let after = draw::field(cx, to)?;
                field.changed(after.as_ref()).into_iter().map(|v| v.to_string()).collect()
            }
            Look::Other => Vec::new(),
        })
    }
}

/// A graph: its picture, and each vertex with its place in it, its name, and what is on it.
fn graph(cx: &mut Session, field: &draw::Field) -> Result<Json, EvalError> {
    let (picture, places) = field.picture(cx)?;
    let vertex = |(v, at): (usize, &[f64; 4])| json!({ "at": at, "name": field.names[v], "tokens": field.tokens(v), "gone": field.is_gone(v) });
    let vertices: Json = places.iter().enumerate().map(vertex).collect();
    Ok(json!({ "picture": picture, "vertices": vertices }))
}

/// A board as rows of cells, each with its kind and its letter.
fn shape((negative, board, material): &draw::Part) -> Json {
    let kind = |content| match content {
        Content::Blocked if *material == draw::Material::Chocolate => "chocolate",
        Content::Empty => "empty",
        Content::Blocked => "blocked",
        Content::Stone(Player::Left) => "left",
        Content::Stone(Player::Right) => "right",
        Content::Piece(Player::Left) => "piece left",
        Content::Piece(Player::Right) => "piece right",
        Content::Neutral | Content::Letter => "piece",
    };
    let cells = |row: &Vec<positions::Cell>| -> Json {
        row.iter().map(|cell| json!([kind(cell.mark), cell.letter.to_string()])).collect()
    };
    json!({ "negative": negative, "rows": board.rows.iter().map(cells).collect::<Json>() })
}

/// The cells in which two positions differ, each as board, row and column; none where it cannot be told which they are. A
/// board may lose the ends of its rows, as chocolate does that is bitten off, if nothing else of it changes.
fn changed_cells(old: &[draw::Part], new: &[draw::Part]) -> Vec<String> {
    if old.len() != new.len() {
        return Vec::new();
    }
    let mut changed = Vec::new();
    let boards = old.iter().zip(new).map(|((_, old, _), (_, new, _))| (old, new));
    for (i, (old, new)) in boards.enumerate() {
        let row = |y: usize| new.rows.get(y).map_or(&[][..], |row| row);
        let same_shape =
            old.rows.len() == new.rows.len() && (0..old.rows.len()).all(|y| old.rows[y].len() == row(y).len());
        let is_cut =
            new.rows.len() <= old.rows.len() && old.rows.iter().enumerate().all(|(y, r)| r.starts_with(row(y)));
        if !(same_shape || is_cut) {
            return Vec::new();
        }
        for (y, before) in old.rows.iter().enumerate() {
            let differ = (0..before.len()).filter(|&x| row(y).get(x) != Some(&before[x]));
            changed.extend(differ.map(|x| format!("{i}-{y}-{x}")));
        }
    }
    changed
}

/// The counters in heaps, where a position is heaps of counters: calls of a ruleset with numbers, and sums of them.
fn heaps(cx: &mut Session, p: PositionId) -> Option<Vec<u64>> {
    let mut heaps = Vec::new();
    for part in cx.positions.parts(p) {
        let Term::Call(_, arguments) = positions::term(part, cx) else { return None };
        for argument in &arguments {
            let Term::Number(number) = argument else { return None };
            let number = number.to_int().value();
            heaps.push(u64::try_from(number).ok().filter(|&n| n <= TALLEST)?);
        }
    }
    (!heaps.is_empty() && heaps.len() <= MOST_HEAPS).then_some(heaps)
}

/// The counter to click for a move: the lowest that goes, as heap and height, of each heap that becomes smaller.
fn changed_heaps(old: &[u64], new: &[u64]) -> Vec<String> {
    if old.len() != new.len() || old.iter().zip(new).any(|(a, b)| b > a) {
        return Vec::new();
    }
    let changed = (0..old.len()).filter(|&i| new[i] < old[i]);
    changed.map(|i| format!("{i}-{}", new[i])).collect()
}
