//! Drawings as Typst: pictures for papers, in the fonts of the paper that they stand in, without a package.

use super::{Anchor, Drawing, Ink, Look, MARK, Shape, Spot, short};

/// The size of a column and of a row, in points.
const COLUMN: f64 = 5.4;
const ROW: f64 = 12.0;

/// The space around the picture, in points.
const MARGIN: f64 = 4.0;

/// The length and half the width of an arrowhead, in points.
const ARROWHEAD: (f64, f64) = (5.0, 2.0);

/// The width and height of the boxes of labels, in points: so large that no label is broken.
const LABEL_BOX: (f64, f64) = (4000.0, 40.0);

/// Returns the drawing as a box of Typst, which `#include` puts into a document.
///
/// ```
/// use cg::picture::{Look, Medium, Tree, typst};
/// let text = typst::text(&Tree::new("{0|1}").draw(Medium::Svg), Look::default());
/// assert!(text.contains("#box(") && text.contains("\"{0|1}\""));
/// ```
pub fn text(drawing: &Drawing, look: Look) -> String {
    let (low, high) = drawing.bounds();
    let picture = Picture { low, look };
    let size = ((high.0 - low.0) * COLUMN + 2.0 * MARGIN, (high.1 - low.1) * ROW + 2.0 * MARGIN);
    let paper = look.theme.paper().map_or("none".into(), paint);
    let (width, height) = (points(size.0), points(size.1));
    let mut out = format!("// {MARK}\n// {}\n", drawing.title.replace('\n', " "));
    out += &format!("#box(width: {width}, height: {height}, fill: {paper}, {{\n  set text(size: 9pt)\n");
    for shape in &drawing.shapes {
        for element in picture.elements(shape) {
            out += &format!("  {element}\n");
        }
    }
    out + "})\n"
}

/// A writer of shapes as elements of Typst.
struct Picture {
    /// The place of the upper left corner of the box.
    low: Spot,
    look: Look,
}

impl Picture {
    /// Returns a place in the box, in points.
    fn place(&self, at: Spot) -> Spot {
        ((at.0 - self.low.0) * COLUMN + MARGIN, (at.1 - self.low.1) * ROW + MARGIN)
    }

    fn colour(&self, ink: Ink) -> String {
        paint(self.look.theme.colour(ink))
    }

    /// Returns colour, width and dashes of a line, as in SVG.
    fn stroke(&self, ink: Ink) -> String {
        let width = ink.width_on_paper();
        let dash = if ink.is_dashed() { ", dash: (3pt, 2pt)" } else { "" };
        format!("(paint: {}, thickness: {width}pt{dash}, cap: \"round\", join: \"round\")", self.colour(ink))
    }

    fn elements(&self, shape: &Shape) -> Vec<String> {
        match shape {
            Shape::Line { through, ink, arrow } => self.line(through, *ink, *arrow),
            Shape::Branch { from, to, ink } => self.line(&[*from, *to], *ink, false),
            Shape::Curve { from, towards, to, ink, arrow } => {
                let [from, towards, to] = [from, towards, to].map(|at| self.place(*at));
                let steps = format!("curve.move({}), curve.quad({}, {})", pair(from), pair(towards), pair(to));
                let mut all = vec![placed((0.0, 0.0), &format!("curve(stroke: {}, {steps})", self.stroke(*ink)))];
                all.extend(arrow.then(|| self.head(towards, to, *ink)));
                all
            }
            Shape::Disc { at, radius, ink, filled } => {
                let (at, radius) = (self.place(*at), radius * COLUMN);
                let fill = if *filled { self.colour(*ink) } else { self.paper() };
                let disc =
                    format!("circle(radius: {}, fill: {fill}, stroke: 0.6pt + {})", points(radius), self.colour(*ink));
                vec![placed((at.0 - radius, at.1 - radius), &disc)]
            }
            Shape::Area { corner, size, ink, filled } => {
                let fill = match (filled, ink) {
                    (false, _) => "none".into(),
                    (true, Ink::Faint) => self.colour(Ink::Grid),
                    (true, ink) => self.colour(*ink),
                };
                let edge = self.colour(if *filled { Ink::Plain } else { *ink });
                let (width, height) = (points(size.0 * COLUMN), points(size.1 * ROW));
                let area = format!("rect(width: {width}, height: {height}, fill: {fill}, stroke: 0.6pt + {edge})");
                vec![placed(self.place(*corner), &area)]
            }
            Shape::Label { at, text, anchor, ink } => {
                let at = self.place(*at);
                let (align, left) = match anchor {
                    Anchor::Start => ("left", 0.0),
                    Anchor::Middle => ("center", LABEL_BOX.0 / 2.0),
                    Anchor::End => ("right", LABEL_BOX.0),
                };
                let label = format!(
                    "box(width: {}, height: {}, align({align} + horizon, text(fill: {}, {})))",
                    points(LABEL_BOX.0),
                    points(LABEL_BOX.1),
                    self.colour(*ink),
                    quoted(text)
                );
                vec![placed((at.0 - left, at.1 - LABEL_BOX.1 / 2.0), &label)]
            }
        }
    }

    fn line(&self, through: &[Spot], ink: Ink, arrow: bool) -> Vec<String> {
        let places: Vec<Spot> = through.iter().map(|at| self.place(*at)).collect();
        let [first, rest @ ..] = &places[..] else { return Vec::new() };
        let steps: String = rest.iter().map(|at| format!(", curve.line({})", pair(*at))).collect();
        let curve = format!("curve(stroke: {}, curve.move({}){steps})", self.stroke(ink), pair(*first));
        let mut all = vec![placed((0.0, 0.0), &curve)];
        if let ([.., before, last], true) = (&places[..], arrow) {
            all.push(self.head(*before, *last, ink));
        }
        all
    }

    /// Returns the head of an arrow that comes from a place.
    fn head(&self, from: Spot, to: Spot, ink: Ink) -> String {
        let length = (to.0 - from.0).hypot(to.1 - from.1).max(f64::EPSILON);
        let along = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        let (back, side) = ARROWHEAD;
        let foot = (to.0 - back * along.0, to.1 - back * along.1);
        let left = (foot.0 - side * along.1, foot.1 + side * along.0);
        let right = (foot.0 + side * along.1, foot.1 - side * along.0);
        let steps = format!("curve.move({}), curve.line({}), curve.line({})", pair(to), pair(left), pair(right));
        placed((0.0, 0.0), &format!("curve(fill: {}, {steps}, curve.close())", self.colour(ink)))
    }

    fn paper(&self) -> String {
        paint(self.look.theme.paper().unwrap_or("white"))
    }
}

/// Returns a colour of SVG as one of Typst.
fn paint(colour: &str) -> String {
    if colour.starts_with('#') { format!("rgb(\"{colour}\")") } else { colour.into() }
}

fn placed(at: Spot, element: &str) -> String {
    format!("place(top + left, dx: {}, dy: {}, {element})", points(at.0), points(at.1))
}

fn pair(at: Spot) -> String {
    format!("({}, {})", points(at.0), points(at.1))
}

/// Returns a length in points, with at most two decimal places.
fn points(x: f64) -> String {
    format!("{}pt", short(x))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
