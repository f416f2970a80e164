//! Calls on the quick way: of helpers, of games, of built-ins.

use std::ops::Range;
use std::rc::Rc;

use super::{Kind, Light, Met, Quick, Session, Value};
use crate::eval::convert::Arguments;
use crate::eval::globals::{Definition, Global};
use crate::eval::machine::calls;
use crate::eval::machine::helpers;
use crate::eval::machine::helpers::LONG;
use crate::eval::state::{put_argument, write_board};
use crate::eval::{Effect, Role};
use crate::value::Board;
use crate::value::board::{FEW, Steps};
use crate::value::code::Memory;
use cg_engine::positions::{RulesetId, Target};

/// Arguments of the functions that are called without making values of them.
pub(super) const MOST_ARGUMENTS: usize = 4;

/// Steps after which a call with a board has taken long.
const LONG_ON_BOARDS: u64 = 1 << 18;

/// A built-in as the quick way knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Nobody has called it yet.
    New,
    /// It does more than compute with numbers, lists and boards.
    Foreign,
    /// It is called with values if its role says nothing here.
    Pure(Option<Role>),
    /// A constant: the list of a chessman's steps.
    Steps(Steps),
}

impl Quick {
    /// Returns what is known of a built-in, found once.
    #[inline]
    pub(super) fn known(&mut self, session: &Session, row: u32) -> Known {
        match self.rows.get(row as usize) {
            Some(&known) if known != Known::New => known,
            _ => self.look_up(session, row),
        }
    }

