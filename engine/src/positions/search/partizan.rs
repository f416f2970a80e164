//! Who wins a partizan position: depth first, best moves first, with a stack of its own.

use std::mem::take;

use super::parts::{Memory, Part};
use super::table::Key;
use super::{Bounds, Listing, Rulebook, Searched};
use crate::games::hashing::{FastSet, mix};
use crate::games::{Fault, GameId, Games, Player};
use crate::positions::Context;

/// Moves from the start beyond which the search gives up.
const DEEPEST: usize = 1_000_000;
/// Steps that adding two values may take.
const SUM: u64 = 2_000;
/// What a move more than the opponent has is worth in the order of options, in units of 2^-24; and what a reply of his costs.
const MOBILITY: i64 = 1 << 22;
const REPLY: i64 = 1 << 24;
/// Gains that are told apart.
const GAINS: usize = 5;
/// Moves that are counted in one value.
const MANY: u64 = 1 << 10;

/// Whether `mover` wins the sum of regions, each in normal form or the negative of one, and a value; and how many
/// positions were searched.
///
/// # Errors
/// Limits; what the rules say.
pub(crate) fn wins<C: Context, B: Rulebook<C>>(
    book: &mut B,
    memory: &mut Memory<B::State>,
    regions: &[(B::State, bool)],
    value: GameId,
    mover: Player,
    cx: &mut C,
) -> Result<Searched<bool>, Fault> {
    let mut search = Search::new(book, memory, cx);
    let answer = search.run(regions, value, mover)?;
    Ok(Searched { answer, nodes: search.nodes })
}

/// Sums over the components of a position.
#[derive(Clone, Copy, Default)]
struct Totals {
    key: Key,
    /// How much Left is ahead, in units of 2^-24.
    ahead: i64,
    /// Bounds of the stops.
    low: i64,
    high: i64,
    /// Integers between which the parts without a value lie.
    parts_between: [i64; 2],
    /// For each player, how many parts there are in which so many moves are gained by moving first.
    gains: [[i16; GAINS]; 2],
    /// Parts without a value of which the rules know no bounds.
    unbounded_parts: i32,
    /// Values too large to be compared by their stops.
    huge_values: i32,
    values: i32,
    /// The moves of each player.
    moves: [i64; 2],
}

impl Totals {
    /// Those of a part without a value.
    fn of_part<S>(part: &Part<S>) -> Totals {
        let moves = [Player::Left, Player::Right].map(|player| i64::from(part.moves(player)));
        let bounds = part.bounds();
        let Bounds { ahead: [low, high], gain } = bounds.unwrap_or(Bounds { ahead: [0, 0], gain: [0, 0] });
        let [low, high] = [i64::from(low), -i64::from(high)];
        let ahead = ((low + high) << 22) + (moves[0] - moves[1]) * MOBILITY;
        let mut gains = [[0; GAINS]; 2];
        for (gains, gain) in gains.iter_mut().zip(gain) {
            gains[(gain.max(0) as usize).min(GAINS - 1)] = 1;
        }
        Totals {
            key: part.key(),
            ahead,
            low: low << 24,
            high: high << 24,
            parts_between: [low, high],
            gains,
            unbounded_parts: i32::from(bounds.is_none()),
            huge_values: 0,
            values: 0,
            moves,
        }
    }

    /// Those of a value.
    fn of_value(g: GameId, games: &mut Games) -> Result<Totals, Fault> {
        let negative = games.negative(g)?;
        let key = |g: GameId| {
            let word = mix(u64::from(g.index()) ^ 0x5bd1_e995);
            Key::from(mix(word ^ 0x2545_f491)) << 64 | Key::from(word)
        };
        let key = if g <= negative { key(g) } else { key(negative).wrapping_neg() };
        let moves = [Player::Left, Player::Right].map(|player| games.option_count(g, player).min(MANY) as i64);
        let (low, high, huge) = match games.rough_stops(g) {
            Some([low, high]) => (low, high, 0),
            None => (0, 0, 1),
        };
        Ok(Totals {
            key,
            ahead: (low + high) / 2,
            low,
            high,
            parts_between: [0, 0],
            gains: [[0; GAINS]; 2],
            unbounded_parts: 0,
            huge_values: huge,
            values: 1,
            moves,
        })
    }

