//! Prime numbers: the test of Miller and Rabin, which decides integers to a bound, and beyond it the test of Baillie,
//! Pomerance, Selfridge and Wagstaff, of which no counterexample is known.

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
    let mut modulus = Modulus { n, budget };
    if u128::try_from(&modulus.n).is_ok_and(|n| n < PROVED_PRIMES) {
        for base in BASES {
            if !modulus.passes_base(base)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    Ok(modulus.passes_base(2)? && modulus.passes_lucas()?)
}

/// Arithmetic modulo an odd number above 1.
struct Modulus<'b> {
    n: UBig,
    budget: &'b mut Budget,
}

impl Modulus<'_> {
    fn product(&mut self, a: &UBig, b: &UBig) -> Result<UBig, Fault> {
        let words = self.n.bit_len() / WORD_BITS + 1;
        self.budget.charge(words.saturating_mul(words).saturating_add(16))?;
        Ok(a * b % &self.n)
    }

    /// Returns the remainder of a small integer.
    fn reduced(&self, a: i64) -> UBig {
        let size = UBig::from(a.unsigned_abs()) % &self.n;
        if a < 0 { self.difference(&UBig::ZERO, &size) } else { size }
    }

    fn difference(&self, a: &UBig, b: &UBig) -> UBig {
        (a + &self.n - b) % &self.n
    }

    fn half(&self, a: UBig) -> UBig {
        if a.bit(0) { (a + &self.n) >> 1 } else { a >> 1 }
    }

    /// Returns `true` if n is prime or a strong pseudoprime to this base: the test of Miller and Rabin.
    fn passes_base(&mut self, base: u8) -> Result<bool, Fault> {
        let last = &self.n - UBig::ONE;
        let twos = last.trailing_zeros().unwrap_or(0);
        let odd = &last >> twos;
        let base = UBig::from(base);
        let mut power = UBig::ONE;
        for bit in (0..odd.bit_len()).rev() {
            power = self.product(&power, &power)?;
            if odd.bit(bit) {
                power = self.product(&power, &base)?;
            }
        }
        if power == UBig::ONE || power == last {
            return Ok(true);
        }
        for _ in 1..twos {
            power = self.product(&power, &power)?;
            if power == last {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns `true` if n is prime or a strong pseudoprime of Lucas, with Selfridge's parameters: P = 1 and Q = (1 - D)/4 for
    /// the first D of 5, -7, 9, -11, ... whose Jacobi symbol is -1.
    fn passes_lucas(&mut self) -> Result<bool, Fault> {
        // Of a square no D has the symbol -1.
        if self.n.sqrt_rem().1 == UBig::ZERO {
            return Ok(false);
        }
        let mut d: i64 = 5;
        while jacobi(d, &self.n) != -1 {
            self.budget.charge(self.n.bit_len() / WORD_BITS + 16)?;
            d = if d > 0 { -(d + 2) } else { 2 - d };
        }
        let (q, discriminant) = (self.reduced((1 - d) / 4), self.reduced(d));
        let next = &self.n + UBig::ONE;
        let twos = next.trailing_zeros().unwrap_or(0);
        let odd = &next >> twos;
        // U_k, V_k and Q^k, for k the bits of `odd` read so far.
        let (mut u, mut v, mut power) = (UBig::ONE, UBig::ONE, q.clone());
        for bit in (0..odd.bit_len() - 1).rev() {
            u = self.product(&u, &v)?;
            v = self.doubled(&v, &power)?;
            power = self.product(&power, &power)?;
            if odd.bit(bit) {
                let sum = self.half((&u + &v) % &self.n);
                let next_v = self.product(&discriminant, &u)?;
                v = self.half((next_v + v) % &self.n);
                u = sum;
                power = self.product(&power, &q)?;
            }
        }
        if u == UBig::ZERO || v == UBig::ZERO {
            return Ok(true);
        }
        for _ in 1..twos {
            v = self.doubled(&v, &power)?;
            if v == UBig::ZERO {
                return Ok(true);
            }
            power = self.product(&power, &power)?;
        }
        Ok(false)
    }

    /// Returns V_2k = V_k^2 - 2 Q^k.
    fn doubled(&mut self, v: &UBig, power: &UBig) -> Result<UBig, Fault> {
        let square = self.product(v, v)?;
        Ok(self.difference(&self.difference(&square, power), power))
    }
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
            let mut modulus = Modulus { n: UBig::from(n), budget: &mut budget };
            let both = [modulus.passes_base(2)?, modulus.passes_lucas()?];
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
