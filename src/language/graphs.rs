//! Graph literals: vertices by label, moves, terminal classes.

use rustc_hash::FxHashMap;

use super::Value;
use super::rules::term;
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
            let moves = &mut moves[from as usize];
            if wanted && !moves.contains(&to) {
                moves.push(to);
            }
        }
    }

    /// The vertices and the rules, or the label of a vertex that has both a class and moves.
    pub fn finish(self) -> Result<(Vec<Value>, GraphRules), Value> {
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
