//! What is wrong with a text, told to the editor.

use serde_json::{Value, json};

use super::document::Document;
use super::places::{self, Places};
use super::wire;
use crate::diagnostic::{Diagnostic, Label};
use crate::syntax::ast::StatementKind;

/// Tells all that is wrong with a text; what was told before is void.
pub fn tell(uri: &str, version: Option<i64>, diagnostics: &[Value]) {
    let mut params = json!({ "uri": uri, "diagnostics": diagnostics });
    if let Some(version) = version {
        params["version"] = json!(version);
    }
    wire::send(json!({ "method": "textDocument/publishDiagnostics", "params": params }));
}

/// All that is wrong with a text, as the protocol has it.
pub fn diagnostics(document: &Document) -> Vec<Value> {
    document.diagnostics.iter().map(|d| diagnostic(document, d)).collect()
}

/// One of them.
pub fn diagnostic(document: &Document, diagnostic: &Diagnostic) -> Value {
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
    let related: Vec<Value> = others.filter_map(|l| related(document, l)).collect();
    json!({
        "range": range,
        "severity": if diagnostic.is_error() { 1 } else { 2 },
        "code": diagnostic.code.as_str(),
        "source": "cg",
        "message": message,
        "relatedInformation": related,
    })
}

/// The first import: the place of what is wrong elsewhere.
fn import(document: &Document) -> Value {
    let mut all = document.program.statements.iter();
    let import = all.find(|s| matches!(s.kind, StatementKind::Import { .. }));
    document.places.range(import.map_or(0..0, |s| s.span.range()))
}

fn related(document: &Document, label: &Label) -> Option<Value> {
    let (uri, range) = if label.span.source == document.source {
        (document.uri.clone(), document.places.range(label.span.range()))
    } else {
        let source = document.session.sources.get(label.span.source)?;
        (places::uri(&source.name), Places::new(source.text.to_string()).range(label.span.range()))
    };
    Some(json!({ "location": { "uri": uri, "range": range }, "message": label.text }))
}
