//! The loop over instructions.

use std::rc::Rc;

use super::code::{Body, Item, Layout, Step};
use super::translate::opposite;
use super::{EvalError, Fault, Frame, Purpose, Registers, Session, Tag, Value, WINDOW, Word, leave, solve};
use crate::eval::machine::{
    DEEPEST_CALL, Frame as StackFrame, Keep, LONG, calls, literals, members, operators, ranges, relations, step,
};
use crate::syntax::ast::{BinaryOperator, Relation};
use crate::value::code::Op;

/// Loops and calls that are counted at once.
const INSTALMENT: u32 = 1024;

/// What a run has come to.
pub(super) enum Ending {
    Done(Word),
    /// The frames have been left to the stack machine.
    Left,
    /// The same, and the instruction under way has failed.
    Failed(EvalError),
    /// A search has not found its answer.
    Unknown,
}

/// Why the loop was interrupted.
enum Event {
    /// Another frame is topmost.
    Frame,
    /// The instruction under way meets something that is not done in the loop.
    Slow,
    /// Loops and calls are to be counted.
    Pay,
    /// The stack machine is to go on from here.
    Leave,
    /// A body has come to its end.
    Return(Word),
    /// The moves of a position have come to their end.
    EndMoves,
    /// A search meets something that it does not know.
    GiveUp,
}

/// What was made of an instruction outside the loop.
pub(super) enum Outside {
    /// It is done.
    Next,
    /// It is done, and goes on elsewhere.
    Jump(u32),
    /// Another frame is topmost.
    Frame,
    Leave,
}

/// Demands room for a frame with this base.
pub(super) fn make_room(cx: &mut Session, base: usize) -> Result<(), Fault> {
    let words = &mut cx.machine.registers.words;
    let wanted = base + WINDOW;
    if words.len() < wanted {
        let len = wanted.max(words.len() + words.len() / 2);
        if len > words.capacity() {
            cx.games.budget.reserve(len * size_of::<Word>())?;
        }
        words.resize(len, Word::default());
    }
    Ok(())
}

/// Pushes a frame, for which there is room. Its arguments are in its first registers.
pub(super) fn push(cx: &mut Session, body: Rc<Body>, base: usize, purpose: Purpose) {
    let effects = cx.machine.effects;
    let registers = &mut cx.machine.registers;
    let (marks, began) = (registers.marks.len(), registers.steps());
    registers.frames.push(Frame { body, pc: 0, base, marks, purpose, effects, began });
}

/// Whether the result of a call with these arguments can be remembered.
#[inline]
pub(super) fn is_memorable(arguments: &[Word]) -> bool {
    !arguments.is_empty() && !arguments.iter().any(|argument| argument.tag() == Tag::Held)
}

