//! All positions that can be reached from one, as a graph with two sets of moves.

use rustc_hash::FxHashMap;

use super::solve::options;
use super::{Context, Options, PositionId};
use crate::digraphs::Digraph;
use crate::games::Fault;

/// Positions beyond which a search gives up.
const MOST: usize = 50_000_000;

/// What can be reached from a position, itself included.
pub struct Explored {
    /// The positions; vertex 0 is the one asked about. Sums are in normal order.
    pub positions: Vec<PositionId>,
    /// Left's moves, by vertex.
    pub left: Digraph,
    /// Right's moves, by vertex; the same as Left's when `impartial`.
    pub right: Option<Digraph>,
    /// Both players have the same moves everywhere.
    pub impartial: bool,
}

/// Runs through everything reachable from `p`.
///
/// # Errors
/// [`Fault::TooLarge`] when there are too many positions, limits, what the rules say.
pub fn explore<C: Context>(p: PositionId, cx: &mut C) -> Result<Explored, Fault> {
    let start = cx.positions().normal_order(p);
    let mut numbers = FxHashMap::default();
    numbers.insert(start, 0u32);
    let mut positions = vec![start];
    let (mut left, mut right): (Vec<(u32, u32)>, Vec<(u32, u32)>) = (Vec::new(), Vec::new());
    let mut impartial = true;
    let mut moves = Options::default();
    let mut next = 0;
    while next < positions.len() {
        options(positions[next], cx, &mut moves)?;
        impartial &= moves.impartial;
        for (list, edges) in [(&moves.left[..], &mut left), (moves.right(), &mut right)] {
            for &option in list {
                cx.games().budget.tick()?;
                let option = cx.positions().normal_order(option);
                let number = *numbers.entry(option).or_insert_with(|| {
                    positions.push(option);
                    positions.len() as u32 - 1
                });
                edges.push((next as u32, number));
            }
        }
        if positions.len() > MOST {
            return Err(Fault::TooLarge { what: "set of positions", size: format!("more than {MOST}"), limit: MOST.to_string() });
        }
        next += 1;
    }
    let n = positions.len();
    let left = Digraph::from_edges(n, &left)?;
    let right = if impartial { None } else { Some(Digraph::from_edges(n, &right)?) };
    Ok(Explored { positions, left, right, impartial })
}
