//! The winner of the normal play of a token that never comes back to a place, along arrows.
//!
//! A place all of whose ways on are gone is lost for whoever must move from it, and a place with a way to a lost one is won;
//! a place from which all ways lead to won ones is lost, and so on. These results hold however play has gone: the
//! winner comes nearer to the end by each move and so never needs a place twice, and the loser only loses ways as
//! places are used. Nobody moves to a place that is won there, unless he must, and whoever can moves to a lost one. The rest
//! is searched: the undecided places that the token can reach through each other.

use crate::games::{Cache, Forget};

use super::{Set, Trip};
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};
use crate::graphs::Digraph;
use crate::positions::Searched;

/// The approximate number of bytes that a remembered position takes beside its words.
const ENTRY: usize = 64;

/// The map of a token, and who wins from where as far as it was searched.
#[derive(PartialEq, Eq, Hash)]
pub struct Winners<S> {
    map: Cache<Option<Digraph>>,
    known: Cache<FastMap<Trip<S>, bool>>,
}

impl<S> Default for Winners<S> {
    fn default() -> Self {
        Winners { map: Cache::default(), known: Cache::default() }
    }
}

impl<S: Set> Winners<S> {
    /// Returns `true` if the player to move wins a trip, and the number of positions searched. `turned` brings trips
    /// that are alike to one form.
    ///
    /// # Errors
    /// The errors of `map`, which makes the map when it is first needed.
    pub fn search(
        &self,
        trip: &Trip<S>,
        map: impl FnOnce(&mut Budget) -> Result<Digraph, Fault>,
        turned: impl Fn(Trip<S>) -> Trip<S>,
        budget: &mut Budget,
    ) -> Result<Searched<bool>, Fault> {
        let mut kept = self.map.write();
        let map = match &mut *kept {
            Some(map) => map,
            none => none.insert(map(budget)?),
        };
        let mut known = self.known.write();
        let mut search = TripSearch::new(map, turned, &mut known, budget)?;
        let answer = search.wins(trip)?;
        Ok(Searched { answer, nodes: search.nodes })
    }
}

impl<S> Forget for Winners<S> {
    fn forget(&self) {
        self.known.forget();
    }
}

/// A position under way, with its undecided followers; the one that seems best comes last.
struct TripFrame<S> {
    here: Trip<S>,
    options: Vec<Trip<S>>,
}

struct TripSearch<'a, S, F> {
    map: &'a Digraph,
    turned: F,
    known: &'a mut FastMap<Trip<S>, bool>,
    budget: &'a mut Budget,
    nodes: u64,
    /// For each place, `true` if it is left.
    free: Vec<bool>,
    /// For each place that is left, the number of ways that lead on to places that are not won there.
    ways: Vec<u32>,
    /// For each place, `true` if it is won, and `None` if it is not decided.
    decided: Vec<Option<bool>>,
    waiting: Vec<u32>,
}

impl<'a, S: Set, F: Fn(Trip<S>) -> Trip<S>> TripSearch<'a, S, F> {
    fn new(
        map: &'a Digraph,
        turned: F,
        known: &'a mut FastMap<Trip<S>, bool>,
        budget: &'a mut Budget,
    ) -> Result<Self, Fault> {
        let places = map.vertices() as usize;
        budget.reserve(16 * places)?;
        let (free, ways, decided) = (vec![false; places], vec![0; places], vec![None; places]);
        Ok(TripSearch { map, turned, known, budget, nodes: 0, free, ways, decided, waiting: Vec::new() })
    }

    fn wins(&mut self, trip: &Trip<S>) -> Result<bool, Fault> {
        let mut frames: Vec<TripFrame<S>> = Vec::new();
        let mut answer = match self.reduced(trip)? {
            Ok(won) => return Ok(won),
            Err(here) => self.enter(here, &mut frames)?,
        };
        while let Some(frame) = frames.last_mut() {
            if answer != Some(false)
                && let Some(option) = frame.options.pop()
            {
                answer = match self.known.get(&option) {
                    Some(&known) => Some(known),
                    None => self.enter(option, &mut frames)?,
                };
                continue;
            }
            let won = answer == Some(false);
            if let Some(TripFrame { here, .. }) = frames.pop() {
                self.keep(here, won)?;
            }
            answer = Some(won);
        }
        Ok(answer.unwrap_or(false))
    }

