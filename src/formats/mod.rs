//! Files that other programs read and write: graphs in DOT and as lists of edges, tables as rows of cells.

mod dot;
mod edges;
mod graphs;
mod names;
mod rows;
mod write;

pub use graphs::{load_graph, save_graph};
pub use rows::{Rows, write_rows};
pub(crate) use write::each_arrow;
