//! The graph: adjacency in compressed sparse rows, and its reverse on demand.

use std::sync::Arc;
use std::sync::OnceLock;

use crate::games::{Budget, Fault};

/// The most vertices of a graph, so that a vertex with a mover, and twice a counter, fit into 31 bits.
pub const VERTEX_LIMIT: u32 = 1 << 30;

/// Adjacency lists one after another: the list of `v` is `targets[starts[v]..starts[v + 1]]`.
#[derive(Clone, Debug, Default)]
pub struct Csr {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Csr {
    /// Returns the second numbers of pairs by the first, which are below `count`: list k has those of the pairs that
    /// begin with k, in their order.
    pub(crate) fn grouped(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Csr {
        // List k is filled from starts[k + 1], which is then where the next one begins.
        let mut starts = vec![0u32; count + 2];
        pairs.clone().for_each(|(key, _)| starts[key as usize + 2] += 1);
        accumulate(&mut starts);
        let mut targets = vec![0; starts[count + 1] as usize];
        for (key, value) in pairs {
            let at = &mut starts[key as usize + 1];
            targets[*at as usize] = value;
            *at += 1;
        }
        starts.pop();
        Csr { starts, targets }
    }

    /// Returns all lists, one by one.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.starts.windows(2).map(|ends| &self.targets[ends[0] as usize..ends[1] as usize])
    }

    /// Returns the list of `v`, which is empty if `v` is no vertex.
    #[inline]
    pub fn row(&self, v: u32) -> &[u32] {
        &self.targets[self.range(v)]
    }

