//! The children of an expression, in the order they are written.

use super::ast::{Clause, Expr, ExprId, GraphItemKind, Item};

/// Calls `visit` with each child of an expression.
pub fn for_each_child(expr: &Expr, mut visit: impl FnMut(ExprId)) {
    match expr {
        Expr::Error | Expr::Number(_) | Expr::Text(_) | Expr::Boolean(_) | Expr::Name(_) => {}
        Expr::Nimber(inner) => inner.iter().for_each(|&e| visit(e)),
        Expr::Ups { nimber, .. } => nimber.iter().flatten().for_each(|&e| visit(e)),
        Expr::PlusStar(e) | Expr::Unary(_, e) | Expr::Field(e, _) => visit(*e),
        Expr::Switch(options) => options.iter().for_each(|&e| visit(e)),
        Expr::Game(literal) => {
            items(&literal.left, &mut visit);
            items(literal.right.as_deref().unwrap_or(&[]), &mut visit);
        }
        Expr::Graph(entries) | Expr::Hackenbush(entries) => {
            for entry in entries {
                visit(entry.vertex);
                match &entry.kind {
                    GraphItemKind::Alone => {}
                    GraphItemKind::Arrow { targets, .. } => items(targets, &mut visit),
                    GraphItemKind::Path(vertices) => vertices.iter().for_each(|&e| visit(e)),
                    GraphItemKind::Class(e) => visit(*e),
                    GraphItemKind::Edges(edges) => edges.iter().for_each(|&(_, e)| visit(e)),
                }
                clauses(&entry.clauses, &mut visit);
            }
        }
        Expr::List(members) | Expr::Set(members) => items(members, &mut visit),
        Expr::Range { from, to, by } => {
            visit(*from);
            visit(*to);
            by.iter().for_each(|&e| visit(e));
        }
        Expr::Chain { first, rest } => {
            visit(*first);
            rest.iter().for_each(|&(_, _, e)| visit(e));
        }
        Expr::Below(top) => visit(*top),
        Expr::Power(a, b) | Expr::OrdinalSum(a, b) | Expr::Sides(a, b) | Expr::Compare(a, _, b) | Expr::Index(a, b) => {
            visit(*a);
            visit(*b);
        }
        Expr::Call { callee, arguments } => {
            visit(*callee);
            arguments.iter().for_each(|a| visit(a.value));
        }
        Expr::If { condition, then, otherwise } => {
            visit(*condition);
            visit(*then);
            otherwise.iter().for_each(|&e| visit(e));
        }
        Expr::Member { item, container, .. } => {
            visit(*item);
            visit(*container);
        }
        Expr::Where { body, names } => {
            visit(*body);
            names.iter().for_each(|(_, e)| visit(*e));
        }
        Expr::Lambda { body, .. } => visit(*body),
    }
}

fn items(items: &[Item], visit: &mut dyn FnMut(ExprId)) {
    for item in items {
        visit(item.body);
        clauses(&item.clauses, visit);
    }
}

fn clauses(clauses: &[Clause], visit: &mut dyn FnMut(ExprId)) {
    for clause in clauses {
        match clause {
            Clause::For { source, .. } => visit(*source),
            Clause::If(condition) => visit(*condition),
        }
    }
}
