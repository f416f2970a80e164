//! Domineering on boards of at most 16 rows and 16 columns, sixteen rows of sixteen bits. Regions of at most eight rows and
//! columns, as most of a search are, follow the rules on one word; larger ones are found independently of these, as those
//! with a word to a row: the three are compared with each other.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, Not};

use super::dominated::{Plane, dominated};
use super::{BoardFrame, ahead, is_joined, normal_form, pieces_after, sketch, starts, term, undominated_starts};
use crate::games::{Fault, Player};
use crate::positions::{Banded, Facts, Moves, Ruleset, Term, View};
use crate::rulesets::board::Board;

/// Domineering with sixteen bits to a row: bit x is column x, set while the cell is empty.
#[derive(Default, PartialEq, Eq, Hash)]
pub struct MediumDomineering(pub(super) BoardFrame);

const SIDE: usize = 16;

type MediumRows = [u16; SIDE];

/// Returns the rows of a board.
pub(super) fn rows(board: &Board) -> MediumRows {
    let rows = super::rows(board);
    from_fn(|y| rows.get(y).map_or(0, |&row| row as u16))
}

/// The number of rows, and of columns, of a board on one word.
const SIDE_OF_WORD: usize = 8;

/// Returns a board as one word, eight bits to a row, if it has at most eight rows and columns.
#[inline]
fn on_a_word(rows: &MediumRows) -> Option<u64> {
    let outside = rows[..SIDE_OF_WORD].iter().fold(0, |all, row| all | row) >> SIDE_OF_WORD
        | rows[SIDE_OF_WORD..].iter().fold(0, |all, row| all | row);
    (outside == 0).then(|| u64::from_le_bytes(from_fn(|y| rows[y] as u8)))
}

/// Returns a board on one word with sixteen bits to a row.
#[inline]
fn with_rows(cells: u64) -> MediumRows {
    let mut rows = [0; SIDE];
    rows.iter_mut().zip(cells.to_le_bytes()).for_each(|(row, byte)| *row = byte.into());
    rows
}

/// Combines two boards row by row, in a loop that is compiled for several rows at once.
#[inline]
fn zip(a: &MediumRows, b: &MediumRows, of: impl Fn(u16, u16) -> u16) -> MediumRows {
    let mut rows = *a;
    for (a, b) in rows.iter_mut().zip(b) {
        *a = of(*a, *b);
    }
    rows
}

#[inline]
fn both(a: &MediumRows, b: &MediumRows) -> MediumRows {
    zip(a, b, |a, b| a & b)
}

#[inline]
fn without(a: &MediumRows, b: &MediumRows) -> MediumRows {
    zip(a, b, |a, b| a & !b)
}

/// The rows as a set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct RowsPlane(pub MediumRows);

impl BitAnd for RowsPlane {
    type Output = RowsPlane;

    fn bitand(self, other: RowsPlane) -> RowsPlane {
        RowsPlane(both(&self.0, &other.0))
    }
}

impl BitOr for RowsPlane {
    type Output = RowsPlane;

    fn bitor(self, other: RowsPlane) -> RowsPlane {
        RowsPlane(zip(&self.0, &other.0, |a, b| a | b))
    }
}

impl Not for RowsPlane {
    type Output = RowsPlane;

    fn not(self) -> RowsPlane {
        RowsPlane(self.0.map(|row| !row))
    }
}

impl Plane for RowsPlane {
    fn next(self) -> RowsPlane {
        let mut rows = [0; SIDE];
        rows[..SIDE - 1].copy_from_slice(&self.0[1..]);
        RowsPlane(rows)
    }

    fn before(self) -> RowsPlane {
        let mut rows = [0; SIDE];
        rows[1..].copy_from_slice(&self.0[..SIDE - 1]);
        RowsPlane(rows)
    }

    fn east(self) -> RowsPlane {
        RowsPlane(self.0.map(|row| row >> 1))
    }

    fn west(self) -> RowsPlane {
        RowsPlane(self.0.map(|row| row << 1))
    }

    fn one(self) -> RowsPlane {
        RowsPlane(first(&self.0))
    }
}

fn is_empty(rows: &MediumRows) -> bool {
    *rows == [0; SIDE]
}

/// Returns `true` if there is at most one cell, and so no move.
fn is_single(rows: &MediumRows) -> bool {
    rows.iter().map(|row| row.count_ones()).sum::<u32>() <= 1
}

/// Returns these cells and their neighbours.
#[inline]
fn around(rows: &MediumRows) -> MediumRows {
    let mut around = *rows;
    for y in 0..SIDE {
        around[y] |= rows[y] << 1 | rows[y] >> 1;
    }
    for y in 1..SIDE {
        around[y] |= rows[y - 1];
        around[y - 1] |= rows[y];
    }
    around
}

/// Returns the first cell.
fn first(rows: &MediumRows) -> MediumRows {
    let mut first = [0; SIDE];
    if let Some(y) = rows.iter().position(|&row| row != 0) {
        first[y] = rows[y] & rows[y].wrapping_neg();
    }
    first
}

