//! Positions of a person's games as words.
//!
//! A position is a game and its arguments. It is interned in the engine only when its value or its moves are asked for. A solver of a
//! game with claims gets the position in normal form instead, so that it solves one image of each board.

use std::rc::Rc;

use super::arena::{Arena, value_of};
use super::word::Tag;
use super::{Registers, Session, Word, dictionaries, values_at};
use crate::eval::state::{put_argument, write_board, write_few, write_integer};
use crate::value::board::FEW;
use crate::value::{Board, Value};
use cg_engine::games::hashing::key_of;
use cg_engine::positions::{PositionId, RulesetId, SUM, Target};

/// The positions, each of which stands once.
#[derive(Default)]
pub(super) struct PositionArena {
    heads: Vec<Head>,
    arguments: Vec<Word>,
    /// The normal forms of positions with small boards, by the key of their states.
    normal_forms: Cache,
    /// The state of a position under construction.
    state: Vec<u32>,
    /// A bit for each position of the engine by its number: 1 if nobody has a move in it.
    ended: Vec<u64>,
}

/// A position, and the positions of the engine that stand for it.
#[derive(Clone, Copy)]
struct Head {
    game: u16,
    /// The place of its arguments.
    start: u32,
    interned: Option<PositionId>,
    /// The position that a solver gets.
    normal_form: Option<PositionId>,
}

/// The number of normal forms that are stored, few enough to stay in the caches of the processor.
const MAX_NORMAL_FORMS: usize = 1 << 13;

/// Positions by key. A newer one takes the place of an older one.
#[derive(Default)]
struct Cache(Vec<Option<(u64, PositionId)>>);

impl Cache {
    /// Returns the place of a key, and the rest of it that is compared there.
    fn place(key: u128) -> (usize, u64) {
        (key as usize % MAX_NORMAL_FORMS, (key >> 64) as u64)
    }

    fn get(&self, key: u128) -> Option<PositionId> {
        let (place, rest) = Cache::place(key);
        (*self.0.get(place)?).filter(|(known, _)| *known == rest).map(|(_, p)| p)
    }

    fn put(&mut self, key: u128, p: PositionId) {
        if self.0.is_empty() {
            self.0.resize(MAX_NORMAL_FORMS, None);
        }
        let (place, rest) = Cache::place(key);
        self.0[place] = Some((rest, p));
    }
}

impl PositionArena {
    /// Returns the number of positions.
    pub fn count(&self) -> usize {
        self.heads.len()
    }

    /// Returns the bytes in use.
    pub fn size(&self) -> usize {
        size_of_val(&self.heads[..]) + size_of_val(&self.arguments[..])
    }

    /// Forgets the positions of the engine.
    pub fn forget_engine(&mut self) {
        for head in &mut self.heads {
            (head.interned, head.normal_form) = (None, None);
        }
        self.ended.clear();
        self.normal_forms.0.clear();
    }

    /// Notes that nobody has a move in a position.
    pub fn end(&mut self, p: PositionId) {
        let number = p.index() as usize;
        if self.ended.len() <= number / 64 {
            self.ended.resize(number / 64 + 1, 0);
        }
        self.ended[number / 64] |= 1 << (number % 64);
    }

    fn has_ended(&self, p: PositionId) -> bool {
        let number = p.index() as usize;
        self.ended.get(number / 64).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }
}

impl Registers {
    /// Forgets the positions from this number on. None of them may be in use.
    pub fn cut_positions(&mut self, count: usize) {
        let Registers { arena: Arena { positions, .. }, games, .. } = self;
        let PositionArena { heads, arguments, .. } = positions;
        let Some(first) = heads.get(count).map(|head| head.start) else { return };
        for head in heads.drain(count..) {
            let entry = &mut games[head.game as usize];
            let from = head.start as usize;
            entry.numbers.remove(&arguments[from..from + entry.arity()]);
        }
        arguments.truncate(first as usize);
    }
}

