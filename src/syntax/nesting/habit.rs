//! Slips of people who know another notation, answered with the thing meant.

use super::frame::Open;
use super::{Lexed, Lexeme, Pass, Token};
use crate::source::Span;
use crate::syntax::ast::Relation;
use crate::syntax::error::{Joint, SyntaxError};
use crate::syntax::wording::foreign_word;

impl Pass<'_> {
    /// An operand where an operator is expected: something is missing between the two. Does not consume it.
    pub(super) fn two_operands(&mut self, lexeme: Lexed) {
        if let Some(frame) = self.closed_in_filter.take()
            && lexeme.kind.starts_operand()
        {
            return self.greater_in_filter(*frame);
        }
        self.operand = true;
        let (left, at) = (self.previous_span(), self.span_of(lexeme));
        let first = self.tokens.len() == self.piece_start + 1 && self.previous() == Some(Token::Name);
        if first && foreign_word(self.quoted(left)).is_some() {
            self.report(SyntaxError::ForeignWord(left));
            self.tokens.pop();
            return;
        }
        let word = self.slice(lexeme);
        if word.starts_with("el") && foreign_word(word).is_some() && self.next().is_some() {
            return self.report(SyntaxError::ForeignWord(at));
        }
        if self.in_condition()
            && let Some(pending) = self.ifs.last_mut()
        {
            pending.then_seen = true;
            let span = pending.span;
            return self.report(SyntaxError::MissingThen(span));
        }
        let joint = self.joint(lexeme);
        // Most likely the line above has forgotten its closing sign.
        let still_open = (self.starts_line() && self.frames.len() > 1).then(|| self.frame().span);
        self.report(SyntaxError::MissingOperator { left, at, joint, still_open });
    }

    /// How the last operand and the present one stand to each other.
    fn joint(&self, lexeme: Lexed) -> Joint {
        let glued = self.touches_previous();
        let value = matches!(lexeme.kind, Lexeme::Name | Lexeme::LeftParen | Lexeme::Number);
        match self.previous() {
            Some(Token::PlusStar) => Joint::PlusStar(self.span_before_previous()),
            Some(Token::Star) if lexeme.kind == Lexeme::Number => Joint::Nimber,
            Some(Token::Ups) if glued && lexeme.kind == Lexeme::Name => Joint::Ups,
            Some(Token::Number) if lexeme.kind == Lexeme::Fraction => Joint::MixedNumber,
            Some(Token::Number) if value && glued => Joint::Product,
            previous => match self.open() {
                Open::Ground if previous == Some(Token::Name) && value => Joint::Call,
                Open::Ground => Joint::Statement,
                Open::Group | Open::Index => Joint::Single,
                Open::Graph => Joint::Graph,
                Open::Hackenbush => Joint::Picture,
                _ => Joint::Members,
            },
        }
    }

    /// The place of the last token but one.
    fn span_before_previous(&self) -> Span {
        let token = self.tokens.len().checked_sub(2).map(|index| self.tokens[index].1);
        token.map_or(self.previous_span(), |place| self.span(place.start, place.end))
    }

    /// `<k for k in S if k > 2>`: the `>` has closed the literal. Takes that back.
    fn greater_in_filter(&mut self, frame: super::Frame) {
        self.report(SyntaxError::GreaterInFilter { at: self.previous_span(), literal: frame.span });
        if let Some(last) = self.tokens.last_mut() {
            last.0 = Token::Relation(Relation::Greater);
        }
        self.frames.push(frame);
        self.operand = true;
    }

    /// `**` after an operand: a power, a product, or plus star? Consumes it.
    pub(super) fn two_stars(&mut self, lexeme: Lexed) {
        let next = self.glued(2).filter(|l| l.kind.starts_operand());
        let end = next.or(self.glued(1)).map_or(lexeme.end, |l| l.end);
        let right = next.filter(|l| matches!(l.kind, Lexeme::Number | Lexeme::Name)).map(|l| self.span_of(l));
        let (at, left) = (self.span(lexeme.start, end), self.previous_span());
        self.report(SyntaxError::TwoStars { at, left, right, follows: next.is_some() });
        match next {
            Some(_) => self.emit_operator(Token::Times, 2),
            None => {
                self.emit(Token::PlusStar, 1);
                self.at += 1;
            }
        }
    }

    /// `*1*2`: nimbers are added.
    pub(super) fn glued_nimbers(&mut self, lexeme: Lexed) {
        let left = self.span_before_previous().to(self.previous_span());
        let end = self.glued(1).map_or(lexeme.end, |l| l.end);
        self.report(SyntaxError::GluedNimbers { left, right: self.span(lexeme.start, end) });
    }

    /// `G <> H`: unequal elsewhere. Consumes both signs.
    pub(super) fn less_or_greater(&mut self, lexeme: Lexed, second: Lexed) {
        let right = self.lexemes.get(self.at + 2).copied();
        let right = right.filter(|l| matches!(l.kind, Lexeme::Number | Lexeme::Name | Lexeme::Star));
        let (at, left) = (self.span(lexeme.start, second.end), self.previous_span());
        self.report(SyntaxError::LessOrGreater { at, left, right: right.map(|l| self.span_of(l)) });
        self.relation(Relation::Confused, 2);
    }

    /// `=`. Consumes it.
    pub(super) fn equals(&mut self, lexeme: Lexed) {
        let at = self.span_of(lexeme);
        if let Some(second) = self.glued(1).filter(|l| matches!(l.kind, Lexeme::Less | Lexeme::Greater)) {
            self.report(SyntaxError::ReversedComparison(at.to(self.span_of(second))));
            return self.emit_operator(Token::Relation(Relation::Equal), 2);
        }
        let left = self.span(self.first_span().start, lexeme.start);
        let named = self.previous() == Some(Token::Name) || self.quoted(left).trim_end().ends_with(')');
        let defines = self.frames.len() == 1 && !self.defined && named;
        self.report(SyntaxError::Equals { at, left, defines });
        self.defined |= defines;
        self.emit_operator(Token::Relation(Relation::Equal), 1);
    }

    /// `x in S` outside of a `for`. Consumes the `in`.
    pub(super) fn membership(&mut self, lexeme: Lexed) {
        let (at, member) = (self.span_of(lexeme), self.previous_span());
        let barred = self.frame().bars || self.has_told(|error| matches!(error, SyntaxError::BarOutside { .. }));
        self.report(match barred {
            true => SyntaxError::SetBuilder { at, member },
            false => SyntaxError::InWithoutFor { at, member },
        });
        self.at += 1;
        self.operand = true;
    }

    fn quoted(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
}
