//! One linear pass over the lexemes that decides the role of each sign.
//!
//! The language is one of operands and operators, so position decides everything: where an operand is expected `<`
//! opens a literal, `*` starts a nimber and `-` negates; where an operator is expected they compare, multiply and
//! subtract. The pass keeps the stack of open brackets and literals, cuts the text into statements, joins signs that
//! belong together and reports signs that do not fit. It knows no precedence: that is the grammar's, in `parser`, which
//! reads the tokens of the pass without ever going back.
//!
//! Invariants: every lexeme is examined a bounded number of times; the stack never outgrows [`LIMIT`]; a piece that is
//! not `broken` alternates operands and operators and closes everything that it opens.

mod ahead;
mod bracket;
mod frame;
mod habit;
mod operand;
mod operator;
mod report;
mod slip;
mod star;
mod statement;

use chumsky::span::SimpleSpan;

use super::STRETCH;
use super::ast::Expected;
use super::error::SyntaxError;
use super::lexer::{Lexed, Lexeme};
use super::reading::OpenCall;
use super::token::Token;
use crate::source::{SourceId, Span};
use frame::{Frame, Open, PendingIf};

/// Most levels that brackets, signs in front and operators that bind to the right may nest.
pub const LIMIT: usize = 10_000;

/// A token's place.
pub type TokenSpan = SimpleSpan<u32>;

/// A statement, or one end of a `for` block, as a range of tokens.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its kind.
    pub kind: PieceKind,
    /// Its tokens.
    pub tokens: std::ops::Range<usize>,
    /// An error in it has been reported: it is not parsed.
    pub broken: bool,
    /// Its place.
    pub span: Span,
    /// The text after `#=>`.
    pub expected: Option<Expected>,
}

/// The kind of a [`Piece`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// A whole statement.
    Statement,
    /// `for x in xs do`.
    ForHead,
    /// `end`.
    End,
}

/// The result of the pass.
#[derive(Debug)]
pub struct Arranged {
    /// All tokens.
    pub tokens: Vec<(Token, TokenSpan)>,
    /// The statements, in order.
    pub pieces: Vec<Piece>,
    /// The errors, in the order in which they were found.
    pub(super) errors: Vec<SyntaxError>,
}

/// The start of a statement, as far as the pass must know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StatementHead {
    Plain,
    For,
    Game,
    Import,
}

/// The pass and its state.
pub struct Pass<'t> {
    source: SourceId,
    text: &'t str,
    lexemes: &'t [Lexed],
    /// Index of the lexeme to look at.
    at: usize,
    tokens: Vec<(Token, TokenSpan)>,
    pieces: Vec<Piece>,
    errors: Vec<SyntaxError>,
    /// The open brackets; the first is the statement itself.
    frames: Vec<Frame>,
    /// `if`s that wait for their `then` or may take an `else`.
    ifs: Vec<PendingIf>,
    /// `true` if an operand is expected.
    operand: bool,
    /// First token of the statement.
    piece_start: usize,
    head: StatementHead,
    /// `true` if the statement has its `:=`.
    defined: bool,
    /// `true` if an error has been reported in the statement.
    broken: bool,
    /// The number of errors reported for the statement.
    told: usize,
    /// Lexeme of the last error, so that one slip is not reported twice.
    last_error: Option<usize>,
    /// The `for` blocks without their `end`, and whether their head is sound.
    blocks: Vec<(Span, bool)>,
    /// The number of tokens at which no call may follow: the last group belongs to a star or a switch.
    uncallable: usize,
    /// The last literal that a `>` in a filter closed, and the token of that `>`.
    closed_in_filter: Option<Box<(Frame, usize)>>,
    /// `true` if an error has been reported on the present line.
    line_has_error: bool,
    /// `true` if the text ends where a name behind `where` is wanted.
    name_wanted: bool,
}

