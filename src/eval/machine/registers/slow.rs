//! What instructions do with operands that the loop does not know.

use std::rc::Rc;

use super::calls::{ask_elsewhere, call, call_value};
use super::code::{Body, Item, Layout, Step};
use super::general::{close, compare, effect, general, jump};
use super::run::Outside;
use super::{EvalError, Fault, LONG_LIST, Registers, Session, Tag, Value, WINDOW, Word, builtins, solve};
use crate::eval::Effect;
use crate::eval::globals::Global;
use crate::eval::machine::MOST_MEMBERS;
use crate::eval::machine::calls::global_value;
use crate::syntax::ast::BinaryOperator;
use crate::value::Function;
use crate::value::code::{Capture, Op};

/// Does an instruction that meets something which is not done in the loop.
#[inline(never)]
pub(super) fn slow(cx: &mut Session, body: &Rc<Body>, base: usize, pc: usize) -> Result<Outside, EvalError> {
    let layout = &body.layouts[pc];
    let op = body.code.ops[layout.pc as usize].first();
    let registers = &mut cx.machine.registers;
    let at = |register: u8| base + register as usize;
    let value = |registers: &mut Registers, register: u8| {
        let word = registers.words[at(register)];
        registers.value(word)
    };
    match body.steps[pc] {
        Step::Global { slot, .. } => {
            let value = global_value(cx, slot)?;
            let registers = &mut cx.machine.registers;
            let word = registers.word(&value);
            let slot = slot as usize;
            if registers.globals.len() <= slot {
                registers.globals.resize(slot + 1, None);
            }
            registers.keep(word);
            registers.globals[slot] = Some(word);
            Ok(Outside::Frame)
        }
        // The sum of a list is more than an operator where its members are no numbers.
        Step::Add { a, b, .. }
            if !matches!(op, Op::Binary(_)) && ![a, b].iter().all(|&register| registers.is_number(at(register))) =>
        {
            Ok(Outside::Leave)
        }
        Step::Add { to, a, b } | Step::Subtract { to, a, b } | Step::Multiply { to, a, b } => {
            let operands = vec![value(registers, a), value(registers, b)];
            let operator = match body.steps[pc] {
                Step::Add { .. } => BinaryOperator::Add,
                Step::Subtract { .. } => BinaryOperator::Subtract,
                _ => BinaryOperator::Multiply,
            };
            let result = general(cx, body, layout, Op::Binary(operator), operands)?;
            put(cx, at(to), &result)
        }
        Step::AddInteger { to, a, n } | Step::MultiplyInteger { to, a, n } => {
            // Subtraction, and operands in the other order, stand in the layout as they are written.
            let operands = match op {
                Op::Binary(_) => topmost(registers, body, layout, base, 2),
                _ => vec![value(registers, a), Value::Integer(n.into())],
            };
            let op = if let Op::Binary(_) = op { op } else { Op::Binary(BinaryOperator::Add) };
            let result = general(cx, body, layout, op, operands)?;
            put(cx, at(to), &result)
        }
        Step::OfIntegers { to, .. } | Step::Remainder { to, .. } => {
            let count = if let Op::CallBuiltin(_, count) = op { count as usize } else { 2 };
            let operands = topmost(registers, body, layout, base, count);
            let result = general(cx, body, layout, op, operands)?;
            put(cx, at(to), &result)
        }
        Step::Negate { to, a } | Step::Not { to, a } => {
            let operands = vec![value(registers, a)];
            let result = general(cx, body, layout, op, operands)?;
            put(cx, at(to), &result)
        }
        Step::Compare { relation, to, a, b } => {
            let (a, b) = (registers.words[at(a)], registers.words[at(b)]);
            let holds = compare(cx, body, layout, relation, [a, b])?;
            cx.machine.registers.words[at(to)] = Word::boolean(holds);
            Ok(Outside::Next)
        }
        Step::JumpEqual { a, b, to }
        | Step::JumpUnequal { a, b, to }
        | Step::JumpLess { a, b, to }
        | Step::JumpAtMost { a, b, to }
        | Step::JumpRelation { a, b, to } => {
            let words = [registers.words[at(a)], registers.words[at(b)]];
            jump(cx, body, layout, words, to)
        }
        Step::JumpEqualTo { a, n, to }
        | Step::JumpUnequalTo { a, n, to }
        | Step::JumpBelow { a, n, to }
        | Step::JumpAbove { a, n, to } => {
            // One more or less may stand there for another relation.
            let Some(&Item::Integer(written)) = layout.items.last() else { return Ok(Outside::Leave) };
            debug_assert!((written - i32::from(n)).abs() <= 1);
            let words = [registers.words[at(a)], Word::small(written)];
            jump(cx, body, layout, words, to)
        }
        Step::Member { to, list, index } => {
            let operands = vec![value(registers, list), value(registers, index)];
            if holds_board(&operands) {
                return Ok(Outside::Leave);
            }
            let result = general(cx, body, layout, op, operands)?;
            put(cx, at(to), &result)
        }
        Step::Slice { first } => {
            let operands = (first..first + 3).map(|register| value(registers, register)).collect::<Vec<_>>();
            let [list, from, last] = <[Value; 3]>::try_from(operands).expect("three registers");
            // Of range and index either may fail; the stack machine says which.
            if !matches!((&from, &last), (Value::Integer(_), Value::Integer(_))) {
                return Ok(Outside::Leave);
            }
            let range = general(cx, body, layout, Op::Range { by: false }, vec![from, last])?;
            let Ok(result) = general(cx, body, layout, Op::Index, vec![list, range]) else { return Ok(Outside::Leave) };
            put(cx, at(first), &result)
        }
        Step::Length { to, list } => {
            let operands = vec![value(registers, list)];
            let result = general(cx, body, layout, op, operands)?;
            put(cx, at(to), &result)
        }
        Step::Replace { first } => {
            let operands: Vec<Value> = (first..first + 3).map(|register| value(registers, register)).collect();
            if holds_board(&operands) {
                return Ok(Outside::Leave);
            }
            let result = general(cx, body, layout, op, operands)?;
            put(cx, at(first), &result)
        }
        Step::Effect { first, count } => {
            if solve::is_searching(cx, 0) {
                return Ok(Outside::Leave);
            }
            let registers = &mut cx.machine.registers;
            let operands: Vec<Value> = (first..first + count).map(|register| value(registers, register)).collect();
            effect(cx, body, layout, op, operands)?;
            Ok(Outside::Next)
        }
        Step::SetGlobal { a, slot } => {
            if solve::is_searching(cx, 0) {
                return Ok(Outside::Leave);
            }
            let value = value(&mut cx.machine.registers, a);
            cx.bind(slot, Global::Variable(value));
            cx.machine.registers.refresh(cx.globals.generation());
            Ok(Outside::Next)
        }
        Step::General { first, count } => {
            if let Op::CallBuiltin(row, _) = op
                && cx.globals.builtins.row(row).effect == Effect::World
                && solve::is_searching(cx, 0)
            {
                return Ok(Outside::Leave);
            }
            let registers = &mut cx.machine.registers;
            if let Op::CallBuiltin(row, _) = op
                && let Some(role) = cx.globals.builtins.row(row).role
                && let Some(word) = builtins::of_words(registers, role, at(first)..at(first) + count as usize)
            {
                registers.words[at(first)] = word;
                return Ok(Outside::Next);
            }
            let operands: Vec<Value> = (first..first + count).map(|register| value(registers, register)).collect();
            if holds_board(&operands) {
                return Ok(Outside::Leave);
            }
            let result = general(cx, body, layout, op, operands)?;
            put(cx, at(first), &result)
        }
        Step::Position { first, count, slot } => {
            let operands: Vec<Value> = (first..first + count).map(|register| value(registers, register)).collect();
            let result = general(cx, body, layout, Op::CallGlobal(slot, count.into()), operands)?;
            put(cx, at(first), &result)
        }
        Step::BeginMembers { slot, a } => match value(registers, a) {
            Value::List(_) => {
                registers.words[at(slot)] = registers.words[at(a)];
                registers.words[at(slot + 1)] = Word::small(0);
                Ok(Outside::Next)
            }
            _ => Ok(Outside::Leave),
        },
        Step::NextMember { slot, exit } => {
            let (Value::List(list), index) = (value(registers, slot), registers.words[at(slot + 1)]) else {
                return Ok(Outside::Leave);
            };
            match list.get(index.value() as u64) {
                Some(member) => {
                    let word = registers.word(&member);
                    registers.words[at(slot + 1)] = Word::of(Tag::Integer, index.value() as u64 + 1);
                    registers.words[at(slot + 2)] = word;
                    Ok(Outside::Next)
                }
                None => Ok(Outside::Jump(exit)),
            }
        }
        Step::Gather { .. } => {
            if registers.gathered.len() > MOST_MEMBERS {
                return Ok(Outside::Leave);
            }
            cx.games.budget.room_for(&registers.gathered, WINDOW)?;
            registers.gathered.reserve(WINDOW);
            Ok(Outside::Frame)
        }
        Step::CloseList { to } => {
            let members = gathered(cx)?;
            let registers = &mut cx.machine.registers;
            let values = members.into_iter().map(|word| registers.value(word)).collect();
            let result = close(cx, body, layout, Op::List, values)?;
            put(cx, at(to), &result)
        }
        Step::CloseHeld { to } => {
            let members = gathered(cx)?;
            let registers = &mut cx.machine.registers;
            if members.len() < LONG_LIST && members.iter().all(|member| member.is_integer()) {
                registers.words[at(to)] = Word::list(registers.lists.list(&members));
                return Ok(Outside::Next);
            }
            let values = members.into_iter().map(|word| registers.value(word)).collect();
            let result = close(cx, body, layout, Op::List, values)?;
            let registers = &mut cx.machine.registers;
            let word = registers.hold(result);
            registers.words[at(to)] = word;
            Ok(Outside::Next)
        }
        Step::CloseSet { to } => {
            let members = gathered(cx)?;
            let registers = &mut cx.machine.registers;
            if let Some(set) = builtins::plain_set(registers, &members) {
                registers.words[at(to)] = set;
                return Ok(Outside::Next);
            }
            let values = members.into_iter().map(|word| registers.value(word)).collect();
            let result = close(cx, body, layout, Op::Set, values)?;
            put(cx, at(to), &result)
        }
        Step::Call { first, function } => call(cx, base, first, function),
        Step::CallValue { first, count } => call_value(cx, body, layout, at(first), pc, count),
        Step::Closure { to, index } => {
            let code = body.code.closures[index as usize].clone();
            let captured = code.captures.iter().map(|(_, capture)| {
                let register = match *capture {
                    Capture::Local(slot) => slot as usize,
                    Capture::Captured(i) => body.code.locals as usize + i as usize,
                };
                let word = registers.words[base + register];
                registers.value(word)
            });
            let captured = captured.collect();
            let word = registers.hold(Value::Function(Rc::new(Function::Closure { code, captured })));
            registers.words[at(to)] = word;
            Ok(Outside::Next)
        }
        Step::Yield { first, game } => solve::enter_yield(cx, base, first, game),
        Step::YieldSum { first, second, game, other } => {
            solve::enter_sum(cx, base, body.size, [(first, game), (second, other)])
        }
        Step::YieldValue { a } => solve::yield_value(cx, at(a)),
        Step::Ask { first, question, game } => {
            if solve::begin(cx, at(first), base + body.size, question, game)? {
                return Ok(Outside::Frame);
            }
            ask_elsewhere(cx)?;
            Ok(Outside::Frame)
        }
        _ => Ok(Outside::Leave),
    }
}

