//! The meaning of a lexeme where an operand is expected.

use super::frame::{Open, PendingIf, Segment};
use super::{Lexed, Lexeme, Pass, Token};
use crate::syntax::error::SyntaxError;

impl Pass<'_> {
    pub(super) fn operand_position(&mut self, lexeme: Lexed) {
        if lexeme.kind.is_keyword() && self.at_start() && self.next().is_some_and(|l| l.kind == Lexeme::Define) {
            self.report(SyntaxError::WordAsName(self.span_of(lexeme)));
            return self.emit_operand(Token::Name, 1);
        }
        if self.at_start() && self.frames.len() == 1 && self.statement_word(lexeme) {
            return;
        }
        match lexeme.kind {
            Lexeme::Number => self.emit_operand(Token::Number, 1),
            Lexeme::Fraction => self.emit_operand(Token::Fraction, 1),
            Lexeme::Text => self.emit_operand(Token::Text, 1),
            Lexeme::True => self.emit_operand(Token::True, 1),
            Lexeme::False => self.emit_operand(Token::False, 1),
            Lexeme::Name if self.frames.len() == 1 && self.is_where(self.at) => self.where_without_body(lexeme),
            Lexeme::Name => self.name(lexeme),
            Lexeme::Star => self.nimber(Token::Star, Token::StarOf),
            Lexeme::Caret | Lexeme::UpArrow => self.ups(lexeme),
            Lexeme::UpSum => self.emit_operand(Token::UpSum, 1),
            Lexeme::UpToOn => self.emit_operand(Token::UpToOn, 1),
            Lexeme::Tiny => self.tiny(lexeme),
            Lexeme::PlusMinus => self.switch(1),
            Lexeme::Plus if self.is_glued(1, Lexeme::Minus) => self.switch(2),
            Lexeme::Minus => self.emit_operator(Token::Negate, 1),
            Lexeme::Not => self.emit_operator(Token::Not, 1),
            Lexeme::If => {
                let span = self.span_of(lexeme);
                self.emit_operator(Token::If, 1);
                self.ifs.push(PendingIf { frames: self.frames.len(), then_seen: false, span });
            }
            Lexeme::LeftParen => self.group(),
            Lexeme::LeftSquare => {
                self.push(Open::List, Token::List, 1);
            }
            Lexeme::LeftBrace => {
                let form = self.is_kept_literal();
                if self.push(Open::Brace, Token::Set, 1) {
                    self.frame().form = form;
                }
            }
            Lexeme::Less => {
                self.push(Open::Angle, Token::AngleGame, 1);
            }
            Lexeme::Form => {
                self.emit_operator(Token::Form, 1);
                let next = self.lexemes.get(self.at).copied();
                let is_loop = next.is_some_and(|l| l.kind == Lexeme::Name && self.is_loop(l));
                let is_literal = next.is_some_and(|l| matches!(l.kind, Lexeme::Less | Lexeme::LeftBrace));
                if !is_loop && !is_literal && !self.is_in_phrase(self.span_of(lexeme)) {
                    self.report(SyntaxError::LiteralWanted(self.span_of(lexeme)));
                }
            }
            Lexeme::Graph if self.next().is_some_and(|l| l.kind == Lexeme::Less) => {
                self.push(Open::Graph, Token::Graph, 2);
            }
            Lexeme::Graph => {
                self.report(SyntaxError::LiteralWanted(self.span_of(lexeme)));
                self.emit_operand(Token::Missing, 1);
            }
            Lexeme::Greater if self.at_start() && self.frames.len() == 1 && self.told == 0 && self.next().is_some() => {
                let line = self.line_from(self.at + 1);
                self.report(SyntaxError::Transcript { at: self.span_of(lexeme), line });
                self.at += 1;
            }
            Lexeme::RightParen | Lexeme::RightSquare | Lexeme::RightBrace | Lexeme::Greater => {
                self.close_or_miss(lexeme);
            }
            Lexeme::Bar => self.bar(lexeme),
            Lexeme::Parallel if self.in_literal() => self.bar(lexeme),
            Lexeme::Comma => {
                self.missing_operand_before(lexeme);
                self.at += 1;
            }
            Lexeme::Define => self.define(lexeme),
            Lexeme::Game if self.package(lexeme) => {}
            Lexeme::Check | Lexeme::Game | Lexeme::Import => {
                self.report(SyntaxError::MisplacedWord(self.span_of(lexeme)));
                self.at += 1;
            }
            Lexeme::End if self.frames.len() == 1 && !self.blocks.is_empty() => self.end_block(),
            Lexeme::Do if self.head == super::StatementHead::For => self.do_word(lexeme),
            Lexeme::Then if self.in_condition() => {
                self.missing_operand_before(lexeme);
                self.then(lexeme);
            }
            _ => {
                self.missing_operand_before(lexeme);
                self.at += 1;
            }
        }
    }

    /// Reads a closing sign where an operand is expected; a `>` without an opening sign compares.
    fn close_or_miss(&mut self, lexeme: Lexed) {
        if lexeme.kind == Lexeme::Greater && !self.frame().is_angle() && self.frames.len() > 1 {
            self.missing_operand_before(lexeme);
            self.at += 1;
        } else {
            self.close(lexeme);
        }
    }

    /// Reads a name, the parameter of a function, or the start of a Hackenbush literal.
    fn name(&mut self, lexeme: Lexed) {
        let next = self.next().map(|l| l.kind);
        let vertex = self.open() == Open::Graph && !matches!(self.frame().segment, Segment::Source | Segment::Filter);
        if next == Some(Lexeme::Arrow) && !vertex {
            self.emit(Token::LambdaName, 1);
            self.emit_operator(Token::LambdaArrow, 1);
        } else if next == Some(Lexeme::Less) && self.slice(lexeme) == "hackenbush" {
            self.push(Open::Hackenbush, Token::Hackenbush, 2);
        } else if next == Some(Lexeme::Name) && self.is_loop(lexeme) {
            self.emit(Token::Loop, 1);
            self.emit_operator(Token::Binder, 1);
        } else if next != Some(Lexeme::LeftParen) && self.slice(lexeme) == r"\infty" {
            // Printed so, it is the sign of `inf()`.
            self.emit(Token::Name, 1);
            let (_, place) = self.tokens[self.tokens.len() - 1];
            self.tokens.extend([(Token::Call, place), (Token::CloseParen, place)]);
            self.operand = false;
        } else if next == Some(Lexeme::Equal) && self.open() == Open::Call && self.starts_argument() {
            self.emit(Token::ArgumentName, 1);
            self.emit_operator(Token::ArgumentIs, 1);
        } else {
            self.emit_operand(Token::Name, 1);
        }
    }

    /// Returns `true` if `loop`, a name and a literal follow one another.
    fn is_loop(&self, lexeme: Lexed) -> bool {
        let literal = self.lexemes.get(self.at + 2);
        let opens = literal.is_some_and(|l| matches!(l.kind, Lexeme::Less | Lexeme::LeftBrace));
        opens && matches!(self.slice(lexeme), "loop" | r"\operatorname{loop}")
    }

    /// Returns `true` if the next braces are those of a game, not of a set: `form` or `loop a` stands in front.
    fn is_kept_literal(&self) -> bool {
        let before = self.tokens.len().checked_sub(2).map(|i| self.tokens[i].0);
        self.previous() == Some(Token::Form) || (before, self.previous()) == (Some(Token::Loop), Some(Token::Binder))
    }

    /// Returns `true` if the next token is the first of an argument.
    fn starts_argument(&self) -> bool {
        let last = self.tokens.len().wrapping_sub(1);
        let frame = &self.frames[self.frames.len() - 1];
        last == frame.token || self.previous() == Some(Token::Comma)
    }

    fn group(&mut self) {
        let glued = matches!(self.previous(), Some(Token::StarOf | Token::UpStarOf | Token::Switch));
        if self.push(Open::Group, Token::Paren, 1) {
            self.frame().closed = glued;
        }
    }

    /// Returns `true` if bars belong to the innermost bracket.
    pub(super) fn in_literal(&self) -> bool {
        matches!(self.open(), Open::Angle | Open::Brace)
    }

    /// Reads a run of bars, joined when they touch; `∥` is two of them.
    pub(super) fn bar(&mut self, lexeme: Lexed) {
        if !self.in_literal() {
            return self.bar_outside(lexeme);
        }
        if self.operand {
            self.check_end_of_member(lexeme);
        }
        let (mut lexemes, mut count, mut end) = (0, 0, lexeme.start);
        for bar in &self.lexemes[self.at..] {
            match bar.kind {
                Lexeme::Bar if bar.start == end => count += 1,
                Lexeme::Parallel if bar.start == end => count += 2,
                _ => break,
            }
            lexemes += 1;
            end = bar.end;
        }
        if count > 32 {
            self.report(SyntaxError::TooManyBars(self.span(lexeme.start, end)));
        }
        self.end_member();
        let frame = self.frame();
        frame.bars = true;
        frame.segment = Segment::Body;
        self.emit_operator(Token::Bar(count.min(255) as u8), lexemes);
    }
}
