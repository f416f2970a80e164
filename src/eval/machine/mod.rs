//! The machine: runs code on registers, and does on values of all kinds what its loop does not.
//!
//! Frames and words are vectors, so the depth of a computation is bounded by memory. The machine is entered again only where a
//! solver asks a person's rules for moves or a built-in calls a function; those levels use the thread's stack, grown when needed.

mod calls;
mod failures;
mod families;
mod helpers;
mod labels;
mod literals;
mod members;
mod offers;
mod operations;
mod operators;
mod powers;
mod ranges;
mod registers;
mod relations;

use std::rc::Rc;

use hashbrown::HashTable;

use crate::diagnostic::Diagnostic;
use crate::eval::running::Running;
use crate::eval::{EvalError, Session};
use crate::source::Span;
use crate::value::board::Boards;
use crate::value::code::Code;
use crate::value::{Function, LocalName, Value};
pub(crate) use calls::{apply, at_heaps, heaps_wanted, role_of, ruleset_wanted, ruleset_with};
use cg_engine::games::hashing::hash_of;
use cg_engine::games::{Budget, Fault, deep};
use cg_engine::heaps::SequenceIndex;
use cg_engine::positions::{self, Options, PositionId, Target};
use helpers::LONG;
pub(crate) use literals::{bounded_dict, function_for, no_option, print, print_coloured, set_of, show_picture, unique};
pub(crate) use members::entry_of;
pub use members::no_member;
pub(crate) use operators::{add, negate, nimber_size};
pub(crate) use powers::{form_of, form_steps, ordinal_sum, switch};
use registers::Registers;
pub(super) use registers::{Request, count_moves};
pub(crate) use registers::{nim_value_by_rule, outcome_by_rule, p_positions_by_rule, winning_moves_by_rule};
pub use relations::worth_of;

/// The largest number of levels of rules within rules, or of functions called by built-ins.
const DEEPEST_ENTRY: usize = 100_000;
/// An estimate of the stack that a level of rules or functions takes, in bytes.
const FRAME: usize = 4 << 10;
/// The number of calls within calls at which a recursion counts as endless. Its frames then take about a gigabyte.
const DEEPEST_CALL: usize = 1 << 22;
/// The largest number of members of a literal or a list.
const MOST_MEMBERS: usize = 20_000_000;

/// The machine's state between instructions.
#[derive(Default)]
pub(crate) struct Machine {
    /// The operands of operations on values of all kinds.
    stack: Vec<Value>,
    /// Heights of the stack where the members of a literal begin.
    marks: Vec<usize>,
    /// The instructions that are being done, the innermost last. A failure is placed at one of them.
    places: Vec<Place>,
    /// The moves that the body of a `game` has just given.
    pub moves: Option<Options<Target>>,
    /// Arguments that stand in states of positions by number.
    numbered: Vec<Value>,
    /// Their numbers.
    numbers: HashTable<u32>,
    /// The number of literals with labels that are open, one inside the other.
    labels: u32,
    /// The number of parts of the statement under way that may fail without ending it.
    parts: u32,
    /// Names behind `where` that were worked out in a part that may fail, with the code that does it.
    worked_out: Vec<(Rc<Function>, Rc<Function>)>,
    /// The number of effects so far. A call during which it grew, such as one that printed, is not remembered.
    pub effects: u64,
    entries: usize,
    registers: Registers,
    /// The statement under way.
    pub running: Running,
    /// The shapes of boards, which boards share.
    pub boards: Boards,
    /// The games that are recognised by their nim-values, from the first time one is asked for.
    pub known_sequences: Option<Rc<SequenceIndex>>,
    /// The number of bytes in use after the last compaction.
    pub settled: usize,
}

/// An instruction of a body.
struct Place {
    code: Rc<Code>,
    pc: usize,
}

/// The machine's state when a part of a statement began that may fail without ending it.
pub(crate) struct Part {
    labels: u32,
    entries: usize,
    worked_out: usize,
}

/// A moment to return to.
pub(crate) struct Mark {
    numbered: usize,
}

impl Machine {
    /// Forgets everything but the time that a statement may take and the deadline of the one under way.
    pub fn reset(&mut self) {
        let running = Running { clock: self.running.clock, ..Running::default() };
        *self = Machine { running, ..Machine::default() };
    }

