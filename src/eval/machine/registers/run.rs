//! The loop over instructions.

use std::hint::cold_path;

use super::builtins::{close, close_list, contains, mex_of, of_words, plain_set, short_list};
use super::calls::prepare_closure;
use super::code::{Question, Step};
use super::ending::{Event, remember};
use super::moves::Listing;
use super::slow::add;
use super::solve::{Look, Search};
use super::{Frame, Kinds, Purpose, Registers, Session, Tag, WINDOW, Word, is_memorable, solve};
use crate::eval::Role;
use crate::eval::machine::relations::between;

/// The number of rounds of loops and calls that are charged to the budget at once.
pub(super) const INSTALMENT: u32 = 1024;

/// Runs instructions of the topmost frame, and of those that it pushes above `floor` frames, until one of them cannot be done here.
/// Arithmetic, jumps, indices and cells of tables are in the loop; all else is in functions of its own, so that the loop stays small.
#[inline(never)]
pub(super) fn fast(cx: &mut Session, floor: usize) -> Event {
    let effects = cx.machine.effects;
    let (boards, names) = (&cx.machine.boards, &mut cx.globals);
    let Registers {
        words,
        frames,
        bodies,
        gathered,
        marks,
        seen,
        arena,
        functions,
        games,
        globals,
        listing,
        unpaid,
        paid,
        ..
    } = &mut cx.machine.registers;
    let mut due = *unpaid;
    let (stopped, event) = 'frame: loop {
        let Some(Frame { body, pc, base, .. }) = frames.last() else { unreachable!("a frame to run") };
        let (body, pc, base) = (body.clone(), *pc as usize, *base);
        let (steps, height) = (&body.steps[..], words.len());
        // The instructions behind the present one. An index would take longer from one to the next.
        let mut behind = steps[pc..].iter();
        // The index of the present instruction.
        macro_rules! pc {
            () => {
                steps.len() - behind.len() - 1
            };
        }
        let window: &mut [Word; WINDOW] = words[base..].first_chunk_mut().expect("as many words");
        macro_rules! stop {
            ($event:expr) => {{
                break 'frame (pc!(), $event);
            }};
        }
        macro_rules! read {
            ($register:expr) => {
                window[$register as usize]
            };
        }
        macro_rules! operands {
            ($first:expr, $count:expr) => {
                &window[$first as usize..][..$count as usize]
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
                behind = steps[$to as usize..].iter();
                continue;
            }};
        }
        // Counts rounds of a loop.
        macro_rules! count_rounds {
            ($rounds:expr) => {
                due += $rounds;
                if due >= INSTALMENT {
                    stop!(Event::Pay);
                }
            };
        }
        // Returns an integer.
        macro_rules! integer {
            ($a:expr) => {{
                let a = read!($a);
                if !a.is_integer() {
                    stop!(Event::Slow);
                }
                a
            }};
        }
        // Writes what stands at a place of a list or of something else.
        macro_rules! write_member {
            ($to:expr, $list:expr, $place:expr) => {{
                let (list, place) = ($list, $place);
                if list.is_list() && place.is_integer() {
                    write!($to, arena.lists.get(list.number(), place.value()));
                } else {
                    write!($to, arena.part(list, place));
                }
            }};
        }
        macro_rules! of_two_integers {
            ($to:expr, $a:expr, $b:expr, $function:expr) => {{
                let (a, b) = (read!($a), read!($b));
                if !a.are_integers(b) {
                    stop!(Event::Slow);
                }
                read!($to) = Word($function(a.0 as i64, b.0 as i64) as u64);
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
                cold_path();
                jump!($to);
            }
        }};
    }
        // Goes on elsewhere if two words are equal, or if they are not.
        macro_rules! jump_if_words {
            ($a:expr, $b:expr, $to:expr, $relation:tt) => {{
                let (a, b) = ($a, $b);
                if !a.are_integers(b) && !a.are_simple(b) && !arena.decides_by_words(a, b) {
                    stop!(Event::Slow);
                }
                if a $relation b {
                    cold_path();
                    jump!($to);
                }
            }};
        }
        // Writes the next member of a loop, and the index behind it.
        macro_rules! next_member {
            ($slot:expr, $index:expr, $member:expr) => {{
                read!($slot + 1) = Word($index.0.wrapping_add(Word::ONE.0));
                read!($slot + 2) = $member;
            }};
        }
        // Stops if there is no room for a frame whose arguments begin at this register.
        macro_rules! demand_room {
            ($first:expr) => {
                let is_full = height < base + $first as usize + WINDOW || frames.len() == frames.capacity();
                if is_full || due >= INSTALMENT {
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
                due += 1;
                let (body, base, purpose) = ($body, base + $first as usize, $purpose);
                let (marks, began) = (marks.len(), *paid + u64::from(due));
                frames.push(Frame { body, pc: 0, base, marks, purpose, effects, began });
                continue 'frame;
            }};
        }
        // Does something out of line that takes steps.
        macro_rules! count_steps {
            (|$steps:ident| $run:expr) => {{
                let mut taken = 0;
                let $steps = &mut taken;
                let result = $run;
                due += taken;
                result
            }};
        }
        // Ends the search of this frame.
        macro_rules! end_moves {
            () => {{
                if let Some(&Frame { purpose: Purpose::Moves(ref search), marks: mark, .. }) = frames.last()
                    && frames.len() > floor + 1
                {
                    if let Some(&start) = marks.get(mark) {
                        gathered.truncate(start as usize);
                        marks.truncate(mark);
                    }
                    search.conclude(games, &window[..], seen);
                    drop(frames.pop().map(|frame| frame.body));
                    continue 'frame;
                }
                stop!(Event::EndMoves)
            }};
        }
        loop {
            let Some(step) = behind.next() else { unreachable!("a body that ends") };
            match *step {
                Step::Move { to, from } => read!(to) = read!(from),
                Step::MoveTwo { to, from, second, other } => {
                    read!(to) = read!(from);
                    read!(second) = read!(other);
                }
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
                        None => write!(to, count_steps!(|taken| add(arena, taken, &body, pc!(), a, b))),
                    }
                }
                Step::Subtract { to, a, b } => {
                    let (a, b) = (read!(a), read!(b));
                    match a.minus(b) {
                        Some(difference) => read!(to) = difference,
                        None => write!(to, arena.of_integers(a, b, |a, b| a - b)),
                    }
                }
                Step::Multiply { to, a, b } => {
                    let (a, b) = (read!(a), read!(b));
                    match a.times(b) {
                        Some(product) => read!(to) = product,
                        None => write!(to, arena.product(a, b)),
                    }
                }
                Step::AddInteger { to, a, n } => write!(to, read!(a).plus(Word::small(n))),
                Step::MultiplyInteger { to, a, n } => write!(to, read!(a).times(Word::small(n))),
                Step::Least { to, a, b } => of_two_integers!(to, a, b, i64::min),
                Step::Greatest { to, a, b } => of_two_integers!(to, a, b, i64::max),
                Step::OfIntegers { to, a, b, function } => {
                    let (a, b) = (read!(a), read!(b));
                    if !a.are_integers(b) {
                        stop!(Event::Slow);
                    }
                    write!(to, body.functions[function as usize](a.value(), b.value()).and_then(Word::integer));
                }
                Step::Quotient { to, a, n } => read!(to) = integer!(a).quotient(n.into()),
                Step::Remainder { to, a, n } => read!(to) = integer!(a).remainder(n.into()),
                Step::Modulo { to, a, b } => {
                    let (a, b) = (read!(a), read!(b));
                    if !a.are_integers(b) || b.value() <= 0 {
                        stop!(Event::Slow);
                    }
                    read!(to) = a.remainder(b.value());
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
                    read!(to) = Word::boolean(between(relation, a.0 as i64, b.0 as i64));
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
                Step::JumpEqual { a, b, to } => jump_if_words!(read!(a), read!(b), to, ==),
                Step::JumpUnequal { a, b, to } => jump_if_words!(read!(a), read!(b), to, !=),
                Step::JumpLess { a, b, to } => jump_if!(read!(a), read!(b), to, <),
                Step::JumpAtMost { a, b, to } => jump_if!(read!(a), read!(b), to, <=),
                Step::JumpEqualTo { a, n, to } => jump_if!(read!(a), Word::small(n.into()), to, ==),
                Step::JumpUnequalTo { a, n, to } => jump_if!(read!(a), Word::small(n.into()), to, !=),
                Step::JumpBelow { a, n, to } => jump_if!(read!(a), Word::small(n.into()), to, <),
                Step::JumpAbove { a, n, to } => jump_if!(read!(a), Word::small(n.into()), to, >),
                Step::Member { to, list, index } => write_member!(to, read!(list), read!(index)),
                Step::MemberAt { to, list, n } => write_member!(to, read!(list), Word::small(n)),
                Step::MemberOfMember { to, list, index, second } => {
                    let (list, index, second) = (read!(list), read!(index), read!(second));
                    if list.is_list()
                        && index.are_integers(second)
                        && let Some(inner) = arena.lists.get(list.number(), index.value())
                        && inner.is_list()
                        && let Some(member) = arena.lists.get(inner.number(), second.value())
                    {
                        read!(to) = member;
                        behind.next();
                    } else {
                        write!(to, arena.part(list, index));
                    }
                }
                Step::Cell { to, board, row } => match arena.letter_at(read!(board), read!(row), read!(row + 1)) {
                    Some(letter) => {
                        read!(to) = letter;
                        behind.next();
                    }
                    None => write!(row, close_list(arena, operands!(row, 2))),
                },
                Step::OfWords { to, role: Role::Get, count: 3 } => match arena.value_of_key(read!(to), read!(to + 1)) {
                    Some(Word::NONE) => read!(to) = read!(to + 2),
                    known => write!(to, known),
                },
                Step::OfWords { to, role, count } => {
                    write!(to, count_steps!(|taken| of_words(arena, boards, taken, role, operands!(to, count))));
                }
                Step::OfTwo { to, a, b, role: Role::Contains } => {
                    let Some(holds) = contains(arena, read!(a), read!(b)) else { stop!(Event::Slow) };
                    read!(to) = Word::boolean(holds);
                    // If it is a condition, it is decided at once.
                    match *behind.as_slice() {
                        [Step::JumpIf { a, when, to: exit }, ..] if a == to && holds == when => jump!(exit),
                        [Step::JumpIf { a, .. }, ..] if a == to => drop(behind.next()),
                        _ => {}
                    }
                }
                Step::OfTwo { to, a, b, role } => {
                    write!(to, count_steps!(|taken| of_words(arena, boards, taken, role, &[read!(a), read!(b)])));
                }
                Step::Slice { first } => write!(first, arena.slice(read!(first), read!(first + 1), read!(first + 2))),
                Step::Recall { to, from, exit } => {
                    let known = read!(from);
                    if known != Word::NONE {
                        read!(to) = known;
                        jump!(exit);
                    }
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
                        _ => write!(slot, count_steps!(|taken| arena.list_of_dict(taken, a, true))),
                    }
                    read!(slot + 1) = Word::small(0);
                }
                Step::NextMember { slot, exit } => {
                    count_rounds!(1);
                    let (list, index) = (read!(slot), read!(slot + 1));
                    if !list.has_members(index) {
                        match arena.member_of_value(list, index) {
                            Some(member) => next_member!(slot, index, member),
                            None => stop!(Event::Slow),
                        }
                        continue;
                    }
                    match arena.member_at(list, index) {
                        Some(member) => next_member!(slot, index, member),
                        None => {
                            cold_path();
                            jump!(exit);
                        }
                    }
                }
                Step::Again { slot, to } => {
                    let (list, index) = (read!(slot), read!(slot + 1));
                    if due < INSTALMENT - 1 {
                        if list.are_integers(index) {
                            if index.0 as i64 <= list.0 as i64 {
                                due += 1;
                                next_member!(slot, index, index);
                                jump!(to);
                            }
                        } else if list.has_members(index)
                            && let Some(member) = arena.member_at(list, index)
                        {
                            due += 1;
                            next_member!(slot, index, member);
                            jump!(to);
                        }
                    }
                    // The instruction at the head of the loop does all else, and pays.
                    cold_path();
                    jump!(to - 1);
                }
                Step::Each { first, count } => {
                    let members = read!(first + count - 1);
                    match members.tag() {
                        Tag::List | Tag::Set => read!(first) = Word::list(members.number() as u32),
                        _ => write!(first, count_steps!(|taken| arena.list_of_dict(taken, members, true))),
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
                Step::CloseList { to } => write!(to, close(gathered, marks, |members| close_list(arena, members))),
                Step::CloseHeld { to } => write!(to, close(gathered, marks, |members| short_list(arena, members))),
                Step::CloseSet { to } => write!(to, close(gathered, marks, |members| plain_set(arena, members))),
                Step::CloseMex { to } => write!(to, close(gathered, marks, mex_of)),
                Step::List { first, count } => write!(first, close_list(arena, operands!(first, count))),
                Step::Set { first, count } => write!(first, plain_set(arena, operands!(first, count))),
                Step::Call { first, function } => {
                    let entry = &mut functions[function as usize];
                    let arguments = &window[first as usize..][..entry.arity()];
                    let mut is_remembered = !entry.is_helper;
                    if is_remembered {
                        match entry.result(arguments) {
                            Word::NONE => {
                                let kinds = Kinds::of(arguments);
                                // Other words may be equal to a dictionary.
                                if kinds.has(Tag::Dict) {
                                    stop!(Event::Slow);
                                }
                                is_remembered = is_memorable(kinds);
                            }
                            // The call waits for itself.
                            Word::OPEN => stop!(Event::Slow),
                            known => {
                                read!(first) = known;
                                continue;
                            }
                        }
                    }
                    demand_room!(first);
                    let Some(callee) = entry.body.clone() else { stop!(Event::Slow) };
                    if is_remembered {
                        entry.set_result(arguments, Word::OPEN);
                        arena.retained += 1;
                    }
                    enter!(callee, first, Purpose::Call { function, is_remembered }, pc!() + 1);
                }
                Step::CallValue { first, count } => {
                    demand_room!(first);
                    let words = &mut window[first as usize..];
                    let Some(callee) = prepare_closure(arena, bodies, words, count.into()) else { stop!(Event::Slow) };
                    enter!(callee, first, Purpose::Closure, pc!() + 1);
                }
                Step::Yield { first, game } => {
                    let [.., Frame { purpose: Purpose::Moves(search), .. }] = &mut frames[..] else {
                        stop!(Event::Slow)
                    };
                    let entry = &mut games[game as usize];
                    let arguments = &window[first as usize..][..entry.arity()];
                    let Some(kind) = entry.kind else { stop!(Event::Slow) };
                    match search.look(kind, entry.cell(search.question, arguments), seen) {
                        Look::Unknown if Kinds::of(arguments).has(Tag::Dict) => stop!(Event::Slow),
                        Look::Unknown => {
                            let next = Search::new(game, search.question, search.next_player(), seen.len() as u32);
                            demand_room!(first);
                            let Some(callee) = solve::open(entry, arguments, next) else { stop!(Event::Slow) };
                            enter!(callee, first, Purpose::Moves(next), pc!());
                        }
                        Look::Open => stop!(Event::Loop),
                        Look::Next => {}
                        Look::Settled => end_moves!(),
                    }
                }
                Step::YieldSum { first, second, game, other } => {
                    let [.., Frame { purpose: Purpose::Moves(search), .. }] = &mut frames[..] else {
                        stop!(Event::Slow)
                    };
                    let (one, two) = (&games[game as usize], &games[other as usize]);
                    let first = one.cell(Question::NimValue, &window[first as usize..][..one.arity()]);
                    let second = two.cell(Question::NimValue, &window[second as usize..][..two.arity()]);
                    match search.look_at_sum(first, second, seen) {
                        Look::Unknown => stop!(Event::Slow),
                        Look::Open => stop!(Event::GiveUp),
                        Look::Next => {}
                        Look::Settled => end_moves!(),
                    }
                }
                Step::Ask { first, question, game } => {
                    let entry = &games[game as usize];
                    let arguments = &window[first as usize..][..entry.arity()];
                    let Some(kind) = entry.kind else { stop!(Event::Slow) };
                    let cell = entry.cell(question, arguments);
                    match solve::answer(kind, question, cell) {
                        Some(word) => read!(first) = word,
                        None => {
                            let Some(search) = Search::at_once(game, entry, question, cell, arguments, seen.len())
                            else {
                                stop!(Event::Slow);
                            };
                            demand_room!(first);
                            let entry = &mut games[game as usize];
                            let Some(callee) = solve::open(entry, arguments, search) else { stop!(Event::Slow) };
                            arena.retained += 1;
                            enter!(callee, first, Purpose::Moves(search), pc!());
                        }
                    }
                }
                Step::Side { player, exit } => match frames.last_mut() {
                    Some(Frame { purpose: Purpose::Moves(search), .. }) => {
                        if !search.wants(player) {
                            jump!(exit);
                        }
                    }
                    Some(Frame { purpose: Purpose::List { mover }, .. }) => *mover = Some(player),
                    Some(Frame { purpose: Purpose::Targets { .. }, .. }) if let Some(listing) = listing => {
                        if !listing.begin(player) {
                            jump!(exit);
                        }
                    }
                    _ => stop!(Event::Slow),
                },
                Step::CountMove { exit } => {
                    if let Some(Frame { purpose: Purpose::Targets { is_counted: true }, .. }) = frames.last()
                        && listing.as_mut().is_some_and(Listing::count)
                    {
                        jump!(exit);
                    }
                }
                Step::SetGlobal { a, slot } => {
                    let word = read!(a);
                    match (globals.get_mut(slot as usize), word.as_integer()) {
                        (Some(Some(known)), Some(n)) if names.set_integer(slot, n) => *known = word,
                        _ => stop!(Event::Slow),
                    }
                }
                Step::EndMoves => end_moves!(),
                Step::Return { a } => {
                    // A recursion may build large lists while it returns, so that it pays here too.
                    count_rounds!(0);
                    let result = read!(a);
                    match frames.last() {
                        Some(frame) if frames.len() > floor + 1 && frame.is_call() => {
                            let spent = *paid + u64::from(due);
                            remember(frame, result, &window[..], functions, arena, (effects, spent));
                            read!(0) = result;
                            drop(frames.pop().map(|frame| frame.body));
                            continue 'frame;
                        }
                        _ => stop!(Event::Return(result)),
                    }
                }
                Step::JumpRelation { .. }
                | Step::CloseTally { .. }
                | Step::Effect { .. }
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
        }
    };
    *unpaid = due;
    if let Some(frame) = frames.last_mut() {
        frame.pc = stopped as u32;
    }
    event
}
