//! The sets of coins that a part of a code allows, as a few coins that are always turned and others that may be.

use super::families::{CoinShape, Turnings};
use std::iter::StepBy;
use std::ops::Range;

use crate::games::hashing::FastSet;
use crate::games::{Budget, Fault};

/// Sets of coins with one last coin: some coins that are turned in all of them, and some groups of one or two of which any
/// may be turned.
pub(super) struct Group {
    /// The coins that are turned besides the last one.
    base: StepBy<Range<usize>>,
    /// The coins of which those of each member are turned together or not at all.
    choices: Vec<Vec<usize>>,
    /// The fewest coins of the choices that are turned.
    fewest: usize,
    /// The most.
    most: usize,
}

/// Returns the groups of sets whose last coin is `last`, counted from 0; no set is in two of them.
pub(super) fn groups(turnings: &Turnings, last: usize) -> Vec<Group> {
    let &Turnings { fewest, most, shape, with_first } = turnings;
    let group = |base: StepBy<Range<usize>>, choices: Vec<Vec<usize>>| {
        let fixed = base.len() + 1;
        let most = most.checked_sub(fixed)?;
        Some(Group { base, choices, fewest: fewest.saturating_sub(fixed), most })
    };
    let singles = |from: usize| (from..last).map(|coin| vec![coin]).collect::<Vec<_>>();
    let alone = fewest == 1 && (!with_first || last == 0);
    let none = || (0..0).step_by(1);
    let lone = || alone.then(|| group(none(), Vec::new())).flatten();
    let mut all = Vec::new();
    match shape {
        CoinShape::Any | CoinShape::Within(_) => {
            let from = if let CoinShape::Within(coins) = shape { (last + 1).saturating_sub(coins) } else { 0 };
            match with_first {
                false => all.extend(group(none(), singles(from))),
                true if last == 0 => all.extend(lone()),
                true if from == 0 => all.extend(group((0..1).step_by(1), singles(1))),
                true => {}
            }
        }
        CoinShape::Consecutive => {
            for coins in fewest..=most.min(last + 1) {
                if !with_first || coins == last + 1 {
                    all.extend(group((last + 1 - coins..last).step_by(1), Vec::new()));
                }
            }
        }
        CoinShape::Equidistant => {
            all.extend(lone());
            for distance in 1..=last {
                for coins in fewest.max(2)..=most.min(last / distance + 1) {
                    let begin = last - distance * (coins - 1);
                    if !with_first || begin == 0 {
                        all.extend(group((begin..last).step_by(distance), Vec::new()));
                    }
                }
            }
        }
        CoinShape::Symmetric => {
            all.extend(lone());
            for first in if with_first { 0..last.min(1) } else { 0..last } {
                let pairs = (1..).map(|i| [first + i, last - i]).take_while(|[left, right]| left <= right);
                let choices = pairs.map(|[left, right]| if left < right { vec![left, right] } else { vec![left] });
                all.extend(group((first..first + 1).step_by(1), choices.collect()));
            }
        }
    }
    for group in &mut all {
        // With fewer coins to choose than may be turned, there is no upper bound.
        if group.choices.iter().map(Vec::len).sum::<usize>() <= group.most {
            group.most = usize::MAX;
        }
    }
    all
}

impl Group {
    /// Returns the number of its sets.
    pub fn count(&self) -> u128 {
        // ways[k]: the choices so far that turn k coins; without a most those that turn too few are counted.
        let total = self.choices.iter().map(Vec::len).sum::<usize>();
        let counted = if self.most == usize::MAX { self.fewest } else { self.most + 1 };
        let mut ways = vec![0u128; counted.min(total + 1)];
        ways.iter_mut().take(1).for_each(|ways| *ways = 1);
        for choice in &self.choices {
            for k in (choice.len()..ways.len()).rev() {
                ways[k] = ways[k].saturating_add(ways[k - choice.len()]);
            }
        }
        let sum = |ways: &[u128]| ways.iter().fold(0, |sum: u128, ways| sum.saturating_add(*ways));
        if self.most < usize::MAX {
            return sum(ways.get(self.fewest..).unwrap_or_default());
        }
        match 1u128.checked_shl(self.choices.len() as u32) {
            Some(all) => all.saturating_sub(sum(&ways)),
            None => u128::MAX,
        }
    }
}

