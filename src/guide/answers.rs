//! Answers for programs: the JSON objects that `cg batch`, `--json` and the page in the browser write.
//!
//! `grammar/answers.md` describes them for people and `grammar/answers.schema.json`, which a test generates from these types,
//! for programs.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::source::{SourceId, Sources};
use crate::visible;

#[cfg(test)]
pub mod schema;
#[cfg(test)]
use schema::kind_schema;

/// The answer to a line or a statement.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Answer<'a> {
    /// The result.
    Result(ResultAnswer<'a>),
    /// The reason why there is none.
    Failure(FailureAnswer<'a>),
}

/// A result.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ResultAnswer<'a> {
    /// The id of the request, exactly as it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<serde_json::Value>"))]
    pub id: Option<&'a RawValue>,
    /// `true`.
    #[cfg_attr(test, schemars(extend("const" = true)))]
    pub ok: bool,
    /// The statement, with `--echo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expr: Option<&'a str>,
    /// The kind of the result.
    #[cfg_attr(test, schemars(schema_with = "kind_schema"))]
    pub kind: &'static str,
    /// The result in ASCII, which reads back as the same value; empty for nothing. Missing if it is longer than 20 000
    /// characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'a str>,
    /// `true` if `text` is missing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub text_truncated: bool,
    /// The notation that `--notation` names, unless it is ASCII.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<&'static str>,
    /// The result in that notation, as a person reads it: a position by its value. Missing if it is longer than 20 000
    /// characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<&'a str>,
    /// The value or the outcome of a position, in ASCII.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<&'a str>,
    /// The table of a graph, as a person reads it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<&'a str>,
    /// The result as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<schema::Data>"))]
    pub data: Option<&'a RawValue>,
    /// The result as JSON with the kinds of the values inside of it. Missing if `data` has the same information.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<schema::Tagged>"))]
    pub tagged: Option<&'a RawValue>,
    /// The text that the statement printed.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub printed: &'a str,
    /// The warnings about the statement.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Problem>,
}

/// The reason why there is no result.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FailureAnswer<'a> {
    /// The id of the request, exactly as it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<serde_json::Value>"))]
    pub id: Option<&'a RawValue>,
    /// `false`.
    #[cfg_attr(test, schemars(extend("const" = false)))]
    pub ok: bool,
    /// The statement, with `--echo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expr: Option<&'a str>,
    /// The error.
    #[serde(flatten)]
    pub problem: Problem,
    /// The text that the statement printed before it failed.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub printed: &'a str,
    /// The warnings about the statement.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Problem>,
}

/// An error or a warning.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Problem {
    /// The code, such as `name::unknown`, which `cg explain` explains.
    pub code: &'static str,
    /// The message, in one line.
    pub message: String,
    /// An advice: one thing to do.
    pub help: Option<String>,
    /// The place in bytes of the text in UTF-8: the first, and the one after the last.
    pub span: Option<[u32; 2]>,
    /// The place in characters, counted like `span`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub characters: Option<[usize; 2]>,
    /// The line where the place begins, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column where the place begins, from 1, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The name of the text with the place, if it is not the statement itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Further remarks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Problem {
    /// Returns a problem without a place.
    pub fn new(code: ErrorCode, message: impl Into<String>, help: Option<&str>) -> Problem {
        Problem {
            code: code.as_str(),
            message: message.into(),
            help: help.map(str::to_string),
            span: None,
            characters: None,
            line: None,
            column: None,
            file: None,
            notes: Vec::new(),
        }
    }

    /// Returns the problem of a diagnostic, with a place in the text `home` if it has one there. A place in another text has
    /// that text's name; without a `home`, all have.
    pub fn of(diagnostic: &Diagnostic, home: Option<SourceId>, sources: &Sources) -> Problem {
        let mut problem = Problem::new(diagnostic.code, &*diagnostic.message, diagnostic.help.as_deref());
        problem.notes.clone_from(&diagnostic.notes);
        let here = diagnostic.labels.iter().map(|label| label.span).find(|span| Some(span.source) == home);
        let Some(span) = here.or(diagnostic.span()) else { return problem };
        problem.span = Some([span.start, span.end]);
        if let Some(source) = sources.get(span.source) {
            let characters = |byte: u32| source.text[..source.text.floor_char_boundary(byte as usize)].chars().count();
            let (line, column) = source.position(span.start as usize);
            problem.characters = Some([span.start, span.end].map(characters));
            (problem.line, problem.column) = (Some(line), Some(column));
            problem.file = (Some(span.source) != home).then(|| source.name.to_string());
        }
        problem
    }
}

/// A statement of `cg test --json` whose result is not the expected one.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TestDifference<'a> {
    /// The script.
    pub file: &'a str,
    /// The line of the statement, from 1.
    pub line: usize,
    /// The column of the statement, from 1, in characters.
    pub column: usize,
    /// The first line of the statement.
    pub statement: &'a str,
    /// The expected result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<&'a str>,
    /// The actual result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub got: Option<&'a str>,
    /// With `--update`, the expected result before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<&'a str>,
    /// With `--update`, the expected result now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<&'a str>,
}

/// The last line of `cg test --json`.
#[derive(Clone, Copy, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TestTally {
    /// The number of statements with the expected result.
    pub passed: usize,
    /// The number of other statements.
    pub failed: usize,
    /// With `--update`, the number of results that were written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated: Option<usize>,
}

/// Returns an answer on one line. Characters that would control a terminal are escaped.
pub fn line(answer: &impl Serialize) -> String {
    // Every map has texts as keys and no field can fail, so these types can always be written.
    let text = serde_json::to_string(answer).unwrap_or_default();
    visible::json(&text).into_owned()
}
