//! Misspelt words of the language: names beside another value.

use super::frame::Open;
use super::operator::ends_statement;
use super::{Lexed, Lexeme, Pass, StatementHead, Token};
use crate::syntax::advice::slip;
use crate::syntax::error::SyntaxError;

/// The number of signs behind a word that may belong to it.
const NEAR_SIGNS: usize = 64;

impl Pass<'_> {
    /// Reads the name in `fro x in xs do`, `chekc a == b`, `wiht symmetry` as the word that was meant, and reports it.
    /// The present lexeme is the second of two operands without an operator.
    pub(super) fn misspelt(&mut self, lexeme: Lexed) -> bool {
        self.misspelt_start() || lexeme.kind == Lexeme::Name && self.misspelt_operator(lexeme)
    }

    /// Reads the misspelt first word of the statement, which stands before the present lexeme.
    fn misspelt_start(&mut self) -> bool {
        let is_first = self.tokens.len() == self.piece_start + 1 && self.previous() == Some(Token::Name);
        let Some(word) = self.at.checked_sub(1).map(|at| self.lexemes[at]).filter(|_| is_first) else { return false };
        let first = self.lexemes[self.at].kind;
        let second = self.lexemes.get(self.at + 1).map(|l| l.kind);
        let line = || self.lexemes[self.at..].iter().take(NEAR_SIGNS).take_while(|l| !ends_statement(l.kind));
        let has = |kind| line().any(|l| l.kind == kind);
        let candidates = [
            ("for", Lexeme::For, first == Lexeme::Name && matches!(second, Some(Lexeme::In | Lexeme::Comma))),
            ("game", Lexeme::Game, first == Lexeme::Name && has(Lexeme::Define)),
            ("import", Lexeme::Import, first == Lexeme::Text && line().count() == 1),
            ("if", Lexeme::If, has(Lexeme::Then)),
            ("check", Lexeme::Check, true),
            ("not", Lexeme::Not, matches!(first, Lexeme::Name | Lexeme::True | Lexeme::False)),
        ];
        let name = self.slice(word);
        let meant = candidates.into_iter().find(|(to, _, fits)| *fits && slip(name, &[to]).is_some());
        let Some((meant, kind, _)) = meant else { return false };
        self.report(SyntaxError::WordSlip { at: self.span_of(word), meant });
        self.tokens.pop();
        self.at -= 1;
        self.operand = true;
        self.operand_position(Lexed { kind, ..word });
        true
    }

    /// Reads a misspelt word between operands, or the `end` of a loop.
    fn misspelt_operator(&mut self, lexeme: Lexed) -> bool {
        let is_followed = self.next().is_some_and(|l| l.kind.starts_operand());
        let is_last = self.next().is_none_or(|l| ends_statement(l.kind));
        let is_ground = self.frames.len() == 1;
        let has_members = matches!(self.open(), Open::List | Open::Brace | Open::Angle);
        let in_branch = self.ifs.last().is_some_and(|i| i.then_seen && i.frames == self.frames.len());
        let candidates = [
            ("then", Lexeme::Then, is_followed && self.in_condition()),
            ("else", Lexeme::Else, is_followed && in_branch),
            ("do", Lexeme::Do, is_ground && self.head == StatementHead::For),
            ("end", Lexeme::End, is_last && is_ground && !self.blocks.is_empty()),
            ("by", Lexeme::Name, is_followed && self.frame().range),
            ("with", Lexeme::Name, is_followed && is_ground && self.defined && self.head == StatementHead::Game),
            ("for", Lexeme::For, is_followed && has_members),
            ("if", Lexeme::If, is_followed && has_members),
            ("and", Lexeme::And, is_followed),
            ("or", Lexeme::Or, is_followed),
        ];
        let word = self.slice(lexeme);
        let meant = candidates.into_iter().find(|(to, _, fits)| *fits && slip(word, &[to]).is_some());
        let Some((meant, kind, _)) = meant else { return false };
        self.report(SyntaxError::WordSlip { at: self.span_of(lexeme), meant });
        match meant {
            "by" => self.emit_operator(Token::By, 1),
            "with" => self.with(lexeme),
            _ => self.operator_position(Lexed { kind, ..lexeme }),
        }
        true
    }
}
