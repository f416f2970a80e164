//! Rulesets whose moves stay inside them, on packed states, solved by loops compiled for the state type.

mod heap_theory;
mod moves;
mod pack;
mod remoteness;
mod ruleset;
pub(crate) mod sizes;
mod solver;
mod winner;
mod wins;

use std::cell::RefCell;

use dashu_int::UBig;
pub use heap_theory::HeapTheory;
pub use moves::{Moves, too_many};
pub use pack::Pack;
pub use ruleset::Ruleset;
use solver::Solver;
use winner::Book;

use super::search::{self, Region, in_turn, nim_value, wins_impartial};
use super::table::Table;
use super::{
    About, Context, Convention, Finding, Known, NetSketch, Options, Parts, PositionId, Question, Reason, Rules,
    RulesetId, Searched, Sketch, State, Term, Theory, View, Way, halved_heaps,
};
use crate::games::{Fault, Player};
use crate::graphs::Verdict;
use crate::heaps::{Rule, Sequence};
use crate::ordinals::{GammaValue, Ordinal};

/// What is remembered of a ruleset from one question to the next.
struct Memory<S> {
    values: Table<S>,
    search: search::Memory,
}

impl<S> Default for Memory<S> {
    fn default() -> Self {
        Memory { values: Table::default(), search: search::Memory::default() }
    }
}

/// A [`Ruleset`] as [`Rules`].
pub struct Closed<R>(pub R);

impl<R: Ruleset> Closed<R> {
    /// The theory, where it is all that is known of a state: one of its heaps is large.
    fn large(&self, state: &[u32]) -> Option<&dyn HeapTheory> {
        self.0.theory().filter(|_| sizes::is_large(state))
    }

    /// The nim-value by a theorem, from a sequence or from a table; `None` where it must be searched.
    fn nim_value(&self, state: &[u32], cx: &mut dyn Context) -> Option<Result<UBig, Fault>> {
        if let Some((values, heap)) = Theory::sequence(self, state) {
            return Some(values.borrow_mut().value_of(&heap, &mut cx.games().budget));
        }
        let known = match self.0.theory() {
            Some(theory) => {
                let heaps = sizes::unpack(state);
                match theory.nim_value(&heaps) {
                    Some(known) => Some(known),
                    None => {
                        let tabled = theory.tabled(&heaps, &mut cx.games().budget)?;
                        return Some(tabled.map(UBig::from));
                    }
                }
            }
            None if self.0.impartial() => self.0.closed_form(&R::State::unpack(state)),
            None => None,
        };
        known.map(Ok)
    }

    /// The value from those of all options, or of an impartial ruleset by couples, whichever comes first.
    fn value_of(&self, state: &R::State, memory: &mut Memory<R::State>, cx: &mut dyn Context) -> Result<Known, Fault> {
        let Memory { values, search } = memory;
        if !self.0.impartial() {
            return Solver::new(&self.0, values, cx.games()).value(state);
        }
        let (values, search) = (RefCell::new(values), RefCell::new(search));
        let all_options = |cx: &mut dyn Context| Solver::new(&self.0, *values.borrow_mut(), cx.games()).value(state);
        let by_couples = |cx: &mut dyn Context| {
            let mut values = values.borrow_mut();
            let mut book = Book::new(&self.0, *values, cx);
            let mut words = State::new();
            state.pack(&mut words);
            let regions = winner::regions(&self.0, &words);
            let found = nim_value(&mut book, *search.borrow_mut(), &regions, cx)?;
            Known::nimber(&found.answer.into())
        };
        in_turn(cx, all_options, by_couples)
    }

    /// The regions of a sum of states, each in normal form or the negative of one.
    fn regions_of(&self, states: &[(State, bool)]) -> Vec<Region> {
        let mut regions = Vec::new();
        for (state, negated) in states {
            let found = winner::regions(&self.0, state);
            regions.extend(found.into_iter().map(|(state, turned)| (state, turned ^ negated)));
        }
        regions
    }

    /// Why the sum of states and a value is decided, if it is without a look at the moves.
    fn reason(
        &self,
        states: &[(State, bool)],
        value: Known,
        mover: Player,
        memory: &mut Memory<R::State>,
        cx: &mut dyn Context,
    ) -> Result<Option<Reason>, Fault> {
        let regions = self.regions_of(states);
        let mut book = Book::new(&self.0, &mut memory.values, cx);
        let value = value.game(cx.games())?;
        search::reason(&mut book, &mut memory.search, &regions, value, mover, cx)
    }

