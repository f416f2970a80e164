//! Domineering: Left places vertical dominoes, Right horizontal ones, on the empty cells of a board.
//!
//! State: the cells still empty, as bits of a 64-bit word, eight to a row. Larger boards have sixteen bits to a row,
//! [`MediumDomineering`], or a word, [`LargeDomineering`].

mod dominated;
mod large;
mod medium;

pub use large::LargeDomineering;
pub use medium::MediumDomineering;

use std::hash::Hash;
use std::mem::take;
use std::num::NonZeroU64;

use dominated::dominated;

use crate::games::{Fault, Player};
use crate::positions::{Banded, Content, Context, Facts, Moves, PositionId, Ruleset, RulesetId, Sketch, Term, View};
use crate::rulesets::board::{Alphabet, Board};
use crate::rulesets::cells::SingleWord;
use crate::rulesets::grid::transpose;

/// Domineering on boards of at most 8 rows and 8 columns. Cells outside a board are taken ones; its size matters only
/// for the way the position is written, and boards of all sizes share their results.
#[derive(Default, PartialEq, Eq, Hash)]
pub struct Domineering(BoardFrame);

/// The way a position is written: rows and columns, and the ruleset whose memory is used.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct BoardFrame {
    rows: usize,
    columns: usize,
    memory: Option<RulesetId>,
}

const WIDTH: u32 = 8;
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// The letters of its boards.
pub const LETTERS: Alphabet = Alphabet { letters: &[('.', "empty"), ('#', "taken")], sizes: &[(64, 64)] };

/// Returns the position of a board.
pub fn position(cx: &mut dyn Context, board: &Board) -> PositionId {
    match board.rows.max(board.columns) {
        ..=8 => placed(cx, board, "domineering", Domineering, &board.cells_with::<SingleWord>('.', 8).0),
        9..=16 => placed(cx, board, "medium domineering", MediumDomineering, &medium::rows(board)),
        _ => placed(cx, board, "large domineering", LargeDomineering, &rows(board)),
    }
}

/// Returns the position of a state of rules with a frame, which are registered once for each size of a board and share
/// one memory.
fn placed<R: Ruleset + Eq + Hash>(
    cx: &mut dyn Context,
    board: &Board,
    name: &str,
    rules: fn(BoardFrame) -> R,
    state: &R::State,
) -> PositionId {
    let Board { rows, columns, .. } = *board;
    let memory = cx.positions().add_lasting(name, rules(BoardFrame::default())).id();
    let frame = BoardFrame { rows, columns, memory: Some(memory) };
    cx.positions().add_lasting(format_args!("{name} {rows}x{columns}"), rules(frame)).at(state, cx)
}

/// Returns the rows of a board as words: bit x is set while column x is empty.
pub fn rows(board: &Board) -> Vec<u64> {
    let row = |row: &[char]| row.iter().rev().fold(0, |bits, &cell| bits << 1 | (cell == '.') as u64);
    board.cells.chunks(board.columns).map(row).collect()
}

impl BoardFrame {
    /// Returns the board of these rows.
    fn board(self, rows: &[u64]) -> Board {
        let BoardFrame { rows: height, columns, .. } = self;
        let cell =
            |i: usize| if rows.get(i / columns).is_some_and(|row| row >> (i % columns) & 1 == 1) { '.' } else { '#' };
        Board { rows: height, columns, cells: (0..height * columns).map(cell).collect() }
    }
}

fn term(board: &Board) -> Term {
    board.term("domineering")
}

fn sketch(board: &Board) -> Sketch {
    board.sketch(|letter| if letter == '.' { Content::Empty } else { Content::Blocked })
}

/// Columns in the opposite order, by bit tricks on the 8x8 board.
fn mirror(b: u64) -> u64 {
    b.swap_bytes().reverse_bits()
}

/// Returns the first column that has a cell, and the one behind the last.
fn columns(b: NonZeroU64) -> (u32, u32) {
    let b = b | b.get() >> 32;
    let b = b | b.get() >> 16;
    let b = b | b.get() >> 8;
    (b.trailing_zeros(), 63 - (NonZeroU64::MIN | (b.get() & 0xff) << 1).leading_zeros())
}

