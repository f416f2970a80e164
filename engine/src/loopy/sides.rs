//! The onside and the offside of any game, as far as they are found.
//!
//! The components of a game are valued sinks first, so that those above see canonical stoppers. A component without
//! endless alternating play has its canonical forms. Otherwise stoppers equal to it on one side are looked for, by
//! deleting moves and by counting them (see `unravel`). A search without result proves nothing.

use smallvec::SmallVec;

use super::draft::{Draft, Graph, VertexList};
use super::{Arenas, Sided, Stopper, Vertex};
use crate::games::hashing::FastMap;
use crate::games::{Fault, GameId, Player};
use crate::graphs::Csr;
use crate::graphs::components::{components, members};

/// The sides of a game as far as they were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    /// The onside.
    pub onside: Option<Stopper>,
    /// The offside.
    pub offside: Option<Stopper>,
}

impl Sides {
    /// Returns the value, if both were found.
    pub fn value(self) -> Option<Sided> {
        Some(Sided { onside: self.onside?, offside: self.offside? })
    }
}

impl From<Sided> for Sides {
    fn from(value: Sided) -> Sides {
        Sides { onside: Some(value.onside), offside: Some(value.offside) }
    }
}

/// The player who wins a draw, as a side of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueSide {
    /// Left wins it.
    On,
    /// Right wins it.
    Off,
}

impl ValueSide {
    /// Returns the other one, on which the negative of a game is played.
    pub fn other(self) -> ValueSide {
        match self {
            ValueSide::On => ValueSide::Off,
            ValueSide::Off => ValueSide::On,
        }
    }
}

impl Sided {
    /// Returns one of its sides.
    pub fn on(self, side: ValueSide) -> Stopper {
        match side {
            ValueSide::On => self.onside,
            ValueSide::Off => self.offside,
        }
    }
}

/// A known value in a draft, which has a stopper on each side.
pub(super) trait OneSided: Copy {
    /// Returns the stopper on this side.
    fn on(self, side: ValueSide) -> Stopper;
}

impl OneSided for Sided {
    fn on(self, side: ValueSide) -> Stopper {
        Sided::on(self, side)
    }
}

impl OneSided for Stopper {
    fn on(self, _: ValueSide) -> Stopper {
        self
    }
}

/// One side of the vertices of a draft, as far as it was looked for.
struct OneSide {
    stoppers: Vec<Option<Stopper>>,
    looked_for: Vec<bool>,
    /// `true` if the other side may differ.
    is_partial: bool,
}

impl OneSide {
    /// Returns the side of a vertex: `Some(None)` if it was not found, `None` if it was not looked for or there is no
    /// such vertex.
    fn get(&self, v: u32) -> Option<Option<Stopper>> {
        let stopper = *self.stoppers.get(v as usize)?;
        (stopper.is_some() || self.looked_for[v as usize]).then_some(stopper)
    }
}

