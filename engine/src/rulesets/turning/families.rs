//! The families of coin turning games: the coins that may be turned together, and the worth of a single coin (Winning
//! Ways, ch. 14). A family is a code, the way in which CGSuite writes the sets of coins that may be turned.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::sets::{Group, Memberships, groups, least_unreached, subsets};
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};
use crate::positions::too_many;

/// Sets of coins beyond which they are not listed.
const MOST_SETS: u128 = 10_000_000;

/// A family: a move turns a number of coins of a row, of which the last goes from heads to tails.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Family {
    /// Its name in the language, or its code.
    pub name: Arc<str>,
    /// `true` if it is a name.
    pub is_named: bool,
    turnings: Vec<Turnings>,
    /// The number of the first coin, as Winning Ways counts them.
    pub first: usize,
    law: CoinLaw,
}

/// Sets of coins that may be turned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Turnings {
    /// The fewest coins that are turned.
    pub fewest: usize,
    /// The most.
    pub most: usize,
    /// The arrangement of the coins.
    pub shape: CoinShape,
    /// `true` if the first coin of the row is among them.
    pub with_first: bool,
}

/// An arrangement of coins that are turned together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum CoinShape {
    /// Any coins.
    Any,
    /// Coins that lie side by side.
    Consecutive,
    /// Any of this number of coins that lie side by side.
    Within(usize),
    /// Coins at equal distances.
    Equidistant,
    /// Coins that look the same from both ends.
    Symmetric,
}

/// The formula for the nim-value of a single coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum CoinLaw {
    /// The nim-value is the number of the coin.
    Number,
    /// The largest power of 2 that divides the number.
    PowerOfTwo,
    /// 2 to the number of coins before it.
    EveryPower,
    /// The odious one of 2n and 2n + 1, one that has an odd number of binary digits 1, for coin n. In Triplets, whose
    /// first two coins are worth 0, it is that of the second coin before.
    Odious,
    /// The odious one of 2g and 2g + 1, where g is the worth of the coin if one coin less may be turned (the Mock
    /// Turtle theorem); the numbers g are those of a lexicode.
    OdiousOfLexicode,
    /// No formula is used: the least number that no move leads to.
    Unknown,
}

/// Every family with a name: its code, and the number of its first coin.
const NAMED: [(&str, &str, usize, CoinLaw); 16] = [
    ("turtles", "1-2", 1, CoinLaw::Number),
    ("mock_turtles", "1-3", 0, CoinLaw::Odious),
    ("ruler", "1+C", 1, CoinLaw::PowerOfTwo),
    ("twins", "2", 0, CoinLaw::Number),
    ("triplets", "3", 0, CoinLaw::Odious),
    ("moebius", "1-5", 0, CoinLaw::OdiousOfLexicode),
    ("mogul", "1-7", 0, CoinLaw::OdiousOfLexicode),
    ("moidores", "1-9", 0, CoinLaw::OdiousOfLexicode),
    ("motley", "1+", 1, CoinLaw::EveryPower),
    ("mock_turtle_fives", "1-3C(5)", 1, CoinLaw::Unknown),
    ("triplet_fives", "3C(5)", 1, CoinLaw::Unknown),
    ("ruler_fives", "1-5C", 1, CoinLaw::Unknown),
    ("turnips", "3E", 1, CoinLaw::Unknown),
    ("grunt", "4FS", 1, CoinLaw::Unknown),
    ("sym", "1+S", 1, CoinLaw::Unknown),
    ("sympler", "1+FS", 1, CoinLaw::Unknown),
];

/// The reason why a text is no code of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadFamily {
    /// The bytes that are wrong.
    pub at: Range<usize>,
    /// A description of the mistake.
    pub why: &'static str,
}

/// Returns every family with a name.
pub fn named_families() -> impl Iterator<Item = Family> {
    NAMED.iter().filter_map(|(name, ..)| Family::of_name(name))
}

impl Family {
    /// Returns the family of this name.
    pub fn of_name(name: &str) -> Option<Family> {
        let &(name, code, first, law) = NAMED.iter().find(|named| named.0 == name)?;
        Some(Family { name: name.into(), is_named: true, turnings: parse(code).ok()?, first, law })
    }

    /// Returns the family of a code such as `"1-3C(5)"`, the one with a name if there is one.
    ///
    /// ```
    /// use cg_engine::rulesets::turning::Family;
    ///
    /// assert_eq!(&*Family::of_code("1-3")?.name, "mock_turtles");
    /// assert!(Family::of_code("2-3,6C").is_ok() && Family::of_code("3X").is_err());
    /// # Ok::<(), cg_engine::rulesets::turning::BadFamily>(())
    /// ```
    ///
    /// # Errors
    /// [`BadFamily`]: the first mistake in the code.
    pub fn of_code(code: &str) -> Result<Family, BadFamily> {
        let turnings = parse(code)?;
        if let Some(named) = named_families().find(|named| named.turnings == turnings) {
            return Ok(named);
        }
        let codes: Vec<String> = turnings.iter().map(Turnings::to_string).collect();
        Ok(Family { name: codes.join(",").into(), is_named: false, turnings, first: 1, law: CoinLaw::Unknown })
    }

