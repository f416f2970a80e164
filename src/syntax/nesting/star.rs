//! Stars, ups and switches: the signs whose meaning depends on their neighbours.

use super::frame::Open;
use super::{Lexed, Lexeme, Pass, Token, TokenSpan};
use crate::syntax::error::SyntaxError;
use crate::syntax::wording::quote;

impl Pass<'_> {
    /// Reads `*` at operand position: star, or with a number, a name or parentheses glued to it a nimber.
    pub(super) fn nimber(&mut self, alone: Token, with: Token) {
        let glued = self.glued(1).is_some_and(|l| matches!(l.kind, Lexeme::Number | Lexeme::Name | Lexeme::LeftParen));
        if glued { self.emit_operator(with, 1) } else { self.emit_operand(alone, 1) }
    }

    /// Reads `^`, `^^`, `^3`, `↓`, each with or without a glued star.
    pub(super) fn ups(&mut self, lexeme: Lexed) {
        let mut width = if lexeme.kind == Lexeme::Caret { self.run(Lexeme::Caret) } else { 1 };
        if let Some(number) = self.glued(width).filter(|l| l.kind == Lexeme::Number) {
            let text = self.slice(number);
            if width > 1 {
                self.two_ways(self.span(lexeme.start, number.end), format!("up^{}", quote(text)), "^^ + 2".into());
            } else if text.contains('.') || text.parse::<i64>().is_err() {
                self.report(SyntaxError::NumberOfUps(self.span_of(number)));
            }
            width += 1;
        }
        let star = self.is_glued(width, Lexeme::Star);
        let sum = self.is_glued(width, Lexeme::LeftSquare);
        self.emit_operand(Token::Ups, width);
        if sum {
            // `^[3]` is `up^[3]`.
            let end = self.previous_span().end;
            self.tokens.push((Token::Power, TokenSpan { start: end, end, context: () }));
            self.operand = true;
        }
        if star {
            self.nimber(Token::UpStar, Token::UpStarOf);
        }
    }

    /// Reads `{+}_{` or `{-}_{`: a call of `tiny` or `miny`, whose name is the sign in braces.
    pub(super) fn tiny(&mut self, lexeme: Lexed) {
        let place = TokenSpan { start: lexeme.start, end: lexeme.start + 3, context: () };
        self.tokens.push((Token::Name, place));
        self.push(Open::Script, Token::Call, 1);
    }

    /// Reads `+-` or `±` at operand position.
    pub(super) fn switch(&mut self, width: usize) {
        self.emit_operator(Token::Switch, width);
        let fits = self.lexemes.get(self.at).is_none_or(|l| {
            use Lexeme::*;
            let value = matches!(l.kind, Number | Fraction | Name | LeftParen | Less | LeftBrace | LeftSquare | Tiny);
            value || !l.kind.starts_operand() || matches!(l.kind, Star | Caret | UpArrow | Form | Invalid)
        });
        if !fits {
            self.report(SyntaxError::SwitchOperand(self.previous_span()));
        }
    }

    /// Reads `*` between operands: a product, or plus star when it touches only its left operand.
    pub(super) fn star_after_operand(&mut self, lexeme: Lexed) {
        let left = self.touches_previous();
        let right = self.glued(1);
        if right.is_some_and(|l| l.kind == Lexeme::Star) {
            return self.two_stars(lexeme);
        }
        if left && right.is_some_and(|l| l.kind == Lexeme::Number) && self.is_after_nimber() {
            self.glued_nimbers(lexeme);
            return self.emit_operator(Token::Times, 1);
        }
        if left && right.is_none_or(|l| !l.kind.starts_operand() && !is_switch(l.kind, self.glued(2))) {
            self.emit(Token::PlusStar, 1);
            return;
        }
        let operand = right.is_some_and(|l| matches!(l.kind, Lexeme::Number | Lexeme::Name | Lexeme::LeftParen));
        if left && operand && self.previous() == Some(Token::Name) {
            let name = self.slice(self.lexemes[self.at - 1]);
            let field = self.tokens.len() >= 2 && self.tokens[self.tokens.len() - 2].0 == Token::Dot;
            if matches!(name, "up" | "down") && !field {
                let end = self.glued(1).map_or(lexeme.end, |l| l.end);
                let right = self.text.get(lexeme.end as usize..end as usize).unwrap_or("2");
                let (sum, product) = match right {
                    // A game is no multiple of a game.
                    "up" | "down" => (format!("{name} + * + {right}"), format!("conway({name}, {right})")),
                    _ => (format!("{name} + *{right}"), format!("{right}*{name}")),
                };
                self.two_ways(self.span(self.lexemes[self.at - 1].start, end), sum, product);
            }
        }
        self.emit_operator(Token::Times, 1);
    }

    /// Returns `true` if a star with its size has just been read.
    fn is_after_nimber(&self) -> bool {
        let before = self.tokens.len().checked_sub(2).map(|index| self.tokens[index].0);
        matches!(before, Some(Token::Star | Token::StarOf)) && self.previous() == Some(Token::Number)
    }

    /// Reads `^` between operands: a power, unless it may as well be an up.
    pub(super) fn caret_after_operand(&mut self, lexeme: Lexed) {
        let left = self.text.get(self.previous_span().range()).unwrap_or("2");
        let left = quote(left);
        let span = self.previous_span().to(self.span_of(lexeme));
        let next = self.glued(1);
        let touches = self.touches_previous();
        match next.map(|l| l.kind) {
            Some(Lexeme::Star) if touches => {
                let size = self.glued(2).filter(|l| matches!(l.kind, Lexeme::Number | Lexeme::Name));
                let star = self.span(next.map_or(lexeme.end, |l| l.start), size.or(next).map_or(lexeme.end, |l| l.end));
                let nimber = quote(self.text.get(star.range()).unwrap_or("*"));
                let span = self.span(span.start, star.end);
                self.two_ways(span, format!("{left} + ^{nimber}"), format!("{left}*up + {nimber}"));
                self.emit_operator(Token::Power, 1);
            }
            Some(Lexeme::Caret) if touches => {
                let span = self.span(span.start, next.map_or(lexeme.end, |l| l.end));
                self.two_ways(span, format!("{left} + ^^"), format!("{left}*^^"));
                self.emit_operator(Token::Power, 2);
            }
            kind if touches && kind.is_none_or(|k| !k.starts_operand()) => {
                self.two_ways(span, format!("{left} + up"), format!("{left}*up"));
                self.at += 1;
            }
            _ => self.emit_operator(Token::Power, 1),
        }
    }

    /// Reads an arrow after an operand: a sum or a multiple.
    pub(super) fn arrow_after_operand(&mut self, lexeme: Lexed) {
        let left = self.text.get(self.previous_span().range()).unwrap_or("2");
        let left = quote(left);
        let arrow = self.slice(lexeme);
        let star = self.is_glued(1, Lexeme::Star);
        let end = self.glued(usize::from(star)).map_or(lexeme.end, |l| l.end);
        let span = self.span(self.previous_span().start, end);
        let (sum, product) = if self.previous() == Some(Token::Ups) {
            let arrow = if star { format!("{arrow}*") } else { arrow.to_string() };
            (format!("{left} + {arrow}"), format!("conway({left}, {arrow})"))
        } else if star {
            (format!("{left} + {arrow}*"), format!("{left}*{arrow} + *"))
        } else {
            (format!("{left} + {arrow}"), format!("{left}*{arrow}"))
        };
        self.two_ways(span, sum, product);
        self.at += 1 + usize::from(star);
    }
}

fn is_switch(first: Lexeme, second: Option<Lexed>) -> bool {
    first == Lexeme::Plus && second.is_some_and(|l| l.kind == Lexeme::Minus)
}
