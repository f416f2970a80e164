//! Ids of stoppers, and values made of two of them.

use std::fmt;

use crate::games::GameId;

/// A stopper in canonical form: a short game of the arena, or a vertex of the store of loopy ones.
///
/// Two ids are equal exactly if the values are. Short ones come first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stopper(pub(super) u32);

/// Marks the ids of loopy stoppers; the arena of short games has no ids as large.
const LOOPY: u32 = 1 << 31;

impl Stopper {
    /// The value 0.
    pub const ZERO: Stopper = Stopper(GameId::ZERO.0);

    /// Returns the short game that it is, if it is one.
    pub fn short(self) -> Option<GameId> {
        (self.0 & LOOPY == 0).then_some(GameId::of_word(self.0))
    }

    /// Returns `true` if it is no short game.
    pub fn is_loopy(self) -> bool {
        self.0 & LOOPY != 0
    }

    /// Shows the short game to a visitor, which may replace it.
    pub fn renew(&mut self, visit: &mut dyn FnMut(&mut GameId)) {
        if let Some(mut g) = self.short() {
            visit(&mut g);
            *self = g.into();
        }
    }

    /// Returns the stopper as a word of a state.
    pub(crate) fn word(self) -> u32 {
        self.0
    }

    /// Returns the stopper of a word of a state.
    pub(crate) fn from_word(word: u32) -> Stopper {
        Stopper(word)
    }

    pub(super) fn of_vertex(index: usize) -> Stopper {
        Stopper(index as u32 | LOOPY)
    }

    /// Returns its place in the store, if it is loopy.
    pub(super) fn vertex(self) -> Option<usize> {
        self.is_loopy().then_some((self.0 & !LOOPY) as usize)
    }
}

impl From<GameId> for Stopper {
    fn from(g: GameId) -> Stopper {
        Stopper(g.0)
    }
}

impl fmt::Debug for Stopper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.vertex() {
            Some(vertex) => write!(f, "loopy {vertex}"),
            None => write!(f, "short {}", self.0),
        }
    }
}

/// A value by its two stoppers: its worth if draws are won by Left, and if they are won by Right. The onside is at
/// least the offside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sided {
    /// The value with endless play won by Left.
    pub onside: Stopper,
    /// The value with endless play won by Right.
    pub offside: Stopper,
}

impl Sided {
    /// Returns the stopper, if the sides are one.
    pub fn stopper(self) -> Option<Stopper> {
        (self.onside == self.offside).then_some(self.onside)
    }

    /// Returns the short game, if it is one.
    pub fn short(self) -> Option<GameId> {
        self.stopper().and_then(Stopper::short)
    }
}

impl From<Stopper> for Sided {
    fn from(stopper: Stopper) -> Sided {
        Sided { onside: stopper, offside: stopper }
    }
}

impl From<GameId> for Sided {
    fn from(g: GameId) -> Sided {
        Stopper::from(g).into()
    }
}
