//! Boards: rectangles of letters, a byte a cell in one allocation.
//!
//! What depends on the size alone (places, neighbours, images) is found once for all boards of a size: a game meets
//! thousands of boards of few sizes.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{List, Value};
use cg_engine::games::Player;
use cg_engine::positions::{Cell, Content, Sketch};

/// Cells of the largest board.
pub const MOST_CELLS: usize = 1 << 20;
/// Cells that need no second allocation.
const FEW: usize = 64;
/// Cells of the largest boards whose places and neighbours are kept.
const KEPT: usize = 1024;

/// The cell that nobody can use.
const WALL: u8 = b'#';

/// A board: a letter in each cell of a rectangle.
#[derive(Clone, Debug)]
pub struct Board {
    shape: Rc<Rectangle>,
    cells: Cells,
}

/// The letters, row by row.
#[derive(Clone, Debug)]
enum Cells {
    Few([u8; FEW]),
    Many(Box<[u8]>),
}

/// The size of a board, and what depends on it alone.
#[derive(Debug)]
pub struct Rectangle {
    rows: u32,
    columns: u32,
    places: OnceCell<Box<[Value]>>,
    /// The places beside each place: by the four, the eight and the knight's steps.
    beside: [OnceCell<Box<[Value]>>; 3],
    /// The cells beside each cell along rows and columns; its own number stands where there is none.
    around: OnceCell<Box<[[u32; 4]]>>,
    images: OnceCell<[Box<[u32]>; 8]>,
}

/// Steps from a place to those beside it.
#[derive(Clone, Copy, Debug)]
pub enum Steps {
    /// Along a row or a column.
    Beside,
    /// A king's.
    King,
    /// A knight's.
    Knight,
}

impl Steps {
    /// The steps in reading order.
    pub fn all(self) -> &'static [[i64; 2]] {
        match self {
            Steps::Beside => &[[-1, 0], [0, -1], [0, 1], [1, 0]],
            Steps::King => &[[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]],
            Steps::Knight => &[[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]],
        }
    }
}

/// A place or a step as a value.
fn pair(first: i64, second: i64) -> Value {
    Value::list(vec![Value::Integer(first), Value::Integer(second)])
}

impl Rectangle {
    fn new(rows: usize, columns: usize) -> Rectangle {
        let beside = [const { OnceCell::new() }; 3];
        let (rows, columns) = (rows as u32, columns as u32);
        let (places, around, images) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Rectangle { rows, columns, places, beside, around, images }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.rows() * self.columns()
    }

    /// Whether there is no cell: never.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of the cell in a row and a column, if there is one.
    #[inline]
    pub fn cell(&self, row: i64, column: i64) -> Option<usize> {
        let inside = (0..self.rows as i64).contains(&row) && (0..self.columns as i64).contains(&column);
        inside.then(|| row as usize * self.columns() + column as usize)
    }

    /// The number of the cell at a place `[r, c]`, if that is one.
    #[inline]
    pub fn at(&self, place: &Value) -> Option<usize> {
        match place {
            Value::List(list) if list.len() == 2 => self.cell(list.small(0)?, list.small(1)?),
            _ => None,
        }
    }

    /// The row and the column of a cell.
    pub fn row_and_column(&self, cell: usize) -> (i64, i64) {
        // A division of 32 bits is several times as fast.
        let cell = cell as u32;
        ((cell / self.columns).into(), (cell % self.columns).into())
    }

    /// The place of a cell as a value, `[r, c]`.
    pub fn place(&self, cell: usize) -> Value {
        let made = |cell| {
            let (row, column) = self.row_and_column(cell);
            pair(row, column)
        };
        if self.len() > KEPT {
            return made(cell);
        }
        self.places.get_or_init(|| (0..self.len()).map(made).collect())[cell].clone()
    }

