//! Definitions that are taken back. Each is kept with what its names meant before.

use std::rc::Rc;

use super::Session;
use super::globals::Global;
use crate::source::Span;

/// Definitions that can be taken back: the last so many.
pub(super) const MOST_UNDOABLE: usize = 20;

/// A definition or an import that can be taken back.
pub(crate) struct Undoable {
    /// Where it stands.
    pub span: Span,
    /// What the names that it has bound meant before.
    pub earlier: Vec<(u32, Global)>,
    /// The modules that it has run.
    pub modules: Vec<String>,
}

impl Session {
    /// Makes the definitions from now on such that [`Session::undo`] takes them back.
    pub fn begin_undoable(&mut self) {
        self.globals.begin_undoable();
    }

    /// Takes the last definition back: its names mean what they meant before. Returns where it stands and the names, as a
    /// person wrote them; `None` if there is none.
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
