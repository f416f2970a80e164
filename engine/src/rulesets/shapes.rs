//! Boards of a given number of cells, each once up to symmetry.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::board::Board;
use crate::games::{Budget, Fault};

/// The symmetries of a ruleset: images of a board under them have equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardSymmetry {
    /// Rotations and reflections.
    Square,
    /// Reflections that keep rows as rows, and half a turn.
    Rectangle,
    /// Rows are lanes of their own, and may be read from either end.
    Lane,
    /// Rows are lanes of their own, and have a direction.
    Direction,
    /// A board has no image but itself.
    Still,
}

impl BoardSymmetry {
    /// Returns `true` if each row of a board is played by itself.
    pub fn is_of_lanes(self) -> bool {
        matches!(self, BoardSymmetry::Lane | BoardSymmetry::Direction)
    }

    /// Returns the images of a board under all symmetries but the identity.
    fn images(self, board: &Board) -> Vec<Board> {
        let mirrored = |board: &Board| Board {
            cells: board.cells.chunks(board.columns).flat_map(|row| row.iter().rev().copied()).collect(),
            ..*board
        };
        let flipped = |board: &Board| Board {
            cells: board.cells.chunks(board.columns).rev().flatten().copied().collect(),
            ..*board
        };
        let transposed = |board: &Board| {
            let cells = (0..board.cells.len()).map(|i| board.cells[i % board.rows * board.columns + i / board.rows]);
            Board { rows: board.columns, columns: board.rows, cells: cells.collect() }
        };
        let mut images = Vec::new();
        if self == BoardSymmetry::Still {
            return images;
        }
        if self != BoardSymmetry::Direction {
            images.push(mirrored(board));
        }
        if !self.is_of_lanes() {
            images.push(flipped(board));
            images.push(flipped(&images[0]));
        }
        if self == BoardSymmetry::Square {
            images.push(transposed(board));
            images.extend((0..3).map(|i| transposed(&images[i])).collect::<Vec<_>>());
        }
        images
    }

    /// Returns `true` if the board is the first of its images.
    fn is_first(self, board: &Board) -> bool {
        self.images(board).iter().all(|image| order(board, image).is_le())
    }

    /// Returns the first of the images of a board, which is one of them: wide boards come before tall ones.
    ///
    /// ```
    /// use cg_engine::rulesets::board::Board;
    /// use cg_engine::rulesets::shapes::BoardSymmetry;
    ///
    /// let board = Board::new(3, 1, "xox".chars().collect())?;
    /// assert_eq!(BoardSymmetry::Square.first_image(&board).text(), "xox");
    /// assert_eq!(BoardSymmetry::Rectangle.first_image(&board).text(), "x/o/x");
    /// # Ok::<(), cg_engine::rulesets::board::BadBoard>(())
    /// ```
    pub fn first_image(self, board: &Board) -> Board {
        self.images(board).into_iter().chain([board.clone()]).min_by(order).expect("the board itself")
    }
}

/// Returns the order of boards: by rows, then by columns, then by letters.
fn order(a: &Board, b: &Board) -> Ordering {
    (a.rows, a.columns, &a.cells).cmp(&(b.rows, b.columns, &b.cells))
}

/// Returns the regions of cells with letters that are `wanted`, which are joined by sides, each on the smallest board, where `#`
/// is anything else.
///
/// ```
/// use cg_engine::rulesets::board::Board;
/// use cg_engine::rulesets::shapes::regions;
///
/// let board = Board::new(2, 3, ".x.x..".chars().collect())?;
/// let texts: Vec<String> = regions(&board, |letter| letter == '.').iter().map(Board::text).collect();
/// assert_eq!(texts, [".", "#./.."]);
/// # Ok::<(), cg_engine::rulesets::board::BadBoard>(())
/// ```
pub fn regions(board: &Board, wanted: impl Fn(char) -> bool) -> Vec<Board> {
    let Board { rows, columns, cells } = board;
    let mut waiting: Vec<bool> = cells.iter().map(|letter| wanted(*letter)).collect();
    let mut found = Vec::new();
    for start in 0..cells.len() {
        if !waiting[start] {
            continue;
        }
        let (mut region, mut edge) = (Vec::new(), vec![start]);
        waiting[start] = false;
        while let Some(at) = edge.pop() {
            region.push(at);
            let (row, column) = (at / columns, at % columns);
            let beside = [
                (row > 0).then(|| at - columns),
                (row + 1 < *rows).then(|| at + columns),
                (column > 0).then(|| at - 1),
                (column + 1 < *columns).then(|| at + 1),
            ];
            edge.extend(beside.into_iter().flatten().filter(|&to| std::mem::replace(&mut waiting[to], false)));
        }
        let top = region.iter().map(|at| at / columns).min().expect("a cell");
        let bottom = region.iter().map(|at| at / columns).max().expect("a cell");
        let first = region.iter().map(|at| at % columns).min().expect("a cell");
        let last = region.iter().map(|at| at % columns).max().expect("a cell");
        let (height, width) = (bottom - top + 1, last - first + 1);
        let mut letters = vec!['#'; height * width];
        region.iter().for_each(|at| letters[(at / columns - top) * width + at % columns - first] = cells[*at]);
        found.push(Board { rows: height, columns: width, cells: letters });
    }
    found
}

