//! What operators make of their operands: flat chains, ranges, comparisons.

use super::builder::Builder;
use super::{Expr, ExprId, TokenSpan};
use crate::source::Span;
use crate::syntax::ast::BinaryOperator;

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
    Range { from: ExprId, to: ExprId, span: TokenSpan },
}

impl Operand {
    /// The finished node.
    pub fn close(self, builder: &mut Builder) -> ExprId {
        match self {
            Operand::Node(id) => id,
            Operand::Chain { first, rest, span, .. } => builder.node(Expr::Chain { first, rest }, span),
            Operand::Range { from, to, span } => builder.node(Expr::Range { from, to, by: None }, span),
        }
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
}
