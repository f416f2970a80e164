//! Searches of the states of a closed ruleset for the values of their regions and for the winner of their sums.

use std::cell::RefCell;

use super::both::Both;
use super::threads::Version;
use super::{Closed, Memory};
use crate::games::{Budget, Fault, GameId, Player};
use crate::positions::search::{self, Estimate, Quest, Region, Rulebook, in_turn_at};
use crate::positions::{Context, Convention, Engine, Here, Known, Reason, RulesetId, Searched, State};

impl Closed {
    /// Returns the ruleset that stands for all whose states can be searched together with those of `here`.
    pub(crate) fn family(&self, here: RulesetId) -> RulesetId {
        self.0.facts().family.unwrap_or(here)
    }

    /// Returns the independent regions of a state, each a state in normal form or, if its flag is `true`, the negative of
    /// one. `None` if the state has a heap so large that only theorems apply.
    pub(crate) fn regions(&self, state: &[u32]) -> Option<Vec<Region>> {
        if self.large(state).is_some() { None } else { Some(self.0.regions(state)) }
    }

    /// Like [`Closed::regions`], for a sum of states.
    fn regions_of(&self, states: &[(State, bool)]) -> Option<Vec<Region>> {
        let mut regions = Vec::new();
        for (state, negated) in states {
            let found = self.regions(state)?;
            regions.extend(found.into_iter().map(|(state, turned)| (state, turned ^ negated)));
        }
        Some(regions)
    }

    /// Calls `ask` with the memory of the ruleset, and stores the memory again afterwards.
    fn with_memory<T>(
        &self,
        here: RulesetId,
        cx: &mut dyn Context,
        ask: impl FnOnce(&mut dyn Rulebook, &mut search::Memory, &mut dyn Context) -> T,
    ) -> T {
        let here = self.family(here);
        let mut memory: Box<Memory> = cx.positions().take_table(here);
        let Memory { book, search, .. } = &mut *memory;
        let book = self.opened(book, &cx.games().budget);
        cx.positions().exchange_transpositions(here, search);
        let answer = ask(book, search, cx);
        cx.positions().exchange_transpositions(here, search);
        cx.positions().put_table(here, memory);
        answer
    }

    /// Returns the stored book, or a new one, under the limits of `budget`.
    fn opened<'a>(&self, book: &'a mut Option<Box<dyn Rulebook + Send>>, budget: &Budget) -> &'a mut dyn Rulebook {
        let book = book.get_or_insert_with(|| self.0.clone().book());
        book.begin(budget);
        &mut **book
    }

    /// Searches for the value of a state. An impartial state is searched in two ways by turns, from the values of all
    /// options and by couples, until one of them ends.
    pub(super) fn searched_value(&self, here: Here<'_>, cx: &mut dyn Context) -> Result<Known, Fault> {
        let is_impartial = self.0.facts().impartial;
        self.with_memory(here.id, cx, |book, search, cx| {
            if !is_impartial {
                return book.value(here.state, cx);
            }
            let regions = self.0.regions(here.state);
            let ways = RefCell::new((book, search));
            in_turn_at(
                || ways.borrow().1.pace_of_all_options(),
                cx,
                |cx| ways.borrow_mut().0.value(here.state, cx),
                |cx| {
                    let (book, search) = &mut *ways.borrow_mut();
                    let found = self.by_threads(Quest::NimValue, Version::Own, (*book, search), &regions, cx)?;
                    Known::nimber(&found.answer.into())
                },
            )
        })
    }

    /// Returns the nim-value of the impartial version of a state, in which both players have the moves of both. `None` if
    /// the state cannot be searched or its play is too long.
    pub(crate) fn value_of_impartial(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<u64, Fault>> {
        if let Some(found) = self.0.nim_value_of_impartial(here.state, &mut cx.games().budget) {
            return Some(found);
        }
        let regions = self.regions(here.state)?;
        let id = self.family(here.id);
        let mut memory: Box<Memory> = cx.positions().take_table(id);
        let Memory { book, of_both, is_long, .. } = &mut *memory;
        let found = (!*is_long).then(|| {
            let mut book = Both(self.opened(book, &cx.games().budget));
            self.by_threads(Quest::NimValue, Version::Impartial, (&mut book, of_both), &regions, cx)
        });
        let found = found.filter(|found| !matches!(found, Err(Fault::Depth { .. })));
        *is_long = found.is_none();
        cx.positions().put_table(id, memory);
        Some(found?.map(|found| found.answer))
    }

    /// Searches for the winner of the sum of `value` and of states of this ruleset, with `mover` to move. States whose flag
    /// is `true` are negated. The search divides states into regions and identifies those with one normal form. `None` if a
    /// state cannot be searched.
    pub(crate) fn search_winner(
        &self,
        here: RulesetId,
        states: &[(State, bool)],
        value: Known,
        mover: Player,
        cx: &mut dyn Context,
    ) -> Option<Result<Searched<bool>, Fault>> {
        if let ([(state, false)], Known::Nim(0)) = (states, value)
            && let Some(found) = self.0.search(state, &mut cx.games().budget)
        {
            return Some(found);
        }
        let regions = self.regions_of(states)?;
        let is_impartial = self.0.facts().impartial;
        Some(self.with_memory(here, cx, |book, memory, cx| {
            let quest = match value {
                Known::Nim(heap) if is_impartial => Quest::WinnerBeside(heap),
                value => match value.game(cx.games())? {
                    zero if zero == GameId::ZERO => Quest::Winner(mover),
                    value => return search::wins(book, memory, &regions, value, mover, None, cx),
                },
            };
            self.by_threads(quest, Version::Own, (book, memory), &regions, cx).map(Searched::is_won)
        }))
    }

    /// Like [`Closed::search_winner`], for misère play and without a value.
    pub(crate) fn search_misere(
        &self,
        here: RulesetId,
        states: &[(State, bool)],
        mover: Player,
        cx: &mut dyn Context,
    ) -> Option<Result<Searched<bool>, Fault>> {
        let regions = self.regions_of(states)?;
        Some(self.with_memory(here, cx, |book, memory, cx| {
            let quest = Quest::MisereWinner(mover);
            self.by_threads(quest, Version::Own, (book, memory), &regions, cx).map(Searched::is_won)
        }))
    }

    /// Returns the reason for which the sum of `states` and `value` is decided without a search, if there is one.
    /// `None` for an impartial ruleset, and if a state cannot be searched.
    pub(crate) fn search_reason(
        &self,
        here: RulesetId,
        states: &[(State, bool)],
        value: Known,
        mover: Player,
        cx: &mut dyn Context,
    ) -> Option<Result<Option<Reason>, Fault>> {
        let regions = self.regions_of(states).filter(|_| !self.0.facts().impartial)?;
        Some(self.with_memory(here, cx, |book, memory, cx| {
            let value = value.game(cx.games())?;
            search::reason(book, memory, &regions, value, mover, cx)
        }))
    }

    /// Estimates how good sums of states are for `mover`, by a search with an empty memory, so that the estimates
    /// depend on the states alone. `None` if a state cannot be searched.
    pub(crate) fn estimates(
        &self,
        sums: &[Vec<(State, bool)>],
        convention: Convention,
        mover: Player,
        budget: &Budget,
    ) -> Option<Result<Vec<Estimate>, Fault>> {
        let sums = sums.iter().map(|states| self.regions_of(states)).collect::<Option<Vec<_>>>()?;
        let mut engine = Engine::new(budget.clone());
        Some(search::estimates(self.opened(&mut None, budget), &sums, convention, mover, &mut engine))
    }
}
