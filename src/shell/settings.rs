//! The settings of a person, by an option of the command line or by `:set`, and the way sizes and times are written.

use std::io::IsTerminal;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};

use crate::eval::bytes_text;
pub use crate::eval::limits::{bytes, duration, size};
use cg_engine::notation::Notation;

/// The form in which diagnostics are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errors {
    /// A drawing of the source.
    Graphical,
    /// Sentences, for screen readers and logs.
    Plain,
    /// One JSON object for each.
    Json,
}

/// The use of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colouring {
    /// Colours on a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// A limit of time; `None` if there is none.
type TimeLimit = Option<Duration>;

/// The keys of the line editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// The keys of Emacs and Bash.
    Emacs,
    /// The keys of vi.
    Vi,
}

/// The settings of a run, with the help of the options that set them.
#[derive(Clone, Debug, PartialEq, Args)]
#[command(next_help_heading = "Options for every command")]
pub struct Settings {
    /// Notation of results
    // By default the terminal decides.
    #[arg(long, global = true, value_name = words::<Notation>(), value_parser = choice::<Notation>())]
    #[arg(hide_possible_values = true)]
    pub notation: Option<Notation>,
    /// Write results as JSON objects, one a line
    #[arg(long, global = true)]
    pub json: bool,
    /// Style of errors
    #[arg(long, global = true, value_name = words::<Errors>(), value_parser = choice::<Errors>())]
    #[arg(default_value = "graphical", hide_default_value = true, hide_possible_values = true)]
    pub errors: Errors,
    /// Use of colours
    #[arg(long = "color", alias = "colour", global = true)]
    #[arg(value_name = words::<Colouring>(), value_parser = choice::<Colouring>())]
    #[arg(default_value = "auto", hide_default_value = true, hide_possible_values = true)]
    pub colour: Colouring,
    /// Longest time for a statement: 500ms, 10s, 2m, 1h
    #[arg(long, global = true, value_name = "timeout", value_parser = duration, allow_hyphen_values = true)]
    #[arg(default_value = "off", hide_default_value = true)]
    pub timeout: TimeLimit,
    /// Most memory, such as 4GiB [default: 3/4 of the machine]
    #[arg(long, global = true, value_name = "memory", value_parser = bytes, allow_hyphen_values = true)]
    pub memory: Option<usize>,
    /// Threads for long sequences and the search for a winner; answers stay the same [default: 1]
    #[arg(long, global = true, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    #[arg(default_value = "1", hide_default_value = true)]
    pub threads: usize,
    /// Longest answer where nothing is cut, in files, pipes and JSON, such as 1MB [default: none]
    #[arg(long = "max-output", global = true, value_name = "max-output", value_parser = size)]
    pub max_output: Option<usize>,
    /// Take the values of positions that a catalogue has from it
    #[cfg(feature = "catalogue")]
    #[arg(long, global = true, value_name = "FILE", value_parser = catalogue)]
    pub catalogue: Option<String>,
    /// `true` if the start-up file runs before the prompt; an option of the prompt alone.
    #[arg(skip = true)]
    pub init: bool,
    /// The keys of the prompt.
    #[arg(skip = Keys::Emacs)]
    pub keys: Keys,
    /// `true` if the prompt shows the time that each input took.
    #[arg(skip)]
    pub timing: bool,
    /// `true` if each statement is shown before its result; an option of `cg run` alone.
    #[arg(skip)]
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
            #[cfg(feature = "catalogue")]
            catalogue: None,
            keys: Keys::Emacs,
            timing: false,
            echo: false,
        }
    }
}

impl Settings {
    /// Returns the options of the command line that set these limits and this notation for another process.
    pub fn limits(&self) -> Vec<String> {
        let mut options = Vec::new();
        if let Some(notation) = self.notation {
            options.push(format!("--notation={}", word(notation)));
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
        #[cfg(feature = "catalogue")]
        if let Some(file) = &self.catalogue {
            options.push(format!("--catalogue={file}"));
        }
        if let Some(most) = self.max_output {
            options.push(format!("--max-output={most}b"));
        }
        options
    }

    /// Returns `true` if output on this stream is coloured.
    pub fn colour_on(&self, stream: &impl IsTerminal) -> bool {
        match self.colour {
            Colouring::Auto => super::world::colours_on(stream.is_terminal()),
            Colouring::Always => true,
            Colouring::Never => false,
        }
    }
}

/// A type whose values are named by a few words.
pub trait Choice: Copy + PartialEq + Send + Sync + 'static {
    /// The words with their values.
    const WORDS: &'static [(&'static str, Self)];
}

impl Choice for Notation {
    const WORDS: &'static [(&'static str, Notation)] = &{
        let mut words = [("", Notation::Ascii); Notation::ALL.len()];
        let mut i = 0;
        while i < words.len() {
            words[i] = (Notation::ALL[i].name(), Notation::ALL[i]);
            i += 1;
        }
        words
    };
}

impl Choice for Errors {
    const WORDS: &'static [(&'static str, Errors)] =
        &[("graphical", Errors::Graphical), ("plain", Errors::Plain), ("json", Errors::Json)];
}

impl Choice for Colouring {
    const WORDS: &'static [(&'static str, Colouring)] =
        &[("auto", Colouring::Auto), ("always", Colouring::Always), ("never", Colouring::Never)];
}

