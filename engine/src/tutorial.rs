//! A walk through the engine, in four steps that run.
//!
//! # 1. Values
//!
//! An [`Engine`](crate::Engine) owns values and positions. A value is a [`GameId`](crate::games::GameId): equal values have
//! equal ids, so `==` compares games. Sums, comparisons and all that is known of a value are methods of
//! [`Games`](crate::games::Games), which the engine lends.
//!
//! ```
//! use cg_engine::Engine;
//! use cg_engine::games::Outcome;
//! use cg_engine::notation::Notation;
//! use cg_engine::positions::Context;
//!
//! let mut engine = Engine::default();
//! let switch = engine.read("{1|-1}")?;
//! let twice = engine.games().sum(switch, switch)?;
//! assert_eq!(engine.text(twice, Notation::Ascii)?, "0");
//! assert_eq!(engine.games().outcome(switch)?, Outcome::N);
//! # Ok::<(), cg_engine::notation::BadText>(())
//! ```
//!
//! # 2. Positions of a built-in ruleset
//!
//! Each file of [`rulesets`](crate::rulesets) makes positions. Rulesets on boards have a function `position`; those on heaps
//! are added like one of your own, by [`Engine::add`](crate::Engine::add), and the [`Handle`](crate::positions::Handle) makes
//! positions from states.
//!
//! ```
//! use cg_engine::Engine;
//! use cg_engine::rulesets::nim::Nim;
//! use cg_engine::rulesets::{board::Board, clobber};
//!
//! let mut engine = Engine::default();
//! let board = Board::read("xxo", &cg_engine::rulesets::grid::STONES)?;
//! let stones = clobber::position(&mut engine, &board);
//! let heaps = engine.add(Nim).at(&vec![3, 5], &mut engine);
//! assert_eq!(engine.value(stones)?, engine.read("up")?);
//! assert_eq!(engine.nim_value(heaps)?, Some(6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 3. A ruleset of your own
//!
//! A ruleset says which moves there are and how a position is written. The derived `Eq` and `Hash` say when two are the same.
//! Everything else in [`Ruleset`](crate::positions::Ruleset) is optional and makes it faster: here a row falls apart where a
//! pin is gone, and each part is solved once.
//!
//! ```
//! use cg_engine::Engine;
//! use cg_engine::games::{Fault, Player};
//! use cg_engine::positions::{Facts, Moves, Ruleset, Term};
//!
//! /// Kayles: knock down one pin or two neighbours.
//! #[derive(PartialEq, Eq, Hash)]
//! struct Kayles;
//!
//! impl Ruleset for Kayles {
//!     type State = u64;
//!
//!     fn facts(&self) -> Facts<'_, u64> {
//!         Facts::impartial()
//!     }
//!
//!     fn moves(&self, pins: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
//!         for knocked in 1..=2.min(*pins) {
//!             for before in 0..=pins - knocked {
//!                 out.to_sum([before, pins - knocked - before]);
//!             }
//!         }
//!         Ok(())
//!     }
//!
//!     fn term(&self, pins: &u64) -> Term {
//!         Term::call("kayles", [*pins])
//!     }
//! }
//!
//! let mut engine = Engine::default();
//! let kayles = engine.add(Kayles);
//! for (n, value) in [0, 1, 2, 3, 1, 4, 3, 2, 1, 4].into_iter().enumerate() {
//!     let row = kayles.at(&(n as u64), &mut engine);
//!     assert_eq!(engine.nim_value(row)?, Some(value)); // Winning Ways, ch. 4
//! }
//! # Ok::<(), Fault>(())
//! ```
//!
//! # 4. Questions
//!
//! The engine has methods for the questions that are asked most; [`questions`](crate::questions) has all of them, as functions
//! whose last argument is the engine.
//!
//! ```
//! use cg_engine::Engine;
//! use cg_engine::games::{Outcome, Player};
//! use cg_engine::positions::Convention;
//! use cg_engine::questions;
//! use cg_engine::rulesets::nim::Nim;
//!
//! let mut engine = Engine::default();
//! let nim = engine.add(Nim);
//! let p = nim.at(&vec![1, 2, 5], &mut engine);
//! assert_eq!(engine.outcome(p, Convention::Misere)?, Outcome::N);
//! let winning = engine.winning_moves(p, Convention::Misere, Player::Left)?;
//! assert_eq!(nim.state(winning[0], &engine), Some(vec![1, 2, 3]));
//! assert_eq!(questions::gamma(p, &mut engine)?.to_string(), "*6");
//! # Ok::<(), cg_engine::games::Fault>(())
//! ```
