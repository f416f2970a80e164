//! The class through which Python asks.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use cg::draw;
use cg::eval::{Arity, EvalError, Prepared, ReadyStatement, Session};
use cg::shell::{CandidateKind, Command, Record, command, complete, expanded, help, waits};
use cg::show::written_out;
use cg::source::{Source, SourceId, Span};
use cg::value::{Function, Ruleset, Value};
use cg_engine::notation::Notation;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::OPERATIONS;
use crate::diagnostics::RenderedDiagnostics;
use crate::plain::{Given, Plain, plain};
use crate::python::{Maker, exception, given, parts, process};
use crate::worker::{Bench, Event, Limits, Message, Shown, Worker, soon, stop_all};

/// How often Python may hear Ctrl-C while it waits.
const PATIENCE: Duration = Duration::from_millis(50);

/// A session.
#[pyclass(frozen, module = "cgames._core")]
pub struct Engine {
    worker: Worker,
    number: u64,
    process: u32,
}

thread_local! {
    /// The session whose answer this thread waits for while Python hears signals: a question to it would wait for ever.
    static HEARING: Cell<Option<u64>> = const { Cell::new(None) };
}

/// `true` when Python ends: a thread that came back from a session then could not go on.
static ENDING: AtomicBool = AtomicBool::new(false);
const ENDED: &str = "Python ends, and with it all sessions";
/// The time that threads have to come back.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// A thread that waits for a session.
struct Waiting;

/// Their number.
static WAITING: AtomicUsize = AtomicUsize::new(0);

