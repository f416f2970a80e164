//! The `cg` program: everything is in the library's [`shell`](cg::shell).

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Counts the bytes in use, so that a computation can be stopped before the machine is exhausted.
#[global_allocator]
static ALLOCATOR: cap::Cap<MiMalloc> = cap::Cap::new(MiMalloc, usize::MAX);

fn main() -> ExitCode {
    cg::shell::run(std::env::args_os(), || cg::shell::bytes_in_use(ALLOCATOR.allocated()))
}
