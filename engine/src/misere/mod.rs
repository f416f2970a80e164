//! Impartial games in misère play: the player who makes the last move loses.
//!
//! Normal play is determined by one number, the nim-value. Misère play is not (Grundy and Smith 1956; Conway, On
//! Numbers and Games, ch. 12; Winning Ways, ch. 13), so there are several answers, each with its own reach:
//!
//! - [`Forms`]: misère canonical forms. Equal forms are equal in every sum. There are many of them.
//! - [`Sums`]: genus, class and outcome of any sum of heaps, from its moves with memory.
//! - [`conditions`]: games for which Bouton's rule for Nim holds (Ferguson 1974); [`AllConditions`] checks it for all
//!   heaps.
//! - [`Quotient`]: the sums of the heaps of one game, up to a distinction that some sum of these heaps makes (Plambeck
//!   and Siegel 2008). It is often finite, and then outcomes are products in a table.
//! - [`Genera`]: a quotient by misère nim-values instead of outcomes, for genera of heaps of any size.
//!
//! All but the forms work on a [`HeapMoves`](crate::heaps::HeapMoves): heaps are numbers, a move leads to some smaller
//! heaps, a position is a list of heaps.

mod algebra;
mod all_heaps;
mod builder;
mod closure;
mod distinguish;
mod extension;
mod ferguson;
mod forms;
mod genera;
mod genus;
mod multisets;
mod quotient;
mod sums;
mod words;

pub use all_heaps::AllConditions;
pub use distinguish::Distinguisher;
pub use ferguson::{Condition, conditions, is_bouton, keeps_criterion};
pub use forms::{FormId, Forms};
pub use genera::{ByNimValues, Genera, Told};
pub use genus::{Class, Genus, Species};
pub use quotient::{Limits, Quotient, Stop};
pub use sums::Sums;
