//! `cg play EXPR`: a game against the machine, started from the command line.

use super::desk::{Desk, Status};
use super::world;
use crate::eval::ReadyStatement;

/// What is agreed before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreed {
    /// Statements, of which the last one gives the position.
    pub text: String,
    /// Who cannot move wins.
    pub misere: bool,
    /// Right makes the first move.
    pub right: bool,
    /// The machine makes the first move.
    pub second: bool,
    /// The machine plays both sides.
    pub auto: bool,
}

impl Agreed {
    /// The call that plays this position.
    fn call(&self, position: &str) -> String {
        let terms = [(self.misere, "misere"), (self.right, "R"), (self.second, "\"second\""), (self.auto, "\"auto\"")];
        let terms: String = terms.iter().filter(|(said, _)| *said).map(|(_, term)| format!(", {term}")).collect();
        format!("play({position}{terms})")
    }
}

/// Plays it.
pub fn play(desk: &mut Desk, agreed: &Agreed) -> Status {
    let (source, prepared) = desk.prepare("<expression>", &agreed.text);
    if !desk.may_run(&source, &prepared) {
        return Status::Wrong;
    }
    let text = agreed.text.trim();
    let is_expression = prepared.statements.len() == 1 && !text.contains([';', '\n', '#']);
    if prepared.statements.last().is_none_or(ReadyStatement::is_definition) {
        world::complain("cg: nothing to play; end with a position: `cg play 'nim(3, 4, 5)'`");
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
