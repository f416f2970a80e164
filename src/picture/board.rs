//! Boards: cells with stones on them.

use super::{Anchor, Drawing, Ink};
use cg_engine::games::Player;
use cg_engine::positions::{Cell, Content, Sketch};

/// The letters of the cells with blanks between them.
pub fn letters(sketch: &Sketch) -> String {
    let row = |row: &Vec<Cell>| row.iter().map(|cell| cell.letter.to_string()).collect::<Vec<_>>().join(" ");
    sketch.rows.iter().map(|cells| row(cells) + "\n").collect()
}

/// Cells in boxes: Left's stones black, Right's white.
pub fn boxed(sketch: &Sketch) -> String {
    let columns = sketch.rows.iter().map(Vec::len).max().unwrap_or(0);
    let line = |ends: [&str; 3]| format!("{}{}{}\n", ends[0], vec!["───"; columns].join(ends[1]), ends[2]);
    let inside = |cell: Option<&Cell>| match cell {
        None | Some(Cell { mark: Content::Empty, .. }) => "   ".to_string(),
        Some(Cell { mark: Content::Blocked, .. }) => "▒▒▒".to_string(),
        Some(Cell { mark: Content::Stone(Player::Left), .. }) => " ● ".to_string(),
        Some(Cell { mark: Content::Stone(Player::Right), .. }) => " ○ ".to_string(),
        Some(Cell { letter, .. }) => format!(" {letter} "),
    };
    let row = |cells: &Vec<Cell>| {
        let shown: Vec<String> = (0..columns).map(|x| inside(cells.get(x))).collect();
        format!("│{}│\n", shown.join("│"))
    };
    let rows: Vec<String> = sketch.rows.iter().map(row).collect();
    line(["┌", "┬", "┐"]) + &rows.join(&line(["├", "┼", "┤"])) + &line(["└", "┴", "┘"])
}

/// Columns and rows of a cell: a square.
const CELL: (f64, f64) = (4.0, 2.0);

/// A board in shapes, its corner at (0, 0): Left's stones are filled, Right's are rings.
pub fn stones(sketch: &Sketch) -> Drawing {
    let mut drawing = Drawing::new("a board");
    for (y, row) in sketch.rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            let corner = (x as f64 * CELL.0, y as f64 * CELL.1);
            let middle = (corner.0 + CELL.0 / 2.0, corner.1 + CELL.1 / 2.0);
            match cell.mark {
                Content::Blocked => {
                    drawing.area(corner, CELL, Ink::Faint, true);
                    continue;
                }
                _ => drawing.area(corner, CELL, Ink::Plain, false),
            }
            match cell.mark {
                Content::Stone(player) => drawing.disc(middle, 1.4, Ink::Of(player), player == Player::Left),
                Content::Piece(player) => {
                    drawing.disc(middle, 1.4, Ink::Of(player), false);
                    drawing.label(middle, cell.letter.to_string(), Anchor::Middle, Ink::Of(player));
                }
                Content::Neutral => {
                    drawing.disc(middle, 1.4, Ink::Plain, false);
                    drawing.label(middle, cell.letter.to_string(), Anchor::Middle, Ink::Plain);
                }
                Content::Letter => drawing.label(middle, cell.letter.to_string(), Anchor::Middle, Ink::Plain),
                Content::Empty | Content::Blocked => {}
            }
        }
    }
    drawing
}
