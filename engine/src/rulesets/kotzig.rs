//! Kotzig's Nim, also called modular Nim: a counter goes round a circle of places by steps of a set, never to a place
//! where it has been (Kotzig 1946; Winning Ways, ch. 15).
//!
//! State: the places where it has been, as bits, and where it is.

use super::several::number;
use crate::games::{Fault, Player};
use crate::positions::{Moves, Ruleset, Term};

/// Places of the largest circle, of those that can be reached.
pub const MOST_PLACES: u64 = 64;

/// The game on one circle with one set of steps.
pub struct Kotzig {
    places: u64,
    steps: Vec<u64>,
    /// The counter only comes to multiples of this; the state has only those places.
    unit: u64,
    /// The steps in units, less than a round, in ascending order.
    short: Vec<u64>,
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Kotzig {
    /// The circle of `places` places, at least 1, with these steps; `None` if more than [`MOST_PLACES`] can be reached.
    pub fn new(places: u64, mut steps: Vec<u64>) -> Option<Kotzig> {
        steps.sort_unstable();
        steps.dedup();
        let unit = steps.iter().fold(places, |unit, &step| greatest_common_divisor(unit, step));
        let round = places / unit;
        let mut short: Vec<u64> = steps.iter().map(|step| step / unit % round).filter(|&step| step > 0).collect();
        short.sort_unstable();
        short.dedup();
        (round <= MOST_PLACES).then_some(Kotzig { places, steps, unit, short })
    }

    /// The start: the counter stands on place 0.
    pub fn start(&self) -> [u64; 2] {
        [1, 0]
    }

    /// The state after the counter was on these places, the last of which it is on.
    ///
    /// ```
    /// use cg_engine::rulesets::kotzig::Kotzig;
    ///
    /// let circle = Kotzig::new(400, vec![100, 200]).unwrap();
    /// assert_eq!(circle.after(&[0, 200]), Ok([0b101, 2]));
    /// assert_eq!(circle.after(&[0, 150]), Err(150));
    /// ```
    ///
    /// # Errors
    /// The first place that it cannot come to.
    pub fn after(&self, been: &[u64]) -> Result<[u64; 2], u64> {
        let mut state = self.start();
        for &place in been {
            if place >= self.places || !place.is_multiple_of(self.unit) {
                return Err(place);
            }
            state = [state[0] | 1 << (place / self.unit), place / self.unit];
        }
        Ok(state)
    }

    /// What all places that the counter can come to are multiples of.
    pub fn unit(&self) -> u64 {
        self.unit
    }

    fn round(&self) -> u64 {
        self.places / self.unit
    }
}

impl Ruleset for Kotzig {
    type State = [u64; 2];

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, &[been, at]: &[u64; 2], _: Player, out: &mut Moves<[u64; 2]>) -> Result<(), Fault> {
        for step in &self.short {
            let to = (at + step) % self.round();
            if been >> to & 1 == 0 {
                out.to([been | 1 << to, to]);
            }
        }
        Ok(())
    }

    /// The circle is turned so that the counter stands on place 0.
    fn normal_form(&self, [been, at]: [u64; 2]) -> ([u64; 2], bool) {
        let round = self.round();
        let all = u64::MAX >> (64 - round);
        let turned = if at == 0 { been } else { (been >> at | been << (round - at)) & all };
        ([turned, 0], false)
    }

    fn term(&self, &[been, at]: &[u64; 2]) -> Term {
        let steps = Term::Set(self.steps.iter().map(|&step| number(step)).collect());
        let mut arguments = vec![number(self.places), steps];
        if [been, at] != self.start() {
            let others = (0..self.round()).filter(|&place| place != at && been >> place & 1 == 1);
            arguments.push(Term::List(others.chain([at]).map(|place| number(place * self.unit)).collect()));
        }
        Term::Call("kotzig".into(), arguments)
    }
}
