//! Errors about names that are unknown or reserved.

use std::rc::Rc;

use super::errors::NameError;
use super::{Extent, Resolver};
use crate::diagnostic::{Diagnostic, ErrorCode, Fix, filled, habit, lacking, longer, near_habit, nearest, within};
use crate::eval::globals::{BuiltinTable, is_result};
use crate::eval::{Role, function_for};
use crate::source::Span;
use crate::syntax::ast::{Expr, Program};

/// The move that only changes who is to move.
pub(super) const PASS: &str = "pass";

/// Returns the places of `pass`, in the order of the text.
pub(super) fn passes(program: &Program) -> Vec<u32> {
    let is_pass = |node: &&crate::syntax::ast::Node| matches!(&node.expr, Expr::Name(name) if &**name == PASS);
    let mut passes: Vec<u32> = program.nodes.iter().filter(is_pass).map(|node| node.span.start).collect();
    passes.sort_unstable();
    passes
}

/// Returns the names of built-ins for whose sake a literal is kept as written, with their places, in the order of the text.
pub(super) fn kept_names(program: &Program, builtins: &BuiltinTable) -> Vec<(u32, Rc<str>)> {
    let row = |name: &str| builtins.find(name).map(|row| builtins.row(row));
    let is_kept = |name: &str, is_called: bool| match row(name) {
        Some(row) if row.constant => row.role == Some(Role::Binding),
        Some(row) => is_called && matches!(row.role, Some(Role::Points | Role::Binding)),
        None => false,
    };
    let mut names = Vec::new();
    for node in &program.nodes {
        let (name, is_called) = match &node.expr {
            Expr::Call { callee, .. } if let Expr::Name(name) = &program[*callee].expr => (name, true),
            Expr::Name(name) => (name, false),
            _ => continue,
        };
        if is_kept(name, is_called) {
            names.push((node.span.start, Rc::from(&**name)));
        }
    }
    names.sort_unstable();
    names
}

/// Unknown names of one text for which a known one is looked for.
const MOST_GUESSES: usize = 100;