    /// Returns the groups of sets of coins whose last one is `last`, counted from 0.
    fn groups(&self, last: usize) -> impl Iterator<Item = Group> + '_ {
        self.turnings.iter().flat_map(move |turnings| groups(turnings, last))
    }

    /// Returns the number of sets of coins whose last one is `last`, counted from 0. A set that two parts of a code allow
    /// counts twice, and beyond a limit no more are counted.
    pub(super) fn count(&self, last: usize) -> u128 {
        let mut count: u128 = 0;
        for group in self.groups(last) {
            count = count.saturating_add(group.count());
            if count > 10 * MOST_SETS {
                break;
            }
        }
        count
    }

    /// Returns the sets of coins that may be turned and have `last`, counted from 0, as their last one, which comes
    /// first in each.
    pub(super) fn sets(&self, last: usize, budget: &mut Budget) -> Result<Vec<Vec<usize>>, Fault> {
        let count = self.count(last);
        if count > MOST_SETS {
            return Err(too_many(count));
        }
        budget.reserve(count as usize * size_of::<Vec<usize>>() * 4)?;
        let mut all = Vec::new();
        for group in self.groups(last) {
            subsets(&group, last, budget, &mut all)?;
        }
        all.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        all.dedup();
        Ok(all)
    }

    /// Returns the nim-value of a single coin, counted from 0, by the law of the family.
    pub(super) fn value(&self, coin: usize, codes: &mut Lexicode, budget: &mut Budget) -> Result<u64, Fault> {
        let number = (coin + self.first) as u64;
        let most = self.turnings.first().map_or(0, |turnings| turnings.most);
        let fewest = self.turnings.first().map_or(1, |turnings| turnings.fewest);
        Ok(match self.law {
            CoinLaw::Number => number,
            CoinLaw::PowerOfTwo => 1 << number.trailing_zeros(),
            CoinLaw::EveryPower => match 1u64.checked_shl(coin as u32) {
                Some(power) => power,
                None => {
                    return Err(Fault::TooLarge { what: "row of coins", size: number.to_string(), limit: "64".into() });
                }
            },
            CoinLaw::Odious => number.checked_sub(fewest as u64 - 1).map_or(0, odious),
            CoinLaw::OdiousOfLexicode => odious(codes.number(coin, most - 2, budget)?),
            CoinLaw::Unknown => self.searched(coin, codes, budget)?,
        })
    }

    /// Returns the nim-value of a single coin by those of all coins before it.
    fn searched(&self, coin: usize, codes: &mut Lexicode, budget: &mut Budget) -> Result<u64, Fault> {
        while codes.numbers.len() <= coin {
            let last = codes.numbers.len();
            let mut reached = Memberships::default();
            for group in self.groups(last) {
                reached.add(&group, &codes.numbers, budget)?;
            }
            codes.numbers.push(least_unreached(&reached, budget)?);
        }
        Ok(codes.numbers[coin])
    }
}

impl fmt::Display for Turnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fewest)?;
        match self.most {
            usize::MAX => write!(f, "+")?,
            most if most > self.fewest => write!(f, "-{most}")?,
            _ => {}
        }
        if self.with_first {
            write!(f, "F")?;
        }
        match self.shape {
            CoinShape::Any => Ok(()),
            CoinShape::Consecutive => write!(f, "C"),
            CoinShape::Within(coins) => write!(f, "C({coins})"),
            CoinShape::Equidistant => write!(f, "E"),
            CoinShape::Symmetric => write!(f, "S"),
        }
    }
}

/// Reads the parts of a code, which are separated by commas.
fn parse(code: &str) -> Result<Vec<Turnings>, BadFamily> {
    let mut all = Vec::new();
    let mut start = 0;
    for part in code.split(',') {
        let turnings = parse_part(part, start)?;
        if !all.contains(&turnings) {
            all.push(turnings);
        }
        start += part.len() + 1;
    }
    Ok(all)
}

fn parse_part(part: &str, start: usize) -> Result<Turnings, BadFamily> {
    let bad = |at: usize, len: usize, why| Err(BadFamily { at: start + at..start + at + len, why });
    let number = |from: usize| {
        let digits = part[from..].bytes().take_while(u8::is_ascii_digit).count();
        (digits, part[from..from + digits].parse::<usize>().ok().filter(|&n| (1..=1024).contains(&n)))
    };
    let (digits, fewest) = number(0);
    let Some(fewest) = fewest else {
        return bad(0, part.len(), "a code begins with a number of coins, from 1 to 1024");
    };
    let (mut at, mut most) = (digits, fewest);
    match part[at..].chars().next() {
        Some('+') => (at, most) = (at + 1, usize::MAX),
        Some('-') => match number(at + 1) {
            (digits, Some(n)) if n >= fewest => (at, most) = (at + 1 + digits, n),
            (digits, _) => return bad(at, digits + 1, "a range goes up, to 1024 at most"),
        },
        _ => {}
    }
    let (mut shape, mut with_first) = (CoinShape::Any, false);
    while let Some(sign) = part[at..].chars().next() {
        let here = at;
        at += sign.len_utf8();
        let new = match sign {
            'F' => {
                with_first = true;
                continue;
            }
            'E' => CoinShape::Equidistant,
            'S' => CoinShape::Symmetric,
            'C' if part[at..].starts_with('(') => {
                let (digits, coins) = number(at + 1);
                let Some(coins) = coins.filter(|_| part[at + 1 + digits..].starts_with(')')) else {
                    return bad(at, part.len() - at, "a number of coins stands in the parentheses: `C(5)`");
                };
                at += digits + 2;
                CoinShape::Within(coins)
            }
            'C' => CoinShape::Consecutive,
            _ => return bad(here, sign.len_utf8(), "behind the numbers stand `C`, `C(n)`, `E`, `S` or `F`"),
        };
        if shape != CoinShape::Any {
            return bad(here, at - here, "one arrangement is enough");
        }
        shape = new;
    }
    Ok(Turnings { fewest, most, shape, with_first })
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
