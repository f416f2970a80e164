//! Whether a statement gives what stands after its `#=>`, as `cg test` judges it.

use crate::diagnostic::{Diagnostic, Severity};
use crate::language::{Session, Statement, Value};
use crate::notation::Notation;
use crate::shell::test::{error_code, matches_code, same};

/// Whether the error is the one expected.
pub fn is_error(statement: &Statement, diagnostic: &Diagnostic) -> bool {
    let code = statement.expected.as_ref().and_then(|e| error_code(e.text.trim()));
    code.is_some_and(|code| matches_code(code, diagnostic.code))
}

/// Compares a result with what is expected, if anything is.
///
/// # Errors
/// What came instead, or what kept the result from being written.
pub fn compare(session: &mut Session, statement: &Statement, value: &Value, printed: &str) -> Result<(), Diagnostic> {
    let Some(expected) = &statement.expected else { return Ok(()) };
    let wanted = expected.text.trim();
    let differs = |got: &str| {
        let got: String = got.chars().take(super::document::SHOWN).collect();
        Err(Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error("check::failed", expected.span, format!("this gives {got}"), "expected here")
        })
    };
    if matches!(value, Value::Nothing) {
        let right = same(printed, wanted) || wanted == "nothing" || printed.len() >= super::host::KEPT;
        return if right { Ok(()) } else { differs(if printed.is_empty() { "nothing" } else { printed.trim_end() }) };
    }
    let written = session.examine(statement.span, |session| {
        let mut all = Vec::new();
        for notation in [Notation::Ascii, Notation::Unicode] {
            all.push(session.text(value, notation)?);
            all.push(session.written(value, notation)?);
        }
        Ok(all)
    });
    let written = written.map_err(|d| *d)?;
    if written.iter().any(|text| same(text, wanted)) || equals(session, value, wanted)? {
        return Ok(());
    }
    differs(&written[0])
}

/// Whether the expected text is an expression of this value.
fn equals(session: &mut Session, value: &Value, wanted: &str) -> Result<bool, Diagnostic> {
    let source = session.sources.add("<expected>", wanted);
    let prepared = session.prepare(&source);
    let [statement] = &prepared.statements[..] else { return Ok(false) };
    if prepared.has_errors() || statement.is_definition() {
        return Ok(false);
    }
    let other = match session.execute(statement).result {
        Ok(other) => other,
        Err(diagnostic) if diagnostic.code.starts_with("limit::") => return Err(*diagnostic),
        Err(_) => return Ok(false),
    };
    let worth = |session: &mut Session, value: &Value| match value {
        Value::Position(p) => session.examine(statement.span, |s| s.worth_or_outcome(*p)).ok(),
        value => Some(value.clone()),
    };
    let (one, two) = (worth(session, value), worth(session, &other));
    Ok(*value == other || (one.is_some() && one == two))
}
