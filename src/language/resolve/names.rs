//! Names that mean nothing, or something reserved: what to say.

use super::Resolver;
use crate::diagnostic::{Diagnostic, suggest};
use crate::source::Span;

/// Names of loopy partizan values, reserved until they are here.
const RESERVED: [&str; 6] = ["on", "off", "over", "under", "dud", "pass"];

impl Resolver<'_> {
    /// Says that `name` is unknown, with what was probably meant.
    pub(super) fn unknown(&mut self, name: &str, span: Span, called: bool) {
        if RESERVED.contains(&name) {
            self.diagnostics.push(
                Diagnostic::error("name::reserved", span, format!("`{name}` is reserved for loopy partizan values, which are not here yet"), "reserved")
                    .help("a loopy position can be written as a graph: `graph <a -> a; a -L> b>`; ask `outcome` or `nim_value` of its vertices"),
            );
            return;
        }
        let mut diagnostic =
            Diagnostic::error("name::unknown", span, format!("`{name}` is not defined"), "unknown name");
        if self.declared.contains_key(name) {
            diagnostic = diagnostic.help(format!("`{name}` is defined further down; move its definition up"));
        } else if let Some(help) = self.name_help(name, called) {
            diagnostic = diagnostic.help(help);
        }
        self.diagnostics.push(diagnostic);
    }

    fn name_help(&self, name: &str, called: bool) -> Option<String> {
        let mut pool: Vec<&str> = Vec::new();
        for body in self.bodies.iter().rev() {
            pool.extend(body.locals.iter().rev().map(|(n, _)| &**n));
        }
        pool.extend(self.declared.keys().map(|n| &**n));
        pool.extend(self.session.globals.names());
        pool.extend(self.session.table.names());
        match suggest(name, pool) {
            near if near.is_empty() => None,
            near => Some(format!(
                "did you mean {}?",
                near.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(" or ")
            )),
        }
        .or_else(|| {
            Some(if called {
                format!("define it: `{name}(n) := ...`; `:search` finds built-ins by the words of their definitions")
            } else {
                format!("define it first: `{name} := ...`")
            })
        })
    }
}
