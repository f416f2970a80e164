//! Instructions with operands that the loop does not know.

use std::cell::RefCell;
use std::rc::Rc;

use super::arena::Arena;
use super::builtins::MAX_SHORT;
use super::calls::{Here, ask_engine, call, call_name, call_value, force};
use super::code::{Body, Item, Layout, Step};
use super::dictionaries;
use super::ending::Outside;
use super::general::{at_place, close, general};
use super::positions::{self, sum_of_words};
use super::{EvalError, Fault, Registers, Session, Tag, Value, WINDOW, Word, solve, value_at, value_of, values_at};
use crate::eval::globals::Global;
use crate::eval::machine::calls::global_value;
use crate::eval::machine::{MOST_MEMBERS, literals, operations, operators, too_many_members};
use crate::eval::{Effect, Role};
use crate::syntax::ast::{BinaryOperator, Relation};
use crate::value::code::{Capture, Op};
use crate::value::{Function, LocalName};

/// Does an instruction that the loop cannot do with its operands.
#[inline(never)]
pub(super) fn slow(
    cx: &mut Session,
    body: &Rc<Body>,
    base: usize,
    pc: usize,
    floor: usize,
) -> Result<Outside, EvalError> {
    let layout = &body.layouts[pc];
    let op = body.code.ops[layout.pc as usize];
    // A search of this run may be given up and repeated, so that effects would be repeated too.
    if has_effect(cx, op) && solve::is_searching(cx, floor) {
        return Ok(Outside::GiveUp);
    }
    let here = Here { body, layout, pc };
    let registers = &mut cx.machine.registers;
    let at = |register: u8| base + register as usize;
    match body.steps[pc] {
        Step::Global { slot, .. } => {
            let value = global_value(cx, slot)?;
            let registers = &mut cx.machine.registers;
            let word = registers.arena.word(&value);
            registers.set_global(slot, word);
            Ok(Outside::Frame)
        }
        // The sum of the members of a list is an addition only if they are numbers.
        Step::Add { to, a, b } if !matches!(op, Op::Binary(_)) => {
            let [a, b] = [a, b].map(at);
            if let Some(sum) = sum_of_words(&mut registers.arena, registers.words[a], registers.words[b]) {
                registers.words[at(to)] = sum;
                return Ok(Outside::Next);
            }
            if ![a, b].iter().all(|&place| registers.arena.is_number(registers.words[place])) {
                let has_begun = registers.words[a] != Word::small(0);
                let members = [a, b][usize::from(!has_begun)..].iter().map(|&place| value_at(cx, place)).collect();
                let call = call_behind(body, layout.pc as usize);
                let op = body.code.ops[call];
                let layout = Layout { pc: call as u32, items: Rc::default() };
                let sum = general(cx, body, &layout, op, vec![Value::list(members)])?;
                return Ok(put(cx, at(to), &sum));
            }
            let [a, b] = [a, b].map(|place| value_at(cx, place));
            let sum = at_place(cx, body, layout, |cx| operators::binary(cx, BinaryOperator::Add, a, b))?;
            Ok(put(cx, at(to), &sum))
        }
        jump if let (Op::Compare(_), Some(to)) = (op, { jump }.target().copied()) => {
            let holds = compare(cx, body, layout, base)?;
            let ops = &body.code.ops[layout.pc as usize + 1..];
            let when = ops.iter().find_map(|op| match op {
                Op::JumpIfTrue(_) => Some(true),
                Op::JumpIfFalse(_) => Some(false),
                _ => None,
            });
            Ok(if when == Some(holds) { Outside::Jump(to) } else { Outside::Next })
        }
        Step::Compare { to, .. } => {
            let holds = compare(cx, body, layout, base)?;
            cx.machine.registers.words[at(to)] = Word::boolean(holds);
            Ok(Outside::Next)
        }
        Step::Add { to, .. }
        | Step::Subtract { to, .. }
        | Step::Multiply { to, .. }
        | Step::AddInteger { to, .. }
        | Step::MultiplyInteger { to, .. }
        | Step::Least { to, .. }
        | Step::Greatest { to, .. }
        | Step::OfIntegers { to, .. }
        | Step::Quotient { to, .. }
        | Step::Remainder { to, .. }
        | Step::Modulo { to, .. }
        | Step::Negate { to, .. }
        | Step::Not { to, .. }
        | Step::Member { to, .. }
        | Step::MemberAt { to, .. }
        | Step::MemberOfMember { to, .. }
        | Step::Length { to, .. }
        | Step::OfWords { to, .. }
        | Step::OfTwo { to, .. }
        | Step::General { to } => operate(cx, body, layout, base, at(to)),
        Step::Position { first, slot } => {
            let Some(game) = Registers::game(cx, slot) else { unreachable!("a game by the translator") };
            if let Some(word) = positions::word(cx, at(first), game) {
                cx.machine.registers.words[at(first)] = word;
                return Ok(Outside::Next);
            }
            let p = positions::intern(cx, at(first), game);
            Ok(put(cx, at(first), &Value::Position(p)))
        }
        Step::Each { first, .. } => operate(cx, body, layout, base, at(first)),
        Step::Slice { first } => {
            let [list, from, last] = [0, 1, 2].map(|i| value_at(cx, at(first) + i));
            let range = general(cx, body, layout, Op::Range { by: false }, vec![from, last])?;
            // The index is the next instruction.
            let layout = Layout { pc: layout.pc + 1, items: Rc::default() };
            let slice = general(cx, body, &layout, Op::Index, vec![list, range])?;
            Ok(put(cx, at(first), &slice))
        }
        Step::Effect { first, count } => {
            let operands = values_at(cx, at(first), count.into());
            at_place(cx, body, layout, |cx| {
                cx.machine.stack.extend(operands);
                operations::operate(cx, op, &body.code)
            })?;
            Ok(Outside::Next)
        }
        Step::SetGlobal { a, slot } => set_global(cx, at(a), slot),
        Step::BeginRange { slot, first } => {
            let limits = values_at(cx, at(first), 2);
            let range = general(cx, body, layout, op, limits)?;
            Ok(begin_members(cx, at(slot), range))
        }
        Step::BeginMembers { slot, a } => {
            let word = registers.words[at(a)];
            let entries = at_place(cx, body, layout, |cx| dictionaries::operate(cx, Some(Role::Entries), &[word]))?;
            if let Some(entries) = entries {
                let words = &mut cx.machine.registers.words;
                (words[at(slot)], words[at(slot) + 1]) = (entries, Word::small(0));
                return Ok(Outside::Next);
            }
            let value = value_at(cx, at(a));
            let members = general(cx, body, layout, op, vec![value])?;
            Ok(begin_members(cx, at(slot), members))
        }
        // The list is a value and has no more members.
        Step::NextMember { exit, .. } => Ok(Outside::Jump(exit)),
        Step::TakeApart { slot, count } => {
            let value = value_at(cx, at(slot));
            let parts = at_place(cx, body, layout, |cx| literals::take_apart(cx, &value, count.into()))?;
            for (i, part) in parts.iter().enumerate() {
                put(cx, at(slot) + 1 + i, part);
            }
            Ok(Outside::Next)
        }
        // Booleans are done in the loop. Everything else is an error.
        Step::JumpIf { a, .. } | Step::DemandBoolean { a } => {
            let value = value_at(cx, at(a));
            general(cx, body, layout, op, vec![value]).map(|_| Outside::Frame)
        }
        Step::Gather { .. } => {
            let from = registers.marks.last().map_or(0, |&mark| mark as usize);
            if registers.gathered.len() - from > MOST_MEMBERS {
                return Err(too_many_members().into());
            }
            cx.games.budget.room_for(&registers.gathered, WINDOW)?;
            registers.gathered.reserve(WINDOW);
            Ok(Outside::Frame)
        }
        Step::CloseList { to } | Step::CloseHeld { to } | Step::CloseSet { to } => {
            let members = take_gathered(cx)?;
            let values = members.into_iter().map(|word| value_of(cx, word)).collect();
            let result = close(cx, body, layout, None, [values])?;
            if let Step::CloseHeld { .. } = body.steps[pc] {
                let Registers { arena, words, .. } = &mut cx.machine.registers;
                words[at(to)] = arena.hold(result);
                return Ok(Outside::Next);
            }
            Ok(put(cx, at(to), &result))
        }
        Step::List { first, .. } | Step::Set { first, .. } | Step::Cell { row: first, .. } => {
            let count = if let Step::List { count, .. } | Step::Set { count, .. } = body.steps[pc] { count } else { 2 };
            let values = values_at(cx, at(first), count.into());
            let values = cx.games.budget.gather(values.into_iter())?;
            let result = close(cx, body, layout, None, [values])?;
            Ok(put(cx, at(first), &result))
        }
        Step::CloseMex { to } => {
            let members = take_gathered(cx)?.into_iter().map(|word| value_of(cx, word)).collect();
            let members = close(cx, body, layout, None, [members])?;
            // The built-in is the next instruction.
            let layout = Layout { pc: layout.pc + 1, items: Rc::default() };
            let mex = general(cx, body, &layout, body.code.ops[layout.pc as usize], vec![members])?;
            Ok(put(cx, at(to), &mex))
        }
        Step::CloseTally { to } => {
            let members = take_gathered(cx)?;
            cx.machine.registers.words[at(to)] = at_place(cx, body, layout, |cx| dictionaries::tally(cx, members))?;
            Ok(Outside::Next)
        }
        Step::CloseLiteral { to, groups } => {
            let label = matches!(op, Op::Loop { .. }).then(|| value_at(cx, at(to)));
            let mut members = Vec::new();
            for _ in 0..groups {
                members.push(take_gathered(cx)?);
            }
            let members = members.into_iter().rev();
            let members: Vec<Vec<Value>> =
                members.map(|group| group.into_iter().map(|word| value_of(cx, word)).collect()).collect();
            let result = close(cx, body, layout, label, members)?;
            Ok(put(cx, at(to), &result))
        }
        Step::Keep { first, count } => {
            let values = values_at(cx, at(first), count.into());
            let values = cx.games.budget.gather(values.into_iter())?;
            let registers = &mut cx.machine.registers;
            registers.words.copy_within(at(first)..at(first) + usize::from(count), at(first) + 1);
            Ok(put(cx, at(first), &Value::list(values)))
        }
        Step::CallName { first, count, slot } => call_name(cx, here, at(first), count.into(), slot),
        Step::Call { first, function } => call(cx, at(first), pc, function),
        Step::CallValue { first, count } => {
            let callee = value_at(cx, at(first));
            let words = &mut cx.machine.registers.words;
            words.copy_within(at(first) + 1..at(first) + 1 + usize::from(count), at(first));
            call_value(cx, here, &callee, at(first), count.into())
        }
        Step::Force { first } => force(cx, at(first), pc),
        Step::Known { a } => {
            let (value, name) = (value_at(cx, at(a)), value_at(cx, base));
            let Value::Function(name) = name else { unreachable!("the name whose code this is") };
            cx.machine.keep_local_name(&name, value);
            Ok(Outside::Next)
        }
        Step::Closure { to, index } => {
            let code = body.code.closures[index as usize].clone();
            let captured = code.captures.iter().map(|(_, capture)| {
                value_at(
                    cx,
                    match *capture {
                        Capture::Local(slot) => base + slot as usize,
                        Capture::Captured(i) => base + body.code.locals as usize + i as usize,
                    },
                )
            });
            let captured = captured.collect();
            let registers = &mut cx.machine.registers;
            let name = code.name.clone();
            let mut function = Rc::new(Function::Closure { code, captured });
            if matches!(op, Op::Delay(_)) {
                function = Rc::new(Function::Local(name, RefCell::new(LocalName::Open(function))));
            }
            registers.words[at(to)] = registers.arena.hold(Value::Function(function));
            Ok(Outside::Next)
        }
        Step::Side { .. } => Ok(Outside::GiveUp),
        Step::Yield { first, game } => solve::enter_yield(cx, at(first), game),
        Step::YieldSum { first, second, game, other } => {
            solve::enter_sum(cx, base + body.size, [(at(first), game), (at(second), other)])
        }
        Step::YieldValue { a } => solve::yield_value(cx, at(a)),
        Step::Ask { first, question, game } => {
            if !solve::begin(cx, at(first), base + body.size, question, game)? {
                ask_engine(cx)?;
            }
            Ok(Outside::Frame)
        }
        step => unreachable!("{step:?} is done in the loop"),
    }
}

