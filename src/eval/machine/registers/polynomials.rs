//! Hashes of lists: polynomials in their members, so that those of joins and parts follow from one another.

use super::Word;

/// Base of the polynomials.
const BASE: u64 = 0xd1b5_4a32_d192_ed03;

/// Spreads the bits of a member.
#[inline(always)]
pub(super) fn mixed(word: Word) -> u64 {
    (word.0 ^ word.0 >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Returns the hash of a list with one more member at its end.
#[inline(always)]
pub(super) fn extended(hash: u64, member: Word) -> u64 {
    hash.wrapping_mul(BASE).wrapping_add(mixed(member))
}

/// Computes the hash of the list of these members: four at a time, as a chain of products takes longer than the products.
#[inline]
pub(super) fn hash_of_members(members: &[Word]) -> u64 {
    const SQUARE: u64 = BASE.wrapping_mul(BASE);
    const CUBE: u64 = SQUARE.wrapping_mul(BASE);
    let (fours, rest) = members.as_chunks::<4>();
    let whole = fours.iter().fold(0_u64, |hash, &[a, b, c, d]| {
        let high = mixed(a).wrapping_mul(CUBE).wrapping_add(mixed(b).wrapping_mul(SQUARE));
        let low = mixed(c).wrapping_mul(BASE).wrapping_add(mixed(d));
        hash.wrapping_mul(SQUARE.wrapping_mul(SQUARE)).wrapping_add(high).wrapping_add(low)
    });
    rest.iter().fold(whole, |hash, &word| extended(hash, word))
}

/// Returns the half of the hash of a list that is stored.
#[inline(always)]
pub(super) fn half(hash: u64, len: usize) -> u32 {
    ((hash ^ len as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

/// Returns the hash for the table from the half that is stored.
#[inline(always)]
pub(super) fn spread(half: u32) -> u64 {
    u64::from(half).wrapping_mul(0xa24b_aed4_963e_e407)
}

/// The powers of the base, as far as they have been asked for.
#[derive(Default)]
pub(super) struct Powers(Vec<u64>);

impl Powers {
    /// Returns the power with this exponent.
    #[inline]
    pub fn get(&mut self, exponent: usize) -> u64 {
        while self.0.len() <= exponent {
            self.0.push(self.0.last().map_or(1, |last| last.wrapping_mul(BASE)));
        }
        self.0[exponent]
    }
}
