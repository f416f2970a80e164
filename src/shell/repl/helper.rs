//! The helper of the line editor while a person types: completion, hints, colours.

use std::borrow::Cow;
use std::cell::{Ref, RefCell};
use std::rc::Rc;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::complete::{CandidateKind, complete};
use super::highlight::{coloured, plain};
use super::hint::signature;
use super::prompt::Prompt;
use super::validate::may_wait;
use crate::eval::guard;
use crate::shell::world;
use crate::syntax::Reading;
use crate::visible;

/// Columns of the prompt.
const PROMPT: usize = 4;

/// Answers the line editor from the session.
pub struct Assistant {
    /// The prompt; lent to the editor only while a line is typed.
    pub prompt: Rc<RefCell<Prompt>>,
    /// The lines that were typed before this one and are not finished, each with its end.
    pub before: String,
    /// The signs around the parameter that is being typed.
    pub marks: (char, char),
    /// `true` if the input has colours.
    pub colours: bool,
    /// The text of the last question, read.
    reading: RefCell<Reading>,
}

impl Assistant {
    /// Returns the helper of a prompt.
    pub fn new(prompt: Rc<RefCell<Prompt>>, colours: bool) -> Assistant {
        let marks = if world::shows_unicode() { ('‹', '›') } else { ('[', ']') };
        Assistant { prompt, before: String::new(), marks, colours, reading: RefCell::default() }
    }

    /// Returns a text, read; a text is read once for all that is asked of it in a row.
    fn read(&self, text: String) -> Ref<'_, Reading> {
        let is_known = self.reading.borrow().text() == text;
        if !is_known {
            self.reading.replace(Reading::new(text));
        }
        self.reading.borrow()
    }

    /// Asks something while a line is typed. Returns `None` if the question panics, so that the prompt goes on.
    fn ask<T>(&self, question: impl FnOnce(&Assistant) -> Option<T>) -> Option<T> {
        guard(|| question(self)).ok().flatten()
    }

    /// Returns `true` if the input is incomplete.
    pub fn waits(&self, text: &str) -> bool {
        may_wait(text) && self.ask(|this| Some(this.read(text.to_string()).is_incomplete())).unwrap_or(false)
    }
}

/// A hint that is only shown.
pub struct Shown(String);

impl Hint for Shown {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Helper for Assistant {}

impl Validator for Assistant {}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let Ok(prompt) = self.prompt.try_borrow() else { return Ok((pos, Vec::new())) };
        let text = format!("{}{line}", self.before);
        let found = self.ask(|this| Some(complete(&prompt.app.session, &text, this.before.len() + pos)));
        let Some((start, found)) = found else { return Ok((pos, Vec::new())) };
        let Some(start) = start.checked_sub(self.before.len()) else { return Ok((pos, Vec::new())) };
        let pairs = found.into_iter().map(|c| {
            let words = c.kind == CandidateKind::Sign && c.text.starts_with('\\');
            let shown = visible::line(&c.text);
            let display = if words { format!("{shown} {}", c.summary) } else { shown.into_owned() };
            Pair { display, replacement: c.text }
        });
        Ok((start, pairs.collect()))
    }
}

impl Hinter for Assistant {
    type Hint = Shown;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<Shown> {
        if pos < line.len() {
            return None;
        }
        let signature = self.ask(|this| {
            let reading = this.read(format!("{}{line}", this.before));
            signature(&this.prompt.try_borrow().ok()?.app.session, &reading)
        })?;
        let columns = world::columns().unwrap_or(80);
        let last = line.rsplit('\n').next().unwrap_or("");
        let typed = last.chars().count() + if last.len() == line.len() { PROMPT } else { 0 };
        let room = columns.saturating_sub(typed % columns.max(1) + 1);
        signature.fitted(self.marks, room).map(Shown)
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        let line = plain(line);
        if !self.colours {
            return Cow::Owned(line);
        }
        let coloured = self.ask(|this| Some(coloured(&this.read(this.before.clone() + &line), this.before.len())));
        Cow::Owned(coloured.unwrap_or(line))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        if self.colours { Cow::Owned(format!("\x1b[1m{prompt}\x1b[0m")) } else { Cow::Borrowed(prompt) }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if !self.colours {
            return Cow::Borrowed(hint);
        }
        let (open, close) = self.marks;
        let parts = hint.split_once(open).and_then(|(a, rest)| rest.split_once(close).map(|(b, c)| (a, b, c)));
        Cow::Owned(match parts {
            Some((a, b, c)) => format!("\x1b[2m{a}{open}\x1b[0;1m{b}\x1b[0;2m{close}{c}\x1b[0m"),
            None => format!("\x1b[2m{hint}\x1b[0m"),
        })
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        true
    }
}