impl Waiting {
    fn new() -> PyResult<Waiting> {
        if ENDING.load(Ordering::SeqCst) {
            return Err(PyRuntimeError::new_err(ENDED));
        }
        WAITING.fetch_add(1, Ordering::SeqCst);
        Ok(Waiting)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        WAITING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Forgets the threads that waited in the process from which this one was forked.
#[pyfunction]
pub fn forked() {
    WAITING.store(0, Ordering::SeqCst);
}

/// Ends all that is being computed before Python ends, and waits until its threads have come back.
#[pyfunction]
pub fn end(py: Python<'_>) {
    ENDING.store(true, Ordering::SeqCst);
    let begun = Instant::now();
    while WAITING.load(Ordering::SeqCst) > 0 && begun.elapsed() < LAST_WAIT {
        stop_all();
        py.detach(|| std::thread::sleep(Duration::from_millis(2)));
    }
}

/// Numbers sessions, so that no value is taken for one of another.
static SESSIONS: AtomicU64 = AtomicU64::new(0);

#[pymethods]
impl Engine {
    #[new]
    fn new(timeout: Option<f64>, memory: Option<usize>, pictures: bool) -> PyResult<Engine> {
        let worker = Worker::start(limits(timeout, memory)?, pictures)?;
        Ok(Engine { worker, number: SESSIONS.fetch_add(1, Ordering::Relaxed), process: process() })
    }

    /// Sets the time of a statement in seconds and the memory in bytes.
    fn limit(&self, py: Python<'_>, timeout: Option<f64>, memory: Option<usize>) -> PyResult<()> {
        let limits = limits(timeout, memory)?;
        self.wait(py, None, move |bench| bench.limit(limits))
    }

    /// Stops what is being computed, from any thread.
    fn interrupt(&self) {
        self.worker.stop();
    }

    /// Runs a text. `sink(what, parts)` gets what is printed, drawn and warned of, and the results: with `shown` as people
    /// read them, else as objects. It answers `can_ask` with a truth and `asked` with a line, or `None` when there are no more.
    fn run(
        &self,
        py: Python<'_>,
        text: String,
        name: String,
        shown: bool,
        wrap: &Bound<'_, PyAny>,
        sink: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let jobs = self.worker.jobs.clone();
        let look = move |session: &mut Session, value: &Value| match shown {
            true => Ok(Event::Shown(seen(session, value)?)),
            false => Ok(Event::Value(plain(session, value, &jobs)?)),
        };
        let done = self.wait(py, Some((wrap, sink)), move |bench| run(bench, &text, &name, shown, look))?;
        done.map_err(|problems| exception(py, &problems))
    }

    /// Calls an operation by its name, or a value of the session. The last arguments are given by the names in `named`.
    fn apply<'py>(
        &self,
        py: Python<'py>,
        callee: &Bound<'py, PyAny>,
        arguments: Vec<Bound<'py, PyAny>>,
        named: Vec<String>,
        wrap: &Bound<'py, PyAny>,
        sink: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let callee = match callee.cast::<PyString>() {
            Ok(name) => Err(function(&name.to_string_lossy())?),
            Err(_) => Ok(given(callee, self.number)?),
        };
        let arguments = arguments.iter().map(|a| given(a, self.number)).collect::<PyResult<Vec<_>>>()?;
        let jobs = self.worker.jobs.clone();
        let done = self.wait(py, Some((wrap, sink)), move |bench| {
            let (callee, arguments) = match callee {
                Ok(given) => callable(bench, given, arguments, &named)?,
                Err(text) => (Given::Held(bench.function(&text)?), arguments),
            };
            asked(bench, |session| {
                let callee = callee.value(session)?;
                let arguments = arguments.iter().map(|a| a.value(session)).collect::<Result<_, _>>()?;
                let value = session.call(&callee, arguments)?;
                plain(session, &value, &jobs)
            })
        })?;
        self.made(py, done, wrap)
    }

    /// A value as it is written in a script, as it is shown, in LaTeX, or drawn; nothing if it is not pictured by itself.
    fn describe(&self, py: Python<'_>, value: &Bound<'_, PyAny>, how: &str) -> PyResult<Option<String>> {
        let given = given(value, self.number)?;
        let how = match how {
            "written" => How::Written,
            "shown" => How::Shown,
            "latex" => How::Latex,
            "drawn" => How::Drawn,
            "pictured" => How::Pictured,
            _ => return Err(PyValueError::new_err(format!("values are not described as '{how}'"))),
        };
        let done = self.wait(py, None, move |bench| {
            asked(bench, |session| {
                let value = given.value(session)?;
                how.describe(session, &value)
            })
        })?;
        done.map_err(|problems| exception(py, &problems))
    }

    /// The answer to a request of a board, as the page in the browser makes them: both are JSON.
    fn answer(&self, py: Python<'_>, request: String) -> PyResult<String> {
        self.wait(py, None, move |bench| cg_web::ask(&mut bench.session, &request))
    }

    /// Binds a name. It is an error if the language keeps the name for itself.
    fn set(
        &self,
        py: Python<'_>,
        name: String,
        value: &Bound<'_, PyAny>,
        wrap: &Bound<'_, PyAny>,
        sink: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let given = given(value, self.number)?;
        let done = self.wait(py, Some((wrap, sink)), move |bench| {
            let value = asked(bench, |session| given.value(session))?;
            let source = bench.session.sources.add("<python>", &format!("{name} := 0"));
            let allowed = prepared(bench, &source);
            bench.session.sources.forget(source.id);
            allowed.map(|_| bench.session.set_variable(&name, value))
        })?;
        done.map_err(|problems: Box<RenderedDiagnostics>| exception(py, &problems))
    }

    /// Forgets everything that was defined, and all values.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.wait(py, None, Bench::reset)
    }

    /// What is defined, as signatures: `K(n)`, `x`.
    fn definitions(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.wait(py, None, |bench| bench.session.definitions())
    }

    /// What can stand at a character of a text: where the word begins, and texts with their kind and a line about each.
    #[allow(clippy::type_complexity, reason = "it is taken apart at once, in Python")]
    fn complete(
        &self,
        py: Python<'_>,
        text: String,
        at: usize,
    ) -> PyResult<(usize, Vec<(String, &'static str, String)>)> {
        self.wait(py, None, move |bench| {
            let byte = text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte);
            let (start, found) = complete(&bench.session, &text, byte);
            let start = text.get(..start).map_or(at, |before| before.chars().count());
            (start, found.into_iter().map(|c| (c.text, kind(c.kind), c.summary)).collect())
        })
    }

