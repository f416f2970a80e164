//! Signatures: how a game compares with 63 fixed small games, in two words of bits.
//!
//! `above` has bit i if the game is at least the i-th test game, `below` if it is at most that. Two games whose
//! signatures contradict `G <= H` are not so ordered, and a test game between them proves `G <= H`. The test set is
//! closed under options, so a signature follows from those of the options by a few shifts: `G >= X` unless some
//! `G^R <= X` or some `X^L >= G` (Siegel II.1).
//!
//! | bits | games | | bits | games |
//! |---|---|---|---|---|
//! | 0..11 | n, -5 to 5 | | 38..47 | n + up + * |
//! | 11..20 | n + *, -4 to 4 | | 47..56 | n + down + * |
//! | 20..29 | n + up | | 56..63 | {n+1 \| n-1}, -3 to 3 |
//! | 29..38 | n + down | | | |

use super::normal_form::infinitesimal_less_or_equal;

/// `above` and `below` of a game.
pub(super) type Signature = (u64, u64);

const POSITIVE: u64 = 0x1f << 6;
const NEGATIVE: u64 = 0x1f;
const ZERO: u64 = 1 << 5;
const STAR: u64 = 0x1ff << 11;
const UP: u64 = 0x1ff << 20;
const DOWN: u64 = 0x1ff << 29;
const UP_STAR: u64 = 0x1ff << 38;
const DOWN_STAR: u64 = 0x1ff << 47;
const SWITCH: u64 = 0x7f << 56;

/// The signature of `{L|R}` from `above` of all left options and `below` of all right options, each or-ed together.
#[inline]
pub(super) fn of_options(left_above: u64, right_below: u64) -> Signature {
    let (ge, le) = (!right_below, !left_above);
    let (ge_low, le_high) = (ge & (NEGATIVE | ZERO), le & (POSITIVE | ZERO));
    let ge_n = ge_low | (ge & POSITIVE & !(le_high << 1));
    let le_n = le_high | (le & NEGATIVE & !(ge_low >> 1));
    let ge_star = ge & STAR & !(le_n << 10);
    let le_star = le & STAR & !(ge_n << 10);
    let above = ge_n
        | ge_star
        | (ge & UP & !(le_n << 19))
        | (ge & DOWN & !(le_star << 18))
        | (ge & UP_STAR & !(le_n << 37) & !(le_star << 27))
        | (ge & DOWN_STAR & !(le_n << 46))
        | (ge & SWITCH & !(le_n << 53));
    let below = le_n
        | le_star
        | (le & UP & !(ge_star << 9))
        | (le & DOWN & !(ge_n << 28))
        | (le & UP_STAR & !(ge_n << 37))
        | (le & DOWN_STAR & !(ge_n << 46) & !(ge_star << 36))
        | (le & SWITCH & !(ge_n << 55));
    (above, below)
}

/// The signature of number + ups + star, where `floor` is the integer part of the number.
pub(super) fn of_normal_form(floor: i64, is_integer: bool, ups: i64, star: u64) -> Signature {
    let all: u64 = 0x7ff;
    let at = floor.clamp(-7, 6) + 6; // integers below this index are at most `floor`
    let up_to = if at <= 0 { 0 } else { all & ((1u64 << at) - 1) };
    let equal = if is_integer && (-5..=5).contains(&floor) { 1u64 << (floor + 5) } else { 0 };
    let (less, greater) = (up_to & !equal, all & !up_to);
    let mine = (ups, star);
    let (mut above, mut below) = (0, 0);
    let families = [
        (0, all, (0, 0)),
        (10, STAR, (0, 1)),
        (19, UP, (1, 0)),
        (28, DOWN, (-1, 0)),
        (37, UP_STAR, (1, 1)),
        (46, DOWN_STAR, (-1, 1)),
    ];
    for (shift, mask, other) in families {
        let at_least = if infinitesimal_less_or_equal(other, mine) { equal } else { 0 };
        let at_most = if infinitesimal_less_or_equal(mine, other) { equal } else { 0 };
        above |= (less | at_least) << shift & mask;
        below |= (greater | at_most) << shift & mask;
    }
    let over = if infinitesimal_less_or_equal(mine, (0, 0)) { 0 } else { equal };
    let under = if infinitesimal_less_or_equal((0, 0), mine) { 0 } else { equal };
    above |= (less | over) << 53 & SWITCH;
    below |= (greater | under) << 55 & SWITCH;
    (above, below)
}
