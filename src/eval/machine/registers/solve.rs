//! The search for the winner of a position of a person's game, its nim-value or its remoteness, while the rule runs.
//!
//! A position under search is a frame of the body of its game. It waits at a move until the position after the move is solved,
//! and then does the same instruction again. If play returns to a position under search, or if a rule does something that is
//! not known here, the whole search is given up, and the engine is asked.
//!
//! The tables of a game have a cell for each position. The cell of a nim-value or a length is that number plus [`FIRST`]. The
//! cell of a winner has three bits for each player: the verdict if he moves first. Players with the same moves share them.

use std::num::NonZeroU32;
use std::rc::Rc;

use super::calls::{make_room, make_room_to_call};
use super::code::{Body, Question, Step};
use super::ending::{Outside, charge, runs_on};
use super::explore::{explore, list_move};
use super::{
    Definition, EvalError, Frame, GameEntry, MAX_FAILURES, Player, Purpose, Registers, Session, Tag, Value, Word,
    value_at,
};
use super::{dictionaries, moves};
use cg_engine::games::Outcome;
use cg_engine::positions::Convention;
use cg_engine::questions;

/// A position under search.
const OPEN: u32 = 1;
pub(super) const LOSS: u32 = 2;
pub(super) const WIN: u32 = 3;
pub(super) const DRAW: u32 = 4;
/// The bits of a player in a cell.
const BITS: u32 = 3;
/// The cell of the number 0.
const FIRST: u32 = 2;
/// A search is given up if an option has a nim-value of this size, as the set of nim-values would become too large.
const MAX_NIM_VALUE: u32 = 1 << 20;

/// The relation between the players' moves in a game and in all games to which its moves may lead.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// `true` if both players have the same moves.
    is_impartial: bool,
    /// `true` if, besides, all moves lead to positions of impartial games, and not to values.
    pub is_closed: bool,
}

/// Values to which moves may lead.
const VALUES: Kind = Kind { is_impartial: false, is_closed: false };

/// A position under search, and what its moves have shown so far.
#[derive(Clone, Copy)]
pub(super) struct Search {
    pub game: u16,
    pub question: Question,
    pub player: Player,
    /// The beginning of the set of its options' nim-values.
    pub seen: u32,
    is_won: bool,
    has_moved: bool,
    has_drawn: bool,
    /// One more than the least even length of an option, and than the greatest odd one.
    after_even: Option<NonZeroU32>,
    after_odd: u32,
}

/// The result of looking at the position after a move.
pub(super) enum Look {
    /// The position is not solved yet.
    Unknown,
    /// The position is under search itself.
    Open,
    /// The next move must be looked at.
    Next,
    /// The other moves do not matter.
    Settled,
}

/// Returns where the bits of a player stand in a cell.
#[inline(always)]
fn shift(kind: Kind, player: Player) -> u32 {
    if !kind.is_closed && player == Player::Right { BITS } else { 0 }
}

/// Returns what `player` can force if he moves first: 0 if it is unknown, [`OPEN`], [`LOSS`], [`WIN`] or [`DRAW`].
#[inline(always)]
pub(super) fn verdict(kind: Kind, player: Player, cell: u32) -> u32 {
    cell >> shift(kind, player) & ((1 << BITS) - 1)
}

/// Returns the cell with another verdict for `player`.
pub(super) fn with_verdict(kind: Kind, player: Player, cell: u32, verdict: u32) -> u32 {
    let shift = shift(kind, player);
    cell & !(((1 << BITS) - 1) << shift) | verdict << shift
}

/// Returns the cell with these verdicts for Left and for Right.
pub(super) fn cell_of(kind: Kind, left: u32, right: u32) -> u32 {
    with_verdict(kind, Player::Right, with_verdict(kind, Player::Left, 0, left), right)
}

impl Search {
    /// Begins a search. `seen` is where the set of nim-values will begin.
    #[inline]
    pub fn new(game: u16, question: Question, player: Player, seen: u32) -> Search {
        Search {
            game,
            question,
            player,
            seen,
            is_won: false,
            has_moved: false,
            has_drawn: false,
            after_even: None,
            after_odd: 0,
        }
    }

