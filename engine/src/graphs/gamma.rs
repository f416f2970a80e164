//! γ-values by value-by-value retrograde labelling.
//!
//! γ(u) = k when k is the least number that no follower of u has as its value, and every follower with a larger value
//! or none has itself a follower of value k that was labelled before u; a vertex that is never labelled is infinite
//! (Smith 1966, section 10; Fraenkel–Perl 1975; Fraenkel–Yesha 1986). The acyclic part is peeled off first; there γ is
//! the mex. Then the values 0, 1, 2, ... are given out one after another. Cost: the edges, plus for each value k the
//! edges out of vertices that have followers of all smaller values; at most O(m·√m).

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::INFINITE;
use super::csr::tick_list;
use super::{Csr, Digraph};
use crate::games::{Budget, Fault};
use crate::ordinals::GammaValue;

/// The γ-values of all vertices of a graph.
#[derive(Clone, Debug)]
pub struct GammaTable {
    graph: Digraph,
    values: Vec<u32>,
    counters: OnceLock<Vec<u32>>,
}

impl GammaTable {
    /// Returns the graph that was labelled.
    pub fn graph(&self) -> &Digraph {
        &self.graph
    }

    /// Returns the finite value of `v`, or `None` for an infinity.
    pub fn finite(&self, v: u32) -> Option<u32> {
        match self.values.get(v as usize) {
            Some(&INFINITE) => None,
            Some(&value) => Some(value),
            None => Some(0),
        }
    }

    /// Returns the γ-value of `v`; of an infinity, the set is read off the followers.
    pub fn value(&self, v: u32) -> GammaValue {
        match self.finite(v) {
            Some(value) => GammaValue::nimber(value),
            None => GammaValue::infinite(self.reach(v)),
        }
    }

    /// Returns the finite values of the followers of `v` (Smith's J).
    pub fn reach(&self, v: u32) -> BTreeSet<u32> {
        self.graph.followers(v).iter().filter_map(|&w| self.finite(w)).collect()
    }

    /// Returns Smith's least counter H_min at `v`, or `None` if γ is infinite there. The first call computes it for the
    /// whole graph.
    ///
    /// Counters add up over sums. From a sum of value 0, a move to a counter that is not smaller is answered by
    /// returning to value 0 with a smaller counter, so that play ends.
    ///
    /// ```
    /// use cg_engine::graphs::{Digraph, gamma};
    /// use cg_engine::games::Budget;
    /// let mut budget = Budget::unlimited();
    /// // 0 <- 1 <-> 2: from 2 one can only go to 1, which answers by going to 0.
    /// let table = gamma(&Digraph::from_lists(&[vec![], vec![0, 2], vec![1]], &mut budget)?, &mut budget)?;
    /// assert_eq!([0, 1, 2].map(|v| table.finite(v)), [Some(0), Some(1), Some(0)]);
    /// assert_eq!(table.counter(2, &mut budget)?, Some(2));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn counter(&self, v: u32, budget: &mut Budget) -> Result<Option<u32>, Fault> {
        if self.finite(v).is_none() {
            return Ok(None);
        }
        if self.counters.get().is_none() {
            let counters = super::counter::least_counters(&self.graph, &self.values, budget)?;
            self.counters.get_or_init(|| counters);
        }
        Ok(Some(self.counters.get().and_then(|counters| counters.get(v as usize)).copied().unwrap_or(0)))
    }
}

/// Returns the γ-values of all vertices of a graph.
///
/// ```
/// use cg_engine::graphs::{Digraph, gamma};
/// use cg_engine::games::Budget;
/// use cg_engine::ordinals::GammaValue;
/// let mut budget = Budget::unlimited();
/// // 1 and 2 can go to each other, and both to the end 0.
/// let graph = Digraph::from_lists(&[vec![], vec![0, 2], vec![0, 1]], &mut budget)?;
/// let table = gamma(&graph, &mut budget)?;
/// assert_eq!(table.value(0), GammaValue::nimber(0u64));
/// assert_eq!(table.value(1), GammaValue::infinite([0u64]));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn gamma(graph: &Digraph, budget: &mut Budget) -> Result<GammaTable, Fault> {
    let reverse = graph.reverse(budget)?;
    let n = graph.vertices() as usize;
    budget.reserve(20 * n)?;
    let mut open: Vec<u32> = (0..graph.vertices()).map(|v| graph.followers(v).len() as u32).collect();
    let mut values = vec![INFINITE; n];
    peel(graph, reverse, &mut open, &mut values, budget)?;
    let cyclic: Vec<u32> = (0..graph.vertices()).filter(|&v| values[v as usize] == INFINITE).collect();
    if !cyclic.is_empty() {
        let border = border(graph, &cyclic, &values, budget)?;
        budget.reserve(4 * graph.edges())?;
        let mut labelling = Labelling::new(reverse.clone(), &cyclic, &open, values);
        labelling.run(cyclic, &border, budget)?;
        values = labelling.values;
    }
    Ok(GammaTable { graph: graph.clone(), values, counters: OnceLock::new() })
}

