//! Graphs that a function makes, by their labels and moves.

use std::rc::Rc;

use super::rules::term;
use super::value::{Graph, Ruleset};
use super::{Session, Value};
use crate::rulesets::graph::GraphRules;

impl Session {
    /// The graph with these vertices, in which both players can move from vertex i to those of `moves[i]`. Labels hold
    /// no positions and no games.
    pub fn graph_of(&mut self, vertices: Vec<Value>, moves: Vec<Vec<u32>>) -> Value {
        let labels = vertices.iter().map(term).collect();
        let classes = vec![None; vertices.len()];
        let rules = Rc::new(GraphRules::new(labels, moves.clone(), moves, classes));
        let ruleset = self.positions.add_ruleset(rules.clone());
        let span = self.here();
        Value::Ruleset(Rc::new(Ruleset::Graph(Rc::new(Graph { ruleset, rules, vertices, by_rule: true, span }))))
    }
}