    #[cold]
    fn look_up(&mut self, session: &Session, row: u32) -> Known {
        let builtin = session.globals.builtins.row(row);
        let known = match builtin.effect {
            Effect::Pure => Known::Pure(builtin.role),
            Effect::Engine | Effect::World => Known::Foreign,
        };
        let row = row as usize;
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Known::New);
        }
        self.rows[row] = known;
        known
    }

    /// Calls a helper, or makes a position, with the values on the stack from `from` to `top`.
    pub(super) fn call(&mut self, session: &mut Session, slot: u32, from: usize, top: usize) -> Option<Light> {
        match session.globals.get(slot) {
            Global::Function(definition) if definition.parameters.len() == top - from => {
                let definition = definition.clone();
                self.call_helper(session, slot, &definition, from)
            }
            Global::Game(definition, ruleset) if definition.parameters.len() == top - from => {
                let ruleset = *ruleset;
                self.position(session, ruleset, from, top)
            }
            _ => None,
        }
    }

    /// Calls a helper for a list as long as the one that it gives.
    pub(super) fn call_counting(&mut self, session: &mut Session, slot: u32, from: usize, top: usize) -> Option<Light> {
        if let Global::Function(definition) = session.globals.get(slot)
            && definition.parameters.len() == top - from
        {
            let definition = definition.clone();
            if let Some(counting) = &definition.code.counting
                && helpers::is_cheap(session, slot, &definition)
            {
                return self.run(session, counting, from);
            }
        }
        self.call(session, slot, from, top)
    }

    /// Calls a helper; gives up where a call takes so long that it should be remembered. Calls with boards hardly repeat.
    fn call_helper(&mut self, session: &mut Session, slot: u32, definition: &Definition, from: usize) -> Option<Light> {
        let arguments = &self.stack[from..from + definition.parameters.len()];
        let on_board = arguments.iter().any(|argument| matches!(argument.kind(), Kind::Board(_)));
        let costly = Memory::Costly(session.globals.generation());
        let is_cheap =
            helpers::is_cheap(session, slot, definition) || on_board && definition.code.memory.get() == costly;
        if !is_cheap {
            return None;
        }
        let key = self.key_of_call(slot, from, definition.parameters.len());
        if let (Some(key), Some(met)) = (key, &mut self.met)
            && let Some(target) = met.call(key)
        {
            return self.target(target);
        }
        let long = if on_board { LONG_ON_BOARDS } else { LONG };
        let (members, given, boards) = (self.members.len(), self.given.len(), self.boards.len());
        let began = self.effort(session);
        let result = self.run(session, &definition.code, from)?;
        if self.effort(session).wrapping_sub(began) > long {
            definition.code.memory.set(costly);
            return None;
        }
        if let (Some(key), Some(target), Some(met)) = (key, self.as_target(result), &mut self.met) {
            met.put_call(key, target);
        }
        if self.len(result).is_none() {
            // No list that the call has made is still in use.
            self.members.truncate(members);
            self.given.truncate(given);
            if !matches!(result.kind(), Kind::Board(_)) {
                self.boards.truncate(boards);
            }
        }
        Some(result)
    }

    /// The position of a game with these arguments; for a solver, the one that is solved in its place.
    fn position(&mut self, session: &mut Session, ruleset: RulesetId, from: usize, top: usize) -> Option<Light> {
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        words.push(ruleset.index());
        let target = self.position_of(session, ruleset, from..top, &mut words);
        self.words = words;
        self.target(target?)
    }

    /// The same, with words that begin with the ruleset, and behind which there is room.
    fn position_of(
        &mut self,
        session: &mut Session,
        ruleset: RulesetId,
        arguments: Range<usize>,
        words: &mut Vec<u32>,
    ) -> Option<Target> {
        let Some((at, board)) = self.board_to_solve(ruleset, arguments.clone()) else {
            self.write_all(arguments, None, words, session)?;
            return Some(session.positions.intern(ruleset, &words[1..]).into());
        };
        // A large board has words only where it is kept.
        let key = if self.boards[board as usize].cells().len() <= FEW {
            self.write_all(arguments.clone(), None, words, session)?;
            Some(Met::key(words))
        } else {
            None
        };
        if let Some(target) = key.and_then(|key| self.met.as_ref()?.position(key)) {
            return Some(target);
        }
        let begin = words.len();
        let (normal, negated) = self.normal_form(session, board).unzip();
        self.write_all(arguments, normal.map(|board| (at, board)), words, session)?;
        let p = session.positions.intern(ruleset, &words[begin..]);
        let p = if negated == Some(true) { session.positions.negative(p) } else { p };
        if let (Some(key), Some(met)) = (key, &mut self.met) {
            met.put_position(key, p.into());
        }
        Some(p.into())
    }

    /// Writes arguments, a board in place of one of them.
    fn write_all(
        &self,
        arguments: Range<usize>,
        instead: Option<(usize, Board)>,
        words: &mut Vec<u32>,
        session: &mut Session,
    ) -> Option<()> {
        for i in arguments {
            match &instead {
                Some((at, board)) if *at == i => {
                    if !write_board(board, words) {
                        put_argument(&mut session.machine, &Value::Board(Rc::new(board.clone())), words);
                    }
                }
                _ => self.write(self.stack[i], words, session)?,
            }
        }
        Some(())
    }

    /// The key of the call of a helper with nothing but a small board, where results of helpers are kept.
    fn key_of_call(&mut self, slot: u32, from: usize, count: usize) -> Option<u128> {
        let keeps = self.met.as_ref().is_some_and(|met| met.keeps_calls());
        let (true, 1, Kind::Board(board)) = (keeps, count, self.stack[from].kind()) else { return None };
        self.words.clear();
        self.words.push(slot);
        write_board(&self.boards[board as usize], &mut self.words).then(|| Met::key(&self.words))
    }

    /// A built-in that is a constant. The list of a chessman's steps, of which there is one, is found once.
    pub(super) fn constant_of(&mut self, session: &mut Session, row: u32) -> Option<Light> {
        match self.known(session, row) {
            Known::Foreign => return None,
            Known::Steps(steps) => return Some(Light::steps(steps)),
            _ => {}
        }
        let builtin = session.globals.builtins.row(row);
        if !builtin.constant {
            return None;
        }
        let value = (builtin.run)(session, Arguments::new(Vec::new())).ok()?;
        let steps = if let Value::List(list) = &value { session.boards.chessman(list) } else { None };
        let Some(steps) = steps else { return self.light(&value) };
        self.rows[row as usize] = Known::Steps(steps);
        Some(Light::steps(steps))
    }

    /// Calls a built-in that computes with numbers, lists and boards alone.
    pub(super) fn call_builtin(&mut self, session: &mut Session, row: u32, from: usize, top: usize) -> Option<Light> {
        let known = self.known(session, row);
        if known == Known::Foreign {
            return None;
        }
        if let &[a, b] = &self.stack[from..top]
            && let (Some(a), Some(b)) = (a.as_integer(), b.as_integer())
            && let Some(quick) = session.globals.builtins.row(row).of_integers
            && let Some(n) = quick(a, b)
        {
            return Light::integer(n);
        }
        let mut arguments = [Light::NOTHING; MOST_ARGUMENTS];
        if let Known::Pure(Some(role)) = known
            && let Some(few) = arguments.get_mut(..top - from)
        {
            few.copy_from_slice(&self.stack[from..top]);
            if let Some(result) = self.call_known(session, role, few) {
                return Some(result);
            }
        }
        let height = session.machine.stack.len();
        for i in from..top {
            let Some(value) = self.value(self.stack[i]) else {
                session.machine.stack.truncate(height);
                return None;
            };
            session.machine.stack.push(value);
        }
        let result = calls::run_builtin(session, row, top - from);
        session.machine.stack.truncate(height);
        self.light(&result.ok()?)
    }
}
