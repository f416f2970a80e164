//! `cg test`: compares what scripts say with what comes.
//!
//! Every file runs in a fresh session, from top to bottom, and goes on after a failure; files that it writes stay in
//! memory. Counted are every `#=>`
//! and every statement with a `check`; a statement that fails otherwise is a failure too.
//!
//! What stands after `#=>` is right if it is
//! - what the statement's value prints as, in ASCII or Unicode, by itself or inside a list;
//! - an expression of the same value: `1/2 + 1/2  #=> 1`, `K(5)  #=> nim_sum(1, 5)`;
//! - for a statement without a value, what it printed, or `nothing`;
//! - `error`, or `error code`, for a statement that must fail, with that code: `1/0  #=> error
//!   number::division-by-zero`. Where the source itself is wrong, the statement must stand on one line.
//!
//! Blanks count as one, and lines of a printed text may be joined by blanks.

use super::desk::{Desk, Meter, Status};
use super::interrupt::Interrupt;
use super::markdown::cg_blocks;
use super::paths::{self, Script};
use super::reply::Object;
use super::settings::Settings;
use super::world::{self, World};
use crate::diagnostic::Diagnostic;
use crate::language::{Statement, Value};
use crate::notation::Notation;
use crate::source::{Source, Span};
use crate::syntax::lexer::lex;
use crate::syntax::token::Lexeme;

/// What was counted.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
}

/// Tests scripts, Markdown files and directories of both.
pub fn test(settings: &Settings, paths: &[String], interrupt: &Interrupt, meter: Meter) -> Status {
    let (scripts, missing) = paths::scripts(paths);
    let mut status = Status::Fine;
    for message in &missing {
        world::complain(&format!("cg: {message}"));
        status = Status::Wrong;
    }
    let mut tally = Tally::default();
    for script in &scripts {
        let text = match world::read_text(&script.path) {
            Ok(text) => text,
            Err(error) => {
                world::complain(&format!("cg: {}", world::unreadable(&script.path, &error)));
                status = status.max(Status::Wrong);
                continue;
            }
        };
        let text = if script.is_markdown { cg_blocks(&text) } else { text };
        // What a script prints is part of what is compared, not of the report.
        let desk = Desk::open(settings, World::Rehearsed, interrupt, meter);
        let mut file = File { desk, tally: &mut tally, status: Status::Fine };
        file.run(script, text);
        status = status.max(file.status);
        std::mem::forget(file);
        if status == Status::Interrupted {
            return status;
        }
    }
    if settings.json {
        world::put_line(&format!("{{\"passed\":{},\"failed\":{}}}", tally.passed, tally.failed));
    } else {
        world::put_line(&format!("{} passed, {} failed", tally.passed, tally.failed));
    }
    status
}

/// A file under test.
struct File<'a> {
    desk: Desk,
    tally: &'a mut Tally,
    status: Status,
}

