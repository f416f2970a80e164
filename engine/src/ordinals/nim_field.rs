//! The finite fields of nimbers on 64-bit words: those below 2^(2^k), each on pairs of numbers of the one before.
//!
//! A pair (b, a) is aF + b for the Fermat power F = 2^(2^k) that follows all a and b. As F ⊗ F = F ⊕ F/2, products, squares
//! and inverses of pairs are a few of half the length, the same few at each length (Conway, On Numbers and Games, ch. 6). The
//! nimbers below 256 are multiplied by their logarithms.

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::nim::too_large;
use crate::games::{Budget, Fault};

/// Bits of the largest field.
pub(super) const MOST_BITS: usize = 1 << 16;

/// A field of nimbers. Sums are those of bits.
trait NimField: Copy {
    fn sum(self, other: Self) -> Self;
    fn product(self, other: Self) -> Self;
    fn square(self) -> Self;
    /// Returns the product with half the Fermat power that follows all numbers of the field.
    fn half(self) -> Self;
    /// Returns the inverse; that of 0 is 0.
    fn inverse(self) -> Self;
}

/// A number whose powers are all nimbers from 1 to 255.
const GENERATOR: u8 = 18;
/// The logarithm of 0: with any two others added it leads to the zeros in [`POWERS`].
const LOG_OF_ZERO: u16 = 1024;
const LOGS: [u16; 256] = logs();
const POWERS: [u8; 4096] = powers();

/// Returns a product by pairs down to single bits, for the tables of the smallest field.
const fn plain_product(a: u8, b: u8, bits: u32) -> u8 {
    if bits == 1 {
        return a & b;
    }
    let bits = bits / 2;
    let ones = (1 << bits) - 1;
    let (a0, a1, b0, b1) = (a & ones, a >> bits, b & ones, b >> bits);
    let low = plain_product(a0, b0, bits);
    let high = plain_product(a0 ^ a1, b0 ^ b1, bits) ^ low;
    high << bits | low ^ plain_product(plain_product(a1, b1, bits), 1 << (bits - 1), bits)
}

const fn powers() -> [u8; 4096] {
    let mut powers = [0; 4096];
    let (mut n, mut power) = (0, 1);
    while n < LOG_OF_ZERO as usize {
        powers[n] = power;
        power = plain_product(power, GENERATOR, 8);
        n += 1;
    }
    powers
}

const fn logs() -> [u16; 256] {
    let mut logs = [LOG_OF_ZERO; 256];
    let mut n = 0;
    while n < 255 {
        logs[POWERS[n] as usize] = n as u16;
        n += 1;
    }
    logs
}

/// Returns the power of the generator. No more than three logarithms are added.
#[inline(always)]
fn power_with(log: u16) -> u8 {
    POWERS[log as usize % POWERS.len()]
}

impl NimField for u8 {
    #[inline(always)]
    fn sum(self, other: u8) -> u8 {
        self ^ other
    }

    #[inline(always)]
    fn product(self, other: u8) -> u8 {
        power_with(LOGS[self as usize] + LOGS[other as usize])
    }

    #[inline(always)]
    fn square(self) -> u8 {
        power_with(2 * LOGS[self as usize])
    }

    #[inline(always)]
    fn half(self) -> u8 {
        power_with(LOGS[self as usize] + LOGS[128])
    }

    fn inverse(self) -> u8 {
        if self == 0 { 0 } else { power_with(255 - LOGS[self as usize]) }
    }
}

/// The number aF + b, F the Fermat power that follows the numbers of the smaller field.
#[derive(Clone, Copy)]
struct Pair<T> {
    b: T,
    a: T,
}

impl<T: NimField> NimField for Pair<T> {
    #[inline(always)]
    fn sum(self, other: Pair<T>) -> Pair<T> {
        Pair { b: self.b.sum(other.b), a: self.a.sum(other.a) }
    }

    /// Three products of half the length (Karatsuba).
    #[inline(always)]
    fn product(self, other: Pair<T>) -> Pair<T> {
        let low = self.b.product(other.b);
        let both = self.b.sum(self.a).product(other.b.sum(other.a));
        Pair { b: low.sum(self.a.product(other.a).half()), a: both.sum(low) }
    }

    #[inline(always)]
    fn square(self) -> Pair<T> {
        let high = self.a.square();
        Pair { b: self.b.square().sum(high.half()), a: high }
    }

    #[inline(always)]
    fn half(self) -> Pair<T> {
        Pair { b: self.a.half().half(), a: self.b.sum(self.a).half() }
    }

    /// The inverse of aF + b is aF + a + b over b(a + b) + a²F/2.
    fn inverse(self) -> Pair<T> {
        let conjugate = self.b.sum(self.a);
        let over = self.b.product(conjugate).sum(self.a.square().half()).inverse();
        Pair { b: conjugate.product(over), a: self.a.product(over) }
    }
}

/// A nimber below 2^64.
impl NimField for u64 {
    #[inline(always)]
    fn sum(self, other: u64) -> u64 {
        self ^ other
    }

