//! Surreal numbers in Conway normal form, with rational coefficients and exponents of the same kind.
//!
//! Input: rational numbers, ordinals, ω and earlier results. Output: [`Surreal`] with sums, products, quotients by one term
//! and order, and its way in the tree of numbers as runs of equal signs. Failures: size
//! ([`Fault::TooLarge`](crate::games::Fault::TooLarge)), and quotients, powers and expansions that have no finite form.
//!
//! Invariants: exponents strictly decrease, coefficients are not 0, a rational number is never stored as terms; the tree of
//! exponents is small enough that walking it costs at most milliseconds.

mod arithmetic;
mod family;
mod signs;
mod simplest;
mod surreal;
mod text;

pub use family::NumberFamily;
pub use signs::{SignRun, birthday, of_signs, sign_runs};
pub use simplest::{NumberBound, simplest_between};
pub use surreal::{ConwayTerm, Surreal};
