//! The picture on a terminal, drawn by ariadne.
//!
//! Spans are bytes; ariadne is given characters, since it takes bytes amiss inside wide ones.

use std::fmt;

use ariadne::{Cache, CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};

use super::excerpt::{Excerpt, excerpts};
use super::wrap::TEXT;
use super::{Diagnostic, Severity};
use crate::source::{SourceId, Sources};

/// The number of columns that the margin beside a line takes.
const MARGIN: usize = 8;

/// Draws one diagnostic, with [`TEXT`] before each text that may be wrapped. Lines of the source wider than `columns` are
/// cut.
pub(super) fn render(
    diagnostic: &Diagnostic,
    sources: &Sources,
    colour: bool,
    ascii: bool,
    columns: Option<usize>,
) -> String {
    let diagnostic = &diagnostic.shown(sources);
    let excerpts = excerpts(diagnostic, sources, columns.map(|columns| columns.saturating_sub(MARGIN)));
    let Some(first) = excerpts.first() else { return bare(diagnostic) };
    let (kind, main) = match diagnostic.severity {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
    };
    let place = first.labels.first().map_or(0..0, |l| characters(first, &l.0));
    let signs = if ascii { CharSet::Ascii } else { CharSet::Unicode };
    let config = Config::default().with_color(colour).with_index_type(IndexType::Char).with_char_set(signs);
    let mut report = Report::build(kind, (first.id, place))
        .with_code(diagnostic.code)
        .with_message(format!("{TEXT}{}", diagnostic.message))
        .with_config(config);
    let mut primary = true;
    for excerpt in &excerpts {
        for (range, text) in &excerpt.labels {
            let mut label = Label::new((excerpt.id, characters(excerpt, range)));
            if !text.is_empty() {
                label = label.with_message(format!("{TEXT}{text}"));
            }
            let label = if primary { label.with_color(main).with_priority(1) } else { label.with_color(Color::Blue) };
            primary = false;
            report.add_label(label);
        }
    }
    let elsewhere = excerpts.iter().flat_map(|e| e.elsewhere.iter());
    for note in diagnostic.notes.iter().chain(elsewhere) {
        report.add_note(format!("{TEXT}{note}"));
    }
    if let Some(help) = &diagnostic.help {
        report.add_help(format!("{TEXT}{help}"));
    }
    let mut written = Vec::new();
    match report.finish().write(ShownExcerpts::new(&excerpts), &mut written) {
        Ok(()) => String::from_utf8_lossy(&written).into_owned(),
        Err(_) => bare(diagnostic),
    }
}

/// Returns a diagnostic without a place.
fn bare(diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
    };
    let mut text = format!("[{}] {severity}: {TEXT}{}\n", diagnostic.code, diagnostic.message);
    diagnostic.notes.iter().for_each(|note| text.push_str(&format!("  Note: {TEXT}{note}\n")));
    diagnostic.help.iter().for_each(|help| text.push_str(&format!("  Help: {TEXT}{help}\n")));
    text
}

/// Converts bytes of an excerpt to characters of the text that ariadne is given.
fn characters(excerpt: &Excerpt, range: &std::ops::Range<usize>) -> std::ops::Range<usize> {
    let start = margin(excerpt) + excerpt.text[..range.start].chars().count();
    start..start + excerpt.text[range.clone()].chars().count()
}

/// Returns the empty lines in front of an excerpt that make ariadne count lines from the start of the source. Version
/// 0.6 takes an offset, but shows it only in the heading of an excerpt, not in the margin beside the lines; beyond a
/// million lines that has to do.
fn margin(excerpt: &Excerpt) -> usize {
    if excerpt.lines_before <= 1_000_000 { excerpt.lines_before } else { 0 }
}

/// The excerpts as ariadne asks for them.
struct ShownExcerpts {
    list: Vec<(SourceId, String, Source<String>)>,
}

impl ShownExcerpts {
    fn new(excerpts: &[Excerpt]) -> ShownExcerpts {
        let source = |e: &Excerpt| {
            let text = "\n".repeat(margin(e)) + &e.text;
            let text = Source::from(text).with_display_line_offset(e.lines_before - margin(e));
            (e.id, e.name.clone(), text)
        };
        ShownExcerpts { list: excerpts.iter().map(source).collect() }
    }
}

impl Cache<SourceId> for ShownExcerpts {
    type Storage = String;

    fn fetch(&mut self, id: &SourceId) -> Result<&Source<String>, impl fmt::Debug> {
        self.list.iter().find(|s| s.0 == *id).map(|s| &s.2).ok_or("no such source")
    }

    fn display<'a>(&self, id: &'a SourceId) -> Option<impl fmt::Display + 'a> {
        self.list.iter().find(|s| s.0 == *id).map(|s| s.1.clone())
    }
}
