//! Colours and folds: the classes of signs that the prompt shows, and the parts that are written on several lines.

use gen_lsp_types::{
    FoldingRange, FoldingRangeKind, FoldingRangeParams, FoldingRangeRequest, SemanticToken, SemanticTokens,
    SemanticTokensParams, SemanticTokensRequest,
};

use super::answer::{Refusal, TextRequest};
use super::document::Document;
use super::scopes;
use crate::eval::Scope;
use crate::syntax::ast::StatementKind;
use crate::syntax::children::for_each_child;
use crate::syntax::lexer::{Lexeme, lex};
use crate::syntax::{Reading, TokenClass};

impl TextRequest for SemanticTokensRequest {
    fn answer(document: &mut Document, _: SemanticTokensParams) -> Result<Option<SemanticTokens>, Refusal> {
        Ok(Some(SemanticTokens { result_id: None, data: semantic(document) }))
    }
}

impl TextRequest for FoldingRangeRequest {
    fn answer(document: &mut Document, _: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>, Refusal> {
        Ok(Some(folds(document)))
    }
}

/// The kinds of signs that are reported, by number.
pub const KINDS: [&str; 8] =
    ["keyword", "variable", "function", "number", "string", "operator", "comment", "parameter"];

/// The modifiers that are reported, by bit.
pub const MODIFIERS: [&str; 3] = ["definition", "defaultLibrary", "documentation"];

/// Returns every token of the text with its kind, and its place relative to the token before.
fn semantic(document: &Document) -> Vec<SemanticToken> {
    let text = document.places.text();
    let reading = Reading::new(text);
    let mut tokens = Vec::new();
    let (mut line, mut column) = (0, 0);
    for (range, class) in reading.pieces() {
        let Some((token_type, token_modifiers_bitset)) = kind(document, range.start, class) else { continue };
        let (start, end) = (document.places.place(range.start), document.places.place(range.end));
        if end.line != start.line {
            continue;
        }
        let delta_start = if start.line == line { start.character - column } else { start.character };
        let (delta_line, length) = (start.line - line, end.character - start.character);
        tokens.push(SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset });
        (line, column) = (start.line, start.character);
    }
    tokens
}

/// Returns the kind and the bits of a sign, or `None` for those that are left as they are.
fn kind(document: &Document, offset: usize, class: TokenClass) -> Option<(u32, u32)> {
    const PARAMETER: u32 = 7;
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
        Scope::Local(_) => (PARAMETER, u32::from(name.is_definition)),
        Scope::Global => (plain, u32::from(name.is_definition)),
        Scope::Builtin => (plain, 2),
    })
}

/// Returns the foldable ranges: loops, literals and calls on several lines, and blocks of comments.
fn folds(document: &Document) -> Vec<FoldingRange> {
    let (program, text) = (&document.program, document.places.text());
    let line = |offset: usize| document.places.line(offset);
    let mut ranges: Vec<(usize, usize, Option<FoldingRangeKind>)> = Vec::new();
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
                        ranges.extend(other.map(|(first, last)| (first, last, Some(FoldingRangeKind::Comment))));
                        Some((here, here))
                    }
                };
            }
            _ => starts_line = false,
        }
    }
    ranges.extend(block.map(|(first, last)| (first, last, Some(FoldingRangeKind::Comment))));
    ranges.retain(|(first, last, _)| first < last);
    // For ranges that begin on one line, the longest first.
    ranges.sort_by_key(|(first, last, _)| (*first, std::cmp::Reverse(*last)));
    ranges.dedup_by_key(|(first, ..)| *first);
    let fold = |(first, last, kind)| FoldingRange {
        start_line: first as u32,
        end_line: last as u32,
        kind,
        ..FoldingRange::default()
    };
    ranges.into_iter().map(fold).collect()
}
