//! From tree to value: names, code, and the machine that runs it.
//!
//! [`Session::prepare`] parses and resolves a text: every name and arity is settled before anything runs.
//! [`Session::execute`] runs one prepared statement; if it fails, everything made for it is freed and every name keeps
//! its meaning. A panic in either is reported as an error. The machine keeps its own stack, so the depth of a
//! computation is bounded by memory alone.

mod any;
mod builtin;
mod cells;
mod claims;
mod compact;
mod convert;
mod descents;
mod doc;
mod drafts;
mod epidemic;
mod error;
pub(crate) mod errors;
mod files;
pub(crate) mod globals;
pub(crate) mod graph;
mod held;
mod host;
mod interlude;
mod kind;
mod laws;
mod lengths;
pub mod limits;
mod loopy;
mod machine;
mod modules;
pub mod numbers;
mod parity;
mod phrases;
pub(crate) mod printer;
pub(crate) mod reading;
mod resolve;
mod role;
mod rules;
mod running;
mod session;
mod state;
mod statement;
mod steps;
mod take_away;
mod undo;
mod worth;

pub use any::{AnyOrText, Written};
pub(crate) use builtin::builtins;
pub use builtin::{Arity, Builtin, Effect, Parameter, ReadAs};
pub use convert::{
    Arguments, Comparand, Count, FromValue, IntoValue, Members, NimNumber, Number, Pairs, Place, Quantity, Rest,
    Subject, Summands, Terms,
};
pub use doc::Doc;
pub use drafts::Drafts;
pub(crate) use error::error_family;
pub use error::{EvalError, Inside, Said, bytes_text, guard};
pub use files::{Target, Unwritten};
pub use globals::is_result;
pub use held::Handle;
pub use host::{BoardGame, Existing, Host, NewFile, Quiet};
pub use kind::{Sort, ValueKind};
pub(crate) use laws::heaps_by_law;
pub(crate) use loopy::order_to_number;
pub use machine::no_member;
pub use printer::{Printer, Room};
pub use reading::{LONGEST_TEXT, Unread, read_all, utf8};
pub use resolve::{NameUse, Scope};
pub use role::{BoardSymmetry, Reasons, Role};
pub use session::Session;
pub use statement::{Prepared, Ran, ReadyStatement};
pub(crate) use take_away::TakeAway;
