//! A session: everything that lives from one statement to the next.
//!
//! A statement is a transaction: if it fails, everything made for it is freed and every name keeps its meaning.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use super::builtin::Builtin;
use super::error::{guard, of_panic};
use super::globals::{BuiltinTable, Global, Globals};
use super::held::Handle;
use super::host::Host;
use super::interlude::restart_clock;
use super::machine::{Machine, Mark as MachineMark};
use super::printer::Printer;
use super::resolve::{Extent, resolve};
use super::rules::GameRules;
use super::statement::{Action, Prepared, Ran, ReadyStatement};
use super::{EvalError, Room, machine, phrases};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::source::{Source, Sources, Span};
use crate::syntax::{self, Parsed};
use crate::value::{Ruleset, Value};
use cg_engine::games::{Budget, Fault, Games, GamesMark, deep};
use cg_engine::loopy::{Arenas, Loops, LoopsMark};
use cg_engine::notation::Notation;
use cg_engine::positions::{Context, PositionId, Positions, PositionsMark};

/// Everything that lives from one statement to the next: values, positions, names, remembered results, limits.
///
/// Its methods are those by which a program uses a session. Operations on values are functions of the room they belong to, and
/// take the part they need: the values, the limits, the names, or the session where they may run code.
pub struct Session {
    /// The arena of values, with the limits of the computation.
    pub games: Games,
    /// Loopy values.
    pub loops: Loops,
    /// The interned positions.
    pub positions: Positions,
    /// The world around.
    pub host: Box<dyn Host>,
    /// Texts that messages may quote.
    pub sources: Sources,
    /// The printer of results.
    pub printer: Printer,
    /// The meanings of names: a person's, and those of built-ins; the modules that bind some, and values kept without a name.
    pub(crate) globals: Globals,
    /// The machine that runs code, with all that it remembers, and the statement under way.
    pub(crate) machine: Machine,
}

impl Context for Session {
    fn games(&mut self) -> &mut Games {
        &mut self.games
    }
    fn loopy(&mut self) -> Arenas<'_> {
        Arenas { games: &mut self.games, loops: &mut self.loops }
    }
    fn positions(&mut self) -> &mut Positions {
        &mut self.positions
    }
    fn positions_ref(&self) -> &Positions {
        &self.positions
    }
    fn position_text(&mut self, p: PositionId) -> Option<String> {
        self.within(Room::SCREEN, |this| this.written(&Value::Position(p), Notation::Ascii)).ok()
    }
}

/// A moment to return to.
struct SessionMark {
    games: GamesMark,
    games_len: usize,
    loops: LoopsMark,
    positions: PositionsMark,
    machine: MachineMark,
    held: Handle,
}

/// Bytes that a text may take when it is read, whatever the limit.
const ROOM_TO_READ: usize = 4 << 20;
/// Bytes that a statement may take when it runs, unless the limit is exceeded by half.
const ROOM_TO_RUN: usize = 4 << 20;
/// The approximate size of the stack frame of an import within an import, in bytes.
pub(super) const IMPORT_FRAME: usize = 4 << 10;

impl Session {
    /// Returns the session that the engine works in, for rules that only a session registers.
    pub(crate) fn of(cx: &mut dyn Context) -> &mut Session {
        (cx as &mut dyn Any).downcast_mut().expect("rules of a session are asked in it")
    }

    /// Returns the session that a context is, to read.
    pub(crate) fn read(cx: &dyn Context) -> &Session {
        (cx as &dyn Any).downcast_ref().expect("rules of a session are asked in it")
    }

    /// Returns a session with these built-ins, in this world, without limits.
    pub fn new(rows: impl Iterator<Item = &'static Builtin>, host: Box<dyn Host>) -> Session {
        Session {
            games: Games::new(Budget::unlimited()),
            loops: Loops::default(),
            positions: Positions::new(),
            host,
            sources: Sources::default(),
            printer: Printer::default(),
            globals: Globals::new(BuiltinTable::new(rows)),
            machine: Machine::default(),
        }
    }

    /// Returns the limits of computations: flag, bytes. The deadline is set again for every statement.
    pub fn budget(&mut self) -> &mut Budget {
        &mut self.games.budget
    }

