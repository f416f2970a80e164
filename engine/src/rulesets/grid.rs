//! Boards of stones as sets of cells: neighbours, regions, symmetries.
//!
//! A word holds 8 rows of 8 cells, 4 of 16, 2 of 32 or 1 of 64; four words hold twice as many rows of twice as many
//! cells, and so on. What falls apart or shrinks goes over into the square, which has the most symmetries.

use crate::games::Player;
use crate::positions::{Content, Context, Pack, PositionId, Ruleset, Sketch};
use crate::rulesets::board::{Alphabet, Board};
use crate::rulesets::cells::{Cells, SingleWord, Words};
use std::hash::Hash;

/// The four directions, in the order in which moves are listed.
pub const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

/// A direction on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The row above.
    Up,
    /// The column before.
    Left,
    /// The column after.
    Right,
    /// The row below.
    Down,
}

impl Direction {
    /// Returns the opposite direction.
    pub fn back(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
        }
    }
}

/// The layout of the cells of a board in a set: the bits of a row, a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Frame(u16);

impl Frame {
    /// Returns the frame with as many rows as columns, at least 8; the squares of one word, of four and of sixteen.
    pub const fn square<C: Cells>() -> Frame {
        Frame(match C::ROOM {
            64 => 8,
            256 => 16,
            _ => 32,
        })
    }

    /// Returns the frame of a board that fits into one.
    pub fn of<C: Cells>(board: &Board) -> Frame {
        Frame((board.columns.next_power_of_two() as u16).max(Frame::square::<C>().0))
    }

    /// Returns all cells in one row.
    pub const fn row<C: Cells>() -> Frame {
        Frame(C::ROOM as u16)
    }

    /// Returns the number of bits of a row.
    #[inline]
    pub fn width(self) -> usize {
        self.0 as usize
    }

    /// Returns the first column.
    #[inline]
    fn first_column<C: Cells>(self) -> C {
        match self.0 {
            8 => C::repeated(0x0101_0101_0101_0101),
            16 => C::repeated(0x0001_0001_0001_0001),
            32 => C::repeated(0x0000_0001_0000_0001),
            64 => C::repeated(1),
            row => (0..C::ROOM / row as usize).fold(C::NONE, |column, y| column | C::cell(y * row as usize)),
        }
    }

    /// Returns all these cells one step on; those at the edge fall off.
    #[inline]
    pub fn step<C: Cells>(self, direction: Direction, cells: C) -> C {
        let row = self.width();
        match direction {
            Direction::Up => cells >> row,
            Direction::Left => cells.without(self.first_column()) >> 1,
            Direction::Right => (cells << 1).without(self.first_column()),
            Direction::Down => cells << row,
        }
    }

    /// Returns the cells beside these.
    #[inline]
    pub fn neighbours<C: Cells>(self, cells: C) -> C {
        DIRECTIONS.iter().fold(C::NONE, |all, &d| all | self.step(d, cells))
    }

    /// Returns a row of the set, as the first one.
    #[inline]
    fn row_of<C: Cells>(self, cells: C, y: usize) -> C {
        cells >> (y * self.width()) & C::up_to(self.width())
    }

    /// Reverses the order of rows. (Those of one word go by its bytes.)
    fn flipped<C: Cells>(self, cells: C) -> C {
        let rows = C::ROOM / self.width();
        (0..rows).fold(C::NONE, |all, y| all | self.row_of(cells, y) << ((rows - 1 - y) * self.width()))
    }

    /// Returns the columns that a set touches, as the bits of one row.
    fn columns<C: Cells>(self, cells: C) -> C {
        let mut columns = cells;
        let mut by = C::ROOM / 2;
        while by >= self.width() {
            columns = columns | columns >> by;
            by /= 2;
        }
        columns & C::up_to(self.width())
    }

    /// Returns the number of places by which a set can be shifted down so that it touches the first row and the first
    /// column.
    fn corner<C: Cells>(self, cells: C) -> usize {
        let row = self.width();
        if cells.is_empty() { 0 } else { cells.start() / row * row + self.columns(cells).start() }
    }
}

