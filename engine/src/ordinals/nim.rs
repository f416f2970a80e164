//! Nim-multiplication: the field of all nimbers, as far as its arithmetic is known here.
//!
//! The product of α and β is the least ordinal not of the form α′β + αβ′ + α′β′ (Conway, On Numbers and Games, ch. 6).
//! Finite numbers below 2^(2^k) are a field; a Fermat power F = 2^(2^k) has F ⊗ F = F ⊕ F/2 and F ⊗ n = F·n for smaller
//! n. The ordinals below ω^ω^ω are the algebraic closure of the field of two elements: for the odd prime p in place k,
//! counted from 0, ω^(ω^k·pⁱ) is a p-th root of ω^(ω^k·pⁱ⁻¹), and ω^(ω^k) of an ordinal α(p) (Conway; Lenstra, On the
//! algebraic closure of two, 1977). So an ordinal is a polynomial in these roots with finite coefficients, its digits to
//! base p in the exponents, and Cantor's normal form is read as it stands. α(p) is known here for p up to 257.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use dashu_int::ops::{BitTest, Gcd};
use dashu_int::{IBig, Sign, UBig};

use super::nim_field::{self, MOST_BITS};
use super::{CantorTerm, Ordinal};
use crate::games::{Budget, Fault};

/// Bits of the coefficients inside an exponent.
const MOST_EXPONENT_BITS: usize = 1 << 12;

/// An odd prime p with α(p) = ω^(ω^k·m) ⊕ .. ⊕ n.
struct Root {
    prime: u64,
    /// k and m of the infinite terms.
    powers: Vec<(u64, u64)>,
    n: u64,
}

/// The numbers to be added to the sum κ of roots so that it has no p-th root, for the odd primes p in ascending order
/// (Lenstra 1977 up to 43; DiMuro, On O_n the algebraic closure of two, 2011).
const EXCESSES: [u64; 54] = [
    0, 0, 1, 1, 0, 0, 4, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 4, 1,
    0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0,
];

/// Returns the roots of the primes that have their excess above.
///
/// Let 2 have the order h modulo p. For a prime power q that divides h as often as it can, κ(q) is the first ordinal of a
/// degree that q divides: 2^(q/2) if q is a power of 2, else the root of that order. κ is the sum of those κ(q) for which
/// q does not divide the degree of another one, and α(p) is κ ⊕ the excess (Lenstra 1977).
fn roots() -> &'static [Root] {
    static ROOTS: OnceLock<Vec<Root>> = OnceLock::new();
    ROOTS.get_or_init(|| {
        let odd_primes = (3u64..).step_by(2).filter(|&n| (3..n).step_by(2).all(|d| n % d != 0));
        let mut roots = Vec::with_capacity(EXCESSES.len());
        // The prime, and the degree of its α.
        let mut degrees: Vec<(u64, u64)> = Vec::new();
        for (prime, excess) in odd_primes.zip(EXCESSES) {
            // The prime powers of the order with their degrees; the place of an odd prime among the odd primes.
            let mut parts: Vec<(u64, Option<usize>, u64)> = Vec::new();
            let mut order = order_of_two(prime);
            let twos = 1 << order.trailing_zeros();
            if twos > 1 {
                parts.push((twos, None, twos));
            }
            order /= twos;
            for (k, &(q, degree)) in degrees.iter().enumerate() {
                let mut power = 1;
                while order.is_multiple_of(q) {
                    order /= q;
                    power *= q;
                }
                if power > 1 {
                    parts.push((power, Some(k), power * degree));
                }
            }
            let mut degree = if excess > 1 { 4 } else { 1 };
            let (mut powers, mut n) = (Vec::new(), excess);
            for (i, &(power, k, own)) in parts.iter().enumerate() {
                if parts.iter().enumerate().any(|(j, &(_, _, other))| i != j && other.is_multiple_of(power)) {
                    continue;
                }
                degree = own / own.gcd(degree) * degree;
                match k {
                    Some(k) => powers.push((k as u64, power / degrees[k].0)),
                    None => n ^= 1 << (power / 2),
                }
            }
            degrees.push((prime, degree));
            roots.push(Root { prime, powers, n });
        }
        roots
    })
}

/// Returns the order of 2 modulo an odd prime.
fn order_of_two(prime: u64) -> u64 {
    let (mut power, mut order) = (2, 1);
    while power != 1 {
        (power, order) = (power * 2 % prime, order + 1);
    }
    order
}

