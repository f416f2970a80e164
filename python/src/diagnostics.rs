//! Errors and warnings as data that goes from thread to thread.

use cg::diagnostic::{Diagnostic, Style, render};
use cg::eval::Session;
use cg::guide::answers::Problem;
use cg::source::SourceId;

/// Errors and warnings, rendered for a person.
#[derive(Clone, Debug)]
pub struct RenderedDiagnostics {
    /// The first error, or the first warning if there is none.
    pub problem: Option<Problem>,
    /// All errors and warnings as a terminal shows them: without colours, and with them.
    pub shown: [String; 2],
}

impl RenderedDiagnostics {
    /// Collects diagnostics.
    pub fn new(diagnostics: &[Diagnostic], session: &Session) -> Box<RenderedDiagnostics> {
        let ours: Vec<Diagnostic> = diagnostics.iter().cloned().map(without_our_text).collect();
        let shown = [false, true].map(|colour| {
            let style = Style::Graphical { colour, ascii: false, columns: None };
            render(&ours, &session.sources, style).trim_end().to_string()
        });
        let first = ours.iter().find(|d| d.is_error()).or(ours.first());
        let problem = first.map(|diagnostic| Problem::of(diagnostic, None, &session.sources));
        Box::new(RenderedDiagnostics { problem, shown })
    }
}

/// Removes places in the generated text of a call from Python, which nobody has written.
fn without_our_text(mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.labels.retain(|label| label.span.source != SourceId(0));
    diagnostic
}
