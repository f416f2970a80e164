//! Graphs as values of the language: labels, tables, literals that read back, files.

mod adjoin;
mod derived;
mod dot;
mod edges;
mod files;
mod names;
mod text;
mod write;

use std::rc::Rc;

use super::rules::term;
use super::value::{Graph, Ruleset, Table};
use super::{Room, Session, Trouble, Value};
use cg_engine::games::{Outcome, Player};
use cg_engine::ordinals::GammaValue;
use cg_engine::positions::{self, Convention, PositionId, Term, TerminalClass};
use cg_engine::rulesets::graph::{Contradiction, GraphBuilder, GraphRules, Label};

/// Rows of a table up to which it is shown whole on a screen.
const WHOLE: u32 = 200;
/// Rows shown of a longer one.
const SHOWN: u32 = 50;
/// Members in a label, those of its members included.
const HEAVIEST_LABEL: u64 = 1000;

/// Whether a vertex may be called so: labels hold no values or positions.
pub(super) fn is_label(value: &Value) -> bool {
    match value {
        Value::Integer(_) | Value::Number(_) | Value::Text(_) | Value::Boolean(_) => true,
        Value::List(list) | Value::Set(list) => {
            list.weight() <= HEAVIEST_LABEL && list.len() <= HEAVIEST_LABEL && list.iter().all(|v| is_label(&v))
        }
        _ => false,
    }
}

