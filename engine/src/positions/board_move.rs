//! Names of moves on boards, read off the boards before and after a move.
//!
//! Columns are letters, rows numbers from the top: `b2-b3` is a step, `c3-b2/a1` a step and an arrow, `b2-c2` a domino,
//! `b2` a stone that is placed. Rulesets need not describe it: a cell that lost a piece is where it came from, a cell
//! that gained the same piece is where it went.

use std::fmt;

use super::{Cell, Content, Sketch};
use crate::games::Player;

/// The number of cells up to which a change is called by its cells.
const MAX_CELLS: usize = 6;

/// A missing cell: no piece can stand there.
const NO_CELL: Cell = Cell { mark: Content::Blocked, letter: '#' };

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSquare {
    /// The row, from 0 at the top.
    pub row: usize,
    /// The column, from 0.
    pub column: usize,
}

impl BoardSquare {
    /// Returns the letters of a column: a to z, then aa, ab and so on.
    ///
    /// ```
    /// use cg_engine::positions::BoardSquare;
    ///
    /// assert_eq!([0, 25, 26, 701, 702].map(BoardSquare::column_name), ["a", "z", "aa", "zz", "aaa"]);
    /// ```
    pub fn column_name(column: usize) -> String {
        let mut letters = Vec::new();
        let mut rest = Some(column);
        while let Some(column) = rest {
            letters.push((b'a' + (column % 26) as u8) as char);
            rest = (column / 26).checked_sub(1);
        }
        letters.iter().rev().collect()
    }

    /// Returns the column that lower-case letters name, or `None` if `letters` holds another sign or is too long.
    pub fn column_of(letters: &str) -> Option<usize> {
        let digit = |letter: u8| letter.is_ascii_lowercase().then(|| usize::from(letter - b'a') + 1);
        let add = |sum: usize, letter: u8| sum.checked_mul(26)?.checked_add(digit(letter)?);
        letters.bytes().try_fold(0usize, add)?.checked_sub(1)
    }

    fn touches(self, other: BoardSquare) -> bool {
        self.row.abs_diff(other.row) + self.column.abs_diff(other.column) == 1
    }
}

impl fmt::Display for BoardSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", BoardSquare::column_name(self.column), self.row + 1)
    }
}

/// A cell that a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    at: BoardSquare,
    old: Cell,
    new: Cell,
}

impl Change {
    /// Returns `true` if the cell is occupied after the move and was empty before.
    fn is_filled(&self) -> bool {
        self.old.mark == Content::Empty && self.new.mark != Content::Empty
    }
}

/// A move on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMove {
    /// The squares that name the move: from, to and arrow if a piece moves, otherwise the cells that are played on.
    pub squares: Vec<BoardSquare>,
    /// `true` if a piece moves, so that the order of the squares matters.
    pub is_step: bool,
    name: String,
    changes: Vec<Change>,
}

impl BoardMove {
    /// Reads a move of `mover` off the boards before and after it.
    ///
    /// `None` if the boards do not show it: nothing or very much has changed, or cells do not keep their places.
    ///
    /// ```
    /// use cg_engine::games::Player;
    /// use cg_engine::positions::BoardMove;
    /// use cg_engine::rulesets::{board::Board, grid};
    ///
    /// let board = |text| grid::sketch(&Board::read(text, &grid::STONES).unwrap());
    /// let name = |before, after| Some(BoardMove::read(&board(before), &board(after), Player::Left)?.name().to_string());
    /// assert_eq!(name("x../...", "..x/.#.").as_deref(), Some("a1-c1/b2"));
    /// assert_eq!(name("xo", ".x").as_deref(), Some("a1-b1"));
    /// assert_eq!(name("..", "##").as_deref(), Some("a1-b1"));
    /// assert_eq!(name("../..", "../.x").as_deref(), Some("b2"));
    /// assert_eq!(name("..", ".."), None);
    /// ```
    pub fn read(before: &Sketch, after: &Sketch, mover: Player) -> Option<BoardMove> {
        if !(before.keeps_places && after.keeps_places) {
            return None;
        }
        let mut changes = changes(before, after);
        if before.has_dots {
            // A move is called by its line, whatever boxes it closes.
            changes.retain(|change| (change.at.row + change.at.column) % 2 == 1);
        }
        if changes.is_empty() {
            return bite(before, after);
        }
        if changes.len() > MAX_CELLS {
            return None;
        }
        if let Some((squares, name)) = step(&changes, mover) {
            return Some(BoardMove { squares, is_step: true, name, changes });
        }
        let squares = played(&changes, mover);
        let sign = if matches!(squares[..], [a, b] if a.touches(b)) { "-" } else { " " };
        Some(BoardMove { name: joined(&squares, sign), squares, is_step: false, changes })
    }

