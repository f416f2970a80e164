//! A thread for each open text, so that none waits for another.
//!
//! The server passes on what is about the text; the thread answers in that order. While nothing is there to answer, the
//! text runs, so that checks and results can be shown, and whatever comes stops that.

use std::collections::HashSet;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Request, RequestId};
use serde_json::{Value, json};

use super::document::Document;
use super::{Refusal, actions, assist, hover, names, refuse, report, scopes, tokens, wire};
use crate::eval::guard;
use crate::shell::desk::Meter;
use crate::shell::machine;
use crate::shell::settings::Settings;
use crate::syntax;

/// How often news of a text that runs is told, at most.
const NEWS: Duration = Duration::from_millis(300);

/// What is passed on to a text.
enum Task {
    /// It has been changed.
    Change(Option<i64>, String),
    /// Something is asked about it.
    Ask(Request),
}

/// The requests that have been passed on and not been taken up.
#[derive(Clone, Default)]
pub struct Pending(Arc<Mutex<HashSet<RequestId>>>);

impl Pending {
    fn add(&self, id: &RequestId) {
        lock(&self.0).insert(id.clone());
    }

    /// Takes a request up, or back; false if that has been done before.
    pub fn remove(&self, id: &RequestId) -> bool {
        lock(&self.0).remove(id)
    }
}

/// What lets a text run while nobody waits for it, and stops it when somebody does.
#[derive(Default)]
pub struct Idling {
    /// Tasks that have come and have not been taken up.
    waiting: AtomicUsize,
    /// Whether what is computed can wait.
    can_wait: AtomicBool,
    /// Stops what is computed.
    pub stop: Arc<AtomicBool>,
}

impl Idling {
    /// Computes something that the next task stops; nothing if there is one already.
    pub fn until_task<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        self.stop.store(false, Ordering::SeqCst);
        self.can_wait.store(true, Ordering::SeqCst);
        let result = (self.waiting.load(Ordering::SeqCst) == 0).then(work);
        self.can_wait.store(false, Ordering::SeqCst);
        self.stop.store(false, Ordering::SeqCst);
        result
    }

    fn came(&self) {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        if self.can_wait.load(Ordering::SeqCst) {
            self.stop.store(true, Ordering::SeqCst);
        }
    }

    fn taken(&self) {
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        self.stop.store(false, Ordering::SeqCst);
    }
}

/// What the server and the thread share.
#[derive(Default)]
struct Shared {
    idling: Idling,
    /// Whether the editor has closed the text. Held while something is told of it, so that nothing is told afterwards.
    is_closed: Mutex<bool>,
}

/// An open text, as the server has it. Its thread ends when this is dropped, as soon as what it has been passed is answered.
pub struct Worker {
    /// The address of the text, as the editor gives it.
    pub uri: String,
    tasks: Option<Sender<Task>>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Begins to work on a text.
    ///
    /// # Errors
    /// No thread can be had.
    pub fn open(
        uri: &str,
        version: Option<i64>,
        text: &str,
        settings: &Settings,
        pending: &Pending,
        meter: Meter,
    ) -> io::Result<Worker> {
        let (tasks, receiver) = channel();
        let shared = Arc::new(Shared::default());
        let (settings, pending, common) = (settings.clone(), pending.clone(), Arc::clone(&shared));
        let (address, text) = (uri.to_string(), text.to_string());
        let work = move || {
            let told = Instant::now();
            let news = false;
            Desk { uri: address, version, text, read: None, news, told, settings, meter, pending, shared: common }
                .run(&receiver);
        };
        let thread = Builder::new().name("cg text".into()).stack_size(machine::stack() / 4).spawn(work)?;
        Ok(Worker { uri: uri.to_string(), tasks: Some(tasks), shared, thread: Some(thread) })
    }

    /// The text is another one now.
    pub fn change(&self, version: Option<i64>, text: &str) {
        self.pass(Task::Change(version, text.to_string()));
    }

    /// Something is asked about the text; false if nobody is there any more to answer.
    pub fn ask(&self, request: Request, pending: &Pending) -> bool {
        pending.add(&request.id);
        self.pass(Task::Ask(request))
    }

    fn pass(&self, task: Task) -> bool {
        self.shared.idling.came();
        self.tasks.as_ref().is_some_and(|tasks| tasks.send(task).is_ok())
    }

    /// The editor has closed the text: nothing is told of it any more.
    pub fn close(self) {
        *lock(&self.shared.is_closed) = true;
        report::tell(&self.uri, None, &[]);
    }

    /// Lets the thread answer what it has been passed.
    pub fn end(mut self) -> Option<JoinHandle<()>> {
        self.thread.take()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.tasks = None;
        self.shared.idling.came();
    }
}

/// An open text, as its thread has it.
struct Desk {
    uri: String,
    version: Option<i64>,
    text: String,
    /// Nothing after a change, until it is looked at.
    read: Option<Box<Document>>,
    /// Whether what is wrong has changed since it was told.
    news: bool,
    told: Instant,
    settings: Settings,
    meter: Meter,
    pending: Pending,
    shared: Arc<Shared>,
}

