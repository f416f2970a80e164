//! The kinds of values as parameters take them and results have them.

use std::fmt;

/// A kind of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueKind {
    /// The name, with its article.
    name: &'static str,
    /// The sorts of values that are of this kind, as far as advice depends on them.
    sorts: &'static [Sort],
}

/// A sort of value that advice about arguments knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A value, or a position that stands for one.
    Game,
    /// A position.
    Position,
    /// A ruleset.
    Ruleset,
    /// An integer.
    Integer,
    /// An integer from 0.
    Natural,
    /// A number of any size.
    Number,
    /// A list.
    List,
    /// A text.
    Text,
    /// An outcome class.
    Outcome,
    /// A play convention.
    Convention,
    /// A kind of compound.
    Compound,
    /// A function, or a ruleset that is called as one.
    Function,
    /// Something that is written in one of a few ways, which the name shows.
    Shown,
}

impl ValueKind {
    /// Returns the kind with this name and these sorts.
    pub const fn new(name: &'static str, sorts: &'static [Sort]) -> ValueKind {
        ValueKind { name, sorts }
    }

    /// Returns the name, with its article.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Returns `true` if values of one of these sorts are of this kind.
    pub fn is_any_of(self, sorts: &[Sort]) -> bool {
        self.sorts.iter().any(|sort| sorts.contains(sort))
    }
}

impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name)
    }
}
