//! The hint after the cursor: the parameters of the open call, and the present one.

use crate::builtins;
use crate::eval::{Arity, Session};
use crate::syntax::Reading;

/// A signature with the parameter that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The name of the called function.
    name: String,
    /// Its summary; empty for a function defined in the session.
    pub summary: &'static str,
    /// Its parameters.
    pub parameters: Vec<Slot>,
    /// The index of the one that is being typed, or `None` if there are no more.
    pub current: Option<usize>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The parameter as it is listed: `G`, `c?`, `heaps, ...`.
    pub label: String,
    /// The kind of the argument, in words; empty if nobody knows.
    pub wanted: String,
}

impl Signature {
    /// Returns the whole signature: `outcome(p, c?)`.
    pub fn label(&self) -> String {
        let all: Vec<&str> = self.parameters.iter().map(|p| &*p.label).collect();
        format!("{}({})", self.name, all.join(", "))
    }

    /// Returns the signature and the wanted kind, as long as that fits into `room` columns: first the words are left
    /// out, then the other parameters. The signs around the present parameter are `marks`.
    pub fn fitted(&self, marks: (char, char), room: usize) -> Option<String> {
        let (open, close) = marks;
        let marked = |i: usize| match self.current {
            Some(current) if current == i => format!("{open}{}{close}", self.parameters[i].label),
            _ => self.parameters[i].label.clone(),
        };
        let all: Vec<String> = (0..self.parameters.len()).map(marked).collect();
        let whole = format!("{}({})", self.name, all.join(", "));
        let end = if self.current.is_none() { "  no more arguments".to_string() } else { String::new() };
        let wanted = self.current.map_or("", |i| &*self.parameters[i].wanted);
        let words = if wanted.is_empty() { String::new() } else { format!("  {wanted}") };
        let current = self.current.map(|i| format!("{}(.. {} ..)", self.name, all[i]));
        let candidates = [Some(whole.clone() + &words + &end), Some(whole + &end), current];
        let fits = |text: &String| text.chars().count() + 3 <= room;
        candidates.into_iter().flatten().find(fits).map(|text| format!("   {text}"))
    }
}

/// Returns the call that is open at the end of the text, and its current parameter.
pub fn signature(session: &Session, reading: &Reading) -> Option<Signature> {
    if reading.text().trim_start().starts_with(':') {
        return None;
    }
    signature_among(reading, |name| session.definitions().into_iter().find(|s| s.split('(').next() == Some(name)))
}

/// Returns the call that is open at the end of the text. `definition` gives the definitions of names besides the
/// built-ins: `K(n, m)`, or `x` for a variable.
pub fn signature_among(reading: &Reading, definition: impl Fn(&str) -> Option<String>) -> Option<Signature> {
    let (name, argument) = reading.open_call()?;
    let given = reading.argument_name();
    match definition(name) {
        Some(signature) => defined(name, &signature, argument, given),
        None => builtin(name, argument, given),
    }
}

fn defined(name: &str, signature: &str, argument: usize, given: Option<&str>) -> Option<Signature> {
    let inside = signature.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
    let names: Vec<&str> = inside.split(", ").filter(|p| !p.is_empty()).collect();
    let named = given.and_then(|given| names.iter().position(|p| p.trim_end_matches('?') == given));
    let current = named.or((argument < names.len()).then_some(argument));
    let parameters = names.iter().map(|p| Slot { label: p.to_string(), wanted: String::new() }).collect();
    Some(Signature { name: name.into(), summary: "", parameters, current })
}

fn builtin(name: &str, argument: usize, given: Option<&str>) -> Option<Signature> {
    let row = builtins::all().find(|b| b.name == name || b.aliases.contains(&name)).filter(|b| !b.constant)?;
    let named = given.and_then(|given| row.parameters.iter().position(|p| p.name == given));
    let last = row.parameters.len().checked_sub(1).filter(|&i| row.parameters[i].arity == Arity::Rest);
    let current = named.or((argument < row.parameters.len()).then_some(argument)).or(last);
    let parameters = row.parameters.iter().map(|p| Slot {
        label: match p.arity {
            Arity::One => p.name.to_string(),
            Arity::Optional => format!("{}?", p.name),
            Arity::Rest => format!("{}, ...", p.name),
        },
        wanted: match p.arity {
            Arity::Optional => format!("{}: {}, or nothing", p.name, p.kind),
            Arity::One | Arity::Rest => format!("{}: {}", p.name, p.kind),
        },
    });
    Some(Signature { name: name.into(), summary: row.summary(), parameters: parameters.collect(), current })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Quiet;

    fn hint(text: &str) -> Option<String> {
        let mut session = Session::new(builtins::all(), Box::new(Quiet::default()));
        let source = session.sources.add("<test>", "K(n, m) := n + m; power(n, k = 2) := n^k");
        let prepared = session.prepare(&source);
        prepared.statements.iter().for_each(|s| drop(session.execute(s)));
        signature(&session, &Reading::new(text))?.fitted(('[', ']'), 80)
    }

    #[test]
    fn the_current_parameter_is_marked() {
        assert_eq!(hint("1 + K(2, ").as_deref(), Some("   K(n, [m])"));
        assert_eq!(hint("K(1, 2, ").as_deref(), Some("   K(n, m)  no more arguments"));
        assert_eq!(hint("K(m = 1").as_deref(), Some("   K(n, [m])"));
        assert_eq!(hint("power(3, k = ").as_deref(), Some("   power(n, [k?])"));
        assert_eq!(hint("K(1, 2)"), None);
        assert_eq!(hint("norton(1/2, ").as_deref(), Some("   norton(G, [U])  U: a game"));
        assert_eq!(hint("norton(K(1, 2), ").as_deref(), Some("   norton(G, [U])  U: a game"));
        assert_eq!(hint("norton(K(1, ").as_deref(), Some("   K(n, [m])"));
        assert_eq!(hint("norton(<0, *|1>, ").as_deref(), Some("   norton(G, [U])  U: a game"));
        assert!(hint("outcome(up, ").is_some_and(|h| h.starts_with("   outcome(p, [")));
        assert!(hint("nim(1, 2, 3, 4, ").is_some_and(|h| h.contains(", ...]")));
        assert!(hint("component(R = ").is_some_and(|h| h.contains("[R?]")));
        assert_eq!(hint("unknown("), None);
        assert_eq!(hint(":help norton("), None);
    }

    #[test]
    fn a_hint_fits_into_the_line() {
        let session = Session::new(builtins::all(), Box::new(Quiet::default()));
        let norton = signature(&session, &Reading::new("norton(1, ")).expect("a call");
        let fitted = |room| norton.fitted(('[', ']'), room);
        assert_eq!(fitted(22).as_deref(), Some("   norton(G, [U])"));
        assert_eq!(fitted(16), None);
    }
}