/// Returns `true` if an instruction does more than to give a value.
pub(super) fn has_effect(cx: &Session, op: Op) -> bool {
    match op {
        Op::Show | Op::Check | Op::CheckRelation(_) => true,
        Op::Builtin(row) | Op::CallBuiltin(row, _) | Op::CallMany(row) => {
            cx.globals.builtins.row(row).effect == Effect::World
        }
        _ => false,
    }
}

/// Begins a loop over these members, whose first local is at `slot`.
fn begin_members(cx: &mut Session, slot: usize, members: Value) -> Outside {
    let Value::List(list) = &members else { unreachable!("a list by `Iterate`") };
    let Registers { arena, words, .. } = &mut cx.machine.registers;
    // A range is run through by its last number, behind which there must be another one.
    if let Some((from, 1)) = list.as_range()
        && let Some(first) = Word::integer(from)
        && let Some(last) = Word::integer(from + (list.len() as i64 - 1))
        && last.plus(Word::small(1)).is_some()
    {
        (words[slot], words[slot + 1]) = (last, first);
        return Outside::Next;
    }
    let is_short = list.len() <= MAX_SHORT as u64 && list.holds_values();
    words[slot] = if is_short { Word::list(arena.list_number(list)) } else { arena.word(&members) };
    words[slot + 1] = Word::small(0);
    Outside::Next
}

