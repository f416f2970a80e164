//! Pictures of data: bars, points with a scale for each axis, shaded cells.

use super::scale::levels;
use super::{Anchor, Drawing, Ink, Medium, Spot, cut, width};
use cg_engine::games::Player;

/// Data to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Chart {
    /// Bars with their names, in this order.
    Bars(Vec<(String, f64)>),
    /// Series of points with their names. The name of a single series may be empty.
    Series(Vec<(String, Vec<Spot>)>),
    /// Rows of shaded cells.
    Cells(Cells),
}

/// Rows of cells, each shaded by the number of its class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells {
    /// The class of each cell, `None` for an empty one.
    pub rows: Vec<Vec<Option<usize>>>,
    /// The value of the cells of each class, as text.
    pub classes: Vec<String>,
    /// The names of the rows; empty if they have none.
    pub row_names: Vec<String>,
    /// The names of the columns; empty if they have none.
    pub column_names: Vec<String>,
}

/// The number of shades, and so of classes of cells.
pub const CLASSES: usize = 10;
/// The height of the picture, in rows.
const HEIGHT: f64 = 20.0;
/// The width of the picture in a file, in columns.
const WIDTH: f64 = 90.0;
/// The width of the space before the axis, in columns.
const MARGIN: f64 = 8.0;
/// The number of points of a series that are drawn.
const MAX_POINTS: usize = 10_000;
/// The number of cells of a row or a column that are drawn in a file.
const MAX_CELLS: usize = 200;
/// The length of the longest name beside an axis, in characters.
const MAX_NAME: usize = 8;
/// The signs of classes and of series in a terminal.
const SHADES: [&str; CLASSES] = [".", ":", "-", "=", "+", "*", "o", "%", "#", "@"];
const SIGNS: [&str; 8] = ["o", "x", "+", "*", "#", "@", "%", "&"];

impl Chart {
    /// Draws the data; `name` is the title of the picture.
    pub fn draw(&self, name: &str, medium: Medium) -> Drawing {
        let mut drawing = Drawing::new(name);
        let wide = match medium {
            Medium::Text { columns } => (columns as f64 - MARGIN - 2.0).max(8.0),
            Medium::Svg => WIDTH,
        };
        match self {
            Chart::Bars(bars) => draw_bars(&mut drawing, bars, wide, medium),
            Chart::Series(series) => draw_series(&mut drawing, series, wide, medium),
            Chart::Cells(cells) => cells.draw(&mut drawing, wide, medium),
        }
        drawing
    }
}

fn draw_bars(drawing: &mut Drawing, bars: &[(String, f64)], wide: f64, medium: Medium) {
    let shown = &bars[..bars.len().min(wide as usize / 2)];
    let low = shown.iter().map(|bar| bar.1).fold(0.0, f64::min);
    let high = shown.iter().map(|bar| bar.1).fold(0.0, f64::max);
    let high = if high > low { high } else { low + 1.0 };
    let whole = shown.iter().all(|bar| bar.1.fract() == 0.0);
    let pitch = (wide / shown.len().max(1) as f64).floor().clamp(2.0, 10.0);
    let row = |y: f64| (high - y) / (high - low) * (HEIGHT - 1.0);
    let end = MARGIN + pitch * shown.len() as f64;
    for (level, text) in levels(low, high, 2.0 * (high - low) / HEIGHT, whole) {
        drawing.label((MARGIN - 2.0, row(level)), text, Anchor::End, Ink::Faint);
        if !medium.is_text() {
            drawing.line(&[(MARGIN - 1.0, row(level)), (end, row(level))], Ink::Grid);
        }
    }
    let floor = HEIGHT;
    drawing.line(&[(MARGIN - 1.0, 0.0), (MARGIN - 1.0, floor), (end, floor)], Ink::Faint);
    // A name that would touch the one before is left out.
    let longest = shown.iter().map(|bar| width(&cut(&bar.0, MAX_NAME))).max().unwrap_or(1);
    let every = ((longest as f64 + 1.0) / pitch).ceil().max(1.0) as usize;
    for (i, (name, count)) in shown.iter().enumerate() {
        let left = MARGIN + pitch * i as f64;
        let (top, bottom) = (row(count.max(0.0)), row(count.min(0.0)));
        if medium.is_text() {
            let (top, bottom) = (top.round() as usize, bottom.round() as usize);
            for at in top..=bottom.max(top) {
                if *count != 0.0 {
                    let sign = "#".repeat((pitch as usize - 1).max(1));
                    drawing.label((left, at as f64), sign, Anchor::Start, Ink::Plain);
                }
            }
        } else {
            drawing.area((left + 0.2, top), (pitch - 0.4, bottom - top), Ink::Of(Player::Left), true);
        }
        if i.is_multiple_of(every) {
            let at = (left + (pitch - 1.0) / 2.0, floor + 1.0);
            drawing.label(at, cut(name, MAX_NAME), Anchor::Middle, Ink::Faint);
        }
    }
    if bars.len() > shown.len() {
        drawing.more = Some(format!("{} more bars are not shown", bars.len() - shown.len()));
    }
}

