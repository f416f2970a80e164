//! Positions: places to move from, and the questions that are asked of any of them.
//!
//! A position is a ruleset and a state, interned: [`PositionId`]. Two levels keep this both open and fast.
//! A ruleset whose moves stay inside it implements [`Ruleset`] with a packed state type of its own and is solved
//! by loops compiled for that type. Everything, those included, is met by the rest of the program as a
//! [`Rules`] object: options by id. A question is asked of ids and never matches on the kind of position, so a
//! new ruleset is one file and a new question is one file.
//!
//! The caller's [`Context`] owns the arena of values, the positions and all that was remembered; a ruleset whose
//! moves come from elsewhere (a person's script) gets that very object back and may run anything in it.

mod closed;
mod compact;
mod explore;
mod form;
mod gamma;
mod options;
mod outcome;
mod policy;
mod sketch;
mod solve;
pub mod store;
mod sum;
mod table;
mod value;
mod whole;

pub use closed::{Closed, Moves, Pack, Ruleset, position};
pub use explore::{End, Explored, explore};
pub use form::FORM;
pub use gamma::{counter, gamma, is_impartial, reach};
pub use options::{Options, options};
pub use outcome::{Convention, class, is_loopy, outcomes};
pub use policy::{hottest, hottest_moves, sensible};
pub use sketch::{Cell, Mark, Sketch};
pub use solve::{Known, value};
pub use store::{PositionId, Positions, RulesetId, State, Term, Word};
pub use sum::{NEGATIVE, SUM};
pub use value::VALUE;
pub use whole::Whole;

use crate::games::{Fault, Games};
use crate::ordinals::Ordinal;

/// What a solver works in: the owner of values, positions and limits.
pub trait Context: Sized + 'static {
    /// The arena of values; its budget is everybody's.
    fn games(&mut self) -> &mut Games;
    /// The positions met so far and what is known of them.
    fn positions(&mut self) -> &mut Positions<Self>;
    /// To read positions, for printing.
    fn positions_ref(&self) -> &Positions<Self>;
}

/// A ruleset as the rest of the program meets it: options by id, on states packed into words.
pub trait Rules<C: Context> {
    /// The moves of both players from `state`, in the order in which a person would list them.
    ///
    /// # Errors
    /// A limit, or the ruleset's own failure as [`Fault::Foreign`].
    fn options(&self, here: RulesetId, state: &[u32], cx: &mut C, out: &mut Options) -> Result<(), Fault>;

    /// What each word of a state means, so that ids in it can be renumbered.
    fn word(&self, _state: &[u32], _index: usize) -> Word {
        Word::Plain
    }

    /// How the position is written.
    fn term(&self, state: &[u32], cx: &C) -> Term;

    /// What is seen of the position, if it is one on a board.
    fn sketch(&self, _state: &[u32]) -> Option<Sketch> {
        None
    }

    /// Its value by a way faster than asking for all options, if the ruleset knows one.
    fn known(&self, _here: RulesetId, _state: &[u32], _cx: &mut C) -> Option<Result<Known, Fault>> {
        None
    }

    /// Its nim-value by a theorem where that is an infinite ordinal; `known` is [`Fault::Transfinite`] there.
    fn transfinite(&self, _state: &[u32]) -> Option<Ordinal> {
        None
    }

    /// What the end of play means at a position of this ruleset that has no moves.
    ///
    /// # Errors
    /// A convention that does not apply here.
    fn end(&self, _state: &[u32], convention: Convention) -> Result<End, Fault> {
        Ok(End::Mover(convention.seed()))
    }

    /// The graph whose vertices all positions of this ruleset are, if there is one: the position with state `[v]` is
    /// vertex v. It is analysed once, for all of them.
    fn whole(&self) -> Option<&Whole> {
        None
    }

    /// Why values do not apply to positions of this ruleset, if they do not (a graph with terminal classes).
    fn refusal(&self) -> Option<&'static str> {
        None
    }
}

/// How a position is written.
pub fn term<C: Context>(p: PositionId, cx: &C) -> Term {
    let positions = cx.positions_ref();
    positions.rules(positions.ruleset_of(p)).term(positions.state(p), cx)
}

/// A context with nothing but values and positions, for use of the engine as a Rust library.
///
/// ```
/// use cg::games::{Budget, Games};
/// use cg::positions::{self, Context, Engine};
///
/// let mut engine = Engine::new(Games::new(Budget::unlimited()));
/// let zero = engine.positions().form(&[], &[]);
/// let star = engine.positions().form(&[zero], &[zero]);
/// assert!(matches!(positions::value(star, &mut engine), Ok(positions::Known::Nim(1))));
/// ```
pub struct Engine {
    games: Games,
    positions: Positions<Engine>,
}

impl Engine {
    /// A context around an arena.
    pub fn new(games: Games) -> Engine {
        Engine { games, positions: Positions::new() }
    }
}

impl Context for Engine {
    fn games(&mut self) -> &mut Games {
        &mut self.games
    }
    fn positions(&mut self) -> &mut Positions<Engine> {
        &mut self.positions
    }
    fn positions_ref(&self) -> &Positions<Engine> {
        &self.positions
    }
}
