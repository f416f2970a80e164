//! Sums of long chains and loops: the player to move must open one of them, and the other keeps control or takes all.
//!
//! A chain of n coins is long if n is at least 3, a loop if n is at least 4. Whoever cuts a string of one opens it to the
//! opponent, who takes all its coins and must then open the next one, or leaves the last 2 coins of the chain, 4 of the loop,
//! and with them the move (Winning Ways, ch. 16: control). Let v be the lead in the rest of the player who does not move there.
//! Then opening a chain gives the opponent a lead of n - 2 + |v - 2|, opening a loop n - 4 + |v - 4|. The mover opens the part
//! that gives the least.

use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};

use super::{CoinString, GROUND};

/// The largest number of multisets of parts that [`control`] tabulates.
const MAX_RESTS: usize = 1 << 26;

/// A long chain or loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Long {
    /// A chain, both ends joined to the ground, with its number of coins.
    Chain(u32),
    /// A loop, with its number of coins.
    Loop(u32),
}

impl Long {
    /// Returns the number of coins.
    pub fn coins(self) -> u32 {
        let (Long::Chain(coins) | Long::Loop(coins)) = self;
        coins
    }

    /// Returns the number of coins that a player leaves to keep control.
    pub fn price(self) -> u32 {
        match self {
            Long::Chain(_) => 2,
            Long::Loop(_) => 4,
        }
    }

    /// Returns the long chain or loop that a component is, or `None` if it is neither.
    pub fn read(strings: &[CoinString]) -> Option<Long> {
        let mut degrees: FastMap<u16, u32> = FastMap::default();
        let mut at_ground = 0;
        for &[a, b] in strings {
            if a == b {
                return None;
            }
            at_ground += u32::from(a == GROUND);
            for coin in [a, b] {
                *degrees.entry(coin).or_default() += u32::from(coin != GROUND);
            }
        }
        let coins = degrees.iter().filter(|(coin, _)| **coin != GROUND).count() as u32;
        let is_even = degrees.iter().all(|(&coin, &degree)| coin == GROUND || degree == 2);
        match at_ground {
            2 if is_even && coins >= 3 => Some(Long::Chain(coins)),
            0 if is_even && coins >= 4 => Some(Long::Loop(coins)),
            _ => None,
        }
    }
}

/// Returns the components of `strings`, or `None` if one of them is no long chain or loop.
pub fn long_parts(strings: &[CoinString]) -> Option<Vec<Long>> {
    super::components::components(strings).iter().map(|part| Long::read(part)).collect()
}

/// Returns the lead, in coins, of the player who does not move in a sum of long chains and loops.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::rulesets::strings_and_coins::{Long, control};
///
/// // Of two chains of 4 the first is opened: 2 coins are taken, 2 left, and then 4 more are taken.
/// assert_eq!(control(&[Long::Chain(4), Long::Chain(4)], &mut Budget::unlimited())?, 4);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn control(parts: &[Long], budget: &mut Budget) -> Result<i64, Fault> {
    // Equal parts are interchangeable, so a rest is given by the number of parts of each kind.
    let mut kinds: Vec<(Long, u32)> = Vec::new();
    let mut sorted = parts.to_vec();
    sorted.sort_unstable();
    for part in sorted {
        match kinds.last_mut() {
            Some((kind, count)) if *kind == part => *count += 1,
            _ => kinds.push((part, 1)),
        }
    }
    // The rests are numbered in the mixed base of the counts.
    let states = kinds.iter().try_fold(1usize, |product, (_, count)| product.checked_mul(*count as usize + 1));
    let Some(states) = states.filter(|&states| states <= MAX_RESTS) else {
        let limit = MAX_RESTS.to_string();
        return Err(Fault::TooLarge { what: "sum of chains and loops", size: format!("{} kinds", kinds.len()), limit });
    };
    budget.reserve(8 * states)?;
    let mut values = vec![0i64; states];
    for state in 1..states {
        budget.tick()?;
        let (mut rest, mut step) = (state, 1);
        let mut least = i64::MAX;
        for (kind, count) in &kinds {
            let base = *count as usize + 1;
            if rest % base > 0 {
                let (coins, price) = (i64::from(kind.coins()), i64::from(kind.price()));
                least = least.min(coins - price + (values[state - step] - price).abs());
            }
            (rest, step) = (rest / base, step * base);
        }
        values[state] = least;
    }
    Ok(values[states - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_and_loops_are_told_from_others() {
        assert_eq!(Long::read(&[[0, 1], [1, 2], [2, 3], [0, 3]]), Some(Long::Chain(3)));
        assert_eq!(Long::read(&[[1, 2], [2, 3], [3, 4], [1, 4]]), Some(Long::Loop(4)));
        assert_eq!(Long::read(&[[0, 1], [1, 2], [0, 2]]), None, "short");
        assert_eq!(Long::read(&[[0, 1], [1, 2], [2, 3]]), None, "an end is free");
        assert_eq!(Long::read(&[[0, 1], [0, 1], [1, 2], [2, 3]]), None);
    }
}
