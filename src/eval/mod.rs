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
mod nim_number;
pub mod numbers;
mod parity;
mod phrases;
pub(crate) mod printer;
mod ranking;
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

pub use any::{AnyOrText, BoardText, Callable, Written};
pub(crate) use builtin::builtins;
pub use builtin::{Arity, Builtin, Effect, Parameter, ReadAs};
pub(crate) use cells::{cell_at, option_text};
pub(crate) use claims::check_claims;
pub use convert::{
    Arguments, Comparand, Count, FromValue, IntoValue, Members, Number, Pairs, Place, Quantity, Rest, Subject,
    Summands, Terms,
};
pub use doc::Doc;
pub use drafts::Drafts;
pub(crate) use epidemic::epidemic_position;
pub(crate) use error::error_family;
pub use error::{EvalError, Inside, Said, bytes_text, guard};
pub use files::{Target, Unwritten};
pub(crate) use files::{beside, write_bytes, write_file};
pub use globals::{is_result, signature};
pub(crate) use graph::graph_named;
pub use graph::graph_value;
pub(crate) use graph::{bare, built_graph, contradicts, graph_of, terminal_class, vertex_at};
pub use held::Handle;
pub use host::{BoardGame, Existing, Host, NewFile, Quiet};
pub(crate) use interlude::{ask, restart_clock};
pub use kind::{Sort, ValueKind};
pub(crate) use laws::heaps_by_law;
pub use loopy::loopy_value;
pub(crate) use loopy::order_to_number;
pub(crate) use loopy::{as_sided, loopy_refused, sides_of, sides_value, stopper_of, unsettled};
pub use machine::no_member;
pub use machine::worth_of;
pub(crate) use machine::{
    add, apply, at_heaps, bounded_dict, call_given, entry_of, form_of, form_steps, function_for, heaps_wanted, negate,
    nim_value_by_rule, nimber_size, no_option, ordinal_sum, outcome_by_rule, p_positions_by_rule, print,
    print_coloured, role_of, ruleset_wanted, ruleset_with, set_of, show_picture, switch, unique, whole,
    winning_moves_by_rule,
};
pub use nim_number::NimNumber;
pub use printer::{Printer, Room};
pub(crate) use ranking::with_components_in_order;
pub(crate) use reading::read_script;
pub use reading::read_text;
pub use reading::{LONGEST_TEXT, Unread, read_all, utf8};
pub use resolve::{NameUse, Scope};
pub use role::{BoardSymmetry, Reasons, Role};
pub use session::Session;
pub use statement::{Prepared, Ran, ReadyStatement};
pub(crate) use take_away::TakeAway;
pub(crate) use take_away::take_away_position;
pub(crate) use worth::{
    affine_value, game_of, gamma_value, gathered, members_of, nimber_value, reserve_list, run_through, score_of,
    stand_in, sum_of, without_stand_ins,
};
pub use worth::{as_game, as_position, game_value};
