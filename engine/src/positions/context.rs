//! The context that the engine works in.

use std::any::Any;

use super::{PositionId, Positions};
use crate::games::{Budget, Games};
use crate::loopy::{Arenas, Loops};

/// The owner of the values, positions and limits that a solver works with. It is `Any`, so that rules which only one type
/// of context registers can recover that type.
pub trait Context: Any {
    /// Returns the arena of values. Its budget is that of the whole computation.
    fn games(&mut self) -> &mut Games;
    /// Returns the arenas of values, short and loopy.
    fn loopy(&mut self) -> Arenas<'_>;
    /// Returns the interned positions and the results about them.
    fn positions(&mut self) -> &mut Positions;
    /// Like [`Context::positions`], to read only.
    fn positions_ref(&self) -> &Positions;
    /// Returns the text of a position, or `None` if the context has no language to write it in.
    fn position_text(&mut self, _: PositionId) -> Option<String> {
        None
    }
}

/// A context with only values and positions, for use of the engine as a Rust library.
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
    /// Returns an engine with these limits.
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
