//! Values inside the names of positions.

use super::Value;
use cg_engine::positions::Term;

/// How an argument is written inside a position.
pub(crate) fn term(value: &Value) -> Term {
    match value {
        Value::Integer(n) => Term::Number(Box::new((*n).into())),
        Value::Number(x) => Term::Number(Box::new((**x).clone())),
        Value::Game(g) => Term::Game(*g),
        Value::Loopy(value) => Term::Loopy(*value),
        Value::Position(p) => Term::Position(*p),
        Value::Text(t) => Term::Text(t.as_str().into()),
        Value::List(l) => match l.long_range() {
            Some(range) => Term::Name(range.into()),
            None => Term::List(l.iter().map(|v| term(&v)).collect()),
        },
        Value::Set(s) => Term::Set(s.iter().map(|v| term(&v)).collect()),
        Value::Boolean(b) => Term::Name(if *b { "true" } else { "false" }.into()),
        Value::Outcome(o) => Term::Name(o.to_string().into()),
        Value::Ordinal(x) => Term::Name(x.to_string().into()),
        Value::Gamma(x) => Term::Name(x.to_string().into()),
        Value::Nimber(x) => Term::Name(format!("*({x})").into()),
        Value::Board(board) => Term::Call("board".into(), vec![Term::Text(board.text().into())]),
        Value::Nothing
        | Value::Convention(_)
        | Value::Compound(_)
        | Value::Function(_)
        | Value::Ruleset(_)
        | Value::Report(_)
        | Value::Table(_) => Term::Name(value.kind().into()),
    }
}
