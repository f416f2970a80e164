//! Domineering on boards of any shape up to 64x64, a word to a row. The same rules as on one word, found independently:
//! the two paths are compared with each other.

use super::{BoardFrame, ahead, sketch, term};
use crate::games::{Fault, Player};
use crate::positions::{Banded, Facts, Moves, Ruleset, Term, View};

/// Domineering with a word to a row: bit x is column x, set while the cell is empty.
#[derive(Default, PartialEq, Eq, Hash)]
pub struct LargeDomineering(pub(super) BoardFrame);

type LargeRows = Vec<u64>;

/// Returns the cells of row `y` that have a neighbour in `from`.
fn beside(from: &[u64], y: usize, row: u64) -> u64 {
    let at = |y: usize| from.get(y).copied().unwrap_or(0);
    (at(y) << 1 | at(y) >> 1 | at(y + 1) | if y == 0 { 0 } else { at(y - 1) }) & row
}

/// Returns the rows without empty rows and columns around them.
fn trim(rows: &[u64]) -> LargeRows {
    let columns = rows.iter().fold(0, |all, row| all | row);
    let first = rows.iter().position(|&row| row != 0).unwrap_or(0);
    let last = rows.iter().rposition(|&row| row != 0).map_or(0, |y| y + 1);
    rows[first..last].iter().map(|row| row >> columns.trailing_zeros()).collect()
}

/// Returns the width of trimmed rows.
fn width(rows: &[u64]) -> u32 {
    64 - rows.iter().fold(0, |all, row| all | row).leading_zeros()
}

fn transpose(rows: &[u64]) -> LargeRows {
    let column = |x: u32| rows.iter().enumerate().fold(0, |bits, (y, row)| bits | (row >> x & 1) << y);
    (0..width(rows)).map(column).collect()
}

/// Returns the least of a region and its mirror images: rows or columns, or both, in the opposite order.
fn least_image(rows: &[u64], width: usize) -> LargeRows {
    let shift = (64 - width) % 64;
    let row = |(turned, mirrored): (bool, bool), y: usize| {
        let row = rows[if turned { rows.len() - 1 - y } else { y }];
        if mirrored { row.reverse_bits() >> shift } else { row }
    };
    let image = |how| (0..rows.len()).map(move |y| row(how, y));
    let mut least = (false, false);
    for how in [(false, true), (true, false), (true, true)] {
        if image(how).lt(image(least)) {
            least = how;
        }
    }
    image(least).collect()
}

impl Ruleset for LargeDomineering {
    type State = LargeRows;

    fn facts(&self) -> Facts<'_, LargeRows> {
        Facts { bands: Some(self), family: self.0.memory, ..Facts::default() }
    }

    fn moves(&self, rows: &LargeRows, player: Player, out: &mut Moves<LargeRows>) -> Result<(), Fault> {
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

    fn parts(&self, rows: &LargeRows, found: &mut dyn FnMut(LargeRows)) {
        // A single cell has no move.
        let mut rest: LargeRows = (0..rows.len()).map(|y| beside(rows, y, rows[y])).collect();
        while let Some(first) = rest.iter().position(|&row| row != 0) {
            let mut part = vec![0; rest.len()];
            part[first] = rest[first] & rest[first].wrapping_neg();
            // Down and up the rows, until no cell is added.
            let mut grows = true;
            while grows {
                grows = false;
                for y in (first..rest.len()).chain((0..rest.len()).rev()) {
                    let row = part[y] | beside(&part, y, rest[y]);
                    grows |= row != part[y];
                    part[y] = row;
                }
            }
            rest.iter_mut().zip(&part).for_each(|(rest, part)| *rest ^= part);
            found(trim(&part));
        }
    }

    /// Returns the least of the images that stand upright; to lie down negates. A square one is examined both ways.
    fn normal_form(&self, rows: LargeRows) -> (LargeRows, bool) {
        let (height, width) = (rows.len(), width(&rows) as usize);
        if height > width {
            return (least_image(&rows, width), false);
        }
        let lying = least_image(&transpose(&rows), height);
        if height < width {
            return (lying, true);
        }
        let upright = least_image(&rows, width);
        if lying < upright { (lying, true) } else { (upright, false) }
    }

    fn term(&self, rows: &LargeRows) -> Term {
        term(&self.0.board(rows))
    }

    fn view(&self, rows: &LargeRows) -> Option<View> {
        Some(View::Board(sketch(&self.0.board(rows))))
    }
}

/// The bands are cut as on one word.
impl Banded<LargeRows> for LargeDomineering {
    fn bands(&self, rows: &LargeRows, player: Player, out: &mut Vec<u64>) {
        if player == Player::Left { out.extend(rows) } else { out.extend(transpose(rows)) }
    }

    fn of_bands(&self, bands: &[u64]) -> LargeRows {
        bands.to_vec()
    }

    fn ahead(&self, bands: [&[u64]; 2]) -> i64 {
        ahead(bands)
    }
}