    fn product(self, other: u64) -> u64 {
        joined(parted(self).product(parted(other)))
    }

    fn square(self) -> u64 {
        joined(parted(self).square())
    }

    fn half(self) -> u64 {
        joined(parted(self).half())
    }

    fn inverse(self) -> u64 {
        joined(parted(self).inverse())
    }
}

#[inline(always)]
fn parted(n: u64) -> Pair<Pair<Pair<u8>>> {
    let bytes = n.to_le_bytes();
    let two = |i: usize| Pair { b: bytes[i], a: bytes[i + 1] };
    let four = |i: usize| Pair { b: two(i), a: two(i + 2) };
    Pair { b: four(0), a: four(4) }
}

#[inline(always)]
fn joined(n: Pair<Pair<Pair<u8>>>) -> u64 {
    let two = |n: Pair<u8>| [n.b, n.a];
    let ([b0, b1], [b2, b3]) = (two(n.b.b), two(n.b.a));
    let ([a0, a1], [a2, a3]) = (two(n.a.b), two(n.a.a));
    u64::from_le_bytes([b0, b1, b2, b3, a0, a1, a2, a3])
}

/// Returns the nim-product of two numbers.
pub(super) fn product(a: &UBig, b: &UBig, budget: &mut Budget) -> Result<UBig, Fault> {
    if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
        return Ok(NimField::product(a, b).into());
    }
    let most = a.bit_len().max(b.bit_len()).div_ceil(64);
    Ok(number(&product_of_words(&words_of(a, most)?, &words_of(b, most)?, budget)?))
}

/// Returns the nim-product of a number with itself.
pub(super) fn square(a: &UBig, budget: &mut Budget) -> Result<UBig, Fault> {
    match u64::try_from(a) {
        Ok(a) => Ok(NimField::square(a).into()),
        Err(_) => Ok(number(&square_of_words(&words_of(a, 1)?, budget)?)),
    }
}

/// Returns the nim-power of a number.
pub(super) fn power(base: &UBig, exponent: &UBig, budget: &mut Budget) -> Result<UBig, Fault> {
    let base = words_of(base, 1)?;
    let mut power = vec![0; base.len()];
    power[0] = 1;
    for i in (0..exponent.bit_len()).rev() {
        power = square_of_words(&power, budget)?;
        if exponent.bit(i) {
            power = product_of_words(&power, &base, budget)?;
        }
    }
    Ok(number(&power))
}

/// Returns the number whose nim-product with a number that is not 0 is 1.
pub(super) fn inverse(a: &UBig, budget: &mut Budget) -> Result<UBig, Fault> {
    Ok(number(&inverse_of_words(&words_of(a, 1)?, budget)?))
}

/// Returns the number in 64-bit words, least first; their number is a power of two and at least `least`.
fn words_of(n: &UBig, least: usize) -> Result<Vec<u64>, Fault> {
    if n.bit_len() > MOST_BITS {
        return Err(too_large("nimber, in bits,", n.bit_len(), MOST_BITS));
    }
    let bytes = n.to_le_bytes();
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let mut words: Vec<u64> = bytes.chunks(8).map(word).collect();
    words.resize(words.len().max(least).max(1).next_power_of_two(), 0);
    Ok(words)
}

/// Returns the number of 64-bit words, least first.
fn number(words: &[u64]) -> UBig {
    UBig::from_le_bytes(&words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())
}

