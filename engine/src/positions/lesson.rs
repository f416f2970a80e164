//! Results about positions, as data that outlives a session.
//!
//! A position is identified by the key of its ruleset, which is the name with its parameters, and by the words of its
//! state. Only positions of closed rulesets can be identified in this way: the states of all others contain ids of one
//! session.

use super::{Convention, State};
use crate::games::Player;
use crate::games::hashing::FastMap;

/// A result about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The key of its ruleset.
    pub ruleset: String,
    /// Its state, in words.
    pub state: State,
    /// The result.
    pub fact: Fact,
}

/// A result about a position that can be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The winner.
    Winner {
        /// The convention of play.
        convention: Convention,
        /// The player who moves first.
        starter: Player,
        /// `true` if that player wins.
        wins: bool,
        /// The number of positions that were searched.
        nodes: u64,
    },
    /// The nim-value.
    NimValue(u64),
}

/// A result about a position that a search visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transposition<'a> {
    /// The key of the ruleset.
    pub ruleset: &'a str,
    /// The key of the position, a sum of regions and values, with Left to move. If Right was to move, it is the key of the
    /// negative. For a nim-value, it is the key of a region.
    pub key: u128,
    /// The result.
    pub fact: Fact,
}

/// The results that were read from another session, by ruleset and state.
pub(super) type Lessons = FastMap<Box<str>, FastMap<State, Vec<Fact>>>;