    pub fn mark(&self) -> Mark {
        Mark { numbered: self.numbered.len() }
    }

    pub fn rollback(&mut self, mark: &Mark) {
        if mark.numbered < self.numbered.len() {
            self.numbered.truncate(mark.numbered);
            self.numbered.shrink_to_fit();
            self.find_numbers();
        }
        self.registers.abandon();
        self.stack = Vec::new();
        self.places = Vec::new();
        self.marks = Vec::new();
        self.moves = None;
        self.labels = 0;
        self.entries = 0;
        self.parts = 0;
        self.worked_out = Vec::new();
    }

    /// Begins a part of a statement that may fail without ending it.
    pub fn begin_part(&mut self) -> Part {
        self.parts += 1;
        Part { labels: self.labels, entries: self.entries, worked_out: self.worked_out.len() }
    }

    /// Ends a part of a statement. If it failed, names behind `where` that were worked out in it wait to be needed again: their
    /// values are given back.
    pub fn end_part(&mut self, part: Part, has_failed: bool) {
        self.parts = self.parts.saturating_sub(1);
        if has_failed {
            (self.labels, self.entries) = (part.labels, part.entries);
            for (name, open) in self.worked_out.drain(part.worked_out..).rev() {
                if let Function::Local(_, state) = &*name {
                    state.replace(LocalName::Open(open));
                }
            }
        }
        if self.parts == 0 {
            self.worked_out = Vec::new();
        }
    }

    /// Keeps the value of a name behind `where`.
    fn keep_local_name(&mut self, name: &Rc<Function>, value: Value) {
        let Function::Local(_, state) = &**name else { unreachable!("a name by `Delay`") };
        if let LocalName::Open(open) = state.replace(LocalName::Known(value))
            && self.parts > 0
        {
            self.worked_out.push((name.clone(), open));
        }
    }

    /// Forgets what was remembered since, while a statement is under way.
    pub fn forget_since(&mut self, mark: &Mark) {
        if mark.numbered < self.numbered.len() {
            self.numbered.truncate(mark.numbered);
            self.find_numbers();
        }
        self.registers.clear();
        self.moves = None;
    }

    /// Notes that something was done beside giving a value. Calls under way are not remembered, and what a rule under way
    /// gives holds for this statement only.
    pub fn note_effect(&mut self) {
        self.running.has_acting_rule |= self.registers.has_rule_since(self.effects);
        self.effects += 1;
    }

    /// Forgets the results of calls.
    pub fn forget_results(&mut self) {
        self.registers.clear();
    }

    /// Returns the number of a value that stands in the state of a position.
    pub fn number(&mut self, value: &Value) -> u32 {
        let numbered = &self.numbered;
        let hash = hash_of(value);
        if let Some(&number) = self.numbers.find(hash, |&i| numbered[i as usize] == *value) {
            return number;
        }
        let number = numbered.len() as u32;
        self.numbers.insert_unique(hash, number, |&i| hash_of(&numbered[i as usize]));
        self.numbered.push(value.clone());
        number
    }

    /// Builds the table of the numbered values again.
    fn find_numbers(&mut self) {
        let numbered = &self.numbered;
        let hash = |&i: &u32| hash_of(&numbered[i as usize]);
        self.numbers = HashTable::with_capacity(numbered.len());
        for i in 0..numbered.len() as u32 {
            self.numbers.insert_unique(hash(&i), i, hash);
        }
    }

    /// Returns the value with this number.
    pub fn numbered(&self, number: u32) -> &Value {
        &self.numbered[number as usize]
    }

    /// Takes the numbered values, to be renewed by [`Machine::put_numbered`].
    pub fn take_numbered(&mut self) -> Vec<Value> {
        self.numbers.clear();
        std::mem::take(&mut self.numbered)
    }

    /// Puts the numbered values back, in the same order.
    pub fn put_numbered(&mut self, values: Vec<Value>) {
        self.numbered = values;
        self.find_numbers();
    }

    /// Returns the height of the stack from which members gather.
    fn gathering(&self) -> usize {
        self.marks.last().copied().unwrap_or(0).min(self.stack.len())
    }