/// Exchanges rows and columns of the square of a word (Warren, Hacker's Delight, section 7-3).
pub fn transpose(mut b: u64) -> u64 {
    let t = (b ^ (b >> 7)) & 0x00aa_00aa_00aa_00aa;
    b ^= t ^ (t << 7);
    let t = (b ^ (b >> 14)) & 0x0000_cccc_0000_cccc;
    b ^= t ^ (t << 14);
    let t = (b ^ (b >> 28)) & 0x0000_0000_f0f0_f0f0;
    b ^ t ^ (t << 28)
}

/// Sets that have squares, whose symmetries are the most.
pub trait Square: Cells {
    /// Reverses the order of rows.
    fn flipped(self, frame: Frame) -> Self {
        frame.flipped(self)
    }

    /// Exchanges rows and columns of the square.
    fn transposed(self) -> Self {
        let row = Frame::square::<Self>().width();
        let turned = |cell: Self| Self::cell(cell.start() % row * row + cell.start() / row);
        self.each().fold(Self::NONE, |all, cell| all | turned(cell))
    }
}

impl Square for SingleWord {
    fn flipped(self, frame: Frame) -> SingleWord {
        let b = self.0;
        SingleWord(match frame.0 {
            8 => b.swap_bytes(),
            16 => (b.swap_bytes() >> 8 & 0x00ff_00ff_00ff_00ff) | (b.swap_bytes() & 0x00ff_00ff_00ff_00ff) << 8,
            32 => b.rotate_left(32),
            _ => b,
        })
    }

    fn transposed(self) -> SingleWord {
        SingleWord(transpose(self.0))
    }
}

impl<const N: usize> Square for Words<N> {}

/// Sets of cells in the corner, in the square if they fit into it.
fn squared<C: Square, const N: usize>(frame: Frame, sets: [C; N]) -> (Frame, [C; N]) {
    let all = sets.iter().fold(C::NONE, |all, &set| all | set);
    let by = frame.corner(all);
    let sets = sets.map(|set| set >> by);
    let (square, row) = (Frame::square::<C>(), frame.width());
    if frame == square || frame.columns(all >> by).end() > square.width() {
        return (frame, sets);
    }
    let rows = |set: C| (0..C::ROOM / row).fold(C::NONE, |s, y| s | frame.row_of(set, y) << (square.width() * y));
    (square, sets.map(rows))
}

/// A board of N sets of cells and its mirror images.
type Mirrored<C, const N: usize> = [[C; N]; 4];

/// Returns a board in the corner and its mirror images, each in the corner.
#[inline]
fn mirrored<C: Square, const N: usize>(frame: Frame, sets: [C; N]) -> Mirrored<C, N> {
    let all = sets.iter().fold(C::NONE, |all, &set| all | set);
    let row = frame.width();
    let above = C::ROOM.saturating_sub(all.end().div_ceil(row) * row);
    let aside = row - frame.columns(all).end();
    let upside_down = |sets: [C; N]| sets.map(|set| set.flipped(frame) >> above);
    let mirrored = sets.map(|set| set.reversed().flipped(frame) >> aside);
    [sets, upside_down(sets), mirrored, upside_down(mirrored)]
}

/// Returns the images of a board, eight in the square and four elsewhere, each in the corner: the upright ones and
/// those in which rows and columns are exchanged.
#[inline]
fn images<C: Square, const N: usize>(frame: Frame, sets: [C; N]) -> (Frame, Mirrored<C, N>, Option<Mirrored<C, N>>) {
    let (frame, sets) = squared(frame, sets);
    let is_square = frame == Frame::square::<C>();
    (frame, mirrored(frame, sets), is_square.then(|| mirrored(frame, sets.map(C::transposed))))
}

/// Returns the least of the images of a board, eight in the square and four elsewhere, each in the corner, and whether
/// rows and columns are exchanged in it and in no upright one. A board with several sets of cells is turned as one.
pub fn least_turned<C: Square, const N: usize>(frame: Frame, sets: [C; N]) -> (Frame, [C; N], bool) {
    let (frame, upright, turned) = images(frame, sets);
    let upright = least(upright, |image| (image, false));
    let (image, turned) = match turned {
        Some(images) => lesser(upright, least(images, |image| (image, true))),
        None => upright,
    };
    (frame, image, turned)
}

/// Returns the least of the mirror images of a board, each with a flag.
#[inline]
fn least<C: Cells, const N: usize>(
    [a, b, c, d]: Mirrored<C, N>,
    flagged: impl Fn([C; N]) -> ([C; N], bool),
) -> ([C; N], bool) {
    lesser(lesser(flagged(a), flagged(b)), lesser(flagged(c), flagged(d)))
}

