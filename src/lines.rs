//! Texts in the columns of a terminal: long lines broken at words, small pictures side by side.

use unicode_width::UnicodeWidthStr;

/// The smallest width that texts are fitted into.
const MIN_COLUMNS: usize = 10;

/// The number of columns of a terminal of unknown size.
pub const USUAL_COLUMNS: usize = 80;

/// The blanks between two pictures that stand side by side.
const GAP: usize = 4;

/// Breaks the lines of a text at words so that they fit into `columns`. Further lines of a numbered step begin below its first
/// word, those of other lines two columns further in. A word that is longer than a line stays whole.
///
/// ```
/// let text = cg::lines::fitted("1. Left's options are worth nothing.", 20);
/// assert_eq!(text, "1. Left's options\n   are worth\n   nothing.\n");
/// ```
pub fn fitted(text: &str, columns: usize) -> String {
    if text.lines().all(|line| line.width() <= columns) || columns < MIN_COLUMNS {
        return text.to_string();
    }
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for line in text.lines() {
        if line.width() <= columns {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let body = line.trim_start();
        let first = line.width() - body.width();
        let (indent, further) = (" ".repeat(first.min(columns / 3)), " ".repeat((first + hang(body)).min(columns / 3)));
        let mut row = indent;
        for word in body.split(' ') {
            if row.trim().is_empty() {
                row.push_str(word);
            } else if word.is_empty() {
                row.push(' ');
            } else if row.width() + 1 + word.width() <= columns {
                row.push(' ');
                row.push_str(word);
            } else {
                out.push_str(row.trim_end());
                out.push('\n');
                row = format!("{further}{word}");
            }
        }
        out.push_str(&row);
        out.push('\n');
    }
    out
}

/// Returns how much further in the second line of a paragraph begins than its first: behind `12. ` if that is its number.
fn hang(body: &str) -> usize {
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && body[digits..].starts_with(". ") { digits + 2 } else { 2 }
}

/// Puts pictures side by side, their first lines at one height, as many in a row as fit into `columns`.
///
/// ```
/// let pictures = [vec!["ab".to_string(), "c".to_string()], vec!["d".to_string()]];
/// assert_eq!(cg::lines::side_by_side(&pictures, 20), ["ab    d", "c"]);
/// assert_eq!(cg::lines::side_by_side(&pictures, 4), ["ab", "c", "", "d"]);
/// ```
pub fn side_by_side(pictures: &[Vec<String>], columns: usize) -> Vec<String> {
    let width = |picture: &Vec<String>| picture.iter().map(|line| line.width()).max().unwrap_or(0);
    let mut lines = Vec::new();
    let mut rest = pictures;
    while let Some(first) = rest.first() {
        let (mut count, mut wide) = (1, width(first));
        while let Some(next) = rest.get(count).filter(|next| wide + GAP + width(next) <= columns) {
            wide += GAP + width(next);
            count += 1;
        }
        let (row, others) = rest.split_at(count);
        rest = others;
        if !lines.is_empty() {
            lines.push(String::new());
        }
        for i in 0..row.iter().map(Vec::len).max().unwrap_or(0) {
            let mut text = String::new();
            for (at, picture) in row.iter().enumerate() {
                let line = picture.get(i).map_or("", String::as_str);
                text.extend(std::iter::repeat_n(' ', if at > 0 { GAP } else { 0 }));
                text.push_str(line);
                text.extend(std::iter::repeat_n(' ', width(picture) - line.width()));
            }
            text.truncate(text.trim_end().len());
            lines.push(text);
        }
    }
    lines
}
