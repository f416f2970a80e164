//! Colours while typing.

use super::command::is_command;
use crate::syntax::{Reading, TokenClass};
use crate::visible;

/// Returns the escape that begins a colour; an empty one for signs that are left as they are. The colours are those of
/// the cube of 256 that can be read on white and on black.
fn colour(class: TokenClass) -> &'static str {
    match class {
        TokenClass::Keyword => "\x1b[1m",
        TokenClass::Function => "\x1b[38;5;32m",
        TokenClass::Number => "\x1b[38;5;133m",
        TokenClass::Text => "\x1b[38;5;28m",
        TokenClass::Comment | TokenClass::Expected => "\x1b[2m",
        TokenClass::Error => "\x1b[38;5;160m",
        TokenClass::Name | TokenClass::Operator | TokenClass::Bracket => "",
    }
}

/// Returns the line with its colours.
///
/// ```
/// use cg::shell::highlight;
/// assert_eq!(highlight("x + 1"), "x + \x1b[38;5;133m1\x1b[0m");
/// ```
pub fn highlight(line: &str) -> String {
    coloured(&Reading::new(plain(line)), 0)
}

/// Returns the text from a byte on with its colours. What a terminal would obey has been taken out by [`plain`].
pub fn coloured(reading: &Reading, from: usize) -> String {
    let text = reading.text();
    if from == 0 && is_command(text) {
        let end = text.find(char::is_whitespace).filter(|&i| i > 0).unwrap_or(text.len());
        return format!("\x1b[1m{}\x1b[0m{}", &text[..end], &text[end..]);
    }
    let mut out = String::with_capacity(2 * (text.len() - from));
    let mut done = from;
    for (range, class) in reading.pieces().filter(|(range, _)| range.end > from) {
        let start = range.start.max(done);
        let (Some(between), Some(piece)) = (text.get(done..start), text.get(start..range.end)) else { break };
        out += between;
        match colour(class) {
            "" => out += piece,
            colour => {
                out += colour;
                out += piece;
                out += "\x1b[0m";
            }
        }
        done = range.end;
    }
    out += text.get(done..).unwrap_or("");
    out
}

/// Returns the line as it is shown without colours: each sign that a terminal would obey is another, for which the line
/// editor counts one column.
pub fn plain(line: &str) -> String {
    line.replace(is_hidden, "\u{fffd}")
}

/// Returns `true` for signs that a terminal would obey, except those that the editor draws itself.
fn is_hidden(sign: char) -> bool {
    visible::is_hidden(sign) && !matches!(sign, '\n' | '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance of a colour of the cube (WCAG 2).
    fn luminance(index: u32) -> f64 {
        let levels = [0.0, 95.0, 135.0, 175.0, 215.0, 255.0];
        let cube = index - 16;
        let linear = |level: u32| {
            let c: f64 = levels[level as usize] / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(cube / 36) + 0.7152 * linear(cube / 6 % 6) + 0.0722 * linear(cube % 6)
    }

    #[test]
    fn colours_can_be_read_on_white_and_on_black() {
        use TokenClass::*;
        for class in [Keyword, Name, Function, Number, Text, Operator, Bracket, Comment, Expected, Error] {
            let Some(index) = colour(class).strip_prefix("\x1b[38;5;") else { continue };
            let light = luminance(index.trim_end_matches('m').parse().expect("a number"));
            let (on_white, on_black) = (1.05 / (light + 0.05), (light + 0.05) / 0.05);
            assert!(on_white >= 3.0 && on_black >= 3.0, "{class:?}: {on_white:.1} on white, {on_black:.1} on black");
        }
    }

    #[test]
    fn a_line_goes_on_from_those_before_it() {
        let coloured_after =
            |before: &str, line: &str| coloured(&Reading::new(before.to_string() + line), before.len());
        assert_eq!(coloured_after("<0,\n", "1"), "\x1b[38;5;133m1\x1b[0m");
        assert_eq!(coloured_after("x := \n", "x"), "x");
    }
}
