//! Slips of people who know another notation, answered with the thing meant.

use super::frame::{Open, PendingIf, Segment};
use super::{Lexed, Lexeme, Pass, StatementHead, Token};
use crate::source::Span;
use crate::syntax::Phrase;
use crate::syntax::advice::foreign_word;
use crate::syntax::ast::{Join, Relation};
use crate::syntax::error::{Joint, MeantByBar, SyntaxError};

/// Signs of an operand that help repeats.
const LONGEST_OPERAND: usize = 32;

impl Pass<'_> {
    /// Reports an operand in place of an operator: something is missing between the two. Does not consume it.
    pub(super) fn two_operands(&mut self, lexeme: Lexed) {
        if let Some(closed) = self.closed_in_filter.take_if(|closed| closed.1 + 1 == self.tokens.len())
            && lexeme.kind.starts_operand()
        {
            return self.greater_in_filter(*closed);
        }
        if self.misspelt(lexeme) {
            return;
        }
        self.operand = true;
        let (left, mut at) = (self.previous_span(), self.span_of(lexeme));
        let before = self.tokens.len().checked_sub(2).filter(|index| *index >= self.piece_start);
        let starts = before.is_none_or(|before| matches!(self.tokens[before].0, Token::Define));
        let word = self.quoted(left);
        // A function without a name may stand anywhere.
        let is_foreign = (starts || matches!(word, "lambda" | "return")) && foreign_word(word).is_some();
        if is_foreign && self.previous() == Some(Token::Name) {
            self.report(SyntaxError::ForeignWord(left));
            self.tokens.pop();
            // Its `do` and its `end` are then those of a loop.
            if self.quoted(left) == "while" {
                self.head = StatementHead::For;
            }
            return;
        }
        let word = self.slice(lexeme);
        if word.starts_with("el") && foreign_word(word).is_some() && self.next().is_some() {
            self.report(SyntaxError::ForeignWord(at));
            self.operator_position(Lexed { kind: Lexeme::Else, ..lexeme });
            return self.ifs.push(PendingIf { frames: self.frames.len(), then_seen: false, span: at });
        }
        if self.head == StatementHead::For && lexeme.kind == Lexeme::LeftBrace {
            return self.report(SyntaxError::MissingDo(self.first_span()));
        }
        if self.in_condition()
            && let Some(pending) = self.ifs.last_mut()
        {
            pending.then_seen = true;
            let span = pending.span;
            return self.report(SyntaxError::MissingThen(span));
        }
        let holds_more = |error: &SyntaxError| {
            matches!(
                error,
                SyntaxError::MissingIn { .. }
                    | SyntaxError::ForeignWord(_)
                    | SyntaxError::NothingOnTheLeft { .. }
                    | SyntaxError::Enclosed(_)
                    | SyntaxError::MissingOperator { joint: Joint::Range(_) | Joint::Arguments(_), .. }
            )
        };
        if self.has_told(holds_more) && self.line_has_error {
            // `for i = 1 to 9`, `def f(n): return n`: the other signs there are part of that.
            self.broken = true;
            return;
        }
        if self.is_in_phrase(at) {
            // A word of the sentence that has been reported.
            self.broken = true;
            return;
        }
        let joint = self.joint(lexeme);
        if joint == Joint::Games {
            at.end = self.end_of_operand(self.at).map_or(at.end, |end| self.lexemes[end].end);
        }
        // Most likely the line above has forgotten its closing sign.
        let still_open = (self.starts_line() && self.frames.len() > 1).then(|| self.frame().span);
        let left = if still_open.is_some() { left } else { self.last_operand() };
        self.report(SyntaxError::MissingOperator { left, at, joint, still_open });
    }

    /// Returns the relation of the last operand and the present one.
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
            Some(Token::Name) if glued && lexeme.kind == Lexeme::Text && self.quoted(self.previous_span()) == "f" => {
                Joint::Formatted
            }
            Some(Token::Name) if let Some(names) = self.bare_parameters() => Joint::Parameters(names),
            Some(Token::PlusStar) => Joint::PlusStar(self.span_before_previous()),
            Some(Token::Star) if lexeme.kind == Lexeme::Number => Joint::Nimber,
            Some(Token::Ups) if glued && lexeme.kind == Lexeme::Name => Joint::Ups,
            Some(Token::Number) if lexeme.kind == Lexeme::Fraction => Joint::MixedNumber,
            Some(Token::Number) if value && glued && lexeme.kind != Lexeme::Text => Joint::Product,
            Some(Token::CloseAngle | Token::CloseBrace | Token::Number) if self.is_second_game(lexeme) => Joint::Games,
            _ if self.slice(lexeme) == "from"
                && let Some(ends) = self.ends_at(self.at + 1) =>
            {
                Joint::Range(ends)
            }
            _ if lexeme.kind == Lexeme::Name
                && !glued
                && let Some(second) = self.second_operand() =>
            {
                Joint::Infix(second)
            }
            Some(Token::Number) if lexeme.kind == Lexeme::Name && matches!(self.open(), Open::Ground | Open::Group) => {
                Joint::Product
            }
            previous => match self.open() {
                Open::Ground if previous == Some(Token::Name) && value => Joint::Call(self.values_ahead()),
                Open::Ground => Joint::Statement,
                Open::Group | Open::Index => Joint::Single,
                Open::Graph => Joint::Graph,
                Open::Hackenbush => Joint::Picture,
                Open::Call if previous != Some(Token::Name) || lexeme.kind == Lexeme::Name => {
                    Joint::Arguments(self.values_ahead())
                }
                _ => Joint::Members,
            },
        }
    }

    /// Returns the names from the present lexeme on if they stand between the name that a statement defines and `:=`.
    fn bare_parameters(&self) -> Option<Vec<Span>> {
        let before = self.at.checked_sub(2).map(|at| self.lexemes[at].kind);
        let is_head = matches!(before, None | Some(Lexeme::Game | Lexeme::Newline | Lexeme::Semicolon));
        let names = self.lexemes[self.at..].iter().take_while(|lexeme| lexeme.kind == Lexeme::Name);
        let names: Vec<Span> = names.map(|lexeme| self.span_of(*lexeme)).collect();
        let is_defined = self.lexemes.get(self.at + names.len()).is_some_and(|lexeme| lexeme.kind == Lexeme::Define);
        (is_head && is_defined && self.frames.len() == 1).then_some(names)
    }

    /// Returns the second value of `{1} union {2}` if the present lexeme is a name between two values.
    fn second_operand(&self) -> Option<Span> {
        use Lexeme::{Fraction, LeftBrace, LeftParen, LeftSquare, Name, Number, Text};
        let next = self
            .next()
            .filter(|l| matches!(l.kind, Fraction | LeftBrace | LeftParen | LeftSquare | Name | Number | Text))?;
        if self.is_glued(1, LeftParen) || self.previous() == Some(Token::Name) {
            return None;
        }
        let end = self.end_of_operand(self.at + 1)?;
        Some(self.span(next.start, self.lexemes[end].end))
    }

    /// Returns the last lexeme of the operand that begins at `index`: one sign, brackets or a call, perhaps behind `-` or
    /// `*`.
    fn end_of_operand(&self, index: usize) -> Option<usize> {
        let is_sign = self.lexemes.get(index).is_some_and(|l| matches!(l.kind, Lexeme::Minus | Lexeme::Star));
        let index = index + usize::from(is_sign);
        let first = self.lexemes.get(index)?;
        match first.kind {
            Lexeme::Less => self.literal_at(index),
            Lexeme::LeftParen | Lexeme::LeftSquare | Lexeme::LeftBrace => self.brackets(index),
            Lexeme::Name => {
                let opens = self.lexemes.get(index + 1).filter(|l| l.kind == Lexeme::LeftParen && l.start == first.end);
                opens.map_or(Some(index), |_| self.brackets(index + 1))
            }
            Lexeme::Number => Some(self.fraction(index)),
            kind => kind.starts_operand().then_some(index),
        }
    }

    /// Returns the ends of the range that begins at `index` and is written as `1 to 10`.
    pub(super) fn ends_at(&self, index: usize) -> Option<[Span; 2]> {
        let first = self.end_of_operand(index)?;
        let word = self.lexemes.get(first + 1).filter(|l| l.kind == Lexeme::Name)?;
        if !matches!(self.slice(*word), "to" | "until" | "upto") {
            return None;
        }
        let last = self.end_of_operand(first + 2)?;
        let place = |from: usize, to: usize| self.span(self.lexemes[from].start, self.lexemes[to].end);
        Some([place(index, first), place(first + 2, last)])
    }

    /// Returns `true` if a literal begins here behind another. In braces both must have bars, or they are sets.
    fn is_second_game(&self, lexeme: Lexed) -> bool {
        let has_bar = |span: Span| self.quoted(span).contains('|');
        let end = self.end_of_operand(self.at).map(|end| self.lexemes[end].end);
        let in_braces = lexeme.kind == Lexeme::LeftBrace && has_bar(self.last_operand());
        self.literal_at(self.at).is_some() || in_braces && end.is_some_and(|end| has_bar(self.span(lexeme.start, end)))
    }

    /// Returns the place from the lexeme at `index` to the end of its line.
    pub(super) fn line_from(&self, index: usize) -> Span {
        let start = self.lexemes.get(index).map_or(self.text.len() as u32, |l| l.start);
        let rest = self.text.get(start as usize..).unwrap_or("");
        let length = rest.split('\n').next().map_or(0, |line| line.trim_end().len());
        self.span(start, start + length as u32)
    }

    /// Reports a comparison whose signs have a wrong order or number. Consumes all of them.
    pub(super) fn misspelt_comparison(&mut self, meant: &'static str, relation: Relation) {
        let lexeme = self.lexemes[self.at];
        let width = 2 + (2..4).take_while(|n| self.is_glued(*n, Lexeme::Equal)).count();
        let end = self.glued(width - 1).map_or(lexeme.end, |l| l.end);
        self.broken = true;
        if self.told == 0 {
            let operands = [self.operands_before(lexeme), self.operands_after(self.at + width)];
            self.report(SyntaxError::MisspeltComparison { at: self.span(lexeme.start, end), meant, operands });
        }
        self.emit_operator(Token::Relation(relation), width);
    }

    /// Reports `a <-> b` in a graph. Consumes both signs.
    pub(super) fn both_ways(&mut self, lexeme: Lexed) {
        let end = self.glued(1).map_or(lexeme.end, |l| l.end);
        self.report(SyntaxError::BothWays(self.span(lexeme.start, end)));
        self.arrow(lexeme, Join::Edge, 2);
    }

    /// Notes the colon of `{1: 2}`, `xs[1:3]` and `{"a": 1}`, between integers in digits or beside a text.
    pub(super) fn note_colon(&mut self) {
        let brackets = matches!(self.open(), Open::List | Open::Index | Open::Brace);
        if !brackets || self.in_clause_of_members() {
            return;
        }
        let Some(next) = self.next() else { return };
        let (left, right) = (self.previous_span(), self.span_of(next));
        let before = self.text.get(self.frame().member as usize..left.start as usize).unwrap_or("");
        let is_alone = matches!(before.trim(), "" | "-");
        let is_integer = |span: Span| self.quoted(span).bytes().all(|b| b.is_ascii_alphanumeric());
        let behind = self.lexemes.get(self.at + 2).map(|l| l.kind);
        let goes_on = matches!(behind, Some(Lexeme::Slash | Lexeme::Star | Lexeme::Caret | Lexeme::Product));
        let integers = is_alone && self.previous() == Some(Token::Number) && next.kind == Lexeme::Number && !goes_on;
        let texts = self.previous() == Some(Token::Text) && before.trim().is_empty();
        if texts || integers && is_integer(left) && is_integer(right) {
            let left = Span { start: left.start - before.trim_start().len() as u32, ..left };
            let right =
                self.end_of_operand(self.at + 1).map_or(right, |end| Span { end: self.lexemes[end].end, ..right });
            self.frame().colon.get_or_insert([left, right]);
        }
    }

    fn in_clause_of_members(&mut self) -> bool {
        matches!(self.frame().segment, Segment::Source | Segment::Filter)
    }

    /// Reports a comma in square brackets behind a value. Behind a name, a call or a list as a vertex may be meant.
    pub(super) fn square_call(&mut self, comma: Lexed) {
        let (open, token) = (self.frame().span, self.frame().token);
        let name = token.checked_sub(1).filter(|index| *index >= self.piece_start).map(|index| self.tokens[index]);
        let callee =
            name.filter(|(token, _)| *token == Token::Name).map(|(_, place)| self.span(place.start, place.end));
        let index = self.lexemes.partition_point(|l| l.start < open.start);
        let close = self.brackets(index).map(|close| self.lexemes[close].start);
        let at = self.span_of(comma);
        self.report(match (callee, close) {
            (Some(callee), Some(close)) => SyntaxError::SquareCall { at, callee, inside: self.span(open.end, close) },
            _ => SyntaxError::MisplacedComma { at, open },
        });
    }

    /// Reports the `>` that closed a literal in a filter if it seems to be a comparison. Returns `true` if it does.
    pub(super) fn greater_compares(&mut self) -> bool {
        let Some(closed) = self.closed_in_filter.take() else { return false };
        let (frame, token) = *closed;
        let is_negative = matches!(self.tokens.get(token + 1), Some((Token::Minus, _)));
        let Some(left) = self.compared_before(token, self.tokens[token].1.start).filter(|_| is_negative) else {
            return false;
        };
        let place = self.tokens[token].1;
        let operands = [left, self.compared_after(self.lexemes.partition_point(|lexeme| lexeme.start < place.end))];
        self.report(SyntaxError::GreaterInFilter {
            at: self.span(place.start, place.end),
            literal: frame.span,
            operands,
        });
        true
    }

    /// Returns the operand that ends at `end`, before a token, back to the start of its condition. `None` if that has a comparison.
    fn compared_before(&self, token: usize, end: u32) -> Option<Span> {
        let ends = |token: &Token| {
            matches!(token, Token::Filter | Token::And | Token::Or | Token::Not | Token::Relation(_) | Token::If)
        };
        let before = self.tokens[..token].iter().rposition(|(token, _)| ends(token))?;
        let is_first = !matches!(self.tokens[before].0, Token::Relation(_)) && before + 1 < token;
        is_first.then(|| self.span(self.tokens[before + 1].1.start, end))
    }

    /// Returns the operand that begins at `index`, up to the end of its condition outside of brackets.
    fn compared_after(&self, index: usize) -> Span {
        let ends = |kind: Lexeme| {
            matches!(kind, Lexeme::Greater | Lexeme::Bar | Lexeme::Parallel | Lexeme::And | Lexeme::Or)
                || matches!(kind, Lexeme::Comma | Lexeme::Newline | Lexeme::Semicolon | Lexeme::Comment)
                || matches!(kind, Lexeme::For | Lexeme::Then)
        };
        let right = &self.lexemes[index..];
        let mut depth = 0_i32;
        let goes_on = |l: &&Lexed| {
            depth += match l.kind {
                Lexeme::LeftParen | Lexeme::LeftSquare | Lexeme::LeftBrace => 1,
                Lexeme::RightParen | Lexeme::RightSquare | Lexeme::RightBrace => -1,
                _ => 0,
            };
            depth > 0 || depth == 0 && !ends(l.kind)
        };
        let length = right.iter().take(LONGEST_OPERAND).take_while(goes_on).count();
        self.span(right[0].start, right[length.saturating_sub(1)].end)
    }

    /// Returns the second size of `4x4` or `4 x 4`, where the lexeme is or begins with the `x`.
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

    /// Returns the values that stand side by side from here to the end of the line or the next operator, each whole.
    fn values_ahead(&self) -> Vec<Span> {
        const MAX_WORDS: usize = 8;
        let (mut values, mut at) = (Vec::new(), self.at);
        while let Some(&first) = self.lexemes.get(at).filter(|_| values.len() < MAX_WORDS) {
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

    /// Returns `true` if a place is in the sentence that has been reported.
    pub(super) fn is_in_phrase(&self, at: Span) -> bool {
        self.has_told(|error| match error.phrase() {
            Some((_, Phrase::Sentence(words))) => words.last().is_some_and(|last| last.end >= at.end),
            _ => false,
        })
    }

    /// Returns the last lexeme of the fraction that a number begins, which is written without blanks; else the number.
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

    /// Returns the lexeme that closes the bracket at `open`, if that is near.
    fn brackets(&self, open: usize) -> Option<usize> {
        const NEAR_SIGNS: usize = 64;
        let mut depth = 0usize;
        for (i, lexeme) in self.lexemes.iter().enumerate().skip(open).take(NEAR_SIGNS) {
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

    /// Returns the parentheses that touch the lexeme at `word`, with their contents.
    fn arguments_after(&self, word: usize) -> Option<Span> {
        let open = *self.lexemes.get(word + 1).filter(|l| l.kind == Lexeme::LeftParen)?;
        let close = self.brackets(word + 1).filter(|_| self.lexemes[word].end == open.start)?;
        Some(self.span(open.start, self.lexemes[close].end))
    }

    /// Reports `3.Heat(1)` or `3.up`. Consumes the dot.
    pub(super) fn number_dot(&mut self, word: Lexed) {
        let (number, arguments) = (self.previous_span(), self.arguments_after(self.at + 1));
        self.report(SyntaxError::NumberDot { number, name: self.span_of(word), arguments });
        self.emit_operator(Token::Times, 1);
    }

    /// Reports `game.grid.Domineering`, as CGSuite names its rulesets. Consumes the whole name. Returns `false` if
    /// there is none.
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

    /// Reports `x += 1`, as other languages change a variable. Consumes both signs.
    pub(super) fn assignment(&mut self, lexeme: Lexed) {
        let at = self.span(lexeme.start, lexeme.end + 1);
        let value = self.operands_after(self.at + 2);
        self.report(SyntaxError::Assignment { at, name: self.previous_span(), value });
        self.emit_operator(Token::Plus, 2);
    }

    /// Reports `1...5`. Consumes all three dots.
    pub(super) fn three_dots(&mut self, lexeme: Lexed) {
        let right = self.lexemes.get(self.at + 2).filter(|l| l.kind.starts_operand()).copied();
        let right = right.map_or(self.span(lexeme.end + 1, lexeme.end + 1), |l| self.span_of(l));
        let at = self.span(lexeme.start, lexeme.end + 1);
        self.report(SyntaxError::ThreeDots { at, ends: [self.previous_span(), right] });
        self.emit_operator(Token::DotDot, 2);
    }

    /// Returns the place of the last token but one.
    fn span_before_previous(&self) -> Span {
        let token = self.tokens.len().checked_sub(2).map(|index| self.tokens[index].1);
        token.map_or(self.previous_span(), |place| self.span(place.start, place.end))
    }

    /// Reports `<k for k in S if k > 2>`: the `>` has closed the literal. Takes that back.
    fn greater_in_filter(&mut self, (frame, token): (super::Frame, usize)) {
        let right = self.compared_after(self.at);
        let end = self.tokens[token].1.start;
        let left = self.compared_before(token, end).unwrap_or(self.span_before_previous());
        let operands = [left, right];
        self.report(SyntaxError::GreaterInFilter { at: self.previous_span(), literal: frame.span, operands });
        if let Some(last) = self.tokens.last_mut() {
            last.0 = Token::Relation(Relation::Greater);
        }
        self.frames.push(frame);
        self.operand = true;
    }

    /// Reports `<if a > b then 1 else 0|3>`: the `>` would close the literal. Consumes it as a comparison.
    pub(super) fn greater_in_condition(&mut self, lexeme: Lexed) {
        let left = self.compared_before(self.tokens.len(), lexeme.start).unwrap_or(self.previous_span());
        let operands = [left, self.compared_after(self.at + 1)];
        let (at, literal) = (self.span_of(lexeme), self.frame().span);
        self.report(SyntaxError::GreaterInFilter { at, literal, operands });
        self.emit_operator(Token::Relation(Relation::Greater), 1);
    }

    /// Reports `**` after an operand: a power, a product, or plus star? Consumes it.
    pub(super) fn two_stars(&mut self, lexeme: Lexed) {
        let is_named = |l: &Lexed| matches!(l.kind, Lexeme::Number | Lexeme::Name);
        let apart = || self.lexemes.get(self.at + 2).copied().filter(is_named);
        let next = self.glued(2).filter(|l| l.kind.starts_operand()).or_else(apart);
        let end = self.glued(2).filter(|_| next.is_some()).or(self.glued(1)).map_or(lexeme.end, |l| l.end);
        let right = next.filter(is_named).map(|l| self.span_of(l));
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

    /// Reports `*1*2`: nimbers are added.
    pub(super) fn glued_nimbers(&mut self, lexeme: Lexed) {
        let left = self.span_before_previous().to(self.previous_span());
        let end = self.glued(1).map_or(lexeme.end, |l| l.end);
        self.report(SyntaxError::GluedNimbers { left, right: self.span(lexeme.start, end) });
    }

    /// Reports `G <> H`: unequal elsewhere. Consumes both signs.
    pub(super) fn less_or_greater(&mut self, lexeme: Lexed, second: Lexed) {
        let at = self.span(lexeme.start, second.end);
        let (left, right) = (self.operands_before(lexeme), self.operands_after(self.at + 2));
        self.report(SyntaxError::LessOrGreater { at, left, right });
        self.relation(Relation::Confused, 2);
    }

    /// Returns the operands on the left of the operator at a lexeme, up to the start of its bracket, member or
    /// statement.
    fn operands_before(&self, lexeme: Lexed) -> Span {
        let frame = &self.frames[self.frames.len() - 1];
        let ground = || self.tokens.get(self.piece_start).map_or(lexeme.start, |first| first.1.start);
        let start = if frame.open == Open::Ground { ground() } else { frame.member };
        let text = self.text.get(start as usize..lexeme.start as usize).unwrap_or("");
        let blank = text.len() - text.trim_start().len();
        match text.trim_start() {
            text if text.starts_with("check ") => self.span(start + blank as u32 + 6, lexeme.start),
            text if text.contains(":=") => self.previous_span(),
            text if let Some(at) = text.rfind(" if ") => self.span(start + (blank + at + 4) as u32, lexeme.start),
            _ => self.span(start + blank as u32, lexeme.start),
        }
    }

    /// Returns the text from a lexeme on, up to the end of its bracket, member or statement, if that is near.
    pub(super) fn operands_after(&self, from: usize) -> Span {
        const NEAR_SIGNS: usize = 32;
        let Some(first) = self.lexemes.get(from) else { return Span::default() };
        let (mut end, mut at, mut open) = (first.start, from, 0_u32);
        while let Some(lexeme) = self.lexemes.get(at).filter(|_| at < from + NEAR_SIGNS) {
            match lexeme.kind {
                Lexeme::LeftParen | Lexeme::LeftSquare | Lexeme::LeftBrace => match self.brackets(at) {
                    Some(close) => at = close,
                    None => break,
                },
                Lexeme::Less if let Some(close) = self.literal_at(at) => at = close,
                Lexeme::Less => open += 1,
                Lexeme::Greater if open > 0 => open -= 1,
                // It closes a literal.
                Lexeme::Greater if !self.lexemes.get(at + 1).is_some_and(|next| next.kind.starts_operand()) => break,
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

    /// Reports `=`. Consumes it.
    pub(super) fn equals(&mut self, lexeme: Lexed) {
        let at = self.span_of(lexeme);
        let left = self.span(self.first_span().start, lexeme.start);
        let named = self.previous() == Some(Token::Name) || self.quoted(left).trim_end().ends_with(')');
        let defines = self.frames.len() == 1 && !self.defined && named;
        // `G=<0|1>` and `f(n)=<f(n-1)>` have a literal behind the sign.
        let is_literal = self.closing_at(self.at + 1).is_some_and(|literal| literal.has_bar || defines);
        match self.glued(1).map(|second| second.kind) {
            Some(Lexeme::Less) if !is_literal => return self.misspelt_comparison("<=", Relation::LessOrEqual),
            Some(Lexeme::Greater) => return self.misspelt_comparison(">=", Relation::GreaterOrEqual),
            _ => {}
        }
        let left = if defines || self.told > 0 { left } else { self.operands_before(lexeme) };
        self.report(SyntaxError::Equals { at, left, right: self.operands_after(self.at + 1), defines });
        self.defined |= defines;
        self.emit_operator(Token::Relation(Relation::Equal), 1);
    }

    /// Returns `true` if `in` stands behind a bar, as in `{x | x in S}`, and in no condition.
    pub(super) fn is_set_builder(&mut self) -> bool {
        let is_option = self.frame().segment == Segment::Body && !self.in_condition();
        is_option && self.frame().bars || self.has_told(|error| matches!(error, SyntaxError::BarOutside { .. }))
    }

    /// Reports `x in S` behind a bar and consumes the `in`.
    pub(super) fn membership(&mut self, lexeme: Lexed) {
        let (at, member) = (self.span_of(lexeme), self.previous_span());
        if self.has_told(|error| matches!(error, SyntaxError::BarOutside { meant: MeantByBar::For, .. })) {
            // The error has shown how members are drawn.
            self.broken = true;
        } else {
            self.report(SyntaxError::SetBuilder { at, member });
        }
        self.at += 1;
        self.operand = true;
    }

    fn quoted(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
}
