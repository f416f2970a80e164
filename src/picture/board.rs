//! Boards: cells with stones on them.

use super::{Anchor, Drawing, Ink};
use cg_engine::games::Player;
use cg_engine::positions::{BoardSquare, Cell, Content, Sketch};

/// Returns the letters of the cells with blanks between them.
pub fn letters(sketch: &Sketch) -> String {
    let row = |row: &Vec<Cell>| row.iter().map(|cell| cell.letter.to_string()).collect::<Vec<_>>().join(" ");
    sketch.rows.iter().map(|cells| row(cells) + "\n").collect()
}

/// A mark that a move has left on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The player who moved.
    pub by: Player,
    /// `true` if it was the last move.
    pub is_last: bool,
}

/// Returns the filling of a cell that a player has taken away.
pub fn filled(by: Player) -> char {
    match by {
        Player::Left => '█',
        Player::Right => '░',
    }
}

/// Cells in boxes: Left's stones black, Right's white. Cells that a player has taken away have that player's filling, and
/// brackets stand around what the last move has changed.
pub fn boxed(sketch: &Sketch, trace: &dyn Fn(BoardSquare) -> Option<Trace>) -> String {
    let columns = sketch.rows.iter().map(Vec::len).max().unwrap_or(0);
    let line = |ends: [&str; 3]| format!("{}{}{}\n", ends[0], vec!["───"; columns].join(ends[1]), ends[2]);
    let inside = |cell: Option<&Cell>, trace: Option<Trace>| {
        let (sign, beside) = match cell {
            None | Some(Cell { mark: Content::Empty, .. }) => (' ', ' '),
            Some(Cell { mark: Content::Blocked, .. }) => {
                let sign = trace.map_or('▒', |trace| filled(trace.by));
                (sign, sign)
            }
            Some(Cell { mark: Content::Stone(Player::Left), .. }) => ('●', ' '),
            Some(Cell { mark: Content::Stone(Player::Right), .. }) => ('○', ' '),
            Some(Cell { letter, .. }) => (*letter, ' '),
        };
        if trace.is_some_and(|trace| trace.is_last) { format!("[{sign}]") } else { format!("{beside}{sign}{beside}") }
    };
    let row = |(row, cells): (usize, &Vec<Cell>)| {
        let shown = (0..columns).map(|column| inside(cells.get(column), trace(BoardSquare { row, column })));
        format!("│{}│\n", shown.collect::<Vec<_>>().join("│"))
    };
    let rows: Vec<String> = sketch.rows.iter().enumerate().map(row).collect();
    line(["┌", "┬", "┐"]) + &rows.join(&line(["├", "┼", "┤"])) + &line(["└", "┴", "┘"])
}

/// Draws a small board: a sign for each cell, without lines between them. Cells that a player has taken away have
/// that player's filling, and neighbours with one filling are joined.
pub fn small(sketch: &Sketch, trace: &dyn Fn(BoardSquare) -> Option<Trace>) -> Vec<String> {
    let sign = |row: usize, column: usize, cell: &Cell| match cell.mark {
        Content::Empty => '·',
        Content::Blocked => trace(BoardSquare { row, column }).map_or('▒', |trace| filled(trace.by)),
        Content::Stone(Player::Left) => '●',
        Content::Stone(Player::Right) => '○',
        Content::Piece(_) | Content::Neutral | Content::Letter => cell.letter,
    };
    let row = |(row, cells): (usize, &Vec<Cell>)| {
        let mut text = String::new();
        let mut before = None;
        for (column, cell) in cells.iter().enumerate() {
            let sign = sign(row, column, cell);
            let is_joined = cell.mark == Content::Blocked && before == Some(sign);
            if before.is_some() {
                text.push(if is_joined { sign } else { ' ' });
            }
            text.push(sign);
            before = Some(sign);
        }
        text
    };
    sketch.rows.iter().enumerate().map(row).collect()
}

