//! Counting the levels of a recursion on a stack that cannot grow.

use std::cell::Cell;

use crate::games::Fault;

/// Bytes that open levels may take: half of the stack that linkers give to WebAssembly.
const MAX_BYTES: usize = 512 << 10;

thread_local! {
    static TAKEN: Cell<usize> = const { Cell::new(0) };
}

/// Runs one level that takes about `bytes` of the stack.
///
/// # Errors
/// [`Fault::Depth`] if it and the open levels take too much.
pub(super) fn level<R>(bytes: usize, run: impl FnOnce() -> R) -> Result<R, Fault> {
    let before = TAKEN.get();
    if bytes > MAX_BYTES.saturating_sub(before) {
        return Err(Fault::Depth { limit: MAX_BYTES / bytes });
    }
    TAKEN.set(before + bytes);
    let _open = OpenLevel { before };
    Ok(run())
}

/// An open level, which gives its bytes back even when it panics.
struct OpenLevel {
    before: usize,
}

impl Drop for OpenLevel {
    fn drop(&mut self) {
        TAKEN.set(self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goes down by levels of these bytes and counts them.
    fn descend(bytes: usize, wanted: usize) -> Result<usize, Fault> {
        if wanted == 0 { Ok(0) } else { Ok(level(bytes, || descend(bytes, wanted - 1))?? + 1) }
    }

    #[test]
    fn a_full_stack_is_a_fault_and_can_be_used_again() {
        let bytes = 4 << 10;
        let most = MAX_BYTES / bytes;
        for _ in 0..2 {
            assert!(matches!(descend(bytes, most), Ok(n) if n == most));
            assert!(matches!(descend(bytes, most + 1), Err(Fault::Depth { limit }) if limit == most));
            assert_eq!(TAKEN.get(), 0);
        }
    }

    #[test]
    fn levels_of_different_size_share_the_stack() {
        let inner = level(MAX_BYTES - 4, || (level(4, || ()).is_ok(), level(5, || ()).is_ok()));
        assert!(matches!(inner, Ok((true, false))));
    }

    #[test]
    fn a_panic_closes_its_levels() {
        let panics = std::panic::catch_unwind(|| level(MAX_BYTES, || panic!("inside")));
        assert!(panics.is_err() && TAKEN.get() == 0);
    }
}
