//! Domineering: Left places vertical dominoes, Right horizontal ones, on the empty cells of a board.
//!
//! State: the cells still empty, as bits of a 64-bit word, eight to a row. Boards that do not fit have a word to a row:
//! [`LargeDomineering`].

mod large;

pub use large::LargeDomineering;

use crate::games::{Fault, Player};
use crate::positions::{self, Closed, Context, Moves, PositionId, Ruleset, Term};

/// Domineering on boards of at most 8 rows and 8 columns.
pub struct Domineering;

const WIDTH: u32 = 8;
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// What is wrong with a board's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadBoard {
    /// It has no cell at all.
    Empty,
    /// Rows or columns beyond eight.
    TooLarge {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// A character that is neither an empty cell nor a taken one, and where it stands in the text.
    Letter(char, usize),
    /// Two rows of different length: the number of the second, and both lengths.
    Ragged(usize, usize, usize),
}

/// Rows and columns of the largest board.
const LARGEST: usize = 64;

/// Reads rows from top to bottom separated by `/`: `.` is empty, `#` taken. The rows come as words, bit x for column x.
///
/// # Errors
/// What is wrong with the text.
pub fn read(text: &str) -> Result<Vec<u64>, BadBoard> {
    let rows: Vec<&str> = text.split('/').collect();
    let width = |row: &str| row.chars().count();
    let columns = width(rows[0]);
    if let Some((at, letter)) = text.char_indices().find(|(_, c)| !matches!(c, '.' | '#' | '/')) {
        return Err(BadBoard::Letter(letter, at));
    }
    if let Some(i) = rows.iter().position(|r| width(r) != columns) {
        return Err(BadBoard::Ragged(i + 1, columns, width(rows[i])));
    }
    fits(rows.len(), columns)?;
    let word = |row: &str| row.bytes().rev().fold(0, |bits, cell| bits << 1 | (cell == b'.') as u64);
    Ok(rows.into_iter().map(word).collect())
}

/// The empty board of this size.
///
/// # Errors
/// [`BadBoard::Empty`], [`BadBoard::TooLarge`].
pub fn empty(rows: u64, columns: u64) -> Result<Vec<u64>, BadBoard> {
    fits(rows as usize, columns as usize)?;
    Ok(vec![u64::MAX >> (64 - columns); rows as usize])
}

fn fits(rows: usize, columns: usize) -> Result<(), BadBoard> {
    if rows == 0 || columns == 0 {
        return Err(BadBoard::Empty);
    }
    if rows > LARGEST || columns > LARGEST {
        return Err(BadBoard::TooLarge { rows, columns });
    }
    Ok(())
}

/// The position of a board, by its rows.
pub fn position<C: Context>(cx: &mut C, rows: &[u64]) -> PositionId {
    if rows.len() <= 8 && rows.iter().all(|row| row >> 8 == 0) {
        let cells = rows.iter().rev().fold(0, |cells: u64, row| cells << WIDTH | row);
        let ruleset = cx.positions().ruleset("domineering", || Closed(Domineering));
        return positions::position(cx, ruleset, &cells);
    }
    let ruleset = cx.positions().ruleset("large domineering", || Closed(LargeDomineering));
    positions::position(cx, ruleset, &rows.to_vec())
}

/// How a board is written.
fn write(rows: &[u64]) -> Term {
    let columns = 64 - rows.iter().fold(1, |all, row| all | row).leading_zeros();
    let row = |row: &u64| (0..columns).map(|x| if row >> x & 1 == 1 { '.' } else { '#' }).collect::<String>();
    let last = rows.iter().rposition(|&row| row != 0).unwrap_or(0);
    let rows: Vec<String> = rows[..=last].iter().map(row).collect();
    Term::Call("domineering".into(), vec![Term::Text(rows.join("/").into())])
}

/// Columns in the opposite order, by bit tricks on the 8x8 board.
fn mirror(b: u64) -> u64 {
    b.swap_bytes().reverse_bits()
}

fn transpose(mut b: u64) -> u64 {
    let t = (b ^ (b >> 7)) & 0x00aa_00aa_00aa_00aa;
    b ^= t ^ (t << 7);
    let t = (b ^ (b >> 14)) & 0x0000_cccc_0000_cccc;
    b ^= t ^ (t << 14);
    let t = (b ^ (b >> 28)) & 0x0000_0000_f0f0_f0f0;
    b ^ t ^ (t << 28)
}

/// The columns that have a cell, as bits.
fn columns(b: u64) -> u64 {
    let b = b | b >> 32;
    let b = b | b >> 16;
    (b | b >> 8) & 0xff
}

/// The neighbours of these cells.
#[inline]
fn beside(b: u64) -> u64 {
    b << WIDTH | b >> WIDTH | (b & !LAST_COLUMN) << 1 | (b & !FIRST_COLUMN) >> 1
}

impl Ruleset for Domineering {
    type State = u64;

    fn moves(&self, cells: &u64, player: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        let step = if player == Player::Left { WIDTH } else { 1 };
        let mut starts = match player {
            Player::Left => cells & (cells >> WIDTH),
            Player::Right => cells & (cells >> 1) & !LAST_COLUMN,
        };
        while starts != 0 {
            let cell = starts & starts.wrapping_neg();
            starts ^= cell;
            out.to(cells & !(cell | cell << step));
        }
        Ok(())
    }

    fn parts(&self, cells: &u64, out: &mut Vec<u64>) {
        // A single cell has no move.
        let mut rest = cells & beside(*cells);
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let grown = (part | beside(part)) & rest;
                let more = (grown | beside(grown)) & rest;
                if more == rest || more == grown {
                    part = more;
                    break;
                }
                part = more;
            }
            rest ^= part;
            out.push(part);
        }
    }

    /// Mirror images have the same value; exchanging rows and columns exchanges the players. So the board is pushed into
    /// the corner, stood upright, and the least of its mirror images taken; a square one is looked at both ways.
    fn normal_form(&self, cells: u64) -> (u64, bool) {
        let across = columns(cells);
        let mut b = cells >> (cells.trailing_zeros() & !7) >> across.trailing_zeros();
        let (mut height, mut width) =
            (8 - b.leading_zeros() / 8, 8 - (across.leading_zeros() - 56) - across.trailing_zeros());
        let images = |b: u64, height: u32, width: u32| {
            let turned = b.swap_bytes() >> (64 - 8 * height);
            let (h, v) = (mirror(b) >> (8 - width), mirror(turned) >> (8 - width));
            b.min(turned).min(h.min(v))
        };
        let lying = width > height;
        if lying {
            b = transpose(b);
            (height, width) = (width, height);
        }
        let upright = images(b, height, width);
        if height == width {
            let turned = images(transpose(b), height, width);
            if turned < upright {
                return (turned, true);
            }
        }
        (upright, lying)
    }

    fn term(&self, cells: &u64) -> Term {
        write(&cells.to_le_bytes().map(u64::from))
    }
}
