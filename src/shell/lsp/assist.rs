//! Help while typing: completion and the parameters of the open call.

use serde_json::{Value, json};

use super::document::Document;
use super::names;
use crate::builtins;
use crate::language::Arity;
use crate::shell::repl::complete::{Kind, complete};
use crate::syntax::call_at;

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
                found.push(crate::shell::repl::complete::Candidate { text, kind: Kind::Binding, summary });
            }
        }
    }
    let range = document.places.range(start + word..offset);
    let item = |candidate: &crate::shell::repl::complete::Candidate| {
        let call = candidate.text.ends_with('(');
        // Function, Variable, Constant, Keyword, Text.
        let kind = match candidate.kind {
            Kind::Binding | Kind::Builtin if call => 3,
            Kind::Binding => 6,
            Kind::Builtin => 21,
            Kind::Keyword => 14,
            _ => 1,
        };
        let typed = match candidate.kind {
            Kind::Sign => prefix,
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
    found.iter().filter(|c| !matches!(c.kind, Kind::File | Kind::Command)).map(item).collect()
}

/// The parameters of the call that is open at a byte.
pub fn signature(document: &Document, offset: usize) -> Option<Value> {
    let (name, argument) = call_at(document.places.text(), offset)?;
    if let Some((statement, _)) = names::definition(&document.program, name, offset) {
        let label = names::signature(statement)?;
        let inside = label.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
        let parameters: Vec<Value> = inside.split(", ").map(|p| json!({ "label": p })).collect();
        return Some(help(&label, "", &parameters, argument));
    }
    let row = builtins::all().find(|b| b.name == name || b.aliases.contains(&name)).filter(|b| !b.constant)?;
    let rest = row.parameters.last().is_some_and(|p| p.arity == Arity::Rest);
    let parameter = |p: &crate::language::Parameter| {
        let optional = if p.arity == Arity::Optional { "?" } else { "" };
        json!({ "label": format!("{}{optional}", p.name), "documentation": p.kind })
    };
    let parameters: Vec<Value> = row.parameters.iter().map(parameter).collect();
    let argument = if rest { argument.min(row.parameters.len() - 1) } else { argument };
    Some(help(&row.signature(), row.summary(), &parameters, argument))
}

fn help(label: &str, summary: &str, parameters: &[Value], argument: usize) -> Value {
    json!({
        "signatures": [{ "label": label, "documentation": summary, "parameters": parameters }],
        "activeSignature": 0,
        "activeParameter": argument,
    })
}
