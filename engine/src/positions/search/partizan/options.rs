//! The options of a position: each is decided at once, or waits.

use std::cmp::Reverse;
use std::mem::take;

use super::Search;
use super::stacks::{Candidate, Components, Made, Tie};
use crate::games::hashing::key_of;
use crate::games::{Fault, GameId, Player};
use crate::positions::search::OptionSet;
use crate::positions::search::driver::Heights;
use crate::positions::search::listing::{Listing, Place};
use crate::positions::search::parts::Part;
use crate::positions::search::tied::{Between, Cutting};
use crate::positions::search::totals::Totals;
use crate::positions::search::who_wins::{Node, Outlook};

/// A move in a position: the part that was moved in, past the end if a value was; which of its options it is, and the number
/// of regions that it leaves there.
#[derive(Clone, Copy)]
struct MadeMove {
    moved: usize,
    index: usize,
    regions: usize,
}

/// The mean by which the player who has moved must be ahead, in units of 2^-24, for a close look at the move before the
/// options are sorted: half a move.
const HOPEFUL: i64 = 1 << 23;

impl Search<'_> {
    /// Lists all options that are not decided, each once; whether one of them wins at once.
    pub(super) fn list(&mut self, position: &Node<Candidate>) -> Result<bool, Fault> {
        let found = self.list_parts(position)? || self.list_values(position)? || self.make_hopeful(position)?;
        self.sort_distinct(position.begin.options, |option| (option.score, option.totals.key_for(Player::Left)));
        Ok(found)
    }

    /// Lists the moves in parts; equal options may be among them.
    fn list_parts(&mut self, position: &Node<Candidate>) -> Result<bool, Fault> {
        for moved in position.parts() {
            let part = self.parts[moved];
            if self.parts[position.begin.parts..moved].iter().any(|other| other.key() == part.key()) {
                continue;
            }
            let wins = match self.cut_for_moves(position, &part)? {
                Some(cuttings) => self.list_whole(position, moved, &cuttings)?,
                None => self.list_apart(position, moved)?,
            };
            if wins {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Lists the moves in a part, each made.
    fn list_apart(&mut self, position: &Node<Candidate>, moved: usize) -> Result<bool, Fault> {
        let mut listing = take(&mut self.listing);
        listing.clear();
        let part = self.parts[moved];
        let (region, player) = (self.shelf.get(part.region), part.whose(position.mover));
        self.book.list(region, player, OptionSet::Undominated, self.cx, &mut listing)?;
        let rest = self.totals_without(position, Some(moved))?;
        for index in 0..listing.len() {
            let outlook = self.make(position, rest, (moved, index), &listing)?;
            if self.add_option(outlook)? {
                self.listing = listing;
                return Ok(true);
            }
        }
        self.listing = listing;
        Ok(false)
    }

    /// Cuts a part of a position so that its moves are bounded before they are made, if all its components are bounded.
    fn cut_for_moves(&mut self, position: &Node<Candidate>, part: &Part) -> Result<Option<[Cutting; 2]>, Fault> {
        if self.facts.is_all_small || part.known.between.is_none() || !position.option.totals.is_bounded() {
            return Ok(None);
        }
        self.memory.cut_for_moves(self.shelf.get(part.region), self.book, self.cx)
    }

    /// Lists the moves in a part that is cut in bands. Most are decided by bounds of the state after the move; the others
    /// are made when their turn comes.
    fn list_whole(&mut self, position: &Node<Candidate>, moved: usize, cuttings: &[Cutting; 2]) -> Result<bool, Fault> {
        let (part, mover) = (self.parts[moved], position.mover);
        self.states.clear();
        let region = self.shelf.get(part.region);
        if !self.book.list_whole(region, part.whose(mover), &mut self.states)? {
            return self.list_apart(position, moved);
        }
        let rest = position.option.totals.plus(Totals::of_part(&part), -1);
        let others = Components { old: position.parts(), moved, cancelled: 0, new: 0..0, values: position.values() };
        let others = self.temperature(&others, mover)?;
        self.cx.games().budget.room_for(&self.options, self.states.len())?;
        for index in 0..self.states.len() {
            self.cx.games().budget.tick()?;
            let Some((after, _)) = self.states.option(index).next() else { continue };
            let masts = self.memory.masts_after(cuttings, after, self.book, self.cx)?;
            let Some(bounds) = masts.map(|masts| Between { masts, ahead: 0 }.negative_if(part.negated)) else {
                let after = self.shelf.put(after);
                let outlook = self.take_apart(position, moved, after)?;
                if self.add_option(outlook)? {
                    return Ok(true);
                }
                continue;
            };
            let (totals, temperature) =
                (rest.plus(Totals::of_between(bounds), 1), bounds.masts[mover as usize].temperature);
            let other = mover.other();
            if totals.by_masts(mover, other, || Ok(others.max(temperature)))? == Some(true) {
                return Ok(true);
            }
            // Whether the one who begins wins is seen by the mean alone.
            if totals.by_masts(other, other, || Ok(0))? == Some(true) {
                continue;
            }
            // Most moves are decided by now, so what the others are ordered by is found last.
            let ahead = self.memory.ahead(self.book);
            let between = Between { ahead: if part.negated { -ahead } else { ahead }, ..bounds };
            let totals = rest.plus(Totals::of_whole(between, key_of(after)), 1);
            self.shelf.make_room(after.len(), &self.cx.games().budget)?;
            let (made, score) = (Made::Whole(self.shelf.put(after)), totals.score(other));
            self.options.push(Candidate { replies: 0, score, tie: None, totals, moved, made });
        }
        Ok(false)
    }

    /// Lists the moves in values.
    fn list_values(&mut self, position: &Node<Candidate>) -> Result<bool, Fault> {
        let rest = self.totals_without(position, None)?;
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
                let outlook = self.consider(position, rest, made, 0, begin)?;
                if self.add_option(outlook)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Makes the moves that may win at once, the best ones first. The others wait: most are never made.
    fn make_hopeful(&mut self, position: &Node<Candidate>) -> Result<bool, Fault> {
        let first = position.begin.options;
        let mut end = first;
        for i in first..self.options.len() {
            let Candidate { made, totals, .. } = &self.options[i];
            let ahead = totals.mean_for(position.mover);
            if matches!(made, Made::Whole(_)) && ahead.is_some_and(|ahead| ahead >= HOPEFUL) {
                self.options.swap(i, end);
                end += 1;
            }
        }
        self.options[first..end].sort_unstable_by_key(|option| (option.score, option.totals.key_for(Player::Left)));
        let mut kept = first;
        for i in first..end {
            let Candidate { made: Made::Whole(after), moved, .. } = self.options[i] else { continue };
            match self.take_apart(position, moved, after)? {
                Outlook::Open(option) => {
                    self.options[kept] = option;
                    kept += 1;
                }
                Outlook::Decided(true) => {}
                Outlook::Decided(false) => return Ok(true),
            }
        }
        self.options.drain(kept..end);
        Ok(false)
    }

    /// Makes a move in a part to this state, with the regions that it consists of.
    pub(super) fn take_apart(
        &mut self,
        position: &Node<Candidate>,
        moved: usize,
        after: Place,
    ) -> Result<Outlook<Candidate>, Fault> {
        let mut listing = take(&mut self.listing);
        listing.clear();
        self.book.split(self.shelf.get(self.parts[moved].region), self.shelf.get(after), &mut listing);
        let rest = self.totals_without(position, Some(moved))?;
        let outlook = self.make(position, rest, (moved, 0), &listing);
        self.listing = listing;
        outlook
    }

    /// Makes the move in a part that is the option of a list with this index. The totals are those of the position without
    /// its values and the part.
    fn make(
        &mut self,
        position: &Node<Candidate>,
        rest: Totals,
        (moved, index): (usize, usize),
        listing: &Listing,
    ) -> Result<Outlook<Candidate>, Fault> {
        self.cx.games().budget.tick()?;
        let begin = self.heights();
        self.values.extend_from_within(position.values());
        let (mut cancelled, negated) = (0, self.parts[moved].negated);
        for (region, turned) in listing.option(index) {
            self.add_region(region, turned ^ negated, position.parts(), moved, &mut cancelled, begin)?;
        }
        let made = MadeMove { moved, index, regions: listing.option(index).count() };
        self.consider(position, rest, made, cancelled, begin)
    }

    /// Adds an option to those that wait, if it is not decided; whether it wins.
    fn add_option(&mut self, outlook: Outlook<Candidate>) -> Result<bool, Fault> {
        match outlook {
            Outlook::Decided(by_mover) => Ok(!by_mover),
            Outlook::Open(option) => {
                self.cx.games().budget.room_to_push(&self.options)?;
                self.options.push(option);
                Ok(false)
            }
        }
    }

    /// Returns the totals of a position without its values, and without a part.
    fn totals_without(&mut self, position: &Node<Candidate>, part: Option<usize>) -> Result<Totals, Fault> {
        let mut totals = position.option.totals;
        for i in position.values() {
            totals = totals.plus(self.of_value(self.values[i])?, -1);
        }
        Ok(part.map_or(totals, |i| totals.plus(Totals::of_part(&self.parts[i]), -1)))
    }

    /// Decides an option, whose new parts and all of whose values are on top of the stacks, or returns it. The totals are
    /// those of the position without its values and the part that was moved in.
    fn consider(
        &mut self,
        position: &Node<Candidate>,
        rest: Totals,
        made: MadeMove,
        cancelled: u64,
        begin: Heights,
    ) -> Result<Outlook<Candidate>, Fault> {
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
        let values = begin.values..self.values.len();
        let components = Components { old: position.parts(), moved, cancelled, new, values };
        let decided = match self.memory.known.normal.get(totals.key_for(mover)) {
            None => self.decided(&totals, &components, mover)?,
            known => known,
        };
        if let Some(wins) = decided {
            self.cut(begin);
            return Ok(Outlook::Decided(wins));
        }
        // The worse it looks for the one who moves there, the sooner it is tried.
        let score = totals.score(mover);
        let tie = totals.weight().map(|_| self.tie(made, position.mover, begin));
        let (parts, values) = ((begin.parts, self.parts.len()), (begin.values, self.values.len()));
        let made = Made::Apart { cancelled, parts, values };
        Ok(Outlook::Open(Candidate { replies: 0, score, tie, totals, moved, made }))
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
        let weight = if self.facts.is_all_small { self.memory.weight_of_value(g, self.cx.games())? } else { None };
        Ok(Totals::of_value(&bound, weight))
    }
}
