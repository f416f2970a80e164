//! The sets W, as a label on each vertex.

use super::UNKNOWN_VALUE;
use crate::games::hashing::FastSet;
use crate::games::{Budget, Fault};
use crate::graphs::Digraph;

/// The label of vertices of nim-value 0 or 1, and of those not examined.
const LOW_LABEL: u32 = u32::MAX;
/// The label of vertices in R.
const REST_LABEL: u32 = u32::MAX - 1;
/// The label of vertices in several sets.
const SEVERAL_LABEL: u32 = u32::MAX - 2;

/// The set W that contains each vertex.
#[derive(Clone)]
pub(super) struct Labels {
    label: Vec<u32>,
    /// The terminal of each set, in ascending order.
    pub(super) sets: Vec<u32>,
    /// `true` if some vertex is in several sets.
    pub(super) meet: bool,
}

impl Labels {
    /// Returns the number of the set that the vertex is in, if it is in one alone.
    pub(super) fn of(&self, v: u32) -> Option<u32> {
        Some(self.label[v as usize]).filter(|&label| label < SEVERAL_LABEL)
    }

    pub(super) fn is_rest(&self, v: u32) -> bool {
        self.label[v as usize] == REST_LABEL
    }

    pub(super) fn is_in_several(&self, v: u32) -> bool {
        self.label[v as usize] == SEVERAL_LABEL
    }

    /// Makes a set of its own of vertices of R, unless there are none.
    pub(super) fn add(&mut self, vertices: &[u32]) {
        let Some(&first) = vertices.first() else { return };
        let id = self.sets.len() as u32;
        self.sets.push(first);
        for &v in vertices {
            self.label[v as usize] = id;
        }
    }
}

/// Returns a label for each terminal k: a vertex of even nim-value k from 2 on without a move to nim-value k + 1.
fn terminals(graph: &Digraph, order: &[u32], values: &[u32], budget: &mut Budget) -> Result<Labels, Fault> {
    let mut sets = Vec::new();
    for &v in order {
        budget.tick()?;
        let value = values[v as usize];
        if value >= 2 && value.is_multiple_of(2) && !graph.followers(v).iter().any(|&w| values[w as usize] == value + 1)
        {
            sets.push(v);
        }
    }
    sets.sort_unstable();
    let mut label = vec![LOW_LABEL; values.len()];
    for (id, &v) in (0..).zip(&sets) {
        label[v as usize] = id;
    }
    Ok(Labels { label, sets, meet: false })
}

/// Labels the vertices for Theorem 3: a vertex of nim-value k or k + 1 joins every set in which it has a follower.
pub(super) fn by_classes(graph: &Digraph, order: &[u32], values: &[u32], budget: &mut Budget) -> Result<Labels, Fault> {
    let mut labels = terminals(graph, order, values, budget)?;
    let is_terminal: FastSet<u32> = labels.sets.iter().copied().collect();
    for &v in order.iter().filter(|&&v| values[v as usize] >= 2 && !is_terminal.contains(&v)) {
        budget.tick()?;
        let class = values[v as usize] / 2;
        let mut joined = LOW_LABEL;
        for &w in graph.followers(v).iter().filter(|&&w| values[w as usize] / 2 == class) {
            budget.tick()?;
            let label = labels.label[w as usize];
            joined = if joined == LOW_LABEL || joined == label { label } else { SEVERAL_LABEL };
        }
        labels.label[v as usize] = joined;
        labels.meet |= joined == SEVERAL_LABEL;
    }
    Ok(labels)
}

/// Computes the labels for Theorem 4: a vertex joins a set in which it has a follower if its other followers of nim-value 2
/// and more have followers in that set. No move leads from one set to another.
pub(super) fn by_rule(graph: &Digraph, order: &[u32], values: &[u32], budget: &mut Budget) -> Result<Labels, Fault> {
    assert!(values.iter().all(|&value| value <= 3 || value == UNKNOWN_VALUE));
    let mut labels = terminals(graph, order, values, budget)?;
    let is_terminal: FastSet<u32> = labels.sets.iter().copied().collect();
    for &v in order.iter().filter(|&&v| values[v as usize] >= 2 && !is_terminal.contains(&v)) {
        budget.tick()?;
        let high = || graph.followers(v).iter().copied().filter(|&w| values[w as usize] >= 2);
        let mut label = REST_LABEL;
        if let Some(set) = high().find_map(|w| labels.of(w)) {
            let mut all = true;
            for w in high() {
                budget.tick()?;
                let inside = |&u: &u32| labels.of(u) == Some(set);
                all = all && (inside(&w) || graph.followers(w).iter().any(inside));
            }
            if all {
                label = set;
            }
        }
        labels.label[v as usize] = label;
    }
    Ok(labels)
}
