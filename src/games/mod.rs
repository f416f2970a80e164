//! Short partizan games in canonical form.

mod budget;
mod fault;

pub use budget::Budget;
pub use fault::Fault;
