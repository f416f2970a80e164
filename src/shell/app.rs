//! The program around a session: its settings, its output and its interrupt. The prompt, scripts, `cg batch`, the page and the
//! lessons use it.
//!
//! A text is read as a whole before anything of it runs. The value of each expression is shown. A statement that fails ends
//! the run; a `check` that fails is reported and the run goes on, so that all of them are seen.

use std::cell::Cell;
use std::io::IsTerminal;
use std::rc::Rc;
#[cfg(feature = "catalogue")]
use std::sync::Arc;
use std::time::Duration;

use super::interrupt::Interrupt;
use super::machine;
use super::progress::Progress;
use super::reply::{Evaluated, Reply, WrittenResult};
use super::report::{refuse, report};
use super::settings::Settings;
use super::world::{self, Captured, Terminal, World};
use crate::builtins;
#[cfg(feature = "catalogue")]
use crate::catalogue::Catalogue;
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::{Host, Prepared, ReadyStatement, Room, Session, Unread, read_text};
use crate::lines;
use crate::source::{Source, Sources};
use crate::value::Value;
use cg_engine::games::Fault;
use cg_engine::notation::Notation;

/// Reads how many bytes the program has in use.
pub type Meter = fn() -> usize;

/// The result of a run, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All is well.
    Fine,
    /// A check or an evaluation failed.
    Failed,
    /// The command line or a source is wrong.
    Wrong,
    /// Ctrl-C.
    Interrupted,
}

impl Status {
    /// Returns the exit status of the program.
    pub fn code(self) -> u8 {
        match self {
            Status::Fine => 0,
            Status::Failed => 1,
            Status::Wrong => 2,
            Status::Interrupted => super::interrupt::STATUS,
        }
    }

    /// Returns the result of the run after this failure of a statement.
    pub fn of(diagnostic: &Diagnostic) -> Status {
        if diagnostic.code == ErrorCode::LimitInterrupted { Status::Interrupted } else { Status::Failed }
    }

    /// Returns the result of the run if a text may not run.
    pub fn of_text(prepared: &Prepared) -> Status {
        let is_interrupted = prepared.diagnostics.iter().any(|d| Status::of(d) == Status::Interrupted);
        if is_interrupted { Status::Interrupted } else { Status::Wrong }
    }
}

/// The source of statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file.
    File(String),
    /// Standard input.
    Standard,
    /// The text of an `-e`.
    Expression(String),
}

impl Input {
    /// Returns the input that an argument of the command line names: `-` is standard input.
    pub fn named(name: &str) -> Input {
        if name == "-" { Input::Standard } else { Input::File(name.into()) }
    }

    /// Returns its name in messages, and its text.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    pub fn read(&self, app: &mut App) -> Result<(String, String), Unreadable> {
        match self {
            Input::Expression(text) => Ok(("<expression>".into(), text.clone())),
            Input::Standard => match world::read_all(std::io::stdin().lock()) {
                Ok(text) => Ok(("<stdin>".into(), text)),
                Err(error) => Err(Unreadable::new(format!("standard input cannot be read: {error}"))),
            },
            Input::File(path) => Ok((path.clone(), app.read_text(path)?)),
        }
    }
}

/// The reason why a text cannot be read.
pub struct Unreadable {
    /// The status with which the run ends.
    pub status: Status,
    /// The code of the error.
    pub code: ErrorCode,
    /// The reason, in a sentence.
    pub message: String,
    help: Option<String>,
}

impl Unreadable {
    fn new(message: String) -> Unreadable {
        Unreadable { status: Status::Wrong, code: ErrorCode::IoRead, message, help: None }
    }

    /// Reports the reason.
    pub fn report(&self, settings: &Settings) {
        refuse(settings, self.code, &self.message, self.help.as_deref());
    }
}

/// The result of a statement that has been shown.
pub struct Performed {
    /// The status of the run after it.
    pub status: Status,
    /// `true` if the only failure is a `check` that does not hold.
    pub was_check: bool,
    /// Its result.
    pub value: Option<Value>,
}

