//! Names that mean nothing, or something reserved: what to say.

use super::Resolver;
use crate::diagnostic::{Diagnostic, ErrorCode, habit, nearest};
use crate::source::Span;

/// Names of loopy partizan values, reserved until they are here.
pub(super) const RESERVED: [&str; 6] = ["on", "off", "over", "under", "dud", "pass"];

/// Unknown names of one text for which a known one is looked for.
const MOST_GUESSES: usize = 100;

impl Resolver<'_> {
    /// Says that `name` is unknown, with what was probably meant.
    pub(super) fn unknown(&mut self, name: &str, span: Span, called: bool) {
        if RESERVED.contains(&name) {
            let help = "a loopy position can be written as a graph: `graph <a -> a; a -L> b>`; ask `outcome` or `nim_value` of its vertices";
            return self.reserved(name, span, help);
        }
        let mut diagnostic =
            Diagnostic::error(ErrorCode::NameUnknown, span, format!("`{name}` is not defined"), "unknown name");
        if self.defining.as_deref() == Some(name) {
            diagnostic = diagnostic.help(format!("it has no value to begin with: define it first, `{name} := ...`"));
        } else if self.declared.contains_key(name) {
            diagnostic = diagnostic.help(format!("`{name}` is defined further down; move its definition up"));
        } else if let Some(help) = self.name_help(name, called) {
            diagnostic = diagnostic.help(help);
        }
        self.diagnostics.push(diagnostic);
    }

    /// Says that `name` is kept for later.
    pub(super) fn reserved(&mut self, name: &str, span: Span, help: &str) {
        let message = format!("`{name}` is reserved for loopy partizan values, which are not here yet");
        self.diagnostics.push(Diagnostic::error(ErrorCode::NameReserved, span, message, "reserved").help(help));
    }

    fn name_help(&mut self, name: &str, called: bool) -> Option<String> {
        if let Some(here) = habit(name) {
            return Some(format!("here it is written `{here}`"));
        }
        // Where nearly nothing is known, guessing does not help, but takes long.
        self.guesses += 1;
        if self.guesses > MOST_GUESSES {
            return None;
        }
        let mut pool: Vec<&str> = Vec::new();
        for body in self.bodies.iter().rev() {
            pool.extend(body.locals.iter().rev().map(|(n, _)| &**n));
        }
        pool.extend(self.declared.keys().map(|n| &**n));
        pool.extend(self.session.globals.names());
        // The table's order is not that of a hash map, so that the same slip always gets the same answer.
        pool.extend(self.session.table.names());
        let known = nearest(name, pool).map(|near| format!("did you mean `{near}`?"));
        known.or_else(|| {
            Some(if called {
                format!("define it: `{name}(n) := ...`; `cg help` lists what is built in")
            } else {
                format!("define it first: `{name} := ...`")
            })
        })
    }
}