/// Returns the instruction behind the end of the list that is being gathered at `pc`.
fn call_behind(body: &Body, pc: usize) -> usize {
    let mut depth = 0;
    let end = body.code.ops[pc..].iter().position(|op| {
        match op {
            Op::Open => depth += 1,
            Op::List if depth == 0 => return true,
            op => depth -= op.groups(),
        }
        false
    });
    pc + end.expect("a list that ends") + 1
}

/// Does an operation on the topmost values of the stack, whose result goes to this place.
fn operate(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    base: usize,
    place: usize,
) -> Result<Outside, EvalError> {
    let op = body.code.ops[layout.pc as usize];
    let count = match op {
        Op::Star | Op::Ups(_) | Op::Label(_) | Op::Builtin(_) => 0,
        Op::Negate
        | Op::Not
        | Op::Nimber
        | Op::PlusStar
        | Op::Below
        | Op::Field(_)
        | Op::JoinMembers
        | Op::Family(_) => 1,
        Op::Range { by: true } => 3,
        Op::CallBuiltin(_, count) | Op::Each(_, count) | Op::Switch(count) => count as usize,
        Op::CallNamed(_, given) => body.code.given[given as usize].len(),
        _ => 2,
    };
    let items = &layout.items[layout.items.len() - count..];
    // An index has no role, and a built-in without one is none of those on dictionaries.
    let asked = match op {
        Op::Index => Some(None),
        Op::CallBuiltin(row, _) => cx.globals.builtins.row(row).role.map(Some),
        _ => None,
    };
    let words: Vec<Word> = items.iter().map(|&item| word_of(&cx.machine.registers, body, base, item)).collect();
    // Numbers of any size are added and multiplied at once.
    if let (Op::Binary(operator), &[a, b]) = (op, &words[..])
        && [a, b].iter().all(|&word| cx.machine.registers.arena.is_number(word))
    {
        let [a, b] = [a, b].map(|word| value_of(cx, word));
        let result = at_place(cx, body, layout, |cx| operators::binary(cx, operator, a, b))?;
        return Ok(put(cx, place, &result));
    }
    let part = match words[..] {
        [target, index] if op == Op::Index => cx.machine.registers.arena.part(target, index),
        _ => None,
    };
    let is_dict = words.first().is_some_and(|word| word.tag() == Tag::Dict);
    let known = match asked.filter(|_| part.is_none() && is_dict) {
        Some(role) => at_place(cx, body, layout, |cx| dictionaries::operate(cx, role, &words))?,
        None => part,
    };
    if let Some(word) = known {
        cx.machine.registers.words[place] = word;
        return Ok(Outside::Next);
    }
    let operands: Vec<Value> = words.into_iter().map(|word| value_of(cx, word)).collect();
    let result = general(cx, body, layout, op, operands)?;
    Ok(put(cx, place, &result))
}

