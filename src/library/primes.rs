//! Prime numbers: the test of Miller and Rabin, which decides integers to a bound, and beyond it the test of Baillie,
//! Pomerance, Selfridge and Wagstaff, of which no counterexample is known.

use dashu_int::fast_div::ConstDivisor;
use dashu_int::ops::{BitTest, SquareRootRem};
use dashu_int::{IBig, UBig};

use cg_engine::games::{Budget, Fault};

/// The first primes, which decide every integer below [`PROVED_PRIMES`].
const BASES: [u8; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];
/// The least composite number that passes the test of Miller and Rabin with these bases (Sorenson and Webster 2017).
const PROVED_PRIMES: u128 = 3_317_044_064_679_887_385_961_981;
/// The bits of a word.
const WORD_BITS: usize = 64;

/// Returns `true` if the integer is prime. It is proved for all below [`PROVED_PRIMES`]; beyond, `false` is proved.
pub(super) fn is_prime(n: &IBig, budget: &mut Budget) -> Result<bool, Fault> {
    let Ok(n) = UBig::try_from(n.clone()) else { return Ok(false) };
    if n < UBig::from(2u8) {
        return Ok(false);
    }
    for base in BASES {
        if (&n % base) == 0 {
            return Ok(n == UBig::from(base));
        }
    }
    if u128::try_from(&n).is_ok_and(|n| n >= PROVED_PRIMES) || n.bit_len() > 128 {
        return Ok(passes_base(2, &n, budget)? && passes_lucas(&n, budget)?);
    }
    for base in BASES {
        if !passes_base(base, &n, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Charges for some products modulo n.
fn charge(products: usize, n: &UBig, budget: &mut Budget) -> Result<(), Fault> {
    let words = n.bit_len() / WORD_BITS + 1;
    budget.charge(words.saturating_mul(words).saturating_add(16).saturating_mul(products))
}

/// Returns `true` if n is prime or a strong pseudoprime to this base: the test of Miller and Rabin.
fn passes_base(base: u8, n: &UBig, budget: &mut Budget) -> Result<bool, Fault> {
    let ring = ConstDivisor::new(n.clone());
    let (base, one) = (ring.reduce(base), ring.reduce(1u8));
    let last = n - UBig::ONE;
    let twos = last.trailing_zeros().unwrap_or(0);
    let mut power = one.clone();
    for bit in (twos..last.bit_len()).rev() {
        charge(2, n, budget)?;
        power = power.sqr();
        if last.bit(bit) {
            power *= &base;
        }
    }
    if power == one {
        return Ok(true);
    }
    for _ in 0..twos {
        if power == -one.clone() {
            return Ok(true);
        }
        charge(1, n, budget)?;
        power = power.sqr();
    }
    Ok(false)
}

/// Returns `true` if n is prime or a strong pseudoprime of Lucas, with Selfridge's parameters: P = 1 and Q = (1 - D)/4 for
/// the first D of 5, -7, 9, -11, ... whose Jacobi symbol is -1. n is odd.
fn passes_lucas(n: &UBig, budget: &mut Budget) -> Result<bool, Fault> {
    // Of a square no D has the symbol -1.
    if n.sqrt_rem().1 == UBig::ZERO {
        return Ok(false);
    }
    let mut d: i64 = 5;
    while jacobi(d, n) != -1 {
        budget.charge(n.bit_len() / WORD_BITS + 16)?;
        d = if d > 0 { -(d + 2) } else { 2 - d };
    }
    let ring = ConstDivisor::new(n.clone());
    let [zero, one, q, discriminant] = [0, 1, (1 - d) / 4, d].map(|n| ring.reduce(IBig::from(n)));
    let half = ring.reduce((n + UBig::ONE) >> 1);
    let next = n + UBig::ONE;
    let twos = next.trailing_zeros().unwrap_or(0);
    // U_k, V_k and Q^k, for k the bits of the odd part of n + 1 read so far.
    let (mut u, mut v, mut power) = (one.clone(), one, q.clone());
    for bit in (twos..next.bit_len() - 1).rev() {
        charge(8, n, budget)?;
        (u, v, power) = (&u * &v, v.sqr() - power.clone().dbl(), power.sqr());
        if next.bit(bit) {
            (u, v) = ((&u + &v) * &half, (&discriminant * &u + &v) * &half);
            power *= &q;
        }
    }
    if u == zero {
        return Ok(true);
    }
    for _ in 0..twos {
        if v == zero {
            return Ok(true);
        }
        charge(3, n, budget)?;
        (v, power) = (v.sqr() - power.clone().dbl(), power.sqr());
    }
    Ok(false)
}

/// Returns the Jacobi symbol (a/n) for odd n above every |a| that is asked for.
fn jacobi(a: i64, n: &UBig) -> i8 {
    let last = |n: &UBig| n % 8u8;
    let (size, mut sign) = (a.unsigned_abs(), 1);
    if a < 0 && last(n) % 4 == 3 {
        sign = -sign;
    }
    // Reciprocity makes small numbers of both at once: |a| is odd here.
    if size % 4 == 3 && last(n) % 4 == 3 {
        sign = -sign;
    }
    let (mut top, mut bottom) = (n % size, size);
    while top > 0 {
        let twos = top.trailing_zeros();
        top >>= twos;
        if twos % 2 == 1 && matches!(bottom % 8, 3 | 5) {
            sign = -sign;
        }
        if top % 4 == 3 && bottom % 4 == 3 {
            sign = -sign;
        }
        (top, bottom) = (bottom % top, top);
    }
    if bottom == 1 { sign } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_tests_together_are_right_below_the_first_numbers() -> Result<(), Fault> {
        const LIMIT: usize = 20_000;
        let mut sieve = vec![true; LIMIT];
        for p in 2..LIMIT {
            let multiples = (p * p..LIMIT).step_by(p);
            multiples.for_each(|multiple| sieve[multiple] = false);
        }
        let mut budget = Budget::unlimited();
        let mut wrong_by_one = [0; 2];
        for (n, &is_prime_number) in sieve.iter().enumerate().skip(3).step_by(2) {
            let modulus = UBig::from(n);
            let both = [passes_base(2, &modulus, &mut budget)?, passes_lucas(&modulus, &mut budget)?];
            assert_eq!(both == [true, true], is_prime_number, "{n}");
            for (count, passes) in wrong_by_one.iter_mut().zip(both) {
                *count += usize::from(passes && !is_prime_number);
            }
            assert_eq!(is_prime(&IBig::from(n), &mut budget)?, is_prime_number, "{n}");
        }
        assert!(wrong_by_one.iter().all(|&count| count > 0), "each test alone is wrong somewhere: {wrong_by_one:?}");
        Ok(())
    }
}
