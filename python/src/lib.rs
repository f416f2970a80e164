//! `cgames._core`: a session of the language for Python.
//!
//! What Python sees of it is written in Python, in `cgames/`: here stands only what has to be in Rust. [`worker`] keeps a
//! session on a thread of its own; [`plain`] and [`told`] are what goes to and from it; [`python`] makes Python's objects of
//! that and back; [`engine`] is the class through which Python asks.

mod engine;
mod plain;
mod python;
mod told;
mod worker;

use std::alloc::System;

use pyo3::prelude::*;

/// Counts the bytes in use by all sessions of the process, so that a computation can be stopped before memory runs out.
#[global_allocator]
static ALLOCATOR: cap::Cap<System> = cap::Cap::new(System, usize::MAX);

fn bytes_in_use() -> usize {
    ALLOCATOR.allocated()
}

/// What Python's operators and the properties of its values ask for, by name.
const OPERATIONS: [(&str, &str); 21] = [
    ("+", "(a, b) -> a + b"),
    ("-", "(a, b) -> a - b"),
    ("*", "(a, b) -> a * b"),
    ("/", "(a, b) -> a / b"),
    ("^", "(a, b) -> a ^ b"),
    ("neg", "a -> -a"),
    ("==", "(a, b) -> a == b"),
    ("<", "(a, b) -> a < b"),
    ("<=", "(a, b) -> a <= b"),
    ("<|", "(a, b) -> a <| b"),
    ("||", "(a, b) -> a || b"),
    ("[]", "(a, i) -> a[i]"),
    ("value", "p -> value(p)"),
    ("canonical", "p -> canonical(p)"),
    ("outcome", "p -> outcome(p)"),
    ("left", "p -> left(p)"),
    ("right", "p -> right(p)"),
    ("options", "p -> options(p)"),
    ("explain", "p -> explain(p)"),
    ("thermograph", "p -> thermograph(p)"),
    ("birthday", "p -> birthday(p)"),
];

/// The module.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<engine::Engine>()?;
    module.add_class::<python::Token>()?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
