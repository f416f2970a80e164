//! From tree to code: every name and every arity is settled here, before anything runs.
//!
//! Names are looked up from the inside out: locals, the names that enclosing bodies bind, the session and the text
//! being resolved, the table of built-ins. A body may use names that the text defines later.

mod calls;
mod descent;
mod each;
mod errors;
mod expression;
mod family;
mod graph;
mod jumps;
mod law;
mod literal;
mod local;
mod names;
mod statement;
mod uses;
mod written;

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::errors::NameError;
use crate::diagnostic::Diagnostic;
use crate::eval::globals::Shape;
use crate::eval::statement::Prepared;
use crate::eval::{EvalError, Session};
use crate::source::{Source, Span};
use crate::syntax::ast::{Expr, ExprId, Name, Program};
use crate::syntax::print_expression;
use crate::value::code::{Capture, Code, Op};
use crate::value::{FunctionText, Value};
use cg_engine::games::Fault;
use cg_engine::games::hashing::hash_of;
pub use uses::{NameUse, Scope};

/// The meaning of a name.
enum Meaning {
    Local(u32),
    Captured(u32),
    Global(u32),
    Builtin(u32),
}

/// The kind of text that is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// A whole script. A name that is defined nowhere in it is an error.
    Whole,
    /// A line that others follow. A body may use names that a later line defines.
    Line,
}

/// One body being written; the innermost is last.
#[derive(Default)]
struct BodyInProgress {
    code: Code,
    /// Names bound here, their slots and where they are bound, inner ones last.
    locals: Vec<(Rc<str>, u32, Span)>,
    next_slot: u32,
    /// The number of values that wait for others to be evaluated.
    waiting: u32,
    /// Literals are kept as written.
    kept: bool,
    /// The game whose body it is, by slot, and how many parameters it has: `pass` is the position asked about.
    game: Option<(u32, u32)>,
    /// `true` if it runs later than the statement that contains it, so that names may be defined in between.
    later: bool,
}

pub(super) struct Resolver<'a> {
    session: &'a mut Session,
    program: &'a Program,
    source: &'a Source,
    extent: Extent,
    diagnostics: Vec<Diagnostic>,
    declared: FxHashMap<Rc<str>, Vec<Shape>>,
    /// The variable whose value is being resolved.
    defining: Option<Rc<str>>,
    so_far: FxHashSet<Rc<str>>,
    bodies: Vec<BodyInProgress>,
    /// The limit that was reached; the unresolved rest is passed over.
    stopped: Option<Fault>,
    /// Unknown names for which a known one was looked for.
    guesses: usize,
    /// The places of `pass`.
    passes: Vec<u32>,
    /// The names of built-ins for whose sake a literal is kept as written, with their places.
    kept_names: Vec<(u32, Rc<str>)>,
    /// The spans of the names behind `where` that are worked out only when they are needed.
    delayed: FxHashSet<Span>,
    /// The uses of names, if an editor asks for them.
    uses: Option<Vec<NameUse>>,
    /// The parameters of the definitions of the text.
    parameters: FxHashMap<&'a str, &'a [Name]>,
    /// Unknown names that have been reported.
    told: FxHashSet<Rc<str>>,
    /// The names that may be defined later and have been warned about.
    awaited: FxHashSet<Rc<str>>,
    /// A file could not be imported, which may be why a name is unknown.
    lacks_import: bool,
    /// The statement that is being resolved has an error, reported here or before.
    is_unsound: bool,
    /// `true` if the name that is looked up stands where a built-in takes a text.
    wants_text: bool,
    /// The parameters of the function whose default is being resolved.
    parameters_beside: Vec<Box<str>>,
    /// The part of an option without end that a number stands for, and the number.
    replaced: Option<(ExprId, i32)>,
}

