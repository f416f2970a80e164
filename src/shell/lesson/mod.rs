//! `cg lesson`: a course, step by step, in the terminal or through a pipe.
//!
//! The lessons are the scripts of `examples/course`, carried in the program; any other script can be gone through in the
//! same way. [`lessons`](crate::guide::lessons) takes a script apart and judges answers; [`walk`] goes through it.

mod fill;
mod lines;
mod walk;

use std::io::IsTerminal;
use std::path::Path;

use clap::Args;

use super::cli::lossy;
use super::desk::{Desk, Meter, Status};
use super::interrupt::Interrupt;
use super::report::refuse;
use super::settings::Settings;
use super::world::{self, World};
use crate::diagnostic::ErrorCode;
use crate::guide::lessons::{LESSONS, title};
use walk::Walk;

/// The arguments of `cg lesson`.
#[derive(Clone, Debug, Args)]
pub struct LessonArguments {
    /// The number of a lesson, or a script of your own; then the step to begin with
    #[arg(value_name = "LESSON", num_args = 0..=2, value_parser = lossy())]
    pub lesson: Vec<String>,
}

/// Lists the lessons, or goes through one: its number or a script, and the step to begin with.
pub fn lesson(settings: &Settings, words: &[String], meter: Meter) -> Status {
    let Some((wanted, rest)) = words.split_first() else {
        world::put(&listing());
        return Status::Fine;
    };
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
    let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let desk = Desk::open(settings, World::Open, &Interrupt::install(person), meter);
    match Walk::begin(desk, number, &name, &text, person) {
        Ok(mut walk) => {
            let status = walk.go(first);
            // The process ends; its memory need not be given back piece by piece.
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
type Found = (Option<usize>, String, String);

fn find(wanted: &str) -> Result<Found, String> {
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

fn listing() -> String {
    let mut out = String::from("Lessons\n\n");
    for number in 1..=LESSONS.len() {
        out += &format!("  {number:>2}  {}\n", title(number).unwrap_or_default());
    }
    out + "\n`cg lesson 1` goes through the first one.\n"
}