/// Returns the cells of `rest` that are joined to these.
fn grown(mut part: MediumRows, rest: &MediumRows) -> MediumRows {
    loop {
        let once = both(&around(&part), rest);
        part = both(&around(&once), rest);
        if part == once {
            return part;
        }
    }
}

/// The number of rows that lie in one word.
const ROWS_OF_WORD: usize = 4;
/// The first column of these rows, and the last one.
const FIRST_COLUMN: u64 = 0x0001_0001_0001_0001;
const LAST_COLUMN: u64 = FIRST_COLUMN << (SIDE - 1);

/// Returns the first rows as a word.
fn word(rows: &[u16]) -> u64 {
    rows[..ROWS_OF_WORD].iter().rev().fold(0, |word, &row| word << SIDE | u64::from(row))
}

/// Calls `found` with the regions of `rest` that have a cell in `near`, but for single cells.
fn regions(mut near: MediumRows, mut rest: MediumRows, found: &mut dyn FnMut(MediumRows)) {
    if rest[ROWS_OF_WORD..].iter().all(|&row| row == 0) {
        return regions_of_word(word(&near), word(&rest), found);
    }
    while !is_empty(&near) {
        let part = grown(first(&near), &rest);
        rest = without(&rest, &part);
        near = without(&near, &part);
        if !is_single(&part) {
            found(part);
        }
    }
}

/// Like `regions`, with rows that lie in one word: those of a strip do.
fn regions_of_word(mut near: u64, mut rest: u64, found: &mut dyn FnMut(MediumRows)) {
    let beside = |b: u64| b << SIDE | b >> SIDE | (b & !LAST_COLUMN) << 1 | (b & !FIRST_COLUMN) >> 1;
    while near != 0 {
        let mut part = near & near.wrapping_neg();
        loop {
            let once = part | beside(part) & rest;
            part = once | beside(once) & rest;
            if part == once {
                break;
            }
        }
        rest ^= part;
        near &= !part;
        if part & part.wrapping_sub(1) != 0 {
            found(from_fn(|y| if y < ROWS_OF_WORD { (part >> (SIDE * y)) as u16 } else { 0 }));
        }
    }
}

/// Exchanges rows and columns: squares of 8, 4, 2 and 1 beside the diagonal, one size after the other, four rows at a time.
fn transpose(rows: MediumRows) -> MediumRows {
    let mut words: [u64; SIDE / ROWS_OF_WORD] = from_fn(|i| word(&rows[ROWS_OF_WORD * i..]));
    for (size, mask, apart) in [(8, 0x00ff_00ff_00ff_00ff, 2), (4, 0x0f0f_0f0f_0f0f_0f0f, 1)] {
        for i in (0..words.len()).filter(|i| i & apart == 0) {
            let exchanged = (words[i] >> size ^ words[i + apart]) & mask;
            words[i] ^= exchanged << size;
            words[i + apart] ^= exchanged;
        }
    }
    for (size, mask) in [(2, 0x3333_3333), (1, 0x5555_0000_5555)] {
        for word in &mut words {
            let exchanged = (*word >> size ^ *word >> (SIDE * size)) & mask;
            *word ^= exchanged << size ^ exchanged << (SIDE * size);
        }
    }
    from_fn(|y| (words[y / ROWS_OF_WORD] >> (SIDE * (y % ROWS_OF_WORD))) as u16)
}

/// Returns the height and the width of a board in the corner.
fn size(rows: &MediumRows) -> (usize, usize) {
    let columns = rows.iter().fold(0, |all, row| all | row);
    (SIDE - rows.iter().rev().take_while(|&&row| row == 0).count(), SIDE - columns.leading_zeros() as usize)
}

/// Returns a board pushed into the corner.
fn cornered(rows: &MediumRows) -> MediumRows {
    let columns = rows.iter().fold(0, |all, row| all | row);
    let above = rows.iter().take_while(|&&row| row == 0).count();
    let aside = columns.trailing_zeros() % u16::BITS;
    let mut cornered = [0; SIDE];
    for (to, row) in cornered.iter_mut().zip(&rows[above..]) {
        *to = row >> aside;
    }
    cornered
}

/// Returns the least of a board in the corner and its mirror images: rows or columns, or both, in the opposite order.
fn least_image(rows: MediumRows, (height, width): (usize, usize)) -> MediumRows {
    let flipped = |rows: &MediumRows| {
        let mut flipped = *rows;
        flipped[..height].reverse();
        flipped
    };
    let mut mirrored = rows;
    mirrored[..height].iter_mut().for_each(|row| *row = row.reverse_bits() >> (SIDE - width));
    rows.min(flipped(&rows)).min(mirrored.min(flipped(&mirrored)))
}

/// Returns `true` if the rest of a region without a domino is surely in one piece.
fn surely_whole(gone: &MediumRows, rest: &MediumRows) -> bool {
    let Some(y) = gone.iter().position(|&row| row != 0) else { return false };
    let (upright, x) = (gone[y].is_power_of_two(), gone[y].trailing_zeros());
    let columns = if upright { 3 } else { 4 };
    let mut content = 0;
    for row in 0..12 / columns {
        let cells = (y + row).checked_sub(1).and_then(|y| rest.get(y)).copied().unwrap_or(0);
        let window = (u32::from(cells) << 1 >> x) & ((1 << columns) - 1);
        content |= window << (columns * row);
    }
    is_joined(upright, content as usize)
}

