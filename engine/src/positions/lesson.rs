//! What was found of positions, as data that outlives a session.
//!
//! A position is told by the key of its ruleset, the name with its parameters, and by the words of its state. So only
//! positions of rulesets that stay inside themselves are told; the states of all others name positions of a session.

use super::{Convention, State};
use crate::games::Player;
use crate::games::hashing::FastMap;

/// Something that was found of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The key of its ruleset.
    pub ruleset: String,
    /// Its state, in words.
    pub state: State,
    /// What was found.
    pub fact: Fact,
}

/// What can be found of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Who wins.
    Winner {
        /// In which play.
        convention: Convention,
        /// Who moves first.
        starter: Player,
        /// Whether that player wins.
        wins: bool,
        /// How many positions were searched.
        nodes: u64,
    },
    /// The nim-value.
    NimValue(u64),
}

/// Something that a search met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transposition<'a> {
    /// The key of the ruleset.
    pub ruleset: &'a str,
    /// The key of the position, a sum of regions and values: it, or its negative with the players exchanged, has Left to
    /// move. Of a nim-value, the key of a region.
    pub key: u128,
    /// What was found.
    pub fact: Fact,
}

/// What was read, by ruleset and state.
pub(super) type Lessons = FastMap<Box<str>, FastMap<State, Vec<Fact>>>;
