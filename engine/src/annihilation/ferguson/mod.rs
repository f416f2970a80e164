//! Misère annihilation games on graphs without cycles, under Condition A (Ferguson 1984).
//!
//! Condition A: every vertex of nim-value 0 that has moves has one to a vertex of nim-value 1. Then a token on a vertex
//! of nim-value 0 may be left out (Theorem 1), and tokens on vertices of nim-value 1 count modulo 2 (Theorem 2): only
//! the reduced graph matters, the vertices of nim-value 2 and more. The theory divides them into sets W, one for each
//! terminal k of the reduced graph, and R, the vertices in none of them. Under Condition B (Theorem 3), or C if no
//! nim-value is above 3 (Theorem 4), the parity of the number of tokens in each W decides who wins. Two games that
//! satisfy neither are solved by Theorems 5 and 6.
//!
//! A theorem about a graph is true of every part of it that moves do not leave. So the theory is built for the vertices
//! that the given tokens can reach, and for no others.

mod all_heaps;
mod conditions;
mod labels;
mod play;
mod reduced;
mod special;

use crate::games::hashing::FastSet;
use crate::games::{Budget, Fault};

use crate::graphs::{Cycles, Digraph, followers_first};

pub use all_heaps::AllHeaps;
pub use conditions::{FergusonCondition, Violation};
use labels::Labels;
pub use play::Side;
pub use reduced::Reduced;

/// The nim-values of vertices that were not looked at.
const UNKNOWN_VALUE: u32 = u32::MAX;

/// A theorem of Ferguson 1984 that says which positions are P.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FergusonTheorem {
    /// Condition B, or Condition C with R empty.
    Three,
    /// Nim-values up to 3 and Condition C.
    Four,
    /// The game of {1, 3, 4, 13, 20}.
    Five,
    /// The game of {2, 4, 5, 6}.
    Six,
}

impl FergusonTheorem {
    /// Returns its number in the paper.
    pub fn number(self) -> u8 {
        match self {
            FergusonTheorem::Three => 3,
            FergusonTheorem::Four => 4,
            FergusonTheorem::Five => 5,
            FergusonTheorem::Six => 6,
        }
    }
}

/// Ferguson's theory of the misère annihilation game on a graph.
///
/// ```
/// use cg_engine::annihilation::{FergusonTheorem, MisereTheory};
/// use cg_engine::graphs::Digraph;
/// use cg_engine::games::{Budget, Outcome};
/// let budget = &mut Budget::unlimited();
/// // Nim with heaps up to 5: W = {2, 3} and {4, 5}. A pair of neighbours in one W is worth nothing.
/// let nim = Digraph::from_rows(6, 15, budget, |heap, row| row.extend(0..heap))?;
/// let theory = MisereTheory::new(&nim, budget)?;
/// assert_eq!(theory.theorem(), Some(FergusonTheorem::Three));
/// assert_eq!(theory.sets(budget)?, [[2, 3], [4, 5]]);
/// assert_eq!(theory.outcome(&[2, 3]), Some(Outcome::P));
/// assert_eq!(theory.outcome(&[1, 2, 3]), Some(Outcome::N));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub struct MisereTheory {
    graph: Digraph,
    /// The vertices examined, each after its followers.
    order: Vec<u32>,
    values: Vec<u32>,
    largest: u32,
    labels: Labels,
    /// The labels for Theorem 5, which has two sets more.
    more: Option<Labels>,
    violations: Vec<Violation>,
    theorem: Option<FergusonTheorem>,
}

impl MisereTheory {
    /// Returns the theory of a whole graph. The work is linear in the moves, and in those from the followers of R.
    ///
    /// # Errors
    /// [`Fault::Loopy`] if the graph has a cycle.
    pub fn new(graph: &Digraph, budget: &mut Budget) -> Result<MisereTheory, Fault> {
        MisereTheory::from(graph, 0..graph.vertices(), budget)
    }

    /// Returns the theory of the vertices that can be reached from some.
    ///
    /// # Errors
    /// [`Fault::Loopy`] if a cycle can be reached.
    pub fn from(
        graph: &Digraph,
        vertices: impl Iterator<Item = u32>,
        budget: &mut Budget,
    ) -> Result<MisereTheory, Fault> {
        let vertices = vertices.filter(|&v| v < graph.vertices());
        let order = followers_first(graph, vertices, Cycles::Refused, budget)?;
        budget.reserve(16 * graph.vertices() as usize)?;
        let values = nim_values(graph, &order, budget)?;
        let largest = order.iter().map(|&v| values[v as usize]).max().unwrap_or(0);
        let classes = labels::by_classes(graph, &order, &values, budget)?;
        let labels = if largest <= 3 { labels::by_rule(graph, &order, &values, budget)? } else { classes.clone() };
        let mut theory = MisereTheory {
            graph: graph.clone(),
            order,
            values,
            largest,
            labels,
            more: None,
            violations: Vec::new(),
            theorem: None,
        };
        theory.violations = theory.examine(&classes, budget)?;
        let broken =
            |conditions: &[FergusonCondition]| theory.violations.iter().any(|v| conditions.contains(&v.condition));
        theory.theorem = if broken(&[FergusonCondition::A]) {
            None
        } else if !broken(&[FergusonCondition::B]) {
            Some(FergusonTheorem::Three)
        } else if largest <= 3 && !broken(&[FergusonCondition::C1, FergusonCondition::C2, FergusonCondition::C3]) {
            Some(FergusonTheorem::Four)
        } else {
            None
        };
        Ok(theory)
    }

