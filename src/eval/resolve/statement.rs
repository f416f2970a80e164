//! Statements as code.

use std::rc::Rc;

use super::errors::{DefinitionError, NameError};
use super::names::PASS;
use super::{Op, Resolver, Shape};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::descents::Descents;
use crate::eval::globals::{Definition, default_name, is_result};
use crate::eval::modules::{Shapes, load_import};
use crate::eval::statement::{Action, Import, ReadyStatement};
use crate::syntax::ast::{Claim, Expr, ExprId, Name, Statement, StatementId, StatementKind};
use crate::value::Code;
use crate::value::board::Claims;

/// Constants that a definition may not take over; parameters and loop names may.
const FIXED_CONSTANTS: [&str; 16] = [
    "N", "P", "L", "R", "D", "Nhat", "Phat", "Ncheck", "Pcheck", "normal", "misere", "on", "off", "over", "under",
    "dud",
];

/// Returns the name that a statement defines, or would if it could be read.
fn defined(statement: &Statement) -> Option<&Name> {
    match &statement.kind {
        StatementKind::Define { name, .. } | StatementKind::Error(Some(name)) => Some(name),
        _ => None,
    }
}

impl Resolver<'_> {
    /// Notes every definition of the text, so that bodies may use names defined later.
    pub(super) fn declare(&mut self) {
        let program = self.program;
        let mut is_top = vec![false; program.statements.len()];
        program.top.iter().for_each(|id| is_top[id.0 as usize] = true);
        for (statement, is_top) in program.statements.iter().zip(is_top) {
            let Some(name) = defined(statement) else { continue };
            if let StatementKind::Define { parameters: Some(parameters), .. } = &statement.kind {
                self.parameters.insert(&name.text, parameters);
            }
            let shape = match &statement.kind {
                // Inside `for`, a definition is made as a variable.
                StatementKind::Define { parameters: Some(parameters), defaults, game, .. } if is_top => {
                    let parameters = parameters.iter().map(|p| (&*p.text).into()).collect();
                    Shape::Callable { parameters, defaults: defaults.len(), game: *game }
                }
                _ => Shape::Variable,
            };
            self.declared.entry((&*name.text).into()).or_default().push(shape);
        }
    }

    /// Returns the names that are defined in loops that cannot be read: they count as defined, and have no value.
    pub(super) fn lost(&mut self) -> Option<ReadyStatement> {
        let program = self.program;
        let mut is_lost = vec![true; program.statements.len()];
        for id in program.top.iter().flat_map(|id| self.inside(*id)) {
            is_lost[id.0 as usize] = false;
        }
        let lost = program.statements.iter().zip(is_lost).filter(|(_, is_lost)| *is_lost);
        let names: Vec<&Name> = lost.filter_map(|(statement, _)| defined(statement)).collect();
        let span = names.first()?.span;
        Some(ReadyStatement { action: self.failing(names), span, expected: None })
    }

    /// Returns a statement, and those in it if it is a loop.
    fn inside(&self, id: StatementId) -> Vec<StatementId> {
        let mut all = vec![id];
        let mut at = 0;
        while let Some(&id) = all.get(at) {
            if let StatementKind::For { body, .. } = &self.program[id].kind {
                all.extend(body);
            }
            at += 1;
        }
        all
    }

    /// Returns the action in place of a wrong definition of these names.
    fn failing<'n>(&mut self, names: impl IntoIterator<Item = &'n Name>) -> Action {
        let mut slots = Vec::new();
        for name in names {
            self.so_far.insert((&*name.text).into());
            self.note_definition(name);
            slots.push(self.session.globals.slot(&name.text));
        }
        Action::Fail(slots)
    }

    /// Returns a statement as code; one that is wrong takes the names that it would define their meaning.
    pub(super) fn statement(&mut self, id: StatementId) -> ReadyStatement {
        let program = self.program;
        let told = self.diagnostics.len();
        self.is_unsound = false;
        let action = self.action(id);
        let is_sound = !self.is_unsound && !self.diagnostics[told..].iter().any(Diagnostic::is_error);
        let action = action.filter(|_| is_sound).unwrap_or_else(|| {
            let inside = self.inside(id);
            self.failing(inside.into_iter().filter_map(|id| defined(&program[id])))
        });
        ReadyStatement { action, span: program[id].span, expected: program[id].expected.clone() }
    }

    fn action(&mut self, id: StatementId) -> Option<Action> {
        let program = self.program;
        let statement = &program[id];
        let span = statement.span;
        Some(match &statement.kind {
            StatementKind::Error(_) => return None,
            StatementKind::Import { path, span } => Action::Import(self.import(path, *span)?),
            StatementKind::Define { name, parameters: Some(parameters), defaults, game, body, claims } => {
                let defaults = self.defaults(name, parameters, defaults);
                let mut definition = self.definition(name, parameters, *game, *body);
                definition.claims = self.claims(claims);
                definition.defaults = defaults.iter().map(|(slot, _)| *slot).collect();
                let definition = Rc::new(definition);
                self.defined(name);
                Action::Define(self.session.globals.slot(&name.text), definition, defaults)
            }
            StatementKind::Define { name, parameters: None, body, .. } => {
                let runs_later = matches!(self.program[*body].expr, Expr::Lambda { .. });
                self.start(&name.text, &[], false, runs_later);
                self.defining = Some((&*name.text).into());
                self.expression(*body);
                self.defining = None;
                self.emit(Op::Return, span);
                let code = self.finish();
                self.defined(name);
                Action::Bind(self.session.globals.slot(&name.text), code)
            }
            StatementKind::Expression(e) => {
                self.start("", &[], false, false);
                self.expression(*e);
                self.emit(Op::Return, span);
                Action::Run(self.finish())
            }
            _ => {
                self.start("", &[], false, false);
                self.inner_statement(id);
                self.emit_nothing(span);
                self.emit(Op::Return, span);
                Action::Run(self.finish())
            }
        })
    }

    /// Emits a statement inside code, which leaves nothing on the stack.
    fn inner_statement(&mut self, id: StatementId) {
        let program = self.program;
        let statement = &program[id];
        let span = statement.span;
        match &statement.kind {
            StatementKind::Error(_) => self.is_unsound = true,
            StatementKind::Expression(e) => {
                self.expression(*e);
                self.emit(Op::Show, span);
            }
            StatementKind::Check(e) => match &program[*e].expr {
                Expr::Compare(left, relation, right) => {
                    self.expression(*left);
                    self.expression(*right);
                    self.emit(Op::CheckRelation(*relation), program[*e].span);
                }
                _ => {
                    self.expression(*e);
                    self.emit(Op::Check, program[*e].span);
                }
            },
            StatementKind::For { pattern, source, body } => {
                let (names, slot) = (self.body().locals.len(), self.body().next_slot);
                let top = self.open_loop(pattern, *source);
                for &inner in body {
                    self.deeper(|resolver| resolver.inner_statement(inner));
                }
                self.emit(Op::Jump(top as u32), span);
                self.land(top);
                let body = self.body();
                body.locals.truncate(names);
                body.next_slot = slot;
            }
            StatementKind::Define { name, parameters, defaults, body, .. } => {
                if let Some(&default) = defaults.first() {
                    self.report(self.span(default), DefinitionError::DefaultInLoop);
                }
                if self.is_bound(&name.text) {
                    self.report(name.span, NameError::LoopName { name: name.text.to_string() });
                }
                match parameters {
                    None => self.expression(*body),
                    Some(parameters) => {
                        // It may call itself, and what the loop defines after it.
                        let before = std::mem::replace(&mut self.body().later, true);
                        self.closure(&name.text, parameters, false, *body, span);
                        self.body().later = before;
                    }
                }
                self.defined(name);
                let slot = self.session.globals.slot(&name.text);
                self.emit(Op::SetGlobal(slot), span);
            }
            StatementKind::Import { span, .. } => {
                self.report(*span, DefinitionError::ImportInLoop);
            }
        }
    }

    /// Emits the defaults of the last parameters, which are evaluated when the function is defined.
    fn defaults(&mut self, name: &Name, parameters: &[Name], defaults: &[ExprId]) -> Vec<(u32, Rc<Code>)> {
        let first = parameters.len() - defaults.len();
        self.parameters_beside = parameters.iter().map(|parameter| parameter.text.clone()).collect();
        let with = parameters[first..].iter().zip(defaults);
        let compiled = with.map(|(parameter, &value)| {
            if self.span(value).start < parameter.span.end {
                self.report(parameter.span, DefinitionError::NoDefault { name: parameter.text.to_string() });
            }
            self.start(&parameter.text, &[], false, false);
            self.expression(value);
            self.emit(Op::Return, self.span(value));
            let code = self.finish();
            let slot = self.session.globals.slot(&default_name(&parameter.text, &name.text));
            self.session.globals.note_in_body(slot);
            (slot, code)
        });
        let compiled = compiled.collect();
        self.parameters_beside.clear();
        compiled
    }

    fn definition(&mut self, name: &Name, parameters: &[Name], game: bool, body: ExprId) -> Definition {
        let names: Vec<Rc<str>> = parameters.iter().map(|p| (&*p.text).into()).collect();
        self.demand_unlike(parameters, |name| NameError::TwoParameters { name });
        self.start(&name.text, parameters, game, true);
        if game {
            let slot = self.session.globals.slot(&name.text);
            self.body().game = Some((slot, names.len() as u32));
            self.moves(body);
        } else {
            self.expression(body);
            self.emit(Op::Return, self.span(body));
        }
        let code = self.finish();
        let law = if game { self.law(name, parameters, body) } else { None };
        let steps = if game && law.is_none() { self.steps(name, parameters, body) } else { None };
        let descents = match game {
            true => self.descents(name, parameters, body, law.is_none()),
            false => Descents::default(),
        };
        Definition {
            name: (&*name.text).into(),
            parameters: names,
            defaults: Vec::new(),
            code,
            game,
            claims: Claims::default(),
            law,
            steps,
            descents,
        }
    }

    /// Returns the claims about a game behind `with`.
    fn claims(&mut self, claims: &[Claim]) -> Claims {
        let mut all = Claims::default();
        for claim in claims {
            let texts: Vec<&str> = claim.texts.iter().map(|(text, _)| &**text).collect();
            match (&*claim.name.text, &texts[..]) {
                ("symmetry", []) => all.symmetry = true,
                ("mirror", []) => all.mirror = Claims::exchange("xo", "ox"),
                ("mirror", [from, to]) if let Some(exchange) = Claims::exchange(from, to) => {
                    all.mirror = Some(exchange)
                }
                ("mirror", _) => {
                    let span = claim.texts.iter().fold(claim.name.span, |span, (_, text)| span.to(*text));
                    self.report(span, DefinitionError::Mirror);
                }
                _ => {
                    self.report(claim.name.span, DefinitionError::Claim { name: claim.name.text.to_string() });
                }
            }
        }
        all
    }

    fn defined(&mut self, name: &Name) {
        self.so_far.insert((&*name.text).into());
        self.note_definition(name);
        if FIXED_CONSTANTS.contains(&&*name.text) {
            self.report(name.span, NameError::Constant { name: name.text.to_string() });
        } else if is_result(&name.text) {
            self.report(name.span, NameError::Result { name: name.text.to_string() });
        } else if &*name.text == PASS {
            self.report(name.span, NameError::Move { name: name.text.to_string() });
        } else if let Some(row) = self.session.globals.builtins.find(&name.text)
            && !self.session.globals.is_defined(&name.text)
        {
            let what = if self.session.globals.builtins.row(row).constant { "constant" } else { "function" };
            self.diagnostics.push(
                Diagnostic::warning(
                    ErrorCode::NameShadows,
                    name.span,
                    format!("`{}` now hides the built-in {what} of that name", name.text),
                    "defined here",
                )
                .help("nothing is wrong; take another name if you still need the built-in"),
            );
        }
    }

    /// Notes what other texts define.
    pub(super) fn know(&mut self, shapes: &Shapes) {
        for (name, shape) in shapes.iter() {
            self.so_far.insert(name.clone());
            self.declared.entry(name.clone()).or_default().push(shape.clone());
        }
    }

    fn import(&mut self, path: &str, span: crate::source::Span) -> Option<Import> {
        let defined = self.declared.iter().filter(|(name, _)| self.so_far.contains(*name));
        let known =
            defined.flat_map(|(name, shapes)| shapes.iter().map(|shape| (name.clone(), shape.clone()))).collect();
        match load_import(self.session, path, span, self.source, known) {
            Ok((import, shapes)) => {
                self.know(&shapes);
                Some(import)
            }
            Err(diagnostics) => {
                self.diagnostics.extend(diagnostics);
                self.lacks_import = true;
                None
            }
        }
    }
}