    /// Sets the time that one statement may take.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.machine.running.clock.timeout = timeout;
    }

    /// Returns the time that a statement may take.
    pub fn timeout(&self) -> Option<Duration> {
        self.machine.running.clock.timeout
    }

    /// Returns the names defined so far, in order of first use, with their signatures: `K(n)`.
    pub fn definitions(&self) -> Vec<String> {
        let shown = |name: &str| match self.globals.find(name) {
            Some(Global::Function(d) | Global::Game(d, _)) => d.signature(),
            _ => name.to_string(),
        };
        self.globals.names().map(shown).collect()
    }

    /// Returns `true` if a name is defined.
    pub fn is_defined(&self, name: &str) -> bool {
        self.globals.is_defined(name)
    }

    /// Returns a variable's value.
    pub fn variable(&self, name: &str) -> Option<&Value> {
        match self.globals.find(name)? {
            Global::Variable(value) => Some(value),
            _ => None,
        }
    }

    /// Binds a variable, as `name := value` does.
    pub fn set_variable(&mut self, name: &str, value: Value) {
        let slot = self.globals.slot(name);
        self.bind(slot, Global::Variable(value));
        self.globals.keep();
    }

    /// Removes the binding of a name.
    pub fn remove_variable(&mut self, name: &str) {
        if let Some(slot) = self.globals.slot_of(name) {
            self.bind(slot, Global::Unset);
            self.globals.keep();
        }
    }

    /// Parses and resolves a text, with its imports, under the limits of a statement. It does not run.
    pub fn prepare(&mut self, source: &Source) -> Prepared {
        prepare_as(self, source, Extent::Whole)
    }

    /// Like [`Session::prepare`], for a line that others follow, as at the prompt: a body may use a name that is not defined
    /// yet, with a warning.
    ///
    /// ```
    /// use cg::eval::{Quiet, Session};
    /// let mut session = Session::new(cg::builtins::all(), Box::new(Quiet::default()));
    /// let source = session.sources.add("line", "f(n) := g(n-1)");
    /// assert!(session.prepare(&source).has_errors());
    /// assert!(!session.prepare_line(&source).has_errors());
    /// ```
    pub fn prepare_line(&mut self, source: &Source) -> Prepared {
        prepare_as(self, source, Extent::Line)
    }

    /// Like [`prepare`](Session::prepare), for a text that has been parsed.
    pub fn prepare_parsed(&mut self, source: &Source, parsed: &Parsed) -> Prepared {
        reading(self, source, |this| resolved(this, source, parsed, Extent::Whole))
    }

    /// Notes that a text is not run since it is wrong: the names that its wrong statements would have defined have no
    /// value.
    pub fn reject(&mut self, prepared: &Prepared) {
        for statement in &prepared.statements {
            if let Action::Fail(slots) = &statement.action {
                slots.iter().for_each(|slot| self.globals.fail(*slot, statement.span));
            }
        }
    }

    /// Runs one statement under the limits. If it fails, everything made for it is freed and every name keeps its
    /// meaning.
    pub fn execute(&mut self, statement: &ReadyStatement) -> Ran {
        self.execute_and(statement, |_, value| Ok(value))
    }

    /// Like [`Session::execute`], but passes the result to `look`, for instance to write it. The statement fails if `look`
    /// does.
    pub fn execute_and<T>(
        &mut self,
        statement: &ReadyStatement,
        look: impl FnOnce(&mut Session, Value) -> Result<T, EvalError>,
    ) -> Ran<T> {
        self.machine.running.is_playing = false;
        self.machine.running.clock.begin();
        if std::mem::take(&mut self.machine.running.has_acting_rule) {
            forget_answers(self);
        }
        let result = guarded(self, statement.span, |this| {
            let value = perform(this, &statement.action)?;
            let looked = look(this, value).map_err(|trouble| trouble.at(statement.span, None))?;
            if statement.is_definition() {
                let modules = statement.action.imports().map(|import| import.identity.clone());
                this.globals.note_undoable(statement.span, modules);
            }
            Ok(looked)
        });
        if result.is_err() || matches!(statement.action, Action::Fail(_)) {
            statement.action.defines().into_iter().for_each(|slot| self.globals.fail(slot, statement.span));
        }
        if result.is_err() {
            statement.action.imports().for_each(|import| self.globals.modules.ran(&import.identity, false));
        }
        Ran { result, warnings: std::mem::take(&mut self.machine.running.warnings) }
    }

    /// Returns a result as it is shown at top level, under the limits of the statement that ran last; `span` is the
    /// place of the question.
    ///
    /// # Errors
    /// The error of evaluating a position, placed at `span`.
    pub fn show(&mut self, value: &Value, notation: Notation, span: Span) -> Result<String, Box<Diagnostic>> {
        self.examine(span, |this| this.text(value, notation))
    }

    /// Asks more about the result of the statement that ran last: the way it is written, the worth of a position. The
    /// statement's limits go on; when it fails, everything made for it is freed. `span` is the place of the question.
    ///
    /// # Errors
    /// The error of `ask`, placed at `span`.
    pub fn examine<T>(
        &mut self,
        span: Span,
        ask: impl FnOnce(&mut Session) -> Result<T, EvalError>,
    ) -> Result<T, Box<Diagnostic>> {
        guarded(self, span, |this| ask(this).map_err(|trouble| trouble.at(span, None)))
    }

    /// Does something as a statement of its own would: with a time of its own, and when it fails, everything made for
    /// it is freed. `span` is the place of the question. The warnings are returned beside the result.
    ///
    /// # Errors
    /// The error of `work`, placed at `span`.
    pub fn undertake<T>(
        &mut self,
        span: Span,
        work: impl FnOnce(&mut Session) -> Result<T, EvalError>,
    ) -> (Result<T, Box<Diagnostic>>, Vec<Diagnostic>) {
        self.machine.running.is_playing = false;
        self.machine.running.clock.begin();
        let result = self.examine(span, work);
        (result, std::mem::take(&mut self.machine.running.warnings))
    }

    /// Runs a part of a statement under limits of its own. Returns `None` if it reaches one of them or has no answer. Then all
    /// that it made is freed, and the statement goes on.
    ///
    /// # Errors
    /// Any other error; a limit of the whole statement.
    pub fn try_part<T>(
        &mut self,
        time: Option<Duration>,
        memory: Option<usize>,
        work: impl FnOnce(&mut Session) -> Result<T, EvalError>,
    ) -> Result<Option<T>, EvalError> {
        let mark = mark(self);
        let (warnings, room, is_checking) =
            (self.machine.running.warnings.len(), self.printer.room, self.machine.running.is_checking);
        let part = self.machine.begin_part();
        let limits = self.games.budget.begin_part(time, memory);
        let result = work(self);
        self.games.budget.end_part(&limits);
        let trouble = match result {
            Ok(value) => {
                self.machine.end_part(part, false);
                return Ok(Some(value));
            }
            // The limit of a search around this part, which goes on without it.
            Err(EvalError::Fault(Fault::Spent)) => {
                self.machine.end_part(part, true);
                return Err(Fault::Spent.into());
            }
            Err(trouble) => trouble,
        };
        self.machine.end_part(part, true);
        let diagnostic = trouble.at(self.here(), None);
        let goes_on = match diagnostic.code {
            ErrorCode::LimitInterrupted => false,
            ErrorCode::LimitTime => limits.has_own_deadline,
            ErrorCode::LimitMemory => limits.has_own_memory,
            code => code.is_no_answer(),
        };
        if !goes_on {
            return Err(EvalError::Placed(diagnostic));
        }
        (self.printer.room, self.machine.running.is_checking) = (room, is_checking);
        self.machine.running.warnings.truncate(warnings);
        self.machine.forget_since(&mark.machine);
        roll_back(self, &mark);
        self.games.budget.check()?;
        Ok(None)
    }

    /// Tries something for at most `limit`, or as long as a statement may take. If it fails, everything made for it is
    /// freed, and the statement goes on.
    ///
    /// # Errors
    /// Its own.
    pub fn attempt<T, E>(&mut self, limit: Duration, work: impl FnOnce(&mut Session) -> Result<T, E>) -> Result<T, E> {
        let mark = mark(self);
        self.games.budget.set_deadline(Some(self.machine.running.clock.end_within(limit)));
        let result = work(self);
        restart_clock(self);
        if result.is_err() {
            self.machine.forget_since(&mark.machine);
            roll_back(self, &mark);
        }
        result
    }

    /// Gives a name its meaning; results computed with an earlier one are forgotten.
    pub(crate) fn bind(&mut self, slot: u32, global: Global) {
        if !matches!(self.globals.get(slot), Global::Unset) && self.globals.is_used_in_answers(slot) {
            forget_answers(self);
        }
        self.globals.set(slot, global);
        follow(self, slot);
    }

    /// Notes a warning for the statement under way; the same one twice at one place counts once.
    pub fn warn(&mut self, warning: Diagnostic) {
        let same = |w: &Diagnostic| w.code == warning.code && w.labels == warning.labels;
        if !self.machine.running.warnings.iter().any(same) {
            self.machine.running.warnings.push(warning);
        }
    }

    /// Forgets every name and everything computed; limits and the world stay.
    pub fn reset(&mut self) {
        let (budget, earlier) = (self.games.budget.clone(), self.games.earlier.take());
        self.games = Games::new(budget);
        self.games.earlier = earlier;
        self.loops = Loops::default();
        self.positions = Positions::new();
        self.printer.forget();
        self.globals.forget();
        self.machine.reset();
    }
}

