//! The machine: runs code on a stack of its own.
//!
//! Frames, values and marks are three vectors, so the depth of a computation is bounded by memory. The machine is
//! entered again only where a solver asks a person's rules for moves or a built-in calls a function; those levels
//! use the thread's stack, grown when needed.

mod calls;
mod failures;
mod helpers;
mod labels;
mod literals;
mod members;
mod memo;
mod offers;
mod operators;
mod powers;
mod ranges;
mod registers;
mod relations;
mod step;

use std::rc::Rc;

use hashbrown::HashTable;

use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::{EvalError, Session, state};
use crate::source::Span;
use crate::value::code::Code;
use crate::value::{Function, LocalName, Value};
use cg_engine::games::hashing::hash_of;
use cg_engine::games::{Budget, Fault, deep};
use cg_engine::positions::{self, Options, PositionId, Target};
use helpers::LONG;
pub use members::no_member;
use memo::{Memo, Ticket};
use registers::{Registers, Run};
pub(super) use registers::{Request, count_moves};

/// Levels of rules within rules, or of functions called by built-ins, before the machine gives up.
const DEEPEST_ENTRY: usize = 100_000;
/// About what such a level takes of the stack, in bytes.
const FRAME: usize = 4 << 10;
/// Calls within calls before a recursion counts as endless. Its frames then take about a gigabyte.
const DEEPEST_CALL: usize = 1 << 22;
/// Values for which there is room on the stack whenever a loop begins anew.
const ROOM: usize = 16;
/// Members that may gather before a literal or a list counts as too long.
const MOST_MEMBERS: usize = 20_000_000;

/// The machine's state between instructions.
#[derive(Default)]
pub(crate) struct Machine {
    stack: Vec<Value>,
    frames: Vec<Frame>,
    /// Heights of the stack where members began to gather.
    marks: Vec<usize>,
    pub memo: Memo,
    /// The moves that the body of a `game` has just given.
    pub moves: Option<Options<Target>>,
    /// Heights of the stack where the two components of a move to a sum begin.
    sums: Vec<usize>,
    /// Arguments that stand in states of positions by number.
    numbered: Vec<Value>,
    /// Their numbers.
    numbers: HashTable<u32>,
    /// How many literals with labels are open, one inside the other.
    labels: u32,
    /// The number of parts of the statement under way that may fail without ending it.
    parts: u32,
    /// Names behind `where` that have been worked out in such parts, with the code that does it.
    worked_out: Vec<(Rc<Function>, Rc<Function>)>,
    /// How often something was done beside giving a value: a call that printed is not remembered.
    pub effects: u64,
    entries: usize,
    registers: Registers,
    /// What an interrupted statement held: freed when the next one begins, so that the prompt is back at once.
    left_over: Vec<Value>,
}

struct Frame {
    code: Rc<Code>,
    pc: usize,
    base: usize,
    marks: usize,
    function: Option<Rc<Function>>,
    keep: Keep,
    effects: u64,
}

/// Whether the result of a call is remembered.
#[derive(Clone, Copy)]
enum Keep {
    Never,
    Always(Ticket),
    /// The call of a helper: its slot, and the steps that were spent before it was called.
    IfLong {
        slot: u32,
        began: u64,
    },
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
    memo: memo::Mark,
}

impl Machine {
    pub fn mark(&self) -> Mark {
        Mark { numbered: self.numbered.len(), memo: self.memo.mark() }
    }

    pub fn rollback(&mut self, mark: &Mark) {
        if mark.numbered < self.numbered.len() {
            self.numbered.truncate(mark.numbered);
            self.numbered.shrink_to_fit();
            self.find_numbers();
        }
        self.memo.rollback(&mark.memo);
        self.registers.abandon();
        self.stack = Vec::new();
        self.frames = Vec::new();
        self.marks = Vec::new();
        self.sums = Vec::new();
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
        self.memo.rollback(&mark.memo);
        self.registers.clear();
        self.moves = None;
    }

    /// Forgets the results of calls.
    pub fn forget_results(&mut self) {
        self.memo.clear();
        self.registers.clear();
    }

    /// Frees what an interrupted statement held.
    pub fn tidy(&mut self) {
        self.left_over = Vec::new();
    }

    /// The number of a value that stands in the state of a position.
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

    /// Builds the table of the numbered values anew.
    fn find_numbers(&mut self) {
        let numbered = &self.numbered;
        let hash = |&i: &u32| hash_of(&numbered[i as usize]);
        self.numbers = HashTable::with_capacity(numbered.len());
        for i in 0..numbered.len() as u32 {
            self.numbers.insert_unique(hash(&i), i, hash);
        }
    }

    /// The value with this number.
    pub fn numbered(&self, number: u32) -> &Value {
        &self.numbered[number as usize]
    }

