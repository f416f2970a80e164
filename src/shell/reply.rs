//! Results as JSON objects, one a line: what `cg batch` answers and what `--json` writes.

use super::desk::Evaluated;
use crate::diagnostic::Diagnostic;
use crate::language::{Ruleset, Session, Trouble, Value};
use crate::notation::Notation;
use crate::source::{SourceId, Sources};
use crate::visible;

/// The result of a statement, and how it is written.
pub struct Answer {
    /// The result.
    pub value: Value,
    /// Its kind.
    pub kind: &'static str,
    /// The result as text.
    pub text: String,
    /// The value or outcome of a position, where that is wanted besides the position itself.
    pub worth: Option<String>,
    /// The table of a graph, where that is wanted besides the graph itself.
    pub table: Option<String>,
}

impl Answer {
    /// The result as a person reads it: a position by its value.
    ///
    /// # Errors
    /// Limits; what the rules of a position say.
    pub fn shown(session: &mut Session, value: Value) -> Result<Answer, Trouble> {
        let text =
            if matches!(value, Value::Nothing) { String::new() } else { session.text(&value, session.notation)? };
        Ok(Answer { kind: session.kind(&value), value, text, worth: None, table: None })
    }

    /// The result as a program reads it: in ASCII, so that it reads back, a position both as it is written and by its
    /// value or outcome, a graph both as a literal and by its table.
    ///
    /// # Errors
    /// Limits; what the rules of a position say.
    pub fn exact(session: &mut Session, value: Value) -> Result<Answer, Trouble> {
        let kind = session.kind(&value);
        let mut table = None;
        let (text, worth) = match &value {
            Value::Nothing => (String::new(), None),
            Value::Ruleset(ruleset) if matches!(**ruleset, Ruleset::Graph(_)) => {
                table = Some(session.text(&value, Notation::Ascii)?);
                (session.written(&value, Notation::Ascii)?, None)
            }
            Value::Position(p) => {
                let text = session.written(&value, Notation::Ascii)?;
                let worth = session.worth_or_outcome(*p)?;
                (text, Some(session.written(&worth, Notation::Ascii)?))
            }
            _ => (session.text(&value, Notation::Ascii)?, None),
        };
        Ok(Answer { value, kind, text, worth, table })
    }
}

/// The answer to a line.
pub struct Reply<'a> {
    /// The id that came with it, as JSON.
    pub id: Option<&'a str>,
    /// What came of it.
    pub evaluated: &'a Evaluated,
}

impl Reply<'_> {
    /// The object, on one line. Places are given in the text `source`; what went wrong elsewhere has a `file`.
    pub fn json(&self, source: SourceId, sources: &Sources) -> String {
        let mut object = match &self.evaluated.result {
            Ok(answer) => {
                let mut object = Object::answer(self.id, true);
                object.text("kind", answer.kind);
                object.text("text", &answer.text);
                if let Some(worth) = &answer.worth {
                    object.text("value", worth);
                }
                if let Some(table) = &answer.table {
                    object.text("table", table);
                }
                object
            }
            Err(diagnostic) => {
                let mut object = Object::answer(self.id, false);
                object.diagnostic(diagnostic, source, sources);
                object
            }
        };
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

/// The answer to a line that could not even be read.
pub fn unreadable(code: &str, message: &str) -> String {
    let mut object = Object::answer(None, false);
    object.text("code", code);
    object.text("message", message);
    object.raw("help", "null");
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
        self.text("code", diagnostic.code);
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
