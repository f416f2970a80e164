//! The uses of names and their meanings, noted for editors while a text is resolved.

use super::names::PASS;
use super::{Meaning, Resolver};
use crate::source::Span;
use crate::syntax::ast::Name;

/// A name in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameUse {
    /// The place.
    pub span: Span,
    /// The meaning at this place.
    pub scope: Scope,
    /// `true` if it gets its meaning here.
    pub is_definition: bool,
}

/// The scope of the meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// A parameter, or bound by a loop, a clause or `loop`: where that stands.
    Local(Span),
    /// Defined in this text, in the session, or in a file that is imported.
    Global,
    /// A row of the table.
    Builtin,
}

impl Resolver<'_> {
    /// Notes the meaning of the name at a place, which has been looked up.
    pub(super) fn note(&mut self, name: &str, span: Span, meaning: &Meaning) {
        if name == PASS || self.uses.is_none() {
            return;
        }
        let scope = match meaning {
            Meaning::Builtin(_) => Scope::Builtin,
            Meaning::Global(_) => Scope::Global,
            Meaning::Local(_) | Meaning::Captured(_) => match self.binder(name) {
                Some(binder) => Scope::Local(binder),
                None => return,
            },
        };
        self.note_use(NameUse { span, scope, is_definition: false });
    }

    /// Notes a name without a meaning, which it may get further down.
    pub(super) fn note_unknown(&mut self, span: Span) {
        self.note_use(NameUse { span, scope: Scope::Global, is_definition: false });
    }

    /// Notes that a name is bound here.
    pub(super) fn note_binder(&mut self, name: &str, span: Span) {
        if name != PASS {
            self.note_use(NameUse { span, scope: Scope::Local(span), is_definition: true });
        }
    }

    /// Notes that a name is defined here.
    pub(super) fn note_definition(&mut self, name: &Name) {
        self.note_use(NameUse { span: name.span, scope: Scope::Global, is_definition: true });
    }

    /// Notes that an argument is given by name: it is the parameter of that definition.
    pub(super) fn note_argument(&mut self, callee: &str, argument: &Name) {
        if let Some(binder) = self.parameters.get(callee).and_then(|all| all.iter().find(|p| p.text == argument.text)) {
            let scope = Scope::Local(binder.span);
            self.note_use(NameUse { span: argument.span, scope, is_definition: false });
        }
    }

    fn note_use(&mut self, name: NameUse) {
        if let Some(uses) = &mut self.uses {
            uses.push(name);
        }
    }

    /// Returns the place of the innermost binding of a name.
    pub(super) fn binder(&self, name: &str) -> Option<Span> {
        let mut locals = self.bodies.iter().rev().flat_map(|body| body.locals.iter().rev());
        locals.find(|(local, ..)| &**local == name).map(|local| local.2)
    }
}