/// Returns the statements of a program as code, and its errors.
pub(super) fn resolve(
    program: &Program,
    source: &Source,
    extent: Extent,
    session: &mut Session,
) -> Result<Prepared, Fault> {
    let uses = session.globals.notes_uses.then(Vec::new);
    let kept_names = names::kept_names(program, &session.globals.builtins);
    let mut resolver = Resolver {
        session,
        kept_names,
        program,
        source,
        extent,
        diagnostics: Vec::new(),
        declared: FxHashMap::default(),
        defining: None,
        so_far: FxHashSet::default(),
        bodies: Vec::new(),
        stopped: None,
        guesses: 0,
        passes: names::passes(program),
        delayed: FxHashSet::default(),
        uses,
        parameters: FxHashMap::default(),
        told: FxHashSet::default(),
        awaited: FxHashSet::default(),
        lacks_import: false,
        is_unsound: false,
        wants_text: false,
        parameters_beside: Vec::new(),
        replaced: None,
    };
    let known = resolver.session.globals.modules.known();
    resolver.know(&known);
    resolver.declare();
    let mut statements = Vec::from_iter(resolver.lost());
    for &id in &program.top {
        statements.push(resolver.statement(id));
        if let Some(fault) = resolver.stopped.take() {
            return Err(fault);
        }
    }
    let mut names = resolver.uses.unwrap_or_default();
    names.sort_by_key(|name| (name.span.start, !name.is_definition));
    names.dedup_by_key(|name| name.span);
    Ok(Prepared { statements, diagnostics: resolver.diagnostics, names })
}

