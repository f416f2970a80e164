//! Who wins a position of a person's game, and its nim-value, found while the rule is run.
//!
//! A position under search is a frame of the body of its game, which waits at a move until the position after it is known.
//! Then the same instruction is done again. Where play returns to a position under search, or a rule does what is not known
//! here, the whole search is given up, and the engine is asked.

use std::num::NonZeroU32;
use std::rc::Rc;

use super::code::{Body, Question, Step};
use super::explore::{explore, note_move};
use super::run::{Outside, make_room};
use super::{EvalError, Frame, GameEntry, MAX_FAILURES, Player, Purpose, Registers, Session, Value, Word};
use crate::eval::machine::DEEPEST_CALL;
use crate::eval::state;
use cg_engine::games::Outcome;
use cg_engine::positions::Convention;
use cg_engine::questions;

/// The number of the question for nim-values.
pub(super) const NIM: usize = Question::NimValue as usize;

/// What is known of a player who moves first, in three bits of a cell: nothing, that the position is under search, what he can
/// force.
const OPEN: u32 = 1;
pub(super) const LOSS: u32 = 2;
pub(super) const WIN: u32 = 3;
pub(super) const DRAW: u32 = 4;
const BITS: u32 = 3;
pub(super) const MASK: u32 = (1 << BITS) - 1;
/// A nim-value stands in a cell with this added.
const FIRST: u32 = 2;

/// Nim-values from which on a search is given up, so that the bits of those seen stay few.
const MAX_NIM_VALUE: u32 = 1 << 20;

/// How the moves of the players are related, in a game and in all to which its moves may lead.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// Both players have the same moves.
    is_impartial: bool,
    /// The same, and all moves lead to positions of such games.
    is_closed: bool,
}

/// A position under search, and what is known of its moves.
#[derive(Clone, Copy)]
pub(super) struct Search {
    game: u16,
    pub question: Question,
    player: Player,
    /// Where the bits of the nim-values begin that were seen after its moves.
    seen: u32,
    is_won: bool,
    has_moved: bool,
    has_drawn: bool,
    /// The least length after a move that wins, and the greatest after one that does not.
    hurried: Option<NonZeroU32>,
    delayed: u32,
}

/// What a look at the position after a move has come to.
pub(super) enum Seen {
    Unknown,
    /// It is under search itself.
    Open,
    /// The next move is to be looked at.
    Next,
    /// The other moves do not matter.
    Settled,
}

/// Where the bits of a player stand.
#[inline(always)]
pub(super) fn shift(kind: Kind, player: Player) -> u32 {
    if !kind.is_closed && player == Player::Right { BITS } else { 0 }
}

impl Search {
    /// A search of which nothing is known yet.
    #[inline]
    pub fn new(game: u16, question: Question, player: Player, seen: u32) -> Search {
        Search { game, question, player, seen, is_won: false, has_moved: false, has_drawn: false, hurried: None, delayed: 0 }
    }

    /// The player who moves next.
    #[inline]
    pub fn next_player(&self) -> Player {
        self.player.other()
    }

    /// Whether the moves of this player count.
    #[inline(always)]
    pub fn wants(&self, player: Player) -> bool {
        self.question.is_of_both() || self.player == player
    }

    /// Looks at the position after a move, whose game is of this kind.
    #[inline(always)]
    pub fn look(&mut self, kind: Kind, cell: u32, seen: &mut Vec<u64>) -> Seen {
        match self.question {
            Question::NimValue => return self.look_at_value(cell, seen),
            Question::Remoteness | Question::MisereRemoteness => return self.look_at_length(cell),
            Question::Normal | Question::Misere => {}
        }
        match cell >> shift(kind, self.player.other()) & MASK {
            WIN => {
                self.has_moved = true;
                Seen::Next
            }
            DRAW => {
                (self.has_moved, self.has_drawn) = (true, true);
                Seen::Next
            }
            LOSS => {
                self.is_won = true;
                Seen::Settled
            }
            OPEN => Seen::Open,
            _ => Seen::Unknown,
        }
    }

    #[inline(always)]
    fn look_at_value(&mut self, cell: u32, seen: &mut Vec<u64>) -> Seen {
        match cell.checked_sub(FIRST) {
            Some(MAX_NIM_VALUE..) => Seen::Open,
            Some(nim_value) => {
                let place = self.seen as usize + nim_value as usize / 64;
                if place >= seen.len() {
                    seen.resize(place + 1, 0);
                }
                seen[place] |= 1 << (nim_value % 64);
                Seen::Next
            }
            None if cell == OPEN => Seen::Open,
            None => Seen::Unknown,
        }
    }

