//! Fits a drawn message into the columns of a terminal: it wraps texts between words and keeps the drawing around them.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The mark before a text that may be wrapped. No text holds it, since control characters have been escaped.
pub(super) const TEXT: char = '\u{1}';

/// The smallest number of columns that a wrapped text gets.
const MIN_TEXT_COLUMNS: usize = 20;

/// Wraps the texts of a drawing that go beyond `columns`, and removes the marks.
pub(super) fn fit(drawing: &str, columns: Option<usize>) -> String {
    let mut out = String::with_capacity(drawing.len());
    for (i, line) in drawing.split_inclusive('\n').enumerate() {
        match (line.trim_end_matches('\n').split_once(TEXT), columns) {
            (Some((before, text)), Some(columns)) => wrap(&mut out, before, text, columns, i == 0),
            (Some((before, text)), None) => out.extend([before, text, "\n"]),
            (None, _) => out.push_str(line),
        }
    }
    out
}

/// Writes the drawing `before` and then `text`, on several lines if needed. The further lines of a heading begin near the
/// margin, those of other texts below their first word if there is room.
fn wrap(out: &mut String, before: &str, text: &str, columns: usize, is_heading: bool) {
    let indent = match (columns_of(before), is_heading) {
        (_, true) => 2,
        (wide, false) if wide + MIN_TEXT_COLUMNS > columns => columns.saturating_sub(MIN_TEXT_COLUMNS),
        (wide, false) => wide,
    };
    let margin = continued(before, indent, is_heading);
    let room = columns.saturating_sub(indent).max(1);
    out.push_str(before);
    let mut left = columns.saturating_sub(columns_of(before));
    let mut is_empty = true;
    for part in parts(text, room) {
        let width = part.width();
        if width + usize::from(!is_empty) <= left {
            if !is_empty {
                out.push(' ');
                left -= 1;
            }
        } else if !(is_empty && left == room) {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
            out.push_str(&margin);
            left = room;
        }
        out.push_str(part);
        left = left.saturating_sub(width);
        is_empty = false;
    }
    out.push('\n');
}

/// Splits a text into pieces that stay on one line: its words, and code in backticks if that fits into `room` columns.
fn parts(text: &str, room: usize) -> Vec<&str> {
    let (mut parts, mut start, mut in_code) = (Vec::new(), 0, false);
    for (at, sign) in text.char_indices() {
        match sign {
            '`' => in_code = !in_code,
            ' ' if !in_code => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
        .into_iter()
        .flat_map(|part| if part.width() > room { part.split(' ').collect() } else { vec![part] })
        .collect()
}

/// Returns the first `indent` columns of a drawing as they look one line further down: vertical lines go on, everything
/// else becomes blank.
fn continued(before: &str, indent: usize, is_heading: bool) -> String {
    let (mut out, mut column, mut in_escape) = (String::new(), 0, false);
    for sign in before.chars() {
        if in_escape || sign == '\u{1b}' {
            in_escape = !(in_escape && sign.is_ascii_alphabetic());
            if !is_heading {
                out.push(sign);
            }
            continue;
        }
        let width = sign.width().unwrap_or(0);
        if column + width > indent {
            continue;
        }
        column += width;
        match sign {
            '│' | '┆' | '|' if !is_heading => out.push(sign),
            _ => out.extend(std::iter::repeat_n(' ', width)),
        }
    }
    out.extend(std::iter::repeat_n(' ', indent - column));
    out
}

/// Returns the number of columns of a text that may hold escape sequences.
fn columns_of(text: &str) -> usize {
    let mut in_escape = false;
    text.chars()
        .map(|sign| {
            if in_escape || sign == '\u{1b}' {
                in_escape = !(in_escape && sign.is_ascii_alphabetic());
                return 0;
            }
            sign.width().unwrap_or(0)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_wrapped_between_words() {
        let drawing = format!(
            "Error: {TEXT}a message\n  │ Help: {TEXT}write `a + b` or something longer\n  │  │ ╰── {TEXT}a long label that goes on\n"
        );
        assert_eq!(fit(&drawing, None), drawing.replace(TEXT, ""));
        let wrapped = "Error: a message\n  │ Help: write `a + b` or\n  │       something longer\n  │  │ ╰── a long label that\n  │  │     goes on\n";
        assert_eq!(fit(&drawing, Some(32)), wrapped);
        let heading = fit(&format!("\x1b[31mError:\x1b[0m {TEXT}a message of some words\n"), Some(20));
        assert_eq!(heading, "\x1b[31mError:\x1b[0m a message of\n  some words\n");
    }
}
