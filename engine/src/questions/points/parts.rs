//! The parts of sums in a search for points. The moves of each part are listed once.

use std::sync::Arc;

use super::tally::Tally;
use crate::games::hashing::FastMap;
use crate::games::{Fault, Player};
use crate::positions::{
    Binding, Context, Forecast, MAX_TABULATED, Marks, Options, PositionId, RulesetId, SUM, Settled, options, with,
};

/// The place of a part among all parts of the search.
pub(super) type PartId = u32;

/// A move in a part. Its result is computed when the search first makes it.
#[derive(Clone)]
struct ListedMove {
    to: PositionId,
    /// `true` if the same player moves again.
    again: bool,
    /// An estimate of the points that the next player can take at once: see [`Forecast::offered`].
    offered: u32,
    result: Option<Arc<PartMove>>,
}

/// The result of a move in a part.
pub(super) struct PartMove {
    /// The points that Left gains by the move.
    pub gain: Tally,
    /// The parts that take the place of this one.
    pub into: Vec<PartId>,
    /// The parts in one of which the next player must answer, or `None` if he may move anywhere.
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
    /// The points that the part counts if play ends here, if they were asked for.
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

    /// Returns the largest lead that a player may gain in these parts, in points, or `None` if it is not known.
    pub fn most(&self, parts: impl Iterator<Item = PartId>) -> Option<u64> {
        parts.map(|part| self.all[part as usize].forecast.most).try_fold(0u64, |sum, most| sum.checked_add(most?))
    }

    /// Returns the lead of the player to move at the end of a sum of parts, in points, or `None` if no theorem applies.
    pub fn by_theorem(&self, parts: &[PartId], cx: &mut dyn Context) -> Result<Option<i64>, Fault> {
        let part = |&part: &PartId| &self.all[part as usize];
        let Some(ruleset) = parts.first().map(|first| part(first).ruleset) else { return Ok(None) };
        if parts.iter().any(|other| !part(other).forecast.is_scored_in_sums || part(other).ruleset != ruleset) {
            return Ok(None);
        }
        let positions = cx.positions_ref();
        let rules = positions.rules(ruleset);
        let states: Vec<Vec<u32>> = parts.iter().map(|other| positions.state(part(other).position).to_vec()).collect();
        rules.score_of_sum(ruleset, &states, cx).map(Some)
    }

    /// Returns a part that the player to move may as well take at once, or `None` if there is none.
    pub fn free(&self, parts: &[PartId]) -> Option<PartId> {
        parts.iter().copied().find(|&part| self.all[part as usize].forecast.is_free)
    }

    /// Returns `true` if each player has the moves of the other in these parts, with the points exchanged.
    pub fn are_even_handed(&self, mut parts: impl Iterator<Item = PartId>) -> bool {
        parts.all(|part| self.all[part as usize].forecast.is_even_handed)
    }

    /// Returns the moves of Left and of Right in a part. The first call lists them.
    fn moves(&mut self, part: PartId, cx: &mut dyn Context) -> Result<&mut [Vec<ListedMove>; 2], Fault> {
        let part = part as usize;
        if self.all[part].moves.is_none() {
            self.all[part].moves = Some(listed_moves(self.all[part].position, cx)?);
        }
        Ok(self.all[part].moves.as_mut().expect("the moves were listed"))
    }

    /// Returns `true` if a player has a move in a part.
    pub fn is_live(&mut self, part: PartId, cx: &mut dyn Context) -> Result<bool, Fault> {
        Ok(self.moves(part, cx)?.iter().any(|moves| !moves.is_empty()))
    }

    /// Returns an estimate of each move of a player in a part. The most promising move has the least.
    pub fn estimates(&mut self, part: PartId, player: Player, cx: &mut dyn Context) -> Result<Vec<i64>, Fault> {
        // After a complimenting move its player can take the points that it offers.
        let estimate = |listed: &ListedMove| {
            let offered = i64::from(listed.offered);
            if listed.again { -1 - offered } else { offered }
        };
        Ok(self.moves(part, cx)?[player as usize].iter().map(estimate).collect())
    }

