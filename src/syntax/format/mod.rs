//! One way to lay out a text.
//!
//! The formatter moves blanks and line breaks and nothing else: every sign, comment and `#=>` stays as it was typed,
//! `↑` and `up` alike. Operators keep the width that their writer gave them, `n-k` or `n - k`, on both sides the same.
//! Line breaks stay; lines above [`WIDTH`] columns are broken further. What comes out is read again, and given only
//! if it is the same program.

mod columns;
mod fold;
mod layout;
mod signs;
mod spacing;

use super::lexer::{Lexeme, lex};
use super::{parse, print_program};
use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// Lines are broken to this many columns, comments and expected results aside.
pub const WIDTH: usize = 100;

/// The text in its usual layout. Formatting it again changes nothing.
///
/// ```
/// use cg::source::Sources;
/// let source = Sources::default().add("<example>", "x:=<0 , 1|2 >   # a form\n\n\n\nx +1 #=>5/2");
/// assert_eq!(cg::syntax::format(&source).unwrap(), "x := <0, 1|2>   # a form\n\nx + 1  #=> 5/2\n");
/// ```
///
/// # Errors
/// What is wrong with the text, if it cannot be read.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(source);
    if parsed.has_errors() {
        return Err(parsed.diagnostics);
    }
    let signs = signs::signs(source);
    let mut text = columns::write(layout::lines(&signs));
    if source.text.contains("\r\n") {
        text = text.replace('\n', "\r\n");
    }
    let formatted = Source { text: text.as_str().into(), ..source.clone() };
    let again = parse(&formatted);
    let same = !again.has_errors()
        && print_program(&parsed.program) == print_program(&again.program)
        && remarks(&source.text).eq(remarks(&text));
    Ok(if same { text } else { source.text.to_string() })
}

/// What is not part of the tree: comments and expected results.
fn remarks(text: &str) -> impl Iterator<Item = String> {
    let remarks = lex(text).into_iter().filter(|l| matches!(l.kind, Lexeme::Comment | Lexeme::Expected));
    remarks.map(|l| signs::remark(l.kind, text.get(l.range()).unwrap_or("")))
}