    fn look_at_length(&mut self, cell: u32) -> Seen {
        match cell.checked_sub(FIRST) {
            Some(length) if length % 2 == 0 => {
                let after = NonZeroU32::MIN.saturating_add(length);
                self.hurried = Some(self.hurried.map_or(after, |least| least.min(after)));
                Seen::Next
            }
            Some(length) => {
                self.delayed = self.delayed.max(length + 1);
                Seen::Next
            }
            None if cell == OPEN => Seen::Open,
            None => Seen::Unknown,
        }
    }

    /// Looks at the sum of two positions by their nim-values.
    #[inline(always)]
    pub fn look_at_sum(&mut self, a: u32, b: u32, seen: &mut Vec<u64>) -> Seen {
        let (Some(x), Some(y)) = (a.checked_sub(FIRST), b.checked_sub(FIRST)) else {
            return if a == OPEN || b == OPEN { Seen::Open } else { Seen::Unknown };
        };
        match self.question {
            Question::NimValue => match (x ^ y).checked_add(FIRST) {
                Some(cell) => self.look_at_value(cell, seen),
                None => Seen::Open,
            },
            Question::Normal if x == y => {
                self.is_won = true;
                Seen::Settled
            }
            Question::Normal => {
                self.has_moved = true;
                Seen::Next
            }
            // Nim-values say nothing of misère play, and nothing of lengths.
            Question::Misere | Question::Remoteness | Question::MisereRemoteness => Seen::Open,
        }
    }
}

/// Who wins if this player starts, by what he can force.
fn winner(bits: u32, starter: Player) -> Option<Outcome> {
    match (bits, starter) {
        (WIN, Player::Left) | (LOSS, Player::Right) => Some(Outcome::L),
        (WIN, Player::Right) | (LOSS, Player::Left) => Some(Outcome::R),
        (DRAW, _) => Some(Outcome::D),
        _ => None,
    }
}

/// The answer to a question from a cell, if it is known.
#[inline(always)]
pub(super) fn answer(kind: Kind, question: Question, cell: u32) -> Option<Word> {
    if question.is_of_both() {
        return Word::integer(cell.checked_sub(FIRST)?.into());
    }
    let [left, right] = [Player::Left, Player::Right].map(|player| cell >> shift(kind, player) & MASK);
    let outcome = match (left, right) {
        (WIN, WIN) => Outcome::N,
        (LOSS, LOSS) => Outcome::P,
        (WIN, LOSS) => Outcome::L,
        (LOSS, WIN) => Outcome::R,
        _ => questions::class([winner(left, Player::Left)?, winner(right, Player::Right)?]),
    };
    Some(Word::outcome(outcome))
}

/// The answer to a question about the position whose arguments stand at this place, if it is known.
pub(super) fn known(cx: &Session, base: usize, game: u16, question: Question) -> Option<Word> {
    let registers = &cx.machine.registers;
    let entry = &registers.games[game as usize];
    let arguments = &registers.words[base..base + entry.definition.parameters.len()];
    answer(entry.kind?, question, entry.tables[question as usize].get(arguments))
}

/// Begins a search for what is not known of the position whose arguments stand at `base`; says whether there is one, or whether
/// it has been found at once. The words from `free` on may be overwritten.
pub(super) fn begin(
    cx: &mut Session,
    base: usize,
    free: usize,
    question: Question,
    game: u16,
) -> Result<bool, EvalError> {
    let Some(kind) = kind(cx, game) else { return Ok(false) };
    let entry = &cx.machine.registers.games[game as usize];
    if entry.failures >= MAX_FAILURES || question.is_of_both() && !kind.is_impartial {
        return Ok(false);
    }
    let definition = entry.definition.clone();
    let count = definition.parameters.len();
    let registers = &cx.machine.registers;
    if registers.words[base..base + count].iter().any(|&argument| registers.is_board(argument)) {
        return Ok(false);
    }
    if !definition.descents.is_empty() {
        let mut words = Vec::new();
        for i in 0..count {
            let word = cx.machine.registers.words[base + i];
            let value = cx.machine.registers.value(word);
            state::put_argument(&mut cx.machine, &value, &mut words);
        }
        if definition.descents.runs_on(&words, cx).is_some() {
            return Ok(false);
        }
    }
    let registers = &cx.machine.registers;
    let entry = &registers.games[game as usize];
    let cell = entry.tables[question as usize].get(&registers.words[base..base + count]);
    let is_left_known = !question.is_of_both() && cell >> shift(kind, Player::Left) & MASK > OPEN;
    let player = if is_left_known { Player::Right } else { Player::Left };
    if answer(kind, question, cell).is_some() {
        return Ok(true);
    }
    if entry.is_loopy {
        return explore(cx, base, free, game, question);
    }
    // A position about which the search that is under way asks itself.
    let is_open = match question.is_of_both() {
        true => cell == OPEN,
        false => cell >> shift(kind, player) & MASK == OPEN,
    };
    Ok(!is_open && enter(cx, base, game, question, player))
}

