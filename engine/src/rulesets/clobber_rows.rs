//! Rows of stones in impartial Clobber and in impartial Cannibal Clobber.
//!
//! In both, two stones that stand side by side become one of them, in one of the two places. What is left of the other place
//! parts the row, so a move leaves the stones before the two, and those behind them, one of the two at the end of the first or
//! at the beginning of the second. So few different rows follow one that the nim-value of each is found from all its moves.
//!
//! A row is known by a hash of its stones that is the same for its mirror image, and for the row with the colours exchanged.
//! The hash of what a move leaves is found from those of the beginnings and ends of the row: it is a value of the polynomial
//! whose coefficients are the stones, modulo the prime 2^61 - 1, at two points.

use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};

/// The colours of the stones of a row: 1 and 2, or 1 alone if they make no difference.
type Row = Vec<u8>;

const PRIME: u64 = (1 << 61) - 1;
/// The points at which a polynomial is taken. They have no meaning.
const POINTS: [u64; 2] = [0x0123_4567_89ab_cdef, 0x1edc_ba98_7654_3210];

/// Values of a polynomial at both points.
type Values = [u64; 2];

fn plus(a: Values, b: Values) -> Values {
    std::array::from_fn(|i| (a[i] + b[i]) % PRIME)
}

fn minus(a: Values, b: Values) -> Values {
    std::array::from_fn(|i| (a[i] + PRIME - b[i]) % PRIME)
}

fn times(a: Values, b: Values) -> Values {
    std::array::from_fn(|i| (u128::from(a[i]) * u128::from(b[i]) % u128::from(PRIME)) as u64)
}

fn constant(n: u64) -> Values {
    [n; 2]
}

/// The nim-values of rows that have been found.
#[derive(Default)]
pub(super) struct RowValues {
    known: FastMap<u128, u64>,
    /// The powers of both points, and their sums: of all powers below.
    powers: Vec<Values>,
    sums: Vec<Values>,
}

/// A row whose moves are examined.
struct RowFrame {
    row: Row,
    key: u128,
    /// The beginnings of the row as polynomials, the last stone first, by their length.
    beginnings: Vec<Values>,
    /// The ends of the row as polynomials, the first stone first, by the place where they begin.
    ends: Vec<Values>,
    /// The place of the first stone that differs from the one before it, and of the last one.
    changes: [usize; 2],
    /// The next move.
    at: usize,
    /// The nim-values to which moves lead, a bit each.
    met: Vec<u64>,
}

/// The stones before or behind those that moved, and the stone that one of them became, if it stands there.
#[derive(Clone, Copy)]
enum RowPart {
    Beginning { length: usize, then: Option<u8> },
    End { first: Option<u8>, from: usize },
}

impl RowValues {
    /// Returns the nim-value of a row. `cannibals` says that a stone may take one of its own colour; then all are 1.
    ///
    /// # Errors
    /// Limits.
    pub fn nim_value(&mut self, row: Row, cannibals: bool, budget: &mut Budget) -> Result<u64, Fault> {
        let is_alive = if cannibals { row.len() > 1 } else { row.windows(2).any(|pair| pair[0] != pair[1]) };
        if !is_alive {
            return Ok(0);
        }
        while self.powers.len() <= row.len() + 1 {
            budget.charge(1)?;
            let power = self.powers.last().map_or(constant(1), |&power| times(power, POINTS));
            let sum = self.sums.last().map_or(constant(0), |&sum| plus(sum, self.powers[self.powers.len() - 1]));
            self.powers.push(power);
            self.sums.push(sum);
        }
        let frame = self.frame(row, budget)?;
        let asked = frame.key;
        if let Some(&known) = self.known.get(&asked) {
            return Ok(known);
        }
        let mut open = vec![frame];
        'rows: while let Some(mut frame) = open.pop() {
            while let Some(parts) = frame.parts(cannibals) {
                budget.tick()?;
                let mut nim = 0;
                for part in parts {
                    if !frame.is_alive(part, cannibals) {
                        continue;
                    }
                    match self.known.get(&self.key(&frame, part)) {
                        Some(&known) => nim ^= known,
                        None => {
                            let next = self.frame(frame.row_of(part), budget)?;
                            open.extend([frame, next]);
                            continue 'rows;
                        }
                    }
                }
                frame.note(nim);
                frame.at += 1;
            }
            budget.room_to_insert(&self.known)?;
            self.known.insert(frame.key, frame.mex());
        }
        Ok(self.known[&asked])
    }

    fn frame(&self, row: Row, budget: &mut Budget) -> Result<RowFrame, Fault> {
        budget.charge(row.len())?;
        budget.reserve(row.len() * (1 + 2 * size_of::<Values>()))?;
        let mut beginnings = vec![constant(0)];
        for &stone in &row {
            let last = beginnings[beginnings.len() - 1];
            beginnings.push(plus(times(last, POINTS), constant(stone.into())));
        }
        let mut ends = vec![constant(0); row.len() + 1];
        for (place, &stone) in row.iter().enumerate().rev() {
            ends[place] = plus(times(ends[place + 1], POINTS), constant(stone.into()));
        }
        let change = |pair: &[u8]| pair[0] != pair[1];
        let first = row.windows(2).position(change).map_or(row.len(), |i| i + 1);
        let last = row.windows(2).rposition(change).map_or(0, |i| i + 1);
        let key = self.key_of([ends[0], beginnings[row.len()]], row.len());
        Ok(RowFrame { row, key, beginnings, ends, changes: [first, last], at: 0, met: Vec::new() })
    }

    /// Returns the key of a row from its polynomial, and from that of its mirror image.
    fn key_of(&self, both: [Values; 2], length: usize) -> u128 {
        let three = times(constant(3), self.sums[length]);
        let [a, b] = both;
        let least = a.min(b).min(minus(three, a)).min(minus(three, b));
        u128::from(least[0]) << 64 | u128::from(least[1])
    }

    /// Returns the key of a part that a move of a row leaves.
    fn key(&self, of: &RowFrame, part: RowPart) -> u128 {
        let count = of.row.len();
        match part {
            RowPart::Beginning { length, then } => {
                let forward = minus(of.ends[0], times(of.ends[length], self.powers[length]));
                let back = of.beginnings[length];
                match then.map(|stone| constant(stone.into())) {
                    None => self.key_of([forward, back], length),
                    Some(stone) => {
                        let forward = plus(forward, times(stone, self.powers[length]));
                        self.key_of([forward, plus(times(back, POINTS), stone)], length + 1)
                    }
                }
            }
            RowPart::End { first, from } => {
                let forward = of.ends[from];
                let back = minus(of.beginnings[count], times(of.beginnings[from], self.powers[count - from]));
                match first.map(|stone| constant(stone.into())) {
                    None => self.key_of([forward, back], count - from),
                    Some(stone) => {
                        let back = plus(back, times(stone, self.powers[count - from]));
                        self.key_of([plus(times(forward, POINTS), stone), back], count - from + 1)
                    }
                }
            }
        }
    }
}

