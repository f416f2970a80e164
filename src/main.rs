//! The `cg` program: everything is in the library's [`shell`](cg::shell).

use std::alloc::System;
use std::process::ExitCode;

/// Counts the bytes in use, so that a computation can be stopped before the machine is exhausted.
#[global_allocator]
static ALLOCATOR: cap::Cap<System> = cap::Cap::new(System, usize::MAX);

fn main() -> ExitCode {
    cg::shell::run(std::env::args_os(), || ALLOCATOR.allocated())
}
