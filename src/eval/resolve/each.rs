//! Built-ins that call a function for each member of a list: `map`, `filter`, `fold`. If the function is written in the
//! call, they are loops around its body; if it is named there, around calls of it.

use std::rc::Rc;

use super::{Meaning, Op, Resolver, Shape, Value};
use crate::eval::Role;
use crate::source::Span;
use crate::syntax::ast::{Argument, Expr, ExprId, Name};
use crate::value::Function;
use crate::value::code::Code;

/// The function that is called for each member.
enum Called<'a> {
    /// Its parameters and its body.
    Written(&'a [Name], ExprId),
    Named(u32),
}

impl<'a> Resolver<'a> {
    /// Emits a call of the built-in of `row` as a loop. Returns `false`, with nothing emitted, if the call is not one of a
    /// built-in that calls a function written in place, so that it is called like others.
    pub(super) fn repeated(&mut self, row: u32, arguments: &[Argument], span: Span) -> bool {
        let values: Vec<ExprId> = arguments.iter().map(|argument| argument.value).collect();
        match (self.session.globals.builtins.row(row).role, &values[..]) {
            (Some(role @ (Role::Map | Role::Filter)), &[first, second]) => {
                let (f, list, called) = match self.called(first, 1) {
                    Some(called) => (first, second, called),
                    None => match self.called(second, 1) {
                        Some(called) => (second, first, called),
                        None => return false,
                    },
                };
                self.emit(Op::Open, span);
                self.function_as_written(f);
                self.expression(list);
                let outside = (self.body().locals.len(), self.body().next_slot);
                let (top, slot) = self.open_each(row, vec![f, list], span);
                self.apply(called, &[slot], span);
                if role == Role::Filter {
                    self.emit(Op::Kept, span);
                    self.emit(Op::JumpIfFalse(top as u32), span);
                    self.emit(Op::Local(slot), span);
                }
                self.end_member();
                self.close_each(top, outside, span);
                self.emit(Op::List, span);
            }
            (Some(Role::Fold), &[f, start, list]) => {
                let Some(called) = self.called(f, 2) else { return false };
                let outside = (self.body().locals.len(), self.body().next_slot);
                let result = self.reserve(1);
                self.expression(start);
                self.emit(Op::SetLocal(result), span);
                self.function_as_written(f);
                self.emit(Op::Local(result), span);
                self.expression(list);
                let (top, slot) = self.open_each(row, vec![f, start, list], span);
                self.apply(called, &[result, slot], span);
                self.emit(Op::SetLocal(result), span);
                self.close_each(top, outside, span);
                self.emit(Op::Local(result), span);
            }
            _ => return false,
        }
        true
    }

    /// Returns the function of `arity` parameters that an argument writes or names.
    fn called(&mut self, id: ExprId, arity: usize) -> Option<Called<'a>> {
        let program = self.program;
        match &program[id].expr {
            Expr::Lambda { parameters, body } if parameters.len() == arity => Some(Called::Written(parameters, *body)),
            Expr::Name(name) => match (self.look_up(name), self.shape(name)) {
                (Some(Meaning::Global(slot)), Some(Shape::Callable { parameters, defaults: 0, game: false })) => {
                    (parameters.len() == arity).then_some(Called::Named(slot))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Emits a call of the function with the values in these slots.
    fn apply(&mut self, called: Called<'_>, slots: &[u32], span: Span) {
        match called {
            Called::Written(parameters, body) => {
                for (parameter, &slot) in parameters.iter().zip(slots) {
                    self.bind_slot(&parameter.text, parameter.span, slot);
                }
                self.expression(body);
            }
            Called::Named(function) => {
                for &slot in slots {
                    self.emit(Op::Local(slot), span);
                }
                self.emit(Op::CallGlobal(function, slots.len() as u32), span);
            }
        }
    }

    /// Pushes the function in the form that messages show.
    fn function_as_written(&mut self, f: ExprId) {
        let Expr::Lambda { parameters, body } = &self.program[f].expr else { return self.expression(f) };
        let written = self.text_of_function(parameters, *body);
        let code = Rc::new(Code { written, ..Code::default() });
        self.push(Value::Function(Rc::new(Function::Closure { code, captured: Vec::new() })), self.span(f));
    }

    /// Begins a loop over the members of the last argument of a built-in, whose arguments have been pushed. Returns the head of
    /// the loop and the slot of its member.
    fn open_each(&mut self, row: u32, arguments: Vec<ExprId>, span: Span) -> (usize, u32) {
        let places: Vec<Span> = arguments.into_iter().map(|argument| self.span(argument)).collect();
        self.emit_call(Op::Each(row, places.len() as u32), places, span);
        let slot = self.reserve(3);
        self.emit(Op::Iterate(slot), span);
        (self.emit(Op::Next(slot, 0), span), slot + 2)
    }

    /// Ends a loop, and forgets the names that were bound since there were as many names and slots as `outside` says.
    fn close_each(&mut self, top: usize, outside: (usize, u32), span: Span) {
        self.emit(Op::Jump(top as u32), span);
        self.land(top);
        let body = self.body();
        body.locals.truncate(outside.0);
        body.next_slot = outside.1;
    }
}
