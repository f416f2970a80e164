//! The `cg` program: everything is in the library's `shell`.
fn main() {}
