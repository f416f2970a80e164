//! Signatures: how a game compares with 62 fixed small games, in two words of bits.
//!
//! `above` has a bit for each test game that is at most the game, `below` for each that is at least the game. Two games
//! whose signatures contradict `G <= H` are not so ordered, and a test game between them proves `G <= H`. If moreover
//! all G^L and all H^R are test games, then `G <= H` holds exactly if there is no contradiction: a G^L >= H would be
//! in `below` of H and not in that of G.
//!
//! The test set is closed under options and contains all values born by day 2, so that values born by day 3 are
//! compared without any search. Games are translates by n of the forms below; the signature of a game follows from
//! those of its options by shifts: `G >= X` unless some `G^R <= X` or some `X^L >= G` (Siegel II.1).

use super::Uptimal;

/// `above` and `below` of a game.
pub(super) type Signature = (u64, u64);

/// Translates of one form by the integers from `low` on, at the bits from `at` on.
#[derive(Clone, Copy)]
struct SignatureFamily {
    at: i32,
    low: i32,
    count: i32,
}

impl SignatureFamily {
    const fn after(previous: SignatureFamily, low: i32, count: i32) -> SignatureFamily {
        SignatureFamily { at: previous.at + previous.count, low, count }
    }

    const fn mask(self) -> u64 {
        ((1u64 << self.count) - 1) << self.at
    }
}

const INTEGER: SignatureFamily = SignatureFamily { at: 0, low: -5, count: 11 };
/// n + *.
const STAR: SignatureFamily = SignatureFamily::after(INTEGER, -3, 7);
/// n + 1/2 = {n | n+1}.
const HALF: SignatureFamily = SignatureFamily::after(STAR, -3, 6);
/// n + *2.
const STAR_2: SignatureFamily = SignatureFamily::after(HALF, -1, 3);
const UP: SignatureFamily = SignatureFamily::after(STAR_2, -1, 3);
const DOWN: SignatureFamily = SignatureFamily::after(UP, -1, 3);
const UP_STAR: SignatureFamily = SignatureFamily::after(DOWN, -1, 3);
const DOWN_STAR: SignatureFamily = SignatureFamily::after(UP_STAR, -1, 3);
/// {n+1 | n}.
const STEP: SignatureFamily = SignatureFamily::after(DOWN_STAR, -3, 6);
/// {n+1 | n + *}.
const TO_STAR: SignatureFamily = SignatureFamily::after(STEP, -1, 3);
/// {n+1 | n, n + *}.
const TO_BOTH: SignatureFamily = SignatureFamily::after(TO_STAR, -1, 3);
/// {n + * | n-1}.
const FROM_STAR: SignatureFamily = SignatureFamily::after(TO_BOTH, -1, 3);
/// {n, n + * | n-1}.
const FROM_BOTH: SignatureFamily = SignatureFamily::after(FROM_STAR, -1, 3);
/// {n+1 | n-1}.
const SWITCH: SignatureFamily = SignatureFamily::after(FROM_BOTH, -2, 5);

const ZERO: u64 = 1 << 5;
const NEGATIVE: u64 = ZERO - 1;
const POSITIVE: u64 = INTEGER.mask() ^ ZERO ^ NEGATIVE;

/// The families of normal forms: twice the number at n = 0, ups, star.
const NORMAL: [(SignatureFamily, i64, i64, u64); 8] = [
    (INTEGER, 0, 0, 0),
    (STAR, 0, 0, 1),
    (HALF, 1, 0, 0),
    (STAR_2, 0, 0, 2),
    (UP, 0, 1, 0),
    (DOWN, 0, -1, 0),
    (UP_STAR, 0, 1, 1),
    (DOWN_STAR, 0, -1, 1),
];

/// Returns the bits of `from` at n + `by`, at the places of `to` at n.
#[inline(always)]
const fn moved(bits: u64, (from, by): (SignatureFamily, i32), to: SignatureFamily) -> u64 {
    let shift = (to.at - to.low) - (from.at - from.low) - by;
    if shift >= 0 { bits << shift } else { bits >> -shift }
}

