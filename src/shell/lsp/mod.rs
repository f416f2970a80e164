//! `cg lsp`: the language server protocol on standard input and output.
//!
//! One thread reads messages ([`wire`]); this one passes messages about an open text to the thread of that text
//! ([`worker`]) and answers the rest. While no request waits, the texts run ([`document`]), so that checks and results
//! can be shown. No text can write a file, ask, or keep the server from answering: its world refuses, every statement
//! has its time, and no text waits for another.

mod actions;
mod answer;
mod assist;
mod document;
mod hints;
mod host;
mod hover;
mod idling;
mod names;
mod places;
mod report;
mod scopes;
mod tokens;
mod wire;
mod worker;

use std::io::IsTerminal;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProvider, CompletionOptions, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, InitializeResult, LspNotificationMethod,
    PositionEncodingKind, RenameOptions, RenameProvider, SemanticTokensLegend, SemanticTokensOptions,
    SemanticTokensProvider, ServerCapabilities, ServerInfo, SignatureHelpOptions, TextDocumentContentChangeEvent,
    TextDocumentItem, TextDocumentSync, TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

use super::app::{Meter, Status};
use super::settings::Settings;
use super::world;
use answer::{Refusal, handler, unknown};
use host::OpenFiles;
use wire::{Incoming, refuse};
use worker::{Pending, Worker};

/// The time that answers to earlier requests may take when the editor leaves.
const PARTING: Duration = Duration::from_secs(5);

/// Answers an editor until it leaves.
pub fn serve(settings: &Settings, meter: Meter) -> Status {
    if std::io::stdin().is_terminal() {
        world::complain(
            "cg: `cg lsp` is for editors, which start it themselves; grammar/editors.md says how. Ctrl-C leaves.",
        );
    }
    let incoming = match wire::listen() {
        Ok(incoming) => incoming,
        Err(error) => {
            world::complain(&format!("cg: no thread can be had to read: {error}"));
            return Status::Failed;
        }
    };
    let mut server = Server::new(settings, meter);
    let status = server.run(&incoming);
    server.part();
    status
}

/// The stage of the conversation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The server waits for `initialize`.
    Waiting,
    Open,
    /// The server has received `shutdown`.
    Closed,
}

/// The server of one editor.
pub(super) struct Server {
    settings: Settings,
    meter: Meter,
    stage: Stage,
    /// The open texts.
    texts: Vec<Worker>,
    files: OpenFiles,
    pending: Pending,
    /// `true` if the editor asks for hints again when it hears of new results.
    refreshes_hints: bool,
}

impl Server {
    /// Returns a server before its first message.
    pub(super) fn new(settings: &Settings, meter: Meter) -> Server {
        let settings = settings.clone();
        let (texts, files, pending) = (Vec::new(), OpenFiles::default(), Pending::default());
        Server { settings, meter, stage: Stage::Waiting, texts, files, pending, refreshes_hints: false }
    }

    /// Takes the body of a message.
    #[cfg(fuzzing)]
    pub(super) fn hear(&mut self, body: &[u8]) {
        self.take(wire::message(body));
    }

    fn run(&mut self, incoming: &Receiver<Incoming>) -> Status {
        for message in incoming {
            match message {
                Incoming::Message(Message::Notification(n)) if n.method == "exit" => break,
                message => self.take(message),
            }
        }
        if self.stage == Stage::Closed { Status::Fine } else { Status::Failed }
    }

    fn take(&mut self, message: Incoming) {
        match message {
            Incoming::Message(Message::Notification(notification)) => self.notification(notification),
            Incoming::Message(Message::Request(request)) => self.request(request),
            Incoming::Message(Message::Response(_)) => {}
            Incoming::Refused(code, message) => refuse(&Value::Null, (code, message)),
        }
    }

