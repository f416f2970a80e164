//! Diagnostics in the protocol of miette: prose for screen readers, JSON for programs.

use std::fmt;

use miette::{
    Diagnostic as Protocol, JSONReportHandler, LabeledSpan, MietteError, MietteSpanContents, NarratableReportHandler,
    SourceCode, SourceSpan, SpanContents,
};

use super::excerpt::{clamp, excerpts};
use super::{Diagnostic, Severity};
use crate::source::Sources;
use crate::visible;

/// A diagnostic with the text it is about, as miette takes it.
#[derive(Debug)]
struct Report {
    diagnostic: Diagnostic,
    text: Named,
    labels: Vec<(std::ops::Range<usize>, String)>,
    notes: Vec<Note>,
}

impl Report {
    /// Returns the diagnostic with the whole of the text its primary label is in; offsets are those of that text.
    fn new(diagnostic: &Diagnostic, sources: &Sources) -> Report {
        let source = diagnostic.span().and_then(|s| sources.get(s.source));
        let text = source.map_or_else(Named::default, |s| Named {
            name: s.name.to_string(),
            text: s.text.to_string(),
            lines_before: 0,
        });
        let here = diagnostic.labels.iter().filter(|l| source.is_some_and(|s| s.id == l.span.source));
        let labels = here.map(|l| (clamp(l, &text.text), l.text.clone())).collect();
        let notes = diagnostic.notes.iter().cloned().map(Note).collect();
        Report { diagnostic: diagnostic.clone(), text, labels, notes }
    }

    /// Returns the diagnostic with the lines around its labels only.
    fn excerpt(diagnostic: &Diagnostic, sources: &Sources) -> Report {
        let mut excerpts = excerpts(diagnostic, sources, None);
        let elsewhere: Vec<_> = excerpts.iter().flat_map(|e| e.elsewhere.clone()).collect();
        let others = excerpts.iter().skip(1).flat_map(|e| e.labels.iter().map(|l| format!("{}: {}", e.name, l.1)));
        let notes = diagnostic.notes.iter().cloned().chain(elsewhere).chain(others).map(Note).collect();
        let (text, labels) = if excerpts.is_empty() {
            (Named::default(), Vec::new())
        } else {
            let first = excerpts.swap_remove(0);
            (Named { name: first.name, text: first.text, lines_before: first.lines_before }, first.labels)
        };
        Report { diagnostic: diagnostic.clone(), text, labels, notes }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.diagnostic.message)
    }
}

impl std::error::Error for Report {}

impl Protocol for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.diagnostic.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.diagnostic.help.as_ref().map(|h| Box::new(h) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        (!self.labels.is_empty()).then_some(&self.text as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.labels.iter().enumerate().map(|(i, (range, text))| {
            let (text, range) = (Some(text.clone()), (range.start, range.len()));
            if i == 0 {
                LabeledSpan::new_primary_with_span(text, range)
            } else {
                LabeledSpan::new_with_span(text, range)
            }
        });
        Some(Box::new(labels))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Protocol> + 'a>> {
        if self.notes.is_empty() {
            return None;
        }
        Some(Box::new(self.notes.iter().map(|n| n as &dyn Protocol)))
    }
}

/// A remark of a diagnostic.
#[derive(Clone, Debug)]
struct Note(String);

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Note {}

impl Protocol for Note {
    fn severity(&self) -> Option<miette::Severity> {
        Some(miette::Severity::Advice)
    }
}

/// A text with its name and the number of lines before it.
#[derive(Clone, Debug, Default)]
struct Named {
    name: String,
    text: String,
    lines_before: usize,
}

impl SourceCode for Named {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let contents = self.text.read_span(span, before, after)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            contents.data(),
            *contents.span(),
            contents.line() + self.lines_before,
            contents.column(),
            contents.line_count(),
        )))
    }
}

/// Returns one diagnostic in prose.
pub(super) fn plain(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let mut text = String::new();
    let report = Report::excerpt(&diagnostic.shown(sources), sources);
    match NarratableReportHandler::new().render_report(&mut text, &report) {
        Ok(()) => text,
        Err(_) => format!("{}: {}\n", diagnostic.code, diagnostic.message),
    }
}

/// Returns one diagnostic as a JSON object on a line of its own.
pub(super) fn json(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let mut text = String::new();
    let report = Report::new(diagnostic, sources);
    match JSONReportHandler::new().render_report(&mut text, &report) {
        Ok(()) => visible::json(&text.replace('\n', " ")).into_owned() + "\n",
        Err(_) => String::new(),
    }
}