    /// Those with other components, or without them if the sign is -1.
    fn plus(self, other: Totals, sign: i64) -> Totals {
        let of = |a: i64, b: i64| a + sign * b;
        let count = |a: i32, b: i32| a + sign as i32 * b;
        Totals {
            key: if sign > 0 { self.key.wrapping_add(other.key) } else { self.key.wrapping_sub(other.key) },
            ahead: of(self.ahead, other.ahead),
            low: of(self.low, other.low),
            high: of(self.high, other.high),
            parts_between: [
                of(self.parts_between[0], other.parts_between[0]),
                of(self.parts_between[1], other.parts_between[1]),
            ],
            gains: [0, 1].map(|player: usize| {
                std::array::from_fn(|gain| self.gains[player][gain] + sign as i16 * other.gains[player][gain])
            }),
            unbounded_parts: count(self.unbounded_parts, other.unbounded_parts),
            huge_values: count(self.huge_values, other.huge_values),
            values: count(self.values, other.values),
            moves: [of(self.moves[0], other.moves[0]), of(self.moves[1], other.moves[1])],
        }
    }

    /// The most moves that a player gains by moving first in one of the parts.
    fn gain(&self, player: Player) -> i64 {
        (0..GAINS).rev().find(|&gain| self.gains[player as usize][gain] > 0).unwrap_or(0) as i64
    }

    /// The key of the position with this player to move: that of the negative, if it is Right.
    fn key_for(&self, mover: Player) -> Key {
        if mover == Player::Left { self.key } else { self.key.wrapping_neg() }
    }
}

/// A position under way: where its parts, its values and what is left of its options begin in the shared stacks.
struct Frame {
    parts: usize,
    parts_end: usize,
    values: usize,
    values_end: usize,
    options: usize,
    next: usize,
    key: Key,
    mover: Player,
    /// Positions searched before this one.
    began: u64,
}

/// An option that is not decided yet.
#[derive(Clone, Copy)]
struct Candidate {
    /// How good it looks, for the player who moves there.
    score: i64,
    totals: Totals,
    /// The part that was moved in; past the end if a value was.
    moved: usize,
    /// The parts that what is new cancels, as bits.
    cancelled: u64,
    /// The parts that are new, and all values.
    parts: (usize, usize),
    values: (usize, usize),
}

struct Search<'a, C, B: Rulebook<C>>
where
    C: Context,
{
    book: &'a mut B,
    memory: &'a mut Memory<B::State>,
    cx: &'a mut C,
    listing: Listing<B::State>,
    parts: Vec<Part<B::State>>,
    values: Vec<GameId>,
    options: Vec<Candidate>,
    frames: Vec<Frame>,
    /// The keys of the positions under way, where play may return to one.
    path: FastSet<Key>,
    nodes: u64,
}

impl<'a, C: Context, B: Rulebook<C>> Search<'a, C, B> {
    fn new(book: &'a mut B, memory: &'a mut Memory<B::State>, cx: &'a mut C) -> Self {
        let (parts, values, options) = Default::default();
        let (frames, path) = Default::default();
        Search { book, memory, cx, listing: Listing::default(), parts, values, options, frames, path, nodes: 0 }
    }

