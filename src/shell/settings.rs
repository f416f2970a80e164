//! What a person can set, by an option of the command line or by `:set`, and how sizes and times are written.

use std::io::IsTerminal;
use std::time::Duration;

use crate::eval::bytes_text;
pub use crate::eval::limits::{bytes, duration, size};
use cg_engine::notation::Notation;

/// How diagnostics are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errors {
    /// With the source drawn.
    Graphical,
    /// In sentences, for screen readers and logs.
    Plain,
    /// One JSON object for each.
    Json,
}

/// When colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colouring {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The settings of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How results are written; `None` chooses by the terminal.
    pub notation: Option<Notation>,
    /// Results as JSON objects.
    pub json: bool,
    /// How diagnostics are shown.
    pub errors: Errors,
    /// When colours are used.
    pub colour: Colouring,
    /// How long a statement may take.
    pub timeout: Option<Duration>,
    /// Whether the start-up file is run before the prompt.
    pub init: bool,
    /// How many bytes may be in use; `None` is three quarters of the machine.
    pub memory: Option<usize>,
    /// How many threads may work on a statement.
    pub threads: usize,
    /// How many bytes an answer may have where nothing is cut.
    pub max_output: Option<usize>,
    /// Whether a statement is shown before its result.
    pub echo: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            notation: None,
            json: false,
            errors: Errors::Graphical,
            colour: Colouring::Auto,
            timeout: None,
            init: true,
            memory: None,
            threads: 1,
            max_output: None,
            echo: false,
        }
    }
}

impl Settings {
    /// The options of the command line that set these limits and this notation for another process.
    pub fn limits(&self) -> Vec<String> {
        let mut options = Vec::new();
        if let Some(notation) = self.notation {
            options.push(format!("--notation={}", word(&NOTATIONS, &notation)));
        }
        if let Some(timeout) = self.timeout {
            options.push(format!("--timeout={}s", timeout.as_secs_f64()));
        }
        if let Some(memory) = self.memory {
            options.push(format!("--memory={memory}b"));
        }
        if self.threads != 1 {
            options.push(format!("--threads={}", self.threads));
        }
        if let Some(most) = self.max_output {
            options.push(format!("--max-output={most}b"));
        }
        options
    }

    /// Whether colours go to this stream.
    pub fn colour_on(&self, stream: &impl IsTerminal) -> bool {
        match self.colour {
            Colouring::Auto => super::world::colours_on(stream.is_terminal()),
            Colouring::Always => true,
            Colouring::Never => false,
        }
    }
}

/// The words of a setting that chooses among a few, with what they mean.
pub const NOTATIONS: [(&str, Notation); 3] =
    [("ascii", Notation::Ascii), ("unicode", Notation::Unicode), ("latex", Notation::Latex)];

/// See [`NOTATIONS`].
pub const ERRORS: [(&str, Errors); 3] =
    [("graphical", Errors::Graphical), ("plain", Errors::Plain), ("json", Errors::Json)];

/// See [`NOTATIONS`].
pub const COLOURS: [(&str, Colouring); 3] =
    [("auto", Colouring::Auto), ("always", Colouring::Always), ("never", Colouring::Never)];

/// The names that `:set` knows.
pub const NAMES: [&str; 6] = ["notation", "errors", "color", "timeout", "memory", "threads"];

/// Finds a word of a choice.
///
/// # Errors
/// A sentence that lists the words.
pub fn choose<T: Copy>(choices: &[(&str, T)], word: &str) -> Result<T, String> {
    let found = choices.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
        format!("choose one of {}", names.join(", "))
    })
}

/// The word of a choice.
pub fn word<T: PartialEq>(choices: &[(&'static str, T)], value: &T) -> &'static str {
    choices.iter().find(|(_, v)| v == value).map_or("?", |(name, _)| name)
}

/// Threads beyond which more are refused.
const MOST_THREADS: usize = 256;

/// Reads a number of threads.
///
/// ```
/// use cg::shell::settings::threads;
/// assert_eq!(threads("2"), Ok(2));
/// assert!(threads("0").is_err() && threads("two").is_err() && threads("1000").is_err());
/// ```
///
/// # Errors
/// A sentence that says how many there may be.
pub fn threads(text: &str) -> Result<usize, String> {
    let number = text.trim().parse().ok().filter(|number| (1..=MOST_THREADS).contains(number));
    number.ok_or_else(|| format!("write a whole number from 1 to {MOST_THREADS}; 1 is no thread beside the first"))
}

/// A time as it is set.
pub fn duration_text(time: Option<Duration>) -> String {
    match time {
        None => "off".into(),
        Some(t) if t.subsec_millis() != 0 || t.is_zero() => format!("{}ms", t.as_millis()),
        Some(t) => format!("{}s", t.as_secs()),
    }
}

/// A size as it is set.
pub fn memory_text(bytes: Option<usize>) -> String {
    bytes.map_or_else(|| "three quarters of the machine".into(), bytes_text)
}
