//! Drawings in characters: lines of box signs where they run along rows and columns, of dots elsewhere.

use super::{Anchor, Drawing, Ink, Shape, Spot, width};
use cg_engine::games::Player;

/// Lines of a picture after which it is cut.
const MOST_ROWS: usize = 400;
/// Letters of a line after which it is cut, whatever the terminal.
const MOST_COLUMNS: usize = 1000;

const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;
/// Lines of both players are double.
const DOUBLE: u8 = 16;
/// Lines that are no part of the picture itself.
const FAINT: u8 = 32;

/// Draws in signs of Unicode, each line with its end.
pub fn unicode(drawing: &Drawing) -> String {
    Canvas::of(drawing, true).text()
}

/// Draws in ASCII, each line with its end.
pub fn plain(drawing: &Drawing) -> String {
    Canvas::of(drawing, false).text()
}

/// Returns the drawing cut to `columns`, with colours as a terminal understands them: Left is blue, Right red, what is of both
/// green.
pub fn coloured(drawing: &Drawing, in_unicode: bool, columns: usize) -> String {
    Canvas::of(drawing, in_unicode).coloured_text(columns)
}

/// The sequence that ends a colour.
const PLAIN: &str = "\x1b[0m";

/// Returns the sequence that sets the colour of an ink, which can be read on light and on dark.
fn escape(ink: Ink) -> &'static str {
    match ink {
        Ink::Of(Player::Left) => "\x1b[38;5;32m",
        Ink::Of(Player::Right) => "\x1b[38;5;167m",
        Ink::Both => "\x1b[38;5;71m",
        Ink::Faint | Ink::Grid => "\x1b[2m",
        Ink::Plain | Ink::Chocolate | Ink::Heat(_) => "",
    }
}

#[derive(Clone, Copy)]
struct Cell {
    /// The sides on which lines leave the cell.
    sides: u8,
    /// Dots of Braille, for lines that are aslant.
    dots: u8,
    /// A sign of its own.
    sign: Option<char>,
    /// The meaning of the sign or the lines.
    ink: Ink,
}

impl Cell {
    const EMPTY: Cell = Cell { sides: 0, dots: 0, sign: None, ink: Ink::Plain };
}

struct Canvas {
    rows: Vec<Vec<Cell>>,
    columns: usize,
    unicode: bool,
    /// The meaning of the shape that is being drawn.
    ink: Ink,
}

impl Canvas {
    fn of(drawing: &Drawing, unicode: bool) -> Canvas {
        let (low, high) = drawing.bounds();
        let rows = ((high.1 - low.1).ceil() as usize + 2).min(MOST_ROWS);
        let columns = ((high.0 - low.0).ceil() as usize + 2).min(MOST_COLUMNS);
        let mut canvas = Canvas { rows: vec![vec![Cell::EMPTY; columns]; rows], columns, unicode, ink: Ink::Plain };
        let by = (-low.0.floor(), -(low.1 + 0.5).floor());
        let moved = drawing.clone().moved(by);
        for shape in &moved.shapes {
            canvas.shape(shape);
        }
        canvas
    }

