//! Sums, products and powers.
//!
//! Natural (Hessenberg) sum and product are those of polynomials in ω; nim-sum combines the coefficients of equal
//! powers of ω by XOR, because 2^(ω·β + k) = ω^β·2^k, so that ω^β·n has the binary digits of n.
//! Costs are predicted before work starts; nothing here runs longer than a fraction of a second.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::ordinal::{CantorTerm, Ordinal, Repr, SIZE_LIMIT, too_large, words};
use crate::games::Fault;

/// The most words a product may touch.
const WORK_LIMIT: usize = 1 << 22;

/// Merges the terms of two normal forms, in descending order of their exponents; of terms with the same one is left what
/// `combine` gives.
pub(crate) fn merged<T: Clone>(
    left: &[T],
    right: &[T],
    order: impl Fn(&T, &T) -> Ordering,
    combine: impl Fn(&T, &T) -> Option<T>,
) -> Vec<T> {
    let mut terms = Vec::with_capacity(left.len() + right.len());
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        let next = order(&left[i], &right[j]);
        terms.extend(match next {
            Ordering::Greater => Some(left[i].clone()),
            Ordering::Less => Some(right[j].clone()),
            Ordering::Equal => combine(&left[i], &right[j]),
        });
        i += usize::from(next.is_ge());
        j += usize::from(next.is_le());
    }
    terms.extend_from_slice(&left[i..]);
    terms.extend_from_slice(&right[j..]);
    terms
}

impl Ordinal {
    /// Returns the natural (Hessenberg) sum: coefficients of equal powers of ω are added. Commutative; the sum of
    /// ordinals as numbers (Conway, On Numbers and Games, ch. 2), and the meaning of `+` in `cg`.
    ///
    /// ```
    /// use cg_engine::ordinals::Ordinal;
    /// let (one, omega) = (Ordinal::finite(1u64), Ordinal::omega());
    /// assert_eq!(one.natural_sum(&omega)?, omega.natural_sum(&one)?);
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn natural_sum(&self, other: &Ordinal) -> Result<Ordinal, Fault> {
        self.merge(other, |a, b| a + b)
    }

