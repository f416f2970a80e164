//! The check that a statement gives the result written after its `#=>`.
//!
//! It is right if it is
//! - the statement's value as it prints, in ASCII or Unicode, by itself or inside a list;
//! - an expression of the same value: `1/2 + 1/2  #=> 1`, `K(5)  #=> nim_sum(1, 5)`;
//! - for a statement without a value, its output, or `nothing`;
//! - `error`, or `error code`, for a statement that must fail, with that code:
//!   `1/0  #=> error number::division-by-zero`; after a colon words may follow that the message or the help must
//!   contain: `1/0  #=> error: divides by zero`. Where the source itself is wrong, the statement must stand on one
//!   line.
//!
//! Blanks count as one, and lines of a printed text may be joined by blanks. A comment may stand behind the result.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Label};
use crate::eval::{ReadyStatement, Session};
use crate::show::worth_or_outcome;
use crate::source::{Source, Span};
use crate::syntax::ast::Expected;
use crate::syntax::lexer::lex;
use crate::syntax::token::Lexeme;
use crate::value::Value;
use cg_engine::notation::Notation;

/// The result of a comparison.
pub enum Verdict {
    /// The result is as expected.
    Right,
    /// The result that came instead.
    Wrong(String),
}

/// Compares a result, and the output before it, with the expected one. The caller drops the output of computing that.
///
/// # Errors
/// A diagnostic about writing the result, or a limit reached while computing the expected one.
pub fn judge(
    session: &mut Session,
    span: Span,
    value: &Value,
    printed: &str,
    expected: &Expected,
) -> Result<Verdict, Box<Diagnostic>> {
    let bare: Vec<&str> = expected.text.lines().map(|line| split_comment(line).0).collect();
    let bare = bare.join("\n");
    // Printed text may contain the sign of a comment, so the whole line is compared too.
    let is_wanted = |text: &str| same(text, &expected.text) || same(text, &bare);
    if matches!(value, Value::Nothing) {
        let right = is_wanted(printed) || bare.trim() == "nothing";
        let got = || if printed.is_empty() { "nothing" } else { printed.trim_end() };
        return Ok(if right { Verdict::Right } else { Verdict::Wrong(got().to_string()) });
    }
    let written = session.examine(span, |session| {
        let mut all = Vec::new();
        for notation in [Notation::Ascii, Notation::Unicode] {
            all.push(session.text(value, notation)?);
            all.push(session.written(value, notation)?);
        }
        Ok(all)
    })?;
    if written.iter().any(|text| is_wanted(text)) || equals(session, value, expected)? {
        return Ok(Verdict::Right);
    }
    Ok(Verdict::Wrong(written.into_iter().next().unwrap_or_default()))
}

/// Splits a line of an expected result before the comment behind it, and the blanks before that.
pub fn split_comment(line: &str) -> (&str, &str) {
    let comment = lex(line).into_iter().find(|lexed| lexed.kind == Lexeme::Comment);
    let start = comment.map_or(line.len(), |comment| comment.start as usize);
    line.split_at(line[..start].trim_end().len())
}

/// Returns `true` if the expected text is an expression of this value.
fn equals(session: &mut Session, value: &Value, expected: &Expected) -> Result<bool, Box<Diagnostic>> {
    let source = session.sources.add("<expected>", expected.text.trim());
    let equal = equals_text(session, value, &source);
    session.sources.forget(source.id);
    equal.map_err(|mut diagnostic| {
        // The text that it quotes is gone; the expected result stands in the script too.
        diagnostic.labels = vec![Label { span: expected.span, text: "when this is computed".into() }];
        diagnostic
    })
}

