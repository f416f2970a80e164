//! `cg batch`: a filter for other programs.
//!
//! A line is a statement, or several, or a [`Request`]; every line is answered by one JSON object on one line, in order
//! and at once, errors included. The answer is that of the line's last statement; `printed` and `warnings` are gathered
//! from all of them. A line that begins with `where` is read with the definition on the line before it, which is then defined
//! again: the answer to that line has been given. All lines share a session, or with `--jobs` several processes, each with a session of its own.

mod done;
mod jobs;
mod request;

use std::io::{self, StdinLock};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use clap::Args;

use self::done::Done;
use self::request::Request;
use super::app::{App, Input, Meter, Status};
use super::cli::lossy;
use super::interrupt::Interrupt;
use super::repl::goes_on;
use super::reply::{self, Evaluated, Reply, WrittenResult};
use super::report::refuse;
use super::settings::{Settings, threads};
use super::world::{self, World};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::{Prepared, guard};
use crate::source::Span;
use crate::value::Value;

/// A line of the input; `None` at its end. A line that is no text is a sentence about it.
type BatchLine = io::Result<Option<Result<String, String>>>;

/// The arguments of `cg batch`.
#[derive(Clone, Debug, Args)]
pub struct BatchArguments {
    /// Scripts to run before the first line; all lines may use their names
    #[arg(value_name = "FILE", value_parser = lossy())]
    files: Vec<String>,
    /// Answer lines in N processes at once; lines may then use only names that the files define
    // Without this option one process answers all lines in one session.
    #[arg(long, short, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    jobs: Option<usize>,
    /// Skip the lines whose id is answered in this file, the output of an earlier run
    #[arg(long, value_name = "FILE", value_parser = lossy())]
    done: Vec<String>,
    /// Answer the lines of another process
    #[arg(long = "worker", hide = true)]
    is_worker: bool,
}

/// Runs the files that are named, then answers standard input to its end.
pub fn batch(settings: &Settings, wanted: &BatchArguments, meter: Meter) -> Status {
    let interrupt = if wanted.is_worker { Interrupt::ignore() } else { Interrupt::install(false) };
    let mut app = App::open(settings, World::Captured, &interrupt, meter);
    let status = load(&mut app, &wanted.files);
    if status != Status::Fine {
        return status;
    }
    let done = match Done::read(&wanted.done) {
        Ok(done) => done,
        Err(message) => {
            refuse(settings, ErrorCode::IoRead, &message, None);
            return Status::Wrong;
        }
    };
    if done.is_torn {
        // Later additions to that file begin on a line of its own.
        world::put_line("");
    }
    match wanted.jobs {
        Some(jobs) => {
            // The mistakes in the files have been reported once; each process runs the files again for itself.
            drop(app);
            jobs::share(settings, &wanted.files, jobs, done)
        }
        None if wanted.is_worker => {
            let lines = lines_of_the_parent();
            answer_all(&mut app, false, || lines.recv().unwrap_or(Ok(None)))
        }
        None => {
            let mut input: StdinLock = io::stdin().lock();
            answer_all(&mut app, true, || done.next(&mut input))
        }
    }
}

/// Runs scripts for their definitions: only errors are shown, not results.
fn load(app: &mut App, files: &[String]) -> Status {
    for file in files {
        let (name, text) = match Input::File(file.clone()).read(app) {
            Ok(read) => read,
            Err(unreadable) => {
                unreadable.report(&app.settings);
                return unreadable.status;
            }
        };
        let (_, prepared) = app.prepare(&name, &text);
        app.report(&prepared.diagnostics);
        if prepared.has_errors() {
            return Status::Wrong;
        }
        for statement in &prepared.statements {
            let evaluated = app.perform(statement);
            app.report(&evaluated.warnings);
            if let Err(diagnostic) = evaluated.result {
                let status = Status::of(&diagnostic);
                app.report(&[*diagnostic]);
                return status;
            }
        }
    }
    Status::Fine
}

/// Returns the lines that the parent sends. It closes the pipe when it has all answers, or when it is no more: then
/// this process ends, whatever it is computing.
fn lines_of_the_parent() -> Receiver<BatchLine> {
    let (sender, lines) = sync_channel(0);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            match world::next_line(&mut input) {
                Ok(None) | Err(_) => std::process::exit(0),
                line => {
                    if sender.send(line).is_err() {
                        return;
                    }
                }
            }
        }
    });
    lines
}

