//! Who wins a partizan position: depth first, best moves first, with a stack of its own.

use std::mem::take;
use std::ops::Range;

use super::listing::{Listing, Region, Shelf};
use super::parts::{Bound, Memory, Part};
use super::table::Key;
use super::totals::Totals;
use super::{Rulebook, Searched};
use crate::games::hashing::FastSet;
use crate::games::{Fault, GameId, Player};
use crate::positions::Context;

/// Moves from the start beyond which the search gives up.
const DEEPEST: usize = 1_000_000;

/// Whether `mover` wins the sum of regions, each in normal form or the negative of one, and a value; and how many
/// positions were searched.
///
/// # Errors
/// Limits; what the rules say.
pub(crate) fn wins(
    book: &mut dyn Rulebook,
    memory: &mut Memory,
    regions: &[Region],
    value: GameId,
    mover: Player,
    cx: &mut dyn Context,
) -> Result<Searched<bool>, Fault> {
    let mut search = Search::new(book, memory, cx);
    let answer = search.run(regions, value, mover)?;
    Ok(Searched { answer, nodes: search.nodes })
}

/// How high the shared stacks are that hold the components of positions.
#[derive(Clone, Copy)]
struct Heights {
    shelf: usize,
    parts: usize,
    values: usize,
}

/// A position under way: where its parts, its values and what is left of its options begin in the shared stacks.
struct Frame {
    begin: Heights,
    end: Heights,
    options: usize,
    next: usize,
    key: Key,
    mover: Player,
    /// Positions searched before this one.
    began: u64,
}

impl Frame {
    fn parts(&self) -> Range<usize> {
        self.begin.parts..self.end.parts
    }

    fn values(&self) -> Range<usize> {
        self.begin.values..self.end.values
    }
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

/// The components of an option: the parts of the position before, but for the one that was moved in and those that are
/// cancelled; the new parts; and all values from the last number on.
struct Components {
    old: Range<usize>,
    moved: usize,
    cancelled: u64,
    new: Range<usize>,
    values: usize,
}

struct Search<'a> {
    book: &'a mut dyn Rulebook,
    memory: &'a mut Memory,
    cx: &'a mut dyn Context,
    listing: Listing,
    shelf: Shelf,
    parts: Vec<Part>,
    values: Vec<GameId>,
    options: Vec<Candidate>,
    frames: Vec<Frame>,
    /// The keys of the positions under way, where play may return to one.
    path: FastSet<Key>,
    nodes: u64,
}

impl<'a> Search<'a> {
    fn new(book: &'a mut dyn Rulebook, memory: &'a mut Memory, cx: &'a mut dyn Context) -> Self {
        let (listing, shelf, parts, values) = Default::default();
        let (options, frames, path) = Default::default();
        Search { book, memory, cx, listing, shelf, parts, values, options, frames, path, nodes: 0 }
    }

    fn run(&mut self, regions: &[Region], value: GameId, mover: Player) -> Result<bool, Fault> {
        let begin = self.heights();
        self.add_value(0, value)?;
        for (region, negated) in regions {
            self.add_region(region, *negated, 0..0, usize::MAX, &mut 0, begin)?;
        }
        let totals = self.totals(begin)?;
        let components = Components { old: 0..0, moved: 0, cancelled: 0, new: 0..self.parts.len(), values: 0 };
        let known = match self.decided(&totals, &components, mover)? {
            None => self.memory.table.get(totals.key_for(mover)),
            decided => decided,
        };
        let mut answer = match known {
            None => self.enter(begin, totals, mover)?,
            known => known,
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
            self.cut(frame.begin);
            self.options.truncate(frame.options);
            let nodes = self.nodes - frame.began;
            self.path.remove(&frame.key);
            self.memory.table.keep(frame.key, lost_there, nodes, &self.cx.games().budget)?;
            answer = Some(lost_there);
        }
    }

    fn heights(&self) -> Heights {
        Heights { shelf: self.shelf.len(), parts: self.parts.len(), values: self.values.len() }
    }

    /// Takes away what was put on the stacks since they had these heights.
    fn cut(&mut self, to: Heights) {
        self.shelf.truncate(to.shelf);
        self.parts.truncate(to.parts);
        self.values.truncate(to.values);
    }

