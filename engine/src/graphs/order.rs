//! Topological order by depth-first search with its own stack.

use super::Digraph;
use crate::games::{Budget, Fault, PostOrder};

/// Returns all vertices, each after its followers.
///
/// ```
/// use cg_engine::graphs::{Digraph, topological_order};
/// use cg_engine::games::Budget;
/// let mut budget = Budget::unlimited();
/// let graph = Digraph::from_lists(&[vec![1, 2], vec![2], vec![]], &mut budget)?;
/// assert_eq!(topological_order(&graph, &mut budget)?, [2, 1, 0]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::Loopy`] if the graph has a cycle, a loop included.
pub fn topological_order(graph: &Digraph, budget: &mut Budget) -> Result<Vec<u32>, Fault> {
    followers_first(graph, 0..graph.vertices(), Cycles::Refused, budget)
}

/// Returns the vertices that can be reached from `root`, itself last, each after its followers.
///
/// # Errors
/// [`Fault::Loopy`] if a cycle can be reached.
pub fn topological_order_from(graph: &Digraph, root: u32, budget: &mut Budget) -> Result<Vec<u32>, Fault> {
    let root = Some(root).filter(|&r| r < graph.vertices());
    followers_first(graph, root.into_iter(), Cycles::Refused, budget)
}

/// Returns for each vertex `true` if `target` can be reached from it. A vertex reaches itself.
///
/// ```
/// use cg_engine::graphs::{Digraph, can_reach};
/// use cg_engine::games::Budget;
/// let mut budget = Budget::unlimited();
/// let graph = Digraph::from_lists(&[vec![1], vec![2], vec![]], &mut budget)?;
/// assert_eq!(can_reach(&graph, 1, &mut budget)?, [true, true, false]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn can_reach(graph: &Digraph, target: u32, budget: &mut Budget) -> Result<Vec<bool>, Fault> {
    let mut reaches = vec![false; graph.vertices() as usize];
    let reverse = graph.reverse(budget)?;
    let mut stack: Vec<u32> = Some(target).filter(|&v| v < graph.vertices()).into_iter().collect();
    while let Some(v) = stack.pop() {
        budget.tick()?;
        if !std::mem::replace(&mut reaches[v as usize], true) {
            stack.extend(reverse.row(v).iter().filter(|&&u| !reaches[u as usize]));
        }
    }
    Ok(reaches)
}

/// Returns `true` if play from `v` can return to an earlier position.
///
/// ```
/// use cg_engine::graphs::{Digraph, is_cyclic_from};
/// use cg_engine::games::Budget;
/// let mut budget = Budget::unlimited();
/// let graph = Digraph::from_lists(&[vec![1], vec![0, 2], vec![]], &mut budget)?;
/// assert!(is_cyclic_from(&graph, 0, &mut budget)?);
/// assert!(!is_cyclic_from(&graph, 2, &mut budget)?);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn is_cyclic_from(graph: &Digraph, v: u32, budget: &mut Budget) -> Result<bool, Fault> {
    match topological_order_from(graph, v, budget) {
        Ok(_) => Ok(false),
        Err(Fault::Loopy) => Ok(true),
        Err(fault) => Err(fault),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum VisitMark {
    New,
    Open,
    Done,
}

/// The treatment of cycles in an order.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Cycles {
    /// Cycles end the search with [`Fault::Loopy`].
    Refused,
    /// One of their vertices comes before its follower.
    Cut,
}

/// Returns the vertices that can be reached from the roots, each after its followers.
pub(crate) fn followers_first(
    graph: &Digraph,
    roots: impl Iterator<Item = u32>,
    cycles: Cycles,
    budget: &mut Budget,
) -> Result<Vec<u32>, Fault> {
    let forward = graph.forward();
    budget.reserve(graph.vertices() as usize)?;
    let mut marks = vec![VisitMark::New; graph.vertices() as usize];
    let mut order = Vec::new();
    for root in roots {
        // A vertex and how many of its followers have been examined.
        let mut walk = PostOrder::new((marks[root as usize] == VisitMark::New).then_some((root, 0u32)));
        'walk: while let Some((v, at)) = walk.next(budget)? {
            marks[*v as usize] = VisitMark::Open;
            while let Some(&w) = forward.row(*v).get(*at as usize) {
                budget.tick()?;
                *at += 1;
                match marks[w as usize] {
                    VisitMark::Open if cycles == Cycles::Refused => return Err(Fault::Loopy),
                    VisitMark::New => {
                        walk.push((w, 0));
                        continue 'walk;
                    }
                    _ => {}
                }
            }
            marks[*v as usize] = VisitMark::Done;
            order.push(*v);
        }
    }
    Ok(order)
}

/// Returns Smith's terminal distance D of every vertex: the length of the longest play from it, `None` if some play
/// need not end (Smith 1966, eqs. 1-3).
///
/// ```
/// use cg_engine::graphs::{Digraph, distances};
/// use cg_engine::games::Budget;
/// let mut budget = Budget::unlimited();
/// let graph = Digraph::from_lists(&[vec![], vec![0], vec![0, 1], vec![3, 2]], &mut budget)?;
/// assert_eq!(distances(&graph, &mut budget)?, [Some(0), Some(1), Some(2), None]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn distances(graph: &Digraph, budget: &mut Budget) -> Result<Vec<Option<u32>>, Fault> {
    let mut open: Vec<usize> = (0..graph.vertices()).map(|v| graph.followers(v).len()).collect();
    let mut distance = vec![None; open.len()];
    let mut queue: Vec<u32> = (0..graph.vertices()).filter(|&v| open[v as usize] == 0).collect();
    let mut next = 0;
    while let Some(&v) = queue.get(next) {
        next += 1;
        budget.tick()?;
        distance[v as usize] =
            Some(graph.followers(v).iter().filter_map(|&w| distance[w as usize]).max().map_or(0, |d| d + 1));
        for &u in graph.reverse(budget)?.row(v) {
            open[u as usize] -= 1;
            if open[u as usize] == 0 {
                queue.push(u);
            }
        }
    }
    Ok(distance)
}
