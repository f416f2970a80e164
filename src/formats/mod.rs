//! Files that other programs read and write: graphs in DOT and as lists of edges, tables as rows of cells; and the
//! results of sessions about positions.

mod dot;
mod edges;
mod errors;
mod graphs;
mod names;
mod read;
mod rows;
mod tables;
mod write;

pub use graphs::{load_graph, save_graph};
pub use read::read_data;
pub use rows::{Rows, write_rows};
pub use tables::{load_table, save_table};
pub(crate) use write::each_arrow;

/// Returns the ending of a file's name in small letters, without its dot; empty if there is none.
pub fn ending(path: &str) -> String {
    std::path::Path::new(path).extension().map_or(String::new(), |ending| ending.to_string_lossy().to_lowercase())
}