impl File<'_> {
    fn run(&mut self, script: &Script, mut text: String) {
        loop {
            let (source, prepared) = self.desk.prepare(&script.path, &text);
            let errors = || prepared.diagnostics.iter().filter(|d| d.is_error());
            // A line whose error is expected is taken out, and the rest read again.
            let expected = errors().find_map(|d| expected_line(&source, d));
            if let Some((start, end)) = expected {
                self.tally.passed += 1;
                let blank: String = text[start..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
                text.replace_range(start..end, &blank);
                continue;
            }
            if prepared.has_errors() {
                for diagnostic in errors() {
                    self.fail(&source, diagnostic.span(), "a script without errors", &said(diagnostic), &[]);
                }
                self.desk.report(&prepared.diagnostics);
                self.status = self.status.max(Status::Wrong);
                return;
            }
            for statement in &prepared.statements {
                self.statement(&source, statement);
                if self.status == Status::Interrupted {
                    return;
                }
            }
            return;
        }
    }

    fn statement(&mut self, source: &Source, statement: &Statement) {
        let evaluated = self.desk.evaluate(statement);
        let expected = statement.expected.as_ref().map(|e| e.text.trim());
        let wanted_error = expected.and_then(error_code);
        match (evaluated.result, expected) {
            (Err(diagnostic), _) if wanted_error.is_some_and(|code| matches_code(code, diagnostic.code)) => {
                self.tally.passed += 1;
            }
            (Err(diagnostic), expected) => {
                if Status::of(&diagnostic) == Status::Interrupted {
                    self.status = Status::Interrupted;
                }
                let holds = if has_check(source, statement) { "a check that holds" } else { "no error" };
                let place = diagnostic.span().filter(|s| s.source == source.id).unwrap_or(statement.span);
                let got = said(&diagnostic);
                self.fail(source, Some(place), expected.unwrap_or(holds), &got, &diagnostic.notes);
            }
            (Ok(answer), Some(expected)) => {
                match self.compare(statement, &answer.value, &evaluated.printed, expected) {
                    None => self.tally.passed += 1,
                    Some(got) => self.fail(source, Some(statement.span), expected, &got, &[]),
                }
            }
            (Ok(_), None) => self.tally.passed += usize::from(has_check(source, statement)),
        }
    }

    /// What came, if it is not what was expected.
    fn compare(&mut self, statement: &Statement, value: &Value, printed: &str, expected: &str) -> Option<String> {
        if matches!(value, Value::Nothing) {
            let right = same(printed, expected) || expected == "nothing";
            return (!right).then(|| joined(printed));
        }
        let written = self.desk.during(|session| {
            session.examine(statement.span, |session| {
                let mut all = Vec::new();
                for notation in [Notation::Ascii, Notation::Unicode] {
                    all.push(session.text(value, notation)?);
                    all.push(session.written(value, notation)?);
                }
                Ok(all)
            })
        });
        let written = match written {
            Ok(written) => written,
            Err(diagnostic) => return Some(said(&diagnostic)),
        };
        if written.iter().any(|text| same(text, expected)) || self.equals(value, expected) {
            return None;
        }
        Some(written.into_iter().next().unwrap_or_default())
    }

    /// Whether the expected text is an expression of this value.
    fn equals(&mut self, value: &Value, expected: &str) -> bool {
        let (_, prepared) = self.desk.prepare("<expected>", expected);
        let [statement] = &prepared.statements[..] else { return false };
        if prepared.has_errors() || statement.is_definition() {
            return false;
        }
        let Ok(answer) = self.desk.evaluate(statement).result else { return false };
        self.desk.same_worth(value, &answer.value, statement.span)
    }

    fn fail(&mut self, source: &Source, place: Option<Span>, expected: &str, got: &str, notes: &[String]) {
        self.tally.failed += 1;
        self.status = self.status.max(Status::Failed);
        let (line, column) = place.map_or((1, 1), |span| source.position(span.start as usize));
        let statement = place.map_or("", |span| source.slice(span)).lines().next().unwrap_or("");
        if self.desk.settings.json {
            let mut object = Object::default();
            object.text("file", &source.name);
            object.raw("line", &line.to_string());
            object.raw("column", &column.to_string());
            object.text("statement", statement);
            object.text("expected", expected);
            object.text("got", got);
            return world::put_line(&object.close());
        }
        world::put_line(&format!("{}:{line}:{column}: {statement}", source.name));
        world::put_line(&format!("    expected  {expected}\n    got       {}", got.replace('\n', "\n              ")));
        for note in notes {
            world::put_line(&format!("              {note}"));
        }
    }
}

fn said(diagnostic: &Diagnostic) -> String {
    format!("error {}: {}", diagnostic.code, diagnostic.message)
}

/// `error code` as a code; `error` alone as an empty one.
fn error_code(expected: &str) -> Option<&str> {
    let rest = expected.strip_prefix("error")?;
    let rest = rest.strip_prefix(':').filter(|r| !r.starts_with(':')).unwrap_or(rest);
    let code = rest.trim();
    (rest.is_empty() || rest.starts_with(' ')).then_some(code.split_whitespace().next().unwrap_or(""))
}

fn matches_code(wanted: &str, code: &str) -> bool {
    wanted.is_empty() || wanted == code
}

/// The line of a wrong statement whose `#=>` expects that error.
fn expected_line(source: &Source, diagnostic: &Diagnostic) -> Option<(usize, usize)> {
    let at = diagnostic.span().filter(|s| s.source == source.id)?.start as usize;
    let text = &*source.text;
    let start = text.get(..at)?.rfind('\n').map_or(0, |i| i + 1);
    let end = text[at..].find('\n').map_or(text.len(), |i| at + i);
    let (_, expected) = text[start..end].split_once("#=>")?;
    let code = error_code(expected.trim())?;
    matches_code(code, diagnostic.code).then_some((start, end))
}

/// Whether a statement is a `check` or holds one.
fn has_check(source: &Source, statement: &Statement) -> bool {
    let text = source.slice(statement.span);
    text.contains("check") && lex(text).iter().any(|lexed| lexed.kind == Lexeme::Check)
}

fn same(text: &str, expected: &str) -> bool {
    text.split_whitespace().eq(expected.split_whitespace())
}

fn joined(text: &str) -> String {
    if text.is_empty() { "nothing".into() } else { text.trim_end().to_string() }
}
