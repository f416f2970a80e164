//! Scripts, standard input and `-e`: run from top to bottom in one session.
//!
//! A text is read as a whole before anything of it runs. The value of each expression is shown. A statement that
//! fails ends the run; a `check` that fails is reported and the run goes on, so that all of them are seen.

use super::desk::{Desk, Status};
use super::world;

/// Where statements come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file.
    File(String),
    /// Standard input.
    Standard,
    /// The text of an `-e`.
    Expression(String),
}

impl Input {
    /// Its name in messages, and its text.
    ///
    /// # Errors
    /// How the run ends for it, and a sentence on why it cannot be read.
    pub fn read(&self, desk: &mut Desk) -> Result<(String, String), (Status, String)> {
        match self {
            Input::Expression(text) => Ok(("<expression>".into(), text.clone())),
            Input::Standard => match world::read_all(std::io::stdin().lock()) {
                Ok(text) => Ok(("<stdin>".into(), text)),
                Err(error) => Err((Status::Wrong, format!("standard input cannot be read: {error}"))),
            },
            Input::File(path) => Ok((path.clone(), desk.read_text(path)?)),
        }
    }
}

/// Runs the inputs one after another in one session, until one fails.
pub fn run(desk: &mut Desk, inputs: &[Input]) -> Status {
    let mut worst = Status::Fine;
    for input in inputs {
        let (name, text) = match input.read(desk) {
            Ok(read) => read,
            Err((status, message)) => {
                world::complain(&format!("cg: {message}{}", meant(input)));
                return status;
            }
        };
        let (status, finished) = script(desk, &name, &text);
        worst = worst.max(status);
        if !finished {
            break;
        }
    }
    worst
}

/// Runs one text; says whether it was run to its end.
pub fn script(desk: &mut Desk, name: &str, text: &str) -> (Status, bool) {
    let (source, prepared) = desk.prepare(name, text);
    if !desk.may_run(&source, &prepared) {
        return (Status::of_text(&prepared), false);
    }
    let mut worst = Status::Fine;
    for statement in &prepared.statements {
        let evaluated = desk.step(&source, statement);
        worst = worst.max(evaluated.status);
        if evaluated.status != Status::Fine && !evaluated.was_check {
            return (worst, false);
        }
    }
    (worst, true)
}

/// What a person who named a missing file may have meant: a command.
fn meant(input: &Input) -> String {
    let Input::File(path) = input else { return String::new() };
    let missing = !std::path::Path::new(path).exists();
    match crate::diagnostic::nearest(path, super::cli::COMMANDS) {
        Some(command) if missing => format!("\nhelp: the command `cg {command}` has a similar name"),
        _ if missing && !path.ends_with(".cg") => {
            format!("\nhelp: to evaluate a text, use `cg -e '{path}'`; `cg --help` lists the commands")
        }
        _ => String::new(),
    }
}
