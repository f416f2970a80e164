//! What a person is told, as data that goes from thread to thread.

use cg::diagnostic::{Diagnostic, Style, render};
use cg::eval::Session;
use cg::guide::answers::Problem;
use cg::source::SourceId;

/// An error or a warning.
#[derive(Clone, Debug)]
pub struct Told {
    /// The first error, or the first warning if there is none.
    pub problem: Option<Problem>,
    /// All that was wrong, as a terminal shows it: without colours, and with them.
    pub shown: [String; 2],
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
        let problem = first.map(|diagnostic| Problem::of(diagnostic, None, &session.sources));
        Box::new(Told { problem, shown })
    }
}

/// Without the places in the text that stands for calls from Python, which nobody has written.
fn without_our_text(mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.labels.retain(|label| label.span.source != SourceId(0));
    diagnostic
}