    /// The numbered values, to be renewed by [`Machine::put_numbered`].
    pub fn take_numbered(&mut self) -> Vec<Value> {
        self.numbers.clear();
        std::mem::take(&mut self.numbered)
    }

    /// The numbered values, in the same order.
    pub fn put_numbered(&mut self, values: Vec<Value>) {
        self.numbered = values;
        self.find_numbers();
    }

    /// The height of the stack from which members gather.
    fn gathering(&self) -> usize {
        self.marks.last().copied().unwrap_or(0).min(self.stack.len())
    }

    #[inline]
    fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::Nothing)
    }

    #[inline]
    fn push_frame(
        &mut self,
        code: Rc<Code>,
        arguments: usize,
        function: Option<Rc<Function>>,
        keep: Keep,
        budget: &mut Budget,
    ) -> Result<(), Fault> {
        let base = self.stack.len() - arguments;
        let height = base + code.locals as usize;
        // What grows doubles, and stands beside what it was while that is moved: ask for room before it happens.
        if height > self.stack.capacity() {
            budget.reserve(2 * self.stack.capacity() * size_of::<Value>())?;
        }
        if self.frames.len() >= DEEPEST_CALL {
            return Err(Fault::Recursion { depth: DEEPEST_CALL });
        }
        if self.frames.len() == self.frames.capacity() {
            budget.reserve(2 * self.frames.capacity() * size_of::<Frame>())?;
        }
        let locals = height.saturating_sub(self.stack.len());
        self.stack.extend(std::iter::repeat_with(|| Value::Nothing).take(locals));
        let (marks, effects) = (self.marks.len(), self.effects);
        self.frames.push(Frame { code, pc: 0, base, marks, function, keep, effects });
        Ok(())
    }

    /// Takes down the topmost frame and remembers what it gave, if that pays.
    fn leave(&mut self, result: &Value, spent: u64) {
        let frame = self.frames.pop().expect("a frame to leave");
        let pure = self.effects == frame.effects;
        match frame.keep {
            Keep::Never => {}
            Keep::Always(ticket) => self.memo.end(ticket, pure.then_some(result)),
            Keep::IfLong { slot, began } => {
                if spent.saturating_sub(began) > LONG && pure {
                    self.remember_long(&frame.code, slot, frame.base, result);
                }
            }
        }
        self.stack.truncate(frame.base);
        self.marks.truncate(frame.marks);
    }

    /// Takes down the frames above `floor` after a failure and says how it came there.
    fn unwind(&mut self, floor: usize, mut diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        const SHOWN: usize = 6;
        let (mut calls, mut more) = (Vec::new(), 0);
        let mut last: Option<&Rc<Code>> = None;
        for Frame { code, .. } in self.frames[floor..].iter().rev() {
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
        if let Some(frame) = self.frames.get(floor) {
            if diagnostic.code == ErrorCode::LimitInterrupted && self.left_over.is_empty() {
                // The few below are copied, not the millions above.
                let below = self.stack[..frame.base].to_vec();
                self.left_over = std::mem::replace(&mut self.stack, below);
            }
            self.stack.truncate(frame.base);
            self.marks.truncate(frame.marks);
            let kept = self.sums.partition_point(|&height| height < frame.base);
            self.sums.truncate(kept);
        }
        self.frames.truncate(floor);
        diagnostic
    }

    /// Demands room for one more member on the stack, which doubles when it is full.
    fn room(&mut self, budget: &mut Budget) -> Result<(), Fault> {
        let stack = &self.stack;
        if stack.len() + ROOM < stack.capacity() {
            return Ok(());
        }
        let from = self.marks.last().copied().unwrap_or(0);
        if stack.len() - from.min(stack.len()) > MOST_MEMBERS {
            let size = format!("more than {MOST_MEMBERS}");
            return Err(Fault::TooLarge { what: "list", size, limit: MOST_MEMBERS.to_string() });
        }
        budget.reserve(stack.capacity() * size_of::<Value>())?;
        self.stack.reserve(2 * ROOM);
        Ok(())
    }

    /// The members gathered since the last mark.
    fn gathered(&mut self, budget: &mut Budget) -> Result<Vec<Value>, Fault> {
        let stack = &mut self.stack;
        let from = self.marks.pop().unwrap_or(0).min(stack.len());
        let count = stack.len() - from;
        budget.charge(count)?;
        budget.reserve(count * size_of::<Value>())?;
        Ok(stack.split_off(from))
    }
}

