//! The vertices of a move graph as positions. Play may go round in circles.
//!
//! State: the number of the vertex. All questions about the vertices of one graph are answered by one analysis of the
//! whole graph, which is kept with it.

mod build;
mod labels;

use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::OnceLock;

use crate::games::hashing::{FastMap, hash_of};
use crate::games::{Fault, Outcome};
use crate::graphs::Digraph;
use crate::positions::{Context, Facts, Here, Known, Options, Rules, Term, TerminalClass, Whole};

pub use build::{Contradiction, GraphBuilder};
pub use labels::{Label, Labels};

/// The moves of a graph.
pub struct GraphRules {
    labels: Labels,
    whole: Whole,
    name: OnceLock<Arc<str>>,
    fingerprint: OnceLock<u64>,
}

impl GraphRules {
    /// Returns a graph by its labels and each player's moves; `None` if Right has those of Left.
    pub fn new(
        labels: Labels,
        left: Digraph,
        right: Option<Digraph>,
        classes: FastMap<u32, TerminalClass>,
    ) -> GraphRules {
        GraphRules {
            labels,
            whole: Whole::new(left, right, classes),
            name: OnceLock::new(),
            fingerprint: OnceLock::new(),
        }
    }

    /// Sets the name that its vertices are written with, `g.a`; only the first one counts.
    pub fn set_name(&self, name: Arc<str>) {
        let _ = self.name.set(name);
    }

    /// Returns the name that was given to it.
    pub fn name(&self) -> Option<&str> {
        self.name.get().map(|name| &**name)
    }

    /// Returns its labels, by vertex.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> u32 {
        self.labels.len()
    }

    /// Returns `true` if there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Returns Left's moves.
    pub fn left(&self) -> &Digraph {
        self.whole.left()
    }

    /// Returns Right's moves.
    pub fn right(&self) -> &Digraph {
        self.whole.right().unwrap_or(self.whole.left())
    }

    /// Returns `true` if both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        self.whole.right().is_none()
    }

    /// Returns `true` if nobody can move from a vertex.
    pub fn is_terminal(&self, v: u32) -> bool {
        self.left().is_terminal(v) && self.right().is_terminal(v)
    }

    /// Returns an order of graphs, in which those are equal that have the same first vertex, the same others in any order, by their
    /// labels, the same moves and the same classes.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::rulesets::graph::{GraphBuilder, Label};
    ///
    /// let budget = &mut Budget::unlimited();
    /// let [a, b] = [Label::Text("a"), Label::Text("b")];
    /// let graph = |vertices: [Label<'_>; 2], budget: &mut Budget| {
    ///     let mut builder = GraphBuilder::default();
    ///     let [first, second] = [builder.vertex(vertices[0], budget)?, builder.vertex(vertices[1], budget)?];
    ///     builder.arrow(first, second, None, budget)?;
    ///     builder.finish(budget).map(|built| built.ok().expect("no contradiction"))
    /// };
    /// assert!(graph([a, b], budget)?.order(&graph([a, b], budget)?).is_eq());
    /// assert!(graph([a, b], budget)?.order(&graph([b, a], budget)?).is_ne());
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn order(&self, other: &GraphRules) -> Ordering {
        if std::ptr::eq(self, other) {
            return Ordering::Equal;
        }
        self.fingerprint().cmp(&other.fingerprint()).then_with(|| match self.is_same(other) {
            true => Ordering::Equal,
            false => std::ptr::from_ref(self).cmp(&std::ptr::from_ref(other)),
        })
    }

    /// Returns a number that graphs with the same vertices, moves and classes share.
    fn fingerprint(&self) -> u64 {
        *self.fingerprint.get_or_init(|| {
            let labels: Vec<u64> = (0..self.len()).map(|v| hash_of(self.labels.get(v))).collect();
            let sum = |graph: &Digraph, v: u32, player: u8| {
                let hashes = graph.followers(v).iter().map(|&to| hash_of((player, labels[to as usize])));
                hashes.fold(0, u64::wrapping_add)
            };
            let of_vertex = |v: u32| {
                let class = self.special_class(v).map(|class| format!("{class:?}"));
                hash_of((labels[v as usize], class, sum(self.left(), v, 0), sum(self.right(), v, 1)))
            };
            let first = hash_of(labels.first());
            (0..self.len()).map(of_vertex).fold(first, u64::wrapping_add)
        })
    }

    /// Returns the class of a vertex where play does not simply end.
    fn special_class(&self, v: u32) -> Option<&TerminalClass> {
        self.whole.class(v).filter(|class| **class != TerminalClass::Outcome(Outcome::P))
    }

    fn is_same(&self, other: &GraphRules) -> bool {
        let places: Option<Vec<u32>> = (0..self.len()).map(|v| other.labels.find(self.labels.get(v))).collect();
        let Some(places) = places.filter(|_| self.len() == other.len()) else { return false };
        if places.first().is_some_and(|&first| first != 0) {
            return false;
        }
        let has_same_moves = |one: &Digraph, two: &Digraph, v: u32| {
            let mut moves: Vec<u32> = one.followers(v).iter().map(|&to| places[to as usize]).collect();
            moves.sort_unstable();
            moves == two.followers(places[v as usize])
        };
        (0..self.len()).all(|v| {
            self.special_class(v) == other.special_class(places[v as usize])
                && has_same_moves(self.left(), other.left(), v)
                && has_same_moves(self.right(), other.right(), v)
        })
    }

    /// Returns all that is known of all vertices.
    pub fn analysis(&self) -> &Whole {
        &self.whole
    }
}

impl Rules for GraphRules {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let sides = [(self.left(), &mut out.left), (self.right(), &mut out.right)];
        out.impartial = self.is_impartial();
        for (moves, list) in sides.into_iter().take(2 - usize::from(out.impartial)) {
            for &to in moves.followers(here.state[0]) {
                cx.games().budget.tick()?;
                list.push(cx.positions().intern(here.id, &[to]));
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let name = self.name.get().cloned().unwrap_or_else(|| "graph".into());
        Term::Vertex(name, Box::new(self.labels.get(state[0]).term()))
    }

    fn facts(&self) -> Facts<'_> {
        Facts { impartial: self.whole.right().is_none(), graph: Some(&self.whole), ..Facts::default() }
    }

    /// Returns the value in an impartial graph from the table of all γ-values. There is none if a cycle can be reached.
    fn value(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        self.is_impartial().then(|| {
            let budget = &mut cx.games().budget;
            if self.whole.distance(here.state[0], budget)?.is_none() {
                return Err(Fault::Loopy);
            }
            let gammas = self.whole.gammas(budget)?;
            Ok(Known::Nim(gammas.finite(here.state[0]).map_or(0, u64::from)))
        })
    }
}
