//! Impartial games on heaps: the codes of take-and-break games, their nim-values and periods, the numbers that a
//! subtraction set can take in, the moves of any game as a table, and games recognised by their nim-values.
//!
//! Input: a rule, or moves. Output: values of heaps, packed, and periods. Failures: a [`Fault`](crate::games::Fault). A
//! period is called proved only if the condition of its theorem was checked on the values.

mod additions;
mod ahead;
mod code;
mod growth;
mod moves;
mod packed;
mod pairs;
mod period;
mod recognise;
mod replies;
mod rule;
mod sequence;
mod sets;
mod sift;
mod simd;
mod taking;
mod vector_values;
mod vectors;
mod words;

pub use additions::Subtractions;
pub use code::{BadCode, Code};
pub use moves::HeapMoves;
pub use packed::Packed;
pub use period::{Period, observed_period, proved_period};
pub use recognise::{RecognisedGames, SequenceFamily, SequenceIndex, ShiftedSequence};
pub use replies::{MOST_REPLIES, Pattern, Replies, ReplyCount, ReplyGoal};
pub use rule::{Rule, Splits};
pub use sequence::{Method, Sequence, Ways};
pub use sift::Path;
pub use vector_values::NimValues;
pub use vectors::{KnownPPositions, PPositions, Vectors};
