//! The hint after the cursor: what the open call takes, and what stands there now.

use crate::builtins;
use crate::language::{Arity, Session};
use crate::syntax::call_at;

/// Longest hint, in characters.
const LONGEST: usize = 90;

/// The signature of the call that is open at the end of the line, and its current parameter.
pub fn hint(session: &Session, line: &str) -> Option<String> {
    if line.trim_start().starts_with(':') {
        return None;
    }
    let (name, argument) = call_at(line, line.len())?;
    let hint = defined(session, name, argument).or_else(|| builtin(name, argument))?;
    let hint = format!("   {hint}");
    (hint.chars().count() <= LONGEST).then_some(hint)
}

/// For a name of the session: its parameters, the current one marked.
fn defined(session: &Session, name: &str, argument: usize) -> Option<String> {
    let all = session.definitions();
    let signature = all.iter().find(|s| s.split('(').next() == Some(name))?;
    let parameters = signature.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
    let current = parameters.split(", ").nth(argument).filter(|p| !p.is_empty());
    Some(match current {
        Some(parameter) => format!("{signature}  {parameter}"),
        None => format!("{signature}  no more arguments"),
    })
}

fn builtin(name: &str, argument: usize) -> Option<String> {
    let row = builtins::all().find(|b| b.name == name || b.aliases.contains(&name)).filter(|b| !b.constant)?;
    let last = row.parameters.last().filter(|p| p.arity == Arity::Rest);
    Some(match row.parameters.get(argument).or(last) {
        Some(p) if p.arity == Arity::Optional => format!("{}  {}: {}, or nothing", row.signature(), p.name, p.kind),
        Some(p) => format!("{}  {}: {}", row.signature(), p.name, p.kind),
        None => format!("{}  no more arguments", row.signature()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Quiet;

    #[test]
    fn the_current_parameter_is_shown() {
        let mut session = Session::new(builtins::all(), Box::new(Quiet::default()));
        let source = session.sources.add("<test>", "K(n, m) := n + m");
        let prepared = session.prepare(&source);
        prepared.statements.iter().for_each(|s| drop(session.execute(s)));
        assert_eq!(hint(&session, "1 + K(2, ").as_deref(), Some("   K(n, m)  m"));
        assert_eq!(hint(&session, "K(1, 2, ").as_deref(), Some("   K(n, m)  no more arguments"));
        assert_eq!(hint(&session, "K(1, 2)"), None);
        assert!(hint(&session, "outcome(").is_some_and(|h| h.contains("outcome(")));
        assert_eq!(hint(&session, "unknown("), None);
    }
}
