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

/// An operand that may still grow: it becomes a node when it is used.
pub(super) enum Operand {
    Node(ExprId),
    Chain { level: Level, first: ExprId, rest: Vec<(BinaryOperator, Span, ExprId)>, span: TokenSpan },
    Range { from: ExprId, to: ExprId, by: Option<ExprId>, span: TokenSpan },
    Comparison { sides: [ExprId; 2], relation: Relation, sign: Span, left: Span, span: TokenSpan },
}

impl Operand {
    /// The finished node.
    pub fn close(self, builder: &mut Builder) -> ExprId {
        let (expr, span) = match self {
            Operand::Node(id) => return id,
            Operand::Chain { first, rest, span, .. } => (Expr::Chain { first, rest }, span),
            Operand::Range { from, to, by, span } => (Expr::Range { from, to, by }, span),
            Operand::Comparison { sides: [a, b], relation, span, .. } => (Expr::Compare(a, relation, b), span),
        };
        builder.node(expr, span)
    }

    /// `left operator right` on a level.
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

    /// `left .. right`, or `left by right` after a range.
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

    /// `left relation right`, which is not compared again.
    pub fn comparison(
        left: Operand,
        (relation, sign): (Relation, TokenSpan),
        right: Operand,
        span: TokenSpan,
        builder: &mut Builder,
    ) -> Operand {
        let right = right.close(builder);
        let sign = builder.span(sign);
        let whole = builder.span(span);
        let mut from = whole.start;
        if let Operand::Comparison { sign: first, left, .. } = left {
            let middle = Span { start: first.end, end: sign.start, ..whole };
            let operands = [left, middle, Span { start: sign.end, ..whole }];
            builder.report(SyntaxError::ChainedComparison { first, at: sign, operands });
            from = first.end;
        }
        let sides = [left.close(builder), right];
        let left = Span { start: from, end: sign.start, ..whole };
        Operand::Comparison { sides, relation, sign, left, span }
    }
}
