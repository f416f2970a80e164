//! Strong components, sinks first (Tarjan 1972), with a stack of its own.

use crate::games::{Budget, Fault};

const NONE: u32 = u32::MAX;
/// Vertices for which there is room at once.
const FEW: usize = 32;

/// The component of every vertex. Components are numbered so that no edge leads to one with a greater number.
/// `edge(v, i)` is where the i-th edge of v leads.
pub(crate) fn components(
    vertices: usize,
    edge: impl Fn(u32, usize) -> Option<u32>,
    budget: &mut Budget,
) -> Result<Vec<u32>, Fault> {
    budget.reserve(vertices * 5 * size_of::<u32>())?;
    let mut component = vec![NONE; vertices];
    let mut low = vec![NONE; vertices];
    let mut open: Vec<u32> = Vec::with_capacity(vertices.min(FEW));
    // A vertex, how many of its edges were looked at, and when it was met.
    let mut path: Vec<(u32, usize, u32)> = Vec::with_capacity(vertices.min(FEW));
    let (mut met, mut count) = (0, 0);
    for root in 0..vertices as u32 {
        if low[root as usize] != NONE {
            continue;
        }
        path.push((root, 0, met));
        while let Some(top) = path.last_mut() {
            budget.tick()?;
            let (v, at, number) = *top;
            if at == 0 {
                (low[v as usize], met) = (number, met + 1);
                open.push(v);
            }
            top.1 += 1;
            if let Some(w) = edge(v, at) {
                if low[w as usize] == NONE {
                    path.push((w, 0, met));
                } else if component[w as usize] == NONE {
                    low[v as usize] = low[v as usize].min(low[w as usize]);
                }
                continue;
            }
            path.pop();
            let least = low[v as usize];
            if let Some(&(above, ..)) = path.last() {
                low[above as usize] = low[above as usize].min(least);
            }
            if least == number {
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

/// The vertices of each component, in increasing order.
pub(crate) struct Members {
    /// Where each component begins, and where the last one ends.
    starts: Vec<u32>,
    vertices: Vec<u32>,
}

impl Members {
    /// Those of numbered components.
    pub fn of(component: &[u32]) -> Members {
        let count = component.iter().max().map_or(0, |&last| last as usize + 1);
        // A place further on until all vertices are entered.
        let mut starts = vec![0; count + 2];
        component.iter().for_each(|&c| starts[c as usize + 2] += 1);
        (2..starts.len()).for_each(|c| starts[c] += starts[c - 1]);
        let mut vertices = vec![0; component.len()];
        for (v, &c) in component.iter().enumerate() {
            let place = &mut starts[c as usize + 1];
            vertices[*place as usize] = v as u32;
            *place += 1;
        }
        starts.pop();
        Members { starts, vertices }
    }

    /// The components in their order.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.starts.windows(2).map(|ends| &self.vertices[ends[0] as usize..ends[1] as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cycles_and_what_they_lead_to() {
        let edges: [&[u32]; 5] = [&[1], &[0, 2], &[3], &[2, 4], &[]];
        let found = components(5, |v, i| edges[v as usize].get(i).copied(), &mut Budget::unlimited()).unwrap();
        assert_eq!(found, [2, 2, 1, 1, 0]);
        assert_eq!(Members::of(&found).iter().collect::<Vec<_>>(), [&[4][..], &[2, 3], &[0, 1]]);
    }
}