/// Returns the word of the position whose arguments begin at `base`, or `None` if one of them may stand for several values.
pub(super) fn word(cx: &mut Session, base: usize, game: u16) -> Option<Word> {
    let count = cx.machine.registers.games[game as usize].arity();
    dictionaries::settle(cx, base, count).ok()?;
    let Registers { words, games, arena: Arena { positions, .. }, .. } = &mut cx.machine.registers;
    let entry = &mut games[game as usize];
    let arguments = &words[base..base + entry.arity()];
    if arguments.iter().any(|argument| argument.tag() == Tag::Held) {
        return None;
    }
    let mut number = entry.numbers.get(arguments);
    if number == 0 {
        let start = positions.arguments.len() as u32;
        positions.heads.push(Head { game, start, interned: None, normal_form: None });
        positions.arguments.extend_from_slice(arguments);
        number = positions.heads.len() as u32;
        entry.numbers.set(arguments, number);
    }
    Some(Word::of(Tag::Position, u64::from(number) - 1))
}

/// Returns the position whose arguments begin at `base`.
pub(super) fn intern(cx: &mut Session, base: usize, game: u16) -> PositionId {
    let entry = &cx.machine.registers.games[game as usize];
    let (ruleset, count) = (entry.ruleset, entry.arity());
    let mut state = Vec::new();
    for argument in values_at(cx, base, count) {
        put_argument(&mut cx.machine, &argument, &mut state);
    }
    cx.positions.intern(ruleset, &state)
}

/// Returns the position that a word stands for.
pub(super) fn position(cx: &mut Session, word: Word) -> PositionId {
    let number = word.number();
    if let Some(known) = cx.machine.registers.arena.positions.heads[number].interned {
        return known;
    }
    let (ruleset, state) = state(cx, number, None);
    let p = cx.positions.intern(ruleset, &state[1..]);
    let positions = &mut cx.machine.registers.arena.positions;
    positions.heads[number].interned = Some(p);
    positions.state = state;
    p
}

/// Returns the position that a solver of the game gets.
fn normal_form(cx: &mut Session, word: Word) -> PositionId {
    let number = word.number();
    if let Some(known) = cx.machine.registers.arena.positions.heads[number].normal_form {
        return known;
    }
    let p = match board_of(cx, number) {
        Some(board) => normal_form_by_board(cx, number, board),
        None => position(cx, word),
    };
    cx.machine.registers.arena.positions.heads[number].normal_form = Some(p);
    p
}

/// Returns the only board among the arguments of a position. `None` if there are several: each could be turned without the others,
/// so that their images prove nothing.
fn board_of(cx: &Session, number: usize) -> Option<Word> {
    let registers = &cx.machine.registers;
    let Head { game, start, .. } = registers.arena.positions.heads[number];
    let arguments = &registers.arena.positions.arguments[start as usize..][..registers.games[game as usize].arity()];
    let mut boards = arguments.iter().copied().filter(|argument| argument.tag() == Tag::Board);
    let board = boards.next()?;
    boards.next().is_none().then_some(board)
}

/// Returns the normal form of a position whose only board is `board`.
fn normal_form_by_board(cx: &mut Session, number: usize, board: Word) -> PositionId {
    let mut key = None;
    // The state of a large board would store it.
    if cx.machine.registers.arena.boards.get(board).cells().len() <= FEW {
        let (_, state) = state(cx, number, None);
        key = Some(key_of(&state));
        cx.machine.registers.arena.positions.state = state;
    }
    let Registers { arena: Arena { positions, boards, .. }, games, .. } = &cx.machine.registers;
    if let Some(known) = key.and_then(|key| positions.normal_forms.get(key)) {
        return known;
    }
    let claims = &games[positions.heads[number].game as usize].definition.claims;
    let image = boards.get(board).normal_form(claims, &cx.machine.boards);
    let is_negative = image.as_ref().is_some_and(|(_, is_negative)| *is_negative);
    let (ruleset, state) = state(cx, number, image.map(|(image, _)| (board, image)));
    let p = cx.positions.intern(ruleset, &state[1..]);
    let p = if is_negative { cx.positions.negative(p) } else { p };
    let positions = &mut cx.machine.registers.arena.positions;
    positions.state = state;
    if let Some(key) = key {
        positions.normal_forms.put(key, p);
    }
    p
}

/// Returns the ruleset of a position and its state behind a word for the ruleset. `instead` is a board and the board that replaces it.
fn state(cx: &mut Session, number: usize, instead: Option<(Word, Board)>) -> (RulesetId, Vec<u32>) {
    let registers = &mut cx.machine.registers;
    let Head { game, start, .. } = registers.arena.positions.heads[number];
    let entry = &registers.games[game as usize];
    let (ruleset, count) = (entry.ruleset, entry.arity());
    let mut state = std::mem::take(&mut registers.arena.positions.state);
    state.clear();
    state.push(ruleset.index());
    for i in 0..count {
        let argument = cx.machine.registers.arena.positions.arguments[start as usize + i];
        match &instead {
            Some((board, image)) if *board == argument => {
                put_argument(&mut cx.machine, &Value::Board(Rc::new(image.clone())), &mut state);
            }
            _ => write(cx, argument, &mut state),
        }
    }
    (ruleset, state)
}