/// A session with its surroundings.
pub struct App {
    /// The session.
    pub session: Session,
    /// The settings.
    pub settings: Settings,
    interrupt: Interrupt,
    meter: Meter,
    world: World,
    printed: Option<Rc<Cell<String>>>,
    /// `true` if pictures in characters have colours.
    colours: Rc<Cell<bool>>,
    progress: Progress,
}

impl App {
    /// Returns a fresh session in a world; with `--json` the output is captured in any case.
    pub fn open(settings: &Settings, world: World, interrupt: &Interrupt, meter: Meter) -> App {
        let captured = world != World::Open || settings.json;
        let progress = Progress::new(!captured && std::io::stderr().is_terminal() && world::moves_cursor(), meter);
        let colours = Rc::new(Cell::new(false));
        let (host, printed): (Box<dyn Host>, _) = if captured {
            let (host, printed) = Captured::new(world == World::Rehearsed);
            (Box::new(host), Some(printed))
        } else {
            (Box::new(Terminal::new(progress.clone(), colours.clone())), None)
        };
        let session = Session::new(builtins::all(), host);
        let (settings, interrupt) = (settings.clone(), interrupt.clone());
        let mut app = App { session, settings, interrupt, meter, world, printed, colours, progress };
        app.interrupt.watch(app.session.budget());
        app.progress.watch(app.session.budget());
        app.apply();
        app
    }

    /// Opens another one for a trial that leaves this one and the disk as they are, within a time.
    pub fn beside(&self, time: Duration) -> App {
        let notation = Some(self.session.printer.notation);
        let settings = Settings { notation, timeout: Some(time), ..self.settings.clone() };
        let mut app = App::open(&settings, World::Rehearsed, &self.interrupt, self.meter);
        app.session.printer.room = Room::SCREEN;
        app
    }

    /// Applies the settings to the session.
    pub fn apply(&mut self) {
        let usual = || if world::shows_unicode() { Notation::Unicode } else { Notation::Ascii };
        self.session.printer.notation = match self.settings.notation {
            Some(notation) => notation,
            None if self.printed.is_some() => Notation::Ascii,
            None => usual(),
        };
        let on_screen = self.world == World::Open && !self.settings.json && std::io::stdout().is_terminal();
        self.session.printer.room = if on_screen { Room::SCREEN } else { Room::Whole(self.settings.max_output) };
        self.colours.set(self.settings.colour_on(&std::io::stdout()));
        self.session.set_timeout(self.settings.timeout);
        let memory = machine::memory(self.settings.memory, (self.meter)());
        self.session.budget().set_memory(Some(memory), self.meter);
        self.session.budget().set_threads(self.settings.threads);
        #[cfg(feature = "catalogue")]
        {
            let catalogue = self.settings.catalogue.as_ref().and_then(|file| Catalogue::open(file).ok());
            self.session.games.earlier = catalogue.map(|catalogue| Arc::new(catalogue) as _);
        }
    }

