//! `cg`: a language, a shell and a script runner for combinatorial games.
//!
//! Games are written down by their options or by a rule, added, compared and asked who wins: normal-play values in
//! canonical form, impartial games under normal and misère play, play that goes round in circles.
//!
//! The whole way from a text to an answer:
//!
//! ```
//! use cg::eval::{Quiet, Session};
//! use cg::engine::notation::Notation;
//!
//! // A session holds everything that lives from one statement to the next.
//! let mut session = Session::new(cg::builtins::all(), Box::new(Quiet::default()));
//! let source = session.sources.add("kayles", "K(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>; K(5)");
//!
//! // Parsing and resolving find all that is wrong before anything runs.
//! let prepared = session.prepare(&source);
//! assert!(prepared.diagnostics.is_empty());
//!
//! // Each statement is run under the session's limits; one that fails leaves the session as it was.
//! let mut last = None;
//! for statement in &prepared.statements {
//!     last = Some(session.execute(statement).result.expect("these statements hold"));
//! }
//! assert_eq!(session.text(&last.unwrap(), Notation::Ascii).unwrap(), "*4");
//! ```
//!
//! Values, positions and rulesets can be used without the language: they are the crate [`cg_engine`], here [`engine`].
//!
//! | module | what it holds |
//! |---|---|
//! | [`engine`] | values, positions, rulesets, and the questions asked of them |
//! | [`visible`], [`lines`], [`source`], [`diagnostic`] | texts, places in them, messages |
//! | [`syntax`] | from text to tree; never fails |
//! | [`picture`] | thermographs, trees, graphs, boards and plots as shapes, text and SVG |
//! | [`value`] | the values of expressions |
//! | [`eval`] | from tree to value: names, code, the machine, the session |
//! | `show`, [`formats`] | results as text, LaTeX and JSON; files of other programs |
//! | [`draw`] | pictures of a value, a position, a ruleset |
//! | `library`, `explain`, [`certificates`], [`contest`] | the built-ins, family by family |
//! | [`builtins`] | the one table of them |
//! | `catalogue` | positions with all that is known of them, in a file |
//! | [`guide`] | help, completion, lessons |
//! | `shell` | command line, prompt, help, lessons, editors |
//!
//! ARCHITECTURE.md says which module may use which.
//!
//! Out of scope are temperatures of loopy games, and surreal numbers other than finite sums of powers of ω with rational
//! coefficients. Values are exact, so a computation may need more time or memory than there is; limits end it with an
//! error, and the session goes on.

pub mod builtins;
#[cfg(feature = "catalogue")]
mod catalogue;
pub mod certificates;
pub mod contest;
pub mod diagnostic;
pub mod draw;
pub mod eval;
mod explain;
pub mod formats;
pub mod guide;
mod library;
pub mod lines;
pub mod picture;
#[cfg(feature = "shell")]
pub mod shell;
pub mod show;
pub mod source;
pub mod syntax;
pub mod value;
pub mod visible;

#[doc(no_inline)]
pub use cg_engine as engine;

/// The Rust blocks of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// The Rust blocks of the guide to rulesets are tests.
#[cfg(doctest)]
#[doc = include_str!("../grammar/rulesets.md")]
pub struct Rulesets;