impl Ordinal {
    /// Returns the nim-product.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::ordinals::Ordinal;
    /// let mut budget = Budget::unlimited();
    /// assert_eq!(Ordinal::finite(4u64).nim_product(&Ordinal::finite(4u64), &mut budget)?, Ordinal::finite(6u64));
    /// let omega = Ordinal::omega();
    /// let square = omega.nim_product(&omega, &mut budget)?;
    /// assert_eq!(square.to_string(), "omega^2");
    /// assert_eq!(square.nim_product(&omega, &mut budget)?, Ordinal::finite(2u64));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`]; [`Fault::None`] from ω^ω^54 on.
    pub fn nim_product(&self, other: &Ordinal, budget: &mut Budget) -> Result<Ordinal, Fault> {
        if let (Some(a), Some(b)) = (self.as_finite(), other.as_finite()) {
            return Ok(Ordinal::finite(nim_field::product(a, b, budget)?));
        }
        let mut sum = NimSum::default();
        for a in self.terms().iter() {
            for b in other.terms().iter() {
                sum.add(&product_of_terms(a, b, budget)?, budget)?;
            }
        }
        sum.ordinal()
    }

    /// Returns the nim-product with itself: squares add up, for the characteristic is 2.
    pub(super) fn nim_square(&self, budget: &mut Budget) -> Result<Ordinal, Fault> {
        if let Some(n) = self.as_finite() {
            return Ok(Ordinal::finite(nim_field::square(n, budget)?));
        }
        let mut sum = NimSum::default();
        for a in self.terms().iter() {
            sum.add(&product_of_terms(a, a, budget)?, budget)?;
        }
        sum.ordinal()
    }

    /// Returns the nim-power; a negative exponent is a power of the inverse.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::ordinals::Ordinal;
    /// let cube = Ordinal::omega().nim_power(&3.into(), &mut Budget::unlimited())?;
    /// assert_eq!(cube, Ordinal::finite(2u64));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// The faults of [`Ordinal::nim_product`], and [`Fault::None`] for a negative power of 0.
    pub fn nim_power(&self, exponent: &IBig, budget: &mut Budget) -> Result<Ordinal, Fault> {
        let (sign, mut n) = exponent.clone().into_parts();
        // The powers of a number below 2^b, b a power of two, recur after 2^b - 1 of them.
        if let Some(bits) = self.as_finite().map(|base| base.bit_len().next_power_of_two())
            && bits <= MOST_BITS
            && n.bit_len() > bits
        {
            n = (n - UBig::ONE) % ((UBig::ONE << bits) - UBig::ONE) + UBig::ONE;
        }
        if n.bit_len() > MOST_BITS {
            return Err(too_large("exponent", n.bit_len(), MOST_BITS));
        }
        let base = if sign == Sign::Negative && !n.is_zero() { self.nim_inverse(budget)? } else { self.clone() };
        if let Some(base) = base.as_finite() {
            return Ok(Ordinal::finite(nim_field::power(base, &n, budget)?));
        }
        let mut power = Ordinal::finite(1u64);
        for i in (0..n.bit_len()).rev() {
            power = power.nim_square(budget)?;
            if n.bit(i) {
                power = power.nim_product(&base, budget)?;
            }
        }
        Ok(power)
    }

