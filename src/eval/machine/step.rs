//! The loop over instructions.

use std::rc::Rc;

use super::helpers::LONG;
use super::shortcuts::{LAST, applied, between, member, small_member};
use super::{EvalError, Keep, Session, Value};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::Inside;
use crate::eval::globals::Global;
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Relation};
use crate::value::Function;
use crate::value::code::{Branch, Capture, Code, Op};

impl Session {
    /// Runs the topmost frame, and those it pushes, until it returns to `floor` frames.
    pub(super) fn run(&mut self, floor: usize) -> Result<Value, Box<Diagnostic>> {
        self.run_frames(floor).map_err(|trouble| {
            let span = match self.machine.frames.last() {
                Some(frame) => frame.code.spans.get(frame.pc.saturating_sub(1)).copied().unwrap_or_default(),
                None => Default::default(),
            };
            let diagnostic = self.place(trouble, span);
            self.unwind(floor, diagnostic)
        })
    }

    /// Adds the place to a failure, and the built-in that was being called there.
    fn place(&mut self, trouble: EvalError, span: Span) -> Box<Diagnostic> {
        let call = span;
        let of_kind = matches!(trouble, EvalError::Kind { .. });
        let (trouble, span) = match trouble {
            EvalError::Inside(inside) => self.point_into(*inside, span),
            EvalError::Kind { argument, .. } => (trouble, self.argument(argument).unwrap_or(span)),
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
    fn point_into(&self, inside: Inside, call: Span) -> (EvalError, Span) {
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
                (EvalError::Said(Box::new(inside.said)), span)
            }
            _ => (inside.in_words(), argument),
        }
    }

