//! Text filled to the width of a terminal.

use crate::guide::lessons::format::Paragraph;
use crate::shell::repl::highlight;
use crate::visible;

/// Writes paragraphs with a line between them; lines that are kept stand together.
pub fn paragraphs(text: &[Paragraph], width: usize, colours: bool) -> String {
    let mut out = String::new();
    let mut kept = false;
    for (i, paragraph) in text.iter().enumerate() {
        let is_kept = matches!(paragraph, Paragraph::Kept(_));
        if i > 0 && !(kept && is_kept) {
            out.push('\n');
        }
        kept = is_kept;
        match paragraph {
            Paragraph::Filled(text) => out += &filled(text, width, colours),
            Paragraph::Kept(line) => {
                out += &visible::text(line);
                out.push('\n');
            }
        }
    }
    out
}

/// A paragraph in lines of at most `width` signs, unless a word is longer, with every sign shown that a terminal would
/// obey. What stands between backticks stays on one line if it fits there, and has the colours of the language.
pub fn filled(text: &str, width: usize, colours: bool) -> String {
    let text = &visible::text(text);
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut column = 0;
    for word in words(text, width) {
        let length = word.chars().count();
        if column > 0 {
            let fits = column + 1 + length <= width;
            out.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        let code = word.find('`').zip(word.rfind('`')).filter(|(open, close)| colours && open < close);
        match code.map(|(open, close)| (open, close, highlight(&word[open + 1..close]))) {
            // Without colours the backticks stay.
            Some((open, close, code)) if code != word[open + 1..close] => {
                out += &word[..open];
                out += &code;
                out += &word[close + 1..];
            }
            _ => out += word,
        }
        column += length;
    }
    out.push('\n');
    out
}

/// Returns the words of a text. Code between backticks is one word, unless it is longer than a line.
fn words(text: &str, width: usize) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let mut inside = false;
        let blank = |c: char| {
            inside ^= c == '`';
            !inside && c.is_whitespace()
        };
        let mut end = rest.find(blank).unwrap_or(rest.len());
        if inside || rest[..end].chars().count() > width {
            end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        }
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit() {
        let text = "Try `outcome(nim(3, 4))` or `nim(3)`, and then some more words.";
        for width in [12, 20, 40, 80] {
            let lines = filled(text, width, false);
            assert!(lines.lines().all(|l| l.chars().count() <= width.max(16)), "{lines}");
            assert_eq!(lines.split_whitespace().collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
        }
        assert_eq!(filled("a `b c` d", 6, false), "a\n`b c`\nd\n");
        assert_eq!(filled("an open ` tick", 80, false), "an open ` tick\n");
        assert_eq!(filled("see `1` or `b`.", 80, true), "see \x1b[38;5;133m1\x1b[0m or `b`.\n");
    }

    #[test]
    fn kept_lines_are_kept() {
        let text = [
            Paragraph::Filled("A b".into()),
            Paragraph::Kept("   x".into()),
            Paragraph::Kept("     y".into()),
            Paragraph::Filled("c".into()),
        ];
        assert_eq!(paragraphs(&text, 2, false), "A\nb\n\n   x\n     y\n\nc\n");
    }
}
