//! Help while typing: completion and the parameters of the open call.

use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTextEdit, CompletionParams, CompletionRequest,
    CompletionResponse, ParameterInformation, ParameterInformationLabel, SignatureHelp, SignatureHelpParams,
    SignatureHelpRequest, SignatureInformation, TextEdit,
};

use super::answer::{Refusal, TextRequest};
use super::document::Document;
use super::names;
use crate::shell::repl::complete::{Candidate, CandidateKind, complete};
use crate::shell::repl::hint::signature_among;
use crate::syntax::Reading;

impl TextRequest for CompletionRequest {
    fn answer(document: &mut Document, params: CompletionParams) -> Result<Option<CompletionResponse>, Refusal> {
        let offset = document.places.offset(params.text_document_position_params.position);
        Ok(Some(completion(document, offset).into()))
    }
}

impl TextRequest for SignatureHelpRequest {
    fn answer(document: &mut Document, params: SignatureHelpParams) -> Result<Option<SignatureHelp>, Refusal> {
        Ok(signature(document, document.places.offset(params.text_document_position_params.position)))
    }
}

/// Returns the words that can stand at a byte.
fn completion(document: &Document, offset: usize) -> Vec<CompletionItem> {
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
    // The definitions of the text may not have run.
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
        let kind = match candidate.kind {
            CandidateKind::Binding | CandidateKind::Builtin if call => CompletionItemKind::Function,
            CandidateKind::Binding => CompletionItemKind::Variable,
            CandidateKind::Builtin => CompletionItemKind::Constant,
            CandidateKind::Keyword => CompletionItemKind::Keyword,
            _ => CompletionItemKind::Text,
        };
        let typed = match candidate.kind {
            CandidateKind::Sign => prefix,
            _ => candidate.text.trim_end_matches('('),
        };
        let edit = TextEdit { range, new_text: candidate.text.clone() };
        CompletionItem {
            label: candidate.text.trim_end_matches('(').into(),
            kind: Some(kind),
            detail: Some(candidate.summary.clone()),
            filter_text: Some(typed.into()),
            text_edit: Some(CompletionItemTextEdit::TextEdit(edit)),
            ..CompletionItem::default()
        }
    };
    // Files are named from the folder of the script, which completion at the prompt does not know.
    found.iter().filter(|c| !matches!(c.kind, CandidateKind::File | CandidateKind::Command)).map(item).collect()
}

/// Returns the parameters of the call that is open at a byte.
fn signature(document: &Document, offset: usize) -> Option<SignatureHelp> {
    let defined = |name: &str| names::signature(names::definition(&document.program, name, offset)?.0);
    let signature = signature_among(&Reading::up_to(document.places.text(), offset), defined)?;
    let parameters = signature.parameters.iter().map(|p| ParameterInformation {
        label: ParameterInformationLabel::String(p.label.to_string()),
        documentation: Some(p.wanted.as_str().into()),
    });
    // A number that is none of a parameter marks none.
    let current = signature.current.unwrap_or(signature.parameters.len());
    let information = SignatureInformation {
        label: signature.label(),
        documentation: Some(signature.summary.into()),
        parameters: Some(parameters.collect()),
        active_parameter: None,
    };
    Some(SignatureHelp {
        signatures: vec![information],
        active_signature: Some(0),
        active_parameter: Some((current as u32).into()),
    })
}
