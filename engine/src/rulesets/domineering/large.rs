//! Domineering on boards of any shape up to 64x64, a word to a row. The same rules as on one word, found independently:
//! the two paths are compared with each other.

use std::ops::Range;

use super::{Frame, lead, sketch, term};
use crate::games::{Fault, Player};
use crate::positions::{Moves, Ruleset, RulesetId, Sketch, Term};

/// Domineering with a word to a row: bit x is column x, set while the cell is empty.
#[derive(Default)]
pub struct LargeDomineering(pub(super) Frame);

type Rows = Vec<u64>;

/// The cells of `rows` that have a neighbour in `from`.
fn beside(from: &[u64], rows: &[u64]) -> Rows {
    let row = |y: usize| from.get(y).copied().unwrap_or(0);
    let near = |y: usize| row(y) << 1 | row(y) >> 1 | row(y + 1) | if y == 0 { 0 } else { row(y - 1) };
    (0..rows.len()).map(|y| near(y) & rows[y]).collect()
}

/// Without empty rows and columns around it.
fn trim(rows: &[u64]) -> Rows {
    let columns = rows.iter().fold(0, |all, row| all | row);
    let first = rows.iter().position(|&row| row != 0).unwrap_or(0);
    let last = rows.iter().rposition(|&row| row != 0).map_or(0, |y| y + 1);
    rows[first..last].iter().map(|row| row >> columns.trailing_zeros()).collect()
}

/// The width of trimmed rows.
fn width(rows: &[u64]) -> u32 {
    64 - rows.iter().fold(0, |all, row| all | row).leading_zeros()
}

fn transpose(rows: &[u64]) -> Rows {
    let column = |x: u32| rows.iter().enumerate().fold(0, |bits, (y, row)| bits | (row >> x & 1) << y);
    (0..width(rows)).map(column).collect()
}

impl Ruleset for LargeDomineering {
    type State = Rows;

    fn lead(&self, rows: &Rows) -> Option<i64> {
        Some(lead(rows.iter().copied(), transpose(rows).into_iter()))
    }

    fn moves(&self, rows: &Rows, player: Player, out: &mut Moves<Rows>) -> Result<(), Fault> {
        for y in 0..rows.len() {
            let mut starts = match player {
                Player::Left => rows[y] & rows.get(y + 1).copied().unwrap_or(0),
                Player::Right => rows[y] & rows[y] >> 1,
            };
            while starts != 0 {
                let cell = starts & starts.wrapping_neg();
                starts ^= cell;
                let mut next = rows.clone();
                match player {
                    Player::Left => [y, y + 1].into_iter().for_each(|y| next[y] &= !cell),
                    Player::Right => next[y] &= !(cell | cell << 1),
                }
                out.to(next);
            }
        }
        Ok(())
    }

    fn parts(&self, rows: &Rows, found: &mut impl FnMut(Rows)) {
        // A single cell has no move.
        let mut rest = beside(rows, rows);
        while let Some(y) = rest.iter().position(|&row| row != 0) {
            let mut part = vec![0; rest.len()];
            part[y] = rest[y] & rest[y].wrapping_neg();
            loop {
                let grown: Rows = beside(&part, &rest).iter().zip(&part).map(|(near, row)| near | row).collect();
                if grown == part {
                    break;
                }
                part = grown;
            }
            rest.iter_mut().zip(&part).for_each(|(rest, part)| *rest ^= part);
            found(trim(&part));
        }
    }

    /// The least of the eight images; those on the side negate.
    fn normal_form(&self, rows: Rows) -> (Rows, bool) {
        let images = |rows: Rows| {
            let shift = 64 - width(&rows);
            let mirrored: Rows = rows.iter().map(|row| row.reverse_bits() >> shift).collect();
            let turned = |rows: &Rows| rows.iter().rev().copied().collect::<Rows>();
            let (a, b) = (turned(&rows), turned(&mirrored));
            [rows, mirrored, a, b].into_iter().min().unwrap_or_default()
        };
        let (upright, lying) = (images(rows.clone()), images(transpose(&rows)));
        if lying < upright { (lying, true) } else { (upright, false) }
    }

    /// Rows for Left, columns for Right: a domino that lies in one of them crosses no cut.
    fn bands(&self, rows: &Rows, player: Player) -> usize {
        match player {
            Player::Left => rows.len(),
            Player::Right => width(rows) as usize,
        }
    }

    fn only(&self, rows: &Rows, player: Player, bands: Range<usize>) -> Rows {
        match player {
            Player::Left => rows[bands].to_vec(),
            Player::Right => {
                let columns = !0 >> (64 - bands.len());
                rows.iter().map(|row| row >> bands.start & columns).collect()
            }
        }
    }

    fn anew(&self) -> Option<fn() -> Self> {
        Some(Self::default)
    }

    fn remembers_with(&self) -> Option<RulesetId> {
        self.0.memory
    }

    fn term(&self, rows: &Rows) -> Term {
        term(&self.0.board(rows))
    }

    fn sketch(&self, rows: &Rows) -> Option<Sketch> {
        Some(sketch(&self.0.board(rows)))
    }
}
