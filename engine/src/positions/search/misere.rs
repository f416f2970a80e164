//! Who wins misère play: depth first, without values, which tell nothing there, and without what cancels, since G - G need
//! not be nothing (Siegel V.6). What is left are splitting, normal forms, the order of moves and a table.

use std::mem::take;

use super::listing::{Listing, Place, Region, Shelf};
use super::parts::Memory;
use super::race::Lane;
use super::table::{Key, Won};
use super::{Rulebook, Searched};
use crate::games::hashing::{FastSet, mix};
use crate::games::{Fault, Player};
use crate::positions::Context;

/// Moves from the start beyond which the search gives up.
const DEEPEST: usize = 1_000_000;

/// Whether `mover` wins misère play of a sum of regions, each in normal form or the negative of one, and how many
/// positions were searched, by a thread in its lane if there are several.
///
/// # Errors
/// [`Fault::Loopy`] where play returns; limits; what the rules say.
pub(crate) fn wins(
    book: &mut dyn Rulebook,
    memory: &mut Memory,
    regions: &[Region],
    mover: Player,
    lane: Option<Lane>,
    cx: &mut dyn Context,
) -> Result<Searched<bool>, Fault> {
    let mut search = Search::new(book, memory, regions, lane, cx)?;
    let answer = search.run(mover)?;
    Ok(Searched { answer, nodes: search.nodes })
}

/// Whether `mover` has no move in a sum of regions, so that he wins; how bad it seems for him, and its key.
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
    let search = Search::new(book, memory, regions, None, cx)?;
    let parts = &search.parts;
    let wins = parts.iter().all(|part| part.moves[mover as usize] == 0).then_some(true);
    Ok((wins, parts.iter().map(|part| part.score(mover)).sum(), search.key(0, mover)))
}

/// A part in which somebody can move.
#[derive(Clone, Copy)]
struct Part {
    /// Its normal form.
    region: Place,
    negated: bool,
    /// The keys of the part as it is and of its negative.
    keys: [Key; 2],
    /// The moves of each player, sign considered.
    moves: [u16; 2],
}

impl Part {
    /// How many more moves the one has who does not move there than `mover`, who does.
    fn score(&self, mover: Player) -> i64 {
        i64::from(self.moves[mover.other() as usize]) - i64::from(self.moves[mover as usize])
    }
}

/// An option that is not decided yet.
#[derive(Clone, Copy)]
struct Candidate {
    /// How many more moves the one who has just moved has there than the other one: who runs out of moves wins, so the
    /// least comes first.
    score: i64,
    key: Key,
    /// The part that was moved in, and those that are new.
    moved: usize,
    parts: (usize, usize),
}

/// A position under way: where its parts and what is left of its options lie in the shared stacks.
struct Frame {
    shelf: usize,
    parts: (usize, usize),
    options: usize,
    next: usize,
    key: Key,
    mover: Player,
    /// Positions searched before this one.
    began: u64,
}

struct Search<'a> {
    book: &'a mut dyn Rulebook,
    memory: &'a mut Memory,
    cx: &'a mut dyn Context,
    listing: Listing,
    shelf: Shelf,
    parts: Vec<Part>,
    options: Vec<Candidate>,
    frames: Vec<Frame>,
    /// The keys of the positions under way, where play may return to one.
    path: FastSet<Key>,
    nodes: u64,
    /// Its place among the threads that search for the same answer, if there are several.
    lane: Option<Lane<'a>>,
}

impl<'a> Search<'a> {
    /// A search with the sum that it begins with on its stack.
    fn new(
        book: &'a mut dyn Rulebook,
        memory: &'a mut Memory,
        regions: &[Region],
        lane: Option<Lane<'a>>,
        cx: &'a mut dyn Context,
    ) -> Result<Self, Fault> {
        let (listing, shelf, parts, options, frames, path) = Default::default();
        let mut search = Search { book, memory, cx, listing, shelf, parts, options, frames, path, nodes: 0, lane };
        for (region, negated) in regions {
            search.add(region, *negated)?;
        }
        Ok(search)
    }

