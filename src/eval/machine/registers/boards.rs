//! Built-ins on boards.

use rustc_hash::FxHashMap;

use super::arena::Arena;
use super::{Tag, Word};
use crate::eval::Role;
use crate::value::Value;
use crate::value::board::{Board, Boards, FEW, Letters, Rectangle, Steps, Ties};

/// The number of rows and of columns of the boards whose places are stored.
const SIDE: i64 = 64;

/// The words of the places of small boards, and those of the lists of places beside a place: by the size of the board, the steps and
/// the cell.
#[derive(Default)]
pub(super) struct PlaceWords {
    places: Vec<Word>,
    beside: FxHashMap<(usize, usize, Steps), Box<[Word]>>,
}

impl Arena {
    /// Returns the list of a row and a column.
    #[inline]
    fn place(&mut self, row: i64, column: i64) -> Option<Word> {
        let is_small = (0..SIDE).contains(&row) && (0..SIDE).contains(&column);
        if !is_small {
            return self.pair(row, column);
        }
        let index = (row * SIDE + column) as usize;
        if self.place_words.places.is_empty() {
            self.place_words.places.resize((SIDE * SIDE) as usize, Word::NONE);
        }
        if self.place_words.places[index] == Word::NONE {
            self.place_words.places[index] = self.pair(row, column)?;
            self.retained += 1;
        }
        Some(self.place_words.places[index])
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
        if let Some(&[first, second]) = self.lists.bytes(pair.number()) {
            return Some([first.into(), second.into()]);
        }
        let member = |i| self.lists.get(pair.number(), i).and_then(Word::as_integer);
        Some([member(0)?, member(1)?])
    }

    #[inline]
    fn cell(&self, shape: &Rectangle, place: Word) -> Option<usize> {
        let [row, column] = self.integers(place)?;
        shape.cell(row, column)
    }

    /// Returns what stands at a place of a list, a board, a text or a dictionary, or `None` if that must be found out elsewhere.
    #[inline(never)]
    pub fn part(&mut self, target: Word, place: Word) -> Option<Word> {
        match target.tag() {
            Tag::Dict => self.value_of_key(target, place).filter(|&value| value != Word::NONE),
            _ => self.part_of_others(target, place),
        }
    }

    #[inline(never)]
    fn part_of_others(&mut self, target: Word, place: Word) -> Option<Word> {
        match target.tag() {
            Tag::List => self.lists.get(target.number(), place.as_integer()?),
            Tag::Board => self.letter_on(target, place),
            _ => self.letter_in(target, place.as_integer()?),
        }
    }

    #[inline(never)]
    fn letter_on(&self, board: Word, place: Word) -> Option<Word> {
        let board = self.boards.get(board);
        Some(Word::letter(board.cells()[self.cell(board.shape(), place)?]))
    }

