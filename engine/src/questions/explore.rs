//! All positions that can be reached from one, as a graph with two sets of moves.

use super::value::DEEPEST;
use crate::games::hashing::FastMap;
use crate::games::{Fault, Player};
use crate::graphs::{Convention, Digraph};
use crate::positions::{Context, End, Options, PositionId, end, options};

/// Positions beyond which a search gives up.
const MOST: usize = 50_000_000;

/// What can be reached from a position, itself included.
pub struct Explored {
    /// The positions; vertex 0 is the one asked about. Sums are in normal order.
    pub positions: Vec<PositionId>,
    /// Left's moves, by vertex.
    pub left: Digraph,
    /// Right's moves, by vertex; `None` when they are the same.
    pub right: Option<Digraph>,
    /// What the end of play means at each, if it ends there.
    pub seeds: Vec<End>,
}

impl Explored {
    /// The moves of a player.
    pub fn moves(&self, player: Player) -> &Digraph {
        match (&self.right, player) {
            (Some(right), Player::Right) => right,
            _ => &self.left,
        }
    }

    /// The moves of both players in one graph.
    ///
    /// # Errors
    /// Limits.
    pub fn both(&self, cx: &mut dyn Context) -> Result<Digraph, Fault> {
        let Some(right) = &self.right else { return Ok(self.left.clone()) };
        self.left.union(right, &mut cx.games().budget)
    }
}

/// Runs through everything reachable from `p`.
///
/// # Errors
/// [`Fault::TooLarge`] when there are too many positions; limits; what the rules say.
pub fn explore(p: PositionId, convention: Convention, cx: &mut dyn Context) -> Result<Explored, Fault> {
    explore_within(p, convention, MOST, cx)
}

/// The same, giving up beyond this many positions.
///
/// # Errors
/// As [`explore`].
pub fn explore_within(
    p: PositionId,
    convention: Convention,
    most: usize,
    cx: &mut dyn Context,
) -> Result<Explored, Fault> {
    explore_as_long(p, convention, most, &|_| Ok(()), cx)
}

/// The same in normal play, of positions from which both players always have the same moves.
///
/// # Errors
/// [`Fault::Partizan`] as soon as they have not, or a value of two sides is met; otherwise as [`explore`].
pub(super) fn explore_impartial(p: PositionId, cx: &mut dyn Context) -> Result<Explored, Fault> {
    let go_on = |moves: &Options| if moves.impartial { Ok(()) } else { Err(Fault::Partizan) };
    match explore_as_long(p, Convention::Normal, MOST, &go_on, cx) {
        Err(Fault::TwoSides) => Err(Fault::Partizan),
        found => found,
    }
}

fn explore_as_long(
    p: PositionId,
    convention: Convention,
    most: usize,
    go_on: &dyn Fn(&Options) -> Result<(), Fault>,
    cx: &mut dyn Context,
) -> Result<Explored, Fault> {
    let start = cx.positions().normal_order(p);
    let mut numbers = FastMap::default();
    numbers.insert(start, 0u32);
    let mut positions = vec![start];
    let mut left: Vec<(u32, u32)> = Vec::new();
    let mut right: Vec<(u32, u32)> = Vec::new();
    let mut seeds = Vec::new();
    let mut impartial = true;
    let mut moves = Options::default();
    let mut next = 0;
    // Positions are met in the order of their distance from the first; those before `layer` are `distance` moves away.
    let (mut distance, mut layer) = (0, 1);
    while next < positions.len() {
        if next == layer {
            (distance, layer) = (distance + 1, positions.len());
            if distance >= DEEPEST {
                return Err(Fault::Endless { depth: DEEPEST });
            }
        }
        let here = positions[next];
        cx.games().budget.count_position();
        options(here, cx, &mut moves)?;
        go_on(&moves)?;
        impartial &= moves.impartial;
        for (list, edges) in [(&moves.left[..], &mut left), (moves.right(), &mut right)] {
            for &option in list {
                let option = cx.positions().normal_order(option);
                let budget = &mut cx.games().budget;
                budget.tick()?;
                budget.room_to_insert(&numbers)?;
                budget.room_to_push(&positions)?;
                budget.room_to_push(edges)?;
                let number = *numbers.entry(option).or_insert_with(|| {
                    positions.push(option);
                    positions.len() as u32 - 1
                });
                edges.push((next as u32, number));
            }
        }
        seeds.push(end(here, convention, cx)?);
        if positions.len() > most {
            let size = format!("more than {most}");
            return Err(Fault::TooLarge { what: "set of positions", size, limit: most.to_string() });
        }
        next += 1;
    }
    let n = positions.len() as u32;
    let budget = &mut cx.games().budget;
    let left = Digraph::from_edges(n, &left, budget)?;
    let right = if impartial { None } else { Some(Digraph::from_edges(n, &right, budget)?) };
    Ok(Explored { positions, left, right, seeds })
}
