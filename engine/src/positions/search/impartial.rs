//! The nim-value of an impartial position by couples of a part and a heap (Lemoine and Viennot, Nimbers are inevitable,
//! 2012): G has the nim-value k if G + *k is lost for the player to move, which is sooner found than the values of all options.

use std::mem::take;

use super::driver::{self, Heights, Kind, MAX_DEPTH, Step};
use super::listing::{Listing, Place, Region};
use super::nim_value::{Heaps, Nim, Sought};
use super::table::Key;
use super::{OptionSet, Searched};
use crate::games::{Fault, Player};
use crate::positions::Known;

/// The number of other replies to an option that one in the heap beside it counts as, since it leaves more to be
/// searched.
const HEAP_REPLY: u64 = 2;

/// Returns the nim-value of a sum of regions in normal form, and how many positions were searched.
pub(super) fn nim_value(mut search: Search, regions: &[Region]) -> Result<Searched<u64>, Fault> {
    let mut total = 0;
    for (region, _) in regions {
        total ^= search.value_of(region)?;
    }
    Ok(search.searched(total))
}

/// Returns `true` if the player to move wins the sum of regions in normal form and a heap, and the number of positions
/// searched.
pub(super) fn wins(mut search: Search, regions: &[Region], heap: u64) -> Result<Searched<bool>, Fault> {
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
    let Some((_, _, largest)) = rest.pop() else { return Ok(search.searched(total != 0)) };
    for (.., region) in rest {
        total ^= search.value_of(region)?;
    }
    let answer = search.seek(largest, Some(total))? != Nim::Is(total);
    Ok(search.searched(answer))
}

/// A part whose nim-value was not known when it was first visited.
#[derive(Clone, Copy)]
pub(super) struct Part {
    region: Place,
    key: Key,
    /// The number of its moves.
    moves: u64,
    /// Its nim-value, if that has been found since.
    nim: Option<u64>,
}

/// The knowledge of a region without a known nim-value.
struct Unknown {
    key: Key,
    moves: u64,
    /// Nim-values that it does not have.
    not: Heaps,
}

/// A part whose nim-value is sought. Its options are listed once, for all heaps that are tried beside it.
struct Couple {
    key: Key,
    /// The number of moves in the part.
    moves: u64,
    /// The heap with which the part is a couple; `None` if its nim-value itself is sought.
    beside: Option<u64>,
    /// The heap that is tried: beside it the part is won if an option has this nim-value.
    heap: u64,
    /// Nim-values that the part does not have, those of options among them.
    not: Heaps,
    /// The next option to be examined, and the part of it about which was asked.
    next: usize,
    asked: usize,
    /// The place in the stacks at which its list begins.
    begin: Heights,
    /// The number of positions searched before it.
    began: u64,
}

/// An option whose nim-value was not known when it was listed.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
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
    /// The nim-value is not the heap that is tried.
    Different,
    Ask(PartQuestion),
}

/// A question about a part: does it have the nim-value of a heap beside it, or which nim-value does it have?
struct PartQuestion {
    part: usize,
    beside: Option<u64>,
    /// Nim-values that it does not have.
    not: Heaps,
}

/// The search for the nim-value of a part, or for whether that is the one of a heap.
pub(super) struct NimValue;

pub(super) type Search<'a> = driver::Search<'a, NimValue>;

impl Kind for NimValue {
    type Part = Part;
    type Candidate = Candidate;
}