/// Returns the cells on which a domino of a player can begin.
#[inline]
fn starts(cells: u64, player: Player) -> u64 {
    match player {
        Player::Left => cells & cells >> WIDTH,
        Player::Right => cells & cells >> 1 & !LAST_COLUMN,
    }
}

/// Returns the cells on which a domino of a player can begin that is not surely dominated.
fn undominated_starts(cells: u64, player: Player) -> u64 {
    let dominated = match player {
        Player::Left => dominated(cells),
        Player::Right => transpose(dominated(transpose(cells))),
    };
    starts(cells, player) & !dominated
}

/// Finds what is left of a region after each move of a player that begins on these cells.
#[inline]
fn place(cells: u64, player: Player, mut starts: u64, mut found: impl FnMut(u64)) {
    let step = if player == Player::Left { WIDTH } else { 1 };
    while starts != 0 {
        let cell = starts & starts.wrapping_neg();
        starts ^= cell;
        found(cells & !(cell | cell << step));
    }
}

/// Returns the neighbours of these cells. On a board that leaves the last column free no row runs into the next one.
#[inline]
fn beside<const FULL: bool>(b: u64) -> u64 {
    let (most, least) = if FULL { (!LAST_COLUMN, !FIRST_COLUMN) } else { (!0, !0) };
    b << WIDTH | b >> WIDTH | (b & most) << 1 | (b & least) >> 1
}

/// The ten cells around an upright domino in the order of a walk, in a window of four rows and three columns: row and
/// column. The corners are those that do not touch it.
const CELLS_AROUND: [(usize, usize); 10] =
    [(0, 1), (0, 2), (1, 2), (2, 2), (3, 2), (3, 1), (3, 0), (2, 0), (1, 0), (0, 0)];

/// Returns the contents of that window in which the empty neighbours of the domino are joined to each other around it,
/// so that it cuts nothing off; bit `ROW * row + COLUMN * column` of the content is a cell.
const fn joined<const ROW: usize, const COLUMN: usize>() -> [u64; 64] {
    let mut table = [0; 64];
    let mut content = 0;
    while content < 1 << 12 {
        let mut cells = [0; 12];
        let mut i = 0;
        while i < 12 {
            let (row, column) = CELLS_AROUND[i % 10];
            cells[i] = content >> (ROW * row + COLUMN * column) & 1;
            i += 1;
        }
        let [north, ne, east, east2, se, south, sw, west2, west, nw, ..] = cells;
        let neighbours = north + east + east2 + south + west2 + west;
        let links = east * east2
            + west * west2
            + north * ne * east
            + east2 * se * south
            + south * sw * west2
            + west * nw * north;
        // Six neighbours in a ring have six links.
        if neighbours <= links + 1 {
            table[content / 64] |= 1 << (content % 64);
        }
        content += 1;
    }
    table
}

static JOINED: [[u64; 64]; 2] = [joined::<3, 1>(), joined::<1, 4>()];

/// Returns `true` if the neighbours of a domino are joined around it, in a window with this content: of four rows and
/// three columns if it is upright, else of three rows and four columns; its cells row by row.
#[inline]
fn is_joined(upright: bool, content: usize) -> bool {
    JOINED[!upright as usize][content / 64] >> (content % 64) & 1 == 1
}

/// Returns `true` if the rest of a region is surely in one piece: its cells are joined around the domino that is gone.
/// There must be a free column between one row and the next.
#[inline]
fn surely_whole(gone: u64, rest: u64) -> bool {
    let cell = gone.trailing_zeros();
    let window = (u128::from(rest) << (WIDTH + 1) >> cell) as u64;
    let upright = gone >> cell != 0b11;
    let content = if upright {
        window & 0b111 | window >> 5 & 0b111 << 3 | window >> 10 & 0b111 << 6 | window >> 15 & 0b111 << 9
    } else {
        window & 0b1111 | window >> 4 & 0b1111 << 4 | window >> 8 & 0b1111 << 8
    };
    is_joined(upright, content as usize)
}

