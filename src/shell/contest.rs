//! `cg play EXPR`: a game against the machine, started from the command line.

use clap::Args;

use super::app::{App, Status};
use super::cli::lossy;
use super::report::refuse;
use super::world;
use crate::builtins;
use crate::diagnostic::ErrorCode;
use crate::eval::{ReadyStatement, ask};

/// The arguments of `cg play`.
#[derive(Clone, Debug, Args)]
pub struct PlayArguments {
    /// The position, such as 'nim(3, 4, 5)'
    // It may consist of several statements.
    #[arg(value_name = "EXPR", value_parser = lossy())]
    expression: String,
    /// Normal play, even where points count: whoever cannot move loses
    #[arg(long)]
    normal: bool,
    /// Misère play: whoever cannot move wins
    #[arg(long, conflicts_with = "normal")]
    misere: bool,
    /// Points decide: who has more at the end wins
    #[arg(long, conflicts_with_all = ["normal", "misere"])]
    points: bool,
    /// The machine moves first
    #[arg(long)]
    second: bool,
    /// Right moves first, where the players have different moves
    #[arg(long, alias = "R")]
    right: bool,
    /// The machine plays both sides
    #[arg(long, conflicts_with = "second")]
    auto: bool,
    /// The machine plays both sides, and each position is shown
    #[arg(long, conflicts_with_all = ["second", "auto"])]
    watch: bool,
    /// The strength of the machine
    #[arg(long, value_parser = ["easy", "fair", "best"], hide_possible_values = true, value_name = "easy|fair|best")]
    level: Option<String>,
}

impl PlayArguments {
    /// Returns the call that plays this position.
    fn call(&self, position: &str) -> String {
        let terms = [
            (self.normal, "normal"),
            (self.misere, "misere"),
            (self.points, "points"),
            (self.right, "R"),
            (self.second, "\"second\""),
            (self.auto, "\"auto\""),
            (self.watch, "\"watch\""),
        ];
        let mut terms: String = terms.iter().filter(|(said, _)| *said).map(|(_, term)| format!(", {term}")).collect();
        if let Some(level) = &self.level {
            terms += &format!(", \"{level}\"");
        }
        format!("play({position}{terms})")
    }
}

/// The words by which a person ends the program where a position is asked for.
const LEAVING: [&str; 3] = ["quit", "exit", ":quit"];

/// Returns the position of a ruleset that the person asks for: by the text typed for its parentheses, again until it gives
/// a position, or its example. Returns `None` if `text` is no name of a ruleset, or no text is typed, and a word that ends the
/// program as it is typed.
fn asked_position(app: &mut App, text: &str) -> Option<String> {
    let row = builtins::all().find(|row| row.name == text || row.aliases.contains(&text))?;
    let example = row.example(0).filter(|_| row.ruleset.is_some())?;
    let inside = example.split_once('(')?.1.strip_suffix(')')?;
    world::put(&format!(
        "{}\nWhat stands in the parentheses of `{text}`? For instance `{inside}`, or an empty line for that.\n",
        row.summary()
    ));
    loop {
        let typed = ask(&mut app.session, &format!("{text}(...)> ")).ok()??.ok()?;
        let typed = typed.trim();
        let is_whole = typed.starts_with(text) && typed.ends_with(')');
        let position = match typed {
            "" => example.to_string(),
            typed if LEAVING.contains(&typed) => return Some(typed.to_string()),
            typed if is_whole => typed.to_string(),
            typed => format!("{text}({typed})"),
        };
        let (source, prepared) = app.prepare("<expression>", &position);
        if app.may_run(&source, &prepared) && execute(app, &prepared.statements).is_ok() {
            return Some(position);
        }
    }
}

/// Executes statements, the last of which gives the position to play, as `_`. Its value is not asked for: it may take long, and
/// is not needed. Reports an error, and returns the status of it.
fn execute(app: &mut App, statements: &[ReadyStatement]) -> Result<(), Status> {
    for statement in statements {
        let ran = app.during(|session| session.execute(statement));
        app.report(&ran.warnings);
        match ran.result {
            Ok(value) => app.session.set_variable("_", value),
            Err(error) => {
                app.report(std::slice::from_ref(&*error));
                return Err(Status::of(&error));
            }
        }
    }
    Ok(())
}

/// Plays it.
pub fn play(app: &mut App, agreed: &PlayArguments) -> Status {
    let asked = asked_position(app, agreed.expression.trim());
    if asked.as_deref().is_some_and(|typed| LEAVING.contains(&typed)) {
        return Status::Fine;
    }
    let text = asked.as_deref().unwrap_or(agreed.expression.trim());
    if let Some((position, term)) = text.rsplit_once([',', ';'])
        && let term @ ("normal" | "misere" | "points") = term.trim()
    {
        let message = format!("`{term}` is an option here: `cg play '{position}' --{term}`");
        refuse(&app.settings, ErrorCode::CommandLine, &message, None);
        return Status::Wrong;
    }
    let (source, prepared) = app.prepare("<expression>", text);
    if !app.may_run(&source, &prepared) {
        return Status::Wrong;
    }
    let is_expression = prepared.statements.len() == 1 && !text.contains([';', '\n', '#']);
    if prepared.statements.last().is_none_or(ReadyStatement::is_definition) {
        let message = "nothing to play; end with a position: `cg play 'nim(3, 4, 5)'`";
        refuse(&app.settings, ErrorCode::CommandLine, message, None);
        return Status::Wrong;
    }
    let call = if is_expression {
        agreed.call(text)
    } else {
        if let Err(status) = execute(app, &prepared.statements) {
            return status;
        }
        agreed.call("_")
    };
    let (source, prepared) = app.prepare("<play>", &call);
    if !app.may_run(&source, &prepared) {
        return Status::Wrong;
    }
    prepared.statements.iter().map(|statement| app.step(&source, statement).status).max().unwrap_or(Status::Fine)
}
