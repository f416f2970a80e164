//! Lengths of play: an ordinal number of moves, or endless.

use std::fmt;

use super::Ordinal;
use crate::games::Fault;

/// A number of moves as terminal distance, remoteness and suspense count them (Smith 1966, sections 3, 4 and 11).
///
/// Endless play is longer than any play that ends. Where an ordinal is infinite, every play ends, but its length is
/// not bounded beforehand.
///
/// ```
/// use cg_engine::ordinals::{Length, Ordinal};
/// let long = Length::Ends(Ordinal::omega());
/// assert!(Length::from(7) < long && long < Length::Endless);
/// assert_eq!(Length::from(7).is_odd(), Some(true));
/// assert_eq!(Length::Endless.is_odd(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Length {
    /// This many moves.
    Ends(Ordinal),
    /// Play need not end.
    Endless,
}

impl Length {
    /// Returns the length of a finite play, or of an endless one if `moves` is `None`.
    pub fn of(moves: Option<u32>) -> Length {
        moves.map_or(Length::Endless, Length::from)
    }

    /// Returns the number of moves, if play ends.
    pub fn ends(&self) -> Option<&Ordinal> {
        match self {
            Length::Ends(moves) => Some(moves),
            Length::Endless => None,
        }
    }

    /// Returns `true` if no move is left.
    pub fn is_zero(&self) -> bool {
        self.ends().is_some_and(Ordinal::is_zero)
    }

    /// Returns `true` if the length is odd, which is a win for the next player; even is one for the previous player.
    /// `None` if play is endless.
    pub fn is_odd(&self) -> Option<bool> {
        self.ends().map(|moves| !moves.is_even())
    }

    /// Returns both one after the other, as natural sum (Smith 1966, eq. 39).
    ///
    /// # Errors
    /// [`Fault::TooLarge`] for enormous ordinals.
    pub fn sum(&self, other: &Length) -> Result<Length, Fault> {
        match (self, other) {
            (Length::Ends(a), Length::Ends(b)) => Ok(Length::Ends(a.natural_sum(b)?)),
            _ => Ok(Length::Endless),
        }
    }
}

impl From<u32> for Length {
    fn from(moves: u32) -> Length {
        Length::Ends(Ordinal::finite(moves))
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Length::Ends(moves) => moves.fmt(f),
            Length::Endless => f.write_str("inf"),
        }
    }
}
