//! Welter's game: coins on a strip of squares 0, 1, 2, ..., no two on one; a move takes a coin to a smaller empty square
//! (Welter 1954; Conway, On Numbers and Games, ch. 13).

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::several::{call, counters, sizes, width, with};
use crate::games::{Fault, Player};
use crate::heaps::ReplyCount;
use crate::ordinals::last_digits;
pub use crate::ordinals::welter_function;
use crate::positions::{Claim, Facts, HeapTheory, Moves, Ruleset, Term, Theorem, Theorems, TheoryMoves, too_many};

static MATING: Theorem = Theorem {
    says: Claim::Because("by the Welter function: coins are mated by the power of 2 that divides their difference"),
    source: "Welter 1954; ONAG ch. 13",
};

/// Binary digits of all coins up to which all moves to a value are found by its theorem.
const MOST_DIGITS: usize = 300 * 64;

/// Coins on distinct squares.
#[derive(PartialEq, Eq, Hash)]
pub struct Welter;

impl Ruleset for Welter {
    type State = Vec<u64>;

    fn facts(&self) -> Facts<'_, Vec<u64>> {
        Facts { impartial: true, heaps: Some(self), theorem: Some(&MATING), ..Facts::default() }
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

    fn term(&self, coins: &Vec<u64>) -> Term {
        HeapTheory::term(self, &sizes(coins))
    }
}

impl Theorems<[UBig]> for Welter {
    fn nim_value(&self, coins: &[UBig]) -> Option<UBig> {
        Some(welter_function(coins))
    }
}

impl HeapTheory for Welter {
    /// Lists the moves: a coin moves to any smaller square but those of other coins.
    fn moves(&self, coins: &[UBig], _: Player) -> Result<TheoryMoves<'_>, Fault> {
        Err(too_many(counters(coins) - coins.len() * coins.len().saturating_sub(1) / 2))
    }

    /// With the others where they are, two squares of a coin agree in as many digits at the end as their values do. So
    /// the square that a coin must go to is found digit by digit.
    fn moves_to<'a>(&'a self, coins: &'a [UBig], nim_value: &UBig, _: ReplyCount) -> Option<TheoryMoves<'a>> {
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
        Some(found.into())
    }

    /// Returns a move: the largest coin goes to the first free square below half of the way.
    fn any_move(&self, coins: &[UBig]) -> Option<Vec<UBig>> {
        let i = (0..coins.len()).max_by_key(|&i| &coins[i])?;
        let mut square = &coins[i] / 2u8;
        while coins.contains(&square) {
            square = if square.is_zero() { return None } else { square - 1u8 };
        }
        Some(with(coins, i, square))
    }

    fn term(&self, coins: &[UBig]) -> Term {
        call("welter", Vec::new(), coins)
    }
}
