//! `cg lsp`: the language server protocol on standard input and output.
//!
//! One thread reads messages ([`wire`]); this one answers them in order. While none is there, the open texts run
//! ([`document`]), so that checks and results can be shown. Nothing a text holds can write a file, ask, or keep the
//! server from answering: its world refuses, every statement has its time, and a message stops what runs.

mod assist;
mod document;
mod host;
mod hover;
mod names;
mod places;
mod report;
mod wire;

use std::collections::VecDeque;
use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Message, Notification, Request};
use serde_json::{Value, json};

use super::desk::{Meter, Status};
use super::settings::Settings;
use super::world;
use crate::syntax;
use document::Document;
use wire::{Incoming, Traffic};

/// How often news of a text that runs is told, at most.
const NEWS: Duration = Duration::from_millis(300);

/// What a request may end in besides an answer.
type Refusal = (ErrorCode, String);

/// Answers an editor until it leaves.
pub fn serve(settings: &Settings, meter: Meter) -> Status {
    if std::io::stdin().is_terminal() {
        world::complain("cg: `cg lsp` is for editors, which start it themselves; README.md says how. Ctrl-C leaves.");
    }
    let traffic = Arc::new(Traffic::default());
    let incoming = match wire::listen(Arc::clone(&traffic)) {
        Ok(incoming) => incoming,
        Err(error) => {
            world::complain(&format!("cg: no thread can be had to read: {error}"));
            return Status::Failed;
        }
    };
    Server::new(settings, meter, traffic).run(&incoming)
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

/// An open text, as it is known to the editor and as it has been read.
struct Open {
    uri: String,
    version: Option<i64>,
    text: String,
    /// Nothing after a change, until it is looked at.
    read: Option<Box<Document>>,
    /// What is wrong has changed since it was told.
    has_news: bool,
    told: Instant,
}

/// The server of one editor.
pub(super) struct Server {
    settings: Settings,
    meter: Meter,
    traffic: Arc<Traffic>,
    stage: Stage,
    documents: Vec<Open>,
    /// Messages taken and not yet answered.
    queue: VecDeque<Incoming>,
}

impl Server {
    /// One that has heard nothing yet.
    pub(super) fn new(settings: &Settings, meter: Meter, traffic: Arc<Traffic>) -> Server {
        Server {
            settings: settings.clone(),
            meter,
            traffic,
            stage: Stage::Waiting,
            documents: Vec::new(),
            queue: VecDeque::new(),
        }
    }

    /// Answers the body of a message, and does what can wait.
    #[cfg(fuzzing)]
    pub(super) fn hear(&mut self, body: &[u8]) {
        self.answer(wire::message(body));
        while self.work() {}
    }

    fn run(&mut self, incoming: &Receiver<Incoming>) -> Status {
        let gone = |stage| if stage == Stage::Closed { Status::Fine } else { Status::Failed };
        loop {
            loop {
                match incoming.try_recv() {
                    Ok(message) => {
                        self.traffic.took();
                        self.queue.push_back(message);
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) if self.queue.is_empty() => return gone(self.stage),
                    Err(TryRecvError::Disconnected) => break,
                }
            }
            match self.queue.pop_front() {
                Some(Incoming::Message(Message::Notification(n))) if n.method == "exit" => return gone(self.stage),
                Some(message) => self.answer(message),
                None if self.work() => {}
                None => match incoming.recv() {
                    Ok(message) => {
                        self.traffic.took();
                        self.queue.push_back(message);
                    }
                    Err(_) => return gone(self.stage),
                },
            }
        }
    }

    fn answer(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Refused(code, message) => refuse(&Value::Null, (code, message)),
            Incoming::Message(Message::Request(request)) => {
                let id = json!(request.id);
                let answer = catch_unwind(AssertUnwindSafe(|| self.request(&request)));
                match answer {
                    Ok(Ok(result)) => wire::send(json!({ "id": id, "result": result })),
                    Ok(Err(refusal)) => refuse(&id, refusal),
                    Err(_) => {
                        // What it worked on may be broken: it is read anew.
                        self.documents.iter_mut().for_each(|d| d.read = None);
                        refuse(&id, (ErrorCode::InternalError, format!("`{}` could not be answered", request.method)));
                    }
                }
            }
            Incoming::Message(Message::Notification(notification)) => self.notification(&notification),
            Incoming::Message(Message::Response(_)) => {}
        }
    }

    /// Whether the request has been taken back by a message that waits.
    fn is_cancelled(&self, request: &Request) -> bool {
        let id = json!(request.id);
        self.queue.iter().any(|m| match m {
            Incoming::Message(Message::Notification(n)) => n.method == "$/cancelRequest" && n.params["id"] == id,
            _ => false,
        })
    }

    fn request(&mut self, request: &Request) -> Result<Value, Refusal> {
        let method = request.method.as_str();
        match (self.stage, method) {
            (Stage::Waiting, "initialize") => {
                self.stage = Stage::Open;
                return Ok(capabilities());
            }
            (Stage::Waiting, _) => return Err((ErrorCode::ServerNotInitialized, "say `initialize` first".into())),
            (Stage::Closed, _) => return Err((ErrorCode::InvalidRequest, "the server has been shut down".into())),
            (Stage::Open, "initialize") => {
                return Err((ErrorCode::InvalidRequest, "the server has been initialized before".into()));
            }
            (Stage::Open, "shutdown") => {
                self.stage = Stage::Closed;
                return Ok(Value::Null);
            }
            _ if self.is_cancelled(request) => return Err((ErrorCode::RequestCanceled, "taken back".into())),
            _ => {}
        }
        let params = &request.params;
        match method {
            "textDocument/hover" => self.at(params, hover::hover),
            "textDocument/completion" => self.at(params, |d, at| Some(assist::completion(d, at))),
            "textDocument/signatureHelp" => self.at(params, |d, at| assist::signature(d, at)),
            "textDocument/definition" => self.at(params, |d, at| names::go_to(d, at)),
            "textDocument/documentSymbol" => Ok(names::symbols(self.document(params)?)),
            "textDocument/formatting" => Ok(formatting(self.document(params)?)),
            _ => Err((ErrorCode::MethodNotFound, format!("`{method}` is not known here"))),
        }
    }

    /// Asks about a place; no answer is `null`.
    fn at(
        &mut self,
        params: &Value,
        ask: impl FnOnce(&mut Document, usize) -> Option<Value>,
    ) -> Result<Value, Refusal> {
        let document = self.document(params)?;
        let place = || (ErrorCode::InvalidParams, "`position` wants `line` and `character`".to_string());
        let offset = document.places.offset(&params["position"]).ok_or_else(place)?;
        Ok(ask(document, offset).unwrap_or(Value::Null))
    }

    /// The text that a request is about, read.
    fn document(&mut self, params: &Value) -> Result<&mut Document, Refusal> {
        let uri = params["textDocument"]["uri"].as_str();
        let uri = uri.ok_or_else(|| (ErrorCode::InvalidParams, "`textDocument` wants an `uri`".to_string()))?;
        let open = self.documents.iter_mut().find(|d| d.uri == uri);
        let open = open.ok_or_else(|| (ErrorCode::InvalidParams, format!("`{uri}` is not open")))?;
        Ok(open.read(&self.settings, &self.traffic, self.meter))
    }

    fn notification(&mut self, notification: &Notification) {
        let params = &notification.params;
        let named = &params["textDocument"];
        let (Some(uri), Stage::Open) = (named["uri"].as_str(), self.stage) else { return };
        let version = named["version"].as_i64();
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                let Some(text) = named["text"].as_str() else { return };
                self.documents.retain(|d| d.uri != uri);
                self.documents.push(Open::new(uri, version, text));
            }
            "textDocument/didChange" => {
                let Some(open) = self.documents.iter_mut().find(|d| d.uri == uri) else { return };
                // Each change is the whole text: it is what has been announced.
                let texts = params["contentChanges"].as_array().into_iter().flatten();
                if let Some(text) = texts.filter_map(|change| change["text"].as_str()).next_back() {
                    open.text = text.to_string();
                    open.read = None;
                }
                open.version = version;
            }
            "textDocument/didClose" => {
                self.documents.retain(|d| d.uri != uri);
                report::tell(uri, None, &[]);
            }
            _ => {}
        }
    }

    /// Does something that can wait; false if there is nothing.
    fn work(&mut self) -> bool {
        // The last one opened or changed comes first.
        for open in self.documents.iter_mut().rev() {
            if open.read.is_none() {
                open.read(&self.settings, &self.traffic, self.meter);
                return true;
            }
            let Some(document) = &mut open.read else { continue };
            if document.has_more() {
                open.has_news |= document.run_next(&self.traffic);
                if open.has_news && (!document.has_more() || open.told.elapsed() >= NEWS) {
                    open.tell();
                }
                return true;
            }
            if open.has_news {
                open.tell();
                return true;
            }
        }
        false
    }
}

