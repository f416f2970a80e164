//! Values beside the lines that give them, as hints in the text.

use gen_lsp_types::{InlayHint, InlayHintParams, InlayHintRequest, Label, Tooltip};

use super::answer::{Refusal, TextRequest};
use super::document::Document;

/// The most characters of a value that stand beside its line.
const CHARACTERS: usize = 60;

impl TextRequest for InlayHintRequest {
    /// Returns the results of the statements that have run. A statement that says itself what it gives needs no hint.
    fn answer(document: &mut Document, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>, Refusal> {
        let [from, to] = [params.range.start, params.range.end].map(|place| document.places.offset(place));
        let silent =
            document.statements.iter().zip(&document.results).filter(|(statement, _)| statement.expected.is_none());
        let hints = silent.filter_map(|(statement, result)| {
            let end = statement.span.range().end;
            let hint = || hint(document.places.place(end), result.as_deref()?);
            if (from..=to).contains(&end) { hint() } else { None }
        });
        Ok(Some(hints.collect()))
    }
}

/// Returns a hint with the beginning of a result. The rest is seen under the cursor.
fn hint(place: gen_lsp_types::Position, result: &str) -> Option<InlayHint> {
    let line = result.lines().next()?;
    let shown: String = line.chars().take(CHARACTERS).collect();
    let is_whole = shown == result;
    let more = if is_whole { "" } else { " ..." };
    Some(InlayHint {
        position: place,
        label: Label::String(format!("= {shown}{more}")),
        kind: None,
        text_edits: None,
        tooltip: (!is_whole).then(|| Tooltip::String(result.into())),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    })
}