    /// Returns the text of a file, read within the time of a statement.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    pub fn read_text(&mut self, path: &str) -> Result<String, Unreadable> {
        self.during(|session| read_text(session, path)).map_err(|unread| match unread {
            Unread::Io(error) => Unreadable::new(world::unreadable(path, &error)),
            Unread::Fault(Fault::Interrupted) => Unreadable {
                status: Status::Interrupted,
                code: ErrorCode::LimitInterrupted,
                ..Unreadable::new(format!("`{path}` was not read to its end"))
            },
            Unread::Fault(Fault::Timeout) => Unreadable {
                code: ErrorCode::LimitTime,
                ..Unreadable::new(format!("`{path}` cannot be read: its end did not come within the time limit"))
            },
            Unread::Fault(fault) => Unreadable::new(format!("`{path}` cannot be read: {fault}")),
        })
    }

    /// Runs the inputs one after another in one session, until one fails.
    pub fn run(&mut self, inputs: &[Input]) -> Status {
        let mut worst = Status::Fine;
        for input in inputs {
            let (name, text) = match input.read(self) {
                Ok(read) => read,
                Err(unreadable) => {
                    let unreadable = Unreadable { help: meant(input), ..unreadable };
                    unreadable.report(&self.settings);
                    return unreadable.status;
                }
            };
            let (status, finished) = self.script(&name, &text);
            worst = worst.max(status);
            if !finished {
                break;
            }
        }
        worst
    }

    /// Runs one text. Returns `true` if it was run to its end.
    fn script(&mut self, name: &str, text: &str) -> (Status, bool) {
        let (source, prepared) = self.prepare(name, text);
        if !self.may_run(&source, &prepared) {
            return (Status::of_text(&prepared), false);
        }
        let mut worst = Status::Fine;
        for statement in &prepared.statements {
            let evaluated = self.step(&source, statement);
            worst = worst.max(evaluated.status);
            if evaluated.status != Status::Fine && !evaluated.was_check {
                return (worst, false);
            }
        }
        (worst, true)
    }

    /// Adds a script and reads it without running it.
    pub fn prepare(&mut self, name: &str, text: &str) -> (Source, Prepared) {
        let source = self.session.sources.add(name, text);
        let prepared = self.during(|session| session.prepare(&source));
        (source, prepared)
    }

    /// Adds a line of a dialogue and reads it without running it.
    pub fn prepare_line(&mut self, name: &str, text: &str) -> (Source, Prepared) {
        let source = self.session.sources.add(name, text);
        let prepared = self.during(|session| session.prepare_line(&source));
        (source, prepared)
    }

    /// Runs a statement and looks at its result with `look`, both under the limits.
    fn examined(
        &mut self,
        statement: &ReadyStatement,
        look: impl FnOnce(&mut Session, Value) -> Result<WrittenResult, crate::eval::EvalError>,
    ) -> Evaluated {
        let session = &mut self.session;
        let ran = self.progress.during(|| self.interrupt.during(|| session.execute_and(statement, look)));
        let printed = self.printed.as_ref().map(|p| p.take()).unwrap_or_default();
        Evaluated { result: ran.result, warnings: ran.warnings, printed }
    }

    /// Runs a statement whose result nobody reads.
    pub fn perform(&mut self, statement: &ReadyStatement) -> Evaluated {
        self.examined(statement, |session, value| Ok(WrittenResult::bare(session, value)))
    }

    /// Runs a statement and writes its result as a person reads it.
    pub fn evaluate(&mut self, statement: &ReadyStatement) -> Evaluated {
        self.examined(statement, WrittenResult::shown)
    }

    /// Runs a statement and writes its result as a program reads it.
    pub fn evaluate_exactly(&mut self, statement: &ReadyStatement) -> Evaluated {
        self.examined(statement, WrittenResult::exact)
    }

    /// Returns the value of the last statement of a text. What goes wrong is reported.
    ///
    /// # Errors
    /// The status with which the run ends.
    #[cfg(feature = "catalogue")]
    pub fn value_of(&mut self, name: &str, text: &str) -> Result<Value, Status> {
        let (source, prepared) = self.prepare(name, text);
        if !self.may_run(&source, &prepared) {
            return Err(Status::of_text(&prepared));
        }
        let mut value = Value::Nothing;
        for statement in &prepared.statements {
            let evaluated = self.perform(statement);
            self.report(&evaluated.warnings);
            value = evaluated.result.map(|answer| answer.value).map_err(|stopped| {
                let status = Status::of(&stopped);
                self.report(&[*stopped]);
                status
            })?;
        }
        Ok(value)
    }

    /// Computes something else that Ctrl-C stops.
    pub fn during<T>(&mut self, work: impl FnOnce(&mut Session) -> T) -> T {
        let session = &mut self.session;
        self.progress.during(|| self.interrupt.during(|| work(session)))
    }

    /// Like [`during`](App::during), without the captured output.
    pub fn aside<T>(&mut self, work: impl FnOnce(&mut Session) -> T) -> T {
        let result = self.during(work);
        self.printed.as_ref().map(|p| p.take());
        result
    }

    /// Runs a statement and shows its result: to a person, or with `--json` to a program.
    pub fn step(&mut self, source: &Source, statement: &ReadyStatement) -> Performed {
        self.session.settle();
        let echo = self.settings.echo.then(|| source.slice(statement.span).trim());
        if let Some(text) = echo.filter(|_| !self.settings.json) {
            // Lines after the first stand below its text.
            world::put_line(&format!("> {}", text.replace('\n', "\n  ")));
        }
        let evaluated = if self.settings.json { self.evaluate_exactly(statement) } else { self.evaluate(statement) };
        let status = evaluated.result.as_ref().map_or_else(|d| Status::of(d), |_| Status::Fine);
        let was_check = evaluated.result.as_ref().is_err_and(|d| d.code == ErrorCode::CheckFailed);
        // The names of a module that failed are missing in what follows.
        let was_check = was_check && statement.runs_code();
        if self.settings.json {
            let (span, most) = (statement.span, self.settings.max_output);
            let reply = Reply { id: None, echo, evaluated: &evaluated, span, most };
            world::put_line(&reply.json(&self.session.sources));
            return Performed { status, was_check, value: evaluated.result.ok().map(|a| a.value) };
        }
        self.report(&evaluated.warnings);
        let value = match evaluated.result {
            Ok(answer) => {
                if !matches!(answer.value, Value::Nothing) {
                    let columns = world::columns().filter(|_| std::io::stdout().is_terminal());
                    let text = match &answer.value {
                        Value::Text(text) if statement.is_typesetting(&self.session) => text.to_string(),
                        _ => answer.text.unwrap_or_default(),
                    };
                    world::put_line(&in_lines(&answer.value, text, columns));
                }
                Some(answer.value)
            }
            Err(diagnostic) => {
                if status == Status::Interrupted && std::io::stderr().is_terminal() {
                    // After the `^C` that the terminal shows.
                    world::complain("");
                }
                self.report(&[*diagnostic]);
                None
            }
        };
        Performed { status, was_check, value }
    }

    /// Shows the errors of a text, if there are any. Returns `true` if it may run.
    pub fn may_run(&mut self, source: &Source, prepared: &Prepared) -> bool {
        if self.settings.json {
            for diagnostic in prepared.diagnostics.iter().filter(|d| d.is_error()) {
                let reply = super::reply::refusal(None, diagnostic, source.id, &self.session.sources);
                world::put_line(&reply);
            }
            let warnings: Vec<_> = prepared.diagnostics.iter().filter(|d| !d.is_error()).cloned().collect();
            self.report(&warnings);
        } else {
            self.report(&prepared.diagnostics);
        }
        if prepared.has_errors() {
            self.session.reject(prepared);
        }
        !prepared.has_errors()
    }

    /// Reports diagnostics.
    pub fn report(&self, diagnostics: &[Diagnostic]) {
        report(diagnostics, self.sources(), &self.settings);
    }

    /// Returns the texts that messages quote.
    pub fn sources(&self) -> &Sources {
        &self.session.sources
    }
}

