//! Reports of errors: each once, and not too many in a statement.

use super::frame::Open;
use super::{Lexed, Lexeme, Pass, Token};
use crate::source::Span;
use crate::syntax::ast::Relation;
use crate::syntax::error::{DefinitionIn, Joint, MeantByBar, PER_STATEMENT, PER_TEXT, SyntaxError};
use crate::syntax::parser::unknown_escapes;

impl Pass<'_> {
    /// Notes an error, unless the lexeme before has been reported already.
    pub(super) fn report(&mut self, error: SyntaxError) {
        self.broken = true;
        let again = self.last_error.is_some_and(|at| at + 1 >= self.at);
        self.last_error = Some(self.at);
        if !again {
            self.report_anyway(error);
        }
    }

    /// Notes an error, unless one of its kind has been reported on the same line of the statement.
    fn report_anyway(&mut self, error: SyntaxError) {
        self.broken = true;
        let kind = std::mem::discriminant(&error);
        let is_again = self.line_has_error && self.has_told(|told| std::mem::discriminant(told) == kind);
        if !self.is_quiet() && !is_again {
            self.told += 1;
            self.line_has_error = true;
            self.errors.push(error);
        }
    }

    /// Returns `true` if this statement has enough errors.
    pub(super) fn is_quiet(&self) -> bool {
        self.told >= PER_STATEMENT || self.errors.len() >= PER_TEXT
    }

    /// Returns `true` if the statement has an error of this kind already.
    pub(super) fn has_told(&self, such: impl Fn(&SyntaxError) -> bool) -> bool {
        self.errors.iter().rev().take(self.told).any(such)
    }

    /// Reports too many levels and skips the rest of the statement.
    pub(super) fn too_deep(&mut self) {
        self.report_anyway(SyntaxError::TooDeep(self.previous_span()));
        while self.at < self.lexemes.len() {
            if self.lexemes[self.at].kind == Lexeme::Newline && self.statement_starts(self.at + 1) {
                break;
            }
            self.at += 1;
        }
        self.skip_statement();
    }

    /// Reports signs that are no part of the language. Consumes the lexeme, in place of an operand or an operator, or all
    /// lexemes that foreign quotes or brackets enclose.
    pub(super) fn invalid(&mut self, lexeme: Lexed) {
        if let Some(end) = self.end_of_enclosed(lexeme) {
            self.report(SyntaxError::Enclosed(self.span(lexeme.start, end)));
            let lexemes = self.lexemes[self.at..].iter().take_while(|l| l.start < end).count();
            return self.emit_operand(Token::Missing, lexemes);
        }
        if self.line_has_error && self.has_told(|error| matches!(error, SyntaxError::Enclosed(_))) {
            self.broken = true;
        } else {
            self.report(SyntaxError::UnknownSigns(self.span_of(lexeme)));
        }
        self.emit_operand(Token::Missing, 1);
        self.operand = matches!(self.slice(lexeme), "&" | "&&" | "%" | "∈" | "∧" | "∨" | "!");
    }

    /// Returns the end of the part of the line that foreign quotes or brackets enclose, or `None` if it is empty.
    fn end_of_enclosed(&self, lexeme: Lexed) -> Option<u32> {
        let sign = self.slice(lexeme).chars().next().filter(|_| self.told == 0)?;
        let closing = ENCLOSING.iter().find(|pair| pair.0 == sign)?.1;
        let start = lexeme.start as usize + sign.len_utf8();
        let line = self.text.get(start..)?.split('\n').next()?;
        let length = line.find(closing).filter(|length| *length > 0)?;
        Some((start + length + closing.len_utf8()) as u32)
    }

    /// Reports the backslashes of a text that mean nothing. Consumes nothing.
    pub(super) fn escapes(&mut self, lexeme: Lexed) {
        let text = self.slice(lexeme);
        let unknown: Vec<_> = unknown_escapes(text).collect();
        for at in unknown {
            let (start, end) = (lexeme.start + at.start as u32, lexeme.start + at.end as u32);
            self.report(SyntaxError::Escape(self.span(start, end)));
        }
    }

    /// Reports a text without its closing quote. Consumes the lexeme.
    pub(super) fn open_text(&mut self, lexeme: Lexed) {
        self.report(SyntaxError::OpenText(self.span(lexeme.start, lexeme.start + 1)));
        self.emit_operand(Token::Text, 1);
    }

    /// Reports brackets that are open at the end of the statement.
    pub(super) fn unclosed(&mut self) {
        let mut open = self.frames.iter().skip(1).rev().map(|frame| frame.span);
        let Some(at) = open.next() else { return };
        let around = open.take(2).collect();
        if self.has_told(|error| matches!(error, SyntaxError::MissingOperator { still_open: Some(_), .. })) {
            self.broken = true;
        } else {
            self.report(SyntaxError::Unclosed { at, around });
        }
    }

    /// Reports a closing sign without an opening one.
    pub(super) fn unmatched(&mut self, lexeme: Lexed) {
        self.broken = true;
        let meant = |error: &SyntaxError| {
            matches!(
                error,
                SyntaxError::BarOutside { meant: MeantByBar::Call(..), .. }
                    | SyntaxError::MissingOperator { joint: Joint::Call(_), .. }
                    | SyntaxError::GreaterInFilter { .. }
            )
        };
        if lexeme.kind == Lexeme::Greater && self.greater_compares() {
            return;
        }
        if !self.is_quiet() && !self.has_told(meant) {
            self.report(SyntaxError::NothingToClose(self.span_of(lexeme)));
        }
    }

    /// Reports a lexeme in place of an operand: either the operator before it has no right side, or the lexeme has no
    /// left side.
    pub(super) fn missing_operand_before(&mut self, lexeme: Lexed) {
        let closes = matches!(
            lexeme.kind,
            Lexeme::RightParen | Lexeme::RightSquare | Lexeme::RightBrace | Lexeme::Greater | Lexeme::Bar
        );
        let here = self.span_of(lexeme);
        if let Some(slice) = self.open_slice(lexeme) {
            return self.report(slice);
        }
        self.report(match self.previous() {
            Some(token) if is_operator(token) && (closes || lexeme.kind != Lexeme::Comma) => {
                SyntaxError::NothingOnTheRight { at: self.previous_span(), next: here }
            }
            _ => SyntaxError::NothingOnTheLeft { at: here, starts_line: self.starts_line() && self.at_start() },
        });
    }

    /// Returns the error for `xs[:2]` at its colon, and for `xs[1:]` at its bracket.
    fn open_slice(&self, lexeme: Lexed) -> Option<SyntaxError> {
        let frame = self.frames.last().filter(|frame| frame.open == Open::Index)?;
        let list = frame.callee;
        match (lexeme.kind, self.previous()) {
            (Lexeme::Colon, Some(Token::Index)) => {
                let last = self.operands_after(self.at + 1);
                let last = Some(last).filter(|last| last.start < last.end);
                Some(SyntaxError::OpenSlice { at: self.span_of(lexeme), list, sides: [None, last] })
            }
            (Lexeme::RightSquare, Some(Token::Ordinal)) => {
                let at = self.previous_span();
                let first = self.span(frame.span.end, at.start);
                Some(SyntaxError::OpenSlice { at, list, sides: [Some(first), None] })
            }
            _ => None,
        }
    }

    /// Returns `true` if the present lexeme is the first of its line, and not of the text.
    pub(super) fn starts_line(&self) -> bool {
        self.at > 0 && self.lexemes[self.at - 1].kind == Lexeme::Newline
    }

    /// Reports a loop without its `end`, found at the end of the text.
    pub(super) fn missing_end(&mut self, block: Span) {
        self.last_error = None;
        self.told = 0;
        self.report(SyntaxError::MissingEnd(block));
    }

    /// Returns the place of the word that starts the statement.
    pub(super) fn first_span(&self) -> Span {
        self.tokens.get(self.piece_start).map_or(Span::default(), |first| self.span(first.1.start, first.1.end))
    }

    /// Returns the place where the present value begins: of a member, or behind `:=`.
    pub(super) fn value_start(&self) -> Span {
        let tokens = self.tokens.get(self.piece_start..).unwrap_or(&[]);
        let is_before = |token: &Token| {
            matches!(token, Token::Define | Token::Check | Token::Paren | Token::Call | Token::Comma | Token::Else)
        };
        let first = tokens.iter().rposition(|(token, _)| is_before(token)).map_or(0, |before| before + 1);
        tokens.get(first).map_or(Span::default(), |first| self.span(first.1.start, first.1.end))
    }

    /// Returns the operand that has just been read: the last token, or from its opening sign, and the name before that.
    pub(super) fn last_operand(&self) -> Span {
        let tokens = self.tokens.get(self.piece_start..).unwrap_or(&[]);
        let (mut open, mut first) = (0_usize, tokens.len());
        for (token, _) in tokens.iter().rev() {
            first -= 1;
            match token {
                Token::CloseParen | Token::CloseSquare | Token::CloseBrace | Token::CloseAngle => open += 1,
                Token::Call | Token::Index if open == 1 => {
                    open = 0;
                    continue;
                }
                Token::Call | Token::Index | Token::Paren | Token::TargetParen | Token::DefineParen => {
                    open = open.saturating_sub(1);
                }
                Token::List | Token::Set | Token::BraceGame | Token::AngleGame | Token::Graph | Token::Hackenbush => {
                    open = open.saturating_sub(1);
                }
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
        let whole = tokens.get(first).map_or(Span::default(), |first| self.span(first.1.start, first.1.start));
        whole.to(self.previous_span())
    }

    /// Reports a bar without signs around it. Consumes it and those that follow.
    pub(super) fn bar_outside(&mut self, lexeme: Lexed) {
        // For words in a row, `left stop of <2|1>`, one piece of advice is enough.
        let is_told = |error: &SyntaxError| {
            matches!(error, SyntaxError::BarOutside { .. } | SyntaxError::MissingOperator { joint: Joint::Call(_), .. })
        };
        if !self.has_told(is_told) && !self.greater_compares() {
            let meant = match self.open() {
                Open::List | Open::Index => MeantByBar::For,
                Open::Ground if self.literal_behind_name().is_some() => self
                    .literal_behind_name()
                    .map_or(MeantByBar::Unknown, |[name, literal]| MeantByBar::Call(name, literal)),
                Open::Ground if !self.defined => MeantByBar::Literal(self.line_of_statement()),
                _ => MeantByBar::Unknown,
            };
            self.report(SyntaxError::BarOutside { at: self.span_of(lexeme), meant });
        }
        self.broken = true;
        self.at += 1;
        while self.lexemes.get(self.at).is_some_and(|l| l.kind == Lexeme::Bar) {
            self.at += 1;
        }
        // Either side may be empty.
        self.operand = self.lexemes.get(self.at).is_some_and(|l| l.kind.starts_operand());
    }

    /// Returns the name and the literal of `explain <2|1>`, where the name is taken to be compared.
    fn literal_behind_name(&self) -> Option<[Span; 2]> {
        let [(Token::Name, _), (Token::Relation(Relation::Less), less), ..] = self.tokens.get(self.piece_start..)?
        else {
            return None;
        };
        let (name, line) = (self.first_span(), self.line_of_statement());
        let literal = self.span(less.start, line.end);
        self.text.get(literal.range()).is_some_and(|text| text.trim_end().ends_with('>')).then_some([name, literal])
    }

    /// Returns the part of the present statement that is on its line.
    pub(super) fn line_of_statement(&self) -> Span {
        let start = self.tokens.get(self.piece_start).map_or(self.lexemes[self.at].start, |t| t.1.start);
        let end = self.lexemes[self.at..]
            .iter()
            .find(|l| matches!(l.kind, Lexeme::Newline | Lexeme::Semicolon | Lexeme::Comment | Lexeme::Expected))
            .map_or(self.text.len() as u32, |l| l.start);
        self.span(start, end)
    }

    /// Reports a notation with two readings, the second a multiple or a power.
    pub(super) fn two_ways(&mut self, at: Span, one: String, other: String) {
        self.report(SyntaxError::TwoReadings { at, readings: [one, other] });
    }

    /// Forgets the open brackets and ends the statement as it is.
    fn skip_statement(&mut self) {
        self.broken = true;
        self.push_piece(super::PieceKind::Statement);
    }

    pub(super) fn misplaced_definition(&mut self, lexeme: Lexed) {
        let inside = match self.open() {
            _ if self.head == super::StatementHead::Game => DefinitionIn::Game,
            Open::Call => DefinitionIn::Call,
            Open::Ground | Open::Group if self.frame().names && self.previous() == Some(Token::Name) => {
                DefinitionIn::LocalName(self.previous_span())
            }
            Open::Group if self.told == 0 => self.part_of_group().unwrap_or(DefinitionIn::Elsewhere),
            Open::Ground if self.told == 0 => self.member_or_body().unwrap_or(DefinitionIn::Elsewhere),
            _ => DefinitionIn::Elsewhere,
        };
        self.report(SyntaxError::MisplacedDefinition { at: self.span_of(lexeme), inside });
    }

    /// Reads `(a := n + 1; a)`, or returns `None` if it is something else.
    fn part_of_group(&self) -> Option<DefinitionIn> {
        let [.., open, name @ (Token::Name, _)] = self.tokens.get(self.piece_start..)? else { return None };
        if open.0 != Token::Paren {
            return None;
        }
        let value = self.operands_after(self.at + 1);
        let rest = self.text.get(value.end as usize..)?.split(['\n', ')']).next()?;
        let blank = rest.len() - rest.trim_start_matches([';', ' ']).len();
        let rest = self.span(value.end + blank as u32, value.end + rest.len() as u32);
        (value.start < value.end && rest.start < rest.end)
            .then(|| DefinitionIn::Group([self.span(name.1.start, name.1.end), value, rest]))
    }

    /// Reads the start of a statement such as `xs[0] := 5` or `f(n) := a := n + 1; a`, or returns `None` if it is neither.
    fn member_or_body(&self) -> Option<DefinitionIn> {
        let tokens = self.tokens.get(self.piece_start..)?;
        let place = |token: &(Token, super::TokenSpan)| self.span(token.1.start, token.1.end);
        let value = self.operands_after(self.at + 1);
        if value.start >= value.end {
            return None;
        }
        match tokens {
            [list @ (Token::Name, _), open @ (Token::Index, _), .., close @ (Token::CloseSquare, _)] => {
                Some(DefinitionIn::Member([place(list), self.span(open.1.end, close.1.start), value]))
            }
            [.., define @ (Token::Define, _), name @ (Token::Name, _)] => {
                let head = self.span(self.first_span().start, define.1.start);
                let rest = self.text.get(value.end as usize..)?.split('\n').next()?;
                let blank = rest.len() - rest.trim_start_matches([';', ' ']).len();
                let rest = self.span(value.end + blank as u32, value.end + rest.len() as u32);
                Some(DefinitionIn::Body([head, place(name), value, rest]))
            }
            _ => None,
        }
    }

    pub(super) fn parameter_not_a_name(&mut self) {
        let start = self.piece_start + usize::from(self.head == super::StatementHead::Game);
        let mut parameters = self.tokens[start..].iter().skip(2);
        let wrong = parameters.find(|t| !matches!(t.0, Token::Name | Token::Comma));
        let at = wrong.map_or(self.previous_span(), |t| self.span(t.1.start, t.1.end));
        let head = &self.tokens[start..];
        let name = head.first().map(|t| self.span(t.1.start, t.1.end));
        let value = self.operands_after(self.at + 1);
        let is_case = matches!(head, [_, (Token::Call, _), (Token::Number | Token::Text, _), (Token::CloseParen, _)]);
        let case = name.filter(|_| is_case && value.start < value.end).map(|name| [name, value]);
        self.report(SyntaxError::Parameter { at, case });
    }

    /// Reports something else than a name after `for`. Goes on after the `in` of this line, if it is near.
    pub(super) fn pattern_without_name(&mut self) {
        let (at, is_word) = match self.lexemes.get(self.at) {
            Some(&found) if found.kind != Lexeme::Newline => (self.span_of(found), found.kind.is_keyword()),
            _ => (self.previous_span(), false),
        };
        self.report(SyntaxError::ForPattern { at, is_word });
        if is_word {
            self.at += 1;
        }
        let near = self.lexemes[self.at.min(self.lexemes.len())..].iter().take(8);
        if let Some(n) = near.take_while(|l| l.kind != Lexeme::Newline).position(|l| l.kind == Lexeme::In) {
            self.at += n + 1;
        }
        self.operand = true;
    }

    /// Adds a warning, of which there may be as many as errors.
    pub(super) fn expected_alone(&mut self, at: Span) {
        if self.errors.len() < PER_TEXT {
            self.errors.push(SyntaxError::ExpectedAlone(at));
        }
    }
}

/// Pairs of signs that enclose texts or games in other languages.
const ENCLOSING: [(char, char); 7] =
    [('\'', '\''), ('`', '`'), ('‘', '’'), ('“', '”'), ('„', '“'), ('⟨', '⟩'), ('〈', '〉')];

/// Returns `true` if the token needs a value on its right.
fn is_operator(token: Token) -> bool {
    !matches!(
        token,
        Token::Comma
            | Token::Bar(_)
            | Token::Separator
            | Token::Paren
            | Token::Call
            | Token::List
            | Token::Index
            | Token::Set
            | Token::BraceGame
            | Token::AngleGame
            | Token::Graph
            | Token::Hackenbush
    )
}
