//! The options of a position: each is decided at once, or waits.

use std::cmp::Reverse;
use std::mem::take;

use super::Search;
use super::stacks::{Candidate, Components, Tie};
use crate::games::{Fault, GameId, Player};
use crate::positions::search::driver::Heights;
use crate::positions::search::listing::Listing;
use crate::positions::search::parts::Part;
use crate::positions::search::totals::Totals;
use crate::positions::search::who_wins::Node;

/// A move in a position: the part that was moved in, past the end if a value was; which of its options it is, and the number
/// of regions that it leaves there.
#[derive(Clone, Copy)]
struct MadeMove {
    moved: usize,
    index: usize,
    regions: usize,
}

impl Search<'_> {
    /// Lists all options that are not decided, each once; whether one of them wins at once.
    pub(super) fn list(&mut self, position: &Node, totals: &Totals) -> Result<bool, Fault> {
        let mut listing = take(&mut self.listing);
        let found = self.list_with(position, totals, &mut listing);
        self.listing = listing;
        self.sort_distinct(position.begin.options, |option| (option.score, option.totals.key_for(Player::Left)));
        found
    }

    /// Like `list`, with a buffer for the options of one part after another; equal ones may be among them.
    fn list_with(&mut self, position: &Node, totals: &Totals, listing: &mut Listing) -> Result<bool, Fault> {
        let other = position.mover.other();
        let mut without_values = *totals;
        for i in position.values() {
            without_values = without_values.plus(self.of_value(self.values[i])?, -1);
        }
        for i in position.parts() {
            let Part { region, negated, .. } = self.parts[i];
            let rest = without_values.plus(Totals::of_part(&self.parts[i]), -1);
            listing.clear();
            let player = if negated { other } else { position.mover };
            self.book.list_undominated(self.shelf.get(region), player, self.cx, listing)?;
            for index in 0..listing.len() {
                self.cx.games().budget.tick()?;
                let begin = self.heights();
                self.values.extend_from_within(position.values());
                let mut cancelled = 0;
                for (region, turned) in listing.option(index) {
                    self.add_region(region, turned ^ negated, position.parts(), i, &mut cancelled, begin)?;
                }
                let made = MadeMove { moved: i, index, regions: listing.option(index).count() };
                if self.consider(position, rest, made, cancelled, begin)? {
                    return Ok(true);
                }
            }
        }
        for i in position.values() {
            let g = self.values[i];
            let count = self.cx.games().option_count(g, position.mover);
            for index in 0..count {
                self.cx.games().budget.tick()?;
                let option = self.cx.games().option(g, position.mover, index);
                let begin = self.heights();
                for j in position.values().filter(|&j| j != i) {
                    self.values.push(self.values[j]);
                }
                self.add_value(begin.values, option)?;
                let made = MadeMove { moved: usize::MAX, index: index as usize, regions: 0 };
                if self.consider(position, without_values, made, 0, begin)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Decides an option, whose new parts and all of whose values are on top of the stacks, or lets it wait; whether it
    /// wins. The totals are those of the position without its values and the part that was moved in.
    fn consider(
        &mut self,
        position: &Node,
        rest: Totals,
        made: MadeMove,
        cancelled: u64,
        begin: Heights,
    ) -> Result<bool, Fault> {
        let MadeMove { moved, .. } = made;
        let mut totals = rest;
        self.memory.options += 1;
        let mut bits = cancelled;
        while bits != 0 {
            let i = bits.trailing_zeros() as usize;
            totals = totals.plus(Totals::of_part(&self.parts[position.begin.parts + i]), -1);
            bits &= bits - 1;
        }
        totals = totals.plus(self.totals(begin)?, 1);
        let mover = position.mover.other();
        let new = begin.parts..self.parts.len();
        let components = Components { old: position.parts(), moved, cancelled, new, values: begin.values };
        let decided = match self.memory.known.normal.get(totals.key_for(mover)) {
            None => self.decided(&totals, &components, mover)?,
            known => known,
        };
        if let Some(wins) = decided {
            self.cut(begin);
            return Ok(!wins);
        }
        // The worse it looks for the one who moves there, the sooner it is tried.
        let score = totals.score(mover);
        let tie = totals.weight().map(|_| self.tie(made, position.mover, begin));
        let (parts, values) = ((begin.parts, self.parts.len()), (begin.values, self.values.len()));
        self.cx.games().budget.room_to_push(&self.options)?;
        self.options.push(Candidate { replies: 0, score, tie, totals, moved, cancelled, parts, values });
        Ok(false)
    }

    /// Returns the order of a move among those that leave the same weights: the more pieces it makes and the larger they are,
    /// the sooner it is tried. A move has one order wherever it is made, and in the negative of the position too, so that positions
    /// come up again.
    fn tie(&self, made: MadeMove, mover: Player, begin: Heights) -> Tie {
        let size = |part: &Part| part.known.moves.iter().map(|&count| u32::from(count)).sum();
        let largest = self.parts[begin.parts..].iter().map(size).max().unwrap_or(0);
        let moved = self.parts.get(made.moved);
        Tie {
            pieces: Reverse([made.regions as u32, largest, moved.map_or(0, size)]),
            moved: moved.map_or((0, Player::Left), |part| (part.known.key, part.whose(mover))),
            option: made.index,
        }
    }

    /// Returns the totals of the components above these heights of the stacks.
    pub(super) fn totals(&mut self, begin: Heights) -> Result<Totals, Fault> {
        let mut totals = Totals::default();
        for part in &self.parts[begin.parts..] {
            totals = totals.plus(Totals::of_part(part), 1);
        }
        for i in begin.values..self.values.len() {
            totals = totals.plus(self.of_value(self.values[i])?, 1);
        }
        Ok(totals)
    }

    fn of_value(&mut self, g: GameId) -> Result<Totals, Fault> {
        let bound = self.memory.bound(g, self.cx.games())?;
        let weight = if self.is_all_small { self.memory.weight_of_value(g, self.cx.games())? } else { None };
        Ok(Totals::of_value(&bound, weight))
    }
}
