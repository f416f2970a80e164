//! The lines of the text: indented, with blanks in place, the long ones broken.

use std::ops::Range;

use super::WIDTH;
use super::fold::{Open, fold};
use super::signs::{Kind, Sign};
use super::spacing::blanks;
use crate::syntax::token::Token;

/// Columns for each open block.
const INDENT: usize = 2;

/// Blocks deeper than this are indented no further.
const MAX_INDENTED_BLOCKS: usize = 20;

/// A line to write.
#[derive(Debug, Default)]
pub struct Line {
    /// `true` if an empty line stands before it.
    pub apart: bool,
    /// Blanks before the code, or before a comment that stands alone.
    pub indent: usize,
    /// The part of the line that is run.
    pub code: String,
    /// The comment or expected result behind it.
    pub remark: Option<Remark>,
}

/// A comment or an expected result.
#[derive(Debug)]
pub struct Remark {
    pub text: String,
    /// The column in which it stood.
    pub column: usize,
    /// `true` if it is an expected result.
    pub is_expected: bool,
}

/// Lays out all lines.
pub fn lines(signs: &[Sign]) -> Vec<Line> {
    let mut layout = Layout::default();
    let mut rest = signs;
    while !rest.is_empty() {
        let length = 1 + rest[1..].iter().take_while(|s| s.breaks == 0).count();
        let (line, after) = rest.split_at(length);
        layout.line(line);
        rest = after;
    }
    layout.lines
}

#[derive(Default)]
struct Layout {
    lines: Vec<Line>,
    /// Indentation of the statement under way.
    base: usize,
    /// Its first line went so far to the left and to the right.
    moved: (usize, usize),
    open: Open,
}

impl Layout {
    fn line(&mut self, line: &[Sign]) {
        let (code, remark) = match line.split_last() {
            Some((last, code)) if last.is_remark() => (code, Some(last)),
            _ => (line, None),
        };
        let first = self.lines.len();
        match code.first() {
            None => {
                let indent = remark.map_or(0, |r| self.indent(r, true));
                self.lines.push(Line { indent, ..Line::default() });
            }
            Some(start) => {
                let indent = self.indent(start, false);
                self.code(code, indent);
            }
        }
        let apart = line.first().is_some_and(|s| s.breaks > 1);
        if let Some(line) = self.lines.get_mut(first) {
            line.apart = apart && first > 0;
        }
        if let (Some(line), Some(r)) = (self.lines.last_mut(), remark) {
            let is_expected = r.kind == Kind::Expected;
            line.remark = Some(Remark { text: r.text.clone(), column: r.column, is_expected });
        }
    }

    /// Returns the column of a line that begins with this sign.
    fn indent(&mut self, sign: &Sign, alone: bool) -> usize {
        if sign.edge.inside {
            let column = (sign.column + self.moved.1).saturating_sub(self.moved.0);
            return column.max(self.base + if sign.closes() { 0 } else { INDENT });
        }
        let base = INDENT * sign.edge.blocks.min(MAX_INDENTED_BLOCKS);
        if !alone {
            self.base = base;
            self.moved = (sign.column.saturating_sub(base), base.saturating_sub(sign.column));
            self.open.clear();
        }
        base
    }

    /// Lays out a line without its comment; the blocks of one that is too long get lines of their own.
    fn code(&mut self, signs: &[Sign], indent: usize) {
        let measured = Measured::new(signs);
        let blocks = Blocks::of(signs);
        let whole = 0..signs.len();
        let mut parts = vec![whole];
        while let Some(part) = parts.pop() {
            let Some(first) = signs.get(part.start).filter(|_| !part.is_empty()) else { continue };
            let indent = if part.start == 0 { indent } else { self.indent(first, false) };
            let is_long = indent + measured.width(&part) > WIDTH;
            match blocks.first(&part).filter(|_| is_long) {
                Some(body) => parts.extend([body.end..part.end, body.clone(), part.start..body.start]),
                None => self.part(signs, &measured, part, indent),
            }
        }
    }

    /// Lays out a part of a line, folded where it is too long.
    fn part(&mut self, signs: &[Sign], measured: &Measured, part: Range<usize>, mut indent: usize) {
        let mut rest = part;
        loop {
            let start = rest.start;
            let column = |i: usize| indent + measured.offsets[i] - measured.offsets[start];
            let last = indent + measured.width(&rest);
            let found = if last > WIDTH {
                fold(&signs[rest.clone()], |i| column(start + i), last, self.base, &self.open)
            } else {
                None
            };
            let until = found.as_ref().map_or(rest.end, |f| start + f.at);
            let mut code = String::new();
            for (i, sign) in (start..until).zip(&signs[start..until]) {
                code.extend((i > start && measured.blanks[i - 1]).then_some(' '));
                code.push_str(&sign.text);
                self.open.pass(sign, column(i));
            }
            self.lines.push(Line { indent, code, ..Line::default() });
            let Some(found) = found else { return };
            (rest.start, indent) = (until, found.margin);
        }
    }
}

/// A line with its blanks in place, and where its signs stand.
struct Measured {
    /// For each sign from the second on, `true` if a blank stands before it.
    blanks: Vec<bool>,
    /// The start of each sign.
    offsets: Vec<usize>,
    /// The end of each sign.
    ends: Vec<usize>,
}

impl Measured {
    fn new(signs: &[Sign]) -> Measured {
        let blanks = blanks(signs);
        let (mut offsets, mut ends) = (Vec::with_capacity(signs.len()), Vec::with_capacity(signs.len()));
        let mut end = 0;
        for (i, sign) in signs.iter().enumerate() {
            end += usize::from(i > 0 && blanks[i - 1]);
            offsets.push(end);
            end += sign.width;
            ends.push(end);
        }
        Measured { blanks, offsets, ends }
    }

    /// Returns the number of columns of some successive signs.
    fn width(&self, part: &Range<usize>) -> usize {
        if part.is_empty() { 0 } else { self.ends[part.end - 1] - self.offsets[part.start] }
    }
}

/// The blocks that a line opens.
struct Blocks {
    /// The places of `do`, and for each where the `end` of its block stands, or where the line ends.
    all: Vec<(usize, usize)>,
}

impl Blocks {
    fn of(signs: &[Sign]) -> Blocks {
        let mut all = Vec::new();
        let mut open = Vec::new();
        for (i, sign) in signs.iter().enumerate() {
            if sign.token() == Some(Token::Do) {
                open.push(all.len());
                all.push((i, signs.len()));
            } else if sign.is_end()
                && let Some(block) = open.pop()
            {
                all[block].1 = i;
            }
        }
        Blocks { all }
    }

    /// Returns the body of the first block that a part opens, if the part goes on after the `do`.
    fn first(&self, part: &Range<usize>) -> Option<Range<usize>> {
        let at = self.all.partition_point(|(place, _)| *place < part.start);
        let (place, end) = *self.all.get(at).filter(|(place, _)| place + 1 < part.end)?;
        Some(place + 1..end.min(part.end))
    }
}
