//! Move graphs in layers: arrows lead down where they can (Sugiyama, Tagawa and Toda 1981).

use super::{Anchor, Drawing, Ink, Medium, Shape, Spot, width};
use crate::games::{Budget, Fault, Player};

/// A vertex of a move graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Vertex {
    /// Its name.
    pub label: String,
    /// What is known of it.
    pub note: String,
    /// Whether it is the position that is asked about.
    pub here: bool,
}

/// An arrow of a move graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: usize,
    /// Where it leads.
    pub to: usize,
    /// Whose move it is, where it is not both players'.
    pub player: Option<Player>,
}

/// A move graph to be drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveGraph {
    /// Its vertices.
    pub vertices: Vec<Vertex>,
    /// Its arrows.
    pub arrows: Vec<Arrow>,
}

/// Rows between two layers, from middle to middle.
const LAYER: f64 = 5.0;
/// Free columns between two vertices.
const GAP: f64 = 5.0;
/// How often the order of the layers is improved.
const SWEEPS: usize = 12;

/// The layers of a graph: the vertices, then the bends of arrows that pass more than one layer.
struct Layers {
    /// Members from left to right.
    layers: Vec<Vec<usize>>,
    /// For each member its neighbours one layer above and one below.
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    /// Half the width of a member.
    half: Vec<f64>,
    column: Vec<f64>,
    layer: Vec<usize>,
    /// For each arrow the members that it passes, from the upper end to the lower.
    routes: Vec<Vec<usize>>,
}

impl MoveGraph {
    pub(super) fn title(&self) -> String {
        format!("a move graph with {} vertices", self.vertices.len())
    }

    /// The picture.
    ///
    /// # Errors
    /// Limits.
    pub fn draw(&self, medium: Medium, budget: &mut Budget) -> Result<Drawing, Fault> {
        match medium {
            Medium::Text { columns } => Ok(self.arcs(columns)),
            Medium::Svg => self.layered(budget),
        }
    }

    fn layered(&self, budget: &mut Budget) -> Result<Drawing, Fault> {
        let mut layers = self.layers(budget)?;
        for sweep in 0..SWEEPS {
            budget.tick()?;
            layers.sweep(sweep % 2 == 0);
        }
        layers.place();
        Ok(self.shapes(&layers))
    }

    /// The arrows that close a circle when arrows are followed from the first vertex on, depth first.
    fn backward(&self, out: &[Vec<usize>], budget: &mut Budget) -> Result<Vec<bool>, Fault> {
        let n = self.vertices.len();
        let (mut state, mut back) = (vec![0u8; n], vec![false; self.arrows.len()]);
        for root in 0..n {
            if state[root] > 0 {
                continue;
            }
            let mut stack = vec![(root, 0)];
            state[root] = 1;
            while let Some((v, i)) = stack.pop() {
                budget.tick()?;
                let Some(&arrow) = out[v].get(i) else {
                    state[v] = 2;
                    continue;
                };
                stack.push((v, i + 1));
                let to = self.arrows[arrow].to;
                match state[to] {
                    0 => {
                        state[to] = 1;
                        stack.push((to, 0));
                    }
                    1 => back[arrow] = true,
                    _ => {}
                }
            }
        }
        Ok(back)
    }

    fn layers(&self, budget: &mut Budget) -> Result<Layers, Fault> {
        let n = self.vertices.len();
        let mut out = vec![Vec::new(); n];
        for (i, arrow) in self.arrows.iter().enumerate() {
            out[arrow.from].push(i);
        }
        let back = self.backward(&out, budget)?;
        // Downwards every arrow leads from its upper to its lower end.
        let ends = |i: usize| {
            let arrow = self.arrows[i];
            if back[i] { (arrow.to, arrow.from) } else { (arrow.from, arrow.to) }
        };
        let mut down = vec![Vec::new(); n];
        let mut waiting = vec![0usize; n];
        for i in 0..self.arrows.len() {
            let (upper, lower) = ends(i);
            if upper != lower {
                down[upper].push(lower);
                waiting[lower] += 1;
            }
        }
        let mut layer = vec![0usize; n];
        let mut ready: Vec<usize> = (0..n).filter(|&v| waiting[v] == 0).collect();
        while let Some(v) = ready.pop() {
            for &to in &down[v] {
                budget.tick()?;
                layer[to] = layer[to].max(layer[v] + 1);
                waiting[to] -= 1;
                if waiting[to] == 0 {
                    ready.push(to);
                }
            }
        }
        let half = |v: &Vertex| width(&v.label).max(width(&v.note)) as f64 / 2.0 + 1.2;
        let mut layers = Layers {
            layers: vec![Vec::new(); layer.iter().max().map_or(0, |l| l + 1)],
            above: vec![Vec::new(); n],
            below: vec![Vec::new(); n],
            half: self.vertices.iter().map(half).collect(),
            column: Vec::new(),
            layer,
            routes: Vec::new(),
        };
        for v in 0..n {
            layers.layers[layers.layer[v]].push(v);
        }
        for i in 0..self.arrows.len() {
            let (upper, lower) = ends(i);
            let mut route = vec![upper];
            for between in layers.layer[upper] + 1..layers.layer[lower] {
                budget.tick()?;
                let bend = layers.half.len();
                layers.half.push(0.5);
                layers.layer.push(between);
                layers.layers[between].push(bend);
                layers.above.push(Vec::new());
                layers.below.push(Vec::new());
                route.push(bend);
            }
            if upper != lower {
                route.push(lower);
            }
            for pair in route.windows(2) {
                layers.below[pair[0]].push(pair[1]);
                layers.above[pair[1]].push(pair[0]);
            }
            layers.routes.push(route);
        }
        layers.column = vec![0.0; layers.half.len()];
        for layer in &layers.layers {
            for (i, &v) in layer.iter().enumerate() {
                layers.column[v] = i as f64;
            }
        }
        Ok(layers)
    }

