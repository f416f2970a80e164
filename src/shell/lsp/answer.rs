//! The requests about an open text, and their handlers.

use gen_lsp_types::{
    CodeActionRequest, CompletionRequest, DefinitionRequest, DocumentFormattingRequest, DocumentHighlightRequest,
    DocumentSymbolRequest, FoldingRangeRequest, HoverRequest, InlayHintRequest, LspRequestMethod, PrepareRenameRequest,
    ReferencesRequest, RenameRequest, SemanticTokensRequest, SignatureHelpRequest,
};
use lsp_server::ErrorCode;
use serde_json::Value;

use super::document::Document;

/// The reason why a request has no answer: a code and a message.
pub type Refusal = (ErrorCode, String);

/// A request about an open text that this server answers.
pub trait TextRequest: gen_lsp_types::Request {
    /// Answers the request.
    ///
    /// # Errors
    /// The reason why it has no answer.
    fn answer(document: &mut Document, params: Self::Params) -> Result<Self::Result, Refusal>;
}

/// A function that answers a request about an open text, with parameters and answer as JSON.
pub type Handler = fn(&mut Document, Value) -> Result<Value, Refusal>;

/// The requests about an open text, with their handlers.
const HANDLERS: [(LspRequestMethod<'_>, Handler); 14] = [
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
    handled_by::<InlayHintRequest>(),
];

/// Returns a row of [`HANDLERS`].
const fn handled_by<R: TextRequest>() -> (LspRequestMethod<'static>, Handler) {
    (R::METHOD, |document, params| {
        let misread = |error| (ErrorCode::InvalidParams, format!("`{}` has other parameters: {error}", R::METHOD));
        let answer = R::answer(document, serde_json::from_value(params).map_err(misread)?)?;
        serde_json::to_value(answer).map_err(|error| (ErrorCode::InternalError, error.to_string()))
    })
}

/// Returns the handler of a request, or `None` if this server does not know it.
pub fn handler(method: &str) -> Option<Handler> {
    HANDLERS.iter().find(|(known, _)| known.as_str() == method).map(|(_, handler)| *handler)
}

/// Returns the refusal of a request that this server does not know.
pub fn unknown(method: &str) -> Refusal {
    (ErrorCode::MethodNotFound, format!("`{method}` is not known here"))
}
