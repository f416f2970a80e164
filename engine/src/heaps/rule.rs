//! The rules of take-and-break games.

use super::Code;

/// What may be done with one heap: take k counters and leave exactly j heaps, as a code says. A rule may demand that
/// the two heaps of a move that leaves two are unequal, as in Grundy's game (Grundy 1939).
///
/// ```
/// use cg_engine::heaps::{Code, Rule};
///
/// let kayles = Rule::from("0.77".parse::<Code>()?);
/// assert!(kayles.allows(1, &[2, 2]));
/// assert!(!Rule::grundy_game().allows(0, &[2, 2]));
/// # Ok::<(), cg_engine::heaps::BadCode>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    code: Code,
    unequal: bool,
}

impl From<Code> for Rule {
    fn from(code: Code) -> Rule {
        Rule { code, unequal: false }
    }
}

impl Rule {
    /// The rule of this code, but two heaps that one move leaves are unequal.
    pub fn unequal(code: Code) -> Rule {
        Rule { code, unequal: true }
    }

    /// Grundy's game: a heap is split into two unequal heaps.
    pub fn grundy_game() -> Rule {
        Rule::unequal("4.0".parse().expect("a code"))
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Whether two heaps that one move leaves must be unequal.
    pub fn is_unequal(&self) -> bool {
        self.unequal
    }

    /// Whether k counters may be taken so that these heaps are left, none of them empty.
    pub fn allows(&self, k: u64, left: &[u64]) -> bool {
        let differ = !self.unequal || left.len() != 2 || left[0] != left[1];
        differ && left.iter().all(|&heap| heap > 0) && self.code.allows(k, left.len() as u32)
    }
}
