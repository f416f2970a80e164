//! States of a comparison that are solved together, and the moves between them.

use super::Arenas;
use crate::games::Fault;

/// States that are solved together, with the moves between them.
pub(super) struct Batch {
    /// The number of the first; they follow one another.
    pub start: usize,
    /// By state: how many moves are not yet judged.
    pub open: Vec<u32>,
    /// From where to where, by places in the batch.
    pub edges: Vec<(u32, u32)>,
    pub judged: Vec<u32>,
}

/// The moves of a batch backwards.
pub(super) struct Before {
    starts: Vec<u32>,
    from: Vec<u32>,
}

impl Before {
    pub fn new(batch: &Batch, values: &mut Arenas<'_>) -> Result<Before, Fault> {
        let budget = &mut values.games.budget;
        budget.reserve(4 * (batch.open.len() + batch.edges.len()))?;
        budget.charge(batch.open.len() + 2 * batch.edges.len())?;
        let mut starts = vec![0u32; batch.open.len() + 1];
        batch.edges.iter().for_each(|&(_, to)| starts[to as usize + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut from = vec![0; batch.edges.len()];
        for &(source, to) in &batch.edges {
            from[next[to as usize] as usize] = source;
            next[to as usize] += 1;
        }
        Ok(Before { starts, from })
    }

    pub fn of(&self, state: u32) -> &[u32] {
        &self.from[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }
}
