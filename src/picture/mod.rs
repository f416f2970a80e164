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

/// Where a drawing will be shown; it decides how much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// Characters in a terminal.
    Text {
        /// How many of them fit on a line.
        columns: usize,
    },
    /// A vector graphic.
    Svg,
}

impl Medium {
    /// Whether it is text.
    pub fn is_text(self) -> bool {
        self != Medium::Svg
    }
}

/// What a line or a label stands for; the renderers choose colours and dashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The picture itself.
    Plain,
    /// Axes and remarks.
    Faint,
    /// Lines to measure by.
    Grid,
    /// What belongs to one player.
    Of(Player),
    /// What belongs to both players alike.
    Both,
    /// What is eaten.
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

/// On which side of its place a label stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// What a picture in a file says of itself, so that it is known again.
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
        /// What it stands for.
        ink: Ink,
        /// Whether it ends in an arrowhead.
        arrow: bool,
    },
    /// From a node of a tree down to one of its options.
    Branch {
        /// The node.
        from: Spot,
        /// The option.
        to: Spot,
        /// Whose option it is.
        ink: Ink,
    },
    /// A bent line from one place to another, drawn towards a third.
    Curve {
        /// Where it begins.
        from: Spot,
        /// What it is drawn towards.
        towards: Spot,
        /// Where it ends.
        to: Spot,
        /// What it stands for.
        ink: Ink,
        /// Whether it ends in an arrowhead.
        arrow: bool,
    },
    /// A dot or a stone.
    Disc {
        /// Its centre.
        at: Spot,
        /// Its radius in columns.
        radius: f64,
        /// What it stands for.
        ink: Ink,
        /// Whether it is filled.
        filled: bool,
    },
    /// A rectangle with its sides along rows and columns.
    Area {
        /// Its corner at the left above.
        corner: Spot,
        /// Its size in columns and rows.
        size: Spot,
        /// What it stands for.
        ink: Ink,
        /// Whether it is filled.
        filled: bool,
    },
    /// Some words.
    Label {
        /// Where.
        at: Spot,
        /// The words.
        text: String,
        /// On which side.
        anchor: Anchor,
        /// What they stand for.
        ink: Ink,
    },
}

/// A picture as shapes, the first at the bottom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// What is drawn.
    pub shapes: Vec<Shape>,
    /// What the picture shows, for those who cannot see it.
    pub title: String,
    /// What is left out, and how to see it.
    pub more: Option<String>,
    /// What its lines and signs mean, for those who see the first such picture.
    pub legend: Option<String>,
    /// The places to click on: the vertices of a graph or the edges of Hackenbush in their order, each as a corner and a size,
    /// which is zero for an edge that is not drawn.
    pub targets: Vec<(Spot, Spot)>,
}

impl Drawing {
    /// A drawing of nothing yet.
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

    /// Everything moved by so much.
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

    /// The corners of the least rectangle around everything: left above and right below.
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

/// Columns that a text takes.
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// A text of at most so many letters, cut with an ellipsis.
pub fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_string();
    }
    text.chars().take(most.saturating_sub(2)).chain("..".chars()).collect()
}
