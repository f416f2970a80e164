//! Geography on a directed graph: a token goes along the arrows, and the vertex that it leaves is deleted.
//!
//! Vertex geography (Schaefer 1978; Fraenkel, Scheinerman and Ullman 1993); who cannot move loses. Every play ends, on
//! whatever graph, for a vertex is lost with each move.
//!
//! State: the vertex of the token, and the set of those that are left, itself aside: one word up to 64 vertices.

use std::hash::Hash;
use std::rc::Rc;

use crate::games::{Fault, Player};
use crate::graphs::Digraph;
use crate::positions::{self, Closed, Context, Moves, Pack, PositionId, Ruleset, Term};

/// Vertices of the largest graph that is played on.
const LARGEST: u32 = 1 << 14;

/// A set of vertices.
pub trait Vertices: Pack + Clone + Eq + Hash + 'static {
    /// The first `n` vertices.
    fn all(n: u32) -> Self;
    /// No vertex of `n`.
    fn none(n: u32) -> Self;
    /// Whether a vertex is in the set.
    fn has(&self, v: u32) -> bool;
    /// Puts a vertex in.
    fn add(&mut self, v: u32);
    /// Takes a vertex out.
    fn remove(&mut self, v: u32);
}

impl Vertices for u64 {
    fn all(n: u32) -> u64 {
        if n >= 64 { u64::MAX } else { (1 << n) - 1 }
    }
    fn none(_: u32) -> u64 {
        0
    }
    fn has(&self, v: u32) -> bool {
        self >> v & 1 == 1
    }
    fn add(&mut self, v: u32) {
        *self |= 1 << v;
    }
    fn remove(&mut self, v: u32) {
        *self &= !(1 << v);
    }
}

impl Vertices for Vec<u64> {
    fn all(n: u32) -> Vec<u64> {
        (0..n.div_ceil(64)).map(|i| u64::all(n - 64 * i)).collect()
    }
    fn none(n: u32) -> Vec<u64> {
        vec![0; n.div_ceil(64) as usize]
    }
    fn has(&self, v: u32) -> bool {
        self[v as usize / 64].has(v % 64)
    }
    fn add(&mut self, v: u32) {
        self[v as usize / 64].add(v % 64);
    }
    fn remove(&mut self, v: u32) {
        self[v as usize / 64].remove(v % 64);
    }
}

/// A token and the vertices left for it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Trip<S> {
    token: u32,
    left: S,
}

impl<S: Vertices> Pack for Trip<S> {
    fn pack(&self, out: &mut Vec<u32>) {
        out.push(self.token);
        self.left.pack(out);
    }
    fn unpack(words: &[u32]) -> Trip<S> {
        Trip { token: words[0], left: S::unpack(&words[1..]) }
    }
}

struct Geography<S> {
    graph: Digraph,
    /// How the vertices are written, `g.a`.
    vertices: Rc<[Term]>,
    sets: std::marker::PhantomData<S>,
}

impl<S: Vertices> Ruleset for Geography<S> {
    type State = Trip<S>;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, trip: &Trip<S>, _: Player, out: &mut Moves<Trip<S>>) -> Result<(), Fault> {
        for &to in self.graph.followers(trip.token) {
            // A loop leads to the vertex that is left, which is no more.
            if trip.left.has(to) {
                let mut left = trip.left.clone();
                left.remove(to);
                out.to(Trip { token: to, left });
            }
        }
        Ok(())
    }

    /// Vertices that the token cannot reach any more make no difference.
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
        let gone: Vec<Term> = gone.map(|v| self.vertices[v as usize].clone()).collect();
        let token = self.vertices[trip.token as usize].clone();
        let arguments = if gone.is_empty() { vec![token] } else { vec![token, Term::Set(gone)] };
        Term::Call("geography".into(), arguments)
    }
}

/// The game in which the token stands on the vertex `start` of a graph, and these vertices are gone already.
///
/// # Errors
/// [`Fault::Partizan`] when the players' moves differ; [`Fault::Refused`] for a graph with terminal classes;
/// [`Fault::TooLarge`]; [`Fault::None`] when `start` is no vertex of a graph, or is among those gone.
pub fn geography<C: Context>(cx: &mut C, start: PositionId, gone: &[PositionId]) -> Result<PositionId, Fault> {
    let here = cx.positions().ruleset_of(start);
    let rules = cx.positions().rules(here);
    let Some(whole) = rules.theory().graph() else {
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
    let graph = whole.left();
    let n = graph.vertices();
    if n > LARGEST {
        return Err(Fault::TooLarge { what: "graph", size: n.to_string(), limit: LARGEST.to_string() });
    }
    let mut deleted = Vec::with_capacity(gone.len());
    for &p in gone {
        if cx.positions().ruleset_of(p) != here {
            return Err(Fault::None("a vertex that is gone belongs to another graph".into()));
        }
        deleted.push(cx.positions().state(p)[0]);
    }
    let token = cx.positions().state(start)[0];
    if deleted.contains(&token) {
        return Err(Fault::None("the token stands on a vertex that is gone".into()));
    }
    let vertices = |cx: &C| (0..n).map(|v| rules.term(&[v], cx)).collect();
    if n <= 64 {
        begin::<C, u64>(cx, here.0, graph, token, &deleted, vertices)
    } else {
        begin::<C, Vec<u64>>(cx, here.0, graph, token, &deleted, vertices)
    }
}

fn begin<C: Context, S: Vertices>(
    cx: &mut C,
    of: u32,
    graph: &Digraph,
    token: u32,
    gone: &[u32],
    vertices: impl Fn(&C) -> Rc<[Term]>,
) -> Result<PositionId, Fault> {
    let mut left = S::all(graph.vertices());
    for &v in gone.iter().chain([&token]) {
        left.remove(v);
    }
    let vertices = vertices(cx);
    let rules = || Closed(Geography::<S> { graph: graph.clone(), vertices, sets: std::marker::PhantomData });
    let ruleset = cx.positions().ruleset(&format!("geography {of}"), rules);
    Ok(positions::position(cx, ruleset, &Trip { token, left }))
}