/// Appends the sets of a group, the last coin first in each, then the others from the last to the first.
pub(super) fn subsets(group: &Group, last: usize, budget: &mut Budget, all: &mut Vec<Vec<usize>>) -> Result<(), Fault> {
    let coins_after: Vec<usize> =
        (0..=group.choices.len()).map(|i| group.choices[i..].iter().map(Vec::len).sum()).collect();
    let mut open = vec![(0, 0, group.base.clone().collect::<Vec<_>>())];
    while let Some((choice, turned, coins)) = open.pop() {
        budget.tick()?;
        if turned > group.most || turned + coins_after[choice] < group.fewest {
            continue;
        }
        let Some(next) = group.choices.get(choice) else {
            let mut set = coins;
            set.sort_unstable_by(|a, b| b.cmp(a));
            set.insert(0, last);
            all.push(set);
            continue;
        };
        open.push((choice + 1, turned, coins.clone()));
        open.push((choice + 1, turned + next.len(), [&coins[..], next].concat()));
    }
    Ok(())
}

/// The nim-sums of the coins that moves turn besides the last one.
#[derive(Default)]
pub(super) struct Memberships {
    /// Nim-sums one by one.
    numbers: FastSet<u64>,
    /// All nim-sums of a number and some members of a basis, whose highest binary digits differ.
    spans: Vec<(u64, Vec<u64>)>,
}

impl Memberships {
    /// Adds the nim-sums of a group, by the nim-values of the coins.
    pub fn add(&mut self, group: &Group, values: &[u64], budget: &mut Budget) -> Result<(), Fault> {
        let worth = |coins: &[usize]| coins.iter().fold(0, |sum, &coin| sum ^ values[coin]);
        let base = group.base.clone().fold(0, |sum, coin| sum ^ values[coin]);
        if group.fewest == 0 && group.most == usize::MAX {
            let mut basis: Vec<u64> = Vec::new();
            for choice in &group.choices {
                budget.tick()?;
                let rest = reduced(worth(choice), &basis);
                if rest != 0 {
                    basis.push(rest);
                    basis.sort_unstable_by(|a, b| b.cmp(a));
                }
            }
            self.spans.push((base, basis));
            return Ok(());
        }
        // Beyond the fewest the number of coins matters no more where there is no most.
        let counted = if group.most == usize::MAX { group.fewest } else { group.most };
        let mut sums: FastSet<(usize, u64)> = FastSet::default();
        sums.insert((0, base));
        for choice in &group.choices {
            let mut new = Vec::new();
            for &(turned, sum) in &sums {
                budget.tick()?;
                let turned = turned + choice.len();
                if turned <= counted || group.most == usize::MAX {
                    new.push((turned.min(counted), sum ^ worth(choice)));
                }
            }
            budget.reserve(new.len() * 4 * size_of::<(usize, u64)>())?;
            sums.extend(new);
        }
        self.numbers.extend(sums.into_iter().filter(|&(turned, _)| turned >= group.fewest).map(|(_, sum)| sum));
        Ok(())
    }

    fn contains(&self, n: u64) -> bool {
        self.numbers.contains(&n) || self.spans.iter().any(|(base, basis)| reduced(base ^ n, basis) == 0)
    }
}

/// Returns what is left of a number when members of a basis, from the largest down, take its highest digits away.
fn reduced(n: u64, basis: &[u64]) -> u64 {
    basis.iter().fold(n, |n, member| n.min(n ^ member))
}

/// Returns the least number that is not among the nim-sums.
pub(super) fn least_unreached(reached: &Memberships, budget: &mut Budget) -> Result<u64, Fault> {
    let mut n = 0;
    while reached.contains(n) {
        budget.tick()?;
        n += 1;
    }
    Ok(n)
}