/// Runs the topmost frame, and those it pushes, until it returns to `floor` frames.
pub(super) fn run(cx: &mut Session, floor: usize) -> Ending {
    loop {
        let frame = cx.machine.registers.frames.last().expect("a frame to run");
        let (body, base, mut pc) = (frame.body.clone(), frame.base, frame.pc as usize);
        let event = fast(cx, &body, base, &mut pc);
        if let Some(frame) = cx.machine.registers.frames.last_mut()
            && !matches!(event, Event::Frame)
        {
            frame.pc = pc as u32;
        }
        let outside = match event {
            Event::Frame => continue,
            Event::Slow => slow(cx, &body, base, pc),
            Event::Pay => pay(cx),
            Event::Leave => Ok(Outside::Leave),
            Event::Return(word) => {
                let is_moves =
                    matches!(cx.machine.registers.frames.last(), Some(Frame { purpose: Purpose::Moves(_), .. }));
                if is_moves && word != Word::small(0) {
                    Ok(Outside::Leave)
                } else if is_moves {
                    solve::end_moves(cx);
                    Ok(Outside::Frame)
                } else {
                    end(cx, word);
                    if cx.machine.registers.frames.len() == floor {
                        return Ending::Done(word);
                    }
                    Ok(Outside::Frame)
                }
            }
            Event::EndMoves => {
                solve::end_moves(cx);
                Ok(Outside::Frame)
            }
            Event::GiveUp => Ok(Outside::Leave),
        };
        if cx.machine.registers.frames.len() == floor {
            // A search that was begun from outside has come to its end.
            return Ending::Done(Word::NONE);
        }
        let frame = cx.machine.registers.frames.last_mut().expect("a frame that was run");
        match outside {
            Ok(Outside::Next) => frame.pc += 1,
            Ok(Outside::Jump(to)) => frame.pc = to,
            Ok(Outside::Frame) => {}
            Ok(Outside::Leave) | Err(_) if solve::is_searching(cx, floor) => {
                if !solve::give_up(cx, floor) {
                    return Ending::Unknown;
                }
                match ask_elsewhere(cx) {
                    Ok(()) => {}
                    Err(trouble) => return fail(cx, floor, trouble),
                }
            }
            Ok(Outside::Leave) => {
                return match leave::leave(cx, floor, false) {
                    Ok(()) => Ending::Left,
                    Err(fault) => Ending::Failed(fault.into()),
                };
            }
            Err(trouble) => return fail(cx, floor, trouble),
        }
    }
}

/// Leaves the frames to the stack machine with an instruction that has failed.
fn fail(cx: &mut Session, floor: usize, trouble: EvalError) -> Ending {
    match leave::leave(cx, floor, true) {
        Ok(()) => Ending::Failed(trouble),
        Err(fault) => Ending::Failed(fault.into()),
    }
}

/// Counts the loops and calls that were made.
fn pay(cx: &mut Session) -> Result<Outside, EvalError> {
    let registers = &mut cx.machine.registers;
    let due = std::mem::take(&mut registers.unpaid);
    registers.paid += u64::from(due);
    let is_full = registers.arena_size() > super::MAX_ARENA;
    if cx.games.budget.charge(due as usize).is_err() || is_full {
        return Ok(Outside::Leave);
    }
    Ok(Outside::Frame)
}

/// Takes down the topmost frame and remembers what it gave, if that pays.
fn end(cx: &mut Session, result: Word) {
    let effects = cx.machine.effects;
    let registers = &mut cx.machine.registers;
    let spent = registers.steps();
    let frame = registers.frames.pop().expect("a frame to end");
    registers.words[frame.base] = match frame.purpose {
        Purpose::Call { function, is_kept } => {
            let function = &mut registers.functions[function as usize];
            if is_kept {
                let arguments = &registers.words[frame.base..][..function.definition.parameters.len()];
                let is_pure = frame.effects == effects;
                function.table.set(arguments, if is_pure { result } else { Word::NONE });
                registers.keep(result);
            } else if function.is_helper && spent - frame.began > LONG {
                function.is_helper = false;
            }
            result
        }
        Purpose::Statement | Purpose::Moves(_) => result,
    };
}

