//! Domineering: Left places vertical dominoes, Right horizontal ones, on the empty cells of a board.
//!
//! State: the cells still empty, as bits of a 64-bit word, eight to a row. Larger boards are read into several
//! words by the same rules later; here a board has at most 8 rows and 8 columns.

use crate::games::{Fault, Player};
use crate::positions::{Mark, Moves, Ruleset, Sketch, Term};
use crate::rulesets::grid::{Frame, framed};

/// The game of Domineering.
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

impl Domineering {
    /// Reads rows from top to bottom separated by `/`: `.` is empty, `#` taken.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(text: &str) -> Result<u64, BadBoard> {
        let rows: Vec<&str> = text.split('/').collect();
        let width = |row: &str| row.chars().count();
        let columns = width(rows[0]);
        if let Some((at, letter)) = text.char_indices().find(|(_, c)| !matches!(c, '.' | '#' | '/')) {
            return Err(BadBoard::Letter(letter, at));
        }
        if let Some(i) = rows.iter().position(|r| width(r) != columns) {
            return Err(BadBoard::Ragged(i + 1, columns, width(rows[i])));
        }
        if columns == 0 {
            return Err(BadBoard::Empty);
        }
        if rows.len() > 8 || columns > 8 {
            return Err(BadBoard::TooLarge { rows: rows.len(), columns });
        }
        let mut cells = 0;
        for (y, row) in rows.iter().enumerate() {
            for (x, c) in row.chars().enumerate() {
                cells |= ((c == '.') as u64) << (y * 8 + x);
            }
        }
        Ok(cells)
    }

    /// The empty board of this size, from 1x1 to 8x8.
    ///
    /// # Errors
    /// [`BadBoard::Empty`], [`BadBoard::TooLarge`].
    pub fn empty(rows: u64, columns: u64) -> Result<u64, BadBoard> {
        if rows == 0 || columns == 0 {
            return Err(BadBoard::Empty);
        }
        if rows > 8 || columns > 8 {
            return Err(BadBoard::TooLarge { rows: rows as usize, columns: columns as usize });
        }
        let row = (1u64 << columns) - 1;
        Ok((0..rows).fold(0, |cells, y| cells | row << (y * 8)))
    }
}

/// Both axes mirrored and exchanged by bit tricks on the 8x8 board.
fn mirror(b: u64) -> u64 {
    let b = (b >> 1) & 0x5555_5555_5555_5555 | (b & 0x5555_5555_5555_5555) << 1;
    let b = (b >> 2) & 0x3333_3333_3333_3333 | (b & 0x3333_3333_3333_3333) << 2;
    (b >> 4) & 0x0f0f_0f0f_0f0f_0f0f | (b & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

fn transpose(mut b: u64) -> u64 {
    let t = (b ^ (b >> 7)) & 0x00aa_00aa_00aa_00aa;
    b ^= t ^ (t << 7);
    let t = (b ^ (b >> 14)) & 0x0000_cccc_0000_cccc;
    b ^= t ^ (t << 14);
    let t = (b ^ (b >> 28)) & 0x0000_0000_f0f0_f0f0;
    b ^ t ^ (t << 28)
}

fn to_corner(mut b: u64) -> u64 {
    if b == 0 {
        return 0;
    }
    b >>= b.trailing_zeros() / WIDTH * WIDTH;
    while b & FIRST_COLUMN == 0 {
        b >>= 1;
    }
    b
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
        let mut rest = *cells;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let sideways = (part & !LAST_COLUMN) << 1 | (part & !FIRST_COLUMN) >> 1;
                let grown = (part | part << WIDTH | part >> WIDTH | sideways) & rest;
                if grown == part {
                    break;
                }
                part = grown;
            }
            rest ^= part;
            // A single cell has no move.
            if part & (part - 1) != 0 {
                out.push(part);
            }
        }
    }

    /// Mirror images have the same value; exchanging rows and columns exchanges the players.
    fn normal_form(&self, cells: u64) -> (u64, bool) {
        let images = |b: u64| {
            let (h, v) = (mirror(b), b.swap_bytes());
            [b, h, v, v.reverse_bits().swap_bytes()].map(to_corner).into_iter().min().unwrap_or(0)
        };
        let (straight, turned) = (images(cells), images(transpose(cells)));
        if turned < straight { (turned, true) } else { (straight, false) }
    }

    fn term(&self, cells: &u64) -> Term {
        let b = *cells;
        let rows = if b == 0 { 1 } else { 8 - b.leading_zeros() / WIDTH };
        let columns = (0..WIDTH).rev().find(|x| b >> x & FIRST_COLUMN != 0).map_or(1, |x| x + 1);
        let row = |y: u32| (0..columns).map(move |x| if b >> (y * WIDTH + x) & 1 == 1 { '.' } else { '#' });
        let rows: Vec<String> = (0..rows).map(|y| row(y).collect()).collect();
        Term::Call("domineering".into(), vec![Term::Text(rows.join("/").into())])
    }
    fn sketch(&self, cells: &u64) -> Option<Sketch> {
        let board = framed(Frame::SQUARE, *cells, |cell| if cells & cell != 0 { '.' } else { '#' });
        Some(board.sketch(|letter| if letter == '.' { Mark::Empty } else { Mark::Blocked }))
    }
}
