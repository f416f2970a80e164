//! Help: everything about a name, a sign, a word, a command or a setting, from the tables alone.
//!
//! Pure functions from text to text; nothing here knows a terminal. Built-ins come from [`crate::builtins`], the rest
//! from the tables beside this file, which are of the same kind: a summary, a definition, examples that a test runs.
//! `grammar/reference.md` is [`markdown`], byte for byte.

mod cgsuite;
mod commands;
mod found_by;
mod ideas;
mod literals;
mod operators;
mod page;
mod search;
mod signs;
mod statements;
mod topic;

pub use cgsuite::{SMALL_CALLS, TRANSLATIONS, Translation, cgsuite_markdown};
pub use page::{
    Answers, WIDTH, family_named, markdown, matching, overview, overview_fitted, overview_with, see_also, topic,
    topic_fitted,
};
pub use search::{nearest, ranked as found, search, search_fitted};
pub use signs::{SIGNS, Symbol, by_word as sign_by_word, sign_word};
pub use topic::HelpTopic;

use crate::builtins;
use crate::diagnostic::{CODES, CodeRow};
use crate::eval::{Arity, Builtin, Doc};

/// The topics before the built-ins, in the order of the reference.
const TOPICS_BEFORE: &[&[HelpTopic]] =
    &[ideas::IDEAS, cgsuite::ELSEWHERE, literals::LITERALS, operators::OPERATORS, statements::STATEMENTS];

/// The topics after them.
const TOPICS_AFTER: &[&[HelpTopic]] = &[commands::COMMANDS, commands::PROGRAM, commands::SETTINGS];

/// One thing that help can speak of.
#[derive(Clone, Copy)]
pub enum Entry {
    /// A built-in function or constant.
    Builtin(&'static Builtin),
    /// A sign, a word, a command, a setting.
    Topic(&'static HelpTopic),
    /// A code of an error or a warning.
    Code(&'static CodeRow),
}

/// Returns the help of the commands of the program.
pub fn commands_of_program() -> impl Iterator<Item = Entry> {
    commands::PROGRAM.iter().map(Entry::Topic)
}

/// Returns all entries of help, in the order of the reference.
pub fn entries() -> impl Iterator<Item = Entry> {
    let topics = |tables: &'static [&'static [HelpTopic]]| tables.iter().copied().flatten().map(Entry::Topic);
    topics(TOPICS_BEFORE)
        .chain(builtins::all().map(Entry::Builtin))
        .chain(topics(TOPICS_AFTER))
        .chain(CODES.iter().map(Entry::Code))
}

impl Entry {
    /// Returns its names, its own first.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let (own, more) = match self {
            Entry::Builtin(row) => (Some(row.name), row.aliases),
            Entry::Topic(topic) => (None, topic.names),
            Entry::Code(row) => (Some(row.code), &[][..]),
        };
        own.into_iter().chain(more.iter().copied())
    }

    /// Returns the way it is written: the signature, or the form.
    pub fn form(self) -> String {
        match self {
            Entry::Builtin(row) => row.signature(),
            Entry::Topic(topic) => topic.form.to_string(),
            Entry::Code(row) => row.code.to_string(),
        }
    }

    /// Returns the family it is listed under.
    pub fn family(self) -> &'static str {
        match self {
            Entry::Builtin(row) => row.family,
            Entry::Topic(topic) => topic.family,
            Entry::Code(_) => "Error codes",
        }
    }

    fn doc(self) -> Option<Doc> {
        match self {
            Entry::Builtin(row) => Some(row.documentation()),
            Entry::Topic(topic) => Some(topic.doc),
            Entry::Code(_) => None,
        }
    }

    /// Returns what it is, in one sentence.
    pub fn summary(self) -> String {
        match self {
            Entry::Code(row) => format!("{}.", row.summary.trim_end_matches('.')),
            other => other.doc().map_or("", Doc::summary).to_string(),
        }
    }

    /// Returns its meaning, with its source; an empty line parts paragraphs.
    pub fn definition(self) -> String {
        match self {
            Entry::Code(row) => row.explanation.to_string(),
            other => other.doc().map(Doc::definition).unwrap_or_default(),
        }
    }

    /// Statements and the result of the last of them; each holds.
    pub fn examples(self) -> Vec<(&'static str, &'static str)> {
        self.doc().map(|doc| doc.examples().collect()).unwrap_or_default()
    }

    /// Returns the entries that this one refers to.
    pub fn see(self) -> Vec<&'static str> {
        self.doc().map(|doc| doc.see().collect()).unwrap_or_default()
    }

    /// Returns a text that provokes the error of a code.
    pub fn provocation(self) -> Option<&'static str> {
        match self {
            Entry::Code(row) => Some(row.example).filter(|example| !example.is_empty()),
            _ => None,
        }
    }

    /// Returns a table that belongs to its definition.
    pub fn table(self) -> Option<String> {
        match self {
            Entry::Topic(topic) => topic.table.map(|table| table()),
            Entry::Builtin(_) | Entry::Code(_) => None,
        }
    }

    /// Returns the kinds of the parameters and the result of a built-in, in words, or `None` for other things.
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

/// Returns the families in the order of the reference.
pub fn families() -> Vec<&'static str> {
    let mut all: Vec<&str> = Vec::new();
    for entry in entries() {
        if !all.contains(&entry.family()) {
            all.push(entry.family());
        }
    }
    all
}
