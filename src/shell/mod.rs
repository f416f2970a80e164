//! The program around the library: command line, scripts, tests, batch, the prompt.
//!
//! [`run`] reads the arguments, acts on them, and returns the exit status: 0 fine, 1 a check or an evaluation failed, 2
//! the command line or a source is wrong, 130 interrupted. The shell does not know games; everything goes through
//! [`Session`](crate::eval::Session).

mod app;
mod batch;
#[cfg(feature = "catalogue")]
mod catalogue;
mod cli;
mod contest;
mod farewell;
mod files;
mod fmt;
#[cfg(fuzzing)]
pub mod fuzzing;
mod interrupt;
mod lesson;
mod loopback;
mod lsp;
mod machine;
mod manual;
mod markdown;
mod pager;
mod pages;
mod paths;
mod progress;
mod repl;
mod report;
pub mod settings;
mod shot;
mod test;
mod trickle;
mod update;
mod verify;
mod world;

pub use crate::guide::lessons::LESSONS;
use crate::guide::reply;
pub use crate::guide::{expected, help};
pub use app::Meter;
pub use cli::run;
pub use machine::{bytes_in_use, memory as memory_limit, stack as stack_size};
pub use markdown::cg_blocks;
pub use repl::{Candidate, CandidateKind, Command, Record, command, complete, expanded, goes_on, highlight, waits};
pub use world::Captured;