impl Resolver<'_> {
    /// Adds an error at a place, and returns it for further details.
    fn report(&mut self, span: Span, error: impl Into<EvalError>) -> &mut Diagnostic {
        self.diagnostics.push_mut(*error.into().at(span, None))
    }

    fn body(&mut self) -> &mut BodyInProgress {
        self.bodies.last_mut().expect("code is written inside a body")
    }

    fn emit(&mut self, op: Op, span: Span) -> usize {
        let body = self.body();
        let takes_one = matches!(
            op,
            Op::JumpIfFalse(_)
                | Op::JumpIfTrue(_)
                | Op::And(_)
                | Op::Or(_)
                | Op::Jump(0)
                | Op::SetLocal(_)
                | Op::Iterate(_)
                | Op::Pop
                | Op::Show
                | Op::Check
                | Op::SetGlobal(_)
        );
        body.waiting = body.waiting.saturating_sub(takes_one.into()) + u32::from(op == Op::Open);
        body.code.ops.push(op);
        body.code.spans.push(span);
        body.code.ops.len() - 1
    }

    /// Notes that the value on top becomes a member of what is gathered.
    fn end_member(&mut self) {
        let BodyInProgress { code, waiting, .. } = self.body();
        *waiting = waiting.saturating_sub(1);
        code.member_ends.push(code.ops.len() as u32);
    }

    /// Lets the jump at `at` lead to the next instruction.
    fn land(&mut self, at: usize) {
        let code = &mut self.body().code;
        let here = code.ops.len() as u32;
        match &mut code.ops[at] {
            Op::Jump(to) | Op::JumpIfFalse(to) | Op::JumpIfTrue(to) | Op::And(to) | Op::Or(to) | Op::Next(_, to) => {
                *to = here
            }
            _ => {}
        }
    }

    fn constant(&mut self, value: Value) -> u32 {
        let constants = &mut self.body().code.constants;
        constants.push(value);
        constants.len() as u32 - 1
    }

    fn span(&self, id: ExprId) -> Span {
        self.program[id].span
    }

    fn bind(&mut self, name: &str, span: Span) -> u32 {
        let slot = self.reserve(1);
        self.bind_slot(name, span, slot);
        slot
    }

    fn bind_slot(&mut self, name: &str, span: Span, slot: u32) {
        self.body().locals.push((name.into(), slot, span));
        self.note_binder(name, span);
    }

    fn reserve(&mut self, slots: u32) -> u32 {
        let body = self.body();
        let slot = body.next_slot;
        body.next_slot += slots;
        body.code.locals = body.code.locals.max(body.next_slot);
        slot
    }

    /// Starts a body of these parameters; `finish` gives its code.
    fn start(&mut self, name: &str, parameters: &[Name], kept: bool, later: bool) {
        let later = later || self.bodies.last().is_some_and(|b| b.later);
        self.bodies.push(BodyInProgress { kept, later, ..BodyInProgress::default() });
        self.body().code.name = name.into();
        self.body().code.parameters = parameters.len() as u32;
        for parameter in parameters {
            self.bind(&parameter.text, parameter.span);
        }
    }

    fn finish(&mut self) -> Rc<Code> {
        let mut body = self.bodies.pop().expect("finish ends what start began");
        jumps::straighten(&mut body.code);
        Rc::new(body.code)
    }

    /// Reports each name that stands twice.
    fn demand_unlike(&mut self, names: &[Name], error: fn(String) -> NameError) {
        let mut before = FxHashSet::default();
        for name in names {
            if !before.insert(&*name.text) {
                self.report(name.span, error(name.text.to_string()));
            }
        }
    }

    /// Writes a function without a name, and pushes it.
    fn closure(&mut self, name: &str, parameters: &[Name], kept: bool, expression: ExprId, span: Span) {
        self.demand_unlike(parameters, |name| NameError::TwoParameters { name });
        self.start(name, parameters, kept, false);
        self.expression(expression);
        self.emit(Op::Return, self.span(expression));
        let text = self.text_of_function(parameters, expression);
        let Code { ops, closures, written, .. } = &mut self.body().code;
        let inner: Vec<u64> = closures.iter().map(|inner| inner.written.meaning).collect();
        let meaning = hash_of((&*ops, inner));
        *written = FunctionText { meaning, ..text };
        let code = self.finish();
        let closures = &mut self.body().code.closures;
        closures.push(code);
        let number = closures.len() as u32 - 1;
        self.emit(Op::Closure(number), span);
    }

    /// Returns how a function without a name is written.
    fn text_of_function(&self, parameters: &[Name], body: ExprId) -> FunctionText {
        let parameters = parameters.iter().map(|name| name.text.as_ref().into()).collect();
        let (text, body) = match self.program[body].expr {
            // The names belong to the body of a function that may stand in parentheses, so that the source has it in pieces.
            Expr::Where { .. } => {
                let text: Arc<str> = print_expression(self.program, body).into();
                (text.clone(), 0..text.len())
            }
            _ => (self.source.text.clone(), self.span(body).range()),
        };
        FunctionText { parameters, text, body, meaning: 0 }
    }

    /// Finds the meaning of `name` in the innermost body, capturing it from outer ones if needed.
    fn look_up(&mut self, name: &str) -> Option<Meaning> {
        if let Some(meaning) = self.look_up_in(self.bodies.len().checked_sub(1)?, name) {
            return Some(meaning);
        }
        // The value of a variable is found before its name has it.
        let later = self.body().later && self.defining.as_deref() != Some(name);
        let declared = if later { self.declared.contains_key(name) } else { self.so_far.contains(name) };
        if declared || self.session.globals.is_defined(name) {
            return Some(Meaning::Global(self.global(name)));
        }
        self.session.globals.builtins.find(name).map(Meaning::Builtin)
    }

    /// Returns the slot of a global name, and notes that a body refers to it unless it is used at top level.
    fn global(&mut self, name: &str) -> u32 {
        let slot = self.session.globals.slot(name);
        if self.bodies.len() > 1 || self.body().later {
            self.session.globals.note_in_body(slot);
        }
        slot
    }

    fn look_up_in(&mut self, depth: usize, name: &str) -> Option<Meaning> {
        if let Some((_, slot, _)) = self.bodies[depth].locals.iter().rev().find(|(n, ..)| &**n == name) {
            return Some(Meaning::Local(*slot));
        }
        if let Some(i) = self.bodies[depth].code.captures.iter().position(|(n, _)| &**n == name) {
            return Some(Meaning::Captured(i as u32));
        }
        let capture = match self.look_up_in(depth.checked_sub(1)?, name)? {
            Meaning::Local(slot) => Capture::Local(slot),
            Meaning::Captured(i) => Capture::Captured(i),
            _ => return None,
        };
        let captures = &mut self.bodies[depth].code.captures;
        captures.push((name.into(), capture));
        Some(Meaning::Captured(captures.len() as u32 - 1))
    }

    /// Returns `true` if a body that runs later does not find the built-in of this name, because something else is called so.
    fn is_hidden(&self, name: &str) -> bool {
        self.is_bound(name) || self.declared.contains_key(name) || self.session.globals.is_defined(name)
    }

    fn is_bound(&self, name: &str) -> bool {
        self.bodies.iter().any(|b| b.locals.iter().any(|(n, ..)| &**n == name))
    }
}
