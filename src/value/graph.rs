//! Graphs as values: the labels of their vertices, and the entries of their tables.

use std::rc::Rc;

use super::{Graph, Value, term};
use cg_engine::ordinals::GammaValue;
use cg_engine::positions::{Term, TerminalClass};
use cg_engine::rulesets::graph::Label;

/// Members in a label, those of its members included.
const HEAVIEST_LABEL: u64 = 1000;

/// Returns `true` if a vertex may have this label: labels contain no values or positions.
pub(crate) fn is_label(value: &Value) -> bool {
    match value {
        Value::Integer(_) | Value::Number(_) | Value::Text(_) | Value::Boolean(_) => true,
        Value::List(list) | Value::Set(list) => {
            list.weight() <= HEAVIEST_LABEL && list.len() <= HEAVIEST_LABEL && list.iter().all(|v| is_label(&v))
        }
        _ => false,
    }
}

/// Calls back with a value as a label.
pub(crate) fn with_label<T>(value: &Value, then: impl FnOnce(Label<'_>) -> T) -> T {
    match value {
        Value::Integer(n) => then(Label::Number(*n)),
        Value::Text(text) => then(Label::Text(text)),
        other => then(Label::of(&term(other))),
    }
}

/// Returns a label as a value.
pub(crate) fn label_value(label: Label<'_>) -> Value {
    match label {
        Label::Number(n) => Value::Integer(n),
        Label::Text(text) => Value::text(text),
        Label::Other(term) => term_value(term),
    }
}

/// Returns the term of a label as a value.
pub(crate) fn term_value(term: &Term) -> Value {
    match term {
        Term::Number(x) => Value::number((**x).clone()),
        Term::Text(text) => Value::text(&**text),
        Term::List(members) => Value::list(members.iter().map(term_value).collect()),
        Term::Set(members) => Value::set(members.iter().map(term_value).collect()),
        Term::Name(name) => Value::Boolean(&**name == "true"),
        _ => Value::Nothing,
    }
}

impl Graph {
    /// Returns the number of vertices.
    pub fn len(&self) -> u32 {
        self.rules.len()
    }

    /// Returns `true` if there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Returns the label of a vertex.
    pub fn label(&self, v: u32) -> Value {
        label_value(self.rules.labels().get(v))
    }

    /// Returns the vertex with this label.
    pub fn find(&self, label: &Value) -> Option<u32> {
        is_label(label).then(|| with_label(label, |label| self.rules.labels().find(label))).flatten()
    }
}

/// Returns a terminal class as it is written.
pub(crate) fn class_value(class: &TerminalClass) -> Value {
    match class {
        TerminalClass::Outcome(outcome) => Value::Outcome(*outcome),
        TerminalClass::Payoff(x) => Value::number(x.clone()),
    }
}

/// Returns a number, or `inf()`.
pub(crate) fn count(n: Option<u32>) -> Value {
    n.map_or_else(endless, |n| Value::Integer(n.into()))
}

/// Returns `inf()` as the greatest ordinal.
pub(crate) fn endless() -> Value {
    Value::Gamma(Rc::new(GammaValue::Infinite(Default::default())))
}
