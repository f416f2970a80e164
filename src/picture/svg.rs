//! Drawings as SVG: for slides and papers.
//!
//! The colours can be distinguished by people who see no red or green (Okabe and Ito 2008), and the lines by their
//! dashes too: Left's are whole, Right's are dashed, those of both are thick.

use std::fmt::{self, Write};

use svg::Document;
use svg::node::Comment;
use svg::node::element::{Circle, Definitions, Element, Group, Line, Marker, Path, Rectangle, Text, Title};

use super::theme::{Look, Theme};
use super::{Anchor, Drawing, Ink, MARK, Shape, Spot, short};
use crate::visible;
use cg_engine::games::{Budget, Fault, Player};

/// The steps that making an element takes.
const SHAPE: usize = 1000;
/// Units of the picture in a column and in a row.
const COLUMN: f64 = 9.0;
const ROW: f64 = 18.0;
/// Free space around everything, in units.
const MARGIN: f64 = 12.0;
/// The radius of the corners of the page.
const CORNER: f64 = 8.0;
const LETTERS: f64 = 15.0;
const FONTS: &str = "DejaVu Sans, Segoe UI, Helvetica Neue, Arial, sans-serif";

/// Returns the drawing as the text of an SVG file.
///
/// ```
/// use cg::picture::{Medium, Tree, svg};
/// use cg_engine::games::Budget;
/// let text = svg::text(&Tree::new("0").draw(Medium::Svg), &mut Budget::unlimited())?;
/// assert!(text.starts_with("<svg") && text.contains("game tree of 0"));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// Limits.
pub fn text(drawing: &Drawing, budget: &mut Budget) -> Result<String, Fault> {
    styled(drawing, Look::default(), budget)
}

/// Like [`text`], in the colours of a theme and with a given width.
///
/// ```
/// use cg::picture::{Look, Medium, Theme, Tree, svg};
/// use cg_engine::games::Budget;
/// let look = Look { theme: Theme::Dark, width: Some(600) };
/// let text = svg::styled(&Tree::new("0").draw(Medium::Svg), look, &mut Budget::unlimited())?;
/// assert!(text.contains("width=\"600\"") && text.contains(Theme::Dark.paper().unwrap()));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// Limits.
pub fn styled(drawing: &Drawing, look: Look, budget: &mut Budget) -> Result<String, Fault> {
    let theme = look.theme;
    let (corner, size) = frame(drawing);
    // A given width changes the size, and nothing in the picture.
    let scale = look.width.map_or(1.0, |width| f64::from(width) / size.0);
    let mut document = Document::new()
        .set("viewBox", format!("{} {} {} {}", short(corner.0), short(corner.1), short(size.0), short(size.1)))
        .set("width", short(size.0 * scale))
        .set("height", short(size.1 * scale))
        .set("role", "img")
        .add(Comment::new(MARK))
        .add(Title::new(words(&drawing.title)))
        .add(heads(theme));
    if let Some(paper) = theme.paper() {
        document = document.add(page(corner, size, paper));
    }
    let mut group = Group::new()
        .set("font-family", FONTS)
        .set("font-size", short(LETTERS))
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round");
    for shape in &drawing.shapes {
        budget.charge(SHAPE)?;
        group = group.add(element(shape, theme));
    }
    document = document.add(group);
    let mut written = Written { text: String::new(), budget, fault: None };
    match writeln!(written, "{document}") {
        Ok(()) => Ok(written.text),
        Err(_) => Err(written.fault.unwrap_or(Fault::Interrupted)),
    }
}

/// A text that is written under the limits of a computation.
struct Written<'b> {
    text: String,
    budget: &'b mut Budget,
    /// The limit at which it ended.
    fault: Option<Fault>,
}

impl Write for Written<'_> {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let growth = if self.text.len() + more.len() > self.text.capacity() { 2 * self.text.capacity() } else { 0 };
        let allowed = self.budget.charge(more.len()).and_then(|()| self.budget.reserve(growth));
        self.fault = allowed.err();
        if self.fault.is_some() {
            return Err(fmt::Error);
        }
        self.text.push_str(more);
        Ok(())
    }
}

