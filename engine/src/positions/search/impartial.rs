//! The nim-value of an impartial position by couples of a part and a heap (Lemoine and Viennot, Nimbers are inevitable,
//! 2012): G has the nim-value k if G + *k is lost for the player to move, which is sooner found than the values of all options.

use std::mem::take;

use super::listing::{Listing, Place, Region, Shelf};
use super::nim_value::{Heaps, Nim, Sought};
use super::parts::Memory;
use super::race::Lane;
use super::table::Key;
use super::{Rulebook, Searched};
use crate::games::{Fault, Player};
use crate::positions::{Context, Known};

/// Moves from the start beyond which the search gives up.
const DEEPEST: usize = 1_000_000;

/// As how many other replies to an option one in the heap beside it counts, which leaves more to be searched.
const HEAP_REPLY: u64 = 2;

/// The nim-value of a sum of regions in normal form, and how many positions were searched, by a thread in its lane if there
/// are several.
///
/// # Errors
/// Limits; what the rules say.
pub(crate) fn nim_value(
    book: &mut dyn Rulebook,
    memory: &mut Memory,
    regions: &[Region],
    lane: Option<Lane>,
    cx: &mut dyn Context,
) -> Result<Searched<u64>, Fault> {
    let mut search = Search { lane, ..Search::new(book, memory, cx) };
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
    lane: Option<Lane>,
    cx: &mut dyn Context,
) -> Result<Searched<bool>, Fault> {
    let mut search = Search { lane, ..Search::new(book, memory, cx) };
    let mut rest = Vec::new();
    let mut total = heap;
    for (region, _) in regions {
        match search.known(region)? {
            Ok(n) => total ^= n,
            Err(Unknown { key, moves, .. }) => rest.push((moves, key, region)),
        }
    }
    // The nim-value of the largest one is not needed.
    rest.sort_unstable_by_key(|(moves, key, _)| (*moves, *key));
    let Some((_, _, largest)) = rest.pop() else { return Ok(Searched { answer: total != 0, nodes: 0 }) };
    for (.., region) in rest {
        total ^= search.value_of(region)?;
    }
    let answer = search.seek(largest, Some(total))? != Nim::Is(total);
    Ok(Searched { answer, nodes: search.nodes })
}

/// A part whose nim-value was not known when it was met.
#[derive(Clone, Copy)]
struct Part {
    region: Place,
    key: Key,
    /// How many moves it has.
    moves: u64,
    /// Its nim-value, if that has been found since.
    nim: Option<u64>,
}

/// What is known of a region without a known nim-value.
struct Unknown {
    key: Key,
    moves: u64,
    /// Nim-values that it does not have.
    not: Heaps,
}

/// A part whose nim-value is sought. Its options are listed once, for all heaps that are tried beside it.
struct Frame {
    part: Part,
    /// The heap with which the part is a couple; `None` if its nim-value itself is sought.
    beside: Option<u64>,
    /// The heap that is tried: beside it the part is won if an option has this nim-value.
    heap: u64,
    /// Nim-values that the part does not have, those of options among them.
    not: Heaps,
    /// The next option to be looked at, and the part of it about which was asked.
    next: usize,
    asked: usize,
    /// Where its options, their parts and the regions of these begin in the shared stacks.
    options: usize,
    parts: usize,
    shelf: usize,
    /// Positions searched before it.
    began: u64,
}

/// An option whose nim-value was not known when it was listed.
#[derive(Clone, Copy)]
struct Candidate {
    /// The moves there are.
    score: u64,
    /// The keys of its parts.
    key: Key,
    /// The nim-value of all else.
    nim: u64,
    /// Its parts without known nim-values, in the shared stack.
    parts: (usize, usize),
}

/// The nim-value of an option, as far as it is known.
enum Look {
    Value(u64),
    /// It is not the heap that is tried.
    Different,
    Ask(Question),
}

/// What must be known of a part: whether it has the nim-value of a heap beside it, or which it has.
struct Question {
    part: usize,
    beside: Option<u64>,
    /// Nim-values that it does not have.
    not: Heaps,
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
    /// The keys of the regions of options that are being listed.
    keys: Vec<Key>,
    nodes: u64,
    /// Its place among the threads that search for the same answer, if there are several.
    lane: Option<Lane<'a>>,
}