    fn shapes(&self, layers: &Layers) -> Drawing {
        let mut drawing = Drawing::new(self.title());
        let noted = self.vertices.iter().any(|v| !v.note.is_empty());
        let tall = if noted { 1.25 } else { 0.8 };
        let middle = |v: usize| (layers.column[v], layers.layer[v] as f64 * LAYER);
        let twin = |a: &Arrow| {
            self.arrows.iter().any(|b| (b.from, b.to) == (a.to, a.from) || b != a && (b.from, b.to) == (a.from, a.to))
        };
        for (arrow, route) in self.arrows.iter().zip(&layers.routes) {
            let ink = arrow.player.map_or(Ink::Plain, Ink::Of);
            let (from, to) = (middle(arrow.from), middle(arrow.to));
            let half = layers.half[arrow.from];
            if arrow.from == arrow.to {
                // Two loops of the players stand on both sides.
                let side = if arrow.player == Some(Player::Right) { -1.0 } else { 1.0 };
                drawing.shapes.push(Shape::Curve {
                    from: (from.0 + side * half, from.1 - 0.5 * tall),
                    towards: (from.0 + side * (half + 7.0), from.1),
                    to: (from.0 + side * half, from.1 + 0.5 * tall),
                    ink,
                    arrow: true,
                });
                continue;
            }
            let mut through: Vec<Spot> = route.iter().map(|&v| middle(v)).collect();
            if route[0] != arrow.from {
                through.reverse();
            }
            let last = through.len() - 1;
            let apart = last == 1 && twin(arrow);
            through[0] = leave(from, through[1], half, tall);
            through[last] = leave(to, through[last - 1], layers.half[arrow.to], tall);
            if apart {
                // An arrow there and one back, or one of each player, run side by side.
                let downwards = through[0].1 < through[last].1;
                let by = if downwards == (arrow.player != Some(Player::Right)) { -1.1 } else { 1.1 };
                through.iter_mut().for_each(|spot| spot.0 += by);
            }
            drawing.arrow(&through, ink);
        }
        for (v, vertex) in self.vertices.iter().enumerate() {
            let (x, y) = middle(v);
            let half = layers.half[v];
            let ink = if vertex.here { Ink::Both } else { Ink::Plain };
            drawing.area((x - half, y - tall), (2.0 * half, 2.0 * tall), ink, false);
            let lift = if vertex.note.is_empty() { 0.0 } else { 0.5 };
            drawing.label((x, y - lift), vertex.label.clone(), Anchor::Middle, Ink::Plain);
            if !vertex.note.is_empty() {
                drawing.label((x, y + lift), vertex.note.clone(), Anchor::Middle, Ink::Faint);
            }
        }
        drawing
    }
}

/// Where a line from the middle of a vertex to `to` leaves its box.
fn leave(middle: Spot, to: Spot, half: f64, tall: f64) -> Spot {
    let (dx, dy) = (to.0 - middle.0, to.1 - middle.1);
    let part = (half / dx.abs().max(1e-9)).min(tall / dy.abs().max(1e-9)).min(1.0);
    (middle.0 + dx * part, middle.1 + dy * part)
}

impl Layers {
    /// Sorts each layer by the middle of the neighbours in the layer before, downwards or upwards.
    fn sweep(&mut self, down: bool) {
        let count = self.layers.len();
        for step in 1..count {
            let at = if down { step } else { count - 1 - step };
            let side = if down { &self.above } else { &self.below };
            let key = |v: usize| match &side[v][..] {
                [] => self.column[v],
                near => near.iter().map(|&w| self.column[w]).sum::<f64>() / near.len() as f64,
            };
            let mut layer: Vec<(f64, usize)> = self.layers[at].iter().map(|&v| (key(v), v)).collect();
            layer.sort_by(|a, b| a.0.total_cmp(&b.0));
            for (i, (_, v)) in layer.iter().enumerate() {
                self.column[*v] = i as f64;
            }
            self.layers[at] = layer.into_iter().map(|(_, v)| v).collect();
        }
    }

    /// Columns for the members: near the middle of their neighbours, in order and apart from one another.
    fn place(&mut self) {
        for layer in &self.layers {
            let mut x = 0.0;
            for &v in layer {
                self.column[v] = x + self.half[v];
                x += 2.0 * self.half[v] + GAP;
            }
        }
        for round in 0..SWEEPS {
            let count = self.layers.len();
            for step in 0..count {
                let at = if round % 2 == 0 { step } else { count - 1 - step };
                let layer = &self.layers[at];
                let wish = |v: usize| {
                    let near = || self.above[v].iter().chain(&self.below[v]);
                    match near().count() {
                        0 => self.column[v],
                        n => near().map(|&w| self.column[w]).sum::<f64>() / n as f64,
                    }
                };
                let wishes: Vec<f64> = layer.iter().map(|&v| wish(v)).collect();
                let apart = |i: usize| self.half[layer[i - 1]] + self.half[layer[i]] + GAP;
                let (mut from_left, mut from_right) = (wishes.clone(), wishes);
                for i in 1..layer.len() {
                    from_left[i] = from_left[i].max(from_left[i - 1] + apart(i));
                }
                for i in (1..layer.len()).rev() {
                    from_right[i - 1] = from_right[i - 1].min(from_right[i] - apart(i));
                }
                let new: Vec<f64> = from_left.iter().zip(&from_right).map(|(a, b)| (a + b) / 2.0).collect();
                for (i, x) in new.into_iter().enumerate() {
                    self.column[self.layers[at][i]] = x;
                }
            }
        }
    }
}