    /// The names that are built in, aliases and words for constants included.
    #[staticmethod]
    fn builtins() -> Vec<&'static str> {
        cg::builtins::all().flat_map(|row| std::iter::once(row.name).chain(row.aliases.iter().copied())).collect()
    }

    /// The parameters of a built-in function and the kind of its result: a name, a kind, and how many arguments it takes, `1`,
    /// `?` or `*`. Nothing for a constant, and for what is not built in.
    #[staticmethod]
    #[allow(clippy::type_complexity, reason = "it is taken apart at once, in Python")]
    fn signature(name: &str) -> Option<(Vec<(&'static str, &'static str, &'static str)>, &'static str)> {
        let row = cg::builtins::all().find(|row| row.name == name || row.aliases.contains(&name))?;
        let parameters = row.parameters.iter().map(|parameter| {
            let count = match parameter.arity {
                Arity::One => "1",
                Arity::Optional => "?",
                Arity::Rest => "*",
            };
            (parameter.name, parameter.kind.name(), count)
        });
        (!row.constant).then(|| (parameters.collect(), row.result.name()))
    }

    /// The words of the language that are no names.
    #[staticmethod]
    fn keywords() -> Vec<&'static str> {
        cg::guide::KEYWORDS.iter().map(|(word, _)| *word).collect()
    }

    /// The page of help on a topic; an empty one is the overview.
    #[staticmethod]
    fn help(topic: &str) -> Option<String> {
        if topic.is_empty() { Some(help::overview()) } else { help::topic(topic) }
    }

    /// Topics near to one that there is no help on.
    #[staticmethod]
    fn near(topic: &str) -> Vec<String> {
        help::nearest(topic)
    }

    /// The topics that have to do with some words.
    #[staticmethod]
    fn search(words: &str) -> String {
        help::search(words)
    }

    /// Whether a text waits for more lines.
    #[staticmethod]
    fn waits(text: &str) -> bool {
        waits(text)
    }

    /// A text in which words such as `\up` have become their signs.
    #[staticmethod]
    fn expanded(text: &str) -> String {
        expanded(text).into_owned()
    }

    /// What a line asks of the prompt itself: a verb and what it is about. Nothing if it is of the language.
    #[staticmethod]
    fn command(line: &str) -> Option<(&'static str, String)> {
        Some(match command(line)? {
            Command::Help(topic) => ("help", topic),
            Command::Search(words) => ("search", words),
            Command::Call(name, what) => ("run", format!("{name}({what}\n)")),
            Command::Load(path) => ("load", path),
            Command::Edit(_) => ("wrong", "`:edit` is for the prompt of a terminal; here a cell is edited".into()),
            Command::Time(text) => ("time", text),
            Command::Set(name, value) => ("set", format!("{name} {value}").trim().to_string()),
            Command::Vars => ("vars", String::new()),
            Command::History => {
                ("wrong", "`:history` is for the prompt of a terminal; here the notebook keeps its cells".into())
            }
            Command::Undo => (
                "wrong",
                "`:undo` is for the prompt of a terminal; here run the cell of the earlier definition again".into(),
            ),
            Command::Clear => ("wrong", "`:clear` is for the prompt of a terminal".into()),
            Command::Reset => ("reset", String::new()),
            Command::Save(path) => ("save", path),
            Command::Quit => ("quit", String::new()),
            Command::Wrong(message) => ("wrong", message),
        })
    }
}

