//! Attempts: calls that may fail without ending the statement.

use std::rc::Rc;
use std::time::Duration;

use super::errors::PlayError;
use crate::eval::{EvalError, Session, builtins, call_given, limits};
use crate::show::worth_or_outcome;
use crate::value::{Function, Value};

builtins! {
    /// Attempts.
    ATTEMPTS, "Lists and text";

    /// The result of a function, or another value where it has none.
    ///
    /// It has none if it reaches a limit, its own `time` or `memory` or one that is built in, or if there is no answer: codes
    /// `limit::...`, `game::...`, `value::none` and `graph::terminal-class`, or `nothing`, as the period of a game of which none
    /// is known. So a sweep goes on past a hard case. Any other error
    /// ends the statement, and so do an interruption, a limit of the whole statement, a rule that gives no position and a wrong
    /// claim. `memory` limits what is used in addition to the memory in use before. Of a position the value is worked out within
    /// these limits.
    /// attempt(() -> atomic_weight(5), "none")  #=> "none"
    /// [attempt(() -> period(octal(c)).period, "open", time = "5s") for c in ["0.77", "0.3"]]  #=> [12, 2]
    /// attempt(() -> domineering(20, 20), "hard", time = "100ms")  #=> "hard"
    /// attempt(() -> period(octal("0.6"), 1000).period, "open")  #=> "open"
    /// See: ->, period, all
    attempt(f: Rc<Function>, otherwise: Value, time: Option<Rc<String>>, memory: Option<Rc<String>>) -> Value = attempt;
}

fn attempt(
    cx: &mut Session,
    f: Rc<Function>,
    otherwise: Value,
    time: Option<Rc<String>>,
    memory: Option<Rc<String>>,
) -> Result<Value, EvalError> {
    // The answer depends on the time that is left.
    cx.machine.note_effect();
    let time: Option<Duration> = match time {
        Some(text) => limits::duration(&text).map_err(|why| PlayError::Limit { why, argument: 2 })?,
        None => None,
    };
    let memory =
        memory.map(|text| limits::size(&text).map_err(|why| PlayError::Limit { why, argument: 3 })).transpose()?;
    let is_limited = time.is_some() || memory.is_some();
    let found = cx.try_part(time, memory, |cx| {
        let found = call_given(cx, &Value::Function(f), Vec::new())?;
        // A position is made in no time; its value is what takes long.
        if let (Value::Position(p), true) = (&found, is_limited) {
            worth_or_outcome(cx, *p)?;
        }
        Ok(found)
    })?;
    // A report gives `nothing` for an unknown fact, such as the period of an open game.
    Ok(found.filter(|value| *value != Value::Nothing).unwrap_or(otherwise))
}
