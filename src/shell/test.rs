//! `cg test`: compares the expected results of scripts with the actual ones.
//!
//! Every file runs in a fresh session, from top to bottom, and goes on after a failure; files that it writes stay in
//! memory. Counted are every `#=>`
//! and every statement with a `check`; a statement that fails otherwise is a failure too.
//!
//! The text after `#=>` is judged by [`expected`]. With `--update` a result that is not the expected one is written in
//! its place, unless a limit or a mistake in the program itself kept it from being found.

use clap::Args;

use super::app::{App, Input, Meter, Status};
use super::cli::lossy;
use super::expected::{self, Verdict};
use super::files;
use super::interrupt::Interrupt;
use super::markdown::cg_blocks;
use super::paths::{self, Script};
use super::progress::StatusLine;
use super::report::{refuse, show};
use super::settings::Settings;
use super::update::{Edit, updated};
use super::world::{self, World};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::ReadyStatement;
use crate::guide::answers::{self, TestDifference, TestTally};
use crate::source::{Source, Span};
use crate::syntax::ast::Expected;
use crate::syntax::lexer::lex;
use crate::syntax::token::Lexeme;

/// The arguments of `cg test`.
#[derive(Clone, Debug, Args)]
pub struct TestArguments {
    /// Scripts, Markdown files, or directories of both; `-` is standard input
    #[arg(value_name = "PATH", required = true, value_parser = lossy())]
    paths: Vec<String>,
    /// Replace the results behind `#=>` by the actual ones
    #[arg(long)]
    update: bool,
}

/// The numbers of results.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    updated: usize,
}

/// Tests scripts, Markdown files and directories of both.
pub fn test(settings: &Settings, wanted: &TestArguments, interrupt: &Interrupt, meter: Meter) -> Status {
    if wanted.update && wanted.paths.iter().any(|path| path == "-") {
        refuse(settings, ErrorCode::CommandLine, "standard input is no file that can be updated", None);
        return Status::Wrong;
    }
    let (scripts, missing) = paths::scripts(&wanted.paths);
    let count = scripts.len();
    let mut status = Status::Fine;
    for message in &missing {
        refuse(settings, ErrorCode::IoRead, message, None);
        status = Status::Wrong;
    }
    let mut tally = Tally::default();
    let seen = StatusLine::new(!settings.json);
    for (i, mut script) in scripts.into_iter().enumerate() {
        let Tally { passed, failed, .. } = tally;
        seen.show(&format!("{} ({} of {}), {passed} passed, {failed} failed", script.path, i + 1, count));
        // The output of a script is compared; it is no part of the report.
        let mut app = App::open(settings, World::Rehearsed, interrupt, meter);
        let text;
        (script.path, text) = match Input::named(&script.path).read(&mut app) {
            Ok(read) => read,
            Err(unreadable) => {
                seen.erase();
                unreadable.report(settings);
                status = status.max(unreadable.status);
                if status == Status::Interrupted {
                    return status;
                }
                continue;
            }
        };
        let run = if script.is_markdown { cg_blocks(&text) } else { text.clone() };
        let edits = wanted.update.then(Vec::new);
        let mut file = TestedFile { app, tally: &mut tally, status: Status::Fine, edits, seen: &seen };
        file.run(&script, run.clone());
        if file.status != Status::Interrupted {
            file.write(&script, &text, &run);
        }
        status = status.max(file.status);
        std::mem::forget(file);
        if status == Status::Interrupted {
            return status;
        }
    }
    seen.erase();
    let Tally { passed, failed, updated } = tally;
    world::put_line(&match (settings.json, wanted.update) {
        (true, is_updated) => answers::line(&TestTally { passed, failed, updated: is_updated.then_some(updated) }),
        (false, true) => format!("{passed} passed, {failed} failed, {updated} updated"),
        (false, false) => format!("{passed} passed, {failed} failed"),
    });
    status
}

/// A file under test.
struct TestedFile<'a> {
    app: App,
    tally: &'a mut Tally,
    status: Status,
    /// The results to write; `None` if none is to be written.
    edits: Option<Vec<Edit>>,
    /// The progress of the test, which makes way for output.
    seen: &'a StatusLine,
}

