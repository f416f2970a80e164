//! Sums of trees, long chains and long loops, which are scored by who keeps control.
//!
//! A chain of n coins is long if n is at least 3, a loop if n is at least 4. Whoever cuts a string of one opens it to the
//! opponent, who takes all its coins and must then open the next one, or leaves the last 2 coins of the chain, 4 of the loop,
//! and with them the move (Winning Ways, ch. 16: control). Let v be the lead in the rest of the player who does not move there.
//! Then opening a chain gives the opponent a lead of n - 2 + |v - 2|, opening a loop n - 4 + |v - 4|. The mover opens the part
//! that gives the least.
//!
//! A tree of coins that at most one string joins to the ground is open from the beginning: its leaves can be taken one after
//! the other. The mover takes all trees, and keeps control if he wants to, by leaving 2 coins of one that is joined to the
//! ground (he cuts that string), or 4 of another one in two pairs (he cuts a string between coins with two strings each).
//! So trees of n coins in all are worth n - c + |w + c|, where c is what control costs and w the lead of the player who
//! moves in the rest; n + w if no tree gives control (computed: no sum of at most 13 strings is an exception).

use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};

use super::components::components;
use super::{CoinString, GROUND};

/// The largest number of multisets of parts that [`control`] tabulates.
const MAX_RESTS: usize = 1 << 26;

/// A component of strings whose sums with others of these kinds are scored by who keeps control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CoinPart {
    /// A long chain, both ends joined to the ground, with its number of coins.
    Chain(u32),
    /// A long loop, with its number of coins.
    Loop(u32),
    /// A tree that at most one string joins to the ground, with its number of coins and the number of those that a player
    /// leaves to keep control, or `None` if he has to take them all.
    Tree(u32, Option<u32>),
}

impl CoinPart {
    /// Returns the number of coins.
    pub fn coins(self) -> u32 {
        let (CoinPart::Chain(coins) | CoinPart::Loop(coins) | CoinPart::Tree(coins, _)) = self;
        coins
    }

    /// Returns the number of coins that a player leaves to keep control, or `None` if he has to take them all.
    pub fn price(self) -> Option<u32> {
        match self {
            CoinPart::Chain(_) => Some(2),
            CoinPart::Loop(_) => Some(4),
            CoinPart::Tree(_, price) => price,
        }
    }

    /// Returns `true` for a tree, which the player to move can take at once.
    pub fn is_tree(self) -> bool {
        matches!(self, CoinPart::Tree(..))
    }

    /// Returns the part that a component is, or `None` if it is none of these.
    pub fn read(strings: &[CoinString]) -> Option<CoinPart> {
        let mut degrees: FastMap<u16, u32> = FastMap::default();
        let mut at_ground = 0;
        for &[a, b] in strings {
            if a == b {
                return None;
            }
            at_ground += usize::from(a == GROUND);
            for coin in [a, b].into_iter().filter(|&coin| coin != GROUND) {
                *degrees.entry(coin).or_default() += 1;
            }
        }
        let coins = degrees.len();
        let is_even = || degrees.values().all(|&degree| degree == 2);
        let has_room =
            |strings: &&CoinString| strings.iter().all(|coin| degrees.get(coin).is_some_and(|&degree| degree > 1));
        let count = coins as u32;
        match at_ground {
            2 if coins >= 3 && is_even() => Some(CoinPart::Chain(count)),
            0 if coins >= 4 && is_even() => Some(CoinPart::Loop(count)),
            0 | 1 if strings.len() + 1 == coins + at_ground && components(strings).len() == 1 => {
                let price = match at_ground {
                    1 => (coins > 1).then_some(2),
                    _ => strings.iter().any(|string| has_room(&string)).then_some(4),
                };
                Some(CoinPart::Tree(count, price))
            }
            _ => None,
        }
    }
}

/// Returns the components of `strings`, or `None` if one of them is no tree, long chain or long loop.
pub fn parts_under_control(strings: &[CoinString]) -> Option<Vec<CoinPart>> {
    components(strings).iter().map(|part| CoinPart::read(part)).collect()
}

/// Returns the lead, in coins, of the player to move in a sum of trees, long chains and long loops.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::rulesets::strings_and_coins::{CoinPart, lead};
///
/// // Of two chains of 4 the first is opened: 2 coins are taken, 2 left, and then 4 more are taken.
/// let budget = &mut Budget::unlimited();
/// assert_eq!(lead(&[CoinPart::Chain(4), CoinPart::Chain(4)], budget)?, -4);
/// // Of a tree of 3 beside them, 2 coins are left, so that the opponent has to open a chain.
/// assert_eq!(lead(&[CoinPart::Tree(3, Some(2)), CoinPart::Chain(4), CoinPart::Chain(4)], budget)?, 3);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn lead(parts: &[CoinPart], budget: &mut Budget) -> Result<i64, Fault> {
    let (trees, closed): (Vec<CoinPart>, Vec<CoinPart>) = parts.iter().partition(|part| part.is_tree());
    let rest = -control(&closed, budget)?;
    let coins: i64 = trees.iter().map(|tree| i64::from(tree.coins())).sum();
    Ok(match trees.iter().filter_map(|tree| tree.price()).min().map(i64::from) {
        Some(price) => coins - price + (rest + price).abs(),
        None => coins + rest,
    })
}

/// Returns the lead, in coins, of the player who does not move in a sum of long chains and long loops.
fn control(parts: &[CoinPart], budget: &mut Budget) -> Result<i64, Fault> {
    // Equal parts are interchangeable, so a rest is given by the number of parts of each kind.
    let mut kinds: Vec<(CoinPart, u32)> = Vec::new();
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
                let (coins, price) = (i64::from(kind.coins()), i64::from(kind.price().unwrap_or(0)));
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
    fn parts_are_told_from_others() {
        let read = CoinPart::read;
        assert_eq!(read(&[[0, 1], [1, 2], [2, 3], [0, 3]]), Some(CoinPart::Chain(3)));
        assert_eq!(read(&[[1, 2], [2, 3], [3, 4], [1, 4]]), Some(CoinPart::Loop(4)));
        assert_eq!(read(&[[1, 2], [2, 3], [1, 3]]), None, "a short loop");
        assert_eq!(read(&[[0, 1], [1, 2], [0, 2]]), None, "a short chain");
        assert_eq!(read(&[[0, 1]]), Some(CoinPart::Tree(1, None)));
        assert_eq!(read(&[[0, 1], [1, 2], [2, 3]]), Some(CoinPart::Tree(3, Some(2))));
        assert_eq!(read(&[[1, 2], [1, 3], [1, 4]]), Some(CoinPart::Tree(4, None)), "a star");
        assert_eq!(read(&[[1, 2], [2, 3], [3, 4]]), Some(CoinPart::Tree(4, Some(4))));
        assert_eq!(read(&[[0, 1], [0, 1], [1, 2], [2, 3]]), None, "two strings to the ground");
        assert_eq!(read(&[[0, 1], [1, 2], [1, 2]]), None, "two strings between two coins");
    }
}
