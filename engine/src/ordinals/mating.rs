//! The Welter function, by mating (Welter 1954; Conway, On Numbers and Games, ch. 13).

use std::cmp::Ordering;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

/// Returns the Welter function of any numbers. Coins are mated, first those whose difference has the largest power of
/// 2; a pair adds (a ⊕ b) - 1 without carrying, and a coin that is left over its square. Numbers may be equal here: a
/// pair of them adds -1, all of whose binary digits are 1, of which as many are examined as the largest number has.
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

/// Returns the last `digits` binary digits of the Welter function; no square has more.
pub(crate) fn last_digits(squares: &[UBig], digits: usize) -> UBig {
    let ones = (UBig::ONE << digits) - 1u8;
    let mut sum = UBig::ZERO;
    // In the order of the digits read from the last one, numbers with a common end are neighbours.
    let mut order: Vec<&UBig> = squares.iter().collect();
    order.sort_by(|a, b| (*a ^ *b).trailing_zeros().map_or(Ordering::Equal, |place| a.bit(place).cmp(&b.bit(place))));
    // The numbers without a mate, each with one more than the number of digits that it shares with the one below it.
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