/// Runs instructions of the topmost frame until something happens that is not done here.
fn fast(cx: &mut Session, body: &Rc<Body>, base: usize, at: &mut usize) -> Event {
    let effects = cx.machine.effects;
    let Registers { words, frames, gathered, marks, seen, lists, functions, games, globals, unpaid, paid, .. } =
        &mut cx.machine.registers;
    let (steps, height) = (&body.steps[..], words.len());
    let Some(window) = words.get_mut(base..base + WINDOW) else { return Event::Leave };
    let window: &mut [Word; WINDOW] = window.try_into().expect("as many words");
    let mut pc = *at;
    macro_rules! stop {
        ($event:expr) => {{
            *at = pc;
            return $event;
        }};
    }
    macro_rules! read {
        ($register:expr) => {
            window[$register as usize]
        };
    }
    // Writes a result, if there is one.
    macro_rules! write {
        ($to:expr, $result:expr) => {
            match $result {
                Some(word) => window[$to as usize] = word,
                None => stop!(Event::Slow),
            }
        };
    }
    macro_rules! jump {
        ($to:expr) => {{
            pc = $to as usize;
            continue;
        }};
    }
    // Goes on elsewhere if a relation holds between integers.
    macro_rules! jump_if {
        ($a:expr, $b:expr, $to:expr, $relation:tt) => {{
            let (a, b) = ($a, $b);
            if !a.are_integers(b) {
                stop!(Event::Slow);
            }
            if (a.0 as i64) $relation (b.0 as i64) {
                cold();
                jump!($to);
            }
        }};
    }
    // Goes on with another frame whose arguments are in these registers.
    macro_rules! enter {
        ($body:expr, $first:expr, $purpose:expr) => {{
            *unpaid += 1;
            let (body, base) = ($body, base + $first as usize);
            let (marks, began) = (marks.len(), *paid + u64::from(*unpaid));
            frames.push(Frame { body, pc: 0, base, marks, purpose: $purpose, effects, began });
            return Event::Frame;
        }};
    }
    loop {
        match steps[pc] {
            Step::Move { to, from } => read!(to) = read!(from),
            Step::Integer { to, n } => read!(to) = Word::small(n),
            Step::Constant { to, index } => read!(to) = body.constants[index as usize],
            Step::Global { to, slot } => match globals.get(slot as usize) {
                Some(&Some(word)) => read!(to) = word,
                _ => stop!(Event::Slow),
            },
            Step::Add { to, a, b } => write!(to, read!(a).plus(read!(b))),
            Step::Subtract { to, a, b } => write!(to, read!(a).minus(read!(b))),
            Step::Multiply { to, a, b } => write!(to, read!(a).times(read!(b))),
            Step::AddInteger { to, a, n } => write!(to, read!(a).plus(Word::small(n))),
            Step::MultiplyInteger { to, a, n } => write!(to, read!(a).times(Word::small(n))),
            Step::OfIntegers { to, a, b, function } => {
                let (a, b) = (read!(a), read!(b));
                if !a.are_integers(b) {
                    stop!(Event::Slow);
                }
                let result = body.functions[function as usize](a.value(), b.value());
                write!(to, result.and_then(Word::integer));
            }
            Step::Remainder { to, a, n } => {
                let a = read!(a);
                if !a.is_integer() {
                    stop!(Event::Slow);
                }
                read!(to) = Word::of(Tag::Integer, a.value().rem_euclid(n.into()) as u64);
            }
            Step::Negate { to, a } => write!(to, Word::small(0).minus(read!(a))),
            Step::Not { to, a } => {
                let a = read!(a);
                if !a.is_boolean() {
                    stop!(Event::Slow);
                }
                read!(to) = Word::boolean(a == Word::FALSE);
            }
            Step::DemandBoolean { a } => {
                if !read!(a).is_boolean() {
                    stop!(Event::Slow);
                }
            }
            Step::Compare { relation, to, a, b } => {
                let (a, b) = (read!(a), read!(b));
                if !a.are_integers(b) {
                    stop!(Event::Slow);
                }
                let (a, b) = (a.0 as i64, b.0 as i64);
                read!(to) = Word::boolean(super::super::shortcuts::between(relation, a, b));
            }
            Step::Jump { to } => jump!(to),
            Step::Repeat { to } => {
                *unpaid += 1;
                if *unpaid >= INSTALMENT {
                    pc = to as usize;
                    stop!(Event::Pay);
                }
                jump!(to);
            }
            Step::JumpIf { a, when, to } => {
                let a = read!(a);
                if !a.is_boolean() {
                    stop!(Event::Slow);
                }
                if a == Word::boolean(when) {
                    cold();
                    jump!(to);
                }
            }
            Step::JumpEqual { a, b, to } => jump_if!(read!(a), read!(b), to, ==),
            Step::JumpUnequal { a, b, to } => jump_if!(read!(a), read!(b), to, !=),
            Step::JumpLess { a, b, to } => jump_if!(read!(a), read!(b), to, <),
            Step::JumpAtMost { a, b, to } => jump_if!(read!(a), read!(b), to, <=),
            Step::JumpEqualTo { a, n, to } => jump_if!(read!(a), Word::small(n.into()), to, ==),
            Step::JumpUnequalTo { a, n, to } => jump_if!(read!(a), Word::small(n.into()), to, !=),
            Step::JumpBelow { a, n, to } => jump_if!(read!(a), Word::small(n.into()), to, <),
            Step::JumpAbove { a, n, to } => jump_if!(read!(a), Word::small(n.into()), to, >),
            Step::Member { to, list, index } => {
                let (list, index) = (read!(list), read!(index));
                if !list.is_list() || !index.is_integer() {
                    stop!(Event::Slow);
                }
                write!(to, lists.get(list.number(), index.value()));
            }
            Step::Slice { first } => {
                let (list, from, last) = (read!(first), read!(first + 1), read!(first + 2));
                if !list.is_list() || !from.are_integers(last) {
                    stop!(Event::Slow);
                }
                let (from, end) = (from.value(), last.value() + 1);
                if from < 0 || end < from || end as usize > lists.len(list.number()) {
                    stop!(Event::Slow);
                }
                read!(first) = Word::list(lists.slice(list.number(), from as usize, end as usize));
            }
            Step::Length { to, list } => {
                let list = read!(list);
                if !matches!(list.tag(), Tag::List | Tag::Set) {
                    stop!(Event::Slow);
                }
                read!(to) = Word::of(Tag::Integer, lists.len(list.number()) as u64);
            }
            Step::Replace { first } => {
                let (list, index, member) = (read!(first), read!(first + 1), read!(first + 2));
                if !list.is_list()
                    || !index.is_integer()
                    || index.value() as u64 >= lists.len(list.number()) as u64
                    || !member.is_integer()
                {
                    stop!(Event::Slow);
                }
                read!(first) = Word::list(lists.replace(list.number(), index.value() as usize, member));
            }
            Step::BeginRange { slot, first } => {
                let (from, last) = (read!(first), read!(first + 1));
                // The member after the last one must still be an integer.
                if !from.are_integers(last) || last.plus(Word::small(1)).is_none() {
                    stop!(Event::Slow);
                }
                read!(slot) = last;
                read!(slot + 1) = from;
            }
            Step::NextInteger { slot, exit } => {
                let (last, next) = (read!(slot), read!(slot + 1));
                if next.0 as i64 > last.0 as i64 {
                    cold();
                    jump!(exit);
                }
                read!(slot + 2) = next;
                read!(slot + 1) = Word(next.0.wrapping_add(Word::small(1).0));
            }
            Step::BeginMembers { slot, a } => {
                let a = read!(a);
                if !matches!(a.tag(), Tag::List | Tag::Set) {
                    stop!(Event::Slow);
                }
                read!(slot) = Word::list(a.number() as u32);
                read!(slot + 1) = Word::small(0);
            }
            Step::NextMember { slot, exit } => {
                let (list, index) = (read!(slot), read!(slot + 1));
                if !list.is_list() {
                    stop!(Event::Slow);
                }
                match lists.get(list.number(), index.value()) {
                    Some(member) => {
                        read!(slot + 1) = Word(index.0.wrapping_add(Word::small(1).0));
                        read!(slot + 2) = member;
                    }
                    None => {
                        cold();
                        jump!(exit);
                    }
                }
            }
            Step::TakeApart { slot, count } => {
                let list = read!(slot);
                if !list.is_list() || lists.len(list.number()) != usize::from(count) {
                    stop!(Event::Slow);
                }
                for i in 0..count {
                    write!(slot + 1 + i, lists.get(list.number(), i.into()));
                }
            }
            Step::Open => marks.push(gathered.len() as u32),
            Step::Gather { a } => {
                if gathered.len() == gathered.capacity() {
                    stop!(Event::Slow);
                }
                gathered.push(read!(a));
            }
            Step::CloseList { to } => {
                let Some(&from) = marks.last() else { stop!(Event::Leave) };
                let members = &gathered[from as usize..];
                if !members.iter().all(|member| member.is_integer()) {
                    if members.iter().any(|member| member.tag() == Tag::Held) {
                        stop!(Event::Slow);
                    }
                    if !lists.is_bounded(members) {
                        stop!(Event::Leave);
                    }
                }
                read!(to) = Word::list(lists.list(members));
                gathered.truncate(from as usize);
                marks.pop();
            }
            Step::Call { first, function } => {
                let entry = &mut functions[function as usize];
                let arguments = &window[first as usize..][..entry.definition.parameters.len()];
                let Some(callee) = &entry.body else { stop!(Event::Slow) };
                let is_kept = !entry.is_helper && is_memorable(arguments);
                if is_kept {
                    match entry.table.get(arguments) {
                        Word::NONE => {}
                        Word::OPEN => stop!(Event::Leave),
                        known => {
                            read!(first) = known;
                            pc += 1;
                            continue;
                        }
                    }
                }
                let has_room = height >= base + first as usize + WINDOW && frames.len() < frames.capacity();
                if !has_room || *unpaid >= INSTALMENT {
                    stop!(Event::Slow);
                }
                if is_kept {
                    entry.table.set(arguments, Word::OPEN);
                }
                if let Some(frame) = frames.last_mut() {
                    frame.pc = pc as u32 + 1;
                }
                enter!(callee.clone(), first, Purpose::Call { function, is_kept });
            }
            Step::Yield { first, game } => {
                let Some(Frame { purpose: Purpose::Moves(search), .. }) = frames.last_mut() else {
                    stop!(Event::GiveUp)
                };
                let entry = &games[game as usize];
                let arguments = &window[first as usize..][..entry.definition.parameters.len()];
                let Some(kind) = entry.kind else { stop!(Event::Slow) };
                let cell = entry.tables[search.question as usize].get(arguments);
                match search.look(kind, cell, seen) {
                    solve::Seen::Unknown => stop!(Event::Slow),
                    solve::Seen::Open => stop!(Event::GiveUp),
                    solve::Seen::Next => {}
                    solve::Seen::Settled => stop!(Event::EndMoves),
                }
            }
            Step::YieldSum { first, second, game, other } => {
                let Some(Frame { purpose: Purpose::Moves(search), .. }) = frames.last_mut() else {
                    stop!(Event::GiveUp)
                };
                let part = |first: u8, game: u16| {
                    let entry = &games[game as usize];
                    let arguments = &window[first as usize..][..entry.definition.parameters.len()];
                    entry.tables[solve::NIM].get(arguments)
                };
                match search.look_at_sum(part(first, game), part(second, other), seen) {
                    solve::Seen::Unknown => stop!(Event::Slow),
                    solve::Seen::Open => stop!(Event::GiveUp),
                    solve::Seen::Next => {}
                    solve::Seen::Settled => stop!(Event::EndMoves),
                }
            }
            Step::Ask { first, question, game } => {
                let entry = &games[game as usize];
                let arguments = &window[first as usize..][..entry.definition.parameters.len()];
                let Some(kind) = entry.kind else { stop!(Event::Slow) };
                match solve::answer(kind, question, entry.tables[question as usize].get(arguments)) {
                    Some(word) => read!(first) = word,
                    None => stop!(Event::Slow),
                }
            }
            Step::Side { player, exit } => match frames.last() {
                Some(Frame { purpose: Purpose::Moves(search), .. }) => {
                    if !search.wants(player) {
                        jump!(exit);
                    }
                }
                _ => stop!(Event::Leave),
            },
            Step::EndMoves => stop!(Event::EndMoves),
            Step::Return { a } => stop!(Event::Return(read!(a))),
            Step::Leave => stop!(Event::Leave),
            Step::JumpRelation { .. }
            | Step::CloseHeld { .. }
            | Step::CloseSet { .. }
            | Step::General { .. }
            | Step::Position { .. }
            | Step::YieldValue { .. } => stop!(Event::Slow),
        }
        pc += 1;
    }
}

