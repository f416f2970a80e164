//! Keeping only the positions that something outside still names.

use super::index::Node;
use super::{PositionId, Positions, Word};
use crate::games::GameId;
use crate::loopy::Stopper;

/// Calls back for every id outside the store. It is called twice: to find the ids that are kept, and to renumber them.
pub type PositionRoots<'a> = dyn FnMut(&mut dyn FnMut(&mut PositionId)) + 'a;

impl Positions {
    /// Forgets every position that the roots do not reach and renumbers the others in the same order. Remembered
    /// results are forgotten. The index must be rebuilt before the next position is interned.
    pub fn compact(&mut self, roots: &mut PositionRoots<'_>) {
        // A state names only positions interned before it, so one pass downwards marks all that is reached.
        let mut reached = vec![false; self.nodes.len()];
        roots(&mut |p| reached[p.0 as usize] = true);
        for i in (0..self.nodes.len()).rev() {
            if reached[i] {
                self.each_word(i, |word, value| {
                    if word.is_position() {
                        reached[*value as usize] = true;
                    }
                });
            }
        }
        let mut numbers = vec![u32::MAX; self.nodes.len()];
        let mut nodes = Vec::new();
        let mut words = Vec::new();
        for i in 0..self.nodes.len() {
            if !reached[i] {
                continue;
            }
            numbers[i] = nodes.len() as u32;
            self.each_word(i, |word, value| {
                if word.is_position() {
                    *value = numbers[*value as usize];
                }
            });
            let Node { ruleset, start, len, hash } = self.nodes[i];
            let first = words.len() as u32;
            words.extend_from_slice(&self.words[start as usize..][..len as usize]);
            nodes.push(Node { ruleset, start: first, len, hash });
        }
        self.nodes = nodes;
        self.words = words;
        roots(&mut |p| p.0 = numbers[p.0 as usize]);
    }

    /// Visits every value that a state names.
    pub fn games_mut(&mut self, visit: &mut dyn FnMut(&mut GameId)) {
        for i in 0..self.nodes.len() {
            self.each_word(i, |word, value| {
                if word == Word::Game {
                    let mut g = GameId::of_word(*value);
                    visit(&mut g);
                    *value = g.0;
                } else if word == Word::Stopper {
                    let mut stopper = Stopper::from_word(*value);
                    stopper.renew(visit);
                    *value = stopper.word();
                }
            });
        }
    }

    /// Visits every loopy value that a state names.
    pub fn stoppers_mut(&mut self, visit: &mut dyn FnMut(&mut Stopper)) {
        for i in 0..self.nodes.len() {
            self.each_word(i, |word, value| {
                if word == Word::Stopper {
                    let mut stopper = Stopper::from_word(*value);
                    visit(&mut stopper);
                    *value = stopper.word();
                }
            });
        }
    }

    fn each_word(&mut self, i: usize, mut visit: impl FnMut(Word, &mut u32)) {
        let Node { ruleset, start, len, .. } = self.nodes[i];
        let rules = self.rules(ruleset);
        for at in 0..len as usize {
            let state = &self.words[start as usize..][..len as usize];
            let word = rules.word(state, at);
            visit(word, &mut self.words[start as usize + at]);
        }
    }
}
