//! A graph as the field of a game: its picture, where its vertices are in it, and which of them a move changes.

use std::rc::Rc;

use super::{ClickablePicture, Wish, graph};
use crate::eval::{EvalError, Session, bare, graph_of};
use crate::picture::svg;
use crate::value::Graph;
use crate::value::graph::term_value;
use cg_engine::positions::{self, Content, NetSketch, PositionId, Term, View};

/// Vertices that are drawn in a file, and tokens.
const MOST: usize = graph::MOST[1] as usize;

/// A graph on which a position is played.
pub struct Field {
    ground: Ground,
    /// The names of the vertices, in their order.
    pub names: Vec<String>,
}

/// The marks on the vertices.
enum Ground {
    /// Letters: colours, and what is left.
    Letters(NetSketch),
    /// The number of tokens on each vertex. `gone` marks vertices that the position names in another way than by a
    /// token, such as those to which no token may go back.
    /// `has_notes` is `true` if the components of the position are the vertices themselves: in another game on the
    /// graph their outcomes mean nothing.
    Tokens { graph: Rc<Graph>, tokens: Vec<u32>, gone: Vec<bool>, has_notes: bool },
}

/// Returns the field of a position, or `None` if it is not played on one graph that is small enough to be seen.
///
/// # Errors
/// Limits.
pub fn field(cx: &mut Session, p: PositionId) -> Result<Option<Field>, EvalError> {
    if let Some(View::Graph(net)) = positions::view(p, cx) {
        let names = net.vertices.iter().take(MOST + 1).map(|(label, _)| bare(cx, &term_value(label))).collect();
        let field = Field { ground: Ground::Letters(net), names };
        return Ok(Some(field).filter(|field| field.names.len() <= MOST));
    }
    let Some(spoken) = vertices(cx, p)? else { return Ok(None) };
    let Some(graph) = spoken.first().map(|spoken| spoken.graph.clone()) else { return Ok(None) };
    if spoken.iter().any(|other| other.graph.ruleset != graph.ruleset) || graph.len() as usize > MOST {
        return Ok(None);
    }
    let (mut tokens, mut gone) = (vec![0; graph.len() as usize], vec![false; graph.len() as usize]);
    for vertex in spoken {
        match vertex.is_token {
            true => tokens[vertex.number as usize] += 1,
            false => gone[vertex.number as usize] = true,
        }
    }
    let names = (0..graph.len()).map(|v| bare(cx, &graph.label(v))).collect();
    let is_of_vertices = |part: PositionId| {
        let part = cx.positions.without_sign(part).0;
        graph_of(&cx.positions, part).is_some() || cx.positions.components(part).is_some()
    };
    let has_notes = cx.positions.parts(p).into_iter().all(is_of_vertices);
    Ok(Some(Field { ground: Ground::Tokens { graph, tokens, gone, has_notes }, names }))
}

impl Field {
    /// Draws the field with the places of its vertices; `notes` says whether their outcomes and values are written on them.
    ///
    /// # Errors
    /// Limits.
    pub fn picture(&self, cx: &mut Session, notes: bool) -> Result<ClickablePicture, EvalError> {
        let drawing = match &self.ground {
            Ground::Letters(net) => graph::of_net(cx, net, Wish { notes, ..Wish::WRITTEN })?,
            Ground::Tokens { graph, tokens, has_notes, .. } => {
                graph::with_tokens(cx, graph, tokens, Wish { notes: notes && *has_notes, ..Wish::WRITTEN })?
            }
        };
        let svg = svg::text(&drawing, &mut cx.games.budget)?;
        Ok(ClickablePicture { svg, places: svg::places(&drawing) })
    }

    /// Returns `true` if letters are on the vertices, and no tokens.
    pub fn has_letters(&self) -> bool {
        matches!(self.ground, Ground::Letters(_))
    }

    /// Returns the vertices joined with `v` that are not out of the game, if letters are on them; and `v` itself.
    pub fn around(&self, v: usize) -> Vec<usize> {
        let Ground::Letters(net) = &self.ground else { return vec![v] };
        let ends = net.edges.iter().map(|edge| edge.ends.map(|v| v as usize));
        let joined = ends.filter_map(|[from, to]| if from == v { Some(to) } else { (to == v).then_some(from) });
        let mut around: Vec<usize> = joined.filter(|&w| !self.is_gone(w)).chain([v]).collect();
        around.sort_unstable();
        around.dedup();
        around
    }

    /// Returns the number of tokens on a vertex.
    pub fn tokens(&self, v: usize) -> u32 {
        match &self.ground {
            Ground::Tokens { tokens, .. } => tokens[v],
            Ground::Letters(_) => 0,
        }
    }

    /// Returns `true` if a vertex is out of the game.
    pub fn is_gone(&self, v: usize) -> bool {
        match &self.ground {
            Ground::Tokens { gone, .. } => gone[v],
            Ground::Letters(net) => net.vertices[v].1.mark == Content::Blocked,
        }
    }

    /// Returns the vertices that look different after a move: all with tokens if nothing is left of the field, and
    /// none if `after` is another field.
    pub fn changed(&self, after: Option<&Field>) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.names.len()).collect();
        match after {
            None => all.retain(|&v| self.tokens(v) > 0),
            Some(after) if after.names == self.names => all.retain(|&v| self.differs(after, v)),
            Some(_) => all.clear(),
        }
        all
    }

    fn differs(&self, after: &Field, v: usize) -> bool {
        match (&self.ground, &after.ground) {
            (Ground::Letters(old), Ground::Letters(new)) => old.vertices[v].1 != new.vertices[v].1,
            // A vertex that a token has left for good says nothing of where it went.
            _ => self.tokens(v) < after.tokens(v) || (self.tokens(v) > after.tokens(v) && !after.is_gone(v)),
        }
    }
}

/// A vertex that is named where a position is written.
struct Spoken {
    graph: Rc<Graph>,
    number: u32,
    is_token: bool,
}

/// Returns the vertices that the term of a position names: as `g.a`, in a sum, or in the calls of compounds. `None`
/// if a component names none, or if there are too many.
fn vertices(cx: &mut Session, p: PositionId) -> Result<Option<Vec<Spoken>>, EvalError> {
    let mut all = Vec::new();
    for part in cx.positions.parts(p) {
        let before = all.len();
        let (part, _) = cx.positions.without_sign(part);
        let mut waiting = vec![(Term::Position(part), true)];
        while let Some((term, is_token)) = waiting.pop() {
            cx.games.budget.tick()?;
            match term {
                Term::Position(q) => match graph_of(&cx.positions, q) {
                    Some((graph, number)) => all.push(Spoken { graph, number, is_token }),
                    None => waiting.push((positions::term(q, cx), is_token)),
                },
                Term::Call(_, inner) | Term::List(inner) => waiting.extend(inner.into_iter().map(|t| (t, is_token))),
                Term::Set(inner) => waiting.extend(inner.into_iter().map(|t| (t, false))),
                _ => {}
            }
        }
        if all.len() == before || all.len() > MOST {
            return Ok(None);
        }
    }
    Ok(Some(all))
}