fn draw_series(drawing: &mut Drawing, series: &[(String, Vec<Spot>)], wide: f64, medium: Medium) {
    let shown: Vec<&[Spot]> = series.iter().map(|(_, points)| &points[..points.len().min(MAX_POINTS)]).collect();
    let ends = |of: fn(&Spot) -> f64| {
        let all = || shown.iter().flat_map(|points| points.iter()).map(of);
        let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        match low < high {
            true => (low, high),
            false if low.is_finite() => (low - 1.0, low + 1.0),
            false => (0.0, 1.0),
        }
    };
    let is_whole = |of: fn(&Spot) -> f64| shown.iter().flat_map(|points| points.iter()).all(|p| of(p).fract() == 0.0);
    let ((left, right), (low, high)) = (ends(|p| p.0), ends(|p| p.1));
    let column = |x: f64| MARGIN + 1.0 + (x - left) / (right - left) * (wide - 2.0);
    let row = |y: f64| (high - y) / (high - low) * (HEIGHT - 1.0);
    let (floor, end) = (HEIGHT, MARGIN + wide);
    for (y, text) in levels(low, high, 2.0 * (high - low) / HEIGHT, is_whole(|p| p.1)) {
        drawing.label((MARGIN - 2.0, row(y)), text, Anchor::End, Ink::Faint);
        if !medium.is_text() {
            drawing.line(&[(MARGIN - 1.0, row(y)), (end, row(y))], Ink::Grid);
        }
    }
    for (x, text) in levels(left, right, 8.0 * (right - left) / wide, is_whole(|p| p.0)) {
        drawing.label((column(x), floor + 1.0), text, Anchor::Middle, Ink::Faint);
        if !medium.is_text() {
            drawing.line(&[(column(x), 0.0), (column(x), floor)], Ink::Grid);
        }
    }
    drawing.line(&[(MARGIN - 1.0, 0.0), (MARGIN - 1.0, floor), (end, floor)], Ink::Faint);
    let several = series.len() > 1 || series.iter().any(|(name, _)| !name.is_empty());
    let mut below = floor + 2.0;
    for (i, ((name, _), points)) in series.iter().zip(&shown).enumerate() {
        let mut mark = |at: Spot| {
            if medium.is_text() && several {
                drawing.label(at, SIGNS[i % SIGNS.len()], Anchor::Middle, Ink::Plain);
            } else {
                let ink = [Ink::Plain, Ink::Of(Player::Left), Ink::Of(Player::Right), Ink::Both][i % 4];
                drawing.disc(at, 0.45, ink, (i / 4).is_multiple_of(2));
            }
        };
        points.iter().for_each(|&(x, y)| mark((column(x), row(y))));
        if several {
            mark((MARGIN, below));
            drawing.label((MARGIN + 2.0, below), cut(name, 60), Anchor::Start, Ink::Plain);
            below += 1.0;
        }
    }
    let hidden: usize = series.iter().zip(&shown).map(|((_, points), shown)| points.len() - shown.len()).sum();
    if hidden > 0 {
        drawing.more = Some(format!("{hidden} more points are not shown"));
    }
}

