//! The nim-values of Wythoff's game in a table: no known pattern gives a single one of them.
//!
//! The values in a row, in a column and on a diagonal are bits, so that the least missing number is found a word at a
//! time.

use crate::games::{Budget, Fault};

/// The larger heap of a table; beyond it, the bits of the columns would be too many.
const MAX_HEAP: usize = 1 << 14;
/// Rows of a table that are worth its room: fewer are found one by one.
const MIN_ROWS: usize = 64;

/// The values of the heaps (a, b) with a below `rows` and b from a to `columns`; no fewer columns than rows.
#[derive(Default)]
pub(super) struct Values {
    rows: usize,
    columns: usize,
    values: Vec<u16>,
}

/// Numbers found, in lists of the same length.
struct NumberLists {
    words: usize,
    bits: Vec<u64>,
    /// For each list, the number of words at its beginning that are full.
    full: Vec<usize>,
}

impl NumberLists {
    fn new(lists: usize, words: usize, budget: &mut Budget) -> Result<NumberLists, Fault> {
        budget.reserve(8 * lists * words)?;
        Ok(NumberLists { words, bits: vec![0; lists * words], full: vec![0; lists] })
    }

    fn insert(&mut self, list: usize, value: usize) {
        let words = &mut self.bits[list * self.words..(list + 1) * self.words];
        words[value / 64] |= 1 << (value % 64);
        let full = &mut self.full[list];
        while words.get(*full) == Some(&u64::MAX) {
            *full += 1;
        }
    }

    /// Returns the numbers in a list, as a list of its own.
    fn alone(&self, list: usize) -> NumberLists {
        let bits = self.bits[list * self.words..(list + 1) * self.words].to_vec();
        NumberLists { words: self.words, bits, full: vec![self.full[list]] }
    }

    fn word(&self, list: usize, index: usize) -> u64 {
        self.bits[list * self.words + index]
    }
}

impl Values {
    /// Returns the nim-value of two heaps, the smaller one first, or `None` if the table would be too large.
    pub fn of(&mut self, a: usize, b: usize, budget: &mut Budget) -> Option<Result<u64, Fault>> {
        if b >= MAX_HEAP || b >= MIN_ROWS && a < MIN_ROWS && (a >= self.rows || b >= self.columns) {
            return None;
        }
        if a >= self.rows || b >= self.columns {
            // By a quarter more each time, so that asking heap by heap is not slow.
            let enough =
                |wanted: usize, there: usize| if wanted < there { there } else { (wanted + 1).max(there + there / 4) };
            let (rows, columns) = (enough(a, self.rows), enough(b, self.columns));
            if let Err(fault) = self.fill(rows, columns.max(rows), budget) {
                return Some(Err(fault));
            }
        }
        Some(Ok(self.values[a * self.columns + b].into()))
    }

    fn fill(&mut self, rows: usize, columns: usize, budget: &mut Budget) -> Result<(), Fault> {
        // A value is at most the number of moves.
        let words = (2 * rows + columns) / 64 + 1;
        budget.reserve(2 * rows * columns)?;
        let mut values = vec![0; rows * columns];
        let mut in_columns = NumberLists::new(columns, words, budget)?;
        let mut in_diagonals = NumberLists::new(columns, words, budget)?;
        for a in 0..rows {
            // The heaps (a, b) with b below a are those of column a.
            let mut in_row = in_columns.alone(a);
            for b in a..columns {
                let diagonal = b - a;
                let mut index = in_row.full[0].max(in_columns.full[b]).max(in_diagonals.full[diagonal]);
                let value = loop {
                    budget.tick()?;
                    let met = in_row.word(0, index) | in_columns.word(b, index) | in_diagonals.word(diagonal, index);
                    if met != u64::MAX {
                        break 64 * index + met.trailing_ones() as usize;
                    }
                    index += 1;
                };
                in_row.insert(0, value);
                in_columns.insert(b, value);
                in_diagonals.insert(diagonal, value);
                values[a * columns + b] = value as u16;
            }
        }
        *self = Values { rows, columns, values };
        Ok(())
    }
}