/// Returns the lesser of two boards, the flag last. No branch depends on unpredictable data.
#[inline]
fn lesser<C: Cells, const N: usize>(a: ([C; N], bool), b: ([C; N], bool)) -> ([C; N], bool) {
    let mut is_less = !b.1 & a.1;
    for i in (0..N).rev() {
        is_less = (b.0[i] < a.0[i]) | (b.0[i] == a.0[i]) & is_less;
    }
    if is_less { b } else { a }
}

/// Returns the least of the images of a board, as [`least_turned`].
pub fn least_image<C: Square, const N: usize>(frame: Frame, sets: [C; N]) -> (Frame, [C; N]) {
    let (frame, image, _) = least_turned(frame, sets);
    (frame, image)
}

/// Returns, for a set that looks the same after a half-turn of the board, the cells of a pair beside each other that
/// the half-turn does not part from itself: one or two in the middle, or none. Every other pair is moved to one that
/// has no cell in common with it. `None` for a set that looks different.
pub fn middle_of_half_turn<C: Cells>(frame: Frame, cells: C) -> Option<C> {
    if cells.is_empty() {
        return Some(cells);
    }
    let (set, turned) = (cells >> frame.corner(cells), cells.reversed());
    if turned >> frame.corner(turned) != set {
        return None;
    }
    let (rows, columns) = (set.end().div_ceil(frame.width()), frame.columns(set).end());
    let middle = C::cell((rows - 1) / 2 * frame.width() + (columns - 1) / 2);
    let middle = match (rows.is_multiple_of(2), columns.is_multiple_of(2)) {
        (true, true) => C::NONE,
        (true, false) => middle | middle << frame.width(),
        (false, true) => middle | middle << 1,
        (false, false) => middle,
    };
    Some((set & middle) << frame.corner(cells))
}

/// The letters of boards with stones.
pub const STONES: Alphabet = Alphabet {
    letters: &[('x', "Left's stone"), ('o', "Right's stone"), ('.', "empty"), ('#', "no cell")],
    sizes: &[(32, 32), (16, 64), (8, 128), (4, 256), (2, 512), (1, 1024)],
};

/// Calls a ruleset or the like on the least sets of cells into which a board with the letters of [`STONES`] fits.
macro_rules! on_cells_of {
    ($board:expr, $cells:ident => $call:expr) => {
        match $crate::rulesets::grid::room_for($board) {
            64 => {
                type $cells = $crate::rulesets::cells::SingleWord;
                $call
            }
            256 => {
                type $cells = $crate::rulesets::cells::Words<4>;
                $call
            }
            _ => {
                type $cells = $crate::rulesets::cells::Words<16>;
                $call
            }
        }
    };
}

pub(crate) use on_cells_of;

/// Returns a position of a ruleset that is registered under its name, once for each size of its states.
pub(crate) fn placed<R: Ruleset + Eq + Hash>(
    cx: &mut dyn Context,
    name: &str,
    rules: R,
    state: &R::State,
) -> PositionId {
    let name = format_args!("{name} in {} bytes", size_of::<R::State>());
    cx.positions().add_lasting(name, rules).at(state, cx)
}

/// Returns the room of the least sets into which the board fits.
pub fn room_for(board: &Board) -> usize {
    let fits = |room: usize, square: usize| board.columns.next_power_of_two().max(square) * board.rows <= room;
    match () {
        () if fits(64, 8) => 64,
        () if fits(256, 16) => 256,
        () => 1024,
    }
}

/// A board with stones of two colours. An empty cell is in both sets; a bit in neither is no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid<C> {
    /// The layout of the cells.
    pub frame: Frame,
    /// Cells with Left's stones, and the empty ones.
    pub not_right: C,
    /// Cells with Right's stones, and the empty ones.
    pub not_left: C,
}

impl<C: Square> Grid<C> {
    /// Returns the grid of a board.
    pub fn of(board: &Board) -> Grid<C> {
        let frame = Frame::of::<C>(board);
        let cells = |letter| board.cells_with::<C>(letter, frame.width());
        Grid { frame, not_right: cells('x') | cells('.'), not_left: cells('o') | cells('.') }
    }