    /// Returns the range of the list of `v` in [`Csr::targets`].
    #[inline]
    pub fn range(&self, v: u32) -> std::ops::Range<usize> {
        match (self.starts.get(v as usize), self.starts.get(v as usize + 1)) {
            (Some(&start), Some(&end)) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> u32 {
        self.starts.len().saturating_sub(1) as u32
    }

    /// Returns `true` if there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns all lists, end to end.
    pub fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// Returns all lists, for algorithms that permute them within their rows.
    pub(super) fn targets_mut(&mut self) -> &mut [u32] {
        &mut self.targets
    }

    /// Returns this graph with its vertices in another order: new vertex i is old vertex `order[i]`, and old vertex v
    /// is new vertex `rank[v]`. Lists keep their order, so that they need not be sorted.
    pub(super) fn renumbered(&self, order: &[u32], rank: &[u32], budget: &mut Budget) -> Result<Csr, Fault> {
        budget.reserve(4 * (self.starts.len() + self.targets.len()))?;
        let mut starts = Vec::with_capacity(order.len() + 1);
        let mut targets = Vec::with_capacity(self.targets.len());
        starts.push(0);
        for &v in order {
            budget.tick()?;
            targets.extend(self.row(v).iter().map(|&w| rank[w as usize]));
            starts.push(targets.len() as u32);
        }
        Ok(Csr { starts, targets })
    }

    /// Returns the lists of all edges turned round; each is increasing.
    pub(super) fn transposed(&self, budget: &mut Budget) -> Result<Csr, Fault> {
        budget.reserve(4 * (2 * self.starts.len() + self.targets.len()))?;
        let mut starts = vec![0u32; self.starts.len().max(1)];
        for &w in &self.targets {
            starts[w as usize + 1] += 1;
        }
        accumulate(&mut starts);
        budget.check()?;
        let mut next = starts.clone();
        let mut targets = vec![0u32; self.targets.len()];
        for v in 0..self.len() {
            tick_list(budget, self.row(v).len())?;
            for &w in self.row(v) {
                let at = &mut next[w as usize];
                targets[*at as usize] = v;
                *at += 1;
            }
        }
        Ok(Csr { starts, targets })
    }
}

/// Ticks before a list of this length is read: once, and once more for every 64 entries.
#[inline]
pub(super) fn tick_list(budget: &mut Budget, length: usize) -> Result<(), Fault> {
    for _ in 0..=length / 64 {
        budget.tick()?;
    }
    Ok(())
}

/// Turns counts, shifted by one, into starts.
fn accumulate(counts: &mut [u32]) {
    let mut sum = 0;
    for count in counts {
        sum += *count;
        *count = sum;
    }
}

/// A finite directed graph: vertices are positions, edges are moves. Cheap to clone.
///
/// ```
/// use cg_engine::graphs::Digraph;
/// use cg_engine::games::Budget;
/// let graph = Digraph::from_edges(3, &[(2, 1), (2, 0), (1, 0), (2, 1)], &mut Budget::unlimited())?;
/// assert_eq!(graph.followers(2), [0, 1]);
/// assert!(graph.is_terminal(0));
/// assert!(Digraph::from_edges(1, &[(0, 5)], &mut Budget::unlimited()).is_err());
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Digraph(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    forward: Csr,
    reverse: OnceLock<Csr>,
}

impl Digraph {
    /// Returns the graph with vertices 0 to `vertices` - 1 and these edges; duplicates are dropped, loops are allowed.
    ///
    /// # Errors
    /// [`Fault::None`] for an edge that names no vertex, [`Fault::TooLarge`], and those of the budget.
    pub fn from_edges(vertices: u32, edges: &[(u32, u32)], budget: &mut Budget) -> Result<Digraph, Fault> {
        Digraph::from_edge_iterator(vertices, edges.iter().copied(), budget)
    }

    /// Like [`Digraph::from_edges`], from an iterator that can be run twice.
    pub fn from_edge_iterator(
        vertices: u32,
        edges: impl Iterator<Item = (u32, u32)> + Clone,
        budget: &mut Budget,
    ) -> Result<Digraph, Fault> {
        check_sizes(vertices as usize, 0)?;
        budget.reserve(8 * vertices as usize)?;
        let mut starts = vec![0u32; vertices as usize + 1];
        let mut count = 0;
        for (u, v) in edges.clone() {
            check_edge(u, v, vertices)?;
            count += 1;
            check_sizes(0, count)?;
            starts[u as usize + 1] += 1;
        }
        accumulate(&mut starts);
        budget.check()?;
        budget.reserve(4 * count)?;
        let mut next = starts.clone();
        let mut targets = vec![0u32; count];
        for (u, v) in edges {
            let at = &mut next[u as usize];
            targets[*at as usize] = v;
            *at += 1;
        }
        Digraph::tidied(Csr { starts, targets }, budget)
    }

    /// Returns the graph in which `lists[v]` holds the followers of `v`.
    ///
    /// ```
    /// use cg_engine::graphs::Digraph;
    /// use cg_engine::games::Budget;
    /// let graph = Digraph::from_lists(&[vec![1], vec![0, 0, 1]], &mut Budget::unlimited())?;
    /// assert_eq!(graph.edges(), 3);
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn from_lists<L: AsRef<[u32]>>(lists: &[L], budget: &mut Budget) -> Result<Digraph, Fault> {
        let total = lists.iter().map(|list| list.as_ref().len()).sum();
        check_sizes(lists.len(), total)?;
        budget.reserve(4 * (lists.len() + total))?;
        let mut starts = Vec::with_capacity(lists.len() + 1);
        let mut targets = Vec::with_capacity(total);
        starts.push(0);
        for (u, list) in lists.iter().enumerate() {
            budget.tick()?;
            for &v in list.as_ref() {
                check_edge(u as u32, v, lists.len() as u32)?;
            }
            targets.extend_from_slice(list.as_ref());
            starts.push(targets.len() as u32);
        }
        Digraph::tidied(Csr { starts, targets }, budget)
    }

    /// Returns the graph whose lists are written one after another. `row` is called for the vertices 0, 1, ... with an
    /// empty list to fill. For graphs too large to be stored twice; `most` is an upper bound on the number of edges.
    ///
    /// ```
    /// use cg_engine::graphs::Digraph;
    /// use cg_engine::games::Budget;
    /// let graph = Digraph::from_rows(4, 6, &mut Budget::unlimited(), |v, row| row.extend((0..v).rev()))?;
    /// assert_eq!(graph.followers(3), [0, 1, 2]);
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn from_rows(
        vertices: u32,
        most: usize,
        budget: &mut Budget,
        mut row: impl FnMut(u32, &mut Vec<u32>),
    ) -> Result<Digraph, Fault> {
        check_sizes(vertices as usize, most)?;
        budget.reserve(4 * (vertices as usize + most))?;
        let mut starts = Vec::with_capacity(vertices as usize + 1);
        let mut targets = Vec::with_capacity(most);
        starts.push(0);
        let mut list = Vec::new();
        for u in 0..vertices {
            list.clear();
            row(u, &mut list);
            tick_list(budget, list.len())?;
            list.sort_unstable();
            list.dedup();
            if let Some(&last) = list.last() {
                check_edge(u, last, vertices)?;
            }
            targets.extend_from_slice(&list);
            check_sizes(vertices as usize, targets.len())?;
            starts.push(targets.len() as u32);
        }
        Ok(Digraph(Arc::new(Inner { forward: Csr { starts, targets }, reverse: OnceLock::new() })))
    }

    /// Returns the graph with the edges of both, on the vertices of the larger one.
    ///
    /// ```
    /// use cg_engine::graphs::Digraph;
    /// use cg_engine::games::Budget;
    /// let mut budget = Budget::unlimited();
    /// let left = Digraph::from_edges(3, &[(0, 1)], &mut budget)?;
    /// let right = Digraph::from_edges(3, &[(0, 1), (0, 2)], &mut budget)?;
    /// assert_eq!(left.union(&right, &mut budget)?.followers(0), [1, 2]);
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn union(&self, other: &Digraph, budget: &mut Budget) -> Result<Digraph, Fault> {
        let vertices = self.vertices().max(other.vertices());
        budget.reserve(4 * (vertices as usize + self.edges() + other.edges()))?;
        let mut starts = Vec::with_capacity(vertices as usize + 1);
        let mut targets = Vec::with_capacity(self.edges() + other.edges());
        starts.push(0);
        for v in 0..vertices {
            budget.tick()?;
            targets.extend_from_slice(self.followers(v));
            targets.extend_from_slice(other.followers(v));
            starts.push(targets.len() as u32);
        }
        Digraph::tidied(Csr { starts, targets }, budget)
    }

    /// Sorts every list and drops duplicates.
    fn tidied(mut forward: Csr, budget: &mut Budget) -> Result<Digraph, Fault> {
        let mut kept = 0;
        for u in 0..forward.len() {
            budget.tick()?;
            let range = forward.range(u);
            forward.targets[range.clone()].sort_unstable();
            forward.starts[u as usize] = kept as u32;
            let first = kept;
            for i in range {
                let v = forward.targets[i];
                if kept == first || forward.targets[kept - 1] != v {
                    forward.targets[kept] = v;
                    kept += 1;
                }
            }
        }
        if let Some(end) = forward.starts.last_mut() {
            *end = kept as u32;
        }
        forward.targets.truncate(kept);
        Ok(Digraph(Arc::new(Inner { forward, reverse: OnceLock::new() })))
    }

    /// Returns the number of vertices.
    pub fn vertices(&self) -> u32 {
        self.0.forward.len()
    }

    /// Returns the number of edges, each counted once.
    pub fn edges(&self) -> usize {
        self.0.forward.targets.len()
    }

    /// Returns the followers of `v`, increasing.
    #[inline]
    pub fn followers(&self, v: u32) -> &[u32] {
        self.0.forward.row(v)
    }

    /// Returns `true` if there is no move from `v`.
    #[inline]
    pub fn is_terminal(&self, v: u32) -> bool {
        self.followers(v).is_empty()
    }

    /// Returns all lists of followers.
    pub fn forward(&self) -> &Csr {
        &self.0.forward
    }

    /// Returns all lists of predecessors, built when first asked for.
    pub fn reverse(&self, budget: &mut Budget) -> Result<&Csr, Fault> {
        match self.0.reverse.get() {
            Some(reverse) => Ok(reverse),
            None => {
                let reverse = self.0.forward.transposed(budget)?;
                Ok(self.0.reverse.get_or_init(|| reverse))
            }
        }
    }
}

fn check_sizes(vertices: usize, edges: usize) -> Result<(), Fault> {
    let too_large =
        |what, size: usize, limit: u32| Err(Fault::TooLarge { what, size: size.to_string(), limit: limit.to_string() });
    if vertices > VERTEX_LIMIT as usize {
        too_large("graph", vertices, VERTEX_LIMIT)
    } else if edges > i32::MAX as usize {
        too_large("list of edges", edges, i32::MAX as u32)
    } else {
        Ok(())
    }
}

fn check_edge(u: u32, v: u32, vertices: u32) -> Result<(), Fault> {
    let bad = u.max(v);
    if bad < vertices {
        return Ok(());
    }
    Err(Fault::None(format!("an edge names vertex {bad}, but the graph has {vertices} vertices, counted from 0")))
}
