//! Roots, orders and logarithms of nimbers.
//!
//! The nimbers below ω^ω^ω are the algebraic closure of the field of two elements (Conway, On Numbers and Games, ch. 6). So each
//! of them lies in a smallest finite field, with 2^d elements for its degree d, and every quadratic equation has a root.

use dashu_int::{IBig, UBig};

use super::Ordinal;
use super::nim::too_large;
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};

/// The largest degree of a field in which roots and orders are computed.
const MAX_DEGREE: u32 = 1 << 10;
/// The largest number of trial divisors for one cyclotomic part of 2^d - 1.
const MAX_TRIALS: u64 = 1 << 24;
/// The largest prime factor of an order for which a logarithm is computed, in bits. The table has about as many entries as
/// the square root of the factor.
const MAX_LOGARITHM_BITS: usize = 40;

/// Prime factors of the Fermat numbers 2^(2^k) + 1 from k = 5 on, without the last one of each (Brillhart, Lehmer, Selfridge,
/// Tuckerman and Wagstaff, Factorizations of b^n ± 1).
const FERMAT_FACTORS: [&[&str]; 5] = [
    &["641"],
    &["274177"],
    &["59649589127497217"],
    &["1238926361552897"],
    &["2424833", "7455602825647884208337395736200454918783366342657"],
];

/// Primes with their exponents.
type PrimePowers = Vec<(UBig, u32)>;

impl Ordinal {
    /// Returns the degree of a nimber: the least d > 0 for which d squarings lead back to it. Its field has 2^d elements.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] in a very large field.
    pub(super) fn nim_degree(&self, budget: &mut Budget) -> Result<u32, Fault> {
        // The finite fields of the tower have 2, 4, 16, 256, .. elements.
        if let Some(n) = self.as_finite() {
            return Ok(dashu_int::ops::BitTest::bit_len(n).max(1).next_power_of_two() as u32);
        }
        let (mut square, mut degree) = (self.nim_square(budget)?, 1);
        while square != *self {
            square = square.nim_square(budget)?;
            degree += 1;
            let terms = square.terms().len();
            if terms > MAX_DEGREE as usize {
                return Err(too_large("power of a nimber, in terms,", terms, MAX_DEGREE as usize));
            }
            if degree > MAX_DEGREE {
                return Err(too_large("field of nimbers, in bits,", degree as usize, MAX_DEGREE as usize));
            }
        }
        Ok(degree)
    }

    /// Returns the nimber whose nim-product with itself is this one. There is one, as the characteristic is 2.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::ordinals::Ordinal;
    /// let root = Ordinal::finite(6u64).nim_root(&mut Budget::unlimited())?;
    /// assert_eq!(root, Ordinal::finite(4u64));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] in a very large field.
    pub fn nim_root(&self, budget: &mut Budget) -> Result<Ordinal, Fault> {
        let mut root = self.clone();
        for _ in 1..self.nim_degree(budget)? {
            root = root.nim_square(budget)?;
        }
        Ok(root)
    }

