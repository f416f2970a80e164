//! Vertex geography: the vertex that the token leaves is gone.
//!
//! State: the vertex of the token, and the set of those that are left, itself aside.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{LARGEST_FOR_THEOREMS, MAX_VERTICES, Map, has_edges, too_large};
use crate::games::{Budget, Fault, Player};
use crate::graphs::{Digraph, Matching};
use crate::positions::{
    Cell, Claim, Content, Context, Convention, Facts, Moves, NetEdge, NetSketch, PositionId, Ruleset, Searched, Term,
    Theorem, Theorems, View,
};
use crate::rulesets::trip::{Set, Trip, Winners};

static MATCHING: Theorem = Theorem {
    says: Claim::Because("by the largest matchings: won if all of them cover the vertex of the token"),
    source: "Fraenkel, Scheinerman and Ullman 1993",
};

struct VertexGeography<S> {
    graph: Digraph,
    has_edges: bool,
    vertices: Arc<[PositionId]>,
    labels: Arc<[Term]>,
    winners: Winners<S>,
}

/// The vertices are positions of one graph, which identify it.
impl<S> PartialEq for VertexGeography<S> {
    fn eq(&self, other: &Self) -> bool {
        self.vertices == other.vertices
    }
}

impl<S> Eq for VertexGeography<S> {}

impl<S> Hash for VertexGeography<S> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.vertices.hash(hasher);
    }
}

impl<S: Set> Ruleset for VertexGeography<S> {
    type State = Trip<S>;

    fn facts(&self) -> Facts<'_, Trip<S>> {
        Facts { impartial: true, theorems: Some(self), memory: Some(&self.winners), ..Facts::default() }
    }

    fn moves(&self, trip: &Trip<S>, _: Player, out: &mut Moves<Trip<S>>) -> Result<(), Fault> {
        for &to in self.graph.followers(trip.token) {
            // A loop leads to the vertex that is left, which is no more.
            if trip.left.has(to) {
                out.to(trip.after(to, to));
            }
        }
        Ok(())
    }

    /// Leaves out the vertices that the token cannot reach any more.
    fn normal_form(&self, trip: Trip<S>) -> (Trip<S>, bool) {
        let mut left = S::none(self.graph.vertices());
        let mut waiting = vec![trip.token];
        while let Some(v) = waiting.pop() {
            for &to in self.graph.followers(v) {
                if trip.left.has(to) && !left.has(to) {
                    left.add(to);
                    waiting.push(to);
                }
            }
        }
        (Trip { token: trip.token, left }, false)
    }

    fn term(&self, trip: &Trip<S>) -> Term {
        let gone = (0..self.graph.vertices()).filter(|&v| v != trip.token && !trip.left.has(v));
        let gone: Vec<Term> = gone.map(|v| Term::Position(self.vertices[v as usize])).collect();
        let token = Term::Position(self.vertices[trip.token as usize]);
        let arguments = if gone.is_empty() { vec![token] } else { vec![token, Term::Set(gone)] };
        Term::Call("geography".into(), arguments)
    }

    /// Draws graphs of edges only, for there is no picture of arrows with letters on their ends.
    fn view(&self, trip: &Trip<S>) -> Option<View> {
        if !self.has_edges {
            return None;
        }
        let is_there = |v: u32| v == trip.token || trip.left.has(v);
        let cell = |v: u32| match v {
            v if v == trip.token => Cell { mark: Content::Neutral, letter: '@' },
            v if trip.left.has(v) => Cell { mark: Content::Empty, letter: '.' },
            _ => Cell { mark: Content::Blocked, letter: '#' },
        };
        let label = |v: u32| self.labels[v as usize].clone();
        let edges_of = |v: u32| self.graph.followers(v).iter().map(move |&to| [v, to]).filter(|[v, to]| v <= to);
        let all = 0..self.graph.vertices();
        let edges = all.clone().flat_map(edges_of).filter(|&[v, to]| is_there(v) && is_there(to));
        let (vertices, edges) = (all.map(|v| (label(v), cell(v))).collect(), edges.map(NetEdge::from).collect());
        Some(View::Graph(NetSketch { vertices, edges, is_directed: false }))
    }
}

impl<S: Set> Theorems<Trip<S>> for VertexGeography<S> {
    /// Decides who wins on edges: the winner always goes to the mate of the token's vertex.
    fn wins(&self, trip: &Trip<S>, convention: Convention) -> Option<(bool, &'static Theorem)> {
        let [vertices, arrows] = LARGEST_FOR_THEOREMS;
        let is_large = self.graph.vertices() as usize > vertices || self.graph.edges() > arrows;
        if convention == Convention::Misere || !self.has_edges || is_large {
            return None;
        }
        let (trip, _) = self.normal_form(trip.clone());
        let mut matching = Matching::maximum(&self.graph, |v| v != trip.token && trip.left.has(v));
        let won = matching.augment(trip.token, |v| v == trip.token || trip.left.has(v));
        Some((won, &MATCHING))
    }

    fn search(&self, trip: &Trip<S>, budget: &mut Budget) -> Option<Result<Searched<bool>, Fault>> {
        Some(self.winners.search(trip, |_| Ok(self.graph.clone()), |trip| trip, budget))
    }
}

/// Returns the game in which the token stands on the vertex `start` of a graph, and these vertices are gone already.
///
/// # Errors
/// [`Fault::Partizan`] if the players' moves differ; [`Fault::Refused`] for a graph with terminal classes;
/// [`Fault::TooLarge`]; [`Fault::None`] if `start` is no vertex of a graph, or is among those gone.
pub fn vertex_geography(cx: &mut dyn Context, start: PositionId, gone: &[PositionId]) -> Result<PositionId, Fault> {
    let map = Map::of(cx, start)?;
    if map.graph().vertices() > MAX_VERTICES {
        return Err(too_large(map.graph().vertices() as usize));
    }
    let mut deleted = Vec::with_capacity(gone.len());
    for &p in gone {
        deleted.push(map.vertex(p, cx)?);
    }
    if deleted.contains(&map.token) {
        return Err(Fault::None("the token stands on a vertex that is gone".into()));
    }
    if map.graph().vertices() <= 64 { begin::<u64>(cx, &map, &deleted) } else { begin::<Vec<u64>>(cx, &map, &deleted) }
}

fn begin<S: Set>(cx: &mut dyn Context, map: &Map, gone: &[u32]) -> Result<PositionId, Fault> {
    let mut left = S::all(map.graph().vertices());
    for &v in gone.iter().chain([&map.token]) {
        left.remove(v);
    }
    let (vertices, labels) = (map.vertices(cx), map.labels(cx));
    let graph = map.graph().clone();
    let has_edges = has_edges(&graph);
    let rules = VertexGeography::<S> { has_edges, graph, vertices, labels, winners: Winners::default() };
    Ok(cx.positions().add(rules).at(&Trip { token: map.token, left }, cx))
}
