//! Colours while typing.

use super::command::is_command;
use crate::syntax::{TokenClass, highlight as pieces};

/// The escape that begins a colour; an empty one for what is left as it is.
fn colour(class: TokenClass) -> &'static str {
    match class {
        TokenClass::Keyword => "\x1b[1;35m",
        TokenClass::Function => "\x1b[34m",
        TokenClass::Number => "\x1b[36m",
        TokenClass::Text => "\x1b[32m",
        TokenClass::Comment | TokenClass::Expected => "\x1b[2m",
        TokenClass::Error => "\x1b[31m",
        TokenClass::Name | TokenClass::Operator | TokenClass::Bracket => "",
    }
}

/// The line with its colours.
///
/// ```
/// use cg::shell::highlight;
/// assert_eq!(highlight("x + 1"), "x + \x1b[36m1\x1b[0m");
/// ```
pub fn highlight(line: &str) -> String {
    if is_command(line) {
        let end = line.find(char::is_whitespace).filter(|&i| i > 0).unwrap_or(line.len());
        return format!("\x1b[1;34m{}\x1b[0m{}", &line[..end], &line[end..]);
    }
    let mut out = String::with_capacity(2 * line.len());
    let mut done = 0;
    for (range, class) in pieces(line) {
        let (Some(between), Some(piece)) = (line.get(done..range.start), line.get(range.clone())) else { break };
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
    out += line.get(done..).unwrap_or("");
    out
}
