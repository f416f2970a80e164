//! A closed ruleset as a search for the winner meets it.

use std::ops::Range;

use super::solver::Solver;
use super::{Moves, Ruleset};
use crate::games::{Fault, Player};
use crate::positions::search::{Listing, Rulebook};
use crate::positions::table::Table;
use crate::positions::{Context, Known};

/// The rules, and the values of their states.
pub(super) struct Book<'a, R: Ruleset> {
    rules: &'a R,
    values: &'a mut Table<R::State>,
    moves: Moves<R::State>,
}

impl<'a, R: Ruleset> Book<'a, R> {
    pub fn new(rules: &'a R, values: &'a mut Table<R::State>, cx: &mut dyn Context) -> Book<'a, R> {
        Book { rules, values, moves: Moves::under(&cx.games().budget) }
    }
}

/// The regions of any state, each in normal form or the negative of one.
pub(super) fn regions<R: Ruleset>(rules: &R, state: &R::State) -> Vec<(R::State, bool)> {
    let mut regions = Vec::new();
    rules.parts(state, &mut |region| regions.push(rules.normal_form(region)));
    regions
}

/// Impartial regions: each is its own negative.
pub(super) fn unsigned<S>(regions: Vec<(S, bool)>) -> Vec<S> {
    regions.into_iter().map(|(state, _)| state).collect()
}

impl<R: Ruleset> Rulebook for Book<'_, R> {
    type State = R::State;

    fn list(
        &mut self,
        state: &R::State,
        player: Player,
        _: &mut dyn Context,
        out: &mut Listing<R::State>,
    ) -> Result<(), Fault> {
        self.moves.clear();
        self.moves.add(self.rules, state, player)?;
        for option in self.moves.each() {
            for after in option {
                self.rules.parts_after(state, after, &mut |region| {
                    let (state, negated) = self.rules.normal_form(region);
                    out.region(state, negated);
                });
            }
            out.end_option();
        }
        Ok(())
    }

    fn count(&mut self, state: &R::State, _: &mut dyn Context) -> Result<[u16; 2], Fault> {
        let mut counts = [0; 2];
        for player in [Player::Left, Player::Right] {
            let count = match self.rules.move_count(state, player) {
                Some(count) => count,
                None => {
                    self.moves.clear();
                    self.moves.add(self.rules, state, player)?;
                    self.moves.len()
                }
            };
            counts[player as usize] = count.min(u16::MAX.into()) as u16;
            if self.rules.impartial() {
                return Ok([counts[0]; 2]);
            }
        }
        Ok(counts)
    }

    fn value(&mut self, state: &R::State, cx: &mut dyn Context) -> Result<Known, Fault> {
        Solver::new(self.rules, self.values, cx).value(state)
    }

    fn bands(&self, state: &R::State, player: Player) -> usize {
        self.rules.bands(state, player)
    }

    fn only(&self, state: &R::State, player: Player, bands: Range<usize>) -> R::State {
        self.rules.only(state, player, bands)
    }

    fn regions(&self, piece: &R::State) -> Vec<(R::State, bool)> {
        regions(self.rules, piece)
    }
}
