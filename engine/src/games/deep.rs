//! The one door to recursion that may go deep.
//!
//! A stack that can grow is continued on the heap, and the limit of memory ends what goes too deep. In WebAssembly it cannot
//! grow: there the bytes that the open levels take are counted, and [`Fault::Depth`] comes before the stack is full.

#[cfg(any(test, target_family = "wasm"))]
mod fixed;

use super::Fault;

/// Bytes that must be left of a stack that grows, and those that are added otherwise. Between two doors lies a descent of
/// the parser through all its levels, whose frames are several times larger where nothing is optimised.
const RED_ZONE: usize = if cfg!(debug_assertions) { 1 << 20 } else { 256 << 10 };
const STACK: usize = 16 * RED_ZONE;

/// Runs one level of a recursion that takes about `bytes` of the stack until it comes here again.
///
/// # Errors
/// [`Fault::Depth`] where the stack is full and cannot grow.
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

/// Runs a level of what cannot fail, and whose depth was limited when it was built.
#[inline]
pub fn grown<R>(run: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, STACK, run)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(n: usize) -> Result<usize, Fault> {
        let frame = std::hint::black_box([n; 128]);
        if n == 0 { Ok(0) } else { Ok(level(size_of_val(&frame), || depth(frame[7] - 1))?? + 1) }
    }

    #[test]
    fn a_stack_that_grows_goes_deeper_than_itself() {
        // No stack of a test has the 40 MB that these levels take.
        assert!(matches!(depth(40_000), Ok(40_000)));
    }
}
