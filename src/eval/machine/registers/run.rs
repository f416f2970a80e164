//! The loop over instructions.

use std::hint::cold_path;
use std::rc::Rc;

use super::builtins::{of_words, plain_set};
use super::calls::ask_engine;
use super::code::{Body, Question, Step};
use super::ending::{Ending, end, fail, pay};
use super::lists::{Lists, MAX_MEMBERS};
use super::slow::slow;
use super::solve::{Look, Search};
use super::{Frame, Purpose, Registers, Session, Tag, WINDOW, Word, is_memorable, solve};
use crate::eval::Role;
use crate::eval::machine::relations::between;
use crate::value::code::Op;

/// The number of rounds of loops and calls that are charged to the budget at once.
const INSTALMENT: u32 = 1024;

/// The reason why the loop stops.
enum Event {
    /// Another frame is topmost.
    Frame,
    /// The loop cannot do the present instruction with its operands.
    Slow,
    /// Rounds and calls must be charged to the budget.
    Pay,
    /// The search must be given up.
    GiveUp,
    /// The body ends with this result.
    Return(Word),
    /// All moves of a position have been looked at, or the others do not matter.
    EndMoves,
    /// A move leads to a position under search.
    Loop,
}

/// The way on after an instruction that was done outside the loop.
pub(super) enum Outside {
    /// The next instruction.
    Next,
    /// The instruction with this index.
    Jump(u32),
    /// The present instruction of the topmost frame.
    Frame,
    /// The search must be given up.
    GiveUp,
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
            Event::Slow if cx.machine.registers.unpaid < INSTALMENT => slow(cx, &body, base, pc, floor),
            Event::Slow | Event::Pay => pay(cx, floor),
            Event::GiveUp => Ok(Outside::GiveUp),
            Event::Return(word) => {
                let purpose = cx.machine.registers.frames.last().map(|frame| frame.purpose);
                // A rule that gives 0 has no moves; one that gives another position has the moves of that.
                match purpose {
                    Some(Purpose::Moves(_) | Purpose::List { .. } | Purpose::Targets { .. })
                        if word == Word::small(0) =>
                    {
                        solve::end_moves(cx);
                        Ok(Outside::Frame)
                    }
                    Some(Purpose::Moves(_) | Purpose::List { .. } | Purpose::Targets { is_counted: true }) => {
                        Ok(Outside::GiveUp)
                    }
                    _ => {
                        end(cx, word);
                        if cx.machine.registers.frames.len() == floor {
                            return Ending::Done(word);
                        }
                        Ok(Outside::Frame)
                    }
                }
            }
            Event::EndMoves => {
                solve::end_moves(cx);
                Ok(Outside::Frame)
            }
            Event::Loop => {
                cx.machine.registers.met_loop = true;
                Ok(Outside::GiveUp)
            }
        };
        if cx.machine.registers.frames.len() == floor {
            // The search that was begun outside has ended.
            return Ending::Done(Word::NONE);
        }
        let frame = cx.machine.registers.frames.last_mut().expect("a frame that was run");
        match outside {
            Ok(Outside::Next) => frame.pc += 1,
            Ok(Outside::Jump(to)) => frame.pc = to,
            Ok(Outside::Frame) => {}
            Ok(Outside::GiveUp) | Err(_) if solve::is_searching(cx, floor) => {
                cx.machine.registers.failed_at = None;
                if !solve::give_up(cx, floor) {
                    return Ending::Unknown;
                }
                match ask_engine(cx) {
                    Ok(()) => {}
                    Err(trouble) => return fail(cx, floor, trouble),
                }
            }
            Ok(Outside::GiveUp) => unreachable!("only a search is given up"),
            Err(trouble) => return fail(cx, floor, trouble),
        }
    }
}

