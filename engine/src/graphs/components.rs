//! Strong components, sinks first (Tarjan 1972), with a stack of its own; of at most 64 vertices, whose sets are words, by an
//! older way.

use super::Csr;
use crate::games::{Budget, Fault, PostOrder};

const NONE: u32 = u32::MAX;

/// Returns the component of every vertex. Components are numbered so that no edge leads to one with a greater number.
/// `edge(v, i)` is where the i-th edge of v leads.
pub(crate) fn components(
    vertices: usize,
    edge: impl Fn(u32, usize) -> Option<u32>,
    budget: &mut Budget,
) -> Result<Vec<u32>, Fault> {
    match vertices {
        0..=64 => components_by_words(vertices, edge, budget),
        _ => components_by_lists(vertices, edge, budget),
    }
}

/// Finds components by words: vertices that reach one another are joined as soon as an edge leads back to the path
/// (Purdom 1968, Munro 1971).
fn components_by_words(
    vertices: usize,
    edge: impl Fn(u32, usize) -> Option<u32>,
    budget: &mut Budget,
) -> Result<Vec<u32>, Fault> {
    let mut after = [0u64; 64];
    for (v, after) in (0..vertices as u32).zip(&mut after) {
        budget.tick()?;
        *after = (0..).map_while(|i| edge(v, i)).fold(0, |set, w| set | 1 << w);
    }
    let mut component = vec![0; vertices];
    let (mut count, mut settled) = (0, 0u64);
    // Sets of vertices that reach one another and all behind them, and where edges lead from each set.
    let mut path = [(0u64, 0u64); 64];
    for root in 0..vertices {
        if settled >> root & 1 == 1 {
            continue;
        }
        path[0] = (1 << root, after[root]);
        let mut top = 0;
        let mut on_path = 1 << root;
        while on_path != 0 {
            let (members, reached) = path[top];
            let open = reached & !settled & !members;
            if open == 0 {
                elements(members).for_each(|v| component[v] = count);
                count += 1;
                settled |= members;
                on_path &= !members;
                top = top.saturating_sub(1);
                continue;
            }
            let w = open & open.wrapping_neg();
            if on_path & w == 0 {
                on_path |= w;
                top += 1;
                path[top] = (w, after[w.trailing_zeros() as usize]);
                continue;
            }
            while path[top].0 & w == 0 {
                let (members, reached) = path[top];
                top -= 1;
                path[top].0 |= members;
                path[top].1 |= reached;
            }
        }
    }
    Ok(component)
}

/// Returns the elements of a set, increasing.
fn elements(set: u64) -> impl Iterator<Item = usize> {
    let after = |&set: &u64| Some(set & (set - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(set).filter(|&set| set != 0), after).map(|set| set.trailing_zeros() as usize)
}

fn components_by_lists(
    vertices: usize,
    edge: impl Fn(u32, usize) -> Option<u32>,
    budget: &mut Budget,
) -> Result<Vec<u32>, Fault> {
    // Two words for each vertex, one more if it is open, and its place on the path.
    budget.reserve(vertices * (3 * size_of::<u32>() + size_of::<(u32, usize, u32)>()))?;
    let mut component = vec![NONE; vertices];
    let mut low = vec![NONE; vertices];
    let mut open: Vec<u32> = Vec::new();
    let (mut met, mut count) = (0, 0);
    for root in 0..vertices as u32 {
        // A vertex, its next edge, and its number in order of discovery.
        let mut walk = PostOrder::new((low[root as usize] == NONE).then_some((root, 0, met)));
        'walk: while let Some(&mut (v, ref mut at, number)) = walk.next(budget)? {
            if low[v as usize] == NONE {
                (low[v as usize], met) = (number, met + 1);
                open.push(v);
            }
            while let Some(w) = edge(v, *at) {
                budget.tick()?;
                if low[w as usize] == NONE {
                    walk.push((w, 0, met));
                    continue 'walk;
                }
                if component[w as usize] == NONE {
                    low[v as usize] = low[v as usize].min(low[w as usize]);
                }
                *at += 1;
            }
            if low[v as usize] == number {
                while let Some(w) = open.pop() {
                    component[w as usize] = count;
                    if w == v {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    Ok(component)
}

/// Returns the vertices of each component, increasing, in the order of the components.
pub(crate) fn members(component: &[u32]) -> Csr {
    let count = component.iter().max().map_or(0, |&last| last as usize + 1);
    Csr::grouped(count, component.iter().zip(0..).map(|(&c, v)| (c, v)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn two_cycles_and_what_they_lead_to() {
        let edges: [&[u32]; 5] = [&[1], &[0, 2], &[3], &[2, 4], &[]];
        let found = components(5, |v, i| edges[v as usize].get(i).copied(), &mut Budget::unlimited()).unwrap();
        assert_eq!(found, [2, 2, 1, 1, 0]);
        assert_eq!(members(&found).rows().collect::<Vec<_>>(), [&[4][..], &[2, 3], &[0, 1]]);
    }

    /// Checks the definition: two vertices are in one component if each reaches the other; an edge leads to no
    /// component with a greater number.
    #[test]
    fn components_of_random_graphs_by_definition() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut next = |below: u64| random.u64(..below);
        for round in 0..2000 {
            let count = if round % 40 == 0 { 60 + next(5) } else { 1 + next(9) } as usize;
            let most = 1 + next(3);
            let edges: Vec<Vec<u32>> =
                (0..count).map(|_| (0..next(most + 1)).map(|_| next(count as u64) as u32).collect()).collect();
            let edge = |v: u32, i: usize| edges[v as usize].get(i).copied();
            let by_words = components_by_words(count, edge, &mut Budget::unlimited()).unwrap();
            let by_lists = components_by_lists(count, edge, &mut Budget::unlimited()).unwrap();
            let mut reaches = vec![vec![false; count]; count];
            (0..count).for_each(|v| reaches[v][v] = true);
            for _ in 0..count {
                for v in 0..count {
                    for &w in &edges[v] {
                        let further = reaches[w as usize].clone();
                        reaches[v].iter_mut().zip(further).for_each(|(known, more)| *known |= more);
                    }
                }
            }
            for found in [by_words, by_lists] {
                for v in 0..count {
                    for w in 0..count {
                        assert_eq!(found[v] == found[w], reaches[v][w] && reaches[w][v], "{edges:?}");
                        assert!(!reaches[v][w] || found[v] >= found[w], "{edges:?}");
                    }
                }
                let numbers: BTreeSet<u32> = found.iter().copied().collect();
                assert!(numbers.into_iter().eq(0..members(&found).len()), "{edges:?}");
            }
        }
    }
}
