//! Welter's game: coins on a strip of squares 0, 1, 2, ..., no two on one; a move takes a coin to a smaller empty square
//! (Welter 1954; Conway, On Numbers and Games, ch. 13).

use super::several::call;
use crate::games::{Fault, Player};
use crate::positions::{Known, Moves, Ruleset, Term, Theorem};

static MATING: Theorem = Theorem {
    says: "by the Welter function: coins are mated by the power of 2 that divides their difference",
    source: "Welter 1954; ONAG ch. 13",
};

/// Coins up to which all moves to a value are found by its theorem.
const MOST_COINS: usize = 300;

/// Coins on distinct squares.
pub struct Welter;

/// The Welter function of any numbers. Coins are mated, first those whose difference has the largest power of 2; a pair
/// adds (a ⊕ b) - 1 without carrying, and a coin that is left over its square. Numbers may be equal here: a pair of them
/// adds -1, all of whose binary digits are 1.
///
/// ```
/// use cg::rulesets::welter::welter_function;
///
/// assert_eq!(welter_function(vec![3, 5]), 5);
/// assert_eq!(welter_function(vec![0, 1, 2]), 0);
/// ```
pub fn welter_function(mut squares: Vec<u64>) -> u64 {
    // In the order of the digits read from the last one, numbers with a common end are neighbours.
    squares.sort_unstable_by_key(|n| n.reverse_bits());
    let (left_over, sum) = mate(&squares, 0);
    sum ^ left_over.unwrap_or(0)
}

/// Mates numbers that agree in the digits before `bit`: who is left over, and the sum. Calls itself 64 deep at most.
fn mate(squares: &[u64], bit: u32) -> (Option<u64>, u64) {
    match squares {
        [] => (None, 0),
        [one] => (Some(*one), 0),
        equal if bit == 64 => match equal.len() % 2 {
            0 => (None, if equal.len() % 4 == 2 { u64::MAX } else { 0 }),
            _ => (Some(equal[0]), if equal.len() % 4 == 3 { u64::MAX } else { 0 }),
        },
        _ => {
            let middle = squares.partition_point(|n| n >> bit & 1 == 0);
            let ((a, even), (b, odd)) = (mate(&squares[..middle], bit + 1), mate(&squares[middle..], bit + 1));
            match (a, b) {
                (Some(a), Some(b)) => (None, even ^ odd ^ ((a ^ b) - 1)),
                (a, b) => (a.or(b), even ^ odd),
            }
        }
    }
}

impl Ruleset for Welter {
    type State = Vec<u64>;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, coins: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        let count = coins.iter().fold(0u64, |sum, square| sum.saturating_add(*square));
        out.expect(count.saturating_mul(1 + coins.len() as u64 / 4))?;
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

    fn closed_form(&self, coins: &Vec<u64>) -> Option<Known> {
        Some(Known::Nim(welter_function(coins.clone())))
    }

    fn theorem(&self) -> Option<&'static Theorem> {
        Some(&MATING)
    }

    /// With the others where they are, two squares of a coin agree in as many digits at the end as their values do. So
    /// the square that a coin must go to is found digit by digit.
    fn moves_to(&self, coins: &Vec<u64>, nim_value: u64) -> Option<Vec<Vec<u64>>> {
        (coins.len() <= MOST_COINS).then_some(())?;
        let mut found = Vec::new();
        for (i, &square) in coins.iter().enumerate() {
            let mut next = coins.clone();
            next[i] = 0;
            for bit in 0..64 {
                let digit = (welter_function(next.clone()) ^ nim_value) >> bit & 1;
                next[i] |= digit << bit;
            }
            let is_free = !coins.contains(&next[i]);
            if next[i] < square && is_free && welter_function(next.clone()) == nim_value {
                found.push(next);
            }
        }
        Some(found)
    }

    fn term(&self, coins: &Vec<u64>) -> Term {
        call("welter", Vec::new(), coins)
    }
}
