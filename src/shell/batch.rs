//! `cg batch`: a filter for other programs.
//!
//! A line is a statement, or several, or an object `{"id": .., "expr": ".."}`; every line is answered by one JSON
//! object on one line, in order and at once, errors included. The answer is that of the line's last statement;
//! `printed` and `warnings` are gathered from all of them. All lines share a session.

use std::collections::HashMap;

use serde_json::value::RawValue;

use super::desk::{Desk, Evaluated, Status};
use super::reply::{self, Answer, Reply};
use super::world;
use crate::diagnostic::Diagnostic;
use crate::language::Value;

/// A line as it is understood.
struct Request {
    /// The id as JSON, exactly as it came.
    id: Option<Box<RawValue>>,
    expression: String,
}

impl Request {
    /// A line that is no object with an `expr` is a statement itself.
    fn read(line: String) -> Request {
        if line.trim_start().starts_with('{')
            && let Ok(mut members) = serde_json::from_str::<HashMap<String, Box<RawValue>>>(&line)
            && let Some(expression) = members.remove("expr")
            && let Ok(expression) = serde_json::from_str(expression.get())
        {
            return Request { id: members.remove("id"), expression };
        }
        Request { id: None, expression: line }
    }
}

/// Answers standard input to its end.
pub fn batch(desk: &mut Desk) -> Status {
    let mut input = std::io::stdin().lock();
    loop {
        match world::next_line(&mut input) {
            Ok(None) => return Status::Fine,
            Ok(Some(Ok(line))) => {
                let request = Request::read(line);
                let (answer, status) = answer(desk, &request);
                world::put_line(&answer);
                if status == Status::Interrupted {
                    return status;
                }
            }
            Ok(Some(Err(message))) => world::put_line(&reply::unreadable("io::read", &message)),
            Err(error) => {
                world::complain(&format!("cg: standard input cannot be read: {error}"));
                return Status::Wrong;
            }
        }
    }
}

/// The answer to a line.
#[cfg(fuzzing)]
pub fn line(desk: &mut Desk, line: &str) -> String {
    answer(desk, &Request::read(line.to_string())).0
}

fn answer(desk: &mut Desk, request: &Request) -> (String, Status) {
    desk.session.settle();
    let (source, prepared) = desk.prepare("<batch>", &request.expression);
    let id = request.id.as_ref().map(|id| id.get());
    let (errors, warnings): (Vec<_>, Vec<_>) = prepared.diagnostics.into_iter().partition(Diagnostic::is_error);
    let (kind, text) = (Value::Nothing.kind(), String::new());
    let nothing = Answer { value: Value::Nothing, kind, text, worth: None, table: None };
    let mut whole = Evaluated { result: Ok(nothing), warnings, printed: String::new() };
    let mut keep = false;
    if let Some(error) = errors.into_iter().next() {
        whole.result = Err(Box::new(error));
    } else {
        for statement in &prepared.statements {
            keep |= statement.is_definition();
            let evaluated = desk.evaluate_exactly(statement);
            whole.printed += &evaluated.printed;
            whole.warnings.extend(evaluated.warnings);
            whole.result = evaluated.result;
            if whole.result.is_err() {
                break;
            }
        }
    }
    let status = whole.result.as_ref().map_or_else(|d| Status::of(d), |_| Status::Fine);
    let json = Reply { id, evaluated: &whole }.json(source.id, desk.sources());
    if !keep {
        // Millions of lines may come; what nothing refers to is not kept.
        desk.session.sources.forget(source.id);
    }
    (json, status)
}
