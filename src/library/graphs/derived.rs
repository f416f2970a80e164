//! Graphs made of graphs: pruned, and with P-positions as moves.

use rustc_hash::FxHashMap;

use crate::eval::{EvalError, Session, bare, built_graph, graph_value, reserve_list};
use crate::formats::each_arrow;
use crate::library::errors::GraphError;
use crate::value::graph::with_label;
use crate::value::{Graph, Value};
use cg_engine::games::{Fault, Player};
use cg_engine::positions::Convention;
use cg_engine::rulesets::graph::GraphBuilder;

/// Arrows that may be added.
const MAX_ARROWS: u64 = 100_000_000;

/// Returns the graph with these labels, in which both players can move from vertex i to those of `moves[i]`. Labels
/// hold no positions and no games, and no two are the same.
pub fn graph_of_moves(cx: &mut Session, vertices: &[Value], moves: &[Vec<u32>]) -> Result<Value, EvalError> {
    let mut builder = GraphBuilder::default();
    for vertex in vertices {
        cx.games.budget.tick()?;
        with_label(vertex, |label| builder.vertex(label, &cx.games.budget))?;
    }
    for (from, list) in (0..).zip(moves) {
        for &to in list {
            cx.games.budget.tick()?;
            builder.arrow(from, to, None, &cx.games.budget)?;
        }
    }
    let rules = built_graph(cx, builder)?;
    Ok(graph_value(&mut cx.positions, rules, true))
}

/// Returns the graph without its terminal vertices: normal play on it is misère play on the whole.
///
/// # Errors
/// Terminal classes other than P.
pub fn pruned(cx: &mut Session, graph: &Graph) -> Result<Value, EvalError> {
    plain_ends(graph)?;
    let rules = &graph.rules;
    let mut builder = GraphBuilder::default();
    let mut numbers = vec![None; graph.len() as usize];
    for v in (0..graph.len()).filter(|&v| !rules.is_terminal(v)) {
        cx.games.budget.tick()?;
        numbers[v as usize] = Some(builder.vertex(rules.labels().get(v), &cx.games.budget)?);
    }
    for (from, to, player) in each_arrow(graph) {
        cx.games.budget.tick()?;
        if let (Some(from), Some(to)) = (numbers[from as usize], numbers[to as usize]) {
            builder.arrow(from, to, player, &cx.games.budget)?;
        }
    }
    let rules = built_graph(cx, builder)?;
    Ok(graph_value(&mut cx.positions, rules, graph.by_rule))
}

/// Returns the graph whose labels are vectors, with more arrows: from v to v - p for every vector p whose vertex the
/// player who moves has lost, but for 0.
pub(crate) fn adjoined_graph(cx: &mut Session, graph: &Graph) -> Result<Value, EvalError> {
    plain_ends(graph)?;
    let rules = &graph.rules;
    let mut vectors = Vec::with_capacity(graph.len() as usize);
    for v in 0..graph.len() {
        cx.games.budget.tick()?;
        let label = graph.label(v);
        let Some(vector) = vector(&label) else {
            let shown = bare(cx, &label);
            return Err(GraphError::NoVector { vertex: shown }.into());
        };
        vectors.push(vector);
    }
    let lost = lost_vertices(cx, graph)?;
    let moves: Vec<&Vec<i64>> =
        lost.iter().map(|&v| &vectors[v as usize]).filter(|p| p.iter().any(|&x| x != 0)).collect();
    let count = moves.len() as u64 * u64::from(graph.len());
    if count > MAX_ARROWS {
        let (size, limit) = (count.to_string(), MAX_ARROWS.to_string());
        return Err(Fault::TooLarge { what: "list of moves to try", size, limit }.into());
    }
    let mut builder = GraphBuilder::default();
    for v in 0..graph.len() {
        builder.vertex(rules.labels().get(v), &cx.games.budget)?;
    }
    for (from, to, player) in each_arrow(graph) {
        cx.games.budget.tick()?;
        builder.arrow(from, to, player, &cx.games.budget)?;
    }
    let at: FxHashMap<&Vec<i64>, u32> = vectors.iter().zip(0..).collect();
    for (from, vector) in (0..).zip(&vectors) {
        for p in &moves {
            cx.games.budget.tick()?;
            let difference = |(x, y): (&i64, &i64)| x.checked_sub(*y);
            if p.len() == vector.len()
                && let Some(to) = vector.iter().zip(*p).map(difference).collect::<Option<Vec<i64>>>()
                && let Some(&to) = at.get(&to)
            {
                builder.arrow(from, to, None, &cx.games.budget)?;
            }
        }
    }
    let rules = built_graph(cx, builder)?;
    Ok(graph_value(&mut cx.positions, rules, graph.by_rule))
}

/// Returns the vertices that whoever moves loses.
fn lost_vertices(cx: &mut Session, graph: &Graph) -> Result<Vec<u32>, Fault> {
    let mut lost = Vec::new();
    for v in 0..graph.len() {
        let mut loses = |mover| {
            let budget = &mut cx.games.budget;
            let remoteness = graph.rules.analysis().remoteness(v, mover, Convention::Normal, budget)?;
            Ok::<bool, Fault>(remoteness.is_some_and(|n| n % 2 == 0))
        };
        if loses(Player::Left)? && loses(Player::Right)? {
            lost.push(v);
        }
    }
    Ok(lost)
}

/// Returns the vertices of a graph as positions.
pub fn vertices(cx: &mut Session, graph: &Graph) -> Result<Value, EvalError> {
    reserve_list(&mut cx.games.budget, u64::from(graph.len()) * 4)?;
    let mut all = Vec::with_capacity(graph.len() as usize);
    for v in 0..graph.len() {
        cx.games.budget.tick()?;
        all.push(Value::Position(cx.positions.intern(graph.ruleset, &[v])));
    }
    Ok(Value::list(all))
}

/// Returns a number or a list of numbers.
fn vector(label: &Value) -> Option<Vec<i64>> {
    match label {
        Value::Integer(n) => Some(vec![*n]),
        Value::List(list) => list.iter().map(|x| if let Value::Integer(n) = x { Some(n) } else { None }).collect(),
        _ => None,
    }
}

/// Demands that a graph has no terminal classes other than P.
fn plain_ends(graph: &Graph) -> Result<(), Fault> {
    match graph.rules.analysis().has_special_classes() {
        true => Err(Fault::Refused("a graph with terminal classes other than P has outcomes, but no values")),
        false => Ok(()),
    }
}
