//! The loop over instructions.

use std::rc::Rc;

use super::relations::compare_topmost;
use super::{EvalError, Session, Value, calls, failures, labels, literals, members, operators, powers, ranges};
use crate::diagnostic::Diagnostic;
use crate::eval::errors::OperandError;
use crate::eval::globals::Global;
use crate::syntax::ast::BinaryOperator;
use crate::value::code::{Capture, Code, Op};
use crate::value::{Function, LocalName};

/// Runs the topmost frame, and those it pushes, until it returns to `floor` frames.
pub(super) fn run(cx: &mut Session, floor: usize) -> Result<Value, Box<Diagnostic>> {
    run_frames(cx, floor).map_err(|trouble| failures::failed(cx, floor, trouble))
}

fn run_frames(cx: &mut Session, floor: usize) -> Result<Value, EvalError> {
    let frame = cx.machine.frames.last().expect("a frame to run");
    let (mut code, mut base, mut pc) = (frame.code.clone(), frame.base, frame.pc);
    // The frame's own counter is brought up to date before anything that can fail or change frames.
    macro_rules! save {
        () => {
            cx.machine.frames.last_mut().expect("a frame to run").pc = pc
        };
    }
    // Goes on in the frame that is topmost now.
    macro_rules! reload {
        () => {
            let frame = cx.machine.frames.last().expect("a frame to run");
            code = frame.code.clone();
            (base, pc) = (frame.base, frame.pc);
        };
    }
    macro_rules! leave {
        ($result:expr) => {{
            let result = $result;
            cx.machine.leave(&result, cx.games.budget.spent());
            if cx.machine.frames.len() == floor {
                return Ok(result);
            }
            cx.machine.stack.push(result);
            reload!();
        }};
    }
    macro_rules! local {
        ($slot:expr) => {
            cx.machine.stack[base + $slot as usize]
        };
    }
    loop {
        // Read where it stands: a copy would go through memory.
        let op = &code.ops[pc];
        pc += 1;
        match *op {
            Op::Integer(n) => cx.machine.stack.push(Value::Integer(n.into())),
            Op::Local(slot) => {
                let value = local!(slot).clone();
                cx.machine.stack.push(value);
            }
            Op::Constant(i) => cx.machine.stack.push(code.constants[i as usize].clone()),
            Op::Jump(to) => {
                save!();
                cx.games.budget.tick()?;
                cx.machine.room(&mut cx.games.budget)?;
                pc = to as usize;
            }
            Op::JumpIfFalse(to) | Op::JumpIfTrue(to) => {
                save!();
                let wanted = matches!(op, Op::JumpIfTrue(_));
                if pop_boolean(cx)? == wanted {
                    // A filter goes back to the head of its loop.
                    if (to as usize) < pc {
                        cx.games.budget.tick()?;
                    }
                    pc = to as usize;
                }
            }
            Op::And(to) | Op::Or(to) => {
                save!();
                let stop_at = matches!(op, Op::Or(_));
                if pop_boolean(cx)? == stop_at {
                    cx.machine.stack.push(Value::Boolean(stop_at));
                    pc = to as usize;
                }
            }
            Op::Next(slot, exit) => {
                let [source, Value::Integer(index), member, ..] = &mut cx.machine.stack[base + slot as usize..] else {
                    unreachable!("three locals by `Iterate`")
                };
                let next = match source {
                    Value::List(list) => list.get(*index as u64),
                    // The register machine runs through a range by its last number.
                    Value::Integer(last) => (*index <= *last).then_some(Value::Integer(*index)),
                    _ => unreachable!("a list by `Iterate`"),
                };
                match next {
                    Some(value) => {
                        *index += 1;
                        *member = value;
                    }
                    None => {
                        if (exit as usize) < pc {
                            save!();
                            cx.games.budget.tick()?;
                        }
                        pc = exit as usize;
                    }
                }
            }
            Op::CallGlobal(slot, count) => {
                save!();
                cx.games.budget.tick()?;
                let depth = cx.machine.frames.len();
                calls::call_global(cx, slot, count as usize)?;
                if cx.machine.frames.len() != depth {
                    reload!();
                }
            }
            Op::Call(count) => {
                save!();
                cx.games.budget.tick()?;
                let depth = cx.machine.frames.len();
                calls::call_value(cx, count as usize, code.spans[pc - 1])?;
                if cx.machine.frames.len() != depth {
                    reload!();
                }
            }
            Op::CallBuiltin(row, count) => {
                save!();
                calls::call_builtin(cx, row, count as usize)?;
            }
            Op::Return => leave!(cx.machine.pop()),
            Op::ReturnMoves { bar } => {
                save!();
                literals::gather_moves(cx, bar)?;
                leave!(Value::Nothing);
            }
            Op::Captured(i) => {
                let frame = cx.machine.frames.last().expect("a frame to run");
                let Some(Function::Closure { captured, .. }) = frame.function.as_deref() else {
                    unreachable!("only closures capture")
                };
                let value = captured[i as usize].clone();
                cx.machine.stack.push(value);
            }
            Op::Closure(i) | Op::Delay(i) => {
                let inner = code.closures[i as usize].clone();
                let frame = cx.machine.frames.last().expect("a frame to run");
                let captured = inner.captures.iter().map(|(_, capture)| match (*capture, frame.function.as_deref()) {
                    (Capture::Local(slot), _) => local!(slot).clone(),
                    (Capture::Captured(i), Some(Function::Closure { captured, .. })) => captured[i as usize].clone(),
                    _ => unreachable!("only closures capture"),
                });
                let captured = captured.collect();
                let mut function = Rc::new(Function::Closure { code: inner, captured });
                if let (Op::Delay(_), Function::Closure { code, .. }) = (op, &*function) {
                    function = Rc::new(Function::Local(code.name.clone(), LocalName::Open(function.clone()).into()));
                }
                cx.machine.stack.push(Value::Function(function));
            }
            Op::Open | Op::OpenSide(..) => {
                let height = cx.machine.stack.len();
                cx.machine.marks.push(height);
            }
            Op::Label(slot) => local!(slot) = labels::new_label(cx),
            Op::SetLocal(slot) => local!(slot) = cx.machine.pop(),
            Op::Force => {
                save!();
                if calls::force(cx)? {
                    reload!();
                }
            }
            Op::Known => {
                let value = cx.machine.stack.last().cloned().unwrap_or_default();
                let Value::Function(name) = local!(0).clone() else { unreachable!("the name whose code this is") };
                cx.machine.keep_local_name(&name, value);
            }
            Op::Iterate(slot) => {
                save!();
                let value = cx.machine.pop();
                let list = cx.iterable(value)?;
                local!(slot) = Value::List(list);
                local!(slot + 1) = Value::Integer(0);
            }
            Op::TakeApart(slot, count) => {
                save!();
                let at = base + slot as usize;
                let parts = literals::take_apart(cx, at, count as usize)?;
                for (i, part) in parts.into_iter().enumerate() {
                    cx.machine.stack[at + 1 + i] = part;
                }
            }
            Op::Global(slot) => {
                save!();
                let value = calls::global_value(cx, slot)?;
                cx.machine.stack.push(value);
            }
            Op::SetGlobal(slot) => {
                let value = cx.machine.pop();
                cx.bind(slot, Global::Variable(value));
            }
            Op::AddMoves => {
                save!();
                cx.games.budget.tick()?;
                literals::add_moves(cx)?;
            }
            Op::List => {
                save!();
                let list = literals::list_literal(cx)?;
                cx.machine.stack.push(list);
            }
            _ => {
                save!();
                rare(cx, *op, &code)?;
            }
        }
    }
}

