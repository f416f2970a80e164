//! The loop over instructions.

use std::rc::Rc;

use super::relations::compare_topmost;
use super::shortcuts::{LAST, applied, between, member, small_member};
use super::{
    EvalError, Session, Value, calls, failures, labels, literals, members, operators, powers, ranges, shortcuts,
};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::globals::Global;
use crate::syntax::ast::{BinaryOperator, Relation};
use crate::value::code::{Branch, Capture, Code, Op};
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
    // What a shortcut does where it meets something else.
    macro_rules! push_local {
        ($slot:expr) => {{
            let value = local!($slot).clone();
            cx.machine.stack.push(value);
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
                    cx.games.budget.tick()?;
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
            Op::Integer(n) => cx.machine.push_integer(n as i64),
            Op::Local(slot) | Op::TwoLocals(slot, _) | Op::LocalJump(slot, _) => push_local!(slot),
            Op::Constant(i) | Op::Letter(_, i) => cx.machine.stack.push(code.constants[i as usize].clone()),
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
            Op::Boolean if matches!(cx.machine.stack.last(), Some(Value::Boolean(_))) => {}
            Op::Member(list, index) => match small_member(&local!(list), &local!(index), 0) {
                Some(n) => {
                    cx.machine.push_integer(n);
                    pc += 2;
                }
                None => push_local!(list),
            },
            Op::MemberBeside(list, index, by) => match small_member(&local!(list), &local!(index), by) {
                Some(n) => {
                    cx.machine.push_integer(n);
                    pc += 4;
                }
                None => push_local!(list),
            },
            Op::Locals(operator, a, b) => match (&local!(a), &local!(b)) {
                (Value::Integer(x), Value::Integer(y)) if let Some(n) = applied(operator, *x, *y) => {
                    cx.machine.push_integer(n);
                    pc += 2;
                }
                _ => push_local!(a),
            },
            Op::LocalPlus(operator, a, k) => match &local!(a) {
                Value::Integer(x) if let Some(n) = applied(operator, *x, k as i64) => {
                    cx.machine.push_integer(n);
                    pc += 2;
                }
                _ => push_local!(a),
            },
            Op::Plus(operator, k) => match cx.machine.stack.last_mut() {
                Some(Value::Integer(x)) if let Some(n) = applied(operator, *x, k as i64) => {
                    *x = n;
                    pc += 1;
                }
                _ => cx.machine.push_integer(k as i64),
            },
            Op::Length(slot) => match &local!(slot) {
                Value::List(list) | Value::Set(list) if let Ok(len) = i64::try_from(list.len()) => {
                    cx.machine.push_integer(len);
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
            | Op::BranchMemberNegated(_, first, ..) => match cx.machine.ask_place(*op, base) {
                Some((holds, to)) => branch!(Relation::Equal, holds as i64, true as i64, to),
                None => push_local!(first),
            },
            Op::BranchLetter(_, board, ..) | Op::ReplaceAt(board, _) | Op::CallOnBoard(board, _) => push_local!(board),
            Op::BranchLocal(relation, a, k, to) => match &local!(a) {
                Value::Integer(x) => branch!(relation, *x, k as i64, to),
                _ => push_local!(a),
            },
            Op::BranchInteger(relation, k, to) => match cx.machine.stack.last() {
                Some(Value::Integer(x)) => {
                    let x = *x;
                    cx.machine.stack.pop();
                    branch!(relation, x, k as i64, to);
                }
                _ => cx.machine.push_integer(k as i64),
            },
            Op::Branch(relation, to) => match cx.machine.stack[..] {
                [.., Value::Integer(x), Value::Integer(y)] => {
                    cx.machine.stack.pop();
                    cx.machine.stack.pop();
                    branch!(relation, x, y, to);
                }
                _ => {
                    save!();
                    compare_topmost(cx, relation)?;
                }
            },
            Op::IterateRange(slot) => match cx.machine.stack[..] {
                // The last one and the next one, instead of a list and an index.
                [.., Value::Integer(from), Value::Integer(last @ ..=LAST)] => {
                    local!(slot) = Value::Integer(last);
                    local!(slot + 1) = Value::Integer(from);
                    cx.machine.stack.truncate(cx.machine.stack.len() - 2);
                    pc += 1;
                }
                _ => {
                    save!();
                    let range = ranges::range(cx, false)?;
                    cx.machine.stack.push(range);
                }
            },
            Op::IterateMembers(slot, count) => {
                save!();
                pc += shortcuts::iterate_members(cx, base + slot as usize, count as usize)?;
            }
            Op::CountMembers | Op::NoMembers(_) => {
                save!();
                pc += shortcuts::count_members(cx, *op)?;
            }
            Op::Next(slot, exit) | Op::NextCopied(slot, exit) => {
                if matches!(op, Op::NextCopied(..)) {
                    shortcuts::copy_members(cx, &code, pc, base, slot as usize)?;
                }
                let [source, index, member, apart @ ..] = &mut cx.machine.stack[base + slot as usize..] else {
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
                            cx.games.budget.tick()?;
                        }
                        pc = exit as usize;
                    }
                }
            }
            Op::CallCounting(..) | Op::CountEach(_) => unreachable!("what is only counted is counted by the quick way"),
            Op::CallGlobal(slot, count) => {
                save!();
                cx.games.budget.tick()?;
                // A position of one small heap, the commonest call in rules: no more than a look-up.
                if let (1, Global::Game(definition, ruleset)) = (count, cx.globals.get(slot))
                    && definition.parameters.len() == 1
                    && let Some(top @ Value::Integer(0..0x7fff_ffff)) = cx.machine.stack.last_mut()
                {
                    let Value::Integer(n) = *top else { unreachable!("matched above") };
                    *top = Value::Position(cx.positions.intern(*ruleset, &[n as u32]));
                    continue;
                }
                if calls::call_helper(cx, slot, count as usize)? {
                    reload!();
                    continue;
                }
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
            Op::Iterate(slot) | Op::IterateTaken(slot) => {
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
            Op::Binary(operator) => {
                if let [.., Value::Integer(a), Value::Integer(b)] = &mut cx.machine.stack[..]
                    && let Some(n) = applied(operator, *a, *b)
                {
                    *a = n;
                    cx.machine.stack.pop();
                    continue;
                }
                save!();
                rare(cx, *op, &code)?;
            }
            Op::AddMoves => {
                save!();
                cx.games.budget.tick()?;
                literals::add_moves(cx)?;
            }
            Op::Compare(relation) => {
                if let [.., Value::Integer(x), Value::Integer(y)] = cx.machine.stack[..] {
                    cx.machine.stack.pop();
                    *cx.machine.stack.last_mut().expect("two were there") = Value::Boolean(between(relation, x, y));
                    continue;
                }
                save!();
                compare_topmost(cx, relation)?;
            }
            Op::List => {
                save!();
                let list = literals::list_literal(cx)?;
                cx.machine.stack.push(list);
            }
            Op::Index => {
                if let [.., target, index] = &cx.machine.stack[..]
                    && let Some(value) = member(target, index)
                {
                    cx.machine.stack.pop();
                    *cx.machine.stack.last_mut().expect("two were there") = value;
                    continue;
                }
                if let [.., Value::Board(board), place] = &cx.machine.stack[..]
                    && let Some(cell) = board.shape().at(place)
                {
                    let letter = cx.boards.letter(board.cells()[cell]);
                    cx.machine.stack.pop();
                    *cx.machine.stack.last_mut().expect("two were there") = letter;
                    continue;
                }
                save!();
                rare(cx, *op, &code)?;
            }
            Op::Negate if let Some(Value::Integer(n @ -0x7fff_ffff..)) = cx.machine.stack.last_mut() => *n = -*n,
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
    let got = cx.describe(value);
    EvalError::said(ErrorCode::CallKind, format!("true or false is wanted here, not {got}"))
        .here("a condition")
        .help("compare it with something: `x == 0`, `g > 0`")
}
