//! Short partizan games in canonical form: the values of the language.
//!
//! Input: numbers, nimbers, lists of options. Output: a [`GameId`] for each value, so that equal values have equal ids.
//! Failures: a [`Fault`]. Invariants of the arena [`Games`]:
//!
//! - Every record is canonical: no dominated, no reversible options (Siegel II.2), options sorted by id.
//! - A sum of a number, powers of up and a star is recognised and stored in this form. Its options are built on demand.
//! - Options of other games have smaller ids than the games.
//!
//! ```
//! use cg_engine::games::{Budget, Games, GameId, Order};
//! let mut games = Games::new(Budget::unlimited());
//! let one = games.integer(1);
//! let hot = games.from_options(&[one], &[GameId::ZERO])?; // {1|0}
//! let twice = games.sum(hot, hot)?;
//! assert_eq!(twice, one);
//! assert_eq!(games.compare(hot, GameId::ZERO)?, Order::Confused); // Left or Right may win by starting
//! # Ok::<(), cg_engine::games::Fault>(())
//! ```

mod arena;
mod atomic_weight;
mod birthday;
mod budget;
mod cache;
mod canonical;
mod census;
mod compare;
mod conway_product;
pub mod deep;
mod dominated;
mod dyadic;
mod fault;
mod fingerprint;
mod followers;
pub mod hashing;
mod heating;
mod lattice;
pub mod long;
mod multiple;
mod normal_form;
mod norton;
mod options;
mod ordinal_product;
mod ordinal_sum;
mod outcome;
mod owner;
mod post_order;
mod random;
mod recognise;
mod reduced;
mod reduction;
mod rollback;
mod signature;
mod simplest;
mod stop_count;
mod stops;
mod sum;
mod table;
mod thermograph;
mod ups;
mod uptimal;

pub use arena::{EarlierValues, GameId, Games, SmallestBoards};
pub(crate) use budget::table_bytes;
pub use budget::{Allowance, Budget, OuterLimits, PausedTry, Work};
pub use cache::{Cache, Forget};
pub use dyadic::{Bound, Dyadic};
pub use fault::{Fault, LIST_OF_GOOD_MOVES, LIST_OF_OPTIONS};
pub(crate) use fingerprint::Fingerprints;
pub use normal_form::LARGE_NIMBER;
pub use ordinal_product::FormSteps;
pub use outcome::{Order, Outcome, Player};
pub(crate) use owner::{Owner, impl_id};
pub(crate) use post_order::PostOrder;
pub use random::Random;
pub use reduction::{Entry, Reduction, ReductionStep};
pub use rollback::{GamesMark, Roots};
pub use stop_count::ParityEnd;
pub use thermograph::{Point, Thermograph};
pub use ups::{Run, Ups};
pub use uptimal::Uptimal;
