//! The lines of a source that a diagnostic shows, with the labels in them.
//!
//! Rendering never sees a whole source: labels are clamped to it, and a line that is very long is cut around the
//! primary label, so that a message about a line of ten megabytes is still a few lines.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use super::{Diagnostic, Label};
use crate::source::{Source, SourceId, Sources};
use crate::visible;

/// Bytes of text shown as they are.
const BYTES_SHOWN: usize = 4096;
/// Bytes shown on either side of a label in a line that is cut.
const BYTES_AROUND: usize = 100;
/// The number of columns of a line that are shown even in the narrowest terminal.
const MIN_COLUMNS: usize = 24;

/// A part of a source, with the labels that fall into it.
#[derive(Clone, Debug)]
pub(super) struct Excerpt {
    pub id: SourceId,
    pub name: String,
    pub text: String,
    /// Lines before the first one shown.
    pub lines_before: usize,
    /// Ranges of bytes in the excerpt with their texts; the primary label first, if it is here.
    pub labels: Vec<(Range<usize>, String)>,
    /// Labels that do not fall into it, in words.
    pub elsewhere: Vec<String>,
}

/// Returns the excerpts that a diagnostic needs, first that of its primary label. Lines wider than `columns` are cut.
pub(super) fn excerpts(diagnostic: &Diagnostic, sources: &Sources, columns: Option<usize>) -> Vec<Excerpt> {
    let mut ids: Vec<SourceId> = Vec::new();
    for label in &diagnostic.labels {
        if !ids.contains(&label.span.source) {
            ids.push(label.span.source);
        }
    }
    let of = |id| diagnostic.labels.iter().filter(move |l| l.span.source == id);
    ids.iter().filter_map(|&id| sources.get(id).map(|source| excerpt(source, of(id).collect(), columns))).collect()
}

/// Returns the byte range of a label in its source, on character boundaries.
pub(super) fn clamp(label: &Label, text: &str) -> Range<usize> {
    let start = text.floor_char_boundary(label.span.start as usize);
    let end = text.ceil_char_boundary((label.span.end as usize).max(start));
    start..end
}

fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |i| i + 1)
}

fn line_end(text: &str, offset: usize) -> usize {
    text[offset..].find('\n').map_or(text.len(), |i| offset + i)
}

/// Returns a part of a text as it is shown. Of the two signs that end a line in some systems the first is dropped.
fn seen(text: &str, range: Range<usize>) -> String {
    let part = &text[range.clone()];
    let part = if text[range.end..].starts_with('\n') { part.strip_suffix('\r').unwrap_or(part) } else { part };
    visible::text(&part.replace("\r\n", "\n")).into_owned()
}

fn excerpt(source: &Source, labels: Vec<&Label>, columns: Option<usize>) -> Excerpt {
    let text: &str = &source.text;
    let ranges: Vec<_> = labels.iter().map(|l| clamp(l, text)).collect();
    let low = ranges.iter().map(|r| r.start).min().unwrap_or(0);
    let high = ranges.iter().map(|r| r.end).max().unwrap_or(0);
    let primary = ranges.first().map_or(0, |r| r.start);
    let near = |low: usize, high: usize| {
        (high - low <= BYTES_SHOWN)
            .then(|| line_start(text, low)..line_end(text, high))
            .filter(|r| r.len() <= BYTES_SHOWN)
    };
    let whole = near(low, high).or_else(|| near(primary, primary));
    let is_wide = |line: &str| columns.is_some_and(|columns| line.width() > columns.max(MIN_COLUMNS));
    let (window, cut) = match whole.filter(|window| !text[window.clone()].lines().any(is_wide)) {
        Some(window) => (window, false),
        None => {
            let around = columns.map_or(BYTES_AROUND, |columns| (columns.max(MIN_COLUMNS) / 2).min(BYTES_AROUND));
            let start = text.floor_char_boundary(primary.saturating_sub(around)).max(line_start(text, primary));
            let end = text.floor_char_boundary(start + 2 * around).max(primary).min(line_end(text, primary));
            let from_end = text.floor_char_boundary(end.saturating_sub(2 * around)).max(line_start(text, primary));
            (start.min(from_end)..end, true)
        }
    };
    let dots_before = cut && window.start > line_start(text, window.start);
    let dots_after = cut && window.end < line_end(text, window.end);
    let before = if dots_before { "…" } else { "" };
    let after = if dots_after { "…" } else { "" };
    let mut shown = Excerpt {
        id: source.id,
        name: visible::line(&source.name).into_owned(),
        text: format!("{before}{}{after}", seen(text, window.clone())),
        lines_before: text[..window.start].bytes().filter(|&b| b == b'\n').count(),
        labels: Vec::new(),
        elsewhere: Vec::new(),
    };
    for (label, range) in labels.iter().zip(ranges) {
        if range.start >= window.start && range.start <= window.end {
            let shift =
                |offset: usize| before.len() + seen(text, window.start..offset.clamp(window.start, window.end)).len();
            shown.labels.push((shift(range.start)..shift(range.end), label.text.clone()));
        } else {
            shown.elsewhere.push(format!("{}: {}", source.place(range.start), label.text));
        }
    }
    if cut {
        shown.elsewhere.push(format!("the line is cut; this is {}", source.place(primary)));
    }
    shown
}
