//! Weighted Arc Kayles: a player takes one counter from both ends of an edge, each of which must have one (CGSuite). With one
//! counter on every vertex it is [`arc_kayles`](crate::rulesets::arc_kayles).
//!
//! State: the counters on each vertex. A loop lets one counter of its vertex be taken alone.

use std::sync::Arc;

use crate::games::{Fault, Player};
use crate::positions::{Cell, Content, Context, Facts, Moves, Pack, PositionId, Ruleset, Term, View};
use crate::rulesets::cells::{Cells, Words};
use crate::rulesets::grid::Frame;
use crate::rulesets::ground::{Ground, Net, arrows, key};

const NAME: &str = "weighted_arc_kayles";

/// The most counters on a vertex.
pub const MAX_WEIGHT: u64 = 35;

/// The cells of the largest graph.
type GraphCells = Words<16>;

/// The counters on each vertex.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Weights(Vec<u8>);

impl Pack for Weights {
    fn pack(&self, out: &mut Vec<u32>) {
        out.extend(self.0.iter().map(|&weight| u32::from(weight)));
    }
    fn unpack(words: &[u32]) -> Weights {
        Weights(words.iter().map(|&word| word as u8).collect())
    }
}

/// The game of Weighted Arc Kayles.
#[derive(PartialEq, Eq, Hash)]
pub struct WeightedArcKayles {
    ground: Ground<GraphCells>,
    edges: Vec<[u32; 2]>,
    /// The name of the graph.
    written: Arc<str>,
}

/// Returns the position of a graph with these counters on its vertices, at most [`MAX_WEIGHT`] on each.
pub fn position(cx: &mut dyn Context, net: &Net, weights: &[u8]) -> PositionId {
    let mut edges: Vec<[u32; 2]> = arrows(net.rules.left()).map(|[v, to]| [v.min(to), v.max(to)]).collect();
    edges.sort_unstable();
    edges.dedup();
    let rules = WeightedArcKayles { ground: Ground::of(Some(net)), edges, written: net.written.clone() };
    cx.positions().add_lasting(key(NAME, Some(net)), rules).at(&Weights(weights.to_vec()), cx)
}

impl WeightedArcKayles {
    fn cells(Weights(weights): &Weights) -> GraphCells {
        Cells::of((0..weights.len()).filter(|&v| weights[v] > 0))
    }
}

impl Ruleset for WeightedArcKayles {
    type State = Weights;

    fn facts(&self) -> Facts<'_, Weights> {
        Facts::impartial()
    }

    fn moves(&self, weights: &Weights, _: Player, out: &mut Moves<Weights>) -> Result<(), Fault> {
        for ends in self.edges.iter().map(|ends| ends.map(|v| v as usize)) {
            if ends.iter().all(|&v| weights.0[v] > 0) {
                let mut after = weights.clone();
                after.0[ends[0]] -= 1;
                if ends[0] != ends[1] {
                    after.0[ends[1]] -= 1;
                }
                out.to(after);
            }
        }
        Ok(())
    }

    fn parts(&self, weights: &Weights, found: &mut dyn FnMut(Weights)) {
        let frame = Frame::row::<GraphCells>();
        for part in Self::cells(weights).regions(|cells| self.ground.neighbours(frame, cells)) {
            let kept = |(v, &weight): (usize, &u8)| if part.meets(Cells::cell(v)) { weight } else { 0 };
            found(Weights(weights.0.iter().enumerate().map(kept).collect()));
        }
    }

    fn normal_form(&self, weights: Weights) -> (Weights, bool) {
        (weights, false)
    }

    fn term(&self, weights: &Weights) -> Term {
        let numbers = weights.0.iter().map(|&weight| Term::Number(Box::new(i64::from(weight).into())));
        Term::Call(NAME.into(), vec![Term::Name(self.written.clone()), Term::List(numbers.collect())])
    }

    fn view(&self, weights: &Weights) -> Option<View> {
        let letter = |cell: GraphCells| if Self::cells(weights).meets(cell) { '.' } else { '#' };
        let mut view = self.ground.view(Frame::row::<GraphCells>(), Self::cells(weights), letter);
        if let View::Graph(net) = &mut view {
            for ((_, cell), &weight) in net.vertices.iter_mut().zip(&weights.0).filter(|(_, weight)| **weight > 0) {
                let letter = char::from_digit(u32::from(weight), 36).unwrap_or('+');
                *cell = Cell { mark: Content::Letter, letter };
            }
        }
        Some(view)
    }
}