/// A signature being built; `ge` and `le` are the tests that the options of the game allow.
struct SignatureBuilder {
    ge: u64,
    le: u64,
    above: u64,
    below: u64,
}

impl SignatureBuilder {
    /// Fills in a family whose left and right options are the given families.
    #[inline(always)]
    fn add<const L: usize, const R: usize>(
        &mut self,
        to: SignatureFamily,
        left: [(SignatureFamily, i32); L],
        right: [(SignatureFamily, i32); R],
    ) {
        let (mut ge, mut le) = (self.ge & to.mask(), self.le & to.mask());
        for from in left {
            ge &= !moved(self.below, from, to);
        }
        for from in right {
            le &= !moved(self.above, from, to);
        }
        self.above |= ge;
        self.below |= le;
    }

    #[inline(always)]
    fn add_hot(&mut self) {
        const N: (SignatureFamily, i32) = (INTEGER, 0);
        const NEXT: (SignatureFamily, i32) = (INTEGER, 1);
        const BEFORE: (SignatureFamily, i32) = (INTEGER, -1);
        const N_STAR: (SignatureFamily, i32) = (STAR, 0);
        self.add(STEP, [NEXT], [N]);
        self.add(TO_STAR, [NEXT], [N_STAR]);
        self.add(TO_BOTH, [NEXT], [N, N_STAR]);
        self.add(FROM_STAR, [N_STAR], [BEFORE]);
        self.add(FROM_BOTH, [N, N_STAR], [BEFORE]);
        self.add(SWITCH, [NEXT], [BEFORE]);
    }
}

/// Returns the signature of `{L|R}` from `above` of all left options and `below` of all right options, each or-ed
/// together.
#[inline]
pub(super) fn of_options(left_above: u64, right_below: u64) -> Signature {
    const N: (SignatureFamily, i32) = (INTEGER, 0);
    const NEXT: (SignatureFamily, i32) = (INTEGER, 1);
    const N_STAR: (SignatureFamily, i32) = (STAR, 0);
    let (ge, le) = (!right_below, !left_above);
    // A positive integer n has the left option n - 1 and no right option.
    let (ge_low, le_high) = (ge & (NEGATIVE | ZERO), le & (POSITIVE | ZERO));
    let above = ge_low | (ge & POSITIVE & !(le_high << 1));
    let below = le_high | (le & NEGATIVE & !(ge_low >> 1));
    let mut signature = SignatureBuilder { ge, le, above, below };
    signature.add(STAR, [N], [N]);
    signature.add(HALF, [N], [NEXT]);
    signature.add(STAR_2, [N, N_STAR], [N, N_STAR]);
    signature.add(UP, [N], [N_STAR]);
    signature.add(DOWN, [N_STAR], [N]);
    signature.add(UP_STAR, [N, N_STAR], [N]);
    signature.add(DOWN_STAR, [N], [N, N_STAR]);
    signature.add_hot();
    (signature.above, signature.below)
}

/// Returns the signature of a normal form.
pub(super) fn of_normal_form(form: &Uptimal) -> Signature {
    let twice = form.number.times(&2.into());
    let floor = i64::try_from(twice.floor()).unwrap_or(if twice.signum() < 0 { i64::MIN } else { i64::MAX });
    let mut signature = SignatureBuilder { ge: u64::MAX, le: u64::MAX, above: 0, below: 0 };
    for (family, half, ups, star) in NORMAL {
        for index in 0..family.count {
            let number = 2 * i64::from(family.low + index) + half;
            let (bit, same) = (1u64 << (family.at + index), floor == number && twice.is_integer());
            let test = || Uptimal { number: form.number.clone(), ups: ups.into(), star };
            if !same && floor < number || same && form.infinitesimal_less_or_equal(&test()) {
                signature.below |= bit;
            }
            if !same && floor >= number || same && test().infinitesimal_less_or_equal(form) {
                signature.above |= bit;
            }
        }
    }
    // Against a hot game only its options matter: the options of a normal form have the same stops as it has.
    signature.add_hot();
    (signature.above, signature.below)
}