/// Returns the corner and the size of the whole picture.
fn frame(drawing: &Drawing) -> (Spot, Spot) {
    let (low, high) = drawing.bounds();
    let size = ((high.0 - low.0) * COLUMN + 2.0 * MARGIN, (high.1 - low.1) * ROW + 2.0 * MARGIN);
    ((low.0 * COLUMN - MARGIN, low.1 * ROW - MARGIN), size)
}

/// Returns the left side, top, width and height of each vertex of a graph in its picture, as parts of the width and
/// height of the picture.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg::picture::{Medium, MoveGraph, Vertex, svg};
/// let vertex = Vertex { label: "a".into(), note: String::new(), here: false, board: None };
/// let graph = MoveGraph { vertices: vec![vertex], ..MoveGraph::default() };
/// let [left, _, width, _] = svg::places(&graph.draw(Medium::Svg, &mut Budget::unlimited()).unwrap())[0];
/// assert!((left + width / 2.0 - 0.5).abs() < 1e-9, "it stands in the middle");
/// ```
pub fn places(drawing: &Drawing) -> Vec<[f64; 4]> {
    let (corner, size) = frame(drawing);
    let parts = |&(at, part): &(Spot, Spot)| {
        let ((x, y), (wide, high)) = (spot(at), spot(part));
        [(x - corner.0) / size.0, (y - corner.1) / size.1, wide / size.0, high / size.1]
    };
    drawing.targets.iter().map(parts).collect()
}

