//! A text that is open in an editor: its statements, their errors, and their results.
//!
//! The statements run one after the other while no request waits, each for at most [`PATIENCE`], and stop at once when
//! one arrives. After a change they begin again.

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gen_lsp_types::{TextEdit, WorkspaceEdit};

use super::host::{EditorHost, OpenFiles, Printed};
use super::idling::Idling;
use super::places::{self, Places};
use crate::builtins;
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::{NameUse, Prepared, ReadyStatement, Session, bytes_text};
use crate::shell::app::Meter;
use crate::shell::expected::{self, Verdict};
use crate::shell::machine;
use crate::shell::settings::Settings;
use crate::source::{Source, SourceId, Span};
use crate::syntax::ast::{Program, StatementKind};
use crate::syntax::{self, Parsed};
use crate::value::Value;
use cg_engine::notation::Notation;

/// The time that a statement may take while nobody waits for it.
const PATIENCE: Duration = Duration::from_secs(1);

/// Most memory that computations may use, in bytes: the editor wants some as well.
const MEMORY: usize = 1 << 30;

/// Longest text that is read, in bytes. The trees and the code of an open text take some hundred times as much.
const MAX_TEXT_BYTES: usize = 1 << 20;

/// Most of a result that is shown, in characters.
pub const CHARACTERS_SHOWN: usize = 1000;

/// Most lines whose error is expected.
const EXPECTED_ERRORS: usize = 50;

/// The code of a statement that took longer than it may.
const OUT_OF_TIME: ErrorCode = ErrorCode::LimitTime;

/// The errors that are not reported for a script in an editor: limits are tighter here, and there is nobody to ask and
/// no file to write.
const UNREPORTED_CODES: [ErrorCode; 5] =
    [OUT_OF_TIME, ErrorCode::LimitInterrupted, ErrorCode::LimitMemory, ErrorCode::IoWrite, ErrorCode::PlayHere];

/// An open text.
pub struct Document {
    /// Its address, as the editor gives it.
    pub uri: String,
    /// The text and its lines.
    pub places: Places,
    /// Its tree.
    pub program: Program,
    /// Its statements; wrong ones do not define names.
    pub statements: Vec<ReadyStatement>,
    /// The results of the statements that have run; `None` for those without a result.
    pub results: Vec<Option<String>>,
    /// The diagnostics of the text, and of the statements that have run.
    pub diagnostics: Vec<Diagnostic>,
    /// The places of names, and their meanings there.
    pub names: Vec<NameUse>,
    /// The parts of the text whose names are not known, since they cannot be read.
    pub unread: Vec<Range<usize>>,
    /// The identity of the text in its session.
    pub source: SourceId,
    /// The session in which it runs.
    pub session: Session,
    printed: Rc<Cell<Printed>>,
    files: OpenFiles,
    /// The notation of results; printed text is compared and stays in ASCII.
    notation: Notation,
    patience: Duration,
}

impl Document {
    /// Reads a text without running it.
    pub fn open(
        uri: String,
        text: String,
        files: &OpenFiles,
        settings: &Settings,
        stop: &Arc<AtomicBool>,
        meter: Meter,
    ) -> Document {
        let (host, printed) = EditorHost::new(files.clone());
        let mut session = Session::new(builtins::all(), Box::new(host));
        session.globals.notes_uses = true;
        session.budget().set_interrupt_flag(Arc::clone(stop));
        let memory = machine::memory(settings.memory, meter());
        let most = if settings.memory.is_some() { memory } else { memory.min(MEMORY) };
        session.budget().set_memory(Some(most), meter);
        session.budget().set_threads(settings.threads);
        let patience = settings.timeout.unwrap_or(PATIENCE);
        let is_short = text.len() <= MAX_TEXT_BYTES;
        let text = if is_short { text } else { String::new() };
        let source = session.sources.add(&places::path(&uri), &text);
        let parsed = syntax::parse(&source);
        let mut document = Document {
            uri,
            places: Places::new(text),
            program: Program::default(),
            statements: Vec::new(),
            results: Vec::new(),
            diagnostics: Vec::new(),
            names: Vec::new(),
            unread: Vec::new(),
            source: source.id,
            session,
            printed,
            files: files.clone(),
            notation: settings.notation.unwrap_or(Notation::Unicode),
            patience,
        };
        if is_short {
            document.prepare(source, &parsed);
        } else {
            document.diagnostics = vec![too_long(Span::new(source.id, 0, 0))];
        }
        document.program = parsed.program;
        document
    }

