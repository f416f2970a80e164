//! The test that the input is complete.

use super::command::is_command;
use crate::eval::guard;
use crate::syntax::Reading;

/// Returns `true` if the input is incomplete, unless its last line is empty.
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

/// Returns `true` if `line` begins with `where` and names that belong to the definition at the end of `text`.
///
/// ```
/// use cg::shell::goes_on;
/// assert!(goes_on("f(n) := d", "  where d := n"));
/// assert!(!goes_on("f(n) := d", "f(3)"));
/// assert!(!goes_on("f(3)", "where d := n"));
/// ```
pub fn goes_on(text: &str, line: &str) -> bool {
    may_go_on(text) && guard(|| Reading::new(line).begins_with_names()).unwrap_or(false)
}

/// Returns `true` if the text ends with a definition that a line of names may follow.
pub(super) fn may_go_on(text: &str) -> bool {
    !is_command(text) && guard(|| Reading::new(text).takes_names()).unwrap_or(false)
}

/// Returns `true` if an incomplete text may continue: it is no command and does not end with an empty line.
pub(super) fn may_wait(text: &str) -> bool {
    let left_empty = text.rsplit_once('\n').is_some_and(|(_, last)| last.trim().is_empty());
    !left_empty && !is_command(text)
}
