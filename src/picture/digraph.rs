//! Move graphs in layers: arrows lead down where they can (Sugiyama, Tagawa and Toda 1981). The crate `dugong` says where
//! the vertices stand and how the arrows run; here they are drawn.
//!
//! It is a large crate for one kind of picture, and its authors promise no stable interface. Others were compared with it on
//! nineteen graphs, from that of a small subtraction game to a random one of 120 vertices and 600 arrows, and each lacks what
//! cannot be done without here:
//!
//! - `rust-sugiyama` 0.4 is a fifth as long and crosses fewer arrows in small graphs, but it says only where vertices
//!   stand, not how arrows pass between them; it does not terminate on some graphs of ten vertices with cycles, nor on some
//!   of three with parallel arrows; large pictures are about twice as wide; nothing can stop it.
//! - `layout-rs` 0.1 takes half a second for 31 vertices and more than a minute for 61, and nothing can stop it.
//! - `dagre` 0.1 and `ascii-dag` 0.11 are about as long or longer, and no better maintained.
//! - `elkrs` 0.1, a port of the layouts of Eclipse, has 74 000 lines and takes and gives JSON.
//!
//! `dugong` ends on all of them, in half a second at most, and asks while it works whether it may go on. That it asks for Rust
//! 1.95 costs nothing: the guards with `if let` in this crate do so, too.

use dugong::graphlib::{Graph, GraphOptions};
use dugong::{EdgeLabel, GraphLabel, LayoutError, NodeLabel, WorkControl, WorkError};

use super::{Anchor, Drawing, Ink, Medium, Shape, Spot, width};
use cg_engine::games::{Budget, Fault, Player};

/// A vertex of a move graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Vertex {
    /// Its name.
    pub label: String,
    /// A remark on it, such as its value.
    pub note: String,
    /// `true` if it is the position that is asked about.
    pub here: bool,
    /// Its picture, which is drawn in place of its name if there is room.
    pub board: Option<Drawing>,
}

/// An arrow of a move graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The vertex where it begins.
    pub from: usize,
    /// The vertex to which it leads.
    pub to: usize,
    /// The player whose move it is, or `None` if it is a move of both.
    pub player: Option<Player>,
}

/// A move graph to be drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveGraph {
    /// Its vertices.
    pub vertices: Vec<Vertex>,
    /// Its arrows.
    pub arrows: Vec<Arrow>,
    /// `true` if the arrows are edges, without a direction.
    pub undirected: bool,
}

/// The number of columns as wide as a row is high: the layout has one unit for both directions.
const COLUMNS_PER_ROW: f64 = 2.0;
/// Free columns between two vertices of a layer.
const GAP: f64 = 5.0;
/// Free columns between two arrows that pass a layer.
const LANE: f64 = 2.0;
/// Free rows between two layers.
const LAYER: f64 = 2.6;

/// The ways to lean a graph to one side, as the layout calls them.
const SIDES: [&str; 4] = ["UL", "UR", "DL", "DR"];
/// A leaning layout is used only if its width is less than this fraction of the upright one's.
const LEAN_RATIO: f64 = 0.8;
/// The number of points on all lines above which no leaning layout is tried.
const MAX_POINTS_TO_LEAN: usize = 4000;

/// Returns half the width of a vertex in columns.
fn wide(vertex: &Vertex) -> f64 {
    let name = match &vertex.board {
        Some(board) => size(board).0,
        None => width(&vertex.label) as f64,
    };
    name.max(width(&vertex.note) as f64) / 2.0 + 1.2
}

/// Returns the columns and rows of a drawing.
fn size(drawing: &Drawing) -> Spot {
    let (low, high) = drawing.bounds();
    (high.0 - low.0, high.1 - low.1)
}

/// A graph that is laid out.
type Plan = Graph<NodeLabel, EdgeLabel, GraphLabel>;

/// The limits of a computation, as the layout asks for them.
struct Clock<'a> {
    budget: &'a mut Budget,
    /// The reason why the layout was stopped.
    fault: Option<Fault>,
}

impl WorkControl for Clock<'_> {
    fn charge(&mut self, steps: usize) -> Result<(), WorkError> {
        self.budget.charge(steps).map_err(|fault| {
            self.fault = Some(fault);
            WorkError::Interrupted
        })
    }
}

impl MoveGraph {
    pub(super) fn title(&self) -> String {
        let count = self.vertices.len();
        let kind = if self.undirected { "graph" } else { "move graph" };
        format!("a {kind} with {count} {}", if count == 1 { "vertex" } else { "vertices" })
    }

    /// Draws the graph.
    ///
    /// # Errors
    /// Limits.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg::picture::{Arrow, Medium, MoveGraph, Shape, Vertex};
    ///
    /// let vertex = |label: &str| Vertex { label: label.into(), note: String::new(), here: false, board: None };
    /// let down = Arrow { from: 0, to: 1, player: None };
    /// let graph = MoveGraph { vertices: vec![vertex("a"), vertex("b")], arrows: vec![down], undirected: false };
    /// let drawing = graph.draw(Medium::Svg, &mut Budget::unlimited()).unwrap();
    /// let Shape::Line { through, arrow: true, .. } = &drawing.shapes[0] else { panic!("arrows come first") };
    /// assert!(through[0].1 < through[through.len() - 1].1);
    /// ```
    pub fn draw(&self, medium: Medium, budget: &mut Budget) -> Result<Drawing, Fault> {
        match medium {
            Medium::Text { columns } => Ok(self.arcs(columns)),
            Medium::Svg => self.layered(budget),
        }
    }