impl<'a> Search<'a> {
    fn new(book: &'a mut dyn Rulebook, memory: &'a mut Memory, cx: &'a mut dyn Context) -> Self {
        let (listing, shelf, frames, options, parts, keys) = Default::default();
        Search { book, memory, cx, listing, shelf, frames, options, parts, keys, nodes: 0, lane: None }
    }

    fn value_of(&mut self, region: &[u32]) -> Result<u64, Fault> {
        match self.seek(region, None)? {
            Nim::Is(n) => Ok(n),
            Nim::IsNot(_) => unreachable!("the nim-value itself was sought"),
        }
    }

    /// The nim-value of a region; beside a heap it may be enough that it is not the heap's.
    fn seek(&mut self, region: &[u32], beside: Option<u64>) -> Result<Nim, Fault> {
        let Unknown { key, moves, not } = match self.known(region)? {
            Ok(n) => return Ok(Nim::Is(n)),
            Err(unknown) => unknown,
        };
        if beside.is_some_and(|heap| not.contains(heap)) {
            return Ok(Nim::IsNot(not));
        }
        let part = Part { region: self.shelf.put(region), key, moves, nim: None };
        let mut answer = self.open(part, beside, not)?;
        while let Some(mut frame) = self.frames.pop() {
            if let Some(lane) = self.lane {
                lane.go_on()?;
            }
            match answer {
                Some(Nim::Is(n)) => self.parts[frame.asked].nim = Some(n),
                Some(Nim::IsNot(_)) => frame.next += 1,
                None => {}
            }
            answer = match self.go_on(&mut frame)? {
                Ok(nim) => Some(self.close(&frame, nim)?),
                Err(Question { part, beside, not }) => {
                    frame.asked = part;
                    self.frames.push(frame);
                    self.open(self.parts[part], beside, not)?
                }
            };
        }
        Ok(answer.unwrap_or(Nim::IsNot(not)))
    }

    /// The nim-value of a region, or what is known instead.
    fn known(&mut self, region: &[u32]) -> Result<Result<u64, Unknown>, Fault> {
        let key = self.book.key(region, self.cx);
        self.known_by(key, region)
    }

    /// The same of a region with this key.
    fn known_by(&mut self, key: Key, region: &[u32]) -> Result<Result<u64, Unknown>, Fault> {
        let not = match self.memory.nim(key) {
            Nim::Is(n) => return Ok(Ok(n)),
            Nim::IsNot(not) => not,
        };
        let facts = self.memory.facts(region, self.book, self.cx)?;
        if let Some(Known::Nim(n)) = facts.value.map(|value| value.unpack()) {
            let found = Sought { nim: Nim::Is(n), nodes: 1 };
            self.memory.nimbers.keep(key, found, &self.cx.games().budget)?;
            return Ok(Ok(n));
        }
        Ok(Err(Unknown { key, moves: facts.moves[0].into(), not }))
    }

    /// Puts a part on the stack, or tells of its nim-value what is asked, if an option tells it at once.
    fn open(&mut self, part: Part, beside: Option<u64>, not: Heaps) -> Result<Option<Nim>, Fault> {
        if self.options.len() > DEEPEST {
            return Err(Fault::Depth { limit: DEEPEST });
        }
        let (mut frame, is_told) = self.begin(part, beside, not)?;
        if is_told {
            return self.close(&frame, Nim::IsNot(frame.not)).map(Some);
        }
        frame.heap = beside.unwrap_or(frame.not.least_missing(0));
        self.arrange(&frame)?;
        self.cx.games().budget.room_to_push(&self.frames)?;
        self.frames.push(frame);
        Ok(None)
    }