    /// Returns the search that answers a question about a position with this cell, or `None` if more must be known first.
    #[inline]
    pub fn at_once(
        game: u16,
        entry: &GameEntry,
        question: Question,
        cell: u32,
        arguments: &[Word],
        seen: usize,
    ) -> Option<Search> {
        let kind = entry.kind.filter(|kind| !question.is_of_both() || kind.is_impartial)?;
        let player = starter(kind, question, cell)?;
        let Definition { steps, descents, .. } = &*entry.definition;
        let is_plain = steps.is_none() && descents.is_empty() && !entry.is_loopy && entry.failures < MAX_FAILURES;
        let is_word = |word: &Word| matches!(word.tag(), Tag::Integer | Tag::Boolean | Tag::List | Tag::Set);
        let can_begin = is_plain && arguments.iter().all(is_word);
        can_begin.then(|| Search::new(game, question, player, seen as u32))
    }

    /// Returns the player who moves next.
    #[inline]
    pub fn next_player(&self) -> Player {
        self.player.other()
    }

    /// Returns `true` if the moves of `player` matter.
    #[inline(always)]
    pub fn wants(&self, player: Player) -> bool {
        self.question.is_of_both() || self.player == player
    }

    /// Looks at the position after a move. `kind` is that of its game.
    #[inline(always)]
    pub fn look(&mut self, kind: Kind, cell: u32, seen: &mut Vec<u64>) -> Look {
        match self.question {
            Question::NimValue => return self.look_at_value(cell, seen),
            Question::Remoteness | Question::MisereRemoteness => return self.look_at_length(cell),
            Question::Normal | Question::Misere => {}
        }
        // Comparisons by size stay branches, which are guessed better than one jump to as many places.
        match verdict(kind, self.player.other(), cell) {
            verdict @ WIN.. => {
                self.has_moved = true;
                self.has_drawn |= verdict == DRAW;
                Look::Next
            }
            LOSS => {
                self.is_won = true;
                Look::Settled
            }
            OPEN => Look::Open,
            _ => Look::Unknown,
        }
    }

    #[inline(always)]
    fn look_at_value(&mut self, cell: u32, seen: &mut Vec<u64>) -> Look {
        match cell.checked_sub(FIRST) {
            Some(MAX_NIM_VALUE..) => Look::Open,
            Some(nim_value) => {
                let place = self.seen as usize + nim_value as usize / 64;
                while place >= seen.len() {
                    seen.push(0);
                }
                seen[place] |= 1 << (nim_value % 64);
                Look::Next
            }
            None if cell == OPEN => Look::Open,
            None => Look::Unknown,
        }
    }

    fn look_at_length(&mut self, cell: u32) -> Look {
        match cell.checked_sub(FIRST) {
            Some(length) if length % 2 == 0 => {
                let after = NonZeroU32::MIN.saturating_add(length);
                self.after_even = Some(self.after_even.map_or(after, |least| least.min(after)));
                Look::Next
            }
            Some(length) => {
                self.after_odd = self.after_odd.max(length + 1);
                Look::Next
            }
            None if cell == OPEN => Look::Open,
            None => Look::Unknown,
        }
    }

    /// Stores the answer, when all moves have been looked at or do not matter. `words` begin with the arguments of the position.
    #[inline(never)]
    pub fn conclude(&self, games: &mut [GameEntry], words: &[Word], seen: &mut Vec<u64>) {
        let entry = &mut games[self.game as usize];
        let arguments = &words[..entry.arity()];
        let solved = match (self.question, entry.kind) {
            (Question::NimValue, _) => {
                let seen = &seen[self.seen as usize..];
                let full = seen.iter().take_while(|bits| **bits == u64::MAX).count();
                let mex = 64 * full + seen.get(full).map_or(0, |bits| bits.trailing_ones() as usize);
                mex as u32 + FIRST
            }
            (Question::Remoteness | Question::MisereRemoteness, _) => {
                let at_end = u32::from(self.question == Question::MisereRemoteness);
                let length = match (self.after_even, self.after_odd) {
                    (Some(least), _) => least.get(),
                    (None, 0) => at_end,
                    (None, greatest) => greatest,
                };
                length.saturating_add(FIRST)
            }
            (question, Some(kind)) => {
                let verdict = match self.is_won || question == Question::Misere && !self.has_moved {
                    true => WIN,
                    false if self.has_drawn => DRAW,
                    false => LOSS,
                };
                with_verdict(kind, self.player, entry.cell(question, arguments), verdict)
            }
            (question, None) => entry.cell(question, arguments),
        };
        entry.set_cell(self.question, arguments, solved);
        seen.truncate(self.seen as usize);
    }

