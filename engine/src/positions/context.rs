//! What the engine works in.

use std::any::Any;

use super::{PositionId, Positions};
use crate::games::{Budget, Games};
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
