//! Normal forms: the [uptimals](Uptimal), which have closed forms for everything.
//!
//! Most of them are a number, a multiple of up and a nimber that pack into 64 bits together; the others are kept whole
//! in a table beside the records.

/// Nimbers from here on are no games of the arena. Sums of smaller ones are smaller.
pub const LARGE_NIMBER: u64 = 1 << 62;

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

/// Returns the numerator, exponent, ups and star of a packed value.
#[inline]
pub(super) fn unpack(packed: u64) -> (i32, u32, i64, u64) {
    let ups = (packed >> 11 & 0x1fff) as i64 - UPS;
    ((packed >> 30) as u32 as i32, (packed >> 24 & 63) as u32, ups, packed & (STARS - 1))
}

/// Returns `true` if these bits are a packed value, not a reference to a large one and not 0.
#[inline]
pub(super) fn is_packed(bits: u64) -> bool {
    bits & TAG == PACKED
}

/// Returns `true` if both are packed.
#[inline]
pub(super) fn both_packed(a: u64, b: u64) -> bool {
    is_packed(a) && is_packed(b)
}

/// Returns the sum of two packed values, if it packs.
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

/// Returns the negative of a packed value, if it packs.
#[inline]
pub(super) fn negate_packed(a: u64) -> Option<u64> {
    let (m, e, u, s) = unpack(a);
    pack(-i64::from(m), e, -u, s)
}

/// Returns `true` if `ups·up + *star` is at most the other (Siegel II.4: two ups outweigh any nimber, one all but
/// star).
#[inline]
pub(super) fn infinitesimal_less_or_equal(a: (i64, u64), b: (i64, u64)) -> bool {
    match b.0.saturating_sub(a.0) {
        0 => a.1 == b.1,
        1 => a.1 ^ b.1 != 1,
        d => d > 1,
    }
}
