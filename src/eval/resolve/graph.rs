//! Literals of graphs and Hackenbush pictures: which names are labels and which are variables.

use super::errors::DefinitionError;
use super::{Op, Resolver, Value};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::source::Span;
use crate::syntax::ast::{Colour, Expr, ExprId, GraphItem, GraphItemKind, Item};
use crate::value::code::GraphEntry;
use cg_engine::rulesets::hackenbush;

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
            GraphItemKind::Edges(_) => unreachable!("an entry of a picture"),
        };
        self.emit(Op::Vertex(entry), item.span);
        self.end_member();
    }

    /// Emits a vertex as a member.
    fn vertex(&mut self, id: ExprId) {
        self.label(id);
        self.end_member();
    }

    /// Emits a vertex: a bare name that nothing binds is a label, anything else is an expression.
    fn label(&mut self, id: ExprId) {
        match &self.program[id].expr {
            Expr::Name(name) if !self.is_bound(name) => self.push(Value::text(&**name), self.span(id)),
            _ => self.expression(id),
        }
    }

    pub(super) fn hackenbush_literal(&mut self, items: &[GraphItem], span: Span) {
        self.look_for_the_ground(items, span);
        self.emit(Op::Open, span);
        for item in items {
            self.with_clauses(&item.clauses, &mut |this| {
                for (from, colour, to) in edges(item) {
                    this.label(from);
                    this.label(to);
                    this.emit(Op::Edge(colour), this.span(from).to(this.span(to)));
                    this.end_member();
                }
            });
        }
        self.emit(Op::Hackenbush, span);
    }

    /// Says which edges are not joined to the ground, if all vertices are written out.
    fn look_for_the_ground(&mut self, items: &[GraphItem], span: Span) {
        let program = self.program;
        let written = |resolver: &Self, id: ExprId| match &program[id].expr {
            Expr::Name(name) if !resolver.is_bound(name) => Some(&**name),
            Expr::Number(digits) => Some(&**digits),
            _ => None,
        };
        let mut ends = Vec::new();
        for (from, _, to) in items.iter().flat_map(edges) {
            let (Some(a), Some(b)) = (written(self, from), written(self, to)) else { return };
            ends.push([a, b]);
        }
        if items.iter().any(|item| !item.clauses.is_empty()) {
            return;
        }
        let standing = hackenbush::standing(&ends);
        let falls = |i: &usize| !standing[*i];
        let fallen: Vec<usize> = (0..ends.len()).filter(falls).collect();
        let Some(&first) = fallen.first() else { return };
        let [vertex, _] = ends[first];
        if fallen.len() == ends.len() {
            self.report(span, DefinitionError::NoGround { vertex: vertex.to_string() });
            return;
        }
        let message = match fallen.len() {
            1 => "an edge is not joined to the ground and falls at once".to_string(),
            count => format!("{count} edges are not joined to the ground and fall at once"),
        };
        let at = items.iter().flat_map(edges).nth(first).map(|(from, _, to)| self.span(from).to(self.span(to)));
        self.diagnostics.push(
            Diagnostic::warning(ErrorCode::PictureFalls, at.unwrap_or(span), message, "no way from here to vertex 0")
                .help(format!("join `{vertex}` to the picture, or leave out what falls")),
        );
    }
}

/// Returns the edges of an entry of a Hackenbush picture.
fn edges(item: &GraphItem) -> impl Iterator<Item = (ExprId, Colour, ExprId)> + '_ {
    let GraphItemKind::Edges(edges) = &item.kind else { unreachable!("a path of coloured edges") };
    let from = std::iter::once(item.vertex).chain(edges.iter().map(|(_, vertex)| *vertex));
    from.zip(edges).map(|(from, &(colour, to))| (from, colour, to))
}
