//! Ordinal sums of stoppers: a move in the first ends play in the second.

use super::draft::{Draft, VertexList};
use super::{Arenas, Sided, Sides, Stopper, Vertex};
use crate::games::hashing::FastMap;
use crate::games::{Fault, Player};

impl Arenas<'_> {
    /// Computes `G : H` on canonical forms: every position of H has the options of G besides. Of two stoppers it is one;
    /// the sides go side by side.
    pub fn ordinal_sum(&mut self, g: Sided, h: Sided) -> Result<Sides, Fault> {
        let onside = self.ordinal_sum_on(g.onside, h.onside)?;
        if g.stopper().is_some() && h.stopper().is_some() {
            return Ok(onside);
        }
        Ok(Sides { onside: onside.onside, offside: self.ordinal_sum_on(g.offside, h.offside)?.offside })
    }

    /// Computes `G : H = {G^L, G:H^L | G^R, G:H^R}`, where G is given by its form: the values of its options. It depends on
    /// the form of G, and only on the value of H.
    pub fn ordinal_sum_of_form(&mut self, g: [&[Sided]; 2], h: Sided) -> Result<Sides, Fault> {
        let onside = self.ordinal_sum_of(g, h.onside)?;
        if h.stopper().is_some() {
            return Ok(onside);
        }
        Ok(Sides { onside: onside.onside, offside: self.ordinal_sum_of(g, h.offside)?.offside })
    }

    fn ordinal_sum_on(&mut self, g: Stopper, h: Stopper) -> Result<Sides, Fault> {
        let mut options = <[Vec<Sided>; 2]>::default();
        for (list, player) in options.iter_mut().zip([Player::Left, Player::Right]) {
            list.extend(self.options(g, player)?.into_iter().map(Sided::from));
        }
        self.ordinal_sum_of([&options[0], &options[1]], h)
    }

    fn ordinal_sum_of(&mut self, g: [&[Sided]; 2], h: Stopper) -> Result<Sides, Fault> {
        let mut draft = Draft::default();
        let base = g.map(|options| options.iter().map(|&option| draft.known(option)).collect::<VertexList>());
        let mut number: FastMap<Stopper, u32> = FastMap::default();
        let mut order = vec![h];
        let root = draft.vertex();
        number.insert(h, root);
        let mut next = 0;
        while let Some(&here) = order.get(next) {
            next += 1;
            if next.is_power_of_two() {
                self.games.budget.reserve(next * 128)?;
            }
            let mut lists = base.clone();
            for (list, player) in lists.iter_mut().zip([Player::Left, Player::Right]) {
                for option in self.options(here, player)? {
                    self.games.budget.tick()?;
                    list.push(*number.entry(option).or_insert_with(|| {
                        order.push(option);
                        draft.vertex()
                    }));
                }
            }
            draft.vertices[number[&here] as usize] = Vertex::Moves(lists);
        }
        Ok(self.sides(&draft)?[root as usize])
    }
}
