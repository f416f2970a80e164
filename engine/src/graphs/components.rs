//! Strong components, sinks first (Pearce, *A space-efficient algorithm for finding strongly connected components*, 2016).

use super::Csr;
use crate::games::{Budget, Fault};

/// Stands for a vertex that was not met.
const NEW: u32 = 0;

/// A vertex on the path of the search, or one whose component is not complete.
#[derive(Clone, Copy, Default)]
struct Frame {
    vertex: u32,
    /// How many of its edges were looked at.
    edges: u32,
    /// Whether no edge led to a vertex that was met earlier and has no component.
    is_first: bool,
}

/// The component of every vertex. Components are numbered so that no edge leads to one with a greater number.
/// `edge(v, i)` is where the i-th edge of v leads.
pub(crate) fn components(
    vertices: usize,
    edge: impl Fn(u32, usize) -> Option<u32>,
    budget: &mut Budget,
) -> Result<Vec<u32>, Fault> {
    budget.reserve(vertices * (size_of::<Frame>() + size_of::<u32>()))?;
    // When the earliest vertex was met that is known to lie in the same component; when that is complete, its number from
    // above, which is larger.
    let mut mark = vec![NEW; vertices];
    // The path is at the front and vertices whose components are open at the back: no vertex is in both.
    let mut frames = vec![Frame::default(); vertices];
    let (mut depth, mut open) = (0, vertices);
    let (mut next, mut last) = (NEW + 1, u32::MAX);
    for root in 0..vertices as u32 {
        if mark[root as usize] != NEW {
            continue;
        }
        let mut met = Some(root);
        loop {
            if let Some(vertex) = met.take() {
                frames[depth] = Frame { vertex, edges: 0, is_first: true };
                (mark[vertex as usize], next, depth) = (next, next + 1, depth + 1);
            }
            let Some(frame) = frames[..depth].last_mut() else { break };
            budget.tick()?;
            let v = frame.vertex;
            if let Some(w) = edge(v, frame.edges as usize) {
                match mark[w as usize] {
                    NEW => met = Some(w),
                    early => {
                        if early < mark[v as usize] {
                            mark[v as usize] = early;
                            frame.is_first = false;
                        }
                        frame.edges += 1;
                    }
                }
                continue;
            }
            depth -= 1;
            let Frame { is_first, .. } = frames[depth];
            if !is_first {
                open -= 1;
                frames[open] = frames[depth];
                continue;
            }
            next -= 1;
            let least = mark[v as usize];
            while let Some(frame) = frames.get(open).filter(|frame| mark[frame.vertex as usize] >= least) {
                mark[frame.vertex as usize] = last;
                (open, next) = (open + 1, next - 1);
            }
            mark[v as usize] = last;
            last -= 1;
        }
    }
    mark.iter_mut().for_each(|mark| *mark = !*mark);
    Ok(mark)
}

/// The vertices of each component, increasing, in the order of the components.
pub(crate) fn members(component: &[u32]) -> Csr {
    let count = component.iter().max().map_or(0, |&last| last as usize + 1);
    Csr::grouped(count, component.iter().zip(0..).map(|(&c, v)| (c, v)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cycles_and_what_they_lead_to() {
        let edges: [&[u32]; 5] = [&[1], &[0, 2], &[3], &[2, 4], &[]];
        let found = components(5, |v, i| edges[v as usize].get(i).copied(), &mut Budget::unlimited()).unwrap();
        assert_eq!(found, [2, 2, 1, 1, 0]);
        assert_eq!(members(&found).rows().collect::<Vec<_>>(), [&[4][..], &[2, 3], &[0, 1]]);
    }

    /// Two vertices are in one component if each reaches the other; an edge leads to no component with a greater number.
    #[test]
    fn components_of_random_graphs_by_definition() {
        let mut seed = 1u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for _ in 0..2000 {
            let count = 1 + next(9) as usize;
            let most = 1 + next(3);
            let edges: Vec<Vec<u32>> =
                (0..count).map(|_| (0..next(most + 1)).map(|_| next(count as u64) as u32).collect()).collect();
            let found = components(count, |v, i| edges[v as usize].get(i).copied(), &mut Budget::unlimited()).unwrap();
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
            for v in 0..count {
                for w in 0..count {
                    assert_eq!(found[v] == found[w], reaches[v][w] && reaches[w][v], "{edges:?}");
                    assert!(!reaches[v][w] || found[v] >= found[w], "{edges:?}");
                }
            }
            let numbers: std::collections::BTreeSet<u32> = found.iter().copied().collect();
            assert_eq!(numbers.into_iter().max(), Some(members(&found).len() - 1));
        }
    }
}
