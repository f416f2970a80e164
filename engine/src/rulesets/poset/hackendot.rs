//! Von Neumann's Hackendot: of a forest with roots a player takes a vertex and all vertices on its way to the root, so
//! that the parts that hung on them become trees of their own.
//!
//! It is the poset game in which the root of each tree is its greatest element. Úlehla 1980 found how to play it in
//! polynomial time.

use std::sync::Arc;

use super::{Given, position};
use crate::games::Fault;
use crate::graphs::Digraph;
use crate::positions::{Context, PositionId, Term};

/// The reason why a graph is no forest with roots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoForest {
    /// Two arrows lead to this vertex.
    TwoWays(u32),
    /// This vertex is on a cycle.
    Cycle(u32),
}

/// Returns the position on a forest whose arrows lead away from the roots, in which these vertices are taken, with all
/// on their ways to the roots.
///
/// # Errors
/// [`Fault::TooLarge`]; a graph that is no forest, as the inner error.
pub fn hackendot(
    cx: &mut dyn Context,
    written: Arc<str>,
    literal: &str,
    forest: &Digraph,
    labels: Arc<[Term]>,
    taken: &[u32],
) -> Result<Result<PositionId, NoForest>, Fault> {
    let mut below = Vec::new();
    let mut has_parent = vec![false; forest.vertices() as usize];
    for parent in 0..forest.vertices() {
        for &child in forest.followers(parent) {
            cx.games().budget.tick()?;
            if std::mem::replace(&mut has_parent[child as usize], true) {
                return Ok(Err(NoForest::TwoWays(child)));
            }
            if child == parent {
                return Ok(Err(NoForest::Cycle(child)));
            }
            below.push([child, parent]);
        }
    }
    let (arguments, literal) = (vec![Term::Name(written)], literal.to_string());
    let given = Given { name: "hackendot", arguments, literal, elements: labels, below };
    Ok(position(cx, given, taken)?.map_err(NoForest::Cycle))
}