impl Open {
    fn new(uri: &str, version: Option<i64>, text: &str) -> Open {
        let (uri, text) = (uri.to_string(), text.to_string());
        Open { uri, version, text, read: None, has_news: false, told: Instant::now() }
    }

    /// The text read; what is wrong with it is told at once.
    fn read(&mut self, settings: &Settings, traffic: &Traffic, meter: Meter) -> &mut Document {
        let document = match self.read.take() {
            Some(document) => document,
            None => {
                let (uri, text) = (self.uri.clone(), self.text.clone());
                let document = Document::open(uri, self.version, text, settings, &traffic.stop, meter);
                report::tell(&self.uri, document.version, &report::diagnostics(&document));
                self.has_news = false;
                self.told = Instant::now();
                Box::new(document)
            }
        };
        self.read.insert(document)
    }

    fn tell(&mut self) {
        if let Some(document) = &self.read {
            report::tell(&self.uri, document.version, &report::diagnostics(document));
        }
        self.has_news = false;
        self.told = Instant::now();
    }
}

fn refuse(id: &Value, (code, message): Refusal) {
    wire::send(json!({ "id": id, "error": { "code": code as i32, "message": message } }));
}

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
        },
        "serverInfo": { "name": "cg", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// The whole text in its usual layout; nothing where it cannot be read or is in it.
fn formatting(document: &Document) -> Value {
    let Some(source) = document.session.sources.get(document.source) else { return Value::Null };
    match syntax::format(source) {
        Ok(text) if text != *source.text => {
            json!([{ "range": document.places.range(0..source.text.len()), "newText": text }])
        }
        Ok(_) => json!([]),
        Err(_) => Value::Null,
    }
}
