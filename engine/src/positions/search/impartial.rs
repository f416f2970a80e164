//! The nim-value of an impartial position by couples of a part and a heap (Lemoine and Viennot, Nimbers are inevitable,
//! 2012): G has the nim-value k if G + *k is lost for the player to move, which is sooner found than the values of all options.

use std::mem::take;

use super::listing::{Listing, Place, Region, Shelf};
use super::parts::Memory;
use super::table::Key;
use super::{Rulebook, Searched};
use crate::games::hashing::mix;
use crate::games::{Fault, Player};
use crate::positions::{Context, Known};

/// Moves from the start beyond which the search gives up.
const DEEPEST: usize = 1_000_000;

/// The nim-value of a sum of regions in normal form, and how many positions were searched.
///
/// # Errors
/// Limits; what the rules say.
pub(crate) fn nim_value(
    book: &mut dyn Rulebook,
    memory: &mut Memory,
    regions: &[Region],
    cx: &mut dyn Context,
) -> Result<Searched<u64>, Fault> {
    let mut search = Search::new(book, memory, cx);
    let mut total = 0;
    for (region, _) in regions {
        total ^= search.value_of(region)?;
    }
    Ok(Searched { answer: total, nodes: search.nodes })
}

/// Whether the player to move wins the sum of regions in normal form and a heap, and how many positions were searched.
///
/// # Errors
/// As [`nim_value`].
pub(crate) fn wins(
    book: &mut dyn Rulebook,
    memory: &mut Memory,
    regions: &[Region],
    heap: u64,
    cx: &mut dyn Context,
) -> Result<Searched<bool>, Fault> {
    let mut search = Search::new(book, memory, cx);
    let mut rest = Vec::new();
    let mut total = heap;
    for (region, _) in regions {
        match search.known(region)? {
            Ok(n) => total ^= n,
            Err((key, moves)) => rest.push((moves, key, region)),
        }
    }
    // The nim-value of the largest one is not needed.
    rest.sort_unstable_by_key(|(moves, key, _)| (*moves, *key));
    let Some((_, key, largest)) = rest.pop() else { return Ok(Searched { answer: total != 0, nodes: 0 }) };
    for (.., region) in rest {
        total ^= search.value_of(region)?;
    }
    let answer = match search.known(largest)? {
        Ok(n) => n != total,
        Err((_, moves)) => {
            let region = search.shelf.put(largest);
            search.couple_wins(Part { region, key, moves }, total)?
        }
    };
    Ok(Searched { answer, nodes: search.nodes })
}

/// A part without a known nim-value.
#[derive(Clone, Copy)]
struct Part {
    region: Place,
    key: Key,
    /// How many moves it has.
    moves: u64,
}

/// A task under way.
enum Frame {
    /// To find the nim-value of a part: the heap beside it that is tried.
    Value { part: Part, heap: u64 },
    /// To find whether the player to move wins a part and a heap. What is left of the options lies in the shared stacks.
    Couple { key: Key, shelf: usize, options: usize, next: usize, parts: usize, began: u64 },
}

/// An option that is not decided yet: its parts without known nim-values in the shared stack, and a heap.
#[derive(Clone, Copy)]
struct Candidate {
    /// The moves there are; heaps last.
    score: u64,
    key: Key,
    parts: (usize, usize),
    heap: u64,
}

/// What an option needs.
enum Needed {
    /// Nothing: whether the player to move wins.
    Nothing(bool),
    /// The nim-value of a part.
    Value(Part),
    /// The couple of a part and a heap.
    Couple(Part, u64),
}

struct Search<'a> {
    book: &'a mut dyn Rulebook,
    memory: &'a mut Memory,
    cx: &'a mut dyn Context,
    listing: Listing,
    shelf: Shelf,
    frames: Vec<Frame>,
    options: Vec<Candidate>,
    /// Parts of options.
    parts: Vec<Part>,
    nodes: u64,
}

