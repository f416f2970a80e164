//! The signs of a text with the properties that the formatter uses.

use crate::source::Source;
use crate::syntax::lexer::{Lexed, Lexeme, lex};
use crate::syntax::nesting::{Pass, PieceKind};
use crate::syntax::token::Token;

/// The kind of a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A sign of a statement, as the nesting pass reads it.
    Token(Token),
    /// Brackets that the nesting pass reads past: those of `for (a, b) in`.
    Bracket { opens: bool },
    /// The semicolon between statements on one line.
    Semicolon,
    /// `# text`, or a `#=>` that belongs to no statement.
    Comment,
    /// `#=> text`
    Expected,
}

/// The role of a sign at the end of a statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    /// `true` if it starts a statement.
    pub starts: bool,
    /// `true` if it stands inside a statement that has started before.
    pub inside: bool,
    /// The number of `for` blocks that are open before it; `end` counts as outside of its own.
    pub blocks: usize,
}

/// A sign of the text, never a blank.
#[derive(Clone, Debug)]
pub struct Sign {
    pub kind: Kind,
    /// The text as written.
    pub text: String,
    /// Its length in characters.
    pub width: usize,
    /// The number of line breaks before it.
    pub breaks: usize,
    /// `true` if blanks or a line break stand before it.
    pub gap: bool,
    /// The column of its line in which it stands, from 0.
    pub column: usize,
    pub edge: Edge,
    /// `true` if it stands in a game literal, with no bracket between.
    pub in_game: bool,
}

impl Sign {
    /// Returns `true` if it ends its line.
    pub fn is_remark(&self) -> bool {
        matches!(self.kind, Kind::Comment | Kind::Expected)
    }

    pub fn token(&self) -> Option<Token> {
        match self.kind {
            Kind::Token(token) => Some(token),
            _ => None,
        }
    }

    pub fn opens(&self) -> bool {
        use Token::*;
        match self.kind {
            Kind::Bracket { opens } => opens,
            Kind::Token(token) => matches!(
                token,
                Paren
                    | Call
                    | LambdaParen
                    | TargetParen
                    | List
                    | Index
                    | Set
                    | BraceGame
                    | AngleGame
                    | Graph
                    | Hackenbush
                    | DefineParen
            ),
            _ => false,
        }
    }

    pub fn closes(&self) -> bool {
        match self.kind {
            Kind::Bracket { opens } => !opens,
            Kind::Token(token) => {
                matches!(token, Token::CloseParen | Token::CloseSquare | Token::CloseBrace | Token::CloseAngle)
            }
            _ => false,
        }
    }

    /// Returns `true` for the `end` of a block.
    pub fn is_end(&self) -> bool {
        self.kind == Kind::Token(Token::Missing)
    }
}

/// Returns a comment or expected result as it is written out.
pub fn remark(kind: Lexeme, text: &str) -> String {
    match (kind, text.strip_prefix("#=>")) {
        (Lexeme::Expected, Some(expected)) => format!("#=> {}", expected.trim()).trim_end().to_string(),
        _ => text.trim_end().to_string(),
    }
}

/// Returns all signs of a text that can be read.
pub fn signs(source: &Source) -> Vec<Sign> {
    let text = &*source.text;
    let lexemes = lex(text);
    let arranged = Pass::new(source.id, text, &lexemes).arrange();
    let mut tokens = arranged.tokens.iter().peekable();
    let mut pieces = arranged.pieces.iter().peekable();
    let mut signs: Vec<Sign> = Vec::with_capacity(lexemes.len());
    let mut place = SignPlace::default();
    let (mut piece, mut blocks, mut at) = (0..0, 0, 0);
    while let Some(&first) = lexemes.get(at) {
        at += 1;
        place.go(text, first.start as usize, false);
        if first.kind == Lexeme::Newline {
            continue;
        }
        while tokens.peek().is_some_and(|t| t.1.start < first.start) {
            tokens.next();
        }
        let token = tokens.peek().filter(|t| t.1.start == first.start);
        let end = token.map_or(first.end, |t| t.1.end.max(first.end));
        while lexemes.get(at).is_some_and(|l| l.end <= end) {
            at += 1;
        }
        let mut edge = Edge { inside: piece.contains(&first.start), ..Edge::default() };
        if let Some(next) = pieces.next_if(|p| p.span.start == first.start) {
            piece = next.span.start..next.span.end;
            edge = Edge { starts: true, ..Edge::default() };
            blocks -= usize::from(next.kind == PieceKind::End && blocks > 0);
            edge.blocks = blocks;
            blocks += usize::from(next.kind == PieceKind::ForHead);
        } else {
            edge.blocks = blocks;
        }
        let kind = kind(first, token.map(|t| t.0));
        let written = text.get(first.start as usize..end as usize).unwrap_or("");
        let written = match token.map(|t| t.0).filter(|_| !matches!(kind, Kind::Comment | Kind::Expected)) {
            Some(Token::Graph) => "graph <".to_string(),
            Some(Token::Hackenbush) => "hackenbush <".to_string(),
            Some(_) => written.to_string(),
            None => remark(first.kind, written),
        };
        let gap = place.breaks > 0 || place.blank;
        let width = written.chars().count();
        let (breaks, column) = (place.breaks, place.column);
        signs.push(Sign { kind, text: written, width, breaks, gap, column, edge, in_game: false });
        place.go(text, end as usize, true);
        place.breaks = 0;
        place.blank = false;
    }
    mark_games(&mut signs);
    signs
}

/// Notes which signs stand in a game literal, with no bracket between.
fn mark_games(signs: &mut [Sign]) {
    let mut open = Vec::new();
    for sign in signs {
        if sign.closes() {
            open.pop();
        }
        sign.in_game = open.last() == Some(&true);
        if sign.opens() {
            open.push(matches!(sign.token(), Some(Token::BraceGame | Token::AngleGame)));
        }
    }
}

fn kind(lexed: Lexed, token: Option<Token>) -> Kind {
    match (lexed.kind, token) {
        (Lexeme::Comment, _) => Kind::Comment,
        (Lexeme::Expected, _) => Kind::Expected,
        (_, Some(token)) => Kind::Token(token),
        (Lexeme::Semicolon, _) => Kind::Semicolon,
        (other, _) => Kind::Bracket { opens: matches!(other, Lexeme::LeftParen | Lexeme::LeftSquare) },
    }
}

/// The place in the text.
#[derive(Default)]
struct SignPlace {
    offset: usize,
    /// Columns since the last line break; a tab between signs counts as four.
    column: usize,
    /// Line breaks since the last sign.
    breaks: usize,
    /// `true` if a blank came since the last sign.
    blank: bool,
}

impl SignPlace {
    /// Goes on to a byte, past blanks or past a sign, whose width is its length.
    fn go(&mut self, text: &str, to: usize, is_sign: bool) {
        for sign in text.get(self.offset..to).unwrap_or("").chars() {
            match sign {
                '\n' => {
                    self.breaks += 1;
                    self.column = 0;
                }
                _ if is_sign => self.column += 1,
                '\t' => self.column += 4,
                '\r' | '\u{feff}' => {}
                _ => self.column += 1,
            }
            self.blank = true;
        }
        self.offset = to;
    }
}
