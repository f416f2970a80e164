//! A session on a thread of its own, with a stack as large as the program's.
//!
//! A session stays on one thread; Python's threads come and go. So all that is asked of it is sent there as a job, and
//! what comes of it is sent back: what is printed while it runs, then the answer.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use cg::eval::{Existing, Handle, Host, NewFile, Session};
use cg::shell::{Captured, memory_limit, stack_size};

use crate::diagnostics::RenderedDiagnostics;
use crate::plain::Plain;
use crate::{OPERATIONS, bytes_in_use};

/// What happens before the answer comes.
pub enum Event {
    /// Something was printed.
    Printed(String),
    /// A picture was drawn; it is SVG.
    Picture(String),
    /// A definition was carried out: its text, the names, and `true` for a function or a game.
    Defined(String, Vec<String>, bool),
    /// A statement was warned of something.
    Warning(Box<RenderedDiagnostics>),
    /// The result of a statement, for Python.
    Value(Plain),
    /// The result of a statement, for people.
    Shown(Shown),
    /// Is there somebody who can be asked? Where nobody says so, there is not.
    CanAsk(Sender<bool>),
    /// A line is asked for behind these words; nothing is the end of all lines.
    Asked(String, Sender<Option<String>>),
}

/// A result as people read it.
pub struct Shown {
    /// Letters.
    pub text: String,
    /// LaTeX without dollar signs, where that says it better.
    pub latex: Option<String>,
    /// A picture in SVG, where that is how people know it.
    pub svg: Option<String>,
}

/// What a job sends back.
pub enum Message<T> {
    /// It goes on.
    Event(Event),
    /// It has come to its end.
    Done(T),
}

/// Takes what happens.
type Sink = Rc<RefCell<Option<Box<dyn Fn(Event)>>>>;

/// How a session is limited.
#[derive(Clone, Copy)]
pub struct Limits {
    /// How long one statement may take.
    pub timeout: Option<Duration>,
    /// Bytes that all sessions of this process may use; three quarters of the machine where nothing is said.
    pub memory: Option<usize>,
}

/// The session and what belongs to it.
pub struct Bench {
    /// The session.
    pub session: Session,
    /// Functions of the language that have been read, by their text.
    functions: HashMap<String, Handle>,
    sink: Sink,
}

/// Something to do with a session.
pub type Job = Box<dyn FnOnce(&mut Bench) + Send>;

/// Where the jobs of a session are sent; the session ends when nobody can send one any more.
pub type Jobs = Sender<Job>;

impl Bench {
    fn new(limits: Limits, pictures: bool, interrupt: Arc<AtomicBool>) -> Bench {
        let sink = Sink::default();
        let world = World { sink: sink.clone(), files: Captured::new(false).0, pictures };
        let mut session = Session::new(cg::builtins::all(), Box::new(world));
        // The first text is what calls from Python are said to stand in.
        session.sources.add("<python>", "");
        session.budget().set_interrupt_flag(interrupt);
        let mut bench = Bench { session, functions: HashMap::new(), sink };
        bench.limit(limits);
        bench.read_operations();
        bench
    }

    /// Sets limits.
    pub fn limit(&mut self, limits: Limits) {
        self.session.set_timeout(limits.timeout);
        let memory = memory_limit(limits.memory, bytes_in_use());
        self.session.budget().set_memory(Some(memory), bytes_in_use);
    }

    /// Tells what happens.
    pub fn tell(&self, event: Event) {
        if let Some(sink) = &*self.sink.borrow() {
            sink(event);
        }
    }

    /// The function that a text such as `x -> x.period` is; it is read once.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn function(&mut self, text: &str) -> Result<Handle, Box<RenderedDiagnostics>> {
        if let Some(&handle) = self.functions.get(text)
            && self.session.held(handle).is_some()
        {
            return Ok(handle);
        }
        let source = self.session.sources.add("<python>", text);
        let prepared = self.session.prepare(&source);
        if let (true, _) | (_, None) = (prepared.has_errors(), prepared.statements.first()) {
            return Err(RenderedDiagnostics::new(&prepared.diagnostics, &self.session));
        }
        let ran = self.session.execute(&prepared.statements[0]);
        let value = ran.result.map_err(|diagnostic| RenderedDiagnostics::new(&[*diagnostic], &self.session))?;
        let handle = self.session.hold(value);
        self.functions.insert(text.to_string(), handle);
        Ok(handle)
    }

    /// Begins anew: every name is forgotten, and every value that Python holds.
    pub fn reset(&mut self) {
        self.session.reset();
        self.functions.clear();
        self.read_operations();
    }

    /// Reads all operations before anything can be defined, so that they always mean the same.
    fn read_operations(&mut self) {
        for (_, text) in OPERATIONS {
            let _ = self.function(text);
        }
    }

    /// Forgets the function that a text was.
    pub fn forget(&mut self, text: &str) {
        self.functions.remove(text);
    }
}

/// The time for which an answer or a job is looked for before the thread sleeps: to be woken takes longer than a small call.
const LOOKED_FOR: Duration = Duration::from_micros(40);

/// Receives what comes soon.
///
/// # Errors
/// Nothing came, or nobody is left to send.
pub fn soon<T>(channel: &Receiver<T>) -> Result<T, TryRecvError> {
    let end = Instant::now() + LOOKED_FOR;
    loop {
        match channel.try_recv() {
            Err(TryRecvError::Empty) if Instant::now() < end => std::hint::spin_loop(),
            found => return found,
        }
    }
}