/// Runs instructions of the topmost frame until one of them cannot be done here.
fn fast(cx: &mut Session, body: &Rc<Body>, base: usize, at: &mut usize) -> Event {
    let effects = cx.machine.effects;
    let (boards, names) = (&cx.boards, &mut cx.globals);
    let Registers { words, frames, gathered, marks, seen, arena, functions, games, globals, unpaid, paid, .. } =
        &mut cx.machine.registers;
    let (steps, height) = (&body.steps[..], words.len());
    let window = &mut words[base..base + WINDOW];
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
    // Counts a round of a loop.
    macro_rules! count_round {
        () => {
            *unpaid += 1;
            if *unpaid >= INSTALMENT {
                stop!(Event::Pay);
            }
        };
    }
    // Goes on elsewhere if a relation holds between integers.
    macro_rules! jump_if {
        ($a:expr, $b:expr, $to:expr, $relation:tt) => {{
            let (a, b) = ($a, $b);
            if !a.are_integers(b) {
                stop!(Event::Slow);
            }
            if (a.0 as i64) $relation (b.0 as i64) {
                cold_path();
                jump!($to);
            }
        }};
    }
    // Stops if there is no room for a frame whose arguments begin at this register.
    macro_rules! demand_room {
        ($first:expr) => {
            let has_room = height >= base + $first as usize + WINDOW && frames.len() < frames.capacity();
            if !has_room || *unpaid >= INSTALMENT {
                stop!(Event::Slow);
            }
        };
    }
    // Goes on with another frame. This one goes on at `$then`.
    macro_rules! enter {
        ($body:expr, $first:expr, $purpose:expr, $then:expr) => {{
            if let Some(frame) = frames.last_mut() {
                frame.pc = $then as u32;
            }
            *unpaid += 1;
            let (body, base, purpose) = ($body, base + $first as usize, $purpose);
            let (marks, began) = (marks.len(), *paid + u64::from(*unpaid));
            frames.push(Frame { body, pc: 0, base, marks, purpose, effects, began });
            return Event::Frame;
        }};
    }
    loop {
        match steps[pc] {
            Step::Move { to, from } => read!(to) = read!(from),
            Step::Integer { to, n } => read!(to) = Word::small(n),
            Step::Constant { to, index } => read!(to) = body.constants[index as usize].get(),
            Step::Global { to, slot } => match globals.get(slot as usize) {
                Some(&Some(word)) => read!(to) = word,
                _ => stop!(Event::Slow),
            },
            Step::Add { to, a, b } => {
                let (a, b) = (read!(a), read!(b));
                match a.plus(b) {
                    Some(sum) => read!(to) = sum,
                    None if a.is_list() && b.is_list() && arena.lists.are_few(a, b) && !is_sum_of_list(body, pc) => {
                        let joined = arena.lists.join(a.number(), b.number());
                        *unpaid += cost(&arena.lists, joined);
                        read!(to) = Word::list(joined);
                    }
                    None => {
                        if !a.is_text() || is_sum_of_list(body, pc) {
                            stop!(Event::Slow);
                        }
                        *unpaid += 1;
                        write!(to, arena.join_texts(a, b));
                    }
                }
            }
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
                read!(to) = Word::boolean(between(relation, a, b));
            }
            Step::Jump { to } => jump!(to),
            Step::JumpIf { a, when, to } => {
                let a = read!(a);
                if !a.is_boolean() {
                    stop!(Event::Slow);
                }
                if a == Word::boolean(when) {
                    cold_path();
                    jump!(to);
                }
            }
            Step::JumpEqual { a, b, to } => {
                let (a, b) = (read!(a), read!(b));
                if !a.are_integers(b) && !arena.decides_by_words(a, b) {
                    stop!(Event::Slow);
                }
                if a == b {
                    cold_path();
                    jump!(to);
                }
            }
            Step::JumpUnequal { a, b, to } => {
                let (a, b) = (read!(a), read!(b));
                if !a.are_integers(b) && !arena.decides_by_words(a, b) {
                    stop!(Event::Slow);
                }
                if a != b {
                    cold_path();
                    jump!(to);
                }
            }
            Step::JumpLess { a, b, to } => jump_if!(read!(a), read!(b), to, <),
            Step::JumpAtMost { a, b, to } => jump_if!(read!(a), read!(b), to, <=),
            Step::JumpEqualTo { a, n, to } => jump_if!(read!(a), Word::small(n.into()), to, ==),
            Step::JumpUnequalTo { a, n, to } => jump_if!(read!(a), Word::small(n.into()), to, !=),
            Step::JumpBelow { a, n, to } => jump_if!(read!(a), Word::small(n.into()), to, <),
            Step::JumpAbove { a, n, to } => jump_if!(read!(a), Word::small(n.into()), to, >),
            Step::Member { to, list, index } => {
                let (list, index) = (read!(list), read!(index));
                if !list.is_list() || !index.is_integer() {
                    write!(to, arena.part(list, index));
                } else {
                    write!(to, arena.lists.get(list.number(), index.value()));
                }
            }
            Step::OfWords { to, role, count } => {
                let operands = &window[to as usize..to as usize + count as usize];
                write!(to, of_words(arena, boards, unpaid, role, operands));
            }
            Step::Slice { first } => {
                let (list, from, last) = (read!(first), read!(first + 1), read!(first + 2));
                if !matches!(list.tag(), Tag::List | Tag::Text) || !from.are_integers(last) {
                    stop!(Event::Slow);
                }
                let (from, end) = (from.value(), last.value() + 1);
                if from < 0 || end < from || end as usize > arena.lists.len(list.number()) {
                    stop!(Event::Slow);
                }
                let slice = arena.lists.slice(list.number(), from as usize, end as usize);
                read!(first) = if list.is_list() { Word::list(slice) } else { arena.text_of(slice) };
            }
            Step::Length { to, list } => {
                let list = read!(list);
                let len = match list.tag() {
                    Tag::List | Tag::Set | Tag::Text => arena.lists.len(list.number()),
                    Tag::Dict => arena.dicts.len(list.number()),
                    _ => stop!(Event::Slow),
                };
                read!(to) = Word::of(Tag::Integer, len as u64);
            }
            Step::Replace { first } => {
                let (list, index, member) = (read!(first), read!(first + 1), read!(first + 2));
                if list.tag() == Tag::Board {
                    write!(first, of_words(arena, boards, unpaid, Role::ReplaceAt, &[list, index, member]));
                    pc += 1;
                    continue;
                }
                if !list.is_list()
                    || !index.is_integer()
                    || index.value() as u64 >= arena.lists.len(list.number()) as u64
                    || !member.is_integer()
                    || !arena.lists.are_few(list, list)
                {
                    stop!(Event::Slow);
                }
                *unpaid += cost(&arena.lists, list.number() as u32);
                read!(first) = Word::list(arena.lists.replace(list.number(), index.value() as usize, member));
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
            Step::BeginMembers { slot, a } => {
                let a = read!(a);
                match a.tag() {
                    Tag::List | Tag::Set => read!(slot) = Word::list(a.number() as u32),
                    Tag::Text => read!(slot) = a,
                    _ => write!(slot, arena.list_of_dict(unpaid, a, true)),
                }
                read!(slot + 1) = Word::small(0);
            }
            Step::NextMember { slot, exit } => {
                count_round!();
                let (list, index) = (read!(slot), read!(slot + 1));
                let member = if list.is_integer() {
                    // The last number of a range.
                    (index.0 as i64 <= list.0 as i64).then_some(index)
                } else if list.is_list() {
                    arena.lists.get(list.number(), index.value())
                } else if list.is_text() {
                    arena.letter_in(list, index.value())
                } else {
                    stop!(Event::Slow);
                };
                match member {
                    Some(member) => {
                        read!(slot + 1) = Word(index.0.wrapping_add(Word::small(1).0));
                        read!(slot + 2) = member;
                    }
                    None => {
                        cold_path();
                        jump!(exit);
                    }
                }
            }
            Step::Each { first, count } => {
                let members = read!(first + count - 1);
                match members.tag() {
                    Tag::List | Tag::Set => read!(first) = Word::list(members.number() as u32),
                    _ => write!(first, arena.list_of_dict(unpaid, members, true)),
                }
            }
            Step::TakeApart { slot, count } => {
                let list = read!(slot);
                if !list.is_list() || arena.lists.len(list.number()) != usize::from(count) {
                    stop!(Event::Slow);
                }
                for i in 0..count {
                    write!(slot + 1 + i, arena.lists.get(list.number(), i.into()));
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
                let from = marks.last().copied().unwrap_or(0);
                let members = &gathered[from as usize..];
                if members.len() > MAX_MEMBERS {
                    stop!(Event::Slow);
                }
                if !members.iter().all(|member| member.is_integer()) {
                    if members.iter().any(|member| member.tag() == Tag::Held) {
                        stop!(Event::Slow);
                    }
                    if !arena.lists.is_bounded(members) {
                        stop!(Event::Slow);
                    }
                }
                read!(to) = Word::list(arena.lists.list(members));
                gathered.truncate(from as usize);
                marks.pop();
            }
            Step::CloseSet { to } => {
                let from = marks.last().copied().unwrap_or(0);
                let members = &gathered[from as usize..];
                if members.len() > MAX_MEMBERS {
                    stop!(Event::Slow);
                }
                write!(to, plain_set(arena, members));
                gathered.truncate(from as usize);
                marks.pop();
            }
            Step::Call { first, function } => {
                let entry = &mut functions[function as usize];
                let arguments = &window[first as usize..][..entry.arity()];
                let Some(callee) = &entry.body else { stop!(Event::Slow) };
                let is_remembered = !entry.is_helper && is_memorable(arguments);
                if is_remembered {
                    match entry.result(arguments) {
                        Word::NONE if has_dict(arguments) => stop!(Event::Slow),
                        Word::NONE => {}
                        // The call waits for itself.
                        Word::OPEN => stop!(Event::Slow),
                        known => {
                            read!(first) = known;
                            pc += 1;
                            continue;
                        }
                    }
                }
                demand_room!(first);
                let callee = callee.clone();
                if is_remembered {
                    entry.set_result(arguments, Word::OPEN);
                    arena.retained += 1;
                }
                enter!(callee, first, Purpose::Call { function, is_remembered }, pc + 1);
            }
            Step::Yield { first, game } => {
                let Some(Frame { purpose: Purpose::Moves(search), .. }) = frames.last_mut() else { stop!(Event::Slow) };
                let entry = &mut games[game as usize];
                let arguments = &window[first as usize..][..entry.arity()];
                let Some(kind) = entry.kind else { stop!(Event::Slow) };
                match search.look(kind, entry.cell(search.question, arguments), seen) {
                    Look::Unknown if has_dict(arguments) => stop!(Event::Slow),
                    Look::Unknown => {
                        let next = Search::new(game, search.question, search.next_player(), seen.len() as u32);
                        demand_room!(first);
                        let Some(callee) = solve::open(entry, arguments, next) else { stop!(Event::Slow) };
                        enter!(callee, first, Purpose::Moves(next), pc);
                    }
                    Look::Open => stop!(Event::Loop),
                    Look::Next => {}
                    Look::Settled => stop!(Event::EndMoves),
                }
            }
            Step::YieldSum { first, second, game, other } => {
                let Some(Frame { purpose: Purpose::Moves(search), .. }) = frames.last_mut() else { stop!(Event::Slow) };
                let part = |first: u8, game: u16| {
                    let entry = &games[game as usize];
                    entry.cell(Question::NimValue, &window[first as usize..][..entry.arity()])
                };
                match search.look_at_sum(part(first, game), part(second, other), seen) {
                    Look::Unknown => stop!(Event::Slow),
                    Look::Open => stop!(Event::GiveUp),
                    Look::Next => {}
                    Look::Settled => stop!(Event::EndMoves),
                }
            }
            Step::Ask { first, question, game } => {
                let entry = &games[game as usize];
                let arguments = &window[first as usize..][..entry.arity()];
                let Some(kind) = entry.kind else { stop!(Event::Slow) };
                match solve::answer(kind, question, entry.cell(question, arguments)) {
                    Some(word) => read!(first) = word,
                    None => stop!(Event::Slow),
                }
            }
            Step::Side { player, exit } => match frames.last_mut() {
                Some(Frame { purpose: Purpose::Moves(search), .. }) => {
                    if !search.wants(player) {
                        jump!(exit);
                    }
                }
                Some(Frame { purpose: Purpose::List { mover }, .. }) => *mover = Some(player),
                _ => stop!(Event::Slow),
            },
            Step::CountMove { .. } => {
                if let Some(Frame { purpose: Purpose::Targets { is_counted: true }, .. }) = frames.last() {
                    stop!(Event::Slow);
                }
            }
            Step::SetGlobal { a, slot } => {
                let word = read!(a);
                match (globals.get_mut(slot as usize), word.as_integer()) {
                    (Some(Some(known)), Some(n)) if names.set_integer(slot, n) => *known = word,
                    _ => stop!(Event::Slow),
                }
            }
            Step::EndMoves => stop!(Event::EndMoves),
            Step::Return { a } => stop!(Event::Return(read!(a))),
            Step::JumpRelation { .. }
            | Step::CloseHeld { .. }
            | Step::CloseTally { .. }
            | Step::Effect { .. }
            | Step::CallValue { .. }
            | Step::CallName { .. }
            | Step::CloseLiteral { .. }
            | Step::Keep { .. }
            | Step::Closure { .. }
            | Step::Force { .. }
            | Step::Known { .. }
            | Step::General { .. }
            | Step::Position { .. }
            | Step::YieldValue { .. } => stop!(Event::Slow),
        }
        pc += 1;
    }
}

/// Returns `true` if a dictionary is among the arguments, to which other words may be equal.
fn has_dict(arguments: &[Word]) -> bool {
    arguments.iter().any(|argument| argument.tag() == Tag::Dict)
}

/// Returns the number of rounds of a loop that making a list takes as long as.
#[inline]
fn cost(lists: &Lists, number: u32) -> u32 {
    lists.len(number as usize) as u32 / 64
}

/// Returns `true` if the addition at `pc` adds a member to the sum of a list.
#[cold]
fn is_sum_of_list(body: &Body, pc: usize) -> bool {
    !matches!(body.code.ops[body.layouts[pc].pc as usize], Op::Binary(_))
}
