//! Reasons why the engine cannot answer: data, without places or wording.

use std::error::Error;
use std::fmt;

use dashu_ratio::RBig;

/// A list of moves, among the things that can be too large.
pub const LIST_OF_OPTIONS: &str = "list of options";
/// A list of those moves that keep the best outcome.
pub const LIST_OF_GOOD_MOVES: &str = "list of good moves";

/// The reason why a computation gave no answer.
///
/// The engine knows nothing of sources; the caller adds the place and the words.
#[non_exhaustive]
pub enum Fault {
    /// The person interrupted.
    Interrupted,
    /// The deadline has passed.
    Timeout,
    /// The steps allowed for a try are used up ([`Budget::begin_try`](super::Budget::begin_try)). The code that began
    /// the try handles it.
    Spent,
    /// The bytes in use would pass the limit, or did.
    Memory {
        /// The limit in bytes.
        limit: usize,
    },
    /// A limit was reached where no quick way is known, or to be hoped for.
    Hard {
        /// The thing that is hard and what may be expected of it, in lower case.
        what: &'static str,
        /// The limit that was reached.
        limit: Box<Fault>,
    },
    /// The computation is nested deeper than is supported.
    Depth {
        /// The limit in levels.
        limit: usize,
    },
    /// Something is too large to build; known before it was tried.
    TooLarge {
        /// The thing that is too large: `nimber`, `multiple of up`, `list of options`.
        what: &'static str,
        /// Its size as text.
        size: String,
        /// The largest that is supported, as text.
        limit: String,
    },
    /// A number that is no game, such as 1/3.
    NotDyadic(RBig),
    /// Play from here can return to an earlier position, and the question needs a game that ends.
    Loopy,
    /// No stopper was found for a side of a loopy game, which proves nothing.
    NoSides,
    /// Play comes to a value of two sides, whose moves are not known: games that have these sides differ in them.
    TwoSides,
    /// The value is a nimber of [`LARGE_NIMBER`](super::LARGE_NIMBER) or more, and the question needs a game of the arena.
    LargeNimber {
        /// `true` if its size is an infinite ordinal.
        infinite: bool,
    },
    /// A function has called itself this many levels deep.
    Recursion {
        /// The limit in levels.
        depth: usize,
    },
    /// The search went this many moves deep without coming to an end.
    Endless {
        /// Moves made.
        depth: usize,
    },
    /// Play never ends: an option can be taken again and again, and each time it leads to a new position.
    RunsOn {
        /// The option, as it is written.
        option: String,
        /// The option as it would be written to come to an end.
        stopped: String,
    },
    /// A question about impartial play was asked of a position whose players have different moves.
    Partizan,
    /// Play may come to points, which have no normal-play value.
    Points,
    /// Moves may restrict the next move, so that positions have no values among the games;
    /// [`affine`](crate::questions::affine) has those of impartial play.
    Entailing,
    /// Positions of this ruleset have no values; the text says why, lower case.
    Refused(&'static str),
    /// The question has no answer for this object; the text says why, lower case.
    None(String),
    /// An error of a layer above that travels through a solver untouched.
    Foreign(Box<dyn Error + Send + Sync>),
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fault({self})")
    }
}

impl Fault {
    /// Returns `true` if the computation is to end, whatever other ways there are to go on: by the person, or at a limit of time,
    /// memory or steps.
    pub(crate) fn is_abort(&self) -> bool {
        matches!(self, Fault::Interrupted | Fault::Timeout | Fault::Spent | Fault::Memory { .. })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Interrupted => write!(f, "interrupted"),
            Fault::Timeout => write!(f, "out of time"),
            Fault::Hard { what, limit } => write!(f, "{limit}; {what}"),
            Fault::Spent => write!(f, "the steps of a try are used up"),
            Fault::Memory { limit } => write!(f, "out of memory (limit {limit} bytes)"),
            Fault::Depth { limit } => write!(f, "nested deeper than {limit} levels"),
            Fault::TooLarge { what, size, limit } => write!(f, "a {what} of size {size} is larger than {limit}"),
            Fault::NotDyadic(x) => write!(f, "{x} is a number but no short game"),
            Fault::Loopy => write!(f, "play can return to an earlier position"),
            Fault::NoSides => write!(f, "no stopper was found for a side of the game"),
            Fault::TwoSides => write!(f, "play comes to a value of two sides, which has no moves"),
            Fault::LargeNimber { infinite: true } => write!(f, "the value is a transfinite nimber"),
            Fault::LargeNimber { infinite: false } => write!(f, "the value is a nimber of 2^62 or more"),
            Fault::Recursion { depth } => write!(f, "calls within calls, {depth} deep"),
            Fault::Endless { depth } => write!(f, "play went on for {depth} moves without an end"),
            Fault::RunsOn { option, .. } => write!(f, "play never ends: {option} can be taken again and again"),
            Fault::Partizan => write!(f, "the two players have different moves"),
            Fault::Points => write!(f, "points decide, so there is no normal-play value"),
            Fault::Entailing => write!(f, "some moves say where or by whom the next one is made, so there is no value"),
            Fault::Refused(why) => write!(f, "{why}"),
            Fault::None(why) => write!(f, "{why}"),
            Fault::Foreign(_) => write!(f, "an error of the caller"),
        }
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Fault::Foreign(inner) => Some(&**inner),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_can_cross_threads_and_keeps_its_source() {
        fn crosses<E: Error + Send + Sync + 'static>(_: &E) {}
        let fault = Fault::Foreign("the caller's".into());
        crosses(&fault);
        assert_eq!(fault.source().map(ToString::to_string).as_deref(), Some("the caller's"));
    }
}
