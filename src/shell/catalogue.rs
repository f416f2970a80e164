//! `cg catalogue add`: works out the positions of a ruleset and keeps them in a file.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use clap::{Args, Subcommand};

use super::app::{App, Meter, Status};
use super::cli::lossy;
use super::interrupt::Interrupt;
use super::machine;
use super::report::refuse;
use super::settings::{Settings, whole};
use super::world::{self, World};
use crate::catalogue::{Catalogue, CataloguedPosition, CataloguedRuleset};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::Session;
use crate::source::Span;

/// The boards that are worked out between two notes in the file.
const BOARDS_AT_ONCE: usize = 512;

/// Most cells of a board that may be asked for; rows and columns of a shape are bytes.
const MOST_CELLS: usize = 255;

/// The arguments of `cg catalogue`.
#[derive(Clone, Debug, Args)]
#[command(arg_required_else_help = true)]
pub struct CatalogueArguments {
    #[command(subcommand)]
    command: CatalogueCommand,
}

#[derive(Clone, Debug, Subcommand)]
enum CatalogueCommand {
    /// Work out all positions of a ruleset on boards up to a number of cells; goes on where it was stopped
    Add {
        /// The SQLite file, which is made if there is none
        #[arg(value_name = "FILE", value_parser = lossy())]
        file: String,
        /// The ruleset, such as `clobber` or `impartial(clobber)`
        #[arg(value_name = "RULESET", value_parser = lossy())]
        ruleset: String,
        /// The largest number of cells
        #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, MOST_CELLS), allow_hyphen_values = true)]
        size: usize,
    },
}

/// The boards of one size, handed to the threads one by one.
struct BoardTask {
    number: usize,
    size: usize,
    board: String,
}

/// A board that was worked out, or the reason why it was not.
type BoardResult = (usize, Result<CataloguedPosition, Box<Diagnostic>>);

/// Runs the command.
pub fn catalogue(settings: &Settings, arguments: &CatalogueArguments, meter: Meter) -> Status {
    let CatalogueCommand::Add { file, ruleset, size } = &arguments.command;
    let interrupt = Interrupt::install(false);
    let mut app = App::open(settings, World::Open, &interrupt, meter);
    let mut rules = match rules(&mut app, ruleset) {
        Ok(rules) => rules,
        Err(status) => return status,
    };
    let catalogue = match Catalogue::create(file) {
        Ok(catalogue) => catalogue,
        Err(why) => {
            refuse(settings, ErrorCode::IoWrite, &why, None);
            return Status::Wrong;
        }
    };
    let (tasks, of_tasks) = channel();
    let (results, of_results) = channel();
    let waiting = Arc::new(Mutex::new(of_tasks));
    for _ in 0..settings.threads {
        let (settings, interrupt, ruleset) = (settings.clone(), interrupt.clone(), ruleset.clone());
        let (waiting, results) = (waiting.clone(), results.clone());
        let work = move || worker(&settings, &interrupt, meter, &ruleset, &waiting, &results);
        if thread::Builder::new().stack_size(machine::stack()).spawn(work).is_err() {
            break;
        }
    }
    drop(results);
    let added =
        (1..=*size).try_for_each(|size| add_size(&mut app, &catalogue, &mut rules, size, (&tasks, &of_results)));
    match added {
        Ok(()) => Status::Fine,
        Err(Stopped::By(stopped)) => {
            let status = Status::of(&stopped);
            app.report(&[*stopped]);
            status
        }
        Err(Stopped::File(error)) => {
            refuse(settings, ErrorCode::IoWrite, &format!("`{file}` cannot be written: {error}"), None);
            Status::Wrong
        }
        Err(Stopped::Threads) => {
            let message = "no thread could be started, or all of them have ended";
            let help = Some("what is in the file stays; try fewer `--threads`");
            refuse(settings, ErrorCode::InternalPanic, message, help);
            Status::Failed
        }
    }
}

