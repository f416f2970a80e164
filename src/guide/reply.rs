//! Results of statements, and their [`answers`].

use serde_json::value::RawValue;

use super::answers::{self, Answer, FailureAnswer, Problem, ResultAnswer};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::{EvalError, Room, Session};
use crate::show::{data_of, kind_of, tagged_data};
use crate::source::{SourceId, Sources, Span};
use crate::value::{Ruleset, Value};
use cg_engine::notation::Notation;

/// Characters beyond which a text is left out for a program, which has the data.
const LONGEST_TEXT: usize = 20_000;

/// The result of a statement, and how it is written.
pub struct WrittenResult {
    /// The result.
    pub value: Value,
    /// Its kind.
    pub kind: &'static str,
    /// The result as text; `None` if it is left out.
    pub text: Option<String>,
    /// The value or outcome of a position, where that is wanted besides the position itself.
    pub worth: Option<String>,
    /// The table of a graph, where that is wanted besides the graph itself.
    pub table: Option<String>,
    /// The result as JSON, where that is wanted.
    pub data: Option<Box<RawValue>>,
    /// The result as JSON with the kinds of the values inside of it, or `None` if it is not wanted or says no more than `data`.
    pub tagged: Option<Box<RawValue>>,
    /// The name of the wanted notation, if it is not ASCII, and the result in it. The text is `None` if it is too long.
    pub written: Option<(&'static str, Option<String>)>,
}

impl WrittenResult {
    /// Returns the result alone, not written.
    pub fn bare(session: &Session, value: Value) -> WrittenResult {
        WrittenResult {
            kind: kind_of(&session.games, &value),
            value,
            text: None,
            worth: None,
            table: None,
            data: None,
            tagged: None,
            written: None,
        }
    }

    /// Returns the result as a person reads it: a position by its value.
    pub fn shown(session: &mut Session, value: Value) -> Result<WrittenResult, EvalError> {
        let text = match value {
            Value::Nothing => String::new(),
            ref value => session.text(value, session.printer.notation)?,
        };
        Ok(WrittenResult { text: Some(text), ..WrittenResult::bare(session, value) })
    }

    /// Returns the result as a program reads it: as JSON, and in ASCII, so that it reads back, a position both as it is
    /// written and by its value or outcome, a graph both as a literal and by its table. If the notation of the session
    /// is another one, also in that.
    pub fn exact(session: &mut Session, value: Value) -> Result<WrittenResult, EvalError> {
        let mut answer = WrittenResult::bare(session, value);
        answer.data = Some(raw(data_of(session, &answer.value)?));
        answer.tagged = tagged_data(session, &answer.value)?.map(raw);
        let notation = session.printer.notation;
        if notation != Notation::Ascii && !matches!(answer.value, Value::Nothing) {
            answer.written = Some((notation.name(), unless_long(session, |s| s.text(&answer.value, notation))?));
        }
        answer.text = match &answer.value {
            Value::Nothing => Some(String::new()),
            Value::Ruleset(ruleset) if matches!(**ruleset, Ruleset::Graph(_)) => {
                answer.table = unless_long(session, |s| s.text(&answer.value, Notation::Ascii))?;
                unless_long(session, |s| s.written(&answer.value, Notation::Ascii))?
            }
            Value::Position(_) => {
                answer.worth = unless_long(session, |s| s.text(&answer.value, Notation::Ascii))?;
                unless_long(session, |s| s.written(&answer.value, Notation::Ascii))?
            }
            value => unless_long(session, |s| s.text(value, Notation::Ascii))?,
        };
        Ok(answer)
    }
}

/// Returns a text that is known to be JSON.
fn raw(json: String) -> Box<RawValue> {
    RawValue::from_string(json).unwrap_or_default()
}

/// Returns the written text, if it is short enough to be read beside the data.
fn unless_long(
    session: &mut Session,
    write: impl FnOnce(&mut Session) -> Result<String, EvalError>,
) -> Result<Option<String>, EvalError> {
    const MOST_BYTES: usize = LONGEST_TEXT * 4;
    match session.within(Room::Whole(Some(MOST_BYTES)), write) {
        Ok(text) => Ok(Some(text).filter(|text| text.chars().nth(LONGEST_TEXT).is_none())),
        Err(EvalError::TooLong(_)) => Ok(None),
        Err(trouble) => Err(trouble),
    }
}

/// The outcome of a statement.
pub struct Evaluated {
    /// Its result, or why there is none.
    pub result: Result<WrittenResult, Box<Diagnostic>>,
    /// The warnings.
    pub warnings: Vec<Diagnostic>,
    /// The output of the statement, if it is captured.
    pub printed: String,
}

/// The parts of the answer to a line.
pub struct Reply<'a> {
    /// The id that came with it, as JSON.
    pub id: Option<&'a RawValue>,
    /// The statement, if it is to be shown.
    pub echo: Option<&'a str>,
    /// The result of the statement.
    pub evaluated: &'a Evaluated,
    /// The place of the statement.
    pub span: Span,
    /// The most bytes that an answer may have.
    pub most: Option<usize>,
}

impl<'a> Reply<'a> {
    /// Returns the answer on one line. Places are given in the text of the statement; an error in another text has a `file`.
    pub fn json(&self, sources: &Sources) -> String {
        let json = answers::line(&self.answer(sources));
        match self.most.filter(|&most| json.len() > most && self.evaluated.result.is_ok()) {
            Some(most) => refusal(self.id, &EvalError::TooLong(most).at(self.span, None), self.span.source, sources),
            None => json,
        }
    }

    /// Returns the answer.
    pub fn answer(&self, sources: &Sources) -> Answer<'a> {
        let Reply { id, echo: expr, evaluated, span, .. } = *self;
        let problem = |diagnostic: &Diagnostic| Problem::of(diagnostic, Some(span.source), sources);
        let printed = &*evaluated.printed;
        let warnings = evaluated.warnings.iter().map(problem).collect();
        match &evaluated.result {
            Ok(result) => Answer::Result(ResultAnswer {
                id,
                ok: true,
                expr,
                kind: result.kind,
                text: result.text.as_deref(),
                text_truncated: result.text.is_none(),
                notation: result.written.as_ref().map(|(name, _)| *name),
                written: result.written.as_ref().and_then(|(_, text)| text.as_deref()),
                value: result.worth.as_deref(),
                table: result.table.as_deref(),
                data: result.data.as_deref(),
                tagged: result.tagged.as_deref(),
                printed,
                warnings,
            }),
            Err(diagnostic) => {
                Answer::Failure(FailureAnswer { id, ok: false, expr, problem: problem(diagnostic), printed, warnings })
            }
        }
    }
}

/// Returns the answer to a line that could not be run.
pub fn refusal(id: Option<&RawValue>, diagnostic: &Diagnostic, source: SourceId, sources: &Sources) -> String {
    failure(id, Problem::of(diagnostic, Some(source), sources))
}

/// Returns the answer to a line that is no statement.
pub fn refused(id: Option<&RawValue>, code: ErrorCode, message: &str, help: Option<&str>) -> String {
    failure(id, Problem::new(code, message, help))
}

/// Returns an answer that consists of a problem.
pub fn failure(id: Option<&RawValue>, problem: Problem) -> String {
    answers::line(&FailureAnswer { id, ok: false, expr: None, problem, printed: "", warnings: Vec::new() })
}
