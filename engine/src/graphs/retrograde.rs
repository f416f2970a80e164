//! Retrograde analysis: from the ends of play backwards, one queue, linear in the edges.

use super::Seed;
use super::csr::tick_list;
use crate::games::{Budget, Fault};

/// Set in the state of a node whose remoteness is known; without it the state counts the followers that are not
/// yet known to be wins for the opponent.
const KNOWN_BIT: u32 = 1 << 31;

/// Remoteness of every node, packed: `KNOWN_BIT` with the number, or something without `KNOWN_BIT` for a draw.
pub(super) struct Labels(Vec<u32>);

impl Labels {
    /// Returns the remoteness of a node, or `None` if neither player can force an end, or there is no such node.
    pub(super) fn get(&self, node: usize) -> Option<u32> {
        self.0.get(node).filter(|&&state| state & KNOWN_BIT != 0).map(|state| state & !KNOWN_BIT)
    }
}

/// A game as the analysis sees it. Nodes are numbered from 0.
pub(super) trait Play {
    /// Returns the number of nodes, at most 2^31.
    fn nodes(&self) -> u32;
    /// Returns the number of moves from a node.
    fn moves(&self, node: u32) -> u32;
    /// Returns the nodes from which one move leads here: numbers to which an offset is to be added.
    fn before(&self, node: u32) -> (&[u32], u32);
}

/// Remoteness (Smith 1966, section 4): the winner hurries and the loser delays. A node is labelled d + 1 as soon as
/// a follower has even label d, or when its last follower gets an odd label d. Labels leave the queue in
/// non-decreasing order, which makes wins least and losses longest.
pub(super) fn analyse<P: Play>(
    play: &P,
    mut seed: impl FnMut(u32) -> Seed,
    budget: &mut Budget,
) -> Result<Labels, Fault> {
    let nodes = play.nodes();
    budget.reserve(8 * nodes as usize)?;
    let mut states = Vec::with_capacity(nodes as usize);
    let mut queue = Vec::new();
    let mut wins = Vec::new();
    for node in 0..nodes {
        budget.tick()?;
        let moves = play.moves(node);
        let label = if moves == 0 { seed(node) } else { Seed::Draw };
        states.push(match label {
            Seed::PreviousWins => {
                queue.push(node);
                KNOWN_BIT
            }
            Seed::NextWins => {
                wins.push(node);
                KNOWN_BIT | 1
            }
            Seed::Draw => moves,
        });
    }
    queue.append(&mut wins);
    let mut head = 0;
    while let Some(&node) = queue.get(head) {
        head += 1;
        let label = states[node as usize];
        let (before, offset) = play.before(node);
        tick_list(budget, before.len())?;
        if label & 1 == 0 {
            for &p in before {
                let state = &mut states[(p + offset) as usize];
                if *state & KNOWN_BIT == 0 {
                    *state = label + 1;
                    queue.push(p + offset);
                }
            }
        } else {
            for &p in before {
                let state = &mut states[(p + offset) as usize];
                if *state & KNOWN_BIT == 0 {
                    *state -= 1;
                    if *state == 0 {
                        *state = label + 1;
                        queue.push(p + offset);
                    }
                }
            }
        }
    }
    Ok(Labels(states))
}
