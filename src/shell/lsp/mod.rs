//! `cg lsp`: the language server protocol on standard input and output.
//!
//! One thread reads messages ([`wire`]); this one passes on what is about an open text to the thread of that text
//! ([`worker`]) and answers the rest. While nobody asks, the texts run ([`document`]), so that checks and results can be
//! shown. Nothing a text holds can write a file, ask, or keep the server from answering: its world refuses, every statement
//! has its time, and no text waits for another.

mod actions;
mod assist;
mod document;
mod host;
mod hover;
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

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

use super::desk::{Meter, Status};
use super::settings::Settings;
use super::world;
use wire::Incoming;
use worker::{Pending, Worker};

/// How long what has been asked may still be answered when the editor leaves.
const PARTING: Duration = Duration::from_secs(5);

/// What a request may end in besides an answer.
type Refusal = (ErrorCode, String);

/// Answers an editor until it leaves.
pub fn serve(settings: &Settings, meter: Meter) -> Status {
    if std::io::stdin().is_terminal() {
        world::complain("cg: `cg lsp` is for editors, which start it themselves; README.md says how. Ctrl-C leaves.");
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

/// How far the conversation is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// For `initialize`.
    Waiting,
    Open,
    /// After `shutdown`.
    Closed,
}

/// The server of one editor.
pub(super) struct Server {
    settings: Settings,
    meter: Meter,
    stage: Stage,
    /// The open texts.
    texts: Vec<Worker>,
    pending: Pending,
}

impl Server {
    /// One that has heard nothing yet.
    pub(super) fn new(settings: &Settings, meter: Meter) -> Server {
        let settings = settings.clone();
        Server { settings, meter, stage: Stage::Waiting, texts: Vec::new(), pending: Pending::default() }
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
            Incoming::Message(Message::Notification(notification)) => self.notification(&notification),
            Incoming::Message(Message::Request(request)) => self.request(request),
            Incoming::Message(Message::Response(_)) => {}
            Incoming::Refused(code, message) => refuse(&Value::Null, (code, message)),
        }
    }

    /// Waits until what has been asked is answered, but not for ever.
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

    /// The answer to a request; `None` if it has been passed on.
    fn answer(&mut self, request: Request) -> Option<Result<Value, Refusal>> {
        let refusal = match (self.stage, request.method.as_str()) {
            (Stage::Waiting, "initialize") => {
                self.stage = Stage::Open;
                return Some(Ok(capabilities()));
            }
            (Stage::Waiting, _) => (ErrorCode::ServerNotInitialized, "say `initialize` first".into()),
            (Stage::Closed, _) => (ErrorCode::InvalidRequest, "the server has been shut down".into()),
            (Stage::Open, "initialize") => (ErrorCode::InvalidRequest, "the server has been initialized before".into()),
            (Stage::Open, "shutdown") => {
                self.stage = Stage::Closed;
                return Some(Ok(Value::Null));
            }
            (Stage::Open, method) if !ABOUT_TEXTS.contains(&method) => {
                (ErrorCode::MethodNotFound, format!("`{method}` is not known here"))
            }
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

    fn notification(&mut self, notification: &Notification) {
        let params = &notification.params;
        if notification.method == "$/cancelRequest" {
            if let Ok(id) = serde_json::from_value::<RequestId>(params["id"].clone()) {
                self.pending.remove(&id);
            }
            return;
        }
        let named = &params["textDocument"];
        let (Some(uri), Stage::Open) = (named["uri"].as_str(), self.stage) else { return };
        let version = named["version"].as_i64();
        let place = self.texts.iter().position(|text| text.uri == uri);
        match (notification.method.as_str(), place) {
            ("textDocument/didOpen", place) => {
                let Some(text) = named["text"].as_str() else { return };
                if let Some(place) = place {
                    self.texts.swap_remove(place).close();
                }
                match Worker::open(uri, version, text, &self.settings, &self.pending, self.meter) {
                    Ok(text) => self.texts.push(text),
                    Err(error) => world::complain(&format!("cg: no thread can be had for `{uri}`: {error}")),
                }
            }
            ("textDocument/didChange", Some(place)) => {
                // Each change is the whole text: it is what has been announced.
                let texts = params["contentChanges"].as_array().into_iter().flatten();
                if let Some(text) = texts.filter_map(|change| change["text"].as_str()).next_back() {
                    self.texts[place].change(version, text);
                }
            }
            ("textDocument/didClose", Some(place)) => self.texts.swap_remove(place).close(),
            _ => {}
        }
    }
}

fn refuse(id: &Value, (code, message): Refusal) {
    wire::send(json!({ "id": id, "error": { "code": code as i32, "message": message } }));
}

/// The requests that are about an open text.
const ABOUT_TEXTS: [&str; 13] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/definition",
    "textDocument/documentSymbol",
    "textDocument/formatting",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/semanticTokens/full",
    "textDocument/foldingRange",
    "textDocument/codeAction",
];

/// What the server can do.
fn capabilities() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 1 },
            "hoverProvider": true,
            "completionProvider": { "triggerCharacters": ["\\"] },
            "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
            "definitionProvider": true,
            "documentSymbolProvider": true,
            "documentFormattingProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": { "prepareProvider": true },
            "semanticTokensProvider": {
                "legend": { "tokenTypes": tokens::KINDS, "tokenModifiers": tokens::MODIFIERS },
                "full": true,
            },
            "foldingRangeProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix", "refactor.rewrite"] },
        },
        "serverInfo": { "name": "cg", "version": env!("CARGO_PKG_VERSION") },
    })
}