impl RowFrame {
    /// Returns the parts that the next move leaves, or `None` if there is no other move.
    fn parts(&mut self, cannibals: bool) -> Option<[RowPart; 2]> {
        loop {
            let place = self.at / 2;
            let (&first, &second) = (self.row.get(place)?, self.row.get(place + 1)?);
            if cannibals || first != second {
                return Some(match self.at % 2 {
                    0 => [
                        RowPart::Beginning { length: place, then: None },
                        RowPart::End { first: Some(first), from: place + 2 },
                    ],
                    _ => [
                        RowPart::Beginning { length: place, then: Some(second) },
                        RowPart::End { first: None, from: place + 2 },
                    ],
                });
            }
            self.at += 2;
        }
    }

    /// Returns `true` if there is a move in a part.
    fn is_alive(&self, part: RowPart, cannibals: bool) -> bool {
        match part {
            RowPart::Beginning { length, then } if cannibals => length + usize::from(then.is_some()) > 1,
            RowPart::End { first, from } if cannibals => self.row.len() - from + usize::from(first.is_some()) > 1,
            RowPart::Beginning { length, then } => {
                length > self.changes[0] || length > 0 && then.is_some_and(|stone| stone != self.row[length - 1])
            }
            RowPart::End { first, from } => {
                from < self.changes[1] || from < self.row.len() && first.is_some_and(|stone| stone != self.row[from])
            }
        }
    }

    fn row_of(&self, part: RowPart) -> Row {
        match part {
            RowPart::Beginning { length, then } => self.row[..length].iter().copied().chain(then).collect(),
            RowPart::End { first, from } => first.into_iter().chain(self.row[from..].iter().copied()).collect(),
        }
    }

    fn note(&mut self, nim: u64) {
        let word = nim as usize / 64;
        if self.met.len() <= word {
            self.met.resize(word + 1, 0);
        }
        self.met[word] |= 1 << (nim % 64);
    }

    /// Returns the least nim-value to which no move leads.
    fn mex(&self) -> u64 {
        let full = self.met.iter().take_while(|&&word| word == u64::MAX).count();
        64 * full as u64 + self.met.get(full).map_or(0, |word| u64::from(word.trailing_ones()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::games::Random;

    /// Returns the nim-value by the definition: all stones that can take one beside them do, on a row with gaps.
    fn by_all_moves(row: &[u8], cannibals: bool, known: &mut HashMap<Vec<u8>, u64>) -> u64 {
        if let Some(&value) = known.get(row) {
            return value;
        }
        let mut after = Vec::new();
        for (from, to) in (1..row.len()).flat_map(|i| [(i - 1, i), (i, i - 1)]) {
            let (stone, taken) = (row[from], row[to]);
            if stone > 0 && taken > 0 && (cannibals || stone != taken) {
                let mut next = row.to_vec();
                (next[from], next[to]) = (0, stone);
                after.push(by_all_moves(&next, cannibals, known));
            }
        }
        let value = (0..).find(|n| !after.contains(n)).expect("a number that is not there");
        known.insert(row.to_vec(), value);
        value
    }

    #[test]
    fn rows_have_the_nim_values_of_all_their_moves() -> Result<(), Fault> {
        let mut random = Random::new(77);
        for cannibals in [false, true] {
            let (mut rows, mut known) = (RowValues::default(), HashMap::new());
            for _ in 0..300 {
                let length = random.below(11) as usize;
                let row: Row = (0..length).map(|_| if cannibals { 1 } else { 1 + random.below(2) as u8 }).collect();
                let found = rows.nim_value(row.clone(), cannibals, &mut Budget::unlimited())?;
                assert_eq!(found, by_all_moves(&row, cannibals, &mut known), "{row:?} {cannibals}");
            }
        }
        Ok(())
    }
}
