//! Rulesets whose moves stay inside them, on packed states, solved by loops compiled for the state type.

mod bands;
mod both;
mod heap_rules;
mod heap_theory;
mod moves;
mod pack;
mod periodic;
mod ruleset;
mod searching;
pub(crate) mod sizes;
mod solver;
mod threads;
mod winner;
mod wins;
mod words;

use std::any::Any;
use std::sync::Arc;

pub use bands::Banded;
use dashu_int::UBig;
pub use heap_theory::{HeapTheory, MOST_GOOD_MOVES, TheoryMoves};
pub use moves::{Moves, too_many};
pub use pack::Pack;
pub use ruleset::Ruleset;

use words::OnWords;

use super::search::{self, Listing, Rulebook};
use super::{
    About, Alike, Context, EndOfPlay, Facts, Finding, Known, MoveGoal, Options, Parts, PositionId, Question, Rules,
    RulesetId, Term, View, halved_heaps, kinds_in_heaps,
};
use crate::games::{Fault, Player};
use crate::graphs::Verdict;
use crate::heaps::{KnownPPositions, ReplyCount, Vectors};
use crate::ordinals::{GammaValue, Ordinal};
use crate::positions::Here;

/// The results that a ruleset keeps from one question to the next.
#[derive(Default)]
struct Memory {
    /// The rules in the form that a search uses, with the values of states.
    book: Option<Box<dyn Rulebook + Send>>,
    search: search::Memory,
    /// The memory of searches in the impartial version.
    of_both: search::Memory,
    /// `true` if a play of that version was too long for a search. From then on all moves are examined, from whatever
    /// position.
    is_long: bool,
    lost: KnownPPositions,
}

/// A [`Ruleset`] as [`Rules`]. Everything that does not depend on the type of its states is written here, once for all
/// rulesets.
pub struct Closed(Arc<dyn OnWords>);

impl dyn Rules {
    /// Returns the rules if they are closed, so that sums of their states can be searched.
    pub(crate) fn closed(&self) -> Option<&Closed> {
        let rules: &dyn Any = self;
        rules.downcast_ref()
    }
}

impl Closed {
    /// Returns `rules` as a ruleset that can be searched.
    pub fn new(rules: impl Ruleset) -> Closed {
        Closed(Arc::new(rules))
    }

    /// Returns the rules, if they are of this type.
    pub(super) fn rules<R: Ruleset>(&self) -> Option<&R> {
        let rules: &dyn Any = &*self.0;
        rules.downcast_ref()
    }

    /// Returns the theory, where it is all that is known of a state: one of its heaps is large.
    fn large(&self, state: &[u32]) -> Option<&dyn HeapTheory> {
        self.0.facts().heaps.filter(|_| sizes::is_large(state))
    }

    /// Returns the nim-value by a theorem, from a sequence or from a table, or `None` if it must be searched.
    fn nim_value(&self, state: &[u32], cx: &mut dyn Context) -> Option<Result<UBig, Fault>> {
        let rules: &dyn Rules = self;
        if let Some((values, heap)) = rules.sequence(state) {
            return Some(values.write().value_of(&heap, &mut cx.games().budget));
        }
        let facts = self.0.facts();
        match facts.heaps {
            Some(theory) => {
                let heaps = sizes::unpack(state);
                match theory.nim_value(&heaps) {
                    Some(known) => Some(Ok(known)),
                    None => theory.tabled(&heaps, &mut cx.games().budget),
                }
            }
            None if facts.impartial => self.0.nim_value(state).map(Ok),
            None => None,
        }
    }
}

