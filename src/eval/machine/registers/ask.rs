//! Questions about positions of a person's games, asked from outside.

use std::any::Any;

use super::code::Question;
use super::run::{self, Ending};
use super::{DEEPEST_ENTRY, EvalError, FRAME, Registers, Session, Value, Word, base_of_entry, solve};
use crate::eval::rules::GameRules;
use crate::eval::state;
use cg_engine::games::{Outcome, deep};
use cg_engine::positions::{Convention, PositionId};

impl Question {
    /// Who wins under this convention.
    fn winner(convention: Convention) -> Question {
        match convention {
            Convention::Normal => Question::Normal,
            Convention::Misere => Question::Misere,
        }
    }
}

impl Session {
    /// Returns who wins a position of a person's game, found while its rule is run. `None` if it is no such position, or if
    /// the engine must be asked.
    ///
    /// # Errors
    /// Limits.
    pub(crate) fn outcome_by_rule(
        &mut self,
        p: PositionId,
        convention: Convention,
    ) -> Result<Option<Outcome>, EvalError> {
        let Some(word) = answer_at(self, p, Question::winner(convention))? else { return Ok(None) };
        match self.machine.registers.value(word) {
            Value::Outcome(outcome) => Ok(Some(outcome)),
            _ => Ok(None),
        }
    }

    /// Returns the nim-value of a position of a person's game, as [`Session::outcome_by_rule`] does.
    ///
    /// # Errors
    /// Limits.
    pub(crate) fn nim_value_by_rule(&mut self, p: PositionId) -> Result<Option<i64>, EvalError> {
        Ok(answer_at(self, p, Question::NimValue)?.and_then(Word::as_integer))
    }

    /// Returns the heaps up to `n` from which the previous player wins, as [`Session::outcome_by_rule`] does: those of the
    /// game with this slot, behind the arguments that it has already.
    ///
    /// # Errors
    /// Limits.
    pub(crate) fn lost_by_rule(
        &mut self,
        slot: u32,
        first: &[Value],
        n: u64,
        count: usize,
        convention: Convention,
    ) -> Result<Option<Vec<Vec<u64>>>, EvalError> {
        self.machine.registers.refresh(self.globals.generation());
        let Some(game) = Registers::game(self, slot) else { return Ok(None) };
        if first.len() + count != self.machine.registers.arity(game) {
            return Ok(None);
        }
        let question = Question::winner(convention);
        let (mut all, mut heaps) = (Vec::new(), vec![0; count]);
        loop {
            let base = base_of_entry(&self.machine);
            run::make_room(self, base)?;
            let registers = &mut self.machine.registers;
            for (i, value) in first.iter().enumerate() {
                registers.words[base + i] = registers.word(value);
            }
            for (i, &heap) in heaps.iter().enumerate() {
                let Some(word) = i64::try_from(heap).ok().and_then(Word::integer) else { return Ok(None) };
                self.machine.registers.words[base + first.len() + i] = word;
            }
            match answer(self, base, game, question)? {
                None => return Ok(None),
                Some(word) if word == Word::outcome(Outcome::P) => {
                    if all.len() == all.capacity() {
                        self.games.budget.reserve(2 * all.len() * (size_of::<Vec<u64>>() + 8 * count))?;
                    }
                    all.push(heaps.clone());
                }
                Some(_) => {}
            }
            let Some(at) = heaps.iter().rposition(|&heap| heap < n) else { return Ok(Some(all)) };
            heaps[at] += 1;
            heaps[at + 1..].fill(0);
        }
    }
}

impl Registers {
    /// How many arguments a game takes.
    fn arity(&self, game: u16) -> usize {
        self.games[game as usize].definition.parameters.len()
    }
}

/// The answer to a question about a position, if it is one of a person's game.
fn answer_at(cx: &mut Session, p: PositionId, question: Question) -> Result<Option<Word>, EvalError> {
    cx.machine.registers.refresh(cx.globals.generation());
    let rules = cx.positions.rules_of(p);
    let Some(GameRules { slot, .. }) = (rules as &dyn Any).downcast_ref() else { return Ok(None) };
    let slot = *slot;
    let Some(game) = Registers::game(cx, slot) else { return Ok(None) };
    let base = base_of_entry(&cx.machine);
    run::make_room(cx, base)?;
    let state = cx.positions.state(p).to_vec();
    let arguments: Vec<Value> = state::arguments(cx, &state).collect();
    if arguments.len() != cx.machine.registers.arity(game) {
        return Ok(None);
    }
    let registers = &mut cx.machine.registers;
    for (i, argument) in arguments.iter().enumerate() {
        registers.words[base + i] = registers.word(argument);
    }
    answer(cx, base, game, question)
}

/// The answer to a question about the position whose arguments stand at this place.
fn answer(cx: &mut Session, base: usize, game: u16, question: Question) -> Result<Option<Word>, EvalError> {
    let free = base + cx.machine.registers.arity(game);
    loop {
        if let Some(word) = solve::known(cx, base, game, question) {
            return Ok(Some(word));
        }
        let floor = cx.machine.registers.frames.len();
        if cx.machine.entries >= DEEPEST_ENTRY || !solve::begin(cx, base, free, question, game)? {
            return Ok(None);
        }
        if cx.machine.registers.frames.len() == floor {
            continue;
        }
        cx.machine.entries += 1;
        let ending = deep::level(FRAME, || run::run(cx, floor));
        cx.machine.entries = cx.machine.entries.saturating_sub(1);
        match ending? {
            Ending::Done(_) => {}
            Ending::Unknown => {
                if !solve::go_round(cx, base, free, question, game)? {
                    return Ok(None);
                }
            }
            Ending::Left => return Ok(None),
            Ending::Failed(trouble) => return Err(trouble),
        }
    }
}