/// Takes the members that were gathered since the last mark.
fn gathered(cx: &mut Session) -> Result<Vec<Word>, Fault> {
    let registers = &mut cx.machine.registers;
    let from = registers.marks.last().map_or(0, |&from| from as usize);
    let count = registers.gathered.len() - from;
    cx.games.budget.reserve(count * (size_of::<Word>() + size_of::<Value>()))?;
    registers.marks.pop();
    Ok(registers.gathered.split_off(from))
}

/// Whether the stack machine knows shorter ways for one of these values.
fn holds_board(operands: &[Value]) -> bool {
    operands.iter().any(|operand| matches!(operand, Value::Board(_)))
}

/// Puts a result into a register, by its place among the words.
pub(super) fn put(cx: &mut Session, place: usize, result: &Value) -> Result<Outside, EvalError> {
    let registers = &mut cx.machine.registers;
    let word = registers.word(result);
    registers.words[place] = word;
    Ok(Outside::Next)
}

/// The word that an item of the stack is.
pub(super) fn word_of(registers: &Registers, body: &Body, base: usize, item: Item) -> Word {
    match item {
        Item::Register(register) => registers.words[base + register as usize],
        Item::Integer(n) => Word::small(n),
        Item::Constant(index) => body.constants[index as usize],
        _ => Word::NONE,
    }
}

/// The topmost values of the stack.
fn topmost(registers: &mut Registers, body: &Body, layout: &Layout, base: usize, count: usize) -> Vec<Value> {
    let items = &layout.items[layout.items.len() - count..];
    let words: Vec<Word> = items.iter().map(|&item| word_of(registers, body, base, item)).collect();
    words.into_iter().map(|word| registers.value(word)).collect()
}

impl Registers {
    /// Whether the word at this place is a number.
    fn is_number(&self, place: usize) -> bool {
        let word = self.words[place];
        word.is_integer() || word.tag() == Tag::Kept && matches!(self.kept[word.number()], Value::Number(_) | Value::Integer(_))
    }
}
