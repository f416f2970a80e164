//! Suspense: how long play lasts when the winner wants it long and the loser short.

use super::csr::tick_list;
use super::retrograde::{Labels, Play};
use super::{INFINITE, Seed};
use crate::games::{Budget, Fault};

/// Computes the suspense of every node (Winning Ways, ch. 9; On Numbers and Games, ch. 14: the suspense numbers), given
/// the remoteness of all nodes. It is infinite if neither player wins, or if the winner can delay the end for ever.
///
/// Among the nodes that somebody wins, the winner chooses among the moves that keep his win, the loser among all.
/// So this is play towards the end of which the loser wants the shortest: again one queue, in which a lost node
/// takes the label of the follower that is found first, a won node that of the follower that is found last. With
/// cycles, a won node is never labelled if its winner can avoid the end for ever; since the win is kept all the
/// while, he can go on as long as he likes and win then.
pub(super) fn suspense<P: Play>(
    play: &P,
    remoteness: &Labels,
    mut seed: impl FnMut(u32) -> Seed,
    budget: &mut Budget,
) -> Result<Vec<u32>, Fault> {
    let nodes = play.nodes();
    budget.reserve(12 * nodes as usize)?;
    let won = |node: u32| remoteness.get(node as usize).map(|d| d % 2 == 1);
    // For a won node, the followers lost for the opponent that have no suspense yet.
    let mut pending = vec![0u32; nodes as usize];
    let mut labels = vec![INFINITE; nodes as usize];
    let mut queue = Vec::new();
    let mut wins = Vec::new();
    for node in 0..nodes {
        budget.tick()?;
        if won(node) == Some(false) {
            let (before, offset) = play.before(node);
            tick_list(budget, before.len())?;
            before.iter().for_each(|&p| pending[(p + offset) as usize] += 1);
        }
        if play.moves(node) == 0 {
            match seed(node) {
                Seed::PreviousWins => {
                    labels[node as usize] = 0;
                    queue.push(node);
                }
                Seed::NextWins => {
                    labels[node as usize] = 1;
                    wins.push(node);
                }
                Seed::Draw => {}
            }
        }
    }
    queue.append(&mut wins);
    let mut head = 0;
    while let Some(&node) = queue.get(head) {
        head += 1;
        let label = labels[node as usize];
        let lost = won(node) == Some(false);
        let (before, offset) = play.before(node);
        tick_list(budget, before.len())?;
        for &p in before {
            let p = p + offset;
            if labels[p as usize] != INFINITE {
                continue;
            }
            match won(p) {
                Some(true) if lost => {
                    pending[p as usize] -= 1;
                    if pending[p as usize] > 0 {
                        continue;
                    }
                }
                Some(false) => {}
                _ => continue,
            }
            labels[p as usize] = label + 1;
            queue.push(p);
        }
    }
    Ok(labels)
}
