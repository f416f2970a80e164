//! Interludes of a built-in in the middle of a statement: it asks the person, and reads the answer.

use std::io;

use super::errors::StreamError;
use super::session::perform;
use super::{EvalError, Session};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::source::Span;
use crate::value::Value;

/// The longest text that is read as an answer.
const MAX_ANSWER_BYTES: usize = 1 << 16;

impl Session {
    /// Returns the value of an expression that a person has typed.
    ///
    /// # Errors
    /// The mistake in it.
    pub fn evaluate(&mut self, text: &str) -> Result<Value, Box<Diagnostic>> {
        let source = self.sources.add("<move>", text);
        let warnings = self.machine.running.warnings.len();
        let prepared = self.prepare(&source);
        let result = match (prepared.diagnostics.into_iter().find(Diagnostic::is_error), &prepared.statements[..]) {
            (Some(error), _) => Err(Box::new(error)),
            (None, [statement]) if !statement.is_definition() => perform(self, &statement.action),
            (None, _) => {
                let span = Span::new(source.id, 0, text.len());
                let what = "this is no expression".to_string();
                Err(Box::new(
                    Diagnostic::error(ErrorCode::CallKind, span, what, "typed here").help("type one expression"),
                ))
            }
        };
        self.machine.running.warnings.truncate(warnings);
        self.sources.forget(source.id);
        result
    }
}

/// Restarts the clock: the statement may take as long as a new one, because it has waited for a person.
pub(crate) fn restart_clock(cx: &mut Session) {
    cx.machine.running.clock.start();
    cx.games.budget.set_deadline(cx.machine.running.clock.deadline());
}

/// Asks the person for a line. `None` at the end of input. A line that cannot be read as text is answered with a
/// sentence.
///
/// # Errors
/// Ctrl-C; a stream that cannot be read; nobody to ask.
pub(crate) fn ask(cx: &mut Session, prompt: &str) -> Result<Option<Result<String, String>>, EvalError> {
    let asked = cx.host.ask(prompt);
    restart_clock(cx);
    match asked {
        Ok(Some(line)) if line.len() > MAX_ANSWER_BYTES => Ok(Some(Err("this line is too long to be a move".into()))),
        Ok(line) => Ok(line.map(Ok)),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(StreamError::Interrupted.into()),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(Some(Err(error.to_string()))),
        Err(error) => Err(StreamError::NoAnswer { error }.into()),
    }
}
