//! One way to lay out a text.
//!
//! The formatter moves blanks and line breaks and nothing else: every sign, comment and `#=>` stays as it was typed,
//! `↑` and `up` alike. A blank stands behind each comma, except that of a game, which may be written as it is printed,
//! `<0,*|1>`, and around `+` and `-` beside an operand with brackets, as in `K(a) + K(n-k-a)`, except in a range. Other
//! operators keep the width that their writer gave them, `n-k` or `n - k`, on both sides the same.
//! Line breaks stay; lines above [`WIDTH`] columns are broken further. What comes out is read again, and given only
//! if it is the same program.

mod columns;
mod fold;
mod layout;
mod signs;
mod spacing;

use super::ast::Program;
use super::lexer::{Lexeme, lex};
use super::{parse, print_program};
use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// Lines are broken to this many columns, comments and expected results aside.
pub const WIDTH: usize = 100;

/// The reason why a text is not formatted.
#[derive(Clone, Debug)]
pub enum Unformatted {
    /// The text cannot be read, for these reasons.
    Unreadable(Vec<Diagnostic>),
    /// The text would be another program in its usual layout. That is a mistake of the formatter.
    Changed,
}

/// Returns the text in its usual layout. Formatting it again makes no difference.
///
/// ```
/// use cg::source::Sources;
/// let source = Sources::default().add("<example>", "x:=<0 , 1|2 >   # a form\n\n\n\nx +1 #=>5/2");
/// assert_eq!(cg::syntax::format(&source).unwrap(), "x := <0, 1|2>   # a form\n\nx + 1  #=> 5/2\n");
/// ```
///
/// # Errors
/// The text cannot be read, or its meaning would not survive.
pub fn format(source: &Source) -> Result<String, Unformatted> {
    let parsed = parse(source);
    if parsed.has_errors() {
        return Err(Unformatted::Unreadable(parsed.diagnostics));
    }
    let signs = signs::signs(source);
    let mut text = columns::write(layout::lines(&signs));
    if source.text.contains("\r\n") {
        text = text.replace('\n', "\r\n");
    }
    if is_same(source, &parsed.program, &text) { Ok(text) } else { Err(Unformatted::Changed) }
}

/// Returns `true` if a text is the program of a source, with the same comments.
fn is_same(source: &Source, program: &Program, text: &str) -> bool {
    let again = parse(&Source { text: text.into(), ..source.clone() });
    !again.has_errors()
        && print_program(program) == print_program(&again.program)
        && remarks(&source.text).eq(remarks(text))
}

/// Returns the parts of a text that are not in its tree: comments and expected results.
fn remarks(text: &str) -> impl Iterator<Item = String> {
    let remarks = lex(text).into_iter().filter(|l| matches!(l.kind, Lexeme::Comment | Lexeme::Expected));
    remarks.map(|l| signs::remark(l.kind, text.get(l.range()).unwrap_or("")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;

    #[test]
    fn only_blanks_may_differ() {
        let source = Sources::default().add("<test>", "x:=1+2 #=> 3\ny := x # note");
        let program = parse(&source).program;
        assert!(is_same(&source, &program, "x := 1+2  #=>  3\n\ny := x  # note\n"));
        for other in ["x := 1+3 #=> 3\ny := x # note", "x := 1+2 #=> 3\ny := x # notes", "x := 1+2\ny := x", "x := <"] {
            assert!(!is_same(&source, &program, other), "{other}");
        }
    }
}