    fn run(&mut self, regions: &[(B::State, bool)], value: GameId, mover: Player) -> Result<bool, Fault> {
        self.add_value(0, value)?;
        let mut cancelled = 0;
        for (state, negated) in regions {
            self.add_region(state, *negated, (0, 0), usize::MAX, 0, &mut cancelled, 0)?;
        }
        let totals = self.totals(0, 0)?;
        let mut answer = match self.decided(&totals, 0, mover)? {
            None => self.enter(0, 0, totals, mover)?,
            decided => decided,
        };
        loop {
            let Some(frame) = self.frames.last_mut() else { return Ok(answer.unwrap_or(false)) };
            let lost_there = answer.take() == Some(false);
            if !lost_there && frame.next < self.options.len() {
                let (option, other) = (self.options[frame.next], frame.mover.other());
                frame.next += 1;
                answer = self.try_option(&option, other)?;
                continue;
            }
            let frame = self.frames.pop().expect("the frame that was just read");
            self.parts.truncate(frame.parts);
            self.values.truncate(frame.values);
            self.options.truncate(frame.options);
            let nodes = self.nodes - frame.began;
            self.path.remove(&frame.key);
            self.memory.table.keep(frame.key, lost_there, nodes, &self.cx.games().budget)?;
            answer = Some(lost_there);
        }
    }

    /// Looks at an option of the last frame once more, and opens it if it is not known yet.
    fn try_option(&mut self, option: &Candidate, mover: Player) -> Result<Option<bool>, Fault> {
        if let Some(known) = self.memory.table.get(option.totals.key_for(mover)) {
            return Ok(Some(known));
        }
        let Some(frame) = self.frames.last() else { return Ok(None) };
        let (parts, values) = (self.parts.len(), self.values.len());
        for i in frame.parts..frame.parts_end {
            if i != option.moved && !is_bit(option.cancelled, i - frame.parts) {
                self.parts.push(self.parts[i].clone());
            }
        }
        for i in option.parts.0..option.parts.1 {
            self.parts.push(self.parts[i].clone());
        }
        self.values.extend_from_within(option.values.0..option.values.1);
        let decided = self.enter(parts, values, option.totals, mover)?;
        if decided.is_some() {
            self.parts.truncate(parts);
            self.values.truncate(values);
        }
        Ok(decided)
    }

    /// Lists the options of the position on top of the stacks: one that wins decides; else those that are not decided
    /// wait in a new frame.
    fn enter(&mut self, parts: usize, values: usize, totals: Totals, mover: Player) -> Result<Option<bool>, Fault> {
        self.nodes += 1;
        self.cx.games().budget.count_position();
        if self.frames.len() >= DEEPEST {
            return Err(Fault::Depth { limit: DEEPEST });
        }
        let key = totals.key_for(mover);
        // The negative with the players exchanged is no shorter than the position, so it cannot follow it in play that ends.
        if B::MAY_RETURN && !self.path.insert(key) {
            return Err(Fault::Loopy);
        }
        let frame = Frame {
            parts,
            parts_end: self.parts.len(),
            values,
            values_end: self.values.len(),
            options: self.options.len(),
            next: self.options.len(),
            key,
            mover,
            began: self.nodes - 1,
        };
        let mut listing = take(&mut self.listing);
        let found = self.list(&frame, &totals, &mut listing);
        self.listing = listing;
        if found? {
            self.path.remove(&key);
            self.parts.truncate(frame.parts_end);
            self.values.truncate(frame.values_end);
            self.options.truncate(frame.options);
            self.memory.table.keep(frame.key, true, 1, &self.cx.games().budget)?;
            return Ok(Some(true));
        }
        let options = &mut self.options[frame.options..];
        options.sort_unstable_by_key(|option| (option.score, option.totals.key));
        let mut kept = frame.options;
        for i in frame.options..self.options.len() {
            if kept == frame.options || self.options[kept - 1].totals.key != self.options[i].totals.key {
                self.options[kept] = self.options[i];
                kept += 1;
            }
        }
        self.options.truncate(kept);
        self.frames.push(frame);
        Ok(None)
    }