    fn cell(&mut self, x: i64, y: i64) -> Option<&mut Cell> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        self.rows.get_mut(y)?.get_mut(x)
    }

    /// Returns the cell at this place, with the ink of the shape that is being drawn.
    fn inked(&mut self, x: i64, y: i64) -> Option<&mut Cell> {
        let ink = self.ink;
        let cell = self.cell(x, y)?;
        cell.ink = ink;
        Some(cell)
    }

    fn side(&mut self, x: i64, y: i64, sides: u8) {
        let ink = self.ink;
        if let Some(cell) = self.cell(x, y) {
            // A line of the picture hides one of the axes.
            match (cell.sides & FAINT > 0, sides & FAINT > 0) {
                (true, false) => cell.sides = sides,
                (false, true) if cell.sides > 0 => return,
                _ => cell.sides |= sides,
            }
            cell.ink = ink;
        }
    }

    fn sign(&mut self, x: i64, y: i64, sign: char) {
        if let Some(cell) = self.inked(x, y) {
            cell.sign = Some(sign);
        }
    }

    fn choose(&self, unicode: char, plain: char) -> char {
        if self.unicode { unicode } else { plain }
    }

    fn shape(&mut self, shape: &Shape) {
        let (Shape::Line { ink, .. }
        | Shape::Branch { ink, .. }
        | Shape::Curve { ink, .. }
        | Shape::Disc { ink, .. }
        | Shape::Area { ink, .. }
        | Shape::Label { ink, .. }) = shape;
        self.ink = *ink;
        match shape {
            Shape::Line { through, ink, arrow } => {
                for pair in through.windows(2) {
                    self.line(pair[0], pair[1], style(*ink));
                }
                if let (true, [.., before, last]) = (*arrow, &through[..]) {
                    let head = match (last.0 - before.0, last.1 - before.1) {
                        (x, y) if x.abs() > y.abs() && x > 0.0 => self.choose('▸', '>'),
                        (x, y) if x.abs() > y.abs() => self.choose('◂', '<'),
                        (_, y) if y > 0.0 => self.choose('▾', 'v'),
                        _ => self.choose('▴', '^'),
                    };
                    self.sign(last.0.round() as i64, last.1.round() as i64, head);
                }
            }
            Shape::Branch { from, to, ink } => {
                let elbow = from.1 + 1.0;
                self.side(from.0.round() as i64, elbow as i64, UP | style(*ink));
                self.line((from.0, elbow), (to.0, elbow), style(*ink));
                self.line((to.0, elbow), (to.0, to.1), style(*ink));
            }
            Shape::Curve { from, to, ink, .. } => self.line(*from, *to, style(*ink)),
            Shape::Disc { at, ink, filled, .. } => {
                let sign = match (ink, filled) {
                    (_, true) => self.choose('●', '*'),
                    (_, false) => self.choose('○', 'o'),
                };
                self.sign(at.0.round() as i64, at.1.round() as i64, sign);
            }
            Shape::Area { .. } => {}
            Shape::Label { at, text, anchor, .. } => {
                let wide = width(text) as f64;
                let start = match anchor {
                    Anchor::Start => at.0,
                    Anchor::Middle => at.0 - ((wide - 1.0) / 2.0).floor(),
                    Anchor::End => at.0 - wide + 1.0,
                };
                for (i, sign) in text.chars().enumerate() {
                    self.sign(start.round() as i64 + i as i64, at.1.round() as i64, sign);
                }
            }
        }
    }

    /// Draws a line: box signs along rows and columns, dots aslant.
    fn line(&mut self, from: Spot, to: Spot, style: u8) {
        let [x0, y0, x1, y1] = [from.0, from.1, to.0, to.1].map(|c| c.round() as i64);
        if y0 == y1 {
            let (low, high) = (x0.min(x1), x0.max(x1));
            for x in low.max(0)..=high.min(self.columns as i64) {
                let sides = if x > low { LEFT } else { 0 } | if x < high { RIGHT } else { 0 };
                if sides > 0 {
                    self.side(x, y0, sides | style);
                }
            }
        } else if x0 == x1 {
            let (low, high) = (y0.min(y1), y0.max(y1));
            for y in low.max(0)..=high.min(self.rows.len() as i64) {
                let sides = if y > low { UP } else { 0 } | if y < high { DOWN } else { 0 };
                self.side(x0, y, sides | style);
            }
        } else if self.unicode {
            self.dotted(from, to);
        } else {
            self.slashes(from, to);
        }
    }

    /// Dots of Braille, two in a row of a cell and four in a column.
    fn dotted(&mut self, from: Spot, to: Spot) {
        const DOTS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let steps = (2.0 * (to.0 - from.0).abs()).max(4.0 * (to.1 - from.1).abs()).ceil().clamp(1.0, 1e4);
        for i in 0..=steps as u32 {
            let part = f64::from(i) / steps;
            let x = from.0 + (to.0 - from.0) * part + 0.5;
            let y = from.1 + (to.1 - from.1) * part + 0.5;
            let (column, row) = (x.floor(), y.floor());
            let dot = DOTS[((y - row) * 4.0) as usize & 3][((x - column) * 2.0) as usize & 1];
            if let Some(cell) = self.inked(column as i64, row as i64) {
                cell.dots |= dot;
            }
        }
    }

    fn slashes(&mut self, from: Spot, to: Spot) {
        let rising = (to.0 - from.0) * (to.1 - from.1) < 0.0;
        let (wide, tall) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        let flat = wide > 3.0 * tall;
        // One slash in a row, unless that leaves gaps.
        let steps = if flat { wide } else { tall }.round().clamp(1.0, 1e4);
        for i in 0..=steps as u32 {
            let part = f64::from(i) / steps;
            let (x, y) = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            let sign = match (flat, y - y.round()) {
                (true, below) if below < -0.17 => '\'',
                (true, below) if below > 0.17 => '.',
                (true, _) => '-',
                (false, _) if rising => '/',
                _ => '\\',
            };
            let at = (x.round() as i64, y.round() as i64);
            if self.cell(at.0, at.1).is_some_and(|cell| cell.sign.is_none()) {
                self.sign(at.0, at.1, sign);
            }
        }
    }

    fn text(&self) -> String {
        let line =
            |row: &Vec<Cell>| row.iter().map(|cell| self.shown(*cell)).collect::<String>().trim_end().to_string();
        let mut lines: Vec<String> = self.rows.iter().map(line).collect();
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    fn coloured_text(&self, columns: usize) -> String {
        let mut text = String::new();
        for line in self.text().lines().zip(&self.rows).map(|(line, row)| line.chars().take(columns).zip(row)) {
            let mut colour = "";
            for (sign, cell) in line {
                let next = if sign == ' ' { "" } else { escape(cell.ink) };
                if next != colour {
                    text.push_str(if colour.is_empty() { "" } else { PLAIN });
                    text.push_str(next);
                    colour = next;
                }
                text.push(sign);
            }
            text.push_str(if colour.is_empty() { "" } else { PLAIN });
            text.push('\n');
        }
        text
    }

    fn shown(&self, cell: Cell) -> char {
        if let Some(sign) = cell.sign {
            return sign;
        }
        if cell.dots > 0 {
            return char::from_u32(0x2800 + u32::from(cell.dots)).unwrap_or(' ');
        }
        let sides = cell.sides & 15;
        let set = match (self.unicode, cell.sides & DOUBLE > 0, cell.sides & FAINT > 0) {
            (true, true, _) => [' ', '║', '═', '╝', '╚', '╗', '╔', '╣', '╠', '╩', '╦', '╬'],
            (true, false, true) => [' ', '┊', '┄', '┘', '└', '┐', '┌', '┤', '├', '┴', '┬', '┼'],
            (true, false, false) => [' ', '│', '─', '┘', '└', '┐', '┌', '┤', '├', '┴', '┬', '┼'],
            (false, true, _) => [' ', 'H', '=', '#', '#', '#', '#', '#', '#', '#', '#', '#'],
            (false, false, _) => [' ', '|', '-', '+', '+', '+', '+', '+', '+', '+', '+', '+'],
        };
        set[match sides {
            0 => 0,
            s if s & (LEFT | RIGHT) == 0 => 1,
            s if s & (UP | DOWN) == 0 => 2,
            s if s == UP | LEFT => 3,
            s if s == UP | RIGHT => 4,
            s if s == DOWN | LEFT => 5,
            s if s == DOWN | RIGHT => 6,
            s if s == UP | DOWN | LEFT => 7,
            s if s == UP | DOWN | RIGHT => 8,
            s if s == UP | LEFT | RIGHT => 9,
            s if s == DOWN | LEFT | RIGHT => 10,
            _ => 11,
        }]
    }
}

fn style(ink: Ink) -> u8 {
    match ink {
        Ink::Both => DOUBLE,
        Ink::Faint | Ink::Grid => FAINT,
        Ink::Plain | Ink::Of(_) | Ink::Chocolate | Ink::Heat(_) => 0,
    }
}
