//! The parts of sums in a search for points, each with its moves, listed once.

use std::sync::Arc;

use super::tally::Tally;
use crate::games::hashing::FastMap;
use crate::games::{Fault, Player};
use crate::positions::{Context, Marks, Options, PositionId, SUM, Settled, Turn, options, with};

/// A part, by its place among all that were met.
pub(super) type PartId = u32;

/// A move in a part.
pub(super) struct PartMove {
    /// The points that Left gains by it.
    pub gain: Tally,
    /// What the part becomes.
    pub into: Vec<PartId>,
    /// The parts in one of which the next player must answer, if he may not move anywhere.
    pub bound: Option<Vec<PartId>>,
    /// `true` if the same player moves again.
    pub again: bool,
}

/// A position as points that are reached and parts that play goes on in.
#[derive(Clone)]
pub(super) struct Split {
    pub points: Tally,
    pub parts: Vec<PartId>,
}

struct Part {
    position: PositionId,
    /// The most points by which one player may come to be ahead in it.
    most: Option<u64>,
    moves: Option<[Arc<[PartMove]>; 2]>,
    /// The points that it counts if play ends here.
    at_end: Option<Tally>,
}

/// All parts that were met.
#[derive(Default)]
pub(super) struct PartTable {
    all: Vec<Part>,
    places: FastMap<PositionId, PartId>,
}

impl PartTable {
    /// Returns a position as points and parts.
    ///
    /// # Errors
    /// Limits.
    pub fn split(&mut self, p: PositionId, cx: &mut dyn Context) -> Result<Split, Fault> {
        let mut split = Split { points: Tally::ZERO, parts: Vec::new() };
        let mut open = vec![p];
        while let Some(q) = open.pop() {
            cx.games().budget.tick()?;
            let settled = if is_settled_early(q, cx) { settled(q, cx)? } else { None };
            match settled {
                Some(Settled { points, rest }) => {
                    split.points = split.points.plus(&Tally::of(points));
                    open.extend(rest);
                }
                None => split.parts.push(self.part(q, cx)?),
            }
        }
        split.parts.sort_unstable();
        Ok(split)
    }

    fn part(&mut self, p: PositionId, cx: &mut dyn Context) -> Result<PartId, Fault> {
        if let Some(&id) = self.places.get(&p) {
            return Ok(id);
        }
        let budget = &mut cx.games().budget;
        budget.room_to_push(&self.all)?;
        budget.room_to_insert(&self.places)?;
        let positions = cx.positions_ref();
        let most = positions.rules_of(p).most_points(positions.state(p));
        let id = self.all.len() as PartId;
        self.all.push(Part { position: p, most, moves: None, at_end: None });
        self.places.insert(p, id);
        Ok(id)
    }

    /// Returns the most points by which a player may come to be ahead in these parts, or `None` if it is not known.
    pub fn most(&self, parts: impl Iterator<Item = PartId>) -> Option<u64> {
        parts.map(|part| self.all[part as usize].most).try_fold(0u64, |sum, most| sum.checked_add(most?))
    }

    /// Returns the moves of a player in a part.
    ///
    /// # Errors
    /// Limits; what the rules say.
    pub fn moves(&mut self, part: PartId, player: Player, cx: &mut dyn Context) -> Result<Arc<[PartMove]>, Fault> {
        if let Some(moves) = &self.all[part as usize].moves {
            return Ok(moves[player as usize].clone());
        }
        let p = self.all[part as usize].position;
        let mut listed = Options::default();
        cx.games().budget.count_position();
        options(p, cx, &mut listed)?;
        let left = self.list(&listed.left, cx)?;
        let right = if listed.impartial { left.clone() } else { self.list(&listed.right, cx)? };
        let both = [left, right];
        let moves = both[player as usize].clone();
        self.all[part as usize].moves = Some(both);
        Ok(moves)
    }

    fn list(&mut self, options: &[PositionId], cx: &mut dyn Context) -> Result<Arc<[PartMove]>, Fault> {
        cx.games().budget.reserve(options.len() * (size_of::<PartMove>() + 16))?;
        let moves = options.iter().map(|&q| self.part_move(q, cx));
        Ok(moves.collect::<Result<Vec<_>, _>>()?.into())
    }

    fn part_move(&mut self, q: PositionId, cx: &mut dyn Context) -> Result<PartMove, Fault> {
        Ok(match cx.positions_ref().turn(q) {
            None => {
                let Split { points, parts } = self.split(q, cx)?;
                PartMove { gain: points, into: parts, bound: None, again: false }
            }
            Some(Turn::Again(inner)) => {
                let Split { points, parts } = self.split(inner, cx)?;
                PartMove { gain: points, into: parts, bound: None, again: true }
            }
            Some(Turn::Entail(inner, rest)) => {
                let bound = self.split(inner, cx)?;
                let rest = cx.positions().sum(&rest);
                let free = self.split(rest, cx)?;
                let gain = bound.points.plus(&free.points);
                PartMove { gain, into: free.parts, bound: Some(bound.parts), again: false }
            }
        })
    }

    /// Returns the points that a part counts if play ends there.
    ///
    /// # Errors
    /// Limits; what the rules say.
    pub fn at_end(&mut self, part: PartId, cx: &mut dyn Context) -> Result<Tally, Fault> {
        if let Some(known) = &self.all[part as usize].at_end {
            return Ok(known.clone());
        }
        let mut sum = Tally::ZERO;
        let mut open = vec![self.all[part as usize].position];
        while let Some(q) = open.pop() {
            cx.games().budget.tick()?;
            let found = settled(q, cx)?;
            let handed_on = cx.positions().handed_on(q).map(|q| Settled { rest: vec![q], ..Settled::default() });
            if let Some(Settled { points, rest }) = found.or(handed_on) {
                sum = sum.plus(&Tally::of(points));
                open.extend(rest);
            }
        }
        self.all[part as usize].at_end = Some(sum.clone());
        Ok(sum)
    }
}

fn settled(p: PositionId, cx: &mut dyn Context) -> Result<Option<Settled>, Fault> {
    with(p, cx, |rules, here, cx| rules.settled(here, cx))
}

/// Returns `true` if a position is settled before its moves are listed. Rules that a person has written take long to run, so they
/// are asked where play ends.
fn is_settled_early(p: PositionId, cx: &dyn Context) -> bool {
    let positions = cx.positions_ref();
    let (inner, _) = positions.without_sign(p);
    positions.ruleset_of(inner) == SUM || positions.rules_of(inner).facts().marks != Marks::NONE
}
