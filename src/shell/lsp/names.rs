//! What the names of a text refer to, and what can be evaluated by itself.

use serde_json::{Value, json};

use super::document::Document;
use super::places::{self, Places};
use crate::source::Span;
use crate::syntax::ast::{Clause, Expr, ExprId, Item, Name, Program, Statement, StatementKind};
use crate::syntax::lexer::{Lexed, lex};
use crate::syntax::token::Lexeme;

/// The sign at a byte or, between two, the word of them.
pub fn sign_at(text: &str, offset: usize) -> Option<Lexed> {
    let lexemes = lex(text);
    let first = lexemes.partition_point(|l| (l.end as usize) < offset);
    let near = || lexemes[first..].iter().take(2).filter(|l| l.start as usize <= offset && l.kind != Lexeme::Newline);
    near().find(|l| l.kind.is_word()).or_else(|| near().next_back()).copied()
}

/// Whether a span holds a byte, its end included.
pub fn holds(span: Span, offset: usize) -> bool {
    span.start as usize <= offset && offset <= span.end as usize
}

/// The names that an expression binds for what stands inside it.
fn bound(expression: &Expr) -> Vec<&Name> {
    match expression {
        Expr::Lambda { parameters, .. } => parameters.iter().collect(),
        Expr::Game(literal) => of_items(literal.left.iter().chain(literal.right.iter().flatten())).collect(),
        Expr::List(items) | Expr::Set(items) => of_items(items).collect(),
        Expr::Graph(entries) => {
            let mut all: Vec<&Name> = entries.iter().flat_map(|e| of_clauses(&e.clauses)).collect();
            for entry in entries {
                if let crate::syntax::ast::GraphItemKind::Arrow { targets, .. } = &entry.kind {
                    all.extend(of_items(targets));
                }
            }
            all
        }
        _ => Vec::new(),
    }
}

fn of_items<'p>(items: impl IntoIterator<Item = &'p Item>) -> impl Iterator<Item = &'p Name> {
    items.into_iter().flat_map(|i| of_clauses(&i.clauses))
}

fn of_clauses(clauses: &[Clause]) -> impl Iterator<Item = &Name> {
    clauses.iter().flat_map(|clause| match clause {
        Clause::For { pattern, .. } => &pattern[..],
        Clause::If(_) => &[],
    })
}

/// The names bound around a place by parameters, loops and clauses, the outer ones first. `inside` is what must lie
/// in the binding part.
fn bound_around(program: &Program, inside: Span) -> Vec<&Name> {
    let around = |span: Span| span.start <= inside.start && inside.end <= span.end;
    let mut all: Vec<(u32, &Name)> = Vec::new();
    for statement in program.statements.iter().filter(|s| around(s.span)) {
        let names: &[Name] = match &statement.kind {
            StatementKind::Define { parameters: Some(parameters), .. } => parameters,
            StatementKind::For { pattern, .. } => pattern,
            _ => &[],
        };
        all.extend(names.iter().map(|n| (statement.span.end - statement.span.start, n)));
    }
    for node in program.nodes.iter().filter(|n| around(n.span) && n.span != inside) {
        all.extend(bound(&node.expr).into_iter().map(|n| (node.span.end - node.span.start, n)));
    }
    all.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    all.into_iter().map(|(_, name)| name).collect()
}

/// Where the name at a span is bound by a parameter, a loop or a clause.
pub fn local(program: &Program, name: &str, span: Span) -> Option<Span> {
    bound_around(program, span).into_iter().rev().find(|n| &*n.text == name).map(|n| n.span)
}

/// The expressions at a byte that mean something by themselves, the smallest first.
pub fn evaluable(program: &Program, offset: usize) -> Vec<ExprId> {
    let mut all: Vec<ExprId> = Vec::new();
    let mut callees = Vec::new();
    for (i, node) in program.nodes.iter().enumerate().filter(|(_, n)| holds(n.span, offset)) {
        if let Expr::Call { callee, .. } = &node.expr {
            callees.push(*callee);
        }
        if !matches!(node.expr, Expr::Error | Expr::Number(_) | Expr::Text(_) | Expr::Boolean(_) | Expr::Lambda { .. })
        {
            all.push(ExprId(i as u32));
        }
    }
    all.retain(|&e| !callees.contains(&e) && !depends(program, e));
    all.sort_by_key(|&e| program[e].span.end - program[e].span.start);
    all
}

