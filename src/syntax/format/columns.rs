//! The column of the comments and expected results behind the code.
//!
//! In a paragraph they stand in one column: the one that most of its lines have, as they were written. Comments behind
//! lines too long for it stay, at least two blanks away. If there is no such column, it is the first that has room for
//! all but the very long lines.

use super::WIDTH;
use super::layout::{Line, Remark};

/// Blanks before a comment, at least.
const MIN_BLANKS: usize = 2;

/// Lines longer than this do not push the others' comments to the right.
const LONG_LINE: usize = 50;

/// Comments further right than this do not determine a column: every line would be filled up to it.
const MAX_COLUMN: usize = WIDTH + 20;

/// Puts the comments in place and the lines together.
pub fn write(lines: Vec<Line>) -> String {
    let mut text = String::new();
    let mut rest = &lines[..];
    while !rest.is_empty() {
        let length = 1 + rest[1..].iter().take_while(|l| !l.apart).count();
        let (paragraph, after) = rest.split_at(length);
        write_paragraph(paragraph, &mut text);
        rest = after;
    }
    text
}

fn write_paragraph(lines: &[Line], text: &mut String) {
    let common = common(lines);
    // The last line's comment: where it stood and where it stands now.
    let mut above: Option<(usize, usize)> = None;
    for line in lines {
        text.push_str(if line.apart { "\n" } else { "" });
        let remark = line.remark.as_ref();
        above = remark.map(|remark| (remark.column, column(line, remark, common, above)));
        let start = above.map(|a| a.1);
        let code = if line.code.is_empty() { 0 } else { line.indent };
        text.extend(std::iter::repeat_n(' ', code));
        text.push_str(&line.code);
        if let (Some(remark), Some(start)) = (remark, start) {
            text.extend(std::iter::repeat_n(' ', start.saturating_sub(length(line))));
            text.push_str(&remark.text);
        }
        text.push('\n');
    }
}

/// Returns the column of a line's comment.
fn column(line: &Line, remark: &Remark, common: Option<usize>, above: Option<(usize, usize)>) -> usize {
    if !line.code.is_empty() {
        let length = length(line);
        return common.filter(|c| *c > length).unwrap_or(remark.column.max(length + MIN_BLANKS));
    }
    // A comment alone under one behind code goes on with it; others stand as the code does.
    match above {
        Some((stood, stands)) if stood == remark.column && remark.column > line.indent => stands,
        _ if remark.is_expected && remark.column > line.indent => remark.column,
        _ => line.indent,
    }
}

/// Returns the column at which the code of a line ends.
fn length(line: &Line) -> usize {
    if line.code.is_empty() { 0 } else { line.indent + line.code.chars().count() }
}

/// Returns the column that the comments of a paragraph have in common.
fn common(lines: &[Line]) -> Option<usize> {
    let behind = || {
        lines.iter().filter(|l| !l.code.is_empty()).filter_map(|l| Some((length(l) + MIN_BLANKS, l.remark.as_ref()?)))
    };
    // Neither does a comment that stands no further than it must.
    let votes = behind().filter(|(least, r)| r.column > *least).map(|(_, r)| r.column);
    let mut votes: Vec<usize> = votes.filter(|column| *column <= MAX_COLUMN).collect();
    votes.sort_unstable();
    let most = votes.chunk_by(|a, b| a == b).map(|same| (same.len(), std::cmp::Reverse(same[0]))).max();
    most.map(|(_, column)| column.0).or_else(|| behind().map(|(least, _)| least).filter(|l| *l <= LONG_LINE).max())
}
