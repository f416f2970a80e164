//! Who wins, by the theorem that holds.

use super::conditions::FergusonCondition;
use super::{FergusonTheorem, MisereTheory};
use crate::games::Outcome;
use crate::games::hashing::FastSet;

/// Where a position stands in Ferguson's description of the P-positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A P-position of nim-value 1.
    Q1,
    /// A P-position of nim-value 0.
    Q0,
    /// An N-position.
    Neither,
}

impl Side {
    /// Who wins.
    pub fn outcome(self) -> Outcome {
        if self == Side::Neither { Outcome::N } else { Outcome::P }
    }
}

/// What the theorems ask about a set of tokens.
struct Count<'a> {
    theory: &'a MisereTheory,
    /// The nim-sum of the nim-values.
    value: u32,
    /// Whether the tokens of nim-value 1 are odd in number.
    ones: bool,
    /// The tokens in the reduced graph.
    high: FastSet<u32>,
    /// The sets W with an odd number of tokens.
    odd: FastSet<u32>,
    /// Tokens in R.
    rest: usize,
}

impl<'a> Count<'a> {
    fn new(theory: &'a MisereTheory, tokens: &[u32]) -> Count<'a> {
        let (high, odd) = Default::default();
        let mut count = Count { theory, value: 0, ones: false, high, odd, rest: 0 };
        tokens.iter().for_each(|&v| count.toggle(v));
        count
    }

    /// Takes a token off this vertex, or puts one there.
    fn toggle(&mut self, v: u32) {
        let value = self.theory.value(v);
        self.value ^= value;
        self.ones ^= value == 1;
        if value < 2 {
            return;
        }
        let gone = self.high.remove(&v);
        if !gone {
            self.high.insert(v);
        }
        match self.theory.more.as_ref().unwrap_or(&self.theory.labels).of(v) {
            Some(set) => {
                if !self.odd.remove(&set) {
                    self.odd.insert(set);
                }
            }
            None if gone => self.rest -= 1,
            None => self.rest += 1,
        }
    }

    /// Whether the position is in the one of Q0 and Q1 that is described by parities alone.
    fn is_even(&self, theorem: FergusonTheorem) -> bool {
        let (value, odd) = if theorem == FergusonTheorem::Six { (0, 2) } else { (1, 0) };
        self.value == value && self.odd.len() == odd && self.rest == 0
    }

    /// Whether a move leads there.
    fn leads_there(&mut self, theorem: FergusonTheorem) -> bool {
        if self.ones {
            self.value ^= 1;
            let found = self.is_even(theorem);
            self.value ^= 1;
            if found {
                return true;
            }
        }
        let theory = self.theory;
        let high: Vec<u32> = self.high.iter().copied().collect();
        for v in high {
            self.toggle(v);
            for &w in theory.graph.followers(v) {
                self.toggle(w);
                let found = self.is_even(theorem);
                self.toggle(w);
                if found {
                    self.toggle(v);
                    return true;
                }
            }
            self.toggle(v);
        }
        false
    }

    fn side(&mut self, theorem: FergusonTheorem) -> Side {
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
    /// Whether these tokens, which stand on different vertices looked at, are a P-position, and of which kind. Nothing
    /// where no theorem tells.
    ///
    /// Tokens outside the reduced graph alone are P if those of nim-value 1 are odd in number (corollary of Theorem 2).
    pub fn side(&self, tokens: &[u32]) -> Option<Side> {
        if self.is_broken(FergusonCondition::A) || !tokens.iter().all(|&v| self.covers(v)) {
            return None;
        }
        let mut count = Count::new(self, tokens);
        if count.high.is_empty() {
            return Some(if count.ones { Side::Q1 } else { Side::Neither });
        }
        Some(count.side(self.theorem?))
    }

    /// Who wins, where a theorem tells.
    pub fn outcome(&self, tokens: &[u32]) -> Option<Outcome> {
        Some(self.side(tokens)?.outcome())
    }

    /// Whether something breaks this condition.
    pub fn is_broken(&self, condition: FergusonCondition) -> bool {
        self.violations.iter().any(|violation| violation.condition == condition)
    }
}
