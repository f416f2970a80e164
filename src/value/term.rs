//! Values inside the names of positions.

use super::closure::{MAX_BODY_BYTES, function_term};
use super::{Ruleset, Value};
use cg_engine::positions::{Convention, Term};

/// Returns the form of an argument inside a position.
pub(crate) fn term(value: &Value) -> Term {
    within(value, &mut { MAX_BODY_BYTES })
}

/// Like [`term`], with a limit for the bodies of functions.
pub(super) fn within(value: &Value, room: &mut usize) -> Term {
    match value {
        Value::Integer(n) => Term::Number(Box::new((*n).into())),
        Value::Number(x) => Term::Number(Box::new((**x).clone())),
        Value::Game(g) => Term::Game(*g),
        Value::Loopy(value) => Term::Loopy(*value),
        Value::Position(p) => Term::Position(*p),
        Value::Text(t) => Term::Text(t.as_str().into()),
        Value::List(l) => match l.long_range() {
            Some(range) => Term::Name(range.into()),
            None => Term::List(l.iter().map(|v| within(&v, room)).collect()),
        },
        Value::Set(s) => Term::Set(s.iter().map(|v| within(&v, room)).collect()),
        Value::Boolean(b) => Term::Name(if *b { "true" } else { "false" }.into()),
        Value::Outcome(o) => Term::Name(o.to_string().into()),
        Value::Ordinal(x) => Term::Name(x.to_string().into()),
        Value::Surreal(x) => Term::Name(x.to_string().into()),
        Value::Gamma(x) => Term::Name(x.to_string().into()),
        Value::Nimber(x) => Term::Name(format!("*({x})").into()),
        Value::Board(board) => Term::Call("board".into(), vec![Term::Text(board.text().into())]),
        Value::Dict(dict) => {
            let pair = |(key, value): (&Value, &Value)| Term::List(vec![within(key, room), within(value, room)]);
            Term::Call("dict".into(), vec![Term::List(dict.iter().map(pair).collect())])
        }
        Value::Table(table) => {
            Term::Call("table".into(), table.arguments().iter().map(|rows| within(rows, room)).collect())
        }
        Value::Function(function) => function_term(function, room),
        Value::Ruleset(ruleset) => match &**ruleset {
            Ruleset::Builtin(_, name, first) => called(name, first, room),
            Ruleset::Defined(_, name, first) => called(name, first, room),
            Ruleset::Optioned(_, written, _) => Term::Name((&**written).into()),
            Ruleset::Graph(graph) => Term::Name(graph.rules.name().unwrap_or(value.kind()).into()),
        },
        Value::Convention(convention) => {
            Term::Name(if *convention == Convention::Normal { "normal" } else { "misere" }.into())
        }
        Value::Compound(kind) => Term::Name(kind.name().into()),
        Value::Nothing | Value::Report(_) => Term::Name(value.kind().into()),
    }
}

/// Returns a ruleset with its first arguments.
fn called(name: &str, first: &[Value], room: &mut usize) -> Term {
    match first {
        [] => Term::Name(name.into()),
        first => Term::Call(name.into(), first.iter().map(|value| within(value, room)).collect()),
    }
}