/// Gives values to the vertices from which no cycle can be reached; leaves in `open` how many followers of the
/// others have none yet.
fn peel(
    graph: &Digraph,
    reverse: &Csr,
    open: &mut [u32],
    values: &mut [u32],
    budget: &mut Budget,
) -> Result<(), Fault> {
    let mut stack: Vec<u32> = (0..graph.vertices()).filter(|&v| graph.is_terminal(v)).collect();
    let mut large: Vec<u32> = Vec::new();
    while let Some(u) = stack.pop() {
        tick_list(budget, graph.followers(u).len() + reverse.row(u).len())?;
        let mut small = 0u64;
        for &v in graph.followers(u) {
            let value = values[v as usize];
            if value < 64 {
                small |= 1 << value;
            }
        }
        let mut mex = small.trailing_ones();
        if mex == 64 {
            large.clear();
            large.extend(graph.followers(u).iter().map(|&v| values[v as usize]).filter(|&value| value >= 64));
            large.sort_unstable();
            for &value in &large {
                mex += u32::from(value == mex);
            }
        }
        values[u as usize] = mex;
        for &w in reverse.row(u) {
            let left = &mut open[w as usize];
            *left -= 1;
            if *left == 0 {
                stack.push(w);
            }
        }
    }
    Ok(())
}

/// Returns the peeled followers of unpeeled vertices as (value, vertex), smallest value first.
fn border(graph: &Digraph, cyclic: &[u32], values: &[u32], budget: &mut Budget) -> Result<Vec<(u32, u32)>, Fault> {
    let mut seen = vec![false; values.len()];
    let mut border = Vec::new();
    for &u in cyclic {
        tick_list(budget, graph.followers(u).len())?;
        for &v in graph.followers(u) {
            if values[v as usize] != INFINITE && !seen[v as usize] {
                seen[v as usize] = true;
                border.push((values[v as usize], v));
            }
        }
    }
    border.sort_unstable();
    Ok(border)
}

/// The entry in `pending` of a vertex that is no longer a candidate for any value.
const DROPPED_VERTEX: u32 = 1 << 31;

/// The entry in `marks` of a vertex that has its value.
const LABELLED_VERTEX: u32 = u32::MAX;

/// The state of the labelling, pass by pass.
struct Labelling {
    /// Predecessors; the first ones of each list, up to `live_end`, include all candidates.
    reverse: Csr,
    live_end: Vec<u32>,
    values: Vec<u32>,
    /// k + 1 if a follower of value k was found in pass k and none since; `LABELLED_VERTEX` if there is a value.
    marks: Vec<u32>,
    /// Followers without a value.
    open: Vec<u32>,
    /// For candidates, the number of followers without a value that are not yet known to have a follower of value k;
    /// `DROPPED_VERTEX` for other vertices.
    pending: Vec<u32>,
    queue: Vec<u32>,
}

impl Labelling {
    fn new(reverse: Csr, cyclic: &[u32], open: &[u32], values: Vec<u32>) -> Labelling {
        let n = values.len();
        let live_end = (0..n as u32).map(|v| reverse.range(v).end as u32).collect();
        let mut marks = vec![LABELLED_VERTEX; n];
        let mut pending = vec![DROPPED_VERTEX; n];
        for &v in cyclic {
            marks[v as usize] = 0;
            pending[v as usize] = open[v as usize];
        }
        Labelling { reverse, live_end, values, marks, open: open.to_vec(), pending, queue: Vec::new() }
    }

    /// Passes 0, 1, ... until no vertex has followers of all values so far.
    fn run(&mut self, mut candidates: Vec<u32>, border: &[(u32, u32)], budget: &mut Budget) -> Result<(), Fault> {
        let mut border = border.iter().copied().peekable();
        let mut k = 0;
        while !candidates.is_empty() {
            while let Some((_, v)) = border.next_if(|&(value, _)| value == k) {
                self.reach(v, k, false, budget)?;
            }
            self.queue.extend(candidates.iter().filter(|&&u| self.pending[u as usize] == 0));
            while let Some(u) = self.queue.pop() {
                // A ready vertex has no follower that can still get the value k.
                if self.marks[u as usize] <= k {
                    self.values[u as usize] = k;
                    self.marks[u as usize] = LABELLED_VERTEX;
                    self.pending[u as usize] = DROPPED_VERTEX;
                    self.reach(u, k, true, budget)?;
                }
            }
            k += 1;
            candidates.retain(|&u| {
                let stays = self.marks[u as usize] == k;
                self.pending[u as usize] = if stays { self.open[u as usize] } else { DROPPED_VERTEX };
                stays
            });
        }
        Ok(())
    }

    /// Notes that `u` has value `k`: its predecessors cannot have it, and are no obstacle for theirs. If the value is
    /// `new`, `u` no longer counts as open.
    fn reach(&mut self, u: u32, k: u32, new: bool, budget: &mut Budget) -> Result<(), Fault> {
        for i in self.reverse.range(u) {
            let w = self.reverse.targets()[i];
            let mark = self.marks[w as usize];
            if mark == LABELLED_VERTEX {
                continue;
            }
            self.open[w as usize] -= u32::from(new);
            if mark <= k {
                self.marks[w as usize] = k + 1;
                self.settle(w, budget)?;
            }
        }
        Ok(())
    }

    /// Records that `w` has a follower of the current value: candidates before it have one obstacle less. Vertices that
    /// are no candidates any more leave the live part of the list, for good.
    fn settle(&mut self, w: u32, budget: &mut Budget) -> Result<(), Fault> {
        let start = self.reverse.range(w).start;
        let mut end = self.live_end[w as usize] as usize;
        tick_list(budget, end - start)?;
        let targets = self.reverse.targets_mut();
        let mut i = start;
        while i < end {
            let p = targets[i];
            let pending = &mut self.pending[p as usize];
            if *pending & DROPPED_VERTEX != 0 {
                end -= 1;
                targets.swap(i, end);
                continue;
            }
            *pending -= 1;
            if *pending == 0 {
                self.queue.push(p);
            }
            i += 1;
        }
        self.live_end[w as usize] = end as u32;
        Ok(())
    }
}
