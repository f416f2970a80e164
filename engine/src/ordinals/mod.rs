//! Ordinals below ε₀ and the γ-values of positions whose play need not end.
//!
//! Input: finite numbers, ω and earlier results. Output: [`Ordinal`] in Cantor normal form with natural, ordinary and
//! nim arithmetic (nim-products below ω^ω^54), and [`GammaValue`], a nimber or an infinity with its set. Failures: only
//! size ([`Fault::TooLarge`](crate::games::Fault::TooLarge)), and powers that are not defined here.
//!
//! Invariants: exponents strictly decrease, coefficients are positive, finite ordinals are never stored as
//! terms; an ordinal's tree of exponents is small enough that walking it costs at most milliseconds.

mod arithmetic;
mod gamma;
mod length;
mod mating;
mod mex;
mod nim;
mod nim_field;
mod nim_roots;
mod ordinal;
mod text;

pub(crate) use arithmetic::merged;
pub use gamma::GammaValue;
pub use length::Length;
pub(crate) use mating::last_digits;
pub use mating::welter_function;
pub use mex::mex;
pub(crate) use mex::{MAX_PERIOD, lcm, too_long};
pub use ordinal::{CantorTerm, DEPTH_LIMIT, Ordinal, SIZE_LIMIT};
pub use text::OrdinalSigns;
