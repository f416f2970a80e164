//! What a person is told, as data that goes from thread to thread.

use cg::diagnostic::{Diagnostic, Style, render};
use cg::eval::Session;
use cg::source::{Source, SourceId};

/// An error or a warning.
#[derive(Clone, Debug)]
pub struct Told {
    /// Its code, such as `name::unknown`.
    pub code: String,
    /// What is wrong, in one line.
    pub message: String,
    /// One thing to do.
    pub help: Option<String>,
    /// Further remarks.
    pub notes: Vec<String>,
    /// Where, if it stands in a text.
    pub place: Option<Place>,
    /// All that was wrong, as a terminal shows it: without colours, and with them.
    pub shown: [String; 2],
}

/// A place in a text. Lines and columns count from 1, characters from 0.
#[derive(Clone, Debug)]
pub struct Place {
    /// What the text is called.
    pub source: String,
    /// The line where it begins.
    pub line: usize,
    /// The column where it begins.
    pub column: usize,
    /// The first character.
    pub start: usize,
    /// The one after the last.
    pub end: usize,
}

impl Told {
    /// The first error of these, or the first of all, with the picture of all of them.
    pub fn new(diagnostics: &[Diagnostic], session: &Session) -> Box<Told> {
        let ours: Vec<Diagnostic> = diagnostics.iter().cloned().map(without_our_text).collect();
        let shown = [false, true].map(|colour| {
            let style = Style::Graphical { colour, ascii: false, columns: None };
            render(&ours, &session.sources, style).trim_end().to_string()
        });
        let first = ours.iter().find(|d| d.is_error()).or(ours.first());
        Box::new(Told {
            code: first.map_or(String::new(), |d| d.code.to_string()),
            message: first.map_or(String::new(), |d| d.message.clone()),
            help: first.and_then(|d| d.help.clone()),
            notes: first.map_or(Vec::new(), |d| d.notes.clone()),
            place: first.and_then(|d| place(d, session)),
            shown,
        })
    }
}

/// Without the places in the text that stands for calls from Python, which nobody has written.
fn without_our_text(mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.labels.retain(|label| label.span.source != SourceId(0));
    diagnostic
}

fn place(diagnostic: &Diagnostic, session: &Session) -> Option<Place> {
    let span = diagnostic.span()?;
    let source: &Source = session.sources.get(span.source)?;
    let (line, column) = source.position(span.start as usize);
    let characters = |byte: u32| source.text.get(..byte as usize).map_or(0, |text| text.chars().count());
    let (start, end) = (characters(span.start), characters(span.end));
    Some(Place { source: source.name.to_string(), line, column, start, end })
}
