//! Undoing of definitions.

use std::rc::Rc;

use super::Session;
use super::globals::Global;
use crate::source::Span;

/// The number of latest definitions that can be undone.
pub(super) const MAX_UNDOABLE: usize = 20;

/// A definition or an import that can be undone.
pub(crate) struct Undoable {
    /// The place of its statement.
    pub span: Span,
    /// The names that it bound, by slot, with their meanings before.
    pub earlier: Vec<(u32, Global)>,
    /// The modules that it ran.
    pub modules: Vec<String>,
}

impl Session {
    /// Records definitions from now on, so that [`Session::undo`] can undo them.
    pub fn begin_undoable(&mut self) {
        self.globals.begin_undoable();
    }

    /// Undoes the last definition: its names get their meanings before it back. Returns its place and its names, or `None` if
    /// there is no definition to undo.
    ///
    /// ```
    /// use cg::eval::{Quiet, Session};
    /// let mut session = Session::new(cg::builtins::all(), Box::new(Quiet::default()));
    /// session.begin_undoable();
    /// let source = session.sources.add("line", "x := 1; x := 2");
    /// session.prepare(&source).statements.iter().for_each(|statement| drop(session.execute(statement)));
    /// assert!(session.undo().is_some() && session.variable("x").is_some());
    /// assert!(session.undo().is_some() && session.variable("x").is_none());
    /// assert!(session.undo().is_none());
    /// ```
    pub fn undo(&mut self) -> Option<(Span, Vec<Rc<str>>)> {
        let undone = self.globals.take_undoable()?;
        let names = undone.earlier.iter().map(|(slot, _)| self.globals.name(*slot));
        let names = names.filter(|name| !name.contains(' ')).collect();
        for (slot, earlier) in undone.earlier {
            self.bind(slot, earlier);
        }
        self.globals.keep();
        undone.modules.iter().for_each(|identity| self.modules.ran(identity, false));
        Some((undone.span, names))
    }
}
