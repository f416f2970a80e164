//! A graph as the literal that reads back.

use std::fmt::Write;

use crate::eval::{EvalError, Room, Session};
use crate::syntax::lexer::{Lexeme, lex};
use crate::value::graph::class_value;
use crate::value::{Graph, Value};
use cg_engine::graphs::Digraph;
use cg_engine::notation::Notation;

/// The number of vertices and arrows beyond which a screen shows the size of a graph only.
const MAX_SIZE: usize = 2000;

/// Bytes that are asked for before a label is written.
const LONGEST_USUAL_LABEL: usize = 32;

/// Returns the graph as a literal with the same vertices in the same order; on a screen the size alone of a large
/// one.
pub(crate) fn graph_text(cx: &mut Session, graph: &Graph) -> Result<String, EvalError> {
    let rules = &graph.rules;
    let arrows = rules.left().edges() + if rules.is_impartial() { 0 } else { rules.right().edges() };
    if matches!(cx.printer.room, Room::Cut(_)) && graph.len() as usize + arrows > MAX_SIZE {
        return Ok(format!("a graph of {} vertices", graph.len()));
    }
    // Each label stands once for its vertex and once for each arrow to it.
    cx.games.budget.reserve((graph.len() as usize + arrows) * LONGEST_USUAL_LABEL)?;
    let joins = Joins::of(graph);
    let mut entries: Vec<String> = Vec::new();
    if !in_order(graph, joins) {
        for v in 0..graph.len() {
            entries.push(label_text(cx, graph, v)?);
        }
    }
    let mut named = vec![!entries.is_empty(); graph.len() as usize];
    for v in 0..graph.len() {
        cx.games.budget.tick()?;
        let label = label_text(cx, graph, v)?;
        if let Some(class) = rules.analysis().class(v) {
            let class = cx.written(&class_value(class), Notation::Ascii)?;
            entries.push(format!("{label} : {class}"));
        } else {
            let groups = groups(graph, joins, v);
            if groups.is_empty() && !named[v as usize] {
                entries.push(label.clone());
            }
            for (sign, targets) in groups {
                let mut entry = format!("{label} {sign} ");
                for (i, to) in targets.into_iter().enumerate() {
                    named[to as usize] = true;
                    let target = label_text(cx, graph, to)?;
                    let _ = write!(entry, "{}{target}", if i > 0 { ", " } else { "" });
                }
                entries.push(entry);
            }
        }
        named[v as usize] = true;
    }
    Ok(format!("graph <{}>", entries.join("; ")))
}

/// Returns a label as a literal reads it: in quotes where a bare name would mean something else.
fn label_text(cx: &mut Session, graph: &Graph, v: u32) -> Result<String, EvalError> {
    let label = graph.label(v);
    if let Value::Text(text) = &label
        && let [only] = &lex(text)[..]
        && only.kind == Lexeme::Name
        && only.range() == (0..text.len())
        && cx.globals.builtins.find(text).is_none()
        && !cx.globals.is_defined(text)
    {
        return Ok(text.to_string());
    }
    cx.written(&label, Notation::Ascii)
}

/// The way a graph is written.
#[derive(Clone, Copy, PartialEq)]
enum Joins {
    /// The graph is written by its arrows.
    Arrows,
    /// The graph is written by its edges: each arrow goes both ways, and none is a loop.
    Edges,
}

impl Joins {
    fn of(graph: &Graph) -> Joins {
        let arrows = graph.rules.left();
        let back = |v: u32, to: u32| to != v && arrows.followers(to).binary_search(&v).is_ok();
        let all_back = || (0..graph.len()).all(|v| arrows.followers(v).iter().all(|&to| back(v, to)));
        if graph.rules.is_impartial() && arrows.edges() > 0 && all_back() { Joins::Edges } else { Joins::Arrows }
    }
}

/// Returns the groups behind a vertex: signs, and the vertices that they lead to.
fn groups(graph: &Graph, joins: Joins, v: u32) -> Vec<(&'static str, Vec<u32>)> {
    let (left, right) = (graph.rules.left(), graph.rules.right());
    if joins == Joins::Arrows {
        return arrow_groups(left, right, v);
    }
    let later: Vec<u32> = left.followers(v).iter().copied().filter(|&to| to > v).collect();
    if later.is_empty() { Vec::new() } else { vec![("--", later)] }
}

/// Returns the arrows from a vertex: both players', Left's alone, Right's alone, as far as there are any.
fn arrow_groups(left: &Digraph, right: &Digraph, v: u32) -> Vec<(&'static str, Vec<u32>)> {
    let (left, right) = (left.followers(v), right.followers(v));
    let only = |mine: &[u32], other: &[u32]| -> Vec<u32> {
        mine.iter().copied().filter(|to| other.binary_search(to).is_err()).collect()
    };
    let both = left.iter().copied().filter(|to| right.binary_search(to).is_ok()).collect();
    let groups = [("->", both), ("-L>", only(left, right)), ("-R>", only(right, left))];
    groups.into_iter().filter(|(_, targets)| !targets.is_empty()).collect()
}

/// Returns `true` if naming the vertices in order, each before those it leads to, yields the order they have.
fn in_order(graph: &Graph, joins: Joins) -> bool {
    let mut next = 0;
    let mut meet = |v: u32| {
        let fine = v <= next;
        next += u32::from(v == next);
        fine
    };
    (0..graph.len())
        .all(|v| meet(v) && groups(graph, joins, v).into_iter().flat_map(|(_, targets)| targets).all(&mut meet))
}