impl Session {
    /// Calls a function that is a value.
    ///
    /// # Errors
    /// What the function says, placed.
    pub fn call(&mut self, callee: &Value, arguments: Vec<Value>) -> Result<Value, EvalError> {
        let floor = self.machine.frames.len();
        let count = arguments.len();
        let quick = match callee {
            Value::Function(function) => registers::call_closure(self, function, &arguments),
            _ => Ok(None),
        };
        let called = match quick {
            Ok(Some(Run::Done(value))) => return Ok(value),
            Ok(Some(Run::Left)) => Ok(()),
            Ok(None) => {
                self.machine.stack.push(callee.clone());
                self.machine.stack.extend(arguments);
                calls::call_value(self, count, Span::default())
            }
            Err(trouble) => Err(trouble),
        };
        match called {
            Ok(()) if self.machine.frames.len() == floor => return Ok(self.machine.pop()),
            Ok(()) => {}
            // It failed in the frames that it left.
            Err(trouble) if self.machine.frames.len() > floor => {
                return Err(EvalError::Placed(failures::failed(self, floor, trouble)));
            }
            Err(trouble) => return Err(trouble.detached()),
        }
        if self.machine.entries >= DEEPEST_ENTRY {
            return Err(Fault::Recursion { depth: DEEPEST_ENTRY }.into());
        }
        self.machine.entries += 1;
        let result = deep::level(FRAME, || step::run(self, floor));
        self.machine.entries = self.machine.entries.saturating_sub(1);
        result?.map_err(EvalError::Placed)
    }

    /// Runs something for the engine to its end, whatever the limit of a try: the machine is not left in the middle of it and
    /// then used for something else.
    pub(crate) fn whole<T>(&mut self, run: impl FnOnce(&mut Session) -> T) -> T {
        let paused = self.games.budget.pause_try();
        let result = run(self);
        self.games.budget.resume_try(paused);
        result
    }
}

/// Runs the code of a statement.
pub(super) fn run_statement(cx: &mut Session, code: &Rc<Code>) -> Result<Value, Box<Diagnostic>> {
    cx.machine.labels = 0;
    enter(cx, code, |cx| registers::statement(cx, code), |_| Vec::new())
}

/// Runs the body of a game for the moves of a position, which are then in [`Machine::moves`]; or returns the position that has the
/// same moves. The flag is `true` if each move leads to the position that is solved in place of the one reached, where a solver
/// asked.
pub(super) fn run_rule(
    cx: &mut Session,
    code: &Rc<Code>,
    request: Request<'_>,
) -> Result<(Value, bool), Box<Diagnostic>> {
    let mut is_listed = false;
    let listed = |cx: &mut Session| {
        let run = registers::list_moves(cx, request)?;
        is_listed = matches!(run, Some(Run::Done(_)));
        Ok(run)
    };
    let result = enter(cx, code, listed, |cx| state::arguments(cx, request.state).collect())?;
    Ok((result, is_listed))
}

/// Runs code to its end: `quickly`, or on the stack machine with these arguments.
fn enter(
    cx: &mut Session,
    code: &Rc<Code>,
    quickly: impl FnOnce(&mut Session) -> Result<Option<Run>, EvalError>,
    arguments: impl FnOnce(&Session) -> Vec<Value>,
) -> Result<Value, Box<Diagnostic>> {
    let span = code.spans.first().copied().unwrap_or_default();
    if cx.machine.entries >= DEEPEST_ENTRY {
        return Err(EvalError::from(Fault::Recursion { depth: DEEPEST_ENTRY }).at(span, None));
    }
    cx.machine.entries += 1;
    let floor = cx.machine.frames.len();
    let result = deep::level(FRAME, || {
        match quickly(cx) {
            Ok(Some(Run::Done(value))) => return Ok(Ok(value)),
            Ok(Some(Run::Left)) => return Ok(step::run(cx, floor)),
            Ok(None) => {}
            Err(trouble) if cx.machine.frames.len() == floor => return Ok(Err(trouble.at(span, None))),
            Err(trouble) => return Ok(Err(failures::failed(cx, floor, trouble))),
        }
        let arguments = arguments(cx);
        let count = arguments.len();
        cx.machine.stack.extend(arguments);
        cx.machine.push_frame(code.clone(), count, None, Keep::Never, &mut cx.games.budget)?;
        Ok(step::run(cx, floor))
    });
    let result = result.and_then(|result| result);
    let result = result.unwrap_or_else(|fault| Err(EvalError::from(fault).at(span, None)));
    cx.machine.entries = cx.machine.entries.saturating_sub(1);
    result
}

/// The moves of the position to which a rule leads without a move; it may lead on in the same way.
pub(crate) fn pass_on(cx: &mut Session, p: PositionId, out: &mut Options) -> Result<(), Fault> {
    if cx.machine.entries >= DEEPEST_ENTRY {
        return Err(Fault::Recursion { depth: DEEPEST_ENTRY });
    }
    cx.machine.entries += 1;
    let result = deep::level(FRAME, || positions::options(p, cx, out));
    cx.machine.entries = cx.machine.entries.saturating_sub(1);
    result?
}
