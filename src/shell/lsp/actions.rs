//! The actions that an editor offers: corrections of diagnostics, and results written behind their expressions.

use std::time::{Duration, Instant};

use gen_lsp_types::{CodeAction, CodeActionKind, CodeActionParams, CodeActionRequest, CodeActionResponse};

use super::answer::{Refusal, TextRequest};
use super::document::{CHARACTERS_SHOWN, Document};
use super::report;
use crate::diagnostic::{Diagnostic, Fix};
use crate::syntax::ast::{Statement, StatementKind};

/// The time to wait for a result.
const PATIENCE: Duration = Duration::from_secs(1);

impl TextRequest for CodeActionRequest {
    fn answer(document: &mut Document, params: CodeActionParams) -> Result<Option<Vec<CodeActionResponse>>, Refusal> {
        Ok(Some(actions(document, &params).into_iter().map(CodeActionResponse::from).collect()))
    }
}

/// Returns the actions for a range of the text, of the kinds that are wanted.
fn actions(document: &mut Document, params: &CodeActionParams) -> Vec<CodeAction> {
    let start = document.places.offset(params.range.start);
    let end = document.places.offset(params.range.end).max(start);
    let wanted = |kind: CodeActionKind| {
        let kind = String::from(kind);
        let holds = |only: String| kind == only || kind.starts_with(&format!("{only}."));
        params.context.only.as_ref().is_none_or(|all| all.iter().any(|only| holds(only.clone().into())))
    };
    let mut all = Vec::new();
    if wanted(CodeActionKind::QuickFix) {
        for diagnostic in document.diagnostics.iter().filter(|d| touches(document, d, start, end)) {
            let is_only = diagnostic.fixes.len() == 1;
            all.extend(diagnostic.fixes.iter().filter_map(|fix| correction(document, diagnostic, fix, is_only)));
        }
    }
    if wanted(CodeActionKind::RefactorRewrite) {
        all.extend(write_result(document, start, end));
    }
    all
}

/// Returns `true` if the first label of a diagnostic in this text touches the bytes from `start` to `end`.
fn touches(document: &Document, diagnostic: &Diagnostic, start: usize, end: usize) -> bool {
    let here = diagnostic.labels.iter().find(|label| label.span.source == document.source);
    here.is_some_and(|label| label.span.start as usize <= end && start <= label.span.end as usize)
}

/// Returns a correction as an action.
fn correction(document: &Document, diagnostic: &Diagnostic, fix: &Fix, is_only: bool) -> Option<CodeAction> {
    let old = document.places.text().get(fix.span.range()).filter(|_| fix.span.source == document.source)?;
    Some(CodeAction {
        title: fix.title(old),
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(vec![report::diagnostic(document, diagnostic)]),
        is_preferred: Some(is_only),
        edit: Some(document.changes([(fix.span.range(), &*fix.text)])),
        ..CodeAction::default()
    })
}

/// Returns the action that writes the result of an expression after it. `None` if the result is no short line, takes longer than
/// [`PATIENCE`], or if something else follows on the line.
fn write_result(document: &mut Document, start: usize, end: usize) -> Option<CodeAction> {
    let is_here = |s: &Statement| s.span.start as usize <= end && start <= s.span.end as usize;
    let is_bare = |s: &Statement| matches!(s.kind, StatementKind::Expression(_)) && s.expected.is_none();
    let mut top = document.program.top.iter().map(|id| &document.program[*id]);
    let span = top.find(|s| is_here(s) && is_bare(s))?.span;
    let at = document.statements.iter().position(|s| s.span == span)?;
    let has_run = document.run_through(at, Instant::now() + PATIENCE);
    let rest = document.places.text().get(span.end as usize..)?.split('\n').next().unwrap_or("");
    let result = document.results.get(at)?.as_deref()?;
    let is_line = !result.contains('\n') && result.chars().count() <= CHARACTERS_SHOWN;
    if !has_run || !rest.trim().is_empty() || !is_line {
        return None;
    }
    let end = span.end as usize;
    let edit = document.changes([(end..end + rest.len(), &*format!("  #=> {result}"))]);
    Some(CodeAction {
        title: "Write the result after the expression".into(),
        kind: Some(CodeActionKind::RefactorRewrite),
        edit: Some(edit),
        ..CodeAction::default()
    })
}