    /// Finds the errors. Lines whose error is expected count as empty.
    fn prepare(&mut self, mut source: Source, parsed: &Parsed) {
        self.session.set_timeout(Some(self.patience));
        let mut prepared = self.session.prepare_parsed(&source, parsed);
        self.unread = leave_out(&mut self.session, &mut source, &mut prepared);
        let broken = parsed.program.statements.iter().filter(|s| matches!(s.kind, StatementKind::Error(_)));
        self.unread.extend(broken.map(|statement| statement.span.range()));
        self.names = prepared.names;
        self.statements = prepared.statements;
        self.diagnostics = prepared.diagnostics;
    }

    /// Returns `true` if statements are left to run.
    pub fn has_more(&self) -> bool {
        self.results.len() < self.statements.len()
    }

    /// Runs the next statement unless there is something else to do. Returns `true` if there is a new diagnostic.
    pub fn run_next(&mut self, idling: &Idling) -> bool {
        let known = self.diagnostics.len();
        self.session.set_timeout(Some(self.patience));
        idling.until_task(|| self.step());
        self.diagnostics.len() != known
    }

    /// Runs on until a statement has run, or the time is over. Returns `true` if it has.
    pub fn run_through(&mut self, statement: usize, until: Instant) -> bool {
        while self.results.len() <= statement && self.has_more() {
            let left = until.saturating_duration_since(Instant::now());
            let before = self.results.len();
            if left.is_zero() {
                return false;
            }
            self.session.set_timeout(Some(left.min(self.patience)));
            let known = self.diagnostics.len();
            if self.step() == Some(OUT_OF_TIME) && left < self.patience {
                // Cut because somebody waits: it gets its full time later.
                self.results.truncate(before);
                self.diagnostics.truncate(known);
                return false;
            }
        }
        self.results.len() > statement
    }

    /// Runs one statement and notes its result; one that was interrupted counts as not run. Returns the code of its
    /// error, if it failed.
    fn step(&mut self) -> Option<ErrorCode> {
        let statement = self.statements.get(self.results.len()).cloned()?;
        self.session.settle();
        self.printed.take();
        let ran = self.session.execute(&statement);
        let answer = ran.result.and_then(|value| {
            let text = self.shown(&value, statement.span)?;
            Ok((value, if statement.is_definition() { self.defined(&statement) } else { text }))
        });
        let printed = self.printed.take();
        let outcome = match answer {
            Ok((value, text)) => self.compare(&statement, &value, &printed).map(|()| match text.is_empty() {
                true => printed.text,
                false => text,
            }),
            Err(diagnostic) => Err(diagnostic),
        };
        let code = outcome.as_ref().err().map(|diagnostic| diagnostic.code);
        let result = match outcome {
            Ok(text) => Some(text).filter(|t| !t.is_empty()),
            Err(diagnostic) if diagnostic.code == ErrorCode::LimitInterrupted => return code,
            Err(diagnostic) => {
                let is_said = !UNREPORTED_CODES.contains(&diagnostic.code) && diagnostic.cause.is_none();
                if is_said && !expected::is_error(&statement, &diagnostic) {
                    self.diagnostics.push(*diagnostic);
                }
                None
            }
        };
        self.results.push(result.map(|text| shortened(&text)));
        self.diagnostics.extend(ran.warnings);
        code
    }

    /// Compares a result with the expected one, if there is one.
    fn compare(&mut self, statement: &ReadyStatement, value: &Value, printed: &Printed) -> Result<(), Box<Diagnostic>> {
        // Only the beginning of a long text is known.
        let is_known = !matches!(value, Value::Nothing) || printed.is_whole;
        let Some(expected) = statement.expected.as_ref().filter(|_| is_known) else { return Ok(()) };
        match expected::judge(&mut self.session, statement.span, value, &printed.text, expected)? {
            Verdict::Right => Ok(()),
            Verdict::Wrong(got) => {
                let told = format!("this gives {}", shortened(&got));
                let wrong = Diagnostic::warning(ErrorCode::CheckFailed, expected.span, told, "expected here");
                let is_line = !got.contains('\n') && got.chars().count() <= CHARACTERS_SHOWN;
                Err(Box::new(if is_line { wrong.fix(expected.span, format!("#=> {got}")) } else { wrong }))
            }
        }
    }

