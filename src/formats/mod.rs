//! Files that other programs read and write: graphs in DOT and as lists of edges, tables as rows of cells.

mod dot;
mod edges;
mod graphs;
mod names;
mod rows;
mod write;

pub use rows::Rows;
pub(crate) use write::each_arrow;
