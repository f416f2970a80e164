//! Rulesets whose moves stay inside them, on packed states, solved by loops compiled for the state type.

mod bands;
mod both;
mod heap_theory;
mod moves;
mod pack;
mod periodic;
mod ruleset;
pub(crate) mod sizes;
mod solver;
mod threads;
mod winner;
mod wins;
mod words;

use std::any::Any;
use std::cell::RefCell;

pub use bands::{Banded, Bands};
use dashu_int::UBig;
pub use heap_theory::{HeapTheory, MOST_GOOD_MOVES, TheoryMoves};
pub use moves::{Moves, too_many};
pub use pack::Pack;
pub use ruleset::Ruleset;

use both::Both;
use threads::Version;
use words::OnWords;

use super::search::{self, Estimate, Listing, Quest, Region, Rulebook, in_turn_at};
use super::{
    About, Alike, Context, Convention, Engine, Finding, Known, NetSketch, Options, Parts, PositionId, Question, Reason,
    Rules, RulesetId, Searched, Sketch, State, Term, Theory, View, by_p_positions, halved_heaps, kinds_in_heaps,
};
use crate::games::{Budget, Cache, Fault, GameId, LIST_OF_GOOD_MOVES, Player};
use crate::graphs::Verdict;
use crate::heaps::{KnownPPositions, Pattern, Rule, Sequence, Splits, Vectors};
use crate::ordinals::{GammaValue, Ordinal};

/// The largest number of heaps whose P-positions are tabulated. With a counter in each of more there are too many positions.
const MAX_TABLED_HEAPS: usize = 64;

/// What is remembered of a ruleset from one question to the next.
#[derive(Default)]
struct Memory {
    /// The [`Table`](super::table::Table) of values of states.
    values: Option<Box<dyn Any + Send>>,
    search: search::Memory,
    /// The same of the impartial version.
    of_both: search::Memory,
    /// Whether a play of that was too long for a search: then all its moves are looked at, from whatever position.
    is_long: bool,
    lost: KnownPPositions,
}

/// A [`Ruleset`] as [`Rules`]. Whatever can be said without the type of its states is said here, once for all rulesets.
pub struct Closed(Box<dyn OnWords>);

impl Closed {
    /// These rules.
    pub fn new(rules: impl Ruleset) -> Closed {
        Closed(Box::new(rules))
    }

    /// The rules, if they are of this type.
    pub(super) fn rules<R: Ruleset>(&self) -> Option<&R> {
        let rules: &dyn Any = &*self.0;
        rules.downcast_ref()
    }

    /// The theory, where it is all that is known of a state: one of its heaps is large.
    fn large(&self, state: &[u32]) -> Option<&dyn HeapTheory> {
        self.0.theory().filter(|_| sizes::is_large(state))
    }

    /// The nim-value by a theorem, from a sequence or from a table; `None` where it must be searched.
    fn nim_value(&self, state: &[u32], cx: &mut dyn Context) -> Option<Result<UBig, Fault>> {
        if let Some((values, heap)) = Theory::sequence(self, state) {
            return Some(values.write().value_of(&heap, &mut cx.games().budget));
        }
        let known = match self.0.theory() {
            Some(theory) => {
                let heaps = sizes::unpack(state);
                match theory.nim_value(&heaps) {
                    Some(known) => Some(known),
                    None => return theory.tabled(&heaps, &mut cx.games().budget),
                }
            }
            None if self.0.impartial() => self.0.closed_form(state),
            None => None,
        };
        known.map(Ok)
    }

    /// Who wins, by the P-positions up to these heaps, where the theory tells what may be taken but not the nim-value.
    fn by_p_positions(
        &self,
        here: RulesetId,
        state: &[u32],
        convention: Convention,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        let Some(theory) = self.0.theory() else { return Ok(None) };
        let heaps = sizes::unpack(state);
        let small: Option<Vec<u64>> = heaps.iter().map(|heap| u64::try_from(heap).ok()).collect();
        let Some(small) = small else { return Ok(None) };
        // A known nim-value says more than the outcome. The vectors are asked for last, for each is as long as the position.
        if small.len() > MAX_TABLED_HEAPS
            || theory.nim_value(&heaps).is_some()
            || theory.vectors(&vec![0; small.len()]).is_none()
        {
            return Ok(None);
        }
        let mut memory: Box<Memory> = cx.positions().take_table(here);
        let vectors = |heaps: &[u64], _: &mut dyn Context| Ok(theory.vectors(heaps).unwrap_or_default());
        let found = by_p_positions(&mut memory.lost, &small, convention, vectors, cx);
        cx.positions().put_table(here, memory);
        found
    }

