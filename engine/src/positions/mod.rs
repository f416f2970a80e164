//! Positions: places to move from, what makes them, and what their makers know of them.
//!
//! A position is a ruleset and a state, interned: [`PositionId`]. Two levels keep this both open and fast.
//! A ruleset whose moves stay inside it implements [`Ruleset`] with a packed state type of its own and is solved
//! by loops compiled for that type. Everything, those included, is met by the rest of the program as a
//! [`Rules`] object: options by id, what is known of them, and how they look.
//!
//! What is asked of positions is the business of [`questions`](crate::questions), and nothing here calls it. A
//! [`Question`] about play and its [`Finding`] are here, as data, for theories answer them and the store keeps them.
//!
//! The caller's [`Context`] owns the arena of values, the positions and all that was remembered; a ruleset whose
//! moves come from elsewhere (a person's script) gets that very object back and may run anything in it.

mod alike;
mod answer;
mod board_move;
mod classes;
mod closed;
mod compact;
mod end;
mod ends;
mod facts;
mod form;
mod handle;
mod impartial;
mod index;
mod joint;
mod known;
mod learnt;
mod literal;
mod nim_heaps;
mod options;
mod p_positions;
mod pairs;
mod question;
mod rules;
pub(crate) mod search;
mod side;
mod sketch;
mod stopper;
mod store;
mod sum;
mod table;
mod term;
mod value;
mod whole;

pub(crate) use alike::told;
pub use alike::{Alike, Numbered};
pub use answer::{Answer, AnswerType, Line, Prospects};
pub use board_move::{BoardMove, BoardSquare};
pub use closed::{
    Banded, Bands, Closed, HeapTheory, MOST_GOOD_MOVES, Moves, Pack, Ruleset, TheoryMoves, heaps_of, position_of_heaps,
    too_many,
};
pub(crate) use end::demand_end;
pub use end::{End, end, payoff};
pub use ends::{FinitePlay, ending};
pub use facts::{Facts, StandsFor, Theorems};
pub use form::FORM;
pub use handle::Handle;
pub use impartial::is_impartial;
pub use joint::{Joint, JointRule};
pub use known::Known;
pub(crate) use known::mex;
pub use learnt::{Fact, Lesson, Transposition};
pub use literal::{Branch, LABEL, LOOP, LoopRow};
pub use nim_heaps::{halved_heaps, heaps_of_nim, kinds_in_heaps, tokens};
pub(crate) use options::targets;
pub use options::{Options, Target, options};
pub use p_positions::by_p_positions;
pub use pairs::without_pairs;
pub use question::{About, Claim, Finding, Parts, Question, Theorem, Topic, Way, by_gamma, by_parity};
pub use rules::{EndOfPlay, MoveGoal, Rules, find_moves, term, view, with};
pub use search::{Estimate, Reason, Searched, Telling};
pub use side::SIDE;
pub use sketch::{Cell, Content, NetSketch, Sketch, Stroke, View};
pub use stopper::STOPPER;
pub(crate) use store::Status;
pub use store::{PositionId, Positions, PositionsMark, RulesetId, State, Word};
pub use sum::{NEGATIVE, SUM};
pub use term::Term;
pub use value::VALUE;
pub use whole::{TerminalClass, Whole};

use std::any::Any;

use crate::games::{Budget, Games};
pub use crate::graphs::Convention;
use crate::loopy::{Arenas, Loops};

/// What a solver works in: the owner of values, positions and limits. It is `Any`, for rules that only one kind of owner
/// registers may want to know that one.
pub trait Context: Any {
    /// The arena of values; its budget is everybody's.
    fn games(&mut self) -> &mut Games;
    /// The values, short and loopy.
    fn loopy(&mut self) -> Arenas<'_>;
    /// The positions met so far and what is known of them.
    fn positions(&mut self) -> &mut Positions;
    /// To read positions, for printing.
    fn positions_ref(&self) -> &Positions;
    /// A position as it is written, where there is a language to write it in.
    fn position_text(&mut self, _: PositionId) -> Option<String> {
        None
    }
}

/// A context with nothing but values and positions, for use of the engine as a Rust library.
///
/// ```
/// use cg_engine::positions::{self, Context, Engine};
/// use cg_engine::questions;
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().form(&[], &[]);
/// let star = engine.positions().form(&[zero], &[zero]);
/// assert!(matches!(questions::value(star, &mut engine), Ok(positions::Known::Nim(1))));
/// ```
pub struct Engine {
    games: Games,
    loops: Loops,
    positions: Positions,
}

impl Engine {
    /// An engine with limits.
    pub fn new(budget: Budget) -> Engine {
        Engine { games: Games::new(budget), loops: Loops::default(), positions: Positions::new() }
    }
}

/// An engine without limits.
impl Default for Engine {
    fn default() -> Engine {
        Engine::new(Budget::unlimited())
    }
}

impl Context for Engine {
    fn games(&mut self) -> &mut Games {
        &mut self.games
    }
    fn loopy(&mut self) -> Arenas<'_> {
        Arenas { games: &mut self.games, loops: &mut self.loops }
    }
    fn positions(&mut self) -> &mut Positions {
        &mut self.positions
    }
    fn positions_ref(&self) -> &Positions {
        &self.positions
    }
}

/// An engine may be handed to another thread, for instance one engine to each thread of a pool.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<Engine>();
};
