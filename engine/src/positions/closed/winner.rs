//! A closed ruleset as a search for the winner meets it.

use std::ops::Range;
use std::sync::Arc;

use super::{Moves, Pack, Ruleset, solver};
use crate::games::hashing::{FastMap, key_of};
use crate::games::{Budget, Fault, Player};
use crate::positions::search::{BookFacts, Listing, OptionSet, Region, Rulebook};
use crate::positions::table::Table;
use crate::positions::{Context, Known, State};

/// The rules, and the values of their states.
pub(super) struct Book<R: Ruleset> {
    rules: Arc<R>,
    values: Table<R::State>,
    moves: Moves<R::State>,
    listed: Listed,
}

/// The regions whose options are remembered at most, and the words of these options.
const MOST_LISTED: [usize; 2] = [1 << 16, 1 << 20];

/// Options that were listed, by region and player: those of the pieces of a sum are asked for at each of its positions.
#[derive(Default)]
struct Listed {
    options: Listing,
    places: FastMap<(u128, Player), Range<usize>>,
}

impl Listed {
    /// Adds the options of a region for a player, if they are remembered. If not, returns the key to remember them by.
    fn recall(&self, region: &[u32], player: Player, out: &mut Listing) -> Option<(u128, Player)> {
        let key = (key_of(region), player);
        match self.places.get(&key) {
            Some(options) => out.copy(&self.options, options.clone()),
            None => return Some(key),
        }
        None
    }

    /// Remembers the options in a listing from this one on.
    fn keep(&mut self, key: (u128, Player), from: &Listing, first: usize, budget: &Budget) -> Result<(), Fault> {
        if self.places.len() >= MOST_LISTED[0] || self.options.words() > MOST_LISTED[1] {
            *self = Listed::default();
        }
        budget.room_to_insert(&self.places)?;
        let begin = self.options.len();
        self.options.copy(from, first..from.len());
        self.places.insert(key, begin..self.options.len());
        Ok(())
    }
}

impl<R: Ruleset> Book<R> {
    /// Returns a book of these rules without any values.
    pub fn new(rules: Arc<R>) -> Book<R> {
        Book { rules, values: Table::default(), moves: Moves::default(), listed: Listed::default() }
    }

    /// Adds a move from a state, by the regions that it leaves.
    fn split_move(&self, state: &R::State, index: usize, out: &mut Listing) {
        for after in &self.moves.states[self.moves.range(index)] {
            self.split_state(state, after, out);
        }
        out.end_option();
    }

    /// Adds the regions of a state after a move.
    fn split_state(&self, before: &R::State, after: &R::State, out: &mut Listing) {
        self.rules.parts_after(before, after, &mut |region| {
            let (state, negated) = self.rules.normal_form(region);
            out.region(&state, negated);
        });
    }
}

/// Returns the regions of any state, each in normal form or the negative of one.
pub(super) fn regions<R: Ruleset>(rules: &R, state: &[u32]) -> Vec<Region> {
    let mut regions = Vec::new();
    rules.parts(&R::State::unpack(state), &mut |region| {
        let (state, negated) = rules.normal_form(region);
        let mut words = State::new();
        state.pack(&mut words);
        regions.push((words, negated));
    });
    regions
}

impl<R: Ruleset> Rulebook for Book<R> {
    fn begin(&mut self, budget: &Budget) {
        self.moves = Moves::under(budget);
    }

    fn is_own_negative(&self, region: &[u32]) -> bool {
        self.rules.is_own_negative(&R::State::unpack(region))
    }

    fn facts(&self) -> BookFacts {
        BookFacts { is_all_small: self.rules.facts().all_small, ..BookFacts::default() }
    }

    fn has_few_regions(&self, region: &[u32]) -> bool {
        self.rules.has_few_regions(&R::State::unpack(region))
    }

    fn list(
        &mut self,
        region: &[u32],
        player: Player,
        which: OptionSet,
        cx: &mut dyn Context,
        out: &mut Listing,
    ) -> Result<(), Fault> {
        let state = R::State::unpack(region);
        if which == OptionSet::All {
            self.moves.clear();
            self.moves.add(&*self.rules, &state, player)?;
            (0..self.moves.len()).for_each(|i| self.split_move(&state, i, out));
            return Ok(());
        }
        let Some(key) = self.listed.recall(region, player, out) else { return Ok(()) };
        let first = out.len();
        self.moves.clear();
        self.moves.add_undominated(&*self.rules, &state, player)?;
        (0..self.moves.len()).for_each(|i| self.split_move(&state, i, out));
        self.listed.keep(key, out, first, &cx.games().budget)
    }

    fn list_whole(&mut self, region: &[u32], player: Player, out: &mut Listing) -> Result<bool, Fault> {
        self.moves.clear();
        self.moves.add_undominated(&*self.rules, &R::State::unpack(region), player)?;
        for option in self.moves.each() {
            let [after] = option else { return Ok(false) };
            out.region(after, false);
            out.end_option();
        }
        Ok(true)
    }

    fn split(&mut self, region: &[u32], after: &[u32], out: &mut Listing) {
        self.split_state(&R::State::unpack(region), &R::State::unpack(after), out);
        out.end_option();
    }

    fn count(&mut self, region: &[u32], _: &mut dyn Context) -> Result<[u16; 2], Fault> {
        let state = R::State::unpack(region);
        let mut counts = [0; 2];
        for player in [Player::Left, Player::Right] {
            let count = match self.rules.move_count(&state, player) {
                Some(count) => count,
                None => {
                    self.moves.clear();
                    self.moves.add(&*self.rules, &state, player)?;
                    self.moves.len()
                }
            };
            counts[player as usize] = count.min(u16::MAX.into()) as u16;
            if self.rules.facts().impartial {
                return Ok([counts[0]; 2]);
            }
        }
        Ok(counts)
    }

    /// Returns the value by a theorem; a search itself remembers the results of searching.
    fn known(&self, region: &[u32], _: &dyn Context) -> Option<Known> {
        if !self.rules.facts().impartial {
            return None;
        }
        Known::nimber(&solver::nim_value(&*self.rules, &R::State::unpack(region))?).ok()
    }

    fn value(&mut self, region: &[u32], cx: &mut dyn Context) -> Result<Known, Fault> {
        solver::value(&*self.rules, &mut self.values, &R::State::unpack(region), cx.games())
    }

    fn bands(&self, region: &[u32], player: Player, out: &mut Vec<u64>) -> bool {
        let Some(banded) = self.rules.facts().bands else { return false };
        banded.bands(&R::State::unpack(region), player, out);
        true
    }

    fn strip(&self, bands: &[u64], out: &mut Listing) {
        let Some(banded) = self.rules.facts().bands else { return };
        self.rules.parts(&banded.of_bands(bands), &mut |region| {
            let (state, negated) = self.rules.normal_form(region);
            out.region(&state, negated);
        });
        out.end_option();
    }

    fn ahead(&self, bands: [&[u64]; 2]) -> i64 {
        self.rules.facts().bands.map_or(0, |banded| banded.ahead(bands))
    }
}