/// Tries another way where a search has been given up; says whether the answer is found.
pub(super) fn go_round(
    cx: &mut Session,
    base: usize,
    free: usize,
    question: Question,
    game: u16,
) -> Result<bool, EvalError> {
    if !std::mem::take(&mut cx.machine.registers.met_loop) || !explore(cx, base, free, game, question)? {
        return Ok(false);
    }
    let entry = &mut cx.machine.registers.games[game as usize];
    (entry.is_loopy, entry.failures) = (true, 0);
    Ok(true)
}

/// How the moves in a game are related; `None` if its positions are not searched here.
pub(super) fn kind(cx: &mut Session, game: u16) -> Option<Kind> {
    let entry = &cx.machine.registers.games[game as usize];
    if entry.kind.is_some() || entry.failures >= MAX_FAILURES {
        return entry.kind;
    }
    let mut found = Kind { is_impartial: true, is_closed: true };
    let mut met = vec![game];
    let mut next = 0;
    while let Some(&here) = met.get(next) {
        next += 1;
        let definition = cx.machine.registers.games[here as usize].definition.clone();
        let body = match definition.law.is_none() && definition.claims.is_empty() && !definition.parameters.is_empty() {
            true => Registers::body(cx, &definition.code),
            false => None,
        };
        let Some(body) = body else {
            cx.machine.registers.games[game as usize].failures = MAX_FAILURES;
            return None;
        };
        for step in &body.steps {
            match *step {
                Step::Side { .. } => found = Kind { is_impartial: false, is_closed: false },
                Step::YieldValue { .. } => found.is_closed = false,
                Step::Yield { game, .. } if !met.contains(&game) => met.push(game),
                Step::YieldSum { game, other, .. } => {
                    for game in [game, other] {
                        if !met.contains(&game) {
                            met.push(game);
                        }
                    }
                }
                _ => {}
            }
        }
        cx.machine.registers.games[here as usize].body = Some(body);
    }
    cx.machine.registers.games[game as usize].kind = Some(found);
    Some(found)
}

/// Pushes a frame for the position whose arguments begin at this place; says whether it could.
fn enter(cx: &mut Session, base: usize, game: u16, question: Question, player: Player) -> bool {
    let registers = &mut cx.machine.registers;
    registers.unpaid += 1;
    let due = std::mem::take(&mut registers.unpaid);
    registers.paid += u64::from(due);
    if cx.games.budget.charge(due as usize).is_err() || make_room(cx, base).is_err() {
        return false;
    }
    let registers = &mut cx.machine.registers;
    if registers.frames.len() >= DEEPEST_CALL || registers.arena_size() > super::MAX_ARENA {
        return false;
    }
    if registers.frames.len() == registers.frames.capacity() {
        let more = registers.frames.capacity().max(64);
        if cx.games.budget.reserve(2 * more * size_of::<Frame>()).is_err() {
            return false;
        }
    }
    let effects = cx.machine.effects;
    let registers = &mut cx.machine.registers;
    let entry = &mut registers.games[game as usize];
    let arguments = &registers.words[base..base + entry.definition.parameters.len()];
    let seen = registers.seen.len() as u32;
    let Some((body, search)) = open(entry, arguments, Search::new(game, question, player, seen)) else { return false };
    let (marks, began) = (registers.marks.len(), registers.steps());
    let purpose = Purpose::Moves(search);
    registers.frames.push(Frame { body, pc: 0, base, marks, purpose, function: None, effects, began });
    true
}

/// Notes that a position is under search, and gives the body that is run for it.
#[inline]
pub(super) fn open(entry: &mut GameEntry, arguments: &[Word], search: Search) -> Option<(Rc<Body>, Search)> {
    let (body, kind) = (entry.body.clone()?, entry.kind?);
    let is_of_both = search.question.is_of_both();
    if is_of_both && !kind.is_impartial {
        return None;
    }
    let table = &mut entry.tables[search.question as usize];
    let mark = if is_of_both { OPEN } else { OPEN << shift(kind, search.player) };
    table.set(arguments, table.get(arguments) | mark);
    Some((body, search))
}