    /// Lists the options of a part, each once, for a frame; whether one tells at once that the part is not the heap's.
    fn begin(&mut self, part: Part, beside: Option<u64>, not: Heaps) -> Result<(Frame, bool), Fault> {
        let (shelf, options, parts, began) = (self.shelf.len(), self.options.len(), self.parts.len(), self.nodes);
        let mut frame = Frame { part, beside, heap: 0, not, next: options, asked: parts, options, parts, shelf, began };
        let mut listing = take(&mut self.listing);
        listing.clear();
        let listed = self.book.list(self.shelf.get(part.region), Player::Left, self.cx, &mut listing);
        let found = listed.and_then(|()| self.list(&listing, &mut frame));
        self.listing = listing;
        self.count();
        if found? {
            return Ok((frame, true));
        }
        self.options[options..].sort_unstable_by_key(|option| (option.key, option.nim));
        let mut kept = options;
        for i in options..self.options.len() {
            let same = |other: &Candidate| (other.key, other.nim) == (self.options[i].key, self.options[i].nim);
            if kept == options || !same(&self.options[kept - 1]) {
                self.options[kept] = self.options[i];
                kept += 1;
            }
        }
        self.options.truncate(kept);
        Ok((frame, false))
    }

    /// Puts the options of a frame into the order in which they are asked for the nim-value of its heap: first those with
    /// the fewest replies, for all of these must be refuted. Replies to an option that would take long are looked at before.
    fn arrange(&mut self, frame: &Frame) -> Result<(), Fault> {
        let options = frame.options..self.options.len();
        for i in options.clone() {
            let option = self.options[i];
            if let Look::Ask(question @ Question { beside: Some(heap), .. }) = self.look(option, frame.heap) {
                let Part { moves, .. } = self.parts[question.part];
                let depth = self.memory.efforts.depth(moves);
                let in_heap = HEAP_REPLY * question.not.missing_below(heap);
                self.options[i].score = match depth {
                    0 => moves,
                    depth => self.replies(question, heap, depth)?,
                } + in_heap;
            }
        }
        self.options[options].sort_unstable_by_key(|option| (option.score, option.key, option.nim));
        if let Some(lane) = self.lane {
            lane.reorder(&mut self.options[frame.options..], self.frames.len(), |option| option.key as u64);
        }
        Ok(())
    }

    /// How many options of a part must be refuted beside a heap, as far as is seen so many moves ahead: none if one has the
    /// nim-value of the heap, for that settles the question.
    fn replies(&mut self, question: Question, heap: u64, depth: u32) -> Result<u64, Fault> {
        let part = self.parts[question.part];
        let (frame, is_told) = self.begin(part, Some(heap), question.not)?;
        if is_told {
            return self.close(&frame, Nim::IsNot(frame.not)).map(|_| 0);
        }
        let mut replies = 0;
        for i in frame.options..self.options.len() {
            replies += match self.look(self.options[i], heap) {
                Look::Ask(question @ Question { beside: Some(heap), .. }) if depth > 1 => {
                    (self.replies(question, heap, depth - 1)? > 0).into()
                }
                Look::Ask(_) => 1,
                Look::Value(_) | Look::Different => 0,
            };
        }
        self.leave(&frame);
        Ok(replies)
    }

    /// Lists the options that have no known nim-value; whether one has that of the heap beside the part, or none can.
    fn list(&mut self, listing: &Listing, frame: &mut Frame) -> Result<bool, Fault> {
        if frame.beside.is_some_and(|heap| heap > listing.len() as u64) {
            return Ok(true);
        }
        let mut keys = take(&mut self.keys);
        keys.clear();
        let regions = (0..listing.len()).flat_map(|index| listing.option(index));
        keys.extend(regions.map(|(region, _)| self.book.key(region, self.cx)));
        self.memory.nimbers.touch(keys.iter().copied());
        let found = self.list_known(listing, &keys, frame);
        self.keys = keys;
        found
    }