    /// The places to which these steps lead from a cell, as a list.
    pub fn beside(&self, cell: usize, steps: Steps) -> Value {
        let made = |cell| self.after(cell, steps.all().iter().copied());
        if self.len() > KEPT {
            return made(cell);
        }
        self.beside[steps as usize].get_or_init(|| (0..self.len()).map(made).collect())[cell].clone()
    }

    /// The places to which steps lead from a cell, as a list.
    pub fn after(&self, cell: usize, steps: impl Iterator<Item = [i64; 2]>) -> Value {
        let (row, column) = self.row_and_column(cell);
        let there = |[down, right]: [i64; 2]| self.cell(row.saturating_add(down), column.saturating_add(right));
        Value::list(steps.filter_map(there).map(|cell| self.place(cell)).collect())
    }

    /// The cells that a line meets after a cell.
    pub fn line(&self, cell: usize, [down, right]: [i64; 2]) -> impl Iterator<Item = usize> + '_ {
        let (mut row, mut column) = self.row_and_column(cell);
        std::iter::from_fn(move || {
            (row, column) = (row.saturating_add(down), column.saturating_add(right));
            self.cell(row, column)
        })
    }

    /// The cells beside each cell, along its row and its column.
    fn around(&self) -> &[[u32; 4]] {
        self.around.get_or_init(|| {
            let beside = |cell: usize| {
                let (row, column) = self.row_and_column(cell);
                let steps = Steps::Beside.all();
                std::array::from_fn(|i| self.cell(row + steps[i][0], column + steps[i][1]).unwrap_or(cell) as u32)
            };
            (0..self.len()).map(beside).collect()
        })
    }

    /// For each of the eight images under turning and mirroring, the cell that comes to each cell. The first four have as
    /// many rows, the first of them is the board itself; the others have as many rows as this one has columns.
    fn images(&self) -> &[Box<[u32]>; 8] {
        self.images.get_or_init(|| {
            let (last_row, last_column) = (self.rows - 1, self.columns - 1);
            std::array::from_fn(|image| {
                let (upside_down, reversed, turned) = (image & 1 != 0, image & 2 != 0, image >= 4);
                let from = |row: u32, column: u32| {
                    let row = if upside_down { last_row - row } else { row };
                    let column = if reversed { last_column - column } else { column };
                    row * self.columns + column
                };
                let (rows, columns) = if turned { (self.columns, self.rows) } else { (self.rows, self.columns) };
                let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
                places.map(|(row, column)| if turned { from(column, row) } else { from(row, column) }).collect()
            })
        })
    }
}

/// What a person claims of a game on a board.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// Turning and mirroring the board changes no value.
    pub symmetry: bool,
    /// Exchanging letters negates the value: the letter in place of each.
    pub mirror: Option<Rc<[u8; 256]>>,
}

impl Claims {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        !self.symmetry && self.mirror.is_none()
    }

    /// The exchange of the letters of two texts, if it is one: as many letters in both, and each goes and comes once.
    pub fn exchange(from: &str, to: &str) -> Option<Rc<[u8; 256]>> {
        let mut letters: [u8; 256] = std::array::from_fn(|letter| letter as u8);
        if from.len() != to.len() || !from.bytes().chain(to.bytes()).all(is_letter) {
            return None;
        }
        for (one, other) in from.bytes().zip(to.bytes()) {
            letters[one as usize] = other;
        }
        // Exchanged twice, all is as it was.
        let once = |text: &str| text.bytes().enumerate().all(|(i, letter)| !text.as_bytes()[..i].contains(&letter));
        let back = (0..256).all(|letter| letters[letters[letter] as usize] as usize == letter);
        (once(from) && once(to) && back).then(|| Rc::new(letters))
    }
}

/// Whether a byte can stand in a cell.
pub fn is_letter(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte) && byte != b'/'
}

impl Board {
    fn new(shape: Rc<Rectangle>, cells: &[u8]) -> Board {
        debug_assert_eq!(shape.len(), cells.len());
        let cells = if cells.len() <= FEW {
            let mut few = [0; FEW];
            few[..cells.len()].copy_from_slice(cells);
            Cells::Few(few)
        } else {
            Cells::Many(cells.into())
        };
        Board { shape, cells }
    }