impl Arenas<'_> {
    /// Returns the sides of all vertices of a draft.
    pub fn sides(&mut self, draft: &Draft) -> Result<Vec<Sides>, Fault> {
        let all: Vec<u32> = (0..draft.len() as u32).collect();
        Ok(self.sides_of(draft, &all)?.into_iter().flatten().collect())
    }

    /// Returns the sides of one vertex of a draft, from which all others are reached, and of those that were looked for
    /// on the way.
    ///
    /// In a component with endless alternating play these are only the vertices to which moves lead from outside. A move
    /// can be deleted while they alone keep their values, so that more is found, and sooner.
    pub fn sides_from(&mut self, draft: &Draft, root: u32) -> Result<Vec<Option<Sides>>, Fault> {
        self.sides_of(draft, &[root])
    }

    /// Returns the sides of some vertices of a draft, from which all others are reached.
    fn sides_of(&mut self, draft: &Draft, roots: &[u32]) -> Result<Vec<Option<Sides>>, Fault> {
        let trimming = self.trimming(draft)?;
        if let Some(found) = trimming.found(roots) {
            return Ok(found);
        }
        let trimming = trimming.with_ends(self)?;
        if let Some(found) = trimming.found(roots) {
            return Ok(found);
        }
        if !trimming.is_worth_while() {
            return self.sides_without_trimming(draft, roots);
        }
        let first: Vec<u32> = (0..roots.len() as u32).collect();
        let trimmed = trimming.trimmed(roots, ValueSide::On, self)?;
        let on = self.one_side_from(&trimmed.graph, &first, ValueSide::On)?;
        let onside = |v: usize| on.get(trimmed.number[v]);
        if !on.is_partial && !trimmed.is_partial {
            return Ok((0..draft.len()).map(|v| onside(v).map(|side| Sides { onside: side, offside: side })).collect());
        }
        let trimmed = trimming.trimmed(roots, ValueSide::Off, self)?;
        let off = self.one_side_from(&trimmed.graph, &first, ValueSide::Off)?;
        let offside = |v: usize| off.get(trimmed.number[v]);
        Ok((0..draft.len()).map(|v| Some(Sides { onside: onside(v)?, offside: offside(v)? })).collect())
    }

    /// Returns the sides of a draft that trimming would hardly shrink.
    pub(super) fn sides_without_trimming(&mut self, draft: &Draft, roots: &[u32]) -> Result<Vec<Option<Sides>>, Fault> {
        let on = self.one_side_from(draft, roots, ValueSide::On)?;
        let is_partial = |vertex: &Vertex<Sided>| matches!(vertex, Vertex::Known(value) if value.stopper().is_none());
        let off = match on.is_partial || draft.vertices.iter().any(is_partial) {
            true => Some(self.one_side_from(draft, roots, ValueSide::Off)?),
            false => None,
        };
        let off = off.as_ref().unwrap_or(&on);
        Ok((0..draft.len() as u32).map(|v| Some(Sides { onside: on.get(v)?, offside: off.get(v)? })).collect())
    }

    /// Returns one side of some vertices, from which all others are reached, and of those that were looked for on the
    /// way.
    fn one_side_from<K: OneSided>(
        &mut self,
        draft: &Draft<K>,
        roots: &[u32],
        side: ValueSide,
    ) -> Result<OneSide, Fault> {
        let mut open = (0..draft.len() as u32).filter(|&v| draft.has_moves(v));
        if let (first, None) = (open.next(), open.next()) {
            let stoppers = draft.vertices.iter().map(|vertex| vertex.known().map(|value| value.on(side))).collect();
            let mut found = OneSide { stoppers, looked_for: vec![true; draft.len()], is_partial: false };
            if let Some(v) = first {
                self.value_component(draft, &[v], side, &mut found)?;
            }
            return Ok(found);
        }
        let (members, wanted) = self.entered(draft, roots)?;
        let mut found = self.one_side(draft, &members, wanted, side)?;
        if (0..draft.len() as u32).any(|v| found.get(v) == Some(None)) {
            // The values of other vertices may help.
            let all = self.one_side(draft, &members, vec![true; draft.len()], side)?;
            let first = std::mem::replace(&mut found, all).stoppers;
            found.stoppers.iter_mut().zip(first).for_each(|(found, first)| *found = first.or(*found));
        }
        Ok(found)
    }

    /// Returns the components of a draft, sinks first, and for each vertex `true` if it is a root or is entered from
    /// outside of its component.
    fn entered<K>(&mut self, draft: &Draft<K>, roots: &[u32]) -> Result<(Csr, Vec<bool>), Fault> {
        let component = components(draft.len(), |v, i| draft.any_move(v, i), &mut self.games.budget)?;
        let mut entered = vec![false; draft.len()];
        roots.iter().for_each(|&root| entered[root as usize] = true);
        for v in 0..draft.len() as u32 {
            for w in (0..).map_while(|i| draft.any_move(v, i)) {
                self.games.budget.tick()?;
                entered[w as usize] |= component[v as usize] != component[w as usize];
            }
        }
        Ok((members(&component), entered))
    }

    fn one_side<K: OneSided>(
        &mut self,
        draft: &Draft<K>,
        members: &Csr,
        wanted: Vec<bool>,
        side: ValueSide,
    ) -> Result<OneSide, Fault> {
        self.games.budget.reserve(draft.len() * size_of::<Option<Stopper>>())?;
        let mut found = OneSide { stoppers: vec![None; draft.len()], looked_for: wanted, is_partial: false };
        for component in members.rows() {
            self.games.budget.tick()?;
            match &draft.vertices[component[0] as usize] {
                Vertex::Known(value) => found.stoppers[component[0] as usize] = Some(value.on(side)),
                Vertex::Moves(_) => self.value_component(draft, component, side, &mut found)?,
            }
        }
        Ok(found)
    }

    /// Returns the stoppers that equal the first vertices of a graph on one side, as far as they are found. All others
    /// are reached from them.
    pub(super) fn stoppers_of_first(
        &mut self,
        graph: &Graph,
        count: usize,
        side: ValueSide,
    ) -> Result<Vec<Option<Stopper>>, Fault> {
        let first: Vec<u32> = (0..count as u32).collect();
        let (members, wanted) = self.entered(graph, &first)?;
        let mut found = self.one_side(graph, &members, wanted, side)?.stoppers;
        found.truncate(count);
        Ok(found)
    }

    fn value_component<K: OneSided>(
        &mut self,
        draft: &Draft<K>,
        component: &[u32],
        side: ValueSide,
        found: &mut OneSide,
    ) -> Result<(), Fault> {
        if let &[v] = component
            && let Some(stopper) = self.simple_vertex(draft, v, &found.stoppers, side)?
        {
            found.stoppers[v as usize] = Some(stopper);
            found.is_partial |= [Player::Left, Player::Right].iter().all(|&player| draft.moves(v, player).contains(&v));
            return Ok(());
        }
        let graph = self.extracted(draft, component, &found.stoppers)?;
        let mut key = graph.key();
        if let Some(stoppers) = self.loops.components.get(&key) {
            component.iter().zip(stoppers).for_each(|(&v, &stopper)| found.stoppers[v as usize] = stopper);
            return Ok(());
        }
        let endless = graph.endless_moves(&mut self.games.budget)?;
        let stoppers = if endless.is_empty() {
            let all = self.canonical_component(&graph)?;
            all[..component.len()].iter().copied().map(Some).collect()
        } else {
            found.is_partial = true;
            let wanted = (0..).zip(component).filter(|&(_, &v)| found.looked_for[v as usize]);
            let wanted: Vec<u32> = wanted.map(|(n, _)| n).collect();
            key.push(side as u32);
            key.extend(&wanted);
            match self.loops.components.get(&key) {
                Some(stoppers) => stoppers.clone(),
                None => {
                    let mut stoppers = vec![None; component.len()];
                    let found = self.one_side_of(&graph, &endless, &wanted, side)?;
                    wanted.iter().zip(found).for_each(|(&n, stopper)| stoppers[n as usize] = stopper);
                    stoppers
                }
            }
        };
        component.iter().zip(&stoppers).for_each(|(&v, &stopper)| found.stoppers[v as usize] = stopper);
        self.games.budget.reserve(4 * key.len() + 8 * stoppers.len() + 96)?;
        self.loops.components.insert(key, stoppers);
        Ok(())
    }

    /// Returns the value of a vertex that is a component, if its moves lead to short games, or to small ones, one other
    /// stopper and itself.
    pub(super) fn simple_vertex<K>(
        &mut self,
        draft: &Draft<K>,
        v: u32,
        found: &[Option<Stopper>],
        side: ValueSide,
    ) -> Result<Option<Stopper>, Fault> {
        match self.short_vertex(draft, v, found)? {
            None => self.lone_vertex(draft, v, found, side),
            short => Ok(short),
        }
    }

    /// Returns the value of a vertex all of whose moves lead to short games.
    fn short_vertex<K>(
        &mut self,
        draft: &Draft<K>,
        v: u32,
        found: &[Option<Stopper>],
    ) -> Result<Option<Stopper>, Fault> {
        let short = |player| -> Option<SmallVec<[GameId; 8]>> {
            draft.moves(v, player).iter().map(|&w| found[w as usize].and_then(Stopper::short)).collect()
        };
        match (short(Player::Left), short(Player::Right)) {
            (Some(left), Some(right)) => Ok(Some(self.games.from_options(&left, &right)?.into())),
            _ => Ok(None),
        }
    }

    /// Returns a component as a graph of its own, in which known stoppers replace the vertices that it leads to. Its
    /// vertices come first, in their order. A vertex without a stopper stays a graph.
    pub(super) fn extracted<K>(
        &mut self,
        draft: &Draft<K>,
        component: &[u32],
        found: &[Option<Stopper>],
    ) -> Result<Graph, Fault> {
        let budget = &mut self.games.budget;
        // The vertices without a stopper, by number, those outside of the component last; and the stoppers, which come after.
        let mut order = component.to_vec();
        let mut outside: FastMap<u32, u32> = FastMap::default();
        let mut known = Vec::new();
        let mut next = 0;
        while let Some(&v) = order.get(next) {
            next += 1;
            for w in (0..).map_while(|i| draft.any_move(v, i)) {
                budget.tick()?;
                match found[w as usize] {
                    Some(stopper) => known.push(stopper),
                    None if component.binary_search(&w).is_ok() => {}
                    None => {
                        outside.entry(w).or_insert_with(|| {
                            order.push(w);
                            order.len() as u32 - 1
                        });
                    }
                }
            }
        }
        budget.reserve(64 * order.len() + 8 * known.len())?;
        // In order, so that components that differ in the order of moves are equal graphs more often.
        known.sort_unstable();
        known.dedup();
        let number = |w: &u32| match found[*w as usize] {
            Some(stopper) => (order.len() + known.partition_point(|&other| other < stopper)) as u32,
            None => component.binary_search(w).map_or_else(|_| outside[w], |place| place as u32),
        };
        let moves = order.iter().map(|&v| {
            Vertex::Moves([Player::Left, Player::Right].map(|player| {
                let mut moves: VertexList = draft.moves(v, player).iter().map(number).collect();
                moves.sort_unstable();
                moves.dedup();
                moves
            }))
        });
        let mut graph = Graph { vertices: Vec::with_capacity(order.len() + known.len()) };
        graph.vertices.extend(moves);
        graph.vertices.extend(known.iter().map(|&stopper| Vertex::Known(stopper)));
        Ok(graph)
    }
}
