//! Kotzig's Nim, also called modular Nim: a counter goes round a circle of places by steps of a set, never to a place
//! where it has been (Kotzig 1946; Winning Ways, ch. 15).
//!
//! It is vertex geography on a circle. With short steps it is decided lap by lap, so that the winner is periodic in the number
//! of places. State: where the counter is, and the places where it has not been.

mod laps;
mod replies;

use self::laps::Laps;
use super::several::number;
use super::trip::{Set, Trip, Winners};
use crate::games::Cache;
use crate::games::{Budget, Fault, Player};
use crate::graphs::Digraph;
use crate::positions::{Facts, Moves, Ruleset, Searched, Term, Theorems};

/// Places of the largest circle, of those that can be reached.
pub const MOST_PLACES: u64 = 1 << 12;

/// The steps that a search takes before the automata of laps are built.
const FIRST_LOOK: u64 = 1 << 16;

/// The game on one circle with one set of steps.
#[derive(PartialEq, Eq, Hash)]
pub struct Kotzig<S> {
    places: u64,
    steps: Vec<u64>,
    /// The counter only comes to multiples of this; the state has only those places.
    unit: u64,
    /// The steps in units, less than a round, in ascending order.
    short: Vec<u64>,
    winners: Winners<S>,
    /// The automata that decide lap by lap, built when first asked for; `None` if the steps are too long.
    laps: Cache<Option<Option<Laps>>>,
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl<S: Set> Kotzig<S> {
    /// Returns the circle of `places` places, at least 1, with these steps, or `None` if more than [`MOST_PLACES`] can
    /// be reached.
    pub fn new(places: u64, mut steps: Vec<u64>) -> Option<Kotzig<S>> {
        steps.sort_unstable();
        steps.dedup();
        let unit = steps.iter().fold(places, |unit, &step| greatest_common_divisor(unit, step));
        let round = places / unit;
        let mut short: Vec<u64> = steps.iter().map(|step| step / unit % round).filter(|&step| step > 0).collect();
        short.sort_unstable();
        short.dedup();
        (round <= MOST_PLACES).then_some(Kotzig {
            places,
            steps,
            unit,
            short,
            winners: Winners::default(),
            laps: Cache::default(),
        })
    }

    /// Returns the start: the counter stands on place 0.
    pub fn start(&self) -> Trip<S> {
        let start = Trip { token: 0, left: S::all(self.round() as u32) };
        start.after(0, 0)
    }

    /// Returns the state after the counter was on these places, the last of which it is on.
    ///
    /// ```
    /// use cg_engine::rulesets::kotzig::Kotzig;
    ///
    /// let circle = Kotzig::<u64>::new(400, vec![100, 200]).unwrap();
    /// let trip = circle.after(&[0, 200]).ok().unwrap();
    /// assert_eq!((trip.token, trip.left), (2, 0b1010));
    /// assert_eq!(circle.after(&[0, 150]).err(), Some(150));
    /// ```
    ///
    /// # Errors
    /// The first place that it cannot come to.
    pub fn after(&self, been: &[u64]) -> Result<Trip<S>, u64> {
        let mut state = self.start();
        for &place in been {
            if place >= self.places || !place.is_multiple_of(self.unit) {
                return Err(place);
            }
            let place = (place / self.unit) as u32;
            state = state.after(place, place);
        }
        Ok(state)
    }

    /// Returns the greatest common divisor of all places that the counter can come to.
    pub fn unit(&self) -> u64 {
        self.unit
    }

    /// Returns the number of places that the counter can come to, or has been on.
    pub fn round(&self) -> u64 {
        self.places / self.unit
    }

    /// Returns the circle turned so that the counter stands on place 0.
    fn turned(&self, trip: Trip<S>) -> Trip<S> {
        let mut left = S::none(self.round() as u32);
        let others = 0..self.round() as u32;
        others.filter(|&to| trip.left.has(self.place(trip.token, to.into()))).for_each(|to| left.add(to));
        Trip { token: 0, left }
    }

    /// Returns `true` if the player to move wins, or `None` if the automata for these steps are too large.
    pub fn by_laps(&self, trip: &Trip<S>, budget: &mut Budget) -> Result<Option<bool>, Fault> {
        let (Some(&least), Some(&longest)) = (self.short.first(), self.short.last()) else { return Ok(None) };
        let round = self.round();
        // The steps seen from the other side are their complements to a round.
        let is_mirrored = round - least < longest;
        let seen = |place: u64| if is_mirrored { (round - place) % round } else { place };
        let mut laps = self.laps.write();
        if laps.is_none() {
            let mut steps: Vec<u64> = self.short.iter().map(|&step| seen(step)).collect();
            steps.sort_unstable();
            *laps = Some(Laps::new(&steps, budget)?);
        }
        let Some(Some(laps)) = &*laps else { return Ok(None) };
        let visited: Vec<bool> = (0..round).map(|place| !trip.left.has(seen(place) as u32)).collect();
        laps.wins(&visited, seen(trip.token.into()) as usize, budget)
    }

    /// Returns the place `steps` places behind another one.
    fn place(&self, from: u32, steps: u64) -> u32 {
        ((u64::from(from) + steps) % self.round()) as u32
    }
}

impl<S: Set> Ruleset for Kotzig<S> {
    type State = Trip<S>;