impl Search<'_> {
    fn value_of(&mut self, region: &[u32]) -> Result<u64, Fault> {
        match self.seek(region, None)? {
            Nim::Is(n) => Ok(n),
            Nim::IsNot(_) => unreachable!("the nim-value itself was sought"),
        }
    }

    /// Returns the nim-value of a region; beside a heap it may be enough that it is not the heap's.
    fn seek(&mut self, region: &[u32], beside: Option<u64>) -> Result<Nim, Fault> {
        let Unknown { key, moves, not } = match self.known(region)? {
            Ok(n) => return Ok(Nim::Is(n)),
            Err(unknown) => unknown,
        };
        if beside.is_some_and(|heap| not.contains(heap)) {
            return Ok(Nim::IsNot(not));
        }
        let part = self.parts.len();
        let region = self.shelf.put(region);
        self.parts.push(Part { region, key, moves, nim: None });
        let first = self.open(PartQuestion { part, beside, not }, 0)?;
        self.run(first, |search, couple, answer, depth| {
            match answer {
                Some(Nim::Is(n)) => search.parts[couple.asked].nim = Some(n),
                Some(Nim::IsNot(_)) => couple.next += 1,
                None => {}
            }
            match search.go_on(couple, depth - 1)? {
                Ok(nim) => search.close(couple, nim).map(Step::Done),
                Err(question) => {
                    couple.asked = question.part;
                    search.open(question, depth)
                }
            }
        })
    }

    /// Returns the nim-value of a region, or the knowledge of it.
    fn known(&mut self, region: &[u32]) -> Result<Result<u64, Unknown>, Fault> {
        let key = self.book.key(region, self.cx);
        self.known_by(key, region)
    }

    /// Like `known`, for a region with this key.
    fn known_by(&mut self, key: Key, region: &[u32]) -> Result<Result<u64, Unknown>, Fault> {
        let not = match self.memory.nim(key) {
            Nim::Is(n) => return Ok(Ok(n)),
            Nim::IsNot(not) => not,
        };
        let facts = self.memory.facts(region, self.book, self.cx)?;
        if let Some(Known::Nim(n)) = facts.value.map(|value| value.unpack()) {
            let found = Sought { nim: Nim::Is(n), nodes: 1 };
            self.memory.known.nimbers.keep(key, found, &self.cx.games().budget)?;
            return Ok(Ok(n));
        }
        Ok(Err(Unknown { key, moves: facts.moves[0].into(), not }))
    }

    /// Lists the options of a part, unless one answers at once the question about its nim-value.
    fn open(&mut self, question: PartQuestion, depth: usize) -> Result<Step<Couple, Nim>, Fault> {
        if self.options.len() > MAX_DEPTH {
            return Err(Fault::Depth { limit: MAX_DEPTH });
        }
        let (mut couple, is_told) = self.begin(question)?;
        let Couple { beside, not, .. } = couple;
        if is_told {
            return self.close(&couple, Nim::IsNot(not)).map(Step::Answered);
        }
        couple.heap = beside.unwrap_or(not.least_missing(0));
        self.arrange(&couple, depth)?;
        Ok(Step::Enter(couple))
    }

    /// Lists the options of a part, each once. Returns `true` too if one shows at once that the part is not the heap's.
    fn begin(&mut self, PartQuestion { part, beside, not }: PartQuestion) -> Result<(Couple, bool), Fault> {
        let Part { region, key, moves, .. } = self.parts[part];
        let (begin, began) = (self.heights(), self.nodes);
        self.count();
        let mut couple = Couple { key, moves, beside, heap: 0, not, next: begin.options, asked: part, begin, began };
        let mut listing = take(&mut self.listing);
        listing.clear();
        let listed = self.book.list(self.shelf.get(region), Player::Left, OptionSet::All, self.cx, &mut listing);
        let found = listed.and_then(|()| self.list(&listing, &mut couple));
        self.listing = listing;
        if found? {
            return Ok((couple, true));
        }
        self.sort_distinct(begin.options, |option| (option.key, option.nim));
        Ok((couple, false))
    }

    /// Sorts the options of a part into the order in which they are tried for the nim-value of its heap: first those
    /// with the fewest replies, for all of these must be refuted. Replies to an option that would take long are
    /// examined before.
    fn arrange(&mut self, couple: &Couple, depth: usize) -> Result<(), Fault> {
        for i in couple.begin.options..self.options.len() {
            let option = self.options[i];
            if let Look::Ask(question @ PartQuestion { beside: Some(heap), .. }) = self.look(option, couple.heap) {
                let Part { moves, .. } = self.parts[question.part];
                let in_heap = HEAP_REPLY * question.not.missing_below(heap);
                self.options[i].score = match self.memory.efforts.depth(moves) {
                    0 => moves,
                    ahead => self.replies(question, heap, ahead)?,
                } + in_heap;
            }
        }
        self.sort(couple.begin.options, depth, |option| (option.score, option.key, option.nim), |option| option.key);
        Ok(())
    }

    /// Returns the number of options of a part that must be refuted beside a heap, as far as is seen `ahead` moves
    /// ahead. It is 0 if one has the nim-value of the heap, for that settles the question.
    fn replies(&mut self, question: PartQuestion, heap: u64, ahead: u32) -> Result<u64, Fault> {
        let (couple, is_told) = self.begin(question)?;
        if is_told {
            return self.close(&couple, Nim::IsNot(couple.not)).map(|_| 0);
        }
        let mut replies = 0;
        for i in couple.begin.options..self.options.len() {
            replies += match self.look(self.options[i], heap) {
                Look::Ask(question @ PartQuestion { beside: Some(heap), .. }) if ahead > 1 => {
                    (self.replies(question, heap, ahead - 1)? > 0).into()
                }
                Look::Ask(_) => 1,
                Look::Value(_) | Look::Different => 0,
            };
        }
        self.cut(couple.begin);
        Ok(replies)
    }

    /// Lists the options that have no known nim-value; whether one has that of the heap beside the part, or none can.
    fn list(&mut self, listing: &Listing, couple: &mut Couple) -> Result<bool, Fault> {
        if couple.beside.is_some_and(|heap| heap > listing.len() as u64) {
            return Ok(true);
        }
        let mut keys = take(&mut self.keys);
        keys.clear();
        let regions = (0..listing.len()).flat_map(|index| listing.option(index));
        keys.extend(regions.map(|(region, _)| self.book.key(region, self.cx)));
        self.memory.known.nimbers.touch(keys.iter().copied());
        let found = self.list_known(listing, &keys, couple);
        self.keys = keys;
        found
    }

    /// Like `list`, with the keys of all regions.
    fn list_known(&mut self, listing: &Listing, keys: &[Key], couple: &mut Couple) -> Result<bool, Fault> {
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
                        // Two equal parts cancel.
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
                if couple.beside == Some(nim) {
                    couple.not.insert(nim);
                    return Ok(true);
                }
                if couple.not.insert(nim) {
                    continue;
                }
            }
            self.cx.games().budget.room_to_push(&self.options)?;
            self.options.push(Candidate { score, key, nim, parts });
        }
        Ok(false)
    }

    /// Looks at options until more must be known of one, or the couple has its answer.
    fn go_on(&mut self, couple: &mut Couple, depth: usize) -> Result<Result<Nim, PartQuestion>, Fault> {
        loop {
            let is_met = loop {
                let Some(&option) = self.options.get(couple.next) else { break false };
                self.cx.games().budget.tick()?;
                match self.look(option, couple.heap) {
                    Look::Ask(question) => return Ok(Err(question)),
                    Look::Value(n) => {
                        couple.not.insert(n);
                        if n == couple.heap {
                            break true;
                        }
                    }
                    Look::Different => {}
                }
                couple.next += 1;
            };
            // Beside the part's own heap, moves in the heap are the last that are tried.
            let from = match (is_met, couple.beside == Some(couple.heap)) {
                (true, true) => return Ok(Ok(Nim::IsNot(couple.not))),
                (false, false) => return Ok(Ok(Nim::Is(couple.heap))),
                (true, false) => couple.heap + 1,
                (false, true) => 0,
            };
            self.turn(couple, from, depth)?;
            if let Some(heap) = couple.beside.filter(|&heap| couple.heap >= heap) {
                return Ok(Ok(Nim::Is(heap)));
            }
        }
    }

    /// Turns to the least heap from `from` on whose nim-value the part may have.
    fn turn(&mut self, couple: &mut Couple, from: u64, depth: usize) -> Result<(), Fault> {
        self.count();
        for i in couple.begin.options..self.options.len() {
            if let Look::Value(n) = self.look(self.options[i], couple.heap) {
                couple.not.insert(n);
            }
        }
        couple.heap = couple.not.least_missing(from);
        couple.next = couple.begin.options;
        if couple.beside.is_none_or(|heap| couple.heap < heap) { self.arrange(couple, depth) } else { Ok(()) }
    }

    /// Returns the present knowledge of an option: if it has several parts, the nim-values of all but the largest are
    /// needed.
    fn look(&mut self, option: Candidate, heap: u64) -> Look {
        let mut nim = option.nim;
        let mut left: Option<PartQuestion> = None;
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
                left = Some(PartQuestion { part, beside: None, not });
            }
        }
        match left {
            None => Look::Value(nim),
            Some(question) if are_several => Look::Ask(question),
            Some(PartQuestion { not, .. }) if not.contains(heap ^ nim) => Look::Different,
            Some(question) => Look::Ask(PartQuestion { beside: Some(heap ^ nim), ..question }),
        }
    }

    /// Takes a couple from the stacks and keeps its answer.
    fn close(&mut self, couple: &Couple, nim: Nim) -> Result<Nim, Fault> {
        self.cut(couple.begin);
        if let Nim::Is(n) = nim {
            self.memory.found += 1;
            self.memory.heaps = self.memory.heaps.saturating_add(n);
        }
        let nodes = self.nodes - couple.began;
        self.memory.efforts.note(couple.moves, nodes);
        self.memory.known.nimbers.keep(couple.key, Sought { nim, nodes }, &self.cx.games().budget)?;
        Ok(nim)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::search::{Memory, Rulebook};
    use crate::positions::{Context, Engine, Pack, State};

    /// A game without rules: the options of each region, sums of earlier ones.
    struct AtRandom(Vec<Vec<Vec<u64>>>);

    fn word(n: u64) -> State {
        let mut words = State::new();
        n.pack(&mut words);
        words
    }

    impl Rulebook for AtRandom {
        fn list(
            &mut self,
            region: &[u32],
            _: Player,
            _: OptionSet,
            _: &mut dyn Context,
            out: &mut Listing,
        ) -> Result<(), Fault> {
            for option in &self.0[u64::unpack(region) as usize] {
                option.iter().for_each(|part| out.region(part, false));
                out.end_option();
            }
            Ok(())
        }

        fn count(&mut self, region: &[u32], _: &mut dyn Context) -> Result<[u16; 2], Fault> {
            Ok([self.0[u64::unpack(region) as usize].len() as u16; 2])
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
            // Each question alone, with all earlier results, and with replies examined two moves ahead.
            let mut kept = Memory::default();
            let mut far = Memory::default();
            (0..64).for_each(|moves| far.efforts.note(moves, u64::MAX >> 16));
            for _ in 0..8 {
                let sum: Vec<u64> = (0..1 + below(3)).map(|_| below(40)).collect();
                let regions: Vec<Region> = sum.iter().map(|&part| (word(part), false)).collect();
                let value = sum.iter().fold(0, |sum, &part| sum ^ values[part as usize]);
                let heap = below(9);
                for memory in [&mut Memory::default(), &mut kept, &mut far] {
                    let found = wins(Search::new(&mut book, memory, None, &mut engine), &regions, heap)?;
                    assert_eq!(found.answer, value != heap, "{sum:?} and a heap of {heap} in {:?}", book.0);
                }
                for memory in [&mut Memory::default(), &mut kept, &mut far] {
                    let found = nim_value(Search::new(&mut book, memory, None, &mut engine), &regions)?;
                    assert_eq!(found.answer, value, "{sum:?} in {:?}", book.0);
                }
            }
        }
        Ok(())
    }
}