/// A cell: its row and its column.
type Place = (u8, u8);

/// The connected shapes of 1, 2, 3, ... cells, each in every orientation, with their first rows and columns at 0.
#[derive(Clone, Debug)]
pub struct Shapes {
    cells: usize,
    shapes: BTreeSet<Vec<Place>>,
    symmetry: BoardSymmetry,
    /// `false` if they are full rectangles.
    have_holes: bool,
}

impl Shapes {
    /// The largest number of cells of a shape.
    pub const MOST_CELLS: usize = 64;

    /// Returns the shapes that the boards of a ruleset with these symmetries may have. Without holes they are full rectangles.
    pub fn of(symmetry: BoardSymmetry, have_holes: bool) -> Shapes {
        Shapes { cells: 0, shapes: BTreeSet::new(), symmetry, have_holes }
    }

    /// Returns the symmetries of the ruleset.
    pub fn symmetry(&self) -> BoardSymmetry {
        self.symmetry
    }

    /// Goes on to the shapes with one cell more and returns the number of their cells.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::rulesets::shapes::{BoardSymmetry, Shapes};
    ///
    /// let (mut shapes, budget) = (Shapes::of(BoardSymmetry::Square, true), &mut Budget::unlimited());
    /// (0..4).try_for_each(|_| shapes.grow(budget).map(|_| ()))?;
    /// assert_eq!(shapes.boards(&['.'], usize::MAX, budget)?.unwrap().len(), 5);
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// The limits of `budget`.
    pub fn grow(&mut self, budget: &mut Budget) -> Result<usize, Fault> {
        self.cells += 1;
        if self.cells == 1 {
            self.shapes.insert(vec![(0, 0)]);
            return Ok(1);
        }
        if self.symmetry.is_of_lanes() || !self.have_holes {
            let cells = self.cells as u8;
            let heights = (1..=cells).filter(|height| cells.is_multiple_of(*height));
            let heights = heights.filter(|height| *height == 1 || !self.symmetry.is_of_lanes());
            let rectangle = |height: u8| (0..cells).map(|i| (i / (cells / height), i % (cells / height))).collect();
            self.shapes = heights.map(rectangle).collect();
            return Ok(self.cells);
        }
        let mut larger = BTreeSet::new();
        for shape in &self.shapes {
            budget.tick()?;
            for &(row, column) in shape {
                // A shape is moved by one, so that there is a row above and a column before it.
                let (row, column) = (row + 1, column + 1);
                for cell in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] {
                    if let Some(shape) = with_cell(shape, cell) {
                        if larger.len().is_multiple_of(1024) {
                            budget.reserve(1024 * (2 * self.cells + 64))?;
                        }
                        larger.insert(shape);
                    }
                }
            }
        }
        self.shapes = larger;
        Ok(self.cells)
    }

    /// Returns the boards of these shapes with every choice of `letters`, one of each class of images. `None` if more than
    /// `most` boards would have to be compared.
    ///
    /// # Errors
    /// The limits of `budget`.
    pub fn boards(&self, letters: &[char], most: usize, budget: &mut Budget) -> Result<Option<Vec<Board>>, Fault> {
        let mut boards = Vec::new();
        let mut compared = 0;
        for shape in &self.shapes {
            budget.tick()?;
            let (rows, columns) = shape.iter().fold((0, 0), |(rows, columns), &(row, column)| {
                (rows.max(row as usize + 1), columns.max(column as usize + 1))
            });
            let number = u32::try_from(shape.len()).ok().and_then(|cells| letters.len().checked_pow(cells));
            let Some(number) = number.filter(|number| *number <= most - compared) else { return Ok(None) };
            compared += number;
            for choice in 0..number {
                budget.tick()?;
                let mut cells = vec!['#'; rows * columns];
                let mut rest = choice;
                for &(row, column) in shape.iter().rev() {
                    cells[row as usize * columns + column as usize] = letters[rest % letters.len()];
                    rest /= letters.len();
                }
                let board = Board { rows, columns, cells };
                if self.symmetry.is_first(&board) {
                    budget.reserve(size_of::<Board>() + 4 * board.cells.len())?;
                    boards.push(board);
                }
            }
        }
        boards.sort_by(order);
        Ok(Some(boards))
    }
}

/// Returns a shape with a cell more, which is counted from 1, back at the first row and column. `None` if it has the cell.
fn with_cell(shape: &[Place], cell: Place) -> Option<Vec<Place>> {
    let moved = |&(row, column): &Place| (row + 1, column + 1);
    if shape.iter().any(|at| moved(at) == cell) {
        return None;
    }
    let (above, before) = ((cell.0 > 0) as u8, (cell.1 > 0) as u8);
    let mut all: Vec<Place> =
        shape.iter().map(moved).chain([cell]).map(|(row, column)| (row - above, column - before)).collect();
    all.sort_unstable();
    Some(all)
}
