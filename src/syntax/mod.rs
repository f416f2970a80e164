//! From text to tree: tokens, nesting, parser, printer. Parsing never fails: it returns a tree and diagnostics.

pub mod ast;