    fn facts(&self) -> Facts<'_, Trip<S>> {
        Facts { impartial: true, theorems: Some(self), memory: Some(&self.winners), ..Facts::default() }
    }

    fn moves(&self, trip: &Trip<S>, _: Player, out: &mut Moves<Trip<S>>) -> Result<(), Fault> {
        for &step in &self.short {
            let to = self.place(trip.token, step);
            if trip.left.has(to) {
                out.to(trip.after(to, to));
            }
        }
        Ok(())
    }

    /// Turns the circle so that the counter stands on place 0, and leaves out places to which it cannot come any more.
    fn normal_form(&self, trip: Trip<S>) -> (Trip<S>, bool) {
        let mut left = S::none(self.round() as u32);
        let mut waiting = vec![0];
        while let Some(place) = waiting.pop() {
            for &step in &self.short {
                let to = self.place(place, step);
                if !left.has(to) && trip.left.has(self.place(trip.token, to.into())) {
                    left.add(to);
                    waiting.push(to);
                }
            }
        }
        (Trip { token: 0, left }, false)
    }

    fn term(&self, trip: &Trip<S>) -> Term {
        let steps = Term::Set(self.steps.iter().map(|&step| number(step)).collect());
        let mut arguments = vec![number(self.places), steps];
        if *trip != self.start() {
            let others = (0..self.round() as u32).filter(|&place| place != trip.token && !trip.left.has(place));
            let been = others.chain([trip.token]).map(|place| number(u64::from(place) * self.unit));
            arguments.push(Term::List(been.collect()));
        }
        Term::Call("kotzig".into(), arguments)
    }
}

impl<S: Set> Theorems<Trip<S>> for Kotzig<S> {
    fn search(&self, trip: &Trip<S>, budget: &mut Budget) -> Option<Result<Searched<bool>, Fault>> {
        let map = |budget: &mut Budget| {
            let round = self.round() as u32;
            budget.reserve(16 * self.short.len() * round as usize)?;
            let arrows = (0..round).flat_map(|from| self.short.iter().map(move |&step| (from, step)));
            let arrows: Vec<(u32, u32)> = arrows.map(|(from, step)| (from, self.place(from, step))).collect();
            Digraph::from_edges(round, &arrows, budget)
        };
        let search = |budget: &mut Budget| self.winners.search(trip, map, |trip| self.turned(trip), budget);
        let allowance = budget.begin_try(FIRST_LOOK);
        let found = search(budget);
        budget.end_try(allowance);
        if !matches!(found, Err(Fault::Spent)) {
            return Some(found);
        }
        // The automata are made in one go: there are not many states, and a try that is too short would lose them.
        let paused = budget.pause_try();
        let found = self.by_laps(trip, budget);
        budget.resume_try(paused);
        Some(match found {
            Ok(Some(answer)) => Ok(Searched { answer, nodes: self.round() }),
            Ok(None) => search(budget),
            Err(fault) => Err(fault),
        })
    }
}
