//! From text to tree: lexer, nesting pass, grammar, printer, formatter.
//!
//! [`parse`] takes a [`Source`] and returns a [`Program`] and the errors of the text; it never fails. The lexer cuts
//! the text into signs; the nesting pass decides the role of each sign from its position, cuts the text into statements
//! and reports signs that do not fit; the grammar reads each statement that has no error. All three are linear in the
//! text, and none recurses deeper than `nesting::LIMIT` levels. Errors are data, `error::SyntaxError`, which `wording`
//! puts into words.

mod advice;
pub mod ast;
pub(crate) mod children;
mod error;
mod format;
pub mod lexer;
mod mending;
mod nesting;
mod parser;
mod printer;
mod reading;
pub(crate) mod token;
mod wording;

use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span};
use ast::{BinaryOperator, Expr, ExprId, Program, UnaryOperator};
use error::SyntaxError;
pub use format::{Unformatted, WIDTH, format};
pub use printer::{print_expression, print_program};
pub use reading::{Reading, TokenClass};

/// Signs that are read between two questions whether to go on.
const STRETCH: usize = 512;

/// A text that has been read.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The tree; statements that could not be read are `Error`.
    pub program: Program,
    /// Errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Errors whose advice depends on the names that there are, by their places.
    pub phrases: Vec<(Span, Phrase)>,
}

/// A phrase of another language, as far as its words may be names.
#[derive(Clone, Debug)]
pub enum Phrase {
    /// Words beside each other: `cut cake 2 3`.
    Sentence(Vec<Span>),
    /// A name in a package and the parentheses behind it: `game.heap.Nim(3)`.
    Package(Span, Option<Span>),
    /// A name between two values, in the place of an operator: `{1} union {2}`.
    Infix(Span, Span, Span),
    /// A name and the text in square brackets behind it: `nim[3, 4]`.
    Square(Span, Span),
}

impl Parsed {
    /// Returns `true` if the text is wrong.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.is_error())
    }
}

/// Returns `true` if a word is a multiple of down as CGSuite writes it: `v`, `vv`, `v2`.
pub(crate) fn is_downs(word: &str) -> bool {
    let is_number = |digits: &str| !digits.starts_with('0') && digits.bytes().all(|digit| digit.is_ascii_digit());
    word.starts_with('v') && (word.bytes().all(|letter| letter == b'v') || is_number(&word[1..]))
}

/// Returns the multiple of down that an expression ends with, as `-v2` and `1v2` do, if it touches a star that begins here.
pub(crate) fn downs_before(program: &Program, mut id: ExprId, star: u32) -> Option<&str> {
    loop {
        let node = &program[id];
        match &node.expr {
            Expr::Name(name) => return Some(&**name).filter(|name| node.span.end == star && is_downs(name)),
            Expr::Unary(UnaryOperator::Negate, inner) => id = *inner,
            Expr::Chain { rest, .. } => match rest[..] {
                // `1v2` is `1 + v2` without a sign.
                [(BinaryOperator::Add, sign, last)] if sign.start == sign.end => id = last,
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// Returns the multiple of down whose glued nimber the right operand of a product is, as in `v2*3`.
pub(crate) fn downs_of_nimber(program: &Program, left: ExprId, star: Span, right: ExprId) -> Option<&str> {
    downs_before(program, left, star.start).filter(|_| star.end == program[right].span.start)
}

/// Reads a text.
///
/// ```
/// use cg::source::Sources;
/// let source = Sources::default().add("<example>", "x := <0|1>\nx + *3");
/// let parsed = cg::syntax::parse(&source);
/// assert!(parsed.diagnostics.is_empty());
/// assert_eq!(parsed.program.top.len(), 2);
/// ```
pub fn parse(source: &Source) -> Parsed {
    parse_while(source, &mut |_| true).unwrap_or_default()
}

/// Reads a text as long as `go_on` says so. It is asked every few hundred signs, with the bytes that are about to be
/// taken; `None` once it has refused.
///
/// ```
/// use cg::source::Sources;
/// let source = Sources::default().add("<example>", "1\n2\n3");
/// assert!(cg::syntax::parse_while(&source, &mut |bytes| bytes < 8).is_none());
/// ```
pub fn parse_while(source: &Source, go_on: &mut dyn FnMut(usize) -> bool) -> Option<Parsed> {
    let text = &*source.text;
    if text.len() >= u32::MAX as usize {
        let large = SyntaxError::TooLarge(Span::new(source.id, 0, 0)).diagnostic("");
        return Some(Parsed { diagnostics: vec![large], ..Parsed::default() });
    }
    let lexemes = lexer::lex_while(text, go_on)?;
    let mut arranged = nesting::Pass::new(source.id, text, &lexemes).arrange_while(go_on)?;
    drop(lexemes);
    let mut errors = std::mem::take(&mut arranged.errors);
    let program = parser::parse(source, &arranged, &mut errors, go_on)?;
    let told = |error: &SyntaxError| Diagnostic { fixes: error.fixes(text), ..error.diagnostic(text) };
    let mut diagnostics: Vec<_> = errors.iter().map(told).collect();
    diagnostics.sort_by_key(|d| d.span().map_or(0, |s| s.start));
    let phrases = errors.iter().filter_map(SyntaxError::phrase).collect();
    Some(Parsed { program, diagnostics, phrases })
}
