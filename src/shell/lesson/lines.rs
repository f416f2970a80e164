//! The lines that a lesson reads: from a person, or from a pipe without a prompt.

use std::cell::RefCell;
use std::io::StdinLock;
use std::rc::Rc;

use rustyline::error::ReadlineError;

use crate::shell::repl::{Assistant, Editing, Prompt, editor, typed, waits};
use crate::shell::world;

/// Columns that text is filled to where the terminal does not say how many it has.
const COLUMNS: usize = 76;

/// Lines longer than this are hard to read, however wide the terminal is.
const MOST_COLUMNS: usize = 80;

/// Bytes up to which a statement from a pipe may go on over several lines.
const MAX_STATEMENT_BYTES: usize = 1 << 14;

/// A source of lines.
pub enum Lines {
    /// A terminal.
    Person(Box<Editing>),
    /// Standard input that is no terminal.
    Pipe(StdinLock<'static>),
}

/// A line that was read.
pub enum Heard {
    /// A line, or several that belong together.
    Line(String),
    /// Ctrl-C outside of a computation: the line is forgotten.
    Nothing,
    /// The end of the input.
    End,
}

impl Lines {
    /// Returns the terminal or pipe that the program was started in.
    ///
    /// # Errors
    /// The reason why the terminal cannot be used.
    pub fn open(person: bool, prompt: &Rc<RefCell<Prompt>>, colours: bool) -> Result<Lines, String> {
        if !person {
            return Ok(Lines::Pipe(std::io::stdin().lock()));
        }
        let mut editor = editor().map_err(|error| format!("the terminal cannot be used: {error}"))?;
        editor.set_helper(Some(Assistant::new(Rc::clone(prompt), colours)));
        Ok(Lines::Person(Box::new(editor)))
    }

    /// Reads the next line, after showing a person the prompt, and the lines that complete it. A text for which `is_whole`
    /// returns `true` is complete.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn next(&mut self, prompt: &str, is_whole: &dyn Fn(&str) -> bool) -> Result<Heard, String> {
        match self {
            Lines::Person(editor) => match typed(editor, prompt, is_whole) {
                Ok(line) => {
                    // A line that cannot be remembered is only an inconvenience.
                    let _ = editor.add_history_entry(line.trim_end());
                    Ok(Heard::Line(line))
                }
                Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => Ok(Heard::Nothing),
                Err(ReadlineError::Eof) => Ok(Heard::End),
                Err(error) => Err(format!("the terminal cannot be read: {error}")),
            },
            Lines::Pipe(input) => piped(input, is_whole),
        }
    }

    /// Returns the width that text is filled to.
    pub fn width(&mut self) -> usize {
        let columns = match self {
            Lines::Person(editor) => editor.dimensions().map(|(columns, _)| usize::from(columns)),
            Lines::Pipe(_) => None,
        };
        columns.filter(|c| *c > 0).unwrap_or(COLUMNS).min(MOST_COLUMNS)
    }
}

fn piped(input: &mut StdinLock<'static>, is_whole: &dyn Fn(&str) -> bool) -> Result<Heard, String> {
    let mut text: Option<String> = None;
    loop {
        match world::next_line(input).map_err(|error| format!("standard input cannot be read: {error}"))? {
            Some(Ok(line)) => {
                let text = text.get_or_insert_default();
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&line);
                if text.len() > MAX_STATEMENT_BYTES || is_whole(text) || !waits(text) {
                    return Ok(Heard::Line(std::mem::take(text)));
                }
            }
            Some(Err(message)) => world::complain(&format!("cg: {message}")),
            None => return Ok(text.map_or(Heard::End, Heard::Line)),
        }
    }
}
