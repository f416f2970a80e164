//! Boards: rectangles of letters, a byte a cell. The cells of a large board are shared until one is changed.
//!
//! Everything that depends on the size alone (places, neighbours, images) is computed once for all boards of a size: a
//! game visits thousands of boards of few sizes.

mod claims;
mod parts;
mod rectangle;

use std::cell::{OnceCell, RefCell};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::slice::Chunks;

use rustc_hash::FxHashMap;

pub use claims::Claims;
pub use rectangle::{Rectangle, Steps};

use super::{List, Value};
use cg_engine::games::Player;
use cg_engine::positions::{Cell, Content, Sketch};

/// Cells of the largest board.
pub const MOST_CELLS: usize = 1 << 20;
/// Cells that need no second allocation.
pub(crate) const FEW: usize = 64;

/// The cell that nobody can use.
const WALL: u8 = b'#';

/// A board: a letter in each cell of a rectangle.
#[derive(Clone, Debug)]
pub struct Board {
    shape: Rc<Rectangle>,
    cells: BoardCells,
}

/// The letters, row by row.
#[derive(Clone, Debug)]
enum BoardCells {
    Few { len: u8, all: [u8; FEW] },
    Many(Rc<[u8]>),
}

/// Returns a place or a step as a value.
pub(crate) fn pair(first: i64, second: i64) -> Value {
    Value::list(vec![Value::Integer(first), Value::Integer(second)])
}

/// Returns `true` if a byte can stand in a cell.
#[inline(always)]
pub const fn is_letter(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && byte != b'/'
}

/// A set of letters.
#[derive(Clone, Copy, Default, Debug)]
pub struct Letters(u128);

impl Letters {
    /// Returns the set of these, or `None` if one cannot stand in a cell, or there is none.
    pub fn of(letters: &[u8]) -> Option<Letters> {
        let all = letters.iter().all(|&letter| is_letter(letter)) && !letters.is_empty();
        all.then(|| Letters(letters.iter().fold(0, |set, letter| set | 1 << letter)))
    }

    /// Returns the set of the letters that can stand in a cell among those with these codes.
    pub fn among(codes: impl Iterator<Item = i64>) -> Letters {
        let letters = codes.filter_map(|code| u8::try_from(code).ok()).filter(|&letter| is_letter(letter));
        Letters(letters.fold(0, |set, letter| set | 1 << letter))
    }

    /// Returns `true` if a letter is one of them.
    #[inline]
    pub fn contains(self, letter: u8) -> bool {
        self.0 >> (letter & 127) & 1 == 1
    }
}

/// The letters by which neighbouring cells belong to one part.
#[derive(Clone, Debug)]
pub struct Ties {
    /// The letters of the cells that are of a part.
    cells: Letters,
    /// For each of them the letters that it is tied to; `None` if it is tied to all.
    pairs: Option<Vec<(u8, Letters)>>,
}

impl Ties {
    /// Returns the ties by which cells with any of these letters belong together.
    pub fn all(letters: Letters) -> Ties {
        Ties { cells: letters, pairs: None }
    }

    /// Returns the ties by which cells belong together if their letters are one of these pairs, in either order; `None`
    /// if a letter cannot stand in a cell, or there is no pair.
    pub fn pairs(pairs: impl Iterator<Item = [u8; 2]>) -> Option<Ties> {
        let (mut cells, mut tied) = (0, Vec::<(u8, Letters)>::new());
        let mut tie = |letter: u8, other: Letters| match tied.iter_mut().find(|(known, _)| *known == letter) {
            Some((_, others)) => *others = Letters(others.0 | other.0),
            None => tied.push((letter, other)),
        };
        for [one, other] in pairs {
            let both = Letters::of(&[one, other])?;
            cells |= both.0;
            tie(one, Letters::of(&[other])?);
            tie(other, Letters::of(&[one])?);
        }
        (cells != 0).then_some(Ties { cells: Letters(cells), pairs: Some(tied) })
    }

    /// Returns the letters that cells beside a cell with this letter must hold.
    fn of(&self, letter: u8) -> Letters {
        let tied = |pairs: &Vec<(u8, Letters)>| {
            let found = pairs.iter().find(|(known, _)| *known == letter);
            found.map_or(Letters(0), |(_, others)| *others)
        };
        self.pairs.as_ref().map_or(self.cells, tied)
    }
}

impl Board {
    fn new(shape: Rc<Rectangle>, cells: &[u8]) -> Board {
        assert_eq!(shape.len(), cells.len());
        let cells = if cells.len() <= FEW {
            let mut all = [0; FEW];
            all[..cells.len()].copy_from_slice(cells);
            BoardCells::Few { len: cells.len() as u8, all }
        } else {
            BoardCells::Many(cells.into())
        };
        Board { shape, cells }
    }

    /// Returns the board whose letters are the first of these.
    fn few(shape: Rc<Rectangle>, len: usize, all: [u8; FEW]) -> Board {
        assert_eq!(shape.len(), len);
        Board { shape, cells: BoardCells::Few { len: len as u8, all } }
    }

