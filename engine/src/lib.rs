//! Combinatorial games: their values, who wins them, and by which move.
//!
//! The engine knows games and nothing else: no syntax, no terminal, no file. What it cannot answer it says by a
//! [`games::Fault`], which carries values and no places in a text.
//!
//! Values live in an arena, which keeps each canonical form once, so that equal values have equal ids:
//!
//! ```
//! use cg_engine::games::{Budget, GameId, Games, Outcome};
//!
//! let mut games = Games::new(Budget::unlimited());
//! let star = games.from_options(&[GameId::ZERO], &[GameId::ZERO])?;
//! let up = games.from_options(&[GameId::ZERO], &[star])?;
//! assert_eq!(games.outcome(up)?, Outcome::L);
//! # Ok::<(), cg_engine::games::Fault>(())
//! ```
//!
//! A position keeps its moves; questions are asked of it through a context, which owns the arena, the positions, what
//! was found before, and the limits:
//!
//! ```
//! use cg_engine::games::{Budget, Games};
//! use cg_engine::positions::{Engine, Known};
//! use cg_engine::questions;
//! use cg_engine::rulesets::nim::nim;
//!
//! let mut engine = Engine::default();
//! let p = nim(vec![3u64.into(), 5u64.into()], &mut engine)?;
//! assert_eq!(questions::value(p, &mut engine)?, Known::Nim(6));
//! # Ok::<(), cg_engine::games::Fault>(())
//! ```
//!
//! | module | what it holds | may use |
//! |---|---|---|
//! | [`games`] | values: the arena of canonical forms | nothing |
//! | [`ordinals`] | ordinals below ε₀, γ-values | games |
//! | [`loopy`] | loopy values: stoppers, onsides and offsides | games, ordinals |
//! | [`graphs`] | move graphs: γ-values, remoteness | games, ordinals |
//! | [`heaps`] | take-and-break codes, their nim-values and periods, tables of moves | games |
//! | [`laws`] | games on numbers by a rule with options without end | games, ordinals |
//! | [`misere`] | misère play: forms, genus, Ferguson's conditions, quotients | games, heaps |
//! | [`positions`] | places to move from, and what makes them | games, ordinals, graphs, heaps, misere |
//! | [`questions`] | what can be asked of any position | positions and below |
//! | [`annihilation`] | tokens that vanish when they meet: two theories, and the ruleset | questions and below |
//! | [`rulesets`] | what makes positions, a small file each | annihilation, positions and below |
//! | [`play`] | a play under way: moves, ends, good choices with reasons | rulesets, questions and below |
//! | [`notation`] | the names of values | games, ordinals |

pub mod annihilation;
mod engine;
pub mod games;
pub mod graphs;
pub mod heaps;
pub mod laws;
pub mod loopy;
pub mod misere;
pub mod notation;
pub mod ordinals;
pub mod play;
pub mod positions;
pub mod questions;
pub mod rulesets;
pub mod tutorial;

pub use positions::Engine;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
