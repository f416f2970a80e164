//! Graphs as tables of the answers about their vertices.

use crate::eval::{EvalError, Room, Session, gamma_value};
use crate::value::graph::{class_value, count};
use crate::value::{Graph, Table, Value};
use cg_engine::games::{Outcome, Player};
use cg_engine::positions::Convention;
use cg_engine::questions;

/// Rows of a table up to which it is shown whole on a screen.
const ROWS_SHOWN_WHOLE: u32 = 200;
/// Rows shown of a longer one.
const ROWS_SHOWN: u32 = 50;

/// Everything that is known of the first vertices of a graph, and a word on the rest. For an impartial graph:
/// terminal distance (Smith's D), remoteness, outcome, γ-value, counter; else the classes and the outcome.
pub(crate) fn graph_table(cx: &mut Session, graph: &Graph) -> Result<(Table, Option<String>), EvalError> {
    let is_cut = matches!(cx.printer.room, Room::Cut(_)) && graph.len() > ROWS_SHOWN_WHOLE;
    let rows = if is_cut { ROWS_SHOWN } else { graph.len() };
    let head = match (graph.rules.analysis().has_special_classes(), graph.rules.is_impartial()) {
        (true, _) => &["vertex", "class", "outcome"][..],
        (false, true) => &["vertex", "D", "R", "outcome", "gamma", "counter"],
        (false, false) => &["vertex", "outcome"],
    };
    let head = head.iter().map(|n| Value::text(*n)).collect();
    let mut lines = Vec::with_capacity(rows as usize);
    for v in 0..rows {
        cx.games.budget.tick()?;
        let mut row = vec![graph.label(v)];
        if graph.rules.analysis().has_special_classes() {
            row.push(graph.rules.analysis().class(v).map_or(Value::Nothing, class_value));
            row.push(vertex_outcome(cx, graph, v)?);
        } else {
            row.extend(vertex_answers(cx, graph, v)?);
        }
        lines.push(row);
    }
    let rest = graph.len() - rows;
    let g = graph.rules.name().unwrap_or("g");
    let more = format!("{rest} more vertices; `{g}[v]` asks about one, `save_graph({g}, \"all.dot\")` writes all");
    Ok((Table::new(head, lines), (rest > 0).then_some(more)))
}

pub(crate) fn vertex_outcome(cx: &mut Session, graph: &Graph, v: u32) -> Result<Value, EvalError> {
    let p = cx.positions.intern(graph.ruleset, &[v]);
    Ok(Value::Outcome(questions::class(questions::outcomes(p, Convention::Normal, cx)?)))
}

/// Returns the answers about a vertex of a graph without special classes: D, R, outcome, γ and counter, or the
/// outcome alone if the players' moves differ.
pub(crate) fn vertex_answers(cx: &mut Session, graph: &Graph, v: u32) -> Result<Vec<Value>, EvalError> {
    if !graph.rules.is_impartial() {
        return Ok(vec![vertex_outcome(cx, graph, v)?]);
    }
    let budget = &mut cx.games.budget;
    let whole = graph.rules.analysis();
    let distance = whole.distance(v, budget)?;
    let remoteness = whole.remoteness(v, Player::Left, Convention::Normal, budget)?;
    let gammas = whole.gammas(budget)?;
    let counter = gammas.counter(v, budget)?;
    let gamma = gamma_value(&mut cx.games, gammas.value(v))?;
    let outcome = match remoteness {
        None => Outcome::D,
        Some(n) if n % 2 == 1 => Outcome::N,
        Some(_) => Outcome::P,
    };
    Ok(vec![count(distance), count(remoteness), Value::Outcome(outcome), gamma, count(counter)])
}
