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
use crate::catalogue::{Catalogue, CataloguedPosition, CataloguedRuleset, boards_of};
use crate::diagnostic::{Diagnostic, ErrorCode, counted};
use crate::eval::Session;
use crate::source::Span;
use crate::value::Value;

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
    /// Work out all positions of a ruleset on boards up to a number of cells, or some boards; goes on where it was stopped
    Add {
        /// The SQLite file, which is made if there is none
        #[arg(value_name = "FILE", value_parser = lossy())]
        file: String,
        /// A ruleset, such as `clobber` or `impartial(clobber)`, or boards, such as `nogo(4, 4)` or a list of them
        #[arg(value_name = "GAMES", value_parser = lossy())]
        games: String,
        /// The largest number of cells, for a ruleset
        #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, MOST_CELLS), allow_hyphen_values = true)]
        size: Option<usize>,
    },
}

/// The boards that are wanted.
enum WantedBoards {
    /// All boards of a ruleset up to a number of cells.
    All { rules: CataloguedRuleset, size: usize },
    /// Connected boards of some rulesets.
    Some(Vec<(CataloguedRuleset, Vec<String>)>),
}

/// A board that is to be worked out.
struct BoardTask {
    /// Its place among those that are handed out together.
    place: usize,
    /// Its number among all boards of its size, if it is added with them.
    number: Option<usize>,
    board: String,
}

/// A board that was worked out, or the reason why it was not.
type BoardResult = (usize, Result<CataloguedPosition, Box<Diagnostic>>);