    /// Returns its size.
    pub fn shape(&self) -> &Rectangle {
        &self.shape
    }

    /// Returns a shared copy of its size.
    pub(crate) fn shared_shape(&self) -> Rc<Rectangle> {
        self.shape.clone()
    }

    /// Returns the letters, row by row.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        match &self.cells {
            BoardCells::Few { len, all } => &all[..usize::from(*len)],
            BoardCells::Many(many) => many,
        }
    }

    /// Returns the letters, to be changed.
    #[inline]
    pub fn cells_mut(&mut self) -> &mut [u8] {
        match &mut self.cells {
            BoardCells::Few { len, all } => &mut all[..usize::from(*len)],
            BoardCells::Many(many) => Rc::make_mut(many),
        }
    }

    /// Returns the letters of each row.
    fn rows(&self) -> Chunks<'_, u8> {
        self.cells().chunks(self.shape.columns().max(1))
    }

    /// Returns the text that it is read from: rows from top to bottom, with `/` between them.
    pub fn text(&self) -> String {
        let rows = self.rows();
        let mut text = String::with_capacity(self.cells().len() + self.shape.rows());
        for (i, row) in rows.enumerate() {
            text.push_str(if i > 0 { "/" } else { "" });
            text.extend(row.iter().map(|&letter| letter as char));
        }
        text
    }

    /// Returns the sketch. Stones and pieces are those of the letters that the rulesets use.
    pub fn sketch(&self) -> Sketch {
        let mark = |letter: u8| match letter {
            b'.' | b'_' | b' ' => Content::Empty,
            WALL => Content::Blocked,
            b'x' => Content::Stone(Player::Left),
            b'o' => Content::Stone(Player::Right),
            b'L' | b'T' => Content::Piece(Player::Left),
            b'R' | b'F' => Content::Piece(Player::Right),
            _ => Content::Letter,
        };
        let row = |row: &[u8]| row.iter().map(|&cell| Cell { mark: mark(cell), letter: cell as char }).collect();
        Sketch::new(self.rows().map(row).collect())
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.cells() == other.cells() && self.shape.columns == other.shape.columns
    }
}

impl Eq for Board {}

impl PartialOrd for Board {
    fn partial_cmp(&self, other: &Board) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Board {
    fn cmp(&self, other: &Board) -> Ordering {
        let size = |board: &Board| (board.shape.rows, board.shape.columns);
        size(self).cmp(&size(other)).then_with(|| self.cells().cmp(other.cells()))
    }
}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.shape.columns);
        state.write(self.cells());
    }
}

/// The data about boards that a session keeps: their sizes, letters as texts, the steps of chessmen.
#[derive(Debug)]
pub struct Boards {
    /// The sizes of small boards, by number of rows and of columns.
    few: Box<[OnceCell<Rc<Rectangle>>]>,
    shapes: RefCell<FxHashMap<(usize, usize), Rc<Rectangle>>>,
    letters: [OnceCell<Value>; 128],
    chessmen: [OnceCell<Rc<List>>; 3],
}

impl Default for Boards {
    fn default() -> Boards {
        let letters = [const { OnceCell::new() }; 128];
        let few = (0..=FEW).flat_map(|_| (0..=FEW).map(|_| OnceCell::new())).collect();
        Boards { few, shapes: RefCell::default(), letters, chessmen: Default::default() }
    }
}

impl Boards {
    #[inline]
    fn shape(&self, rows: usize, columns: usize) -> Rc<Rectangle> {
        if rows <= FEW && columns <= FEW {
            let made = || Rc::new(Rectangle::new(rows, columns));
            return self.few[rows * (FEW + 1) + columns].get_or_init(made).clone();
        }
        let mut shapes = self.shapes.borrow_mut();
        shapes.entry((rows, columns)).or_insert_with(|| Rc::new(Rectangle::new(rows, columns))).clone()
    }

    /// Returns the board of these rows, all as long as `columns`, which is 0 if there are none.
    ///
    /// # Panics
    /// If they are not.
    pub fn board(&self, columns: usize, cells: &[u8]) -> Board {
        assert!(cells.len().is_multiple_of(columns) && cells.is_empty() == (columns == 0), "a rectangle");
        Board::new(self.shape(cells.len().checked_div(columns).unwrap_or(0), columns), cells)
    }

    /// Returns a letter as a text.
    #[inline]
    pub fn letter(&self, letter: u8) -> Value {
        self.letters[letter as usize].get_or_init(|| Value::text(letter as char)).clone()
    }

    /// Returns the steps of a chessman as a list.
    pub fn steps(&self, steps: Steps) -> Rc<List> {
        let made = || Rc::new(List::new(steps.all().iter().map(|&[down, right]| pair(down, right)).collect()));
        self.chessmen[steps as usize].get_or_init(made).clone()
    }

    /// Returns the chessman whose list of steps this is, the very one.
    pub fn chessman(&self, list: &Rc<List>) -> Option<Steps> {
        let known = |steps: &Steps| self.chessmen[*steps as usize].get().is_some_and(|known| Rc::ptr_eq(known, list));
        [Steps::King, Steps::Knight].into_iter().find(known)
    }
}
