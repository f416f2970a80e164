//! The families of coin turning games: the coins that may be turned together, and the worth of a single coin (Winning
//! Ways, ch. 14).

use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};
use crate::positions::too_many;

/// Sets of coins beyond which they are not listed.
const MOST_SETS: u128 = 10_000_000;

/// A family: a move turns a number of coins of a row, of which the last goes from heads to tails.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Family {
    /// Its name in the language.
    pub name: &'static str,
    /// The fewest coins that are turned.
    fewest: usize,
    /// The most.
    most: usize,
    /// `true` if the coins that are turned lie side by side.
    neighbours: bool,
    /// The number of the first coin, as Winning Ways counts them.
    pub first: usize,
    law: CoinLaw,
}

/// The formula for the nim-value of a single coin.
#[derive(Debug, PartialEq, Eq, Hash)]
enum CoinLaw {
    /// The nim-value is the number of the coin.
    Number,
    /// The largest power of 2 that divides the number.
    PowerOfTwo,
    /// The odious one of 2n and 2n + 1, one that has an odd number of binary digits 1, for coin n. In Triplets, whose
    /// first two coins are worth 0, it is that of the second coin before.
    Odious,
    /// The odious one of 2g and 2g + 1, where g is the worth of the coin if one coin less may be turned (the Mock
    /// Turtle theorem); the numbers g are those of a lexicode.
    OdiousOfLexicode,
}

const fn any(name: &'static str, fewest: usize, most: usize, first: usize, law: CoinLaw) -> Family {
    Family { name, fewest, most, neighbours: false, first, law }
}

/// Turtles: one or two coins.
pub static TURTLES: Family = any("turtles", 1, 2, 1, CoinLaw::Number);
/// Mock Turtles: one, two or three coins.
pub static MOCK_TURTLES: Family = any("mock_turtles", 1, 3, 0, CoinLaw::Odious);
/// Ruler: any number of coins side by side.
pub static RULER: Family =
    Family { name: "ruler", fewest: 1, most: usize::MAX, neighbours: true, first: 1, law: CoinLaw::PowerOfTwo };
/// Twins: two coins.
pub static TWINS: Family = any("twins", 2, 2, 0, CoinLaw::Number);
/// Triplets: three coins.
pub static TRIPLETS: Family = any("triplets", 3, 3, 0, CoinLaw::Odious);
/// Moebius: one to five coins.
pub static MOEBIUS: Family = any("moebius", 1, 5, 0, CoinLaw::OdiousOfLexicode);
/// Mogul: one to seven coins.
pub static MOGUL: Family = any("mogul", 1, 7, 0, CoinLaw::OdiousOfLexicode);
/// Moidores: one to nine coins.
pub static MOIDORES: Family = any("moidores", 1, 9, 0, CoinLaw::OdiousOfLexicode);

/// Every family.
pub static FAMILIES: [&Family; 8] = [&TURTLES, &MOCK_TURTLES, &RULER, &TWINS, &TRIPLETS, &MOEBIUS, &MOGUL, &MOIDORES];

impl Family {
    /// Returns the family of this name.
    pub fn of_name(name: &str) -> Option<&'static Family> {
        FAMILIES.into_iter().find(|family| family.name == name)
    }

    /// Returns the number of sets of coins whose last one is `last`, counted from 0.
    pub(super) fn count(&self, last: usize) -> u128 {
        let others = self.fewest - 1..=(self.most - 1).min(last);
        if self.neighbours {
            return others.count() as u128;
        }
        // The ways to choose k of the coins before, one k after the other.
        let ways = std::iter::successors(Some((0u128, 1u128)), |&(k, ways)| {
            Some((k + 1, ways.saturating_mul((last as u128).saturating_sub(k)) / (k + 1)))
        });
        let sizes = ways.take(others.end() + 1).skip(*others.start());
        sizes.fold(0u128, |sum, (_, ways)| sum.saturating_add(ways))
    }

    /// Returns the sets of coins that may be turned and have `last`, counted from 0, as their last one, which comes
    /// first in each.
    pub(super) fn sets(&self, last: usize, budget: &mut Budget) -> Result<Vec<Vec<usize>>, Fault> {
        let count = self.count(last);
        if count > MOST_SETS {
            return Err(too_many(count));
        }
        budget.reserve(count as usize * size_of::<Vec<usize>>() * 4)?;
        let (mut all, mut some) = (Vec::new(), vec![vec![last]]);
        for size in 1..=self.most.min(last + 1) {
            let mut larger = Vec::new();
            for set in &some {
                budget.tick()?;
                let before = set[size - 1];
                let least = if self.neighbours { before.saturating_sub(1) } else { 0 };
                if size < self.most {
                    larger.extend((least..before).map(|coin| [&set[..], &[coin]].concat()));
                }
            }
            if size >= self.fewest {
                all.append(&mut some);
            }
            some = larger;
        }
        Ok(all)
    }

    /// Returns the nim-value of a single coin, counted from 0, by the law of the family.
    pub(super) fn value(&self, coin: usize, codes: &mut Lexicode, budget: &mut Budget) -> Result<u64, Fault> {
        let number = (coin + self.first) as u64;
        Ok(match self.law {
            CoinLaw::Number => number,
            CoinLaw::PowerOfTwo => 1 << number.trailing_zeros(),
            CoinLaw::Odious => number.checked_sub(self.fewest as u64 - 1).map_or(0, odious),
            CoinLaw::OdiousOfLexicode => odious(codes.number(coin, self.most - 2, budget)?),
        })
    }
}

/// Returns the odious one of 2n and 2n + 1.
fn odious(n: u64) -> u64 {
    2 * n + u64::from(n.count_ones().is_multiple_of(2))
}

/// Numbers in ascending order, each the least that is no nim-sum of a given number of earlier ones; 0 first.
#[derive(Debug, Default)]
pub(super) struct Lexicode {
    numbers: Vec<u64>,
    /// The nim-sums of at most that number of them, each with the least number of summands.
    sums: FastMap<u64, usize>,
}

impl Lexicode {
    /// Returns the number at place `index` among those that are no nim-sum of at most `most` before them.
    fn number(&mut self, index: usize, most: usize, budget: &mut Budget) -> Result<u64, Fault> {
        if self.numbers.is_empty() {
            self.numbers.push(0);
            self.sums.insert(0, 0);
        }
        while self.numbers.len() <= index {
            let mut next = self.numbers[self.numbers.len() - 1] + 1;
            while self.sums.contains_key(&next) {
                budget.tick()?;
                next += 1;
            }
            // A table doubles when it grows, and there are the new sums beside it.
            budget.reserve(self.sums.len() * 4 * size_of::<(u64, usize)>())?;
            let mut new = Vec::new();
            for (&sum, &summands) in &self.sums {
                budget.tick()?;
                if summands < most {
                    new.push((sum ^ next, summands + 1));
                }
            }
            for (sum, summands) in new {
                let least = self.sums.entry(sum).or_insert(summands);
                *least = summands.min(*least);
            }
            self.numbers.push(next);
        }
        Ok(self.numbers[index])
    }
}
