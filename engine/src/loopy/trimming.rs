//! Games without what their small values make needless.
//!
//! Most vertices of most games have small values, and what those lead to need not be looked at. Where a player can move to such
//! a value k, moves that are no better are left out; a move that the rival can answer by moving to a k that he likes no
//! less than what was there before is bypassed, to the options of k. All this is done at once. By induction on k, and
//! then on the length of the play, who wins v - k stays the same for all vertices v. So a vertex is what it was before:
//! moves are copied in the difference until play comes to one of these k, from where it does not come back.

use std::sync::Arc;

use super::draft::{Graph, VertexList};
use super::measured::Measured;
use super::sides::ValueSide;
use super::yardsticks::{Set, Yardsticks, numbers};
use super::{Arenas, Draft, Sides, Stopper, Vertex, of};
use crate::games::{Fault, Player};

/// One vertex of so many must be found to have a small value, or nothing is trimmed.
const LEAST_PART: usize = 8;

/// What is left of one side of a draft.
pub(super) struct Trimmed {
    /// Its first vertices are the roots.
    pub graph: Graph,
    /// The number of each vertex of the draft.
    pub number: Vec<u32>,
    /// Whether the other side may differ.
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
}

impl Arenas<'_> {
    /// The draft with its small values, if there are many.
    pub(super) fn trimming<'a>(&mut self, draft: &'a Draft) -> Result<Option<Trimming<'a>>, Fault> {
        let yardsticks = self.yardsticks()?;
        let measured = self.measured(draft, &yardsticks)?;
        let small = (0..draft.len() as u32).filter(|&v| draft.has_moves(v) && measured.is_small(v)).count();
        Ok((small * LEAST_PART >= draft.len()).then_some(Trimming { draft, measured, yardsticks }))
    }
}

impl Trimming<'_> {
    /// The sides of these roots alone, if both sides of each are small.
    pub fn small(&self, roots: &[u32]) -> Option<Vec<Option<Sides>>> {
        let mut sides = vec![None; self.draft.len()];
        for &root in roots {
            let [onside, offside] = self.measured.sides(root).map(|one| (one != 0).then(|| self.yardsticks.value(one)));
            sides[root as usize] = Some(Sides { onside: Some(onside?), offside: Some(offside?) });
        }
        Some(sides)
    }

    /// What is left of one side for these roots. Every vertex in it keeps its value on that side.
    pub fn trimmed(&self, roots: &[u32], side: ValueSide, arenas: &mut Arenas<'_>) -> Result<Trimmed, Fault> {
        arenas.games.budget.reserve(self.draft.len() * 4)?;
        // Large drafts often keep little.
        let expected = self.draft.len().min(64);
        let graph = Graph { vertices: Vec::with_capacity(expected) };
        let trimmed = Trimmed { graph, number: vec![Trimmed::OUT; self.draft.len()], is_partial: false };
        let mut remains = Remains { trimmed, order: Vec::with_capacity(expected), small: [Trimmed::OUT; 32] };
        for &root in roots {
            remains.vertex(root);
        }
        let mut next = 0;
        while let Some(&v) = remains.order.get(next) {
            if let Some(v) = v {
                arenas.games.budget.charge(16)?;
                remains.trimmed.graph.vertices[next] = match self.known(v, side, &mut remains) {
                    Some(stopper) => Vertex::Known(stopper),
                    None => Vertex::Moves(self.moves(v, &mut remains, arenas)?),
                };
            }
            next += 1;
        }
        Ok(remains.trimmed)
    }

    /// The value of a vertex on one side, if it is known.
    fn known(&self, v: u32, side: ValueSide, remains: &mut Remains) -> Option<Stopper> {
        if let Vertex::Known(value) = &self.draft.vertices[v as usize] {
            remains.trimmed.is_partial |= value.stopper().is_none();
            return Some(value.on(side));
        }
        let sides = self.measured.sides(v);
        remains.trimmed.is_partial |= sides[0] != sides[1];
        let one = sides[side as usize];
        (one != 0).then(|| self.yardsticks.value(one))
    }

    fn moves(&self, v: u32, remains: &mut Remains, arenas: &mut Arenas<'_>) -> Result<[VertexList; 2], Fault> {
        let mut moves = <[VertexList; 2]>::default();
        for player in [Player::Left, Player::Right] {
            let list = self.draft.moves(v, player);
            arenas.games.budget.reserve(64 + 8 * list.len())?;
            arenas.games.budget.charge(8 * list.len())?;
            let (small, large) = self.options(v, list, player);
            let moves = &mut moves[of(player)];
            moves.extend(numbers(small).map(|k| remains.small(k, &self.yardsticks)));
            moves.extend(large.into_iter().map(|w| remains.vertex(w)));
        }
        Ok(moves)
    }

    /// The small values to which a player's moves lead, and the other vertices.
    fn options(&self, v: u32, list: &[u32], player: Player) -> (Set, VertexList) {
        let (mut small, mut large) = (0, VertexList::new());
        let rival = player.other();
        let answers = self.measured.no_worse(v, rival);
        for &w in list {
            let value = self.measured.value(w);
            if value != 0 {
                small |= value;
                continue;
            }
            let replies = self.draft.moves(w, rival).iter().map(|&y| self.measured.value(y));
            match replies.map(|k| k & answers).find(|&k| k != 0) {
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
    order: Vec<Option<u32>>,
    /// Where small values stand that were added.
    small: [u32; 32],
}

impl Remains {
    /// The number of a vertex.
    fn vertex(&mut self, v: u32) -> u32 {
        let number = &mut self.trimmed.number[v as usize];
        if *number == Trimmed::OUT {
            *number = self.trimmed.graph.vertex();
            self.order.push(Some(v));
        }
        *number
    }

    /// The number of a small value.
    fn small(&mut self, k: usize, yardsticks: &Yardsticks) -> u32 {
        if self.small[k] == Trimmed::OUT {
            self.small[k] = self.trimmed.graph.known(yardsticks.value(1 << k));
            self.order.push(None);
        }
        self.small[k]
    }
}