/// Returns the number of upright dominoes that fit on rows, plus the number of them that fit on cells where none fits
/// that lies: the most that a player can have, and a number that is certain (Bullock 2002). The true number lies
/// between these.
fn most_and_sure(rows: &[u64], count: &mut RowCount) -> i64 {
    let mut open = [0, 0];
    for &row in rows {
        let sure = row & !(row << 1) & !(row >> 1);
        for (open, row) in open.iter_mut().zip([row, sure]) {
            let ends = *open & row;
            count.add(ends);
            *open = row & !ends;
        }
    }
    count.take()
}

/// A count of the cells of rows, as many at a time as a word has bits for.
struct RowCount {
    width: u32,
    held: u64,
    /// The bits of the word that are free.
    free: u32,
    cells: i64,
}

impl RowCount {
    /// Counts no cell of some rows.
    fn of(rows: &[u64]) -> RowCount {
        let width = u64::BITS - rows.iter().fold(1, |all, row| all | row).leading_zeros();
        RowCount { width, held: 0, free: u64::BITS, cells: 0 }
    }

    fn add(&mut self, row: u64) {
        if self.free < self.width {
            self.count();
        }
        self.held = self.held << (self.width % u64::BITS) | row;
        self.free -= self.width;
    }

    fn count(&mut self) {
        self.cells += i64::from(self.held.count_ones());
        (self.held, self.free) = (0, u64::BITS);
    }

    /// Returns the number of cells since the last time.
    fn take(&mut self) -> i64 {
        self.count();
        take(&mut self.cells)
    }
}

/// The worth of half a move by which a player is ahead, where a move more than the opponent has is worth 1.
const HALF_MOVE: i64 = 4;

/// Estimates how far Left is ahead on these rows, of which Right has the columns: by the dominoes that fit, and a little
/// by the moves.
fn ahead([rows, columns]: [&[u64]; 2]) -> i64 {
    let of_player = |rows: &[u64]| {
        let mut count = RowCount::of(rows);
        let lead = most_and_sure(rows, &mut count);
        rows.windows(2).for_each(|pair| count.add(pair[0] & pair[1]));
        lead * HALF_MOVE + count.take()
    };
    of_player(rows) - of_player(columns)
}

/// Finds the regions that a move leaves of a region: each has a cell beside the domino, `gone`.
#[inline]
fn left_over<const FULL: bool>(gone: u64, mut rest: u64, found: &mut dyn FnMut(u64)) {
    let grown = |b: u64, rest: u64| (b | beside::<FULL>(b)) & rest;
    let single = |b: u64| b & b.wrapping_sub(1) == 0;
    let mut near = beside::<FULL>(gone) & rest;
    while if FULL { !single(near) } else { !surely_whole(gone, rest) } {
        let mut part = near & near.wrapping_neg();
        loop {
            let once = grown(part, rest);
            part = grown(once, rest);
            if part == once {
                break;
            }
        }
        rest ^= part;
        near &= rest;
        if !single(part) {
            found(part);
        }
    }
    if !single(rest) {
        found(rest);
    }
}

/// Finds the regions that a move leaves of a region.
fn pieces_after(before: u64, after: u64, found: &mut dyn FnMut(u64)) {
    match before & LAST_COLUMN {
        0 => left_over::<false>(before ^ after, after, found),
        _ => left_over::<true>(before ^ after, after, found),
    }
}