impl Engine {
    /// Waits for what a job gives while other threads of Python go on, and hears Ctrl-C. What happens meanwhile goes to
    /// the sink, whose results are made with `wrap`.
    fn wait<T: Send + 'static>(
        &self,
        py: Python<'_>,
        listener: Option<(&Bound<'_, PyAny>, &Bound<'_, PyAny>)>,
        work: impl FnOnce(&mut Bench) -> T + Send + 'static,
    ) -> PyResult<T> {
        if HEARING.get() == Some(self.number) {
            let message = "a signal handler cannot use the session for which its thread waits";
            return Err(PyRuntimeError::new_err(message));
        }
        if self.process != process() {
            let message = "this session was made before the process was forked; make one in each process";
            return Err(PyRuntimeError::new_err(message));
        }
        let _waiting = Waiting::new()?;
        let mut asked = self.worker.ask(work);
        let mut trouble = None;
        loop {
            let message;
            (asked, message) = py.detach(move || {
                let message = soon(&asked.answers).or_else(|_| asked.answers.recv_timeout(PATIENCE));
                (asked, message)
            });
            if ENDING.load(Ordering::SeqCst) {
                return Err(PyRuntimeError::new_err(ENDED));
            }
            let heard = match message {
                Ok(Message::Done(done)) => return trouble.map_or(Ok(done), Err),
                Ok(Message::Event(_)) if trouble.is_some() => Ok(()),
                Ok(Message::Event(event)) => self.heard(py, event, listener),
                Err(RecvTimeoutError::Timeout) => {
                    HEARING.set(Some(self.number));
                    let heard = py.check_signals();
                    HEARING.set(None);
                    heard
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let broken =
                        PyRuntimeError::new_err("the session was lost to a mistake of cgames; please report it");
                    return Err(trouble.unwrap_or(broken));
                }
            };
            trouble = trouble.or(heard.err());
            // A question that waits behind another one is taken back; the other is not touched.
            if let Some(error) = trouble.take() {
                if self.worker.withdraw(&asked) {
                    return Err(error);
                }
                trouble = Some(error);
            }
        }
    }

    fn heard(
        &self,
        py: Python<'_>,
        event: Event,
        listener: Option<(&Bound<'_, PyAny>, &Bound<'_, PyAny>)>,
    ) -> PyResult<()> {
        let Some((wrap, sink)) = listener else { return Ok(()) };
        match event {
            // Who asked may have gone already.
            Event::CanAsk(answer) => {
                let can = sink.call1(("can_ask", py.None()))?;
                let _ = answer.send(can.is_truthy()?);
                Ok(can)
            }
            Event::Asked(prompt, answer) => {
                let line = sink.call1(("asked", prompt))?;
                let _ = answer.send(line.extract()?);
                Ok(line)
            }
            Event::Printed(text) => sink.call1(("printed", text)),
            Event::Defined(text, names, is_rule) => sink.call1(("defined", (text, names, is_rule))),
            Event::Picture(svg) => sink.call1(("picture", svg)),
            Event::Warning(problems) => sink.call1(("warning", parts(&problems))),
            Event::Shown(Shown { text, latex, svg }) => sink.call1(("shown", (text, latex, svg))),
            Event::Value(plain) => sink.call1(("value", Maker { py, wrap, engine: self.number }.object(plain, false)?)),
        }?;
        Ok(())
    }

    fn made<'py>(
        &self,
        py: Python<'py>,
        done: Result<Plain, Box<RenderedDiagnostics>>,
        wrap: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match done {
            Ok(plain) => Maker { py, wrap, engine: self.number }.object(plain, false),
            Err(problems) => Err(exception(py, &problems)),
        }
    }
}

/// Reads a text and reports its warnings. Returns its statements, or its errors as one report.
fn prepared(bench: &mut Bench, source: &Source) -> Result<Vec<ReadyStatement>, Box<RenderedDiagnostics>> {
    let Prepared { statements, diagnostics, .. } = bench.session.prepare_line(source);
    let (errors, warnings): (Vec<_>, Vec<_>) = diagnostics.into_iter().partition(|d| d.is_error());
    for warning in warnings {
        bench.tell(Event::Warning(RenderedDiagnostics::new(&[warning], &bench.session)));
    }
    if errors.is_empty() { Ok(statements) } else { Err(RenderedDiagnostics::new(&errors, &bench.session)) }
}