    /// Returns a result as it is shown; no result is an empty text.
    fn shown(&mut self, value: &Value, span: Span) -> Result<String, Box<Diagnostic>> {
        match value {
            Value::Nothing => Ok(String::new()),
            value => self.session.show(value, self.notation, span),
        }
    }

    /// Returns the value of a variable as it is shown, or an empty text if it is not worth a search.
    fn defined(&mut self, statement: &ReadyStatement) -> String {
        match statement.bound(&self.session).cloned() {
            None | Some(Value::Position(_) | Value::Ruleset(_) | Value::Function(_)) => String::new(),
            Some(value) => self.shown(&value, statement.span).unwrap_or_default(),
        }
    }

    /// Returns changes of the text in the form of the protocol.
    pub fn changes<'t>(&self, edits: impl IntoIterator<Item = (Range<usize>, &'t str)>) -> WorkspaceEdit {
        let edit = |(range, text): (Range<usize>, &str)| TextEdit::new(self.places.range(range), text.into());
        let edits = edits.into_iter().map(edit).collect();
        WorkspaceEdit { changes: Some([(self.uri.as_str().into(), edits)].into()), ..WorkspaceEdit::default() }
    }

    /// Returns the uses of names in another version of the text, and that version without its unreadable parts.
    pub fn names_of(&self, text: &str) -> (String, Vec<NameUse>) {
        // Statements that have run must make no difference.
        let mut session = Session::new(builtins::all(), Box::new(EditorHost::new(self.files.clone()).0));
        session.globals.notes_uses = true;
        session.set_timeout(Some(self.patience));
        let mut source = session.sources.add(&places::path(&self.uri), text);
        let mut prepared = session.prepare(&source);
        leave_out(&mut session, &mut source, &mut prepared);
        (source.text.to_string(), prepared.names)
    }

    /// Computes the result of an expression of the text, in the state that the text has come to.
    pub fn evaluate(&mut self, expression: &str, until: Instant) -> Option<String> {
        let left = until.checked_duration_since(Instant::now()).filter(|t| !t.is_zero())?;
        let name = self.session.sources.get(self.source)?.name.to_string();
        let source = self.session.sources.add(&name, expression);
        let prepared = self.session.prepare(&source);
        let mut text = None;
        if let [statement] = &prepared.statements[..]
            && !prepared.has_errors()
            && !statement.is_definition()
        {
            self.session.set_timeout(Some(left));
            let result = self.session.execute(statement).result;
            let shown = result.and_then(|value| self.shown(&value, statement.span));
            text = shown.ok().map(|t| shortened(&t)).filter(|t| !t.is_empty());
        }
        self.printed.take();
        self.session.sources.forget(source.id);
        text
    }
}

/// Takes out the lines whose error is expected, and reads the rest again.
fn leave_out(session: &mut Session, source: &mut Source, prepared: &mut Prepared) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    for _ in 0..EXPECTED_ERRORS {
        let Some(line) = expected::line(source, &prepared.diagnostics) else { break };
        let mut text = source.text.to_string();
        text.replace_range(line.clone(), &" ".repeat(line.len()));
        source.text = text.into();
        lines.push(line);
        *prepared = session.prepare(source);
    }
    lines
}

/// Returns the only diagnostic for a text that is too long.
fn too_long(beginning: Span) -> Diagnostic {
    let limit = bytes_text(MAX_TEXT_BYTES);
    let message = format!("this text is longer than {limit}, so nothing is told of it here");
    Diagnostic::warning(ErrorCode::LimitSize, beginning, message, "")
        .help("`cg FILE` runs it, `cg test FILE` checks it")
}

/// Returns the part of a text that is shown.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(CHARACTERS_SHOWN) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_since_somebody_waits_runs_again() {
        let text = "for i in 1..10^12 do i end\ny := [n for n in 1..2000000 if n == 3]\ny  #=> -77\n";
        let settings = Settings { timeout: Some(Duration::from_secs(2)), ..Settings::default() };
        let stop = Arc::default();
        let mut document =
            Document::open("untitled:1".into(), text.into(), &OpenFiles::default(), &settings, &stop, || 0);
        let idling = Idling::default();
        document.run_next(&idling);
        assert_eq!(document.results.len(), 1);
        assert!(!document.run_through(2, Instant::now() + Duration::from_millis(2)));
        assert_eq!(document.results.len(), 1);
        document.run_next(&idling);
        document.run_next(&idling);
        assert_eq!(document.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), [ErrorCode::CheckFailed]);
    }
}
