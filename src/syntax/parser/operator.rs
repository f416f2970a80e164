//! Operands that may still grow: flat chains, ranges, comparisons.

use super::builder::Builder;
use super::{Expr, ExprId, TokenSpan};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Relation};
use crate::syntax::error::{Joint, SyntaxError};

/// Operators that are collected into one chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Product,
    Sum,
    And,
    Or,
}

/// The sign between the two sides of a comparison.
#[derive(Clone, Copy)]
pub(super) enum Comparator {
    Relation(Relation),
    /// `in`, `not in`
    Member {
        negated: bool,
    },
}

/// An operand that may still grow: it becomes a node when it is used. It is handed from operator to operator, so it is
/// small: `from` is where the left side of a comparison begins.
pub(super) enum Operand {
    Node(ExprId),
    Chain { level: Level, first: ExprId, rest: Vec<(BinaryOperator, Span, ExprId)>, span: TokenSpan },
    Range { from: ExprId, to: ExprId, by: Option<ExprId>, span: TokenSpan },
    Sides { sides: [ExprId; 2], sign: TokenSpan, span: TokenSpan },
    Comparison { sides: [ExprId; 2], comparator: Comparator, sign: TokenSpan, from: u32, span: TokenSpan },
}

impl Operand {
    /// Returns the finished node.
    pub fn close(self, builder: &mut Builder) -> ExprId {
        let (expr, span) = match self {
            Operand::Node(id) => return id,
            Operand::Chain { first, rest, span, .. } => (Expr::Chain { first, rest }, span),
            Operand::Range { from, to, by, span } => (Expr::Range { from, to, by }, span),
            Operand::Sides { sides: [a, b], span, .. } => (Expr::Sides(a, b), span),
            Operand::Comparison { sides: [a, b], comparator: Comparator::Relation(relation), span, .. } => {
                (Expr::Compare(a, relation, b), span)
            }
            Operand::Comparison {
                sides: [item, container], comparator: Comparator::Member { negated }, span, ..
            } => (Expr::Member { item, container, negated }, span),
        };
        builder.node(expr, span)
    }

    /// Builds `left operator right` on a level.
    pub fn chain(
        left: Operand,
        level: Level,
        (operator, place): (BinaryOperator, TokenSpan),
        right: Operand,
        whole: TokenSpan,
        builder: &mut Builder,
    ) -> Operand {
        let place = builder.span(place);
        let right = right.close(builder);
        match left {
            Operand::Chain { level: same, first, mut rest, .. } if same == level => {
                rest.push((operator, place, right));
                Operand::Chain { level, first, rest, span: whole }
            }
            other => {
                let first = other.close(builder);
                Operand::Chain { level, first, rest: vec![(operator, place, right)], span: whole }
            }
        }
    }

    /// Builds `left .. right`, or `left by right` after a range.
    pub fn range(
        left: Operand,
        is_step: bool,
        sign: TokenSpan,
        right: Operand,
        span: TokenSpan,
        builder: &mut Builder,
    ) -> Operand {
        let right = right.close(builder);
        let at = builder.span(sign);
        match left {
            Operand::Range { from, to, by: None, .. } if is_step => {
                return Operand::Range { from, to, by: Some(right), span };
            }
            Operand::Range { .. } if !is_step => builder.report(SyntaxError::ThirdEnd(at)),
            _ if is_step => {
                let left = builder.span(TokenSpan { end: sign.start, ..span });
                builder.report(SyntaxError::MissingOperator { left, at, joint: Joint::Single, still_open: None });
            }
            _ => {}
        }
        Operand::Range { from: left.close(builder), to: right, by: None, span }
    }

    /// Builds `left & right`, which has no third side.
    pub fn sides(left: Operand, sign: TokenSpan, right: Operand, span: TokenSpan, builder: &mut Builder) -> Operand {
        if let Operand::Sides { sign: first, .. } = left {
            let (first, at) = (builder.span(first), builder.span(sign));
            builder.report(SyntaxError::ThirdSide { first, at });
        }
        let right = right.close(builder);
        Operand::Sides { sides: [left.close(builder), right], sign, span }
    }

    /// Builds `left relation right`, which is not compared again.
    pub fn comparison(
        left: Operand,
        (comparator, sign): (Comparator, TokenSpan),
        right: Operand,
        span: TokenSpan,
        builder: &mut Builder,
    ) -> Operand {
        let right = right.close(builder);
        let mut start = span.start;
        if let Operand::Comparison { sign: first, from, .. } = left {
            let place = |start, end| builder.span(TokenSpan { start, end, context: () });
            let operands = [place(from, first.start), place(first.end, sign.start), place(sign.end, span.end)];
            let (first, at) = (builder.span(first), builder.span(sign));
            builder.report(SyntaxError::ChainedComparison { first, at, operands });
            start = operands[1].start;
        }
        let sides = [left.close(builder), right];
        Operand::Comparison { sides, comparator, sign, from: start, span }
    }
}
