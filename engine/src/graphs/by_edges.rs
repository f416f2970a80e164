//! All connected graphs with a given number of edges, each once up to isomorphism.

use std::collections::BTreeSet;

use crate::games::{Budget, Fault};

/// The edges of a graph: pairs of vertices, the smaller one first, in ascending order.
pub type EdgeList = Vec<[u8; 2]>;

/// The connected graphs without loops, those with fewer edges first.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::graphs::ConnectedGraphs;
///
/// let mut graphs = ConnectedGraphs::default();
/// let mut counts = Vec::new();
/// for _ in 0..6 {
///     counts.push(graphs.grow(&mut Budget::unlimited())?.len());
/// }
/// assert_eq!(counts, [1, 1, 1, 3, 5, 12]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Debug, Default)]
pub struct ConnectedGraphs {
    /// The graphs with as many edges as were last asked for; none before the first question.
    graphs: BTreeSet<EdgeList>,
}

impl ConnectedGraphs {
    /// The largest number of edges.
    pub const MOST_EDGES: usize = 12;

    /// Returns the graphs with one edge more than the last ones, at first the one without edges.
    pub fn grow(&mut self, budget: &mut Budget) -> Result<&BTreeSet<EdgeList>, Fault> {
        if self.graphs.is_empty() {
            self.graphs.insert(EdgeList::new());
            return Ok(&self.graphs);
        }
        let mut larger = BTreeSet::new();
        for graph in &self.graphs {
            // A new edge joins two vertices, or one with a new vertex.
            let count = vertex_count(graph);
            for a in 0..count {
                for b in a + 1..=count {
                    budget.tick()?;
                    if graph.binary_search(&[a, b]).is_err() {
                        let graph = first_image(&[&graph[..], &[[a, b]]].concat(), budget)?;
                        if larger.insert(graph) {
                            budget.reserve(64)?;
                        }
                    }
                }
            }
        }
        self.graphs = larger;
        Ok(&self.graphs)
    }
}

/// Returns the number of vertices of a connected graph, which are numbered from 0.
pub fn vertex_count(edges: &[[u8; 2]]) -> u8 {
    edges.iter().map(|edge| edge[1] + 1).max().unwrap_or(1)
}

/// Returns the least list of edges that a graph has under a numbering of its vertices, of those that keep the colours of
/// vertices in order: isomorphic graphs have the same.
fn first_image(edges: &[[u8; 2]], budget: &mut Budget) -> Result<EdgeList, Fault> {
    let count = vertex_count(edges) as usize;
    let mut beside = vec![Vec::new(); count];
    for &[a, b] in edges {
        beside[a as usize].push(b);
        beside[b as usize].push(a);
    }
    beside.iter_mut().for_each(|others| others.sort_unstable());
    let mut least: Option<EdgeList> = None;
    let mut open = vec![vec![0u8; count]];
    while let Some(mut colours) = open.pop() {
        budget.tick()?;
        refine(&mut colours, &beside);
        let shared = |v: &usize| colours.iter().filter(|colour| **colour == colours[*v]).count() > 1;
        let Some(first) = (0..count).filter(shared).min_by_key(|&v| colours[v]) else {
            let mut image: EdgeList = edges
                .iter()
                .map(|edge| {
                    let [a, b] = edge.map(|v| colours[v as usize]);
                    [a.min(b), a.max(b)]
                })
                .collect();
            image.sort_unstable();
            if least.as_ref().is_none_or(|least| image < *least) {
                least = Some(image);
            }
            continue;
        };
        // One of the vertices of that colour is singled out, each in turn; of vertices beside the same ones one is enough.
        let mut tried: Vec<usize> = Vec::new();
        for v in (first..count).filter(|&v| colours[v] == colours[first]) {
            let others = |v: usize, w: usize| beside[v].iter().filter(move |&&x| x as usize != w).collect::<Vec<_>>();
            if tried.iter().any(|&w| others(v, w) == others(w, v)) {
                continue;
            }
            tried.push(v);
            let mut singled = colours.clone();
            singled
                .iter_mut()
                .enumerate()
                .filter(|(w, colour)| *w != v && **colour >= colours[v])
                .for_each(|(_, c)| *c += 1);
            open.push(singled);
        }
    }
    Ok(least.unwrap_or_default())
}

/// Refines colours until vertices of one colour have equally many neighbours of each. Colours are numbers from 0, ordered as
/// before.
fn refine(colours: &mut [u8], beside: &[Vec<u8>]) {
    let mut kinds = 0;
    loop {
        let keys: Vec<(u8, Vec<u8>)> = (0..colours.len())
            .map(|v| {
                let mut around: Vec<u8> = beside[v].iter().map(|&w| colours[w as usize]).collect();
                around.sort_unstable();
                (colours[v], around)
            })
            .collect();
        let sorted: BTreeSet<&(u8, Vec<u8>)> = keys.iter().collect();
        for (colour, key) in colours.iter_mut().zip(&keys) {
            *colour = sorted.iter().take_while(|other| **other < key).count() as u8;
        }
        if sorted.len() == kinds {
            break;
        }
        kinds = sorted.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Connected graphs by number of edges, OEIS A002905.
    #[test]
    fn as_many_as_are_known() {
        let mut graphs = ConnectedGraphs::default();
        let counts: Vec<usize> =
            (0..9).map(|_| graphs.grow(&mut Budget::unlimited()).expect("no limit").len()).collect();
        assert_eq!(counts, [1, 1, 1, 3, 5, 12, 30, 79, 227]);
    }
}
