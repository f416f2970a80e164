//! Who wins a partizan position: depth first, best moves first, with a stack of its own.

mod decided;
mod options;
mod stacks;

use stacks::{Candidate, Components, Frame, Heights};

use super::listing::{Listing, Region, Shelf};
use super::parts::{Memory, Part};
use super::race::Lane;
use super::table::{Key, Won};
use super::totals::Totals;
use super::{Rulebook, Searched};
use crate::games::hashing::FastSet;
use crate::games::{Fault, GameId, Player};
use crate::positions::Context;

/// Moves from the start beyond which the search gives up.
const DEEPEST: usize = 1_000_000;
/// Options from which on the replies to each are counted before one is searched: with fewer that costs more than it saves.
const LOOK_AHEAD: usize = 10;
/// How many of them must look best alike for that: where scores tell options apart, they are a good order.
const TIED: usize = 3;

/// Whether `mover` wins the sum of regions, each in normal form or the negative of one, and a value; and how many
/// positions were searched, by a thread in its lane if there are several.
///
/// # Errors
/// Limits; what the rules say.
pub(crate) fn wins(
    book: &mut dyn Rulebook,
    memory: &mut Memory,
    regions: &[Region],
    value: GameId,
    mover: Player,
    lane: Option<Lane>,
    cx: &mut dyn Context,
) -> Result<Searched<bool>, Fault> {
    let mut search = Search { lane, ..Search::new(book, memory, cx) };
    let answer = search.run(regions, value, mover)?;
    Ok(Searched { answer, nodes: search.nodes })
}

/// Whether `mover` wins a sum of regions, if values or bounds tell, how good it seems for him, and its key: the position
/// is not searched.
///
/// # Errors
/// As [`wins`].
pub(super) fn estimate(
    book: &mut dyn Rulebook,
    memory: &mut Memory,
    regions: &[Region],
    mover: Player,
    cx: &mut dyn Context,
) -> Result<(Option<bool>, i64, Key), Fault> {
    let mut search = Search::new(book, memory, cx);
    let (totals, components) = search.begin(regions, GameId::ZERO)?;
    let wins = search.decided(&totals, &components, mover)?;
    Ok((wins, totals.score(mover), totals.key))
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
    /// Its place among the threads that search for the same answer, if there are several.
    lane: Option<Lane<'a>>,
}

impl<'a> Search<'a> {
    fn new(book: &'a mut dyn Rulebook, memory: &'a mut Memory, cx: &'a mut dyn Context) -> Self {
        let (listing, shelf, parts, values) = Default::default();
        let (options, frames, path) = Default::default();
        let (nodes, lane) = Default::default();
        Search { book, memory, cx, listing, shelf, parts, values, options, frames, path, nodes, lane }
    }

    /// Puts the position that the search begins with on the stacks, which are empty.
    fn begin(&mut self, regions: &[Region], value: GameId) -> Result<(Totals, Components), Fault> {
        let begin = self.heights();
        self.add_value(0, value)?;
        for (region, negated) in regions {
            self.add_region(region, *negated, 0..0, usize::MAX, &mut 0, begin)?;
        }
        let components = Components { old: 0..0, moved: 0, cancelled: 0, new: 0..self.parts.len(), values: 0 };
        Ok((self.totals(begin)?, components))
    }

    fn run(&mut self, regions: &[Region], value: GameId, mover: Player) -> Result<bool, Fault> {
        let begin = self.heights();
        let (totals, components) = self.begin(regions, value)?;
        let known = match self.decided(&totals, &components, mover)? {
            None => self.memory.table.find(totals.key_for(mover)).map(|found| {
                // As many as when it was found.
                self.nodes += found.nodes;
                found.by_mover
            }),
            decided => decided,
        };
        let mut answer = match known {
            None => self.enter(begin, totals, mover)?,
            known => known,
        };
        loop {
            if let Some(lane) = self.lane {
                lane.go_on()?;
            }
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
            let found = Won { by_mover: lost_there, nodes };
            self.memory.table.keep(frame.key, found, &self.cx.games().budget)?;
            answer = Some(lost_there);
        }
    }

    /// Looks at an option of the last frame once more, and opens it if it is not known yet.
    fn try_option(&mut self, option: &Candidate, mover: Player) -> Result<Option<bool>, Fault> {
        if let Some(known) = self.memory.table.get(option.totals.key_for(mover)) {
            return Ok(Some(known));
        }
        let Some(frame) = self.frames.last() else { return Ok(None) };
        let begin = self.put(frame.parts(), option);
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
        self.cx.games().budget.count_searched();
        if self.frames.len() >= DEEPEST {
            return Err(Fault::Depth { limit: DEEPEST });
        }
        let key = totals.key_for(mover);
        // The negative with the players exchanged is no shorter than the position, so it cannot follow it in play that ends.
        if self.book.may_return() && !self.path.insert(key) {
            return Err(Fault::Loopy);
        }
        let frame = self.frame(begin, key, mover);
        if self.list(&frame, &totals)? || (!totals.is_bounded() && self.look_ahead(&frame)?) {
            self.path.remove(&key);
            self.cut(frame.end);
            self.options.truncate(frame.options);
            self.memory.table.keep(frame.key, Won::AT_ONCE, &self.cx.games().budget)?;
            return Ok(Some(true));
        }
        self.options[frame.options..].sort_unstable_by_key(|option| (option.replies, option.score, option.totals.key));
        if let Some(lane) = self.lane {
            let depth = self.frames.len();
            let key = |option: &Candidate| option.totals.key as u64;
            lane.reorder(&mut self.options[frame.options..], depth, key);
        }
        self.cx.games().budget.room_to_push(&self.frames)?;
        self.frames.push(frame);
        Ok(None)
    }

    /// Counts the replies to each of many options, and drops those that are lost by one; whether one has no reply. Where
    /// neither bounds nor scores tell which option is best, few replies do. The options are sorted by their scores.
    fn look_ahead(&mut self, frame: &Frame) -> Result<bool, Fault> {
        let Some(best) = self.options.get(frame.options).map(|option| option.score) else { return Ok(false) };
        let tied = self.options[frame.options..].partition_point(|option| option.score == best);
        if tied < TIED || self.options.len() - frame.options < LOOK_AHEAD {
            return Ok(false);
        }
        let mut kept = frame.options;
        for i in frame.options..self.options.len() {
            let option = self.options[i];
            let Some(replies) = self.replies(frame, &option)? else { continue };
            if replies == 0 {
                return Ok(true);
            }
            self.options[kept] = Candidate { replies, ..option };
            kept += 1;
        }
        self.options.truncate(kept);
        Ok(false)
    }

    /// How many replies to an option wait for an answer; `None` if one of them wins.
    fn replies(&mut self, frame: &Frame, option: &Candidate) -> Result<Option<usize>, Fault> {
        self.nodes += 1;
        self.cx.games().budget.count_searched();
        let mover = frame.mover.other();
        let begin = self.put(frame.parts(), option);
        let there = self.frame(begin, option.totals.key_for(mover), mover);
        let lost = self.list(&there, &option.totals)?;
        let replies = self.options.len() - there.options;
        self.options.truncate(there.options);
        self.cut(begin);
        if lost {
            self.memory.table.keep(there.key, Won::AT_ONCE, &self.cx.games().budget)?;
        }
        Ok((!lost).then_some(replies))
    }
}
