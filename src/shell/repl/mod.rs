//! The prompt: lines from a person, or from a pipe without a sign of the prompt.
//!
//! The session is lent to the line editor while a line is typed and taken back to answer it. Ctrl-C clears the
//! line, or stops the computation and keeps the session; Ctrl-D leaves.

mod command;
pub(super) mod complete;
mod edit;
mod helper;
mod highlight;
pub(super) mod hint;
mod history;
mod prompt;
mod record;
mod signs;
mod startup;
mod transcript;
mod validate;

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, CompletionType, Config, EditMode, Editor, EventHandler, KeyEvent};

use super::app::{App, Status};
use super::report::refuse;
use super::settings::Keys;
use super::world;
use crate::diagnostic::ErrorCode;
pub use command::{Command, read as command};
pub use complete::{Candidate, CandidateKind, complete};
pub(super) use helper::Assistant;
pub use highlight::highlight;
pub(super) use prompt::Prompt;
pub use record::Record;
pub use signs::expanded;
pub use startup::lessons_file;
pub use validate::{goes_on, waits};

/// The prompt before a line.
const PROMPT: &str = "cg> ";

/// The prompt before a line that continues the one above.
const MORE_PROMPT: &str = "... ";

/// Lines that are remembered from one run to the next.
const LINES_REMEMBERED: usize = 10_000;

/// Bytes of a piped statement from which on it counts as long.
const LONG_STATEMENT_BYTES: usize = 1 << 16;

/// The line editor of a prompt.
pub(super) type Editing = Editor<Assistant, DefaultHistory>;

/// Talks to a person at a terminal.
pub fn prompt(app: App) -> Status {
    let prompt = Rc::new(RefCell::new(Prompt::new(app)));
    let mut lines = match editor() {
        Ok(lines) => lines,
        Err(error) => {
            world::complain(&format!("cg: the terminal cannot be used: {error}"));
            return Status::Wrong;
        }
    };
    lines.set_helper(Some(Assistant::new(prompt.clone(), false)));
    lines.bind_sequence(KeyEvent::from(' '), EventHandler::Conditional(Box::new(signs::Blank)));
    let history = startup::history_file();
    startup::greet(history.as_deref());
    if let Some(path) = &history {
        startup::remember(&mut lines, path);
    }
    if let Ok(mut prompt) = prompt.try_borrow_mut()
        && prompt.app.settings.init
    {
        startup::run_init(&mut prompt);
    }
    let status = converse(&mut lines, &prompt, history.as_ref());
    // The process ends; its memory need not be freed piece by piece.
    std::mem::forget(prompt);
    status
}

/// Reads lines and answers them, until the person leaves.
fn converse(lines: &mut Editing, prompt: &RefCell<Prompt>, history: Option<&PathBuf>) -> Status {
    loop {
        if let (Ok(prompt), Some(helper)) = (prompt.try_borrow(), lines.helper_mut()) {
            helper.colours = prompt.app.settings.colour_on(&std::io::stdout());
        }
        if let Ok(prompt) = prompt.try_borrow() {
            lines.set_edit_mode(match prompt.app.settings.keys {
                Keys::Emacs => EditMode::Emacs,
                Keys::Vi => EditMode::Vi,
            });
        }
        match typed(lines, PROMPT, &|_| false) {
            Ok(text) => {
                remember(lines, &text, history);
                let Ok(mut prompt) = prompt.try_borrow_mut() else { continue };
                if prompt.run_line(&text).is_none() {
                    return Status::Fine;
                }
            }
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => {}
            Err(ReadlineError::Eof) => return Status::Fine,
            Err(error) => {
                world::complain(&format!("cg: the terminal cannot be read: {error}"));
                return Status::Wrong;
            }
        }
    }
}

/// Reads a line, and the lines that complete it. A text for which `is_whole` returns `true` is complete.
///
/// # Errors
/// `Interrupted` when it is given up, by Ctrl-C or by Ctrl-D in a further line; those of the editor.
pub(super) fn typed(lines: &mut Editing, prompt: &str, is_whole: &dyn Fn(&str) -> bool) -> rustyline::Result<String> {
    let mut text = String::new();
    loop {
        if let Some(helper) = lines.helper_mut() {
            helper.before.clone_from(&text);
        }
        match lines.readline(if text.is_empty() { prompt } else { MORE_PROMPT }) {
            Ok(line) => text += &line,
            Err(ReadlineError::Eof) if !text.is_empty() => return Err(ReadlineError::Interrupted),
            Err(error) => return Err(error),
        }
        if is_whole(&text) || !lines.helper().map_or_else(|| waits(&text), |helper| helper.waits(&text)) {
            return Ok(text);
        }
        text.push('\n');
    }
}

/// Returns a line editor without a helper and without a history. It asks the helper how to show a line, with colours or
/// without.
pub(super) fn editor() -> rustyline::Result<Editing> {
    let config = Config::builder()
        .max_history_size(LINES_REMEMBERED)?
        .history_ignore_dups(true)?
        .completion_type(CompletionType::List)
        .color_mode(ColorMode::Forced)
        .build();
    Editor::with_config(config)
}

/// Adds a line to the history, here and on disk; a disk that refuses is no reason to stop.
fn remember(lines: &mut Editing, line: &str, file: Option<&PathBuf>) {
    let line = line.trim_end();
    if line.is_empty() || !lines.add_history_entry(line).unwrap_or(false) {
        return;
    }
    if let Some(path) = file {
        let _ = history::append(path, line);
    }
}

/// Talks to a pipe: no prompt, and the exit status tells whether all went well.
pub fn piped(app: App) -> Status {
    let mut prompt = Prompt::new(app);
    let input = std::io::stdin();
    let mut worst = Status::Fine;
    let mut text = String::new();
    // The length of the text when it was last examined.
    let mut looked_at = 0;
    // The line behind a definition, read to see whether it goes on with it.
    let mut ahead = None;
    loop {
        // A statement may ask for lines itself.
        let line = match ahead.take().unwrap_or_else(|| world::next_line(&mut input.lock())) {
            Ok(Some(Ok(line))) => Some(line),
            Ok(Some(Err(message))) => {
                refuse(&prompt.app.settings, ErrorCode::IoRead, &message, None);
                worst = worst.max(Status::Wrong);
                continue;
            }
            Ok(None) => None,
            Err(error) => {
                let message = format!("standard input cannot be read: {error}");
                refuse(&prompt.app.settings, ErrorCode::IoRead, &message, None);
                return Status::Wrong;
            }
        };
        let ended = line.is_none();
        if let Some(line) = line {
            if !text.is_empty() {
                text.push('\n');
            }
            text += &line;
            // A long text is examined only now and then, so that all looks together stay in proportion.
            let grown = text.len() - looked_at;
            if text.len() > LONG_STATEMENT_BYTES && grown < looked_at / 8 && !line.trim().is_empty() {
                continue;
            }
            looked_at = text.len();
            if waits(&text) {
                continue;
            }
            // A definition of a function or a game has no output and no questions, so it may wait.
            if validate::may_go_on(&text) {
                let next = ahead.insert(world::next_line(&mut input.lock()));
                if let Ok(Some(Ok(next))) = next
                    && goes_on(&text, next)
                {
                    continue;
                }
            }
        }
        looked_at = 0;
        match prompt.run_line(&std::mem::take(&mut text)) {
            Some(Status::Interrupted) => return Status::Interrupted,
            Some(status) => worst = worst.max(status),
            None => return worst,
        }
        if ended {
            return worst;
        }
    }
}
