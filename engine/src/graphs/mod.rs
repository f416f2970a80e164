//! Algorithms on finite move graphs, which know nothing of rulesets.
//!
//! Input: a [`Digraph`] whose vertices are positions and whose edges are moves, loops and cycles allowed; or two of
//! them for partizan play. Output: γ-values and the counter function ([`gamma()`]), remoteness and outcomes under both
//! conventions ([`remoteness`], [`two_player_remoteness`]), suspense, foreclosed values, a topological order or the
//! fault that there is none ([`topological_order`]), largest matchings ([`Matching`]); all small graphs
//! ([`ConnectedGraphs`]), symmetries ([`automorphisms`]). Failures: an edge that names no vertex, size, and the limits of a
//! [`Budget`](crate::games::Budget).
//!
//! Invariants: adjacency lists are sorted and without duplicates; a number that names no vertex stands for a
//! vertex without edges, so that no question about a vertex panics. Everything is iterative and linear in the
//! edges but for γ, which is O(m·√m) at worst and a few times linear in practice.

mod automorphisms;
mod by_edges;
pub(crate) mod components;
mod counter;
mod csr;
mod foreclosed;
mod gamma;
mod labelling;
mod matching;
mod order;
mod remoteness;
mod retrograde;
mod step_game;
mod suspense;

pub use automorphisms::automorphisms;
pub use by_edges::{ConnectedGraphs, EdgeList, vertex_count};
pub use csr::{Csr, Digraph, VERTEX_LIMIT};
pub use foreclosed::{Foreclosed, foreclosed};
pub use gamma::{GammaTable, gamma};
pub use labelling::{Flaw, flaw_in_strict_sense, flaw_in_wide_sense, flaw_of_pair, wide_values};
pub use matching::Matching;
pub(crate) use order::{Cycles, followers_first};
pub use order::{can_reach, distances, is_cyclic_from, topological_order, topological_order_from};
pub use remoteness::{
    Convention, Remoteness, Seed, TwoPlayerRemoteness, TwoPlayerSuspense, Verdict, outcomes, remoteness,
    remoteness_with, suspense, two_player_remoteness, two_player_remoteness_with, two_player_suspense,
};
pub use step_game::StepGame;

/// No finite value.
const INFINITE: u32 = u32::MAX;
