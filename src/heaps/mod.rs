//! Impartial games on heaps: the codes of take-and-break games, what subtraction sets can take in, and the
//! moves of any game as a table.

mod additions;
mod code;
mod moves;

pub use additions::Subtractions;
pub use code::{BadCode, Code};
pub use moves::HeapMoves;