/// Breaks a result at words where a terminal of `columns` would break it anywhere. Texts and boards stay as they are, and tables
/// know themselves how wide they may be.
pub fn in_lines(value: &Value, text: String, columns: Option<usize>) -> String {
    match (value, columns) {
        (Value::Text(_) | Value::Board(_) | Value::Table(_), _) | (_, None) => text,
        (_, Some(columns)) => lines::fitted(&text, columns.saturating_sub(1)).trim_end_matches('\n').to_string(),
    }
}

/// Returns a command that a person who named a missing file may have meant.
fn meant(input: &Input) -> Option<String> {
    let Input::File(path) = input else { return None };
    let missing = !std::path::Path::new(path).exists();
    let line = super::cli::command();
    match crate::diagnostic::nearest(path, line.get_subcommands().map(clap::Command::get_name)) {
        Some(command) if missing => Some(format!("the command `cg {command}` has a similar name")),
        _ if missing
            && path.bytes().all(|b| b.is_ascii_lowercase())
            && !builtins::all().any(|row| row.name == path) =>
        {
            Some(format!(
                "there is no command `cg {path}` either; `cg -e EXPR` evaluates a text, `cg --help` lists the commands"
            ))
        }
        _ if missing && !path.ends_with(".cg") => {
            Some(format!("to evaluate a text, use `cg -e '{path}'`; `cg --help` lists the commands"))
        }
        _ => None,
    }
}
