//! Graph literals: vertices by label, moves, terminal classes.

use rustc_hash::FxHashMap;

use super::rules::term;
use super::value::{Graph, Table};
use super::{Session, Trouble, Value};
use crate::digraphs::{self, Convention};
use crate::games::Fault;
use crate::ordinals::GammaValue;
use crate::positions;
use crate::rulesets::graph::{Class, GraphRules};

/// Gathers the entries of a literal.
#[derive(Default)]
pub(super) struct Builder {
    vertices: Vec<Value>,
    numbers: FxHashMap<Value, u32>,
    left: Vec<Vec<u32>>,
    right: Vec<Vec<u32>>,
    classes: Vec<Option<Class>>,
}

impl Builder {
    /// The number of the vertex with this label.
    pub fn vertex(&mut self, label: &Value) -> u32 {
        if let Some(&number) = self.numbers.get(label) {
            return number;
        }
        let number = self.vertices.len() as u32;
        self.vertices.push(label.clone());
        self.numbers.insert(label.clone(), number);
        self.left.push(Vec::new());
        self.right.push(Vec::new());
        self.classes.push(None);
        number
    }

    pub fn class(&mut self, vertex: u32, class: Class) {
        self.classes[vertex as usize] = Some(class);
    }

    /// A move; the same move twice counts once.
    pub fn arrow(&mut self, from: u32, to: u32, left: bool, right: bool) {
        for (moves, wanted) in [(&mut self.left, left), (&mut self.right, right)] {
            if wanted {
                moves[from as usize].push(to);
            }
        }
    }

    /// The vertices and the rules, or the label of a vertex that has both a class and moves.
    pub fn finish(mut self) -> Result<(Vec<Value>, GraphRules), Value> {
        for lists in [&mut self.left, &mut self.right] {
            // The vertex from which each was reached last.
            let mut reached = vec![u32::MAX; lists.len()];
            for (from, moves) in lists.iter_mut().enumerate() {
                moves.retain(|&to| std::mem::replace(&mut reached[to as usize], from as u32) != from as u32);
            }
        }
        for (v, class) in self.classes.iter().enumerate() {
            if class.is_some() && !(self.left[v].is_empty() && self.right[v].is_empty()) {
                return Err(self.vertices[v].clone());
            }
        }
        let labels = self.vertices.iter().map(term).collect();
        let rules = GraphRules::new(labels, self.left, self.right, self.classes);
        Ok((self.vertices, rules))
    }
}

impl Session {
    /// Everything that is known of a graph, vertex by vertex. For an impartial graph: terminal distance (Smith's D),
    /// remoteness, outcome, γ-value, counter; else the outcome.
    pub(super) fn graph_table(&mut self, graph: &Graph) -> Result<Table, Trouble> {
        let head = |names: &[&str]| names.iter().map(|n| Value::text(*n)).collect();
        let mut rows: Vec<Vec<Value>> = Vec::new();
        let mut lists: Vec<Vec<u32>> = Vec::new();
        let mut impartial = self.positions.rules(graph.ruleset).refusal().is_none();
        let mut moves = positions::Options::default();
        for v in 0..graph.vertices.len() as u32 {
            let p = self.positions.intern(graph.ruleset, &[v]);
            positions::options(p, self, &mut moves)?;
            impartial &= moves.impartial;
            lists.push(moves.left.iter().map(|&q| self.positions.state(q)[0]).collect());
        }
        if !impartial {
            for (v, label) in graph.vertices.iter().enumerate() {
                let p = self.positions.intern(graph.ruleset, &[v as u32]);
                let outcome = positions::class(positions::outcomes(p, Convention::Normal, self)?);
                rows.push(vec![label.clone(), Value::Outcome(outcome)]);
            }
            return Ok(Table { head: head(&["vertex", "outcome"]), rows });
        }
        let budget = &mut self.games.budget;
        let digraph = digraphs::Digraph::from_lists(&lists, budget)?;
        let distances = digraphs::distances(&digraph, budget)?;
        let remoteness = digraphs::remoteness(&digraph, Convention::Normal, budget)?;
        let gammas = digraphs::gamma(&digraph, budget)?;
        let number = |n: Option<u32>| match n {
            Some(n) => Ok(Value::Integer(n as i64)),
            None => endless(),
        };
        for (v, label) in graph.vertices.iter().enumerate() {
            let v = v as u32;
            let counter = gammas.counter(v, &mut self.games.budget)?;
            let gamma = self.gamma_value(gammas.value(v))?;
            rows.push(vec![
                label.clone(),
                number(distances[v as usize])?,
                number(remoteness.get(v))?,
                Value::Outcome(remoteness.outcome(v)),
                gamma,
                number(counter)?,
            ]);
        }
        Ok(Table { head: head(&["vertex", "D", "R", "outcome", "gamma", "counter"]), rows })
    }
}

/// `inf()` as the greatest ordinal.
pub(super) fn endless() -> Result<Value, Fault> {
    Ok(Value::Gamma(std::rc::Rc::new(GammaValue::Infinite(Default::default()))))
}
