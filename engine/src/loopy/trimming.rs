//! Games without what is worth little in them.
//!
//! Most vertices of most games have small values, so that what they lead to need not be looked at. Where a move leads to such a value k,
//! worse moves are left out, and a move to which the rival has an answer k that he likes as well as what was there
//! before is one to what lies behind k. This may be done everywhere at once: by induction on k, and then on the length
//! of a won play, no vertex v changes who wins v - k; and so the difference of a vertex before and after is held by copying
//! moves until play comes to such a k, from where it does not come back.

use super::measured::Measured;
use super::yardsticks::{Set, Yardsticks, numbers};
use super::{Arenas, Draft, Sided, Sides, Vertex, of};
use crate::games::{Fault, Player};

/// Stands for a vertex that is left out.
const OUT: u32 = u32::MAX;

/// One vertex of so many must be found to have a small value, or nothing is trimmed.
const LEAST_PART: usize = 8;

/// What is left of a draft.
pub(super) struct Trimmed {
    /// Its first vertices are the roots.
    pub draft: Draft,
    /// The number of each vertex of what it was.
    number: Vec<u32>,
}

impl Trimmed {
    /// What was found of the vertices that are left, by what they were.
    pub fn before(&self, sides: &[Option<Sides>]) -> Vec<Option<Sides>> {
        self.number.iter().map(|&number| sides.get(number as usize).copied().flatten()).collect()
    }
}

/// A trimmed draft under construction.
struct Trimming<'a> {
    draft: &'a Draft,
    measured: Measured,
    yardsticks: &'a Yardsticks,
    trimmed: Trimmed,
    /// The vertices of the draft that are to be trimmed, by their new number; none for those that are added.
    order: Vec<Option<u32>>,
    /// Where the small values stand.
    places: [u32; 32],
}

impl Arenas<'_> {
    /// What is left of a draft for these roots, if that is much less. Every vertex in it keeps its value.
    pub(super) fn trimmed(&mut self, draft: &Draft, roots: &[u32]) -> Result<Option<Trimmed>, Fault> {
        let mut yardsticks = self.yardsticks()?;
        let measured = self.measured(draft, &mut yardsticks)?;
        let small = (0..draft.len() as u32).filter(|&v| draft.has_moves(v) && measured.is_small(v)).count();
        if small * LEAST_PART < draft.len() {
            self.loops.yardsticks = Some(yardsticks);
            return Ok(None);
        }
        self.games.budget.reserve(draft.len() * 4)?;
        let trimmed = Trimmed { draft: Draft::default(), number: vec![OUT; draft.len()] };
        let order = Vec::new();
        let mut trimming = Trimming { draft, measured, yardsticks: &yardsticks, trimmed, order, places: [OUT; 32] };
        for &root in roots {
            trimming.number(root);
        }
        let mut next = 0;
        while let Some(&v) = trimming.order.get(next) {
            if let Some(v) = v {
                self.games.budget.charge(16)?;
                trimming.trimmed.draft.vertices[next] = trimming.vertex(v, self)?;
            }
            next += 1;
        }
        let trimmed = trimming.trimmed;
        self.loops.yardsticks = Some(yardsticks);
        Ok(Some(trimmed))
    }
}

impl Trimming<'_> {
    fn number(&mut self, v: u32) -> u32 {
        if self.trimmed.number[v as usize] == OUT {
            self.trimmed.number[v as usize] = self.trimmed.draft.vertex();
            self.order.push(Some(v));
        }
        self.trimmed.number[v as usize]
    }

    fn vertex(&mut self, v: u32, arenas: &mut Arenas<'_>) -> Result<Vertex<Sided>, Fault> {
        let draft = self.draft;
        let lists = match &draft.vertices[v as usize] {
            Vertex::Known(value) => return Ok(Vertex::Known(*value)),
            Vertex::Moves(lists) => lists,
        };
        if self.measured.is_small(v) {
            let [onside, offside] = self.measured.sides(v).map(|side| self.yardsticks.value(side));
            return Ok(Vertex::Known(Sided { onside, offside }));
        }
        let mut moves = [Vec::new(), Vec::new()];
        for player in [Player::Left, Player::Right] {
            let list = &lists[of(player)];
            arenas.games.budget.reserve(64 + 8 * list.len())?;
            arenas.games.budget.charge(8 * list.len())?;
            let (small, large) = self.options(v, list, player);
            let to_small = numbers(small).map(|k| {
                if self.places[k] == OUT {
                    self.places[k] = self.trimmed.draft.known(self.yardsticks.value(1 << k).into());
                    self.order.push(None);
                }
                self.places[k]
            });
            moves[of(player)].extend(to_small);
            for w in large {
                let number = self.number(w);
                moves[of(player)].push(number);
            }
        }
        Ok(Vertex::Moves(moves))
    }

    /// The small values to which a player's moves lead, and the other vertices.
    fn options(&self, v: u32, list: &[u32], player: Player) -> (Set, Vec<u32>) {
        let (mut small, mut large) = (0, Vec::with_capacity(list.len()));
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
        large.retain(|&w| self.measured.no_worse(w, player) & best == 0);
        (best, large)
    }
}