/// Marks a way that is not the common one, so that jumps stay jumps.
#[cold]
#[inline(never)]
fn cold() {}

/// Does an instruction that meets something which is not done in the loop.
#[inline(never)]
fn slow(cx: &mut Session, body: &Rc<Body>, base: usize, pc: usize) -> Result<Outside, EvalError> {
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
            let value = calls::global_value(cx, slot)?;
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
        // The sum of a list is no operator.
        Step::Add { .. } if !matches!(op, Op::Binary(_)) => Ok(Outside::Leave),
        Step::Add { to, a, b } if registers.are_lists(at(a), at(b)) => {
            let [a, b] = [a, b].map(|register| registers.words[at(register)].number());
            registers.unpaid += 1 + registers.lists.len(b) as u32 / 64;
            registers.words[at(to)] = Word::list(registers.lists.join(a, b));
            Ok(Outside::Next)
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
            let operands = topmost(registers, body, layout, base, 2);
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
            let operands = (first..first + 3).map(|register| value(registers, register)).collect();
            let result = general(cx, body, layout, op, operands)?;
            put(cx, at(first), &result)
        }
        Step::General { first, count } => {
            let operands = (first..first + count).map(|register| value(registers, register)).collect();
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
            let more = registers.gathered.capacity().max(WINDOW);
            if more > super::super::MOST_MEMBERS || cx.games.budget.reserve(2 * more * size_of::<Word>()).is_err() {
                return Ok(Outside::Leave);
            }
            registers.gathered.reserve(more);
            Ok(Outside::Frame)
        }
        Step::CloseList { to } => {
            let Some(from) = registers.marks.pop() else { return Ok(Outside::Leave) };
            let members = registers.gathered.split_off(from as usize);
            let values = members.into_iter().map(|word| registers.value(word)).collect();
            let result = close(cx, body, layout, Op::List, values)?;
            put(cx, at(to), &result)
        }
        Step::CloseHeld { to } => {
            let Some(from) = registers.marks.pop() else { return Ok(Outside::Leave) };
            let members = registers.gathered.split_off(from as usize);
            if members.len() < super::LONG_LIST && members.iter().all(|member| member.is_integer()) {
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
            let Some(from) = registers.marks.pop() else { return Ok(Outside::Leave) };
            let mut members = registers.gathered.split_off(from as usize);
            if members.iter().all(|member| member.is_integer()) {
                members.sort_unstable_by_key(|member| member.value());
                members.dedup();
                let number = registers.lists.list(&members);
                registers.words[at(to)] = Word::of(Tag::Set, number.into());
                return Ok(Outside::Next);
            }
            let values = members.into_iter().map(|word| registers.value(word)).collect();
            let result = close(cx, body, layout, Op::Set, values)?;
            put(cx, at(to), &result)
        }
        Step::Call { first, function } => call(cx, base, pc, first, function),
        Step::Yield { first, game } => solve::enter_yield(cx, base, first, game),
        Step::YieldSum { first, second, game, other } => {
            solve::enter_sum(cx, base, body.size, [(first, game), (second, other)])
        }
        Step::YieldValue { a } => solve::yield_value(cx, at(a)),
        Step::Ask { first, question, game } => {
            if solve::begin(cx, base, first, question, game)? {
                return Ok(Outside::Frame);
            }
            ask_elsewhere(cx)?;
            Ok(Outside::Frame)
        }
        _ => Ok(Outside::Leave),
    }
}

