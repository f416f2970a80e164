//! Hackenbush: cutting edges of a picture; what loses its way to the ground falls. Left cuts blue, Right red,
//! either green.
//!
//! State: the edges still there, by number, one bit each. The picture with its labels belongs to the ruleset.

use std::rc::Rc;

use crate::games::{Fault, Player};
use crate::positions::{Closed, Context, Moves, PositionId, Ruleset, Term, position};

/// Colours of edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Left may cut it.
    Blue,
    /// Right may cut it.
    Red,
    /// Either may cut it.
    Green,
}

impl Colour {
    fn letter(self) -> char {
        match self {
            Colour::Blue => 'B',
            Colour::Red => 'R',
            Colour::Green => 'G',
        }
    }
}

/// The label of the ground.
pub const GROUND: &str = "0";

/// An edge by the labels of its ends.
pub type Edge = (Rc<str>, Colour, Rc<str>);

/// A picture.
pub struct Hackenbush {
    labels: Vec<Rc<str>>,
    edges: Vec<(usize, Colour, usize)>,
}

impl Hackenbush {
    /// The picture of these edges; the vertex `0` is the ground.
    pub fn new(edges: &[Edge]) -> Hackenbush {
        let mut labels: Vec<Rc<str>> = vec![GROUND.into()];
        let mut number = |label: &Rc<str>| {
            labels.iter().position(|l| l == label).unwrap_or_else(|| {
                labels.push(label.clone());
                labels.len() - 1
            })
        };
        let edges = edges.iter().map(|(from, colour, to)| (number(from), *colour, number(to))).collect();
        Hackenbush { labels, edges }
    }

    fn all(&self) -> Vec<u64> {
        let mut state = vec![0u64; self.edges.len().div_ceil(64)];
        (0..self.edges.len()).for_each(|i| state[i / 64] |= 1 << (i % 64));
        self.standing(&state)
    }

    /// The edges of `state` that are joined to the ground.
    fn standing(&self, state: &[u64]) -> Vec<u64> {
        let mut reached = vec![false; self.labels.len()];
        reached[0] = true;
        let mut kept = vec![0u64; state.len()];
        loop {
            let mut grew = false;
            for (i, &(from, _, to)) in self.edges.iter().enumerate() {
                let there = state[i / 64] >> (i % 64) & 1 == 1;
                if there && kept[i / 64] >> (i % 64) & 1 == 0 && (reached[from] || reached[to]) {
                    kept[i / 64] |= 1 << (i % 64);
                    reached[from] = true;
                    reached[to] = true;
                    grew = true;
                }
            }
            if !grew {
                return kept;
            }
        }
    }
}

impl Ruleset for Hackenbush {
    type State = Vec<u64>;

    fn moves(&self, state: &Vec<u64>, player: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        for (i, &(_, colour, _)) in self.edges.iter().enumerate() {
            let his = match colour {
                Colour::Blue => player == Player::Left,
                Colour::Red => player == Player::Right,
                Colour::Green => true,
            };
            if his && state[i / 64] >> (i % 64) & 1 == 1 {
                let mut next = state.clone();
                next[i / 64] &= !(1 << (i % 64));
                out.to(self.standing(&next));
            }
        }
        Ok(())
    }

    fn term(&self, state: &Vec<u64>) -> Term {
        let there = (0..self.edges.len()).filter(|i| state[i / 64] >> (i % 64) & 1 == 1);
        let edge = |i: usize| {
            let (from, colour, to) = &self.edges[i];
            format!("{} -{}- {}", self.labels[*from], colour.letter(), self.labels[*to])
        };
        Term::Name(format!("hackenbush <{}>", there.map(edge).collect::<Vec<_>>().join("; ")).into())
    }
}

/// The position of a picture.
pub fn picture<C: Context>(cx: &mut C, edges: &[Edge]) -> PositionId {
    let key: Vec<String> = edges.iter().map(|(f, c, t)| format!("{f} -{}- {t}", c.letter())).collect();
    let picture = Hackenbush::new(edges);
    let state = picture.all();
    let ruleset = cx.positions().ruleset(&format!("hackenbush <{}>", key.join("; ")), || Closed(picture));
    position(cx, ruleset, &state)
}