/// Runs the command.
pub fn catalogue(settings: &Settings, arguments: &CatalogueArguments, meter: Meter) -> Status {
    let CatalogueCommand::Add { file, games, size } = &arguments.command;
    let interrupt = Interrupt::install(false);
    let mut app = App::open(settings, World::Open, &interrupt, meter);
    let wanted = match wanted_boards(&mut app, games, *size) {
        Ok(wanted) => wanted,
        Err(status) => return status,
    };
    let catalogue = match Catalogue::create(file) {
        Ok(catalogue) => catalogue,
        Err(why) => {
            refuse(settings, ErrorCode::IoWrite, &why, None);
            return Status::Wrong;
        }
    };
    let added = match wanted {
        WantedBoards::All { mut rules, size } => {
            let workers = BoardWorkers::start(settings, &interrupt, meter, games);
            (1..=size).try_for_each(|size| add_size(&mut app, &catalogue, &mut rules, size, &workers))
        }
        WantedBoards::Some(all) => all.into_iter().try_for_each(|(rules, boards)| {
            let workers = BoardWorkers::start(settings, &interrupt, meter, &rules.name);
            add_boards(&catalogue, &rules.name, boards, &workers)
        }),
    };
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

/// Threads that work out boards.
struct BoardWorkers {
    tasks: Sender<BoardTask>,
    results: Receiver<BoardResult>,
}

impl BoardWorkers {
    /// Starts the threads for the boards of one ruleset.
    fn start(settings: &Settings, interrupt: &Interrupt, meter: Meter, ruleset: &str) -> BoardWorkers {
        let (tasks, of_tasks) = channel();
        let (to_results, results) = channel();
        let waiting = Arc::new(Mutex::new(of_tasks));
        for _ in 0..settings.threads {
            let (settings, interrupt, ruleset) = (settings.clone(), interrupt.clone(), ruleset.to_string());
            let (waiting, results) = (waiting.clone(), to_results.clone());
            let work = move || worker(&settings, &interrupt, meter, &ruleset, &waiting, &results);
            if thread::Builder::new().stack_size(machine::stack()).spawn(work).is_err() {
                break;
            }
        }
        BoardWorkers { tasks, results }
    }

    /// Works out boards and adds them in their order, some at a time.
    fn add(&self, catalogue: &Catalogue, boards: impl Iterator<Item = (Option<usize>, String)>) -> Result<(), Stopped> {
        let mut boards = boards.peekable();
        while boards.peek().is_some() {
            let mut sent = 0;
            for (number, board) in boards.by_ref().take(BOARDS_AT_ONCE) {
                self.tasks.send(BoardTask { place: sent, number, board }).map_err(|_| Stopped::Threads)?;
                sent += 1;
            }
            let mut found = Vec::with_capacity(sent);
            for (place, result) in self.results.iter().take(sent) {
                found.push((place, result.map_err(Stopped::By)?));
            }
            if found.len() < sent {
                return Err(Stopped::Threads);
            }
            found.sort_by_key(|(place, _)| *place);
            catalogue.add(found.into_iter().map(|(_, position)| position).collect())?;
        }
        Ok(())
    }
}

/// Adds the boards of one size that are not there yet, in their order. The sizes before it have been asked for.
fn add_size(
    app: &mut App,
    catalogue: &Catalogue,
    rules: &mut CataloguedRuleset,
    size: usize,
    workers: &BoardWorkers,
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
    let numbered = boards.into_iter().enumerate().map(|(number, board)| (Some(number), board));
    workers.add(catalogue, numbered.skip(catalogue.count(&ruleset, size)?))?;
    catalogue.complete(&ruleset, size, count)?;
    world::put(&format!("{ruleset}: {}, {}\n", counted(size, "cell"), counted(count, "position")));
    Ok(())
}

/// Adds the boards that are not there yet.
fn add_boards(
    catalogue: &Catalogue,
    ruleset: &str,
    boards: Vec<String>,
    workers: &BoardWorkers,
) -> Result<(), Stopped> {
    let mut missing = Vec::new();
    for board in boards {
        if !catalogue.has(ruleset, &board)? {
            missing.push(board);
        }
    }
    let count = missing.len();
    workers.add(catalogue, missing.into_iter().map(|board| (None, board)))?;
    world::put(&format!("{ruleset}: {}\n", counted(count, "position")));
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
    let Ok(rule) = app.value_of("<ruleset>", ruleset) else { return };
    let Ok(rules) = rules(&mut app, ruleset, rule) else { return };
    let place = app.session.sources.add(ruleset, "").id;
    loop {
        let task = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(BoardTask { place: at, number, board }) = task else { return };
        let work = |session: &mut _| rules.position(session, &board, number);
        let (found, _) = app.session.undertake(Span::new(place, 0, 0), work);
        if results.send((at, found)).is_err() {
            return;
        }
    }
}

/// Returns the boards that a text names.
fn wanted_boards(app: &mut App, text: &str, size: Option<usize>) -> Result<WantedBoards, Status> {
    let value = app.value_of("<games>", text)?;
    let boards = boards_of(&app.session, &value);
    let refused = |app: &App, message: &str, help| {
        refuse(&app.settings, ErrorCode::CommandLine, message, Some(help));
        Err(Status::Wrong)
    };
    match (boards, size) {
        (Some(boards), None) => {
            let mut all = Vec::new();
            for (name, boards) in boards {
                let rule = app.value_of("<ruleset>", &name)?;
                let rules = rules(app, &name, rule)?;
                let boards = rules.connected(&boards);
                all.push((rules, boards));
            }
            Ok(WantedBoards::Some(all))
        }
        (Some(_), Some(_)) => {
            refused(app, "boards that you name are added as they are", "leave out `--size`, or name the ruleset alone")
        }
        (None, size) => {
            let rules = rules(app, text, value)?;
            match size {
                Some(size) => Ok(WantedBoards::All { rules, size }),
                None => refused(app, "a ruleset has boards of every size", "say up to how many cells: `--size 6`"),
            }
        }
    }
}

/// Returns a ruleset, whose positions must be boards.
fn rules(app: &mut App, name: &str, rule: Value) -> Result<CataloguedRuleset, Status> {
    let place = app.session.sources.add(name, "").id;
    let read = |session: &mut _| CataloguedRuleset::new(session, rule);
    match app.session.undertake(Span::new(place, 0, 0), read).0 {
        Ok(Some(rules)) => Ok(rules),
        Ok(None) => {
            refuse(
                &app.settings,
                ErrorCode::CommandLine,
                &format!("the positions of `{name}` are no boards"),
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