    fn run(&mut self, mover: Player) -> Result<bool, Fault> {
        let key = self.key(0, mover);
        if let Some(Won { by_mover: known, nodes }) = self.memory.misere.find(key) {
            // As many as when it was found.
            self.nodes += nodes;
            return Ok(known);
        }
        let mut answer = self.enter(0, key, mover)?;
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
            self.shelf.truncate(frame.shelf);
            self.parts.truncate(frame.parts.0);
            self.options.truncate(frame.options);
            self.path.remove(&frame.key);
            let nodes = self.nodes - frame.began;
            let found = Won { by_mover: lost_there, nodes };
            self.memory.misere.keep(frame.key, found, &self.cx.games().budget)?;
            answer = Some(lost_there);
        }
    }

    /// Opens an option of the last frame, if it is not known by now.
    fn try_option(&mut self, option: &Candidate, mover: Player) -> Result<Option<bool>, Fault> {
        if let Some(known) = self.memory.misere.get(option.key) {
            return Ok(Some(known));
        }
        let Some(frame) = self.frames.last() else { return Ok(None) };
        let (old, begin) = (frame.parts, self.parts.len());
        self.cx.games().budget.room_for(&self.parts, old.1 - old.0 + option.parts.1 - option.parts.0)?;
        for i in (old.0..old.1).filter(|&i| i != option.moved).chain(option.parts.0..option.parts.1) {
            self.parts.push(self.parts[i]);
        }
        self.enter(begin, option.key, mover)
    }

    /// Lists the options of the position on top of the stack: one that wins decides; else those that are not known wait
    /// in a new frame.
    fn enter(&mut self, begin: usize, key: Key, mover: Player) -> Result<Option<bool>, Fault> {
        self.nodes += 1;
        self.cx.games().budget.count_searched();
        if self.frames.len() >= DEEPEST {
            return Err(Fault::Depth { limit: DEEPEST });
        }
        if self.parts[begin..].iter().all(|part| part.moves[mover as usize] == 0) {
            self.parts.truncate(begin);
            return Ok(Some(true));
        }
        if self.book.may_return() && !self.path.insert(key) {
            return Err(Fault::Loopy);
        }
        let parts = (begin, self.parts.len());
        let (shelf, options) = (self.shelf.len(), self.options.len());
        let mut listing = take(&mut self.listing);
        let wins = self.list(parts, mover, &mut listing);
        self.listing = listing;
        if wins? {
            self.path.remove(&key);
            self.shelf.truncate(shelf);
            self.parts.truncate(begin);
            self.options.truncate(options);
            self.memory.misere.keep(key, Won::AT_ONCE, &self.cx.games().budget)?;
            return Ok(Some(true));
        }
        self.options[options..].sort_unstable_by_key(|option| (option.score, option.key));
        if let Some(lane) = self.lane {
            lane.reorder(&mut self.options[options..], self.frames.len(), |option| option.key as u64);
        }
        self.cx.games().budget.room_to_push(&self.frames)?;
        self.frames.push(Frame { shelf, parts, options, next: options, key, mover, began: self.nodes - 1 });
        Ok(None)
    }

    /// Lists all options; whether one of them is known to win.
    fn list(&mut self, parts: (usize, usize), mover: Player, listing: &mut Listing) -> Result<bool, Fault> {
        let other = mover.other();
        for moved in parts.0..parts.1 {
            let Part { region, negated, .. } = self.parts[moved];
            listing.clear();
            let player = if negated { other } else { mover };
            self.book.list(self.shelf.get(region), player, self.cx, listing)?;
            for index in 0..listing.len() {
                self.cx.games().budget.tick()?;
                let (shelf, begin) = (self.shelf.len(), self.parts.len());
                for (region, turned) in listing.option(index) {
                    self.add(region, turned ^ negated)?;
                }
                let kept = (parts.0..parts.1).filter(|&i| i != moved);
                let (mut key, mut score) = (Key::default(), 0);
                for part in kept.chain(begin..self.parts.len()).map(|i| &self.parts[i]) {
                    key = key.wrapping_add(part.keys[other as usize]);
                    score += part.score(other);
                }
                match self.memory.misere.get(key) {
                    Some(false) => return Ok(true),
                    Some(true) => {
                        self.shelf.truncate(shelf);
                        self.parts.truncate(begin);
                    }
                    None => {
                        let parts = (begin, self.parts.len());
                        self.cx.games().budget.room_to_push(&self.options)?;
                        self.options.push(Candidate { score, key, moved, parts });
                    }
                }
            }
        }
        Ok(false)
    }

    /// Adds a region to the parts on top of the stack, if anybody can move in it.
    fn add(&mut self, region: &[u32], negated: bool) -> Result<(), Fault> {
        let (moves, key) = self.memory.moves(region, self.book, self.cx)?;
        if moves == [0, 0] {
            return Ok(());
        }
        let (keys, turned) = ([key, of_negative(key)], usize::from(negated));
        let budget = &self.cx.games().budget;
        budget.room_to_push(&self.parts)?;
        self.shelf.make_room(region.len(), budget)?;
        let part = Part {
            region: self.shelf.put(region),
            negated,
            keys: [keys[turned], keys[1 - turned]],
            moves: [moves[turned], moves[1 - turned]],
        };
        self.parts.push(part);
        Ok(())
    }

    /// The key of the position with this player to move: of the negative with Left to move it is the same, so that only
    /// Left's are kept.
    fn key(&self, begin: usize, mover: Player) -> Key {
        self.parts[begin..].iter().fold(Key::default(), |key, part| key.wrapping_add(part.keys[mover as usize]))
    }
}

/// The key of the negative of a region: not the negative of its key, since G - G need not be nothing.
fn of_negative(key: Key) -> Key {
    Key::from(mix((key >> 64) as u64)) << 64 | Key::from(mix(key as u64))
}
