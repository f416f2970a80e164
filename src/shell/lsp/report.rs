//! Diagnostics of a text, published to the editor.

use gen_lsp_types::{
    Diagnostic as EditorDiagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Notification,
    PublishDiagnosticsNotification, PublishDiagnosticsParams, Range,
};
use serde_json::json;

use super::document::Document;
use super::places::{self, Places};
use super::wire;
use crate::diagnostic::{Diagnostic, Label};
use crate::syntax::ast::StatementKind;

/// Publishes all diagnostics of a text; earlier ones are void.
pub fn tell(uri: &str, version: Option<i32>, diagnostics: Vec<EditorDiagnostic>) {
    let params = PublishDiagnosticsParams { uri: uri.into(), version, diagnostics };
    wire::send(json!({ "method": PublishDiagnosticsNotification::METHOD, "params": params }));
}

/// Returns the diagnostics of a text in the form of the protocol.
pub fn diagnostics(document: &Document) -> Vec<EditorDiagnostic> {
    document.diagnostics.iter().map(|d| diagnostic(document, d)).collect()
}

/// Returns a diagnostic in the form of the protocol.
pub fn diagnostic(document: &Document, diagnostic: &Diagnostic) -> EditorDiagnostic {
    let here = |label: &&Label| label.span.source == document.source;
    let main = diagnostic.labels.iter().find(here);
    let range = main.map_or_else(|| import(document), |l| document.places.range(l.span.range()));
    let mut message = diagnostic.message.clone();
    if let Some(label) = main.filter(|l| !l.text.is_empty()) {
        message.push_str(&format!(" ({})", label.text));
    }
    for note in &diagnostic.notes {
        message.push_str(&format!("\n{note}"));
    }
    if let Some(help) = &diagnostic.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let others = diagnostic.labels.iter().filter(|l| main.is_none_or(|m| !std::ptr::eq(m, *l)));
    EditorDiagnostic {
        range,
        severity: Some(if diagnostic.is_error() { DiagnosticSeverity::Error } else { DiagnosticSeverity::Warning }),
        code: Some(diagnostic.code.as_str().into()),
        source: Some("cg".into()),
        message: message.into(),
        related_information: Some(others.filter_map(|l| related(document, l)).collect()),
        ..EditorDiagnostic::default()
    }
}

/// Returns the first import: the place of an error elsewhere.
fn import(document: &Document) -> Range {
    let mut all = document.program.statements.iter();
    let import = all.find(|s| matches!(s.kind, StatementKind::Import { .. }));
    document.places.range(import.map_or(0..0, |s| s.span.range()))
}

fn related(document: &Document, label: &Label) -> Option<DiagnosticRelatedInformation> {
    let (uri, range) = if label.span.source == document.source {
        (document.uri.as_str().into(), document.places.range(label.span.range()))
    } else {
        let source = document.session.sources.get(label.span.source)?;
        (places::uri(&source.name), Places::new(source.text.to_string()).range(label.span.range()))
    };
    Some(DiagnosticRelatedInformation { location: Location { uri, range }, message: label.text.clone() })
}