impl<'t> Pass<'t> {
    /// Returns a pass over the lexemes of a text.
    pub fn new(source: SourceId, text: &'t str, lexemes: &'t [Lexed]) -> Pass<'t> {
        Pass {
            source,
            text,
            lexemes,
            at: 0,
            tokens: Vec::with_capacity(lexemes.len() + 1),
            pieces: Vec::new(),
            errors: Vec::new(),
            frames: vec![Frame::ground()],
            ifs: Vec::new(),
            operand: true,
            piece_start: 0,
            head: StatementHead::Plain,
            defined: false,
            broken: false,
            told: 0,
            last_error: None,
            blocks: Vec::new(),
            uncallable: 0,
            closed_in_filter: None,
            line_has_error: false,
            name_wanted: false,
        }
    }

    /// Runs over the whole text and closes open brackets.
    pub fn arrange(mut self) -> Arranged {
        self.scan();
        self.arranged()
    }

    /// Runs over the whole text as long as `go_on` says so.
    pub(super) fn arrange_while(mut self, go_on: &mut dyn FnMut(usize) -> bool) -> Option<Arranged> {
        self.scan_while(go_on).then(|| self.arranged())
    }

    fn arranged(mut self) -> Arranged {
        self.finish();
        Arranged { tokens: self.tokens, pieces: self.pieces, errors: self.errors }
    }

    /// Runs over the lexemes without closing brackets that are open at the end.
    pub(super) fn scan(&mut self) {
        self.scan_while(&mut |_| true);
    }

    /// Runs over the lexemes as long as `go_on` says so; whether it has come to the end.
    fn scan_while(&mut self, go_on: &mut dyn FnMut(usize) -> bool) -> bool {
        let mut asked = 0;
        while let Some(&lexeme) = self.lexemes.get(self.at) {
            if self.at >= asked {
                asked = self.at + STRETCH;
                if !go_on(0) {
                    return false;
                }
            }
            self.line_has_error &= lexeme.kind != Lexeme::Newline;
            if lexeme.kind == Lexeme::Text {
                self.escapes(lexeme);
            }
            match lexeme.kind {
                Lexeme::Newline => self.newline(),
                Lexeme::Comment => self.at += 1,
                Lexeme::Expected => self.expected(lexeme),
                Lexeme::Semicolon => self.semicolon(lexeme),
                Lexeme::Invalid => self.invalid(lexeme),
                Lexeme::OpenText => self.open_text(lexeme),
                _ if self.operand => self.operand_position(lexeme),
                _ => self.operator_position(lexeme),
            }
        }
        true
    }

    /// Returns `true` if the text so far is incomplete.
    pub(super) fn waits(&self) -> bool {
        let inside = self.frames.len() > 1 || !self.blocks.is_empty();
        let started = self.tokens.len() > self.piece_start;
        let unfinished =
            started && (self.operand || self.head == StatementHead::For || self.ifs.iter().any(|i| !i.then_seen));
        let errors = self.errors.iter().filter(|error| !error.is_warning()).count();
        errors == usize::from(self.name_wanted) && (inside || unfinished || self.name_wanted)
    }

    /// Returns `true` if the text, scanned so far, ends with a function or a game that is whole.
    pub(super) fn takes_names(&self) -> bool {
        let head = self.tokens.get(self.piece_start + 1).map(|token| token.0);
        let runs_nothing = self.head == StatementHead::Game || head == Some(Token::DefineParen);
        self.defined
            && runs_nothing
            && !self.operand
            && self.frames.len() == 1
            && self.errors.iter().all(SyntaxError::is_warning)
    }

    /// Returns the innermost open call.
    pub(super) fn open_call(&self) -> Option<OpenCall> {
        let frame = self.frames.iter().rev().find(|f| f.open == Open::Call)?;
        let (argument, start) = (frame.commas as usize, frame.member as usize);
        Some(OpenCall { callee: frame.callee.range(), argument, start })
    }

    /// Returns the lexeme after the present one, on the same line.
    fn next(&self) -> Option<Lexed> {
        self.lexemes.get(self.at + 1).copied()
    }

    /// Returns the lexeme `n` places on when all up to it touch one another.
    fn glued(&self, n: usize) -> Option<Lexed> {
        let window = self.lexemes.get(self.at..=self.at + n)?;
        window.windows(2).all(|w| w[0].end == w[1].start).then(|| window[n])
    }

    /// Returns the number of lexemes of this kind that touch one another from here on.
    fn run(&self, kind: Lexeme) -> usize {
        let rest = &self.lexemes[self.at..];
        let more = rest.windows(2).take_while(|w| w[1].kind == kind && w[0].end == w[1].start);
        1 + more.count()
    }

    /// Returns `true` if the lexeme `n` places on is of this kind and touches those before it.
    fn is_glued(&self, n: usize, kind: Lexeme) -> bool {
        self.glued(n).is_some_and(|l| l.kind == kind)
    }

    /// Returns `true` if the present lexeme touches the one before it.
    fn touches_previous(&self) -> bool {
        let before = self.at.checked_sub(1).map(|i| self.lexemes[i]);
        before.is_some_and(|l| l.kind != Lexeme::Newline && l.end == self.lexemes[self.at].start)
    }

    fn slice(&self, lexeme: Lexed) -> &'t str {
        self.text.get(lexeme.range()).unwrap_or("")
    }

    fn span(&self, start: u32, end: u32) -> Span {
        Span { source: self.source, start, end }
    }

    fn span_of(&self, lexeme: Lexed) -> Span {
        self.span(lexeme.start, lexeme.end)
    }

    /// Returns the last token of the statement.
    fn previous(&self) -> Option<Token> {
        if self.tokens.len() > self.piece_start { self.tokens.last().map(|t| t.0) } else { None }
    }

    fn previous_span(&self) -> Span {
        self.tokens.last().map_or(self.span(0, 0), |t| self.span(t.1.start, t.1.end))
    }

    fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn open(&self) -> Open {
        self.frames[self.frames.len() - 1].open
    }

    /// Writes a token made of the next `lexemes` lexemes and goes past them.
    fn emit(&mut self, token: Token, lexemes: usize) {
        let (first, last) = (self.lexemes[self.at], self.lexemes[self.at + lexemes - 1]);
        self.tokens.push((token, TokenSpan { start: first.start, end: last.end, context: () }));
        self.at += lexemes;
    }

    /// Writes an operand.
    fn emit_operand(&mut self, token: Token, lexemes: usize) {
        self.emit(token, lexemes);
        self.operand = false;
    }

    /// Writes an operator, after which an operand is expected.
    fn emit_operator(&mut self, token: Token, lexemes: usize) {
        self.emit(token, lexemes);
        self.operand = true;
    }
}
