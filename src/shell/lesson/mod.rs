//! `cg lesson`: a course, step by step, in the terminal or through a pipe.
//!
//! The lessons are the scripts of `examples/course`, carried in the program; any other script can be gone through in the
//! same way. [`lessons`](crate::guide::lessons) takes a script apart and judges answers; [`walk`] goes through it.

mod fill;
mod lines;
mod progress;
mod sheet;
mod walk;

use std::io::{self, IsTerminal};
use std::path::Path;

use clap::Args;

use super::app::{App, Meter, Status};
use super::cli::lossy;
use super::files::Disk;
use super::interrupt::Interrupt;
use super::report::refuse;
use super::settings::Settings;
use super::world::{self, World};
use crate::diagnostic::ErrorCode;
use crate::eval::Existing;
use crate::guide::lessons::{LESSONS, format, title};
use crate::picture::MARK;
#[cfg(feature = "pdf")]
use crate::picture::pdf;
use progress::CourseProgress;
use sheet::Sheet;
use walk::Walk;

/// Returns the bytes of a sheet for a file of this name, or the reason why there are none.
fn bytes(sheet: &Sheet, path: &str) -> Result<Vec<u8>, String> {
    if !path.to_lowercase().ends_with(".pdf") {
        return Ok(format!("// {MARK}\n{}", sheet.typst()).into_bytes());
    }
    #[cfg(feature = "pdf")]
    return pdf::pages(&sheet.pages()).ok_or_else(|| format!("`{path}` has no room for the sheet"));
    #[cfg(not(feature = "pdf"))]
    {
        let typst = Path::new(path).with_extension("typ");
        let typst = typst.to_string_lossy();
        Err(format!("this program writes no PDF, for it was built without the feature `pdf`; write Typst: `{typst}`"))
    }
}

/// Writes a file unless there is one that was not written here.
fn write(path: &str, bytes: &[u8]) -> Result<(), String> {
    let created = Disk::default().create(path, Existing::Ours(MARK.as_bytes()));
    created.and_then(|mut file| file.write_all(bytes).and_then(|()| file.finish())).map_err(|error| {
        match error.kind() {
            io::ErrorKind::AlreadyExists => {
                format!("`{path}` is there already and is no sheet or picture; name another file")
            }
            _ => format!("`{path}` cannot be written: {error}"),
        }
    })
}

/// The arguments of `cg lesson`.
#[derive(Clone, Debug, Args)]
pub struct LessonArguments {
    /// The number of a lesson, or a script of your own; then the step to begin with
    #[arg(value_name = "LESSON", num_args = 0..=2, value_parser = lossy())]
    pub lesson: Vec<String>,
    /// Write the exercises of the lesson and their solutions, as Typst
    #[arg(long)]
    pub sheet: bool,
    /// Write the sheet into a file, as PDF if its name ends in `.pdf`
    #[arg(short, long, value_name = "FILE", requires = "sheet", value_parser = lossy())]
    pub output: Option<String>,
}

/// Lists the lessons and goes on with the last one, or goes through one: its number or a script, and the step to begin with.
pub fn lesson(settings: &Settings, arguments: &LessonArguments, meter: Meter) -> Status {
    let person = io::stdin().is_terminal() && io::stdout().is_terminal();
    let progress = CourseProgress::read();
    let mut words = arguments.lesson.clone();
    if words.is_empty() {
        if arguments.sheet {
            return refused(settings, "name the lesson for the sheet: `cg lesson --sheet 3`");
        }
        world::put(&listing(&progress, person));
        match progress.next().filter(|_| person) {
            Some((lesson, step)) => words = vec![lesson.to_string(), step.to_string()],
            None => return Status::Fine,
        }
    }
    let Some((wanted, rest)) = words.split_first() else { return Status::Fine };
    let first = match rest.first().map(|step| step.parse::<usize>()) {
        None => 1,
        Some(Ok(step)) if step > 0 => step,
        Some(_) => {
            return refused(settings, &format!("`{}` is no step of a lesson; steps are 1, 2, 3 and so on", rest[0]));
        }
    };
    let (number, name, text) = match find(wanted) {
        Ok(found) => found,
        Err(message) => return refused(settings, &message),
    };
    let mut app = App::open(settings, World::Open, &Interrupt::install(person), meter);
    if arguments.sheet {
        let (source, prepared) = app.prepare(&name, &text);
        if !app.may_run(&source, &prepared) {
            return Status::of_text(&prepared);
        }
        let lesson = format::read(&source, &prepared.statements);
        let sheet = Sheet::of(&heading(number, &lesson.title), &lesson, &source, &prepared);
        let Some(path) = &arguments.output else {
            world::put_data(&sheet.typst());
            return Status::Fine;
        };
        return match bytes(&sheet, path).and_then(|bytes| write(path, &bytes)) {
            Ok(()) => Status::Fine,
            Err(message) => refused(settings, &message),
        };
    }
    let progress = if person { progress } else { CourseProgress::default() };
    match Walk::begin(app, number, &name, &text, person, progress) {
        Ok(mut walk) => {
            let status = walk.go(first);
            // The process ends; its memory need not be freed piece by piece.
            std::mem::forget(walk);
            status
        }
        Err(status) => status,
    }
}

fn refused(settings: &Settings, message: &str) -> Status {
    refuse(settings, ErrorCode::CommandLine, message, None);
    Status::Wrong
}

/// The number of a lesson, its name, its text.
type FoundLesson = (Option<usize>, String, String);

fn find(wanted: &str) -> Result<FoundLesson, String> {
    let lessons = || format!("the lessons are 1 to {}; `cg lesson` lists them", LESSONS.len());
    if let Ok(number) = wanted.parse::<usize>() {
        let lesson = number.checked_sub(1).and_then(|i| LESSONS.get(i));
        let (name, text) = lesson.ok_or_else(|| format!("there is no lesson {number}; {}", lessons()))?;
        return Ok((Some(number), (*name).into(), (*text).into()));
    }
    match world::read_text(wanted) {
        Ok(text) => Ok((None, wanted.into(), text)),
        Err(_) if !Path::new(wanted).exists() => {
            Err(format!("there is no lesson and no script `{wanted}`; {}", lessons()))
        }
        Err(error) => Err(world::unreadable(wanted, &error)),
    }
}

/// Returns the title of a lesson with its number.
fn heading(number: Option<usize>, title: &str) -> String {
    number.map_or(title.to_string(), |number| format!("Lesson {number}. {title}"))
}

fn listing(progress: &CourseProgress, person: bool) -> String {
    let mut out = String::from("Lessons\n\n");
    for number in 1..=LESSONS.len() {
        let title = title(number).unwrap_or_default();
        let line = match progress.of(number) {
            None => format!("  {number:>2}  {title}"),
            Some(place) if place.is_done() => format!("  {number:>2}  {title:<28}  done"),
            Some(place) => format!("  {number:>2}  {title:<28}  step {} of {}", place.step, place.steps),
        };
        out += &format!("{line}\n");
    }
    out + &match progress.next() {
        Some(_) if person => {
            "\nHere you go on; `quit` leaves, and `cg lesson N` goes through lesson N.\n\n".to_string()
        }
        Some((lesson, step)) => format!("\n`cg lesson {lesson} {step}` goes on where you were.\n"),
        None => "\n`cg lesson 1` goes through the first one.\n".to_string(),
    }
}