/// Answers each line until there is none; `may_define` says whether a line may give names a meaning.
fn answer_all(app: &mut App, may_define: bool, mut next: impl FnMut() -> BatchLine) -> Status {
    let mut before = String::new();
    loop {
        match next() {
            Ok(None) => return Status::Fine,
            Ok(Some(Ok(line))) => {
                let line = if goes_on(&before, &line) { format!("{before}\n{line}") } else { line };
                before.clone_from(&line);
                let (answer, status) = answer_line(app, line, may_define);
                world::put_line(&answer);
                if status == Status::Interrupted {
                    return status;
                }
            }
            Ok(Some(Err(message))) => world::put_line(&unreadable(&message)),
            Err(error) => return cannot_read(&app.settings, &error),
        }
    }
}

/// Returns the answer to a line, within the limits that it brings.
fn answer_line(app: &mut App, line: String, may_define: bool) -> (String, Status) {
    match Request::read(line) {
        Ok(request) => limited(app, &request, |app| {
            let refused = |panic: String| reply::refused(request.id(), ErrorCode::InternalPanic, &panic, None);
            guard(|| answer(app, &request, may_define)).unwrap_or_else(|panic| (refused(panic), Status::Failed))
        }),
        Err(misfit) => (misfit.answer(), Status::Fine),
    }
}

/// Returns the answer to a line that is no text.
fn unreadable(message: &str) -> String {
    reply::refused(None, ErrorCode::IoRead, message, None)
}

fn cannot_read(settings: &Settings, error: &io::Error) -> Status {
    refuse(settings, ErrorCode::IoRead, &format!("standard input cannot be read: {error}"), None);
    Status::Wrong
}

/// Works within the limits that a request brings.
fn limited<T>(app: &mut App, request: &Request, work: impl FnOnce(&mut App) -> T) -> T {
    if request.timeout.is_none() && request.memory.is_none() {
        return work(app);
    }
    let usual = (app.settings.timeout, app.settings.memory);
    app.settings.timeout = request.timeout.unwrap_or(usual.0);
    app.settings.memory = request.memory.or(usual.1);
    app.apply();
    let done = work(app);
    (app.settings.timeout, app.settings.memory) = usual;
    app.apply();
    done
}

/// Returns the answer to a line.
#[cfg(fuzzing)]
pub fn line(app: &mut App, line: &str) -> String {
    answer_line(app, line.into(), true).0
}

fn answer(app: &mut App, request: &Request, may_define: bool) -> (String, Status) {
    app.session.settle();
    let (source, prepared) = app.prepare_line("<batch>", &request.expression);
    let Prepared { statements, diagnostics, .. } = prepared;
    let (errors, warnings): (Vec<_>, Vec<_>) = diagnostics.into_iter().partition(Diagnostic::is_error);
    let nothing = WrittenResult {
        text: Some(String::new()),
        data: Some(Box::default()),
        ..WrittenResult::bare(&app.session, Value::Nothing)
    };
    let mut whole = Evaluated { result: Ok(nothing), warnings, printed: String::new() };
    let definition = statements.iter().find(|statement| statement.is_definition());
    let keeps = may_define && errors.is_empty() && definition.is_some();
    let mut span = Span::new(source.id, 0, source.text.len());
    if let Some(error) = errors.into_iter().next() {
        whole.result = Err(Box::new(error));
    } else if let Some(definition) = definition.filter(|_| !may_define) {
        let message = "with `--jobs` a line cannot define anything, since other processes answer the lines after it";
        let error = Diagnostic::error(ErrorCode::BatchDefinition, definition.span, message, "a definition")
            .help("define it in a file that is named: `cg batch --jobs 2 rules.cg`");
        whole.result = Err(Box::new(error));
    } else {
        for statement in &statements {
            span = statement.span;
            let evaluated = app.evaluate_exactly(statement);
            whole.printed += &evaluated.printed;
            whole.warnings.extend(evaluated.warnings);
            whole.result = evaluated.result;
            if whole.result.is_err() {
                break;
            }
        }
    }
    let status = whole.result.as_ref().map_or_else(|d| Status::of(d), |_| Status::Fine);
    let (id, most) = (request.id(), app.settings.max_output);
    let json = Reply { id, echo: None, evaluated: &whole, span, most }.json(app.sources());
    if !keeps {
        // Millions of lines may come; those without references are not kept.
        app.session.sources.forget(source.id);
    }
    (json, status)
}

#[cfg(test)]
mod tests {
    use crate::guide::answers::schema;

    #[test]
    fn the_schema_of_answers_is_that_of_their_types() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/grammar/answers.schema.json");
        let text = schema::text();
        if std::env::var_os("CG_UPDATE").is_some_and(|wanted| wanted != "0" && !wanted.is_empty()) {
            std::fs::write(file, &text).expect("the file can be written");
        }
        let stored = std::fs::read_to_string(file).unwrap_or_default();
        assert!(stored == text, "{file} is out of date; `CG_UPDATE=1 cargo test --lib schema` writes it anew");
    }
}
