//! From tree to value: names, code, and the machine that runs it.
//!
//! [`Session::prepare`] parses and resolves a text: every name and arity is settled before anything runs.
//! [`Session::execute`] runs one prepared statement; when it fails, everything made for it is given back and all
//! bindings stand as they were. The machine keeps its own stack, so the depth of a computation is bounded by
//! memory alone.

mod builtin;
mod code;
mod compact;
mod convert;
mod data;
mod doc;
mod failure;
mod files;
mod globals;
mod graphs;
mod host;
mod integers;
mod interlude;
mod latex;
mod layout;
mod lengths;
mod list;
mod machine;
mod modules;
pub mod order;
mod picture;
mod reading;
mod resolve;
mod rows;
mod rules;
mod session;
mod show;
mod statement;
mod value;

pub(crate) use builtin::builtins;
pub use builtin::{Arity, Builtin, Parameter};
pub use code::Code;
pub use convert::{Arguments, Count, FromValue, IntoValue, Members, Place, Quantity, Rest, Subject, Terms, Written};
pub use doc::Doc;
pub use failure::{Inside, Said, Trouble, bytes_text};
pub use files::{Target, Unwritten};
pub use host::{Existing, Host, NewFile, Quiet};
pub use integers::Integers;
pub use list::List;
pub use reading::{LONGEST_TEXT, Unread, read_all, utf8};
pub use rows::Rows;
pub use session::Session;
pub use show::Room;
pub use statement::{Prepared, Ran, Statement};
pub use value::{Function, Graph, Report, Ruleset, Table, Topic, Value};
