//! Edge geography: the arrow or the edge that the token goes along is gone.
//!
//! State: the vertex of the token, and the set of the arrows or edges that are left.

use std::collections::VecDeque;
use std::marker::PhantomData;
use std::sync::Arc;

use super::parity::{Span, bits};
use super::{LARGEST_FOR_THEOREMS, MAX_VERTICES, Map, has_edges, too_large};
use crate::games::{Fault, Player};
use crate::positions::{Claim, Context, Convention, Facts, Moves, PositionId, Ruleset, Term, Theorem, Theorems};
use crate::rulesets::trip::{Set, Trip};

static EVEN_KERNEL: Theorem = Theorem {
    says: Claim::Because(
        "by an even kernel of a graph with two sides: vertices of one side that every vertex of the other side meets evenly",
    ),
    source: "Fraenkel, Scheinerman and Ullman 1993",
};

#[derive(PartialEq, Eq, Hash)]
struct EdgeGeography<S> {
    /// The ends of each arrow, or of each edge.
    ends: Vec<[u32; 2]>,
    /// The ways from each vertex: an arrow or edge, and where it leads.
    ways: Vec<Vec<[u32; 2]>>,
    has_edges: bool,
    vertices: Arc<[PositionId]>,
    sets: PhantomData<S>,
}

impl<S: Set> EdgeGeography<S> {
    /// Returns the ways that are left from a vertex.
    fn ways_from<'a>(&'a self, v: u32, left: &'a S) -> impl Iterator<Item = [u32; 2]> + 'a {
        self.ways[v as usize].iter().copied().filter(|way| left.has(way[0]))
    }

    /// Returns the vertices that the token can reach, and their distances modulo 2, or `None` if there is a cycle of
    /// odd length among the edges.
    fn sides(&self, trip: &Trip<S>) -> Option<(Vec<u32>, Vec<Option<usize>>)> {
        let mut side = vec![None; self.ways.len()];
        side[trip.token as usize] = Some(0);
        let (mut found, mut waiting) = (vec![trip.token], VecDeque::from([trip.token]));
        while let Some(v) = waiting.pop_front() {
            let other = side[v as usize].map(|side| 1 - side);
            for [_, to] in self.ways_from(v, &trip.left) {
                if side[to as usize].is_none() {
                    side[to as usize] = other;
                    found.push(to);
                    waiting.push_back(to);
                } else if side[to as usize] != other {
                    return None;
                }
            }
        }
        Some((found, side))
    }
}

impl<S: Set> Ruleset for EdgeGeography<S> {
    type State = Trip<S>;

    fn facts(&self) -> Facts<'_, Trip<S>> {
        Facts { impartial: true, theorems: Some(self), ..Facts::default() }
    }

    fn moves(&self, trip: &Trip<S>, _: Player, out: &mut Moves<Trip<S>>) -> Result<(), Fault> {
        for [edge, to] in self.ways_from(trip.token, &trip.left) {
            out.to(trip.after(to, edge));
        }
        Ok(())
    }

    /// Leaves out everything out of the token's reach.
    fn normal_form(&self, trip: Trip<S>) -> (Trip<S>, bool) {
        let mut left = S::none(self.ends.len() as u32);
        let mut is_reached = vec![false; self.ways.len()];
        is_reached[trip.token as usize] = true;
        let mut waiting = vec![trip.token];
        while let Some(v) = waiting.pop() {
            for [edge, to] in self.ways_from(v, &trip.left) {
                left.add(edge);
                if !std::mem::replace(&mut is_reached[to as usize], true) {
                    waiting.push(to);
                }
            }
        }
        (Trip { token: trip.token, left }, false)
    }

    fn term(&self, trip: &Trip<S>) -> Term {
        let vertex = |v: u32| Term::Position(self.vertices[v as usize]);
        let gone = self.ends.iter().zip(0..).filter(|(_, edge)| !trip.left.has(*edge));
        let gone: Vec<Term> = gone.map(|(ends, _)| Term::List(ends.map(vertex).to_vec())).collect();
        let token = vertex(trip.token);
        let arguments = if gone.is_empty() { vec![token] } else { vec![token, Term::Set(gone)] };
        Term::Call("edge_geography".into(), arguments)
    }
}