/// The names that stand inside a span.
pub fn used(program: &Program, span: Span) -> impl Iterator<Item = &str> {
    let inside = program.nodes.iter().filter(move |n| span.start <= n.span.start && n.span.end <= span.end);
    inside.filter_map(|n| if let Expr::Name(name) = &n.expr { Some(&**name) } else { None })
}

/// Whether an expression uses a name that is bound around it.
fn depends(program: &Program, expression: ExprId) -> bool {
    let span = program[expression].span;
    let around = bound_around(program, span);
    !around.is_empty() && used(program, span).any(|name| around.iter().any(|bound| &*bound.text == name))
}

/// The definitions of a text, those inside loops included, in order.
pub fn definitions(program: &Program) -> impl Iterator<Item = (&Statement, &Name)> {
    program.statements.iter().filter_map(|s| match &s.kind {
        StatementKind::Define { name, .. } => Some((s, name)),
        _ => None,
    })
}

/// The definition of a name that holds at a byte: the last one before it, else the first.
pub fn definition<'p>(program: &'p Program, name: &str, offset: usize) -> Option<(&'p Statement, &'p Name)> {
    let all: Vec<_> = definitions(program).filter(|(_, n)| &*n.text == name).collect();
    all.iter().rev().find(|(s, _)| s.span.start as usize <= offset).or(all.first()).copied()
}

/// How a definition is called: `K(n)`.
pub fn signature(statement: &Statement) -> Option<String> {
    let StatementKind::Define { name, parameters, .. } = &statement.kind else { return None };
    let parameters = parameters.as_ref().map(|ps| ps.iter().map(|p| &*p.text).collect::<Vec<_>>().join(", "));
    Some(parameters.map_or_else(|| name.text.to_string(), |p| format!("{}({p})", name.text)))
}

/// Where the name at a byte is defined: here, or in an imported file.
pub fn go_to(document: &Document, offset: usize) -> Option<Value> {
    let text = document.places.text();
    let sign = sign_at(text, offset)?;
    let here = |span: Span| json!({ "uri": document.uri, "range": document.places.range(span.range()) });
    let imported = document.program.statements.iter().find_map(|s| match &s.kind {
        StatementKind::Import { path, span } if holds(*span, offset) => Some(path),
        _ => None,
    });
    if let Some(path) = imported {
        let own = places::path(&document.uri);
        let path = std::path::Path::new(&own).parent()?.join(&**path);
        let start = json!({ "line": 0, "character": 0 });
        let uri = places::uri(&path.to_string_lossy());
        return path.is_file().then(|| json!({ "uri": uri, "range": { "start": start, "end": start } }));
    }
    let name = text.get(sign.range()).filter(|_| sign.kind == Lexeme::Name)?;
    let span = Span { source: document.source, start: sign.start, end: sign.end };
    if let Some(binder) = local(&document.program, name, span) {
        return Some(here(binder));
    }
    if let Some((_, name)) = definition(&document.program, name, offset) {
        return Some(here(name.span));
    }
    let sources = (0..).map_while(|i| document.session.sources.get(crate::source::SourceId(i)));
    for source in sources.filter(|s| s.id != document.source && s.name.ends_with(".cg")) {
        let program = crate::syntax::parse(source).program;
        if let Some((_, found)) = definitions(&program).find(|(_, n)| &*n.text == name) {
            let places = Places::new(source.text.to_string());
            return Some(json!({ "uri": places::uri(&source.name), "range": places.range(found.span.range()) }));
        }
    }
    None
}

/// The definitions of a text as an outline.
pub fn symbols(document: &Document) -> Value {
    let symbol = |(statement, name): (&Statement, &Name)| {
        let StatementKind::Define { parameters, game, .. } = &statement.kind else { return Value::Null };
        // Class, Function, Variable.
        let kind = if *game {
            5
        } else if parameters.is_some() {
            12
        } else {
            13
        };
        json!({
            "name": name.text,
            "detail": signature(statement),
            "kind": kind,
            "range": document.places.range(statement.span.range()),
            "selectionRange": document.places.range(name.span.range()),
        })
    };
    definitions(&document.program).map(symbol).collect()
}
