//! Colours and folds: the classes of signs that the prompt shows, and what is written on several lines.

use serde_json::{Value, json};

use super::document::Document;
use super::scopes;
use crate::eval::Scope;
use crate::syntax::ast::StatementKind;
use crate::syntax::children::for_each_child;
use crate::syntax::lexer::{Lexeme, lex};
use crate::syntax::{Reading, TokenClass};

/// The kinds of signs that are told, by number.
pub const KINDS: [&str; 8] =
    ["keyword", "variable", "function", "number", "string", "operator", "comment", "parameter"];

/// What is told besides, by bit.
pub const MODIFIERS: [&str; 3] = ["definition", "defaultLibrary", "documentation"];

/// Every sign of the text with its kind, each five numbers: lines and columns since the one before, length, kind, bits.
pub fn semantic(document: &Document) -> Value {
    let text = document.places.text();
    let reading = Reading::new(text);
    let mut data: Vec<u64> = Vec::new();
    let (mut line, mut column) = (0, 0);
    let number = |place: &Value, field: &str| place[field].as_u64().unwrap_or(0);
    for (range, class) in reading.pieces() {
        let Some((kind, modifiers)) = kind(document, range.start, class) else { continue };
        let (start, end) = (document.places.place(range.start), document.places.place(range.end));
        let (at_line, at_column) = (number(&start, "line"), number(&start, "character"));
        if number(&end, "line") != at_line {
            continue;
        }
        let since = if at_line == line { at_column - column } else { at_column };
        data.extend([at_line - line, since, number(&end, "character") - at_column, kind, modifiers]);
        (line, column) = (at_line, at_column);
    }
    json!({ "data": data })
}

/// The kind and the bits of a sign; `None` for those that are left as they are.
fn kind(document: &Document, offset: usize, class: TokenClass) -> Option<(u64, u64)> {
    const PARAMETER: u64 = 7;
    let plain = match class {
        TokenClass::Keyword => 0,
        TokenClass::Name => 1,
        TokenClass::Function => 2,
        TokenClass::Number => 3,
        TokenClass::Text => 4,
        TokenClass::Operator => 5,
        TokenClass::Comment => 6,
        TokenClass::Expected => return Some((6, 4)),
        TokenClass::Bracket | TokenClass::Error => return None,
    };
    let is_name = matches!(class, TokenClass::Name | TokenClass::Function);
    let Some(name) = scopes::at(document, offset).filter(|_| is_name) else { return Some((plain, 0)) };
    Some(match name.scope {
        Scope::Local(_) => (PARAMETER, u64::from(name.is_definition)),
        Scope::Global => (plain, u64::from(name.is_definition)),
        Scope::Builtin => (plain, 2),
    })
}

/// What can be folded: loops, literals and calls on several lines, comments above one another.
pub fn folds(document: &Document) -> Value {
    let (program, text) = (&document.program, document.places.text());
    let line = |offset: usize| document.places.line(offset);
    let mut ranges: Vec<(usize, usize, Option<&str>)> = Vec::new();
    for statement in program.statements.iter().filter(|s| !matches!(s.kind, StatementKind::Error(_))) {
        ranges.push((line(statement.span.start as usize), line(statement.span.end as usize), None));
    }
    for node in &program.nodes {
        let mut has_children = false;
        for_each_child(&node.expr, |_| has_children = true);
        if has_children {
            ranges.push((line(node.span.start as usize), line(node.span.end as usize), None));
        }
    }
    let mut block: Option<(usize, usize)> = None;
    let mut starts_line = true;
    for lexeme in lex(text) {
        match lexeme.kind {
            Lexeme::Newline => starts_line = true,
            Lexeme::Comment if starts_line => {
                let here = line(lexeme.start as usize);
                block = match block {
                    Some((first, last)) if last + 1 == here => Some((first, here)),
                    other => {
                        ranges.extend(other.map(|(first, last)| (first, last, Some("comment"))));
                        Some((here, here))
                    }
                };
            }
            _ => starts_line = false,
        }
    }
    ranges.extend(block.map(|(first, last)| (first, last, Some("comment"))));
    ranges.retain(|(first, last, _)| first < last);
    // Of those that begin on one line the longest.
    ranges.sort_by_key(|(first, last, _)| (*first, std::cmp::Reverse(*last)));
    ranges.dedup_by_key(|(first, ..)| *first);
    let fold = |(first, last, kind): (usize, usize, Option<&str>)| {
        let mut fold = json!({ "startLine": first, "endLine": last });
        kind.into_iter().for_each(|kind| fold["kind"] = json!(kind));
        fold
    };
    ranges.into_iter().map(fold).collect()
}
