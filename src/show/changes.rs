//! Names of moves that no board shows: on the vertices of a graph by the vertex or the edge, in Hackenbush by the edge.

use crate::eval::{Session, bare};
use crate::value::graph::term_value;
use cg_engine::games::Player;
use cg_engine::positions::{self, Content, NetSketch, PositionId, Term, View};
use cg_engine::rulesets::hackenbush::{Colour, edges_of, standing};

/// The part of a graph that a move takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// A vertex, perhaps with all beside it.
    Vertex,
    /// An edge with both its ends, which look as if one of them were taken with the other.
    Edge,
    /// A vertex with all above it. Edges lead up.
    Above,
}

/// The games in which something else than a vertex with all beside it is taken.
const TAKEN: [(&str, Taken); 4] = [
    ("arc_kayles", Taken::Edge),
    ("partizan_arc_kayles", Taken::Edge),
    ("weighted_arc_kayles", Taken::Edge),
    ("poset", Taken::Above),
];

/// Names a move of `mover` by what it takes, or returns `None` if that is not seen.
pub(super) fn change_name(cx: &mut Session, before: PositionId, after: PositionId, mover: Player) -> Option<String> {
    match positions::view(before, cx)? {
        View::Graph(old) => match positions::view(after, cx)? {
            View::Graph(new) => {
                let taken = match positions::term(before, cx) {
                    Term::Call(name, _) => TAKEN.iter().find(|(game, _)| *game == &*name).map(|(_, taken)| *taken),
                    _ => None,
                };
                taken_vertices(cx, &old, &new, mover, taken.unwrap_or(Taken::Vertex))
            }
            _ => None,
        },
        View::Strokes(_) => cut_edge(&positions::term(before, cx), &positions::term(after, cx), mover),
        View::Board(_) => None,
    }
}

/// Names the vertex that is coloured or taken with all beside it, or the edge that is taken.
fn taken_vertices(cx: &mut Session, old: &NetSketch, new: &NetSketch, mover: Player, taken: Taken) -> Option<String> {
    let labels = |net: &NetSketch| net.vertices.iter().map(|(label, _)| label.clone()).collect::<Vec<_>>();
    if labels(old) != labels(new) {
        return None;
    }
    let cells = |v: usize| (old.vertices[v].1, new.vertices[v].1);
    let changed: Vec<usize> = (0..old.vertices.len()).filter(|&v| cells(v).0 != cells(v).1).collect();
    let is_coloured = |v: usize| cells(v).1.mark == Content::Stone(mover);
    let is_beside = |v: usize, w: usize| {
        let mut ends = old.edges.iter().map(|edge| edge.ends.map(|v| v as usize));
        ends.any(|edge| edge == [v, w] || (edge == [w, v] && !old.is_directed))
    };
    let is_there = |v: usize| cells(v).0.mark != Content::Blocked;
    let is_opponents = |v: usize| cells(v).0.mark == Content::Stone(mover.other());
    // A vertex taken with all that are beside it.
    let is_centre = |v: usize| {
        (0..old.vertices.len()).all(|w| changed.contains(&w) == (w == v || (is_there(w) && is_beside(v, w))))
    };
    // A vertex taken with all that lie above it: the lowest of them.
    let is_lowest = |v: usize| {
        let mut ends = old.edges.iter().map(|edge| edge.ends.map(|w| w as usize));
        !ends.any(|[low, high]| high == v && changed.contains(&low))
    };
    let coloured: Vec<usize> = changed.iter().copied().filter(|&v| is_coloured(v)).collect();
    let one = match (&coloured[..], &changed[..]) {
        (&[v], _) | (_, &[v]) => Some(v),
        _ if taken == Taken::Edge => None,
        _ if taken == Taken::Above => changed.iter().copied().find(|&v| is_lowest(v)),
        _ => changed.iter().copied().find(|&v| is_centre(v) && !is_opponents(v)),
    };
    let mut name = |v: usize| bare(cx, &term_value(&old.vertices[v].0));
    match (one, &changed[..]) {
        (Some(v), _) => {
            let name = name(v);
            // A number alone is that of a move in a list.
            Some(if name.bytes().all(|b| b.is_ascii_digit()) { format!("vertex {name}") } else { name })
        }
        (None, &[a, b]) if is_beside(a, b) => Some(format!("{}-{}", name(a), name(b))),
        _ => None,
    }
}

/// Names the edge of Hackenbush that is cut: `1-2`, and with its colour, `1-B-2`, if others have the same ends.
fn cut_edge(before: &Term, after: &Term, mover: Player) -> Option<String> {
    let (old, new) = (edges_of(before)?, edges_of(after)?);
    let may_cut = |letter: &str| match letter.chars().next().and_then(Colour::of_letter) {
        Some(Colour::Blue) => mover == Player::Left,
        Some(Colour::Red) => mover == Player::Right,
        Some(Colour::Green) => true,
        None => false,
    };
    let is_cut = |i: usize| {
        let rest: Vec<&[String; 3]> = old[..i].iter().chain(&old[i + 1..]).collect();
        let kept = standing(&rest.iter().map(|[from, _, to]| [&**from, &**to]).collect::<Vec<_>>());
        rest.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(edge, _)| edge).eq(&new)
    };
    let cut = (0..old.len()).find(|&i| may_cut(&old[i][1]) && is_cut(i))?;
    let [from, letter, to] = &old[cut];
    let has_ends = |[a, _, b]: &&[String; 3]| (a, b) == (from, to) || (b, a) == (from, to);
    Some(if old.iter().filter(has_ends).count() > 1 { format!("{from}-{letter}-{to}") } else { format!("{from}-{to}") })
}
