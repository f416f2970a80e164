//! The moves of a stopper as a graph.

use super::draft::{Graph, VertexList};
use super::{Arenas, Stopper, Vertex};
use crate::games::hashing::FastMap;
use crate::games::{Fault, Player};

impl Arenas<'_> {
    /// Returns the graph of a stopper, its first vertex, and of its followers, and the number of each that has its
    /// moves there. A follower that is `known` is replaced by its result and not unfolded further.
    pub(super) fn unfolded(
        &mut self,
        stopper: Stopper,
        mut known: impl FnMut(Stopper, &mut Arenas<'_>) -> Result<Option<Stopper>, Fault>,
    ) -> Result<(Graph, Vec<(Stopper, u32)>), Fault> {
        let mut graph = Graph::default();
        let mut order = vec![(stopper, graph.vertex())];
        let mut numbers: FastMap<Stopper, u32> = order.iter().copied().collect();
        let mut next = 0;
        while let Some(&(here, number)) = order.get(next) {
            next += 1;
            let mut lists = <[VertexList; 2]>::default();
            for (list, player) in lists.iter_mut().zip([Player::Left, Player::Right]) {
                for option in self.options(here, player)? {
                    self.games.budget.tick()?;
                    let number = match numbers.get(&option) {
                        Some(&number) => number,
                        None => {
                            let number = match known(option, self)? {
                                Some(value) => graph.known(value),
                                None => {
                                    order.push((option, graph.vertex()));
                                    graph.len() as u32 - 1
                                }
                            };
                            numbers.insert(option, number);
                            number
                        }
                    };
                    list.push(number);
                }
            }
            self.games.budget.reserve(256 + 8 * (lists[0].len() + lists[1].len()))?;
            graph.vertices[number as usize] = Vertex::Moves(lists);
        }
        Ok((graph, order))
    }
}
