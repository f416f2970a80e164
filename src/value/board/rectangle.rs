//! The size of a board, and the data that depend on it alone: computed once for all boards of that size.

use std::cell::OnceCell;

use super::pair;
use crate::value::Value;

/// Cells of the largest boards whose places and neighbours are kept.
const CELLS_KEPT: usize = 1024;

/// The size of a board, and the data that depend on it alone.
#[derive(Debug)]
pub struct Rectangle {
    pub(super) rows: u32,
    pub(super) columns: u32,
    places: OnceCell<Box<[Value]>>,
    /// The places beside each place: by the four, the eight and the knight's steps.
    beside: [OnceCell<Box<[Value]>>; 3],
    /// The steps as bits, for small boards.
    reached: [OnceCell<Box<[u64]>>; 3],
    images: OnceCell<[Box<[u32]>; 8]>,
}

/// Steps from a place to those beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Steps {
    /// Along a row or a column.
    Beside,
    /// A king's.
    King,
    /// A knight's.
    Knight,
}

impl Steps {
    /// Returns the steps in reading order.
    pub fn all(self) -> &'static [[i64; 2]] {
        match self {
            Steps::Beside => &[[-1, 0], [0, -1], [0, 1], [1, 0]],
            Steps::King => &[[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]],
            Steps::Knight => &[[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]],
        }
    }
}

impl Rectangle {
    pub(super) fn new(rows: usize, columns: usize) -> Rectangle {
        let (rows, columns) = (rows as u32, columns as u32);
        let (beside, reached) = Default::default();
        Rectangle { rows, columns, places: OnceCell::new(), beside, reached, images: OnceCell::new() }
    }

    /// Returns the number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Returns the number of columns.
    #[inline]
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Returns the number of cells.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows() * self.columns()
    }

    /// Returns `true` if there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of the cell in a row and a column, if there is one.
    #[inline]
    pub fn cell(&self, row: i64, column: i64) -> Option<usize> {
        let inside = (0..self.rows as i64).contains(&row) && (0..self.columns as i64).contains(&column);
        inside.then(|| row as usize * self.columns() + column as usize)
    }

    /// Returns the number of the cell at a place `[r, c]`, if that is one.
    #[inline]
    pub fn at(&self, place: &Value) -> Option<usize> {
        match place {
            Value::List(list) if list.len() == 2 => self.cell(list.small(0)?, list.small(1)?),
            _ => None,
        }
    }

    /// Returns the row and the column of a cell.
    #[inline]
    pub fn row_and_column(&self, cell: usize) -> (i64, i64) {
        // A division of 32 bits is several times as fast.
        let cell = cell as u32;
        ((cell / self.columns).into(), (cell % self.columns).into())
    }

    /// Returns the place of a cell as a value, `[r, c]`.
    pub fn place(&self, cell: usize) -> Value {
        let made = |cell| {
            let (row, column) = self.row_and_column(cell);
            pair(row, column)
        };
        if self.len() > CELLS_KEPT {
            return made(cell);
        }
        self.places.get_or_init(|| (0..self.len()).map(made).collect())[cell].clone()
    }

    /// Returns the places to which these steps lead from a cell, as a list.
    pub fn beside(&self, cell: usize, steps: Steps) -> Value {
        let made = |cell| self.after(cell, steps.all().iter().copied());
        if self.len() > CELLS_KEPT {
            return made(cell);
        }
        self.beside[steps as usize].get_or_init(|| (0..self.len()).map(made).collect())[cell].clone()
    }

    /// Returns the places to which steps lead from a cell, as a list.
    pub fn after(&self, cell: usize, steps: impl Iterator<Item = [i64; 2]>) -> Value {
        let (row, column) = self.row_and_column(cell);
        let there = |[down, right]: [i64; 2]| self.cell(row.saturating_add(down), column.saturating_add(right));
        Value::list(steps.filter_map(there).map(|cell| self.place(cell)).collect())
    }

    /// Returns the cells to which these steps lead from a cell.
    pub(super) fn stepped(&self, cell: usize, steps: Steps) -> impl Iterator<Item = usize> + '_ {
        let (row, column) = self.row_and_column(cell);
        steps.all().iter().filter_map(move |[down, right]| self.cell(row + down, column + right))
    }

    /// Returns the cells that a line meets after a cell.
    pub fn line(&self, cell: usize, [down, right]: [i64; 2]) -> impl Iterator<Item = usize> + '_ {
        let (mut row, mut column) = self.row_and_column(cell);
        std::iter::from_fn(move || {
            (row, column) = (row.saturating_add(down), column.saturating_add(right));
            self.cell(row, column)
        })
    }

    /// Returns, for each cell of a small board, the cells to which these steps lead, as bits.
    pub(super) fn reached(&self, steps: Steps) -> &[u64] {
        self.reached[steps as usize].get_or_init(|| {
            let bits = |cell| self.stepped(cell, steps).fold(0, |bits, cell| bits | 1 << cell);
            (0..self.len()).map(bits).collect()
        })
    }

    /// For each of the eight images under turning and mirroring, the cell that comes to each cell. The first four have as
    /// many rows, the first of them is the board itself; the others have as many rows as this one has columns.
    pub(super) fn images(&self) -> &[Box<[u32]>; 8] {
        self.images.get_or_init(|| {
            let (last_row, last_column) = (self.rows.saturating_sub(1), self.columns.saturating_sub(1));
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