    /// Asks what is remembered of the ruleset, and keeps what is found.
    fn with_memory<T>(
        &self,
        here: RulesetId,
        cx: &mut dyn Context,
        ask: impl FnOnce(&mut dyn Rulebook, &mut search::Memory, &mut dyn Context) -> T,
    ) -> T {
        let here = self.0.remembers_with().unwrap_or(here);
        let mut memory: Box<Memory> = cx.positions().take_table(here);
        let Memory { values, search, .. } = &mut *memory;
        cx.positions().exchange_transpositions(here, search);
        let answer = ask(&mut *self.0.book(values, &cx.games().budget), search, cx);
        cx.positions().exchange_transpositions(here, search);
        cx.positions().put_table(here, memory);
        answer
    }

    /// The regions of a sum of states, each in normal form or the negative of one; `None` where theorems are all there is.
    fn regions_of(&self, states: &[(State, bool)]) -> Option<Vec<Region>> {
        let mut regions = Vec::new();
        for (state, negated) in states {
            let found = Theory::regions(self, state)?;
            regions.extend(found.into_iter().map(|(state, turned)| (state, turned ^ negated)));
        }
        Some(regions)
    }
}

impl Rules for Closed {
    fn options(&self, here: RulesetId, state: &[u32], cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        out.impartial = self.0.impartial();
        let sides = [(Player::Left, &mut out.left), (Player::Right, &mut out.right)];
        if let Some(theory) = self.large(state) {
            let heaps = sizes::unpack(state);
            for (player, list) in sides.into_iter().take(if out.impartial { 1 } else { 2 }) {
                list.extend(positions_of_heaps(cx, here, theory.moves(&heaps, player)?)?);
            }
            return Ok(());
        }
        let mut moves = Listing::default();
        for (player, list) in sides.into_iter().take(if out.impartial { 1 } else { 2 }) {
            moves.clear();
            self.0.moves(state, player, &cx.games().budget, &mut moves)?;
            for index in 0..moves.len() {
                let parts = moves.option(index).map(|(state, _)| intern_counted(cx, here, state));
                let parts: Vec<PositionId> = parts.collect::<Result<_, _>>()?;
                list.push(cx.positions().sum(&parts));
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        match self.large(state) {
            Some(theory) => theory.term(&sizes::unpack(state)),
            None => self.0.term(state),
        }
    }

    fn theory(&self) -> &dyn Theory {
        self
    }

    fn view(&self) -> &dyn View {
        self
    }
}

impl Theory for Closed {
    /// Always ends: a solver of packed states does not look for cycles.
    fn ends_with(&self, _: &[u32], _: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
        Ok(Some(Vec::new()))
    }

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
        match nim_value.as_finite() {
            Some(n) => Some(positions_of_heaps(cx, here, theory.moves_to(&heaps, n)?)),
            // Heaps that are finite are not worth so much.
            None => Some(Ok(Vec::new())),
        }
    }

    fn move_to(&self, here: RulesetId, state: &[u32], nim_value: &Ordinal, cx: &mut dyn Context) -> Option<PositionId> {
        let left = self.0.theory()?.move_to(&sizes::unpack(state), nim_value.as_finite()?)?;
        Some(position_of_heaps(cx, here, &left))
    }

    fn winning_move(
        &self,
        here: RulesetId,
        state: &[u32],
        convention: Convention,
        cx: &mut dyn Context,
    ) -> Option<PositionId> {
        let left = self.0.theory()?.winning_move(&sizes::unpack(state), convention)?;
        Some(position_of_heaps(cx, here, &left))
    }

    fn period(&self, state: &[u32]) -> Option<([u64; 3], UBig)> {
        let period = self.0.theory()?.period()?;
        match &sizes::unpack(state)[..] {
            [heap] => Some((period, heap.clone())),
            _ => None,
        }
    }

    fn longest_move(&self) -> Option<UBig> {
        self.0.theory()?.longest_move()
    }

    fn pattern(&self, state: &[u32], cx: &mut dyn Context) -> Result<Option<Pattern>, Fault> {
        const MOST_VALUES: u64 = 1 << 22;
        if let Some((values, _)) = Theory::sequence(self, state) {
            return values.read().pattern(&mut cx.games().budget);
        }
        let Some((period @ [preperiod, length, _], _)) = Theory::period(self, state) else { return Ok(None) };
        let len = preperiod.saturating_add(length);
        if len > MOST_VALUES {
            return Ok(None);
        }
        let budget = &mut cx.games().budget;
        budget.reserve(8 * len as usize)?;
        let mut values = Vec::with_capacity(len as usize);
        for heap in 0..len {
            budget.tick()?;
            let value = self.0.theory().and_then(|theory| theory.nim_value(&[heap.into()]));
            let Some(value) = value.and_then(|value| u64::try_from(&value).ok()) else { return Ok(None) };
            values.push(value);
        }
        Ok(Some(Pattern::new(values, period)))
    }

    fn some_moves(
        &self,
        here: RulesetId,
        state: &[u32],
        _: Option<PositionId>,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        if let Some(found) = halved_heaps(self, here, state, cx) {
            return Some(found);
        }
        // The moves of smaller heaps are all listed.
        Theory::has_many_moves(self, state).then_some(())?;
        let left = self.0.theory()?.any_move(&sizes::unpack(state))?;
        Some(Ok(vec![position_of_heaps(cx, here, &left)]))
    }

    fn has_many_moves(&self, state: &[u32]) -> bool {
        let Some(theory) = self.0.theory() else { return false };
        let leaves_many =
            theory.rule().is_some_and(|rule| rule.splits() != Splits::Coded || rule.code().most_heaps() > 3);
        let large = if leaves_many { UBig::from(60u8) } else { UBig::ONE << 16 };
        sizes::unpack(state).iter().any(|heap| *heap > large)
    }

    fn kinds_of_moves(
        &self,
        here: RulesetId,
        state: &[u32],
        questions: &[Question],
        enough: &[Ordinal],
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<Alike>, Fault>> {
        let theory = self.0.theory().filter(|theory| theory.is_nim())?;
        let sizes = sizes::unpack(state);
        let Term::Call(name, _) = theory.term(&sizes) else { return None };
        let heaps: Vec<Ordinal> = sizes.into_iter().map(Ordinal::finite).collect();
        kinds_in_heaps(&name, &heaps, questions, enough, |heaps| {
            let finite: Vec<UBig> = heaps.into_iter().filter_map(|heap| heap.as_finite().cloned()).collect();
            Ok(position_of_heaps(cx, here, &finite))
        })
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
            return Some(positions_of_heaps(cx, here, found));
        }
        match self.moves_by_outcome(here, state, convention, cx) {
            Err(Fault::TooLarge { .. }) if Theory::winning_move(self, here, state, convention, cx).is_some() => {
                let (size, limit) = (format!("more than {MOST_GOOD_MOVES}"), MOST_GOOD_MOVES.to_string());
                Some(Err(Fault::TooLarge { what: LIST_OF_GOOD_MOVES, size, limit }))
            }
            // The moves may be found from the values.
            Err(Fault::TooLarge { .. }) => None,
            found => found.transpose(),
        }
    }

    fn theorem(
        &self,
        here: RulesetId,
        state: &[u32],
        question: Question,
        _: &mut Parts,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        if !matches!(question.about, About::Outcome | About::CanMove | About::Success(_)) {
            return self.by_period(state, question, cx);
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
        let Some((won, theorem)) = found else { return self.by_p_positions(here, state, question.convention, cx) };
        Ok(Some(Finding::told(Verdict::won(won), theorem)))
    }

    fn vectors(&self, _: RulesetId, _: &[u32], heaps: &[u64], _: &mut dyn Context) -> Option<Result<Vectors, Fault>> {
        self.0.theory()?.vectors(heaps).map(Ok)
    }

    fn sequence(&self, state: &[u32]) -> Option<(&Cache<Sequence>, UBig)> {
        match self.large(state) {
            Some(theory) => theory.sequence(sizes::unpack(state).first()?),
            None => self.0.sequence(state).map(|(values, heap)| (values, heap.into())),
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
        let is_impartial = self.0.impartial();
        Some(self.with_memory(here, cx, |book, search, cx| {
            if !is_impartial {
                return book.value(state, cx);
            }
            // From the values of all options, or by couples, whichever comes first.
            let regions = self.0.regions(state);
            let ways = RefCell::new((book, search));
            in_turn_at(
                || ways.borrow().1.pace_of_all_options(),
                cx,
                |cx| ways.borrow_mut().0.value(state, cx),
                |cx| {
                    let (book, search) = &mut *ways.borrow_mut();
                    let found = self.by_threads(Quest::NimValue, Version::Own, (*book, search), &regions, cx)?;
                    Known::nimber(&found.answer.into())
                },
            )
        }))
    }

    fn regions(&self, state: &[u32]) -> Option<Vec<Region>> {
        if self.large(state).is_some() { None } else { Some(self.0.regions(state)) }
    }

    fn value_of_impartial(&self, here: RulesetId, state: &[u32], cx: &mut dyn Context) -> Option<Result<u64, Fault>> {
        let regions = Theory::regions(self, state)?;
        let here = self.0.remembers_with().unwrap_or(here);
        let mut memory: Box<Memory> = cx.positions().take_table(here);
        let Memory { values, of_both, is_long, .. } = &mut *memory;
        let found = match *is_long {
            true => None,
            false => {
                let mut book = Both(self.0.book(values, &cx.games().budget));
                Some(self.by_threads(Quest::NimValue, Version::Impartial, (&mut book, of_both), &regions, cx))
            }
        };
        let found = found.filter(|found| !matches!(found, Err(Fault::Depth { .. })));
        *is_long = found.is_none();
        cx.positions().put_table(here, memory);
        Some(found?.map(|found| found.answer))
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
        if let ([(state, false)], Known::Nim(0)) = (states, value)
            && let Some(found) = self.0.search_alone(state, &mut cx.games().budget)
        {
            return Some(found);
        }
        let regions = self.regions_of(states)?;
        let is_impartial = self.0.impartial();
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

    fn estimates(
        &self,
        sums: &[Vec<(State, bool)>],
        convention: Convention,
        mover: Player,
        budget: &Budget,
    ) -> Option<Result<Vec<Estimate>, Fault>> {
        let sums = sums.iter().map(|states| self.regions_of(states)).collect::<Option<Vec<_>>>()?;
        let mut values = None;
        let mut engine = Engine::new(budget.clone());
        Some(search::estimates(&mut *self.0.book(&mut values, budget), &sums, convention, mover, &mut engine))
    }

    fn search_misere(
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

    fn search_reason(
        &self,
        here: RulesetId,
        states: &[(State, bool)],
        value: Known,
        mover: Player,
        cx: &mut dyn Context,
    ) -> Option<Result<Option<Reason>, Fault>> {
        let regions = self.regions_of(states).filter(|_| !self.0.impartial())?;
        Some(self.with_memory(here, cx, |book, memory, cx| {
            let value = value.game(cx.games())?;
            search::reason(book, memory, &regions, value, mover, cx)
        }))
    }

    fn gamma(&self, _: RulesetId, state: &[u32], cx: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
        self.nim_value(state, cx).map(|value| value.map(|n| GammaValue::Finite(Ordinal::finite(n))))
    }
}

impl View for Closed {
    fn sketch(&self, state: &[u32]) -> Option<Sketch> {
        if self.large(state).is_some() { None } else { self.0.sketch(state) }
    }

    fn net_sketch(&self, state: &[u32]) -> Option<NetSketch> {
        if self.large(state).is_some() { None } else { self.0.net_sketch(state) }
    }
}

/// The position of heaps of any size.
pub fn position_of_heaps(cx: &mut dyn Context, ruleset: RulesetId, heaps: &[UBig]) -> PositionId {
    cx.positions().intern(ruleset, &sizes::pack(heaps))
}

/// Interns the positions that moves lead to. Each is charged before it is kept.
fn positions_of_heaps(
    cx: &mut dyn Context,
    ruleset: RulesetId,
    moves: TheoryMoves<'_>,
) -> Result<Vec<PositionId>, Fault> {
    let mut found = Vec::new();
    for heaps in moves {
        found.push(intern_counted(cx, ruleset, &sizes::pack(&heaps))?);
    }
    Ok(found)
}

/// Interns a state that may be wide, if it fits the limits.
fn intern_counted(cx: &mut dyn Context, ruleset: RulesetId, state: &[u32]) -> Result<PositionId, Fault> {
    let bytes = cx.positions_ref().bytes_for(state.len());
    let budget = &mut cx.games().budget;
    // As many steps as a sum with `state.len()` parts takes: the copy is short beside what finds the move.
    budget.charge(1 + state.len() / 64)?;
    budget.reserve(bytes)?;
    Ok(cx.positions().intern(ruleset, state))
}

/// The heaps of a position of heaps, of any size.
pub fn heaps_of(state: &[u32]) -> Vec<UBig> {
    sizes::unpack(state)
}
