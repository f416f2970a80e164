//! The store of loopy stoppers: one entry for each, hash-consed with the whole knot that it belongs to.
//!
//! A *knot* is a strong component of a canonical graph that has a cycle. All options of a stopper are in the store or in the
//! arena before it, or in its own knot.

use std::sync::Arc;

use super::yardsticks::{Set, Yardsticks};
use super::{Arenas, Sides, Stopper, of};
use crate::games::hashing::FastMap;
use crate::games::{Fault, GameId, Player};

/// The most loopy stoppers.
const MAX_STOPPERS: usize = 1 << 30;

/// The options of both players, sorted.
pub(super) type Row = [Box<[Stopper]>; 2];

/// Something that shows every stopper it holds to a visitor, which may replace them.
pub type StopperRoots<'a> = dyn FnMut(&mut dyn FnMut(&mut Stopper)) + 'a;

/// The loopy stoppers, and results about them.
#[derive(Default)]
pub struct Loops {
    rows: Vec<Row>,
    /// The first vertex of the knot of each, and how many it has.
    knots: Vec<(u32, u32)>,
    by_row: FastMap<Row, u32>,
    /// First vertices by the rows of a knot, as [`knot`](super) writes them.
    by_knot: FastMap<Vec<u32>, u32>,
    pub(super) negatives: FastMap<Stopper, Stopper>,
    pub(super) orders: FastMap<(Stopper, Stopper), bool>,
    pub(super) sums: FastMap<(Stopper, Stopper), Sides>,
    /// The stoppers of components, by their moves; on one side, also by the side and the vertices that were asked for.
    pub(super) components: FastMap<Vec<u32>, Vec<Option<Stopper>>>,
    pub(super) stops: FastMap<(Stopper, Player), Stopper>,
    /// The few constants such as `off`, by the options of both players; `None` stands for the constant itself.
    pub(super) constants: Vec<([Vec<Option<GameId>>; 2], Stopper)>,
    /// Made when they are first needed.
    pub(super) yardsticks: Option<Arc<Yardsticks>>,
    /// For a stopper s, the values k born by day 2 for which Left holds s - k, by starter.
    pub(super) held: FastMap<Stopper, [Set; 2]>,
}

/// A state of the store to which it can go back.
#[derive(Clone, Copy, Debug)]
pub struct LoopsMark(usize);

impl Loops {
    /// Returns the options of a loopy stopper.
    pub(super) fn row(&self, vertex: usize) -> &Row {
        &self.rows[vertex]
    }

    /// Returns the vertices of the knot of a loopy stopper, which follow one another.
    pub(super) fn knot(&self, vertex: usize) -> std::ops::Range<usize> {
        let (first, count) = self.knots[vertex];
        first as usize..(first + count) as usize
    }

    /// Returns the number of loopy stoppers.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns `true` if there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the stopper with these options, if it is in the store.
    pub(super) fn find_row(&self, row: &Row) -> Option<Stopper> {
        self.by_row.get(row).map(|&vertex| Stopper::of_vertex(vertex as usize))
    }

    /// Returns the first vertex of the knot that is written so, if it is in the store.
    pub(super) fn find_knot(&self, key: &[u32]) -> Option<usize> {
        self.by_knot.get(key).map(|&first| first as usize)
    }

    /// Adds stoppers that make up a knot, or one that is in none and has no key.
    pub(super) fn add(&mut self, rows: Vec<Row>, key: Option<Vec<u32>>) -> Result<usize, Fault> {
        let first = self.rows.len();
        if first + rows.len() > MAX_STOPPERS {
            let size = (first + rows.len()).to_string();
            return Err(Fault::TooLarge { what: "store of loopy games", size, limit: MAX_STOPPERS.to_string() });
        }
        if let Some(key) = key {
            self.by_knot.insert(key, first as u32);
        }
        let count = rows.len() as u32;
        for row in rows {
            self.by_row.insert(row.clone(), self.rows.len() as u32);
            self.rows.push(row);
            self.knots.push((first as u32, count));
        }
        Ok(first)
    }

    /// Remembers the present state.
    pub fn mark(&self) -> LoopsMark {
        LoopsMark(self.rows.len())
    }