    /// Returns the nim-sum: XOR of the coefficients of equal powers of ω.
    ///
    /// ```
    /// use cg_engine::ordinals::Ordinal;
    /// let omega = Ordinal::omega();
    /// let next = omega.natural_sum(&Ordinal::finite(1u64))?;
    /// assert_eq!(next.nim_sum(&omega)?, Ordinal::finite(1u64));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn nim_sum(&self, other: &Ordinal) -> Result<Ordinal, Fault> {
        self.merge(other, |a, b| a ^ b)
    }

    fn merge(&self, other: &Ordinal, combine: impl Fn(&UBig, &UBig) -> UBig) -> Result<Ordinal, Fault> {
        if let (Repr::Finite(a), Repr::Finite(b)) = (&self.0, &other.0) {
            let n = combine(a, b);
            return if words(&n) > SIZE_LIMIT { Err(too_large(words(&n))) } else { Ok(Ordinal::finite(n)) };
        }
        let (left, right) = (self.terms(), other.terms());
        let order = |a: &CantorTerm, b: &CantorTerm| a.exponent.cmp(&b.exponent);
        let terms = merged(&left, &right, order, |a, b| {
            let coefficient = combine(&a.coefficient, &b.coefficient);
            (!coefficient.is_zero()).then(|| CantorTerm { exponent: a.exponent.clone(), coefficient })
        });
        Ordinal::from_sorted(terms)
    }

    /// Returns the natural (Hessenberg) product: the product of polynomials in ω, exponents added naturally. It is the
    /// meaning of `*` between ordinals in `cg`.
    ///
    /// ```
    /// use cg_engine::ordinals::Ordinal;
    /// let next = Ordinal::omega().natural_sum(&Ordinal::finite(1u64))?;
    /// assert_eq!(next.natural_product(&next)?.to_string(), "omega^2 + omega*2 + 1");
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn natural_product(&self, other: &Ordinal) -> Result<Ordinal, Fault> {
        let (left, right) = (self.terms(), other.terms());
        let work = left.len().saturating_mul(other.size()).saturating_add(right.len().saturating_mul(self.size()));
        if work > WORK_LIMIT {
            return Err(too_large(work));
        }
        let mut sum: BTreeMap<Ordinal, UBig> = BTreeMap::new();
        for a in left.iter() {
            for b in right.iter() {
                let exponent = a.exponent.natural_sum(&b.exponent)?;
                *sum.entry(exponent).or_default() += product(&a.coefficient, &b.coefficient)?;
            }
            if sum.len() > SIZE_LIMIT {
                return Err(too_large(sum.len()));
            }
        }
        let terms = sum.into_iter().rev().map(|(exponent, coefficient)| CantorTerm { exponent, coefficient });
        Ordinal::from_sorted(terms.collect())
    }

    /// Returns the ordinary sum: first this, then the other; 1 + ω = ω.
    ///
    /// ```
    /// use cg_engine::ordinals::Ordinal;
    /// assert_eq!(Ordinal::finite(7u64).ordinary_sum(&Ordinal::omega())?, Ordinal::omega());
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn ordinary_sum(&self, other: &Ordinal) -> Result<Ordinal, Fault> {
        let (left, right) = (self.terms(), other.terms());
        let Some(lead) = right.first() else { return Ok(self.clone()) };
        let kept = left.partition_point(|t| t.exponent > lead.exponent);
        let mut terms = left[..kept].to_vec();
        terms.extend_from_slice(&right);
        if let Some(equal) = left.get(kept).filter(|t| t.exponent == lead.exponent) {
            terms[kept].coefficient += &equal.coefficient;
        }
        Ordinal::from_sorted(terms)
    }

    /// Returns the ordinal that, added to `less`, gives this one, or 0 if `less` is greater.
    ///
    /// ```
    /// use cg_engine::ordinals::Ordinal;
    /// let (omega, five) = (Ordinal::omega(), Ordinal::finite(5u64));
    /// assert_eq!(omega.ordinary_sum(&five)?.left_difference(&omega)?, five);
    /// assert_eq!(omega.left_difference(&five)?, omega);
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// None occur: it is no larger than this one.
    pub fn left_difference(&self, less: &Ordinal) -> Result<Ordinal, Fault> {
        let (terms, less) = (self.terms(), less.terms());
        let equal = terms.iter().zip(less.iter()).take_while(|(a, b)| a == b).count();
        let mut rest = terms[equal..].to_vec();
        if let (Some(first), Some(other)) = (rest.first_mut(), less.get(equal)) {
            if (&first.exponent, &first.coefficient) < (&other.exponent, &other.coefficient) {
                return Ok(Ordinal::default());
            }
            if first.exponent == other.exponent {
                first.coefficient -= &other.coefficient;
            }
        }
        Ordinal::from_sorted(rest)
    }

    /// Returns the quotient and the remainder of this ordinal by ω: ω times the first, plus the second.
    ///
    /// ```
    /// use cg_engine::ordinals::Ordinal;
    /// let omega = Ordinal::omega();
    /// let (quotient, rest) = omega.natural_product(&omega)?.ordinary_sum(&Ordinal::finite(7u64))?.divided_by_omega()?;
    /// assert_eq!((quotient, rest), (omega, 7u64.into()));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// None occur: they are no larger than this one.
    pub fn divided_by_omega(&self) -> Result<(Ordinal, Ordinal), Fault> {
        let one = Ordinal::finite(1u64);
        let mut terms = self.terms().into_owned();
        terms.retain(|term| !term.exponent.is_zero());
        for term in &mut terms {
            term.exponent = term.exponent.left_difference(&one)?;
        }
        Ok((Ordinal::from_sorted(terms)?, Ordinal::finite(self.finite_part())))
    }

    /// Returns the ordinary product: this, as often as the other says; 2·ω = ω, ω·2 = ω + ω.
    ///
    /// ```
    /// use cg_engine::ordinals::Ordinal;
    /// let (two, omega) = (Ordinal::finite(2u64), Ordinal::omega());
    /// assert_eq!(two.ordinary_product(&omega)?, omega);
    /// assert_eq!(omega.ordinary_product(&two)?.to_string(), "omega*2");
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn ordinary_product(&self, other: &Ordinal) -> Result<Ordinal, Fault> {
        let (left, right) = (self.terms(), other.terms());
        let Some(lead) = left.first() else { return Ok(Ordinal::default()) };
        let work = right.len().saturating_mul(lead.exponent.size() + 1);
        if work > WORK_LIMIT {
            return Err(too_large(work));
        }
        let mut terms = Vec::with_capacity(left.len() + right.len());
        for term in right.iter() {
            if term.exponent.is_zero() {
                let coefficient = product(&lead.coefficient, &term.coefficient)?;
                terms.push(CantorTerm { exponent: lead.exponent.clone(), coefficient });
                terms.extend_from_slice(&left[1..]);
            } else {
                let exponent = lead.exponent.ordinary_sum(&term.exponent)?;
                terms.push(CantorTerm { exponent, coefficient: term.coefficient.clone() });
            }
        }
        Ordinal::from_sorted(terms)
    }

    /// Returns the natural power: the natural product of `exponent` copies, and (ω^a)^b = ω^(a·b) for infinite b, so
    /// that the laws x^(a+b) = x^a·x^b and (x^a)^b = x^(a·b) hold for natural sum and product.
    ///
    /// ```
    /// use cg_engine::ordinals::Ordinal;
    /// let omega = Ordinal::omega();
    /// assert_eq!(omega.natural_power(&omega)?.to_string(), "omega^omega");
    /// assert_eq!(Ordinal::finite(2u64).natural_power(&Ordinal::finite(10u64))?, Ordinal::finite(1024u64));
    /// assert!(Ordinal::finite(2u64).natural_power(&omega).is_err());
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`]; [`Fault::None`] for an infinite exponent over a base that is no power of ω.
    pub fn natural_power(&self, exponent: &Ordinal) -> Result<Ordinal, Fault> {
        if exponent.is_zero() {
            return Ok(Ordinal::finite(1u64));
        }
        if self.is_zero() {
            return Ok(Ordinal::default());
        }
        if let [CantorTerm { exponent: lead, coefficient }] = &*self.terms()
            && coefficient.is_one()
        {
            return Ordinal::omega_power(lead.natural_product(exponent)?);
        }
        let Some(n) = exponent.as_finite() else {
            return Err(Fault::None(
                "a power with an infinite exponent needs a power of omega as its base".to_string(),
            ));
        };
        // The base is at least 2, so its n-th power has more than n bits, or more than n terms.
        let Some(mut n) = usize::try_from(n).ok().filter(|&n| n / 64 <= SIZE_LIMIT) else {
            return Err(Fault::TooLarge { what: "power", size: n.to_string(), limit: (64 * SIZE_LIMIT).to_string() });
        };
        let mut power = Ordinal::finite(1u64);
        let mut square = self.clone();
        loop {
            if n & 1 == 1 {
                power = power.natural_product(&square)?;
            }
            n >>= 1;
            if n == 0 {
                return Ok(power);
            }
            square = square.natural_product(&square)?;
        }
    }
}

/// Returns the product of two coefficients, refused before it is computed if it would be too large.
fn product(a: &UBig, b: &UBig) -> Result<UBig, Fault> {
    let size = (a.bit_len() + b.bit_len()) / 64;
    if size > SIZE_LIMIT + 1 { Err(too_large(size)) } else { Ok(a * b) }
}
