//! Names of moves that no board shows: on the vertices of a graph by the vertex or the edge, in Hackenbush by the edge.

use crate::eval::Session;
use crate::value::graph::term_value;
use cg_engine::games::Player;
use cg_engine::positions::{self, Content, NetSketch, PositionId, Term, View};
use cg_engine::rulesets::hackenbush::{Colour, standing};

/// The game in which an edge is taken with both its ends, which look as if one of them were taken with the other.
const EDGES: &str = "arc_kayles";

impl Session {
    /// Names a move of `mover` by what it takes, or returns `None` if that is not seen.
    pub(super) fn change_name(&mut self, before: PositionId, after: PositionId, mover: Player) -> Option<String> {
        match positions::view(before, self)? {
            View::Graph(old) => match positions::view(after, self)? {
                View::Graph(new) => {
                    let takes_edges = matches!(positions::term(before, self), Term::Call(name, _) if &*name == EDGES);
                    self.taken_vertices(&old, &new, mover, takes_edges)
                }
                _ => None,
            },
            View::Strokes(_) => cut_edge(&positions::term(before, self), &positions::term(after, self), mover),
            View::Board(_) => None,
        }
    }

    /// Names the vertex that is coloured or taken with all beside it, or the edge that is taken.
    fn taken_vertices(&mut self, old: &NetSketch, new: &NetSketch, mover: Player, takes_edges: bool) -> Option<String> {
        let labels = |net: &NetSketch| net.vertices.iter().map(|(label, _)| label.clone()).collect::<Vec<_>>();
        if labels(old) != labels(new) {
            return None;
        }
        let cells = |v: usize| (old.vertices[v].1, new.vertices[v].1);
        let changed: Vec<usize> = (0..old.vertices.len()).filter(|&v| cells(v).0 != cells(v).1).collect();
        let is_coloured = |v: usize| cells(v).1.mark == Content::Stone(mover);
        let is_beside = |v: usize, w: usize| {
            old.edges.iter().map(|edge| edge.map(|v| v as usize)).any(|edge| edge == [v, w] || edge == [w, v])
        };
        let is_there = |v: usize| cells(v).0.mark != Content::Blocked;
        // A vertex taken with all that are beside it.
        let is_centre = |v: usize| {
            (0..old.vertices.len()).all(|w| changed.contains(&w) == (w == v || (is_there(w) && is_beside(v, w))))
        };
        let coloured: Vec<usize> = changed.iter().copied().filter(|&v| is_coloured(v)).collect();
        let one = match (&coloured[..], &changed[..]) {
            (&[v], _) | (_, &[v]) => Some(v),
            _ if takes_edges => None,
            _ => changed.iter().copied().find(|&v| is_centre(v)),
        };
        let mut name = |v: usize| self.bare(&term_value(&old.vertices[v].0));
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
}

/// Names the edge of Hackenbush that is cut: `1-2`, and with its colour, `1-B-2`, if others have the same ends.
fn cut_edge(before: &Term, after: &Term, mover: Player) -> Option<String> {
    match (before, after) {
        (Term::Name(before), Term::Name(after)) => {
            let (old, new) = (edges(before)?, edges(after)?);
            let may_cut = |colour: Option<Colour>| match colour {
                Some(Colour::Blue) => mover == Player::Left,
                Some(Colour::Red) => mover == Player::Right,
                Some(Colour::Green) => true,
                None => false,
            };
            let is_cut = |i: usize| {
                let rest: Vec<[&str; 3]> = old[..i].iter().chain(&old[i + 1..]).copied().collect();
                let kept = standing(&rest.iter().map(|[from, _, to]| [*from, *to]).collect::<Vec<_>>());
                rest.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(edge, _)| edge).eq(new.iter().copied())
            };
            let colour = |edge: &[&str; 3]| edge[1].chars().next().and_then(Colour::of_letter);
            let cut = (0..old.len()).find(|&i| may_cut(colour(&old[i])) && is_cut(i))?;
            let [from, letter, to] = old[cut];
            let has_ends = |[a, _, b]: &&[&str; 3]| (*a, *b) == (from, to) || (*b, *a) == (from, to);
            Some(if old.iter().filter(has_ends).count() > 1 {
                format!("{from}-{letter}-{to}")
            } else {
                format!("{from}-{to}")
            })
        }
        // A stalk, whose edges are counted from the ground.
        (Term::Call(_, before), Term::Call(_, after)) => match (&before[..], &after[..]) {
            ([Term::Text(before)], [Term::Text(after)]) if before.starts_with(&**after) && before != after => {
                Some(format!("{}-{}", after.len(), after.len() + 1))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Reads the edges of a picture of Hackenbush as it is written: an end, the letter of the colour, the other end.
pub(crate) fn edges(text: &str) -> Option<Vec<[&str; 3]>> {
    let inside = text.strip_prefix("hackenbush <")?.strip_suffix('>')?;
    let mut edges = Vec::new();
    for edge in inside.split("; ").filter(|edge| !edge.is_empty()) {
        let mut words = edge.split(' ');
        let (from, colour, to) = (words.next()?, words.next()?, words.next()?);
        edges.push([from, colour.trim_matches('-'), to]);
    }
    Some(edges)
}
