//! Matchings: sets of edges of which no two share a vertex.

use std::collections::VecDeque;

use super::Digraph;

/// No vertex.
const NONE: u32 = u32::MAX;

/// A matching of a graph whose arrows all go both ways; loops are no edges here.
pub struct Matching<'a> {
    graph: &'a Digraph,
    /// The vertex that each one is matched with.
    mate: Vec<u32>,
}

impl<'a> Matching<'a> {
    /// Returns a matching with as many edges as possible among some of the vertices (Edmonds 1965).
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::graphs::{Digraph, Matching};
    ///
    /// let path = Digraph::from_edges(3, &[(0, 1), (1, 0), (1, 2), (2, 1)], &mut Budget::unlimited())?;
    /// let all = |_| true;
    /// assert_eq!(Matching::maximum(&path, all).edges(), 1);
    /// // Without its middle the path has no edges; every largest matching of all of it covers the middle.
    /// let ends = |v| v != 1;
    /// assert!(Matching::maximum(&path, ends).augment(1, all));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn maximum(graph: &'a Digraph, is_there: impl Fn(u32) -> bool) -> Matching<'a> {
        let n = graph.vertices();
        let mut matching = Matching { graph, mate: vec![NONE; n as usize] };
        // Most edges are found by taking any; the search is for the rest. A vertex that it cannot match stays so.
        for v in (0..n).filter(|&v| is_there(v)) {
            let is_free = |w: u32| is_there(w) && matching.mate[w as usize] == NONE;
            let mut beside = graph.followers(v).iter().copied().filter(|&w| w != v && is_free(w));
            if is_free(v)
                && let Some(w) = beside.next()
            {
                (matching.mate[v as usize], matching.mate[w as usize]) = (w, v);
            }
        }
        for v in (0..n).filter(|&v| is_there(v)) {
            if matching.mate[v as usize] == NONE {
                matching.augment(v, &is_there);
            }
        }
        matching
    }

    /// Returns the number of edges.
    pub fn edges(&self) -> usize {
        self.mate.iter().filter(|&&mate| mate != NONE).count() / 2
    }

    /// Gives an unmatched vertex a mate by changing edges along an augmenting path. Returns `false` if there is no such
    /// path. A maximum matching of all vertices but this one becomes a maximum matching of all.
    pub fn augment(&mut self, root: u32, is_there: impl Fn(u32) -> bool) -> bool {
        let Some(AugmentingPath { parent, free }) = Forest::of(self).grow(root, is_there) else { return false };
        // Every second edge of the path was in the matching, and now every other one is.
        let mut to = free;
        while to != NONE {
            let from = parent[to as usize];
            self.mate[to as usize] = from;
            to = std::mem::replace(&mut self.mate[from as usize], to);
        }
        true
    }
}

/// A path to a vertex that is free, by the predecessor of each second vertex.
struct AugmentingPath {
    parent: Vec<u32>,
    free: u32,
}

/// The vertices that are reached from a root along paths of which every second edge is in the matching.
struct Forest<'a> {
    graph: &'a Digraph,
    mate: &'a [u32],
    /// The vertex from which one is reached by an edge outside of the matching.
    parent: Vec<u32>,
    /// The first vertex of the outermost blossom, a cycle of odd length, in which one lies.
    base: Vec<u32>,
    /// `true` for vertices at an even distance from the root.
    is_outer: Vec<bool>,
    waiting: VecDeque<u32>,
}

impl<'a> Forest<'a> {
    fn of(matching: &'a Matching<'_>) -> Forest<'a> {
        let n = matching.mate.len();
        Forest {
            graph: matching.graph,
            mate: &matching.mate,
            parent: vec![NONE; n],
            base: (0..n as u32).collect(),
            is_outer: vec![false; n],
            waiting: VecDeque::new(),
        }
    }

    fn reach(&mut self, outer: u32) {
        if !std::mem::replace(&mut self.is_outer[outer as usize], true) {
            self.waiting.push_back(outer);
        }
    }

    fn grow(mut self, root: u32, is_there: impl Fn(u32) -> bool) -> Option<AugmentingPath> {
        self.reach(root);
        while let Some(v) = self.waiting.pop_front() {
            for &to in self.graph.followers(v) {
                let mate = self.mate[to as usize];
                if !is_there(to) || self.base[v as usize] == self.base[to as usize] || self.mate[v as usize] == to {
                    continue;
                }
                if self.is_outer[to as usize] {
                    self.contract(v, to);
                } else if self.parent[to as usize] == NONE {
                    self.parent[to as usize] = v;
                    if mate == NONE {
                        return Some(AugmentingPath { parent: self.parent, free: to });
                    }
                    self.reach(mate);
                }
            }
        }
        None
    }

    /// Makes one blossom of the cycle that an edge between two outer vertices closes.
    fn contract(&mut self, v: u32, to: u32) {
        let stem = self.meeting(v, to);
        let mut is_inside = vec![false; self.base.len()];
        for (mut here, mut next) in [(v, to), (to, v)] {
            while self.base[here as usize] != stem {
                let mate = self.mate[here as usize];
                is_inside[self.base[here as usize] as usize] = true;
                is_inside[self.base[mate as usize] as usize] = true;
                self.parent[here as usize] = next;
                next = mate;
                here = self.parent[mate as usize];
            }
        }
        for i in 0..self.base.len() {
            if is_inside[self.base[i] as usize] {
                self.base[i] = stem;
                self.reach(i as u32);
            }
        }
    }

    /// Returns the first vertex of the last blossom that the ways from two vertices to the root share.
    fn meeting(&self, v: u32, to: u32) -> u32 {
        let mut is_on_way = vec![false; self.base.len()];
        let mut here = v;
        loop {
            here = self.base[here as usize];
            is_on_way[here as usize] = true;
            let mate = self.mate[here as usize];
            if mate == NONE {
                break;
            }
            here = self.parent[mate as usize];
        }
        here = self.base[to as usize];
        while !is_on_way[here as usize] {
            here = self.base[self.parent[self.mate[here as usize] as usize] as usize];
        }
        here
    }
}