    /// Its size.
    pub fn shape(&self) -> &Rectangle {
        &self.shape
    }

    /// The letters, row by row.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        match &self.cells {
            Cells::Few(few) => &few[..self.shape.len()],
            Cells::Many(many) => many,
        }
    }

    /// The letters, to be changed.
    #[inline]
    pub fn cells_mut(&mut self) -> &mut [u8] {
        match &mut self.cells {
            Cells::Few(few) => &mut few[..self.shape.len()],
            Cells::Many(many) => many,
        }
    }

    /// The text that it is read from: rows from top to bottom, with `/` between them.
    pub fn text(&self) -> String {
        let rows = self.cells().chunks(self.shape.columns());
        let mut text = String::with_capacity(self.cells().len() + self.shape.rows());
        for (i, row) in rows.enumerate() {
            text.push_str(if i > 0 { "/" } else { "" });
            text.extend(row.iter().map(|&letter| letter as char));
        }
        text
    }

    /// What is seen of it. Stones and pieces are those of the letters that the rulesets use.
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
        Sketch { rows: self.cells().chunks(self.shape.columns()).map(row).collect() }
    }

    /// The cells of each connected region of cells that hold one of these letters, in order.
    pub fn regions(&self, letters: &[u8]) -> Vec<Vec<usize>> {
        let mut open: Vec<bool> = self.cells().iter().map(|letter| letters.iter().any(|one| one == letter)).collect();
        let around = self.shape.around();
        let mut regions = Vec::new();
        for first in 0..open.len() {
            if !std::mem::take(&mut open[first]) {
                continue;
            }
            let mut region = Vec::with_capacity(self.cells().len().min(FEW));
            region.push(first);
            let mut next = 0;
            while let Some(&cell) = region.get(next) {
                next += 1;
                for &beside in &around[cell] {
                    if std::mem::take(&mut open[beside as usize]) {
                        region.push(beside as usize);
                    }
                }
            }
            regions.push(region);
        }
        regions
    }

    /// The image that stands for all that are equal by the claims, and whether it is worth the negative; `None` where the
    /// board is that image itself.
    pub fn normal_form(&self, claims: &Claims, boards: &mut Boards) -> Option<(Board, bool)> {
        let (rows, columns) = (self.shape.rows, self.shape.columns);
        let images = self.shape.images();
        // Of an oblong and its turned image the wider one stands for both.
        let images = match rows.cmp(&columns) {
            _ if !claims.symmetry => &images[..1],
            Ordering::Less => &images[..4],
            Ordering::Equal => &images[..],
            Ordering::Greater => &images[4..],
        };
        let cells = self.cells();
        let letters = [None, claims.mirror.as_deref()];
        let letters = if claims.mirror.is_some() { &letters[..] } else { &letters[..1] };
        let all = letters.iter().flat_map(|exchange| images.iter().map(move |image| (&image[..], *exchange)));
        let shown = |(image, exchange): (&[u32], Option<&[u8; 256]>), at: usize| {
            let letter = cells[image[at] as usize];
            exchange.map_or(letter, |exchange| exchange[letter as usize])
        };
        let order = |a, b| {
            let mut differ = (0..cells.len()).map(|at| shown(a, at).cmp(&shown(b, at)));
            differ.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        };
        let (image, exchange) = all.min_by(|a, b| order(*a, *b))?;
        let turned = rows > columns && claims.symmetry;
        if !turned && (0..cells.len()).all(|at| shown((image, exchange), at) == cells[at]) {
            return None;
        }
        let shape = if turned { boards.shape(columns as usize, rows as usize) } else { self.shape.clone() };
        let seen: Vec<u8> = (0..cells.len()).map(|at| shown((image, exchange), at)).collect();
        Some((Board::new(shape, &seen), exchange.is_some()))
    }

    /// The boards that generate all that are equal by the claims: turned, mirrored, with letters exchanged, each with the
    /// words for it and whether it is worth the negative.
    pub fn images(&self, claims: &Claims, boards: &mut Boards) -> Vec<(Board, &'static str, bool)> {
        let cells = self.cells();
        let mut all = Vec::new();
        if claims.symmetry {
            let images = self.shape.images();
            let (rows, columns) = (self.shape.rows(), self.shape.columns());
            for (image, words) in [(2, "mirrored"), (1, "upside down"), (5, "turned")] {
                let shape = if image < 4 { self.shape.clone() } else { boards.shape(columns, rows) };
                let seen: Vec<u8> = images[image].iter().map(|&from| cells[from as usize]).collect();
                all.push((Board::new(shape, &seen), words, false));
            }
        }
        if let Some(exchange) = &claims.mirror {
            let seen: Vec<u8> = cells.iter().map(|&letter| exchange[letter as usize]).collect();
            all.push((Board::new(self.shape.clone(), &seen), "with its letters exchanged", true));
        }
        all
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

/// What a session keeps of boards: their sizes, letters as texts, the steps of chessmen.
#[derive(Debug)]
pub struct Boards {
    shapes: FxHashMap<(usize, usize), Rc<Rectangle>>,
    letters: [OnceCell<Value>; 128],
    chessmen: [OnceCell<Rc<List>>; 3],
}

impl Default for Boards {
    fn default() -> Boards {
        let letters = [const { OnceCell::new() }; 128];
        Boards { shapes: FxHashMap::default(), letters, chessmen: Default::default() }
    }
}

impl Boards {
    fn shape(&mut self, rows: usize, columns: usize) -> Rc<Rectangle> {
        self.shapes.entry((rows, columns)).or_insert_with(|| Rc::new(Rectangle::new(rows, columns))).clone()
    }

    /// The board of these rows, all as long as `columns`.
    ///
    /// # Panics
    /// If they are not, or there is no cell.
    pub fn board(&mut self, columns: usize, cells: &[u8]) -> Board {
        assert!(!cells.is_empty() && cells.len().is_multiple_of(columns), "a rectangle");
        Board::new(self.shape(cells.len() / columns, columns), cells)
    }

    /// A letter as a text.
    #[inline]
    pub fn letter(&self, letter: u8) -> Value {
        self.letters[letter as usize].get_or_init(|| Value::text(letter as char)).clone()
    }

    /// The steps of a chessman as a list.
    pub fn steps(&self, steps: Steps) -> Rc<List> {
        let made = || Rc::new(List::new(steps.all().iter().map(|&[down, right]| pair(down, right)).collect()));
        self.chessmen[steps as usize].get_or_init(made).clone()
    }

    /// The chessman whose list of steps this is, the very one.
    pub fn chessman(&self, list: &Rc<List>) -> Option<Steps> {
        let known = |steps: &Steps| self.chessmen[*steps as usize].get().is_some_and(|known| Rc::ptr_eq(known, list));
        [Steps::King, Steps::Knight].into_iter().find(known)
    }

    /// A region of a board as a board: cut to its bounding box, with `#` elsewhere.
    pub fn cut(&mut self, board: &Board, region: &[usize]) -> Board {
        let places = || region.iter().map(|&cell| board.shape.row_and_column(cell));
        let (top, bottom) = places().fold((i64::MAX, 0), |(top, bottom), (row, _)| (top.min(row), bottom.max(row)));
        let (left, right) = places().fold((i64::MAX, 0), |(left, right), (_, at)| (left.min(at), right.max(at)));
        let (rows, columns) = ((bottom - top + 1) as usize, (right - left + 1) as usize);
        let mut cells = vec![WALL; rows * columns];
        for &cell in region {
            let (row, column) = board.shape.row_and_column(cell);
            cells[(row - top) as usize * columns + (column - left) as usize] = board.cells()[cell];
        }
        Board::new(self.shape(rows, columns), &cells)
    }
}
