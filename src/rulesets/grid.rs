//! Boards of at most 64 cells as words: neighbours, regions, symmetries.
//!
//! A word holds 8 rows of 8 cells, 4 of 16, 2 of 32 or 1 of 64. What falls apart or shrinks goes over into the square,
//! which has the most symmetries.

use crate::games::Player;
use crate::positions::{Mark, Pack, Sketch};
use crate::rulesets::board::{Alphabet, Board};

/// The four directions, in the order in which moves are listed.
pub const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

/// A direction on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the column before.
    Left,
    /// To the column after.
    Right,
    /// To the row below.
    Down,
}

impl Direction {
    /// The opposite direction.
    pub fn back(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
        }
    }
}

/// How the cells of a board lie in a word: the bits of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Frame(u8);

impl Frame {
    /// 8 rows of 8 cells.
    pub const SQUARE: Frame = Frame(8);

    /// The frame of a board that fits into one.
    pub fn of(board: &Board) -> Frame {
        Frame((board.columns.next_power_of_two() as u8).max(8))
    }

    /// Bits of a row.
    pub fn width(self) -> usize {
        self.0 as usize
    }

    /// The first column.
    fn first_column(self) -> u64 {
        match self.0 {
            8 => 0x0101_0101_0101_0101,
            16 => 0x0001_0001_0001_0001,
            32 => 0x0000_0001_0000_0001,
            _ => 1,
        }
    }

    /// All these cells one step on; those at the edge fall off.
    pub fn step(self, direction: Direction, cells: u64) -> u64 {
        let row = self.0 as u32;
        match direction {
            Direction::Up => cells.checked_shr(row).unwrap_or(0),
            Direction::Left => (cells & !self.first_column()) >> 1,
            Direction::Right => (cells & !self.first_column().rotate_right(1)) << 1,
            Direction::Down => cells.checked_shl(row).unwrap_or(0),
        }
    }

    /// The cells beside these.
    pub fn neighbours(self, cells: u64) -> u64 {
        DIRECTIONS.iter().fold(0, |all, &d| all | self.step(d, cells))
    }

    /// Rows in the opposite order.
    fn flipped(self, b: u64) -> u64 {
        match self.0 {
            8 => b.swap_bytes(),
            16 => (b.swap_bytes() >> 8 & 0x00ff_00ff_00ff_00ff) | (b.swap_bytes() & 0x00ff_00ff_00ff_00ff) << 8,
            32 => b.rotate_left(32),
            _ => b,
        }
    }

    /// Columns in the opposite order.
    fn mirrored(self, b: u64) -> u64 {
        self.flipped(b.reverse_bits())
    }

    /// The columns that a set touches, as the bits of one row.
    fn columns(self, cells: u64) -> u64 {
        let mut columns = cells;
        let mut by = 32;
        while by >= self.0 as u32 {
            columns |= columns >> by;
            by /= 2;
        }
        columns & (u64::MAX >> (64 - self.0 as u32))
    }

    /// How far a set can be shifted down so that it touches the first row and the first column.
    fn corner(self, cells: u64) -> u32 {
        let row = self.0 as u32;
        if cells == 0 { 0 } else { cells.trailing_zeros() / row * row + self.columns(cells).trailing_zeros() }
    }
}

/// The cells of `cells` that are reached from the first one; `grow` gives what lies beside a set.
pub fn region(cells: u64, grow: impl Fn(u64) -> u64) -> u64 {
    let mut region = cells & cells.wrapping_neg();
    loop {
        let grown = (region | grow(region)) & cells;
        if grown == region {
            return region;
        }
        region = grown;
    }
}

/// Each single cell of a set.
pub fn each(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = cells & cells.wrapping_neg();
        cells ^= cell;
        (cell != 0).then_some(cell)
    })
}

/// Rows and columns of the square exchanged (Warren, Hacker's Delight, section 7-3).
pub fn transpose(mut b: u64) -> u64 {
    let t = (b ^ (b >> 7)) & 0x00aa_00aa_00aa_00aa;
    b ^= t ^ (t << 7);
    let t = (b ^ (b >> 14)) & 0x0000_cccc_0000_cccc;
    b ^= t ^ (t << 14);
    let t = (b ^ (b >> 28)) & 0x0000_0000_f0f0_f0f0;
    b ^ t ^ (t << 28)
}

/// Sets of cells in the corner, in the square if they fit into it.
fn squared<const N: usize>(frame: Frame, sets: [u64; N]) -> (Frame, [u64; N]) {
    let all = sets.iter().fold(0, |all, set| all | set);
    let by = frame.corner(all);
    let sets = sets.map(|set| set >> by);
    if frame == Frame::SQUARE || frame.columns(all >> by) > 0xff {
        return (frame, sets);
    }
    let row = frame.width();
    (Frame::SQUARE, sets.map(|set| (0..64 / row).fold(0, |s, y| s | (set >> (y * row) & 0xff) << (8 * y))))
}

