//! The driver of all searches: depth first, on a stack of its own.
//!
//! The parts, values and options of all positions under way lie on shared stacks. What a position has put there goes with it.

use super::listing::{Listing, Shelf};
use super::parts::Memory;
use super::race::Lane;
use super::table::Key;
use super::{BookFacts, Rulebook, Searched};
use crate::games::hashing::FastSet;
use crate::games::{Fault, GameId};
use crate::positions::Context;

/// Moves from the start beyond which a search gives up.
pub(super) const MAX_DEPTH: usize = 1_000_000;

/// A kind of search, by the types that it keeps on the stacks.
pub(super) trait Kind {
    /// A part of a position.
    type Part: Copy;
    /// An option that is not decided yet.
    type Candidate: Copy;
}

/// The outcome of a step of a search. `F` is a position under way, `A` an answer.
pub(super) enum Step<F, A> {
    /// The options of this position must be visited first.
    Enter(F),
    /// The option has this answer.
    Answered(A),
    /// The position under way has this answer.
    Done(A),
}

/// The heights of the shared stacks.
#[derive(Clone, Copy)]
pub(super) struct Heights {
    pub shelf: usize,
    pub parts: usize,
    pub values: usize,
    pub options: usize,
}

pub(super) struct Search<'a, K: Kind> {
    pub book: &'a mut dyn Rulebook,
    pub memory: &'a mut Memory,
    pub cx: &'a mut dyn Context,
    pub listing: Listing,
    /// The states after moves that are not made yet.
    pub states: Listing,
    /// The values that are being added.
    pub terms: Vec<GameId>,
    /// The keys of the regions of options that are being listed.
    pub keys: Vec<Key>,
    pub shelf: Shelf,
    pub parts: Vec<K::Part>,
    /// The values of components that have one.
    pub values: Vec<GameId>,
    pub options: Vec<K::Candidate>,
    /// The keys of the positions under way, where play may return to one.
    pub path: FastSet<Key>,
    pub nodes: u64,
    /// The facts about all positions.
    pub facts: BookFacts,
    /// Its place among the threads that search for the same answer, if there are several.
    lane: Option<Lane<'a>>,
}

impl<'a, K: Kind> Search<'a, K> {
    pub fn new(
        book: &'a mut dyn Rulebook,
        memory: &'a mut Memory,
        lane: Option<Lane<'a>>,
        cx: &'a mut dyn Context,
    ) -> Self {
        let (listing, states, terms, keys, shelf, parts, values, options, path) = Default::default();
        let (facts, nodes) = (book.facts(), 0);
        Search {
            book,
            memory,
            cx,
            listing,
            states,
            terms,
            keys,
            shelf,
            parts,
            values,
            options,
            path,
            nodes,
            facts,
            lane,
        }
    }

    /// Searches from a first step on. `go_on` takes the next step at the last position under way: given the answer that its
    /// last option has, if there is one, and the number of positions under way.
    pub fn run<F, A>(
        &mut self,
        mut step: Step<F, A>,
        mut go_on: impl FnMut(&mut Self, &mut F, Option<A>, usize) -> Result<Step<F, A>, Fault>,
    ) -> Result<A, Fault> {
        let mut frames: Vec<F> = Vec::new();
        loop {
            let answer = match step {
                Step::Enter(frame) => {
                    if frames.len() >= MAX_DEPTH {
                        return Err(Fault::Depth { limit: MAX_DEPTH });
                    }
                    self.cx.games().budget.room_to_push(&frames)?;
                    frames.push(frame);
                    None
                }
                Step::Answered(answer) => Some(answer),
                Step::Done(answer) => {
                    frames.pop();
                    Some(answer)
                }
            };
            if let Some(lane) = self.lane {
                lane.go_on()?;
            }
            let depth = frames.len();
            let Some(frame) = frames.last_mut() else { return Ok(answer.expect("the answer of the first position")) };
            step = go_on(self, frame, answer, depth)?;
        }
    }

    /// Counts a position.
    pub fn count(&mut self) {
        self.nodes += 1;
        self.cx.games().budget.count_searched();
    }

    /// Returns an answer with the number of positions searched for it.
    pub fn searched<T>(self, answer: T) -> Searched<T> {
        Searched { answer, nodes: self.nodes }
    }

    pub fn heights(&self) -> Heights {
        let (parts, values, options) = (self.parts.len(), self.values.len(), self.options.len());
        Heights { shelf: self.shelf.len(), parts, values, options }
    }

    /// Pops everything above these heights from the stacks.
    pub fn cut(&mut self, to: Heights) {
        self.shelf.truncate(to.shelf);
        self.parts.truncate(to.parts);
        self.values.truncate(to.values);
        self.options.truncate(to.options);
    }

    /// Sorts the options from `first` on and keeps one of those that are equal in this order.
    pub fn sort_distinct<O: Ord>(&mut self, first: usize, order: impl Fn(&K::Candidate) -> O) {
        self.options[first..].sort_unstable_by_key(&order);
        let mut kept = first;
        for i in first..self.options.len() {
            if kept == first || order(&self.options[kept - 1]) != order(&self.options[i]) {
                self.options[kept] = self.options[i];
                kept += 1;
            }
        }
        self.options.truncate(kept);
    }

    /// Sorts the options from `first` on, the best ones first, and then as this thread tries them at this depth.
    pub fn sort<O: Ord>(
        &mut self,
        first: usize,
        depth: usize,
        order: impl Fn(&K::Candidate) -> O,
        key: impl Fn(&K::Candidate) -> Key,
    ) {
        let options = &mut self.options[first..];
        options.sort_unstable_by_key(order);
        if let Some(lane) = self.lane {
            lane.reorder(options, depth, |option| key(option) as u64);
        }
    }
}
