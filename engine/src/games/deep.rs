//! The one door to recursion that may go deep.
//!
//! A stack that can grow is continued elsewhere. The limit of memory, which counts the added part, ends a recursion
//! that goes too deep. In WebAssembly it cannot grow: there the bytes that the open levels take are counted, and
//! [`Fault::Depth`] comes before the stack is full.

#[cfg(any(test, target_family = "wasm"))]
mod fixed;

use std::sync::atomic::{AtomicUsize, Ordering};

use super::Fault;

/// Bytes that must be left of a stack that grows, and those that are added otherwise. Between two doors lies a descent of
/// the parser through all its levels, whose frames are several times larger where nothing is optimised.
const RED_ZONE: usize = if cfg!(debug_assertions) { 1 << 20 } else { 256 << 10 };
const STACK: usize = 16 * RED_ZONE;

/// Runs one level of a recursion that takes about `bytes` of the stack until it comes here again.
///
/// # Errors
/// [`Fault::Depth`] if the stack is full and cannot grow.
#[inline]
pub fn level<R>(bytes: usize, run: impl FnOnce() -> R) -> Result<R, Fault> {
    #[cfg(target_family = "wasm")]
    return fixed::level(bytes, run);
    #[cfg(not(target_family = "wasm"))]
    {
        let _ = bytes;
        Ok(grown(run))
    }
}

/// Runs a level of a recursion that cannot fail. Its depth was limited when it was built, or a limit of memory is
/// checked on the way.
#[inline]
pub fn grown<R>(run: impl FnOnce() -> R) -> R {
    if cfg!(target_family = "wasm") || stacker::remaining_stack().is_some_and(|left| left >= RED_ZONE) {
        return run();
    }
    let _added = Added::new();
    stacker::grow(STACK, run)
}

/// Returns the bytes that have been added to the stacks of all threads. The allocator does not know of them.
pub fn bytes_added() -> usize {
    ADDED.load(Ordering::Relaxed)
}

static ADDED: AtomicUsize = AtomicUsize::new(0);

/// A piece of stack, which is freed even when a level panics.
struct Added;

impl Added {
    fn new() -> Added {
        ADDED.fetch_add(STACK, Ordering::Relaxed);
        Added
    }
}

impl Drop for Added {
    fn drop(&mut self) {
        ADDED.fetch_sub(STACK, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Budget;

    fn depth(n: usize) -> Result<usize, Fault> {
        let frame = std::hint::black_box([n; 128]);
        if n == 0 { Ok(0) } else { Ok(level(size_of_val(&frame), || depth(frame[7] - 1))?? + 1) }
    }

    #[test]
    fn a_stack_that_grows_goes_deeper_than_itself() {
        // No stack of a test has the 40 MB that these levels take.
        assert!(matches!(depth(40_000), Ok(40_000)));
    }

    #[test]
    fn what_a_stack_grows_by_counts_as_memory() {
        fn descend(budget: &mut Budget, levels: usize) -> Result<usize, Fault> {
            budget.tick()?;
            let frame = std::hint::black_box([levels; 128]);
            level(size_of_val(&frame), || descend(budget, levels + 1))??;
            Ok(frame[7])
        }
        let mut budget = Budget::unlimited();
        // Other tests add to their stacks meanwhile.
        budget.set_memory(Some(bytes_added() + 40 * STACK), || 0);
        assert!(matches!(descend(&mut budget, 0), Err(Fault::Memory { .. })));
    }
}
