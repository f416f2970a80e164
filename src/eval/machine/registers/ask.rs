//! Questions about positions of a person's games that are asked outside of code.

use std::any::Any;

use super::code::Question;
use super::ending::Ending;
use super::entry::{place_of_entry, put_arguments, run_above};
use super::{EvalError, Registers, Session, Value, Word, solve, value_of};
use crate::eval::rules::GameRules;
use crate::eval::state;
use cg_engine::games::Outcome;
use cg_engine::positions::{Convention, PositionId};

impl Session {
    /// Finds who wins a position of a person's game while its rule runs. `None` if `p` is no such position, or if the engine must
    /// be asked.
    ///
    /// # Errors
    /// Limits.
    pub(crate) fn outcome_by_rule(
        &mut self,
        p: PositionId,
        convention: Convention,
    ) -> Result<Option<Outcome>, EvalError> {
        let Some(word) = answer_at(self, p, Question::winner(convention))? else { return Ok(None) };
        match value_of(self, word) {
            Value::Outcome(outcome) => Ok(Some(outcome)),
            _ => Ok(None),
        }
    }

    /// Finds the nim-value of a position, like [`Session::outcome_by_rule`].
    ///
    /// # Errors
    /// Limits.
    pub(crate) fn nim_value_by_rule(&mut self, p: PositionId) -> Result<Option<i64>, EvalError> {
        Ok(answer_at(self, p, Question::NimValue)?.and_then(Word::as_integer))
    }

    /// Finds the P-positions of a person's game whose last `count` arguments are at most `n`, like [`Session::outcome_by_rule`].
    /// `first` are the arguments before them.
    ///
    /// # Errors
    /// Limits.
    pub(crate) fn p_positions_by_rule(
        &mut self,
        slot: u32,
        first: &[Value],
        n: u64,
        count: usize,
        convention: Convention,
    ) -> Result<Option<Vec<Vec<u64>>>, EvalError> {
        self.machine.registers.refresh(self.globals.generation());
        let Some(game) = Registers::game(self, slot) else { return Ok(None) };
        if first.len() + count != self.machine.registers.games[game as usize].arity() {
            return Ok(None);
        }
        let question = Question::winner(convention);
        let base = place_of_entry(self);
        let (mut found, mut heaps) = (Vec::new(), vec![0; count]);
        loop {
            let arguments = first.iter().cloned().chain(heaps.iter().map(|&heap: &u64| Value::integer(heap.into())));
            put_arguments(self, base, &arguments.collect::<Vec<_>>())?;
            match answer(self, base, game, question)? {
                None => return Ok(None),
                Some(word) if word == Word::outcome(Outcome::P) => {
                    if found.len() == found.capacity() {
                        self.games.budget.reserve(2 * found.len() * (size_of::<Vec<u64>>() + 8 * count))?;
                    }
                    found.push(heaps.clone());
                }
                Some(_) => {}
            }
            let Some(at) = heaps.iter().rposition(|&heap| heap < n) else { return Ok(Some(found)) };
            heaps[at] += 1;
            heaps[at + 1..].fill(0);
        }
    }
}

/// Answers a question about a position. `None` if it is not one of a person's game, or if the engine must be asked.
fn answer_at(cx: &mut Session, p: PositionId, question: Question) -> Result<Option<Word>, EvalError> {
    let rules = cx.positions.rules_of(p);
    let Some(GameRules { slot, .. }) = (rules as &dyn Any).downcast_ref() else { return Ok(None) };
    let slot = *slot;
    cx.machine.registers.refresh(cx.globals.generation());
    let Some(game) = Registers::game(cx, slot) else { return Ok(None) };
    let state = cx.positions.state(p).to_vec();
    let arguments: Vec<Value> = state::arguments(cx, &state).collect();
    if arguments.len() != cx.machine.registers.games[game as usize].arity() {
        return Ok(None);
    }
    let base = place_of_entry(cx);
    put_arguments(cx, base, &arguments)?;
    answer(cx, base, game, question)
}

/// Answers a question about the position whose arguments begin at `base`.
fn answer(cx: &mut Session, base: usize, game: u16, question: Question) -> Result<Option<Word>, EvalError> {
    let free = base + cx.machine.registers.games[game as usize].arity();
    loop {
        if let Some(word) = solve::known(cx, base, game, question) {
            return Ok(Some(word));
        }
        let floor = cx.machine.registers.frames.len();
        if !solve::begin(cx, base, free, question, game)? {
            return Ok(None);
        }
        if cx.machine.registers.frames.len() == floor {
            continue;
        }
        match run_above(cx, floor)? {
            Ending::Done(_) => {}
            Ending::Unknown if solve::solve_loopy(cx, base, free, question, game)? => {}
            Ending::Unknown => return Ok(None),
            Ending::Failed(trouble) => return Err(trouble),
        }
    }
}
