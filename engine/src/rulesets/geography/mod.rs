//! Geography: a token goes along the arrows of a graph and uses up the vertices or arrows on its way; who cannot move
//! loses (Schaefer 1978; Fraenkel, Scheinerman and Ullman 1993). Every play ends, on whatever graph.
//!
//! A graph whose arrows all go both ways is one of edges. There two of the games are played in polynomial time, which
//! are PSPACE-complete on graphs of arrows: vertex geography, and edge geography on graphs with two sides.

mod edge;
mod parity;
mod vertex;

use std::sync::Arc;

use crate::games::Fault;
use crate::graphs::Digraph;
use crate::positions::{Context, PositionId, Rules, RulesetId, Term};
pub use edge::edge_geography;
pub use vertex::vertex_geography;

/// Vertices, or arrows, of the largest graph that is played on.
const MAX_VERTICES: u32 = 1 << 14;
/// Vertices and arrows of the largest graph for which theorems are asked, for these take some time.
const LARGEST_FOR_THEOREMS: [usize; 2] = [1 << 12, 1 << 16];

/// A graph to go on, and where the token starts.
struct Map {
    here: RulesetId,
    rules: Arc<dyn Rules>,
    token: u32,
}

impl Map {
    /// Returns the graph to which a vertex belongs.
    fn of(cx: &mut dyn Context, start: PositionId) -> Result<Map, Fault> {
        let here = cx.positions().ruleset_of(start);
        let rules = cx.positions().rules(here);
        let Some(whole) = rules.facts().graph else {
            return Err(Fault::None("geography is played on the vertices of a graph".into()));
        };
        if whole.right().is_some() {
            return Err(Fault::Partizan);
        }
        if whole.has_special_classes() {
            return Err(Fault::Refused(
                "geography ends when the token cannot move, so its graph has no terminal classes other than P",
            ));
        }
        let token = cx.positions().state(start)[0];
        Ok(Map { here, rules, token })
    }

    fn graph(&self) -> &Digraph {
        self.rules.facts().graph.expect("a graph, as was seen").left()
    }

    /// Returns the number of a vertex of this graph.
    fn vertex(&self, p: PositionId, cx: &mut dyn Context) -> Result<u32, Fault> {
        if cx.positions().ruleset_of(p) != self.here {
            return Err(Fault::None("what is gone belongs to another graph".into()));
        }
        Ok(cx.positions().state(p)[0])
    }

    /// Returns the vertices, as which the token and the used-up parts are written: `g.a`.
    fn vertices(&self, cx: &mut dyn Context) -> Arc<[PositionId]> {
        (0..self.graph().vertices()).map(|v| cx.positions().intern(self.here, &[v])).collect()
    }

    /// Returns the labels of the vertices: `a`.
    fn labels(&self, cx: &dyn Context) -> Arc<[Term]> {
        let label = |v| match self.rules.term(&[v], cx) {
            Term::Vertex(_, label) => *label,
            other => other,
        };
        (0..self.graph().vertices()).map(label).collect()
    }
}

/// Returns `true` if all arrows go both ways, so that they are edges.
fn has_edges(graph: &Digraph) -> bool {
    let goes_back = |from: u32, to: u32| graph.followers(to).binary_search(&from).is_ok();
    (0..graph.vertices()).all(|from| graph.followers(from).iter().all(|&to| goes_back(from, to)))
}

fn too_large(size: usize) -> Fault {
    Fault::TooLarge { what: "graph", size: size.to_string(), limit: MAX_VERTICES.to_string() }
}
