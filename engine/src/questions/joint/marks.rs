//! The information that a part gives about a compound after a move, and its combination for several parts.

use crate::games::Fault;
use crate::graphs::{Foreclosed, Verdict};
use crate::ordinals::{Length, Ordinal};
use crate::positions::{Convention, by_gamma, by_parity};

/// The result of one part, or of several, for the player who moves next. Marks of one compound are of one variant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mark {
    /// The least remoteness (Smith 1966, eq. 9).
    Least(Length),
    /// The greatest suspense, and who wins the parts of endless suspense (Winning Ways, ch. 9).
    Greatest(Length, Verdict),
    /// The part that matters most (Smith 1966, section 7; Winning Ways, ch. 9).
    Any(State),
    /// Like `Any`, if the last player loses: one part alone is played by its own misère play (Smith 1966, section 8).
    AnyLosing(Live),
    /// The foreclosed value, if nobody ends a part (Winning Ways, ch. 9).
    OneShort(Foreclosed),
}

/// The state of a part of a selective compound; of several, the greatest decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum State {
    Lost,
    Won,
    Drawn,
    /// One move ends the part, and with it the play.
    Final,
    /// The part has ended, and with it the play.
    Ended,
}

/// Parts that have not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Live {
    None,
    /// The state in normal play and, if it may matter, the result in misère play.
    One(State, Option<Verdict>),
    Several(State),
}

impl From<Verdict> for State {
    fn from(verdict: Verdict) -> State {
        match verdict {
            Verdict::Loss => State::Lost,
            Verdict::Win => State::Won,
            Verdict::Draw => State::Drawn,
        }
    }
}

impl State {
    fn verdict(self, convention: Convention) -> Verdict {
        match (self, convention) {
            (State::Lost, _) | (State::Ended, Convention::Normal) => Verdict::Loss,
            (State::Won | State::Final, _) | (State::Ended, Convention::Misere) => Verdict::Win,
            (State::Drawn, _) => Verdict::Draw,
        }
    }
}

impl Mark {
    /// Returns the length of play by which the part that decides is known, if it ends.
    pub(super) fn length(&self) -> Option<&Ordinal> {
        match self {
            Mark::Least(length) | Mark::Greatest(length, _) => length.ends(),
            Mark::Any(_) | Mark::AnyLosing(_) | Mark::OneShort(_) => None,
        }
    }

    /// Combines the marks of two groups of parts.
    pub(super) fn with(&self, other: &Mark) -> Result<Mark, Fault> {
        Ok(match (self, other) {
            (Mark::Least(a), Mark::Least(b)) => Mark::Least(a.min(b).clone()),
            (Mark::Greatest(a, first), Mark::Greatest(b, second)) => match a.cmp(b) {
                std::cmp::Ordering::Greater => self.clone(),
                std::cmp::Ordering::Less => other.clone(),
                // Whoever can delay the end in one part keeps the other from winning in another.
                std::cmp::Ordering::Equal if first == second => self.clone(),
                std::cmp::Ordering::Equal => Mark::Greatest(a.clone(), Verdict::Draw),
            },
            (Mark::Any(a), Mark::Any(b)) => Mark::Any(*a.max(b)),
            (Mark::AnyLosing(a), Mark::AnyLosing(b)) => Mark::AnyLosing(a.with(*b)),
            (Mark::OneShort(a), Mark::OneShort(b)) => Mark::OneShort(match (a, b) {
                (Foreclosed::Ended, _) | (_, Foreclosed::Ended) => Foreclosed::Ended,
                (Foreclosed::Won, _) | (_, Foreclosed::Won) => Foreclosed::Won,
                (Foreclosed::Open(a), Foreclosed::Open(b)) => Foreclosed::Open(a.sum(b)?),
            }),
            _ => unreachable!("marks of one compound are of one variant"),
        })
    }

    /// Returns the result that the next player can force.
    pub(super) fn verdict(&self, convention: Convention) -> Verdict {
        match self {
            Mark::Least(remoteness) => by_parity(remoteness),
            Mark::Greatest(Length::Endless, verdict) => *verdict,
            Mark::Greatest(suspense, _) => by_parity(suspense),
            Mark::Any(state) => state.verdict(convention),
            Mark::AnyLosing(Live::None) => Verdict::Win,
            Mark::AnyLosing(Live::One(_, alone)) => alone.unwrap_or(Verdict::Draw),
            Mark::AnyLosing(Live::Several(state)) => state.verdict(Convention::Normal),
            Mark::OneShort(Foreclosed::Ended) => State::Ended.verdict(convention),
            Mark::OneShort(Foreclosed::Won) => State::Final.verdict(convention),
            Mark::OneShort(Foreclosed::Open(gamma)) => by_gamma(gamma),
        }
    }
}

impl Live {
    fn state(self) -> Option<State> {
        match self {
            Live::None => None,
            Live::One(state, _) | Live::Several(state) => Some(state),
        }
    }

    fn with(self, other: Live) -> Live {
        match (self.state(), other.state()) {
            (None, _) => other,
            (_, None) => self,
            (Some(a), Some(b)) => Live::Several(a.max(b)),
        }
    }
}
