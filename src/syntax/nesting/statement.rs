//! The beginnings and ends of statements, and the words that start them.

use super::frame::{Frame, Open, Segment};
use super::{Expected, Lexed, Lexeme, Pass, Piece, PieceKind, StatementHead, Token, TokenSpan};
use crate::source::Span;
use crate::syntax::error::SyntaxError;

impl Pass<'_> {
    /// Returns `true` if the statement has no token yet.
    pub(super) fn at_start(&self) -> bool {
        self.tokens.len() == self.piece_start
    }

    pub(super) fn newline(&mut self) {
        if self.at_start() {
            self.at += 1;
        } else if self.frames.len() > 1 {
            if self.statement_starts(self.at + 1) {
                self.unclosed();
                self.end_statement();
            }
            self.at += 1;
        } else if self.operand {
            if self.statement_starts(self.at + 1) {
                self.report(SyntaxError::NothingAfter(self.previous_span()));
                self.end_statement();
            }
            self.at += 1;
        } else {
            let next = self.lexemes[self.at..].iter().find(|l| !matches!(l.kind, Lexeme::Newline | Lexeme::Comment));
            let goes_on = match next.map(|l| l.kind) {
                Some(Lexeme::Then | Lexeme::Else) => !self.ifs.is_empty(),
                Some(Lexeme::Do) => self.head == StatementHead::For,
                Some(Lexeme::Name) => {
                    self.head == StatementHead::Game && self.defined && self.claims_follow() || self.names_follow()
                }
                _ => false,
            };
            if !goes_on {
                self.end_statement();
            }
            self.at += 1;
        }
    }

    /// Returns `true` if the lexemes from `index` look like the start of a statement that cannot be part of an
    /// expression.
    pub(super) fn statement_starts(&self, index: usize) -> bool {
        let kind = |i: usize| self.lexemes.get(i).map(|l| l.kind);
        match kind(index) {
            Some(Lexeme::Check | Lexeme::Import | Lexeme::Game) => true,
            Some(Lexeme::End) => !self.blocks.is_empty(),
            Some(Lexeme::Name) => match kind(index + 1) {
                Some(Lexeme::Define) => true,
                Some(Lexeme::LeftParen) => {
                    let rest = &self.lexemes[index + 2..];
                    let inside = rest.iter().take_while(|l| {
                        matches!(l.kind, Lexeme::Name | Lexeme::Comma | Lexeme::Number | Lexeme::Equal)
                    });
                    let close = index + 2 + inside.count();
                    kind(close) == Some(Lexeme::RightParen) && kind(close + 1) == Some(Lexeme::Define)
                }
                _ => false,
            },
            _ => false,
        }
    }

    pub(super) fn semicolon(&mut self, lexeme: Lexed) {
        if matches!(self.open(), Open::Graph | Open::Hackenbush) {
            if self.operand {
                self.check_end_of_member(lexeme);
            }
            self.end_member();
            self.frame().segment = Segment::Body;
            self.emit_operator(Token::Separator, 1);
        } else if self.frames.len() > 1 {
            let (at, open) = (self.span_of(lexeme), self.frame().span);
            self.report(SyntaxError::SemicolonInside { at, open });
            self.end_member();
            self.frame().segment = Segment::Body;
            self.operand = true;
            self.at += 1;
        } else {
            if !self.at_start() {
                self.end_statement();
            }
            self.at += 1;
        }
    }

    /// Ends the statement; open brackets in it are reported.
    pub(super) fn end_statement(&mut self) {
        if self.frames.len() > 1 {
            self.unclosed();
        } else {
            if self.operand && !self.at_start() {
                self.report(SyntaxError::NothingAfter(self.previous_span()));
            }
            self.end_ifs();
            match self.head {
                StatementHead::For if !self.broken => self.report(SyntaxError::MissingDo(self.first_span())),
                StatementHead::Game if !self.defined => self.report(SyntaxError::GameDefinesNothing(self.first_span())),
                _ => {}
            }
        }
        if self.head == StatementHead::For && self.blocks.len() <= super::LIMIT {
            // Its `end` may well be there.
            self.open_block(false);
            self.broken = true;
            return self.push_piece(PieceKind::ForHead);
        }
        self.push_piece(PieceKind::Statement);
    }

    pub(super) fn push_piece(&mut self, kind: PieceKind) {
        let tokens = self.piece_start..self.tokens.len();
        let span = match (self.tokens.get(tokens.start), self.tokens.last()) {
            (Some(first), Some(last)) => self.span(first.1.start, last.1.end),
            _ => self.lexemes.get(self.at.saturating_sub(1)).map_or(Span::default(), |&l| self.span_of(l)),
        };
        self.pieces.push(Piece { kind, tokens, broken: self.broken, span, expected: None });
        self.frames.truncate(1);
        self.frames[0] = Frame::ground();
        self.ifs.clear();
        self.operand = true;
        self.piece_start = self.tokens.len();
        self.head = StatementHead::Plain;
        self.defined = false;
        self.broken = false;
        self.told = 0;
        self.last_error = None;
        self.closed_in_filter = None;
    }

    /// Reads the end of the text.
    pub(super) fn finish(&mut self) {
        if !self.at_start() || self.frames.len() > 1 || self.broken {
            self.end_statement();
        }
        if let Some(&(block, _)) = self.blocks.iter().rev().find(|b| b.1) {
            self.missing_end(block);
        }
    }

    /// Reads a word that starts a statement. Returns `false` if the lexeme is none of them.
    pub(super) fn statement_word(&mut self, lexeme: Lexed) -> bool {
        match lexeme.kind {
            Lexeme::For => {
                self.head = StatementHead::For;
                self.emit_operator(Token::ForStatement, 1);
                self.pattern();
            }
            Lexeme::Check => self.emit_operator(Token::Check, 1),
            Lexeme::Game if self.package(lexeme) => {}
            Lexeme::Game => {
                self.head = StatementHead::Game;
                self.emit_operator(Token::Game, 1);
            }
            Lexeme::Import => {
                self.head = StatementHead::Import;
                self.emit_operator(Token::Import, 1);
                if self.lexemes.get(self.at).is_none_or(|l| !matches!(l.kind, Lexeme::Text | Lexeme::OpenText)) {
                    self.report(SyntaxError::ImportWithoutText(self.previous_span()));
                }
            }
            Lexeme::End => self.end_block(),
            _ => return false,
        }
        true
    }

    /// Reads `do`: the head of the loop ends.
    pub(super) fn do_word(&mut self, lexeme: Lexed) {
        if self.head != StatementHead::For {
            self.report(SyntaxError::MisplacedWord(self.span_of(lexeme)));
            self.at += 1;
            return;
        }
        if self.frames.len() > 1 {
            self.unclosed();
        } else if self.operand {
            self.missing_operand_before(lexeme);
        }
        self.end_ifs();
        self.open_block(true);
        self.emit_operand(Token::Do, 1);
        let (deep, broken) = (self.blocks.len() > super::LIMIT, self.broken);
        self.push_piece(PieceKind::ForHead);
        if deep && !broken {
            self.too_deep();
        }
    }

    /// Opens the block of the `for` that starts the statement.
    fn open_block(&mut self, sound: bool) {
        if let Some(first) = self.tokens.get(self.piece_start) {
            self.blocks.push((self.span(first.1.start, first.1.end), sound));
        }
    }

    /// Reads `end`: the statement ends, then its block.
    pub(super) fn end_block(&mut self) {
        let lexeme = self.lexemes[self.at];
        if !self.at_start() {
            self.end_statement();
        }
        if self.blocks.pop().is_none() {
            // The `end` belongs to a slip before it: `begin ... end`, `if a then b elseif c then d end`.
            if self.line_has_error {
                self.broken = true;
            } else {
                self.report(SyntaxError::EndWithoutFor(self.span_of(lexeme)));
            }
            self.at += 1;
            self.push_piece(PieceKind::Statement);
            return;
        }
        self.emit_operand(Token::Missing, 1);
        self.push_piece(PieceKind::End);
    }

    /// Reads `:=` where an operator is expected.
    pub(super) fn define(&mut self, lexeme: Lexed) {
        let game = self.head == StatementHead::Game;
        let start = self.piece_start + usize::from(game);
        let head = &mut self.tokens[start..];
        let name = head.first().is_some_and(|t| t.0 == Token::Name);
        let parameters = match head {
            [_, (Token::Call, _), inside @ .., (Token::CloseParen, _)] => bind_parameters(inside).then_some(head.len()),
            [_] => Some(1),
            _ => None,
        };
        let plain =
            self.frames.len() == 1 && !self.defined && matches!(self.head, StatementHead::Plain | StatementHead::Game);
        match parameters {
            Some(length) if plain && name => {
                head[0].0 = Token::DefineName;
                if length > 1 {
                    head[1].0 = Token::DefineParen;
                }
            }
            _ if plain && name && matches!(head.get(1), Some((Token::Call, _))) => self.parameter_not_a_name(),
            _ => self.misplaced_definition(lexeme),
        }
        self.defined = true;
        self.end_member();
        self.emit_operator(Token::Define, 1);
    }

    /// Returns `true` if the next line begins with `where` and a name.
    fn names_follow(&self) -> bool {
        let next = self.lexemes[self.at..].iter().position(|l| !matches!(l.kind, Lexeme::Newline | Lexeme::Comment));
        next.is_some_and(|next| self.is_where(self.at + next))
    }

    /// Returns `true` if the lexeme at `index` is `where` before a name that gets a value.
    pub(in crate::syntax) fn is_where(&self, index: usize) -> bool {
        let is_where = self.lexemes.get(index).is_some_and(|&l| self.slice(l) == "where");
        if !is_where {
            return false;
        }
        let rest = self.lexemes[index + 1..].iter();
        let mut rest = rest.filter(|l| !matches!(l.kind, Lexeme::Newline | Lexeme::Comment));
        rest.next().is_some_and(|l| l.kind == Lexeme::Name)
            && rest.next().is_some_and(|l| matches!(l.kind, Lexeme::Define | Lexeme::Equal | Lexeme::LeftParen))
    }

    /// Returns `true` if `where` stands here, outside of lists and literals, and the text ends behind it.
    pub(super) fn ends_in_where(&self) -> bool {
        let mut rest = self.lexemes[self.at + 1..].iter().map(|l| l.kind);
        self.slice(self.lexemes[self.at]) == "where"
            && matches!(self.open(), Open::Ground | Open::Group)
            && rest.all(|kind| matches!(kind, Lexeme::Newline | Lexeme::Comment))
    }

    /// Reads `where` and a name where an expression is expected. The rest of the line is skipped.
    pub(super) fn where_without_body(&mut self, lexeme: Lexed) {
        let ends =
            |l: &Lexed| matches!(l.kind, Lexeme::Newline | Lexeme::Semicolon | Lexeme::Comment | Lexeme::Expected);
        let length = self.lexemes[self.at..].iter().take_while(|l| !ends(l)).count();
        let names = self.span(lexeme.start, self.lexemes[self.at + length - 1].end);
        let rest = (!self.at_start()).then(|| self.first_span().to(self.previous_span()));
        self.report(SyntaxError::WhereWithoutBody { at: self.span_of(lexeme), names, rest });
        self.emit_operand(Token::Missing, length);
    }

    /// Reads `where` behind an expression, and the first name.
    pub(super) fn where_word(&mut self, lexeme: Lexed) {
        self.end_member();
        if !matches!(self.open(), Open::Ground | Open::Group) {
            let open = self.frame().span;
            self.report(SyntaxError::WhereInside { at: self.span_of(lexeme), open });
        }
        self.frame().names = true;
        self.emit_operator(Token::Where, 1);
        self.local_name();
    }

    /// Reads the name behind `where` or a comma, and its `:=`.
    pub(super) fn local_name(&mut self) {
        while self.lexemes.get(self.at).is_some_and(|l| matches!(l.kind, Lexeme::Newline | Lexeme::Comment)) {
            self.at += 1;
        }
        match self.lexemes.get(self.at..).unwrap_or(&[]) {
            [Lexed { kind: Lexeme::Name, .. }, Lexed { kind: Lexeme::Define, .. }, ..] => {
                self.emit(Token::Binder, 1);
                self.emit_operator(Token::Define, 1);
            }
            [name @ Lexed { kind: Lexeme::Name, .. }, Lexed { kind: Lexeme::LeftParen, .. }, ..] => {
                self.report(SyntaxError::LocalName { at: self.span_of(*name), is_function: true });
                let line = self.lexemes[self.at..].iter().take_while(|l| l.kind != Lexeme::Newline);
                let define = line.take(20).position(|l| l.kind == Lexeme::Define);
                self.at += define.map_or(0, |define| define + 1);
            }
            [name @ Lexed { kind: Lexeme::Name, .. }, Lexed { kind: Lexeme::Equal, .. }, ..] => {
                let (name, value) = (self.span_of(*name), self.operands_after(self.at + 2));
                self.report(SyntaxError::LocalNameEquals { name, value });
                self.emit(Token::Binder, 1);
                self.emit_operator(Token::Define, 1);
            }
            rest => {
                self.name_wanted = rest.is_empty();
                let at = rest.first().map_or(self.previous_span(), |l| self.span_of(*l));
                self.report(SyntaxError::LocalName { at, is_function: false });
            }
        }
    }

    /// Returns `true` if the next line begins with `with` and the name of a claim.
    fn claims_follow(&self) -> bool {
        let mut next = self.lexemes[self.at..].iter().filter(|l| !matches!(l.kind, Lexeme::Newline | Lexeme::Comment));
        let with = next.next().is_some_and(|&l| self.slice(l) == "with");
        with && next.next().is_some_and(|l| l.kind == Lexeme::Name)
    }

    /// Reads `with` after a definition: the claims about the game follow.
    pub(super) fn with(&mut self, lexeme: Lexed) {
        self.end_ifs();
        self.end_member();
        if self.head != StatementHead::Game {
            self.report(SyntaxError::ClaimOutside(self.span_of(lexeme)));
        } else if !self.next().is_some_and(|l| l.kind == Lexeme::Name) {
            self.report(SyntaxError::ClaimWanted(self.span_of(lexeme)));
        }
        self.emit_operator(Token::With, 1);
    }

    /// Reads the names between `for` and `in`. Consumes the `in` as well.
    pub(super) fn pattern(&mut self) {
        let closing = match self.pattern_lexeme().map(|l| l.kind) {
            Some(Lexeme::LeftParen) => Some(Lexeme::RightParen),
            Some(Lexeme::LeftSquare) => Some(Lexeme::RightSquare),
            _ => None,
        };
        self.at += usize::from(closing.is_some());
        loop {
            match self.pattern_lexeme() {
                Some(l) if l.kind == Lexeme::Name => self.emit(Token::Binder, 1),
                _ => return self.pattern_without_name(),
            }
            match self.pattern_lexeme().map(|l| l.kind) {
                Some(Lexeme::Comma) => self.emit(Token::Comma, 1),
                _ => break,
            }
        }
        if let Some(closing) = closing {
            match self.pattern_lexeme() {
                Some(l) if l.kind == closing => self.at += 1,
                _ => return self.pattern_without_name(),
            }
        }
        match self.pattern_lexeme() {
            Some(l) if l.kind == Lexeme::In => self.emit_operator(Token::In, 1),
            Some(l) if self.slice(l) == "below" => self.emit_operator(Token::Below, 1),
            found => {
                let assigned = found.is_some_and(|l| matches!(l.kind, Lexeme::Equal | Lexeme::Define));
                let slip = found.filter(|l| l.kind == Lexeme::Name && self.is_slip(self.at));
                let word = slip.map(|l| self.span_of(l));
                let ends = self.ends_at(self.at + 1);
                self.report(SyntaxError::MissingIn { at: self.previous_span(), word, assigned, ends });
                self.at += usize::from(assigned || word.is_some());
                self.operand = true;
            }
        }
    }

    /// Returns `true` if a value follows the name at `index`, which was therefore meant as a word of the language.
    fn is_slip(&self, index: usize) -> bool {
        self.lexemes.get(index + 1).is_some_and(|l| l.kind.starts_operand() && l.kind != Lexeme::LeftParen)
    }

    /// Returns the next lexeme of a pattern, past newlines inside brackets.
    fn pattern_lexeme(&mut self) -> Option<Lexed> {
        while self.frames.len() > 1
            && self.lexemes.get(self.at).is_some_and(|l| matches!(l.kind, Lexeme::Newline | Lexeme::Comment))
        {
            self.at += 1;
        }
        self.lexemes.get(self.at).copied()
    }

    /// Reads `#=>`, which belongs to the statement that ends on this line, or to the one above when it stands alone.
    pub(super) fn expected(&mut self, lexeme: Lexed) {
        let text = self.slice(lexeme).get(3..).unwrap_or("").trim();
        let alone = self.at == 0 || self.lexemes[self.at - 1].kind == Lexeme::Newline;
        if !self.at_start() && (self.frames.len() > 1 || self.operand) {
            self.at += 1;
            return;
        }
        if !self.at_start() {
            self.end_statement();
        }
        let span = self.span_of(lexeme);
        let breaks = self.lexemes[..self.at].iter().rev().take(2).take_while(|l| l.kind == Lexeme::Newline).count();
        match self.pieces.last_mut() {
            Some(piece) if piece.kind != PieceKind::ForHead && breaks < 2 => match &mut piece.expected {
                Some(expected) if alone => {
                    expected.text = format!("{}\n{text}", expected.text).into();
                    expected.span = expected.span.to(span);
                }
                _ => piece.expected = Some(Expected { text: text.into(), span }),
            },
            _ => self.expected_alone(span),
        }
        self.at += 1;
    }
}

/// Turns the parameters of a definition into binders. Returns `false` if one is neither a name nor a name with a default.
fn bind_parameters(inside: &mut [(Token, TokenSpan)]) -> bool {
    use Token::*;
    let mut at = 0;
    while at < inside.len() {
        if at > 0 {
            if inside[at].0 != Comma {
                return false;
            }
            at += 1;
        }
        match inside.get(at).map(|t| t.0) {
            Some(Name) => {
                inside[at].0 = Binder;
                at += 1;
            }
            Some(ArgumentName) => {
                let mut depth = 0;
                let rest = inside[at..].iter().take_while(|(token, _)| {
                    match token {
                        Paren | Call | LambdaParen | TargetParen | List | Index | Set | BraceGame | AngleGame
                        | Graph | Hackenbush => depth += 1,
                        CloseParen | CloseSquare | CloseBrace | CloseAngle => depth -= 1,
                        _ => {}
                    }
                    depth > 0 || *token != Comma
                });
                at += rest.count();
            }
            _ => return false,
        }
    }
    true
}
