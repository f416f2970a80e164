//! Running statements as a script would, and reading what they print.

use cg::language::{Quiet, Session, Value};
use cg::notation::Notation;

/// A session without limits, in a world without files.
pub fn session() -> Session {
    Session::new(cg::builtins::all(), Box::new(Quiet::default()))
}

/// The ASCII text of a value, or what went wrong.
pub fn text(session: &mut Session, value: &Value) -> Result<String, String> {
    session.text(value, Notation::Ascii).map_err(|trouble| format!("cannot be shown: {trouble:?}"))
}

/// Runs the statements of a text; gives the text of the last one's result.
pub fn last(session: &mut Session, statements: &str) -> Result<String, String> {
    let source = session.sources.add("<example>", statements);
    let prepared = session.prepare(&source);
    if prepared.has_errors() {
        let said: Vec<_> = prepared.diagnostics.iter().map(|d| format!("{}: {}", d.code, d.message)).collect();
        return Err(said.join("; "));
    }
    let mut result = Err("there is no statement".to_string());
    for statement in &prepared.statements {
        let value = session.execute(statement).result.map_err(|d| format!("{}: {}", d.code, d.message))?;
        result = text(session, &value);
    }
    result
}
