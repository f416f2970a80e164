//! Slips of people who know another notation, answered with the thing meant.

use super::frame::{Open, PendingIf};
use super::{Lexed, Lexeme, Pass, Token};
use crate::source::Span;
use crate::syntax::Phrase;
use crate::syntax::advice::foreign_word;
use crate::syntax::ast::Relation;
use crate::syntax::error::{Joint, MeantByBar, SyntaxError};

impl Pass<'_> {
    /// An operand where an operator is expected: something is missing between the two. Does not consume it.
    pub(super) fn two_operands(&mut self, lexeme: Lexed) {
        if let Some(frame) = self.closed_in_filter.take()
            && lexeme.kind.starts_operand()
        {
            return self.greater_in_filter(*frame);
        }
        if self.misspelt(lexeme) {
            return;
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
            self.report(SyntaxError::ForeignWord(at));
            self.operator_position(Lexed { kind: Lexeme::Else, ..lexeme });
            return self.ifs.push(PendingIf { frames: self.frames.len(), then_seen: false, span: at });
        }
        if self.in_condition()
            && let Some(pending) = self.ifs.last_mut()
        {
            pending.then_seen = true;
            let span = pending.span;
            return self.report(SyntaxError::MissingThen(span));
        }
        if self.has_told(|error| matches!(error, SyntaxError::MissingIn { .. } | SyntaxError::ForeignWord(_))) {
            // `for i = 1 to 9`, `def f(n): return n`: what stands there besides is part of that.
            self.broken = true;
            return;
        }
        if self.is_in_phrase(at) {
            // A word of the sentence that has been told of.
            self.broken = true;
            return;
        }
        let joint = self.joint(lexeme);
        // Most likely the line above has forgotten its closing sign.
        let still_open = (self.starts_line() && self.frames.len() > 1).then(|| self.frame().span);
        let left = if still_open.is_some() { left } else { self.last_operand() };
        self.report(SyntaxError::MissingOperator { left, at, joint, still_open });
    }

    /// How the last operand and the present one stand to each other.
    fn joint(&self, lexeme: Lexed) -> Joint {
        let glued = self.touches_previous();
        let value = match lexeme.kind {
            Lexeme::Name | Lexeme::LeftParen | Lexeme::Number | Lexeme::Text | Lexeme::LeftBrace => true,
            kind => kind == Lexeme::Form,
        };
        match self.previous() {
            Some(Token::Number) if self.second_size(lexeme).is_some() => {
                self.second_size(lexeme).map_or(Joint::Single, Joint::Sizes)
            }
            Some(Token::PlusStar) => Joint::PlusStar(self.span_before_previous()),
            Some(Token::Star) if lexeme.kind == Lexeme::Number => Joint::Nimber,
            Some(Token::Ups) if glued && lexeme.kind == Lexeme::Name => Joint::Ups,
            Some(Token::Number) if lexeme.kind == Lexeme::Fraction => Joint::MixedNumber,
            Some(Token::Number) if value && glued && lexeme.kind != Lexeme::Text => Joint::Product,
            previous => match self.open() {
                Open::Ground if previous == Some(Token::Name) && value => Joint::Call(self.values_ahead()),
                Open::Ground => Joint::Statement,
                Open::Group | Open::Index => Joint::Single,
                Open::Graph => Joint::Graph,
                Open::Hackenbush => Joint::Picture,
                _ => Joint::Members,
            },
        }
    }

    /// The second size of `4x4` or `4 x 4`, where the lexeme is or begins with the `x`.
    fn second_size(&self, lexeme: Lexed) -> Option<Span> {
        let word = self.slice(lexeme);
        match word.strip_prefix(['x', 'X', '×'])? {
            "" => self.next().filter(|l| l.kind == Lexeme::Number).map(|l| self.span_of(l)),
            size if size.bytes().all(|b| b.is_ascii_digit()) => {
                Some(self.span(lexeme.end - size.len() as u32, lexeme.end))
            }
            _ => None,
        }
    }

    /// The values that stand side by side from here to the end of the line or the next operator, each whole.
    fn values_ahead(&self) -> Vec<Span> {
        const MOST: usize = 8;
        let (mut values, mut at) = (Vec::new(), self.at);
        while let Some(&first) = self.lexemes.get(at).filter(|_| values.len() < MOST) {
            match first.kind {
                Lexeme::Comma | Lexeme::And if !values.is_empty() => at += 1,
                Lexeme::Form => {
                    // Alone it is a word of a sentence: `canonical form of G`.
                    let end = self.brackets(at + 1).unwrap_or(at);
                    values.push(self.span(first.start, self.lexemes[end].end));
                    at = end + 1;
                }
                Lexeme::Number | Lexeme::Text | Lexeme::Name | Lexeme::LeftParen | Lexeme::LeftBrace => {
                    let is_name = first.kind == Lexeme::Name;
                    let glued = |at: usize| self.lexemes.get(at).is_some_and(|l| is_name && l.start == first.end);
                    let end = match (is_name, first.kind) {
                        (true, _) if glued(at + 1) => self.brackets(at + 1).unwrap_or(at),
                        (false, Lexeme::LeftParen | Lexeme::LeftBrace) => match self.brackets(at) {
                            Some(end) => end,
                            None => break,
                        },
                        _ => self.fraction(at),
                    };
                    values.push(self.span(first.start, self.lexemes[end].end));
                    at = end + 1;
                }
                _ => break,
            }
        }
        values
    }

    /// Whether a place is in the sentence that has been told of.
    pub(super) fn is_in_phrase(&self, at: Span) -> bool {
        self.has_told(|error| match error.phrase() {
            Some((_, Phrase::Sentence(words))) => words.last().is_some_and(|last| last.end >= at.end),
            _ => false,
        })
    }

    /// The last lexeme of the fraction that a number begins, which is written without blanks; else the number.
    fn fraction(&self, at: usize) -> usize {
        let [number, slash, denominator] = [at, at + 1, at + 2].map(|at| self.lexemes.get(at));
        match (number, slash, denominator) {
            (Some(number), Some(slash), Some(denominator))
                if [number.kind, slash.kind, denominator.kind] == [Lexeme::Number, Lexeme::Slash, Lexeme::Number]
                    && (number.end, slash.end) == (slash.start, denominator.start) =>
            {
                at + 2
            }
            _ => at,
        }
    }

    /// The lexeme that closes the bracket at `open`, if that is near.
    fn brackets(&self, open: usize) -> Option<usize> {
        const NEAR: usize = 64;
        let mut depth = 0usize;
        for (i, lexeme) in self.lexemes.iter().enumerate().skip(open).take(NEAR) {
            match lexeme.kind {
                Lexeme::LeftParen | Lexeme::LeftSquare | Lexeme::LeftBrace => depth += 1,
                Lexeme::RightParen | Lexeme::RightSquare | Lexeme::RightBrace => depth = depth.checked_sub(1)?,
                Lexeme::Newline => return None,
                _ => {}
            }
            if depth == 0 {
                return (i > open).then_some(i);
            }
        }
        None
    }

    /// The parentheses that touch the lexeme at `word`, with what stands in them.
    fn arguments_after(&self, word: usize) -> Option<Span> {
        let open = *self.lexemes.get(word + 1).filter(|l| l.kind == Lexeme::LeftParen)?;
        let close = self.brackets(word + 1).filter(|_| self.lexemes[word].end == open.start)?;
        Some(self.span(open.start, self.lexemes[close].end))
    }

    /// `3.Heat(1)` or `3.up`. Consumes the dot.
    pub(super) fn number_dot(&mut self, word: Lexed) {
        let (number, arguments) = (self.previous_span(), self.arguments_after(self.at + 1));
        self.report(SyntaxError::NumberDot { number, name: self.span_of(word), arguments });
        self.emit_operator(Token::Times, 1);
    }

    /// `game.grid.Domineering`, as CGSuite names its rulesets. Consumes the whole name; false where there is none.
    pub(super) fn package(&mut self, lexeme: Lexed) -> bool {
        let mut last = 0;
        while self.is_glued(last + 1, Lexeme::Dot) && self.glued(last + 2).is_some_and(|l| l.kind.is_word()) {
            last += 2;
        }
        if last == 0 {
            return false;
        }
        let name = self.lexemes[self.at + last];
        let at = self.span(lexeme.start, name.end);
        let arguments = self.arguments_after(self.at + last);
        self.report(SyntaxError::Package { at, name: self.span_of(name), arguments });
        self.emit_operand(Token::Name, last + 1);
        true
    }

    /// `x += 1`, as other languages change what they have. Consumes both signs.
    pub(super) fn assignment(&mut self, lexeme: Lexed) {
        let at = self.span(lexeme.start, lexeme.end + 1);
        self.report(SyntaxError::Assignment { at, name: self.previous_span() });
        self.emit_operator(Token::Plus, 2);
    }

    /// `1...5`. Consumes all three dots.
    pub(super) fn three_dots(&mut self, lexeme: Lexed) {
        let right = self.lexemes.get(self.at + 2).filter(|l| l.kind.starts_operand()).copied();
        let right = right.map_or(self.span(lexeme.end + 1, lexeme.end + 1), |l| self.span_of(l));
        let at = self.span(lexeme.start, lexeme.end + 1);
        self.report(SyntaxError::ThreeDots { at, ends: [self.previous_span(), right] });
        self.emit_operator(Token::DotDot, 2);
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
        let at = self.span(lexeme.start, second.end);
        let (left, right) = (self.operands_before(lexeme), self.operands_after(self.at + 2));
        self.report(SyntaxError::LessOrGreater { at, left, right });
        self.relation(Relation::Confused, 2);
    }

    /// What the operator at a lexeme has on its left, as far as its bracket, member or statement goes.
    fn operands_before(&self, lexeme: Lexed) -> Span {
        let frame = &self.frames[self.frames.len() - 1];
        let ground = || self.tokens.get(self.piece_start).map_or(lexeme.start, |first| first.1.start);
        let start = if frame.open == Open::Ground { ground() } else { frame.member };
        let text = self.text.get(start as usize..lexeme.start as usize).unwrap_or("");
        let blank = text.len() - text.trim_start().len();
        match text.trim_start() {
            text if text.starts_with("check ") => self.span(start + blank as u32 + 6, lexeme.start),
            text if text.contains(":=") => self.previous_span(),
            _ => self.span(start + blank as u32, lexeme.start),
        }
    }

    /// What stands from a lexeme on, up to the end of its bracket, member or statement, if that is near.
    fn operands_after(&self, from: usize) -> Span {
        const NEAR: usize = 32;
        let Some(first) = self.lexemes.get(from) else { return Span::default() };
        let (mut end, mut at) = (first.start, from);
        while let Some(lexeme) = self.lexemes.get(at).filter(|_| at < from + NEAR) {
            match lexeme.kind {
                Lexeme::LeftParen | Lexeme::LeftSquare | Lexeme::LeftBrace => match self.brackets(at) {
                    Some(close) => at = close,
                    None => break,
                },
                Lexeme::RightParen | Lexeme::RightSquare | Lexeme::RightBrace | Lexeme::Comma | Lexeme::Semicolon => {
                    break;
                }
                Lexeme::Newline | Lexeme::Comment | Lexeme::Expected => break,
                Lexeme::And | Lexeme::Or | Lexeme::Then | Lexeme::Else | Lexeme::For | Lexeme::If => break,
                _ => {}
            }
            end = self.lexemes[at].end;
            at += 1;
        }
        self.span(first.start, end)
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
        if self.has_told(|error| matches!(error, SyntaxError::BarOutside { meant: MeantByBar::For, .. })) {
            // That has said how members are drawn.
            self.broken = true;
        } else {
            let barred = self.frame().bars || self.has_told(|error| matches!(error, SyntaxError::BarOutside { .. }));
            self.report(match barred {
                true => SyntaxError::SetBuilder { at, member },
                false => SyntaxError::InWithoutFor { at, member },
            });
        }
        self.at += 1;
        self.operand = true;
    }

    fn quoted(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
}