    fn run_frames(&mut self, floor: usize) -> Result<Value, EvalError> {
        let frame = self.machine.frames.last().expect("a frame to run");
        let (mut code, mut base, mut pc) = (frame.code.clone(), frame.base, frame.pc);
        // The frame's own counter is brought up to date before anything that can fail or change frames.
        macro_rules! save {
            () => {
                self.machine.frames.last_mut().expect("a frame to run").pc = pc
            };
        }
        // Goes on in the frame that is topmost now.
        macro_rules! reload {
            () => {
                let frame = self.machine.frames.last().expect("a frame to run");
                code = frame.code.clone();
                (base, pc) = (frame.base, frame.pc);
            };
        }
        macro_rules! leave {
            ($result:expr) => {{
                let result = $result;
                self.leave(&result);
                if self.machine.frames.len() == floor {
                    return Ok(result);
                }
                self.machine.stack.push(result);
                reload!();
            }};
        }
        macro_rules! local {
            ($slot:expr) => {
                self.machine.stack[base + $slot as usize]
            };
        }
        // What a shortcut does where it meets something else.
        macro_rules! push_local {
            ($slot:expr) => {{
                let value = local!($slot).clone();
                self.machine.stack.push(value);
            }};
        }
        // Goes on after a comparison of integers.
        macro_rules! branch {
            ($relation:expr, $a:expr, $b:expr, $branch:expr) => {{
                let Branch { to, when, skip } = $branch;
                pc += skip as usize;
                if between($relation, $a, $b) == when {
                    // A filter goes back to the head of its loop.
                    if (to as usize) < pc {
                        save!();
                        self.games.budget.tick()?;
                    }
                    pc = to as usize;
                }
            }};
        }
        loop {
            // Read where it stands: a copy would go through memory.
            let op = &code.ops[pc];
            pc += 1;
            match *op {
                Op::Integer(n) => self.machine.push_integer(n as i64),
                Op::Local(slot) | Op::TwoLocals(slot, _) | Op::LocalJump(slot, _) => push_local!(slot),
                Op::Constant(i) => self.machine.stack.push(code.constants[i as usize].clone()),
                Op::Jump(to) => {
                    save!();
                    self.games.budget.tick()?;
                    self.room()?;
                    pc = to as usize;
                }
                Op::JumpIfFalse(to) | Op::JumpIfTrue(to) => {
                    save!();
                    let wanted = matches!(op, Op::JumpIfTrue(_));
                    if self.pop_boolean()? == wanted {
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
                Op::Boolean if matches!(self.machine.stack.last(), Some(Value::Boolean(_))) => {}
                Op::Member(list, index) => match small_member(&local!(list), &local!(index), 0) {
                    Some(n) => {
                        self.machine.push_integer(n);
                        pc += 2;
                    }
                    None => push_local!(list),
                },
                Op::MemberBeside(list, index, by) => match small_member(&local!(list), &local!(index), by) {
                    Some(n) => {
                        self.machine.push_integer(n);
                        pc += 4;
                    }
                    None => push_local!(list),
                },
                Op::Locals(operator, a, b) => match (&local!(a), &local!(b)) {
                    (Value::Integer(x), Value::Integer(y)) if let Some(n) = applied(operator, *x, *y) => {
                        self.machine.push_integer(n);
                        pc += 2;
                    }
                    _ => push_local!(a),
                },
                Op::LocalPlus(operator, a, k) => match &local!(a) {
                    Value::Integer(x) if let Some(n) = applied(operator, *x, k as i64) => {
                        self.machine.push_integer(n);
                        pc += 2;
                    }
                    _ => push_local!(a),
                },
                Op::Plus(operator, k) => match self.machine.stack.last_mut() {
                    Some(Value::Integer(x)) if let Some(n) = applied(operator, *x, k as i64) => {
                        *x = n;
                        pc += 1;
                    }
                    _ => self.machine.push_integer(k as i64),
                },
                Op::Length(slot) => match &local!(slot) {
                    Value::List(list) | Value::Set(list) if let Ok(len) = i64::try_from(list.len()) => {
                        self.machine.push_integer(len);
                        pc += 1;
                    }
                    _ => push_local!(slot),
                },
                Op::BranchLocals(relation, a, b, to) => match (&local!(a), &local!(b)) {
                    (Value::Integer(x), Value::Integer(y)) => branch!(relation, *x, *y, to),
                    _ => push_local!(a),
                },
                Op::BranchLength(_, first, ..)
                | Op::BranchWithin(first, ..)
                | Op::BranchMember(_, first, ..)
                | Op::BranchMemberLocal(_, first, ..)
                | Op::BranchMemberNegated(_, first, ..) => match self.ask_place(*op, base) {
                    Some((holds, to)) => branch!(Relation::Equal, holds as i64, true as i64, to),
                    None => push_local!(first),
                },
                Op::BranchLocal(relation, a, k, to) => match &local!(a) {
                    Value::Integer(x) => branch!(relation, *x, k as i64, to),
                    _ => push_local!(a),
                },
                Op::BranchInteger(relation, k, to) => match self.machine.stack.last() {
                    Some(Value::Integer(x)) => {
                        let x = *x;
                        self.machine.stack.pop();
                        branch!(relation, x, k as i64, to);
                    }
                    _ => self.machine.push_integer(k as i64),
                },
                Op::Branch(relation, to) => match self.machine.stack[..] {
                    [.., Value::Integer(x), Value::Integer(y)] => {
                        self.machine.stack.pop();
                        self.machine.stack.pop();
                        branch!(relation, x, y, to);
                    }
                    _ => {
                        save!();
                        self.compare_topmost(relation)?;
                    }
                },
                Op::IterateRange(slot) => match self.machine.stack[..] {
                    // The last one and the next one, instead of a list and an index.
                    [.., Value::Integer(from), Value::Integer(last @ ..=LAST)] => {
                        local!(slot) = Value::Integer(last);
                        local!(slot + 1) = Value::Integer(from);
                        self.machine.stack.truncate(self.machine.stack.len() - 2);
                        pc += 1;
                    }
                    _ => {
                        save!();
                        let range = self.range(false)?;
                        self.machine.stack.push(range);
                    }
                },
                Op::IterateMembers(slot, count) => {
                    save!();
                    pc += self.iterate_members(base + slot as usize, count as usize)?;
                }
                Op::CountMembers | Op::NoMembers(_) => {
                    save!();
                    pc += self.count_members(*op)?;
                }
                Op::Next(slot, exit) | Op::NextCopied(slot, exit) => {
                    if matches!(op, Op::NextCopied(..)) {
                        self.copy_members(&code, pc, base, slot as usize)?;
                    }
                    let [source, index, member, apart @ ..] = &mut self.machine.stack[base + slot as usize..] else {
                        unreachable!("three locals by `Iterate`")
                    };
                    let Value::Integer(index) = index else { unreachable!("an index by `Iterate`") };
                    let next = match source {
                        Value::Integer(last) => (*index <= *last).then_some(*index),
                        Value::List(list) | Value::Set(list) => match list.small(*index as u64) {
                            Some(n) => Some(n),
                            None => match list.get(*index as u64) {
                                Some(value) => {
                                    *index += 1;
                                    *member = value;
                                    continue;
                                }
                                None => None,
                            },
                        },
                        Value::Nothing => match &apart[*index as usize] {
                            Value::Integer(n) => Some(*n),
                            Value::Nothing => None,
                            value => {
                                *index += 1;
                                *member = value.clone();
                                continue;
                            }
                        },
                        _ => unreachable!("a list by `Iterate`"),
                    };
                    match (next, member) {
                        (Some(next), Value::Integer(member)) => {
                            *index += 1;
                            *member = next;
                        }
                        (Some(next), member) => {
                            *index += 1;
                            *member = Value::Integer(next);
                        }
                        (None, _) => {
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
                    if self.call_helper(slot, count as usize)? {
                        reload!();
                        continue;
                    }
                    let depth = self.machine.frames.len();
                    self.call_global(slot, count as usize)?;
                    if self.machine.frames.len() != depth {
                        reload!();
                    }
                }
                Op::Call(count) => {
                    save!();
                    self.games.budget.tick()?;
                    let depth = self.machine.frames.len();
                    self.call_value(count as usize, code.spans[pc - 1])?;
                    if self.machine.frames.len() != depth {
                        reload!();
                    }
                }
                Op::CallBuiltin(row, count) => {
                    save!();
                    self.call_builtin(row, count as usize)?;
                }
                Op::Return => leave!(self.machine.pop()),
                Op::ReturnMoves { bar } => {
                    save!();
                    self.gather_moves(bar)?;
                    leave!(Value::Nothing);
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
                        (Capture::Local(slot), _) => local!(slot).clone(),
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
                Op::Label(slot) => local!(slot) = self.new_label(),
                Op::Iterate(slot) => {
                    save!();
                    let value = self.machine.pop();
                    let list = self.iterable(value)?;
                    local!(slot) = Value::List(list);
                    local!(slot + 1) = Value::Integer(0);
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
                    if let [.., Value::Integer(a), Value::Integer(b)] = &mut self.machine.stack[..]
                        && let Some(n) = applied(operator, *a, *b)
                    {
                        *a = n;
                        self.machine.stack.pop();
                        continue;
                    }
                    save!();
                    let right = self.machine.pop();
                    let left = self.machine.pop();
                    let value = self.binary(operator, left, right)?;
                    self.machine.stack.push(value);
                }
                Op::AddMoves => {
                    save!();
                    self.games.budget.tick()?;
                    self.add_moves()?;
                }
                Op::Compare(relation) => {
                    if let [.., Value::Integer(x), Value::Integer(y)] = self.machine.stack[..] {
                        self.machine.stack.pop();
                        *self.machine.stack.last_mut().expect("two were there") =
                            Value::Boolean(between(relation, x, y));
                        continue;
                    }
                    save!();
                    self.compare_topmost(relation)?;
                }
                Op::List => {
                    save!();
                    let list = self.list_literal()?;
                    self.machine.stack.push(list);
                }
                Op::Index => {
                    if let [.., target, index] = &self.machine.stack[..]
                        && let Some(value) = member(target, index)
                    {
                        self.machine.stack.pop();
                        *self.machine.stack.last_mut().expect("two were there") = value;
                        continue;
                    }
                    if let [.., Value::Board(board), place] = &self.machine.stack[..]
                        && let Some(cell) = board.shape().at(place)
                    {
                        let letter = self.boards.letter(board.cells()[cell]);
                        self.machine.stack.pop();
                        *self.machine.stack.last_mut().expect("two were there") = letter;
                        continue;
                    }
                    save!();
                    let (index, target) = (self.machine.pop(), self.machine.pop());
                    let value = self.index(&target, &index)?;
                    self.machine.stack.push(value);
                }
                Op::Negate if let Some(Value::Integer(n @ -0x7fff_ffff..)) = self.machine.stack.last_mut() => *n = -*n,
                Op::Show => {
                    save!();
                    let value = self.machine.pop();
                    self.show_result(&value)?;
                }
                _ => {
                    save!();
                    self.rare(*op, &code)?;
                }
            }
        }
    }

    /// Compares the two topmost values.
    fn compare_topmost(&mut self, relation: Relation) -> Result<(), EvalError> {
        let right = self.machine.pop();
        let left = self.machine.pop();
        let holds = self.compare(&left, relation, &right)?;
        self.machine.stack.push(Value::Boolean(holds));
        Ok(())
    }

    /// Instructions that are not worth a place in the loop.
    #[inline(never)]
    fn rare(&mut self, op: Op, code: &Rc<Code>) -> Result<(), EvalError> {
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
            Op::Ups(count) => self.ups(count)?,
            Op::Switch(count) => {
                let from = self.machine.stack.len() - count as usize;
                let options = self.machine.stack.split_off(from);
                self.switch(&options)?
            }
            Op::Set => self.set_literal()?,
            Op::Game { bar } => self.game_literal(bar)?,
            Op::Form { bar } => self.form_literal(bar)?,
            Op::Loop { bar, kept } => self.labelled_literal(bar, kept)?,
            Op::Sides => self.sides_of_topmost()?,
            Op::Range { .. } | Op::Below => self.range_of(op)?,
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

    /// Takes down the topmost frame and remembers what it gave, if that pays.
    fn leave(&mut self, result: &Value) {
        let machine = &mut self.machine;
        let frame = machine.frames.pop().expect("a frame to leave");
        let pure = machine.effects == frame.effects;
        match frame.keep {
            Keep::Never => {}
            Keep::Always(ticket) => machine.memo.end(ticket, pure.then_some(result)),
            Keep::IfLong { slot, began } => {
                if self.games.budget.spent().saturating_sub(began) > LONG && pure {
                    machine.remember_long(&frame.code, slot, frame.base, result);
                }
            }
        }
        machine.stack.truncate(frame.base);
        machine.marks.truncate(frame.marks);
    }

    #[inline]
    fn pop_boolean(&mut self) -> Result<bool, EvalError> {
        match self.machine.pop() {
            Value::Boolean(b) => Ok(b),
            other => Err(self.no_boolean(&other)),
        }
    }

    #[cold]
    fn no_boolean(&mut self, value: &Value) -> EvalError {
        let got = self.describe(value);
        EvalError::said(ErrorCode::CallKind, format!("true or false is wanted here, not {got}"))
            .here("a condition")
            .help("compare it with something: `x == 0`, `g > 0`")
    }
}
