//! `cg play EXPR`: a game against the machine, started from the command line.

use super::desk::{Desk, Status};
use super::world;
use crate::language::Value;

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

/// Plays it.
pub fn play(desk: &mut Desk, agreed: &Agreed) -> Status {
    let (source, prepared) = desk.prepare("<expression>", &agreed.text);
    if !desk.may_run(&source, &prepared) {
        return Status::Wrong;
    }
    let mut position = Value::Nothing;
    for statement in &prepared.statements {
        let evaluated = desk.evaluate_exactly(statement);
        desk.report(&evaluated.warnings);
        match evaluated.result {
            Ok(answer) => position = answer.value,
            Err(error) => {
                desk.report(std::slice::from_ref(&*error));
                return Status::of(&error);
            }
        }
    }
    if matches!(position, Value::Nothing) {
        world::complain("cg: nothing to play; end with a position: `cg play 'nim(3, 4, 5)'`");
        return Status::Wrong;
    }
    desk.session.set_variable("_", position);
    let terms =
        [(agreed.misere, "misere"), (agreed.right, "R"), (agreed.second, "\"second\""), (agreed.auto, "\"auto\"")];
    let terms: String = terms.iter().filter(|(said, _)| *said).map(|(_, term)| format!(", {term}")).collect();
    let (source, prepared) = desk.prepare("<play>", &format!("play(_{terms})"));
    if !desk.may_run(&source, &prepared) {
        return Status::Wrong;
    }
    prepared.statements.iter().map(|statement| desk.step(&source, statement).status).max().unwrap_or(Status::Fine)
}