impl Desk {
    fn run(mut self, tasks: &Receiver<Task>) {
        loop {
            let task = match tasks.try_recv() {
                Err(TryRecvError::Empty) if guard(|| self.work()).unwrap_or(false) => continue,
                Err(TryRecvError::Empty) => tasks.recv().ok(),
                Err(TryRecvError::Disconnected) => None,
                Ok(task) => Some(task),
            };
            let Some(task) = task else { return };
            self.shared.idling.taken();
            match task {
                Task::Change(version, text) => {
                    self.version = version;
                    self.text = text;
                    self.read = None;
                }
                Task::Ask(request) => self.answer(&request),
            }
        }
    }

    fn answer(&mut self, request: &Request) {
        let id = json!(request.id);
        if !self.pending.remove(&request.id) {
            return refuse(&id, (ErrorCode::RequestCanceled, "taken back".into()));
        }
        match guard(|| self.request(request)) {
            Ok(Ok(result)) => wire::send(json!({ "id": id, "result": result })),
            Ok(Err(refusal)) => refuse(&id, refusal),
            Err(_) => {
                // What it worked on may be broken: it is read anew.
                self.read = None;
                refuse(&id, (ErrorCode::InternalError, format!("`{}` could not be answered", request.method)));
            }
        }
    }

    fn request(&mut self, request: &Request) -> Result<Value, Refusal> {
        let params = &request.params;
        match request.method.as_str() {
            "textDocument/hover" => self.at(params, hover::hover),
            "textDocument/completion" => self.at(params, |d, at| Some(assist::completion(d, at))),
            "textDocument/signatureHelp" => self.at(params, |d, at| assist::signature(d, at)),
            "textDocument/definition" => self.at(params, |d, at| names::go_to(d, at)),
            "textDocument/documentSymbol" => Ok(names::symbols(self.read())),
            "textDocument/formatting" => Ok(formatting(self.read())),
            "textDocument/references" => {
                let with_definitions = params["context"]["includeDeclaration"].as_bool().unwrap_or(true);
                self.at(params, |d, at| scopes::references(d, at, with_definitions))
            }
            "textDocument/documentHighlight" => self.at(params, |d, at| scopes::highlights(d, at)),
            "textDocument/prepareRename" => self.at_name(params, |d, at| scopes::prepare_rename(d, at)),
            "textDocument/rename" => {
                let new = params["newName"].as_str().unwrap_or("").trim();
                self.at_name(params, |d, at| scopes::rename(d, at, new))
            }
            "textDocument/semanticTokens/full" => Ok(tokens::semantic(self.read())),
            "textDocument/foldingRange" => Ok(tokens::folds(self.read())),
            "textDocument/codeAction" => Ok(actions::actions(self.read(), params).unwrap_or(Value::Null)),
            method => Err((ErrorCode::MethodNotFound, format!("`{method}` is not known here"))),
        }
    }

    /// Asks about a place; no answer is `null`.
    fn at(
        &mut self,
        params: &Value,
        ask: impl FnOnce(&mut Document, usize) -> Option<Value>,
    ) -> Result<Value, Refusal> {
        self.at_name(params, |document, offset| Ok(ask(document, offset).unwrap_or(Value::Null)))
    }

    /// Asks about a place, where there may be a reason to refuse.
    fn at_name(
        &mut self,
        params: &Value,
        ask: impl FnOnce(&mut Document, usize) -> Result<Value, Refusal>,
    ) -> Result<Value, Refusal> {
        let document = self.read();
        let place = || (ErrorCode::InvalidParams, "`position` wants `line` and `character`".to_string());
        let offset = document.places.offset(&params["position"]).ok_or_else(place)?;
        ask(document, offset)
    }

    /// Does something that can wait; false if there is nothing.
    fn work(&mut self) -> bool {
        let Some(document) = &mut self.read else {
            self.read();
            return true;
        };
        let had_more = document.has_more();
        if had_more {
            self.news |= document.run_next(&self.shared.idling);
        }
        let is_due = !document.has_more() || self.told.elapsed() >= NEWS;
        if self.news && is_due {
            self.tell();
            return true;
        }
        had_more
    }

    /// The text read; what is wrong with it is told at once.
    fn read(&mut self) -> &mut Document {
        let document = match self.read.take() {
            Some(document) => document,
            None => {
                let (uri, text) = (self.uri.clone(), self.text.clone());
                let stop = &self.shared.idling.stop;
                let document = Document::open(uri, text, &self.settings, stop, self.meter);
                self.say(&document);
                Box::new(document)
            }
        };
        self.read.insert(document)
    }

    fn tell(&mut self) {
        if let Some(document) = self.read.take() {
            self.say(&document);
            self.read = Some(document);
        }
    }

    /// Tells all that is wrong with the text, unless it has been closed.
    fn say(&mut self, document: &Document) {
        let is_closed = lock(&self.shared.is_closed);
        if !*is_closed {
            report::tell(&self.uri, self.version, &report::diagnostics(document));
        }
        drop(is_closed);
        self.news = false;
        self.told = Instant::now();
    }
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
