//! Graphs that are built, and the vertices of those that stand.

use std::any::Any;
use std::rc::Rc;
use std::sync::Arc;

use super::errors::VertexError;
use super::{EvalError, Session};
use crate::value::graph::label_value;
use crate::value::{Graph, Ruleset, Value};
use cg_engine::games::Outcome;
use cg_engine::positions::{PositionId, Positions, RulesetId, TerminalClass};
use cg_engine::rulesets::graph::{Contradiction, GraphBuilder, GraphRules, Label};

/// Graphs that are written out with a position, each with the name that stands for it in the text.
pub(crate) type Nameless = Vec<(Rc<Graph>, Rc<str>)>;

/// Returns a graph with these rules as a value of its own.
pub fn graph_value(positions: &mut Positions, rules: GraphRules, by_rule: bool) -> Value {
    let rules = Arc::new(rules);
    let ruleset = positions.add_own(rules.clone());
    Value::Ruleset(Rc::new(Ruleset::Graph(Rc::new(Graph { ruleset, rules, by_rule }))))
}

/// Returns the graph with this name, if there is one.
pub(crate) fn graph_named(positions: &Positions, name: &str, by_rule: bool) -> Option<Value> {
    let is_it = |rules: &dyn Any| rules.downcast_ref().is_some_and(|graph: &GraphRules| graph.name() == Some(name));
    let ruleset = positions.find_own(is_it)?;
    Some(Value::Ruleset(Rc::new(Ruleset::Graph(Rc::new(graph_with(positions, ruleset, by_rule)?)))))
}

fn graph_with(positions: &Positions, ruleset: RulesetId, by_rule: bool) -> Option<Graph> {
    let rules: Arc<dyn Any + Send + Sync> = positions.rules(ruleset);
    Some(Graph { ruleset, rules: rules.downcast().ok()?, by_rule })
}

/// Returns the rules that were gathered, or why they contradict each other.
pub(crate) fn built_graph(cx: &mut Session, builder: GraphBuilder) -> Result<GraphRules, EvalError> {
    builder.finish(&mut cx.games.budget)?.map_err(|(contradiction, label)| {
        let label = label_value(Label::of(&label));
        contradicts(cx, contradiction, &label)
    })
}

pub(crate) fn contradicts(cx: &mut Session, contradiction: Contradiction, label: &Value) -> EvalError {
    let label = bare(cx, label);
    match contradiction {
        Contradiction::TwoClasses(_) => VertexError::TwoClasses { label }.into(),
        Contradiction::ClassWithMoves(_) => VertexError::ClassWithMoves { label }.into(),
    }
}

/// Returns a label without quotes, for messages.
pub(crate) fn bare(cx: &mut Session, label: &Value) -> String {
    match label {
        Value::Text(text) if text.len() < 40 => text.to_string(),
        other => cx.short(other),
    }
}

/// Returns the graph of which a position is a vertex, and the number of the vertex.
pub(crate) fn graph_of(positions: &Positions, p: PositionId) -> Option<(Rc<Graph>, u32)> {
    let graph = graph_with(positions, positions.ruleset_of(p), false)?;
    Some((Rc::new(graph), positions.state(p)[0]))
}

/// Returns the first graph that is equal to this one, or `None` if it is this one.
pub(crate) fn first_alike(positions: &Positions, graph: &Graph) -> Option<Rc<Graph>> {
    let is_alike =
        |rules: &dyn Any| rules.downcast_ref::<GraphRules>().is_some_and(|rules| rules.order(&graph.rules).is_eq());
    let first = positions.find_own(is_alike).filter(|first| *first != graph.ruleset)?;
    graph_with(positions, first, graph.by_rule).map(Rc::new)
}

/// Returns the vertex of a graph with this label.
pub(crate) fn vertex_at(cx: &mut Session, graph: &Rc<Graph>, label: &Value) -> Result<Value, EvalError> {
    if let Some(v) = graph.find(label) {
        return Ok(Value::Position(cx.positions.intern(graph.ruleset, &[v])));
    }
    let label = bare(cx, label);
    let names: Vec<String> = (0..graph.len().min(8)).map(|v| format!("`{}`", bare(cx, &graph.label(v)))).collect();
    let more = if graph.len() > 8 { ", ..." } else { "" };
    let vertices = names.join(", ") + more;
    Err(VertexError::Unknown { label, vertices }.into())
}

/// Returns the first vertex of a graph, for which the graph stands.
pub(crate) fn first_vertex(positions: &mut Positions, graph: &Rc<Graph>) -> Result<PositionId, EvalError> {
    if graph.by_rule || graph.is_empty() {
        let what = if graph.is_empty() { "an empty graph" } else { "a graph by rule" };
        return Err(VertexError::NoFirst { what }.into());
    }
    Ok(positions.intern(graph.ruleset, &[0]))
}

pub(crate) fn terminal_class(cx: &mut Session, value: &Value) -> Result<TerminalClass, EvalError> {
    match value {
        Value::Outcome(o @ (Outcome::P | Outcome::N | Outcome::D | Outcome::L | Outcome::R)) => {
            Ok(TerminalClass::Outcome(*o))
        }
        Value::Integer(_) | Value::Number(_) => Ok(TerminalClass::Payoff(value.as_number().expect("a number"))),
        other => Err(VertexError::Class { got: cx.describe(other) }.into()),
    }
}