/// Runs the statements of a text and tells what each gives, as `look` has it. With `remembered` the last result is `_`.
fn run(
    bench: &mut Bench,
    text: &str,
    name: &str,
    remembered: bool,
    mut look: impl FnMut(&mut Session, &Value) -> Result<Event, EvalError>,
) -> Result<(), Box<RenderedDiagnostics>> {
    bench.session.settle();
    let source = bench.session.sources.add(name, text);
    let (statements, mut wrong) = match prepared(bench, &source) {
        Ok(statements) => (statements, None),
        Err(problems) => (Vec::new(), Some(problems)),
    };
    let mut record = Record::default();
    let mut is_function = false;
    for statement in &statements {
        let ran = bench.session.execute_and(statement, |session, value| {
            let event = look(session, &value)?;
            Ok((value, event))
        });
        for warning in ran.warnings {
            bench.tell(Event::Warning(RenderedDiagnostics::new(&[warning], &bench.session)));
        }
        match ran.result {
            Ok((value, event)) => {
                is_function = matches!(value, Value::Function(_));
                if remembered && !matches!(value, Value::Nothing) {
                    bench.session.set_variable("_", value);
                }
                if statement.is_definition() {
                    record.definition(&mut bench.session, &source, statement);
                    for text in record.take() {
                        bench.tell(Event::Defined(text, statement.names(&bench.session), statement.is_rule()));
                    }
                }
                bench.tell(event);
            }
            Err(diagnostic) => {
                wrong = Some(RenderedDiagnostics::new(&[*diagnostic], &bench.session));
                break;
            }
        }
    }
    if !is_function && !statements.iter().any(|s| s.is_definition()) {
        // Millions of texts may come; those that no later error can quote are not kept.
        bench.session.sources.forget(source.id);
    }
    wrong.map_or(Ok(()), Err)
}

/// Asks a session something that is no statement.
fn asked<T>(
    bench: &mut Bench,
    ask: impl FnOnce(&mut Session) -> Result<T, EvalError>,
) -> Result<T, Box<RenderedDiagnostics>> {
    bench.session.settle();
    let (result, warnings) = bench.session.undertake(Span::new(SourceId(0), 0, 0), ask);
    for warning in warnings {
        bench.tell(Event::Warning(RenderedDiagnostics::new(&[warning], &bench.session)));
    }
    result.map_err(|diagnostic| RenderedDiagnostics::new(&[*diagnostic], &bench.session))
}

/// Returns the callee and its arguments as the language takes them: a text that names a word of its parameter, such as
/// `"misere"`, becomes that word, and arguments by name are passed on by a function made for them.
fn callable(
    bench: &mut Bench,
    callee: Given,
    mut arguments: Vec<Given>,
    named: &[String],
) -> Result<(Given, Vec<Given>), Box<RenderedDiagnostics>> {
    if named.is_empty() && !arguments.iter().any(|argument| matches!(argument, Given::Text(_))) {
        return Ok((callee, arguments));
    }
    let value = asked(bench, |session| callee.value(session))?;
    let (name, row) = match &value {
        Value::Function(function) => match &**function {
            Function::Builtin(_, name) => (name.to_string(), cg::builtins::all().find(|row| row.name == *name)),
            Function::Defined(_, name) => (name.to_string(), None),
            _ => (String::new(), None),
        },
        Value::Ruleset(ruleset) => match &**ruleset {
            Ruleset::Builtin(_, name, first) if first.is_empty() => {
                (name.to_string(), cg::builtins::all().find(|row| row.name == *name))
            }
            Ruleset::Defined(_, name, first) if first.is_empty() => (name.to_string(), None),
            _ => (String::new(), None),
        },
        _ => (String::new(), None),
    };
    let first_named = arguments.len() - named.len();
    for (i, argument) in arguments.iter_mut().enumerate() {
        let Given::Text(text) = argument else { continue };
        let parameter = row.and_then(|row| match i.checked_sub(first_named) {
            None => row.parameters.get(i),
            Some(i) => row.parameters.iter().find(|parameter| parameter.name == named[i]),
        });
        let is_word = cg::builtins::all().any(|row| row.constant && row.name == text);
        if is_word && parameter.is_some_and(|parameter| parameter.kind.name().contains(&format!("`{text}`"))) {
            *argument = Given::Held(bench.function(text)?);
        }
    }
    if named.is_empty() {
        return Ok((callee, arguments));
    }
    let called = match name.is_empty() {
        true => format!("({})", asked(bench, |session| session.written(&value, Notation::Ascii))?),
        false => name,
    };
    let names: Vec<String> = (0..arguments.len()).map(|i| format!("argument_{i}")).collect();
    let by_name = named.iter().zip(&names[first_named..]).map(|(name, argument)| format!("{name} = {argument}"));
    let passed: Vec<String> = names[..first_named].iter().cloned().chain(by_name).collect();
    let text = format!("({}) -> {called}({})", names.join(", "), passed.join(", "));
    if row.is_none() {
        // A definition may have been replaced by one with other parameters.
        bench.forget(&text);
    }
    Ok((Given::Held(bench.function(&text)?), arguments))
}