/// Calls back with a value as a label.
pub(super) fn with_label<T>(value: &Value, then: impl FnOnce(Label<'_>) -> T) -> T {
    match value {
        Value::Integer(n) => then(Label::Number(*n)),
        Value::Text(text) => then(Label::Text(text)),
        other => then(Label::of(&term(other))),
    }
}

/// A label as a value.
pub(super) fn label_value(label: Label<'_>) -> Value {
    match label {
        Label::Number(n) => Value::Integer(n),
        Label::Text(text) => Value::text(text),
        Label::Other(term) => term_value(term),
    }
}

fn term_value(term: &Term) -> Value {
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
    /// How many vertices it has.
    pub fn len(&self) -> u32 {
        self.rules.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The label of a vertex.
    pub fn label(&self, v: u32) -> Value {
        label_value(self.rules.labels().get(v))
    }

    /// The vertex with this label.
    pub fn find(&self, label: &Value) -> Option<u32> {
        is_label(label).then(|| with_label(label, |label| self.rules.labels().find(label))).flatten()
    }
}

impl Session {
    /// A graph with these rules as a value of its own.
    pub fn graph(&mut self, rules: GraphRules, by_rule: bool) -> Value {
        let rules = Rc::new(rules);
        let ruleset = self.positions.add_ruleset(rules.clone());
        Value::Ruleset(Rc::new(Ruleset::Graph(Rc::new(Graph { ruleset, rules, by_rule }))))
    }

    /// The rules that were gathered, or why they contradict each other.
    pub fn built_graph(&mut self, builder: GraphBuilder) -> Result<GraphRules, Trouble> {
        builder.finish(&mut self.games.budget)?.map_err(|(contradiction, label)| {
            let label = label_value(Label::of(&label));
            self.contradiction(contradiction, &label)
        })
    }

    pub(super) fn contradiction(&mut self, contradiction: Contradiction, label: &Value) -> Trouble {
        let label = self.bare(label);
        match contradiction {
            Contradiction::TwoClasses(_) => {
                Trouble::said("graph::terminal-class", format!("vertex `{label}` is given two terminal classes"))
                    .here("in this graph")
                    .help("keep the one that is meant")
            }
            Contradiction::ClassWithMoves(_) => {
                Trouble::said("graph::terminal-class", format!("vertex `{label}` has a terminal class and moves"))
                    .here("in this graph")
                    .help("a class is for vertices without arrows; leave the class or the arrows away")
            }
        }
    }

    /// A label without quotes, for messages.
    pub(super) fn bare(&mut self, label: &Value) -> String {
        match label {
            Value::Text(text) if text.len() < 40 => text.to_string(),
            other => self.short(other),
        }
    }

    /// The vertex of a graph with this label.
    pub(super) fn vertex(&mut self, graph: &Rc<Graph>, label: &Value) -> Result<Value, Trouble> {
        if let Some(v) = graph.find(label) {
            return Ok(Value::Position(self.positions.intern(graph.ruleset, &[v])));
        }
        let label = self.bare(label);
        let message = format!("the graph has no vertex `{label}`");
        let names: Vec<String> = (0..graph.len().min(8)).map(|v| format!("`{}`", self.bare(&graph.label(v)))).collect();
        let more = if graph.len() > 8 { ", ..." } else { "" };
        let help = match names.len() {
            0 => "it has no vertices".into(),
            _ => format!("its vertices are {}{more}", names.join(", ")),
        };
        Err(Trouble::said("graph::vertex", message).help(help))
    }

    /// The first vertex of a graph, for which the graph stands.
    pub(super) fn first_vertex(&mut self, graph: &Rc<Graph>) -> Result<PositionId, Trouble> {
        if graph.by_rule || graph.is_empty() {
            let what = if graph.is_empty() { "an empty graph" } else { "a graph by rule" };
            return Err(Trouble::said("graph::vertex", format!("{what} has no first vertex")).help("name one: `g[3]`"));
        }
        Ok(self.positions.intern(graph.ruleset, &[0]))
    }

    pub(super) fn class(&mut self, value: &Value) -> Result<TerminalClass, Trouble> {
        match value {
            Value::Outcome(o @ (Outcome::P | Outcome::N | Outcome::D | Outcome::L | Outcome::R)) => {
                Ok(TerminalClass::Outcome(*o))
            }
            Value::Integer(_) | Value::Number(_) => Ok(TerminalClass::Payoff(value.as_number().expect("a number"))),
            other => {
                let got = self.describe(other);
                Err(Trouble::said(
                    "graph::terminal-class",
                    format!("a terminal class is N, P, D, L, R or a payoff to Left, not {got}"),
                )
                .help("write `t : P` where the player to move loses, `t : N` where that player wins"))
            }
        }
    }

    /// Everything that is known of the first vertices of a graph, and a word on the rest. For an impartial graph:
    /// terminal distance (Smith's D), remoteness, outcome, γ-value, counter; else the classes and the outcome.
    pub(super) fn graph_table(&mut self, graph: &Graph) -> Result<(Table, Option<String>), Trouble> {
        let is_cut = matches!(self.room, Room::Cut(_)) && graph.len() > WHOLE;
        let rows = if is_cut { SHOWN } else { graph.len() };
        let head = match (graph.rules.analysis().has_special_classes(), graph.rules.is_impartial()) {
            (true, _) => &["vertex", "class", "outcome"][..],
            (false, true) => &["vertex", "D", "R", "outcome", "gamma", "counter"],
            (false, false) => &["vertex", "outcome"],
        };
        let mut table = Table { head: head.iter().map(|n| Value::text(*n)).collect(), rows: Vec::new() };
        for v in 0..rows {
            self.games.budget.tick()?;
            let mut row = vec![graph.label(v)];
            if graph.rules.analysis().has_special_classes() {
                row.push(graph.rules.analysis().class(v).map_or(Value::Nothing, class_value));
                row.push(self.vertex_outcome(graph, v)?);
            } else {
                row.extend(self.vertex_answers(graph, v)?);
            }
            table.rows.push(row);
        }
        let rest = graph.len() - rows;
        let g = graph.rules.name().unwrap_or("g");
        let more = format!("{rest} more vertices; `{g}[v]` asks about one, `save_graph({g}, \"all.dot\")` writes all");
        Ok((table, (rest > 0).then_some(more)))
    }

    fn vertex_outcome(&mut self, graph: &Graph, v: u32) -> Result<Value, Trouble> {
        let p = self.positions.intern(graph.ruleset, &[v]);
        Ok(Value::Outcome(positions::class(positions::outcomes(p, Convention::Normal, self)?)))
    }

    /// What is known of a vertex of a graph without special classes: D, R, outcome, γ and counter, or the outcome alone
    /// where the players' moves differ.
    pub(super) fn vertex_answers(&mut self, graph: &Graph, v: u32) -> Result<Vec<Value>, Trouble> {
        if !graph.rules.is_impartial() {
            return Ok(vec![self.vertex_outcome(graph, v)?]);
        }
        let budget = &mut self.games.budget;
        let whole = graph.rules.analysis();
        let distance = whole.distance(v, budget)?;
        let remoteness = whole.remoteness(v, Player::Left, Convention::Normal, budget)?;
        let gammas = whole.gammas(budget)?;
        let counter = gammas.counter(v, budget)?;
        let gamma = self.gamma_value(gammas.value(v))?;
        let outcome = match remoteness {
            None => Outcome::D,
            Some(n) if n % 2 == 1 => Outcome::N,
            Some(_) => Outcome::P,
        };
        Ok(vec![count(distance), count(remoteness), Value::Outcome(outcome), gamma, count(counter)])
    }
}

/// A terminal class as it is written.
pub(super) fn class_value(class: &TerminalClass) -> Value {
    match class {
        TerminalClass::Outcome(outcome) => Value::Outcome(*outcome),
        TerminalClass::Payoff(x) => Value::number(x.clone()),
    }
}

/// A number, or `inf()`.
fn count(n: Option<u32>) -> Value {
    n.map_or_else(endless, |n| Value::Integer(n.into()))
}

/// `inf()` as the greatest ordinal.
pub(super) fn endless() -> Value {
    Value::Gamma(Rc::new(GammaValue::Infinite(Default::default())))
}
