//! Games of colouring by any rule: Col, Snort, Fjords and those between them (`GenCol` of CGSuite).

use super::colouring::{Allowed, ColouringRule};

/// Returns the rule by which Left may colour the cells of one text, Right those of the other: `.` for cells without a colour
/// beside them, `x` for those beside Left's colour alone, `o` for those beside Right's.
///
/// # Errors
/// The number of the text, from 0, in which another letter stands.
pub fn rule([left, right]: [&str; 2]) -> Result<ColouringRule, usize> {
    let is_wrong = |text: &&str| text.chars().any(|letter| !matches!(letter, '.' | 'x' | 'o'));
    if let Some(wrong) = [left, right].iter().position(is_wrong) {
        return Err(wrong);
    }
    let allowed = |text: &str, own: char, other: char| Allowed {
        free: text.contains('.'),
        own: text.contains(own),
        other: text.contains(other),
    };
    let allowed = [allowed(left, 'x', 'o'), allowed(right, 'o', 'x')];
    Ok(ColouringRule { name: "gen_col", allowed, is_written: true })
}