    /// Returns the nimber whose nim-product with this is 1.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::ordinals::Ordinal;
    /// let mut budget = Budget::unlimited();
    /// assert_eq!(Ordinal::finite(2u64).nim_inverse(&mut budget)?, Ordinal::finite(3u64));
    /// assert_eq!(Ordinal::omega().nim_inverse(&mut budget)?.to_string(), "omega^2*3");
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::None`] for 0; [`Fault::TooLarge`] in a very large field.
    pub fn nim_inverse(&self, budget: &mut Budget) -> Result<Ordinal, Fault> {
        if self.is_zero() {
            return Err(Fault::None("0 has no inverse: every product with 0 is 0".into()));
        }
        if let Some(n) = self.as_finite() {
            return Ok(Ordinal::finite(nim_field::inverse(n, budget)?));
        }
        // In the field of 2^d elements the inverse is the power 2^d - 2.
        let degree = self.nim_degree(budget)?;
        // The power 2^k - 1, doubling k along the digits of d - 1 (Itoh and Tsujii 1988).
        let goal = degree - 1;
        let (mut power, mut k) = (self.clone(), 1);
        for bit in (0..goal.ilog2()).rev() {
            let mut raised = power.clone();
            for _ in 0..k {
                raised = raised.nim_square(budget)?;
            }
            power = power.nim_product(&raised, budget)?;
            k *= 2;
            if goal >> bit & 1 == 1 {
                power = power.nim_square(budget)?.nim_product(self, budget)?;
                k += 1;
            }
        }
        power.nim_square(budget)
    }
}

pub(super) fn too_large(what: &'static str, size: usize, limit: usize) -> Fault {
    Fault::TooLarge { what, size: size.to_string(), limit: limit.to_string() }
}

/// A nim-sum of terms under way.
#[derive(Default)]
struct NimSum(BTreeMap<Ordinal, UBig>);

impl NimSum {
    fn add(&mut self, x: &Ordinal, budget: &mut Budget) -> Result<(), Fault> {
        for CantorTerm { exponent, coefficient } in x.terms().iter() {
            budget.tick()?;
            let entry = self.0.entry(exponent.clone()).or_default();
            *entry ^= coefficient;
            if entry.is_zero() {
                self.0.remove(exponent);
            }
        }
        Ok(())
    }

    fn ordinal(self) -> Result<Ordinal, Fault> {
        let terms = self.0.into_iter().rev();
        Ordinal::from_sorted(terms.map(|(exponent, coefficient)| CantorTerm { exponent, coefficient }).collect())
    }
}

/// Returns the product of two terms. Calls itself through [`Ordinal::nim_product`] with roots of smaller primes only.
fn product_of_terms(a: &CantorTerm, b: &CantorTerm, budget: &mut Budget) -> Result<Ordinal, Fault> {
    budget.tick()?;
    let coefficient = nim_field::product(&a.coefficient, &b.coefficient, budget)?;
    let (left, right) = (digits(&a.exponent)?, digits(&b.exponent)?);
    let mut carried = Vec::new();
    let mut exponent = Vec::new();
    for k in (0..left.len().max(right.len())).rev() {
        let prime = roots()[k].prime;
        let none = Vec::new();
        let (x, y) = (left.get(k).unwrap_or(&none), right.get(k).unwrap_or(&none));
        // Digit i counts roots of order pⁱ⁺¹, and p of them are one of order pⁱ: carries go to the smaller i.
        let (mut n, mut carry) = (UBig::ZERO, 0);
        for i in (0..x.len().max(y.len())).rev() {
            let digit = x.get(i).unwrap_or(&0) + y.get(i).unwrap_or(&0) + carry;
            carry = digit / prime;
            n = n * prime + digit % prime;
        }
        if carry > 0 {
            carried.push(k);
        }
        if !n.is_zero() {
            exponent.push(CantorTerm { exponent: Ordinal::finite(k as u64), coefficient: n });
        }
    }
    let exponent = Ordinal::from_sorted(exponent)?;
    let mut product = Ordinal::from_sorted(vec![CantorTerm { exponent, coefficient }])?;
    for k in carried {
        product = product.nim_product(&alpha(k)?, budget)?;
    }
    Ok(product)
}

/// Returns α of the prime in place `k`.
fn alpha(k: usize) -> Result<Ordinal, Fault> {
    let Root { powers, n, .. } = &roots()[k];
    let mut sum = Ordinal::finite(*n);
    for &(inner, coefficient) in powers {
        let inner = Ordinal::omega_power(Ordinal::finite(inner))?;
        let power = Ordinal::omega_power(inner.natural_product(&Ordinal::finite(coefficient))?)?;
        sum = sum.nim_sum(&power)?;
    }
    Ok(sum)
}

/// Returns the digits of the coefficient of ω^k in an exponent to the base of the prime in place k, for each k.
fn digits(exponent: &Ordinal) -> Result<Vec<Vec<u64>>, Fault> {
    let mut all = Vec::new();
    for CantorTerm { exponent: k, coefficient } in exponent.terms().iter() {
        let Some(k) = k.to_u64() else {
            return Err(Fault::None("nim-products are known only for ordinals below omega^omega^omega".into()));
        };
        if k >= roots().len() as u64 {
            let (count, largest) = (roots().len(), roots()[roots().len() - 1].prime);
            return Err(Fault::None(format!(
                "nim-products are known here below omega^omega^{count}: beyond it they need p-th roots for p > {largest}"
            )));
        }
        if coefficient.bit_len() > MOST_EXPONENT_BITS {
            return Err(too_large("coefficient in an exponent, in bits,", coefficient.bit_len(), MOST_EXPONENT_BITS));
        }
        let k = k as usize;
        if all.len() <= k {
            all.resize(k + 1, Vec::new());
        }
        let mut n = coefficient.clone();
        while !n.is_zero() {
            let digit = &n % roots()[k].prime;
            all[k].push(digit);
            n /= roots()[k].prime;
        }
    }
    Ok(all)
}