impl<S: Set> Theorems<Trip<S>> for EdgeGeography<S> {
    /// With two sides, the player to move wins if some vertices of the other side meet the token's vertex an odd number of
    /// times and every other vertex of its side an even number of times: who goes to one of them leaves an even kernel,
    /// from which each step leads to a vertex that meets it oddly once more, and so back. If there are no such vertices,
    /// by linear algebra modulo 2 the token stands in an even kernel itself.
    fn wins(&self, trip: &Trip<S>, convention: Convention) -> Option<(bool, &'static Theorem)> {
        let [vertices, edges] = LARGEST_FOR_THEOREMS;
        let is_large = self.ways.len() > vertices || self.ends.len() > edges;
        if convention == Convention::Misere || !self.has_edges || is_large {
            return None;
        }
        let (found, side) = self.sides(trip)?;
        let mut number = vec![0; self.ways.len()];
        let mut count = 0;
        for &v in found.iter().filter(|&&v| side[v as usize] == Some(0)) {
            number[v as usize] = count;
            count += 1;
        }
        let mut span = Span::empty(count);
        for &v in found.iter().filter(|&&v| side[v as usize] == Some(1)) {
            span.add(bits(count, self.ways_from(v, &trip.left).map(|[_, to]| number[to as usize])));
        }
        Some((span.has(bits(count, std::iter::once(number[trip.token as usize]))), &EVEN_KERNEL))
    }
}

/// Returns the game in which the token stands on the vertex `start` of a graph, and the arrows or edges between these
/// pairs of vertices are gone already. Of a graph whose arrows all go both ways an edge is gone for both.
///
/// # Errors
/// The errors of [`super::vertex_geography`]; [`Fault::None`] for a pair that nothing joins.
pub fn edge_geography(cx: &mut dyn Context, start: PositionId, gone: &[[PositionId; 2]]) -> Result<PositionId, Fault> {
    let map = Map::of(cx, start)?;
    let mut pairs = Vec::with_capacity(gone.len());
    for &[from, to] in gone {
        pairs.push([map.vertex(from, cx)?, map.vertex(to, cx)?]);
    }
    let graph = map.graph();
    let arrows = graph.edges();
    if graph.vertices() > MAX_VERTICES || arrows > 2 * MAX_VERTICES as usize {
        return Err(too_large(arrows.max(graph.vertices() as usize)));
    }
    if arrows <= 64 { begin::<u64>(cx, &map, &pairs) } else { begin::<Vec<u64>>(cx, &map, &pairs) }
}

fn begin<S: Set>(cx: &mut dyn Context, map: &Map, gone: &[[u32; 2]]) -> Result<PositionId, Fault> {
    let graph = map.graph();
    let has_edges = has_edges(graph);
    let mut ends: Vec<[u32; 2]> = Vec::new();
    let mut ways: Vec<Vec<[u32; 2]>> = vec![Vec::new(); graph.vertices() as usize];
    for from in 0..graph.vertices() {
        for &to in graph.followers(from).iter().filter(|&&to| !has_edges || from <= to) {
            cx.games().budget.tick()?;
            let edge = ends.len() as u32;
            ends.push([from, to]);
            ways[from as usize].push([edge, to]);
            if has_edges && from != to {
                ways[to as usize].push([edge, from]);
            }
        }
    }
    let mut left = S::all(ends.len() as u32);
    for &[from, to] in gone {
        cx.games().budget.tick()?;
        let between = |ends: &[u32; 2]| *ends == [from, to] || has_edges && *ends == [to, from];
        match ways[from as usize].iter().find(|way| between(&ends[way[0] as usize])) {
            Some(way) => left.remove(way[0]),
            None => return Err(Fault::None("two vertices between which an edge is gone are not joined".into())),
        }
    }
    let vertices = map.vertices(cx);
    let rules = EdgeGeography::<S> { ends, ways, has_edges, vertices, sets: PhantomData };
    Ok(cx.positions().add(rules).at(&Trip { token: map.token, left }, cx))
}
