//! Built-ins on boards.

use super::arena::Arena;
use super::{Session, Tag, Word};
use crate::eval::Role;
use crate::value::Value;
use crate::value::board::Rectangle;
use crate::value::board::{Board, Letters, Steps, Ties};

/// The number of rows and of columns of the boards whose places are stored.
const SIDE: i64 = 64;

/// The words of the places of small boards.
#[derive(Default)]
pub(super) struct PlaceWords(Vec<Word>);

impl Arena {
    /// Returns the list of a row and a column.
    #[inline]
    fn place(&mut self, row: i64, column: i64) -> Option<Word> {
        let is_small = (0..SIDE).contains(&row) && (0..SIDE).contains(&column);
        if !is_small {
            return self.pair(row, column);
        }
        let index = (row * SIDE + column) as usize;
        if self.place_words.0.is_empty() {
            self.place_words.0.resize((SIDE * SIDE) as usize, Word::NONE);
        }
        if self.place_words.0[index] == Word::NONE {
            self.place_words.0[index] = self.pair(row, column)?;
            self.retained += 1;
        }
        Some(self.place_words.0[index])
    }

    fn pair(&mut self, first: i64, second: i64) -> Option<Word> {
        Some(Word::list(self.lists.list(&[Word::integer(first)?, Word::integer(second)?])))
    }

    /// Returns the two integers of a list of two.
    #[inline]
    fn integers(&self, pair: Word) -> Option<[i64; 2]> {
        if !pair.is_list() || self.lists.len(pair.number()) != 2 {
            return None;
        }
        let member = |i| self.lists.get(pair.number(), i).and_then(Word::as_integer);
        Some([member(0)?, member(1)?])
    }

    #[inline]
    fn cell(&self, shape: &Rectangle, place: Word) -> Option<usize> {
        let [row, column] = self.integers(place)?;
        shape.cell(row, column)
    }

    /// Returns the letter at a place of a board, or `None` if these are no board and no place of it.
    #[inline]
    pub fn letter_at(&self, board: Word, place: Word) -> Option<Word> {
        if board.tag() != Tag::Board {
            return None;
        }
        let board = self.boards.get(board);
        Some(Word::letter(board.cells()[self.cell(board.shape(), place)?]))
    }

    /// Returns the letters of a text.
    fn letters(&self, text: Word) -> Option<Letters> {
        self.read_text(text, Letters::of)
    }

    /// Returns what holds cells together: the letters of a text, or pairs of them.
    fn ties(&self, word: Word) -> Option<Ties> {
        if !word.is_list() {
            return Some(Ties::all(self.letters(word)?));
        }
        let pair = |text: Word| self.read_text(text, |bytes| <[u8; 2]>::try_from(bytes).ok());
        let pairs: Option<Vec<[u8; 2]>> = self.lists.members(word.number()).map(pair).collect();
        Ties::pairs(pairs?.into_iter())
    }

    /// Puts a letter into a cell of what is made of a board.
    fn put(&self, board: &mut Board, place: Word, letter: Word) -> Option<()> {
        let cell = self.cell(board.shape(), place).filter(|_| letter.tag() == Tag::Letter)?;
        board.cells_mut()[cell] = letter.number() as u8;
        Some(())
    }

    fn list_of(&mut self, members: &[Word]) -> Word {
        Word::list(self.lists.list(members))
    }
}

