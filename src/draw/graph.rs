//! Move graphs: of a graph, and of what can be reached from a position.

use rustc_hash::FxHashMap;

use super::position::board_drawing;
use super::{Wish, tree};
use crate::eval::{EvalError, Session, bare, gamma_value, loopy_value, nimber_value, sum_of, worth_of};
use crate::picture::{Arrow, Drawing, MoveGraph, Vertex, cut};
use crate::value::graph::term_value;
use crate::value::{Graph, Value};
use crate::visible;
use cg_engine::games::{Fault, Player};
use cg_engine::loopy::Sided;
use cg_engine::ordinals::GammaValue;
use cg_engine::positions::{self, Content, Convention, NetSketch, Options, PositionId};
use cg_engine::questions;

/// Vertices that are drawn, in a terminal and in a file.
pub(super) const MOST: [u32; 2] = [40, 120];
/// Arrows that are drawn.
const ARROWS: [usize; 2] = [200, 600];
/// The size of boards beside other things, as a part of the usual size.
pub(super) const SMALL: f64 = 0.5;
/// Letters of a label.
const NAME: usize = 20;

pub(super) fn of_graph(cx: &mut Session, graph: &Graph, wish: Wish) -> Result<Drawing, EvalError> {
    let most = MOST[usize::from(!wish.medium.is_text())];
    let shown = graph.len().min(most);
    let vertices = (0..shown).map(|v| cx.positions.intern(graph.ruleset, &[v])).collect();
    let mut drawing = drawn(cx, vertices, None, wish)?;
    if shown < graph.len() {
        let name = graph.rules.name().unwrap_or("g");
        drawing.more = Some(format!(
            "{shown} of {} vertices are drawn; `save_graph({name}, \"{name}.dot\")` writes all for Graphviz",
            graph.len()
        ));
    }
    Ok(drawing)
}

/// Draws a whole graph, which must not be too large, with `tokens[v]` tokens on vertex `v`.
pub(super) fn with_tokens(cx: &mut Session, graph: &Graph, tokens: &[u32], wish: Wish) -> Result<Drawing, EvalError> {
    let vertices = (0..graph.len()).map(|v| cx.positions.intern(graph.ruleset, &[v])).collect();
    let (mut graph, left_out) = move_graph(cx, vertices, None, wish)?;
    for (vertex, &tokens) in graph.vertices.iter_mut().zip(tokens) {
        vertex.here = tokens > 0;
    }
    finished(cx, &graph, left_out, wish)
}

/// Draws the graph on whose vertices a position is played, with the marks on them.
pub(super) fn of_net(cx: &mut Session, net: &NetSketch, wish: Wish) -> Result<Drawing, EvalError> {
    let side = usize::from(!wish.medium.is_text());
    let (shown, edges) = (net.vertices.len().min(MOST[side] as usize), net.edges.len().min(ARROWS[side]));
    let mut graph = MoveGraph { undirected: !net.is_directed, ..MoveGraph::default() };
    for (label, cell) in &net.vertices[..shown] {
        let label = bare(cx, &term_value(label));
        let note = if cell.mark == Content::Empty { String::new() } else { cell.letter.to_string() };
        graph.vertices.push(Vertex { label: cut(&visible::line(&label), NAME), note, here: false, board: None });
    }
    let inside = net.edges[..edges].iter().filter(|edge| edge.ends.iter().all(|&v| (v as usize) < shown));
    graph.arrows.extend(inside.map(|edge| {
        let [from, to] = edge.ends.map(|v| v as usize);
        Arrow { from, to, player: edge.player }
    }));
    let mut drawing = graph.draw(wish.medium, &mut cx.games.budget)?;
    if shown < net.vertices.len() || edges < net.edges.len() {
        drawing.more = Some(format!(
            "{shown} of {} vertices and {edges} of {} edges are drawn",
            net.vertices.len(),
            net.edges.len()
        ));
    }
    Ok(drawing)
}

/// Draws the graph of all positions that can be reached from a position.
pub(super) fn of_position(cx: &mut Session, p: PositionId, wish: Wish) -> Result<Drawing, EvalError> {
    of_positions(cx, vec![p], Some(p), wish)
}

