//! The requests about an open text, and what answers them.

use gen_lsp_types::{
    CodeActionRequest, CompletionRequest, DefinitionRequest, DocumentFormattingRequest, DocumentHighlightRequest,
    DocumentSymbolRequest, FoldingRangeRequest, HoverRequest, LspRequestMethod, PrepareRenameRequest,
    ReferencesRequest, RenameRequest, SemanticTokensRequest, SignatureHelpRequest,
};
use lsp_server::ErrorCode;
use serde_json::Value;

use super::document::Document;

/// Why a request has no answer.
pub type Refusal = (ErrorCode, String);

/// A request about an open text that is answered here.
pub trait TextRequest: gen_lsp_types::Request {
    /// Answers it, or says why not.
    fn answer(document: &mut Document, params: Self::Params) -> Result<Self::Result, Refusal>;
}

/// Answers a request about an open text with parameters as they came.
pub type Handler = fn(&mut Document, Value) -> Result<Value, Refusal>;

/// The requests about an open text, with what answers them.
const HANDLERS: [(LspRequestMethod<'_>, Handler); 13] = [
    handled_by::<HoverRequest>(),
    handled_by::<CompletionRequest>(),
    handled_by::<SignatureHelpRequest>(),
    handled_by::<DefinitionRequest>(),
    handled_by::<DocumentSymbolRequest>(),
    handled_by::<DocumentFormattingRequest>(),
    handled_by::<ReferencesRequest>(),
    handled_by::<DocumentHighlightRequest>(),
    handled_by::<PrepareRenameRequest>(),
    handled_by::<RenameRequest>(),
    handled_by::<SemanticTokensRequest>(),
    handled_by::<FoldingRangeRequest>(),
    handled_by::<CodeActionRequest>(),
];

/// Returns a row of [`HANDLERS`].
const fn handled_by<R: TextRequest>() -> (LspRequestMethod<'static>, Handler) {
    (R::METHOD, |document, params| {
        let misread = |error| (ErrorCode::InvalidParams, format!("`{}` has other parameters: {error}", R::METHOD));
        let answer = R::answer(document, serde_json::from_value(params).map_err(misread)?)?;
        serde_json::to_value(answer).map_err(|error| (ErrorCode::InternalError, error.to_string()))
    })
}

/// Returns what answers a request; `None` if it is not known here.
pub fn handler(method: &str) -> Option<Handler> {
    HANDLERS.iter().find(|(known, _)| known.as_str() == method).map(|(_, handler)| *handler)
}

/// Returns the refusal of a request that is not known here.
pub fn unknown(method: &str) -> Refusal {
    (ErrorCode::MethodNotFound, format!("`{method}` is not known here"))
}