    /// Lists all options; whether one of them wins at once.
    fn list(&mut self, frame: &Frame, totals: &Totals, listing: &mut Listing<B::State>) -> Result<bool, Fault> {
        let other = frame.mover.other();
        for i in frame.parts..frame.parts_end {
            let Part { state, negated, .. } = self.parts[i].clone();
            let rest = totals.plus(Totals::of_part(&self.parts[i]), -1);
            listing.clear();
            self.book.list(&state, if negated { other } else { frame.mover }, self.cx, listing)?;
            for index in 0..listing.len() {
                self.cx.games().budget.tick()?;
                let (parts, values) = (self.parts.len(), self.values.len());
                self.values.extend_from_within(frame.values..frame.values_end);
                let mut cancelled = 0;
                for (state, turned) in listing.option(index) {
                    let old = (frame.parts, frame.parts_end);
                    self.add_region(state, turned ^ negated, old, i, parts, &mut cancelled, values)?;
                }
                if self.consider(frame, rest, i, cancelled, (parts, values))? {
                    return Ok(true);
                }
            }
        }
        for i in frame.values..frame.values_end {
            let g = self.values[i];
            let count = self.cx.games().option_count(g, frame.mover);
            for index in 0..count {
                self.cx.games().budget.tick()?;
                let option = self.cx.games().option(g, frame.mover, index);
                let (parts, values) = (self.parts.len(), self.values.len());
                for j in (frame.values..frame.values_end).filter(|&j| j != i) {
                    self.values.push(self.values[j]);
                }
                self.add_value(values, option)?;
                if self.consider(frame, *totals, usize::MAX, 0, (parts, values))? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Decides an option, whose new parts and all of whose values are on top of the stacks, or lets it wait; whether it wins.
    fn consider(
        &mut self,
        frame: &Frame,
        rest: Totals,
        moved: usize,
        cancelled: u64,
        (parts, values): (usize, usize),
    ) -> Result<bool, Fault> {
        let mut totals = rest;
        self.memory.options += 1;
        for i in (0..64).filter(|&i| is_bit(cancelled, i)) {
            totals = totals.plus(Totals::of_part(&self.parts[frame.parts + i]), -1);
        }
        for i in frame.values..frame.values_end {
            totals = totals.plus(Totals::of_value(self.values[i], self.cx.games())?, -1);
        }
        totals = totals.plus(self.totals(parts, values)?, 1);
        let mover = frame.mover.other();
        let decided = match self.decided(&totals, values, mover)? {
            None => self.memory.table.get(totals.key_for(mover)),
            decided => decided,
        };
        if let Some(wins) = decided {
            self.parts.truncate(parts);
            self.values.truncate(values);
            return Ok(!wins);
        }
        // The worse it looks for the one who moves there, the sooner it is tried.
        let ahead = if mover == Player::Left { totals.ahead } else { -totals.ahead };
        let score = ahead + totals.moves[mover as usize] * REPLY;
        let (parts, values) = ((parts, self.parts.len()), (values, self.values.len()));
        self.options.push(Candidate { score, totals, moved, cancelled, parts, values });
        Ok(false)
    }

    fn totals(&mut self, parts: usize, values: usize) -> Result<Totals, Fault> {
        let mut totals = Totals::default();
        for part in &self.parts[parts..] {
            totals = totals.plus(Totals::of_part(part), 1);
        }
        for &g in &self.values[values..] {
            totals = totals.plus(Totals::of_value(g, self.cx.games())?, 1);
        }
        Ok(totals)
    }

    /// Whether the player to move wins, if values or bounds tell.
    fn decided(&mut self, totals: &Totals, values: usize, mover: Player) -> Result<Option<bool>, Fault> {
        if totals.values <= 1 && totals.unbounded_parts == 0 {
            return self.by_one_value(totals, values, mover);
        }
        if totals.unbounded_parts + totals.huge_values > 0 {
            return Ok(None);
        }
        // A move in one of the values gains what lies between its stops.
        let gains = self.values[values..].iter().filter_map(|&g| self.cx.games().rough_stops(g));
        let gain = gains.map(|[low, high]| high - low - 1).max().unwrap_or(0).max(0);
        let (low, high) = match mover {
            Player::Left => (totals.low + gain, totals.high),
            Player::Right => (totals.low, totals.high - gain),
        };
        Ok(match () {
            () if low > 0 => Some(mover == Player::Left),
            () if high < 0 => Some(mover == Player::Right),
            () => None,
        })
    }

    /// The same where the parts lie between integers: the position between the sums of these and the one value.
    fn by_one_value(&mut self, totals: &Totals, values: usize, mover: Player) -> Result<Option<bool>, Fault> {
        let [low, high] = totals.parts_between;
        let games = self.cx.games();
        let g = self.values.get(values).copied().unwrap_or(GameId::ZERO);
        let (least, most) = (games.integer(-low), games.integer(-high));
        // A move in a part that gains leaves one less than it gains.
        let gain = totals.gain(mover);
        if gain > 0 {
            let wins = match mover {
                Player::Left => {
                    let least = games.integer(1 - low - gain);
                    games.less_or_equal(least, g)?
                }
                Player::Right => {
                    let most = games.integer(gain - 1 - high);
                    games.less_or_equal(g, most)?
                }
            };
            if wins {
                return Ok(Some(true));
            }
        }
        Ok(match mover {
            Player::Left if games.less_or_equal(g, most)? => Some(false),
            Player::Right if games.less_or_equal(least, g)? => Some(false),
            Player::Left if !games.less_or_equal(g, least)? => Some(true),
            Player::Right if !games.less_or_equal(most, g)? => Some(true),
            _ => None,
        })
    }

    /// Adds a region to the position on top of the stacks: to its values, or to its parts, unless one is there that it
    /// cancels, among the new ones or the old.
    #[expect(clippy::too_many_arguments)]
    fn add_region(
        &mut self,
        state: &B::State,
        negated: bool,
        old: (usize, usize),
        moved: usize,
        new: usize,
        cancelled: &mut u64,
        values: usize,
    ) -> Result<(), Fault> {
        let known = self.memory.facts(state, self.book, self.cx)?;
        if let Some(value) = known.value {
            let g = value.unpack().game(self.cx)?;
            let g = self.cx.games().negative_if(negated, g)?;
            return self.add_value(values, g);
        }
        let cancels = |part: &Part<B::State>| part.negated != negated && part.state == *state;
        if let Some(i) = (new..self.parts.len()).find(|&i| cancels(&self.parts[i])) {
            self.parts.swap_remove(i);
            return Ok(());
        }
        let free = |i: usize| i != moved && i - old.0 < 64 && !is_bit(*cancelled, i - old.0);
        if let Some(i) = (old.0..old.1).find(|&i| free(i) && cancels(&self.parts[i])) {
            *cancelled |= 1 << (i - old.0);
            return Ok(());
        }
        self.parts.push(Part { state: state.clone(), negated, known });
        Ok(())
    }

    /// Adds a value to those from `start` on: to one of them, if the sum is not too hard to find.
    fn add_value(&mut self, start: usize, mut g: GameId) -> Result<(), Fault> {
        while g != GameId::ZERO {
            let mut sum = None;
            for i in start..self.values.len() {
                sum = self.sum(self.values[i], g)?;
                if sum.is_some() {
                    self.values.swap_remove(i);
                    break;
                }
            }
            match sum {
                Some(sum) => g = sum,
                None => {
                    self.values.push(g);
                    break;
                }
            }
        }
        Ok(())
    }

    /// The sum of two values, if it is not too hard to find.
    fn sum(&mut self, a: GameId, b: GameId) -> Result<Option<GameId>, Fault> {
        let pair = (a.min(b), a.max(b));
        if let Some(&known) = self.memory.sums.get(&pair) {
            return Ok(known);
        }
        let games = self.cx.games();
        let allowance = games.budget.begin_try(SUM);
        let found = games.sum(a, b);
        games.budget.end_try(allowance);
        let sum = match found {
            Ok(sum) => Some(sum),
            Err(Fault::Spent | Fault::TooLarge { .. }) => {
                games.budget.tick()?;
                None
            }
            Err(fault) => return Err(fault),
        };
        self.memory.sums.insert(pair, sum);
        Ok(sum)
    }
}

fn is_bit(bits: u64, i: usize) -> bool {
    i < 64 && bits >> i & 1 == 1
}