/// Writes an argument of the state of a position.
fn write(cx: &mut Session, argument: Word, state: &mut Vec<u32>) {
    let arena = &cx.machine.registers.arena;
    let is_written = match argument.tag() {
        Tag::Integer => write_integer(argument.value(), state),
        Tag::List => {
            let members = arena.lists.members(argument.number());
            write_few(members.len(), members.map(Word::as_integer), state)
        }
        Tag::Board if arena.boards.get(argument).cells().len() <= FEW => write_board(arena.boards.get(argument), state),
        _ => false,
    };
    if !is_written {
        let value = value_of(cx, argument);
        put_argument(&mut cx.machine, &value, state);
    }
}

/// Returns the word of the sum of the positions in a list, or `None` if its members are no positions.
pub(super) fn sum_word(arena: &Arena, list: Word) -> Option<Word> {
    let members = arena.members(list).filter(|_| list.is_list())?;
    let are_positions = (1..=MAX_COMPONENTS).contains(&members.len()) && { members }.all(|p| p.tag() == Tag::Position);
    are_positions.then_some(Word::of(Tag::Sum, list.number() as u64))
}

/// The largest number of components of a sum that is a word.
const MAX_COMPONENTS: usize = 64;

/// Returns the word of the sum of a position to nothing, to a position or to a sum. `None` if `other` is no position.
pub(super) fn sum_of_words(arena: &mut Arena, sum: Word, other: Word) -> Option<Word> {
    if other.tag() != Tag::Position {
        return None;
    }
    let mut components: Vec<Word> = match sum.tag() {
        Tag::Integer if sum == Word::small(0) => return Some(other),
        Tag::Position => vec![sum],
        Tag::Sum => arena.lists.members(sum.number()).collect(),
        _ => return None,
    };
    if components.len() >= MAX_COMPONENTS {
        return None;
    }
    components.push(other);
    let list = arena.lists.list(&components);
    Some(Word::of(Tag::Sum, list.into()))
}

/// Returns the sum that a word stands for.
pub(super) fn sum(cx: &mut Session, word: Word) -> PositionId {
    let components: Vec<Word> = cx.machine.registers.arena.lists.members(word.number()).collect();
    let components: Vec<PositionId> = components.into_iter().map(|p| position(cx, p)).collect();
    cx.positions.sum(&components)
}

/// Returns where a move to a position or a sum leads, for a solver of `game` if there is one.
pub(super) fn target(cx: &mut Session, word: Word, game: Option<u16>) -> Target {
    if word.tag() == Tag::Position {
        return component(cx, word, game).into();
    }
    let words: Vec<Word> = cx.machine.registers.arena.lists.members(word.number()).collect();
    let mut components = Vec::with_capacity(words.len());
    let mut last = None;
    for word in words {
        let p = component(cx, word, game);
        last = Some(p);
        // A component without moves adds nothing to a sum.
        let (unsigned, _) = cx.positions.without_sign(p);
        let is_over = game.is_some() && cx.machine.registers.arena.positions.has_ended(unsigned);
        if !is_over {
            components.push(p);
        }
    }
    match (&components[..], last) {
        ([], Some(last)) => last.into(),
        (&[p, q], _) => sum_of_two(cx, p, q),
        _ => cx.positions.sum(&components).into(),
    }
}

/// Returns the target of a move to the sum of two positions.
pub(super) fn sum_of_two(cx: &mut Session, p: PositionId, q: PositionId) -> Target {
    let is_sum = |&p: &PositionId| cx.positions.ruleset_of(p) == SUM;
    match [p, q].iter().any(is_sum) {
        true => cx.positions.sum(&[p, q]).into(),
        false => Target::sum(p, q),
    }
}

/// Returns the position that a word stands for, or its normal form for a solver of `game`.
pub(super) fn component(cx: &mut Session, word: Word, game: Option<u16>) -> PositionId {
    let is_solved = game == Some(cx.machine.registers.arena.positions.heads[word.number()].game);
    if is_solved { normal_form(cx, word) } else { position(cx, word) }
}
