//! The loop over instructions.

use std::rc::Rc;

use super::{Session, Trouble, Value};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::Inside;
use crate::eval::globals::Global;
use crate::source::Span;
use crate::syntax::ast::BinaryOperator;
use crate::value::Function;
use crate::value::code::{Capture, Op};

impl Session {
    /// Runs the topmost frame, and those it pushes, until it returns to `floor` frames.
    pub(super) fn run(&mut self, floor: usize) -> Result<Value, Box<Diagnostic>> {
        loop {
            match self.run_frame(floor) {
                Ok(Some(result)) => return Ok(result),
                Ok(None) => {}
                Err(trouble) => {
                    let span = match self.machine.frames.last() {
                        Some(frame) => frame.code.spans.get(frame.pc.saturating_sub(1)).copied().unwrap_or_default(),
                        None => Default::default(),
                    };
                    let diagnostic = self.place(trouble, span);
                    return Err(self.unwind(floor, diagnostic));
                }
            }
        }
    }

    /// Adds the place to a failure, and the built-in that was being called there.
    fn place(&mut self, trouble: Trouble, span: Span) -> Box<Diagnostic> {
        let call = span;
        let of_kind = matches!(trouble, Trouble::Kind { .. });
        let (trouble, span) = match trouble {
            Trouble::Inside(inside) => self.point_into(*inside, span),
            Trouble::Kind { argument, .. } => (trouble, self.argument(argument).unwrap_or(span)),
            other => (other, span),
        };
        let row = self.machine.frames.last().and_then(|f| match f.code.ops.get(f.pc.saturating_sub(1)) {
            Some(Op::CallBuiltin(row, _)) => Some(self.table.row(*row)),
            _ => None,
        });
        let mut diagnostic = match row {
            Some(row) => {
                let parameter = |i: usize| {
                    row.parameters.get(i).or(row.parameters.last()).map_or("argument".into(), |p| p.name.to_string())
                };
                trouble.at(span, Some((row.name, &parameter)))
            }
            None => trouble.at(span, None),
        };
        if of_kind
            && span != call
            && let Some(label) = diagnostic.labels.first_mut()
        {
            label.text = "this argument".into();
        }
        diagnostic
    }

    /// Where an argument of the call is written that is being made.
    fn argument(&self, argument: usize) -> Option<Span> {
        let frame = self.machine.frames.last()?;
        frame.code.argument(frame.pc.saturating_sub(1), argument)
    }

    /// The failure and its place: the characters themselves where the argument is a text as it stands in the source,
    /// else the argument, with the place in words.
    fn point_into(&self, inside: Inside, call: Span) -> (Trouble, Span) {
        let Some(argument) = self.argument(inside.argument) else {
            return (inside.in_words(), call);
        };
        let written = self.sources.get(argument.source).map_or("", |source| source.slice(argument));
        let text = written.strip_prefix('"').and_then(|w| w.strip_suffix('"'));
        match text {
            // No escapes, and not two texts with something between them.
            Some(text) if !text.contains(['\\', '"']) && inside.at.end <= text.len() => {
                let start = argument.start as usize + 1;
                let within = Span::new(argument.source, start + inside.at.start, start + inside.at.end);
                let span = if inside.at.is_empty() { argument } else { within };
                (Trouble::Said(Box::new(inside.said)), span)
            }
            _ => (inside.in_words(), argument),
        }
    }

