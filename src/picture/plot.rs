//! Plots of sequences: a dot for each number, in strips as long as fit, with the period marked.

use super::scale::levels;
use super::{Anchor, Drawing, Ink, Medium, width};

/// A stretch of numbers that is marked below them: a period, or the numbers before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// The first number of it.
    pub from: usize,
    /// The first number after it.
    pub to: usize,
    /// Its name.
    pub name: String,
}

/// A sequence to be plotted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// The name of the sequence.
    pub name: String,
    /// The numbers, from number 0.
    pub numbers: Vec<f64>,
    /// The stretches that are marked, one after the other.
    pub stretches: Vec<Stretch>,
    /// The indices of the numbers that stand out, in ascending order.
    pub exceptions: Vec<usize>,
    /// A remark below the picture.
    pub remark: String,
}

/// Rows of a strip.
const HEIGHT: f64 = 16.0;
/// Strips of a picture.
const STRIPS: usize = 6;

impl Plot {
    /// Returns the largest number of numbers that are drawn.
    pub fn room(medium: Medium) -> usize {
        STRIPS * strip(medium)
    }

    /// Draws the plot.
    pub fn draw(&self, medium: Medium) -> Drawing {
        let mut drawing = Drawing::new(format!("plot of {}", self.name));
        let shown = &self.numbers[..self.numbers.len().min(Plot::room(medium))];
        let low = shown.iter().copied().fold(0.0, f64::min);
        let high = shown.iter().copied().fold(0.0, f64::max);
        let all_whole = shown.iter().all(|x| x.fract() == 0.0);
        let scale =
            if all_whole && high - low <= HEIGHT { 1.0 } else { HEIGHT / if high > low { high - low } else { 1.0 } };
        let length = strip(medium);
        let mut top = 0.0;
        for (i, numbers) in shown.chunks(length.max(1)).enumerate() {
            top = self.strip(&mut drawing, numbers, i * length, top, [low, high, scale], medium) + 2.0;
        }
        if self.exceptions.first().is_some_and(|&first| first < shown.len()) {
            let narrow = matches!(medium, Medium::Text { columns } if columns < 40);
            let words = if narrow { "rings: exceptions" } else { "rings: exceptions to the period" };
            drawing.label((6.0, top - 1.0), words, Anchor::Start, Ink::Faint);
            top += 1.0;
        }
        if !self.remark.is_empty() {
            drawing.label((6.0, top - 1.0), self.remark.clone(), Anchor::Start, Ink::Faint);
        }
        if self.numbers.len() > shown.len() {
            drawing.more = Some(format!("{} more are not shown", self.numbers.len() - shown.len()));
        }
        drawing
    }

    /// Draws one strip from number `first` on. Returns the row below it.
    fn strip(
        &self,
        drawing: &mut Drawing,
        numbers: &[f64],
        first: usize,
        top: f64,
        [low, high, scale]: [f64; 3],
        medium: Medium,
    ) -> f64 {
        let margin = 6.0;
        let row = |x: f64| top + ((high - x) * scale).round();
        let row = |x: f64| if medium.is_text() { row(x) } else { top + (high - x) * scale };
        let column = |i: usize| margin + 1.0 + (i - first) as f64 * pitch(medium);
        let (floor, last) = (row(low) + 1.0, first + numbers.len() - 1);
        let whole = self.numbers.iter().all(|x| x.fract() == 0.0);
        for (level, text) in levels(low, high, (high - low) / 8.0, whole) {
            drawing.label((margin - 2.0, row(level)), text, Anchor::End, Ink::Faint);
            if !medium.is_text() {
                drawing.line(&[(margin, row(level)), (column(last) + 1.0, row(level))], Ink::Grid);
            }
        }
        drawing.line(&[(margin - 1.0, top), (margin - 1.0, floor), (column(last) + 1.0, floor)], Ink::Faint);
        for (i, x) in numbers.iter().enumerate() {
            let i = first + i;
            let exception = self.exceptions.binary_search(&i).is_ok();
            let at = (column(i), row(*x));
            if !medium.is_text() {
                drawing.line(&[(at.0, floor), at], Ink::Grid);
            }
            drawing.disc(at, 0.45, Ink::Plain, !exception);
            if i.is_multiple_of(10) {
                drawing.label((column(i), floor + 1.0), i.to_string(), Anchor::Middle, Ink::Faint);
            }
        }
        let mut below = floor + 1.0;
        let end = last + 1;
        let length = strip(medium);
        let here = self.stretches.iter().filter(|stretch| stretch.from < end && stretch.to > first);
        let here: Vec<&Stretch> = here.collect();
        if !here.is_empty() {
            below += 1.0;
        }
        // What goes on from the strip before is named again only where nothing else begins.
        let begins = |stretch: &&Stretch| stretch.from >= first;
        let named = here.iter().filter(|stretch| begins(stretch)).count();
        // Names stand one below the other where they would meet.
        let mut ends: Vec<f64> = Vec::new();
        let mut name = |drawing: &mut Drawing, at: f64, name: String| {
            let line = ends.iter().position(|&end| end < at).unwrap_or(ends.len());
            let end = at + width(&name) as f64 + 1.0;
            if line == ends.len() {
                ends.push(end)
            } else {
                ends[line] = end
            }
            drawing.label((at, below + 1.0 + line as f64), name, Anchor::Start, Ink::Plain);
        };
        for stretch in &here {
            let (from, to) = (stretch.from.max(first), stretch.to.min(end) - 1);
            let (begin, finish) = (column(from), column(to));
            drawing.line(&[(begin, below), (finish, below)], Ink::Plain);
            for (edge, at) in [(begins(stretch), begin), (stretch.to <= end, finish)] {
                if edge && medium.is_text() {
                    drawing.label((at, below), "|", Anchor::Middle, Ink::Plain);
                } else if edge {
                    drawing.line(&[(at, below - 0.4), (at, below + 0.4)], Ink::Plain);
                }
            }
            if begins(stretch) {
                name(drawing, begin, stretch.name.clone());
            } else if named == 0 {
                let words = format!("{}, continued", stretch.name);
                let fits = width(&words) <= length || !medium.is_text();
                name(drawing, begin, if fits { words } else { stretch.name.clone() });
            }
        }
        below + ends.len() as f64
    }
}

/// Returns the number of columns between two numbers.
fn pitch(medium: Medium) -> f64 {
    if medium.is_text() { 1.0 } else { 1.6 }
}

/// Numbers of a strip.
fn strip(medium: Medium) -> usize {
    match medium {
        Medium::Text { columns } => columns.saturating_sub(9).max(8),
        Medium::Svg => 60,
    }
}
