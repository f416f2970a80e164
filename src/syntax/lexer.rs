//! Text to lexemes: one pass by logos, blanks dropped, comments and newlines kept.
//!
//! Lexing never fails: what it cannot read is a lexeme [`Lexeme::Invalid`] or [`Lexeme::OpenText`], reported by
//! the nesting pass in its turn.

use logos::Logos;

use super::STRETCH;
pub use super::token::Lexeme;

/// A lexeme and the bytes it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexed {
    /// Its kind.
    pub kind: Lexeme,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Lexed {
    /// The bytes it covers.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// All lexemes of a text. Adjacent invalid signs are one lexeme. Text beyond 4 GiB is not looked at.
pub fn lex(text: &str) -> Vec<Lexed> {
    lex_while(text, &mut |_| true).unwrap_or_default()
}

/// Lexes as long as `go_on` says so; it is asked with the bytes that are about to be taken.
pub(super) fn lex_while(text: &str, go_on: &mut dyn FnMut(usize) -> bool) -> Option<Vec<Lexed>> {
    let expected = text.len() / 3;
    if !go_on(expected * size_of::<Lexed>()) {
        return None;
    }
    let mut lexemes: Vec<Lexed> = Vec::with_capacity(expected);
    if text.len() >= u32::MAX as usize {
        return Some(lexemes);
    }
    let mut lexer = Lexeme::lexer(text);
    while let Some(result) = lexer.next() {
        if lexemes.len() % STRETCH == STRETCH - 1 && !go_on(0) {
            return None;
        }
        let span = lexer.span();
        let (start, end) = (span.start as u32, span.end as u32);
        match result {
            Ok(Lexeme::Name) if is_word(&text[span.clone()]) => {
                lexemes.push(Lexed { kind: Lexeme::Invalid, start, end })
            }
            Ok(kind) => lexemes.push(Lexed { kind, start, end }),
            Err(()) => match lexemes.last_mut() {
                Some(last) if last.kind == Lexeme::Invalid && last.end == start => last.end = end,
                _ => lexemes.push(Lexed { kind: Lexeme::Invalid, start, end }),
            },
        }
    }
    Some(lexemes)
}

/// Whether a name as LaTeX writes it, `\operatorname{for}`, is a word of the language, and so no name.
fn is_word(name: &str) -> bool {
    let inner = name.strip_prefix(r"\operatorname{").and_then(|rest| rest.strip_suffix('}'));
    inner.is_some_and(|word| !matches!(Lexeme::lexer(&word.replace('\\', "")).next(), Some(Ok(Lexeme::Name))))
}