/// The text of an operation, or of the field that `.name` stands for.
fn function(name: &str) -> PyResult<String> {
    let known = OPERATIONS.iter().find(|(known, _)| *known == name);
    let field = name.strip_prefix('.').filter(|f| f.chars().all(|c| c.is_alphanumeric() || c == '_'));
    match (known, field) {
        (Some((_, text)), _) => Ok(text.to_string()),
        (None, Some(field)) => Ok(format!("x -> x.{field}")),
        (None, None) => Err(PyValueError::new_err(format!("there is no operation '{name}'"))),
    }
}

/// A way to describe a value.
#[derive(Clone, Copy)]
enum How {
    Written,
    Shown,
    Latex,
    Drawn,
    Pictured,
}

impl How {
    fn describe(self, session: &mut Session, value: &Value) -> Result<Option<String>, EvalError> {
        match self {
            // With the graphs that no name leads to.
            How::Written if let Value::Position(p) = value => written_out(session, *p).map(Some),
            How::Written => session.written(value, Notation::Ascii).map(Some),
            How::Shown => session.text(value, Notation::Ascii).map(Some),
            // Not its value, which may take long to find.
            How::Latex if let Value::Position(_) = value => session.written(value, Notation::Latex).map(Some),
            How::Latex => session.text(value, Notation::Latex).map(Some),
            How::Drawn => draw::svg_of(session, value).map(Some),
            How::Pictured if draw::is_pictured(session, value)? => draw::svg_of(session, value).map(Some),
            How::Pictured => Ok(None),
        }
    }
}

/// A result as people read it.
fn seen(session: &mut Session, value: &Value) -> Result<Shown, EvalError> {
    if matches!(value, Value::Nothing) {
        return Ok(Shown { text: String::new(), latex: None, svg: None });
    }
    let text = session.text(value, Notation::Unicode)?;
    // Prose is best read as letters.
    let is_prose = matches!(
        value,
        Value::Boolean(_)
            | Value::Text(_)
            | Value::Function(_)
            | Value::Report(_)
            | Value::Board(_)
            | Value::Convention(_)
    );
    let latex = if is_prose { None } else { Some(session.text(value, Notation::Latex)?) };
    Ok(Shown { text, latex, svg: How::Pictured.describe(session, value)? })
}

fn kind(kind: CandidateKind) -> &'static str {
    match kind {
        CandidateKind::Binding => "instance",
        CandidateKind::Parameter => "param",
        CandidateKind::Builtin => "function",
        CandidateKind::Keyword => "keyword",
        CandidateKind::Command => "magic",
        CandidateKind::File => "path",
        CandidateKind::Sign => "text",
    }
}

fn limits(timeout: Option<f64>, memory: Option<usize>) -> PyResult<Limits> {
    let timeout = match timeout {
        None => None,
        Some(seconds) => Some(
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| PyValueError::new_err("the timeout is a number of seconds from 0 on, or None"))?,
        ),
    };
    Ok(Limits { timeout, memory })
}
