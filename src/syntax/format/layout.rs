//! The lines of the text: indented, with blanks in place, the long ones broken.

use super::WIDTH;
use super::fold::{Open, fold};
use super::signs::{Kind, Sign};
use super::spacing::blanks;
use crate::syntax::token::Token;

/// Columns for each open block.
const INDENT: usize = 2;

/// Blocks deeper than this are indented no further.
const DEEPEST: usize = 20;

/// A line to write.
#[derive(Debug, Default)]
pub struct Line {
    /// Whether an empty line stands before it.
    pub apart: bool,
    /// Blanks before the code, or before a comment that stands alone.
    pub indent: usize,
    /// What is run.
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
    /// Whether it is an expected result.
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

    /// Where a line begins that begins with this sign.
    fn indent(&mut self, sign: &Sign, alone: bool) -> usize {
        if sign.edge.inside {
            let column = (sign.column + self.moved.1).saturating_sub(self.moved.0);
            return column.max(self.base + if sign.closes() { 0 } else { INDENT });
        }
        let base = INDENT * sign.edge.blocks.min(DEEPEST);
        if !alone {
            self.base = base;
            self.moved = (sign.column.saturating_sub(base), base.saturating_sub(sign.column));
            self.open.clear();
        }
        base
    }

    /// Lays out a line without its comment.
    fn code(&mut self, signs: &[Sign], mut indent: usize) {
        let blanks = blanks(signs);
        let mut offsets = Vec::with_capacity(signs.len());
        let mut end = 0;
        for (i, sign) in signs.iter().enumerate() {
            end += usize::from(i > 0 && blanks[i - 1]);
            offsets.push(end);
            end += sign.width;
        }
        if indent + end > WIDTH
            && let Some((head, body)) = block(signs)
        {
            for part in [&signs[..head], &signs[head..body], &signs[body..]] {
                if let Some(first) = part.first() {
                    let indent = self.indent(first, false);
                    self.code(part, indent);
                }
            }
            return;
        }
        let mut start = 0;
        loop {
            let column = |i: usize| indent + offsets[i] - offsets[start];
            let last = indent + end - offsets[start];
            let found = if last > WIDTH {
                fold(&signs[start..], |i| column(start + i), last, self.base, &self.open)
            } else {
                None
            };
            let until = found.as_ref().map_or(signs.len(), |f| start + f.at);
            let mut code = String::new();
            for i in start..until {
                code.extend((i > start && blanks[i - 1]).then_some(' '));
                code.push_str(&signs[i].text);
                self.open.pass(&signs[i], column(i));
            }
            self.lines.push(Line { indent, code, ..Line::default() });
            let Some(found) = found else { return };
            (start, indent) = (until, found.margin);
        }
    }
}

/// The first block that a line opens before its end: where its body begins, and where its `end` stands.
fn block(signs: &[Sign]) -> Option<(usize, usize)> {
    let head = signs.iter().position(|s| s.token() == Some(Token::Do))? + 1;
    if head == signs.len() {
        return None;
    }
    let mut deep = 1;
    for (i, sign) in signs.iter().enumerate().skip(head) {
        deep += usize::from(sign.token() == Some(Token::ForStatement));
        deep -= usize::from(sign.is_end());
        if deep == 0 {
            return Some((head, i));
        }
    }
    Some((head, signs.len()))
}
