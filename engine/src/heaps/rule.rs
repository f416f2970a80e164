//! The rules of take-and-break games.

use super::Code;
use crate::games::{Budget, Fault};

/// The moves allowed in one heap: take k counters and leave exactly j heaps, as a code says. A rule may require that
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
    splits: Splits,
}

/// The numbers of heaps into which a heap may be split, nothing taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Splits {
    /// The numbers of heaps that the first digit of the code allows.
    Coded,
    /// Any even number of them.
    Even,
    /// Any number of them.
    Any,
}

impl Splits {
    /// Returns `true` if a rule whose first digit is `first` may split a heap into `heaps` parts.
    pub(super) fn allow(self, first: u8, heaps: u32) -> bool {
        match self {
            Splits::Coded => (2..8).contains(&heaps) && first >> heaps & 1 == 1,
            Splits::Even => heaps > 0 && heaps.is_multiple_of(2),
            Splits::Any => heaps > 1,
        }
    }
}

impl From<Code> for Rule {
    fn from(code: Code) -> Rule {
        Rule { code, unequal: false, splits: Splits::Coded }
    }
}

impl Rule {
    /// Digits that a code is written with, where a ruleset has other words for its moves.
    pub const LONGEST: usize = 1 << 12;

    /// Returns the rule of this code, but two heaps that one move leaves are unequal.
    pub fn unequal(code: Code) -> Rule {
        Rule { code, unequal: true, splits: Splits::Coded }
    }

    /// Returns the rule: take any number from a heap, or split it as `splits` allows (Lasker 1931; Sprague 1936).
    ///
    /// ```
    /// # use cg_engine::heaps::{Rule, Splits};
    /// assert!(Rule::splitting(Splits::Even).allows(0, &[1, 1, 2, 2]));
    /// assert!(!Rule::splitting(Splits::Even).allows(0, &[1, 1, 2]));
    /// ```
    pub fn splitting(splits: Splits) -> Rule {
        Rule { splits, ..Rule::from("4.[3]".parse::<Code>().expect("a code")) }
    }

    /// Returns Grundy's game: a heap is split into two unequal heaps.
    pub fn grundy_game() -> Rule {
        Rule::unequal("4.0".parse().expect("a code"))
    }

    /// Returns the code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Returns `true` if two heaps that one move leaves must be unequal.
    pub fn is_unequal(&self) -> bool {
        self.unequal
    }

    /// Returns the numbers of heaps into which a heap may be split, nothing taken.
    pub fn splits(&self) -> Splits {
        self.splits
    }

    /// Returns `true` if k counters may be taken so that these heaps are left, none of them empty.
    pub fn allows(&self, k: u64, left: &[u64]) -> bool {
        let differ = !self.unequal || left.len() != 2 || left[0] != left[1];
        let count = left.len() as u32;
        let split = k == 0 && self.splits.allow(self.code.digit(0), count);
        differ && left.iter().all(|&heap| heap > 0) && (split || self.code.allows(k, count))
    }

    /// Returns the moves from a heap: the heaps that each leaves, in ascending order.
    ///
    /// ```
    /// # use cg_engine::games::Budget;
    /// # use cg_engine::heaps::{Code, Rule};
    /// let kayles = Rule::from("0.77".parse::<Code>()?);
    /// assert_eq!(kayles.moves(3, &mut Budget::unlimited())?, [vec![2], vec![1, 1], vec![1]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self, heap: u32, budget: &mut Budget) -> Result<Vec<Vec<u32>>, Fault> {
        let mut found = Vec::new();
        let most = if self.splits == Splits::Coded { self.code.most_heaps() } else { heap + 1 };
        let first = self.code.digit(0);
        for taken in 0..=heap {
            let left = heap - taken;
            let is_move = |count: &u32| match taken {
                0 => self.splits.allow(first, *count),
                taken => self.code.allows(taken.into(), *count),
            };
            for count in (0..most).filter(is_move) {
                let mut ways = partings(left, count, budget)?;
                ways.retain(|parts| !(self.unequal && count == 2 && parts[0] == parts[1]));
                found.append(&mut ways);
            }
        }
        Ok(found)
    }
}

/// Returns all partitions of `total` into `count` positive numbers, each in ascending order.
fn partings(total: u32, count: u32, budget: &mut Budget) -> Result<Vec<Vec<u32>>, Fault> {
    if count == 0 || count > total {
        return Ok(if total == 0 && count == 0 { vec![Vec::new()] } else { Vec::new() });
    }
    let mut begun: Vec<Vec<u32>> = vec![Vec::new()];
    for to_come in (1..=count).rev() {
        let mut longer = Vec::new();
        for parts in begun {
            let left = total - parts.iter().sum::<u32>();
            let least = if to_come == 1 { left } else { parts.last().copied().unwrap_or(1) };
            for part in least..=left / to_come {
                budget.tick()?;
                budget.room_to_push(&longer)?;
                longer.push(parts.iter().copied().chain([part]).collect());
            }
        }
        begun = longer;
    }
    Ok(begun)
}
