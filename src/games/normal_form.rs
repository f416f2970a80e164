//! Number, up and star: the sums `x + n·up + *k`, which have closed forms for everything.
//!
//! Most of them pack into 64 bits; the others are kept whole in a table beside the records. Two such values are
//! equal exactly if their three parts are (Siegel II.4).

use super::Dyadic;
use super::table::spread;

/// The sum of a number, a multiple of up and a nimber.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct NumberUpStar {
    pub number: Dyadic,
    pub ups: i64,
    pub star: u64,
}

/// Largest nimber that is accepted.
pub(super) const MAX_STAR: u64 = 1 << 62;

// [63..62 tag][61..30 numerator][29..24 exponent][23..11 ups][10..0 star]
pub(super) const PACKED: u64 = 1 << 62;
pub(super) const LARGE: u64 = 2 << 62;
const TAG: u64 = 3 << 62;
const UPS: i64 = 1 << 12;
const STARS: u64 = 1 << 11;

/// Packs the parts if they fit.
#[inline]
pub(super) fn pack(numerator: i64, exponent: u32, ups: i64, star: u64) -> Option<u64> {
    let fits = numerator == i64::from(numerator as i32) && exponent < 64 && (-UPS..UPS).contains(&ups) && star < STARS;
    let ups = ups.wrapping_add(UPS) as u64;
    fits.then(|| PACKED | u64::from(numerator as u32) << 30 | u64::from(exponent) << 24 | (ups & 0x1fff) << 11 | star)
}

/// Numerator, exponent, ups and star of a packed value.
#[inline]
pub(super) fn unpack(packed: u64) -> (i32, u32, i64, u64) {
    let ups = (packed >> 11 & 0x1fff) as i64 - UPS;
    ((packed >> 30) as u32 as i32, (packed >> 24 & 63) as u32, ups, packed & (STARS - 1))
}

/// Whether these bits are a packed value (and not a reference to a large one, or nothing).
#[inline]
pub(super) fn is_packed(bits: u64) -> bool {
    bits & TAG == PACKED
}

/// Whether both are packed.
#[inline]
pub(super) fn both_packed(a: u64, b: u64) -> bool {
    is_packed(a) && is_packed(b)
}

/// The sum of two packed values, if it packs.
#[inline]
pub(super) fn add_packed(a: u64, b: u64) -> Option<u64> {
    let ((m, i, u, s), (n, j, v, t)) = (unpack(a), unpack(b));
    let exponent = i.max(j);
    if exponent - i > 30 || exponent - j > 30 {
        return None;
    }
    let sum = (i64::from(m) << (exponent - i)) + (i64::from(n) << (exponent - j));
    let zeros = sum.trailing_zeros().min(exponent);
    pack(sum >> zeros, exponent - zeros, u + v, s ^ t)
}

/// The negative of a packed value, if it packs.
#[inline]
pub(super) fn negate_packed(a: u64) -> Option<u64> {
    let (m, e, u, s) = unpack(a);
    pack(-i64::from(m), e, -u, s)
}

/// Whether `ups·up + *star` is at most the other (Siegel II.4: two ups outweigh any nimber, one all but star).
#[inline]
pub(super) fn infinitesimal_less_or_equal(a: (i64, u64), b: (i64, u64)) -> bool {
    match b.0.saturating_sub(a.0) {
        0 => a.1 == b.1,
        1 => a.1 ^ b.1 != 1,
        d => d > 1,
    }
}

/// The hash of parts that do not pack.
pub(super) fn spread_form(form: &NumberUpStar) -> u64 {
    use std::hash::{BuildHasher, BuildHasherDefault};
    spread(BuildHasherDefault::<rustc_hash::FxHasher>::default().hash_one(form))
}

impl NumberUpStar {
    pub fn number(number: Dyadic) -> NumberUpStar {
        NumberUpStar { number, ups: 0, star: 0 }
    }

    pub fn unpacked(packed: u64) -> NumberUpStar {
        let (numerator, exponent, ups, star) = unpack(packed);
        NumberUpStar { number: Dyadic::small(numerator.into(), exponent), ups, star }
    }

    pub fn pack(&self) -> Option<u64> {
        let (numerator, exponent) = self.number.parts()?;
        pack(numerator, exponent, self.ups, self.star)
    }

    pub fn is_number(&self) -> bool {
        self.ups == 0 && self.star == 0
    }

    pub fn less_or_equal(&self, other: &NumberUpStar) -> bool {
        self.number < other.number
            || self.number == other.number
                && infinitesimal_less_or_equal((self.ups, self.star), (other.ups, other.star))
    }

    /// How many bits the nimbers below it have: no follower has a nimber of `2^far` or more.
    pub fn far(&self) -> u8 {
        (64 - self.star.leading_zeros()).max((self.ups != 0) as u32) as u8
    }

    fn with(&self, ups: i64, star: u64) -> NumberUpStar {
        NumberUpStar { number: self.number.clone(), ups, star }
    }

    /// How many Left options the canonical form has.
    ///
    /// An integer has one on one side, another number one on each; `*k` has k; `n·up + *k` is
    /// `{0 | (n-1)·up + *(k xor 1)}` for n > 0, and only `up + *` is `{0, * | 0}`.
    pub fn left_count(&self) -> u64 {
        match (self.ups, self.star) {
            (0, 0) => (!self.number.is_integer() || self.number.signum() > 0) as u64,
            (0, k) => k,
            (1, 1) => 2,
            _ => 1,
        }
    }

    /// How many Right options the canonical form has.
    pub fn right_count(&self) -> u64 {
        match (self.ups, self.star) {
            (0, 0) => (!self.number.is_integer() || self.number.signum() < 0) as u64,
            (0, k) => k,
            (-1, 1) => 2,
            _ => 1,
        }
    }

    /// The Left option with this index.
    pub fn left_option(&self, index: u64) -> NumberUpStar {
        match (self.ups, self.star) {
            (0, 0) => NumberUpStar::number(&self.number - &self.number.step()),
            (u, _) if u >= 0 => self.with(0, index),
            (u, k) => self.with(u + 1, k ^ 1),
        }
    }

    /// The Right option with this index.
    pub fn right_option(&self, index: u64) -> NumberUpStar {
        match (self.ups, self.star) {
            (0, 0) => NumberUpStar::number(&self.number + &self.number.step()),
            (u, _) if u <= 0 => self.with(0, index),
            (u, k) => self.with(u - 1, k ^ 1),
        }
    }
}