/// Writes words as XML can hold them: control characters by their numbers, signs that it excludes replaced (XML 1.0,
/// 2.2).
fn words(text: &str) -> String {
    visible::line(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// Draws the paper, so that dark lines are seen on dark pages too.
fn page(corner: Spot, size: Spot, paper: &str) -> Rectangle {
    Rectangle::new()
        .set("x", short(corner.0))
        .set("y", short(corner.1))
        .set("width", short(size.0))
        .set("height", short(size.1))
        .set("rx", short(CORNER))
        .set("fill", paper)
}

fn spot(at: Spot) -> (f64, f64) {
    (at.0 * COLUMN, at.1 * ROW)
}

/// Returns the colour, the width and the dashes of a line.
fn stroke(element: &mut impl svg::Node, ink: Ink, theme: Theme) {
    element.assign("stroke", theme.colour(ink));
    let wide = match ink {
        Ink::Plain | Ink::Chocolate | Ink::Heat(_) => "1.5",
        Ink::Faint | Ink::Grid => "1",
        Ink::Of(_) => "2.2",
        Ink::Both => "3.4",
    };
    element.assign("stroke-width", wide);
    if ink.is_dashed() {
        element.assign("stroke-dasharray", "7 4");
    }
}

fn name(ink: Ink) -> &'static str {
    match ink {
        Ink::Plain | Ink::Chocolate | Ink::Heat(_) => "head-plain",
        Ink::Faint | Ink::Grid => "head-faint",
        Ink::Of(Player::Left) => "head-left",
        Ink::Of(Player::Right) => "head-right",
        Ink::Both => "head-both",
    }
}

/// Defines the arrowheads, one in each colour.
fn heads(theme: Theme) -> Definitions {
    let inks = [Ink::Plain, Ink::Faint, Ink::Of(Player::Left), Ink::Of(Player::Right), Ink::Both];
    inks.into_iter().fold(Definitions::new(), |all, ink| {
        all.add(
            Marker::new()
                .set("id", name(ink))
                .set("viewBox", "0 0 10 10")
                .set("refX", "9")
                .set("refY", "5")
                .set("markerWidth", "9")
                .set("markerHeight", "9")
                .set("markerUnits", "userSpaceOnUse")
                .set("orient", "auto")
                .add(Path::new().set("d", "M0,1 L10,5 L0,9 z").set("fill", theme.colour(ink))),
        )
    })
}

fn pair(at: Spot) -> String {
    let (x, y) = spot(at);
    format!("{},{}", short(x), short(y))
}

fn element(shape: &Shape, theme: Theme) -> Element {
    match shape {
        Shape::Line { through, ink, arrow } => {
            let [first, inner @ .., last] = &through[..] else { return Group::new().into() };
            let mut path = format!("M{}", pair(*first));
            for (i, at) in inner.iter().enumerate() {
                let next = inner.get(i + 1).unwrap_or(last);
                if *arrow {
                    // An arrow turns at its bends softly, and is straight where it ends.
                    let middle = |a: &Spot, b: &Spot| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
                    let before = if i == 0 { first } else { &inner[i - 1] };
                    path += &format!(" L{} Q{} {}", pair(middle(before, at)), pair(*at), pair(middle(at, next)));
                } else {
                    path += &format!(" L{}", pair(*at));
                }
            }
            path += &format!(" L{}", pair(*last));
            path_of(path, *ink, *arrow, theme)
        }
        Shape::Branch { from, to, ink } => {
            let ((x1, y1), (x2, y2)) = (spot(*from), spot(*to));
            let mut line =
                Line::new().set("x1", short(x1)).set("y1", short(y1)).set("x2", short(x2)).set("y2", short(y2));
            stroke(&mut line, *ink, theme);
            line.into()
        }
        Shape::Curve { from, towards, to, ink, arrow } => {
            if !arrow {
                return path_of(format!("M{} Q{} {}", pair(*from), pair(*towards), pair(*to)), *ink, false, theme);
            }
            // Not every viewer turns the head of a bent line rightly; of short straight ones all do.
            const PARTS: u32 = 16;
            let bent = |i: u32| {
                let t = f64::from(i) / f64::from(PARTS);
                let at = |a: f64, b: f64, c: f64| (1.0 - t) * ((1.0 - t) * a + t * b) + t * ((1.0 - t) * b + t * c);
                (at(from.0, towards.0, to.0), at(from.1, towards.1, to.1))
            };
            let path: Vec<String> = (0..=PARTS).map(|i| pair(bent(i))).collect();
            path_of(format!("M{}", path.join(" L")), *ink, true, theme)
        }
        Shape::Disc { at, radius, ink, filled } => {
            let (x, y) = spot(*at);
            let mut circle = Circle::new()
                .set("cx", short(x))
                .set("cy", short(y))
                .set("r", short(radius * COLUMN))
                .set("fill", if *filled { theme.colour(*ink) } else { theme.blank() });
            circle = circle.set("stroke", theme.colour(*ink)).set("stroke-width", "1.5");
            circle.into()
        }
        Shape::Area { corner, size, ink, filled } => {
            let (x, y) = spot(*corner);
            let (wide, high) = spot(*size);
            let fill = match (filled, ink) {
                (false, Ink::Plain) => theme.blank(),
                (false, _) => "none",
                (true, Ink::Faint) => theme.shade(),
                (true, ink) => theme.colour(*ink),
            };
            let mut area = Rectangle::new()
                .set("x", short(x))
                .set("y", short(y))
                .set("width", short(wide))
                .set("height", short(high))
                .set("fill", fill);
            // What is shaded has the edges of what stands beside it.
            let edge = if *filled && matches!(ink, Ink::Faint | Ink::Chocolate) { Ink::Plain } else { *ink };
            area = area.set("stroke", theme.colour(edge)).set("stroke-width", "1.5");
            area.into()
        }
        Shape::Label { at, text, anchor, ink } => {
            let (x, y) = spot(*at);
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            Text::new(words(text))
                .set("x", short(x))
                .set("y", short(y + LETTERS * 0.36))
                .set("text-anchor", anchor)
                .set("fill", theme.colour(*ink))
                .into()
        }
    }
}

fn path_of(path: String, ink: Ink, arrow: bool, theme: Theme) -> Element {
    let mut path = Path::new().set("d", path).set("fill", "none");
    stroke(&mut path, ink, theme);
    if arrow {
        path = path.set("marker-end", format!("url(#{})", name(ink)));
    }
    path.into()
}