fn equals_text(session: &mut Session, value: &Value, source: &Source) -> Result<bool, Box<Diagnostic>> {
    let prepared = session.prepare(source);
    let [statement] = &prepared.statements[..] else { return Ok(false) };
    if prepared.has_errors() || statement.is_definition() {
        return Ok(false);
    }
    let other = match session.execute(statement).result {
        Ok(other) => other,
        Err(diagnostic) if diagnostic.code.is_limit() => return Err(diagnostic),
        Err(_) => return Ok(false),
    };
    same_worth(session, value, &other, statement.span)
}

/// Returns `true` if two results are the same, or are positions of equal worth; `span` is the place of the question.
///
/// # Errors
/// A limit that was reached.
pub fn same_worth(session: &mut Session, a: &Value, b: &Value, span: Span) -> Result<bool, Box<Diagnostic>> {
    if a == b {
        return Ok(true);
    }
    let mut worth = |value: &Value| match value {
        Value::Position(p) => match session.examine(span, |s| worth_or_outcome(s, *p)) {
            Err(diagnostic) if diagnostic.code.is_limit() => Err(diagnostic),
            worth => Ok(worth.ok()),
        },
        value => Ok(Some(value.clone())),
    };
    let (a, b) = (worth(a)?, worth(b)?);
    Ok(a.is_some() && a == b)
}

/// Returns `true` if the error is the one that is expected of a statement.
pub fn is_error(statement: &ReadyStatement, diagnostic: &Diagnostic) -> bool {
    statement.expected.as_ref().and_then(|e| WantedError::of(&e.text)).is_some_and(|wanted| wanted.fits(diagnostic))
}

/// The error that is expected; an empty part is any.
struct WantedError<'a> {
    code: &'a str,
    /// Words of its code, message or help.
    words: &'a str,
}

impl WantedError<'_> {
    /// Returns the error behind `#=>`: `error`, `error code`, `error code: words` or `error: words`. `None` for a
    /// result.
    fn of(expected: &str) -> Option<WantedError<'_>> {
        let rest = expected.trim().strip_prefix("error")?;
        if let Some(words) = rest.strip_prefix(':').filter(|words| !words.starts_with(':')) {
            return Some(WantedError { code: "", words: words.trim() });
        }
        if !rest.is_empty() && !rest.starts_with(' ') {
            return None;
        }
        let (code, words) = rest.split_once(": ").unwrap_or((rest, ""));
        Some(WantedError { code: code.split_whitespace().next().unwrap_or(""), words: words.trim() })
    }

    fn fits(&self, error: &Diagnostic) -> bool {
        let code = error.code.as_str();
        let said = [code, &error.message, error.help.as_deref().unwrap_or("")];
        (self.code.is_empty() || self.code == code) && said.iter().any(|text| text.contains(self.words))
    }
}

/// Returns the first line of a wrong statement whose `#=>` expects that error. Each line is examined once, however much
/// is wrong with it.
pub fn line(source: &Source, diagnostics: &[Diagnostic]) -> Option<Range<usize>> {
    let text = &*source.text;
    let mut last: Option<(Range<usize>, Option<WantedError<'_>>)> = None;
    for diagnostic in diagnostics.iter().filter(|d| d.is_error()) {
        let Some(span) = diagnostic.span().filter(|s| s.source == source.id) else { continue };
        let at = span.start as usize;
        let (line, wanted) = match last.take().filter(|(line, _)| line.start <= at && at <= line.end) {
            Some(known) => known,
            None => {
                let Some((before, after)) = text.split_at_checked(at) else { continue };
                let start = before.rfind('\n').map_or(0, |i| i + 1);
                let end = after.find('\n').map_or(text.len(), |i| at + i);
                let expected = text[start..end].split_once("#=>");
                (start..end, expected.and_then(|(_, expected)| WantedError::of(expected)))
            }
        };
        if wanted.as_ref().is_some_and(|wanted| wanted.fits(diagnostic)) {
            return Some(line);
        }
        last = Some((line, wanted));
    }
    None
}

fn same(text: &str, expected: &str) -> bool {
    text.split_whitespace().eq(expected.split_whitespace())
}