    /// Whether `mover` wins the sum of states and a value.
    fn winner(
        &self,
        states: &[(State, bool)],
        value: Known,
        mover: Player,
        memory: &mut Memory<R::State>,
        cx: &mut dyn Context,
    ) -> Result<Searched<bool>, Fault> {
        let regions = self.regions_of(states);
        let mut book = Book::new(&self.0, &mut memory.values, cx);
        match value {
            Known::Nim(heap) if self.0.impartial() => wins_impartial(&mut book, &mut memory.search, &regions, heap, cx),
            value => {
                let value = value.game(cx.games())?;
                search::wins(&mut book, &mut memory.search, &regions, value, mover, cx)
            }
        }
    }
}

impl<R: Ruleset> Rules for Closed<R> {
    fn options(&self, here: RulesetId, state: &[u32], cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        out.impartial = self.0.impartial();
        let sides = [(Player::Left, &mut out.left), (Player::Right, &mut out.right)];
        if let Some(theory) = self.large(state) {
            let heaps = sizes::unpack(state);
            for (player, list) in sides.into_iter().take(if out.impartial { 1 } else { 2 }) {
                for option in theory.moves(&heaps, player)? {
                    cx.games().budget.tick()?;
                    list.push(position_of_heaps(cx, here, &option));
                }
            }
            return Ok(());
        }
        let state = R::State::unpack(state);
        let mut moves = Moves::under(&cx.games().budget);
        let mut words = Vec::new();
        for (player, list) in sides.into_iter().take(if out.impartial { 1 } else { 2 }) {
            moves.clear();
            moves.add(&self.0, &state, player)?;
            for option in moves.each() {
                cx.games().budget.tick()?;
                let mut parts = Vec::with_capacity(option.len());
                for state in option {
                    words.clear();
                    state.pack(&mut words);
                    parts.push(cx.positions().intern(here, &words));
                }
                list.push(cx.positions().sum(&parts));
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        match self.large(state) {
            Some(theory) => theory.term(&sizes::unpack(state)),
            None => self.0.term(&R::State::unpack(state)),
        }
    }

    fn theory(&self) -> &dyn Theory {
        self
    }

    fn view(&self) -> &dyn View {
        self
    }
}

impl<R: Ruleset> Theory for Closed<R> {
    fn heaps(&self, state: &[u32], _: &mut dyn Context) -> Option<Vec<Ordinal>> {
        self.0.theory().filter(|theory| theory.is_nim())?;
        Some(sizes::unpack(state).into_iter().map(Ordinal::finite).collect())
    }

    fn keeps_bouton(&self) -> bool {
        self.0.keeps_bouton() || self.0.theory().is_some_and(|theory| theory.is_nim())
    }

    fn is_impartial(&self) -> bool {
        self.0.impartial()
    }

    fn moves_to(
        &self,
        here: RulesetId,
        state: &[u32],
        nim_value: &Ordinal,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let theory = self.0.theory()?;
        let heaps = sizes::unpack(state);
        let found = match nim_value.as_finite() {
            Some(n) => theory.moves_to(&heaps, n)?,
            // Heaps that are finite are not worth so much.
            None => Vec::new(),
        };
        Some(Ok(found.iter().map(|heaps| position_of_heaps(cx, here, heaps)).collect()))
    }

    fn some_moves(
        &self,
        here: RulesetId,
        state: &[u32],
        _: Option<PositionId>,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        halved_heaps(self, here, state, cx)
    }

    fn winning_moves(
        &self,
        here: RulesetId,
        state: &[u32],
        convention: Convention,
        _: Player,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        if let Some(theory) = self.0.theory()
            && let Some(found) = theory.winning_moves(&sizes::unpack(state), convention)
        {
            return Some(Ok(found.iter().map(|heaps| position_of_heaps(cx, here, heaps)).collect()));
        }
        self.moves_by_outcome(here, state, convention, cx).transpose()
    }

    fn theorem(
        &self,
        _: RulesetId,
        state: &[u32],
        question: Question,
        _: &mut Parts,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        if question.about == About::Remoteness {
            return self.remoteness(state, question.convention, cx);
        }
        if question.about != About::Outcome || !self.0.impartial() {
            return Ok(None);
        }
        let mut found = self.wins(state, question.convention, cx)?;
        if found.is_none()
            && question.convention == Convention::Normal
            && let Some(theorem) = self.0.theorem()
            && let Some(value) = self.nim_value(state, cx)
        {
            found = Some((!value?.is_zero(), theorem));
        }
        Ok(found.map(|(won, theorem)| {
            let verdict = if won { Verdict::Win } else { Verdict::Loss };
            Finding { answer: verdict.into(), way: Way::Theorem(theorem, Vec::new()) }
        }))
    }

    fn sequence(&self, state: &[u32]) -> Option<(&RefCell<Sequence>, UBig)> {
        match self.large(state) {
            Some(theory) => theory.sequence(sizes::unpack(state).first()?),
            None => self.0.sequence(&R::State::unpack(state)).map(|(values, heap)| (values, heap.into())),
        }
    }

    fn heap_of_rule(&self, state: &[u32]) -> Option<(Rule, UBig)> {
        let rule = self.0.theory()?.rule()?;
        match &sizes::unpack(state)[..] {
            [heap] => Some((rule, heap.clone())),
            _ => None,
        }
    }

    fn give_back(&self) {
        self.0.give_back();
    }

    fn value(&self, here: RulesetId, state: &[u32], cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        if let Some(value) = self.nim_value(state, cx) {
            return Some(value.and_then(|n| Known::nimber(&n)));
        }
        if self.large(state).is_some() {
            let largest = sizes::unpack(state).into_iter().max().unwrap_or_default();
            return Some(Err(Fault::None(format!(
                "no theorem tells the value of a heap of {largest} here, and it is too large to be searched"
            ))));
        }
        let here = self.0.remembers_with().unwrap_or(here);
        let mut memory: Box<Memory<R::State>> = cx.positions().take_table(here);
        let answer = self.value_of(&R::State::unpack(state), &mut memory, cx);
        cx.positions().put_table(here, memory);
        Some(answer)
    }

    fn regions(&self, state: &[u32]) -> Option<Vec<(State, bool)>> {
        if self.large(state).is_some() {
            return None;
        }
        Some(winner::regions(&self.0, state))
    }

    fn family(&self, here: RulesetId) -> Option<RulesetId> {
        Some(self.0.remembers_with().unwrap_or(here))
    }

    fn search_winner(
        &self,
        here: RulesetId,
        states: &[(State, bool)],
        value: Known,
        mover: Player,
        cx: &mut dyn Context,
    ) -> Option<Result<Searched<bool>, Fault>> {
        if states.iter().any(|(state, _)| self.large(state).is_some()) {
            return None;
        }
        let here = self.0.remembers_with().unwrap_or(here);
        let mut memory: Box<Memory<R::State>> = cx.positions().take_table(here);
        let answer = self.winner(states, value, mover, &mut memory, cx);
        cx.positions().put_table(here, memory);
        Some(answer)
    }

    fn search_reason(
        &self,
        here: RulesetId,
        states: &[(State, bool)],
        value: Known,
        mover: Player,
        cx: &mut dyn Context,
    ) -> Option<Result<Option<Reason>, Fault>> {
        if self.0.impartial() || states.iter().any(|(state, _)| self.large(state).is_some()) {
            return None;
        }
        let here = self.0.remembers_with().unwrap_or(here);
        let mut memory: Box<Memory<R::State>> = cx.positions().take_table(here);
        let answer = self.reason(states, value, mover, &mut memory, cx);
        cx.positions().put_table(here, memory);
        Some(answer)
    }

    fn gamma(&self, _: RulesetId, state: &[u32], cx: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
        self.nim_value(state, cx).map(|value| value.map(|n| GammaValue::Finite(Ordinal::finite(n))))
    }
}

impl<R: Ruleset> View for Closed<R> {
    fn sketch(&self, state: &[u32]) -> Option<Sketch> {
        if self.large(state).is_some() { None } else { self.0.sketch(&R::State::unpack(state)) }
    }

    fn net_sketch(&self, state: &[u32]) -> Option<NetSketch> {
        if self.large(state).is_some() { None } else { self.0.net_sketch(&R::State::unpack(state)) }
    }
}

/// The position of heaps of any size.
pub fn position_of_heaps(cx: &mut dyn Context, ruleset: RulesetId, heaps: &[UBig]) -> PositionId {
    cx.positions().intern(ruleset, &sizes::pack(heaps))
}

/// The heaps of a position of heaps, of any size.
pub fn heaps_of(state: &[u32]) -> Vec<UBig> {
    sizes::unpack(state)
}

/// Interns a state of a registered closed ruleset.
pub fn position<S: Pack>(cx: &mut dyn Context, ruleset: RulesetId, state: &S) -> PositionId {
    let mut words = Vec::new();
    state.pack(&mut words);
    cx.positions().intern(ruleset, &words)
}
