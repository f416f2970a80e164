//! Boards as text: rows from top to bottom, separated by `/`, one letter a cell.
//!
//! Each ruleset has its alphabet and its largest board. An error of a text contains the place of the mistake, so that a
//! message can point at it.

use std::fmt;
use std::ops::Range;

use dashu_int::IBig;

use crate::positions::{Cell, Content, Sketch, Term};
use crate::rulesets::cells::Cells;

/// The letters of a ruleset's boards.
#[derive(Debug)]
pub struct Alphabet {
    /// Each letter with its meaning, in a few words.
    pub letters: &'static [(char, &'static str)],
    /// Rows and columns of the largest boards: a board fits into one of them. Lanes fit into the first.
    pub sizes: &'static [(usize, usize)],
}

impl Alphabet {
    fn fits(&self, rows: usize, columns: usize) -> bool {
        self.sizes.iter().any(|&(most_rows, most_columns)| rows <= most_rows && columns <= most_columns)
    }
}

/// A rectangle of letters.
///
/// ```
/// use cg_engine::rulesets::board::{BadBoard, Board};
///
/// let board = Board::new(2, 3, "..#...".chars().collect())?;
/// assert_eq!(board.text(), "..#/...");
/// let short = Board::new(2, 3, vec!['.'; 5]);
/// assert!(matches!(short, Err(BadBoard::Ragged { row: 2, wanted: 3, got: 2, .. })));
/// # Ok::<(), BadBoard>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of rows, at least 1.
    pub(crate) rows: usize,
    /// Number of columns, at least 1.
    pub(crate) columns: usize,
    /// The letters, row by row: as many as there are cells, or none.
    pub(crate) cells: Vec<char>,
}

/// The reason why a text or a size is no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadBoard {
    /// A board without cells; the sizes, if they were given.
    NoCells(Option<(IBig, IBig)>),
    /// A board with more rows or columns than it may have.
    TooLarge {
        /// Its rows.
        rows: IBig,
        /// Its columns.
        columns: IBig,
    },
    /// A letter that the ruleset does not know.
    Letter {
        /// The letter.
        letter: char,
        /// Its row, from 1.
        row: usize,
        /// Its column, from 1.
        column: usize,
        /// Its bytes in the text.
        at: Range<usize>,
    },
    /// A row that is not as long as the first one.
    Ragged {
        /// The row, from 1.
        row: usize,
        /// Cells of the first row.
        wanted: usize,
        /// Cells of this row.
        got: usize,
        /// Its bytes in the text; with the `/` before it when it has none.
        at: Range<usize>,
    },
}

impl fmt::Display for BadBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadBoard::NoCells(None) => write!(f, "the board has no cells"),
            BadBoard::NoCells(Some((rows, columns))) => write!(f, "a board of {rows} by {columns} has no cells"),
            BadBoard::TooLarge { rows, columns } => write!(f, "a board of {rows} by {columns} is too large"),
            BadBoard::Letter { letter, row, column, .. } => {
                write!(f, "the letter {letter:?} in row {row}, column {column} means nothing here")
            }
            BadBoard::Ragged { row, wanted, got, .. } => write!(f, "row {row} has {got} cells instead of {wanted}"),
        }
    }
}

impl std::error::Error for BadBoard {}

/// A row of a text: where it begins, and its letters.
struct TextRow<'a> {
    start: usize,
    text: &'a str,
}

fn rows(text: &str) -> impl Iterator<Item = TextRow<'_>> {
    let mut start = 0;
    text.split('/').map(move |text| {
        let row = TextRow { start, text };
        start += text.len() + 1;
        row
    })
}

impl TextRow<'_> {
    fn length(&self) -> usize {
        self.text.chars().count()
    }

    fn bytes(&self) -> Range<usize> {
        let start = if self.text.is_empty() { self.start.saturating_sub(1) } else { self.start };
        start..self.start + self.text.len()
    }
}

/// Demands that a text has no letters but those of the alphabet.
fn known(text: &str, alphabet: &Alphabet) -> Result<(), BadBoard> {
    let knows = |c: char| alphabet.letters.iter().any(|(letter, _)| *letter == c);
    let Some((start, letter)) = text.char_indices().find(|&(_, c)| c != '/' && !knows(c)) else { return Ok(()) };
    let before = &text[..start];
    let row = before.matches('/').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '/').count() + 1;
    Err(BadBoard::Letter { letter, row, column, at: start..start + letter.len_utf8() })
}

