//! Moves that say where or by whom the next one is made: complimenting moves, after which the same player moves once more, and
//! entailing moves, which the opponent has to answer in one part (Winning Ways, ch. 12).
//!
//! The position after one of these moves is a position of its own. From `again(q)` the opponent has a single move, to q, which
//! changes nothing. From `entail(q)` the opponent has the moves of q alone. In a sum the other parts wait beside it: the sum of
//! `again(q)` and p is `again(q + p)`. So a search in which the players alternate needs no special case, and sums keep their
//! meaning.
//!
//! State of `again(q)`: the position q. State of `entail(q)`: q alone, or the entailing part and the others.

use super::{
    AGAIN, Context, ENTAIL, Facts, Here, LOONY, Marks, Options, PositionId, Positions, Rules, SUM, StandsFor, Term,
    Word, options,
};
use crate::games::Fault;

/// The demand that a complimenting or an entailing move makes on the next move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Binding {
    /// The player who moved here moves again, in this position.
    Again(PositionId),
    /// The next player answers in the first position; the others wait.
    Entail(PositionId, Vec<PositionId>),
}

pub(super) struct AgainRules;

impl Rules for AgainRules {
    fn options(&self, here: Here<'_>, _: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        out.left = vec![PositionId::of_word(here.state[0])];
        out.impartial = true;
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Position
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        Term::call("again", [Term::Position(PositionId::of_word(state[0]))])
    }

    fn facts(&self) -> Facts<'_> {
        Facts { marks: Marks::TURNS, ..Facts::default() }
    }
}

pub(super) struct EntailRules;

impl Rules for EntailRules {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let (inner, rest) = entailed(here.state, cx.positions_ref());
        options(inner, cx, out)?;
        if rest.is_empty() {
            return Ok(());
        }
        for list in [&mut out.left, &mut out.right] {
            for q in list.iter_mut() {
                cx.games().budget.charge(rest.len())?;
                let parts: Vec<PositionId> = [*q].into_iter().chain(rest.iter().copied()).collect();
                *q = cx.positions().sum(&parts);
            }
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Position
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        match state {
            [inner] => Term::call("entail", [Term::Position(PositionId::of_word(*inner))]),
            parts => Term::Sum(parts.iter().map(|&q| PositionId::of_word(q)).collect()),
        }
    }

    fn facts(&self) -> Facts<'_> {
        Facts { marks: Marks::TURNS, ..Facts::default() }
    }
}

/// Returns the part in which the next player must move, and the others.
fn entailed(state: &[u32], positions: &Positions) -> (PositionId, Vec<PositionId>) {
    let parts = state.iter().map(|&q| PositionId::of_word(q));
    match state {
        [inner] => (PositionId::of_word(*inner), Vec::new()),
        [lone, ..] => (PositionId::of_word(positions.state(PositionId::of_word(*lone))[0]), parts.skip(1).collect()),
        [] => unreachable!("an entailing part is kept"),
    }
}

/// The loony position: whoever moves wins, whatever else there is to play. Its only move has no answer.
pub(super) struct LoonyRules;

impl Rules for LoonyRules {
    fn options(&self, _: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let nothing = cx.positions().impartial_form(&[]);
        out.left = vec![cx.positions().entail(nothing)];
        out.impartial = true;
        Ok(())
    }

    fn term(&self, _: &[u32], _: &dyn Context) -> Term {
        Term::Name("loony".into())
    }

    fn facts(&self) -> Facts<'_> {
        Facts { marks: Marks::TURNS, stands_for: StandsFor::Itself, impartial: true, ..Facts::default() }
    }
}

impl Positions {
    /// Returns the position after a move to `p` by which the same player moves again.
    pub fn again(&mut self, p: PositionId) -> PositionId {
        self.is_marked = true;
        if self.ruleset_of(p) == AGAIN { p } else { self.intern(AGAIN, &[p.0]) }
    }

    /// Returns the position after a move to `p` that the next player has to answer in `p`.
    pub fn entail(&mut self, p: PositionId) -> PositionId {
        self.is_marked = true;
        self.intern(ENTAIL, &[p.0])
    }

    /// Returns the loony position.
    pub fn loony(&mut self) -> PositionId {
        self.is_marked = true;
        self.intern(LOONY, &[])
    }

    /// Returns the demand that the last move made on the next one, or `None` if the next player may move anywhere.
    pub fn turn(&self, p: PositionId) -> Option<Binding> {
        match self.ruleset_of(p) {
            AGAIN => Some(Binding::Again(PositionId::of_word(self.state(p)[0]))),
            ENTAIL => {
                let (inner, rest) = entailed(self.state(p), self);
                Some(Binding::Entail(inner, rest))
            }
            _ => None,
        }
    }

    /// Returns the position that is played on after a move to `p`, whoever moves in it.
    pub fn without_turn(&self, p: PositionId) -> PositionId {
        if let Some(Binding::Again(inner)) = self.turn(p) { inner } else { p }
    }

    /// Returns the sum of parts of which one is a position after a complimenting or an entailing move: the others wait beside
    /// it. `None` if no part is.
    pub(super) fn sum_of_turns(&mut self, parts: &[PositionId]) -> Option<PositionId> {
        let at = parts.iter().position(|&p| matches!(self.ruleset_of(p), AGAIN | ENTAIL))?;
        let state = self.state(parts[at]).to_vec();
        if self.ruleset_of(parts[at]) == AGAIN {
            let inner = PositionId::of_word(state[0]);
            let parts: Vec<PositionId> = parts[..at].iter().chain([&inner]).chain(&parts[at + 1..]).copied().collect();
            let sum = self.sum(&parts);
            return Some(self.again(sum));
        }
        let others: Vec<PositionId> = parts[..at].iter().chain(&parts[at + 1..]).copied().collect();
        let rest = self.sum(&others);
        let mut all = if state.len() == 1 { vec![parts[at].0] } else { state };
        if self.ruleset_of(rest) == SUM {
            all.extend_from_slice(self.state(rest));
        } else {
            all.push(rest.0);
        }
        Some(self.intern(ENTAIL, &all))
    }
}
