//! Rulesets whose moves stay inside them, on packed states, solved by loops compiled for the state type.

mod moves;
mod pack;
mod ruleset;
mod solver;
mod wins;

use std::cell::RefCell;

pub use moves::Moves;
pub use pack::Pack;
pub use ruleset::Ruleset;
use solver::Solver;

use super::table::Table;
use super::{
    About, Context, Convention, Finding, Known, Options, Parts, PositionId, Question, Rules, RulesetId, Sketch, State,
    Term, Way,
};
use crate::digraphs::Verdict;
use crate::games::{Fault, Player};
use crate::heaps::Sequence;
use crate::ordinals::Ordinal;

/// A [`Ruleset`] as [`Rules`].
pub struct Closed<R>(pub R);

impl<C: Context, R: Ruleset> Rules<C> for Closed<R> {
    fn options(&self, here: RulesetId, state: &[u32], cx: &mut C, out: &mut Options) -> Result<(), Fault> {
        let state = R::State::unpack(state);
        let mut moves = Moves::default();
        out.impartial = self.0.impartial();
        let sides = [(Player::Left, &mut out.left), (Player::Right, &mut out.right)];
        let mut words = Vec::new();
        for (player, list) in sides.into_iter().take(if out.impartial { 1 } else { 2 }) {
            moves.clear();
            self.0.moves(&state, player, &mut moves)?;
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

    fn tokens(&self, state: &[u32]) -> Vec<State> {
        let packed = |state: &R::State| {
            let mut words = Vec::new();
            state.pack(&mut words);
            words
        };
        self.0.tokens(&R::State::unpack(state)).iter().map(packed).collect()
    }

    fn heaps(&self, state: &[u32], _: &mut C) -> Option<Vec<Ordinal>> {
        self.0.heaps(&R::State::unpack(state))
    }

    fn is_impartial(&self) -> bool {
        self.0.impartial()
    }

    fn moves_to(
        &self,
        here: RulesetId,
        state: &[u32],
        nim_value: &Ordinal,
        cx: &mut C,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let Some(n) = nim_value.to_u64() else { return Some(Ok(Vec::new())) };
        let found = self.0.moves_to(&R::State::unpack(state), n)?;
        Some(Ok(found.iter().map(|state| position(cx, here, state)).collect()))
    }

    fn winning_moves(
        &self,
        here: RulesetId,
        state: &[u32],
        convention: Convention,
        cx: &mut C,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let state = R::State::unpack(state);
        let found = match self.0.winning_moves(&state, convention) {
            Some(found) => found,
            None => match self.moves_by_outcome(&state, convention, cx).transpose()? {
                Ok(found) => found,
                Err(fault) => return Some(Err(fault)),
            },
        };
        Some(Ok(found.iter().map(|state| position(cx, here, state)).collect()))
    }

    fn theorem(
        &self,
        _: RulesetId,
        state: &[u32],
        question: Question,
        _: &mut Parts,
        cx: &mut C,
    ) -> Result<Option<Finding>, Fault> {
        if question.about != About::Outcome || !self.0.impartial() {
            return Ok(None);
        }
        let state = R::State::unpack(state);
        let by_value = || match (self.0.theorem()?, self.0.closed_form(&state)?) {
            (theorem, Known::Nim(n)) if question.convention == Convention::Normal => Some((n > 0, theorem)),
            _ => None,
        };
        Ok(self.wins(&state, question.convention, cx)?.or_else(by_value).map(|(won, theorem)| {
            let verdict = if won { Verdict::Win } else { Verdict::Loss };
            Finding { answer: verdict.into(), way: Way::Theorem(theorem, Vec::new()) }
        }))
    }

    fn term(&self, state: &[u32], _: &C) -> Term {
        self.0.term(&R::State::unpack(state))
    }

    fn sketch(&self, state: &[u32]) -> Option<Sketch> {
        self.0.sketch(&R::State::unpack(state))
    }

    fn sequence(&self, state: &[u32]) -> Option<(&RefCell<Sequence>, u64)> {
        self.0.sequence(&R::State::unpack(state))
    }

    fn give_back(&self) {
        self.0.give_back();
    }

    fn known(&self, here: RulesetId, state: &[u32], cx: &mut C) -> Option<Result<Known, Fault>> {
        if let Some((values, heap)) = self.0.sequence(&R::State::unpack(state)) {
            return Some(values.borrow_mut().value(heap, &mut cx.games().budget).map(Known::Nim));
        }
        let here = self.0.remembers_with().unwrap_or(here);
        let mut table: Box<Table<R::State>> = cx.positions().take_table(here);
        let answer = Solver::new(&self.0, &mut table, cx).value(&R::State::unpack(state));
        cx.positions().put_table(here, table);
        Some(answer)
    }
}

/// Interns a state of a registered closed ruleset.
pub fn position<C: Context, S: Pack>(cx: &mut C, ruleset: RulesetId, state: &S) -> PositionId {
    let mut words = Vec::new();
    state.pack(&mut words);
    cx.positions().intern(ruleset, &words)
}