    /// Runs until the frame changes: `Some` when the last frame above `floor` has returned.
    fn run_frame(&mut self, floor: usize) -> Result<Option<Value>, Trouble> {
        let frame = self.machine.frames.last().expect("a frame to run");
        let code = frame.code.clone();
        let base = frame.base;
        let mut pc = frame.pc;
        // The frame's own counter is brought up to date before anything that can fail or change frames.
        macro_rules! save {
            () => {
                self.machine.frames.last_mut().expect("a frame to run").pc = pc
            };
        }
        loop {
            let op = code.ops[pc];
            pc += 1;
            match op {
                Op::Integer(n) => self.machine.stack.push(Value::Integer(n as i64)),
                Op::Local(slot) => {
                    let value = self.machine.stack[base + slot as usize].clone();
                    self.machine.stack.push(value);
                }
                Op::SetLocal(slot) => {
                    let value = self.machine.pop();
                    self.machine.stack[base + slot as usize] = value;
                }
                Op::Constant(i) => self.machine.stack.push(code.constants[i as usize].clone()),
                Op::Jump(to) => {
                    save!();
                    self.games.budget.tick()?;
                    self.room()?;
                    pc = to as usize;
                }
                Op::JumpIfFalse(to) => {
                    save!();
                    if !self.pop_boolean()? {
                        // A filter goes back to the head of its loop.
                        if (to as usize) < pc {
                            self.games.budget.tick()?;
                        }
                        pc = to as usize;
                    }
                }
                Op::And(to) | Op::Or(to) => {
                    save!();
                    let stop_at = matches!(op, Op::Or(_));
                    if self.pop_boolean()? == stop_at {
                        self.machine.stack.push(Value::Boolean(stop_at));
                        pc = to as usize;
                    }
                }
                Op::Next(slot, exit) => {
                    let at = base + slot as usize;
                    let Value::Integer(index) = self.machine.stack[at + 1] else {
                        unreachable!("an index by `Iterate`")
                    };
                    let (Value::List(list) | Value::Set(list)) = &self.machine.stack[at] else {
                        unreachable!("a list by `Iterate`")
                    };
                    match list.get(index as u64) {
                        Some(member) => {
                            self.machine.stack[at + 1] = Value::Integer(index + 1);
                            self.machine.stack[at + 2] = member;
                        }
                        None => {
                            if (exit as usize) < pc {
                                save!();
                                self.games.budget.tick()?;
                            }
                            pc = exit as usize;
                        }
                    }
                }
                Op::CallGlobal(slot, count) => {
                    save!();
                    self.games.budget.tick()?;
                    // A position of one small heap, the commonest call in rules: no more than a look-up.
                    if let (1, Global::Game(definition, ruleset)) = (count, self.globals.get(slot))
                        && definition.parameters.len() == 1
                        && let Some(top @ Value::Integer(0..0x7fff_ffff)) = self.machine.stack.last_mut()
                    {
                        let Value::Integer(n) = *top else { unreachable!("matched above") };
                        *top = Value::Position(self.positions.intern(*ruleset, &[n as u32]));
                        continue;
                    }
                    let depth = self.machine.frames.len();
                    self.call_global(slot, count as usize)?;
                    if self.machine.frames.len() != depth {
                        return Ok(None);
                    }
                }
                Op::Call(count) => {
                    save!();
                    self.games.budget.tick()?;
                    let depth = self.machine.frames.len();
                    self.call_value(count as usize, code.spans[pc - 1])?;
                    if self.machine.frames.len() != depth {
                        return Ok(None);
                    }
                }
                Op::CallBuiltin(row, count) => {
                    save!();
                    self.call_builtin(row, count as usize)?;
                }
                Op::Return => {
                    let result = self.machine.pop();
                    return Ok(self.leave(result, floor));
                }
                Op::ReturnMoves { bar } => {
                    save!();
                    self.gather_moves(bar)?;
                    return Ok(self.leave(Value::Nothing, floor));
                }
                Op::Captured(i) => {
                    let frame = self.machine.frames.last().expect("a frame to run");
                    let Some(Function::Closure { captured, .. }) = frame.function.as_deref() else {
                        unreachable!("only closures capture")
                    };
                    let value = captured[i as usize].clone();
                    self.machine.stack.push(value);
                }
                Op::Closure(i) => {
                    let inner = code.closures[i as usize].clone();
                    let frame = self.machine.frames.last().expect("a frame to run");
                    let captured = inner.captures.iter().map(|capture| match (*capture, frame.function.as_deref()) {
                        (Capture::Local(slot), _) => self.machine.stack[base + slot as usize].clone(),
                        (Capture::Captured(i), Some(Function::Closure { captured, .. })) => {
                            captured[i as usize].clone()
                        }
                        _ => unreachable!("only closures capture"),
                    });
                    let captured = captured.collect();
                    self.machine.stack.push(Value::Function(Rc::new(Function::Closure { code: inner, captured })));
                }
                Op::Open => {
                    let height = self.machine.stack.len();
                    self.machine.marks.push(height);
                }
                Op::Iterate(slot) => {
                    save!();
                    let value = self.machine.pop();
                    let list = self.iterable(value)?;
                    let at = base + slot as usize;
                    self.machine.stack[at] = Value::List(list);
                    self.machine.stack[at + 1] = Value::Integer(0);
                }
                Op::TakeApart(slot, count) => {
                    save!();
                    let at = base + slot as usize;
                    let parts = self.take_apart(at, count as usize)?;
                    for (i, part) in parts.into_iter().enumerate() {
                        self.machine.stack[at + 1 + i] = part;
                    }
                }
                Op::Global(slot) => {
                    save!();
                    let value = self.global_value(slot)?;
                    self.machine.stack.push(value);
                }
                Op::SetGlobal(slot) => {
                    let value = self.machine.pop();
                    self.bind(slot, Global::Variable(value));
                }
                Op::Binary(operator) => {
                    if let [.., Value::Integer(a), Value::Integer(b)] = self.machine.stack[..] {
                        let small = match operator {
                            BinaryOperator::Add => a.checked_add(b),
                            BinaryOperator::Subtract => a.checked_sub(b),
                            _ => None,
                        };
                        if let Some(n) = small {
                            self.machine.stack.pop();
                            *self.machine.stack.last_mut().expect("two were there") = Value::Integer(n);
                            continue;
                        }
                    }
                    save!();
                    let right = self.machine.pop();
                    let left = self.machine.pop();
                    let value = self.binary(operator, left, right)?;
                    self.machine.stack.push(value);
                }
                Op::Compare(relation) => {
                    save!();
                    let right = self.machine.pop();
                    let left = self.machine.pop();
                    let holds = self.compare(&left, relation, &right)?;
                    self.machine.stack.push(Value::Boolean(holds));
                }
                Op::Show => {
                    save!();
                    let value = self.machine.pop();
                    self.show_result(&value)?;
                }
                _ => {
                    save!();
                    self.rare(op, &code)?;
                }
            }
        }
    }

