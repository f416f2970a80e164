//! One row of the nim-values of Wythoff's game, those of the heaps (a, b) for one a, as far as it is asked for.
//!
//! The column of all heaps (r, b) with r up to a is computed from those before it: from the values in the rows, and on
//! the diagonals. A value below b - 2r occurs in row r before column b: of the b heaps before, at most as many are
//! worth less as the value says, and for each one that is worth more, the value occurs above it or on its diagonal, at
//! most 2r times. And no heap has a value above b + 2r, for it has no more moves. So the open values are in a window of
//! 4a values that moves along with b. If the same window comes up again p columns later, all values recur with p added:
//! a proof that the row is periodic with saltus p. There always is a p of this kind (Dress, Flammenkamp and Pink 1999;
//! Landman 2002); it grows quickly with a.

use dashu_int::UBig;

use crate::games::{Budget, Fault};

/// Heaps beyond which a search for a period is given up.
const MOST_HEAPS: usize = 1 << 29;

/// The values of the heaps (a, b) with b below `next`. A value is stored as its place, with 2a added, for negative
/// numbers count as taken.
pub(super) struct Row {
    a: usize,
    next: usize,
    /// Words of a window.
    words: usize,
    /// The values in rows 0 to a, and on the diagonals of the next column: windows whose word w is at w modulo their
    /// length.
    rows: Vec<u64>,
    diagonals: Vec<u64>,
    column: Vec<u64>,
    /// The values of the column before, and of row a, less their b.
    latest: Vec<i32>,
    values: Vec<i32>,
    mark: RowMark,
    /// The place where values begin to repeat, and the length of the period.
    period: Option<(usize, usize)>,
}

/// The data on which the columns from one on depend.
#[derive(Default)]
struct RowMark {
    column: usize,
    latest: Vec<i32>,
    windows: Vec<u64>,
}

impl Row {
    /// Returns the row of this a, without any values.
    pub fn new(a: usize, budget: &mut Budget) -> Result<Row, Fault> {
        let words = 4 * a / 64 + 2;
        budget.reserve(48 * (a + 1) * words)?;
        let mut rows = vec![0; (a + 1) * words];
        for row in rows.chunks_mut(words) {
            (0..2 * a).for_each(|place| row[place / 64] |= 1 << (place % 64));
        }
        Ok(Row {
            a,
            next: 0,
            words,
            rows,
            diagonals: vec![0; (a + 1) * words],
            column: vec![0; words],
            latest: Vec::with_capacity(a + 1),
            values: Vec::new(),
            mark: RowMark::default(),
            period: None,
        })
    }

    /// Returns the value of the heaps (a, b), or `None` if b is large and no period was found.
    pub fn value(&mut self, b: &UBig, budget: &mut Budget) -> Result<Option<UBig>, Fault> {
        let wanted = usize::try_from(b).unwrap_or(usize::MAX);
        while self.period.is_none() && wanted >= self.next {
            if self.next > MOST_HEAPS / (self.a + 1) {
                return Ok(None);
            }
            self.find_column(budget)?;
            self.look_for_period();
        }
        let like = match self.period {
            Some((from, period)) if wanted >= self.next => from + (b - from) % period,
            _ => wanted,
        };
        // A value may be less than its b, never less than 0.
        let less = self.values[like];
        Ok(Some(if less < 0 { b - less.unsigned_abs() } else { b + less.unsigned_abs() }))
    }

    fn find_column(&mut self, budget: &mut Budget) -> Result<(), Fault> {
        let (a, b, words) = (self.a, self.next, self.words);
        if self.values.len() == self.values.capacity() {
            let more = self.values.len().max(64);
            budget.reserve(4 * (self.values.len() + more))?;
            self.values.reserve_exact(more);
        }
        // The windows have come to a new word.
        if b > 0 && (b + 4 * a).is_multiple_of(64) {
            let entering = (b + 4 * a) / 64 % words;
            let windows = self.rows.chunks_mut(words).chain(self.diagonals.chunks_mut(words));
            windows.for_each(|window| window[entering] = 0);
        }
        self.diagonals[b % (a + 1) * words..][..words].fill(0);
        self.column.fill(0);
        self.latest.clear();
        for r in 0..=a {
            budget.tick()?;
            let diagonal = self.diagonal_of(r) * words;
            let diagonal = &mut self.diagonals[diagonal..][..words];
            let row = &mut self.rows[r * words..][..words];
            let mut word = b / 64;
            let place = loop {
                let at = word % words;
                let met = row[at] | self.column[at] | diagonal[at];
                if met != u64::MAX {
                    break 64 * word + met.trailing_ones() as usize;
                }
                word += 1;
            };
            let (at, bit) = (word % words, 1 << (place % 64));
            row[at] |= bit;
            diagonal[at] |= bit;
            self.column[at] |= bit;
            self.latest.push((place as i64 - (b + 2 * a) as i64) as i32);
        }
        self.values.push(self.latest[a]);
        self.next += 1;
        Ok(())
    }

    /// Returns the place of the window of the diagonal that crosses row r in the next column.
    fn diagonal_of(&self, r: usize) -> usize {
        (self.next + self.a + 1 - r) % (self.a + 1)
    }

    /// Compares with the mark, which is moved on at powers of 2 (Brent 1980).
    fn look_for_period(&mut self) {
        if self.latest == self.mark.latest && self.windows() == self.mark.windows {
            self.period = Some((self.mark.column, self.next - self.mark.column));
        } else if self.next.is_power_of_two() {
            self.mark = RowMark { column: self.next, latest: self.latest.clone(), windows: self.windows() };
        }
    }

    /// Returns the values in all rows and on the diagonals that go on, from the next column's window on.
    fn windows(&self) -> Vec<u64> {
        let top = (self.next - 1 + 4 * self.a) / 64;
        let (first, shift) = (self.next / 64, self.next % 64);
        let diagonals = (1..=self.a).map(|r| (&self.diagonals, self.diagonal_of(r)));
        let all = (0..=self.a).map(|r| (&self.rows, r)).chain(diagonals);
        let mut found = Vec::with_capacity((2 * self.a + 1) * self.words);
        for (windows, at) in all {
            let window = &windows[at * self.words..][..self.words];
            let word = |w: usize| if w > top { 0 } else { window[w % self.words] };
            let shifted = |w: usize| word(w) >> shift | word(w + 1).checked_shl(64 - shift as u32).unwrap_or(0);
            found.extend((first..=top).map(shifted));
            // The number of words is the same each time, though the window may reach into one less.
            found.resize(found.len().next_multiple_of(self.words), 0);
        }
        found
    }
}
