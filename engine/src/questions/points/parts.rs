//! The parts of sums in a search for points, each with its moves, listed once.

use std::sync::Arc;

use super::tally::Tally;
use crate::games::hashing::FastMap;
use crate::games::{Fault, Player};
use crate::positions::{
    Binding, Context, Forecast, Marks, Options, PositionId, RulesetId, SUM, Settled, options, with,
};

/// A part, by its place among all parts of the search.
pub(super) type PartId = u32;

/// A move in a part, as far as it has been looked at.
#[derive(Clone)]
struct ListedMove {
    to: PositionId,
    /// `true` if the same player moves again.
    again: bool,
    /// The points that are offered to the next player.
    offered: u32,
    made: Option<Arc<PartMove>>,
}

/// The result of a move in a part.
pub(super) struct PartMove {
    /// The points that Left gains by it.
    pub gain: Tally,
    /// The new state of the part.
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
    forecast: Forecast,
    ruleset: RulesetId,
    moves: Option<[Vec<ListedMove>; 2]>,
    /// The points that it counts if play ends here.
    at_end: Option<Tally>,
}

/// All parts of the search.
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
        let forecast = positions.rules_of(p).forecast(positions.state(p));
        let ruleset = positions.ruleset_of(p);
        let id = self.all.len() as PartId;
        self.all.push(Part { position: p, forecast, ruleset, moves: None, at_end: None });
        self.places.insert(p, id);
        Ok(id)
    }

    /// Returns the most points by which a player may come to be ahead in these parts, or `None` if it is not known.
    pub fn most(&self, parts: impl Iterator<Item = PartId>) -> Option<u64> {
        parts.map(|part| self.all[part as usize].forecast.most).try_fold(0u64, |sum, most| sum.checked_add(most?))
    }

    /// Returns what the player to move has more at the end of a sum of parts, if a theorem tells it.
    ///
    /// # Errors
    /// Limits.
    pub fn by_theorem(&self, parts: &[PartId], cx: &mut dyn Context) -> Result<Option<i64>, Fault> {
        let part = |&part: &PartId| &self.all[part as usize];
        let Some(ruleset) = parts.first().map(|first| part(first).ruleset) else { return Ok(None) };
        if parts.iter().any(|other| !part(other).forecast.is_scored_in_sums || part(other).ruleset != ruleset) {
            return Ok(None);
        }
        let positions = cx.positions_ref();
        let rules = positions.rules(ruleset);
        let states: Vec<Vec<u32>> = parts.iter().map(|other| positions.state(part(other).position).to_vec()).collect();
        let states: Vec<&[u32]> = states.iter().map(Vec::as_slice).collect();
        rules.score_of_sum(&states, &mut cx.games().budget).map(Some)
    }

    /// Returns a part that whoever moves may as well take at once, if there is one.
    pub fn free(&self, parts: &[PartId]) -> Option<PartId> {
        parts.iter().copied().find(|&part| self.all[part as usize].forecast.is_free)
    }

    /// Returns `true` if each player has the moves of the other in these parts, with the points exchanged.
    pub fn are_even_handed(&self, mut parts: impl Iterator<Item = PartId>) -> bool {
        parts.all(|part| self.all[part as usize].forecast.is_even_handed)
    }

    /// Lists the moves of a part, if that was not done before.
    fn list(&mut self, part: PartId, cx: &mut dyn Context) -> Result<(), Fault> {
        let Part { position, moves: None, .. } = self.all[part as usize] else { return Ok(()) };
        let mut listed = Options::default();
        cx.games().budget.count_position();
        options(position, cx, &mut listed)?;
        cx.games().budget.reserve(2 * (listed.left.len() + listed.right.len()) * size_of::<ListedMove>())?;
        let positions = cx.positions_ref();
        let list = |options: &[PositionId]| -> Vec<ListedMove> {
            let listed = |&to: &PositionId| {
                let inner = positions.without_turn(to);
                let offered = positions.rules_of(inner).forecast(positions.state(inner)).offered;
                ListedMove { to, again: inner != to, offered, made: None }
            };
            options.iter().map(listed).collect()
        };
        self.all[part as usize].moves = Some([list(&listed.left), list(listed.right())]);
        Ok(())
    }

    /// Returns `true` if a player has a move in a part.
    ///
    /// # Errors
    /// Limits; what the rules say.
    pub fn is_live(&mut self, part: PartId, cx: &mut dyn Context) -> Result<bool, Fault> {
        self.list(part, cx)?;
        Ok(self.all[part as usize].moves.as_ref().is_some_and(|moves| moves.iter().any(|moves| !moves.is_empty())))
    }

    /// Returns how good the moves of a player in a part look, the least the best.
    ///
    /// # Errors
    /// Limits; what the rules say.
    pub fn looks(&mut self, part: PartId, player: Player, cx: &mut dyn Context) -> Result<Vec<i64>, Fault> {
        self.list(part, cx)?;
        let Some(moves) = &self.all[part as usize].moves else { return Ok(Vec::new()) };
        // Who moves again has what is offered himself.
        let look = |made: &ListedMove| if made.again { -1 - i64::from(made.offered) } else { i64::from(made.offered) };
        Ok(moves[player as usize].iter().map(look).collect())
    }

    /// Returns what a move of a player in a part comes to.
    ///
    /// # Errors
    /// Limits; what the rules say.
    pub fn made(
        &mut self,
        part: PartId,
        player: Player,
        number: usize,
        cx: &mut dyn Context,
    ) -> Result<Arc<PartMove>, Fault> {
        self.list(part, cx)?;
        let place = |table: &PartTable| {
            table.all[part as usize].moves.as_ref().map(|moves| moves[player as usize][number].clone())
        };
        let listed = place(self).ok_or(Fault::Loopy)?;
        if let Some(made) = listed.made {
            return Ok(made);
        }
        cx.games().budget.reserve(size_of::<PartMove>() + 64)?;
        let made = Arc::new(self.part_move(listed.to, cx)?);
        if let Some(moves) = &mut self.all[part as usize].moves {
            moves[player as usize][number].made = Some(made.clone());
        }
        Ok(made)
    }

    fn part_move(&mut self, q: PositionId, cx: &mut dyn Context) -> Result<PartMove, Fault> {
        Ok(match cx.positions_ref().turn(q) {
            None => {
                let Split { points, parts } = self.split(q, cx)?;
                PartMove { gain: points, into: parts, bound: None, again: false }
            }
            Some(Binding::Again(inner)) => {
                let Split { points, parts } = self.split(inner, cx)?;
                PartMove { gain: points, into: parts, bound: None, again: true }
            }
            Some(Binding::Entail(inner, rest)) => {
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