fn prepare_as(cx: &mut Session, source: &Source, extent: Extent) -> Prepared {
    reading(cx, source, |this| {
        let parsed = parse(this, source)?;
        resolved(this, source, &parsed, extent)
    })
}

/// Reads a text under the limits of a statement; a text that is imported or typed while something runs has the
/// limits of that. A panic is reported as an error.
fn reading(cx: &mut Session, source: &Source, read: impl FnOnce(&mut Session) -> Result<Prepared, Fault>) -> Prepared {
    let is_first = cx.globals.modules.begins_text() && !cx.games.budget.has_deadline();
    if is_first {
        cx.games.budget.set_deadline(cx.machine.running.clock.end_of_statement());
    }
    // A short text is always read, since it may free memory.
    let beyond = make_room(&mut cx.games.budget, ROOM_TO_READ, usize::MAX);
    let imports = cx.globals.modules.open_imports();
    let read = guard(|| read(cx));
    let place = Span::new(source.id, 0, source.text.chars().next().map_or(0, char::len_utf8));
    let prepared = match read {
        Ok(Ok(prepared)) => Ok(prepared),
        Ok(Err(fault)) => Err(*EvalError::from(fault).at(place, None)),
        Err(panic) => {
            cx.globals.modules.abandon_imports(imports);
            Err(of_panic(panic, place))
        }
    };
    let prepared = prepared.unwrap_or_else(|stopped| {
        let diagnostics = vec![stopped.note("the text was still being read; none of it has run")];
        Prepared { statements: Vec::new(), diagnostics, names: Vec::new() }
    });
    cx.games.budget.set_memory_beyond(beyond);
    if is_first {
        cx.games.budget.set_deadline(None);
    }
    prepared
}

