//! The values of positions from which play need not end.

use std::num::NonZeroU32;

use super::value::Search;
use crate::games::hashing::FastMap;
use crate::games::{Fault, Player};
use crate::loopy::{Draft, Sided, Sides, ValueSide, Vertex, VertexList};
use crate::positions::{Context, NEGATIVE, Options, PositionId, SUM, Status, demand_end, options};

/// Returns the onside and the offside of a position, as far as they are found. A sum has those of the sum of its parts'
/// values, if they have both.
pub fn sides(p: PositionId, cx: &mut dyn Context) -> Result<Sides, Fault> {
    match found_sides(p, cx) {
        Err(Fault::TwoSides) => {
            // Sums of which one part has no moves, found on each side by itself.
            let [on, off] = [ValueSide::On, ValueSide::Off].map(|side| cx.positions().on_side(p, side));
            let (onside, offside) = (found_sides(on, cx)?.onside, found_sides(off, cx)?.offside);
            let sides = Sides { onside, offside };
            cx.positions().loopy().insert(p, sides);
            Ok(sides)
        }
        found => found,
    }
}

/// Returns the sides by play that leads to positions with moves or with known values.
fn found_sides(p: PositionId, cx: &mut dyn Context) -> Result<Sides, Fault> {
    if let Some(known) = known(p, &mut Search::default(), cx)? {
        return Ok(known);
    }
    if matches!(cx.positions().status(p), Status::Open) {
        return Err(Fault::None("the moves of this position depend on its own value".into()));
    }
    let here = cx.positions_ref().ruleset_of(p);
    let found = match here {
        NEGATIVE => {
            let inner = PositionId::of_word(cx.positions_ref().state(p)[0]);
            let sides = sides(inner, cx)?;
            let mut negative = |stopper: Option<_>| stopper.map(|s| cx.loopy().negative_stopper(s)).transpose();
            let (onside, offside) = (negative(sides.offside)?, negative(sides.onside)?);
            Some(Sides { onside, offside })
        }
        SUM => of_sum(p, cx)?,
        _ => None,
    };
    match found {
        Some(sides) => {
            cx.positions().loopy().insert(p, sides);
            Ok(sides)
        }
        None => by_moves(p, cx),
    }
}

/// Returns the value, if both sides are found.
///
/// # Errors
/// [`Fault::NoSides`].
pub fn loopy_value(p: PositionId, cx: &mut dyn Context) -> Result<Sided, Fault> {
    sides(p, cx)?.value().ok_or(Fault::NoSides)
}

/// Returns the sides of a position that is short, or whose sides were found before. The search keeps the moves that it
/// sees.
fn known(p: PositionId, values: &mut Search, cx: &mut dyn Context) -> Result<Option<Sides>, Fault> {
    if let Some(value) = cx.positions_ref().as_loopy(p) {
        return Ok(Some(value.into()));
    }
    match values.value(p, cx) {
        Ok(known) => Ok(Some(Sided::from(known.game(cx.games())?).into())),
        Err(Fault::Loopy) => Ok(cx.positions().loopy().get(&p).copied()),
        Err(fault) => Err(fault),
    }
}

fn of_sum(p: PositionId, cx: &mut dyn Context) -> Result<Option<Sides>, Fault> {
    let mut total = Sides::from(Sided::from(crate::games::GameId::ZERO));
    for part in cx.positions_ref().parts(p) {
        let (Some(value), Some(sum)) = (sides(part, cx)?.value(), total.value()) else { return Ok(None) };
        total = cx.loopy().sided_sum(sum, value)?;
    }
    Ok(Some(total))
}

/// Returns the sides, and notes those that were found on the way.
fn by_moves(p: PositionId, cx: &mut dyn Context) -> Result<Sides, Fault> {
    let (draft, order) = draft(&[p], false, cx)?;
    let sides = cx.loopy().sides_from(&draft, 0)?;
    for (v, &q) in order.iter().enumerate() {
        if matches!(draft.vertices[v], Vertex::Moves(_))
            && let Some(sides) = sides[v]
        {
            cx.positions().loopy().insert(q, sides);
        }
    }
    Ok(sides[0].expect("the root is looked for"))
}

/// Returns a draft of the positions that can be reached from `starts`, and the position of each vertex. Known values
/// stand for themselves, in `starts` only if `known_starts`. The starts come first, equal ones once.
pub fn draft(
    starts: &[PositionId],
    known_starts: bool,
    cx: &mut dyn Context,
) -> Result<(Draft, Vec<PositionId>), Fault> {
    let (mut draft, mut order) = (Draft::default(), DraftOrder::new(cx));
    for &start in starts {
        let start = cx.positions().normal_order(start);
        order.number(start, &mut draft);
    }
    let starts = order.positions.len();
    let (mut moves, mut values) = (Options::default(), Search::default());
    let mut next = 0;
    while let Some(&here) = order.positions.get(next) {
        let v = next;
        next += 1;
        if next.is_power_of_two() {
            cx.games().budget.reserve(next * 128)?;
        }
        demand_end(here, v, cx)?;
        if (known_starts || v >= starts)
            && let Some(value) = known(here, &mut values, cx)?.and_then(Sides::value)
        {
            draft.vertices[v] = Vertex::Known(value);
            continue;
        }
        cx.games().budget.count_position();
        if !values.take_moves(here, cx, &mut moves) {
            options(here, cx, &mut moves)?;
        }
        let mut lists = <[VertexList; 2]>::default();
        for (list, player) in lists.iter_mut().zip([Player::Left, Player::Right]) {
            cx.games().budget.charge(moves.of(player).len())?;
            list.reserve_exact(moves.of(player).len());
            for &option in moves.of(player) {
                let option = cx.positions().normal_order(option);
                list.push(order.number(option, &mut draft));
            }
        }
        draft.vertices[v] = Vertex::Moves(lists);
    }
    Ok((draft, order.positions))
}

/// The positions of a draft by the numbers of their vertices, and back. Most positions are interned while the draft is
/// built, so that these have a list for their numbers.
struct DraftOrder {
    positions: Vec<PositionId>,
    met_before: FastMap<PositionId, u32>,
    /// The first position that was interned afterwards.
    first: u32,
    numbers: Vec<Option<NonZeroU32>>,
}

impl DraftOrder {
    fn new(cx: &dyn Context) -> DraftOrder {
        let first = cx.positions_ref().len() as u32;
        DraftOrder { positions: Vec::new(), met_before: FastMap::default(), first, numbers: Vec::new() }
    }

    /// Returns the vertex of a position, added if there is none.
    fn number(&mut self, p: PositionId, draft: &mut Draft) -> u32 {
        let mut add = || {
            self.positions.push(p);
            draft.vertex()
        };
        let Some(place) = p.0.checked_sub(self.first) else {
            return *self.met_before.entry(p).or_insert_with(add);
        };
        let place = place as usize;
        if place >= self.numbers.len() {
            self.numbers.resize(place + 1, None);
        }
        let next = || NonZeroU32::MIN.saturating_add(add());
        self.numbers[place].get_or_insert_with(next).get() - 1
    }
}
