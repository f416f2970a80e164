//! Positions: places to move from, the rulesets that make them, and the knowledge that rulesets have of them.
//!
//! A position is a ruleset and a state, interned: [`PositionId`]. Two levels make this both open and fast. A ruleset
//! whose moves stay inside it implements [`Ruleset`] with a packed state type of its own and is solved by loops
//! compiled for that type. The rest of the program sees every ruleset, those included, as a [`Rules`] object: options
//! by id, facts and theorems, and pictures.
//!
//! The questions themselves are in [`questions`](crate::questions), and no code here calls them. A [`Question`] about
//! play and its [`Finding`] are here, as data, for theories answer them and the store keeps them.
//!
//! The caller's [`Context`] owns the arena of values, the positions and all remembered results. A ruleset whose moves
//! come from elsewhere (a person's script) is given that very object and may run anything in it.

mod alike;
mod answer;
mod board_move;
mod built_in;
mod closed;
mod compact;
mod components;
mod context;
mod end;
mod ends;
mod facts;
mod findings;
mod forecast;
mod form;
mod form_steps;
mod handle;
mod ids;
mod impartial;
mod index;
mod joint;
mod known;
mod learnt;
mod lesson;
mod literal;
mod mark;
mod marks;
mod nim_heaps;
mod of_position;
mod options;
mod p_positions;
mod pairs;
mod points;
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
mod turns;
mod value;
mod whole;

pub use alike::{Alike, Numbered};
pub use answer::{Answer, AnswerType, Line, Prospects};
pub use board_move::{BoardMove, BoardSquare};
pub use closed::{
    Banded, Closed, HeapTheory, MOST_GOOD_MOVES, Moves, Pack, Ruleset, TheoryMoves, heaps_of, position_of_heaps,
    too_many,
};
pub use context::{Context, Engine};
pub(crate) use end::demand_end;
pub use end::{end, payoff};
pub use ends::ending;
pub use facts::{BoutonProof, Facts, StandsFor, Theorems};
pub use findings::Parts;
pub use forecast::{Forecast, MAX_TABULATED, Settled};
pub use form_steps::form_steps;
pub use handle::Handle;
pub use ids::{
    AGAIN, ENTAIL, FORM, LABEL, LOONY, LOOP, NEGATIVE, POINTS, PositionId, RulesetId, SIDE, STOPPER, SUM, State, TIE,
    VALUE, Word,
};
pub use impartial::is_impartial;
pub use joint::{Joint, JointRule};
pub use known::Known;
pub(crate) use known::mex;
pub use lesson::{Fact, Lesson, Transposition};
pub use mark::Marks;
pub use nim_heaps::{halved_heaps, heaps_of_nim, kinds_in_heaps, tokens};
pub(crate) use of_position::targets;
pub use of_position::{find_moves, has_vertices, lost_moves, options, plain_options, regions, term, view, with};
pub use options::{Options, Target};
pub use p_positions::by_p_positions;
pub use pairs::without_pairs;
pub use question::{About, Claim, Finding, Question, Theorem, Topic, Way, by_gamma, by_parity};
pub use rules::{EndOfPlay, Here, MoveGoal, Rules};
pub use search::{Estimate, Reason, Searched, Telling};
pub use sketch::{Cell, Content, NetEdge, NetSketch, Sketch, Stroke, View};
pub(crate) use store::Status;
pub use store::{FinitePlay, Positions, PositionsMark};
pub use term::{Branch, LoopRow, Term};
pub use turns::Binding;
pub use whole::{End, TerminalClass, Whole};

pub use crate::graphs::Convention;
