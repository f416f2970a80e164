//! What the line editor asks while a person types: completion, hints, colours, whether to go on.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper};

use super::complete::complete;
use super::dialogue::Dialogue;
use super::highlight::highlight;
use super::hint::hint;
use super::validate::waits;

/// Answers the line editor from the session.
pub struct Assistant {
    /// The dialogue; lent to the editor only while a line is typed.
    pub dialogue: Rc<RefCell<Dialogue>>,
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

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let Ok(dialogue) = self.dialogue.try_borrow() else { return Ok((pos, Vec::new())) };
        let (start, found) = complete(&dialogue.desk.session, line, pos);
        let pair = |text: String| Pair { display: text.clone(), replacement: text };
        Ok((start, found.into_iter().map(|c| pair(c.text)).collect()))
    }
}

impl Hinter for Assistant {
    type Hint = Shown;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<Shown> {
        if pos < line.len() {
            return None;
        }
        hint(&self.dialogue.try_borrow().ok()?.desk.session, line).map(Shown)
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        Cow::Owned(highlight(line))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Owned(format!("\x1b[1;32m{prompt}\x1b[0m"))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("\x1b[2m{hint}\x1b[0m"))
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        true
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let more = waits(context.input());
        Ok(if more { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}