impl Board {
    /// Returns the board of these sizes with these letters, row by row.
    ///
    /// # Errors
    /// [`BadBoard::NoCells`]; [`BadBoard::Ragged`] if there are fewer or more letters than cells.
    pub fn new(rows: usize, columns: usize, cells: Vec<char>) -> Result<Board, BadBoard> {
        match rows.checked_mul(columns) {
            Some(0) => Err(BadBoard::NoCells(Some((rows.into(), columns.into())))),
            Some(count) if count == cells.len() => Ok(Board { rows, columns, cells }),
            None => Err(BadBoard::TooLarge { rows: rows.into(), columns: columns.into() }),
            Some(_) => {
                let last = (cells.len() / columns).min(rows - 1);
                let got = cells.len() - last * columns;
                Err(BadBoard::Ragged { row: last + 1, wanted: columns, got, at: 0..0 })
            }
        }
    }

    /// Returns the board of one row, which may be empty.
    pub fn row(cells: Vec<char>) -> Board {
        Board { rows: 1, columns: cells.len().max(1), cells }
    }

    /// Returns the number of rows, at least 1.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns, at least 1.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the letters, row by row.
    pub fn cells(&self) -> &[char] {
        &self.cells
    }

    /// Reads a rectangle. An empty text is the board without cells.
    ///
    /// # Errors
    /// The mistake in the text, an unknown letter before anything else.
    pub fn read(text: &str, alphabet: &Alphabet) -> Result<Board, BadBoard> {
        known(text, alphabet)?;
        if text.is_empty() {
            return Ok(Board::row(Vec::new()));
        }
        let columns = rows(text).next().map_or(0, |row| row.length());
        if let Some((i, row)) = rows(text).enumerate().find(|(_, row)| row.length() != columns) {
            return Err(BadBoard::Ragged { row: i + 1, wanted: columns, got: row.length(), at: row.bytes() });
        }
        if columns == 0 {
            return Err(BadBoard::NoCells(None));
        }
        let rows = rows(text).count();
        if !alphabet.fits(rows, columns) {
            return Err(BadBoard::TooLarge { rows: rows.into(), columns: columns.into() });
        }
        Ok(Board { rows, columns, cells: text.chars().filter(|&c| c != '/').collect() })
    }

    /// Reads rows that are boards of their own, of any lengths. An empty text is one row without cells.
    pub fn read_lanes(text: &str, alphabet: &Alphabet) -> Result<Vec<Board>, BadBoard> {
        known(text, alphabet)?;
        if text.is_empty() {
            return Ok(vec![Board::row(Vec::new())]);
        }
        let lane = |(i, row): (usize, TextRow<'_>)| {
            let columns = row.length();
            if columns == 0 {
                return Err(BadBoard::Ragged { row: i + 1, wanted: 1, got: 0, at: row.bytes() });
            }
            if !alphabet.fits(1, columns) {
                return Err(BadBoard::TooLarge { rows: 1.into(), columns: columns.into() });
            }
            Ok(Board { rows: 1, columns, cells: row.text.chars().collect() })
        };
        rows(text).enumerate().map(lane).collect()
    }

    /// Returns the board of these sizes whose cell in row y and column x, both from 0, has the letter `letter(y, x)`.
    ///
    /// # Errors
    /// [`BadBoard::NoCells`], [`BadBoard::TooLarge`].
    pub fn filled(
        rows: &IBig,
        columns: &IBig,
        alphabet: &Alphabet,
        letter: impl Fn(usize, usize) -> char,
    ) -> Result<Board, BadBoard> {
        if *rows < IBig::ONE || *columns < IBig::ONE {
            return Err(BadBoard::NoCells(Some((rows.clone(), columns.clone()))));
        }
        match (usize::try_from(rows), usize::try_from(columns)) {
            (Ok(rows), Ok(columns)) if alphabet.fits(rows, columns) => {
                let cells = (0..rows * columns).map(|i| letter(i / columns, i % columns)).collect();
                Ok(Board { rows, columns, cells })
            }
            _ => Err(BadBoard::TooLarge { rows: rows.clone(), columns: columns.clone() }),
        }
    }

    /// Returns the cells with this letter as a set, `width` bits to a row. There must be room for all rows.
    pub fn cells_with<C: Cells>(&self, letter: char, width: usize) -> C {
        let places = self.cells.iter().enumerate().filter(|&(_, &cell)| cell == letter);
        places.fold(C::NONE, |all, (i, _)| all | C::cell(i / self.columns * width + i % self.columns))
    }

    /// Returns the text that [`Board::read`] reads.
    pub fn text(&self) -> String {
        let rows: Vec<String> = self.cells.chunks(self.columns.max(1)).map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    /// Returns a position on it: the ruleset called with this text.
    pub fn term(&self, ruleset: &str) -> Term {
        Term::Call(ruleset.into(), vec![Term::Text(self.text().into())])
    }

    /// Returns the sketch of the board, with `mark` for the content of each letter.
    pub fn sketch(&self, mark: impl Fn(char) -> Content) -> Sketch {
        let row = |row: &[char]| row.iter().map(|&letter| Cell { mark: mark(letter), letter }).collect();
        Sketch::new(self.cells.chunks(self.columns.max(1)).map(row).collect())
    }
}
