//! The services of every place to type besides answers: help, completion, lessons, and results as objects for programs.
//!
//! The terminal, editors and the page in the browser ask here, so that all of them say the same. The code here does not
//! know where its texts are shown.

pub mod answers;
pub mod completion;
pub mod expected;
pub mod help;
pub mod lessons;
pub mod reply;
mod words;

pub use words::KEYWORDS;
