//! Pictures of Hackenbush as the page draws them, their edges to click.

use cg::draw;
use cg::engine::positions::{self, PositionId};
use cg::engine::rulesets::hackenbush;
use cg::eval::{EvalError, Session};
use serde_json::{Value as Json, json};

use crate::board::tried;

/// A picture of Hackenbush: its edges by the labels of their ends, and where they are in the picture.
pub struct Bush {
    edges: Vec<Edge>,
    picture: draw::ClickablePicture,
}

/// An edge: the label of one end, its colour as a letter, the label of the other end.
#[derive(Clone, PartialEq)]
struct Edge([String; 3]);

impl Bush {
    /// Returns the picture of a part, or `None` if it is none of Hackenbush.
    ///
    /// # Errors
    /// Limits.
    pub fn of(cx: &mut Session, part: PositionId) -> Result<Option<Bush>, EvalError> {
        let Some(edges) = edges_of(cx, part) else { return Ok(None) };
        let drawn = tried(cx, |cx| draw::edges(cx, part))?.flatten();
        Ok(drawn.map(|picture| Bush { edges, picture }))
    }

    /// Describes the picture and its edges for the page.
    pub fn json(&self) -> Json {
        let edge = |(Edge([lower, colour, upper]), at): (&Edge, &[f64; 4])| json!({ "at": at, "from": lower, "colour": colour, "to": upper });
        json!({ "picture": self.picture.svg, "edges": self.edges.iter().zip(&self.picture.places).map(edge).collect::<Json>() })
    }

    /// Returns the labels of the ends of an edge.
    pub fn ends(&self, edge: usize) -> [&str; 2] {
        let Edge([lower, _, upper]) = &self.edges[edge];
        [lower, upper]
    }

    /// Returns the edges that leave `after` when they are cut.
    pub fn cuts(&self, cx: &Session, after: &[PositionId]) -> Vec<usize> {
        let mut left = Vec::new();
        for &part in after {
            match edges_of(cx, part) {
                Some(edges) => left.extend(edges),
                None => return Vec::new(),
            }
        }
        (0..self.edges.len()).filter(|&cut| self.without(cut) == left).collect()
    }

    /// Returns the edges that are joined to the ground when one is cut.
    fn without(&self, cut: usize) -> Vec<Edge> {
        let mut edges = self.edges.clone();
        edges.remove(cut);
        let ends: Vec<[&str; 2]> = edges.iter().map(|Edge([lower, _, upper])| [&**lower, &**upper]).collect();
        let kept = hackenbush::standing(&ends);
        edges.into_iter().zip(kept).filter_map(|(edge, kept)| kept.then_some(edge)).collect()
    }
}

/// Returns the edges of a picture or a stalk of Hackenbush as they are written.
fn edges_of(cx: &Session, part: PositionId) -> Option<Vec<Edge>> {
    Some(hackenbush::edges_of(&positions::term(part, cx))?.into_iter().map(Edge).collect())
}
