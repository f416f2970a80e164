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
    let line_from = |at: usize| text[..at].rfind('\n').map_or(0, |i| i + 1);
    let end = text[offset..].find('\n').map_or(text.len(), |i| offset + i);
    // Further lines of a statement are indented.
    let mut first = line_from(offset);
    while first > 0 && text[first..].starts_with([' ', '\t']) {
        first = line_from(first - 1);
    }
    let written = &text[first..end];
    // A line of a script that starts with a colon is no command.
    let behind_colon = written.trim_start().strip_prefix(':').filter(|rest| end - rest.len() <= offset);
    let written = behind_colon.unwrap_or(written);
    let start = end - written.len();
    let (word, mut found) = complete(&document.session, written, offset - start);
    let prefix = &written[word..offset - start];
    // The definitions of the text may not have run.
    if !prefix.is_empty() && prefix.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        for (statement, name) in names::definitions(&document.program) {
            let call = names::signature(statement).filter(|s| s.contains('('));
            let text = format!("{}{}", name.text, if call.is_some() { "(" } else { "" });
            if name.text.starts_with(prefix) && !found.iter().any(|c| c.name() == &*name.text) {
                let summary = call.unwrap_or_else(|| name.text.to_string());
                found.push(Candidate { text, kind: CandidateKind::Binding, summary });
            }
        }
    }
    let range = document.places.range(start + word..offset);
    let item = |candidate: &Candidate| {
        let call = candidate.text.ends_with('(') || text[offset..].starts_with('(');
        let kind = match candidate.kind {
            CandidateKind::Binding | CandidateKind::Builtin if call => CompletionItemKind::Function,
            CandidateKind::Binding => CompletionItemKind::Variable,
            CandidateKind::Builtin => CompletionItemKind::Constant,
            CandidateKind::Keyword => CompletionItemKind::Keyword,
            _ => CompletionItemKind::Text,
        };
        let typed = match candidate.kind {
            CandidateKind::Sign => prefix,
            _ => candidate.name(),
        };
        let edit = TextEdit { range, new_text: candidate.text.clone() };
        CompletionItem {
            label: candidate.name().into(),
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
    // An editor would mark the first parameter if there is no argument for the present one.
    let current = signature.current?;
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
