//! Numbers in fixed point: values of parts of a block while questions are asked about them.

use crate::games::{Dyadic, Player};

/// A number in fixed point. The places are enough for all values of as many edges, and the bits before the point are
/// enough for sums of some of them.
pub(super) type Fixed = i128;
pub(super) const PLACES: u32 = 64;
pub(super) const ONE: Fixed = 1 << PLACES;

pub(super) fn fixed(x: &Dyadic) -> Option<Fixed> {
    let places = PLACES.checked_sub(x.exponent())?;
    Some(Fixed::try_from(x.numerator()).ok()? << places)
}

/// Returns the number of moves as a fixed-point number.
pub(super) fn moves(count: u32) -> Fixed {
    Fixed::from(count) * ONE
}

/// Rounds down to an integer.
pub(super) fn floor(x: Fixed) -> Fixed {
    x >> PLACES << PLACES
}

/// Rounds up to an integer.
pub(super) fn ceil(x: Fixed) -> Fixed {
    -floor(-x)
}

/// Returns the simplest number from `low` to `high`: the integer nearest to 0, else the one with the fewest places
/// (Siegel II.3).
pub(super) fn simplest(low: Fixed, high: Fixed) -> Fixed {
    if low <= 0 && high >= 0 {
        return 0;
    }
    if high < 0 {
        return -simplest(-high, -low);
    }
    if ceil(low) <= high {
        return ceil(low);
    }
    // The last number cut off where it first differs from those that are too small.
    let place = ((low - 1) ^ high).ilog2();
    high >> place << place
}

/// Returns Left's option of a number in canonical form, or Right's: the nearest simpler number on that side.
pub(super) fn simpler(x: Fixed, player: Player) -> Option<Fixed> {
    let sign = if player == Player::Left { -1 } else { 1 };
    if x % ONE == 0 {
        return (x * sign < 0).then_some(x + sign * ONE);
    }
    Some(x + sign * (1 << x.trailing_zeros()))
}

/// Returns the ordinal sum `1 : x`, which is `(x + n) / 2^(n-1)` for the first n > 0 with x + n > 1 (Berlekamp's rule,
/// Winning Ways, ch. 3).
pub(super) fn on_one(x: Fixed) -> Fixed {
    let n = (1 - (x >> PLACES)).max(1);
    let n = if x + n * ONE > ONE { n } else { n + 1 };
    (x + n * ONE) >> (n - 1)
}

#[cfg(test)]
mod tests {
    use super::{Fixed, ONE, PLACES, fixed, on_one, simpler, simplest};
    use crate::games::{Dyadic, Player};

    #[test]
    fn numbers_in_fixed_point() {
        let eighths = || (-40..=40).map(|n| Dyadic::new(n.into(), 3));
        let number = |x: Fixed| Dyadic::new(x.into(), PLACES);
        for low in eighths() {
            let x = fixed(&low).unwrap();
            assert_eq!(number(x), low);
            assert_eq!(number(on_one(x)), low.on_one().unwrap(), "{low}");
            for high in eighths().filter(|high| *high >= low) {
                let expected = Dyadic::simplest_between(Some((&low, true)), Some((&high, true))).unwrap();
                assert_eq!(number(simplest(x, fixed(&high).unwrap())), expected, "{low} {high}");
            }
            // A number is the simplest between its options.
            let [left, right] = [Player::Left, Player::Right].map(|player| simpler(x, player));
            let (left, right) = (left.map_or(-8 * ONE, |y| y + 1), right.map_or(8 * ONE, |y| y - 1));
            assert_eq!(simplest(left, right), x, "{low}");
        }
    }
}