impl Cells {
    fn draw(&self, drawing: &mut Drawing, wide: f64, medium: Medium) {
        let names = self.row_names.iter().map(|name| width(&cut(name, MAX_NAME))).max().unwrap_or(0);
        let margin = if names > 0 { names as f64 + 1.0 } else { 0.0 };
        let (room, pitch) = match medium {
            Medium::Text { .. } => (((wide + MARGIN - margin) / 2.0) as usize, 2.0),
            Medium::Svg => (MAX_CELLS, 2.0),
        };
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let (shown_rows, shown_columns) = (self.rows.len().min(MAX_CELLS), columns.min(room.max(1)));
        let longest = self.column_names.iter().map(|name| width(&cut(name, MAX_NAME))).max().unwrap_or(0);
        let every = ((longest as f64 + 1.0) / pitch).ceil().max(1.0) as usize;
        let top = if self.column_names.is_empty() { 0.0 } else { 1.0 };
        for (i, name) in self.column_names.iter().take(shown_columns).enumerate().filter(|(i, _)| i % every == 0) {
            drawing.label((margin + pitch * i as f64 + 0.5, 0.0), cut(name, MAX_NAME), Anchor::Middle, Ink::Faint);
        }
        for (r, row) in self.rows.iter().take(shown_rows).enumerate() {
            let at = top + r as f64;
            if let Some(name) = self.row_names.get(r) {
                drawing.label((margin - 1.0, at), cut(name, MAX_NAME), Anchor::End, Ink::Faint);
            }
            for (c, class) in row.iter().take(shown_columns).enumerate() {
                if let Some(class) = class {
                    self.mark(drawing, (margin + pitch * c as f64, at), *class, medium);
                }
            }
        }
        let mut at = (margin, top + shown_rows as f64 + 1.0);
        for (class, text) in self.classes.iter().enumerate() {
            let text = cut(text, 40);
            let needed = 3.0 + width(&text) as f64 + 2.0;
            if at.0 > margin && at.0 + needed > margin + wide {
                at = (margin, at.1 + 1.5);
            }
            self.mark(drawing, at, class, medium);
            drawing.label((at.0 + 3.0, at.1), text, Anchor::Start, Ink::Plain);
            at.0 += needed;
        }
        let hidden = self.rows.len() - shown_rows;
        let narrow = columns - shown_columns;
        if hidden + narrow > 0 {
            drawing.more = Some(format!("{hidden} more rows and {narrow} more columns are not shown"));
        }
    }

    /// Draws a cell of a class with its left side at `at`.
    fn mark(&self, drawing: &mut Drawing, at: Spot, class: usize, medium: Medium) {
        // The shades of few classes are as far apart as possible.
        let shade = match self.classes.len() {
            0 | 1 => CLASSES - 1,
            count => class * (CLASSES - 1) / (count - 1).max(1),
        };
        let shade = shade.min(CLASSES - 1);
        match medium {
            Medium::Text { .. } => drawing.label((at.0 + 0.5, at.1), SHADES[shade], Anchor::Middle, Ink::Plain),
            Medium::Svg => drawing.area((at.0, at.1 - 0.5), (2.0, 1.0), Ink::Heat(shade as u8), true),
        }
    }
}

impl Drawing {
    /// Returns the picture with a title above it and labels at its axes.
    pub fn titled(mut self, title: Option<&str>, x_label: Option<&str>, y_label: Option<&str>) -> Drawing {
        let ((left, top), (right, bottom)) = self.bounds();
        let middle = (left + right) / 2.0;
        let mut above = top - 0.5;
        if let Some(label) = y_label {
            self.label((left, above), label, Anchor::Start, Ink::Faint);
            above -= 1.0;
        }
        if let Some(title) = title {
            self.label((middle, above), title, Anchor::Middle, Ink::Plain);
            self.title = title.to_string();
        }
        if let Some(label) = x_label {
            self.label((middle, bottom + 0.5), label, Anchor::Middle, Ink::Faint);
        }
        let ((left, top), _) = self.bounds();
        self.moved(((-left).max(0.0), (-top - 0.5).max(0.0)))
    }
}
