//! Boards of at most 8 by 8 cells as words, eight bits to a row: neighbours, regions, symmetries.

use crate::games::Player;
use crate::positions::{Mark, Pack, Sketch};
use crate::rulesets::board::{Alphabet, Board};

/// The bits of the first column.
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
/// The bits of the last column.
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

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
    /// All these cells one step on; those at the edge fall off.
    pub fn step(self, cells: u64) -> u64 {
        match self {
            Direction::Up => cells >> 8,
            Direction::Left => (cells & !FIRST_COLUMN) >> 1,
            Direction::Right => (cells & !LAST_COLUMN) << 1,
            Direction::Down => cells << 8,
        }
    }

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

/// The cells beside these.
pub fn neighbours(cells: u64) -> u64 {
    DIRECTIONS.iter().fold(0, |all, d| all | d.step(cells))
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

/// Columns in the opposite order.
fn mirror(b: u64) -> u64 {
    b.reverse_bits().swap_bytes()
}

/// Rows and columns exchanged (Warren, Hacker's Delight, section 7-3).
fn transpose(mut b: u64) -> u64 {
    let t = (b ^ (b >> 7)) & 0x00aa_00aa_00aa_00aa;
    b ^= t ^ (t << 7);
    let t = (b ^ (b >> 14)) & 0x0000_cccc_0000_cccc;
    b ^= t ^ (t << 14);
    let t = (b ^ (b >> 28)) & 0x0000_0000_f0f0_f0f0;
    b ^ t ^ (t << 28)
}

/// How far a set can be shifted down so that it touches the first row and the first column.
fn corner(cells: u64) -> u32 {
    let columns = (0..3).fold(cells, |c, i| c | c >> (32 >> i)) & 0xff;
    if cells == 0 { 0 } else { cells.trailing_zeros() / 8 * 8 + columns.trailing_zeros() }
}

/// The least of the eight images of a board, each shifted to the corner: a board with several sets of cells is turned
/// as one.
pub fn least_image<const N: usize>(sets: [u64; N]) -> [u64; N] {
    let turned = sets.map(transpose);
    let mut least = None;
    for sets in [sets, turned] {
        for sets in [sets, sets.map(mirror)] {
            for sets in [sets, sets.map(u64::swap_bytes)] {
                let by = corner(sets.iter().fold(0, |all, set| all | set));
                let image = sets.map(|set| set >> by);
                if least.is_none_or(|least| image < least) {
                    least = Some(image);
                }
            }
        }
    }
    least.unwrap_or(sets)
}

/// The letters of boards with stones.
pub const STONES: Alphabet = Alphabet {
    letters: &[('x', "Left's stone"), ('o', "Right's stone"), ('.', "empty"), ('#', "no cell")],
    most_rows: 8,
    most_columns: 8,
};

/// A board with stones of two colours. An empty cell is in both sets; a bit in neither is no cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    /// Cells with Left's stones, and the empty ones.
    pub not_right: u64,
    /// Cells with Right's stones, and the empty ones.
    pub not_left: u64,
}

impl Grid {
    /// The grid of a board.
    pub fn of(board: &Board) -> Grid {
        let empty = board.bits('.');
        Grid { not_right: board.bits('x') | empty, not_left: board.bits('o') | empty }
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
        Grid { not_right: self.not_right | cells, not_left: self.not_left | cells }
    }

    /// The same with a player's stones on these cells.
    pub fn with(self, player: Player, cells: u64) -> Grid {
        match player {
            Player::Left => Grid { not_right: self.not_right | cells, not_left: self.not_left & !cells },
            Player::Right => Grid { not_right: self.not_right & !cells, not_left: self.not_left | cells },
        }
    }

    /// The part of the board that lies in `cells`.
    pub fn only(self, cells: u64) -> Grid {
        Grid { not_right: self.not_right & cells, not_left: self.not_left & cells }
    }

    /// The least of all images, those with the colours exchanged among them, and whether it is one of these.
    pub fn normal_form(self) -> (Grid, bool) {
        let straight = least_image([self.not_right, self.not_left]);
        let exchanged = least_image([self.not_left, self.not_right]);
        let negated = exchanged < straight;
        let [not_right, not_left] = if negated { exchanged } else { straight };
        (Grid { not_right, not_left }, negated)
    }

    /// The board, from its first cell to its last in both directions.
    pub fn board(self) -> Board {
        framed(self.cells(), |cell| match (self.not_right & cell != 0, self.not_left & cell != 0) {
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
pub fn framed(cells: u64, letter: impl Fn(u64) -> char) -> Board {
    let rows = (8 - cells.leading_zeros() as usize / 8).max(1);
    let columns = (0..8).rev().find(|x| cells >> x & FIRST_COLUMN != 0).map_or(1, |x| x + 1);
    let letters = (0..rows * columns).map(|i| letter(1 << (i / columns * 8 + i % columns))).collect();
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

impl Pack for Grid {
    fn pack(&self, out: &mut Vec<u32>) {
        self.not_right.pack(out);
        self.not_left.pack(out);
    }
    fn unpack(words: &[u32]) -> Grid {
        Grid { not_right: u64::unpack(&words[..2]), not_left: u64::unpack(&words[2..]) }
    }
}
