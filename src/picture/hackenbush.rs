//! Pictures of Hackenbush: edges that stand on the ground.

use std::collections::VecDeque;

use super::{Anchor, Drawing, Ink, Medium, Spot};
use cg_engine::games::{Budget, Fault, Player};
use cg_engine::positions::Stroke;

/// Levels that are drawn.
const LEVELS: [u32; 2] = [16, 60];
/// Vertices that are drawn.
const MOST: usize = 400;
/// The width, in columns, of the square around the middle of an edge where one can click on it.
const TARGET: f64 = 2.4;

/// Draws edges between numbered vertices, of which 0 is the ground. Each vertex stands as high as it is far from the
/// ground.
///
/// # Errors
/// Limits.
pub fn stalks(strokes: &[Stroke], medium: Medium, budget: &mut Budget) -> Result<Drawing, Fault> {
    let most = LEVELS[usize::from(!medium.is_text())];
    let count = strokes.iter().map(|s| s.from.max(s.to) as usize + 1).max().unwrap_or(1);
    let mut at: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (i, stroke) in strokes.iter().enumerate() {
        budget.tick()?;
        at[stroke.from as usize].push(i);
        at[stroke.to as usize].push(i);
    }
    // Heights, and the tree by which a vertex is first reached; ground edges stand apart from one another.
    let mut height: Vec<Option<u32>> = vec![None; count];
    let mut below: Vec<usize> = vec![0; count];
    let mut order = Vec::new();
    height[0] = Some(0);
    let mut next = VecDeque::from([0usize]);
    let mut drawn = 0;
    while let Some(v) = next.pop_front() {
        order.push(v);
        let high = height[v].unwrap_or(0);
        for &i in &at[v] {
            budget.tick()?;
            let other = other_end(&strokes[i], v);
            if height[other].is_none() && high < most && drawn < MOST {
                drawn += 1;
                height[other] = Some(high + 1);
                below[other] = v;
                next.push_back(other);
            }
        }
    }
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); count];
    for &v in order.iter().filter(|&&v| v > 0) {
        above[below[v]].push(v);
    }
    // A vertex stands over the middle of what it carries.
    let spread = 6.0;
    let mut wide = vec![0.0f64; count];
    for &v in order.iter().rev() {
        wide[v] = above[v].iter().map(|&w| wide[w]).sum::<f64>().max(spread);
    }
    let mut column = vec![0.0; count];
    let mut edge = vec![0.0; count];
    for &v in &order {
        column[v] = (edge[v] + wide[v] / 2.0).round();
        let mut from = edge[v];
        for &w in &above[v] {
            edge[w] = from;
            from += wide[w];
        }
    }
    let step = 3.0;
    let top = order.iter().filter_map(|&v| height[v]).max().unwrap_or(0);
    let row = |v: usize| f64::from(top - height[v].unwrap_or(0)) * step;
    let ground = f64::from(top) * step;
    let mut drawing = Drawing::new("a picture of Hackenbush");
    drawing.legend = Some("B blue edges are Left's, R red ones Right's, G green ones of both".into());
    drawing.line(&[(0.0, ground), (wide[0].max(spread), ground)], Ink::Plain);
    let place = |v: usize, other: usize| -> Spot {
        // The ground is a line: an edge leaves it below its other end.
        if v == 0 { (column[other], ground) } else { (column[v], row(v)) }
    };
    let mut seen: Vec<(u32, u32)> = Vec::new();
    let mut shown = 0;
    for stroke in strokes {
        budget.tick()?;
        let (a, b) = (stroke.from as usize, stroke.to as usize);
        if height[a].is_none() || height[b].is_none() {
            drawing.targets.push(Default::default());
            continue;
        }
        shown += 1;
        let ends = (stroke.from.min(stroke.to), stroke.from.max(stroke.to));
        let before = seen.iter().filter(|s| **s == ends).count() as f64;
        seen.push(ends);
        let ink = stroke.player.map_or(Ink::Both, Ink::Of);
        let letter = match stroke.player {
            Some(Player::Left) => "B",
            Some(Player::Right) => "R",
            None => "G",
        };
        let (from, to) = (place(a, b), place(b, a));
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let mut target = middle;
        if a == b {
            // A ring that touches the vertex; a row is as high as two columns are wide.
            let radius = 1.4 + 0.6 * before;
            if !medium.is_text() {
                let angle = |i: u32| f64::from(i) * std::f64::consts::TAU / 24.0;
                let point = |a: f64| (from.0 + radius - radius * a.cos(), from.1 + radius / 2.0 * a.sin());
                drawing.line(&(0..=24).map(|i| point(angle(i))).collect::<Vec<_>>(), ink);
            }
            target = (from.0 + 2.0 * radius, from.1);
            drawing.label((from.0 + 2.0 * radius + 0.9, from.1), letter, Anchor::Middle, ink);
        } else if before > 0.0 {
            // Beside the first of the same ends.
            let sign = if before % 2.0 == 1.0 { 1.0 } else { -1.0 };
            let by = sign * 2.0 * ((before + 1.0) / 2.0).floor();
            if medium.is_text() {
                drawing.line(&[(from.0 + by, from.1.min(to.1)), (from.0 + by, from.1.max(to.1))], ink);
                drawing.label((middle.0 + by, middle.1.round()), letter, Anchor::Middle, ink);
            } else {
                // Across the edge.
                let (right, down) = (to.0 - from.0, 2.0 * (to.1 - from.1));
                let long = right.hypot(down).max(1.0);
                let across = |by: f64| (middle.0 + by * down / long, middle.1 - by * right / long / 2.0);
                let curve = super::Shape::Curve { from, towards: across(2.0 * by), to, ink, arrow: false };
                drawing.shapes.push(curve);
                target = across(by);
                drawing.label(across(by + 0.9 * sign), letter, Anchor::Middle, ink);
            }
        } else {
            drawing.line(&[from, to], ink);
            let aside = match (medium.is_text(), from.1 == to.1) {
                (true, _) => (middle.0, middle.1.floor()),
                (false, true) => (middle.0, middle.1 - 0.6),
                (false, false) => (middle.0 - 1.1, middle.1),
            };
            drawing.label(aside, letter, Anchor::Middle, ink);
        }
        drawing.targets.push(((target.0 - TARGET / 2.0, target.1 - TARGET / 4.0), (TARGET, TARGET / 2.0)));
    }
    for &v in order.iter().filter(|&&v| v > 0) {
        drawing.disc((column[v], row(v)), 0.45, Ink::Plain, true);
    }
    if shown < strokes.len() {
        drawing.more = Some(format!("{} of {} edges are shown", shown, strokes.len()));
    }
    Ok(drawing)
}

fn other_end(stroke: &Stroke, v: usize) -> usize {
    if stroke.from as usize == v { stroke.to as usize } else { stroke.from as usize }
}
