//! Who wins a position of a person's game, and its nim-value, found while the rule is run.
//!
//! A position under search is a frame of the body of its game, which waits at a move until the position after it is known.
//! Then the same instruction is done again. Where play returns to a position under search, or a rule does what is not known
//! here, the whole search is given up, and the engine is asked.

use super::code::{Question, Step};
use super::run::{Outside, make_room};
use super::{EvalError, Frame, MAX_FAILURES, Player, Purpose, Registers, Session, Value, Word};
use crate::eval::machine::DEEPEST_CALL;
use crate::eval::state;
use cg_engine::games::Outcome;
use cg_engine::positions::Convention;
use cg_engine::questions;

/// The number of the question for nim-values.
pub(super) const NIM: usize = Question::NimValue as usize;

/// What is known of a player who moves first, in two bits of a cell: nothing, that the position is under search, who wins.
const OPEN: u16 = 1;
const LOSS: u16 = 2;
const WIN: u16 = 3;
const BOTH: u16 = 3;
/// A nim-value stands in a cell with this added.
const FIRST: u16 = 2;

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
fn shift(kind: Kind, player: Player) -> u32 {
    if !kind.is_closed && player == Player::Right { 2 } else { 0 }
}

impl Search {
    /// Whether the moves of this player count.
    #[inline(always)]
    pub fn wants(&self, player: Player) -> bool {
        self.question == Question::NimValue || self.player == player
    }

    /// Looks at the position after a move, whose game is of this kind.
    #[inline(always)]
    pub fn look(&mut self, kind: Kind, cell: u16, seen: &mut Vec<u64>) -> Seen {
        if self.question == Question::NimValue {
            return self.look_at_value(cell, seen);
        }
        match cell >> shift(kind, self.player.other()) & BOTH {
            WIN => {
                self.has_moved = true;
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
    fn look_at_value(&mut self, cell: u16, seen: &mut Vec<u64>) -> Seen {
        match cell.checked_sub(FIRST) {
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

    /// Looks at the sum of two positions by their nim-values.
    #[inline(always)]
    pub fn look_at_sum(&mut self, a: u16, b: u16, seen: &mut Vec<u64>) -> Seen {
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
            // Nim-values say nothing of misère play.
            Question::Misere => Seen::Open,
        }
    }
}

/// The answer to a question from a cell, if it is known.
#[inline(always)]
pub(super) fn answer(kind: Kind, question: Question, cell: u16) -> Option<Word> {
    if question == Question::NimValue {
        return Some(Word::small(cell.checked_sub(FIRST)?.into()));
    }
    let wins = |player| match cell >> shift(kind, player) & BOTH {
        WIN => Some(true),
        LOSS => Some(false),
        _ => None,
    };
    let outcome = match (wins(Player::Left)?, wins(Player::Right)?) {
        (true, true) => Outcome::N,
        (false, false) => Outcome::P,
        (true, false) => Outcome::L,
        (false, true) => Outcome::R,
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

/// Begins a search for what is not known of the position that is asked about; says whether there is one.
pub(super) fn begin(
    cx: &mut Session,
    base: usize,
    first: u8,
    question: Question,
    game: u16,
) -> Result<bool, EvalError> {
    let base = base + first as usize;
    let Some(kind) = kind(cx, game) else { return Ok(false) };
    let entry = &cx.machine.registers.games[game as usize];
    if entry.failures >= MAX_FAILURES || question == Question::NimValue && !kind.is_impartial {
        return Ok(false);
    }
    let definition = entry.definition.clone();
    let count = definition.parameters.len();
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
    let is_known = question == Question::NimValue || cell >> shift(kind, Player::Left) & BOTH > OPEN;
    let player = if is_known && question != Question::NimValue { Player::Right } else { Player::Left };
    if answer(kind, question, cell).is_some() {
        return Ok(true);
    }
    // A position about which the search that is under way asks itself.
    let is_open = match question {
        Question::NimValue => cell == OPEN,
        _ => cell >> shift(kind, player) & BOTH == OPEN,
    };
    Ok(!is_open && enter(cx, base, game, question, player))
}

/// How the moves in a game are related; `None` if its positions are not searched here.
fn kind(cx: &mut Session, game: u16) -> Option<Kind> {
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
    let (Some(body), Some(kind)) = (entry.body.clone(), entry.kind) else { return false };
    let arguments = &registers.words[base..base + entry.definition.parameters.len()];
    let table = &mut entry.tables[question as usize];
    let mark = if question == Question::NimValue { OPEN } else { OPEN << shift(kind, player) };
    table.set(arguments, table.get(arguments) | mark);
    let seen = registers.seen.len() as u32;
    let search = Search { game, question, player, seen, is_won: false, has_moved: false };
    let (marks, began) = (registers.marks.len(), registers.steps());
    let purpose = Purpose::Moves(search);
    registers.frames.push(Frame { body, pc: 0, base, marks, purpose, effects, began });
    true
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
    let Some(search) = search(cx) else { return Ok(Outside::Leave) };
    let is_new = cx.machine.registers.games[game as usize].kind.is_none();
    let Some(kind) = kind(cx, game) else { return Ok(Outside::Leave) };
    if search.question == Question::NimValue && !kind.is_impartial {
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
    // What is asked has no answer by nim-values.
    let is_misere = search(cx).is_none_or(|search| search.question == Question::Misere);
    Ok(if is_misere { Outside::Leave } else { Outside::Frame })
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
fn nim_value(cx: &mut Session, value: &Value) -> Result<Option<u16>, EvalError> {
    Ok(match value {
        Value::Integer(0) => Some(0),
        Value::Game(g) => cx.games.as_nimber(*g).and_then(|size| u16::try_from(size).ok()),
        _ => None,
    })
}

/// Who wins a value, as it stands in a cell.
fn winners(cx: &mut Session, value: &Value, convention: Convention) -> Result<Option<u16>, EvalError> {
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
        Outcome::N => Some(WIN | WIN << 2),
        Outcome::P => Some(LOSS | LOSS << 2),
        Outcome::L => Some(WIN | LOSS << 2),
        Outcome::R => Some(LOSS | WIN << 2),
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
            u16::try_from(mex + FIRST as usize).unwrap_or(OPEN)
        }
        (question, Some(kind)) => {
            let is_won = search.is_won || question == Question::Misere && !search.has_moved;
            let shift = shift(kind, search.player);
            cell & !(BOTH << shift) | (if is_won { WIN } else { LOSS }) << shift
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
    cx.machine.registers.frames[floor..].iter().any(|frame| matches!(frame.purpose, Purpose::Moves(_)))
}

/// Gives up the searches in the frames from `floor` on. The topmost frame is then the one that asked; says whether there is
/// one.
pub(super) fn give_up(cx: &mut Session, floor: usize) -> bool {
    let registers = &mut cx.machine.registers;
    let is_search = |frame: &Frame| matches!(frame.purpose, Purpose::Moves(_));
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
                let open = match (search.question, entry.kind) {
                    (Question::NimValue, _) | (_, None) => BOTH,
                    (_, Some(kind)) => BOTH << shift(kind, search.player),
                };
                table.set(arguments, cell & !open);
            }
            Purpose::Call { function, is_kept: true } => {
                let function = &mut registers.functions[function as usize];
                let count = function.definition.parameters.len();
                function.table.set(&registers.words[frame.base..][..count], Word::NONE);
            }
            Purpose::Call { .. } | Purpose::Statement => {}
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