    /// Looks at the sum of two positions by their nim-values.
    #[inline(always)]
    pub fn look_at_sum(&mut self, a: u32, b: u32, seen: &mut Vec<u64>) -> Look {
        let (Some(x), Some(y)) = (a.checked_sub(FIRST), b.checked_sub(FIRST)) else {
            return if a == OPEN || b == OPEN { Look::Open } else { Look::Unknown };
        };
        match self.question {
            Question::NimValue => match (x ^ y).checked_add(FIRST) {
                Some(cell) => self.look_at_value(cell, seen),
                None => Look::Open,
            },
            Question::Normal if x == y => {
                self.is_won = true;
                Look::Settled
            }
            Question::Normal => {
                self.has_moved = true;
                Look::Next
            }
            // Nim-values tell nothing about misère play or lengths.
            Question::Misere | Question::Remoteness | Question::MisereRemoteness => Look::Open,
        }
    }
}

/// Returns who wins if `starter` starts, by what he can force.
fn winner(verdict: u32, starter: Player) -> Option<Outcome> {
    match (verdict, starter) {
        (WIN, Player::Left) | (LOSS, Player::Right) => Some(Outcome::L),
        (WIN, Player::Right) | (LOSS, Player::Left) => Some(Outcome::R),
        (DRAW, _) => Some(Outcome::D),
        _ => None,
    }
}

/// Reads the answer to a question from a cell, or returns `None` if it is unknown.
#[inline(always)]
pub(super) fn answer(kind: Kind, question: Question, cell: u32) -> Option<Word> {
    if question.is_of_both() {
        return Word::integer(cell.checked_sub(FIRST)?.into());
    }
    let (left, right) = (verdict(kind, Player::Left, cell), verdict(kind, Player::Right, cell));
    let outcome = match (left, right) {
        (WIN, WIN) => Outcome::N,
        (LOSS, LOSS) => Outcome::P,
        (WIN, LOSS) => Outcome::L,
        (LOSS, WIN) => Outcome::R,
        _ => questions::class([winner(left, Player::Left)?, winner(right, Player::Right)?]),
    };
    Some(Word::outcome(outcome))
}

/// Returns the answer to a question about the position whose arguments begin at `base`, or `None` if it is unknown.
pub(super) fn known(cx: &Session, base: usize, game: u16, question: Question) -> Option<Word> {
    let registers = &cx.machine.registers;
    let entry = &registers.games[game as usize];
    answer(entry.kind?, question, entry.cell(question, &registers.words[base..base + entry.arity()]))
}

/// Begins a search for what is unknown of the position whose arguments begin at `base`, or solves it at once. Returns `false` if
/// the engine must be asked. The words from `free` on may be overwritten.
pub(super) fn begin(
    cx: &mut Session,
    base: usize,
    free: usize,
    question: Question,
    game: u16,
) -> Result<bool, EvalError> {
    let Some(kind) = kind(cx, game) else { return Ok(false) };
    let count = cx.machine.registers.games[game as usize].arity();
    dictionaries::settle(cx, base, count)?;
    let registers = &mut cx.machine.registers;
    registers.arena.retained += 1;
    let entry = &registers.games[game as usize];
    let definition = entry.definition.clone();
    if entry.failures >= MAX_FAILURES || question.is_of_both() && !kind.is_impartial {
        return Ok(false);
    }
    // The engine knows more about boards.
    if registers.words[base..base + count].iter().any(|argument| argument.tag() == Tag::Board) {
        return Ok(false);
    }
    if definition.steps.is_some() {
        return Ok(false);
    }
    if runs_on(cx, base, game) {
        return Ok(false);
    }
    let registers = &cx.machine.registers;
    let entry = &registers.games[game as usize];
    let cell = entry.cell(question, &registers.words[base..base + count]);
    if answer(kind, question, cell).is_some() {
        return Ok(true);
    }
    if entry.is_loopy {
        return explore(cx, base, free, game, question);
    }
    Ok(starter(kind, question, cell).is_some_and(|player| enter(cx, base, game, question, player)))
}

/// Returns the player for whom a position with this cell must be searched next. `None` if it is under search, as a rule may ask
/// about the position whose moves it gives.
fn starter(kind: Kind, question: Question, cell: u32) -> Option<Player> {
    if question.is_of_both() {
        return (cell != OPEN).then_some(Player::Left);
    }
    let is_left_known = verdict(kind, Player::Left, cell) > OPEN;
    let player = if is_left_known { Player::Right } else { Player::Left };
    (verdict(kind, player, cell) != OPEN).then_some(player)
}