    /// Instructions that are not worth a place in the loop.
    #[inline(never)]
    fn rare(&mut self, op: Op, code: &Rc<crate::value::Code>) -> Result<(), Trouble> {
        let value = match op {
            Op::Pop => {
                self.machine.pop();
                return Ok(());
            }
            Op::Builtin(row) => self.builtin_value(row)?,
            Op::Boolean => {
                let b = self.pop_boolean()?;
                Value::Boolean(b)
            }
            Op::Not => {
                let b = self.pop_boolean()?;
                Value::Boolean(!b)
            }
            Op::Negate => {
                let value = self.machine.pop();
                self.negate(value)?
            }
            Op::Power => {
                let (exponent, base) = (self.machine.pop(), self.machine.pop());
                self.power(base, exponent)?
            }
            Op::OrdinalSum => {
                let (right, left) = (self.machine.pop(), self.machine.pop());
                self.ordinal_sum(left, right)?
            }
            Op::Star => Value::Game(self.games.nimber(1)?),
            Op::Nimber => {
                let size = self.machine.pop();
                self.nimber(size)?
            }
            Op::PlusStar => {
                let value = self.machine.pop();
                let star = Value::Game(self.games.nimber(1)?);
                self.binary(BinaryOperator::Add, value, star)?
            }
            Op::Ups(count) => {
                let g = self.games.number_up_star(&0.into(), count, 0)?;
                self.game_value(g)
            }
            Op::Switch(count) => {
                let from = self.machine.stack.len() - count as usize;
                let options = self.machine.stack.split_off(from);
                self.switch(&options)?
            }
            Op::List => self.list_literal()?,
            Op::Set => self.set_literal()?,
            Op::Game { bar } => self.game_literal(bar)?,
            Op::Form { bar } => self.form_literal(bar)?,
            Op::Range { by } => self.range(by)?,
            Op::Index => {
                let (index, target) = (self.machine.pop(), self.machine.pop());
                self.index(&target, &index)?
            }
            Op::Field(name) => {
                let Value::Text(name) = code.constants[name as usize].clone() else { unreachable!("a name") };
                let target = self.machine.pop();
                self.field(&target, &name)?
            }
            Op::Vertex(entry) => self.graph_entry(entry)?,
            Op::Graph { by_rule } => self.graph_literal(by_rule)?,
            Op::Edge(colour) => self.hackenbush_edge(colour),
            Op::Hackenbush => self.hackenbush_literal()?,
            Op::Check => {
                let holds = self.machine.pop();
                return self.check(&holds);
            }
            Op::CheckRelation(relation) => {
                let (right, left) = (self.machine.pop(), self.machine.pop());
                return self.check_relation(&left, relation, &right);
            }
            _ => unreachable!("handled in the loop"),
        };
        self.machine.stack.push(value);
        Ok(())
    }

    /// Takes down the topmost frame; `Some` when it was the last one above `floor`.
    fn leave(&mut self, result: Value, floor: usize) -> Option<Value> {
        let machine = &mut self.machine;
        let frame = machine.frames.pop().expect("a frame to leave");
        machine.stack.truncate(frame.base);
        machine.marks.truncate(frame.marks);
        if let Some(ticket) = frame.ticket {
            let pure = machine.printed == frame.printed;
            machine.memo.end(ticket, pure.then_some(&result));
        }
        if machine.frames.len() == floor {
            return Some(result);
        }
        machine.stack.push(result);
        None
    }

    fn pop_boolean(&mut self) -> Result<bool, Trouble> {
        match self.machine.pop() {
            Value::Boolean(b) => Ok(b),
            other => {
                let got = self.describe(&other);
                Err(Trouble::said(ErrorCode::CallKind, format!("true or false is wanted here, not {got}"))
                    .here("a condition")
                    .help("compare it with something: `x == 0`, `g > 0`"))
            }
        }
    }
}