    /// Returns the result of a move of a player in a part.
    pub fn result(
        &mut self,
        part: PartId,
        player: Player,
        number: usize,
        cx: &mut dyn Context,
    ) -> Result<Arc<PartMove>, Fault> {
        let listed = &self.moves(part, cx)?[player as usize][number];
        if let Some(result) = &listed.result {
            return Ok(result.clone());
        }
        let to = listed.to;
        cx.games().budget.reserve(size_of::<PartMove>() + 64)?;
        let result = Arc::new(self.part_move(to, cx)?);
        self.moves(part, cx)?[player as usize][number].result = Some(result.clone());
        Ok(result)
    }

    /// Returns the result of a move to `q`, with the points of `q` as its gain.
    pub fn part_move(&mut self, q: PositionId, cx: &mut dyn Context) -> Result<PartMove, Fault> {
        Ok(match cx.positions_ref().turn(q) {
            None => {
                let Split { points, parts } = self.split(q, cx)?;
                PartMove { gain: points, into: parts, bound: None, again: false }
            }
            // The inner position may be one after an entailing move, and so bind the same player.
            Some(Binding::Again(inner)) => PartMove { again: true, ..self.part_move(inner, cx)? },
            Some(Binding::Entail(inner, rest)) => {
                let bound = self.split(inner, cx)?;
                let rest = cx.positions().sum(&rest);
                let free = self.split(rest, cx)?;
                let gain = bound.points.plus(&free.points);
                PartMove { gain, into: free.parts, bound: Some(bound.parts), again: false }
            }
        })
    }

    /// Returns the points that a part counts if play ends in it.
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

/// Lists the moves of Left and of Right from a position.
fn listed_moves(p: PositionId, cx: &mut dyn Context) -> Result<[Vec<ListedMove>; 2], Fault> {
    let mut listed = Options::default();
    cx.games().budget.count_position();
    options(p, cx, &mut listed)?;
    cx.games().budget.reserve(2 * (listed.left.len() + listed.right.len()) * size_of::<ListedMove>())?;
    let positions = cx.positions_ref();
    let list = |options: &[PositionId]| -> Vec<ListedMove> {
        let listed = |&to: &PositionId| {
            let inner = positions.without_turn(to);
            let offered = positions.rules_of(inner).forecast(positions.state(inner)).offered;
            ListedMove { to, again: inner != to, offered, result: None }
        };
        options.iter().map(listed).collect()
    };
    Ok([list(&listed.left), list(listed.right())])
}

/// Returns Left's lead at the end of `p` if play lasts few moves and its ruleset scores all positions of it at once.
pub(super) fn tabulated(p: PositionId, mover: Player, cx: &mut dyn Context) -> Result<Option<Tally>, Fault> {
    let (mut mover, mut open) = (mover, vec![p]);
    let (mut points, mut states, mut moves) = (Tally::ZERO, Vec::new(), 0);
    let mut ruleset = None;
    while let Some(q) = open.pop() {
        cx.games().budget.tick()?;
        let positions = cx.positions_ref();
        if let Some(number) = positions.rules_of(q).forecast(positions.state(q)).moves {
            moves += number;
            states.push(positions.state(q).to_vec());
            if moves > MAX_TABULATED || *ruleset.get_or_insert(positions.ruleset_of(q)) != positions.ruleset_of(q) {
                return Ok(None);
            }
            continue;
        }
        match positions.turn(q) {
            Some(Binding::Again(inner)) if q == p => (mover, open) = (mover.other(), vec![inner]),
            Some(_) => return Ok(None),
            None if !is_settled_early(q, cx) => return Ok(None),
            None => {
                let Some(Settled { points: reached, rest }) = settled(q, cx)? else { return Ok(None) };
                points = points.plus(&Tally::of(reached));
                open.extend(rest);
            }
        }
    }
    let Some(ruleset) = ruleset else { return Ok(None) };
    let rules = cx.positions_ref().rules(ruleset);
    let ahead = rules.score_of_sum(ruleset, &states, cx)?;
    Ok(Some(points.plus(&Tally::Whole(if mover == Player::Left { ahead } else { -ahead }))))
}

fn settled(p: PositionId, cx: &mut dyn Context) -> Result<Option<Settled>, Fault> {
    with(p, cx, |rules, here, cx| rules.settled(here, cx))
}

/// Returns `true` if a position is split before its moves are listed. Rules that a person has written take long to run, so they
/// are asked only at the ends of play.
fn is_settled_early(p: PositionId, cx: &dyn Context) -> bool {
    let positions = cx.positions_ref();
    let (inner, _) = positions.without_sign(p);
    positions.ruleset_of(inner) == SUM || positions.rules_of(inner).facts().marks != Marks::NONE
}
