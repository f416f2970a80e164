//! Taking definitions back: each is stored with the earlier meanings of its names.

use std::rc::Rc;

use super::Session;
use super::globals::Global;
use crate::source::Span;

/// The number of definitions that can be taken back.
pub(super) const MAX_UNDOABLE: usize = 20;

/// A definition or an import that can be undone.
pub(crate) struct Undoable {
    pub span: Span,
    /// The earlier meanings of the names that it has bound.
    pub earlier: Vec<(u32, Global)>,
    /// The modules that it has run, if it is an import.
    pub modules: Vec<String>,
}

impl Session {
    /// Lets [`Session::undo`] take back the definitions that follow.
    pub fn begin_undoable(&mut self) {
        self.globals.begin_undoable();
    }

    /// Takes the last definition back, so that its names have their earlier meanings again. Returns its span and the names that a
    /// person has written, or `None` if there is no definition.
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
        undone.modules.iter().for_each(|identity| self.globals.modules.ran(identity, false));
        Some((undone.span, names))
    }
}
