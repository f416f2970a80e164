//! Whether what is typed is ready, or waits for another line.

use super::command::is_command;
use crate::eval::guard;
use crate::syntax::Reading;

/// Whether more lines are wanted: something is open, unless the last line was left empty.
///
/// ```
/// use cg::shell::waits;
/// assert!(waits("<0, *|"));
/// assert!(!waits("<0, *|\n"));
/// assert!(!waits(":help <"));
/// ```
pub fn waits(text: &str) -> bool {
    may_wait(text) && guard(|| Reading::new(text).is_incomplete()).unwrap_or(false)
}

/// Whether a text that is incomplete waits: neither a command nor ended by an empty line.
pub(super) fn may_wait(text: &str) -> bool {
    let left_empty = text.rsplit_once('\n').is_some_and(|(_, last)| last.trim().is_empty());
    !left_empty && !is_command(text)
}