impl Resolver<'_> {
    /// Returns `true` if an unknown name stands in a body and a later line may define it.
    pub(super) fn may_be_defined_later(&self, name: &str) -> bool {
        let is_line = self.extent == Extent::Line && self.session.globals.modules.open_imports() == 0;
        is_line
            && self.bodies.last().is_some_and(|body| body.later)
            && name != PASS
            && !is_result(name)
            && self.defining.as_deref() != Some(name)
    }

    /// Warns that `name` is not defined yet and returns its slot if a later line may define it. Reports an error and returns
    /// `None` if not. `given` are the arguments of a call.
    pub(super) fn undefined(&mut self, name: &str, span: Span, given: Option<&[&str]>) -> Option<u32> {
        if !self.may_be_defined_later(name) {
            self.unknown(name, span, given);
            return None;
        }
        self.note_unknown(span);
        if self.awaited.insert(name.into()) {
            let outermost = self.bodies.first().map_or("".into(), |body| body.code.name.clone());
            let message = format!("`{name}` is not defined yet");
            let here = format!("needed when `{outermost}` is called");
            let mut diagnostic = Diagnostic::warning(ErrorCode::NameUnknown, span, message, here);
            if let Some((help, instead)) = self.name_help(name, given) {
                diagnostic = instead.into_iter().fold(diagnostic.help(help), |d, instead| d.fix(span, instead));
            }
            self.diagnostics.push(diagnostic);
        }
        Some(self.global(name))
    }

    /// Reports that `name` is unknown, with the name that was probably meant. `given` are the arguments of a call.
    pub(super) fn unknown(&mut self, name: &str, span: Span, given: Option<&[&str]>) {
        self.is_unsound = true;
        self.note_unknown(span);
        // Each cause is reported once.
        if self.lacks_import || !self.told.insert(name.into()) {
            return;
        }
        if name == PASS {
            self.report(span, NameError::Pass);
            return;
        }
        let owned = name.to_string();
        let error = if self.defining.as_deref() == Some(name) {
            NameError::NoStart { name: owned }
        } else if self.parameters_beside.iter().any(|parameter| **parameter == *name) {
            NameError::InDefault { name: owned }
        } else if self.declared.contains_key(name) {
            NameError::Later { name: owned }
        } else if self.session.globals.has_failed(name) {
            NameError::Failed { name: owned }
        } else {
            let advice = self.name_help(name, given);
            let diagnostic = self.report(span, NameError::Unknown { name: owned });
            if let Some((help, instead)) = advice {
                diagnostic.help = Some(help);
                diagnostic.fixes.extend(instead.map(|text| Fix { span, text }));
            }
            return;
        };
        self.report(span, error);
    }

    /// Reports that `G` of `G.Name` is unknown, with the name of the question in this language. Returns `false` if it
    /// has none.
    pub(super) fn unknown_with_field(&mut self, name: &str, field: &str, span: Span) -> bool {
        let Some(call) = function_for(&self.session.globals, field)
            .filter(|_| !self.declared.contains_key(name) && habit(name).is_none())
        else {
            return false;
        };
        let call = filled(&call, &[name]).unwrap_or(call);
        let (name, field) = (name.into(), field.into());
        self.report(span, NameError::WithField { name, field, call });
        true
    }

    /// Returns one thing to do about an unknown name, and the text that is written instead, if that is clear.
    fn name_help(&mut self, name: &str, given: Option<&[&str]>) -> Option<(String, Option<String>)> {
        let called = given.is_some();
        if let Some(advice) = lacking(name) {
            return Some((advice.into(), None));
        }
        if let Some(here) = habit(name) {
            let is_whole = !here.contains(['(', ':', ' ']) && (!called || is_name(here));
            let name = here.split_once('(').map_or(here, |(name, _)| name);
            let instead = if is_whole { Some(here) } else { Some(name).filter(|name| called && is_name(name)) };
            let whole = given.filter(|given| !given.is_empty()).and_then(|given| filled(here, given));
            let whole = whole.unwrap_or(here.into());
            return Some((format!("here it is written `{whole}`"), instead.map(String::from)));
        }
        match name {
            "_" => return Some(("`_` is the last result at the prompt, and there is none yet".into(), None)),
            _ if is_result(name) => {
                let help = "`_1`, `_2`, .. are the results at the prompt; `:history` shows which of them there are";
                return Some((help.into(), None));
            }
            "Left" if !called => return Some(("the player Left is written `L`".into(), Some("L".into()))),
            "Right" if !called => return Some(("the player Right is written `R`".into(), Some("R".into()))),
            "cg" => return Some(("`cg>` is the sign of the prompt; leave it out of the line".into(), None)),
            _ => {}
        }
        if self.wants_text {
            let text = format!("\"{name}\"");
            return Some((format!("a text stands in double quotes: `{text}`"), Some(text)));
        }
        // If hardly any name is known, guessing does not help, but takes long.
        self.guesses += 1;
        if self.guesses > MOST_GUESSES {
            return None;
        }
        let mut pool: Vec<&str> = Vec::new();
        for body in self.bodies.iter().rev() {
            pool.extend(body.locals.iter().rev().map(|(n, ..)| &**n));
        }
        pool.extend(self.declared.keys().map(|n| &**n));
        pool.extend(self.session.globals.names());
        // The table's order is not that of a hash map, so that the same slip always gets the same answer.
        pool.extend(self.session.globals.builtins.names());
        pool.push(PASS);
        let near = nearest(name, pool.iter().copied()).or_else(|| longer(name, pool.iter().copied()));
        let near = near.or_else(|| within(name, pool).filter(|_| called));
        let known = near.map(|near| (format!("did you mean `{near}`?"), Some(near.to_string())));
        let known = known.or_else(|| near_habit(name).map(|here| (format!("here it is written `{here}`"), None)));
        known.or_else(|| {
            let help = if called {
                format!("define it: `{name}(n) := ...`; `cg help` lists what is built in")
            } else {
                format!("define it first: `{name} := ...`, or look for it with `:search {name}`")
            };
            Some((help, None))
        })
    }
}

/// Returns `true` if a text is one name.
fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_') && text.starts_with(|c: char| c.is_alphabetic())
}