/// Compares the two topmost values of the stack.
fn compare(cx: &mut Session, body: &Rc<Body>, layout: &Layout, base: usize) -> Result<bool, EvalError> {
    let op = body.code.ops[layout.pc as usize];
    let items = &layout.items[layout.items.len() - 2..];
    let registers = &mut cx.machine.registers;
    let [a, b] = [items[0], items[1]].map(|item| word_of(registers, body, base, item));
    if let Op::Compare(relation @ (Relation::Equal | Relation::NotEqual)) = op
        && let Some(are_same) = registers.arena.are_same(a, b)
    {
        return Ok(are_same == (relation == Relation::Equal));
    }
    let operands = vec![value_of(cx, a), value_of(cx, b)];
    let result = general(cx, body, layout, op, operands)?;
    Ok(result == Value::Boolean(true))
}

/// Assigns the value at this place to a global variable.
fn set_global(cx: &mut Session, place: usize, slot: u32) -> Result<Outside, EvalError> {
    let old = cx.globals.get(slot);
    let is_new = matches!(old, Global::Unset);
    // Calls of the old function have been translated.
    let was_called = matches!(old, Global::Function(_) | Global::Game(..));
    let (value, word) = (value_at(cx, place), cx.machine.registers.words[place]);
    cx.bind(slot, Global::Variable(value));
    let registers = &mut cx.machine.registers;
    if is_new {
        registers.refresh(cx.globals.generation());
    }
    if was_called {
        registers.forget_code_of(slot);
    }
    registers.generation = cx.globals.generation();
    registers.set_global(slot, word);
    Ok(Outside::Next)
}

