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
mod search;
mod security;
mod sketch;
mod solve;
pub mod store;
mod strategy;
mod sum;
mod table;
mod unlisted;
mod value;
mod whole;

pub use closed::{Closed, Moves, Pack, Ruleset, Theory, heaps_of, position, position_of_heaps, too_many};
pub use end::{End, end, payoff};
pub use explain::{Step, steps};
pub use explore::{Explored, explore};
pub use form::FORM;
pub use gamma::{counter, gamma, reach};
pub use heap_moves::heap_moves;
pub use impartial::is_impartial;
pub use known::Known;
pub use misere::{ByQuotient, HeapGame, PLAMBECK, bouton, by_quotient, heaps_of_nim, mate, misere_form, species};
pub use options::{Options, options};
pub use outcome::{Convention, class, is_loopy, outcomes};
pub use policy::{hottest, hottest_moves, sensible};
pub use question::{About, Answer, Finding, Parts, Question, Theorem, Way, ask, by_parity, length};
pub use search::by_gamma;
pub use security::{Goal, Guarantee, guarantees, q_values};
pub use sketch::{Cell, Mark, Sketch, Stroke};
pub use solve::value;
pub use store::{PositionId, Positions, RulesetId, State, Term, Word};
pub use strategy::{Line, Prospects, best_moves, prospects, strategy, winning_moves};
pub use sum::{NEGATIVE, SUM};
pub use unlisted::{leads_to, some_moves};
pub use value::VALUE;
pub use whole::Whole;

use std::cell::RefCell;

use dashu_int::UBig;
use dashu_ratio::RBig;

use crate::games::{Fault, Games};
use crate::heaps::Sequence;
use crate::ordinals::{GammaValue, Ordinal};

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

    /// Whether the position itself is the answer, so that it is shown as it is written instead of by its value.
    fn shows_itself(&self) -> bool {
        false
    }

    /// What is seen of the position, if it is one on a board.
    fn sketch(&self, _state: &[u32]) -> Option<Sketch> {
        None
    }

    /// The edges of the position, if it is a picture of Hackenbush.
    fn strokes(&self, _state: &[u32], _cx: &C) -> Option<Vec<Stroke>> {
        None
    }

    /// Its value by a way faster than asking for all options, if the ruleset knows one.
    fn known(&self, _here: RulesetId, _state: &[u32], _cx: &mut C) -> Option<Result<Known, Fault>> {
        None
    }

    /// The sequence whose nim-values are those of the heaps of this ruleset, and which of its heaps the position is.
    fn sequence(&self, _state: &[u32]) -> Option<(&RefCell<Sequence>, UBig)> {
        None
    }

    /// Forgets what it keeps from one question to the next, so that memory is given back.
    fn give_back(&self) {}

    /// Its γ-value, where the ruleset knows it otherwise than by looking at everything that can be reached; so where
    /// `known` is [`Fault::LargeNimber`].
    fn gamma(&self, _here: RulesetId, _state: &[u32], _cx: &mut C) -> Option<Result<GammaValue, Fault>> {
        None
    }

    /// The winning moves of an impartial position by a theorem of its ruleset, one that makes progress first.
    fn winning_moves(
        &self,
        _here: RulesetId,
        _state: &[u32],
        _convention: Convention,
        _cx: &mut C,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        None
    }

    /// The independent heaps of a state, on each of which a token can stand.
    fn tokens(&self, state: &[u32]) -> Vec<State> {
        vec![state.to_vec()]
    }

    /// Whether the order of the positions that a state lists does not matter.
    fn is_set(&self) -> bool {
        false
    }

    /// The answer to a question about play by a theorem, from the answers to other questions, for which `parts` is
    /// asked. While one of those is missing, `None` means only that.
    ///
    /// # Errors
    /// A limit; a question that has no answer at this position.
    fn theorem(
        &self,
        _here: RulesetId,
        _state: &[u32],
        _question: Question,
        _parts: &mut Parts,
        _cx: &mut C,
    ) -> Result<Option<Finding>, Fault> {
        Ok(None)
    }

    /// The heaps, if the position is one of Nim: then its play is known, and that of sums with it (Bouton 1901).
    fn heaps(&self, _state: &[u32], _cx: &mut C) -> Option<Vec<Ordinal>> {
        None
    }

    /// The positions it is made of, if its moves are theirs.
    fn parts(&self, _state: &[u32]) -> Option<Vec<PositionId>> {
        None
    }

    /// Whether Bouton's rule decides misère play of the heaps of this ruleset and of their sums: conditions A1 to A5 of
    /// Ferguson 1974 hold.
    fn keeps_bouton(&self) -> bool {
        false
    }

    /// Whether both players always have the same moves, in every position of the ruleset. What says no is looked at.
    fn is_impartial(&self) -> bool {
        false
    }

    /// Whether who wins normal play is found sooner from the value than from all positions that can be reached.
    fn is_valued(&self) -> bool {
        true
    }

    /// Whether there are moves to look at, rather than values alone.
    fn has_moves(&self) -> bool {
        true
    }

    /// What Left receives where play has ended at a position of this ruleset, if that is said in numbers.
    fn payoff(&self, _state: &[u32]) -> Option<RBig> {
        None
    }

    /// The moves of an impartial position to positions with this nim-value, by a way faster than asking for all.
    fn moves_to(
        &self,
        _here: RulesetId,
        _state: &[u32],
        _nim_value: &Ordinal,
        _cx: &mut C,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        None
    }

    /// Some of the moves, where there are too many to list; the first one does as well as any.
    fn some_moves(&self, _here: RulesetId, _state: &[u32], _cx: &mut C) -> Option<Result<Vec<PositionId>, Fault>> {
        None
    }

    /// Whether a move leads to this position, where there are too many moves to list.
    fn leads_to(&self, _here: RulesetId, _state: &[u32], _to: PositionId, _cx: &mut C) -> bool {
        false
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

    /// Whether play may end otherwise than by the convention: whether it is a graph with terminal classes other than P.
    fn has_classes(&self) -> bool {
        false
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