fn sum(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

fn is_zero(a: &[u64]) -> bool {
    a.iter().all(|&word| word == 0)
}

/// Returns the product of numbers of equally many words, a power of two: as that of a [`Pair`], with fewer products where
/// halves are 0. Calls itself 10 deep at most.
fn product_of_words(x: &[u64], y: &[u64], budget: &mut Budget) -> Result<Vec<u64>, Fault> {
    match (x, y) {
        (&[x], &[y]) => {
            budget.tick()?;
            return Ok(vec![x.product(y)]);
        }
        (&[b, a], &[d, c]) => {
            budget.tick()?;
            let product = Pair { b, a }.product(Pair { b: d, a: c });
            return Ok(vec![product.b, product.a]);
        }
        _ => {}
    }
    let ((b, a), (d, c)) = (x.split_at(x.len() / 2), y.split_at(y.len() / 2));
    let low = product_of_words(b, d, budget)?;
    let (low, high) = match (is_zero(a), is_zero(c)) {
        (true, true) => (low, vec![0; a.len()]),
        (true, false) => (low, product_of_words(b, c, budget)?),
        (false, true) => (low, product_of_words(a, d, budget)?),
        (false, false) => {
            let both = product_of_words(&sum(b, a), &sum(d, c), budget)?;
            let more = half_of_words(&product_of_words(a, c, budget)?, budget)?;
            (sum(&low, &more), sum(&both, &low))
        }
    };
    Ok([low, high].concat())
}

fn square_of_words(x: &[u64], budget: &mut Budget) -> Result<Vec<u64>, Fault> {
    if let &[x] = x {
        budget.tick()?;
        return Ok(vec![x.square()]);
    }
    let (b, a) = x.split_at(x.len() / 2);
    let high = square_of_words(a, budget)?;
    let low = sum(&square_of_words(b, budget)?, &half_of_words(&high, budget)?);
    Ok([low, high].concat())
}

/// Returns the product with half the power of two that follows all numbers of this length.
fn half_of_words(x: &[u64], budget: &mut Budget) -> Result<Vec<u64>, Fault> {
    if let &[x] = x {
        budget.tick()?;
        return Ok(vec![x.half()]);
    }
    let (b, a) = x.split_at(x.len() / 2);
    let low = half_of_words(&half_of_words(a, budget)?, budget)?;
    Ok([low, half_of_words(&sum(b, a), budget)?].concat())
}

fn inverse_of_words(x: &[u64], budget: &mut Budget) -> Result<Vec<u64>, Fault> {
    if let &[x] = x {
        return Ok(vec![x.inverse()]);
    }
    let (b, a) = x.split_at(x.len() / 2);
    if is_zero(a) {
        return Ok([inverse_of_words(b, budget)?, vec![0; a.len()]].concat());
    }
    let conjugate = sum(b, a);
    let more = half_of_words(&square_of_words(a, budget)?, budget)?;
    let over = inverse_of_words(&sum(&product_of_words(b, &conjugate, budget)?, &more), budget)?;
    Ok([product_of_words(&conjugate, &over, budget)?, product_of_words(a, &over, budget)?].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least number that is no a'b + ab' + a'b' (Conway, On Numbers and Games, ch. 6).
    fn products_by_definition(below: usize) -> Vec<Vec<u64>> {
        let mut products = vec![vec![0; below]; below];
        for a in 0..below {
            for b in 0..below {
                let excluded: Vec<u64> = (0..a)
                    .flat_map(|less| (0..b).map(move |lesser| (less, lesser)))
                    .map(|(less, lesser)| products[less][b] ^ products[a][lesser] ^ products[less][lesser])
                    .collect();
                products[a][b] = (0..).find(|n| !excluded.contains(n)).expect("some number is left");
            }
        }
        products
    }

    #[test]
    fn products_are_those_of_the_definition() {
        for (a, row) in products_by_definition(32).iter().enumerate() {
            for (b, &product) in row.iter().enumerate() {
                assert_eq!((a as u64).product(b as u64), product, "{a} and {b}");
            }
        }
    }

    /// A product bit by bit: powers of two as products of Fermat powers, of which each square is itself and its half.
    fn bitwise_product(a: &UBig, b: &UBig) -> UBig {
        let mut product = UBig::ZERO;
        for i in (0..a.bit_len()).filter(|&i| a.bit(i)) {
            for j in (0..b.bit_len()).filter(|&j| b.bit(j)) {
                product ^= powers_product(i, j);
            }
        }
        product
    }

    /// The product of 2^i and 2^j: a binary digit k of i stands for the factor 2^(2^k).
    fn powers_product(i: usize, j: usize) -> UBig {
        let both = i & j;
        if both == 0 {
            return UBig::ONE << (i | j);
        }
        let digit = 1 << both.ilog2();
        let rest = powers_product(i ^ digit, j ^ digit);
        bitwise_product(&rest, &(UBig::ONE << digit)) ^ bitwise_product(&rest, &(UBig::ONE << (digit - 1)))
    }

    #[test]
    fn products_of_every_length_are_those_bit_by_bit() -> Result<(), Fault> {
        let budget = &mut Budget::unlimited();
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = |bits: usize| {
            let mut n = UBig::ZERO;
            for _ in 0..bits.div_ceil(64) {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                n = n << 64 | UBig::from(state);
            }
            n >> (bits.next_multiple_of(64) - bits)
        };
        for bits in [3, 8, 16, 33, 64, 100, 128, 200, 256] {
            for _ in 0..4 {
                let (a, b) = (random(bits), random(bits / 2 + 1));
                let product = product(&a, &b, budget)?;
                // The twin takes long for long ones, so it is asked for sums of four powers of two.
                let sparse =
                    |n: &UBig| (0..4).fold(UBig::ZERO, |all, i| all | UBig::ONE << (n.bit_len() * (i + 1) / 5));
                let [c, d] = if bits > 33 { [sparse(&a), sparse(&b)] } else { [a.clone(), b.clone()] };
                assert_eq!(super::product(&c, &d, budget)?, bitwise_product(&c, &d), "{c} and {d}");
                assert_eq!(super::product(&(&a ^ &c), &b, budget)?, &product ^ super::product(&c, &b, budget)?, "{a}");
                assert_eq!(square(&a, budget)?, super::product(&a, &a, budget)?, "{a}");
                if !a.is_zero() {
                    assert_eq!(super::product(&a, &inverse(&a, budget)?, budget)?, UBig::ONE, "{a}");
                }
                let cube = super::product(&a, &square(&a, budget)?, budget)?;
                assert_eq!(power(&a, &UBig::from(3u8), budget)?, cube, "{a}");
            }
        }
        Ok(())
    }
}
