//! States of a comparison that are solved together, and the moves between them.

use super::Arenas;
use crate::games::Fault;
use crate::graphs::Csr;

/// States that are solved together, with the moves between them.
pub(super) struct Batch {
    /// The number of the first; they follow one another.
    pub start: usize,
    /// The number of moves of each state that are not yet judged.
    pub open: Vec<u32>,
    /// The moves, as pairs of places in the batch.
    pub edges: Vec<(u32, u32)>,
    pub judged: Vec<u32>,
}

impl Batch {
    /// Returns the predecessors of each state.
    pub fn before(&self, values: &mut Arenas<'_>) -> Result<Csr, Fault> {
        let budget = &mut values.games.budget;
        budget.reserve(4 * (self.open.len() + self.edges.len()))?;
        budget.charge(self.open.len() + 2 * self.edges.len())?;
        Ok(Csr::grouped(self.open.len(), self.edges.iter().map(|&(from, to)| (to, from))))
    }
}
