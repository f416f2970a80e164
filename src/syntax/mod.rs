//! From text to tree: lexer, nesting pass, grammar, printer, formatter.
//!
//! [`parse`] takes a [`Source`] and gives a [`Program`] and what is wrong with the text; it never fails. The lexer
//! cuts the text into signs; the nesting pass decides from its position what each sign is, cuts the text into
//! statements and reports what does not fit; the grammar reads each statement that has no error. All three are
//! linear in the text, and none recurses deeper than [`nesting::LIMIT`] levels.

pub mod ast;
pub mod children;
mod format;
mod interactive;
pub mod lexer;
pub mod nesting;
mod parser;
mod printer;
pub mod token;

use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::source::{Source, Span};
use ast::Program;
pub use format::{Unformatted, WIDTH, format};
pub use interactive::{TokenClass, argument_name_at, call_at, highlight, is_incomplete};
pub use printer::{print_expression, print_program};

/// Signs that are read between two questions whether to go on.
const STRETCH: usize = 512;

/// A text that has been read.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The tree; statements that could not be read are `Error`.
    pub program: Program,
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Whether the text is wrong.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.is_error())
    }
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
    if source.text.len() >= u32::MAX as usize {
        let span = Span::new(source.id, 0, 0);
        let large = Diagnostic::error(ErrorCode::LimitSize, span, "the text is larger than 4 GiB", "cannot be read")
            .help("split it into files and `import` them");
        return Some(Parsed { diagnostics: vec![large], ..Parsed::default() });
    }
    let lexemes = lexer::lex_while(&source.text, go_on)?;
    let mut arranged = nesting::Pass::new(source.id, &source.text, &lexemes).arrange_while(go_on)?;
    drop(lexemes);
    let mut diagnostics = std::mem::take(&mut arranged.diagnostics);
    let program = parser::parse(source, &arranged, &mut diagnostics, go_on)?;
    diagnostics.sort_by_key(|d| d.span().map_or(0, |s| s.start));
    Some(Parsed { program, diagnostics })
}