    /// Returns the roots of `self`·x² + `b`·x + `c` in ascending order, or `None` if every x is one.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::ordinals::Ordinal;
    /// let one = Ordinal::finite(1u64);
    /// let roots = one.nim_roots_of_quadratic(&one, &one, &mut Budget::unlimited())?;
    /// assert_eq!(roots, Some(vec![Ordinal::finite(2u64), Ordinal::finite(3u64)]));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] in a very large field.
    pub fn nim_roots_of_quadratic(
        &self,
        b: &Ordinal,
        c: &Ordinal,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Ordinal>>, Fault> {
        if self.is_zero() {
            if b.is_zero() {
                return Ok((!c.is_zero()).then(Vec::new));
            }
            return Ok(Some(vec![c.nim_product(&b.nim_inverse(budget)?, budget)?]));
        }
        let inverse = self.nim_inverse(budget)?;
        if b.is_zero() {
            return Ok(Some(vec![c.nim_product(&inverse, budget)?.nim_root(budget)?]));
        }
        // With x = (b/a)·y it reads y² + y = ac/b².
        let scale = b.nim_product(&inverse, budget)?;
        let over = b.nim_square(budget)?.nim_inverse(budget)?;
        let k = self.nim_product(c, budget)?.nim_product(&over, budget)?;
        let first = k.root_of_square_plus_itself(budget)?.nim_product(&scale, budget)?;
        let second = first.nim_sum(&scale)?;
        Ok(Some(if first < second { vec![first, second] } else { vec![second, first] }))
    }

    /// Returns a nimber y with y² + y = `self`. The other one is y + 1.
    ///
    /// Write k for `self`, and let it lie in a field of degree D. There is a y in this field if the trace of k, which is
    /// k + k² + k⁴ + .. with D terms, is 0: the sum of k^(2^i) times the sum of θ^(2^j) for j > i, for any θ of trace 1
    /// (Hilbert's Theorem 90). Let 2^m be the greatest power of two that divides D. Then F = 2^(2^m) has F² + F = F/2, whose
    /// trace is 1 in the field of degree 2^m, and in that of degree D too, for D/2^m is odd. Thus θ is F/2, and if the trace
    /// of k is 1, F is added to a root for k + F/2.
    fn root_of_square_plus_itself(&self, budget: &mut Budget) -> Result<Ordinal, Fault> {
        let degree = self.nim_degree(budget)?;
        if degree > MAX_DEGREE {
            return Err(too_large("field of nimbers, in bits,", degree as usize, MAX_DEGREE as usize));
        }
        let bits = 1usize << degree.trailing_zeros();
        let theta = Ordinal::finite(UBig::ONE << (bits - 1));
        let mut squares = vec![self.clone()];
        for i in 1..degree as usize {
            let next = squares[i - 1].nim_square(budget)?;
            squares.push(next);
        }
        let mut trace = Ordinal::default();
        for square in &squares {
            trace = trace.nim_sum(square)?;
        }
        let mut root = Ordinal::default();
        if !trace.is_zero() {
            root = Ordinal::finite(UBig::ONE << bits);
            let mut power = theta.clone();
            for square in &mut squares {
                *square = square.nim_sum(&power)?;
                power = power.nim_square(budget)?;
            }
        }
        // The conjugates of θ, for it lies in the smaller field.
        let mut conjugates = vec![theta];
        for i in 1..bits {
            let next = conjugates[i - 1].nim_square(budget)?;
            conjugates.push(next);
        }
        let mut sum = Ordinal::default();
        for i in (0..degree as usize).rev() {
            root = root.nim_sum(&squares[i].nim_product(&sum, budget)?)?;
            sum = sum.nim_sum(&conjugates[i % bits])?;
        }
        Ok(root)
    }

    /// Returns the least n > 0 for which the nim-power n is 1, or `None` for 0.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::ordinals::Ordinal;
    /// let mut budget = Budget::unlimited();
    /// assert_eq!(Ordinal::finite(4u64).nim_order(&mut budget)?, Some(15u8.into()));
    /// assert_eq!(Ordinal::omega().nim_order(&mut budget)?, Some(9u8.into()));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::None`] if not all prime factors of 2^d - 1 are known here; [`Fault::TooLarge`] in a very large field.
    pub fn nim_order(&self, budget: &mut Budget) -> Result<Option<UBig>, Fault> {
        Ok(self.factored_order(budget)?.map(|(order, _)| order))
    }

    /// Returns the order and its prime factors with their exponents, or `None` for 0.
    fn factored_order(&self, budget: &mut Budget) -> Result<Option<(UBig, PrimePowers)>, Fault> {
        if self.is_zero() {
            return Ok(None);
        }
        let degree = self.nim_degree(budget)?;
        if degree > MAX_DEGREE {
            return Err(too_large("field of nimbers, in bits,", degree as usize, MAX_DEGREE as usize));
        }
        let mut order = (UBig::ONE << degree as usize) - UBig::ONE;
        let mut factors = Vec::new();
        for (prime, exponent) in factors_of_two_power_less_one(degree, budget)? {
            let mut left = exponent;
            while left > 0 && self.nim_power(&IBig::from(&order / &prime), budget)? == Ordinal::finite(1u64) {
                order /= &prime;
                left -= 1;
            }
            if left > 0 {
                factors.push((prime, left));
            }
        }
        Ok(Some((order, factors)))
    }

    /// Returns the least n for which the nim-power n of `base` is this nimber, or `None` if there is none.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::ordinals::Ordinal;
    /// let mut budget = Budget::unlimited();
    /// let (six, four) = (Ordinal::finite(6u64), Ordinal::finite(4u64));
    /// assert_eq!(six.nim_logarithm(&four, &mut budget)?, Some(2u8.into()));
    /// assert_eq!(four.nim_logarithm(&Ordinal::finite(2u64), &mut budget)?, None);
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if the order of `base` has a prime factor of more than 40 bits; the errors of [`Ordinal::nim_order`].
    pub fn nim_logarithm(&self, base: &Ordinal, budget: &mut Budget) -> Result<Option<UBig>, Fault> {
        let one = Ordinal::finite(1u64);
        let Some((order, factors)) = base.factored_order(budget)? else {
            return Ok(if *self == one { Some(UBig::ZERO) } else { self.is_zero().then_some(UBig::ONE) });
        };
        if self.is_zero() || self.nim_power(&IBig::from(order.clone()), budget)? != one {
            return Ok(None);
        }
        // The logarithm in mixed radix, a digit for each prime factor (Pohlig and Hellman 1978).
        let (mut found, mut modulus) = (UBig::ZERO, UBig::ONE);
        for (prime, exponent) in factors {
            let root = base.nim_power(&IBig::from(&order / &prime), budget)?;
            for _ in 0..exponent {
                let rest = self.nim_product(&base.nim_power(&-IBig::from(found.clone()), budget)?, budget)?;
                let power = rest.nim_power(&IBig::from(&order / (&modulus * &prime)), budget)?;
                let Some(digit) = power.digit(&root, &prime, budget)? else { return Ok(None) };
                found += digit * &modulus;
                modulus *= &prime;
            }
        }
        Ok(Some(found))
    }

    /// Returns the n below `prime` for which the nim-power n of `root`, whose order is `prime`, is this nimber, or `None` if
    /// there is none (baby steps and giant steps, Shanks 1971).
    fn digit(&self, root: &Ordinal, prime: &UBig, budget: &mut Budget) -> Result<Option<UBig>, Fault> {
        let bits = dashu_int::ops::BitTest::bit_len(prime);
        if bits > MAX_LOGARITHM_BITS {
            return Err(too_large("prime factor of the order, in bits,", bits, MAX_LOGARITHM_BITS));
        }
        let width = u64::try_from(dashu_int::ops::SquareRoot::sqrt(prime)).unwrap_or(u64::MAX) + 1;
        budget.reserve(width as usize * 2 * (size_of::<(Ordinal, u64)>() + 32))?;
        let mut small = FastMap::default();
        let mut power = Ordinal::finite(1u64);
        for n in 0..width {
            small.entry(power.clone()).or_insert(n);
            power = power.nim_product(root, budget)?;
        }
        let giant = power.nim_inverse(budget)?;
        let mut rest = self.clone();
        for n in 0..=width {
            if let Some(low) = small.get(&rest) {
                return Ok(Some(UBig::from(n) * width + *low));
            }
            rest = rest.nim_product(&giant, budget)?;
        }
        Ok(None)
    }
}

/// Returns the prime factors of 2^d - 1 for d = `degree`, with their exponents. This number is the product of the values at 2
/// of the cyclotomic polynomials Φ_e for e | d; a prime factor of one of these values divides e or is 1 modulo e.
fn factors_of_two_power_less_one(degree: u32, budget: &mut Budget) -> Result<PrimePowers, Fault> {
    let mut factors: FastMap<UBig, u32> = FastMap::default();
    let mut parts: Vec<(u32, UBig)> = Vec::new();
    for index in (1..=degree).filter(|index| degree.is_multiple_of(*index)) {
        let mut part = (UBig::ONE << index as usize) - UBig::ONE;
        for (_, smaller) in parts.iter().filter(|(smaller, _)| index.is_multiple_of(*smaller)) {
            part /= smaller;
        }
        parts.push((index, part));
    }
    for (index, mut part) in parts {
        let mut divide = |part: &mut UBig, prime: &UBig| {
            while *part > UBig::ONE && (&*part % prime).is_zero() {
                *part /= prime;
                *factors.entry(prime.clone()).or_default() += 1;
            }
        };
        let fermat = if index.is_power_of_two() { (index.trailing_zeros() as usize).checked_sub(6) } else { None };
        if let Some(known) = fermat {
            let Some(known) = FERMAT_FACTORS.get(known) else { return Err(unfactored(degree)) };
            for prime in known.iter().filter_map(|digits| digits.parse().ok()) {
                divide(&mut part, &prime);
            }
            if part > UBig::ONE {
                let last = part.clone();
                divide(&mut part, &last);
            }
            continue;
        }
        for prime in (2..=u64::from(index)).filter(|n| u64::from(index).is_multiple_of(*n)) {
            if (2..prime).all(|n| !prime.is_multiple_of(n)) {
                divide(&mut part, &prime.into());
            }
        }
        let mut trial = 1 + u64::from(index);
        for _ in 0..MAX_TRIALS {
            if UBig::from(trial) * trial > part {
                break;
            }
            budget.tick()?;
            divide(&mut part, &trial.into());
            trial += u64::from(index);
        }
        if part > UBig::ONE {
            if UBig::from(trial) * trial <= part {
                return Err(unfactored(degree));
            }
            let last = part.clone();
            divide(&mut part, &last);
        }
    }
    let mut all: Vec<(UBig, u32)> = factors.into_iter().collect();
    all.sort();
    Ok(all)
}

fn unfactored(degree: u32) -> Fault {
    Fault::None(format!("the order divides 2^{degree} - 1, of which not all prime factors are known here"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nimber(n: u64) -> Ordinal {
        Ordinal::finite(n)
    }

    #[test]
    fn roots_of_quadratics_are_those_found_by_trying_every_nimber() -> Result<(), Fault> {
        let mut budget = Budget::unlimited();
        let value = |[a, b, c]: [u64; 3], x: u64, budget: &mut Budget| {
            let x = nimber(x);
            let square = nimber(a).nim_product(&x, budget)?.nim_product(&x, budget)?;
            square.nim_sum(&nimber(b).nim_product(&x, budget)?)?.nim_sum(&nimber(c))
        };
        for a in 0..6 {
            for b in 0..6 {
                for c in 0..16 {
                    let found = nimber(a).nim_roots_of_quadratic(&nimber(b), &nimber(c), &mut budget)?;
                    let mut tried = Vec::new();
                    // All coefficients lie in the field of 16 nimbers, so all roots lie in that of 256.
                    for x in 0..256 {
                        if value([a, b, c], x, &mut budget)?.is_zero() {
                            tried.push(nimber(x));
                        }
                    }
                    assert_eq!(found, (tried.len() < 256).then_some(tried), "{a} x^2 + {b} x + {c}");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn roots_of_infinite_coefficients_solve_the_equation() -> Result<(), Fault> {
        let mut budget = Budget::unlimited();
        let omega = Ordinal::omega();
        let square = omega.nim_square(&mut budget)?;
        let some = [nimber(1), nimber(5), omega.clone(), square.clone(), omega.nim_sum(&nimber(3))?, square];
        for a in &some {
            for b in &some {
                for c in &some {
                    let roots = a.nim_roots_of_quadratic(b, c, &mut budget)?.unwrap_or_default();
                    assert_eq!(roots.len(), 2);
                    for x in roots {
                        let first = a.nim_product(&x, &mut budget)?.nim_product(&x, &mut budget)?;
                        let second = b.nim_product(&x, &mut budget)?;
                        assert_eq!(first.nim_sum(&second)?, *c);
                    }
                }
            }
        }
        Ok(())
    }

    #[test]
    fn orders_and_logarithms_are_those_found_by_multiplying() -> Result<(), Fault> {
        let mut budget = Budget::unlimited();
        for base in 1..256u64 {
            let base = nimber(base);
            let mut powers = vec![nimber(1)];
            loop {
                let next = powers[powers.len() - 1].nim_product(&base, &mut budget)?;
                if next == powers[0] {
                    break;
                }
                powers.push(next);
            }
            assert_eq!(base.nim_order(&mut budget)?, Some(powers.len().into()));
            for n in (0..256).step_by(5).map(nimber) {
                let place = powers.iter().position(|power| *power == n).map(UBig::from);
                assert_eq!(n.nim_logarithm(&base, &mut budget)?, place, "the logarithm of {n} to the base {base}");
            }
        }
        Ok(())
    }

    #[test]
    fn known_factors_of_fermat_numbers_divide_them() {
        for (k, factors) in (5..).zip(FERMAT_FACTORS) {
            let fermat = (UBig::ONE << (1 << k)) + UBig::ONE;
            let product: UBig = factors.iter().map(|digits| digits.parse::<UBig>().unwrap_or_default()).product();
            assert!((fermat % product).is_zero(), "F_{k}");
        }
    }
}
