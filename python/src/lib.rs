//! `cgames._core`: a session of the language for Python.
//!
//! The parts that Python sees are written in Python, in `cgames/`; this crate has only what has to be in Rust. [`worker`] runs
//! a session on a thread of its own. It receives and sends [`plain`] values and [`diagnostics`], which [`python`] converts from
//! and to objects of Python. [`engine`] is the class that Python calls.

mod diagnostics;
mod engine;
mod plain;
mod python;
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
const OPERATIONS: [(&str, &str); 24] = [
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
    ("left_options", "p -> left_options(p)"),
    ("right_options", "p -> right_options(p)"),
    ("options", "p -> options(p)"),
    ("explain", "p -> explain(p)"),
    ("thermograph", "p -> thermograph(p)"),
    ("birthday", "p -> birthday(p)"),
    ("game", "(l, r) -> <x for x in l|x for x in r>"),
];

pyo3::create_exception!(cgames, ForeignValue, pyo3::exceptions::PyValueError, "A value of another session.");

/// The module.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<engine::Engine>()?;
    module.add_class::<python::Token>()?;
    module.add("ForeignValue", module.py().get_type::<ForeignValue>())?;
    module.add_function(wrap_pyfunction!(engine::end, module)?)?;
    module.add_function(wrap_pyfunction!(engine::forked, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