    /// The same with the keys of all regions.
    fn list_known(&mut self, listing: &Listing, keys: &[Key], frame: &mut Frame) -> Result<bool, Fault> {
        let mut keys = keys.iter();
        for index in 0..listing.len() {
            self.cx.games().budget.tick()?;
            let (shelf, first) = (self.shelf.len(), self.parts.len());
            let (mut nim, mut key, mut score) = (0, 0, 0);
            for ((region, _), &key_of_region) in listing.option(index).zip(&mut keys) {
                match self.known_by(key_of_region, region)? {
                    Ok(n) => nim ^= n,
                    Err(Unknown { key: of_part, moves, .. }) => {
                        key ^= of_part;
                        // Two of the same are worth nothing.
                        match (first..self.parts.len()).find(|&i| self.parts[i].key == of_part) {
                            Some(i) => {
                                self.parts.swap_remove(i);
                                score -= moves;
                            }
                            None => {
                                let region = self.shelf.put(region);
                                self.cx.games().budget.room_to_push(&self.parts)?;
                                self.parts.push(Part { region, key: of_part, moves, nim: None });
                                score += moves;
                            }
                        }
                    }
                }
            }
            let parts = (first, self.parts.len());
            if parts.0 == parts.1 {
                self.shelf.truncate(shelf);
                if frame.beside == Some(nim) {
                    frame.not.insert(nim);
                    return Ok(true);
                }
                if frame.not.insert(nim) {
                    continue;
                }
            }
            self.cx.games().budget.room_to_push(&self.options)?;
            self.options.push(Candidate { score, key, nim, parts });
        }
        Ok(false)
    }

    /// Looks at options until more must be known of one, or the frame has its answer.
    fn go_on(&mut self, frame: &mut Frame) -> Result<Result<Nim, Question>, Fault> {
        loop {
            let is_met = loop {
                let Some(&option) = self.options.get(frame.next) else { break false };
                self.cx.games().budget.tick()?;
                match self.look(option, frame.heap) {
                    Look::Ask(question) => return Ok(Err(question)),
                    Look::Value(n) => {
                        frame.not.insert(n);
                        if n == frame.heap {
                            break true;
                        }
                    }
                    Look::Different => {}
                }
                frame.next += 1;
            };
            // Beside the part's own heap, moves in the heap are the last that are tried.
            match (is_met, frame.beside == Some(frame.heap)) {
                (true, true) => return Ok(Ok(Nim::IsNot(frame.not))),
                (false, false) => return Ok(Ok(Nim::Is(frame.heap))),
                (true, false) => self.turn(frame, frame.heap + 1)?,
                (false, true) => self.turn(frame, 0)?,
            }
            if let Some(heap) = frame.beside.filter(|&heap| frame.heap >= heap) {
                return Ok(Ok(Nim::Is(heap)));
            }
        }
    }

    /// Turns to the least heap from `from` on whose nim-value the part may have.
    fn turn(&mut self, frame: &mut Frame, from: u64) -> Result<(), Fault> {
        self.count();
        for i in frame.options..self.options.len() {
            if let Look::Value(n) = self.look(self.options[i], frame.heap) {
                frame.not.insert(n);
            }
        }
        frame.heap = frame.not.least_missing(from);
        frame.next = frame.options;
        if frame.beside.is_none_or(|heap| frame.heap < heap) { self.arrange(frame) } else { Ok(()) }
    }

    /// What is known of an option by now: of several parts the nim-values of all but the largest are needed.
    fn look(&mut self, option: Candidate, heap: u64) -> Look {
        let mut nim = option.nim;
        let mut left: Option<Question> = None;
        let mut are_several = false;
        for part in option.parts.0..option.parts.1 {
            let Part { key, moves, nim: found, .. } = self.parts[part];
            let not = match found.map_or_else(|| self.memory.nim(key), Nim::Is) {
                Nim::Is(n) => {
                    self.parts[part].nim = Some(n);
                    nim ^= n;
                    continue;
                }
                Nim::IsNot(not) => not,
            };
            are_several |= left.is_some();
            if left.as_ref().is_none_or(|least| moves < self.parts[least.part].moves) {
                left = Some(Question { part, beside: None, not });
            }
        }
        match left {
            None => Look::Value(nim),
            Some(question) if are_several => Look::Ask(question),
            Some(Question { not, .. }) if not.contains(heap ^ nim) => Look::Different,
            Some(question) => Look::Ask(Question { beside: Some(heap ^ nim), ..question }),
        }
    }

    /// Counts a couple of a part and a heap.
    fn count(&mut self) {
        self.nodes += 1;
        self.cx.games().budget.count_searched();
    }

