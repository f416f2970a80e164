//! Lines answered side by side: this process reads and writes, others compute.
//!
//! A line goes to one process at a time and its answer is kept until all lines before it are answered, so the output is
//! that of a single process. A process that dies takes one line with it; the next one takes its place.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::done::Done;
use super::request::Request;
use super::{BatchLine, cannot_read, unreadable};
use crate::diagnostic::ErrorCode;
use crate::shell::app::Status;
use crate::shell::machine;
use crate::shell::reply;
use crate::shell::report::refuse;
use crate::shell::settings::Settings;
use crate::shell::world;

/// Lines for each process that may wait for the answer to one before them.
const LINES_AHEAD: usize = 64;

/// Something that the other threads report.
enum JobEvent {
    /// A line was read, or there is none.
    Line(BatchLine),
    /// The process with this number answered.
    Answer(usize, String),
    /// The process with this number has closed its output.
    Gone(usize),
}

/// A process that answers lines.
struct AnswerProcess {
    child: Child,
    input: ChildStdin,
    state: ProcessState,
}

/// The state of a process.
enum ProcessState {
    Idle,
    /// The process works on a line: its number among all that were read, and its text.
    Busy(u64, String),
    /// The process has died; its last event is still to come.
    Dying,
}

/// A line whose answer has not been written yet.
enum AnswerSlot {
    Waiting(String),
    Asked,
    Answered(String),
}

/// Lines, and the processes that answer them.
struct Share<'a> {
    settings: &'a Settings,
    files: &'a [String],
    /// `None` if a process is still to be started.
    workers: Vec<Option<AnswerProcess>>,
    /// The lines not yet written, of which the first has the number `first`.
    slots: VecDeque<AnswerSlot>,
    first: u64,
    events: Sender<JobEvent>,
}

/// Answers standard input to its end in `jobs` processes, but for the lines in `done`.
pub fn share(settings: &Settings, files: &[String], jobs: usize, done: Done) -> Status {
    let (sender, events) = channel();
    let (asked, asks) = channel();
    read_when_asked(asks, sender.clone(), done);
    let workers = (0..jobs).map(|_| None).collect();
    let mut share = Share { settings, files, workers, slots: VecDeque::new(), first: 0, events: sender };
    let (mut is_reading, mut end) = (false, None);
    loop {
        share.write_ready();
        if let Err(error) = share.hand_out() {
            let message = format!("a process cannot be started: {error}");
            refuse(settings, ErrorCode::InternalProcess, &message, None);
            return Status::Wrong;
        }
        match end {
            Some(status) if share.slots.is_empty() => return status,
            None if !is_reading && share.slots.len() < LINES_AHEAD * jobs => is_reading = asked.send(()).is_ok(),
            _ => {}
        }
        // This thread holds a sender, so there is always one.
        let Ok(event) = events.recv() else { return Status::Wrong };
        match event {
            JobEvent::Line(line) => {
                is_reading = false;
                match line {
                    Ok(Some(Ok(line))) => share.slots.push_back(AnswerSlot::Waiting(line)),
                    Ok(Some(Err(message))) => share.slots.push_back(AnswerSlot::Answered(unreadable(&message))),
                    Ok(None) => end = Some(Status::Fine),
                    Err(error) => end = Some(cannot_read(settings, &error)),
                }
            }
            JobEvent::Answer(number, answer) => share.answered(number, answer),
            JobEvent::Gone(number) => share.gone(number),
        }
    }
}

/// Reads a line for each time it is asked, so that no more of them wait than can be answered.
fn read_when_asked(asks: Receiver<()>, events: Sender<JobEvent>, done: Done) {
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while asks.recv().is_ok() {
            if events.send(JobEvent::Line(done.next(&mut input))).is_err() {
                return;
            }
        }
    });
}

