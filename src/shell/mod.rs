//! The program around the library: command line, scripts, tests, batch, the prompt.
//!
//! [`run`] reads the arguments, does what they ask for on one worker thread with a large stack, and gives the
//! exit status: 0 fine, 1 a check or an evaluation failed, 2 the command line or a source is wrong, 130
//! interrupted. Nothing here knows games; everything goes through [`Session`](crate::eval::Session).

mod batch;
mod cli;
mod contest;
mod desk;
mod farewell;
mod files;
mod fmt;
#[cfg(fuzzing)]
pub mod fuzzing;
mod interrupt;
mod lesson;
mod loopback;
mod lsp;
mod machine;
mod manual;
mod markdown;
mod pager;
mod pages;
mod paths;
mod progress;
mod repl;
mod report;
mod run;
pub mod settings;
mod test;
mod trickle;
mod update;
mod world;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::thread;

pub use crate::guide::lessons::LESSONS;
use crate::guide::reply;
pub use crate::guide::{expected, help};
use cli::Task;
pub use desk::Meter;
use desk::{Desk, Status};
use interrupt::Interrupt;
pub use machine::{memory as memory_limit, stack as stack_size};
pub use markdown::cg_blocks;
pub use repl::{Candidate, CandidateKind, Command, command, complete, expanded, highlight, waits};
use settings::Settings;
pub use world::Captured;
use world::World;

/// Runs the program. `meter` tells how many bytes are in use.
pub fn run(arguments: impl IntoIterator<Item = OsString>, meter: Meter) -> ExitCode {
    let (settings, task) = match cli::read(arguments) {
        Ok(read) => read,
        Err(error) => {
            let text = error.render().to_string();
            if error.use_stderr() {
                world::complain(&text);
                return ExitCode::from(Status::Wrong.code());
            }
            world::put(&text);
            return ExitCode::SUCCESS;
        }
    };
    // One line for a mistake of ours; what it means for the session is said where it is caught.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or(String::new(), |l| format!(" at {}:{}", l.file(), l.line()));
        world::complain(&format!("cg: internal error{place}"));
    }));
    farewell::watch();
    let stack = machine::stack();
    for stack in [stack, stack / 4] {
        let (settings, task) = (settings.clone(), task.clone());
        let work = move || perform(&settings, task, meter);
        if let Ok(worker) = thread::Builder::new().name("cg".into()).stack_size(stack).spawn(work) {
            // A worker that panicked has said so itself.
            return ExitCode::from(worker.join().map_or(101, Status::code));
        }
    }
    perform(&settings, task, meter).code().into()
}

fn perform(settings: &Settings, task: Task, meter: Meter) -> Status {
    let desk = |world: World| Desk::open(settings, world, &Interrupt::install(false), meter);
    match task {
        Task::Repl => {
            let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
            let interrupt = Interrupt::install(person);
            let desk = Desk::open(settings, World::Open, &interrupt, meter);
            if person { repl::prompt(desk) } else { repl::piped(desk) }
        }
        Task::Run(inputs) => {
            let mut desk = desk(World::Open);
            let status = run::run(&mut desk, &inputs);
            // The process ends; its memory need not be given back piece by piece.
            std::mem::forget(desk);
            status
        }
        Task::Test(wanted) => test::test(settings, &wanted, &Interrupt::install(false), meter),
        Task::Batch(wanted) => batch::batch(settings, &wanted, meter),
        Task::Lesson(words) => lesson::lesson(settings, &words, meter),
        Task::Help(topic) => pages::topic(&topic),
        Task::Markdown => pages::markdown(),
        Task::Explain(code) => pages::explain(&code),
        Task::Play(agreed) => contest::play(&mut desk(World::Open), &agreed),
        Task::Format(wanted) => fmt::fmt(settings, &wanted),
        Task::Serve => lsp::serve(settings, meter),
        Task::Page(folder, port) => loopback::page(folder.as_deref(), port),
        Task::Completions(shell) => manual::completions(shell),
        Task::Manual => manual::manual(),
    }
}
