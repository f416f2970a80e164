//! The winner, by the theorem that applies.

use std::hash::Hash;

use super::conditions::FergusonCondition;
use super::{FergusonTheorem, MisereTheory};
use crate::games::Outcome;
use crate::games::hashing::FastSet;

/// The class of a position in Ferguson's description of the P-positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A P-position of nim-value 1.
    Q1,
    /// A P-position of nim-value 0.
    Q0,
    /// A P-position of a game that no theorem solves: Ferguson lists its P-positions with few tokens.
    Listed,
    /// An N-position.
    Neither,
}

impl Side {
    /// Returns the outcome.
    pub fn outcome(self) -> Outcome {
        if self == Side::Neither { Outcome::N } else { Outcome::P }
    }
}

/// A set of vertices, with the properties that the theorems use.
pub(super) trait Place {
    /// The name of a vertex.
    type Vertex: Clone + Eq + Hash;
    /// The name of a set W.
    type Set: Eq + Hash;

    /// Returns the nim-value.
    fn value(&self, v: &Self::Vertex) -> u32;
    /// Returns the set W that holds the vertex; of the two sets more, where Theorem 5 answers.
    fn set(&self, v: &Self::Vertex) -> Option<Self::Set>;
    /// Returns the vertices to which a token moves from here.
    fn followers(&self, v: &Self::Vertex) -> Vec<Self::Vertex>;
}

impl Place for MisereTheory {
    type Vertex = u32;
    type Set = u32;

    fn value(&self, &v: &u32) -> u32 {
        MisereTheory::value(self, v)
    }

    fn set(&self, &v: &u32) -> Option<u32> {
        self.more.as_ref().unwrap_or(&self.labels).of(v)
    }

    fn followers(&self, &v: &u32) -> Vec<u32> {
        self.graph.followers(v).to_vec()
    }
}

/// The properties of a set of tokens that the theorems use.
pub(super) struct Count<'a, P: Place> {
    place: &'a P,
    /// The nim-sum of the nim-values.
    value: u32,
    /// `true` if the number of tokens of nim-value 1 is odd.
    pub(super) ones: bool,
    /// The tokens in the reduced graph.
    pub(super) high: FastSet<P::Vertex>,
    /// The sets W with an odd number of tokens.
    odd: FastSet<P::Set>,
    /// Tokens in R.
    rest: usize,
}

impl<'a, P: Place> Count<'a, P> {
    pub(super) fn new(place: &'a P, tokens: &[P::Vertex]) -> Count<'a, P> {
        let mut count =
            Count { place, value: 0, ones: false, high: FastSet::default(), odd: FastSet::default(), rest: 0 };
        tokens.iter().for_each(|v| count.toggle(v));
        count
    }

    /// Takes a token off this vertex, or puts one there.
    fn toggle(&mut self, v: &P::Vertex) {
        let value = self.place.value(v);
        self.value ^= value;
        self.ones ^= value == 1;
        if value < 2 {
            return;
        }
        let gone = self.high.remove(v);
        if !gone {
            self.high.insert(v.clone());
        }
        match self.place.set(v) {
            Some(set) => {
                if !self.odd.remove(&set) {
                    self.odd.insert(set);
                }
            }
            None if gone => self.rest -= 1,
            None => self.rest += 1,
        }
    }

    /// Returns `true` if the position is in the one of Q0 and Q1 that is described by parities alone.
    fn is_even(&self, theorem: FergusonTheorem) -> bool {
        let (value, odd) = if theorem == FergusonTheorem::Six { (0, 2) } else { (1, 0) };
        self.value == value && self.odd.len() == odd && self.rest == 0
    }

    /// Returns `true` if a move leads there.
    fn leads_there(&mut self, theorem: FergusonTheorem) -> bool {
        if self.ones {
            self.value ^= 1;
            let found = self.is_even(theorem);
            self.value ^= 1;
            if found {
                return true;
            }
        }
        let high: Vec<P::Vertex> = self.high.iter().cloned().collect();
        for v in high {
            self.toggle(&v);
            for w in self.place.followers(&v) {
                self.toggle(&w);
                let found = self.is_even(theorem);
                self.toggle(&w);
                if found {
                    self.toggle(&v);
                    return true;
                }
            }
            self.toggle(&v);
        }
        false
    }

    /// Returns the class of the tokens: by the corollary of Theorem 2 or Lemma 1 if at most one of them is in the
    /// reduced graph, else by the theorem, if there is one.
    pub(super) fn side(&mut self, theorem: Option<FergusonTheorem>) -> Option<Side> {
        match (self.high.len(), theorem) {
            (0, _) => Some(if self.ones { Side::Q1 } else { Side::Neither }),
            (_, Some(theorem)) => Some(self.side_by(theorem)),
            (1, None) => Some(Side::Neither),
            (_, None) => None,
        }
    }

    fn side_by(&mut self, theorem: FergusonTheorem) -> Side {
        let (here, there) = if theorem == FergusonTheorem::Six { (Side::Q0, Side::Q1) } else { (Side::Q1, Side::Q0) };
        let complement = if theorem == FergusonTheorem::Six { 1 } else { 0 };
        if self.is_even(theorem) {
            here
        } else if self.value != complement {
            Side::Neither
        } else if theorem == FergusonTheorem::Three {
            // With an even number in every W a token can move inside one.
            if self.odd.is_empty() { Side::Neither } else { there }
        } else if self.leads_there(theorem) {
            Side::Neither
        } else {
            there
        }
    }
}

impl MisereTheory {
    /// Returns the class of these tokens, which stand on different vertices covered by the theory. `None` if no theorem
    /// decides.
    ///
    /// Tokens outside the reduced graph alone are P if those of nim-value 1 are odd in number (corollary of Theorem 2).
    pub fn side(&self, tokens: &[u32]) -> Option<Side> {
        if self.is_broken(FergusonCondition::A) || !tokens.iter().all(|&v| self.covers(v)) {
            return None;
        }
        Count::new(self, tokens).side(self.theorem)
    }

    /// Returns the outcome, or `None` if no theorem decides.
    pub fn outcome(&self, tokens: &[u32]) -> Option<Outcome> {
        Some(self.side(tokens)?.outcome())
    }

    /// Returns `true` if something violates this condition.
    pub fn is_broken(&self, condition: FergusonCondition) -> bool {
        self.violations.iter().any(|violation| violation.condition == condition)
    }
}
