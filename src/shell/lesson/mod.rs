//! `cg lesson`: a course, step by step, in the terminal or through a pipe.
//!
//! The lessons are the scripts of `examples/course`, carried in the program; any other script can be gone through in the
//! same way. [`format`] takes a script apart, [`walk`] goes through it, [`judge`] looks at the answers to exercises.

mod fill;
mod format;
mod judge;
mod lines;
mod walk;

use std::io::IsTerminal;
use std::path::Path;

use super::desk::{Desk, Meter, Status};
use super::interrupt::Interrupt;
use super::settings::Settings;
use super::world::{self, World};
use walk::Walk;

macro_rules! lessons {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../../../examples/course/", $name)))),*] };
}

/// The lessons of the course: the name of the file, and its text.
pub const LESSONS: [(&str, &str); 11] = lessons! {
    "01-what-is-a-game.cg"
    "02-nim.cg"
    "03-heap-games.cg"
    "04-left-and-right.cg"
    "05-numbers.cg"
    "06-canonical-forms.cg"
    "07-infinitesimals.cg"
    "08-temperature.cg"
    "09-many-at-once.cg"
    "10-round-in-circles.cg"
    "11-misere.cg"
};

/// The title of a lesson, counted from 1.
fn title(number: usize) -> Option<&'static str> {
    format::title(LESSONS.get(number.checked_sub(1)?)?.1)
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
        Some(_) => return refuse(&format!("`{}` is no step of a lesson; steps are 1, 2, 3 and so on", rest[0])),
    };
    let (number, name, text) = match find(wanted) {
        Ok(found) => found,
        Err(message) => return refuse(&message),
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

fn refuse(message: &str) -> Status {
    world::complain(&format!("cg: {message}"));
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
