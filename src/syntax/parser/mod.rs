//! The grammar, in chumsky: tokens of one statement to nodes.
//!
//! The nesting pass has decided what every sign is, so the first token of a production tells it from all others
//! and the grammar never goes back. Expressions are a Pratt parser over atoms; chains of one level are collected
//! flat. The state is the arena ([`Builder`]); errors are places only, since what can be wrong has been worded by
//! the nesting pass before.

pub(super) mod builder;
mod expression;
mod leaf;
mod literal;
mod operator;
mod statement;

use chumsky::error::Cheap;
use chumsky::input::{Input as _, MapExtra, MappedInput};
use chumsky::prelude::*;

use super::STRETCH;
use super::ast::{Expr, ExprId, Name, Node, Program, Statement, StatementId, StatementKind};
use super::nesting::{Arranged, Piece, PieceKind, TokenSpan, quote};
use super::token::Token;
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::source::{Source, Span};
use builder::Builder;
pub(super) use leaf::fraction;
use statement::Parts;

/// What the grammar reads.
type Tokens<'t> = MappedInput<'t, Token, TokenSpan, &'t [(Token, TokenSpan)]>;
type Extra<'t> = extra::Full<Cheap<TokenSpan>, Builder<'t>, ()>;
/// A production.
type Rule<'t, O> = Boxed<'t, 't, Tokens<'t>, O, Extra<'t>>;
type Here<'t, 'b, 'e> = MapExtra<'t, 'b, Tokens<'t>, Extra<'t>>;

/// Parses each piece and puts the statements together, as long as `go_on` says so.
pub(super) fn parse(
    source: &Source,
    arranged: &Arranged,
    diagnostics: &mut Vec<Diagnostic>,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Option<Program> {
    let mut builder = Builder::new(source.id, &source.text);
    if !go_on(arranged.tokens.len() * size_of::<Node>()) {
        return None;
    }
    builder.nodes.reserve(arranged.tokens.len());
    let rule = statement::statement();
    let mut assembly = Assembly::default();
    let mut asked = 0;
    for piece in &arranged.pieces {
        // A statement is read at one go, so it must fit; a node in the making is kept twice or thrice.
        if piece.tokens.end >= asked {
            asked = piece.tokens.end + STRETCH;
            if !go_on(piece.tokens.len() * 2 * size_of::<Node>()) {
                return None;
            }
        }
        let parts = if piece.broken || piece.kind == PieceKind::End {
            Parts::Other(StatementKind::Error)
        } else {
            read(&rule, &mut builder, arranged, piece, diagnostics)
        };
        assembly.add(piece, parts);
    }
    Some(assembly.finish(builder.nodes))
}

/// Parses one piece.
fn read<'t>(
    rule: &Rule<'t, Parts>,
    builder: &mut Builder<'t>,
    arranged: &'t Arranged,
    piece: &Piece,
    diagnostics: &mut Vec<Diagnostic>,
) -> Parts {
    let tokens = arranged.tokens.get(piece.tokens.clone()).unwrap_or(&[]);
    let end = TokenSpan { start: piece.span.end, end: piece.span.end, context: () };
    let (parts, errors) = rule.parse_with_state(tokens.split_token_span(end), builder).into_output_errors();
    if let Some(error) = errors.first() {
        diagnostics.push(unreadable(builder, builder.span(*error.span())));
    }
    for span in builder.ambiguous_bars.drain(..) {
        diagnostics.push(
            Diagnostic::error(
                ErrorCode::SyntaxAmbiguousBars,
                span,
                "these bars do not say which belong together",
                "bars of one width",
            )
            .help("double the outer one: `<3||2|1>` is `<3|<2|1>>`, `<3|2||1>` is `<<3|2>|1>`"),
        );
    }
    if let Some(span) = builder.too_deep.take() {
        let message = format!("the text is nested more than {} levels deep", super::nesting::LIMIT);
        diagnostics.push(
            Diagnostic::error(ErrorCode::LimitNesting, span, message, "this is one level too many")
                .help("give inner parts names with `:=` and use the names"),
        );
    }
    match parts {
        Some(parts) if errors.is_empty() => parts,
        _ => Parts::Other(StatementKind::Error),
    }
}

/// What the nesting pass has let through and the grammar does not know.
fn unreadable(builder: &Builder, span: Span) -> Diagnostic {
    let text = quote(builder.text.get(span.range()).unwrap_or(""));
    let message =
        if text.is_empty() { "the statement is not finished".into() } else { format!("`{text}` does not fit here") };
    Diagnostic::error(ErrorCode::SyntaxMisfit, span, message, "up to here it can be read")
        .help("take it out, or look at the examples of `cg help`")
}

/// An open block: what its head gave, where it starts, its statements so far.
type Block = (Option<(Vec<Name>, ExprId)>, Span, Vec<StatementId>);

/// Statements put together, blocks in a stack of their own.
#[derive(Default)]
struct Assembly {
    statements: Vec<Statement>,
    top: Vec<StatementId>,
    open: Vec<Block>,
}

impl Assembly {
    fn add(&mut self, piece: &Piece, parts: Parts) {
        match piece.kind {
            PieceKind::ForHead => {
                let head = match parts {
                    Parts::ForHead(pattern, source) => Some((pattern, source)),
                    Parts::Other(_) => None,
                };
                self.open.push((head, piece.span, Vec::new()));
            }
            PieceKind::End => self.close(piece.span, piece.expected.clone()),
            PieceKind::Statement => {
                let kind = match parts {
                    Parts::Other(kind) => kind,
                    Parts::ForHead(..) => StatementKind::Error,
                };
                self.push(Statement { kind, span: piece.span, expected: piece.expected.clone() });
            }
        }
    }

    /// Ends the innermost block.
    fn close(&mut self, end: Span, expected: Option<super::ast::Expected>) {
        let Some((head, start, body)) = self.open.pop() else { return };
        let kind = match head {
            Some((pattern, source)) => StatementKind::For { pattern, source, body },
            None => StatementKind::Error,
        };
        self.push(Statement { kind, span: start.to(end), expected });
    }

    fn push(&mut self, statement: Statement) {
        let id = StatementId(self.statements.len() as u32);
        self.statements.push(statement);
        match self.open.last_mut() {
            Some((_, _, body)) => body.push(id),
            None => self.top.push(id),
        }
    }

    fn finish(mut self, nodes: Vec<Node>) -> Program {
        while let Some(&(_, start, _)) = self.open.last() {
            self.close(start, None);
        }
        Program { nodes, statements: self.statements, top: self.top }
    }
}

/// The text of the production.
fn text<'t>(here: &mut Here<'t, '_, '_>) -> &'t str {
    let span = here.span();
    here.state().slice(span)
}

/// The production as a name.
fn name(here: &mut Here<'_, '_, '_>) -> Name {
    let span = here.span();
    here.state().name(span)
}

/// The place of the production in its source.
fn place(here: &mut Here<'_, '_, '_>) -> Span {
    let span = here.span();
    here.state().span(span)
}

/// Makes a node at the place of the production.
fn make(expr: Expr, here: &mut Here<'_, '_, '_>) -> ExprId {
    let span = here.span();
    here.state().node(expr, span)
}
