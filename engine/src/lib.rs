//! Combinatorial games: their values, who wins them, and by which move.
//!
//! The engine knows games and nothing else: no syntax, no terminal, no file. What it cannot answer it says by a
//! [`games::Fault`], which carries values and no places in a text.
//!
//! An [`Engine`] owns values and positions. Each canonical form is kept once, so that equal values have equal ids. A position
//! keeps its moves, and is asked questions:
//!
//! ```
//! use cg_engine::Engine;
//! use cg_engine::rulesets::nim::Nim;
//!
//! let mut engine = Engine::default();
//! assert_eq!(engine.read("{0|*}")?, engine.read("up")?);
//!
//! let p = engine.add(Nim).at(&vec![3, 5], &mut engine);
//! assert_eq!(engine.nim_value(p)?, Some(6));
//! # Ok::<(), cg_engine::notation::BadText>(())
//! ```
//!
//! Any function that takes a [`games::Budget`], or something that has one, ends with a fault if a limit is reached, and one
//! that asks a ruleset passes on the ruleset's faults. Sections `# Errors` name only what may go wrong besides.
//!
//! The [`tutorial`] goes on from here. Each module uses those above it:
//!
//! | module | what it holds |
//! |---|---|
//! | [`games`] | values: the arena of canonical forms, and the limits of a computation |
//! | [`ordinals`] | ordinals below ε₀, γ-values |
//! | [`surreals`] | surreal numbers in Conway normal form, their sign expansions |
//! | [`graphs`] | move graphs: γ-values, remoteness |
//! | [`loopy`] | loopy values: stoppers, onsides and offsides |
//! | [`heaps`] | take-and-break codes, their nim-values and periods, tables of moves |
//! | [`laws`] | games on numbers by a rule with options without end |
//! | [`misere`] | misère play: forms, genus, Ferguson's conditions, quotients |
//! | [`positions`] | places to move from, and what makes them |
//! | [`questions`] | what can be asked of any position |
//! | [`annihilation`] | tokens that vanish when they meet: two theories, and the ruleset |
//! | [`rulesets`] | what makes positions, a small file each |
//! | [`play`] | a play under way: moves, ends, good choices with reasons |
//! | [`notation`] | the names of values, written and read |

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
pub mod surreals;
pub mod tutorial;

pub use positions::Engine;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
