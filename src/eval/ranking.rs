//! The order of games and positions in sets and dictionaries, and where values are sorted: that of their notation, short ones first.
//!
//! An id says when something was made, which is nothing that a person sees. So the ids of a session are compared by what they are
//! printed as. The name of a graph can change, so vertices are compared by their graph and their number, behind all others.

use std::cmp::Ordering;
use std::rc::Rc;

use super::{EvalError, Room, Session};
use crate::source::Span;
use crate::value::Value;
use crate::value::order::Ranking;
use cg_engine::games::{Budget, Fault, deep};
use cg_engine::notation::Notation;
use cg_engine::positions::{self, PositionId};

/// The largest number of positions whose notation is remembered.
const MAX_TEXTS: usize = 1 << 16;

impl Ranking for Session {
    fn budget(&mut self) -> &mut Budget {
        &mut self.games.budget
    }

    fn order_of_ids(&mut self, a: &Value, b: &Value) -> Result<Ordering, Fault> {
        let ranked = match (a, b) {
            (&Value::Position(p), &Value::Position(q)) => order_of_positions(self, p, q),
            (&Value::Game(g), &Value::Game(h)) => {
                return Ok(self.printer.names.order(&mut self.games, g, h)?.then(g.cmp(&h)));
            }
            _ => rank_of_text(self, a).and_then(|one| Ok(one.cmp(&rank_of_text(self, b)?).then_with(|| a.cmp(b)))),
        };
        ranked.map_err(|trouble| trouble.into_fault(Span::default()))
    }
}

/// Returns the length of the notation of a value, and the notation.
fn rank_of_text(cx: &mut Session, value: &Value) -> Result<(usize, Rc<str>), EvalError> {
    let text = cx.within(Room::SCREEN, |cx| cx.written(value, Notation::Ascii))?;
    Ok((text.len(), text.into()))
}

/// Compares different positions, which are equal if they differ by the order of components alone.
fn order_of_positions(cx: &mut Session, p: PositionId, q: PositionId) -> Result<Ordering, EvalError> {
    let [p, q] = [with_components_in_order(cx, p)?, with_components_in_order(cx, q)?];
    if p == q {
        return Ok(Ordering::Equal);
    }
    let place = place_of_position(cx, p)?;
    Ok(place.cmp(&place_of_position(cx, q)?))
}

/// Returns a position with its components in order: those of a sum, and those that are played as one, within components too.
pub(crate) fn with_components_in_order(cx: &mut Session, p: PositionId) -> Result<PositionId, EvalError> {
    deep::grown(|| {
        let (inner, is_negative) = cx.positions.without_sign(p);
        if is_negative {
            let inner = with_components_in_order(cx, inner)?;
            return Ok(cx.positions.negative(inner));
        }
        let ordered = cx.positions.normal_order(p);
        let Some(components) = cx.positions.components(ordered) else { return Ok(ordered) };
        let mut places = Vec::with_capacity(components.len());
        for component in components {
            cx.games.budget.tick()?;
            let component = with_components_in_order(cx, component)?;
            places.push(place_of_position(cx, component)?);
        }
        places.sort_unstable();
        let components: Vec<PositionId> = places.into_iter().map(|(.., component)| component).collect();
        Ok(cx.positions.with_components(ordered, &components))
    })
}

/// The rank of a position by its notation, for vertices of graphs their graph and number, and the position.
type PositionPlace = ((usize, Rc<str>), Vec<u32>, PositionId);

fn place_of_position(cx: &mut Session, p: PositionId) -> Result<PositionPlace, EvalError> {
    let rank = rank_of_position(cx, p)?;
    let mut vertices = Vec::new();
    if rank.0 == usize::MAX {
        for component in cx.positions.components(p).unwrap_or_else(|| vec![p]) {
            vertices.push(cx.positions.ruleset_of(component).index());
            vertices.extend_from_slice(cx.positions.state(component));
        }
    }
    Ok((rank, vertices, p))
}

/// Returns the length of the notation of a position, and the notation; but the same for all with vertices of graphs.
fn rank_of_position(cx: &mut Session, p: PositionId) -> Result<(usize, Rc<str>), EvalError> {
    if let Some(known) = cx.printer.positions.get(&p) {
        return Ok(known.clone());
    }
    let rank = match positions::has_vertices(p, cx) {
        true => (usize::MAX, "".into()),
        false => rank_of_text(cx, &Value::Position(p))?,
    };
    if cx.printer.positions.len() >= MAX_TEXTS {
        cx.printer.positions.clear();
    }
    cx.games.budget.reserve(2 * size_of::<(PositionId, (usize, Rc<str>))>() + rank.1.len())?;
    cx.printer.positions.insert(p, rank.clone());
    Ok(rank)
}