    /// Returns the stones of a player.
    pub fn stones(self, player: Player) -> C {
        match player {
            Player::Left => self.not_right.without(self.not_left),
            Player::Right => self.not_left.without(self.not_right),
        }
    }

    /// Returns the empty cells.
    pub fn empty(self) -> C {
        self.not_right & self.not_left
    }

    /// Returns all cells.
    pub fn cells(self) -> C {
        self.not_right | self.not_left
    }

    /// Returns the grid with these cells empty.
    pub fn cleared(self, cells: C) -> Grid<C> {
        Grid { not_right: self.not_right | cells, not_left: self.not_left | cells, ..self }
    }

    /// Returns the grid with a player's stones on these cells.
    pub fn with(self, player: Player, cells: C) -> Grid<C> {
        match player {
            Player::Left => Grid { not_right: self.not_right | cells, not_left: self.not_left.without(cells), ..self },
            Player::Right => Grid { not_right: self.not_right.without(cells), not_left: self.not_left | cells, ..self },
        }
    }

    /// Returns the part of the board that lies in `cells`.
    pub fn only(self, cells: C) -> Grid<C> {
        Grid { not_right: self.not_right & cells, not_left: self.not_left & cells, ..self }
    }

    /// Returns the least of all images, those with the colours exchanged among them, and whether it is one of these.
    pub fn normal_form(self) -> (Grid<C>, bool) {
        let (frame, upright, turned) = images(self.frame, [self.not_right, self.not_left]);
        let of_colours = |[a, b]: [C; 2]| lesser(([a, b], false), ([b, a], true));
        let upright = least(upright, of_colours);
        let ([not_right, not_left], negated) = match turned {
            Some(images) => lesser(upright, least(images, of_colours)),
            None => upright,
        };
        (Grid { frame, not_right, not_left }, negated)
    }

    /// Returns `true` if its stones lie in one row or one column.
    pub fn is_row(self) -> bool {
        let stones = self.stones(Player::Left) | self.stones(Player::Right);
        let row = self.frame.width();
        stones.is_empty() || stones.start() / row == (stones.end() - 1) / row || self.frame.columns(stones).count() == 1
    }

    /// Returns `true` if this board, in normal form, is its own negative.
    pub fn is_own_negative(self) -> bool {
        // Of two equal boards the one that is not negated is taken.
        !Grid { not_right: self.not_left, not_left: self.not_right, ..self }.normal_form().1
    }

    /// Returns the board, from its first cell to its last in both directions.
    pub fn board(self) -> Board {
        framed(self.frame, self.cells(), |cell| match (self.not_right.meets(cell), self.not_left.meets(cell)) {
            (true, true) => '.',
            (true, false) => 'x',
            (false, true) => 'o',
            (false, false) => '#',
        })
    }

    /// Returns its sketch.
    pub fn sketch(self) -> Sketch {
        sketch(&self.board())
    }
}

/// Returns the board that reaches from the top left corner to the last row and column with cells; each cell is given as
/// a set of one.
pub fn framed<C: Cells>(frame: Frame, cells: C, letter: impl Fn(C) -> char) -> Board {
    let width = frame.width();
    let rows = cells.end().div_ceil(width).max(1);
    let columns = frame.columns(cells).end().max(1);
    let letters = (0..rows * columns).map(|i| letter(C::cell(i / columns * width + i % columns))).collect();
    Board { rows, columns, cells: letters }
}

/// Returns the sketch of a board with the letters of [`STONES`].
pub fn sketch(board: &Board) -> Sketch {
    board.sketch(|letter| match letter {
        'x' => Content::Stone(Player::Left),
        'o' => Content::Stone(Player::Right),
        '.' => Content::Empty,
        _ => Content::Blocked,
    })
}

impl Pack for Frame {
    fn pack(&self, out: &mut Vec<u32>) {
        out.push(self.0.into());
    }
    fn unpack(words: &[u32]) -> Frame {
        Frame(words[0] as u16)
    }
}

impl<C: Cells> Pack for Grid<C> {
    fn pack(&self, out: &mut Vec<u32>) {
        self.frame.pack(out);
        self.not_right.pack(out);
        self.not_left.pack(out);
    }
    fn unpack(words: &[u32]) -> Grid<C> {
        let set = |i: usize| C::unpack(&words[1 + C::ROOM / 32 * i..]);
        Grid { frame: Frame::unpack(words), not_right: set(0), not_left: set(1) }
    }
}