impl Choice for Keys {
    const WORDS: &'static [(&'static str, Keys)] = &[("emacs", Keys::Emacs), ("vi", Keys::Vi)];
}

impl Choice for bool {
    const WORDS: &'static [(&'static str, bool)] = &[("on", true), ("off", false)];
}

/// Returns the value that a word names.
///
/// # Errors
/// A sentence that lists the words.
pub fn choose<T: Choice>(word: &str) -> Result<T, String> {
    let found = T::WORDS.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    found.ok_or_else(|| format!("choose one of {}", names::<T>().join(", ")))
}

/// Returns the word for a value.
pub fn word<T: Choice>(value: T) -> &'static str {
    T::WORDS.iter().find(|(_, v)| *v == value).map_or("?", |(name, _)| name)
}

/// Returns the words of a choice, as the help of its option shows them.
fn words<T: Choice>() -> String {
    names::<T>().join("|")
}

/// Returns the parser of an option that takes one of a few words.
pub fn choice<T: Choice>() -> ChoiceParser<T> {
    ChoiceParser(std::marker::PhantomData)
}

/// A parser of one of a few words. Shells complete them, and [`choose`] words the error.
#[derive(Clone)]
pub struct ChoiceParser<T>(std::marker::PhantomData<T>);

impl<T: Choice> TypedValueParser for ChoiceParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<T, clap::Error> {
        StringValueParser::new().try_map(|text| choose(&text)).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        Some(Box::new(T::WORDS.iter().map(|(name, _)| PossibleValue::new(*name))))
    }
}

/// A setting of the prompt.
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// Returns the words that it takes, none if it takes other texts.
    pub words: fn() -> Vec<&'static str>,
    /// Returns its value as text.
    pub shown: fn(&Settings) -> String,
    /// Sets it to the value that a text names. The error is a sentence about the right form.
    pub set: fn(&mut Settings, &str) -> Result<(), String>,
}

/// Declares a setting whose field is a [`Choice`].
macro_rules! by_words {
    ($name:literal, $field:ident: $Choice:ty) => {
        Setting {
            name: $name,
            words: names::<$Choice>,
            shown: |settings| word(settings.$field).into(),
            set: |settings, text| choose(text).map(|value| settings.$field = value),
        }
    };
}

/// Returns `true` if the command line has an option of this name. Those that are no settings are fixed where the program starts.
pub fn is_option(name: &str) -> bool {
    Settings::augment_args(clap::Command::new("cg")).get_arguments().any(|option| option.get_long() == Some(name))
}

/// The settings of `:set`, in the order in which it lists them.
pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "notation",
        words: names::<Notation>,
        shown: |settings| settings.notation.map_or("by the terminal", word).into(),
        set: |settings, text| choose(text).map(|notation| settings.notation = Some(notation)),
    },
    by_words!("errors", errors: Errors),
    by_words!("color", colour: Colouring),
    Setting {
        name: "timeout",
        words: || vec!["off"],
        shown: |settings| duration_text(settings.timeout),
        set: |settings, text| duration(text).map(|time| settings.timeout = time),
    },
    Setting {
        name: "memory",
        words: Vec::new,
        shown: |settings| memory_text(settings.memory),
        set: |settings, text| bytes(text).map(|size| settings.memory = Some(size)),
    },
    Setting {
        name: "threads",
        words: Vec::new,
        shown: |settings| settings.threads.to_string(),
        set: |settings, text| threads(text).map(|number| settings.threads = number),
    },
    #[cfg(feature = "catalogue")]
    Setting {
        name: "catalogue",
        words: || vec!["off"],
        shown: |settings| settings.catalogue.clone().unwrap_or_else(|| "off".into()),
        set: |settings, text| {
            settings.catalogue = if text == "off" { None } else { Some(catalogue(text)?) };
            Ok(())
        },
    },
    by_words!("keys", keys: Keys),
    by_words!("timing", timing: bool),
];

/// Returns the path of a file that is a catalogue.
///
/// # Errors
/// A sentence about the right kind of file.
#[cfg(feature = "catalogue")]
fn catalogue(path: &str) -> Result<String, String> {
    crate::catalogue::Catalogue::open(path).map(|_| path.into())
}

/// Returns the words of a choice.
fn names<T: Choice>() -> Vec<&'static str> {
    T::WORDS.iter().map(|(name, _)| *name).collect()
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
    whole(text, MOST_THREADS)
}

/// Reads a number of something, at least 1.
///
/// # Errors
/// A sentence that says how many there may be.
pub fn whole(text: &str, most: usize) -> Result<usize, String> {
    let number = text.trim().parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("write a whole number from 1 to {most}"))
}

/// Returns a time as it is set.
fn duration_text(time: Option<Duration>) -> String {
    match time {
        None => "off".into(),
        Some(t) if t.subsec_millis() != 0 || t.is_zero() => format!("{}ms", t.as_millis()),
        Some(t) => format!("{}s", t.as_secs()),
    }
}

/// Returns a size as it is set.
fn memory_text(bytes: Option<usize>) -> String {
    bytes.map_or_else(|| "three quarters of the machine".into(), bytes_text)
}
