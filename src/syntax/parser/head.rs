//! The name that a statement would have defined that cannot be read.

use crate::source::{SourceId, Span};
use crate::syntax::ast::Name;
use crate::syntax::lexer::{Lexed, Lexeme, lex};

/// Longest head that is examined, in bytes.
const MAX_HEAD_BYTES: usize = 1000;

/// Returns the name of `K(n) := <`, of `x = 5`, of `let x = 5`: its later uses are no mistakes of their own.
pub(super) fn defined(text: &str, source: SourceId, statement: Span) -> Option<Name> {
    let whole = text.get(statement.range())?;
    let start = &whole[..whole.floor_char_boundary(MAX_HEAD_BYTES)];
    let (head, rest) = start.split_once('=')?;
    if rest.starts_with(['=', '>']) || head.ends_with(['<', '>', '!', '=']) {
        return None;
    }
    let lexemes = lex(head.strip_suffix(':').unwrap_or(head));
    let end = lexemes.iter().position(|l| l.kind == Lexeme::LeftParen).unwrap_or(lexemes.len());
    let is_head = lexemes[..end].iter().all(|l| matches!(l.kind, Lexeme::Name | Lexeme::Game));
    // `nim(3) = *3` is no definition, `K(n := ...` would be one.
    let in_parameters =
        |l: &Lexed| matches!(l.kind, Lexeme::Name | Lexeme::Comma | Lexeme::LeftParen | Lexeme::RightParen);
    let is_closed = lexemes.last().is_some_and(|l| end == lexemes.len() || l.kind == Lexeme::RightParen);
    let fits = is_head && lexemes[end..].iter().all(in_parameters) && (is_closed || head.ends_with(':'));
    let name = lexemes[..end].last().filter(|l| fits && l.kind == Lexeme::Name)?;
    let span = Span { source, start: statement.start + name.start, end: statement.start + name.end };
    Some(Name { text: head[name.range()].into(), span })
}
