//! Pictures: thermographs, trees, move graphs, boards and plots as shapes, and the ways to show them.
//!
//! Each kind of picture turns data into a [`Drawing`], which knows neither terminals nor files; [`text`] shows it in
//! characters, [`svg`] as a vector graphic, [`tikz`] and [`typst`] for papers, and, if the features of these names are on,
//! `png` in pixels and `pdf` as a page.
//!
//! ```
//! use cg::picture::{Medium, Tree, text};
//!
//! let mut tree = Tree::new("up");
//! tree.add(0, Some(cg_engine::games::Player::Left), "0");
//! let star = tree.add(0, Some(cg_engine::games::Player::Right), "*");
//! tree.add(star, None, "0");
//! let drawing = tree.draw(Medium::Text { columns: 80 });
//! assert_eq!(text::plain(&drawing), "  up\n ++-+\n 0  *\n    H\n    0\n");
//! ```

mod arcs;
mod board;
mod chart;
mod digraph;
mod dots;
mod hackenbush;
#[cfg(feature = "pdf")]
pub mod pdf;
mod plot;
#[cfg(feature = "png")]
pub mod png;
mod points;
mod scale;
#[cfg(feature = "png")]
mod scene;
mod screen;
pub mod svg;
pub mod text;
mod theme;
mod thermograph;
pub mod tikz;
mod tree;
pub mod typst;

pub use board::{Trace, boxed, chocolate, filled, letters, small, stones, with_rim};
pub use chart::{CLASSES, Cells, Chart};
pub use digraph::{Arrow, MoveGraph, Vertex};
pub use dots::{dots, dots_text};
pub use hackenbush::stalks;
pub use plot::{Plot, Stretch};
pub use points::Points;
pub use screen::Screen;
pub use theme::{Look, THEMES, Theme};
pub use thermograph::{Mark, Walls};
pub use tree::Tree;

use unicode_width::UnicodeWidthStr;

use cg_engine::games::Player;

/// The medium for which a drawing is made. It determines how much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// Characters in a terminal.
    Text {
        /// The number of characters in a line.
        columns: usize,
    },
    /// A vector graphic.
    Svg,
}

impl Medium {
    /// Returns `true` if it is text.
    pub fn is_text(self) -> bool {
        self != Medium::Svg
    }
}

/// The meaning of a line or a label, from which the renderers choose colours and dashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The picture itself.
    Plain,
    /// Axes and remarks.
    Faint,
    /// Lines to measure by.
    Grid,
    /// Moves, stones and lines of one player.
    Of(Player),
    /// Moves and lines of both players alike.
    Both,
    /// Chocolate to be eaten.
    Chocolate,
    /// A cell of a heat map, from 0, the lightest, to 9.
    Heat(u8),
}

impl Ink {
    /// Returns `true` if lines are dashed.
    fn is_dashed(self) -> bool {
        self == Ink::Of(Player::Right)
    }

    /// Returns the width of lines in a paper, in points.
    fn width_on_paper(self) -> f64 {
        match self {
            Ink::Faint | Ink::Grid => 0.4,
            Ink::Plain | Ink::Chocolate | Ink::Heat(_) => 0.6,
            Ink::Of(_) => 0.9,
            Ink::Both => 1.4,
        }
    }
}

/// Returns a number with at most two decimal places, without an exponent.
fn short(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// The side of its place on which a label stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// The comment in a file by which `draw` recognizes its own pictures.
pub const MARK: &str = "Drawn by cg; `draw` replaces this file.";

/// A place: columns to the right, rows down. A column is as wide as a letter, a row twice as high.
pub type Spot = (f64, f64);

/// One thing drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line through some places.
    Line {
        /// The places.
        through: Vec<Spot>,
        /// Its meaning.
        ink: Ink,
        /// `true` if it ends in an arrowhead.
        arrow: bool,
    },
    /// From a node of a tree down to one of its options.
    Branch {
        /// The node.
        from: Spot,
        /// The option.
        to: Spot,
        /// The player whose option it is.
        ink: Ink,
    },
    /// A bent line from one place to another, drawn towards a third.
    Curve {
        /// The place where it begins.
        from: Spot,
        /// The place towards which it is drawn.
        towards: Spot,
        /// The place where it ends.
        to: Spot,
        /// Its meaning.
        ink: Ink,
        /// `true` if it ends in an arrowhead.
        arrow: bool,
    },
    /// A dot or a stone.
    Disc {
        /// Its centre.
        at: Spot,
        /// Its radius in columns.
        radius: f64,
        /// Its meaning.
        ink: Ink,
        /// `true` if it is filled.
        filled: bool,
    },
    /// A rectangle with its sides along rows and columns.
    Area {
        /// Its corner at the left above.
        corner: Spot,
        /// Its size in columns and rows.
        size: Spot,
        /// Its meaning.
        ink: Ink,
        /// `true` if it is filled.
        filled: bool,
    },
    /// Some words.
    Label {
        /// The place of the words.
        at: Spot,
        /// The words.
        text: String,
        /// The side of the place on which they stand.
        anchor: Anchor,
        /// Their meaning.
        ink: Ink,
    },
}

