//! Graph literals: which names are labels and which are variables.

use super::{Op, Resolver, Value};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprId, GraphItem, GraphItemKind, Item};
use crate::value::code::GraphEntry;

impl Resolver<'_> {
    pub(super) fn graph_literal(&mut self, items: &[GraphItem], span: Span) {
        self.emit(Op::Open, span);
        for item in items {
            self.with_clauses(&item.clauses, &mut |this| this.graph_item(item));
        }
        let by_rule = items.iter().any(|i| !i.clauses.is_empty());
        self.emit(Op::Graph { by_rule }, span);
    }

    fn graph_item(&mut self, item: &GraphItem) {
        self.emit(Op::Open, item.span);
        self.vertex(item.vertex);
        let entry = match &item.kind {
            GraphItemKind::Alone => GraphEntry::Alone,
            GraphItemKind::Class(class) => {
                self.expression(*class);
                self.end_member();
                GraphEntry::Class
            }
            GraphItemKind::Path(vertices) => {
                vertices.iter().for_each(|&vertex| self.vertex(vertex));
                GraphEntry::Path
            }
            GraphItemKind::Arrow { join, targets } => {
                for Item { body, clauses } in targets {
                    self.with_clauses(clauses, &mut |this| this.vertex(*body));
                }
                GraphEntry::Arrow(*join)
            }
        };
        self.emit(Op::Vertex(entry), item.span);
        self.end_member();
    }

    /// Emits a vertex: a bare name that nothing binds is a label, anything else is an expression.
    fn vertex(&mut self, id: ExprId) {
        match &self.program[id].expr {
            Expr::Name(name) if !self.is_bound(name) => self.push(Value::text(&**name), self.span(id)),
            _ => self.expression(id),
        }
        self.end_member();
    }
}
