//! Values of boards that were found before, by another computation.

use super::{Fault, GameId, Games};

/// The boards with the fewest cells that have a value, among those of the sizes all of whose boards are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SmallestBoards {
    /// The largest number of cells for which all boards are known.
    pub complete_to: usize,
    /// The boards, as they are written.
    pub boards: Vec<String>,
}

/// A source of values that were found before. It is asked for the value of a region before the region is played out, and may
/// be asked by several threads.
///
/// ```
/// use std::sync::Arc;
/// use cg_engine::games::{Budget, EarlierValues, Fault, GameId, Games, SmallestBoards};
///
/// /// Knows one value.
/// struct OneValue;
///
/// impl EarlierValues for OneValue {
///     fn value(&self, ruleset: &str, board: &str, games: &mut Games) -> Result<Option<GameId>, Fault> {
///         Ok((ruleset == "domineering" && board == "..").then(|| games.integer(-1)))
///     }
///     fn smallest(&self, _: &str, _: &str) -> SmallestBoards {
///         SmallestBoards::default()
///     }
/// }
///
/// let mut games = Games::new(Budget::unlimited());
/// games.earlier = Some(Arc::new(OneValue));
/// ```
pub trait EarlierValues: Send + Sync {
    /// Returns the value of a board of a ruleset without other parameters, as both are written, or `None` if it is not known.
    fn value(&self, ruleset: &str, board: &str, games: &mut Games) -> Result<Option<GameId>, Fault>;

    /// Returns the smallest boards of a ruleset that have this value, as it is written in ASCII.
    fn smallest(&self, ruleset: &str, value: &str) -> SmallestBoards;
}
