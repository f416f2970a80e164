//! Positions of a person's games as words.
//!
//! A position is a game and its arguments. The engine gets to know it only when its value or its moves are asked for; a solver of
//! a game with claims gets another one in its place, so that of all images of a board one is solved.

use std::rc::Rc;

use super::arena::{Arena, value_of};
use super::table::Table;
use super::word::Tag;
use super::{Machine, Registers, Session, Word};
use crate::eval::state::{put_argument, write_board, write_few, write_integer};
use crate::value::board::FEW;
use crate::value::{Board, Value};
use cg_engine::games::hashing::key_of;
use cg_engine::positions::{PositionId, RulesetId, SUM, Target};

/// The positions, by number.
#[derive(Default)]
pub(super) struct Places {
    /// The game of each position, and where its arguments begin.
    games: Vec<(u16, u32)>,
    arguments: Vec<Word>,
    /// The positions of the engine, and those that a solver gets in their place.
    positions: Vec<Option<PositionId>>,
    solved: Vec<Option<PositionId>>,
    /// What a solver gets in place of positions with small boards, by the key of their states.
    normal_forms: Cache,
    /// The state of a position that is being made.
    state: Vec<u32>,
    /// A bit for each position of the engine by its number: whether nobody has a move in it.
    ended: Vec<u64>,
}

/// The number of normal forms that are stored: so few that they stay in the caches of the processor.
const MAX_NORMAL_FORMS: usize = 1 << 13;

/// Positions by key. A newer one takes the place of an older one.
#[derive(Default)]
struct Cache(Vec<Option<(u64, PositionId)>>);

impl Cache {
    /// Returns the place of a key, and what is compared there. Together they are more than 64 bits of the key.
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

impl Places {
    /// Returns the number of positions.
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// Returns the bytes in use.
    pub fn size(&self) -> usize {
        size_of_val(&self.games[..]) + size_of_val(&self.arguments[..]) + 2 * size_of_val(&self.positions[..])
    }

