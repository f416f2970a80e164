//! The meaning of a lexeme where an operator is expected.

use super::frame::{Open, Segment};
use super::{Lexed, Lexeme, Pass, Token, TokenSpan};
use crate::syntax::ast::{Colour, Join, Relation, Side};
use crate::syntax::error::SyntaxError;
use crate::syntax::is_downs;

impl Pass<'_> {
    pub(super) fn operator_position(&mut self, lexeme: Lexed) {
        let combines = matches!(lexeme.kind, Lexeme::Plus | Lexeme::Minus | Lexeme::Star | Lexeme::Slash);
        if combines && self.previous() == Some(Token::Name) && self.is_glued(1, Lexeme::Equal) {
            return self.assignment(lexeme);
        }
        match lexeme.kind {
            Lexeme::Plus => self.emit_operator(Token::Plus, 1),
            Lexeme::NimSum => self.emit_operator(Token::NimSum, 1),
            Lexeme::Minus => self.minus(lexeme),
            Lexeme::PlusMinus => {
                // `3±1` is `3 + ±1`.
                let place = TokenSpan { start: lexeme.start, end: lexeme.end, context: () };
                self.tokens.push((Token::Plus, place));
                self.switch(1);
            }
            Lexeme::Star => self.star_after_operand(lexeme),
            Lexeme::Name
                if self.previous() == Some(Token::Number)
                    && self.touches_previous()
                    && is_downs(self.slice(lexeme)) =>
            {
                // `1v2` is `1 + v2`.
                let place = TokenSpan { start: lexeme.start, end: lexeme.start, context: () };
                self.tokens.push((Token::PlusDowns, place));
                self.emit_operand(Token::Name, 1);
            }
            Lexeme::Product => self.emit_operator(Token::Times, 1),
            Lexeme::Slash => self.emit_operator(Token::Over, 1),
            Lexeme::Caret => self.caret_after_operand(lexeme),
            Lexeme::UpArrow => self.arrow_after_operand(lexeme),
            Lexeme::Superscript => self.emit(Token::Superscript, 1),
            Lexeme::Colon => self.colon(),
            Lexeme::DotDot if self.is_glued(1, Lexeme::Dot) => self.three_dots(lexeme),
            Lexeme::DotDot => {
                self.frame().range = true;
                self.emit_operator(Token::DotDot, 1);
            }
            Lexeme::Dot => self.dot(lexeme),
            Lexeme::Comma => self.comma(lexeme),
            Lexeme::Bar => self.bar_after_operand(lexeme),
            Lexeme::Less => self.less(lexeme),
            Lexeme::Greater => self.greater(lexeme),
            Lexeme::LessConfused => self.relation(Relation::LessOrConfused, 1),
            Lexeme::GreaterConfused => self.relation(Relation::GreaterOrConfused, 1),
            Lexeme::LessEqual => self.relation(Relation::LessOrEqual, 1),
            Lexeme::GreaterEqual => self.relation(Relation::GreaterOrEqual, 1),
            Lexeme::EqualEqual if self.is_glued(1, Lexeme::Equal) => self.misspelt_comparison("==", Relation::Equal),
            Lexeme::EqualEqual => self.relation(Relation::Equal, 1),
            Lexeme::NotEqual if self.is_glued(1, Lexeme::Equal) => self.misspelt_comparison("!=", Relation::NotEqual),
            Lexeme::NotEqual => self.relation(Relation::NotEqual, 1),
            Lexeme::Parallel if self.parallel_is_bar() => self.bar(lexeme),
            Lexeme::Parallel => self.relation(Relation::Confused, 1),
            Lexeme::Equal => self.equals(lexeme),
            Lexeme::Define => self.define(lexeme),
            Lexeme::Arrow => self.arrow(lexeme, Join::Arrow, 1),
            Lexeme::Ampersand => self.emit_operator(Token::Sides, 1),
            Lexeme::And => self.emit_operator(Token::And, 1),
            Lexeme::Or => self.emit_operator(Token::Or, 1),
            Lexeme::Then => self.then(lexeme),
            Lexeme::Else => self.otherwise(lexeme),
            Lexeme::Do => self.do_word(lexeme),
            Lexeme::End if self.frames.len() == 1 => self.end_block(),
            Lexeme::For => self.for_clause(lexeme),
            Lexeme::If => self.filter(lexeme),
            Lexeme::In if self.is_set_builder() => self.membership(lexeme),
            Lexeme::In => self.member_of(false, 1),
            Lexeme::Not if self.next().is_some_and(|l| l.kind == Lexeme::In) => self.member_of(true, 2),
            Lexeme::LeftParen if self.callable() => {
                let callee = self.previous_span();
                if self.push(Open::Call, Token::Call, 1) {
                    self.frame().callee = callee;
                }
            }
            Lexeme::LeftSquare if self.indexable() => {
                self.push(Open::Index, Token::Index, 1);
            }
            Lexeme::RightParen | Lexeme::RightSquare | Lexeme::RightBrace => self.close(lexeme),
            Lexeme::Name if self.frame().range && self.slice(lexeme) == "by" => {
                self.frame().range = false;
                self.emit_operator(Token::By, 1);
            }
            Lexeme::Name if self.is_where(self.at) || self.ends_in_where() => self.where_word(lexeme),
            Lexeme::Name if self.frames.len() == 1 && self.defined && self.slice(lexeme) == "with" => self.with(lexeme),
            _ => self.two_operands(lexeme),
        }
    }

    /// Returns `true` if the last operand can be called.
    fn callable(&self) -> bool {
        let callable =
            matches!(self.previous(), Some(Token::Name | Token::CloseParen | Token::CloseSquare | Token::Field));
        callable && self.uncallable != self.tokens.len()
    }

    fn indexable(&self) -> bool {
        self.callable() || matches!(self.previous(), Some(Token::CloseAngle | Token::CloseBrace | Token::Text))
    }

    /// Reads `-` between operands, or the first sign of `-L>`, `--` and `-B-` in the literals that have them.
    fn minus(&mut self, lexeme: Lexed) {
        let word = self.glued(1).filter(|l| l.kind == Lexeme::Name).map(|l| self.slice(l));
        let last = self.glued(2).map(|l| l.kind);
        match (self.open(), word, last) {
            (Open::Graph, None, _) if self.is_glued(1, Lexeme::Minus) && !self.in_clause() => {
                self.arrow(lexeme, Join::Edge, 2)
            }
            (Open::Graph, Some("L"), Some(Lexeme::Greater)) => self.arrow(lexeme, Join::ArrowOf(Side::Left), 3),
            (Open::Graph, Some("R"), Some(Lexeme::Greater)) => self.arrow(lexeme, Join::ArrowOf(Side::Right), 3),
            (Open::Hackenbush, Some("B"), Some(Lexeme::Minus)) => self.emit_operator(Token::Edge(Colour::Blue), 3),
            (Open::Hackenbush, Some("R"), Some(Lexeme::Minus)) => self.emit_operator(Token::Edge(Colour::Red), 3),
            (Open::Hackenbush, Some("G"), Some(Lexeme::Minus)) => self.emit_operator(Token::Edge(Colour::Green), 3),
            (Open::Hackenbush, Some(_), Some(Lexeme::Minus)) if !self.in_clause() => {
                if let Some(word) = self.glued(1) {
                    self.report(SyntaxError::NoColour(self.span_of(word)));
                }
                self.emit_operator(Token::Edge(Colour::Blue), 3);
            }
            (Open::Hackenbush, ..) if !self.in_clause() => {
                self.report(SyntaxError::EdgeWithoutColour(self.span_of(lexeme)));
                self.emit_operator(Token::Minus, 1);
            }
            _ => self.emit_operator(Token::Minus, 1),
        }
    }

    /// Returns `true` if a source or a filter is being read.
    fn in_clause(&mut self) -> bool {
        matches!(self.frame().segment, Segment::Source | Segment::Filter)
    }

    /// Reads `->` and its kin after a vertex.
    pub(super) fn arrow(&mut self, lexeme: Lexed, join: Join, width: usize) {
        let segment = self.frame().segment;
        let goes_on = segment == Segment::Path && join == Join::Edge;
        if self.open() != Open::Graph || segment != Segment::Body && !goes_on {
            let at = self.span_of(lexeme);
            self.report(match segment {
                Segment::Targets | Segment::Path => SyntaxError::SecondArrow(at),
                _ => SyntaxError::MisplacedArrow(at),
            });
        }
        self.frame().segment = if join == Join::Edge { Segment::Path } else { Segment::Targets };
        self.emit_operator(Token::Arrow(join), width);
    }

    fn colon(&mut self) {
        if self.open() == Open::Graph && self.frame().segment == Segment::Body {
            self.frame().segment = Segment::Class;
            self.emit_operator(Token::Class, 1);
            return;
        }
        self.note_colon();
        self.warn_of_ordinal_sums();
        self.emit_operator(Token::Ordinal, 1);
    }

    /// Warns of `{a: b for ..}`, with which other languages make a dictionary.
    fn warn_of_ordinal_sums(&mut self) {
        let (left, right) = (self.previous_span(), self.operands_after(self.at + 1));
        let before = self.text.get(self.frame().member as usize..left.start as usize).unwrap_or("");
        let behind = self.lexemes.iter().find(|lexeme| lexeme.start >= right.end).map(|lexeme| lexeme.kind);
        let is_key = before.trim().is_empty() && self.previous() == Some(Token::Name);
        if self.open() == Open::Brace && is_key && behind == Some(Lexeme::For) && !self.is_quiet() {
            self.errors.push(SyntaxError::OrdinalSums { sides: [left, right] });
        }
    }

    fn dot(&mut self, lexeme: Lexed) {
        match self.next().filter(|l| l.kind.is_word()) {
            Some(word) if self.previous() == Some(Token::Number) => self.number_dot(word),
            Some(_) => {
                self.emit(Token::Dot, 1);
                self.emit_operand(Token::Field, 1);
            }
            None => {
                self.report(SyntaxError::DotWithoutName(self.span_of(lexeme)));
                self.at += 1;
            }
        }
    }

    fn comma(&mut self, lexeme: Lexed) {
        let targets = self.open() == Open::Graph && self.frame().segment.is_behind_arrow();
        let (at, open) = (self.span_of(lexeme), self.frame().span);
        let is_outside =
            |error: &SyntaxError| matches!(error, SyntaxError::CommaOutside(_) | SyntaxError::GreaterInFilter { .. });
        if self.frame().names && matches!(self.open(), Open::Ground | Open::Group) {
            self.end_member();
            self.emit_operator(Token::Comma, 1);
            return self.local_name();
        }
        match self.open() {
            // If one stands outside, the others do as well.
            Open::Ground if self.has_told(is_outside) || self.greater_compares() => self.broken = true,
            Open::Ground => self.report(SyntaxError::CommaOutside(at)),
            Open::Index => self.square_call(lexeme),
            Open::Hackenbush | Open::Script => self.report(SyntaxError::MisplacedComma { at, open }),
            Open::Graph if !targets => self.report(SyntaxError::MisplacedComma { at, open }),
            _ => {}
        }
        self.end_member();
        let frame = self.frame();
        frame.segment = if targets { Segment::Targets } else { Segment::Body };
        frame.commas += 1;
        frame.member = lexeme.end;
        self.emit_operator(Token::Comma, 1);
    }

    /// Returns `true` if `∥` is two bars here: in a literal, unless it compares in a condition.
    fn parallel_is_bar(&mut self) -> bool {
        self.in_literal() && !self.in_condition() && self.frame().segment != Segment::Filter
    }

    fn bar_after_operand(&mut self, lexeme: Lexed) {
        if self.in_literal() {
            return self.bar(lexeme);
        }
        match self.glued(1).map(|l| l.kind) {
            Some(Lexeme::Bar) if !self.is_glued(2, Lexeme::Bar) => self.relation(Relation::Confused, 2),
            Some(Lexeme::Greater) if !self.frame().is_angle() => self.relation(Relation::GreaterOrConfused, 2),
            _ => self.bar_outside(lexeme),
        }
    }

    fn less(&mut self, lexeme: Lexed) {
        let is_value = matches!(self.previous(), Some(Token::CloseAngle | Token::CloseBrace | Token::Number));
        if is_value && !self.in_literal() && self.opens_literal() {
            return self.two_operands(lexeme);
        }
        match self.glued(1).map(|l| l.kind) {
            Some(Lexeme::Arrow) if self.open() == Open::Graph => self.both_ways(lexeme),
            Some(Lexeme::Less) if !self.in_literal() && self.is_doubled_less() => {
                self.misspelt_comparison("<", Relation::Less);
            }
            Some(Lexeme::Bar) if !self.frame().holds_sums() => self.relation(Relation::LessOrConfused, 2),
            Some(Lexeme::Equal) => self.relation(Relation::LessOrEqual, 2),
            Some(Lexeme::Greater) if !self.frame().is_angle() => {
                let second = self.lexemes[self.at + 1];
                self.less_or_greater(lexeme, second);
            }
            _ => self.relation(Relation::Less, 1),
        }
    }

    fn greater(&mut self, lexeme: Lexed) {
        let equal = self.is_glued(1, Lexeme::Equal);
        let in_condition = self.in_condition();
        let frame = self.frame();
        if frame.is_angle() {
            if equal && (in_condition || frame.segment == Segment::Filter) {
                self.relation(Relation::GreaterOrEqual, 2);
            } else if in_condition && self.next().is_some_and(|l| l.kind.starts_operand()) {
                self.greater_in_condition(lexeme);
            } else {
                self.close(lexeme);
            }
        } else if equal {
            self.relation(Relation::GreaterOrEqual, 2);
        } else if self.is_glued(1, Lexeme::Greater) {
            self.misspelt_comparison(">", Relation::Greater);
        } else if self.frames.len() == 1 && self.next().is_none_or(|l| ends_statement(l.kind)) {
            self.close(lexeme);
        } else {
            self.relation(Relation::Greater, 1);
        }
    }

    /// Reads a comparison, which stands in brackets if options are sums.
    pub(super) fn relation(&mut self, relation: Relation, width: usize) {
        self.compares(Token::Relation(relation), width);
    }

    /// Reads `in`, or `not in`.
    fn member_of(&mut self, negated: bool, width: usize) {
        self.compares(Token::Member(negated), width);
    }

    fn compares(&mut self, token: Token, width: usize) {
        let span = self.span(self.lexemes[self.at].start, self.lexemes[self.at + width - 1].end);
        let condition = self.in_condition();
        let frame = self.frame();
        if frame.holds_sums() && frame.segment != Segment::Filter && !condition {
            let literal = frame.span;
            self.report(SyntaxError::ComparisonInLiteral { at: span, literal });
        }
        self.emit_operator(token, width);
    }

    pub(super) fn then(&mut self, lexeme: Lexed) {
        let frames = self.frames.len();
        match self.ifs.last_mut() {
            Some(pending) if pending.frames == frames && !pending.then_seen => {
                pending.then_seen = true;
                self.emit_operator(Token::Then, 1);
            }
            _ => {
                self.report(SyntaxError::ThenWithoutIf(self.span_of(lexeme)));
                self.at += 1;
                self.operand = true;
            }
        }
    }

    fn otherwise(&mut self, lexeme: Lexed) {
        let frames = self.frames.len();
        match self.ifs.pop() {
            Some(pending) if pending.frames == frames => {
                if !pending.then_seen {
                    self.report(SyntaxError::MissingThen(pending.span));
                }
                self.emit_operator(Token::Else, 1);
            }
            other => {
                self.ifs.extend(other);
                // The `else` of `1 if a else 2` belongs to the `if`.
                if !self.has_told(|error| matches!(error, SyntaxError::MisplacedIf { .. })) {
                    self.report(SyntaxError::ElseWithoutIf(self.span_of(lexeme)));
                }
                self.at += 1;
                self.operand = true;
            }
        }
    }

    /// Reads `for` after a member.
    fn for_clause(&mut self, lexeme: Lexed) {
        match self.open() {
            Open::Ground | Open::Script | Open::Index => self.report(SyntaxError::MisplacedFor(self.span_of(lexeme))),
            Open::Group if !self.is_target_group() => self.report(SyntaxError::MisplacedFor(self.span_of(lexeme))),
            _ => {}
        }
        self.end_member();
        self.frame().segment = Segment::Source;
        self.emit_operator(Token::For, 1);
        self.pattern();
    }

    /// Returns `true` if the innermost group is a target of a graph, which may have clauses; notes that it has.
    fn is_target_group(&mut self) -> bool {
        let [.., parent, group] = self.frames.as_slice() else { return false };
        if group.open != Open::Group || parent.open != Open::Graph || !parent.segment.is_behind_arrow() {
            return false;
        }
        let opening = group.token;
        let before = opening.checked_sub(1).map(|i| self.tokens[i].0);
        let target = matches!(before, Some(Token::Arrow(_) | Token::Comma));
        if target {
            self.tokens[opening].0 = Token::TargetParen;
        }
        target
    }

    /// Reads `if` after a member.
    fn filter(&mut self, lexeme: Lexed) {
        let collects = match self.open() {
            Open::List | Open::Brace | Open::Angle | Open::Graph | Open::Hackenbush => true,
            Open::Call => self.in_clause(),
            _ => self.is_target_group(),
        };
        if !collects {
            let condition = self.operands_after(self.at + 1);
            let behind = self.lexemes.partition_point(|l| l.start < condition.end);
            let parts = self.lexemes.get(behind).filter(|l| l.kind == Lexeme::Else).map(|_| {
                let start = self.value_start().to(self.previous_span());
                [start, condition, self.operands_after(behind + 1)]
            });
            self.report(SyntaxError::MisplacedIf { at: self.span_of(lexeme), parts });
        }
        self.end_member();
        self.frame().segment = Segment::Filter;
        self.emit_operator(Token::Filter, 1);
    }
}

pub(super) fn ends_statement(kind: Lexeme) -> bool {
    matches!(kind, Lexeme::Newline | Lexeme::Semicolon | Lexeme::Comment | Lexeme::Expected)
}