/// The reason why a size is not complete.
enum Stopped {
    /// A board could not be worked out.
    By(Box<Diagnostic>),
    /// The file could not be written.
    File(rusqlite::Error),
    /// No thread works any more.
    Threads,
}

impl From<rusqlite::Error> for Stopped {
    fn from(error: rusqlite::Error) -> Stopped {
        Stopped::File(error)
    }
}

/// Adds the boards of one size that are not there yet, in their order. The sizes before it have been asked for.
fn add_size(
    app: &mut App,
    catalogue: &Catalogue,
    rules: &mut CataloguedRuleset,
    size: usize,
    (tasks, results): (&Sender<BoardTask>, &Receiver<BoardResult>),
) -> Result<(), Stopped> {
    let ruleset = rules.name.clone();
    let place = app.session.sources.add(&ruleset, "").id;
    let is_complete = size <= catalogue.complete_to(&ruleset)?;
    let next = |session: &mut Session| match is_complete {
        true => rules.pass(session).map(|()| Vec::new()),
        false => rules.next(session),
    };
    let boards = app.session.undertake(Span::new(place, 0, 0), next).0.map_err(Stopped::By)?;
    if is_complete {
        return Ok(());
    }
    let count = boards.len();
    let mut boards = boards.into_iter().skip(catalogue.count(&ruleset, size)?).peekable();
    while boards.peek().is_some() {
        let some: Vec<String> = boards.by_ref().take(BOARDS_AT_ONCE).collect();
        let sent = some.len();
        for (number, board) in some.into_iter().enumerate() {
            tasks.send(BoardTask { number, size, board }).map_err(|_| Stopped::Threads)?;
        }
        let mut found = Vec::with_capacity(sent);
        for (number, result) in results.iter().take(sent) {
            found.push((number, result.map_err(Stopped::By)?));
        }
        if found.len() < sent {
            return Err(Stopped::Threads);
        }
        found.sort_by_key(|(number, _)| *number);
        catalogue.add(found.into_iter().map(|(_, position)| position).collect())?;
    }
    catalogue.complete(&ruleset, size, count)?;
    world::put(&format!("{ruleset}: {size} cells, {count} positions\n"));
    Ok(())
}

/// Works out boards until there are no more.
fn worker(
    settings: &Settings,
    interrupt: &Interrupt,
    meter: Meter,
    ruleset: &str,
    waiting: &Mutex<Receiver<BoardTask>>,
    results: &Sender<BoardResult>,
) {
    let mut app = App::open(settings, World::Rehearsed, interrupt, meter);
    let Ok(rules) = rules(&mut app, ruleset) else { return };
    let place = app.session.sources.add(ruleset, "").id;
    loop {
        let task = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(BoardTask { number, size, board }) = task else { return };
        let work = |session: &mut _| rules.position(session, &board, size);
        let (found, _) = app.session.undertake(Span::new(place, 0, 0), work);
        if results.send((number, found)).is_err() {
            return;
        }
    }
}

/// Returns the ruleset that a text names, whose positions must be boards.
fn rules(app: &mut App, ruleset: &str) -> Result<CataloguedRuleset, Status> {
    let rule = app.value_of("<ruleset>", ruleset)?;
    let place = app.session.sources.add(ruleset, "").id;
    let read = |session: &mut _| CataloguedRuleset::new(session, rule);
    match app.session.undertake(Span::new(place, 0, 0), read).0 {
        Ok(Some(rules)) => Ok(rules),
        Ok(None) => {
            let message = format!("the positions of `{ruleset}` are no boards");
            refuse(
                &app.settings,
                ErrorCode::CommandLine,
                &message,
                Some("name a ruleset on boards, such as `clobber`"),
            );
            Err(Status::Wrong)
        }
        Err(stopped) => {
            let status = Status::of(&stopped);
            app.report(&[*stopped]);
            Err(status)
        }
    }
}