/// A question that was sent to a session.
pub struct Asked<T> {
    /// The way by which what comes of it comes.
    pub answers: Receiver<Message<T>>,
    turn: Arc<Turn>,
}

/// The state of a question in the queue of a session.
#[derive(Default)]
struct Turn {
    has_begun: AtomicBool,
    is_withdrawn: AtomicBool,
}

/// The flags by which what sessions compute is stopped.
static INTERRUPTS: Mutex<Vec<Weak<AtomicBool>>> = Mutex::new(Vec::new());

/// Stops what all sessions compute.
pub fn stop_all() {
    for flag in INTERRUPTS.lock().unwrap_or_else(PoisonError::into_inner).iter().filter_map(Weak::upgrade) {
        flag.store(true, Ordering::SeqCst);
    }
}

/// The way to a session, for every thread.
pub struct Worker {
    /// Where its jobs are sent.
    pub jobs: Jobs,
    interrupt: Arc<AtomicBool>,
}

impl Worker {
    /// Starts a session; with `pictures` what is drawn is told as a picture, and not in letters.
    ///
    /// # Errors
    /// Those of the system, which may have no room for the stack.
    pub fn start(limits: Limits, pictures: bool) -> io::Result<Worker> {
        let (jobs, todo) = channel::<Job>();
        let interrupt = Arc::new(AtomicBool::new(false));
        let flag = interrupt.clone();
        let mut all = INTERRUPTS.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|flag| flag.strong_count() > 0);
        all.push(Arc::downgrade(&interrupt));
        drop(all);
        let work = move || {
            let mut bench = Bench::new(limits, pictures, flag.clone());
            while let Ok(job) = soon(&todo).or_else(|_| todo.recv()) {
                flag.store(false, Ordering::SeqCst);
                // A job that panics answers nothing; what was made for it has been given back.
                let _ = catch_unwind(AssertUnwindSafe(|| job(&mut bench)));
                bench.sink.replace(None);
            }
        };
        thread::Builder::new().name("cg".into()).stack_size(stack_size()).spawn(work)?;
        Ok(Worker { jobs, interrupt })
    }

    /// Asks for something; what comes of it comes by the way that is given back. It is at its end without an answer if the
    /// job panicked.
    pub fn ask<T: Send + 'static>(&self, work: impl FnOnce(&mut Bench) -> T + Send + 'static) -> Asked<T> {
        let (answers, receiver) = channel();
        let turn = Arc::new(Turn::default());
        let its = turn.clone();
        let job: Job = Box::new(move |bench| {
            if its.is_withdrawn.load(Ordering::SeqCst) {
                return;
            }
            its.has_begun.store(true, Ordering::SeqCst);
            let events = answers.clone();
            // Nobody may listen any more.
            bench.sink.replace(Some(Box::new(move |event| drop(events.send(Message::Event(event))))));
            let done = work(bench);
            let _ = answers.send(Message::Done(done));
        });
        // Without a thread there is no sender either, so that the receiver finds the end.
        let _ = self.jobs.send(job);
        Asked { answers: receiver, turn }
    }

    /// Withdraws a question. Returns `true` if it waits for its turn, so that no answer will come; if it is being answered, that
    /// is stopped.
    pub fn withdraw<T>(&self, asked: &Asked<T>) -> bool {
        asked.turn.is_withdrawn.store(true, Ordering::SeqCst);
        let has_begun = asked.turn.has_begun.load(Ordering::SeqCst);
        if has_begun {
            self.stop();
        }
        !has_begun
    }

    /// Stops what is being computed, as soon as it can be stopped.
    pub fn stop(&self) {
        self.interrupt.store(true, Ordering::SeqCst);
    }
}

/// The world of a session in Python: what is printed is told, files are those of the disk, and who listens may be asked.
struct World {
    sink: Sink,
    files: Captured,
    pictures: bool,
}

impl World {
    fn tell(&self, event: Event) {
        if let Some(sink) = &*self.sink.borrow() {
            sink(event);
        }
    }

    /// Waits for the answer to a question; nothing comes where nobody listens.
    fn hear<T>(&self, question: impl FnOnce(Sender<T>) -> Event) -> Option<T> {
        let (answer, heard) = channel();
        self.tell(question(answer));
        heard.recv().ok()
    }
}

impl Host for World {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.tell(Event::Printed(text.to_string()));
        Ok(())
    }

    fn can_ask(&self) -> bool {
        self.hear(Event::CanAsk).unwrap_or(false)
    }

    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        Ok(self.hear(|answer| Event::Asked(prompt.to_string(), answer)).flatten())
    }

    fn shows_pictures(&self) -> bool {
        self.pictures
    }

    fn show_picture(&mut self, svg: &str) -> io::Result<()> {
        self.tell(Event::Picture(svg.to_string()));
        Ok(())
    }

    fn open_file(&mut self, path: &str) -> io::Result<(Box<dyn Read>, u64)> {
        self.files.open_file(path)
    }

    fn identity(&self, path: &str) -> String {
        self.files.identity(path)
    }

    fn create_file(&mut self, path: &str, existing: Existing<'_>) -> io::Result<Box<dyn NewFile>> {
        self.files.create_file(path, existing)
    }
}