/// Puts a result into a register, by its place among the words.
fn put(cx: &mut Session, place: usize, result: &Value) -> Result<Outside, EvalError> {
    let registers = &mut cx.machine.registers;
    let word = registers.word(result);
    registers.words[place] = word;
    Ok(Outside::Next)
}

/// The word that an item of the stack is.
fn word_of(registers: &Registers, body: &Body, base: usize, item: Item) -> Word {
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

/// Compares two words.
fn compare(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    relation: Relation,
    words: [Word; 2],
) -> Result<bool, EvalError> {
    let registers = &mut cx.machine.registers;
    if matches!(relation, Relation::Equal | Relation::NotEqual)
        && let Some(same) = registers.are_same(words[0], words[1])
    {
        return Ok(same == (relation == Relation::Equal));
    }
    let operands = words.map(|word| registers.value(word)).to_vec();
    let result = general(cx, body, layout, Op::Compare(relation), operands)?;
    Ok(result == Value::Boolean(true))
}

/// Goes on elsewhere if the relation that is written holds, or if it does not.
fn jump(cx: &mut Session, body: &Rc<Body>, layout: &Layout, [a, b]: [Word; 2], to: u32) -> Result<Outside, EvalError> {
    let ops = &body.code.ops[layout.pc as usize..];
    let Op::Compare(relation) = ops[0].first() else { return Ok(Outside::Leave) };
    let when = ops[1..].iter().find_map(|op| match op.first() {
        Op::JumpIfTrue(_) => Some(true),
        Op::JumpIfFalse(_) => Some(false),
        _ => None,
    });
    let effective = if when == Some(true) { Some(relation) } else { opposite(relation) };
    // Two relations have no instruction of their own, but one in which the operands have changed places.
    let is_small = |item: Option<&Item>| matches!(item, Some(Item::Integer(n)) if i16::try_from(*n).is_ok());
    let is_turned = matches!(effective, Some(Relation::Greater | Relation::GreaterOrEqual));
    let is_register = matches!(layout.items.iter().nth_back(1), Some(Item::Register(_)));
    let is_immediate = is_small(layout.items.last()) && is_register;
    let words = if is_turned && !is_immediate { [b, a] } else { [a, b] };
    let holds = compare(cx, body, layout, relation, words)?;
    Ok(if when == Some(holds) { Outside::Jump(to) } else { Outside::Next })
}

/// Does what the stack machine does with these operands.
fn general(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    op: Op,
    operands: Vec<Value>,
) -> Result<Value, EvalError> {
    let height = cx.machine.stack.len();
    as_stack(cx, body, layout, |cx| {
        cx.machine.stack.extend(operands);
        match op {
            Op::CallBuiltin(row, count) => calls::call_builtin(cx, row, count as usize)?,
            Op::CallGlobal(slot, count) => calls::call_global(cx, slot, count as usize)?,
            Op::Compare(relation) => relations::compare_topmost(cx, relation)?,
            Op::Binary(operator) => {
                let (right, left) = (cx.machine.pop(), cx.machine.pop());
                let value = operators::binary(cx, operator, left, right)?;
                cx.machine.stack.push(value);
            }
            Op::Index => {
                let (index, target) = (cx.machine.pop(), cx.machine.pop());
                let value = members::index(cx, &target, &index)?;
                cx.machine.stack.push(value);
            }
            Op::Range { by } => {
                let value = ranges::range(cx, by)?;
                cx.machine.stack.push(value);
            }
            op => step::rare(cx, op, &body.code)?,
        }
        debug_assert_eq!(cx.machine.stack.len(), height + 1);
        Ok(cx.machine.pop())
    })
}

/// A list or set of these members.
fn close(cx: &mut Session, body: &Rc<Body>, layout: &Layout, op: Op, members: Vec<Value>) -> Result<Value, EvalError> {
    as_stack(cx, body, layout, |cx| {
        let height = cx.machine.stack.len();
        cx.machine.marks.push(height);
        cx.machine.stack.extend(members);
        match op {
            Op::Set => literals::set_literal(cx),
            _ => literals::list_literal(cx),
        }
    })
}

/// Runs something with a frame of the stack machine at the instruction under way, from which messages take their place.
fn as_stack<T>(
    cx: &mut Session,
    body: &Rc<Body>,
    layout: &Layout,
    run: impl FnOnce(&mut Session) -> Result<T, EvalError>,
) -> Result<T, EvalError> {
    let (base, marks, effects) = (cx.machine.stack.len(), cx.machine.marks.len(), cx.machine.effects);
    let (code, pc) = (body.code.clone(), layout.pc as usize + 1);
    cx.machine.frames.push(StackFrame { code, pc, base, marks, function: None, keep: Keep::Never, effects });
    let result = run(cx);
    cx.machine.frames.pop();
    cx.machine.stack.truncate(base);
    cx.machine.marks.truncate(marks);
    result
}

/// Calls a function, with room for its frame.
fn call(cx: &mut Session, base: usize, pc: usize, first: u8, function: u16) -> Result<Outside, EvalError> {
    let registers = &mut cx.machine.registers;
    if registers.unpaid >= INSTALMENT && matches!(pay(cx)?, Outside::Leave) {
        return Ok(Outside::Leave);
    }
    let code = cx.machine.registers.functions[function as usize].definition.code.clone();
    let Some(body) = Registers::body(cx, &code) else { return Ok(Outside::Leave) };
    let registers = &mut cx.machine.registers;
    if registers.frames.len() >= DEEPEST_CALL {
        return Ok(Outside::Leave);
    }
    let base = base + first as usize;
    if registers.frames.len() == registers.frames.capacity() {
        let more = registers.frames.capacity().max(64);
        if cx.games.budget.reserve(2 * more * size_of::<Frame>()).is_err() {
            return Ok(Outside::Leave);
        }
        registers.frames.reserve(more);
    }
    if make_room(cx, base).is_err() {
        return Ok(Outside::Leave);
    }
    let registers = &mut cx.machine.registers;
    registers.functions[function as usize].body = Some(body);
    // The instruction is done again, now that nothing hinders it.
    let _ = pc;
    Ok(Outside::Frame)
}

/// Asks the engine what a search has not found, about the position under the arguments of the topmost frame's call.
fn ask_elsewhere(cx: &mut Session) -> Result<(), EvalError> {
    let registers = &mut cx.machine.registers;
    let Some(frame) = registers.frames.last() else { return Ok(()) };
    let (body, base, pc) = (frame.body.clone(), frame.base, frame.pc as usize);
    let layout = &body.layouts[pc];
    let Step::Ask { first, .. } = body.steps[pc] else { unreachable!("a question") };
    let Op::CallBuiltin(row, count) = body.code.ops[layout.pc as usize].first() else { unreachable!("a question") };
    let items = &layout.items[layout.items.len() - count as usize..];
    let mut operands = Vec::new();
    for &item in items {
        operands.push(match item {
            Item::Position { slot, first, count } => {
                let arguments = (first..first + count).map(|register| registers_value(cx, base, register)).collect();
                general(cx, &body, layout, Op::CallGlobal(slot, count.into()), arguments)?
            }
            item => {
                let registers = &mut cx.machine.registers;
                let word = word_of(registers, &body, base, item);
                registers.value(word)
            }
        });
    }
    let result = general(cx, &body, layout, Op::CallBuiltin(row, count), operands)?;
    put(cx, base + first as usize, &result)?;
    if let Some(frame) = cx.machine.registers.frames.last_mut() {
        frame.pc += 1;
    }
    Ok(())
}

fn registers_value(cx: &mut Session, base: usize, register: u8) -> Value {
    let registers = &mut cx.machine.registers;
    let word = registers.words[base + register as usize];
    registers.value(word)
}

impl Registers {
    fn are_lists(&self, a: usize, b: usize) -> bool {
        self.words[a].is_list() && self.words[b].is_list()
    }
}