/// Returns a picture of a board by [`letters`] or [`boxed`], with the letters of its columns above and the numbers of
/// its rows beside it, by which moves are named.
pub fn with_rim(sketch: &Sketch, picture: &str) -> String {
    let is_boxed = picture.starts_with('┌');
    let (first, step) = if is_boxed { (2, 4) } else { (0, 2) };
    let columns = sketch.rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = sketch.rows.len().to_string().len();
    let names: Vec<String> = (0..columns).map(BoardSquare::column_name).collect();
    let longest = names.last().map_or(0, String::len);
    let mut text = String::new();
    // Long names are written downwards, so that each stands above its column.
    for line in 0..longest {
        text += &" ".repeat(width + 1 + first);
        for name in &names {
            let letter = (line + name.len()).checked_sub(longest).map_or(" ", |i| &name[i..=i]);
            text += &format!("{letter:<step$}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    for (i, line) in picture.lines().enumerate() {
        let number = match (is_boxed, i % 2) {
            (false, _) => (i + 1).to_string(),
            (true, 1) => (i / 2 + 1).to_string(),
            (true, _) => String::new(),
        };
        text += &format!("{number:>width$} {line}\n");
    }
    text
}

/// Columns and rows of a cell: a square.
const CELL: (f64, f64) = (4.0, 2.0);
/// Columns of half a stone.
const RADIUS: f64 = 1.4;

/// Draws a board in shapes at `scale` times the usual size, its corner at (0, 0): Left's stones are filled, Right's
/// are rings.
pub fn stones(sketch: &Sketch, scale: f64) -> Drawing {
    let (cell_size, radius) = ((CELL.0 * scale, CELL.1 * scale), RADIUS * scale);
    let mut drawing = Drawing::new("a board");
    for (y, row) in sketch.rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            let corner = (x as f64 * cell_size.0, y as f64 * cell_size.1);
            let middle = (corner.0 + cell_size.0 / 2.0, corner.1 + cell_size.1 / 2.0);
            match cell.mark {
                Content::Blocked => {
                    drawing.area(corner, cell_size, Ink::Faint, true);
                    continue;
                }
                _ => drawing.area(corner, cell_size, Ink::Plain, false),
            }
            match cell.mark {
                Content::Stone(player) => drawing.disc(middle, radius, Ink::Of(player), player == Player::Left),
                Content::Piece(player) => {
                    drawing.disc(middle, radius, Ink::Of(player), false);
                    drawing.label(middle, cell.letter.to_string(), Anchor::Middle, Ink::Of(player));
                }
                Content::Neutral => {
                    drawing.disc(middle, radius, Ink::Plain, false);
                    drawing.label(middle, cell.letter.to_string(), Anchor::Middle, Ink::Plain);
                }
                Content::Letter => drawing.label(middle, cell.letter.to_string(), Anchor::Middle, Ink::Plain),
                Content::Empty | Content::Blocked => {}
            }
        }
    }
    drawing
}

/// Draws a bar of chocolate with a poisoned square.
pub fn chocolate(sketch: &Sketch, scale: f64) -> Drawing {
    let (cell_size, radius) = ((CELL.0 * scale, CELL.1 * scale), RADIUS * scale);
    let mut drawing = Drawing::new("a bar of chocolate");
    let cells = sketch.rows.iter().enumerate().flat_map(|(y, row)| row.iter().enumerate().map(move |(x, c)| (x, y, c)));
    for (x, y, cell) in cells {
        let corner = (x as f64 * cell_size.0, y as f64 * cell_size.1);
        match cell.mark {
            Content::Blocked => drawing.area(corner, cell_size, Ink::Chocolate, true),
            _ => {
                drawing.area(corner, cell_size, Ink::Plain, false);
                let middle = (corner.0 + cell_size.0 / 2.0, corner.1 + cell_size.1 / 2.0);
                drawing.disc(middle, radius, Ink::Both, false);
                drawing.label(middle, cell.letter.to_string(), Anchor::Middle, Ink::Both);
            }
        }
    }
    drawing
}
