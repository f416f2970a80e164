//! Text to lexemes: one pass by logos, blanks dropped, comments and newlines kept.
//!
//! Lexing never fails: an unreadable part is a lexeme [`Lexeme::Invalid`] or [`Lexeme::OpenText`], reported by the
//! nesting pass in its turn.

use std::ops::RangeInclusive;

use logos::{Lexer, Logos};

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
    /// Returns the bytes it covers.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Returns all lexemes of a text. Adjacent invalid signs are one lexeme. Text beyond 4 GiB is not looked at.
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
        let kind = result.unwrap_or(Lexeme::Invalid);
        let kind = if goes_on(&mut lexer) { Lexeme::Name } else { kind };
        let (start, end) = (lexer.span().start as u32, lexer.span().end as u32);
        match lexemes.last_mut() {
            _ if kind == Lexeme::Name && is_word(lexer.slice()) => {
                lexemes.push(Lexed { kind: Lexeme::Invalid, start, end });
            }
            Some(last) if kind == Lexeme::Invalid && last.kind == Lexeme::Invalid && last.end == start => {
                last.end = end
            }
            _ => lexemes.push(Lexed { kind, start, end }),
        }
    }
    Some(lexemes)
}

/// Returns `true` if a name begins or goes on here with letters beyond ASCII; the lexer has then taken all of it. The
/// table of letters is the standard library's: automata that know them are several hundred kilobytes.
fn goes_on(lexer: &mut Lexer<'_, Lexeme>) -> bool {
    let mut taken = lexer.slice().chars();
    let is_name = match (taken.next(), taken.next()) {
        (Some(sign), None) if !sign.is_ascii() => sign.is_alphabetic(),
        _ => lexer.slice().bytes().all(|sign| sign.is_ascii_alphanumeric() || sign == b'_'),
    };
    if !is_name || lexer.slice().starts_with(|sign: char| sign.is_ascii_digit()) {
        return false;
    }
    let is_part = |sign: &char| sign.is_alphabetic() || sign.is_ascii_digit() || *sign == '_' || ACCENTS.contains(sign);
    let more: usize = lexer.remainder().chars().take_while(is_part).map(char::len_utf8).sum();
    lexer.bump(more);
    more > 0 || !lexer.slice().is_ascii()
}

/// Accents that follow their letter.
const ACCENTS: RangeInclusive<char> = '\u{300}'..='\u{36f}';

/// Returns `true` if a name in LaTeX, `\operatorname{for}`, is no name here: a word of the language, or more than a
/// word.
fn is_word(name: &str) -> bool {
    let inner = name.strip_prefix(r"\operatorname{").and_then(|rest| rest.strip_suffix('}'));
    inner.is_some_and(|inner| {
        let word = inner.replace('\\', "");
        !matches!(&lex(&word)[..], [only] if only.kind == Lexeme::Name && only.range().len() == word.len())
    })
}
