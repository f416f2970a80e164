//! Help: everything that can be said about a name, a sign, a word, a command or a setting, from the tables alone.
//!
//! Pure functions from text to text; nothing here knows a terminal. Built-ins come from [`crate::builtins`], the rest
//! from the tables beside this file, which are of the same kind: a summary, a definition, examples that a test runs.
//! `grammar/reference.md` is [`markdown`], byte for byte.

mod commands;
mod ideas;
mod literals;
mod operators;
mod page;
mod search;
mod statements;
mod topic;

pub use page::{markdown, overview, topic};
pub use search::{nearest, search};
pub use topic::Topic;

use crate::builtins;
use crate::language::{Arity, Builtin, Doc};

/// The topics before the built-ins, in the order of the reference.
const BEFORE: &[&[Topic]] = &[ideas::IDEAS, literals::LITERALS, operators::OPERATORS, statements::STATEMENTS];

/// The topics after them.
const AFTER: &[&[Topic]] = &[commands::COMMANDS, commands::PROGRAM, commands::SETTINGS];

/// One thing that help can speak of.
#[derive(Clone, Copy)]
pub enum Entry {
    /// A built-in function or constant.
    Builtin(&'static Builtin),
    /// Anything else.
    Topic(&'static Topic),
}

/// Everything that help can speak of, in the order of the reference.
pub fn entries() -> impl Iterator<Item = Entry> {
    let topics = |tables: &'static [&'static [Topic]]| tables.iter().copied().flatten().map(Entry::Topic);
    topics(BEFORE).chain(builtins::all().map(Entry::Builtin)).chain(topics(AFTER))
}

impl Entry {
    /// What it is called, first its own name.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let (own, more) = match self {
            Entry::Builtin(row) => (Some(row.name), row.aliases),
            Entry::Topic(topic) => (None, topic.names),
        };
        own.into_iter().chain(more.iter().copied())
    }

    /// How it is written: the signature, or the form.
    pub fn form(self) -> String {
        match self {
            Entry::Builtin(row) => row.signature(),
            Entry::Topic(topic) => topic.form.to_string(),
        }
    }

    /// The family it is listed under.
    pub fn family(self) -> &'static str {
        match self {
            Entry::Builtin(row) => row.family,
            Entry::Topic(topic) => topic.family,
        }
    }

    /// What it means.
    pub fn doc(self) -> Doc {
        match self {
            Entry::Builtin(row) => row.documentation(),
            Entry::Topic(topic) => topic.doc,
        }
    }

    /// What a built-in takes and gives, in words; nothing for other things.
    pub fn kinds(self) -> Option<String> {
        let Entry::Builtin(row) = self else { return None };
        let parameters = row.parameters.iter().map(|p| {
            let number = match p.arity {
                Arity::One => "",
                Arity::Optional => ", if given",
                Arity::Rest => ", any number of them",
            };
            format!("{}: {}{number}", p.name, p.kind)
        });
        let parameters = parameters.collect::<Vec<_>>().join("; ");
        Some(match (row.constant, parameters.is_empty()) {
            (true, _) => row.result.to_string(),
            (false, true) => format!("gives {}", row.result),
            (false, false) => format!("{parameters}; gives {}", row.result),
        })
    }
}

/// The families in the order of the reference.
fn families() -> Vec<&'static str> {
    let mut all: Vec<&str> = Vec::new();
    for entry in entries() {
        if !all.contains(&entry.family()) {
            all.push(entry.family());
        }
    }
    all
}