/// The search of the topmost frame.
fn search(cx: &Session) -> Option<Search> {
    match cx.machine.registers.frames.last()?.purpose {
        Purpose::Moves(search) => Some(search),
        _ => None,
    }
}

/// Begins to search the position after a move.
pub(super) fn enter_yield(cx: &mut Session, base: usize, first: u8, game: u16) -> Result<Outside, EvalError> {
    let Some(search) = search(cx) else {
        let mover = match cx.machine.registers.frames.last() {
            Some(Frame { purpose: Purpose::List { mover }, .. }) => *mover,
            _ => return Ok(Outside::Leave),
        };
        return note_move(cx, base + first as usize, game, mover);
    };
    let is_new = cx.machine.registers.games[game as usize].kind.is_none();
    let Some(kind) = kind(cx, game) else { return Ok(Outside::Leave) };
    if search.question.is_of_both() && !kind.is_impartial {
        return Ok(Outside::Leave);
    }
    let is_entered = is_new || enter(cx, base + first as usize, game, search.question, search.player.other());
    Ok(if is_entered { Outside::Frame } else { Outside::Leave })
}

/// Begins to search one of the two positions after a move, from a copy of its arguments.
pub(super) fn enter_sum(
    cx: &mut Session,
    base: usize,
    size: usize,
    parts: [(u8, u16); 2],
) -> Result<Outside, EvalError> {
    for (first, game) in parts {
        match kind(cx, game) {
            Some(kind) if kind.is_impartial => {}
            _ => return Ok(Outside::Leave),
        }
        let registers = &cx.machine.registers;
        let entry = &registers.games[game as usize];
        let from = base + first as usize;
        let count = entry.definition.parameters.len();
        if entry.tables[NIM].get(&registers.words[from..from + count]) != 0 {
            continue;
        }
        let to = base + size;
        if make_room(cx, to).is_err() {
            return Ok(Outside::Leave);
        }
        cx.machine.registers.words.copy_within(from..from + count, to);
        let is_entered = enter(cx, to, game, Question::NimValue, Player::Left);
        return Ok(if is_entered { Outside::Frame } else { Outside::Leave });
    }
    // Both are known, or what is asked has no answer by nim-values.
    let is_told = search(cx).is_some_and(|s| matches!(s.question, Question::Normal | Question::NimValue));
    Ok(if is_told { Outside::Frame } else { Outside::Leave })
}

/// Looks at a move to a value, at this place among the words.
pub(super) fn yield_value(cx: &mut Session, place: usize) -> Result<Outside, EvalError> {
    let Some(search) = search(cx) else { return Ok(Outside::Leave) };
    let word = cx.machine.registers.words[place];
    let value = cx.machine.registers.value(word);
    let cell = match search.question {
        Question::NimValue => nim_value(cx, &value)?.and_then(|nim_value| nim_value.checked_add(FIRST)),
        Question::Normal => winners(cx, &value, Convention::Normal)?,
        Question::Misere => winners(cx, &value, Convention::Misere)?,
        Question::Remoteness if value == Value::Integer(0) => Some(FIRST),
        Question::MisereRemoteness if value == Value::Integer(0) => Some(FIRST + 1),
        Question::Remoteness | Question::MisereRemoteness => None,
    };
    let Some(cell) = cell else { return Ok(Outside::Leave) };
    let Registers { frames, seen, .. } = &mut cx.machine.registers;
    let Some(Frame { purpose: Purpose::Moves(search), .. }) = frames.last_mut() else { return Ok(Outside::Leave) };
    match search.look(Kind { is_impartial: false, is_closed: false }, cell, seen) {
        Seen::Next => Ok(Outside::Next),
        Seen::Settled => {
            end_moves(cx);
            Ok(Outside::Frame)
        }
        Seen::Open | Seen::Unknown => Ok(Outside::Leave),
    }
}

/// The nim-value of a value, if it has a small one.
fn nim_value(cx: &mut Session, value: &Value) -> Result<Option<u32>, EvalError> {
    Ok(match value {
        Value::Integer(0) => Some(0),
        Value::Game(g) => cx.games.as_nimber(*g).and_then(|size| u32::try_from(size).ok()),
        _ => None,
    })
}