impl<'a> Search<'a> {
    fn new(book: &'a mut dyn Rulebook, memory: &'a mut Memory, cx: &'a mut dyn Context) -> Self {
        let (listing, shelf, frames, options, parts) = Default::default();
        Search { book, memory, cx, listing, shelf, frames, options, parts, nodes: 0 }
    }

    fn value_of(&mut self, region: &[u32]) -> Result<u64, Fault> {
        loop {
            match self.known(region)? {
                Ok(value) => return Ok(value),
                Err((key, moves)) => {
                    let part = Part { region: self.shelf.put(region), key, moves };
                    self.frames.push(Frame::Value { part, heap: 0 });
                    self.run(None)?;
                }
            }
        }
    }

    /// Whether the player to move wins a part and a heap.
    fn couple_wins(&mut self, part: Part, heap: u64) -> Result<bool, Fault> {
        let answer = match self.memory.table.get(couple(part.key, heap)) {
            None => self.enter(part, heap, 0)?,
            known => known,
        };
        Ok(self.run(answer)?.unwrap_or(false))
    }

    /// The nim-value of a region, or its key and how many moves it has.
    fn known(&mut self, region: &[u32]) -> Result<Result<u64, (Key, u64)>, Fault> {
        let facts = self.memory.facts(region, self.book, self.cx)?;
        if let Some(Known::Nim(n)) = facts.value.map(|value| value.unpack()) {
            return Ok(Ok(n));
        }
        Ok(self.memory.nimbers.get(&facts.key).copied().ok_or((facts.key, facts.moves[0].into())))
    }

    /// The nim-value of a part that had none when it was put on the stack.
    fn known_by_now(&self, part: Part) -> Option<u64> {
        self.memory.nimbers.get(&part.key).copied()
    }

    /// Does all tasks; the answer to the last couple. Nim-values are remembered.
    fn run(&mut self, mut answer: Option<bool>) -> Result<Option<bool>, Fault> {
        while let Some(frame) = self.frames.last_mut() {
            if self.options.len() > DEEPEST {
                return Err(Fault::Depth { limit: DEEPEST });
            }
            match frame {
                Frame::Value { part, heap } => match answer.take() {
                    Some(false) => {
                        self.memory.nimbers.insert(part.key, *heap);
                        self.frames.pop();
                    }
                    lost => {
                        *heap += u64::from(lost == Some(true));
                        let (part, heap) = (*part, *heap);
                        answer = match self.memory.table.get(couple(part.key, heap)) {
                            None => self.enter(part, heap, heap)?,
                            known => known,
                        };
                    }
                },
                Frame::Couple { key, shelf, options, next, parts, began } => {
                    let wins = answer.take() == Some(false);
                    if !wins && *next < self.options.len() {
                        let option = self.options[*next];
                        match self.needed(option) {
                            Needed::Nothing(wins) => {
                                answer = Some(wins);
                                self.advance();
                            }
                            Needed::Value(part) => self.frames.push(Frame::Value { part, heap: 0 }),
                            Needed::Couple(part, heap) => {
                                self.advance();
                                answer = match self.memory.table.get(couple(part.key, heap)) {
                                    None => self.enter(part, heap, 0)?,
                                    known => known,
                                };
                            }
                        }
                        continue;
                    }
                    let (key, nodes) = (*key, self.nodes - *began);
                    self.shelf.truncate(*shelf);
                    self.options.truncate(*options);
                    self.parts.truncate(*parts);
                    self.frames.pop();
                    self.memory.table.keep(key, wins, nodes, &self.cx.games().budget)?;
                    answer = Some(wins);
                }
            }
        }
        Ok(answer)
    }

    /// The last couple goes on to its next option.
    fn advance(&mut self) {
        if let Some(Frame::Couple { next, .. }) = self.frames.last_mut() {
            *next += 1;
        }
    }

