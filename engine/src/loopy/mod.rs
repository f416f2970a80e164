//! Loopy partizan values: games in which play need not end, as far as they have values that add and compare.
//!
//! A *stopper* is a game without endless alternating play; it has a canonical form as every short game has one. Endless
//! play may come up in sums, and then it is a draw. A game is worth its *onside*, the stopper it equals if draws count
//! as won by Left, and its *offside*, where Right wins them; it is a stopper if the two are one.
//!
//! Input: a [`Draft`], vertices with moves and known values among them. Output: [`Stopper`]s, ids of canonical forms,
//! so that equal values have equal ids; a short one is an id of the arena of short games. A side for which no stopper
//! was found is missing in [`Sides`], which proves nothing. The work is done by [`Arenas`], the arena of short games
//! and the [`Loops`] together:
//!
//! - [`bisimulation`](self): vertices with the same options are one.
//! - comparison: a play on the difference, solved backwards, with who moves for ever as the rule for endless play.
//! - landmarks: comparisons with numbers and stops, without play.
//! - yardsticks (all values born by day 2), measured, ends, trimming, lone: vertices with small values or the values
//!   `on` and `off`, and the vertices that lead there, found for all vertices at once.
//! - certificate, refutation: the answers that prove a comparison, the moves that prove that it does not hold.
//! - canonical: reversible options bypassed, dominated ones dropped, and only then equal vertices fused.
//! - sides: edges deleted and counted until no endless alternating play is left.
//!
//! Sources: Conway, Loopy games (1978); Berlekamp, Conway, Guy, *Winning Ways*, chapter 11; Siegel, Coping with cycles
//! (2009); Siegel, *Combinatorial Game Theory*, chapter VI.
//!
//! ```
//! use cg_engine::games::{Budget, GameId, Games, Order};
//! use cg_engine::loopy::{Loops, Sided, Arenas};
//! let (mut games, mut loops) = (Games::new(Budget::unlimited()), Loops::default());
//! let mut values = Arenas { games: &mut games, loops: &mut loops };
//! let over = values.over()?;
//! assert_eq!(values.sum(over, over)?.onside, Some(over)); // over + over = over
//! assert_eq!(values.compare(over.into(), GameId::STAR.into())?, Order::Greater);
//! # Ok::<(), cg_engine::games::Fault>(())
//! ```

mod agenda;
mod all_pairs;
mod batch;
mod bisimulation;
mod canonical;
mod certificate;
mod comparison;
mod derived;
mod draft;
mod ends;
mod kinds;
mod knot;
mod landmarks;
mod lone;
mod measured;
mod negative;
mod ordinal_sum;
mod reduction;
mod refutation;
mod sides;
mod states;
mod stopper;
mod stops;
mod store;
mod subordinate;
mod sum;
mod trimming;
mod unfolded;
mod unravel;
mod yardsticks;

#[cfg(test)]
mod tests;

pub use certificate::{DifferenceMove, Reply};
pub use derived::Unsettled;
pub use draft::{Draft, Vertex, VertexList};
pub use refutation::Attack;
pub use sides::{Sides, ValueSide};
pub use stopper::{Sided, Stopper};
pub use stops::LoopyStop;
pub use store::{Loops, LoopsMark, StopperRoots};

use crate::games::{Games, Player};

/// The short values and the loopy ones: the context of every computation here.
pub struct Arenas<'a> {
    /// The arena of short games; its budget is everybody's.
    pub games: &'a mut Games,
    /// The loopy stoppers.
    pub loops: &'a mut Loops,
}

/// Returns the place of a player's moves in a pair of lists.
fn of(player: Player) -> usize {
    player as usize
}