/// A picture as shapes, the first at the bottom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// The shapes.
    pub shapes: Vec<Shape>,
    /// A description of the picture for those who cannot see it.
    pub title: String,
    /// A remark on things that are left out, and how to see them.
    pub more: Option<String>,
    /// The meaning of its lines and signs, for those who have not seen a picture of this kind.
    pub legend: Option<String>,
    /// The places to click on: the vertices of a graph or the edges of Hackenbush in their order, each as a corner and a size,
    /// which is zero for an edge that is not drawn.
    pub targets: Vec<(Spot, Spot)>,
}

impl Drawing {
    /// Returns a drawing of nothing yet.
    pub fn new(title: impl Into<String>) -> Drawing {
        Drawing { title: title.into(), ..Drawing::default() }
    }

    /// Adds a line.
    pub fn line(&mut self, through: &[Spot], ink: Ink) {
        self.shapes.push(Shape::Line { through: through.to_vec(), ink, arrow: false });
    }

    /// Adds an arrow.
    pub fn arrow(&mut self, through: &[Spot], ink: Ink) {
        self.shapes.push(Shape::Line { through: through.to_vec(), ink, arrow: true });
    }

    /// Adds a label.
    pub fn label(&mut self, at: Spot, text: impl Into<String>, anchor: Anchor, ink: Ink) {
        let text = crate::visible::line(&text.into()).into_owned();
        self.shapes.push(Shape::Label { at, text, anchor, ink });
    }

    /// Adds a disc.
    pub fn disc(&mut self, at: Spot, radius: f64, ink: Ink, filled: bool) {
        self.shapes.push(Shape::Disc { at, radius, ink, filled });
    }

    /// Adds a rectangle.
    pub fn area(&mut self, corner: Spot, size: Spot, ink: Ink, filled: bool) {
        self.shapes.push(Shape::Area { corner, size, ink, filled });
    }

    /// Moves everything by `by`.
    pub fn moved(mut self, by: Spot) -> Drawing {
        let shift = |spot: &mut Spot| *spot = (spot.0 + by.0, spot.1 + by.1);
        for shape in &mut self.shapes {
            match shape {
                Shape::Line { through, .. } => through.iter_mut().for_each(shift),
                Shape::Branch { from, to, .. } => [from, to].into_iter().for_each(shift),
                Shape::Curve { from, towards, to, .. } => [from, towards, to].into_iter().for_each(shift),
                Shape::Disc { at, .. } | Shape::Label { at, .. } => shift(at),
                Shape::Area { corner, .. } => shift(corner),
            }
        }
        self.targets.iter_mut().for_each(|(corner, _)| shift(corner));
        self
    }

    /// Returns the corners of the least rectangle around everything: left above and right below.
    pub fn bounds(&self) -> (Spot, Spot) {
        let mut spots: Vec<Spot> = Vec::new();
        for shape in &self.shapes {
            match shape {
                Shape::Line { through, .. } => spots.extend(through),
                Shape::Branch { from, to, .. } => spots.extend([from, to]),
                // A bent line stays between its ends and half the way to what it is drawn towards.
                Shape::Curve { from, towards, to, .. } => {
                    let bend = ((from.0 + to.0) / 4.0 + towards.0 / 2.0, (from.1 + to.1) / 4.0 + towards.1 / 2.0);
                    spots.extend([*from, bend, *to]);
                }
                Shape::Disc { at, radius, .. } => {
                    spots.extend([(at.0 - radius, at.1 - radius / 2.0), (at.0 + radius, at.1 + radius / 2.0)]);
                }
                Shape::Area { corner, size, .. } => {
                    spots.extend([*corner, (corner.0 + size.0, corner.1 + size.1)]);
                }
                Shape::Label { at, text, anchor, .. } => {
                    let width = width(text) as f64;
                    let left = match anchor {
                        Anchor::Start => at.0,
                        Anchor::Middle => at.0 - width / 2.0,
                        Anchor::End => at.0 - width,
                    };
                    spots.extend([(left, at.1 - 0.5), (left + width, at.1 + 0.5)]);
                }
            }
        }
        let start = ((f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        let all = spots
            .into_iter()
            .fold(start, |(low, high), (x, y)| ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y))));
        if all.0.0.is_finite() { all } else { Default::default() }
    }
}

/// Returns the number of columns that a text takes.
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Cuts a text that is wider than `most` columns to `most` letters, of which the last two are dots.
pub fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_string();
    }
    text.chars().take(most.saturating_sub(2)).chain("..".chars()).collect()
}
