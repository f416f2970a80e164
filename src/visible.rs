//! Signs that a terminal obeys instead of showing them, written out so that they are seen.
//!
//! A name, a text or the line of a file may contain signs that move the cursor, change the title of a window or turn
//! the reading order about. Everything that people read passes through here first: a sign of this kind is shown by its
//! number, as in `\u{1b}`, which is also how the language writes it in a text.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns `true` if a sign is obeyed rather than shown: a control character (C0, DEL, C1), or one that Unicode calls a
/// bidirectional control (Unicode Standard Annex 9, section 2). Line ends and tabs are among them.
///
/// ```
/// use cg::visible::is_hidden;
///
/// assert!(['\u{1b}', '\r', '\u{7f}', '\u{9b}', '\u{202e}', '\u{2066}'].into_iter().all(is_hidden));
/// assert!(!['a', ' ', '∗', 'é', '\u{200d}'].into_iter().any(is_hidden));
/// ```
pub fn is_hidden(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Replaces the signs that `hidden` picks.
fn replaced(text: &str, hidden: impl Fn(char) -> bool, write: impl Fn(char, &mut String)) -> Cow<'_, str> {
    let Some(first) = text.find(&hidden) else { return Cow::Borrowed(text) };
    let mut shown = String::with_capacity(text.len() + 16);
    shown.push_str(&text[..first]);
    for sign in text[first..].chars() {
        if hidden(sign) { write(sign, &mut shown) } else { shown.push(sign) }
    }
    Cow::Owned(shown)
}

fn numbered(sign: char, shown: &mut String) {
    // Writing into a text cannot fail.
    let _ = write!(shown, "\\u{{{:x}}}", u32::from(sign));
}

/// Returns a text of several lines: line ends and tabs stay.
///
/// ```
/// assert_eq!(cg::visible::text("a\n\x1b[31mb"), "a\n\\u{1b}[31mb");
/// ```
pub fn text(text: &str) -> Cow<'_, str> {
    replaced(text, |sign| is_hidden(sign) && !matches!(sign, '\n' | '\t'), numbered)
}

/// Returns a text on a line of its own, such as a name: line ends and tabs are written as in a text of the language.
///
/// ```
/// assert_eq!(cg::visible::line("a\nb"), "a\\nb");
/// ```
pub fn line(text: &str) -> Cow<'_, str> {
    replaced(text, is_hidden, |sign, shown| match sign {
        '\n' => shown.push_str("\\n"),
        '\t' => shown.push_str("\\t"),
        sign => numbered(sign, shown),
    })
}

/// Returns a text in quotes as the language reads it.
///
/// ```
/// assert_eq!(cg::visible::quoted("say \"a\\b\"\x07"), r#""say \"a\\b\"\u{7}""#);
/// ```
pub fn quoted(text: &str) -> String {
    let escaped = |sign| is_hidden(sign) || matches!(sign, '"' | '\\');
    let inside = replaced(text, escaped, |sign, shown| match sign {
        '"' => shown.push_str("\\\""),
        '\\' => shown.push_str("\\\\"),
        '\n' => shown.push_str("\\n"),
        '\t' => shown.push_str("\\t"),
        sign => numbered(sign, shown),
    });
    format!("\"{inside}\"")
}

/// Returns an equivalent line of JSON without hidden signs. They can stand in its strings only, where each has an
/// escape.
///
/// ```
/// assert_eq!(cg::visible::json("\"a\u{9b}\""), r#""a\u009b""#);
/// ```
pub fn json(line: &str) -> Cow<'_, str> {
    replaced(line, is_hidden, |sign, shown| {
        let _ = write!(shown, "\\u{:04x}", u32::from(sign));
    })
}
