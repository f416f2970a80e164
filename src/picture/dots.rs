//! Dots, the lines drawn between them and the boxes that somebody owns.

use super::{Anchor, Drawing, Ink};
use cg_engine::games::Player;
use cg_engine::positions::{Cell, Content, Sketch};

/// Draws a board of dots in characters. A line is three signs long.
pub fn dots_text(sketch: &Sketch, is_plain: bool) -> String {
    let (dot, across, down) = if is_plain { ('+', '-', '|') } else { ('•', '─', '│') };
    let sign = |cell: &Cell| match (cell.mark, cell.letter) {
        (Content::Letter, '+') => dot,
        (Content::Letter, '-') => across,
        (Content::Letter, '|') => down,
        _ => cell.letter,
    };
    let row = |cells: &Vec<Cell>| {
        let mut text = String::new();
        for (x, cell) in cells.iter().enumerate() {
            let beside = if cell.letter == '-' { across } else { ' ' };
            match x % 2 {
                0 => text.push(sign(cell)),
                _ => text.extend([beside, sign(cell), beside]),
            }
        }
        text.trim_end().to_string() + "\n"
    };
    sketch.rows.iter().map(row).collect()
}

/// Columns between two dots; a row is as high as two columns are wide.
const STEP: f64 = 6.0;

/// Draws a board of dots in shapes at `scale` times the usual size, the first dot at (0, 0).
pub fn dots(sketch: &Sketch, scale: f64) -> Drawing {
    let at = |x: usize, y: usize| (x as f64 * STEP / 2.0 * scale, y as f64 * STEP / 4.0 * scale);
    let mut drawing = Drawing::new("dots and boxes");
    let cells =
        || sketch.rows.iter().enumerate().flat_map(|(y, row)| row.iter().enumerate().map(move |(x, c)| (x, y, c)));
    for (x, y, cell) in cells() {
        match (cell.mark, cell.letter) {
            (Content::Letter, '-') => drawing.line(&[at(x - 1, y), at(x + 1, y)], Ink::Plain),
            (Content::Letter, '|') => drawing.line(&[at(x, y - 1), at(x, y + 1)], Ink::Plain),
            (Content::Stone(player), letter) => {
                drawing.label(at(x, y), letter.to_string(), Anchor::Middle, Ink::Of(player));
            }
            _ => {}
        }
    }
    for (x, y, _) in cells().filter(|(.., cell)| cell.letter == '+') {
        drawing.disc(at(x, y), 0.5 * scale, Ink::Plain, true);
    }
    let count = |player| cells().filter(|(.., cell)| cell.mark == Content::Stone(player)).count();
    let [left, right] = [Player::Left, Player::Right].map(count);
    if left + right > 0 {
        drawing.more = Some(format!("Left has {left}, Right {right}"));
    }
    drawing
}
