//! Information about the place under the cursor: its value, its definition, its help, as Markdown.

use std::time::{Duration, Instant};

use gen_lsp_types::{Contents, Hover, HoverParams, HoverRequest, MarkupContent, MarkupKind};

use super::answer::{Refusal, TextRequest};
use super::document::Document;
use super::names;
use crate::shell::help::{Entry, entries};
use crate::source::Span;
use crate::syntax::ast::{Expr, StatementKind};
use crate::syntax::token::Lexeme;

/// The time that an answer may take.
const PATIENCE: Duration = Duration::from_millis(40);

/// Lines of a definition or an explanation that are shown.
const LINES: usize = 12;

impl TextRequest for HoverRequest {
    fn answer(document: &mut Document, params: HoverParams) -> Result<Option<Hover>, Refusal> {
        let offset = document.places.offset(params.text_document_position_params.position);
        Ok(hover(document, offset))
    }
}

/// Returns the text that the editor shows about a place, or `None` if there is none.
fn hover(document: &mut Document, offset: usize) -> Option<Hover> {
    let until = Instant::now() + PATIENCE;
    let sign = names::sign_at(document.places.text(), offset)?;
    if matches!(sign.kind, Lexeme::Comment) {
        return None;
    }
    let word = document.places.text().get(sign.range()).unwrap_or("").to_string();
    let span = Span { source: document.source, start: sign.start, end: sign.end };
    let mut parts = Vec::new();
    let mut range = span;
    let value = value(document, offset, until);
    if let Some((place, expression, value)) = &value {
        range = *place;
        let (first, more) = expression.split_once('\n').map_or((&**expression, ""), |(first, _)| (first, " ..."));
        parts.push(equation(&format!("{first}{more}"), value));
    }
    let is_name = sign.kind == Lexeme::Name;
    let definition = names::definition(&document.program, &word, offset).filter(|_| is_name);
    if is_name && names::local(document, span).is_some() {
        parts.push(format!("`{word}` is bound here, by a parameter or a `for`."));
    } else if let Some((statement, _)) = definition {
        let text = beginning(document.places.text().get(statement.span.range()).unwrap_or(""));
        let is_variable = matches!(statement.kind, StatementKind::Define { parameters: None, .. });
        // On the name in its own definition there is no expression.
        if value.is_none() && is_variable && is_run(document, offset, until) && is_settled(document, [&*word]) {
            parts.extend(document.evaluate(&word, until).map(|value| equation(&word, &value)));
        }
        parts.push(fenced("cg", &text));
    } else if let Some(entry) = entry(&word).filter(|_| sign.kind.is_word() || value.is_none()) {
        parts.push(help(entry));
    } else if let Some((_, expression, _)) = &value
        && let Some(story) = document.evaluate(&format!("explain({expression})"), until)
    {
        parts.push(fenced("text", &beginning(&story)));
    }
    (!parts.is_empty()).then(|| {
        let text = MarkupContent { kind: MarkupKind::Markdown, value: parts.join("\n\n---\n\n") };
        Hover { contents: Contents::MarkupContent(text), range: Some(document.places.range(range.range())) }
    })
}

/// Returns the least expression under the cursor that can be evaluated, where it is, and its value.
fn value(document: &mut Document, offset: usize, until: Instant) -> Option<(Span, String, String)> {
    if !is_run(document, offset, until) {
        return None;
    }
    let at = document.statements.iter().position(|s| names::holds(s.span, offset))?;
    let statement = document.statements[at].span;
    let candidates = names::evaluable(document, offset);
    for expression in candidates.into_iter().take(3) {
        let node = &document.program[expression];
        let span = node.span;
        let is_row = |name: &str| crate::builtins::all().any(|b| b.name == name && !b.constant);
        let defines = |name: &str| names::definition(&document.program, name, offset).is_some();
        match &node.expr {
            // A function or a ruleset is explained by its definition or its help.
            Expr::Name(name) if is_row(name) && !defines(name) => return None,
            Expr::Name(name) if is_function(document, name, offset) => return None,
            _ => {}
        }
        let text = document.places.text().get(span.range())?.to_string();
        let value = if span == statement && document.results[at].is_some() {
            document.results[at].clone()
        } else if is_settled(document, names::used(&document.program, span)) {
            document.evaluate(&text, until)
        } else {
            None
        };
        if let Some(value) = value {
            return Some((span, text, value));
        }
    }
    None
}

fn is_function(document: &Document, name: &str, offset: usize) -> bool {
    names::definition(&document.program, name, offset)
        .is_some_and(|(s, _)| matches!(&s.kind, StatementKind::Define { parameters: Some(_), .. }))
}

/// Returns `true` if the statement at a byte has run, now or before.
fn is_run(document: &mut Document, offset: usize, until: Instant) -> bool {
    let at = document.statements.iter().position(|s| names::holds(s.span, offset));
    at.is_some_and(|at| document.run_through(at, until))
}

/// Returns `true` if these names mean the same in the whole text.
fn is_settled<'d>(document: &'d Document, names: impl IntoIterator<Item = &'d str>) -> bool {
    use crate::value::Value::*;
    let is_plain = |name: &str| {
        let value = document.session.variable(name);
        value.is_some_and(|v| !matches!(v, List(_) | Set(_) | Function(_) | Ruleset(_) | Position(_) | Report(_)))
    };
    names::Roots::new(&document.program).are_settled(names, is_plain)
}

/// Returns the help for a word or a sign.
fn entry(word: &str) -> Option<Entry> {
    let found = || entries().filter(|e| e.names().any(|n| n == word));
    found().find(|e| matches!(e, Entry::Builtin(_))).or_else(|| found().next())
}

/// Returns a page of help.
fn help(entry: Entry) -> String {
    let mut text = fenced("cg", &entry.form());
    text.push_str(&format!("\n\n{}", entry.summary()));
    if let Some(kinds) = entry.kinds() {
        text.push_str(&format!("\n\n*{kinds}*"));
    }
    let definition = entry.definition();
    if !definition.is_empty() {
        text.push_str(&format!("\n\n{definition}"));
    }
    let examples: Vec<String> = entry.examples().into_iter().map(|(e, r)| format!("{e}  #=> {r}")).collect();
    if !examples.is_empty() {
        text.push_str(&format!("\n\n{}", fenced("cg", &examples.join("\n"))));
    }
    text
}

/// Returns an equation of an expression and its result; a picture begins on a line of its own.
fn equation(left: &str, right: &str) -> String {
    let blank = if right.contains('\n') { '\n' } else { ' ' };
    fenced("cg", &format!("{left} ={blank}{right}"))
}

/// Returns the first lines of a text.
fn beginning(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().take(LINES).collect();
    if text.lines().count() > LINES {
        lines.push("...");
    }
    lines.join("\n")
}

/// Returns code in Markdown; the fence is longer than any in it.
fn fenced(language: &str, code: &str) -> String {
    let mut fence = String::from("```");
    while code.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}{language}\n{code}\n{fence}")
}
