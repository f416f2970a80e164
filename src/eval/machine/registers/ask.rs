//! Questions about positions of a person's games that are asked outside of code.

use std::any::Any;

use rustc_hash::FxHashSet;

use super::code::Question;
use super::ending::Ending;
use super::entry::{place_of_entry, put_arguments, run_above};
use super::{EvalError, Player, Registers, Session, Value, Word, solve, value_of};
use crate::eval::globals::Global;
use crate::eval::rules::GameRules;
use crate::eval::state;
use cg_engine::games::Outcome;
use cg_engine::positions::{Convention, EndOfPlay, Options, PositionId, options};

/// Finds who wins a position of a person's game while its rule runs. `None` if `p` is no such position, or if the engine must
/// be asked.
///
/// # Errors
/// Limits.
pub(crate) fn outcome_by_rule(
    cx: &mut Session,
    p: PositionId,
    convention: Convention,
) -> Result<Option<Outcome>, EvalError> {
    let Some(word) = answer_at(cx, p, Question::winner(convention))? else { return Ok(None) };
    match value_of(cx, word) {
        Value::Outcome(outcome) => Ok(Some(outcome)),
        _ => Ok(None),
    }
}

/// Finds the moves that win, like [`outcome_by_rule`], if both players have the same moves.
///
/// # Errors
/// Limits.
pub(crate) fn winning_moves_by_rule(
    cx: &mut Session,
    p: PositionId,
    convention: Convention,
) -> Result<Option<Vec<PositionId>>, EvalError> {
    let Some(game) = game_of(cx, p) else { return Ok(None) };
    if !solve::kind(cx, game).is_some_and(|kind| kind.is_closed) {
        return Ok(None);
    }
    match outcome_by_rule(cx, p, convention)? {
        Some(Outcome::P) => return Ok(Some(Vec::new())),
        Some(Outcome::N) => {}
        _ => return Ok(None),
    }
    // If play can return to an earlier position, a move to a lost position need not make progress. The outcome may be found
    // before play returns; the nim-value is found from all play.
    let is_loopy = |cx: &Session| cx.machine.registers.games[game as usize].is_loopy;
    if is_loopy(cx) || !never_returns(cx, p) && (nim_value_by_rule(cx, p)?.is_none() || is_loopy(cx)) {
        return Ok(None);
    }
    let mut moves = Options::default();
    options(p, cx, &mut moves)?;
    let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
    for &q in moves.of(Player::Left) {
        if !seen.insert(q) {
            continue;
        }
        cx.games.budget.tick()?;
        match outcome_by_rule(cx, q, convention)? {
            Some(Outcome::P) => found.push(q),
            Some(_) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(found))
}

/// Returns `true` if play from a position of a person's game is proved never to return to an earlier position.
fn never_returns(cx: &Session, p: PositionId) -> bool {
    let (rules, state) = (cx.positions.rules_of(p), cx.positions.state(p));
    match (rules as &dyn Any).downcast_ref() {
        Some(&GameRules { slot, .. }) if let Global::Game(definition, _) = cx.globals.get(slot) => {
            definition.descents.never_return(state, cx)
                || matches!(rules.end_of_play(state, cx), EndOfPlay::With(others) if others.is_empty())
        }
        _ => false,
    }
}

/// Finds the nim-value of a position, like [`outcome_by_rule`].
///
/// # Errors
/// Limits.
pub(crate) fn nim_value_by_rule(cx: &mut Session, p: PositionId) -> Result<Option<i64>, EvalError> {
    Ok(answer_at(cx, p, Question::NimValue)?.and_then(Word::as_integer))
}

/// Finds the P-positions of a person's game whose last `count` arguments are at most `n`, like [`outcome_by_rule`].
/// `first` are the arguments before them.
///
/// # Errors
/// Limits.
pub(crate) fn p_positions_by_rule(
    cx: &mut Session,
    slot: u32,
    first: &[Value],
    n: u64,
    count: usize,
    convention: Convention,
) -> Result<Option<Vec<Vec<u64>>>, EvalError> {
    cx.machine.registers.refresh(cx.globals.generation());
    let Some(game) = Registers::game(cx, slot) else { return Ok(None) };
    if first.len() + count != cx.machine.registers.games[game as usize].arity() {
        return Ok(None);
    }
    let question = Question::winner(convention);
    let base = place_of_entry(cx);
    put_arguments(cx, base, first)?;
    let place = base + first.len();
    let (mut found, mut heaps) = (Vec::new(), vec![0_u64; count]);
    loop {
        let words = &mut cx.machine.registers.words[place..];
        for (word, &heap) in words.iter_mut().zip(&heaps) {
            let Some(heap) = i64::try_from(heap).ok().and_then(Word::integer) else { return Ok(None) };
            *word = heap;
        }
        match answer(cx, base, game, question)? {
            None => return Ok(None),
            Some(word) if word == Word::outcome(Outcome::P) => {
                if found.len() == found.capacity() {
                    cx.games.budget.reserve(2 * found.len() * (size_of::<Vec<u64>>() + 8 * count))?;
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

/// Returns the number of the game of a position. `None` if it is not one of a person's game.
fn game_of(cx: &mut Session, p: PositionId) -> Option<u16> {
    let &GameRules { slot, .. } = (cx.positions.rules_of(p) as &dyn Any).downcast_ref()?;
    cx.machine.registers.refresh(cx.globals.generation());
    Registers::game(cx, slot)
}

/// Answers a question about a position. `None` if it is not one of a person's game, or if the engine must be asked.
fn answer_at(cx: &mut Session, p: PositionId, question: Question) -> Result<Option<Word>, EvalError> {
    let Some(game) = game_of(cx, p) else { return Ok(None) };
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
