//! Positions on graphs that no name leads to, written so that they read back.

use std::rc::Rc;

use super::graph_literal::graph_text;
use crate::eval::globals::Global;
use crate::eval::graph::Nameless;
use crate::eval::{EvalError, Session, graph_of};
use crate::value::{Ruleset, Value};
use cg_engine::notation::Notation;
use cg_engine::positions::{self, PositionId, Term};

/// Returns a position as it is written, but with graphs that no name leads to written out: `(graph <a -> b>).a`,
/// and `(graph_1 -> graph_1.a + nim(2))(graph <a -> b>)`. So it reads back wherever the names in it mean the same.
///
/// ```
/// use cg::eval::{Quiet, Session};
/// use cg::show::written_out;
/// use cg::value::Value;
///
/// let mut session = Session::new(cg::builtins::all(), Box::new(Quiet::default()));
/// let Value::Position(p) = session.evaluate("(graph <a -> b>).a").unwrap() else { panic!("a position") };
/// assert_eq!(written_out(&mut session, p).unwrap(), "(graph <a -> b>).a");
/// ```
pub fn written_out(cx: &mut Session, p: PositionId) -> Result<String, EvalError> {
    let before = cx.printer.nameless.replace(Nameless::new());
    let text = cx.written(&Value::Position(p), Notation::Ascii);
    let nameless = std::mem::replace(&mut cx.printer.nameless, before).unwrap_or_default();
    let text = text?;
    let mut graphs = Vec::with_capacity(nameless.len());
    for (graph, _) in &nameless {
        graphs.push(graph_text(cx, graph)?);
    }
    let names: Vec<&str> = nameless.iter().map(|(_, name)| &**name).collect();
    Ok(match (&names[..], &graphs[..]) {
        ([], _) => text,
        ([name], [graph]) if graph_of(&cx.positions, p).is_some() => format!("({graph}){}", &text[name.len()..]),
        ([name], [graph]) => format!("({name} -> {text})({graph})"),
        _ => format!("(({}) -> {text})({})", names.join(", "), graphs.join(", ")),
    })
}

/// Returns the term of a position, with the name that its graph has in the text.
pub(super) fn term(cx: &mut Session, p: PositionId) -> Term {
    match positions::term(p, cx) {
        Term::Vertex(name, label) if cx.printer.nameless.is_some() => {
            Term::Vertex(name_in_text(cx, p, &name).map_or(name, |name| (*name).into()), label)
        }
        term => term,
    }
}

/// Returns the name that stands for the graph of a vertex, if its own does not lead to it.
fn name_in_text(cx: &mut Session, p: PositionId, own: &str) -> Option<Rc<str>> {
    let (graph, _) = graph_of(&cx.positions, p)?;
    let known = match cx.globals.find(own) {
        Some(Global::Variable(Value::Ruleset(ruleset))) => match &**ruleset {
            Ruleset::Graph(known) => Some(known.ruleset),
            _ => None,
        },
        _ => None,
    };
    if known == Some(graph.ruleset) {
        return None;
    }
    let told = cx.printer.nameless.get_or_insert_default();
    if let Some((_, name)) = told.iter().find(|(known, _)| known.ruleset == graph.ruleset) {
        return Some(name.clone());
    }
    let names = (1..).map(|n| format!("graph_{n}"));
    let is_free = |name: &String| told.iter().all(|told| *told.1 != **name) && !cx.globals.is_defined(name);
    let name: Rc<str> = names.into_iter().find(is_free)?.into();
    told.push((graph, name.clone()));
    Some(name)
}
