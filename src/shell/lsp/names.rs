//! The meanings of the names of a text, and the expressions that can be evaluated by themselves.

use std::collections::{HashMap, HashSet};

use gen_lsp_types::{
    DefinitionParams, DefinitionRequest, DefinitionResponse, DocumentSymbol, DocumentSymbolParams,
    DocumentSymbolRequest, DocumentSymbolResponse, Location, Range, SymbolKind,
};

use super::answer::{Refusal, TextRequest};
use super::document::Document;
use super::places::{self, Places};
use super::scopes;
use crate::eval::{self, Scope};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprId, Name, Node, Program, Statement, StatementKind};
use crate::syntax::lexer::{Lexed, lex};
use crate::syntax::token::Lexeme;

impl TextRequest for DefinitionRequest {
    fn answer(document: &mut Document, params: DefinitionParams) -> Result<Option<DefinitionResponse>, Refusal> {
        let offset = document.places.offset(params.text_document_position_params.position);
        Ok(go_to(document, offset).map(|location| DefinitionResponse::Definition(location.into())))
    }
}

impl TextRequest for DocumentSymbolRequest {
    fn answer(document: &mut Document, _: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>, Refusal> {
        Ok(Some(DocumentSymbolResponse::DocumentSymbolList(symbols(document))))
    }
}

/// Returns the sign at a byte or, between two, the word of them.
pub fn sign_at(text: &str, offset: usize) -> Option<Lexed> {
    let lexemes = lex(text);
    let first = lexemes.partition_point(|l| (l.end as usize) < offset);
    let near = || lexemes[first..].iter().take(2).filter(|l| l.start as usize <= offset && l.kind != Lexeme::Newline);
    near().find(|l| l.kind.is_word()).or_else(|| near().next_back()).copied()
}

/// Returns `true` if a span contains a byte, its end included.
pub fn holds(span: Span, offset: usize) -> bool {
    span.start as usize <= offset && offset <= span.end as usize
}

/// Returns the place at which a parameter, a loop or a clause binds the name at a span, if one does.
pub fn local(document: &Document, span: Span) -> Option<Span> {
    match scopes::at(document, span.start as usize)?.scope {
        Scope::Local(binder) => Some(binder),
        _ => None,
    }
}

/// Returns `true` if a span lies in another one.
fn holds_span(span: Span, inside: Span) -> bool {
    span.start <= inside.start && inside.end <= span.end
}

/// Returns the expressions at a byte that mean something by themselves, the smallest first.
pub fn evaluable(document: &Document, offset: usize) -> Vec<ExprId> {
    let program = &document.program;
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
    all.retain(|&e| !callees.contains(&e) && !depends(document, program[e].span));
    all.sort_by_key(|&e| program[e].span.end - program[e].span.start);
    all
}

/// Returns the names that stand inside a span.
pub fn used(program: &Program, span: Span) -> impl Iterator<Item = &str> {
    let inside = program.nodes.iter().filter(move |n| holds_span(span, n.span));
    inside.filter_map(|n| if let Expr::Name(name) = &n.expr { Some(&**name) } else { None })
}

/// Returns `true` if an expression uses a name that is bound around it.
fn depends(document: &Document, expression: Span) -> bool {
    let first = document.names.partition_point(|name| name.span.start < expression.start);
    let inside = document.names[first..].iter().take_while(|name| name.span.start < expression.end);
    inside.into_iter().any(|name| matches!(name.scope, Scope::Local(binder) if !holds_span(expression, binder)))
}

/// Returns the definitions of a text, those inside loops included, in order.
pub fn definitions(program: &Program) -> impl Iterator<Item = (&Statement, &Name)> {
    program.statements.iter().filter_map(|s| match &s.kind {
        StatementKind::Define { name, .. } => Some((s, name)),
        _ => None,
    })
}

/// Returns the definition of a name that holds at a byte: the last one before it, else the first. What a variable is
/// given stands before its definition.
pub fn definition<'p>(program: &'p Program, name: &str, offset: usize) -> Option<(&'p Statement, &'p Name)> {
    let all: Vec<_> = definitions(program).filter(|(_, n)| &*n.text == name).collect();
    let is_past = |statement: &Statement| match statement.kind {
        StatementKind::Define { parameters: None, body, .. } => {
            let start = statement.span.start as usize;
            start <= offset && !(offset >= program[body].span.start as usize && holds(statement.span, offset))
        }
        _ => statement.span.start as usize <= offset,
    };
    all.iter().rev().find(|(s, _)| is_past(s)).or(all.first()).copied()
}

/// The definitions that the meaning of a name depends on.
pub struct Roots<'p> {
    program: &'p Program,
    /// The definitions of each name.
    by_name: HashMap<&'p str, Vec<&'p Statement>>,
    /// The names that are read, and the functions without a name, by where they begin.
    readers: Vec<&'p Node>,
}