    /// Returns the letter in a row and a column of a board, or `None` if that must be found out elsewhere.
    #[inline]
    pub fn letter_at(&self, board: Word, row: Word, column: Word) -> Option<Word> {
        if board.tag() != Tag::Board {
            return None;
        }
        let board = self.boards.get(board);
        let cell = board.shape().cell(row.as_integer()?, column.as_integer()?)?;
        Some(Word::letter(board.cells()[cell]))
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

/// Returns the number of rows or of columns of a board, or `None` if the built-in with this role is another one.
#[inline]
pub(super) fn side_of_board(arena: &Arena, role: Role, board: Word) -> Option<Word> {
    let shape = arena.boards.get(board).shape();
    match role {
        Role::Rows => Word::integer(shape.rows() as i64),
        Role::Columns => Word::integer(shape.columns() as i64),
        _ => None,
    }
}

/// Computes the result of the built-in with this role for a board and `rest`, or returns `None` if it must be called with values.
#[inline(never)]
pub(super) fn of_board(
    arena: &mut Arena,
    boards: &Boards,
    unpaid: &mut u32,
    role: Role,
    board: Word,
    rest: &[Word],
) -> Option<Word> {
    let steps = |arena: &Arena, at: usize| match rest.get(at) {
        None => Some(Steps::Beside),
        Some(&steps) => match arena.held(steps)? {
            Value::List(list) => boards.chessman(list),
            _ => None,
        },
    };
    match (role, rest) {
        (Role::Cells, &[letters]) => cells(arena, unpaid, board, letters),
        (Role::Neighbours, &[place, ..]) if rest.len() <= 2 => {
            let steps = steps(arena, 1)?;
            beside(arena, board, place, steps)
        }
        (Role::Parts, &[letters, ..]) if rest.len() <= 2 => {
            let steps = steps(arena, 1)?;
            parts(arena, boards, unpaid, board, letters, steps)
        }
        (Role::Ray, &[place, direction, ..]) if rest.len() <= 3 => ray(arena, board, place, direction, rest.get(2)),
        (Role::ReplaceAt, &[place, letter]) => {
            *unpaid += arena.cost(board);
            let mut changed = arena.boards.get(board).clone();
            arena.put(&mut changed, place, letter)?;
            Some(arena.boards.word(changed))
        }
        (Role::ReplaceAt, &[changes]) if changes.is_list() => {
            *unpaid += arena.cost(board);
            let mut changed = arena.boards.get(board).clone();
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

fn cells(arena: &mut Arena, unpaid: &mut u32, board: Word, letters: Word) -> Option<Word> {
    // Both players often ask for the same cells.
    let (asked, known) = arena.cells;
    if asked == [board, letters] {
        return Some(known);
    }
    let (asked, letters) = ([board, letters], arena.letters(letters)?);
    let board = arena.boards.get(board).clone();
    *unpaid += board.cells().len() as u32 / 16;
    let mut found = std::mem::take(&mut arena.members);
    found.clear();
    for (cell, _) in board.cells().iter().enumerate().filter(|(_, held)| letters.contains(**held)) {
        let (row, column) = board.shape().row_and_column(cell);
        found.push(arena.place(row, column)?);
    }
    let list = arena.list_of(&found);
    arena.members = found;
    arena.cells = (asked, list);
    Some(list)
}

fn beside(arena: &mut Arena, board: Word, place: Word, steps: Steps) -> Option<Word> {
    let [row, column] = arena.integers(place)?;
    let shape = arena.boards.get(board).shared_shape();
    let cell = shape.cell(row, column)?;
    if shape.len() > FEW {
        return places_beside(arena, &shape, [row, column], steps);
    }
    let size = (shape.rows(), shape.columns(), steps);
    let known = arena.place_words.beside.get(&size).map(|lists| lists[cell]);
    if let Some(known) = known.filter(|&known| known != Word::NONE) {
        return Some(known);
    }
    let list = places_beside(arena, &shape, [row, column], steps)?;
    let lists = arena.place_words.beside.entry(size);
    lists.or_insert_with(|| vec![Word::NONE; shape.len()].into())[cell] = list;
    arena.retained += 1;
    Some(list)
}

fn places_beside(arena: &mut Arena, shape: &Rectangle, [row, column]: [i64; 2], steps: Steps) -> Option<Word> {
    let (mut found, mut count) = ([Word::NONE; 8], 0);
    for [down, right] in steps.all() {
        if shape.cell(row + down, column + right).is_some() {
            found[count] = arena.place(row + down, column + right)?;
            count += 1;
        }
    }
    Some(arena.list_of(&found[..count]))
}

fn parts(
    arena: &mut Arena,
    boards: &Boards,
    unpaid: &mut u32,
    board: Word,
    letters: Word,
    steps: Steps,
) -> Option<Word> {
    let ties = arena.ties(letters)?;
    let board = arena.boards.get(board).clone();
    let (mut found, mut cut) = (Vec::new(), board.cells().len());
    let taken = board.parts(&ties, steps, boards, |part| {
        cut += part.cells().len();
        found.push(arena.boards.word(part));
        Ok::<(), ()>(())
    });
    taken.ok()?;
    *unpaid += cut as u32 / 16;
    Some(arena.list_of(&found))
}

fn ray(arena: &mut Arena, board: Word, place: Word, direction: Word, letters: Option<&Word>) -> Option<Word> {
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
