//! Games without the moves that their small values make needless.
//!
//! Most vertices of most games have small values, and the vertices that those lead to need no attention. If a player
//! can move to a small value k, moves that are no better are left out. A move that the rival can answer by moving to a
//! k that is at least as good for him as the position before is bypassed, to the options of k. All this is done at
//! once. By induction on k, and then on the length of the play, who wins v - k stays the same for all vertices v. So a
//! vertex keeps its value: moves are copied in the difference until play comes to one of these k, from where it does
//! not come back.
//!
//! If a player can move to his best value, `on` or `off`, his other moves are left out, and so is each move after which
//! the rival can move to the rival's best value: in the difference, the player who is there moves there for ever, and
//! the other one has to move for ever in the other component.

use std::sync::Arc;

use smallvec::SmallVec;

use super::draft::{Graph, VertexList};
use super::ends::Ends;
use super::measured::Measured;
use super::sides::ValueSide;
use super::yardsticks::{Set, Yardsticks, numbers};
use super::{Arenas, Draft, Sides, Stopper, Vertex, of};
use crate::games::{Fault, Player};

/// Trimming needs at least one vertex in this many with a small value; otherwise nothing is trimmed.
const LEAST_PART: usize = 8;

/// The remainder of one side of a draft.
pub(super) struct Trimmed {
    /// Its first vertices are the roots.
    pub graph: Graph,
    /// The number of each vertex of the draft.
    pub number: Vec<u32>,
    /// `true` if the other side may differ.
    pub is_partial: bool,
}

impl Trimmed {
    /// Stands for a vertex that is left out.
    const OUT: u32 = u32::MAX;
}

/// A draft whose small values are known.
pub(super) struct Trimming<'a> {
    draft: &'a Draft,
    measured: Measured,
    yardsticks: Arc<Yardsticks>,
    ends: Ends,
}

impl Arenas<'_> {
    /// Returns the draft with its small values.
    pub(super) fn trimming<'a>(&mut self, draft: &'a Draft) -> Result<Trimming<'a>, Fault> {
        let yardsticks = self.yardsticks()?;
        let measured = self.measured(draft, &yardsticks)?;
        Ok(Trimming { draft, measured, yardsticks, ends: Ends::default() })
    }
}

