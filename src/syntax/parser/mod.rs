//! The grammar, in chumsky: tokens of one statement to nodes.
//!
//! The nesting pass has decided the role of every sign, so the first token of a production distinguishes it from all
//! others and the grammar never goes back. Expressions are a Pratt parser over atoms, the one place that knows which
//! operator binds tighter; chains of one level are collected flat. The state is the arena ([`Builder`]), which counts
//! levels, so that the grammar recurses no deeper than [`LIMIT`](super::nesting::LIMIT).

pub(super) mod builder;
mod expression;
mod head;
mod leaf;
mod literal;
mod operator;
mod statement;

use chumsky::error::Cheap;
use chumsky::input::{Input as _, MapExtra, MappedInput};
use chumsky::prelude::*;

use super::STRETCH;
use super::ast::{Claim, Expr, ExprId, Name, Node, Program, Statement, StatementId, StatementKind};
use super::error::{PER_TEXT, SyntaxError};
use super::nesting::{Arranged, Piece, PieceKind, TokenSpan};
use super::token::Token;
use crate::source::{Source, Span};
use builder::Builder;
pub(super) use leaf::{fraction, unknown_escapes};
use statement::Parts;

/// The input of the grammar.
type Tokens<'t> = MappedInput<'t, Token, TokenSpan, &'t [(Token, TokenSpan)]>;
type Extra<'t> = extra::Full<Cheap<TokenSpan>, Builder<'t>, ()>;
/// A production.
type Rule<'t, O> = Boxed<'t, 't, Tokens<'t>, O, Extra<'t>>;
type Here<'t, 'b, 'e> = MapExtra<'t, 'b, Tokens<'t>, Extra<'t>>;

/// Parses each piece and puts the statements together, as long as `go_on` says so.
pub(super) fn parse(
    source: &Source,
    arranged: &Arranged,
    errors: &mut Vec<SyntaxError>,
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
            Parts::Other(StatementKind::Error(head::defined(&source.text, source.id, piece.span)))
        } else {
            read(&rule, &mut builder, arranged, piece, errors)
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
    errors: &mut Vec<SyntaxError>,
) -> Parts {
    let tokens = arranged.tokens.get(piece.tokens.clone()).unwrap_or(&[]);
    let end = TokenSpan { start: piece.span.end, end: piece.span.end, context: () };
    builder.begin();
    let (parts, misfits) = rule.parse_with_state(tokens.split_token_span(end), builder).into_output_errors();
    if let Some(misfit) = misfits.first()
        && !builder.is_too_deep()
    {
        builder.report(SyntaxError::Misfit(builder.span(*misfit.span())));
    }
    let is_sound = builder.errors.is_empty();
    errors.extend(builder.errors.drain(..).take(PER_TEXT.saturating_sub(errors.len())));
    match parts {
        Some(parts) if is_sound => parts,
        _ => Parts::Other(StatementKind::Error(head::defined(builder.text, builder.source, piece.span))),
    }
}

/// An open block: the names and the source in its head, its start, its statements so far.
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
                    Parts::ForHead(..) => StatementKind::Error(None),
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
            None => StatementKind::Error(None),
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

/// Returns a token after which the grammar is a level deeper, until `close` or [`Builder::leave`].
fn open<'t>(token: Token) -> impl Parser<'t, Tokens<'t>, (), Extra<'t>> + Clone {
    just(token).try_map_with(|_, e: &mut Here| {
        let place = e.span();
        e.state().enter(place).then_some(()).ok_or_else(|| Cheap::new(place))
    })
}

/// Reads the token that ends the level of the last [`open`]. It is `try_map_with` because `map_with` is skipped where the
/// output is not wanted, and the level would stay open.
fn close<'t>(token: Token) -> impl Parser<'t, Tokens<'t>, (), Extra<'t>> + Clone {
    just(token).try_map_with(|_, e: &mut Here| {
        e.state().leave();
        Ok(())
    })
}

/// Returns the text of the production.
fn text<'t>(here: &mut Here<'t, '_, '_>) -> &'t str {
    let span = here.span();
    here.state().slice(span)
}

/// Returns the production as a name.
fn name(here: &mut Here<'_, '_, '_>) -> Name {
    let span = here.span();
    here.state().name(span)
}

/// Returns the place of the production in its source.
fn place(here: &mut Here<'_, '_, '_>) -> Span {
    let span = here.span();
    here.state().span(span)
}

/// Makes a node at the place of the production.
fn make(expr: Expr, here: &mut Here<'_, '_, '_>) -> ExprId {
    let span = here.span();
    here.state().node(expr, span)
}
