//! Pairs of numbers as points of the plane: the P-positions of two heaps.

use super::scale::levels;
use super::{Anchor, Drawing, Ink, Medium, Spot};

/// Points to be plotted: the first number to the right, the second upwards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Points {
    /// The name of the points.
    pub name: String,
    /// The points.
    pub points: Vec<Spot>,
}

/// Points that are drawn.
const MOST: usize = 10_000;
/// Rows of the picture.
const HEIGHT: f64 = 20.0;
/// Its columns in a file.
const WIDTH: f64 = 80.0;
/// Columns before the axis.
const MARGIN: f64 = 6.0;

impl Points {
    /// Returns the largest number that is plotted: each step then has a row and two columns of its own.
    pub fn room(medium: Medium) -> u64 {
        match medium {
            Medium::Text { columns } => ((columns as f64 - MARGIN - 3.0) / 2.0).clamp(4.0, HEIGHT) as u64,
            Medium::Svg => 2 * HEIGHT as u64,
        }
    }

    /// Draws the points.
    pub fn draw(&self, medium: Medium) -> Drawing {
        let mut drawing = Drawing::new(format!("plot of {}", self.name));
        let shown = &self.points[..self.points.len().min(MOST)];
        let ends = |of: fn(&Spot) -> f64| {
            let all = || shown.iter().map(of);
            let (low, high) = (all().fold(0.0, f64::min), all().fold(0.0, f64::max));
            (low, if high > low { high } else { low + 1.0 })
        };
        let whole = shown.iter().all(|(x, y)| x.fract() == 0.0 && y.fract() == 0.0);
        let ((left, right), (low, high)) = (ends(|p| p.0), ends(|p| p.1));
        let wide = match medium {
            Medium::Text { columns } => (columns as f64 - MARGIN - 3.0).max(4.0),
            Medium::Svg => WIDTH,
        };
        let tall = if medium.is_text() { HEIGHT } else { 2.0 * HEIGHT };
        // A row is twice as high as a column is wide, so both directions have one measure.
        let scale = (tall / (high - low)).min(wide / 2.0 / (right - left));
        // Whole numbers stay close together, as they are counted.
        let scale = match medium.is_text() {
            _ if !whole => scale,
            true => scale.min(1.0),
            false => scale.min(2.0),
        };
        let column = |x: f64| MARGIN + 1.0 + 2.0 * (x - left) * scale;
        let row = |y: f64| (high - y) * scale;
        let (floor, end) = (row(low) + 1.0, column(right) + 1.0);
        for (y, text) in levels(low, high, 2.0 / scale, whole) {
            drawing.label((MARGIN - 2.0, row(y)), text, Anchor::End, Ink::Faint);
            if !medium.is_text() {
                drawing.line(&[(MARGIN - 1.0, row(y)), (end, row(y))], Ink::Grid);
            }
        }
        for (x, text) in levels(left, right, 3.0 / scale, whole) {
            drawing.label((column(x), floor + 1.0), text, Anchor::Middle, Ink::Faint);
            if !medium.is_text() {
                drawing.line(&[(column(x), 0.0), (column(x), floor)], Ink::Grid);
            }
        }
        drawing.line(&[(MARGIN - 1.0, 0.0), (MARGIN - 1.0, floor), (end, floor)], Ink::Faint);
        for (x, y) in shown {
            drawing.disc((column(*x), row(*y)), 0.45, Ink::Plain, true);
        }
        if self.points.len() > shown.len() {
            drawing.more = Some(format!("{} more points are not shown", self.points.len() - shown.len()));
        }
        drawing
    }
}