/// Lists the moves of a player, but for those that begin on certain cells.
fn place(rows: &MediumRows, player: Player, gone: &MediumRows, out: &mut Moves<MediumRows>) {
    for y in 0..SIDE {
        let below = rows.get(y + 1).copied().unwrap_or(0);
        let mut starts = rows[y] & if player == Player::Left { below } else { rows[y] >> 1 } & !gone[y];
        while starts != 0 {
            let cell = starts & starts.wrapping_neg();
            starts ^= cell;
            let mut next = *rows;
            match player {
                Player::Left => next[y..y + 2].iter_mut().for_each(|row| *row &= !cell),
                Player::Right => next[y] &= !(cell | cell << 1),
            }
            out.to(next);
        }
    }
}

impl Ruleset for MediumDomineering {
    type State = MediumRows;

    fn facts(&self) -> Facts<'_, MediumRows> {
        Facts { bands: Some(self), family: self.0.memory, ..Facts::default() }
    }

    fn moves(&self, rows: &MediumRows, player: Player, out: &mut Moves<MediumRows>) -> Result<(), Fault> {
        match on_a_word(rows) {
            Some(cells) => super::place(cells, player, starts(cells, player), |after| out.to(with_rows(after))),
            None => place(rows, player, &[0; SIDE], out),
        }
        Ok(())
    }

    fn undominated_moves(&self, rows: &MediumRows, player: Player, out: &mut Moves<MediumRows>) -> Result<(), Fault> {
        if let Some(cells) = on_a_word(rows) {
            super::place(cells, player, undominated_starts(cells, player), |after| out.to(with_rows(after)));
            return Ok(());
        }
        let gone = match player {
            Player::Left => dominated(RowsPlane(*rows)).0,
            Player::Right => transpose(dominated(RowsPlane(transpose(*rows))).0),
        };
        place(rows, player, &gone, out);
        Ok(())
    }

    fn move_count(&self, rows: &MediumRows, player: Player) -> Option<usize> {
        if let Some(cells) = on_a_word(rows) {
            return Some(starts(cells, player).count_ones() as usize);
        }
        let starts = |y: usize| match player {
            Player::Left => rows[y] & rows.get(y + 1).copied().unwrap_or(0),
            Player::Right => rows[y] & rows[y] >> 1,
        };
        Some((0..SIDE).map(|y| starts(y).count_ones() as usize).sum())
    }

    fn parts(&self, rows: &MediumRows, found: &mut dyn FnMut(MediumRows)) {
        regions(*rows, *rows, found);
    }

    fn parts_after(&self, before: &MediumRows, after: &MediumRows, found: &mut dyn FnMut(MediumRows)) {
        if let (Some(before), Some(after)) = (on_a_word(before), on_a_word(after)) {
            return pieces_after(before, after, &mut |piece| found(with_rows(piece)));
        }
        let gone = without(before, after);
        if !surely_whole(&gone, after) {
            regions(both(&around(&gone), after), *after, found);
        } else if !is_single(after) {
            found(*after);
        }
    }

    /// Returns the normal form of the rules on one word if the region fits on one. Otherwise returns the least of the images
    /// that lie down, in the corner, so that rows are few; to stand upright negates. A square one is examined both ways.
    fn normal_form(&self, rows: MediumRows) -> (MediumRows, bool) {
        let mut rows = cornered(&rows);
        if let Some(cells) = on_a_word(&rows) {
            let (cells, negated) = normal_form(cells);
            return (with_rows(cells), negated);
        }
        let (mut height, mut width) = size(&rows);
        let is_upright = height > width;
        if is_upright {
            rows = transpose(rows);
            (height, width) = (width, height);
        }
        let lying = least_image(rows, (height, width));
        if height == width {
            let turned = least_image(transpose(rows), (height, width));
            if turned < lying {
                return (turned, true);
            }
        }
        (lying, is_upright)
    }

    fn term(&self, rows: &MediumRows) -> Term {
        term(&self.0.board(&rows.map(u64::from)))
    }

    fn view(&self, rows: &MediumRows) -> Option<View> {
        Some(View::Board(sketch(&self.0.board(&rows.map(u64::from)))))
    }
}

/// The bands are cut as on one word.
impl Banded<MediumRows> for MediumDomineering {
    fn bands(&self, rows: &MediumRows, player: Player, out: &mut Vec<u64>) {
        let rows = if player == Player::Left { *rows } else { transpose(*rows) };
        out.extend(rows[..size(&rows).0].iter().map(|&row| u64::from(row)));
    }

    fn of_bands(&self, bands: &[u64]) -> MediumRows {
        from_fn(|y| bands.get(y).map_or(0, |&band| band as u16))
    }

    fn ahead(&self, bands: [&[u64]; 2]) -> i64 {
        ahead(bands)
    }
}