    /// Removes everything that is newer than the mark, and all later results.
    pub fn rollback(&mut self, mark: LoopsMark) {
        self.forget();
        if mark.0 < self.rows.len() {
            let limit = mark.0 as u32;
            self.rows.truncate(mark.0);
            self.knots.truncate(mark.0);
            self.by_row.retain(|_, vertex| *vertex < limit);
            self.by_knot.retain(|_, first| *first < limit);
        }
    }

    /// Forgets sums, components, comparisons, negatives, stops, constants and comparisons with small values; values
    /// stay.
    pub fn forget(&mut self) {
        self.negatives = FastMap::default();
        self.orders = FastMap::default();
        self.sums = FastMap::default();
        self.components = FastMap::default();
        self.stops = FastMap::default();
        self.constants = Vec::new();
        self.yardsticks = None;
        self.held = FastMap::default();
    }

    /// Removes everything that the roots do not reach and renumbers the rest, keeping its order. `roots` is called
    /// twice, as in [`Games::compact`](crate::games::Games::compact). Call [`Loops::reindex`] when the short games have
    /// their new numbers too.
    pub fn compact(&mut self, roots: &mut StopperRoots<'_>) {
        self.forget();
        let count = self.rows.len();
        let mut alive = vec![false; count];
        roots(&mut |stopper| {
            if let Some(vertex) = stopper.vertex() {
                alive[vertex] = true;
            }
        });
        // Options stand before their stopper, but for those of its knot.
        let mut next = count;
        while next > 0 {
            let knot = self.knot(next - 1);
            next = knot.start;
            if !alive[knot.clone()].contains(&true) {
                continue;
            }
            for vertex in knot {
                alive[vertex] = true;
                for option in self.rows[vertex].iter().flatten().filter_map(|option| option.vertex()) {
                    alive[option] = true;
                }
            }
        }
        let mut renumbered = vec![0u32; count];
        let mut kept = 0;
        for vertex in 0..count {
            renumbered[vertex] = kept;
            kept += u32::from(alive[vertex]);
        }
        let renew = |stopper: &mut Stopper| {
            if let Some(vertex) = stopper.vertex() {
                *stopper = Stopper::of_vertex(renumbered[vertex] as usize);
            }
        };
        let (rows, knots) = (std::mem::take(&mut self.rows), std::mem::take(&mut self.knots));
        for (vertex, (mut row, (first, count))) in rows.into_iter().zip(knots).enumerate() {
            if alive[vertex] {
                row.iter_mut().flatten().for_each(&renew);
                self.rows.push(row);
                self.knots.push((renumbered[first as usize], count));
            }
        }
        roots(&mut |stopper| renew(stopper));
        self.by_row = FastMap::default();
        self.by_knot = FastMap::default();
    }

    /// Shows every short game that is an option here, to be marked or replaced.
    pub fn games_mut(&mut self, visit: &mut dyn FnMut(&mut GameId)) {
        self.rows.iter_mut().flatten().flatten().for_each(|stopper| stopper.renew(visit));
    }

    /// Builds the tables again after ids were replaced.
    pub fn reindex(&mut self) {
        let mut next = 0;
        while next < self.rows.len() {
            let knot = self.knot(next);
            let has_cycle =
                knot.len() > 1 || self.rows[next].iter().flatten().any(|option| option.vertex() == Some(next));
            if has_cycle {
                let key = super::knot::key(&self.rows[knot.clone()], knot.start);
                self.by_knot.insert(key, knot.start as u32);
            }
            for vertex in knot.clone() {
                self.by_row.insert(self.rows[vertex].clone(), vertex as u32);
            }
            next = knot.end;
        }
    }
}

impl Arenas<'_> {
    /// Returns the options of a player in the canonical form.
    pub fn options(&mut self, stopper: Stopper, player: Player) -> Result<Vec<Stopper>, Fault> {
        match stopper.short() {
            Some(g) => Ok(self.games.options(g, player)?.into_iter().map(Stopper::from).collect()),
            None => {
                let options = &self.loops.rows[stopper.vertex().unwrap_or(0)][of(player)];
                self.games.budget.charge(options.len())?;
                Ok(options.to_vec())
            }
        }
    }
}
