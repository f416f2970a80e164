//! Messages about mistakes: plain data, rendered in three ways.
//!
//! Every stage's errors end as a [`Diagnostic`]. The stages decide that something is wrong; this module only words it.

mod code;
mod excerpt;
mod fix;
mod report;
mod suggest;
mod terminal;
mod wrap;

pub use code::{CODES, CodeRow, ErrorCode, lookup};
pub use fix::Fix;
pub use suggest::{distance, filled, habit, homonym, lacking, longer, near_habit, nearest, within};

use std::fmt;

use crate::source::{Sources, Span};
use crate::visible;

/// Returns a number with its noun, which is in the plural unless the number is 1.
///
/// ```
/// use cg::diagnostic::counted;
///
/// assert_eq!([0, 1, 2].map(|n| counted(n, "move")), ["0 moves", "1 move", "2 moves"]);
/// ```
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The form in which diagnostics are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A picture of the lines with labels under them.
    Graphical {
        /// `true` to colour it.
        colour: bool,
        /// `true` to draw lines with signs that every terminal has.
        ascii: bool,
        /// The number of columns to wrap messages at, or `None` to leave each on one line.
        columns: Option<usize>,
    },
    /// Prose, for screen readers and logs.
    Plain,
    /// One JSON object a line.
    Json,
}

/// Diagnostics that are shown at once; nobody reads more.
const MOST_SHOWN: usize = 100;

/// Returns all diagnostics, one after the other; of a great many the first ones, the last of them with a note how many
/// more there are.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> String {
    let one = |diagnostic| match style {
        Style::Graphical { colour, ascii, columns } => {
            wrap::fit(&terminal::render(diagnostic, sources, colour, ascii, columns), columns)
        }
        Style::Plain => report::plain(diagnostic, sources),
        Style::Json => report::json(diagnostic, sources),
    };
    let Some((shown, rest)) = diagnostics.split_at_checked(MOST_SHOWN).filter(|(_, rest)| !rest.is_empty()) else {
        return diagnostics.iter().map(one).collect();
    };
    let mut shown = shown.to_vec();
    let more = format!("{} more like these are not shown; mend these first", rest.len());
    shown.last_mut().expect("there are some").notes.push(more);
    shown.iter().map(one).collect()
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The text is not run, or the statement has failed.
    Error,
    /// The statement went on, but likely not as meant.
    Warning,
}

/// A place and why it matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The reason at this place, in a few words.
    pub text: String,
}

/// One thing to tell the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Its kind; `cg explain CODE` expands it.
    pub code: ErrorCode,
    /// The fault in one line: lower case, the person's own text in backticks.
    pub message: String,
    /// The first label is the primary one.
    pub labels: Vec<Label>,
    /// One thing to do.
    pub help: Option<String>,
    /// Further remarks, such as the calls that led here.
    pub notes: Vec<String>,
    /// The statement whose failure, already reported, is all that is wrong here.
    pub cause: Option<Span>,
    /// Corrections to choose from, the likeliest first.
    pub fixes: Vec<Fix>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

impl Diagnostic {
    /// Returns an error at a place; the label's text is `here`.
    pub fn error(code: ErrorCode, span: Span, message: impl Into<String>, here: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            labels: vec![Label { span, text: here.into() }],
            help: None,
            notes: Vec::new(),
            cause: None,
            fixes: Vec::new(),
        }
    }

    /// Returns a warning at a place; the label's text is `here`.
    pub fn warning(code: ErrorCode, span: Span, message: impl Into<String>, here: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message, here) }
    }

    /// Adds one thing to do.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Marks another place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a remark.
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Offers a text that may stand in the place of another.
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fixes.push(Fix { span, text: text.into() });
        self
    }

    /// Says that it follows from the failure of an earlier statement.
    pub fn because(mut self, cause: Span) -> Diagnostic {
        self.cause = Some(cause);
        self.label(cause, "this failed")
    }

    /// Returns the primary place.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|l| l.span)
    }

    /// Returns the diagnostic as it may be shown: every sign written out that a terminal would obey, and places in
    /// words where the text may not be quoted.
    fn shown(&self, sources: &Sources) -> Diagnostic {
        let shown = |text: &String| visible::text(text).into_owned();
        let source = |label: &Label| sources.get(label.span.source).filter(|source| !source.quoted);
        let (quoted, others): (Vec<_>, Vec<_>) = self.labels.iter().partition(|label| source(label).is_none());
        let place = |label: &Label| {
            let source = source(label)?;
            let place = source.place(label.span.start as usize);
            let end = if label.text.is_empty() { String::new() } else { format!(": {}", shown(&label.text)) };
            Some(format!("in `{}`, {place}{end}", visible::line(&source.name)))
        };
        Diagnostic {
            severity: self.severity,
            code: self.code,
            message: shown(&self.message),
            labels: quoted.into_iter().map(|label| Label { span: label.span, text: shown(&label.text) }).collect(),
            help: self.help.as_ref().map(shown),
            notes: self.notes.iter().map(shown).chain(others.into_iter().filter_map(place)).collect(),
            cause: self.cause,
            fixes: self.fixes.clone(),
        }
    }

    /// Returns `true` if this is an error rather than a warning.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
