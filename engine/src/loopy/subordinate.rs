//! Subordinates: the game that stands on a base in an ordinal sum.

use super::draft::{Graph, VertexList};
use super::{Arenas, Sided, Stopper, Vertex};
use crate::games::hashing::FastMap;
use crate::games::{Fault, Player};

impl Arenas<'_> {
    /// Returns the stopper H with `g` = B : H, where B is the form with the options `base`, or `None` if there is none. H is `g`
    /// without the options of B, in `g` and in all its followers.
    pub fn subordinate(&mut self, g: Stopper, base: [&[Stopper]; 2]) -> Result<Option<Stopper>, Fault> {
        let mut graph = Graph::default();
        let mut number: FastMap<Stopper, u32> = FastMap::default();
        let mut order = vec![g];
        number.insert(g, graph.vertex());
        let mut next = 0;
        while let Some(&here) = order.get(next) {
            next += 1;
            if next.is_power_of_two() {
                self.games.budget.reserve(next * 128)?;
            }
            let mut lists = <[VertexList; 2]>::default();
            for ((list, player), base) in lists.iter_mut().zip([Player::Left, Player::Right]).zip(base) {
                for option in self.options(here, player)?.into_iter().filter(|option| !base.contains(option)) {
                    self.games.budget.tick()?;
                    list.push(*number.entry(option).or_insert_with(|| {
                        order.push(option);
                        graph.vertex()
                    }));
                }
            }
            graph.vertices[number[&here] as usize] = Vertex::Moves(lists);
        }
        if !graph.is_stopper(&mut self.games.budget)? {
            return Ok(None);
        }
        let found = self.canonical(&graph)?[0];
        let base = base.map(|list| list.iter().map(|&option| Sided::from(option)).collect::<Vec<_>>());
        let sum = self.ordinal_sum_of_form([&base[0], &base[1]], found.into())?;
        Ok((sum.value() == Some(g.into())).then_some(found))
    }
}
