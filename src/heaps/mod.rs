//! Impartial games on heaps: the codes of take-and-break games, and the moves of any game as a table.

mod code;
mod moves;

pub use code::{BadCode, Code};
pub use moves::HeapMoves;
