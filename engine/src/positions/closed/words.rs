//! A ruleset on states given by their words, for callers that do not know the type of its states.

use std::any::Any;
use std::sync::Arc;

use dashu_int::UBig;

use super::winner::Book;
use super::{Moves, Pack, Ruleset, winner};
use crate::games::{Budget, Fault, Player};
use crate::positions::search::{Listing, Region, Rulebook};
use crate::positions::{About, Convention, Facts, Finding, Searched, Term, Theorem, Theorems, View};

/// The functions of a [`Ruleset`], on states given by their words.
pub(super) trait OnWords: Theorems<[u32]> + Any + Send + Sync {
    fn facts(&self) -> Facts<'_>;
    /// Lists the moves of a player, each as the states whose sum it leads to.
    fn moves(&self, state: &[u32], player: Player, budget: &Budget, out: &mut Listing) -> Result<(), Fault>;
    /// Returns the independent regions, each in normal form or the negative of one.
    fn regions(&self, state: &[u32]) -> Vec<Region>;
    /// Returns the rules in the form that a search uses, without any values.
    fn book(self: Arc<Self>) -> Box<dyn Rulebook + Send>;
    fn term(&self, state: &[u32]) -> Term;
    fn view(&self, state: &[u32]) -> Option<View>;
    fn runs_on(&self, state: &[u32]) -> Option<Fault>;
}

impl<R: Ruleset> OnWords for R {
    fn facts(&self) -> Facts<'_> {
        Ruleset::facts(self).on_words(self)
    }

    fn moves(&self, state: &[u32], player: Player, budget: &Budget, out: &mut Listing) -> Result<(), Fault> {
        let mut moves = Moves::under(budget);
        moves.add(self, &R::State::unpack(state), player)?;
        // Most moves lead to states as wide as this one.
        let count = moves.states.len();
        out.make_room([moves.len(), count, count.saturating_mul(state.len())], budget)?;
        for option in moves.each() {
            option.iter().for_each(|state| out.region(state, false));
            out.end_option();
        }
        Ok(())
    }

    fn regions(&self, state: &[u32]) -> Vec<Region> {
        winner::regions(self, state)
    }

    fn book(self: Arc<Self>) -> Box<dyn Rulebook + Send> {
        Box::new(Book::new(self))
    }

    fn term(&self, state: &[u32]) -> Term {
        Ruleset::term(self, &R::State::unpack(state))
    }

    fn view(&self, state: &[u32]) -> Option<View> {
        Ruleset::view(self, &R::State::unpack(state))
    }

    fn runs_on(&self, state: &[u32]) -> Option<Fault> {
        Ruleset::runs_on(self, &R::State::unpack(state))
    }
}

impl<R: Ruleset> Theorems<[u32]> for R {
    fn nim_value(&self, state: &[u32]) -> Option<UBig> {
        Ruleset::facts(self).theorems?.nim_value(&R::State::unpack(state))
    }

    fn wins(&self, state: &[u32], convention: Convention) -> Option<(bool, &'static Theorem)> {
        Ruleset::facts(self).theorems?.wins(&R::State::unpack(state), convention)
    }

    fn length(&self, state: &[u32], about: About, convention: Convention) -> Option<Result<Finding, Fault>> {
        Ruleset::facts(self).theorems?.length(&R::State::unpack(state), about, convention)
    }

    fn nim_value_of_impartial(&self, state: &[u32], budget: &mut Budget) -> Option<Result<u64, Fault>> {
        Ruleset::facts(self).theorems?.nim_value_of_impartial(&R::State::unpack(state), budget)
    }

    fn search(&self, state: &[u32], budget: &mut Budget) -> Option<Result<Searched<bool>, Fault>> {
        Ruleset::facts(self).theorems?.search(&R::State::unpack(state), budget)
    }
}