fn parse(cx: &mut Session, source: &Source) -> Result<Parsed, Fault> {
    let mut stopped = None;
    let budget = &mut cx.games.budget;
    let parsed = syntax::parse_while(source, &mut |bytes| {
        let asked = budget.check().and_then(|()| budget.reserve(bytes));
        stopped = asked.err();
        stopped.is_none()
    });
    parsed.ok_or(stopped.unwrap_or(Fault::Interrupted))
}

fn resolved(cx: &mut Session, source: &Source, parsed: &Parsed, extent: Extent) -> Result<Prepared, Fault> {
    let mut prepared = resolve(&parsed.program, source, extent, cx)?;
    let told = phrases::told(&cx.globals, source, parsed);
    // Behind an error on the same line a name may be unknown only because of that error.
    let errors = told.iter().filter(|error| error.is_error());
    let mut starts: Vec<u32> = errors.filter_map(|error| Some(error.span()?.start)).collect();
    starts.sort_unstable();
    prepared.diagnostics.retain(|diagnostic| {
        let place = diagnostic.span().map_or(0, |span| span.start);
        let error = starts[..starts.partition_point(|&start| start <= place)].last();
        let between = error.and_then(|&start| source.text.get(start as usize..place as usize));
        diagnostic.code != ErrorCode::NameUnknown || between.is_none_or(|text| text.contains('\n'))
    });
    prepared.diagnostics.splice(..0, told);
    prepared.diagnostics.sort_by_key(|d| d.span().map_or(0, |s| s.start));
    Ok(prepared)
}

fn mark(cx: &Session) -> SessionMark {
    SessionMark {
        games: cx.games.mark(),
        games_len: cx.games.len(),
        loops: cx.loops.mark(),
        positions: cx.positions.mark(),
        machine: cx.machine.mark(),
        held: cx.globals.held.next(),
    }
}

/// Forgets the values and positions made since. The machine has forgotten its references to them before.
fn roll_back(cx: &mut Session, mark: &SessionMark) {
    cx.globals.held.forget_from(mark.held);
    cx.positions.rollback(mark.positions, mark.games_len);
    cx.printer.forget_from(mark.games_len);
    cx.loops.rollback(mark.loops);
    cx.games.rollback(mark.games);
}