    /// Returns `true` if the nim-value of this vertex is known here, and with it that of all that can be reached.
    pub fn covers(&self, v: u32) -> bool {
        self.values.get(v as usize).is_some_and(|&value| value != UNKNOWN_VALUE)
    }

    /// Returns the vertices examined, each after its followers.
    pub fn vertices(&self) -> &[u32] {
        &self.order
    }

    /// Returns the nim-value of a vertex; 0 for one that was not looked at.
    pub fn value(&self, v: u32) -> u32 {
        self.values.get(v as usize).copied().filter(|&value| value != UNKNOWN_VALUE).unwrap_or(0)
    }

    /// Returns the largest nim-value.
    pub fn largest_value(&self) -> u32 {
        self.largest
    }

    /// Returns `true` if the vertex is in the reduced graph: its nim-value is 2 or more.
    pub fn is_high(&self, v: u32) -> bool {
        self.value(v) > 1
    }

    /// Returns the vertices of the reduced graph, in ascending order.
    pub fn reduced(&self) -> Vec<u32> {
        let mut high: Vec<u32> = self.order.iter().copied().filter(|&v| self.is_high(v)).collect();
        high.sort_unstable();
        high
    }

    /// Returns the moves of the reduced graph from a vertex.
    pub fn high_followers(&self, v: u32) -> impl Iterator<Item = u32> {
        self.graph.followers(v).iter().copied().filter(|&w| self.is_high(w))
    }

    /// Returns the theorem that answers, if one does.
    pub fn theorem(&self) -> Option<FergusonTheorem> {
        self.theorem
    }

    /// Returns the violations of the conditions: of A and B if nim-values exceed 3, else of A, B, C1, C2, C3 and C'.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// Returns the sets W, the one of the least terminal first; each in ascending order. Those of Theorem 4 where no
    /// nim-value is above 3, else those of Theorem 3, which may meet.
    pub fn sets(&self, budget: &mut Budget) -> Result<Vec<Vec<u32>>, Fault> {
        let mut sets = vec![Vec::new(); self.labels.sets.len()];
        for v in self.reduced() {
            budget.tick()?;
            if let Some(id) = self.labels.of(v) {
                sets[id as usize].push(v);
            }
        }
        if self.labels.meet {
            budget.reserve(24 * sets.len())?;
            for (set, &terminal) in sets.iter_mut().zip(&self.labels.sets) {
                *set = self.generated(terminal, budget)?;
            }
        }
        Ok(sets)
    }

    /// Returns `true` if the reported sets intersect; those of Theorem 4 never do.
    pub fn sets_meet(&self) -> bool {
        self.labels.meet
    }

    /// Returns R: the vertices of the reduced graph in no W, in ascending order.
    pub fn rest(&self) -> Vec<u32> {
        self.reduced().into_iter().filter(|&v| self.labels.is_rest(v)).collect()
    }

    /// Returns the terminal of the set W that a vertex is in, if it is in one alone; of the two sets more, where
    /// Theorem 5 answers.
    fn terminal_of(&self, v: u32) -> Option<u32> {
        let labels = self.more.as_ref().unwrap_or(&self.labels);
        labels.of(v).map(|id| labels.sets[id as usize])
    }

    /// Returns `true` if a vertex is in R, and `true` if it is in several sets.
    fn kind(&self, v: u32) -> [bool; 2] {
        [self.labels.is_rest(v), self.labels.is_in_several(v)]
    }

    /// Returns the set that a terminal k generates for Theorem 3: all vertices of nim-value k or k + 1 from which moves
    /// inside these vertices lead to it.
    fn generated(&self, terminal: u32, budget: &mut Budget) -> Result<Vec<u32>, Fault> {
        let class = self.value(terminal) / 2;
        let mut set = vec![terminal];
        let mut inside: FastSet<u32> = set.iter().copied().collect();
        let mut next = 0;
        while next < set.len() {
            for &u in self.graph.reverse(budget)?.row(set[next]) {
                budget.tick()?;
                if self.covers(u) && self.value(u) / 2 == class && inside.insert(u) {
                    budget.reserve(16)?;
                    set.push(u);
                }
            }
            next += 1;
        }
        set.sort_unstable();
        Ok(set)
    }
}

fn nim_values(graph: &Digraph, order: &[u32], budget: &mut Budget) -> Result<Vec<u32>, Fault> {
    let mut values = vec![UNKNOWN_VALUE; graph.vertices() as usize];
    let mut seen: Vec<u32> = Vec::new();
    for (i, &v) in (1..).zip(order) {
        budget.tick()?;
        for &w in graph.followers(v) {
            budget.tick()?;
            let value = values[w as usize] as usize;
            if seen.len() <= value {
                seen.resize(value + 1, 0);
            }
            seen[value] = i;
        }
        values[v as usize] = seen.iter().position(|&mark| mark != i).unwrap_or(seen.len()) as u32;
    }
    Ok(values)
}