    /// Forgets what the engine knows of the positions.
    pub fn forget_engine(&mut self) {
        self.positions.fill(None);
        self.solved.fill(None);
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
    pub fn cut_places(&mut self, count: usize) {
        let Registers { arena: Arena { places, .. }, games, .. } = self;
        let Some(&(_, first)) = places.games.get(count) else { return };
        for &(game, start) in &places.games[count..] {
            let entry = &mut games[game as usize];
            let arguments = &places.arguments[start as usize..start as usize + entry.arity()];
            entry.numbers.remove(arguments);
        }
        places.games.truncate(count);
        places.arguments.truncate(first as usize);
        places.positions.truncate(count);
        places.solved.truncate(count);
    }
}

/// Returns the word of the position whose arguments begin at `base`, or `None` if one of them may stand for several values.
pub(super) fn word(cx: &mut Session, base: usize, game: u16) -> Option<Word> {
    let registers = &mut cx.machine.registers;
    let entry = &mut registers.games[game as usize];
    let arguments = &registers.words[base..base + entry.arity()];
    if arguments.iter().any(|argument| argument.tag() == Tag::Held) {
        return None;
    }
    let numbers: &mut Table<u32> = &mut entry.numbers;
    let known = numbers.get(arguments);
    if known != 0 {
        return Some(Word::of(Tag::Position, u64::from(known) - 1));
    }
    let places = &mut registers.arena.places;
    let number = places.games.len() as u32;
    places.games.push((game, places.arguments.len() as u32));
    places.arguments.extend_from_slice(arguments);
    places.positions.push(None);
    places.solved.push(None);
    numbers.set(arguments, number + 1);
    Some(Word::of(Tag::Position, number.into()))
}

/// Returns the position that a word stands for.
pub(super) fn position(cx: &mut Session, word: Word) -> PositionId {
    let number = word.number();
    if let Some(known) = cx.machine.registers.arena.places.positions[number] {
        return known;
    }
    let (ruleset, state) = state(cx, number, None);
    let p = cx.positions.intern(ruleset, &state[1..]);
    let places = &mut cx.machine.registers.arena.places;
    places.positions[number] = Some(p);
    places.state = state;
    p
}

/// Returns the position that a solver of the game gets in place of this one.
fn solved(cx: &mut Session, word: Word) -> PositionId {
    let number = word.number();
    if let Some(known) = cx.machine.registers.arena.places.solved[number] {
        return known;
    }
    let p = match board_of(cx, number) {
        Some(board) => in_normal_form(cx, number, board),
        None => position(cx, word),
    };
    cx.machine.registers.arena.places.solved[number] = Some(p);
    p
}

/// Returns the only board among the arguments of a position. Two boards are turned apart, so that their images say nothing.
fn board_of(cx: &Session, number: usize) -> Option<Word> {
    let registers = &cx.machine.registers;
    let places = &registers.arena.places;
    let (game, start) = places.games[number];
    let arguments = &places.arguments[start as usize..][..registers.games[game as usize].arity()];
    let mut boards = arguments.iter().copied().filter(|argument| argument.tag() == Tag::Board);
    let board = boards.next()?;
    boards.next().is_none().then_some(board)
}

/// Returns the position in normal form that stands for this one, whose only board is `board`.
fn in_normal_form(cx: &mut Session, number: usize, board: Word) -> PositionId {
    // A large board has words only where it is stored.
    let is_small = cx.machine.registers.arena.boards.get(board).cells().len() <= FEW;
    let mut key = None;
    if is_small {
        let (_, state) = state(cx, number, None);
        key = Some(key_of(&state));
        cx.machine.registers.arena.places.state = state;
    }
    if let Some(known) = key.and_then(|key| cx.machine.registers.arena.places.normal_forms.get(key)) {
        return known;
    }
    let registers = &cx.machine.registers;
    let claims = &registers.games[registers.arena.places.games[number].0 as usize].definition.claims;
    let normal = registers.arena.boards.get(board).normal_form(claims, &cx.boards);
    let is_negative = normal.as_ref().is_some_and(|(_, is_negative)| *is_negative);
    let (ruleset, state) = state(cx, number, normal.map(|(normal, _)| (board, normal)));
    let p = cx.positions.intern(ruleset, &state[1..]);
    let p = if is_negative { cx.positions.negative(p) } else { p };
    let places = &mut cx.machine.registers.arena.places;
    places.state = state;
    if let Some(key) = key {
        places.normal_forms.put(key, p);
    }
    p
}

/// Returns the ruleset of a position and, behind a word for it, its state, with another board in place of one.
fn state(cx: &mut Session, number: usize, instead: Option<(Word, Board)>) -> (RulesetId, Vec<u32>) {
    let registers = &mut cx.machine.registers;
    let (game, start) = registers.arena.places.games[number];
    let entry = &registers.games[game as usize];
    let (ruleset, count) = (entry.ruleset, entry.arity());
    let mut state = std::mem::take(&mut registers.arena.places.state);
    state.clear();
    state.push(ruleset.index());
    for i in 0..count {
        let argument = cx.machine.registers.arena.places.arguments[start as usize + i];
        match &instead {
            Some((board, normal)) if *board == argument => {
                if !write_board(normal, &mut state) {
                    put_argument(&mut cx.machine, &Value::Board(Rc::new(normal.clone())), &mut state);
                }
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
pub(super) fn sum_word(machine: &Machine, list: Word) -> Option<Word> {
    let arena = &machine.registers.arena;
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
        let is_over = game.is_some() && {
            let (p, _) = cx.positions.without_sign(p);
            cx.machine.registers.arena.places.has_ended(p)
        };
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

/// Returns a position, or the one that a solver of `game` gets in its place.
pub(super) fn component(cx: &mut Session, word: Word, game: Option<u16>) -> PositionId {
    let is_solved = game.is_some_and(|game| cx.machine.registers.arena.places.games[word.number()].0 == game);
    if is_solved { solved(cx, word) } else { position(cx, word) }
}