/// Does an instruction that is not worth a place in the loop, or with operands that it does not know.
#[inline(never)]
pub(super) fn rare(cx: &mut Session, op: Op, code: &Rc<Code>) -> Result<(), EvalError> {
    let value = match op {
        Op::Pop => {
            cx.machine.pop();
            return Ok(());
        }
        Op::Show => {
            let value = cx.machine.pop();
            return literals::show_result(cx, &value);
        }
        Op::Binary(operator) => {
            let (right, left) = (cx.machine.pop(), cx.machine.pop());
            operators::binary(cx, operator, left, right)?
        }
        Op::Compare(relation) => return compare_topmost(cx, relation),
        Op::Index => {
            let (index, target) = (cx.machine.pop(), cx.machine.pop());
            members::index(cx, &target, &index)?
        }
        Op::Builtin(row) => calls::builtin_value(cx, row)?,
        Op::Boolean => {
            let b = pop_boolean(cx)?;
            Value::Boolean(b)
        }
        Op::Each(row, count) => {
            let members = cx.machine.stack.last().cloned().unwrap_or_default();
            match cx.run_through(&members)? {
                Some(list) => {
                    let from = cx.machine.stack.len() - count as usize;
                    cx.machine.stack.truncate(from);
                    Value::List(list)
                }
                // The built-in itself says what is wrong.
                None => calls::run_builtin(cx, row, count as usize)?,
            }
        }
        Op::Kept => match cx.machine.pop() {
            kept @ Value::Boolean(_) => kept,
            other => return Err(OperandError::Filter { got: cx.describe(&other) }.into()),
        },
        Op::Not => {
            let b = pop_boolean(cx)?;
            Value::Boolean(!b)
        }
        Op::Negate => {
            let value = cx.machine.pop();
            operators::negate(cx, value)?
        }
        Op::Power => {
            let (exponent, base) = (cx.machine.pop(), cx.machine.pop());
            powers::power(cx, base, exponent)?
        }
        Op::OrdinalSum => {
            let (right, left) = (cx.machine.pop(), cx.machine.pop());
            cx.ordinal_sum(left, right)?
        }
        Op::Star => Value::Game(cx.games.nimber(1)?),
        Op::Nimber => {
            let size = cx.machine.pop();
            powers::nimber(cx, size)?
        }
        Op::PlusStar => {
            let value = cx.machine.pop();
            let star = Value::Game(cx.games.nimber(1)?);
            operators::binary(cx, BinaryOperator::Add, value, star)?
        }
        Op::Ups(count) => powers::ups(cx, count)?,
        Op::Switch(count) => {
            let from = cx.machine.stack.len() - count as usize;
            let options = cx.machine.stack.split_off(from);
            cx.switch(&options)?
        }
        Op::Set => literals::set_literal(cx)?,
        Op::Game { bar } => literals::game_literal(cx, bar)?,
        Op::Form { bar } => literals::form_literal(cx, bar)?,
        Op::Loop { bar, kept, asked } => labels::labelled_literal(cx, bar, kept, asked)?,
        Op::Sides => labels::sides_of_topmost(cx)?,
        Op::Join(operator) => {
            let (right, left) = (cx.machine.pop(), cx.machine.pop());
            operators::join(cx, operator, left, right)?
        }
        Op::JoinMembers => {
            let members = cx.machine.pop();
            operators::join_members(cx, members)?
        }
        Op::Keep(count) => {
            let at = cx.machine.stack.len() - count as usize;
            let arguments = cx.games.budget.gather(cx.machine.stack[at..].iter().cloned())?;
            cx.machine.stack.insert(at, Value::list(arguments));
            return Ok(());
        }
        Op::Written(question) => {
            let (answer, arguments) = (cx.machine.pop(), cx.machine.pop());
            calls::question(&code.constants[question as usize], arguments, answer)
        }
        Op::Range { .. } | Op::Below => ranges::range_of(cx, op)?,
        Op::Field(name) => {
            let Value::Text(name) = code.constants[name as usize].clone() else { unreachable!("a name") };
            let target = cx.machine.pop();
            members::field(cx, &target, &name)?
        }
        Op::Vertex(entry) => literals::graph_entry(cx, entry)?,
        Op::Graph { by_rule } => literals::graph_literal(cx, by_rule)?,
        Op::Edge(colour) => cx.machine.hackenbush_edge(colour),
        Op::Hackenbush => literals::hackenbush_literal(cx)?,
        Op::Check => {
            let holds = cx.machine.pop();
            return literals::check(cx, &holds);
        }
        Op::CheckRelation(relation) => {
            let (right, left) = (cx.machine.pop(), cx.machine.pop());
            return literals::check_relation(cx, &left, relation, &right);
        }
        _ => unreachable!("handled in the loop"),
    };
    cx.machine.stack.push(value);
    Ok(())
}

#[inline]
fn pop_boolean(cx: &mut Session) -> Result<bool, EvalError> {
    match cx.machine.pop() {
        Value::Boolean(b) => Ok(b),
        other => Err(no_boolean(cx, &other)),
    }
}

#[cold]
fn no_boolean(cx: &mut Session, value: &Value) -> EvalError {
    OperandError::Condition { got: cx.describe(value) }.into()
}