    /// Returns the name that people use.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns a name with the content of every changed cell after the move: `a1=. b1=x`.
    pub fn full_name(&self) -> String {
        let cells = self.changes.iter().map(|change| format!("{}={}", change.at, change.new.letter));
        cells.collect::<Vec<_>>().join(" ")
    }

    /// Returns all cells that the move changes, in reading order.
    pub fn changed(&self) -> impl Iterator<Item = BoardSquare> {
        self.changes.iter().map(|change| change.at)
    }
}

fn joined(squares: &[BoardSquare], sign: &str) -> String {
    squares.iter().map(BoardSquare::to_string).collect::<Vec<_>>().join(sign)
}

fn cell(board: &Sketch, at: BoardSquare) -> Option<Cell> {
    board.rows.get(at.row)?.get(at.column).copied()
}

/// Returns the cells that differ, in reading order. A cell that only one of the boards has is gone in the other.
fn changes(before: &Sketch, after: &Sketch) -> Vec<Change> {
    let mut changes = Vec::new();
    for row in 0..before.rows.len().max(after.rows.len()) {
        let columns = [before, after].map(|board| board.rows.get(row).map_or(0, Vec::len));
        for column in 0..columns[0].max(columns[1]) {
            let at = BoardSquare { row, column };
            let [old, new] = [before, after].map(|board| cell(board, at).unwrap_or(NO_CELL));
            if old != new {
                changes.push(Change { at, old, new });
            }
        }
    }
    changes
}

/// Returns a bite of chocolate, after which the board has fewer cells: a square with all below it and to its right.
fn bite(before: &Sketch, after: &Sketch) -> Option<BoardMove> {
    let rows = before.rows.iter().enumerate();
    let squares = rows.flat_map(|(row, cells)| (0..cells.len()).map(move |column| BoardSquare { row, column }));
    let (left, eaten): (Vec<BoardSquare>, Vec<BoardSquare>) = squares.partition(|&at| cell(after, at).is_some());
    let corner = *eaten.first()?;
    if left.iter().any(|at| at.row >= corner.row && at.column >= corner.column) {
        return None;
    }
    let gone = |at: BoardSquare| Some(Change { at, old: cell(before, at)?, new: NO_CELL });
    let changes = eaten.into_iter().filter_map(gone).collect();
    Some(BoardMove { squares: vec![corner], is_step: false, name: corner.to_string(), changes })
}

/// Returns the squares and the name of a move in which one piece goes elsewhere.
fn step(changes: &[Change], mover: Player) -> Option<(Vec<BoardSquare>, String)> {
    let owner = |cell: Cell| match cell.mark {
        Content::Stone(player) | Content::Piece(player) => Some(player),
        _ => None,
    };
    let is_piece = |cell: Cell| !matches!(cell.mark, Content::Empty | Content::Blocked);
    let left = |change: &&Change| is_piece(change.old) && owner(change.old) != Some(mover.other());
    // A piece without an owner has moved only if it leaves an empty cell: a coin that is turned has not.
    let is_off = |change: &&Change| owner(change.old).is_some() || !is_piece(change.new);
    let mut from =
        changes.iter().filter(left).filter(is_off).filter(|from| changes.iter().any(|to| to.new == from.old));
    let (from, to) = match (from.next(), from.next()) {
        (Some(from), None) => (from, changes.iter().filter(|to| to.new == from.old).collect::<Vec<_>>()),
        (Some(_), Some(_)) => return None,
        // A piece that has become another one on its way.
        (None, _) => {
            let mut from = changes.iter().filter(left).filter(|from| !is_piece(from.new));
            let (Some(from), None) = (from.next(), from.next()) else { return None };
            let mut to = changes.iter().filter(|to| is_piece(to.new) && owner(to.new) == owner(from.old));
            let (Some(to), None) = (to.next(), to.next()) else { return None };
            (from, vec![to])
        }
    };
    let mut squares: Vec<BoardSquare> = [from.at].into_iter().chain(to.iter().map(|to| to.at)).collect();
    let mut name = joined(&squares, "-");
    if to[0].new != from.old {
        name.push_str(&format!("={}", to[0].new.letter));
    }
    let is_hit = |change: &Change| change.is_filled() || (change.at == from.at && change.new.mark == Content::Blocked);
    for arrow in changes.iter().filter(|change| !to.contains(change) && is_hit(change)) {
        squares.push(arrow.at);
        name.push_str(&format!("/{}", arrow.at));
    }
    Some((squares, name))
}

/// Returns the cells that a move without a step is named by: the one on which a stone is placed, whatever vanishes or
/// turns around it, or all that change.
fn played(changes: &[Change], mover: Player) -> Vec<BoardSquare> {
    let theirs = [Content::Stone(mover.other()), Content::Piece(mover.other())];
    let placed: Vec<&Change> = changes.iter().filter(|change| change.is_filled()).collect();
    match placed[..] {
        [stone] if !theirs.contains(&stone.new.mark) => vec![stone.at],
        _ => changes.iter().map(|change| change.at).collect(),
    }
}
