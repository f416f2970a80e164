//! The ids of positions and of rulesets, and states in words.

use crate::games::{Owner, impl_id};

/// An interned position: ruleset and state. Equal ids are the same position as written.
#[derive(Clone, Copy)]
pub struct PositionId(pub(crate) u32, pub(super) Owner);

impl_id!(PositionId);

impl PositionId {
    /// Returns its place among the positions that were interned, which is the word that stands for it in a state.
    pub fn index(self) -> u32 {
        self.0
    }
}

/// A registered ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RulesetId(pub(crate) u32);

impl RulesetId {
    /// Returns its place among the rulesets that were registered.
    pub fn index(self) -> u32 {
        self.0
    }
}

/// A state copied out of the store, so that the store may grow while it is read.
pub type State = Vec<u32>;

/// The meaning of a word of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Data of the ruleset.
    Plain,
    /// The id of a position.
    Position,
    /// The id of a position in a set: the order of the words does not matter.
    Member,
    /// The id of a value.
    Game,
    /// The id of a stopper, short or loopy.
    Stopper,
}

impl Word {
    /// Returns `true` if the word is the id of a position.
    pub fn is_position(self) -> bool {
        matches!(self, Word::Position | Word::Member)
    }
}

/// The ruleset of literal forms.
pub const FORM: RulesetId = RulesetId(0);
/// The ruleset of disjunctive sums.
pub const SUM: RulesetId = RulesetId(1);
/// The ruleset of negatives.
pub const NEGATIVE: RulesetId = RulesetId(2);
/// The ruleset of values.
pub const VALUE: RulesetId = RulesetId(3);
/// The ruleset of literals that lead back to themselves.
pub const LOOP: RulesetId = RulesetId(4);
/// The ruleset of labels of literals that are still open.
pub const LABEL: RulesetId = RulesetId(5);
/// The ruleset of loopy values.
pub const STOPPER: RulesetId = RulesetId(6);
/// The ruleset of sides of positions.
pub const SIDE: RulesetId = RulesetId(7);
/// The ruleset of points.
pub const POINTS: RulesetId = RulesetId(8);
/// The ruleset of the tie.
pub const TIE: RulesetId = RulesetId(9);
/// The ruleset of positions after which the same player moves again.
pub const AGAIN: RulesetId = RulesetId(10);
/// The ruleset of positions in one part of which the next player must answer.
pub const ENTAIL: RulesetId = RulesetId(11);
/// The ruleset of the loony position.
pub const LOONY: RulesetId = RulesetId(12);