    /// Looks at an option of the last frame once more, and opens it if it is not known yet.
    fn try_option(&mut self, option: &Candidate, mover: Player) -> Result<Option<bool>, Fault> {
        if let Some(known) = self.memory.table.get(option.totals.key_for(mover)) {
            return Ok(Some(known));
        }
        let Some(frame) = self.frames.last() else { return Ok(None) };
        let (old, begin) = (frame.parts(), self.heights());
        for i in old.clone() {
            if i != option.moved && !is_bit(option.cancelled, i - old.start) {
                self.parts.push(self.parts[i]);
            }
        }
        for i in option.parts.0..option.parts.1 {
            self.parts.push(self.parts[i]);
        }
        self.values.extend_from_within(option.values.0..option.values.1);
        let decided = self.enter(begin, option.totals, mover)?;
        if decided.is_some() {
            self.cut(begin);
        }
        Ok(decided)
    }

    /// Lists the options of the position on top of the stacks: one that wins decides; else those that are not decided
    /// wait in a new frame.
    fn enter(&mut self, begin: Heights, totals: Totals, mover: Player) -> Result<Option<bool>, Fault> {
        self.nodes += 1;
        self.cx.games().budget.count_position();
        if self.frames.len() >= DEEPEST {
            return Err(Fault::Depth { limit: DEEPEST });
        }
        let key = totals.key_for(mover);
        // The negative with the players exchanged is no shorter than the position, so it cannot follow it in play that ends.
        if self.book.may_return() && !self.path.insert(key) {
            return Err(Fault::Loopy);
        }
        let frame = Frame {
            begin,
            end: self.heights(),
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
            self.cut(frame.end);
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
    fn list(&mut self, frame: &Frame, totals: &Totals, listing: &mut Listing) -> Result<bool, Fault> {
        let other = frame.mover.other();
        let mut without_values = *totals;
        for i in frame.values() {
            without_values = without_values.plus(self.of_value(self.values[i])?, -1);
        }
        for i in frame.parts() {
            let Part { region, negated, .. } = self.parts[i];
            let rest = without_values.plus(Totals::of_part(&self.parts[i]), -1);
            listing.clear();
            let player = if negated { other } else { frame.mover };
            self.book.list(self.shelf.get(region), player, self.cx, listing)?;
            for index in 0..listing.len() {
                self.cx.games().budget.tick()?;
                let begin = self.heights();
                self.values.extend_from_within(frame.values());
                let mut cancelled = 0;
                for (region, turned) in listing.option(index) {
                    self.add_region(region, turned ^ negated, frame.parts(), i, &mut cancelled, begin)?;
                }
                if self.consider(frame, rest, i, cancelled, begin)? {
                    return Ok(true);
                }
            }
        }
        for i in frame.values() {
            let g = self.values[i];
            let count = self.cx.games().option_count(g, frame.mover);
            for index in 0..count {
                self.cx.games().budget.tick()?;
                let option = self.cx.games().option(g, frame.mover, index);
                let begin = self.heights();
                for j in frame.values().filter(|&j| j != i) {
                    self.values.push(self.values[j]);
                }
                self.add_value(begin.values, option)?;
                if self.consider(frame, without_values, usize::MAX, 0, begin)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Decides an option, whose new parts and all of whose values are on top of the stacks, or lets it wait; whether it
    /// wins. The totals are those of the position without its values and the part that was moved in.
    fn consider(
        &mut self,
        frame: &Frame,
        rest: Totals,
        moved: usize,
        cancelled: u64,
        begin: Heights,
    ) -> Result<bool, Fault> {
        let mut totals = rest;
        self.memory.options += 1;
        let mut bits = cancelled;
        while bits != 0 {
            let i = bits.trailing_zeros() as usize;
            totals = totals.plus(Totals::of_part(&self.parts[frame.begin.parts + i]), -1);
            bits &= bits - 1;
        }
        totals = totals.plus(self.totals(begin)?, 1);
        let mover = frame.mover.other();
        let new = begin.parts..self.parts.len();
        let components = Components { old: frame.parts(), moved, cancelled, new, values: begin.values };
        let decided = match self.memory.table.get(totals.key_for(mover)) {
            None => self.decided(&totals, &components, mover)?,
            known => known,
        };
        if let Some(wins) = decided {
            self.cut(begin);
            return Ok(!wins);
        }
        // The worse it looks for the one who moves there, the sooner it is tried.
        let score = totals.score(mover);
        let (parts, values) = ((begin.parts, self.parts.len()), (begin.values, self.values.len()));
        self.options.push(Candidate { score, totals, moved, cancelled, parts, values });
        Ok(false)
    }

    /// Those of the components that were put on the stacks since they had these heights.
    fn totals(&mut self, begin: Heights) -> Result<Totals, Fault> {
        let mut totals = Totals::default();
        for part in &self.parts[begin.parts..] {
            totals = totals.plus(Totals::of_part(part), 1);
        }
        for i in begin.values..self.values.len() {
            totals = totals.plus(self.of_value(self.values[i])?, 1);
        }
        Ok(totals)
    }

    fn of_value(&mut self, g: GameId) -> Result<Totals, Fault> {
        let mean = self.memory.bound(g, self.cx.games())?.mean();
        Totals::of_value(g, mean, self.cx.games())
    }

    /// Whether the player to move wins, if values or bounds tell.
    fn decided(&mut self, totals: &Totals, components: &Components, mover: Player) -> Result<Option<bool>, Fault> {
        for player in [Player::Left, Player::Right] {
            let ahead = totals.mean_for(player);
            if player == mover && ahead.is_some_and(|ahead| ahead > 0) {
                return Ok(Some(true));
            }
            if player != mover && ahead.is_some_and(|ahead| ahead < 0) {
                continue;
            }
            let Some(bounds) = self.bounds(components, player)? else { continue };
            // The stops lie no farther from the mean than the temperature, that of the hottest component.
            let temperature = bounds.iter().try_fold(0, |most, bound| Some(bound.temperature()?.max(most)));
            let wins = match ahead.zip(temperature) {
                Some((ahead, temperature)) if player == mover && ahead + temperature < 0 => false,
                Some((ahead, temperature)) if player != mover && ahead > temperature => true,
                _ => self.wins_sum(&bounds, player, mover)?,
            };
            if wins {
                return Ok(Some(player == mover));
            }
        }
        Ok(None)
    }

    /// The values that the components are not below, if they serve Left, or not above; if each has one.
    fn bounds(&mut self, components: &Components, player: Player) -> Result<Option<Vec<Bound>>, Fault> {
        let Components { old, moved, cancelled, new, values } = components;
        let kept = old.clone().filter(|&i| i != *moved && !is_bit(*cancelled, i - old.start));
        let mut bounds = Vec::new();
        for i in kept.chain(new.clone()) {
            match self.parts[i].between(self.cx.games())?[player as usize] {
                Some(bound) => bounds.push(bound),
                None => return Ok(None),
            }
        }
        for i in *values..self.values.len() {
            bounds.push(self.memory.bound(self.values[i], self.cx.games())?);
        }
        Ok(Some(bounds))
    }

    /// Whether a player wins the sum of values, and so whatever is no worse for him, as far as the sum is soon found.
    fn wins_sum(&mut self, values: &[Bound], player: Player, mover: Player) -> Result<bool, Fault> {
        let Some(sum) = self.memory.sum_of(values, self.cx.games())? else { return Ok(false) };
        let games = self.cx.games();
        Ok(match (player, mover) {
            (Player::Left, Player::Left) => !games.less_or_equal(sum, GameId::ZERO)?,
            (Player::Left, Player::Right) => games.less_or_equal(GameId::ZERO, sum)?,
            (Player::Right, Player::Left) => games.less_or_equal(sum, GameId::ZERO)?,
            (Player::Right, Player::Right) => !games.less_or_equal(GameId::ZERO, sum)?,
        })
    }

    /// Adds a region to the position on top of the stacks: to its values, or to its parts, unless one is there that it
    /// cancels, among the new ones or the old.
    fn add_region(
        &mut self,
        region: &[u32],
        negated: bool,
        old: Range<usize>,
        moved: usize,
        cancelled: &mut u64,
        begin: Heights,
    ) -> Result<(), Fault> {
        let known = self.memory.facts(region, self.book, self.cx)?;
        if let Some(value) = known.value {
            let g = value.unpack().game(self.cx.games())?;
            let g = self.cx.games().negative_if(negated, g)?;
            return self.add_value(begin.values, g);
        }
        let cancels = |part: &Part| part.negated != negated && part.known.key == known.key;
        if let Some(i) = (begin.parts..self.parts.len()).find(|&i| cancels(&self.parts[i])) {
            self.parts.swap_remove(i);
            return Ok(());
        }
        let free = |i: usize| i != moved && i - old.start < 64 && !is_bit(*cancelled, i - old.start);
        if let Some(i) = old.clone().find(|&i| free(i) && cancels(&self.parts[i])) {
            *cancelled |= 1 << (i - old.start);
            return Ok(());
        }
        let region = self.shelf.put(region);
        self.parts.push(Part { region, negated, known });
        Ok(())
    }

    /// Adds a value to those from `start` on: to one of them, if the sum is not too hard to find.
    fn add_value(&mut self, start: usize, mut g: GameId) -> Result<(), Fault> {
        while g != GameId::ZERO {
            let mut sum = None;
            for i in start..self.values.len() {
                sum = self.memory.sum(self.values[i], g, self.cx.games())?;
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
}

fn is_bit(bits: u64, i: usize) -> bool {
    i < 64 && bits >> i & 1 == 1
}
