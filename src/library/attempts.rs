//! Work that may fail without ending what it is a part of.

use std::rc::Rc;
use std::time::Duration;

use crate::diagnostic::ErrorCode;
use crate::eval::{EvalError, Session, builtins, limits};
use crate::value::{Function, Value};

builtins! {
    /// Work that may fail.
    ATTEMPTS, "Lists and text";

    /// What a function without parameters gives, or else another value.
    ///
    /// The other value is given where a limit is reached, of the statement's kind or one that is set here, or where there is no
    /// answer: codes `limit::...`, `game::...` and `value::none`. So a sweep goes on past a hard case. Every other mistake
    /// stays one; so do an interruption, a limit of the whole statement, a rule that gives no position and a wrong claim. The
    /// memory is what may be used beside that in use before.
    /// attempt(() -> atomic_weight(5), "none")  #=> "none"
    /// [attempt(() -> period(octal(c)).period, "open", time = "5s") for c in ["0.77", "0.3"]]  #=> [12, 2]
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
    // Another time the same call may have more time.
    cx.note_effect();
    let wrong =
        |argument, why: String| EvalError::said(ErrorCode::CallKind, why).here("this limit").inside(argument, 0..0, "");
    let time: Option<Duration> = match time {
        Some(text) => limits::duration(&text).map_err(|why| wrong(2, why))?,
        None => None,
    };
    let memory = memory.map(|text| limits::size(&text).map_err(|why| wrong(3, why))).transpose()?;
    let found = cx.try_part(time, memory, |cx| cx.call(&Value::Function(f), Vec::new()))?;
    Ok(found.unwrap_or(otherwise))
}
