//! Results as JSON objects, one a line: what `cg batch` answers and what `--json` writes.

use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::{EvalError, Room, Session};
use crate::source::{SourceId, Sources, Span};
use crate::value::{Ruleset, Value};
use crate::visible;
use cg_engine::notation::Notation;

/// Characters beyond which a text is left out for a program, which has the data.
const LONGEST_TEXT: usize = 20_000;

/// The result of a statement, and how it is written.
pub struct Answer {
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
    pub data: Option<String>,
}

impl Answer {
    /// The result alone, not written.
    pub fn bare(session: &Session, value: Value) -> Answer {
        Answer { kind: session.kind(&value), value, text: None, worth: None, table: None, data: None }
    }

    /// The result as a person reads it: a position by its value.
    ///
    /// # Errors
    /// Limits; what the rules of a position say.
    pub fn shown(session: &mut Session, value: Value) -> Result<Answer, EvalError> {
        let text = match value {
            Value::Nothing => String::new(),
            ref value => session.text(value, session.printer.notation)?,
        };
        Ok(Answer { text: Some(text), ..Answer::bare(session, value) })
    }

    /// The result as a program reads it: as JSON, and in ASCII, so that it reads back, a position both as it is written
    /// and by its value or outcome, a graph both as a literal and by its table.
    ///
    /// # Errors
    /// Limits; what the rules of a position say.
    pub fn exact(session: &mut Session, value: Value) -> Result<Answer, EvalError> {
        let mut answer = Answer::bare(session, value);
        answer.data = Some(session.data(&answer.value)?);
        answer.text = match &answer.value {
            Value::Nothing => Some(String::new()),
            Value::Ruleset(ruleset) if matches!(**ruleset, Ruleset::Graph(_)) => {
                answer.table = unless_long(session, |s| s.text(&answer.value, Notation::Ascii))?;
                unless_long(session, |s| s.written(&answer.value, Notation::Ascii))?
            }
            Value::Position(p) => {
                let worth = session.worth_or_outcome(*p)?;
                answer.worth = unless_long(session, |s| s.written(&worth, Notation::Ascii))?;
                unless_long(session, |s| s.written(&answer.value, Notation::Ascii))?
            }
            value => unless_long(session, |s| s.text(value, Notation::Ascii))?,
        };
        Ok(answer)
    }
}

/// What is written, if it is short enough to be read beside the data.
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

/// What came of a statement.
pub struct Evaluated {
    /// Its result, or why there is none.
    pub result: Result<Answer, Box<Diagnostic>>,
    /// What it was warned of.
    pub warnings: Vec<Diagnostic>,
    /// What it printed, if that is captured.
    pub printed: String,
}

/// The answer to a line.
pub struct Reply<'a> {
    /// The id that came with it, as JSON.
    pub id: Option<&'a str>,
    /// The statement, where that is to be shown.
    pub echo: Option<&'a str>,
    /// What came of it.
    pub evaluated: &'a Evaluated,
    /// Where the statement stands.
    pub span: Span,
    /// The most bytes that an answer may have.
    pub most: Option<usize>,
}

impl Reply<'_> {
    /// The object, on one line. Places are given in the text of the statement; what went wrong elsewhere has a `file`.
    pub fn json(&self, sources: &Sources) -> String {
        let json = self.whole(sources);
        match self.most.filter(|&most| json.len() > most && self.evaluated.result.is_ok()) {
            Some(most) => refusal(self.id, &EvalError::TooLong(most).at(self.span, None), self.span.source, sources),
            None => json,
        }
    }

    fn whole(&self, sources: &Sources) -> String {
        let source = self.span.source;
        let mut object = Object::answer(self.id, self.evaluated.result.is_ok());
        if let Some(echo) = self.echo {
            object.text("expr", echo);
        }
        match &self.evaluated.result {
            Ok(answer) => {
                object.text("kind", answer.kind);
                match &answer.text {
                    Some(text) => object.text("text", text),
                    None => object.raw("text_truncated", "true"),
                }
                if let Some(worth) = &answer.worth {
                    object.text("value", worth);
                }
                if let Some(table) = &answer.table {
                    object.text("table", table);
                }
                if let Some(data) = &answer.data {
                    object.raw("data", data);
                }
            }
            Err(diagnostic) => object.diagnostic(diagnostic, source, sources),
        }
        if !self.evaluated.printed.is_empty() {
            object.text("printed", &self.evaluated.printed);
        }
        if !self.evaluated.warnings.is_empty() {
            let warning = |d: &Diagnostic| {
                let mut object = Object::default();
                object.diagnostic(d, source, sources);
                object.close()
            };
            let warnings: Vec<_> = self.evaluated.warnings.iter().map(warning).collect();
            object.raw("warnings", &format!("[{}]", warnings.join(",")));
        }
        object.close()
    }
}

/// The answer to a line that could not be run.
pub fn refusal(id: Option<&str>, diagnostic: &Diagnostic, source: SourceId, sources: &Sources) -> String {
    let mut object = Object::answer(id, false);
    object.diagnostic(diagnostic, source, sources);
    object.close()
}

/// The answer to a line that is no statement.
pub fn refused(id: Option<&str>, code: ErrorCode, message: &str, help: Option<&str>) -> String {
    let mut object = Object::answer(id, false);
    object.text("code", code.as_str());
    object.text("message", message);
    object.raw("help", &help.map_or_else(|| "null".into(), quoted));
    object.raw("span", "null");
    object.close()
}

/// A JSON object under construction, whose keys keep their order.
#[derive(Default)]
pub struct Object(String);

impl Object {
    fn answer(id: Option<&str>, ok: bool) -> Object {
        let mut object = Object::default();
        if let Some(id) = id {
            object.raw("id", id);
        }
        object.raw("ok", if ok { "true" } else { "false" });
        object
    }

    /// Adds a member that is JSON already.
    pub fn raw(&mut self, key: &str, json: &str) {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0 += &quoted(key);
        self.0.push(':');
        self.0 += json;
    }

    /// Adds a text.
    pub fn text(&mut self, key: &str, text: &str) {
        self.raw(key, &quoted(text));
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic, source: SourceId, sources: &Sources) {
        self.text("code", diagnostic.code.as_str());
        self.text("message", &diagnostic.message);
        let help = diagnostic.help.as_deref().map_or_else(|| "null".into(), quoted);
        self.raw("help", &help);
        let here = diagnostic.labels.iter().find(|l| l.span.source == source).map(|l| l.span);
        let span = here.or(diagnostic.span());
        self.raw("span", &span.map_or_else(|| "null".into(), |s| format!("[{},{}]", s.start, s.end)));
        if let Some(span) = span
            && span.source != source
            && let Some(other) = sources.get(span.source)
        {
            self.text("file", &other.name);
        }
        if !diagnostic.notes.is_empty() {
            let notes: Vec<_> = diagnostic.notes.iter().map(|n| quoted(n)).collect();
            self.raw("notes", &format!("[{}]", notes.join(",")));
        }
    }

    /// The object, every sign escaped that a terminal would obey.
    pub fn close(mut self) -> String {
        if self.0.is_empty() {
            self.0.push('{');
        }
        self.0.push('}');
        visible::json(&self.0).into_owned()
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