/// Mirror images have the same value; exchanging rows and columns exchanges the players. So the board is pushed into the
/// corner, stood upright, and the least of its mirror images taken; a square one is examined both ways.
fn normal_form(cells: u64) -> (u64, bool) {
    let Some(cells) = NonZeroU64::new(cells) else { return (0, false) };
    let (above, (first, end)) = (cells.trailing_zeros() / 8, columns(cells));
    let (mut height, mut width) = (8 - cells.leading_zeros() / 8 - above, end - first);
    let mut b = cells.get() >> (8 * above + first);
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

impl Ruleset for Domineering {
    type State = u64;

    fn facts(&self) -> Facts<'_, u64> {
        Facts { bands: Some(self), family: self.0.memory, ..Facts::default() }
    }

    fn move_count(&self, cells: &u64, player: Player) -> Option<usize> {
        Some(starts(*cells, player).count_ones() as usize)
    }

    fn moves(&self, cells: &u64, player: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        place(*cells, player, starts(*cells, player), |after| out.to(after));
        Ok(())
    }

    fn undominated_moves(&self, cells: &u64, player: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        place(*cells, player, undominated_starts(*cells, player), |after| out.to(after));
        Ok(())
    }

    fn parts(&self, cells: &u64, found: &mut dyn FnMut(u64)) {
        // A single cell has no move.
        let mut rest = cells & beside::<true>(*cells);
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let grown = (part | beside::<true>(part)) & rest;
                if grown == part {
                    break;
                }
                part = grown;
            }
            rest ^= part;
            found(part);
        }
    }

    fn parts_after(&self, before: &u64, after: &u64, found: &mut dyn FnMut(u64)) {
        pieces_after(*before, *after, found);
    }

    fn normal_form(&self, cells: u64) -> (u64, bool) {
        normal_form(cells)
    }

    fn is_own_negative(&self, &cells: &u64) -> bool {
        // Of two equal boards the one that is not negated is taken.
        !normal_form(transpose(cells)).1
    }

    fn term(&self, cells: &u64) -> Term {
        term(&self.0.board(&cells.to_le_bytes().map(u64::from)))
    }

    fn view(&self, cells: &u64) -> Option<View> {
        Some(View::Board(sketch(&self.0.board(&cells.to_le_bytes().map(u64::from)))))
    }
}

/// Rows for Left, columns for Right: a domino that lies in one of them crosses no cut.
impl Banded<u64> for Domineering {
    fn bands(&self, cells: &u64, player: Player, out: &mut Vec<u64>) {
        let cells = if player == Player::Left { *cells } else { transpose(*cells) };
        let rows = 8 - cells.leading_zeros() as usize / 8;
        out.extend(cells.to_le_bytes()[..rows].iter().map(|&row| u64::from(row)));
    }

    fn of_bands(&self, bands: &[u64]) -> u64 {
        bands.iter().rev().fold(0, |cells, band| cells << WIDTH | band)
    }

    fn ahead(&self, bands: [&[u64]; 2]) -> i64 {
        ahead(bands)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the most dominoes that stand upright on cells which are empty, by trying all.
    fn most(cells: u64) -> i64 {
        let start = starts(cells, Player::Left);
        if start == 0 {
            return 0;
        }
        let first = start & start.wrapping_neg();
        most(cells & !first).max(1 + most(cells & !(first | first << WIDTH)))
    }

    #[test]
    fn the_lead_counts_dominoes_that_fit_and_those_that_are_sure() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut leads = 0;
        for _ in 0..500 {
            // At most four rows and five columns, so that all ways are soon tried.
            let cells = random.u64(..) & 0x1f1f_1f1f;
            let safe = |cells: u64| {
                (0..64)
                    .map(|i| 1 << i)
                    .filter(|cell| cells & cell != 0 && starts_beside(cells, *cell) == 0)
                    .sum::<u64>()
            };
            let side = |cells: u64| most(cells) + most(safe(cells));
            let domineering = Domineering::default();
            let [rows, columns] = [Player::Left, Player::Right].map(|player| {
                let mut bands = Vec::new();
                domineering.bands(&cells, player, &mut bands);
                bands
            });
            let lead = side(cells) - side(transpose(cells));
            let [left, right] = [Player::Left, Player::Right].map(|player| starts(cells, player).count_ones());
            assert_eq!(ahead([&rows, &columns]), 4 * lead + i64::from(left) - i64::from(right), "{cells:#x}");
            leads += i64::from(lead != 0);
        }
        assert!(leads > 100);
    }

    /// Returns the dominoes that lie on a cell.
    fn starts_beside(cells: u64, cell: u64) -> u64 {
        starts(cells, Player::Right) & (cell | (cell & !FIRST_COLUMN) >> 1)
    }
}