/// The least of the images of a board, eight in the square and four elsewhere, each in the corner. A board with several
/// sets of cells is turned as one.
pub fn least_image<const N: usize>(frame: Frame, sets: [u64; N]) -> (Frame, [u64; N]) {
    let (frame, sets) = squared(frame, sets);
    let mut least = None;
    let turned = (frame == Frame::SQUARE).then(|| sets.map(transpose));
    for sets in [Some(sets), turned].into_iter().flatten() {
        for sets in [sets, sets.map(|set| frame.mirrored(set))] {
            for sets in [sets, sets.map(|set| frame.flipped(set))] {
                let by = frame.corner(sets.iter().fold(0, |all, set| all | set));
                let image = sets.map(|set| set >> by);
                if least.is_none_or(|least| image < least) {
                    least = Some(image);
                }
            }
        }
    }
    (frame, least.unwrap_or(sets))
}

/// The letters of boards with stones.
pub const STONES: Alphabet = Alphabet {
    letters: &[('x', "Left's stone"), ('o', "Right's stone"), ('.', "empty"), ('#', "no cell")],
    sizes: &[(8, 8), (4, 16), (2, 32), (1, 64)],
};

/// A board with stones of two colours. An empty cell is in both sets; a bit in neither is no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// How the cells lie.
    pub frame: Frame,
    /// Cells with Left's stones, and the empty ones.
    pub not_right: u64,
    /// Cells with Right's stones, and the empty ones.
    pub not_left: u64,
}

impl Grid {
    /// The grid of a board.
    pub fn of(board: &Board) -> Grid {
        let frame = Frame::of(board);
        let bits = |letter| board.bits(letter, frame.width());
        Grid { frame, not_right: bits('x') | bits('.'), not_left: bits('o') | bits('.') }
    }

    /// The stones of a player.
    pub fn stones(self, player: Player) -> u64 {
        match player {
            Player::Left => self.not_right & !self.not_left,
            Player::Right => self.not_left & !self.not_right,
        }
    }

    /// The empty cells.
    pub fn empty(self) -> u64 {
        self.not_right & self.not_left
    }

    /// All cells.
    pub fn cells(self) -> u64 {
        self.not_right | self.not_left
    }

    /// The same with these cells empty.
    pub fn cleared(self, cells: u64) -> Grid {
        Grid { not_right: self.not_right | cells, not_left: self.not_left | cells, ..self }
    }

    /// The same with a player's stones on these cells.
    pub fn with(self, player: Player, cells: u64) -> Grid {
        match player {
            Player::Left => Grid { not_right: self.not_right | cells, not_left: self.not_left & !cells, ..self },
            Player::Right => Grid { not_right: self.not_right & !cells, not_left: self.not_left | cells, ..self },
        }
    }

    /// The part of the board that lies in `cells`.
    pub fn only(self, cells: u64) -> Grid {
        Grid { not_right: self.not_right & cells, not_left: self.not_left & cells, ..self }
    }

    /// The least of all images, those with the colours exchanged among them, and whether it is one of these.
    pub fn normal_form(self) -> (Grid, bool) {
        let (frame, straight) = least_image(self.frame, [self.not_right, self.not_left]);
        let (_, exchanged) = least_image(self.frame, [self.not_left, self.not_right]);
        let negated = exchanged < straight;
        let [not_right, not_left] = if negated { exchanged } else { straight };
        (Grid { frame, not_right, not_left }, negated)
    }

    /// The board, from its first cell to its last in both directions.
    pub fn board(self) -> Board {
        framed(self.frame, self.cells(), |cell| match (self.not_right & cell != 0, self.not_left & cell != 0) {
            (true, true) => '.',
            (true, false) => 'x',
            (false, true) => 'o',
            (false, false) => '#',
        })
    }

    /// What is seen of it.
    pub fn sketch(self) -> Sketch {
        sketch(&self.board())
    }
}

/// The board that reaches from the top left corner to the last row and column with cells; each cell is given as a
/// set of one.
pub fn framed(frame: Frame, cells: u64, letter: impl Fn(u64) -> char) -> Board {
    let width = frame.width();
    let rows = (64usize - cells.leading_zeros() as usize).div_ceil(width).max(1);
    let columns = (64 - frame.columns(cells).leading_zeros() as usize).max(1);
    let letters = (0..rows * columns).map(|i| letter(1 << (i / columns * width + i % columns))).collect();
    Board { rows, columns, cells: letters }
}

/// What is seen of a board with the letters of [`STONES`].
pub fn sketch(board: &Board) -> Sketch {
    board.sketch(|letter| match letter {
        'x' => Mark::Stone(Player::Left),
        'o' => Mark::Stone(Player::Right),
        '.' => Mark::Empty,
        _ => Mark::Blocked,
    })
}

impl Pack for Frame {
    fn pack(&self, out: &mut Vec<u32>) {
        out.push(self.0 as u32);
    }
    fn unpack(words: &[u32]) -> Frame {
        Frame(words[0] as u8)
    }
}

impl Pack for Grid {
    fn pack(&self, out: &mut Vec<u32>) {
        self.frame.pack(out);
        self.not_right.pack(out);
        self.not_left.pack(out);
    }
    fn unpack(words: &[u32]) -> Grid {
        let set = |i: usize| u64::unpack(&words[1 + 2 * i..]);
        Grid { frame: Frame::unpack(words), not_right: set(0), not_left: set(1) }
    }
}
