//! What an editor or a prompt asks about a text that is still being typed.
//!
//! All answers come from the lexer and the nesting pass: they are linear, total, and need no tree.

use std::ops::Range;

use super::lexer::{Lexeme, lex};
use super::nesting::Pass;
use crate::source::SourceId;

/// What a piece of text is, for colouring it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenClass {
    /// A word of the language.
    Keyword,
    /// A name.
    Name,
    /// A name that is called.
    Function,
    /// A number, a star, an arrow: anything that is a value by itself.
    Number,
    /// A text.
    Text,
    /// An operator.
    Operator,
    /// A bracket, bar, comma or semicolon.
    Bracket,
    /// A comment.
    Comment,
    /// `#=>` and what stands after it.
    Expected,
    /// A sign that cannot be read.
    Error,
}

/// Whether the text waits for more: something is open, or it ends where a value is wanted.
///
/// ```
/// use cg::syntax::is_incomplete;
/// assert!(is_incomplete("<0, *|"));
/// assert!(is_incomplete("x :="));
/// assert!(is_incomplete("for n in 1..3 do"));
/// assert!(!is_incomplete("3 > 2"));
/// assert!(!is_incomplete("2*"));
/// ```
pub fn is_incomplete(text: &str) -> bool {
    let lexemes = lex(text);
    let mut pass = Pass::new(SourceId(0), text, &lexemes);
    pass.scan();
    pass.waits()
}

/// The pieces of a text to colour, in order and without overlap; blanks are left out.
pub fn highlight(text: &str) -> Vec<(Range<usize>, TokenClass)> {
    let lexemes = lex(text);
    let class = |i: usize| {
        let lexeme = lexemes[i];
        let next = lexemes.get(i + 1).map(|l| l.kind);
        match lexeme.kind {
            Lexeme::Newline => None,
            Lexeme::Comment => Some(TokenClass::Comment),
            Lexeme::Expected => Some(TokenClass::Expected),
            Lexeme::Text | Lexeme::OpenText => Some(TokenClass::Text),
            Lexeme::Invalid => Some(TokenClass::Error),
            Lexeme::Number | Lexeme::Fraction | Lexeme::Superscript | Lexeme::UpArrow | Lexeme::UpSum => {
                Some(TokenClass::Number)
            }
            Lexeme::Tiny => Some(TokenClass::Function),
            Lexeme::Star if is_value_star(&lexemes, i) => Some(TokenClass::Number),
            Lexeme::Name if next == Some(Lexeme::LeftParen) => Some(TokenClass::Function),
            Lexeme::Name => Some(TokenClass::Name),
            Lexeme::LeftParen
            | Lexeme::RightParen
            | Lexeme::LeftSquare
            | Lexeme::RightSquare
            | Lexeme::LeftBrace
            | Lexeme::RightBrace
            | Lexeme::Less
            | Lexeme::Greater
            | Lexeme::Bar
            | Lexeme::Comma
            | Lexeme::Semicolon => Some(TokenClass::Bracket),
            kind if kind.is_keyword() => Some(TokenClass::Keyword),
            _ => Some(TokenClass::Operator),
        }
    };
    (0..lexemes.len()).filter_map(|i| class(i).map(|c| (lexemes[i].range(), c))).collect()
}

/// Whether the star at `i` is a value rather than a product: nothing it could multiply stands before it.
fn is_value_star(lexemes: &[super::lexer::Lexed], i: usize) -> bool {
    let before = i.checked_sub(1).map(|j| lexemes[j].kind);
    !matches!(
        before,
        Some(
            Lexeme::Number
                | Lexeme::Name
                | Lexeme::Fraction
                | Lexeme::Superscript
                | Lexeme::RightParen
                | Lexeme::RightSquare
                | Lexeme::RightBrace
                | Lexeme::Greater
        )
    )
}

/// The innermost call that is open at a byte offset, and which of its arguments (from 0) stands there.
///
/// ```
/// use cg::syntax::call_at;
/// assert_eq!(call_at("kayles(sum(1, 2", 14), Some(("sum", 1)));
/// assert_eq!(call_at("kayles(sum(1, 2)", 16), Some(("kayles", 0)));
/// assert_eq!(call_at("f(1)", 4), None);
/// ```
pub fn call_at(text: &str, offset: usize) -> Option<(&str, usize)> {
    let before = up_to(text, offset);
    let lexemes = lex(before);
    let mut pass = Pass::new(SourceId(0), before, &lexemes);
    pass.scan();
    let (callee, argument) = pass.open_call()?;
    text.get(callee).map(|name| (name, argument))
}

/// The name that is given to the argument at a byte offset, in the innermost call that is open there.
///
/// ```
/// use cg::syntax::argument_name_at;
/// assert_eq!(argument_name_at("component(D = 2, R = 1", 22), Some("R"));
/// assert_eq!(argument_name_at("component(D = 2, 1", 18), None);
/// ```
pub fn argument_name_at(text: &str, offset: usize) -> Option<&str> {
    let before = up_to(text, offset);
    let lexemes = lex(before);
    let mut pass = Pass::new(SourceId(0), before, &lexemes);
    pass.scan();
    let start = pass.open_argument()?;
    let from = lexemes.partition_point(|l| (l.start as usize) < start);
    let [name, equals, ..] = lexemes.get(from..)? else { return None };
    let named = name.kind == Lexeme::Name && equals.kind == Lexeme::Equal;
    named.then(|| before.get(name.range())).flatten()
}

/// The text before a byte offset, which need not be at the edge of a sign.
fn up_to(text: &str, offset: usize) -> &str {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    &text[..offset]
}
