//! A thread for each open text, so that none waits for another.
//!
//! The server passes on the messages about the text; the thread answers in that order. While no request waits, the text
//! runs, so that checks and results can be shown, and whatever comes stops that.

use std::collections::HashSet;
use std::io;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use gen_lsp_types::{
    DocumentFormattingParams, DocumentFormattingRequest, InlayHintRefreshRequest, Request as _, TextEdit,
};
use lsp_server::{ErrorCode, Request, RequestId};
use serde_json::{Value, json};

use super::answer::{Refusal, TextRequest, handler, unknown};
use super::document::Document;
use super::host::OpenFiles;
use super::idling::Idling;
use super::wire::refuse;
use super::{report, wire};
use crate::eval::guard;
use crate::shell::app::Meter;
use crate::shell::machine;
use crate::shell::settings::Settings;
use crate::syntax;

/// The shortest time between two reports about a text that runs.
const NEWS: Duration = Duration::from_millis(300);

/// A task for the thread of a text.
enum Task {
    /// A change of the text.
    Change(Option<i32>, String),
    /// A change of another text, which it may import.
    ChangeBeside,
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

    /// Takes a request up, or back. Returns `false` if that has been done before.
    pub fn remove(&self, id: &RequestId) -> bool {
        lock(&self.0).remove(id)
    }
}

/// The state that the server and the thread share.
#[derive(Default)]
struct SharedWork {
    idling: Idling,
    /// `true` once the editor has closed the text. The lock is kept while publishing, so that nothing is published
    /// afterwards.
    is_closed: Mutex<bool>,
}

/// An open text, as the server has it. Its thread ends when this is dropped, as soon as its requests are answered.
pub struct Worker {
    /// The address of the text, as the editor gives it.
    pub uri: String,
    tasks: Option<Sender<Task>>,
    shared: Arc<SharedWork>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Begins to work on a text.
    ///
    /// # Errors
    /// No thread can be had.
    pub fn open(
        (uri, version, text): (&str, Option<i32>, &str),
        files: &OpenFiles,
        settings: &Settings,
        pending: &Pending,
        meter: Meter,
        refreshes_hints: bool,
    ) -> io::Result<Worker> {
        let (tasks, receiver) = channel();
        let shared = Arc::new(SharedWork::default());
        let (settings, pending, common) = (settings.clone(), pending.clone(), Arc::clone(&shared));
        let files = files.clone();
        let (address, text) = (uri.to_string(), text.to_string());
        let work = move || {
            let told = Instant::now();
            let (read, news, has_results) = (None, false, false);
            let (uri, shared) = (address, common);
            let open = OpenText {
                uri,
                version,
                text,
                files,
                read,
                news,
                has_results,
                refreshes_hints,
                refreshes: 0,
                told,
                settings,
                meter,
                pending,
                shared,
            };
            open.run(&receiver);
        };
        let thread = Builder::new().name("cg text".into()).stack_size(machine::stack() / 4).spawn(work)?;
        Ok(Worker { uri: uri.to_string(), tasks: Some(tasks), shared, thread: Some(thread) })
    }

    /// Replaces the text.
    pub fn change(&self, version: Option<i32>, text: &str) {
        self.pass(Task::Change(version, text.to_string()));
    }

    /// Notes that another text has changed, which this one may import.
    pub fn change_beside(&self) {
        self.pass(Task::ChangeBeside);
    }

    /// Sends a request about the text. Returns `false` if nobody is there any more to answer.
    pub fn ask(&self, request: Request, pending: &Pending) -> bool {
        pending.add(&request.id);
        self.pass(Task::Ask(request))
    }

    fn pass(&self, task: Task) -> bool {
        self.shared.idling.came();
        self.tasks.as_ref().is_some_and(|tasks| tasks.send(task).is_ok())
    }

    /// Notes that the editor has closed the text, and withdraws its diagnostics.
    pub fn close(self) {
        *lock(&self.shared.is_closed) = true;
        report::tell(&self.uri, None, Vec::new());
    }

    /// Lets the thread answer its requests.
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
struct OpenText {
    uri: String,
    version: Option<i32>,
    text: String,
    files: OpenFiles,
    /// The document, or `None` after a change until it is read.
    read: Option<Box<Document>>,
    /// `true` if the diagnostics have changed since they were published.
    news: bool,
    /// `true` if there are results since the editor was last asked to refresh its hints.
    has_results: bool,
    /// `true` if the editor does so.
    refreshes_hints: bool,
    /// The number of times that it was asked.
    refreshes: u32,
    told: Instant,
    settings: Settings,
    meter: Meter,
    pending: Pending,
    shared: Arc<SharedWork>,
}

impl OpenText {
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
                Task::ChangeBeside if self.text.contains("import") => self.read = None,
                Task::ChangeBeside => {}
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
                // The text that it worked on may be broken: it is read again.
                self.read = None;
                refuse(&id, (ErrorCode::InternalError, format!("`{}` could not be answered", request.method)));
            }
        }
    }

    fn request(&mut self, request: &Request) -> Result<Value, Refusal> {
        match handler(&request.method) {
            Some(answer) => answer(self.read(), request.params.clone()),
            None => Err(unknown(&request.method)),
        }
    }

    /// Does some work that can wait. Returns `false` if there is none.
    fn work(&mut self) -> bool {
        let Some(document) = &mut self.read else {
            self.read();
            return true;
        };
        let had_more = document.has_more();
        if had_more {
            let before = document.results.len();
            self.news |= document.run_next(&self.shared.idling);
            self.has_results |= document.results.len() != before;
        }
        let is_due = !document.has_more() || self.told.elapsed() >= NEWS;
        if self.has_results && is_due && self.refreshes_hints {
            self.has_results = false;
            self.told = Instant::now();
            self.refreshes += 1;
            let id = format!("{} {}", self.uri, self.refreshes);
            wire::send(json!({ "id": id, "method": InlayHintRefreshRequest::METHOD.as_str() }));
        }
        if self.news && is_due {
            self.tell();
            return true;
        }
        had_more
    }

    /// Returns the text, read if necessary; its diagnostics are published at once.
    fn read(&mut self) -> &mut Document {
        let document = match self.read.take() {
            Some(document) => document,
            None => {
                let (uri, text) = (self.uri.clone(), self.text.clone());
                let stop = &self.shared.idling.stop;
                let document = Document::open(uri, text, &self.files, &self.settings, stop, self.meter);
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
            report::tell(&self.uri, self.version, report::diagnostics(document));
        }
        drop(is_closed);
        self.news = false;
        self.told = Instant::now();
    }
}

impl TextRequest for DocumentFormattingRequest {
    /// Returns the change that gives the text its usual layout, or `None` if the text cannot be parsed.
    fn answer(document: &mut Document, _: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>, Refusal> {
        let Some(source) = document.session.sources.get(document.source) else { return Ok(None) };
        Ok(syntax::format(source).ok().map(|text| {
            let is_new = text != *source.text;
            is_new.then(|| TextEdit::new(document.places.range(0..source.text.len()), text)).into_iter().collect()
        }))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
