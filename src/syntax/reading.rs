//! Questions of an editor or a prompt about a text that is still being typed.
//!
//! All answers come from the lexer and the nesting pass, which a [`Reading`] runs once: they are linear, total, and
//! need no tree.

use std::ops::Range;

use super::lexer::{Lexed, Lexeme, lex};
use super::nesting::Pass;
use crate::source::SourceId;

/// The kind of a piece of text, for colouring it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenClass {
    /// A word of the language.
    Keyword,
    /// A name.
    Name,
    /// A name that is called.
    Function,
    /// A number, a star, an arrow: anything that is a value by itself.
    Number,
    /// A text.
    Text,
    /// An operator.
    Operator,
    /// A bracket, bar, comma or semicolon.
    Bracket,
    /// A comment.
    Comment,
    /// `#=>` and the text after it.
    Expected,
    /// A sign that cannot be read.
    Error,
}

/// A text that is still being typed, read once for all that is asked of it.
///
/// ```
/// use cg::syntax::Reading;
/// assert!(Reading::new("<0, *|").is_incomplete());
/// assert!(Reading::new("x :=").is_incomplete());
/// assert!(Reading::new("for n in 1..3 do").is_incomplete());
/// assert!(!Reading::new("3 > 2").is_incomplete());
/// assert!(!Reading::new("2*").is_incomplete());
/// assert!(Reading::new("f(n) := d where").is_incomplete());
/// assert!(Reading::new("f(n) := d").takes_names());
/// assert!(!Reading::new("f(2)").takes_names());
/// assert!(Reading::new("  where d := n").begins_with_names());
///
/// assert_eq!(Reading::new("kayles(sum(1, 2").open_call(), Some(("sum", 1)));
/// assert_eq!(Reading::new("kayles(sum(1, 2)").open_call(), Some(("kayles", 0)));
/// assert_eq!(Reading::new("f(1)").open_call(), None);
///
/// assert_eq!(Reading::new("component(D = 2, R = 1").argument_name(), Some("R"));
/// assert_eq!(Reading::new("component(D = 2, 1").argument_name(), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reading {
    text: String,
    lexemes: Vec<Lexed>,
    is_incomplete: bool,
    takes_names: bool,
    begins_with_names: bool,
    call: Option<OpenCall>,
}

/// A call that is open at the end of a text.
#[derive(Clone, Debug)]
pub(super) struct OpenCall {
    /// The bytes of the callee.
    pub callee: Range<usize>,
    /// The argument that stands at the end, counted from 0.
    pub argument: usize,
    /// The byte where that argument begins.
    pub start: usize,
}

impl Reading {
    /// Reads a text.
    pub fn new(text: impl Into<String>) -> Reading {
        let text = text.into();
        let lexemes = lex(&text);
        let mut pass = Pass::new(SourceId(0), &text, &lexemes);
        let begins_with_names = pass.is_where(0);
        pass.scan();
        let (is_incomplete, takes_names, call) = (pass.waits(), pass.takes_names(), pass.open_call());
        Reading { text, lexemes, is_incomplete, takes_names, begins_with_names, call }
    }

    /// Reads a text up to a byte, which need not be at the edge of a sign.
    pub fn up_to(text: &str, offset: usize) -> Reading {
        Reading::new(&text[..text.floor_char_boundary(offset)])
    }

    /// Returns the text itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns `true` if the text is incomplete: something is open, or it ends where a value is wanted.
    pub fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }

    /// Returns `true` if the text ends with a function or a game that names behind `where` may follow on the next line.
    pub fn takes_names(&self) -> bool {
        self.takes_names
    }

    /// Returns `true` if the text begins with `where` and a name, and so goes on with the line before it.
    pub fn begins_with_names(&self) -> bool {
        self.begins_with_names
    }

    /// Returns the name of the innermost call that is open at the end, and which of its arguments (from 0) stands
    /// there.
    pub fn open_call(&self) -> Option<(&str, usize)> {
        let call = self.call.as_ref()?;
        Some((self.text.get(call.callee.clone())?, call.argument))
    }

    /// Returns the name that is given to the argument at the end, in the innermost call that is open there.
    pub fn argument_name(&self) -> Option<&str> {
        let start = self.call.as_ref()?.start;
        let from = self.lexemes.partition_point(|l| (l.start as usize) < start);
        let [name, equals, ..] = self.lexemes.get(from..)? else { return None };
        let named = name.kind == Lexeme::Name && equals.kind == Lexeme::Equal;
        named.then(|| self.text.get(name.range())).flatten()
    }

    /// Returns the pieces of the text to colour, in order and without overlap; blanks are left out.
    pub fn pieces(&self) -> impl Iterator<Item = (Range<usize>, TokenClass)> + '_ {
        (0..self.lexemes.len()).filter_map(|i| self.class(i).map(|class| (self.lexemes[i].range(), class)))
    }

    fn class(&self, i: usize) -> Option<TokenClass> {
        let next = self.lexemes.get(i + 1).map(|l| l.kind);
        Some(match self.lexemes[i].kind {
            Lexeme::Newline => return None,
            Lexeme::Comment => TokenClass::Comment,
            Lexeme::Expected => TokenClass::Expected,
            Lexeme::Text | Lexeme::OpenText => TokenClass::Text,
            Lexeme::Invalid => TokenClass::Error,
            Lexeme::Number | Lexeme::Fraction | Lexeme::Superscript | Lexeme::UpArrow | Lexeme::UpSum => {
                TokenClass::Number
            }
            Lexeme::Tiny => TokenClass::Function,
            Lexeme::Star if is_value_star(&self.lexemes, i) => TokenClass::Number,
            Lexeme::Name if next == Some(Lexeme::LeftParen) => TokenClass::Function,
            Lexeme::Name => TokenClass::Name,
            Lexeme::LeftParen
            | Lexeme::RightParen
            | Lexeme::LeftSquare
            | Lexeme::RightSquare
            | Lexeme::LeftBrace
            | Lexeme::RightBrace
            | Lexeme::Less
            | Lexeme::Greater
            | Lexeme::Bar
            | Lexeme::Comma
            | Lexeme::Semicolon => TokenClass::Bracket,
            kind if kind.is_keyword() => TokenClass::Keyword,
            _ => TokenClass::Operator,
        })
    }
}

/// Returns `true` if the star at `i` is a value rather than a product: there is no factor before it.
fn is_value_star(lexemes: &[Lexed], i: usize) -> bool {
    let before = i.checked_sub(1).map(|j| lexemes[j].kind);
    !matches!(
        before,
        Some(
            Lexeme::Number
                | Lexeme::Name
                | Lexeme::Fraction
                | Lexeme::Superscript
                | Lexeme::RightParen
                | Lexeme::RightSquare
                | Lexeme::RightBrace
                | Lexeme::Greater
        )
    )
}
