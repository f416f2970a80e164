//! Rules of reply for the first lap of Kotzig's Nim.
//!
//! A keeper answers each step of the other player only by some steps. The other player is free, so that a win of the
//! keeper is a win in the game, while the words that the first lap can leave are far fewer. A rule is found on small
//! circles, by search of all play.

use std::ops::RangeInclusive;

use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};

/// The places of the circles on which rules are tried: enough for some steps far from both ends of the first lap, and few
/// enough for a search of all play.
const SMALL_CIRCLES: RangeInclusive<u32> = 17..=24;

/// A place at which the first lap goes on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Landing {
    /// The number of places up to the end of the circle, if not more than one above the longest step.
    pub left: u32,
    /// The distance to the place that the counter comes to.
    distance: u32,
    /// The step by which the other player brings it there, or `None` if the keeper does.
    came: Option<usize>,
}

impl Landing {
    /// Returns `true` if the counter is on the first place, far from the end.
    pub fn is_start(&self, longest: u32) -> bool {
        self.distance == 0 && self.left > longest
    }
}

/// The steps by which the keeper may answer each step, as bit sets. All steps may be taken from places from which the
/// longest step leads out of the lap.
pub(super) struct ReplyRule(Vec<u32>);

impl ReplyRule {
    /// Returns `true` if a player may take a step: the keeper if the other one came by a step, else the other one.
    pub fn allow(&self, came: Option<usize>, step: usize, is_free: bool) -> bool {
        came.is_none_or(|came| is_free || self.0[came] >> step & 1 == 1)
    }

    /// Returns a rule by which the winner wins on all small circles, and which has no step to spare.
    pub fn on_small_circles(steps: &[u32], budget: &mut Budget) -> Result<ReplyRule, Fault> {
        let mut circles = Vec::new();
        for places in SMALL_CIRCLES {
            let mut circle = SmallCircle { places, steps, known: FastMap::default() };
            circles.push((circle.mover_wins(1, 0, budget)?, circle));
        }
        let mut replies = ReplyRule(vec![(1 << steps.len()) - 1; steps.len()]);
        for came in 0..steps.len() {
            for step in (0..steps.len()).rev() {
                let all = replies.0[came];
                replies.0[came] &= !(1 << step);
                for (begins, circle) in &mut circles {
                    if !circle.keeper_wins(&replies, *begins, budget)? {
                        replies.0[came] = all;
                        break;
                    }
                }
            }
        }
        Ok(replies)
    }

    /// Returns the ways in which the first lap goes on behind each place, with the letter for it: 1 if the counter comes
    /// to it.
    pub fn ways(&self, steps: &[u32]) -> Vec<(Landing, usize, Landing)> {
        let longest = steps.last().copied().unwrap_or(0);
        let mut ways = Vec::new();
        for left in 1..=longest + 1 {
            let is_free = left <= longest;
            for came in (0..steps.len()).map(Some).chain([None]) {
                for next in if is_free { vec![left - 1] } else { vec![left, longest] } {
                    for distance in 1..longest {
                        let from = Landing { left, distance, came };
                        ways.push((from, 0, Landing { left: next, distance: distance - 1, came }));
                    }
                    for (i, step) in steps.iter().enumerate().filter(|(i, _)| self.allow(came, *i, is_free)) {
                        let to = Landing { left: next, distance: step - 1, came: came.is_none().then_some(i) };
                        ways.push((Landing { left, distance: 0, came }, 1, to));
                    }
                }
            }
        }
        ways
    }
}

/// A circle that is small enough for a search of all play, so that places are bits of a word.
struct SmallCircle<'a> {
    places: u32,
    steps: &'a [u32],
    /// `true` if the player to move wins, by the places visited and the one where the counter is.
    known: FastMap<(u64, u32), bool>,
}

impl SmallCircle<'_> {
    fn mover_wins(&mut self, visited: u64, token: u32, budget: &mut Budget) -> Result<bool, Fault> {
        if let Some(&wins) = self.known.get(&(visited, token)) {
            return Ok(wins);
        }
        budget.tick()?;
        budget.room_to_insert(&self.known)?;
        let mut wins = false;
        for step in self.steps {
            let to = (token + step) % self.places;
            if visited >> to & 1 == 0 && !self.mover_wins(visited | 1 << to, to, budget)? {
                wins = true;
                break;
            }
        }
        self.known.insert((visited, token), wins);
        Ok(wins)
    }

    /// Returns `true` if the keeper of a rule wins, who may begin as after any step.
    fn keeper_wins(&mut self, replies: &ReplyRule, begins: bool, budget: &mut Budget) -> Result<bool, Fault> {
        if !begins {
            return self.goes_on(replies, 1, 0, None, budget);
        }
        for came in 0..self.steps.len() {
            if self.goes_on(replies, 1, 0, Some(came), budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns `true` if the keeper wins from a place in the first lap, to which the other one may have come by a step.
    fn goes_on(
        &mut self,
        replies: &ReplyRule,
        visited: u64,
        token: u32,
        came: Option<usize>,
        budget: &mut Budget,
    ) -> Result<bool, Fault> {
        budget.tick()?;
        let is_free = self.places - token <= self.steps.last().copied().unwrap_or(0);
        for (i, step) in self.steps.iter().enumerate().filter(|(i, _)| replies.allow(came, *i, is_free)) {
            let to = (token + step) % self.places;
            if visited >> to & 1 == 1 {
                continue;
            }
            let after = visited | 1 << to;
            let wins = match to > token {
                true => self.goes_on(replies, after, to, came.is_none().then_some(i), budget)?,
                false => self.mover_wins(after, to, budget)? == came.is_none(),
            };
            if wins == came.is_some() {
                return Ok(wins);
            }
        }
        Ok(came.is_none())
    }
}