/// Lets what follows use `room` more bytes than are in use, by at most `most` beyond the memory limit. Returns the bytes beyond it
/// that were allowed before.
fn make_room(budget: &mut Budget, room: usize, most: usize) -> usize {
    let limit = budget.memory_limit().unwrap_or(usize::MAX);
    let beyond = budget.bytes_used().saturating_add(room).saturating_sub(limit);
    budget.set_memory_beyond(beyond.min(most))
}

/// Calls `run` under the limits. If it fails, everything made for it is freed and every name keeps its meaning. A
/// panic is reported as an error.
pub(super) fn guarded<T>(
    cx: &mut Session,
    span: Span,
    run: impl FnOnce(&mut Session) -> Result<T, Box<Diagnostic>>,
) -> Result<T, Box<Diagnostic>> {
    let mark = mark(cx);
    let room = cx.printer.room;
    cx.games.budget.set_deadline(cx.machine.running.clock.deadline());
    // A small statement runs even where nothing is left: it may free memory, and what was freed before may not have been given
    // back to the machine, which counts it as used.
    let most = cx.games.budget.memory_limit().map_or(0, |limit| limit / 2);
    let beyond = make_room(&mut cx.games.budget, ROOM_TO_RUN, most);
    let mut result = guard(|| run(cx)).unwrap_or_else(|panic| {
        cx.printer.forget();
        cx.games.clear_caches();
        cx.games.budget.end_all_tries();
        cx.loops.forget();
        Err(Box::new(of_panic(panic, span)))
    });
    cx.games.budget.set_deadline(None);
    cx.games.budget.set_memory_beyond(beyond);
    cx.printer.room = room;
    if result.is_err() {
        cx.machine.running.is_checking = false;
        let undone = guard(|| {
            let restored = cx.globals.restore();
            if restored.iter().any(|slot| cx.globals.is_used_in_answers(*slot)) {
                forget_answers(cx);
            }
            restored.into_iter().for_each(|slot| follow(cx, slot));
            cx.machine.rollback(&mark.machine);
            roll_back(cx, &mark);
        });
        if let Err(panic) = undone {
            cx.reset();
            let lost = "what was defined could not be kept; the session begins anew";
            result = Err(Box::new(of_panic(panic, span).note(lost)));
        }
    }
    cx.globals.keep();
    result
}

pub(crate) fn perform(cx: &mut Session, action: &Action) -> Result<Value, Box<Diagnostic>> {
    match action {
        Action::Run(code) => machine::run_statement(cx, code),
        Action::Bind(slot, code) => {
            let value = machine::run_statement(cx, code)?;
            if let Value::Ruleset(ruleset) = &value
                && let Ruleset::Graph(graph) = &**ruleset
            {
                graph.rules.set_name((*cx.globals.name(*slot)).into());
            }
            cx.bind(*slot, Global::Variable(value));
            Ok(Value::Nothing)
        }
        Action::Define(slot, definition, defaults) => {
            for (slot, code) in defaults {
                let value = machine::run_statement(cx, code)?;
                cx.bind(*slot, Global::Variable(value));
            }
            let global = if definition.game {
                // Positions that are kept follow the latest definition.
                let is_own = |rules: &dyn Any| rules.downcast_ref::<GameRules>().is_some_and(|own| own.slot == *slot);
                let earlier = cx.positions.find_own(is_own);
                let new = || Arc::new(GameRules::new(*slot, definition));
                Global::Game(definition.clone(), earlier.unwrap_or_else(|| cx.positions.add_own(new())))
            } else {
                Global::Function(definition.clone())
            };
            cx.bind(*slot, global);
            Ok(Value::Nothing)
        }
        Action::Import(import) => {
            for statement in &import.statements {
                deep::level(IMPORT_FRAME, || perform(cx, &statement.action))
                    .unwrap_or_else(|fault| Err(EvalError::from(fault).at(Span::default(), None)))?;
            }
            if !import.statements.is_empty() {
                cx.globals.modules.ran(&import.identity, true);
            }
            Ok(Value::Nothing)
        }
        Action::Fail(slots) => {
            slots.iter().for_each(|slot| cx.bind(*slot, Global::Unset));
            Ok(Value::Nothing)
        }
    }
}

/// Lets the positions of a game follow its definition, if the name is that of a game.
fn follow(cx: &mut Session, slot: u32) {
    if let Global::Game(definition, ruleset) = cx.globals.get(slot) {
        cx.positions.set_rules(*ruleset, Arc::new(GameRules::new(slot, definition)));
    }
}

/// Forgets all remembered answers, which may depend on a name that has another meaning now.
fn forget_answers(cx: &mut Session) {
    cx.machine.forget_results();
    cx.positions.forget();
}
