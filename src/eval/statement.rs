//! Statements between the resolver and the machine: prepared statements, actions, and results.

use std::rc::Rc;

use super::globals::Definition;
use super::resolve::NameUse;
use super::{Role, Session};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::Expected;
use crate::value::Value;
use crate::value::code::{Code, Op};

/// A text ready to run.
pub struct Prepared {
    /// Its statements; empty of meaning when `diagnostics` holds an error.
    pub statements: Vec<ReadyStatement>,
    /// All that is wrong with the text, and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The uses of names in it, in order, if the session notes them.
    pub names: Vec<NameUse>,
}

impl Prepared {
    /// Returns `true` if the text must not be run.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// A statement ready to run.
#[derive(Clone, Debug)]
pub struct ReadyStatement {
    pub(crate) action: Action,
    /// The place.
    pub span: Span,
    /// The result that `cg test` expects of it.
    pub expected: Option<Expected>,
}

impl ReadyStatement {
    /// Returns `true` if it gives names their meaning: a definition, an import, or a loop that defines.
    pub fn is_definition(&self) -> bool {
        matches!(self.action, Action::Import(_)) || !self.action.defines().is_empty()
    }

    /// Returns the names to which it gives a meaning.
    pub fn names(&self, session: &Session) -> Vec<String> {
        self.action.defines().into_iter().map(|slot| session.globals.name(slot).to_string()).collect()
    }

    /// Returns `true` if it defines a function or a game: their rules are evaluated when they are called.
    pub fn is_rule(&self) -> bool {
        matches!(self.action, Action::Define(..))
    }

    /// Returns the value of the variable that it binds, if it binds one and has run.
    pub fn bound<'s>(&self, session: &'s Session) -> Option<&'s Value> {
        let Action::Bind(slot, _) = self.action else { return None };
        session.variable(&session.globals.name(slot))
    }

    /// Returns `true` if it runs code of its own, and not that of a module or for a name.
    pub fn runs_code(&self) -> bool {
        matches!(self.action, Action::Run(_))
    }

    /// Returns `true` if it is a call of a built-in that writes for a paper, so that its text is to be pasted there.
    pub fn is_typesetting(&self, session: &Session) -> bool {
        let Action::Run(code) = &self.action else { return false };
        let last = code.ops.iter().rev().find(|op| !matches!(op, Op::Return));
        let Some(&Op::CallBuiltin(row, _)) = last else { return false };
        session.globals.builtins.row(row).role == Some(Role::Typeset)
    }
}

/// The action of a statement.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Runs code; its result is the statement's.
    Run(Rc<Code>),
    /// Binds a variable to the result of code.
    Bind(u32, Rc<Code>),
    /// Defines a function or a game; the defaults of its parameters come first.
    Define(u32, Rc<Definition>, Vec<(u32, Rc<Code>)>),
    /// Runs the statements of another text.
    Import(Import),
    /// Takes names their meaning: the statement that would have defined them is wrong, which has been reported.
    Fail(Vec<u32>),
}

impl Action {
    /// Returns the names that it defines, by slot.
    pub fn defines(&self) -> Vec<u32> {
        let mut slots = Vec::new();
        for action in self.with_imported() {
            match action {
                Action::Run(code) => slots.extend(code.ops.iter().filter_map(|op| match op {
                    Op::SetGlobal(slot) => Some(*slot),
                    _ => None,
                })),
                Action::Bind(slot, _) | Action::Define(slot, ..) => slots.push(*slot),
                Action::Fail(all) => slots.extend(all),
                Action::Import(_) => {}
            }
        }
        slots
    }

    /// Returns the modules that this action runs, directly or through others.
    pub fn imports(&self) -> impl Iterator<Item = &Import> {
        self.with_imported().into_iter().filter_map(|action| match action {
            Action::Import(import) if !import.statements.is_empty() => Some(import),
            _ => None,
        })
    }

    /// Returns this action and all actions of the modules that it runs, directly or through others.
    fn with_imported(&self) -> Vec<&Action> {
        let mut all = vec![self];
        let mut at = 0;
        while let Some(action) = all.get(at) {
            if let Action::Import(import) = action {
                all.extend(import.statements.iter().map(|statement| &statement.action));
            }
            at += 1;
        }
        all
    }
}

/// A module to run.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    /// The identity of the file.
    pub identity: String,
    /// Its statements; none if it has run already, or runs before.
    pub statements: Vec<ReadyStatement>,
}

/// The result of a statement, and its warnings.
pub struct Ran<T = Value> {
    /// The result, or the value that [`Session::execute_and`](super::Session::execute_and) made of it; the error if the
    /// statement failed.
    pub result: Result<T, Box<Diagnostic>>,
    /// The warnings.
    pub warnings: Vec<Diagnostic>,
}