impl Rules for Closed {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        out.impartial = self.0.facts().impartial;
        let sides = [(Player::Left, &mut out.left), (Player::Right, &mut out.right)];
        if let Some(theory) = self.large(here.state) {
            let heaps = sizes::unpack(here.state);
            for (player, list) in sides.into_iter().take(if out.impartial { 1 } else { 2 }) {
                list.extend(positions_of_heaps(cx, here.id, theory.moves(&heaps, player)?, ReplyCount::All)?);
            }
            return Ok(());
        }
        let mut moves = Listing::default();
        for (player, list) in sides.into_iter().take(if out.impartial { 1 } else { 2 }) {
            moves.clear();
            self.0.moves(here.state, player, &cx.games().budget, &mut moves)?;
            for index in 0..moves.len() {
                let parts = moves.option(index).map(|(state, _)| intern_counted(cx, here.id, state));
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

    fn facts(&self) -> Facts<'_> {
        self.0.facts()
    }

    fn view(&self, state: &[u32], _: &dyn Context) -> Option<View> {
        if self.large(state).is_some() { None } else { self.0.view(state) }
    }

    /// Returns that play ends, unless the rules say that it does not: a solver of packed states does not look for cycles.
    fn end_of_play(&self, state: &[u32], _: &dyn Context) -> EndOfPlay {
        match self.large(state) {
            Some(_) => EndOfPlay::SURE,
            None => self.0.runs_on(state).map_or(EndOfPlay::SURE, |fault| EndOfPlay::RunsOn { fault, returns: false }),
        }
    }

    fn heaps(&self, state: &[u32], _: &mut dyn Context) -> Option<Vec<Ordinal>> {
        self.0.facts().is_nim.then(|| sizes::unpack(state).into_iter().map(Ordinal::finite).collect())
    }

    fn value(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        if let Some(value) = self.nim_value(here.state, cx) {
            return Some(value.and_then(|n| Known::nimber(&n)));
        }
        if self.large(here.state).is_some() {
            let largest = sizes::unpack(here.state).into_iter().max().unwrap_or_default();
            return Some(Err(Fault::None(format!(
                "no theorem tells the value of a heap of {largest} here, and it is too large to be searched"
            ))));
        }
        Some(self.0.runs_on(here.state).map_or_else(|| self.searched_value(here, cx), Err))
    }

    fn gamma(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
        self.nim_value(here.state, cx).map(|value| value.map(|n| GammaValue::Finite(Ordinal::finite(n))))
    }

    fn theorem(
        &self,
        here: Here<'_>,
        question: Question,
        _: &mut Parts,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        if !matches!(question.about, About::Outcome | About::CanMove | About::Success(_)) {
            if let Some(theorems) = self.0.facts().theorems
                && let Some(found) = theorems.length(here.state, question.about, question.convention)
            {
                return found.map(Some);
            }
            return self.by_period(here.state, question, cx);
        }
        if question.about != About::Outcome || !self.0.facts().impartial {
            return Ok(None);
        }
        match self.known_winner(here.state, question.convention, cx)? {
            Some((won, theorem)) => Ok(Some(Finding::told(Verdict::won(won), theorem))),
            None => self.by_p_positions(here, question.convention, cx),
        }
    }

    fn find_moves(
        &self,
        here: Here<'_>,
        goal: MoveGoal<'_>,
        count: ReplyCount,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let theory = self.0.facts().heaps;
        match goal {
            MoveGoal::Value(nim_value) => match nim_value.as_finite() {
                Some(n) => {
                    let theory = theory?;
                    let heaps = sizes::unpack(here.state);
                    let moves = theory.moves_to(&heaps, n, count)?;
                    Some(positions_of_heaps(cx, here.id, moves, count))
                }
                // Heaps that are finite are not worth so much.
                None => theory.map(|_| Ok(Vec::new())),
            },
            MoveGoal::Win(convention, _) => self.winning_moves(here, convention, count, cx),
            MoveGoal::Any(_) => halved_heaps(self, here, cx).or_else(|| {
                // The moves of smaller heaps are all listed.
                let rules: &dyn Rules = self;
                let left = theory.filter(|_| rules.has_many_moves(here.state))?.any_move(&sizes::unpack(here.state))?;
                Some(Ok(vec![position_of_heaps(cx, here.id, &left)]))
            }),
        }
    }

    fn kinds_of_moves(
        &self,
        here: Here<'_>,
        questions: &[Question],
        enough: &[Ordinal],
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<Alike>, Fault>> {
        let heaps = self.heaps(here.state, cx)?;
        let Term::Call(name, _) = self.term(here.state, cx) else { return None };
        kinds_in_heaps(&name, &heaps, questions, enough, |heaps| {
            let finite: Vec<UBig> = heaps.into_iter().filter_map(|heap| heap.as_finite().cloned()).collect();
            Ok(position_of_heaps(cx, here.id, &finite))
        })
    }

    fn vectors(&self, _: Here<'_>, heaps: &[u64], _: &mut dyn Context) -> Option<Result<Vectors, Fault>> {
        self.0.facts().heaps?.vectors(heaps).map(Ok)
    }
}

/// Returns the position of heaps of any size.
pub fn position_of_heaps(cx: &mut dyn Context, ruleset: RulesetId, heaps: &[UBig]) -> PositionId {
    cx.positions().intern(ruleset, &sizes::pack(heaps))
}

/// Interns the positions that moves lead to, or the first one. Each is charged before it is kept.
fn positions_of_heaps(
    cx: &mut dyn Context,
    ruleset: RulesetId,
    moves: TheoryMoves<'_>,
    count: ReplyCount,
) -> Result<Vec<PositionId>, Fault> {
    let most = if count == ReplyCount::One { 1 } else { usize::MAX };
    moves.take(most).try_fold(Vec::new(), |mut found, heaps| {
        found.push(intern_counted(cx, ruleset, &sizes::pack(&heaps))?);
        Ok(found)
    })
}

/// Interns a state that may be wide, if it fits the limits.
fn intern_counted(cx: &mut dyn Context, ruleset: RulesetId, state: &[u32]) -> Result<PositionId, Fault> {
    let bytes = cx.positions_ref().bytes_for(state.len());
    let budget = &mut cx.games().budget;
    // The steps of a sum with `state.len()` parts: the copy is short compared with finding the move.
    budget.charge(1 + state.len() / 64)?;
    budget.reserve(bytes)?;
    Ok(cx.positions().intern(ruleset, state))
}

/// Returns the heaps of a position of heaps, of any size.
pub fn heaps_of(state: &[u32]) -> Vec<UBig> {
    sizes::unpack(state)
}
