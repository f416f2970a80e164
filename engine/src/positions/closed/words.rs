//! A ruleset as those see it who do not know the type of its states: they have their words.

use crate::games::Cache;
use std::any::Any;

use dashu_int::UBig;

use super::threads::Maker;
use super::winner::Book;
use super::{HeapTheory, Moves, Pack, Ruleset, winner};
use crate::games::{Budget, Fault, Player};
use crate::heaps::Sequence;
use crate::positions::search::{Listing, Region, Rulebook};
use crate::positions::table::Table;
use crate::positions::{Convention, NetSketch, RulesetId, Searched, Sketch, Term, Theorem};

/// What [`Ruleset`] says, of states given by their words.
pub(super) trait OnWords: Any + Send + Sync {
    fn impartial(&self) -> bool;
    /// The moves of a player, each the states whose sum it leads to.
    fn moves(&self, state: &[u32], player: Player, budget: &Budget, out: &mut Listing) -> Result<(), Fault>;
    /// The independent regions, each in normal form or the negative of one.
    fn regions(&self, state: &[u32]) -> Vec<Region>;
    /// The rules as a search meets them, with the values that were found before.
    fn book<'a>(&'a self, values: &'a mut Option<Box<dyn Any + Send>>, budget: &Budget) -> Box<dyn Rulebook + 'a>;
    fn theory(&self) -> Option<&dyn HeapTheory>;
    fn closed_form(&self, state: &[u32]) -> Option<UBig>;
    fn theorem(&self) -> Option<&'static Theorem>;
    fn wins(&self, state: &[u32], convention: Convention) -> Option<(bool, &'static Theorem)>;
    fn search_alone(&self, state: &[u32], budget: &mut Budget) -> Option<Result<Searched<bool>, Fault>>;
    fn keeps_bouton(&self) -> bool;
    fn sequence(&self, state: &[u32]) -> Option<(&Cache<Sequence>, u64)>;
    fn give_back(&self);
    /// The same rules, to be made by another thread, if it can make them.
    fn maker(&self) -> Option<Maker>;
    fn remembers_with(&self) -> Option<RulesetId>;
    fn term(&self, state: &[u32]) -> Term;
    fn sketch(&self, state: &[u32]) -> Option<Sketch>;
    fn net_sketch(&self, state: &[u32]) -> Option<NetSketch>;
}

impl<R: Ruleset> OnWords for R {
    fn impartial(&self) -> bool {
        Ruleset::impartial(self)
    }

    fn moves(&self, state: &[u32], player: Player, budget: &Budget, out: &mut Listing) -> Result<(), Fault> {
        let mut moves = Moves::under(budget);
        moves.add(self, &R::State::unpack(state), player)?;
        for option in moves.each() {
            option.iter().for_each(|state| out.region(state, false));
            out.end_option();
        }
        Ok(())
    }

    fn regions(&self, state: &[u32]) -> Vec<Region> {
        winner::regions(self, state)
    }

    fn book<'a>(&'a self, values: &'a mut Option<Box<dyn Any + Send>>, budget: &Budget) -> Box<dyn Rulebook + 'a> {
        if !values.as_ref().is_some_and(|values| values.is::<Table<R::State>>()) {
            *values = Some(Box::new(Table::<R::State>::default()));
        }
        let values = values.as_mut().and_then(|values| values.downcast_mut()).expect("the table that was just made");
        Box::new(Book::new(self, values, budget))
    }

    fn theory(&self) -> Option<&dyn HeapTheory> {
        Ruleset::theory(self)
    }

    fn closed_form(&self, state: &[u32]) -> Option<UBig> {
        Ruleset::closed_form(self, &R::State::unpack(state))
    }

    fn theorem(&self) -> Option<&'static Theorem> {
        Ruleset::theorem(self)
    }

    fn wins(&self, state: &[u32], convention: Convention) -> Option<(bool, &'static Theorem)> {
        Ruleset::wins(self, &R::State::unpack(state), convention)
    }

    fn search_alone(&self, state: &[u32], budget: &mut Budget) -> Option<Result<Searched<bool>, Fault>> {
        Ruleset::search_alone(self, &R::State::unpack(state), budget)
    }

    fn keeps_bouton(&self) -> bool {
        Ruleset::keeps_bouton(self)
    }

    fn sequence(&self, state: &[u32]) -> Option<(&Cache<Sequence>, u64)> {
        Ruleset::sequence(self, &R::State::unpack(state))
    }

    fn give_back(&self) {
        Ruleset::give_back(self);
    }

    fn maker(&self) -> Option<Maker> {
        let make = Ruleset::anew(self)?;
        Some(Box::new(move || Box::new(make())))
    }

    fn remembers_with(&self) -> Option<RulesetId> {
        Ruleset::remembers_with(self)
    }

    fn term(&self, state: &[u32]) -> Term {
        Ruleset::term(self, &R::State::unpack(state))
    }

    fn sketch(&self, state: &[u32]) -> Option<Sketch> {
        Ruleset::sketch(self, &R::State::unpack(state))
    }

    fn net_sketch(&self, state: &[u32]) -> Option<NetSketch> {
        Ruleset::net_sketch(self, &R::State::unpack(state))
    }
}
