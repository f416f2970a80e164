//! Help while typing: completion and the parameters of the open call.

use serde_json::{Value, json};

use super::document::Document;
use super::names;
use crate::shell::repl::complete::{Candidate, CandidateKind, complete};
use crate::shell::repl::hint::signature_among;
use crate::syntax::Reading;

/// What can stand at a byte.
pub fn completion(document: &Document, offset: usize) -> Value {
    let text = document.places.text();
    let start = text[..offset].rfind('\n').map_or(0, |i| i + 1);
    let line = &text[start..offset];
    // A line of a script that starts with a colon is no command.
    let (line, start) = match line.trim_start().strip_prefix(':') {
        Some(rest) => (rest, offset - rest.len()),
        None => (line, start),
    };
    let (word, mut found) = complete(&document.session, line, line.len());
    let prefix = &line[word..];
    // What the text defines may not have run.
    if !prefix.is_empty() && prefix.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        for (statement, name) in names::definitions(&document.program) {
            let call = names::signature(statement).filter(|s| s.contains('('));
            let text = format!("{}{}", name.text, if call.is_some() { "(" } else { "" });
            if name.text.starts_with(prefix) && !found.iter().any(|c| c.text == text) {
                let summary = call.unwrap_or_else(|| name.text.to_string());
                found.push(Candidate { text, kind: CandidateKind::Binding, summary });
            }
        }
    }
    let range = document.places.range(start + word..offset);
    let item = |candidate: &Candidate| {
        let call = candidate.text.ends_with('(');
        // Function, Variable, Constant, Keyword, Text.
        let kind = match candidate.kind {
            CandidateKind::Binding | CandidateKind::Builtin if call => 3,
            CandidateKind::Binding => 6,
            CandidateKind::Builtin => 21,
            CandidateKind::Keyword => 14,
            _ => 1,
        };
        let typed = match candidate.kind {
            CandidateKind::Sign => prefix,
            _ => candidate.text.trim_end_matches('('),
        };
        json!({
            "label": candidate.text.trim_end_matches('('),
            "kind": kind,
            "detail": candidate.summary,
            "filterText": typed,
            "textEdit": { "range": range, "newText": candidate.text },
        })
    };
    // Files are named from the folder of the script, which completion at the prompt does not know.
    found.iter().filter(|c| !matches!(c.kind, CandidateKind::File | CandidateKind::Command)).map(item).collect()
}

/// The parameters of the call that is open at a byte.
pub fn signature(document: &Document, offset: usize) -> Option<Value> {
    let defined = |name: &str| names::signature(names::definition(&document.program, name, offset)?.0);
    let signature = signature_among(&Reading::up_to(document.places.text(), offset), defined)?;
    let parameters = signature.parameters.iter().map(|p| json!({ "label": p.label, "documentation": p.wanted }));
    // A number that is none of a parameter marks none.
    let current = signature.current.unwrap_or(signature.parameters.len());
    Some(json!({
        "signatures": [{
            "label": signature.label(),
            "documentation": signature.summary,
            "parameters": parameters.collect::<Vec<_>>(),
        }],
        "activeSignature": 0,
        "activeParameter": current,
    }))
}