    #[inline]
    fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::Nothing)
    }

    /// Forgets the places above `floor` after a failure, and adds to the diagnostic the calls that led to it.
    fn unwind(&mut self, floor: usize, mut diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        const SHOWN: usize = 6;
        let (mut calls, mut more) = (Vec::new(), 0);
        let mut last: Option<&Rc<Code>> = None;
        for Place { code, .. } in self.places[floor..].iter().rev() {
            // A recursion may be millions of calls deep.
            if last.is_some_and(|last| Rc::ptr_eq(last, code) || last.name == code.name) || code.name.is_empty() {
                continue;
            }
            last = Some(code);
            if calls.len() < SHOWN {
                calls.push(code.name.to_string());
            } else {
                more += 1;
            }
        }
        if diagnostic.notes.is_empty() && !calls.is_empty() {
            let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
            diagnostic.notes.push(format!("inside {}{rest}", calls.join(", called by ")));
        }
        self.places.truncate(floor);
        diagnostic
    }

    /// Takes the members gathered since the last mark.
    fn gathered(&mut self, budget: &mut Budget) -> Result<Vec<Value>, Fault> {
        let stack = &mut self.stack;
        let from = self.marks.pop().unwrap_or(0).min(stack.len());
        let count = stack.len() - from;
        budget.charge(count)?;
        budget.reserve(count * size_of::<Value>())?;
        Ok(stack.split_off(from))
    }
}

/// Returns the failure of a list that has more than [`MOST_MEMBERS`] members.
fn too_many_members() -> Fault {
    let size = format!("more than {MOST_MEMBERS}");
    Fault::TooLarge { what: "list", size, limit: MOST_MEMBERS.to_string() }
}

impl Session {
    /// Calls a function that is a value.
    ///
    /// # Errors
    /// A failure of the function, with its place.
    pub fn call(&mut self, callee: &Value, arguments: Vec<Value>) -> Result<Value, EvalError> {
        let count = arguments.len();
        let height = self.machine.stack.len();
        self.machine.stack.push(callee.clone());
        self.machine.stack.extend(arguments);
        let result = calls::call_value(self, count).map_err(EvalError::detached).map(|()| self.machine.pop());
        self.machine.stack.truncate(height);
        result
    }
}

/// Calls a function that is a value, for a built-in to which it was given.
///
/// # Errors
/// A failure of the function, with its place.
pub(crate) fn call_given(cx: &mut Session, callee: &Value, arguments: Vec<Value>) -> Result<Value, EvalError> {
    let count = arguments.len();
    let is_written = matches!(callee, Value::Function(function) if !matches!(**function, Function::Builtin(..)));
    cx.call(callee, arguments).map_err(|error| if is_written { calls::of_given_function(error, count) } else { error })
}

/// Runs something for the engine to its end, whatever the limit of a try: the machine is not left in the middle of it and
/// then used for something else.
pub(crate) fn whole<T>(cx: &mut Session, run: impl FnOnce(&mut Session) -> T) -> T {
    let paused = cx.games.budget.pause_try();
    let result = run(cx);
    cx.games.budget.resume_try(paused);
    result
}

/// Runs the code of a statement.
pub(super) fn run_statement(cx: &mut Session, code: &Rc<Code>) -> Result<Value, Box<Diagnostic>> {
    cx.machine.labels = 0;
    registers::statement(cx, code).map_err(|trouble| trouble.at(beginning(code), None))
}

/// Runs the body of a game for the moves of a position, which are then in [`Machine::moves`]; or returns the position
/// that has the same moves. Where a solver asked, each move leads to the position that is solved in place of the one
/// reached.
pub(super) fn run_rule(cx: &mut Session, code: &Rc<Code>, request: Request<'_>) -> Result<Value, Box<Diagnostic>> {
    registers::list_moves(cx, request).map_err(|trouble| trouble.at(beginning(code), None))
}

/// Returns the place of a failure that has none of its own.
fn beginning(code: &Code) -> Span {
    code.spans.first().copied().unwrap_or_default()
}

/// Returns the moves of the position to which a rule leads without a move. It may lead on in the same way.
pub(crate) fn pass_on(cx: &mut Session, p: PositionId, out: &mut Options) -> Result<(), Fault> {
    if cx.machine.entries >= DEEPEST_ENTRY {
        return Err(Fault::Recursion { depth: DEEPEST_ENTRY });
    }
    cx.machine.entries += 1;
    let result = deep::level(FRAME, || positions::options(p, cx, out));
    cx.machine.entries = cx.machine.entries.saturating_sub(1);
    result?
}
