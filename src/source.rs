//! Source texts and the places in them.
//!
//! A [`Span`] is a half-open byte range of one source. Every later stage speaks of places by spans alone;
//! lines and columns are computed only when a diagnostic is shown.

use std::sync::Arc;

/// The identity of a source: its index in its [`Sources`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

/// A half-open range of bytes in one source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The source the range is in.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the range `start..end` of `source`.
    pub fn new(source: SourceId, start: usize, end: usize) -> Span {
        Span { source, start: start as u32, end: end as u32 }
    }

    /// Returns the shortest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the byte range, for slicing the source's text.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// One text: a script, a line typed at the prompt, an `-e` expression.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its number in the [`Sources`] that hold it.
    pub id: SourceId,
    /// The name that messages give it: a path, `<stdin>`, `<repl>`.
    pub name: Arc<str>,
    /// The text itself.
    pub text: Arc<str>,
    /// `true` if messages may show lines of it.
    pub quoted: bool,
}

impl Source {
    /// Returns the text a span covers; empty when the span is not of this source or does not fit it.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Returns the place of a byte offset in words: `line 2, column 3`.
    pub fn place(&self, offset: usize) -> String {
        let (line, column) = self.position(offset);
        format!("line {line}, column {column}")
    }

    /// Returns the line and the column (both from 1, columns in characters) of a byte offset.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// All sources of a session, so that a diagnostic can quote any of them.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
}

impl Sources {
    /// Adds a text and returns it with its number.
    pub fn add(&mut self, name: &str, text: &str) -> Source {
        self.push(name, text, true)
    }

    /// Adds a text of which messages show no lines, since it may be something else than a script.
    pub fn add_unquoted(&mut self, name: &str, text: &str) -> Source {
        self.push(name, text, false)
    }

    fn push(&mut self, name: &str, text: &str, quoted: bool) -> Source {
        let id = SourceId(self.list.len() as u32);
        let source = Source { id, name: name.into(), text: text.into(), quoted };
        self.list.push(source.clone());
        source
    }

    /// Drops a text without references; its number is not used again.
    pub fn forget(&mut self, id: SourceId) {
        if let Some(source) = self.list.get_mut(id.0 as usize) {
            source.text = Arc::default();
        }
    }

    /// Returns the source with this number.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.list.get(id.0 as usize)
    }
}