    /// Takes what a frame has listed from the stacks.
    fn leave(&mut self, frame: &Frame) {
        self.shelf.truncate(frame.shelf);
        self.options.truncate(frame.options);
        self.parts.truncate(frame.parts);
    }

    /// Ends a frame, which is on no stack any more, and remembers its answer.
    fn close(&mut self, frame: &Frame, nim: Nim) -> Result<Nim, Fault> {
        self.leave(frame);
        if let Nim::Is(n) = nim {
            self.memory.found += 1;
            self.memory.heaps = self.memory.heaps.saturating_add(n);
        }
        let nodes = self.nodes - frame.began;
        self.memory.efforts.note(frame.part.moves, nodes);
        let found = Sought { nim, nodes };
        self.memory.nimbers.keep(frame.part.key, found, &self.cx.games().budget)?;
        Ok(nim)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::positions::{Engine, Pack, State};

    /// A game without rules: the options of each region, sums of earlier ones.
    struct AtRandom(Vec<Vec<Vec<u64>>>);

    fn word(n: u64) -> State {
        let mut words = State::new();
        n.pack(&mut words);
        words
    }

    impl Rulebook for AtRandom {
        fn list(&mut self, region: &[u32], _: Player, _: &mut dyn Context, out: &mut Listing) -> Result<(), Fault> {
            for option in &self.0[u64::unpack(region) as usize] {
                option.iter().for_each(|part| out.region(part, false));
                out.end_option();
            }
            Ok(())
        }

        fn count(&mut self, region: &[u32], _: &mut dyn Context) -> Result<[u16; 2], Fault> {
            Ok([self.0[u64::unpack(region) as usize].len() as u16; 2])
        }

        fn has_values(&self) -> bool {
            false
        }

        fn value(&mut self, _: &[u32], _: &mut dyn Context) -> Result<Known, Fault> {
            Err(Fault::Spent)
        }
    }

    #[test]
    fn couples_find_what_all_options_have() -> Result<(), Fault> {
        let mut seed: u64 = 2012;
        let mut below = |n: u64| {
            seed = crate::games::hashing::mix(seed.wrapping_add(1));
            seed % n
        };
        let mut engine = Engine::default();
        for _ in 0..200 {
            let (mut game, mut values) = (Vec::new(), Vec::<u64>::new());
            for region in 0..40 {
                let options = if region == 0 { 0 } else { below(7) };
                let mut option = || (0..1 + below(3)).map(|_| below(region)).collect::<Vec<u64>>();
                let options: Vec<Vec<u64>> = (0..options).map(|_| option()).collect();
                let of = |option: &Vec<u64>| option.iter().fold(0, |sum, &part| sum ^ values[part as usize]);
                let met: Vec<u64> = options.iter().map(of).collect();
                values.push((0..).find(|n| !met.contains(n)).unwrap_or(0));
                game.push(options);
            }
            let mut book = AtRandom(game);
            // Each question alone, all with what was found before, and with replies looked at two moves ahead.
            let mut kept = Memory::default();
            let mut far = Memory::default();
            (0..64).for_each(|moves| far.efforts.note(moves, u64::MAX >> 16));
            for _ in 0..8 {
                let sum: Vec<u64> = (0..1 + below(3)).map(|_| below(40)).collect();
                let regions: Vec<Region> = sum.iter().map(|&part| (word(part), false)).collect();
                let value = sum.iter().fold(0, |sum, &part| sum ^ values[part as usize]);
                let heap = below(9);
                for memory in [&mut Memory::default(), &mut kept, &mut far] {
                    let found = wins(&mut book, memory, &regions, heap, None, &mut engine)?;
                    assert_eq!(found.answer, value != heap, "{sum:?} and a heap of {heap} in {:?}", book.0);
                }
                for memory in [&mut Memory::default(), &mut kept, &mut far] {
                    let found = nim_value(&mut book, memory, &regions, None, &mut engine)?;
                    assert_eq!(found.answer, value, "{sum:?} in {:?}", book.0);
                }
            }
        }
        Ok(())
    }
}
