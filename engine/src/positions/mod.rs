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

mod classes;
mod closed;
mod compact;
mod end;
mod explain;
mod explore;
mod form;
mod gamma;
mod heap_moves;
mod heaps;
mod impartial;
mod known;
mod misere;
mod options;
mod outcome;
mod policy;
mod question;
mod replies;
mod rules;
mod search;
mod security;
mod sketch;
mod solve;
mod store;
mod strategy;
mod sum;
mod table;
mod unlisted;
mod value;
mod whole;

pub use closed::{Closed, HeapTheory, Moves, Pack, Ruleset, heaps_of, position, position_of_heaps, too_many};
pub use end::{End, end, payoff};
pub use explain::{Step, steps};
pub use explore::{Explored, explore};
pub use form::FORM;
pub use gamma::{counter, gamma, reach};
pub use heap_moves::heap_moves;
pub use impartial::is_impartial;
pub use known::Known;
pub use misere::{
    ByQuotient, HeapGame, PLAMBECK, bouton, by_quotient, heaps_of_nim, mate, misere_form, species, tokens,
};
pub use options::{Options, Target, options};
pub use outcome::{Convention, class, is_loopy, outcomes};
pub use policy::{hottest, hottest_moves, sensible};
pub use question::{About, Answer, Claim, Finding, Parts, Question, Theorem, Way, ask, by_parity, length};
pub use rules::{Rules, StandsFor, Theory, View, sketch, strokes, term, with};
pub use search::by_gamma;
pub use security::{Goal, Guarantee, guarantees, q_values};
pub use sketch::{Cell, Content, Sketch, Stroke};
pub use solve::value;
pub use store::{PositionId, Positions, PositionsMark, RulesetId, State, Term, Word};
pub use strategy::{Line, Prospects, best_moves, prospects, strategy, winning_moves};
pub use sum::{NEGATIVE, SUM};
pub use unlisted::{halved_heaps, leads_to, some_moves};
pub use value::VALUE;
pub use whole::{TerminalClass, Whole};

use crate::games::Games;

/// What a solver works in: the owner of values, positions and limits.
pub trait Context: Sized + 'static {
    /// The arena of values; its budget is everybody's.
    fn games(&mut self) -> &mut Games;
    /// The positions met so far and what is known of them.
    fn positions(&mut self) -> &mut Positions<Self>;
    /// To read positions, for printing.
    fn positions_ref(&self) -> &Positions<Self>;
}

/// A context with nothing but values and positions, for use of the engine as a Rust library.
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::{self, Context, Engine};
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