impl Trimming<'_> {
    /// Looks for the vertices that are `on` or `off`, too.
    pub fn with_ends(self, arenas: &mut Arenas<'_>) -> Result<Self, Fault> {
        let ends = arenas.ends(self.draft, &self.measured)?;
        Ok(Trimming { ends, ..self })
    }

    /// Returns `true` if enough vertices have small values for trimming to pay off.
    pub fn is_worth_while(&self) -> bool {
        let is_small = |&v: &u32| self.draft.has_moves(v) && self.measured.is_small(v);
        let found = (0..self.draft.len() as u32).filter(is_small).count() + self.ends.count();
        found * LEAST_PART >= self.draft.len()
    }

    /// Returns one side of a vertex, if it was found.
    fn side(&self, v: u32, side: ValueSide) -> Option<Stopper> {
        match self.measured.sides(v)[side as usize] {
            0 => self.ends.side(v, side),
            one => Some(self.yardsticks.value(one)),
        }
    }

    /// Returns the sides of these roots alone, if both sides of each were found.
    pub fn found(&self, roots: &[u32]) -> Option<Vec<Option<Sides>>> {
        let sides = |v: u32| Sides { onside: self.side(v, ValueSide::On), offside: self.side(v, ValueSide::Off) };
        if roots.iter().any(|&root| sides(root).value().is_none()) {
            return None;
        }
        let mut found = vec![None; self.draft.len()];
        roots.iter().for_each(|&root| found[root as usize] = Some(sides(root)));
        Some(found)
    }

    /// Returns the remainder of one side for these roots. Every vertex in it keeps its value on that side.
    pub fn trimmed(&self, roots: &[u32], side: ValueSide, arenas: &mut Arenas<'_>) -> Result<Trimmed, Fault> {
        arenas.games.budget.reserve(self.draft.len() * 4)?;
        // Large drafts often keep little.
        let expected = self.draft.len().min(64);
        let graph = Graph { vertices: Vec::with_capacity(expected) };
        let trimmed = Trimmed { graph, number: vec![Trimmed::OUT; self.draft.len()], is_partial: false };
        let mut remains = Remains { trimmed, order: SmallVec::new(), small: [Trimmed::OUT; 32] };
        for &root in roots {
            remains.vertex(root);
        }
        let mut next = 0;
        while let Some(&v) = remains.order.get(next) {
            if let Some(v) = v {
                arenas.games.budget.charge(16)?;
                remains.trimmed.graph.vertices[next] = match self.known(v, side, &mut remains) {
                    Some(stopper) => Vertex::Known(stopper),
                    None => Vertex::Moves(self.moves(v, side, &mut remains, arenas)?),
                };
            }
            next += 1;
        }
        Ok(remains.trimmed)
    }

    /// Returns the value of a vertex on one side, if it is known.
    fn known(&self, v: u32, side: ValueSide, remains: &mut Remains) -> Option<Stopper> {
        if let Vertex::Known(value) = &self.draft.vertices[v as usize] {
            remains.trimmed.is_partial |= value.stopper().is_none();
            return Some(value.on(side));
        }
        let known = self.side(v, side);
        remains.trimmed.is_partial |= known != self.side(v, side.other());
        known
    }

    fn moves(
        &self,
        v: u32,
        side: ValueSide,
        remains: &mut Remains,
        arenas: &mut Arenas<'_>,
    ) -> Result<[VertexList; 2], Fault> {
        let mut moves = <[VertexList; 2]>::default();
        for player in [Player::Left, Player::Right] {
            let list = self.draft.moves(v, player);
            arenas.games.budget.reserve(64 + 8 * list.len())?;
            arenas.games.budget.charge(8 * list.len())?;
            let moves = &mut moves[of(player)];
            if let Some(&best) = list.iter().find(|&&w| self.ends.is_best(w, player, side)) {
                moves.push(remains.vertex(best));
                continue;
            }
            let (small, large) = self.options(v, list, player, side, &mut remains.trimmed.is_partial);
            moves.extend(numbers(small).map(|k| remains.small(k, &self.yardsticks)));
            moves.extend(large.into_iter().map(|w| remains.vertex(w)));
        }
        Ok(moves)
    }

    /// Returns the small values to which a player's moves lead, and the other vertices. Sets `is_partial` if the other side may
    /// differ.
    fn options(
        &self,
        v: u32,
        list: &[u32],
        player: Player,
        side: ValueSide,
        is_partial: &mut bool,
    ) -> (Set, VertexList) {
        let (mut small, mut large) = (0, VertexList::new());
        let rival = player.other();
        let answers = self.measured.no_worse(v, rival);
        for &w in list {
            let value = self.measured.value(w);
            if value != 0 {
                small |= value;
                continue;
            }
            let replies = self.draft.moves(w, rival);
            if let Some(&y) = replies.iter().find(|&&y| self.ends.is_best(y, rival, side)) {
                *is_partial |= !self.ends.is_best(y, rival, side.other());
                continue;
            }
            match replies.iter().map(|&y| self.measured.value(y) & answers).find(|&k| k != 0) {
                Some(k) => small |= self.yardsticks.options(k, player),
                None => large.push(w),
            }
        }
        let best = self.yardsticks.best(small, player);
        large.retain(|&mut w| self.measured.no_worse(w, player) & best == 0);
        (best, large)
    }
}

/// A side that is being trimmed.
struct Remains {
    trimmed: Trimmed,
    /// The vertices of the draft that are in it, by their new number; none for small values.
    order: SmallVec<[Option<u32>; 16]>,
    /// The places of the small values that were added.
    small: [u32; 32],
}

impl Remains {
    /// Returns the number of a vertex.
    fn vertex(&mut self, v: u32) -> u32 {
        let number = &mut self.trimmed.number[v as usize];
        if *number == Trimmed::OUT {
            *number = self.trimmed.graph.vertex();
            self.order.push(Some(v));
        }
        *number
    }

    /// Returns the number of a small value.
    fn small(&mut self, k: usize, yardsticks: &Yardsticks) -> u32 {
        if self.small[k] == Trimmed::OUT {
            self.small[k] = self.trimmed.graph.known(yardsticks.value(1 << k));
            self.order.push(None);
        }
        self.small[k]
    }
}
