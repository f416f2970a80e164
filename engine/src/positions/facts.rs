//! The facts that are known about a ruleset beyond its moves, as data. Questions that they do not answer are searched.

use dashu_int::UBig;

use super::{About, Banded, Convention, Finding, HeapTheory, JointRule, Marks, RulesetId, Searched, Theorem, Whole};
use crate::games::{Budget, Cache, Fault, Forget};
use crate::heaps::Sequence;

/// The facts that are known about a ruleset. `S` is its type of states; for [`Rules`](super::Rules), a slice of words.
///
/// ```
/// use cg_engine::positions::Facts;
///
/// let nothing: Facts<'_, u64> = Facts::default();
/// assert!(!nothing.impartial && Facts::<u64>::impartial().impartial);
/// ```
pub struct Facts<'a, S: ?Sized = [u32]> {
    /// `true` if both players always have the same moves, in every position. Then only Left's are listed.
    pub impartial: bool,
    /// `true` if all positions are all small: in each, both players can move or neither can.
    pub all_small: bool,
    /// Theorems about single states. For a ruleset on heaps, those of `heaps` apply instead.
    pub theorems: Option<&'a dyn Theorems<S>>,
    /// The theorem behind the nim-values of either, so that it can be named.
    pub theorem: Option<&'static Theorem>,
    /// The bands in which regions can be cut.
    pub bands: Option<&'a dyn Banded<S>>,
    /// The moves and values of heaps of any size, if the states are heaps.
    pub heaps: Option<&'a dyn HeapTheory>,
    /// The sequence whose nim-values the single heaps have, and the number by which its heaps are larger. If given,
    /// values are found from it alone.
    pub sequence: Option<(&'a Cache<Sequence>, u64)>,
    /// The preperiod, period and saltus of the nim-values of single heaps, by a theorem.
    pub period: Option<[u64; 3]>,
    /// The longest move that is possible from some heap, or the largest number that may not be taken where all others may;
    /// `None` if there is none, or if it is not known.
    pub longest_move: Option<u64>,
    /// `true` if the heaps are those of Nim.
    pub is_nim: bool,
    /// The proof that Bouton's rule decides misère play of single heaps.
    pub bouton: Option<BoutonProof>,
    /// The graph whose vertices all positions are: the position with state `[v]` is vertex v. It is analysed once, for all of
    /// them.
    pub graph: Option<&'a Whole>,
    /// The rule by which the parts are played as one, if a move may be made in several of them at once.
    pub joint: Option<JointRule>,
    /// The ruleset whose memory of values it shares: one of its own type, in which equal states have equal moves.
    pub family: Option<RulesetId>,
    /// The thing that a position stands for in answers.
    pub stands_for: StandsFor,
    /// The marks that all positions of this ruleset have.
    pub marks: Marks,
    /// The memory that it keeps from one question to the next, beside `sequence`.
    pub memory: Option<&'a dyn Forget>,
}

/// A proof that Bouton's rule decides misère play of the heaps of a ruleset (Ferguson 1974).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoutonProof {
    /// Conditions A1 to A5 hold (section 4).
    Conditions,
    /// Every heap with moves has a move that ends its play. If it has other moves too, one of them goes to a heap all of
    /// whose moves end play (section 5.2).
    Criterion,
}

impl<S: ?Sized> Default for Facts<'_, S> {
    /// Returns the facts of a ruleset without any knowledge.
    fn default() -> Self {
        Facts {
            impartial: false,
            all_small: false,
            theorems: None,
            theorem: None,
            bands: None,
            heaps: None,
            sequence: None,
            period: None,
            longest_move: None,
            is_nim: false,
            bouton: None,
            graph: None,
            joint: None,
            family: None,
            stands_for: StandsFor::Value,
            marks: Marks::NONE,
            memory: None,
        }
    }
}

impl<'a, S: ?Sized> Facts<'a, S> {
    /// Returns the facts of an impartial ruleset without any other knowledge.
    pub fn impartial() -> Self {
        Facts { impartial: true, ..Facts::default() }
    }

    /// Returns `true` if Bouton's rule decides misère play of sums of the heaps.
    pub fn keeps_bouton(&self) -> bool {
        self.bouton.is_some() || self.is_nim
    }

    /// Empties the memory and the sequence, to free their bytes.
    pub fn give_back(&self) {
        if let Some(memory) = self.memory {
            memory.forget();
        }
        if let Some((values, _)) = self.sequence {
            let rule = values.read().rule().clone();
            *values.write() = Sequence::new(rule);
        }
    }

    /// Returns these facts for states in words. `theorems` are those of this ruleset, on words.
    pub(super) fn on_words(self, theorems: &'a dyn Theorems<[u32]>) -> Facts<'a> {
        Facts {
            theorems: self.theorems.map(|_| theorems),
            bands: None,
            all_small: self.all_small,
            impartial: self.impartial,
            theorem: self.theorem,
            heaps: self.heaps,
            sequence: self.sequence,
            period: self.period,
            longest_move: self.longest_move,
            is_nim: self.is_nim,
            bouton: self.bouton,
            graph: self.graph,
            joint: self.joint,
            family: self.family,
            stands_for: self.stands_for,
            marks: self.marks,
            memory: self.memory,
        }
    }
}

/// Theorems about states of a ruleset, or about heaps of any size.
pub trait Theorems<S: ?Sized> {
    /// Returns the nim-value by a theorem, or `None` if no theorem applies.
    fn nim_value(&self, _state: &S) -> Option<UBig> {
        None
    }

    /// Decides whether the player to move wins, for an impartial ruleset. Returns `None` if no theorem applies, and
    /// possibly if [`Theorems::nim_value`] gives the answer.
    fn wins(&self, _state: &S, _convention: Convention) -> Option<(bool, &'static Theorem)> {
        None
    }

    /// Returns the length of play that `about` asks for, or an error that says how long it is if that is no number
    /// to write down. `None` if no theorem applies.
    fn length(&self, _state: &S, _about: About, _convention: Convention) -> Option<Result<Finding, Fault>> {
        None
    }

    /// Returns the nim-value of the impartial version of a state, in which both players have the moves of both, by a search made
    /// for this ruleset. `None` if there is no such search.
    fn nim_value_of_impartial(&self, _state: &S, _budget: &mut Budget) -> Option<Result<u64, Fault>> {
        None
    }

    /// Searches a state for the winner of normal play, by a search made for this ruleset. `None` if there is no such
    /// search.
    fn search(&self, _state: &S, _budget: &mut Budget) -> Option<Result<Searched<bool>, Fault>> {
        None
    }
}

/// The thing that a position stands for when it is an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandsFor {
    /// Its value or its outcome.
    Value,
    /// Its value or its outcome, if one was given with it; otherwise itself, because it has no moves to search.
    Given,
    /// Itself: it is a form, written as it is.
    Itself,
}
