//! Negatives: the players exchanged. The negative of a canonical form is canonical.

use super::draft::Graph;
use super::{Arenas, Sided, Stopper, Vertex};
use crate::games::hashing::FastMap;
use crate::games::{Fault, Player};

impl Arenas<'_> {
    /// The negative of a stopper.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn negative_stopper(&mut self, stopper: Stopper) -> Result<Stopper, Fault> {
        if let Some(g) = stopper.short() {
            return Ok(self.games.negative(g)?.into());
        }
        if let Some(&known) = self.loops.negatives.get(&stopper) {
            return Ok(known);
        }
        let mut graph = Graph::default();
        let mut number: FastMap<Stopper, u32> = FastMap::default();
        let mut order = vec![stopper];
        number.insert(stopper, graph.vertex());
        let mut next = 0;
        while let Some(&here) = order.get(next) {
            next += 1;
            let mut lists = Vec::with_capacity(2);
            for player in [Player::Right, Player::Left] {
                let mut list = Vec::new();
                for option in self.options(here, player)? {
                    self.games.budget.tick()?;
                    list.push(match number.get(&option) {
                        Some(&known) => known,
                        None => {
                            let negative = match option.short() {
                                Some(g) => Some(self.games.negative(g)?.into()),
                                None => self.loops.negatives.get(&option).copied(),
                            };
                            let new = match negative {
                                Some(negative) => graph.known(negative),
                                None => graph.vertex(),
                            };
                            number.insert(option, new);
                            if negative.is_none() {
                                order.push(option);
                            }
                            new
                        }
                    });
                }
                lists.push(list);
            }
            let right = lists.pop().unwrap_or_default();
            let left = lists.pop().unwrap_or_default();
            graph.vertices[number[&here] as usize] = Vertex::Moves([left, right]);
        }
        let stoppers = self.stored(&graph)?;
        for here in order {
            let negative = stoppers[number[&here] as usize];
            self.loops.negatives.insert(here, negative);
            self.loops.negatives.insert(negative, here);
        }
        Ok(self.loops.negatives[&stopper])
    }

    /// The negative: its onside is that of the offside.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn negative(&mut self, value: Sided) -> Result<Sided, Fault> {
        Ok(Sided { onside: self.negative_stopper(value.offside)?, offside: self.negative_stopper(value.onside)? })
    }
}
