//! Numbers on the vertices of a graph: whether they are Sprague–Grundy values, with the first vertex where they are not.

use std::rc::Rc;

use crate::eval::{EvalError, Session};
use crate::library::errors::GraphError;
use crate::value::{Graph, Report, Value, report};
use cg_engine::games::Fault;
use cg_engine::graphs::{self, Digraph, Flaw, flaw_in_strict_sense, flaw_in_wide_sense, flaw_of_pair};
use cg_engine::ordinals::{GammaValue, Length, Ordinal};

/// Checks that these are the values of the vertices, or with counters a pair (G, H).
///
/// # Errors
/// Arrows of one player; lists of another length than the graph.
pub fn check(
    cx: &mut Session,
    graph: &Rc<Graph>,
    values: &[GammaValue],
    counters: Option<&[Length]>,
) -> Result<Rc<Report>, EvalError> {
    let moves = moves_of_both(graph)?;
    let count = moves.vertices() as usize;
    for (what, found) in [("values", values.len()), ("counters", counters.map_or(count, <[Length]>::len))] {
        if found != count {
            return Err(GraphError::Labels { found, what, vertices: count }.into());
        }
    }
    let values: Vec<Option<u32>> = values.iter().map(|value| value.as_finite().map(small)).collect();
    let is_finite = values.iter().all(Option::is_some);
    let budget = &mut cx.games.budget;
    let (flaw, strict) = match counters {
        Some(counters) => {
            let counters: Vec<Option<u32>> = counters.iter().map(|h| h.ends().map(small)).collect();
            let flaw = flaw_of_pair(moves, &values, &counters, budget)?;
            (flaw, flaw.is_none())
        }
        None => {
            let strict = flaw_in_strict_sense(moves, &values, budget)?;
            let flaw = if is_finite { flaw_in_wide_sense(moves, &values, budget)? } else { strict };
            (flaw, strict.is_none())
        }
    };
    let name = |cx: &mut Session, v: u32| {
        let p = cx.positions.intern(graph.ruleset, &[v]);
        cx.short(&Value::Position(p))
    };
    let text = match flaw {
        None => match (counters.is_some(), strict) {
            (true, _) => "they hold: values and counters are a pair (G, H)".to_string(),
            (false, true) => "they hold: these are the nim-values, or γ-values where play can go round".to_string(),
            (false, false) => "they hold in the wide sense only: each is the least that no follower has, \
                but cycles admit other values too"
                .to_string(),
        },
        Some((v, flaw)) => {
            let here = name(cx, v);
            let why = match flaw {
                Flaw::Missing(n) if counters.is_some() => {
                    format!("no follower with a smaller counter has the value {n}")
                }
                Flaw::Missing(n) => format!("no follower has the smaller value {n}"),
                Flaw::Same(w) => format!("its follower {} has the same value", name(cx, w)),
                Flaw::Unanswered(w) => {
                    format!("the move to {} cannot be answered by a move back to the value", name(cx, w))
                }
                Flaw::HasValue(n) => format!("it has the value {n}, for every move to an infinite one can be answered"),
                Flaw::NoCounter => "answers to the moves that keep its value never come to an end".to_string(),
                Flaw::NotTogether if moves.is_terminal(v) => "a vertex without moves has value 0 and counter 0".into(),
                Flaw::NotTogether => "value and counter are finite together".into(),
            };
            format!("they fail at {here}: {why}")
        }
    };
    let vertex = flaw.map(|(v, _)| Value::Position(cx.positions.intern(graph.ruleset, &[v])));
    Ok(report::Labelling { text, holds: flaw.is_none(), strict, vertex }.into())
}

/// Returns all ways in which every vertex has the least value that no follower has, each a list in the order of the
/// vertices.
///
/// # Errors
/// Arrows of one player.
pub fn all(cx: &mut Session, graph: &Rc<Graph>) -> Result<Vec<Value>, EvalError> {
    let found = graphs::wide_values(moves_of_both(graph)?, &mut cx.games.budget)?;
    let list = |values: Vec<u32>| Value::list(values.into_iter().map(|n| Value::Integer(n.into())).collect());
    Ok(found.into_iter().map(list).collect())
}

/// Returns the moves of a graph in which both players have the same.
fn moves_of_both(graph: &Graph) -> Result<&Digraph, EvalError> {
    let whole = graph.rules.analysis();
    if whole.has_special_classes() {
        return Err(Fault::Refused("a graph with terminal classes other than P has outcomes, but no values").into());
    }
    if whole.right().is_some() {
        return Err(GraphError::Partizan.into());
    }
    Ok(whole.left())
}

/// Returns a number; one that is larger than the number of vertices is as wrong as any.
fn small(n: &Ordinal) -> u32 {
    n.to_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(u32::MAX)
}