/// Draws the two sides of a loopy value in one graph.
pub(super) fn of_sides(cx: &mut Session, value: Sided, wish: Wish) -> Result<Drawing, EvalError> {
    let sides = [value.onside, value.offside];
    let roots = sides.map(|side| match side.short() {
        Some(g) => cx.positions.of_value(g),
        None => cx.positions.of_loopy(side.into()),
    });
    let mut drawing = of_positions(cx, roots.to_vec(), None, wish)?;
    if drawing.more.is_none() {
        let [on, off] = [loopy_value(&cx.games, value.onside), loopy_value(&cx.games, value.offside)];
        let [on, off] = [cx.written(&on, wish.notation)?, cx.written(&off, wish.notation)?];
        drawing.more = Some(format!("onside {on}, offside {off}"));
    }
    Ok(drawing)
}

/// Draws the graph of all positions that can be reached from these, one of which may be marked.
fn of_positions(
    cx: &mut Session,
    roots: Vec<PositionId>,
    here: Option<PositionId>,
    wish: Wish,
) -> Result<Drawing, EvalError> {
    let most = MOST[usize::from(!wish.medium.is_text())] as usize;
    let mut depths = vec![0; roots.len()];
    let mut found = roots;
    let mut seen: rustc_hash::FxHashSet<PositionId> = found.iter().copied().collect();
    let mut options = Options::default();
    let (mut next, mut all) = (0, true);
    while next < found.len() {
        cx.games.budget.tick()?;
        let depth: u64 = depths[next];
        if wish.tree && wish.depth.is_some_and(|deepest| depth >= deepest) {
            break;
        }
        if is_leaf(cx, found[next], here, wish) {
            next += 1;
            continue;
        }
        moves(cx, found[next], wish, &mut options)?;
        for &to in options.left.iter().chain(&options.right) {
            if seen.contains(&to) {
                continue;
            }
            if found.len() == most {
                all = false;
                break;
            }
            seen.insert(to);
            found.push(to);
            depths.push(depth + 1);
        }
        next += 1;
    }
    let mut drawing = drawn(cx, found, here, wish)?;
    if !all {
        drawing.more = Some(format!("only the nearest {most} positions are drawn"));
    }
    Ok(drawing)
}

fn drawn(
    cx: &mut Session,
    places: Vec<PositionId>,
    here: Option<PositionId>,
    wish: Wish,
) -> Result<Drawing, EvalError> {
    let (graph, left_out) = move_graph(cx, places, here, wish)?;
    finished(cx, &graph, left_out, wish)
}

fn finished(cx: &mut Session, graph: &MoveGraph, left_out: usize, wish: Wish) -> Result<Drawing, EvalError> {
    let mut drawing = graph.draw(wish.medium, &mut cx.games.budget)?;
    if graph.vertices.iter().any(|vertex| !vertex.note.is_empty()) {
        let notes = if wish.tree { "the value" } else { "the outcome, and the nim-value if there is one" };
        drawing.legend = drawing.legend.map(|legend| format!("{legend}; at the right stands {notes}"));
    }
    if left_out > 0 {
        drawing.more = Some(format!("{left_out} more arrows are not drawn"));
    }
    Ok(drawing)
}

/// Returns the graph of these positions and the moves between them, and the number of moves that were left out.
fn move_graph(
    cx: &mut Session,
    places: Vec<PositionId>,
    here: Option<PositionId>,
    wish: Wish,
) -> Result<(MoveGraph, usize), EvalError> {
    let most = ARROWS[usize::from(!wish.medium.is_text())];
    let numbers: FxHashMap<PositionId, usize> = places.iter().enumerate().map(|(i, p)| (*p, i)).collect();
    let mut graph = MoveGraph::default();
    let mut options = Options::default();
    let mut left_out = 0;
    let family = here.and_then(|p| tree::family(cx, p));
    for (from, &p) in places.iter().enumerate() {
        cx.games.budget.tick()?;
        let family = if here == Some(p) { None } else { family.as_deref() };
        let label = cut(&visible::line(&tree::name(cx, p, family, wish)?), NAME);
        let worth = if wish.tree { worth(cx, p, &label, wish)? } else { None };
        let note = match worth {
            Some(worth) => worth,
            None => note(cx, p, wish)?,
        };
        let board = if wish.tree && !wish.medium.is_text() { board_drawing(cx, p, SMALL)? } else { None };
        graph.vertices.push(Vertex { label, note, here: here == Some(p), board });
        if is_leaf(cx, p, here, wish) {
            continue;
        }
        moves(cx, p, wish, &mut options)?;
        let left = options.left.iter().map(|to| (to, options.impartial || options.right.contains(to)));
        let left = left.map(|(to, both)| (*to, (!both).then_some(Player::Left)));
        let right = options.right.iter().filter(|to| !options.left.contains(to)).map(|to| (*to, Some(Player::Right)));
        for (to, player) in left.chain(right) {
            if let Some(&to) = numbers.get(&to) {
                let arrow = Arrow { from, to, player };
                if graph.arrows.len() >= most {
                    left_out += 1;
                } else if !graph.arrows.contains(&arrow) {
                    graph.arrows.push(arrow);
                }
            }
        }
    }
    Ok((graph, left_out))
}

