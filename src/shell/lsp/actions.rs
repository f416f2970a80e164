//! What an editor offers to do: corrections of what is told, and results written behind their expressions.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::document::{Document, SHOWN};
use super::report;
use crate::diagnostic::{Diagnostic, Fix};
use crate::syntax::ast::{Statement, StatementKind};

/// How long a result is waited for.
const PATIENCE: Duration = Duration::from_secs(1);

/// The actions for a range of the text, of the kinds that are wanted.
pub fn actions(document: &mut Document, params: &Value) -> Option<Value> {
    let start = document.places.offset(&params["range"]["start"])?;
    let end = document.places.offset(&params["range"]["end"])?.max(start);
    let wanted = |kind: &str| match params["context"]["only"].as_array() {
        Some(only) => only.iter().filter_map(Value::as_str).any(|o| kind == o || kind.starts_with(&format!("{o}."))),
        None => true,
    };
    let mut all = Vec::new();
    if wanted("quickfix") {
        for diagnostic in document.diagnostics.iter().filter(|d| touches(document, d, start, end)) {
            let is_only = diagnostic.fixes.len() == 1;
            all.extend(diagnostic.fixes.iter().filter_map(|fix| correction(document, diagnostic, fix, is_only)));
        }
    }
    if wanted("refactor.rewrite") {
        all.extend(result(document, start, end));
    }
    Some(Value::Array(all))
}

/// Whether a diagnostic stands in a range of lines' signs.
fn touches(document: &Document, diagnostic: &Diagnostic, start: usize, end: usize) -> bool {
    let here = diagnostic.labels.iter().find(|label| label.span.source == document.source);
    here.is_some_and(|label| label.span.start as usize <= end && start <= label.span.end as usize)
}

/// A correction as an action.
fn correction(document: &Document, diagnostic: &Diagnostic, fix: &Fix, is_only: bool) -> Option<Value> {
    let old = document.places.text().get(fix.span.range()).filter(|_| fix.span.source == document.source)?;
    Some(json!({
        "title": fix.title(old),
        "kind": "quickfix",
        "diagnostics": [report::diagnostic(document, diagnostic)],
        "isPreferred": is_only,
        "edit": edit(document, fix.span.range(), &fix.text),
    }))
}

fn edit(document: &Document, range: std::ops::Range<usize>, text: &str) -> Value {
    json!({ "changes": { &document.uri: [{ "range": document.places.range(range), "newText": text }] } })
}

/// Writes what an expression gives behind it, if nothing stands there; where that cannot be, says why.
fn result(document: &mut Document, start: usize, end: usize) -> Option<Value> {
    let is_here = |s: &Statement| s.span.start as usize <= end && start <= s.span.end as usize;
    let is_bare = |s: &Statement| matches!(s.kind, StatementKind::Expression(_)) && s.expected.is_none();
    let mut top = document.program.top.iter().map(|id| &document.program[*id]);
    let span = top.find(|s| is_here(s) && is_bare(s))?.span;
    let title = "Write the result behind it";
    let refused = |why: String| json!({ "title": title, "kind": "refactor.rewrite", "disabled": { "reason": why } });
    let at = document.statements.iter().position(|s| s.span == span)?;
    if !document.run_through(at, Instant::now() + PATIENCE) {
        return Some(refused("this takes longer than a second".into()));
    }
    let text = document.places.text();
    let rest = text.get(span.end as usize..)?.split('\n').next().unwrap_or("");
    let blank = rest.len() - rest.trim_start().len();
    let why = match document.results[at].as_deref() {
        _ if !rest.trim().is_empty() => "something else stands behind it".into(),
        None => {
            match document.diagnostics.iter().find(|d| touches(document, d, span.start as usize, span.end as usize)) {
                Some(diagnostic) => diagnostic.message.clone(),
                None => "this has no result".into(),
            }
        }
        Some(result) if result.contains('\n') => "the result takes several lines".into(),
        Some(result) if result.chars().count() > SHOWN => "the result is too long".into(),
        Some(result) => {
            let end = span.end as usize;
            let edit = edit(document, end..end + blank, &format!("  #=> {result}"));
            return Some(json!({ "title": title, "kind": "refactor.rewrite", "edit": edit }));
        }
    };
    Some(refused(why))
}
