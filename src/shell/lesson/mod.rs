//! `cg lesson`: a course, step by step, in the terminal or through a pipe.
//!
//! The lessons are the scripts of `examples/course`, carried in the program; any other script can be gone through in the
//! same way. [`lessons`](crate::guide::lessons) takes a script apart and judges answers; [`walk`] goes through it.

mod fill;
mod lines;
mod progress;
mod sheet;
mod walk;

use std::io::IsTerminal;
use std::path::Path;

use clap::Args;

use super::app::{App, Meter, Status};
use super::cli::lossy;
use super::interrupt::Interrupt;
use super::report::refuse;
use super::settings::Settings;
use super::world::{self, World};
use crate::diagnostic::ErrorCode;
use crate::guide::lessons::{LESSONS, format, title};
use progress::CourseProgress;
use walk::Walk;

/// The arguments of `cg lesson`.
#[derive(Clone, Debug, Args)]
pub struct LessonArguments {
    /// The number of a lesson, or a script of your own; then the step to begin with
    #[arg(value_name = "LESSON", num_args = 0..=2, value_parser = lossy())]
    pub lesson: Vec<String>,
    /// Write the exercises of the lesson and their solutions, as Typst
    #[arg(long)]
    pub sheet: bool,
}

/// Lists the lessons and goes on with the last one, or goes through one: its number or a script, and the step to begin with.
pub fn lesson(settings: &Settings, arguments: &LessonArguments, meter: Meter) -> Status {
    let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
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
        world::put_data(&sheet::sheet(&heading(number, &lesson.title), &lesson, &source, &prepared));
        return Status::Fine;
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
