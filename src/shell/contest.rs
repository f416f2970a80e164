//! `cg play EXPR`: a game against the machine, started from the command line.

use clap::Args;

use super::cli::lossy;
use super::desk::{Desk, Status};
use super::report::refuse;
use crate::diagnostic::ErrorCode;
use crate::eval::ReadyStatement;

/// The arguments of `cg play`.
#[derive(Clone, Debug, Args)]
pub struct PlayArguments {
    /// The position, such as 'nim(3, 4, 5)'
    // It may consist of several statements.
    #[arg(value_name = "EXPR", value_parser = lossy())]
    expression: String,
    /// Misère play: whoever cannot move wins
    #[arg(long)]
    misere: bool,
    /// The machine moves first
    #[arg(long)]
    second: bool,
    /// Right moves first, where the players have different moves
    #[arg(long, alias = "R")]
    right: bool,
    /// The machine plays both sides
    #[arg(long, conflicts_with = "second")]
    auto: bool,
}

impl PlayArguments {
    /// The call that plays this position.
    fn call(&self, position: &str) -> String {
        let terms = [(self.misere, "misere"), (self.right, "R"), (self.second, "\"second\""), (self.auto, "\"auto\"")];
        let terms: String = terms.iter().filter(|(said, _)| *said).map(|(_, term)| format!(", {term}")).collect();
        format!("play({position}{terms})")
    }
}

/// Plays it.
pub fn play(desk: &mut Desk, agreed: &PlayArguments) -> Status {
    let (source, prepared) = desk.prepare("<expression>", &agreed.expression);
    if !desk.may_run(&source, &prepared) {
        return Status::Wrong;
    }
    let text = agreed.expression.trim();
    let is_expression = prepared.statements.len() == 1 && !text.contains([';', '\n', '#']);
    if prepared.statements.last().is_none_or(ReadyStatement::is_definition) {
        let message = "nothing to play; end with a position: `cg play 'nim(3, 4, 5)'`";
        refuse(&desk.settings, ErrorCode::CommandLine, message, None);
        return Status::Wrong;
    }
    let call = if is_expression {
        agreed.call(text)
    } else {
        // The value of a position is not asked for: it may take long, and is not needed.
        for statement in &prepared.statements {
            let ran = desk.during(|session| session.execute(statement));
            desk.report(&ran.warnings);
            match ran.result {
                Ok(value) => desk.session.set_variable("_", value),
                Err(error) => {
                    desk.report(std::slice::from_ref(&*error));
                    return Status::of(&error);
                }
            }
        }
        agreed.call("_")
    };
    let (source, prepared) = desk.prepare("<play>", &call);
    if !desk.may_run(&source, &prepared) {
        return Status::Wrong;
    }
    prepared.statements.iter().map(|statement| desk.step(&source, statement).status).max().unwrap_or(Status::Fine)
}