/// Returns the moves from a position. In a tree the sums of the same parts are one position.
fn moves(cx: &mut Session, p: PositionId, wish: Wish, out: &mut Options) -> Result<(), EvalError> {
    options(cx, p, out)?;
    if wish.tree {
        for to in out.left.iter_mut().chain(&mut out.right) {
            *to = representative(cx, *to)?;
        }
    }
    Ok(())
}

/// Returns the position that stands for all sums of the same parts, those left out that have ended.
fn representative(cx: &mut Session, p: PositionId) -> Result<PositionId, EvalError> {
    let parts = cx.positions.parts(p);
    if parts.len() < 2 {
        return Ok(p);
    }
    let mut left = Vec::with_capacity(parts.len());
    for &part in &parts {
        if !tree::has_ended(cx, part)? {
            left.push(part);
        }
    }
    // If all have ended, one of them stands for the sum.
    if left.is_empty() {
        left.extend(parts.iter().min());
    }
    left.sort_unstable();
    Ok(sum_of(cx, &left)?)
}

/// Returns `true` if the options of a position are not drawn: it is a number below the root of a tree whose depth was
/// not asked for.
fn is_leaf(cx: &Session, p: PositionId, root: Option<PositionId>, wish: Wish) -> bool {
    wish.tree && wish.depth.is_none() && root != Some(p) && tree::is_number(cx, p)
}

/// Lists the moves from a position. A value of two sides has none, as it stands for itself.
pub(super) fn options(cx: &mut Session, p: PositionId, out: &mut Options) -> Result<(), EvalError> {
    match positions::options(p, cx, out) {
        Err(Fault::TwoSides) => {
            out.clear();
            Ok(())
        }
        found => Ok(found?),
    }
}

/// Returns the value of a position, or an empty text if its name says it; `None` if it has none.
fn worth(cx: &mut Session, p: PositionId, label: &str, wish: Wish) -> Result<Option<String>, EvalError> {
    match questions::value(p, cx) {
        Ok(_) => {}
        Err(fault) => return limit(fault).map(|_| None),
    }
    let value = worth_of(cx, p)?;
    let text = cut(&visible::line(&cx.written(&value, wish.notation)?), NAME);
    Ok(Some(if text == label { String::new() } else { text }))
}

/// Returns the remark on a vertex: its payoff, or its outcome and its γ-value if it has them.
fn note(cx: &mut Session, p: PositionId, wish: Wish) -> Result<String, EvalError> {
    if let Some(payoff) = positions::payoff(p, cx) {
        return Ok(format!("payoff {payoff}"));
    }
    if !wish.notes {
        return Ok(String::new());
    }
    let outcome = match questions::outcomes(p, Convention::Normal, cx) {
        Ok(outcomes) => questions::class(outcomes).to_string(),
        Err(fault) => return limit(fault),
    };
    match questions::gamma(p, cx) {
        Ok(gamma) => {
            let value = match gamma {
                GammaValue::Finite(size) => nimber_value(&mut cx.games, size)?,
                infinite => gamma_value(&mut cx.games, infinite)?,
            };
            let value: Value = value;
            Ok(format!("{outcome}, {}", cx.written(&value, wish.notation)?))
        }
        Err(fault) => limit(fault).map(|_| outcome),
    }
}

/// Returns no text for a position without an answer, which is no failure of the picture. A limit is.
fn limit(fault: Fault) -> Result<String, EvalError> {
    match fault {
        Fault::Partizan
        | Fault::Loopy
        | Fault::TwoSides
        | Fault::None(_)
        | Fault::Refused(_)
        | Fault::LargeNimber { .. } => Ok(String::new()),
        fault => Err(fault.into()),
    }
}
