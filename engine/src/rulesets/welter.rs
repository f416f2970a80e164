//! Welter's game: coins on a strip of squares 0, 1, 2, ..., no two on one; a move takes a coin to a smaller empty square
//! (Welter 1954; Conway, On Numbers and Games, ch. 13).

use std::cmp::Ordering;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::several::{call, counters, sizes, width, with};
use crate::games::{Fault, Player};
use crate::positions::{Claim, HeapTheory, Moves, Ruleset, Term, Theorem, too_many};

static MATING: Theorem = Theorem {
    says: Claim::Because("by the Welter function: coins are mated by the power of 2 that divides their difference"),
    source: "Welter 1954; ONAG ch. 13",
};

/// Binary digits of all coins up to which all moves to a value are found by its theorem.
const MOST_DIGITS: usize = 300 * 64;

/// Coins on distinct squares.
pub struct Welter;

/// The Welter function of any numbers. Coins are mated, first those whose difference has the largest power of 2; a pair
/// adds (a ⊕ b) - 1 without carrying, and a coin that is left over its square. Numbers may be equal here: a pair of them
/// adds -1, all of whose binary digits are 1, of which as many are looked at as the largest number has.
///
/// ```
/// use cg_engine::rulesets::welter::welter_function;
///
/// assert_eq!(welter_function(&[3u8.into(), 5u8.into()]), 5u8.into());
/// assert_eq!(welter_function(&[0u8.into(), 1u8.into(), 2u8.into()]), 0u8.into());
/// ```
pub fn welter_function(squares: &[UBig]) -> UBig {
    last_digits(squares, squares.iter().map(BitTest::bit_len).max().unwrap_or(0))
}

/// The last `digits` binary digits of the Welter function; no square has more.
fn last_digits(squares: &[UBig], digits: usize) -> UBig {
    let ones = (UBig::ONE << digits) - 1u8;
    let mut sum = UBig::ZERO;
    // In the order of the digits read from the last one, numbers with a common end are neighbours.
    let mut order: Vec<&UBig> = squares.iter().collect();
    order.sort_by(|a, b| (*a ^ *b).trailing_zeros().map_or(Ordering::Equal, |place| a.bit(place).cmp(&b.bit(place))));
    // Those without a mate, each with one more than the digits that it has in common with the one below it.
    let mut single: Vec<(&UBig, usize)> = Vec::new();
    let mut near_last = 0;
    let mut before: Option<&UBig> = None;
    for coin in order.into_iter().map(Some).chain([None]) {
        let mut near = match (before, coin) {
            (Some(before), Some(coin)) => near_last.min((before ^ coin).trailing_zeros().unwrap_or(digits) + 1),
            _ => 0,
        };
        // Two with more in common than with all that come mate each other.
        while let [.., (a, near_a), (b, near_b)] = single[..]
            && near_b > near
        {
            sum ^= (a ^ b) - 1u8;
            single.truncate(single.len() - 2);
            near = near.min(near_a);
        }
        let Some(coin) = coin else { break };
        if let Some(&(last, near_it)) = single.last()
            && last == coin
        {
            sum ^= &ones;
            single.pop();
            near_last = near_it;
        } else {
            single.push((coin, near));
            near_last = usize::MAX;
        }
        before = Some(coin);
    }
    single.first().map_or(sum.clone(), |(left_over, _)| &sum ^ *left_over)
}

impl Ruleset for Welter {
    type State = Vec<u64>;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, coins: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        out.expect_wide(coins.iter().map(|&square| u128::from(square)).sum::<u128>(), width(coins))?;
        let mut taken = coins.clone();
        taken.sort_unstable();
        for (i, &square) in coins.iter().enumerate() {
            for to in (0..square).filter(|to| taken.binary_search(to).is_err()) {
                let mut next = coins.clone();
                next[i] = to;
                out.to(next);
            }
        }
        Ok(())
    }

    fn theory(&self) -> Option<&dyn HeapTheory> {
        Some(self)
    }

    fn theorem(&self) -> Option<&'static Theorem> {
        Some(&MATING)
    }

    fn term(&self, coins: &Vec<u64>) -> Term {
        HeapTheory::term(self, &sizes(coins))
    }
}

impl HeapTheory for Welter {
    fn nim_value(&self, coins: &[UBig]) -> Option<UBig> {
        Some(welter_function(coins))
    }

    /// A coin moves to any smaller square but those of smaller coins.
    fn moves(&self, coins: &[UBig], _: Player) -> Result<Vec<Vec<UBig>>, Fault> {
        Err(too_many(counters(coins) - coins.len() * coins.len().saturating_sub(1) / 2))
    }

    /// With the others where they are, two squares of a coin agree in as many digits at the end as their values do. So
    /// the square that a coin must go to is found digit by digit.
    fn moves_to(&self, coins: &[UBig], nim_value: &UBig) -> Option<Vec<Vec<UBig>>> {
        let digits = coins.iter().map(BitTest::bit_len).max().unwrap_or(0);
        (coins.len() * digits.max(64) <= MOST_DIGITS).then_some(())?;
        let mut found = Vec::new();
        for (i, square) in coins.iter().enumerate() {
            let mut next = with(coins, i, UBig::ZERO);
            for place in 0..digits {
                if last_digits(&next, digits).bit(place) != nim_value.bit(place) {
                    next[i].set_bit(place);
                }
            }
            if next[i] < *square && !coins.contains(&next[i]) && welter_function(&next) == *nim_value {
                found.push(next);
            }
        }
        Some(found)
    }

    fn term(&self, coins: &[UBig]) -> Term {
        call("welter", Vec::new(), coins)
    }
}