    /// Vertices stand above the middle of what they lead to, unless that spreads the picture: a long graph whose layers
    /// hold one vertex each would slant, and is better leant to one side.
    fn layered(&self, budget: &mut Budget) -> Result<Drawing, Fault> {
        let mut best = self.shapes(&self.plan(None, budget)?);
        let breadth = |drawing: &Drawing| size(drawing).0;
        let points = |shape: &Shape| if let Shape::Line { through, .. } = shape { through.len() } else { 0 };
        if best.shapes.iter().map(points).sum::<usize>() > MAX_POINTS_TO_LEAN {
            return Ok(best);
        }
        let mut least = breadth(&best) * LEAN_RATIO;
        for side in SIDES {
            let leant = self.shapes(&self.plan(Some(side), budget)?);
            if breadth(&leant) < least {
                least = breadth(&leant);
                best = leant;
            }
        }
        Ok(best)
    }

    /// Returns half the height of a vertex in rows.
    fn high(&self, vertex: &Vertex) -> f64 {
        let noted = self.vertices.iter().any(|v| !v.note.is_empty());
        let beside = if noted { 1.25 } else { 0.8 };
        vertex.board.as_ref().map_or(beside, |board| size(board).1 / 2.0 + beside - 0.3)
    }

    /// Vertices and arrows go by their numbers, and in order, so that a graph has always the same picture.
    fn plan(&self, side: Option<&str>, budget: &mut Budget) -> Result<Plan, Fault> {
        let mut plan = Plan::new(GraphOptions { directed: true, multigraph: true, compound: false });
        let align = side.map(String::from);
        plan.set_graph(GraphLabel {
            nodesep: GAP,
            edgesep: LANE,
            ranksep: LAYER * COLUMNS_PER_ROW,
            align,
            ..GraphLabel::default()
        });
        for (v, vertex) in self.vertices.iter().enumerate() {
            budget.tick()?;
            let (width, height) = (2.0 * wide(vertex), 2.0 * self.high(vertex) * COLUMNS_PER_ROW);
            plan.set_node(v.to_string(), NodeLabel { width, height, ..NodeLabel::default() });
        }
        for (i, arrow) in self.arrows.iter().enumerate() {
            budget.tick()?;
            let label = EdgeLabel { weight: 1.0, ..EdgeLabel::default() };
            plan.set_edge_named(arrow.from.to_string(), arrow.to.to_string(), Some(i.to_string()), Some(label));
        }
        let mut clock = Clock { budget, fault: None };
        match dugong::layout_controlled(&mut plan, &mut clock) {
            Ok(()) => Ok(plan),
            Err(LayoutError::Work(WorkError::Interrupted)) => Err(clock.fault.unwrap_or(Fault::Interrupted)),
            Err(_) => Err(Fault::None("no places for its vertices were found".into())),
        }
    }

    fn shapes(&self, plan: &Plan) -> Drawing {
        let mut drawing = Drawing::new(self.title());
        for (i, arrow) in self.arrows.iter().enumerate() {
            let name = i.to_string();
            let Some(route) = plan.edge(&arrow.from.to_string(), &arrow.to.to_string(), Some(&name)) else { continue };
            let through: Vec<Spot> = route.points.iter().map(|point| (point.x, point.y / COLUMNS_PER_ROW)).collect();
            let ink = arrow.player.map_or(Ink::Plain, Ink::Of);
            if self.undirected {
                drawing.line(&through, ink);
            } else {
                drawing.arrow(&through, ink);
            }
        }
        for (v, vertex) in self.vertices.iter().enumerate() {
            let Some(&NodeLabel { x: Some(x), y: Some(y), .. }) = plan.node(&v.to_string()) else { continue };
            let (y, wide, high) = (y / COLUMNS_PER_ROW, wide(vertex), self.high(vertex));
            let ink = if vertex.here { Ink::Both } else { Ink::Plain };
            let (corner, extent) = ((x - wide, y - high), (2.0 * wide, 2.0 * high));
            drawing.area(corner, extent, ink, false);
            drawing.targets.push((corner, extent));
            let lift = if vertex.note.is_empty() { 0.0 } else { 0.5 };
            let mut below = y + lift;
            match &vertex.board {
                Some(board) => {
                    let (low, size) = (board.bounds().0, size(board));
                    let by = (x - size.0 / 2.0 - low.0, y - lift - size.1 / 2.0 - low.1);
                    drawing.shapes.extend(board.clone().moved(by).shapes);
                    below = y - lift + size.1 / 2.0 + 0.7;
                }
                None => drawing.label((x, y - lift), vertex.label.clone(), Anchor::Middle, Ink::Plain),
            }
            if !vertex.note.is_empty() {
                drawing.label((x, below), vertex.note.clone(), Anchor::Middle, Ink::Faint);
            }
        }
        drawing
    }
}