    /// Looks where a token can go: a lost position decides, or else those that are not decided wait.
    fn enter(&mut self, here: Trip<S>, frames: &mut Vec<TripFrame<S>>) -> Result<Option<bool>, Fault> {
        self.nodes += 1;
        self.budget.count_searched();
        let mut options = Vec::new();
        for &to in self.map.followers(here.token) {
            if !here.left.has(to) {
                continue;
            }
            match self.reduced(&here.after(to, to))? {
                Ok(true) => {}
                Err(option) if self.known.get(&option) == Some(&true) => {}
                Err(option) if self.known.get(&option).is_none() => options.push(option),
                Ok(false) | Err(_) => {
                    self.keep(here, true)?;
                    return Ok(Some(true));
                }
            }
        }
        // The fewer replies there are the sooner it is lost; else the first ways come first.
        options.reverse();
        options.sort_by_key(|option| {
            let replies = self.map.followers(option.token).iter().filter(|&&to| option.left.has(to)).count();
            std::cmp::Reverse(replies)
        });
        frames.push(TripFrame { here, options });
        Ok(None)
    }

    fn keep(&mut self, here: Trip<S>, won: bool) -> Result<(), Fault> {
        let grows = self.known.len() == self.known.capacity();
        let entry = ENTRY + self.map.vertices() as usize / 8;
        self.budget.reserve(entry * if grows { self.known.len() } else { 1 })?;
        self.known.insert(here, won);
        Ok(())
    }

    /// Returns `true` if a trip is won however play has gone, or the trip without the places that are decided or out of
    /// reach.
    fn reduced(&mut self, trip: &Trip<S>) -> Result<Result<bool, Trip<S>>, Fault> {
        let map = self.map;
        self.budget.charge(1 + map.edges() / 8)?;
        (0..).zip(&mut self.free).for_each(|(place, free)| *free = trip.left.has(place));
        let free = &self.free;
        let ways_on = |place: u32| {
            let ways = map.followers(place).iter().copied();
            ways.filter(move |&to| to != place && free[to as usize])
        };
        self.waiting.clear();
        self.decided.fill(None);
        for place in (0..map.vertices()).filter(|&place| free[place as usize]) {
            let v = place as usize;
            self.ways[v] = ways_on(place).count() as u32;
            if self.ways[v] == 0 {
                self.decided[v] = Some(false);
                self.waiting.push(place);
            }
        }
        let back = map.reverse(self.budget)?;
        while let Some(lost) = self.waiting.pop() {
            for &won in back.row(lost) {
                if !free[won as usize] || self.decided[won as usize].is_some() {
                    continue;
                }
                self.decided[won as usize] = Some(true);
                for &before in back.row(won) {
                    let v = before as usize;
                    if before == won || !free[v] || self.decided[v].is_some() {
                        continue;
                    }
                    self.ways[v] -= 1;
                    if self.ways[v] == 0 {
                        self.decided[v] = Some(false);
                        self.waiting.push(before);
                    }
                }
            }
        }
        if ways_on(trip.token).any(|to| self.decided[to as usize] == Some(false)) {
            return Ok(Ok(true));
        }
        let mut left = S::none(map.vertices());
        let mut is_empty = true;
        self.waiting.push(trip.token);
        while let Some(place) = self.waiting.pop() {
            for to in ways_on(place) {
                if self.decided[to as usize].is_none() && !left.has(to) {
                    left.add(to);
                    self.waiting.push(to);
                    is_empty = false;
                }
            }
        }
        Ok(if is_empty { Ok(false) } else { Err((self.turned)(Trip { token: trip.token, left })) })
    }
}
