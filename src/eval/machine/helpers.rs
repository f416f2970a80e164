//! Helpers: functions whose calls are not remembered unless one takes long.
//!
//! Remembering a call costs a look-up and keeps its arguments for as long as the session lives. That pays for
//! functions that call themselves, and for those that ask the engine, but not for a function that looks at three
//! cells of a row. A helper computes with numbers, lists and positions alone. It calls nothing but helpers, and none
//! of them calls itself, so that nobody can tell whether its result was computed or remembered.

use super::Session;
use crate::eval::Effect;
use crate::eval::globals::Global;
use crate::value::Value;
use crate::value::code::{Code, Op};

/// Steps after which a call of a helper has taken long: its memory is then no longer than its work.
pub(super) const LONG: u64 = 1000;
/// Functions that a helper may call, those that they call included.
const MOST_CALLED: usize = 64;

/// Returns `true` if calls of a function are not worth a look-up.
pub(super) fn is_helper(cx: &Session, slot: u32) -> bool {
    // Every function that it may come to, with those that each calls.
    let mut functions: Vec<(u32, Vec<u32>)> = vec![(slot, Vec::new())];
    let mut next = 0;
    while next < functions.len() {
        let Global::Function(definition) = cx.globals.get(functions[next].0) else { return false };
        let Some(called) = calls_of(cx, &definition.code) else { return false };
        for &slot in &called {
            if !functions.iter().any(|(known, _)| *known == slot) {
                functions.push((slot, Vec::new()));
            }
        }
        if functions.len() > MOST_CALLED {
            return false;
        }
        functions[next].1 = called;
        next += 1;
    }
    // None calls itself if they can be put in an order in which each calls only those before it.
    let mut done: Vec<u32> = Vec::new();
    while let Some(i) = functions.iter().position(|(_, called)| called.iter().all(|slot| done.contains(slot))) {
        done.push(functions.swap_remove(i).0);
    }
    functions.is_empty()
}

/// Returns the functions that this code calls, or `None` if it does more than a helper does.
fn calls_of(cx: &Session, code: &Code) -> Option<Vec<u32>> {
    let row = |row: u32| cx.globals.builtins.row(row);
    let mut called = Vec::new();
    for op in &code.ops {
        match *op {
            Op::CallGlobal(slot, _) | Op::CallNamed(slot, _) | Op::Global(slot) => match cx.globals.get(slot) {
                Global::Function(definition) | Global::Game(definition, _) => {
                    if !definition.defaults.iter().all(|&slot| is_plain(cx.globals.get(slot))) {
                        return None;
                    }
                    called.extend((!definition.game).then_some(slot));
                }
                global if is_plain(global) => {}
                _ => return None,
            },
            Op::CallBuiltin(called, _) if row(called).effect == Effect::Pure => {}
            Op::Builtin(named) if row(named).constant && row(named).effect == Effect::Pure => {}
            Op::Constant(_) | Op::Integer(_) | Op::Local(_) | Op::Pop => {}
            Op::Binary(_) | Op::Negate | Op::Not | Op::Compare(_) | Op::Boolean => {}
            Op::Jump(_) | Op::JumpIfFalse(_) | Op::JumpIfTrue(_) | Op::And(_) | Op::Or(_) | Op::Return => {}
            Op::Open | Op::List | Op::Set | Op::Range { .. } | Op::Below | Op::Index => {}
            Op::Iterate(_) | Op::Next(..) | Op::Each(..) | Op::Kept | Op::TakeApart(..) => {}
            _ => return None,
        }
    }
    Some(called)
}

/// Returns `true` if a global name is a variable whose value is made of numbers, texts and booleans.
fn is_plain(global: &Global) -> bool {
    match global {
        Global::Variable(Value::List(list) | Value::Set(list)) => list.is_plain(),
        Global::Variable(Value::Dict(dict)) => dict.is_plain(),
        Global::Variable(Value::Integer(_) | Value::Number(_) | Value::Text(_) | Value::Boolean(_)) => true,
        _ => false,
    }
}
