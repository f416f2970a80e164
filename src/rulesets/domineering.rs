//! Domineering: Left places vertical dominoes, Right horizontal ones, on the empty cells of a board.
//!
//! State: the cells still empty, as bits of a 64-bit word, eight to a row. Boards that do not fit have a word to a row:
//! [`LargeDomineering`].

mod large;

pub use large::LargeDomineering;

use crate::games::{Fault, Player};
use crate::positions::{self, Closed, Context, Mark, Moves, PositionId, Ruleset, RulesetId, Sketch, Term};
use crate::rulesets::board::{Alphabet, Board};
use crate::rulesets::grid::transpose;

/// Domineering on boards of at most 8 rows and 8 columns. Cells outside a board are taken ones; its size is only how the
/// position is written, and boards of all sizes share what is known.
#[derive(Default)]
pub struct Domineering(Frame);

/// How a position is written: rows and columns, and the ruleset that remembers.
#[derive(Clone, Copy, Default)]
struct Frame {
    rows: usize,
    columns: usize,
    memory: Option<RulesetId>,
}

const WIDTH: u32 = 8;
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// The letters of its boards.
pub const LETTERS: Alphabet = Alphabet { letters: &[('.', "empty"), ('#', "taken")], sizes: &[(64, 64)] };

/// The position of a board.
pub fn position<C: Context>(cx: &mut C, board: &Board) -> PositionId {
    let Board { rows, columns, .. } = *board;
    let size = format!("{rows}x{columns}");
    if rows <= 8 && columns <= 8 {
        let memory = cx.positions().ruleset("domineering", || Closed(Domineering::default()));
        let frame = Frame { rows, columns, memory: Some(memory) };
        let ruleset = cx.positions().ruleset(&format!("domineering {size}"), || Closed(Domineering(frame)));
        return positions::position(cx, ruleset, &board.bits('.', 8));
    }
    let memory = cx.positions().ruleset("large domineering", || Closed(LargeDomineering::default()));
    let frame = Frame { rows, columns, memory: Some(memory) };
    let ruleset = cx.positions().ruleset(&format!("large domineering {size}"), || Closed(LargeDomineering(frame)));
    positions::position(cx, ruleset, &self::rows(board))
}

/// The rows of a board as words: bit x is set while column x is empty.
pub fn rows(board: &Board) -> Vec<u64> {
    let row = |row: &[char]| row.iter().rev().fold(0, |bits, &cell| bits << 1 | (cell == '.') as u64);
    board.cells.chunks(board.columns).map(row).collect()
}

impl Frame {
    /// The board of these rows.
    fn board(self, rows: &[u64]) -> Board {
        let Frame { rows: height, columns, .. } = self;
        let cell =
            |i: usize| if rows.get(i / columns).is_some_and(|row| row >> (i % columns) & 1 == 1) { '.' } else { '#' };
        Board { rows: height, columns, cells: (0..height * columns).map(cell).collect() }
    }
}

fn term(board: &Board) -> Term {
    Term::Call("domineering".into(), vec![Term::Text(board.text().into())])
}

fn sketch(board: &Board) -> Sketch {
    board.sketch(|letter| if letter == '.' { Mark::Empty } else { Mark::Blocked })
}

/// Columns in the opposite order, by bit tricks on the 8x8 board.
fn mirror(b: u64) -> u64 {
    b.swap_bytes().reverse_bits()
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
            let flip = |b: u64| b.swap_bytes() >> (64 - 8 * height);
            let mirrored = mirror(b) >> (8 - width);
            b.min(flip(b)).min(mirrored.min(flip(mirrored)))
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

    fn remembers_with(&self) -> Option<RulesetId> {
        self.0.memory
    }

    fn term(&self, cells: &u64) -> Term {
        term(&self.0.board(&cells.to_le_bytes().map(u64::from)))
    }

    fn sketch(&self, cells: &u64) -> Option<Sketch> {
        Some(sketch(&self.0.board(&cells.to_le_bytes().map(u64::from))))
    }
}