impl<'p> Roots<'p> {
    /// Returns the roots of the names of a text.
    pub fn new(program: &'p Program) -> Roots<'p> {
        let mut by_name: HashMap<&str, Vec<&Statement>> = HashMap::new();
        for (statement, name) in definitions(program) {
            by_name.entry(&name.text).or_default().push(statement);
        }
        let wanted = program.nodes.iter().filter(|n| matches!(n.expr, Expr::Name(_) | Expr::Lambda { .. }));
        let mut readers: Vec<&Node> = wanted.collect();
        readers.sort_by_key(|n| (n.span.start, std::cmp::Reverse(n.span.end)));
        Roots { program, by_name, readers }
    }

    /// Returns `true` if these names mean the same in the whole text: none of them is defined twice, nor is any that a
    /// function reads when it is called. A value that `is_plain` contains no function.
    pub fn are_settled(&self, names: impl IntoIterator<Item = &'p str>, is_plain: impl Fn(&str) -> bool) -> bool {
        // Each name, and whether it is read when the expression is evaluated rather than where it was defined.
        let mut left: Vec<(&str, bool)> = names.into_iter().map(|name| (name, true)).collect();
        let mut seen: HashSet<(&str, bool)> = left.iter().copied().collect();
        while let Some((name, is_read)) = left.pop() {
            let all = self.by_name.get(name).map_or(&[][..], |all| all);
            if is_read && (name == "_" || all.len() > 1) {
                return false;
            }
            if all.len() == 1 && is_plain(name) {
                continue;
            }
            for statement in all {
                left.extend(self.inner(statement).filter(|used| seen.insert(*used)));
            }
        }
        true
    }

    /// Returns the names in a definition, with `true` if they are read when the defined function is called.
    fn inner(&self, statement: &Statement) -> impl Iterator<Item = (&'p str, bool)> {
        let (body, is_function) = match &statement.kind {
            StatementKind::Define { parameters, body, .. } => (self.program[*body].span, parameters.is_some()),
            _ => (statement.span, false),
        };
        let from = self.readers.partition_point(|n| n.span.start < body.start);
        let until = self.readers.partition_point(|n| n.span.start < body.end);
        let mut function_until = if is_function { body.end } else { body.start };
        self.readers[from..until.max(from)].iter().filter_map(move |node| match &node.expr {
            Expr::Name(name) => Some((&**name, node.span.start < function_until)),
            _ => {
                function_until = function_until.max(node.span.end);
                None
            }
        })
    }
}

/// Returns the signature of a definition: `K(n, k?)`.
pub fn signature(statement: &Statement) -> Option<String> {
    let StatementKind::Define { name, parameters, defaults, .. } = &statement.kind else { return None };
    Some(match parameters {
        Some(parameters) => eval::signature(&name.text, parameters.iter().map(|name| &*name.text), defaults.len()),
        None => name.text.to_string(),
    })
}

/// Returns where the name at a byte is defined: here, or in an imported file.
fn go_to(document: &Document, offset: usize) -> Option<Location> {
    let text = document.places.text();
    let sign = sign_at(text, offset)?;
    let here = |span: Span| Location { uri: document.uri.as_str().into(), range: document.places.range(span.range()) };
    let imported = document.program.statements.iter().find_map(|s| match &s.kind {
        StatementKind::Import { path, span } if holds(*span, offset) => Some(path),
        _ => None,
    });
    if let Some(path) = imported {
        let own = places::path(&document.uri);
        let path = std::path::Path::new(&own).parent()?.join(&**path);
        let uri = places::uri(&path.to_string_lossy());
        return path.is_file().then(|| Location { uri, range: Range::default() });
    }
    let name = text.get(sign.range()).filter(|_| sign.kind == Lexeme::Name)?;
    let span = Span { source: document.source, start: sign.start, end: sign.end };
    if let Some(binder) = local(document, span) {
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
            return Some(Location { uri: places::uri(&source.name), range: places.range(found.span.range()) });
        }
    }
    None
}

/// Returns the definitions of a text as an outline.
fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let symbol = |(statement, name): (&Statement, &Name)| {
        let kind = match &statement.kind {
            StatementKind::Define { game: true, .. } => SymbolKind::Class,
            StatementKind::Define { parameters: Some(_), .. } => SymbolKind::Function,
            _ => SymbolKind::Variable,
        };
        let [all, own] = [statement.span, name.span].map(|span| document.places.range(span.range()));
        DocumentSymbol::new(name.text.to_string(), signature(statement), kind, None, None, all, own, None)
    };
    definitions(&document.program).map(symbol).collect()
}