/// Who wins a value, as it stands in a cell.
fn winners(cx: &mut Session, value: &Value, convention: Convention) -> Result<Option<u32>, EvalError> {
    let outcome = match (value, convention) {
        (Value::Integer(0), Convention::Normal) => Outcome::P,
        (Value::Integer(0), Convention::Misere) => Outcome::N,
        (Value::Integer(n), Convention::Normal) => {
            if *n > 0 {
                Outcome::L
            } else {
                Outcome::R
            }
        }
        (Value::Game(g), Convention::Normal) => cx.games.outcome(*g)?,
        (Value::Position(p), _) => questions::class(questions::outcomes(*p, convention, cx)?),
        _ => return Ok(None),
    };
    Ok(match outcome {
        Outcome::N => Some(WIN | WIN << BITS),
        Outcome::P => Some(LOSS | LOSS << BITS),
        Outcome::L => Some(WIN | LOSS << BITS),
        Outcome::R => Some(LOSS | WIN << BITS),
        _ => None,
    })
}

/// Ends the search of the topmost frame, and keeps what was found.
pub(super) fn end_moves(cx: &mut Session) {
    let registers = &mut cx.machine.registers;
    let Some(Frame { purpose: Purpose::Moves(search), base, marks, .. }) = registers.frames.pop() else { return };
    let entry = &mut registers.games[search.game as usize];
    let arguments = &registers.words[base..base + entry.definition.parameters.len()];
    let table = &mut entry.tables[search.question as usize];
    let cell = table.get(arguments);
    let known = match (search.question, entry.kind) {
        (Question::NimValue, _) => {
            let seen = &registers.seen[search.seen as usize..];
            let full = seen.iter().take_while(|bits| **bits == u64::MAX).count();
            let mex = 64 * full + seen.get(full).map_or(0, |bits| bits.trailing_ones() as usize);
            // One that is too large is not kept: it counts as under search, so that the search is given up.
            u32::try_from(mex + FIRST as usize).unwrap_or(OPEN)
        }
        (Question::Remoteness | Question::MisereRemoteness, _) => {
            let at_end = u32::from(search.question == Question::MisereRemoteness);
            let length = match (search.hurried, search.delayed) {
                (Some(least), _) => least.get(),
                (None, 0) => at_end,
                (None, greatest) => greatest,
            };
            length.saturating_add(FIRST)
        }
        (question, Some(kind)) => {
            let is_won = search.is_won || question == Question::Misere && !search.has_moved;
            let shift = shift(kind, search.player);
            let found = match is_won {
                true => WIN,
                false if search.has_drawn => DRAW,
                false => LOSS,
            };
            cell & !(MASK << shift) | found << shift
        }
        (_, None) => cell,
    };
    table.set(arguments, known);
    registers.seen.truncate(search.seen as usize);
    if let Some(&start) = registers.marks.get(marks) {
        registers.gathered.truncate(start as usize);
    }
    registers.marks.truncate(marks);
}

/// Whether a search is under way in the frames from `floor` on.
pub(super) fn is_searching(cx: &Session, floor: usize) -> bool {
    cx.machine.registers.frames[floor..].iter().any(is_search)
}

fn is_search(frame: &Frame) -> bool {
    matches!(frame.purpose, Purpose::Moves(_) | Purpose::List { .. })
}

/// Gives up the searches in the frames from `floor` on. The topmost frame is then the one that asked; says whether there is
/// one.
pub(super) fn give_up(cx: &mut Session, floor: usize) -> bool {
    let registers = &mut cx.machine.registers;
    let first = registers.frames[floor..].iter().position(is_search).map_or(registers.frames.len(), |i| floor + i);
    let given_up = registers.frames.split_off(first);
    let mut height = registers.seen.len();
    for (i, frame) in given_up.iter().enumerate() {
        match frame.purpose {
            Purpose::Moves(search) => {
                height = height.min(search.seen as usize);
                let entry = &mut registers.games[search.game as usize];
                if i == 0 {
                    entry.failures += 1;
                }
                let arguments = &registers.words[frame.base..][..entry.definition.parameters.len()];
                let table = &mut entry.tables[search.question as usize];
                let cell = table.get(arguments);
                let rest = match entry.kind {
                    Some(kind) if !search.question.is_of_both() => cell & !(MASK << shift(kind, search.player)),
                    _ => 0,
                };
                table.set(arguments, rest);
            }
            Purpose::Call { function, is_kept: true } => {
                let function = &mut registers.functions[function as usize];
                let count = function.definition.parameters.len();
                function.table.set(&registers.words[frame.base..][..count], Word::NONE);
            }
            Purpose::Call { .. } | Purpose::Closure | Purpose::Statement | Purpose::List { .. } => {}
        }
    }
    registers.seen.truncate(height);
    if let Some(marks) = given_up.first().map(|frame| frame.marks) {
        if let Some(&start) = registers.marks.get(marks) {
            registers.gathered.truncate(start as usize);
        }
        registers.marks.truncate(marks);
    }
    first > floor
}