impl TestedFile<'_> {
    fn run(&mut self, script: &Script, mut text: String) {
        loop {
            let (source, prepared) = self.app.prepare(&script.path, &text);
            let errors = || prepared.diagnostics.iter().filter(|d| d.is_error());
            // A line whose error is expected is taken out, and the rest read again.
            if let Some(line) = expected::line(&source, &prepared.diagnostics) {
                self.tally.passed += 1;
                text.replace_range(line.clone(), &" ".repeat(line.len()));
                continue;
            }
            if prepared.has_errors() {
                for diagnostic in errors() {
                    self.fail(&source, diagnostic.span(), "a script without errors", &said(diagnostic), &[]);
                }
                self.seen.erase();
                if !self.app.settings.json {
                    show(&prepared.diagnostics, self.app.sources(), &self.app.settings);
                }
                self.status = self.status.max(Status::of_text(&prepared));
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

    fn statement(&mut self, source: &Source, statement: &ReadyStatement) {
        let evaluated = self.app.evaluate(statement);
        let expected = statement.expected.as_ref();
        let answer = match evaluated.result {
            Err(diagnostic) if expected::is_error(statement, &diagnostic) => {
                self.tally.passed += 1;
                return;
            }
            Err(diagnostic) => {
                let says_something = !diagnostic.code.is_limit() && !diagnostic.code.is_internal();
                return match expected.filter(|_| self.edits.is_some() && says_something) {
                    Some(expected) => self.update(source, statement, expected, format!("error {}", diagnostic.code)),
                    None => self.failed(source, statement, &diagnostic),
                };
            }
            Ok(answer) => answer,
        };
        let Some(expected) = expected else {
            self.tally.passed += usize::from(has_check(source, statement));
            return;
        };
        let judge =
            |session: &mut _| expected::judge(session, statement.span, &answer.value, &evaluated.printed, expected);
        match self.app.aside(judge) {
            Ok(Verdict::Right) => self.tally.passed += 1,
            Ok(Verdict::Wrong(got)) if self.edits.is_some() => self.update(source, statement, expected, got),
            Ok(Verdict::Wrong(got)) => self.fail(source, Some(statement.span), expected.text.trim(), &got, &[]),
            Err(diagnostic) => self.failed(source, statement, &diagnostic),
        }
    }

    /// Notes a result to be written, and shows it beside the one that stands there.
    fn update(&mut self, source: &Source, statement: &ReadyStatement, expected: &Expected, result: String) {
        self.tally.updated += 1;
        self.show(source, Some(statement.span), [("was", expected.text.trim()), ("now", &result)], &[]);
        if let Some(edits) = &mut self.edits {
            edits.push(Edit { place: expected.span.range(), result });
        }
    }

    /// Writes the file again if there is anything to write.
    fn write(&mut self, script: &Script, text: &str, run: &str) {
        let Some(edits) = self.edits.as_deref().filter(|edits| !edits.is_empty()) else { return };
        if let Err(error) = files::replace(&script.path, &updated(text, run, edits)) {
            let message = format!("`{}` cannot be written: {error}", script.path);
            refuse(&self.app.settings, ErrorCode::IoWrite, &message, None);
            self.status = Status::Wrong;
        }
    }

    /// Reports a statement whose result could not be found, or not be compared.
    fn failed(&mut self, source: &Source, statement: &ReadyStatement, diagnostic: &Diagnostic) {
        if Status::of(diagnostic) == Status::Interrupted {
            self.status = Status::Interrupted;
        }
        let is_told = diagnostic.cause.is_some();
        if is_told && statement.expected.is_none() && !has_check(source, statement) {
            return;
        }
        let holds = if has_check(source, statement) { "a check that holds" } else { "no error" };
        let expected = statement.expected.as_ref().map_or(holds, |e| e.text.trim());
        let cause = diagnostic.cause.filter(|cause| cause.source == source.id);
        let got = match cause {
            Some(cause) => format!("nothing, because line {} failed", source.position(cause.start as usize).0),
            None => said(diagnostic),
        };
        self.fail(source, Some(statement.span), expected, &got, &diagnostic.notes);
    }

    fn fail(&mut self, source: &Source, place: Option<Span>, expected: &str, got: &str, notes: &[String]) {
        self.tally.failed += 1;
        self.status = self.status.max(Status::Failed);
        self.show(source, place, [("expected", expected), ("got", got)], notes);
    }

    /// Shows a statement with two results.
    fn show(&self, source: &Source, place: Option<Span>, results: [(&str, &str); 2], notes: &[String]) {
        self.seen.erase();
        let (line, column) = place.map_or((1, 1), |span| source.position(span.start as usize));
        let statement = place.map_or("", |span| source.slice(span)).lines().next().unwrap_or("");
        if self.app.settings.json {
            let of = |wanted| results.iter().find(|(name, _)| *name == wanted).map(|(_, result)| *result);
            return world::put_line(&answers::line(&TestDifference {
                file: &source.name,
                line,
                column,
                statement,
                expected: of("expected"),
                got: of("got"),
                was: of("was"),
                now: of("now"),
            }));
        }
        world::put_line(&format!("{}:{line}:{column}: {statement}", source.name));
        for (name, result) in results {
            world::put_line(&format!("    {name:8}  {}", result.replace('\n', "\n              ")));
        }
        for note in notes {
            world::put_line(&format!("              {note}"));
        }
    }
}

fn said(diagnostic: &Diagnostic) -> String {
    format!("error {}: {}", diagnostic.code, diagnostic.message)
}

/// Returns `true` if a statement is a `check` or contains one.
fn has_check(source: &Source, statement: &ReadyStatement) -> bool {
    let text = source.slice(statement.span);
    text.contains("check") && lex(text).iter().any(|lexed| lexed.kind == Lexeme::Check)
}