impl Share<'_> {
    /// Writes the answers before which none is missing.
    fn write_ready(&mut self) {
        while let Some(AnswerSlot::Answered(answer)) = self.slots.front() {
            world::put_line(answer);
            self.slots.pop_front();
            self.first += 1;
        }
    }

    /// Gives waiting lines to idle processes, and starts those that are wanted.
    fn hand_out(&mut self) -> io::Result<()> {
        for at in 0..self.slots.len() {
            if !matches!(self.slots[at], AnswerSlot::Waiting(_)) {
                continue;
            }
            let Some(number) = self.free()? else { return Ok(()) };
            let AnswerSlot::Waiting(line) = std::mem::replace(&mut self.slots[at], AnswerSlot::Asked) else {
                return Ok(());
            };
            if let Some(line) = self.ask(number, self.first + at as u64, line) {
                self.slots[at] = AnswerSlot::Waiting(line);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Returns a process that is idle, perhaps a new one.
    fn free(&mut self) -> io::Result<Option<usize>> {
        let idle = |w: &Option<AnswerProcess>| w.as_ref().is_some_and(|w| matches!(w.state, ProcessState::Idle));
        if let Some(number) = self.workers.iter().position(idle) {
            return Ok(Some(number));
        }
        let Some(number) = self.workers.iter().position(Option::is_none) else { return Ok(None) };
        match self.start(number) {
            Ok(worker) => {
                self.workers[number] = Some(worker);
                Ok(Some(number))
            }
            // The processes that are running can do the work.
            Err(_) if self.workers.iter().any(Option::is_some) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn start(&self, number: usize) -> io::Result<AnswerProcess> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["batch", "--worker"]).args(self.settings.limits());
        if self.settings.memory.is_none() {
            let all = machine::memory(None, 0);
            command.arg(format!("--memory={}b", (all / self.workers.len()).max(1 << 20)));
        }
        command.arg("--").args(self.files);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let events = self.events.clone();
        thread::spawn(move || {
            for answer in BufReader::new(output).lines().map_while(Result::ok) {
                if events.send(JobEvent::Answer(number, answer)).is_err() {
                    return;
                }
            }
            let _ = events.send(JobEvent::Gone(number));
        });
        Ok(AnswerProcess { child, input, state: ProcessState::Idle })
    }

    /// Sends a line to a process, or gives it back if that is no more.
    fn ask(&mut self, number: usize, line_number: u64, line: String) -> Option<String> {
        let worker = self.workers[number].as_mut()?;
        let sent = worker.input.write_all(line.as_bytes()).and_then(|()| worker.input.write_all(b"\n"));
        match sent.and_then(|()| worker.input.flush()) {
            Ok(()) => {
                worker.state = ProcessState::Busy(line_number, line);
                None
            }
            Err(_) => {
                worker.state = ProcessState::Dying;
                Some(line)
            }
        }
    }

    fn answered(&mut self, number: usize, answer: String) {
        if let Some(worker) = &mut self.workers[number]
            && let ProcessState::Busy(line, _) = std::mem::replace(&mut worker.state, ProcessState::Idle)
        {
            self.slots[(line - self.first) as usize] = AnswerSlot::Answered(answer);
        }
    }

    /// Answers for a process that died at a line.
    fn gone(&mut self, number: usize) {
        let Some(mut worker) = self.workers[number].take() else { return };
        let end = worker.child.wait();
        if let ProcessState::Busy(line, text) = worker.state {
            self.slots[(line - self.first) as usize] = AnswerSlot::Answered(died(text, end.ok()));
        }
    }
}

impl Drop for Share<'_> {
    /// Lets the processes end with their input.
    fn drop(&mut self) {
        for worker in self.workers.drain(..).flatten() {
            let AnswerProcess { mut child, input, .. } = worker;
            drop(input);
            let _ = child.wait();
        }
    }
}

/// Returns the answer for a line at which a process died.
fn died(line: String, end: Option<ExitStatus>) -> String {
    let request = Request::read(line).ok();
    let how = end.map_or_else(String::new, |end| format!(" ({end})"));
    let message = format!("the process that worked on this line died{how}");
    let help = "if memory ran out, set a limit: `--memory 2GiB`; the lines after this one are answered";
    reply::refused(request.as_ref().and_then(Request::id), ErrorCode::InternalProcess, &message, Some(help))
}
