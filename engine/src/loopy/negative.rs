//! Negatives: the players exchanged. The negative of a canonical form is canonical.

use super::{Arenas, Sided, Stopper, Vertex};
use crate::games::Fault;

impl Arenas<'_> {
    /// Returns the negative of a stopper.
    pub fn negative_stopper(&mut self, stopper: Stopper) -> Result<Stopper, Fault> {
        if let Some(g) = stopper.short() {
            return Ok(self.games.negative(g)?.into());
        }
        if let Some(&known) = self.loops.negatives.get(&stopper) {
            return Ok(known);
        }
        let (mut graph, order) = self.unfolded(stopper, |option, values| match option.short() {
            Some(g) => Ok(Some(values.games.negative(g)?.into())),
            None => Ok(values.loops.negatives.get(&option).copied()),
        })?;
        for vertex in &mut graph.vertices {
            if let Vertex::Moves(moves) = vertex {
                moves.reverse();
            }
        }
        let stoppers = self.stored(&graph)?;
        for (here, number) in order {
            let negative = stoppers[number as usize];
            self.loops.negatives.insert(here, negative);
            self.loops.negatives.insert(negative, here);
        }
        Ok(self.loops.negatives[&stopper])
    }

    /// Returns the negative: its onside is that of the offside.
    pub fn negative(&mut self, value: Sided) -> Result<Sided, Fault> {
        Ok(Sided { onside: self.negative_stopper(value.offside)?, offside: self.negative_stopper(value.onside)? })
    }
}