/// Takes the members that were gathered since the last mark.
fn take_gathered(cx: &mut Session) -> Result<Vec<Word>, Fault> {
    let registers = &mut cx.machine.registers;
    let from = registers.marks.last().map_or(0, |&from| from as usize);
    let count = registers.gathered.len() - from;
    cx.games.budget.reserve(count * (size_of::<Word>() + size_of::<Value>()))?;
    registers.marks.pop();
    Ok(registers.gathered.split_off(from))
}

/// Puts a result at this place of the words.
pub(super) fn put(cx: &mut Session, place: usize, result: &Value) -> Outside {
    let Registers { arena, words, unpaid, .. } = &mut cx.machine.registers;
    let before = arena.payload();
    let word = arena.word(result);
    // Large values are paid for by their size, so that they are freed before they fill the memory.
    let kilobytes = arena.payload().saturating_sub(before) >> 10;
    *unpaid = unpaid.saturating_add(arena.cost(word)).saturating_add(kilobytes as u32);
    words[place] = word;
    Outside::Next
}

/// Returns the word of an item of the stack.
fn word_of(registers: &Registers, body: &Body, base: usize, item: Item) -> Word {
    match item {
        Item::Register(register) => registers.words[base + register as usize],
        Item::Integer(n) => Word::small(n),
        Item::Constant(index) => body.constants[index as usize].get(),
        _ => Word::NONE,
    }
}

/// Returns the value of an item of the stack.
pub(super) fn value_of_item(cx: &mut Session, body: &Body, base: usize, item: Item) -> Value {
    let word = word_of(&cx.machine.registers, body, base, item);
    value_of(cx, word)
}

/// Adds operands that are not two integers with a small sum, or returns `None` if that must be done elsewhere.
#[cold]
#[inline(never)]
pub(super) fn add(arena: &mut Arena, steps: &mut u32, body: &Body, pc: usize, a: Word, b: Word) -> Option<Word> {
    if a.is_list() && b.is_list() {
        if !arena.lists.are_few(a, b) || is_sum_of_list(body, pc) {
            return None;
        }
        let joined = arena.lists.join(a.number(), b.number());
        let joined = Word::list(joined);
        *steps += arena.cost(joined);
        return Some(joined);
    }
    if a.is_text() {
        if is_sum_of_list(body, pc) {
            return None;
        }
        let joined = arena.join_texts(a, b)?;
        *steps += 1 + arena.cost(joined);
        return Some(joined);
    }
    match (a, b) {
        (Word::ZERO, number) | (number, Word::ZERO) => arena.is_number(number).then_some(number),
        _ => arena.of_integers(a, b, |a, b| a + b),
    }
}

/// Returns `true` if the addition at `pc` adds a member to the sum of a list.
fn is_sum_of_list(body: &Body, pc: usize) -> bool {
    !matches!(body.code.ops[body.layouts[pc].pc as usize], Op::Binary(_))
}