    /// What must be known to decide an option: of several parts the nim-values of all but the largest.
    fn needed(&self, option: Candidate) -> Needed {
        let mut heap = option.heap;
        let mut left: Option<Part> = None;
        let mut smaller: Option<Part> = None;
        for &part in &self.parts[option.parts.0..option.parts.1] {
            match self.known_by_now(part) {
                Some(n) => heap ^= n,
                None => match left {
                    Some(largest) if largest.moves >= part.moves => smaller = Some(part),
                    _ => {
                        smaller = left.take().or(smaller);
                        left = Some(part);
                    }
                },
            }
        }
        match (smaller, left) {
            (Some(part), _) => Needed::Value(part),
            (None, Some(part)) => Needed::Couple(part, heap),
            (None, None) => Needed::Nothing(heap != 0),
        }
    }

    /// Lists the options of a couple, without the heaps below `from`: one that wins decides; else those that are not
    /// decided wait in a new frame.
    fn enter(&mut self, part: Part, heap: u64, from: u64) -> Result<Option<bool>, Fault> {
        self.nodes += 1;
        self.cx.games().budget.count_searched();
        let (shelf, options, parts) = (self.shelf.len(), self.options.len(), self.parts.len());
        let (key, began) = (couple(part.key, heap), self.nodes - 1);
        let mut listing = take(&mut self.listing);
        listing.clear();
        let listed = self.book.list(self.shelf.get(part.region), Player::Left, self.cx, &mut listing);
        let found = listed.and_then(|()| self.list(&listing, heap));
        self.listing = listing;
        if found? {
            self.shelf.truncate(shelf);
            self.options.truncate(options);
            self.parts.truncate(parts);
            self.memory.table.keep(key, true, 1, &self.cx.games().budget)?;
            return Ok(Some(true));
        }
        self.options[options..].sort_unstable_by_key(|option| (option.score, option.key));
        let mut kept = options;
        for i in options..self.options.len() {
            if kept == options || self.options[kept - 1].key != self.options[i].key {
                self.options[kept] = self.options[i];
                kept += 1;
            }
        }
        self.options.truncate(kept);
        for heap in from..heap {
            let first = self.parts.len();
            self.parts.push(Part { moves: u64::MAX, ..part });
            let key = couple(part.key, heap);
            self.options.push(Candidate { score: u64::MAX, key, parts: (first, first + 1), heap });
        }
        self.frames.push(Frame::Couple { key, shelf, options, next: options, parts, began });
        Ok(None)
    }

    /// Lists the options of a part beside a heap; whether one of them wins at once.
    fn list(&mut self, listing: &Listing, heap: u64) -> Result<bool, Fault> {
        for index in 0..listing.len() {
            self.cx.games().budget.tick()?;
            let (shelf, first) = (self.shelf.len(), self.parts.len());
            let (mut heap, mut key, mut score) = (heap, 0, 0);
            for (region, _) in listing.option(index) {
                match self.known(region)? {
                    Ok(n) => heap ^= n,
                    Err((of_part, moves)) => {
                        key ^= of_part;
                        // Two of the same are worth nothing.
                        match (first..self.parts.len()).find(|&i| self.parts[i].key == of_part) {
                            Some(i) => {
                                self.parts.swap_remove(i);
                                score -= moves;
                            }
                            None => {
                                let region = self.shelf.put(region);
                                self.parts.push(Part { region, key: of_part, moves });
                                score += moves;
                            }
                        }
                    }
                }
            }
            let key = couple(key, heap);
            let decided = match self.parts.len() - first {
                0 => Some(heap != 0),
                1 => self.memory.table.get(key),
                _ => None,
            };
            match decided {
                Some(false) => return Ok(true),
                Some(true) => {
                    self.shelf.truncate(shelf);
                    self.parts.truncate(first);
                }
                None => self.options.push(Candidate { score, key, parts: (first, self.parts.len()), heap }),
            }
        }
        Ok(false)
    }
}

/// The key of parts and a heap.
fn couple(parts: Key, heap: u64) -> Key {
    let word = mix(heap ^ 0x5bd1_e995);
    parts ^ (Key::from(mix(word ^ 0x2545_f491)) << 64 | Key::from(word))
}