    /// Waits until all requests are answered, but not for ever.
    fn part(&mut self) {
        let end = Instant::now() + PARTING;
        for thread in self.texts.drain(..).filter_map(Worker::end) {
            while !thread.is_finished() && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    fn request(&mut self, request: Request) {
        let id = json!(request.id);
        match self.answer(request) {
            Some(Ok(result)) => wire::send(json!({ "id": id, "result": result })),
            Some(Err(refusal)) => refuse(&id, refusal),
            None => {}
        }
    }

    /// Returns the answer to a request, or `None` if it has been passed on.
    fn answer(&mut self, request: Request) -> Option<Result<Value, Refusal>> {
        let refusal = match (self.stage, request.method.as_str()) {
            (Stage::Waiting, "initialize") => {
                self.stage = Stage::Open;
                let hints_wanted = request.params["initializationOptions"]["valueHints"] != false;
                let refreshes = request.params["capabilities"]["workspace"]["inlayHint"]["refreshSupport"] == true;
                self.refreshes_hints = hints_wanted && refreshes;
                return Some(Ok(json!(capabilities(hints_wanted))));
            }
            (Stage::Waiting, _) => (ErrorCode::ServerNotInitialized, "say `initialize` first".into()),
            (Stage::Closed, _) => (ErrorCode::InvalidRequest, "the server has been shut down".into()),
            (Stage::Open, "initialize") => (ErrorCode::InvalidRequest, "the server has been initialized before".into()),
            (Stage::Open, "shutdown") => {
                self.stage = Stage::Closed;
                return Some(Ok(Value::Null));
            }
            (Stage::Open, method) if handler(method).is_none() => unknown(method),
            (Stage::Open, method) => match request.params["textDocument"]["uri"].as_str() {
                None => (ErrorCode::InvalidParams, "`textDocument` wants an `uri`".into()),
                Some(uri) => match self.texts.iter().find(|text| text.uri == uri) {
                    None => (ErrorCode::InvalidParams, format!("`{uri}` is not open")),
                    Some(text) => {
                        let lost = format!("`{method}` could not be answered");
                        return (!text.ask(request, &self.pending)).then_some(Err((ErrorCode::InternalError, lost)));
                    }
                },
            },
        };
        Some(Err(refusal))
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match LspNotificationMethod::from(&*method) {
            LspNotificationMethod::CancelRequest => {
                if let Ok(id) = serde_json::from_value::<RequestId>(params["id"].clone()) {
                    self.pending.remove(&id);
                }
            }
            _ if self.stage != Stage::Open => {}
            LspNotificationMethod::TextDocumentDidOpen => self.open(params),
            LspNotificationMethod::TextDocumentDidChange => {
                let Ok(change) = serde_json::from_value::<DidChangeTextDocumentParams>(params) else { return };
                let document = change.text_document;
                // Each change is the whole text, as announced.
                if let (
                    Some(place),
                    Some(TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(last)),
                ) = (self.place(&document.text_document_identifier.uri), change.content_changes.last())
                {
                    self.texts[place].change(Some(document.version), &last.text);
                    self.note(&document.text_document_identifier.uri, Some(&last.text));
                }
            }
            LspNotificationMethod::TextDocumentDidClose => {
                let Ok(closed) = serde_json::from_value::<DidCloseTextDocumentParams>(params) else { return };
                if let Some(place) = self.place(&closed.text_document.uri) {
                    self.texts.swap_remove(place).close();
                    self.note(&closed.text_document.uri, None);
                }
            }
            _ => {}
        }
    }

    /// Notes what a text contains now, for the texts that import it.
    fn note(&self, uri: &Uri, text: Option<&str>) {
        if self.files.set(&uri.0, text) {
            self.texts.iter().filter(|other| other.uri != uri.0).for_each(Worker::change_beside);
        }
    }

    /// Returns the index of an open text.
    fn place(&self, uri: &Uri) -> Option<usize> {
        self.texts.iter().position(|text| text.uri == uri.0)
    }

    fn open(&mut self, params: Value) {
        let Ok(DidOpenTextDocumentParams { text_document }) = serde_json::from_value(params) else { return };
        let TextDocumentItem { uri, version, text, .. } = text_document;
        if let Some(place) = self.place(&uri) {
            self.texts.swap_remove(place).close();
        }
        self.note(&uri, Some(&text));
        let (files, settings, refreshes_hints) = (&self.files, &self.settings, self.refreshes_hints);
        let text = (&*uri.0, Some(version), &*text);
        match Worker::open(text, files, settings, &self.pending, self.meter, refreshes_hints) {
            Ok(text) => self.texts.push(text),
            Err(error) => world::complain(&format!("cg: no thread can be had for `{}`: {error}", uri.0)),
        }
    }
}

/// Returns the capabilities of the server, with values beside their lines if the editor wants them.
fn capabilities(hints_wanted: bool) -> InitializeResult {
    let signs = |signs: &[&str]| Some(signs.iter().map(|sign| sign.to_string()).collect());
    let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
    InitializeResult {
        capabilities: ServerCapabilities {
            position_encoding: Some(PositionEncodingKind::UTF16),
            text_document_sync: Some(TextDocumentSync::Options(TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::Full),
                ..TextDocumentSyncOptions::default()
            })),
            hover_provider: Some(true.into()),
            completion_provider: Some(CompletionOptions {
                trigger_characters: signs(&["\\"]),
                ..CompletionOptions::default()
            }),
            signature_help_provider: Some(SignatureHelpOptions {
                trigger_characters: signs(&["(", ","]),
                ..SignatureHelpOptions::default()
            }),
            definition_provider: Some(true.into()),
            document_symbol_provider: Some(true.into()),
            document_formatting_provider: Some(true.into()),
            references_provider: Some(true.into()),
            document_highlight_provider: Some(true.into()),
            rename_provider: Some(RenameProvider::RenameOptions(RenameOptions {
                prepare_provider: Some(true),
                ..RenameOptions::default()
            })),
            semantic_tokens_provider: Some(SemanticTokensProvider::SemanticTokensOptions(SemanticTokensOptions {
                legend: SemanticTokensLegend::new(words(&tokens::KINDS), words(&tokens::MODIFIERS)),
                full: Some(true.into()),
                ..SemanticTokensOptions::default()
            })),
            folding_range_provider: Some(true.into()),
            inlay_hint_provider: hints_wanted.then(|| true.into()),
            code_action_provider: Some(CodeActionProvider::CodeActionOptions(CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QuickFix, CodeActionKind::RefactorRewrite]),
                ..CodeActionOptions::default()
            })),
            ..ServerCapabilities::default()
        },
        server_info: Some(ServerInfo { name: "cg".into(), version: Some(env!("CARGO_PKG_VERSION").into()) }),
    }
}