/// Solves a position by all that can be reached if the last search came back to a position under search. Returns `false` if it
/// cannot.
pub(super) fn solve_loopy(
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

/// Returns how the moves in a game are related, or `None` if its positions are not searched here.
pub(super) fn kind(cx: &mut Session, game: u16) -> Option<Kind> {
    let entry = &cx.machine.registers.games[game as usize];
    if entry.kind.is_some() || entry.failures >= MAX_FAILURES {
        return entry.kind;
    }
    let mut found = Kind { is_impartial: true, is_closed: true };
    let mut games = vec![game];
    let mut next = 0;
    while let Some(&here) = games.get(next) {
        next += 1;
        let definition = cx.machine.registers.games[here as usize].definition.clone();
        let is_searched = definition.law.is_none() && definition.claims.is_empty() && !definition.parameters.is_empty();
        let body = if is_searched { Registers::body(cx, &definition.code).ok() } else { None };
        let Some(body) = body else {
            cx.machine.registers.games[game as usize].failures = MAX_FAILURES;
            return None;
        };
        for step in &body.steps {
            let led_to = match *step {
                Step::Yield { game, .. } => [game; 2],
                Step::YieldSum { game, other, .. } => [game, other],
                Step::YieldValue { .. } => {
                    found.is_closed = false;
                    continue;
                }
                Step::Side { .. } => {
                    found = VALUES;
                    continue;
                }
                _ => continue,
            };
            for game in led_to {
                if !games.contains(&game) {
                    games.push(game);
                }
            }
        }
        cx.machine.registers.games[here as usize].body = Some(body);
    }
    cx.machine.registers.games[game as usize].kind = Some(found);
    Some(found)
}

/// Pushes a frame for the position whose arguments begin at `base`. Returns `false` if it cannot.
fn enter(cx: &mut Session, base: usize, game: u16, question: Question, player: Player) -> bool {
    cx.machine.registers.unpaid += 1;
    if !matches!(charge(cx), Ok(false)) || make_room_to_call(cx, base).is_err() {
        return false;
    }
    let registers = &mut cx.machine.registers;
    let search = Search::new(game, question, player, registers.seen.len() as u32);
    let entry = &mut registers.games[game as usize];
    let arguments = &registers.words[base..base + entry.arity()];
    let Some(body) = open(entry, arguments, search) else { return false };
    let frame = Frame::new(body, base, Purpose::Moves(search), &cx.machine);
    cx.machine.registers.frames.push(frame);
    true
}

/// Notes that a position is under search, and returns the body to run for it.
#[inline]
pub(super) fn open(entry: &mut GameEntry, arguments: &[Word], search: Search) -> Option<Rc<Body>> {
    let (body, kind) = (entry.body.clone()?, entry.kind?);
    let cell = match search.question.is_of_both() {
        true if !kind.is_impartial => return None,
        true => OPEN,
        false => with_verdict(kind, search.player, entry.cell(search.question, arguments), OPEN),
    };
    entry.set_cell(search.question, arguments, cell);
    Some(body)
}

/// Returns the search of the topmost frame.
fn search(cx: &Session) -> Option<Search> {
    match cx.machine.registers.frames.last()?.purpose {
        Purpose::Moves(search) => Some(search),
        _ => None,
    }
}

/// Returns `true` if moves are listed for the engine in the topmost frame.
fn is_listing(cx: &Session) -> bool {
    let frame = cx.machine.registers.frames.last();
    frame.is_some_and(|frame| matches!(frame.purpose, Purpose::Targets { .. }))
}

/// Begins to search the position after a move, whose arguments begin at `base`; or lists the move.
pub(super) fn enter_yield(cx: &mut Session, base: usize, game: u16) -> Result<Outside, EvalError> {
    let count = cx.machine.registers.games[game as usize].arity();
    let has_changed = dictionaries::settle(cx, base, count)?;
    let search = match cx.machine.registers.frames.last().map(|frame| frame.purpose) {
        Some(Purpose::Moves(search)) => search,
        Some(Purpose::List { mover }) => return list_move(cx, base, game, mover),
        Some(Purpose::Targets { .. }) => return moves::add_call(cx, base, game),
        _ => return Ok(Outside::GiveUp),
    };
    let is_new = cx.machine.registers.games[game as usize].kind.is_none();
    if kind(cx, game).is_none() {
        return Ok(Outside::GiveUp);
    }
    let is_entered = has_changed || is_new || enter(cx, base, game, search.question, search.player.other());
    Ok(if is_entered { Outside::Frame } else { Outside::GiveUp })
}

/// Begins to search one of the two positions after a move to their sum. Its arguments are copied to `free`.
pub(super) fn enter_sum(cx: &mut Session, free: usize, parts: [(usize, u16); 2]) -> Result<Outside, EvalError> {
    if is_listing(cx) {
        return moves::add_sum(cx, parts);
    }
    for (base, game) in parts {
        if !kind(cx, game).is_some_and(|kind| kind.is_impartial) {
            return Ok(Outside::GiveUp);
        }
        let count = cx.machine.registers.games[game as usize].arity();
        dictionaries::settle(cx, base, count)?;
        let registers = &cx.machine.registers;
        let entry = &registers.games[game as usize];
        let arguments = base..base + count;
        if entry.cell(Question::NimValue, &registers.words[arguments.clone()]) != 0 {
            continue;
        }
        make_room(cx, free)?;
        cx.machine.registers.words.copy_within(arguments, free);
        let is_entered = enter(cx, free, game, Question::NimValue, Player::Left);
        return Ok(if is_entered { Outside::Frame } else { Outside::GiveUp });
    }
    let is_answered = search(cx).is_some_and(|s| matches!(s.question, Question::Normal | Question::NimValue));
    Ok(if is_answered { Outside::Frame } else { Outside::GiveUp })
}

/// Looks at a move to the value at this place.
pub(super) fn yield_value(cx: &mut Session, place: usize) -> Result<Outside, EvalError> {
    if is_listing(cx) {
        return moves::add_value(cx, place);
    }
    let Some(Search { question, .. }) = search(cx) else { return Ok(Outside::GiveUp) };
    let value = value_at(cx, place);
    let cell = match question {
        Question::NimValue => nim_value(cx, &value).and_then(|nim_value| nim_value.checked_add(FIRST)),
        Question::Normal => winners(cx, &value, Convention::Normal)?,
        Question::Misere => winners(cx, &value, Convention::Misere)?,
        Question::Remoteness if value == Value::Integer(0) => Some(FIRST),
        Question::MisereRemoteness if value == Value::Integer(0) => Some(FIRST + 1),
        Question::Remoteness | Question::MisereRemoteness => None,
    };
    let Registers { frames, seen, .. } = &mut cx.machine.registers;
    let (Some(cell), Some(Frame { purpose: Purpose::Moves(search), .. })) = (cell, frames.last_mut()) else {
        return Ok(Outside::GiveUp);
    };
    match search.look(VALUES, cell, seen) {
        Look::Next => Ok(Outside::Next),
        Look::Settled => {
            end_moves(cx);
            Ok(Outside::Frame)
        }
        Look::Open | Look::Unknown => Ok(Outside::GiveUp),
    }
}

/// Returns the nim-value of a value, or `None` if it has no small one.
fn nim_value(cx: &Session, value: &Value) -> Option<u32> {
    match value {
        Value::Integer(0) => Some(0),
        Value::Game(g) => cx.games.as_nimber(*g).and_then(|size| u32::try_from(size).ok()),
        _ => None,
    }
}

/// Returns who wins a value, as a cell. `None` if the engine must be asked.
fn winners(cx: &mut Session, value: &Value, convention: Convention) -> Result<Option<u32>, EvalError> {
    let outcome = match (value, convention) {
        (Value::Integer(0), Convention::Normal) => Outcome::P,
        (Value::Integer(0), Convention::Misere) => Outcome::N,
        (Value::Integer(1..), Convention::Normal) => Outcome::L,
        (Value::Integer(_), Convention::Normal) => Outcome::R,
        (Value::Game(g), Convention::Normal) => cx.games.outcome(*g)?,
        (Value::Position(p), _) => questions::class(questions::outcomes(*p, convention, cx)?),
        _ => return Ok(None),
    };
    Ok(match outcome {
        Outcome::N => Some(cell_of(VALUES, WIN, WIN)),
        Outcome::P => Some(cell_of(VALUES, LOSS, LOSS)),
        Outcome::L => Some(cell_of(VALUES, WIN, LOSS)),
        Outcome::R => Some(cell_of(VALUES, LOSS, WIN)),
        _ => None,
    })
}

/// Ends the search of the topmost frame, whose moves have all been looked at or do not matter, and stores the answer.
pub(super) fn end_moves(cx: &mut Session) {
    let registers = &mut cx.machine.registers;
    let Some(Frame { purpose, base, marks, .. }) = registers.frames.pop() else { return };
    registers.cut_gathered(marks);
    let Purpose::Moves(search) = purpose else { return };
    search.conclude(&mut registers.games, &registers.words[base..], &mut registers.seen);
}

/// Returns `true` if a search is under way in the frames from `floor` on.
pub(super) fn is_searching(cx: &Session, floor: usize) -> bool {
    cx.machine.registers.frames[floor..].iter().any(Frame::is_search)
}