/// Computes the result of the built-in with this role, or returns `None` if it must be called with values.
pub(super) fn of_board(cx: &mut Session, role: Role, operands: &[Word]) -> Option<Word> {
    let (&word, rest) = operands.split_first()?;
    if word.tag() != Tag::Board {
        return None;
    }
    let steps = |at: usize| match rest.get(at) {
        None => Some(Steps::Beside),
        Some(&steps) => chessman(cx, steps),
    };
    match (role, rest) {
        (Role::Cells, &[letters]) => cells(cx, word, letters),
        (Role::Neighbours, &[place, ..]) if rest.len() <= 2 => {
            let steps = steps(1)?;
            beside(&mut cx.machine.registers.arena, word, place, steps)
        }
        (Role::Parts, &[letters, ..]) if rest.len() <= 2 => {
            let steps = steps(1)?;
            parts(cx, word, letters, steps)
        }
        (Role::Ray, &[place, direction, ..]) if rest.len() <= 3 => ray(cx, word, place, direction, rest.get(2)),
        (Role::ReplaceAt, &[place, letter]) => {
            let arena = &mut cx.machine.registers.arena;
            let mut changed = arena.boards.get(word).clone();
            arena.put(&mut changed, place, letter)?;
            Some(arena.boards.word(changed))
        }
        (Role::ReplaceAt, &[changes]) if changes.is_list() => {
            let arena = &mut cx.machine.registers.arena;
            let mut changed = arena.boards.get(word).clone();
            for i in 0..arena.lists.len(changes.number()) {
                let change = arena.lists.get(changes.number(), i as i64)?;
                if !change.is_list() || arena.lists.len(change.number()) != 2 {
                    return None;
                }
                let member = |i| arena.lists.get(change.number(), i);
                arena.put(&mut changed, member(0)?, member(1)?)?;
            }
            Some(arena.boards.word(changed))
        }
        _ => None,
    }
}

/// Returns the chessman whose steps these are.
fn chessman(cx: &Session, steps: Word) -> Option<Steps> {
    match cx.machine.registers.arena.held(steps)? {
        Value::List(list) => cx.boards.chessman(list),
        _ => None,
    }
}

fn cells(cx: &mut Session, board: Word, letters: Word) -> Option<Word> {
    let registers = &mut cx.machine.registers;
    let arena = &mut registers.arena;
    let letters = arena.letters(letters)?;
    let board = arena.boards.get(board).clone();
    registers.unpaid += board.cells().len() as u32 / 16;
    let mut found = std::mem::take(&mut arena.members);
    found.clear();
    for (cell, _) in board.cells().iter().enumerate().filter(|(_, held)| letters.contains(**held)) {
        let (row, column) = board.shape().row_and_column(cell);
        found.push(arena.place(row, column)?);
    }
    let list = arena.list_of(&found);
    arena.members = found;
    Some(list)
}

fn beside(arena: &mut Arena, board: Word, place: Word, steps: Steps) -> Option<Word> {
    let [row, column] = arena.integers(place)?;
    let shape = arena.boards.get(board).shared_shape();
    shape.cell(row, column)?;
    let (mut found, mut count) = ([Word::NONE; 8], 0);
    for [down, right] in steps.all() {
        if shape.cell(row + down, column + right).is_some() {
            found[count] = arena.place(row + down, column + right)?;
            count += 1;
        }
    }
    Some(arena.list_of(&found[..count]))
}

fn parts(cx: &mut Session, board: Word, letters: Word, steps: Steps) -> Option<Word> {
    let registers = &mut cx.machine.registers;
    let arena = &mut registers.arena;
    let ties = arena.ties(letters)?;
    let board = arena.boards.get(board).clone();
    let (mut found, mut cut) = (Vec::new(), board.cells().len());
    let taken = board.parts(&ties, steps, &cx.boards, |part| {
        cut += part.cells().len();
        found.push(arena.boards.word(part));
        Ok::<(), ()>(())
    });
    taken.ok()?;
    registers.unpaid += cut as u32 / 16;
    Some(arena.list_of(&found))
}

fn ray(cx: &mut Session, board: Word, place: Word, direction: Word, letters: Option<&Word>) -> Option<Word> {
    let arena = &mut cx.machine.registers.arena;
    let ([mut row, mut column], [down, right]) = (arena.integers(place)?, arena.integers(direction)?);
    if [down, right] == [0, 0] {
        return None;
    }
    let letters = match letters {
        Some(&letters) => Some(arena.letters(letters)?),
        None => None,
    };
    let board = arena.boards.get(board).clone();
    board.shape().cell(row, column)?;
    let mut found = Vec::new();
    loop {
        (row, column) = (row.saturating_add(down), column.saturating_add(right));
        let Some(cell) = board.shape().cell(row, column) else { break };
        if letters.is_some_and(|letters| !letters.contains(board.cells()[cell])) {
            break;
        }
        found.push(arena.place(row, column)?);
    }
    Some(arena.list_of(&found))
}
