//! The type: Conway normal form, order, size limits.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use dashu_int::ops::{BitTest, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::games::Fault;
use crate::ordinals::{CantorTerm, Ordinal};

/// The largest nesting of exponents.
const MAX_DEPTH: u32 = crate::ordinals::DEPTH_LIMIT;
/// The largest number of words in a surreal number: its terms, the words of its coefficients, and those of its exponents. It is
/// that of ordinals, so that every one of them is a surreal number.
const MAX_WORDS: usize = crate::ordinals::SIZE_LIMIT;
/// The largest number of words in a coefficient that is a fraction: bringing it to lowest terms cannot be interrupted.
const MAX_FRACTION_WORDS: usize = 1 << 11;

/// A surreal number in Conway normal form, ω^a₁·r₁ + ... + ω^aₖ·rₖ with a₁ > ... > aₖ of the same kind and rational rᵢ ≠ 0
/// (Conway, *On Numbers and Games*).
///
/// Every rational number and every ordinal below ε₀ is one. Sums, products and quotients by one term are exact.
///
/// ```
/// use cg_engine::surreals::Surreal;
/// let (one, omega) = (Surreal::from(1), Surreal::omega());
/// let less = omega.sum(&-one.clone())?;
/// assert_eq!(less.to_string(), "omega - 1");
/// assert!(less < omega && one.quotient(&omega)? < one);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Surreal(SurrealRepr);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum SurrealRepr {
    Rational(RBig),
    /// Terms of which one has an exponent other than 0.
    Terms(Arc<NormalForm>),
}

/// Depth and size follow from the terms.
#[derive(Debug, PartialEq, Eq, Hash)]
struct NormalForm {
    terms: Vec<ConwayTerm>,
    depth: u32,
    size: usize,
}

/// One term ω^exponent·coefficient of the Conway normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConwayTerm {
    /// The exponent of ω.
    pub exponent: Surreal,
    /// The coefficient, which is not 0.
    pub coefficient: RBig,
}

impl ConwayTerm {
    fn size(&self) -> usize {
        1 + self.exponent.size() + words(&self.coefficient)
    }
}

/// Returns the number of words of a fraction beyond the first.
pub(super) fn words(x: &RBig) -> usize {
    (x.numerator().unsigned_abs().bit_len() + x.denominator().bit_len() - 1) / 64
}

pub(super) fn too_large(size: usize) -> Fault {
    Fault::TooLarge { what: "Conway normal form", size: size.to_string(), limit: MAX_WORDS.to_string() }
}

impl Default for Surreal {
    fn default() -> Self {
        Surreal(SurrealRepr::Rational(RBig::ZERO))
    }
}

impl Surreal {
    /// Returns ω, the least infinite ordinal.
    pub fn omega() -> Surreal {
        let terms = vec![ConwayTerm { exponent: Surreal::from(1), coefficient: RBig::ONE }];
        Surreal(SurrealRepr::Terms(Arc::new(NormalForm { terms, depth: 1, size: 1 })))
    }

    /// Returns ω to the power `exponent`.
    ///
    /// ```
    /// use cg_engine::surreals::Surreal;
    /// let half = Surreal::from(1).quotient(&Surreal::from(2))?;
    /// let root = Surreal::omega_power(half)?;
    /// assert_eq!(root.product(&root)?, Surreal::omega());
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if exponents nest too deep.
    pub fn omega_power(exponent: Surreal) -> Result<Surreal, Fault> {
        Surreal::from_sorted(vec![ConwayTerm { exponent, coefficient: RBig::ONE }])
    }

    /// Returns the number with these terms: exponents strictly decreasing, coefficients not 0.
    pub(super) fn from_sorted(terms: Vec<ConwayTerm>) -> Result<Surreal, Fault> {
        assert!(terms.windows(2).all(|w| w[0].exponent > w[1].exponent));
        let is_long = |x: &RBig| !x.is_int() && words(x) > MAX_FRACTION_WORDS;
        if let Some(long) = terms.iter().find(|term| is_long(&term.coefficient)) {
            let (size, limit) = (words(&long.coefficient).to_string(), MAX_FRACTION_WORDS.to_string());
            return Err(Fault::TooLarge { what: "coefficient", size, limit });
        }
        let x = Surreal::of_terms(terms);
        if x.size() > MAX_WORDS {
            return Err(too_large(x.size()));
        }
        if x.depth() > MAX_DEPTH {
            let (size, limit) = (x.depth().to_string(), MAX_DEPTH.to_string());
            return Err(Fault::TooLarge { what: "tower of exponents", size, limit });
        }
        Ok(x)
    }

    fn of_terms(mut terms: Vec<ConwayTerm>) -> Surreal {
        if terms.len() < 2 && terms.first().is_none_or(|t| t.exponent.is_zero()) {
            return Surreal(SurrealRepr::Rational(terms.pop().map_or(RBig::ZERO, |t| t.coefficient)));
        }
        let size = terms.iter().map(ConwayTerm::size).fold(0, usize::saturating_add);
        let depth = 1 + terms.iter().map(|t| t.exponent.depth()).max().unwrap_or(0);
        Surreal(SurrealRepr::Terms(Arc::new(NormalForm { terms, depth, size })))
    }

    /// Returns the terms of the Conway normal form, the greatest exponent first; none for 0.
    pub fn terms(&self) -> Cow<'_, [ConwayTerm]> {
        match &self.0 {
            SurrealRepr::Rational(x) if *x == RBig::ZERO => Cow::Borrowed(&[]),
            SurrealRepr::Rational(x) => {
                Cow::Owned(vec![ConwayTerm { exponent: Surreal::default(), coefficient: x.clone() }])
            }
            SurrealRepr::Terms(form) => Cow::Borrowed(&form.terms),
        }
    }

    /// Returns the rational number, if it is one.
    pub fn as_rational(&self) -> Option<&RBig> {
        match &self.0 {
            SurrealRepr::Rational(x) => Some(x),
            SurrealRepr::Terms(_) => None,
        }
    }

    /// Returns the ordinal, if it is one.
    ///
    /// ```
    /// use cg_engine::ordinals::Ordinal;
    /// use cg_engine::surreals::Surreal;
    /// assert_eq!(Surreal::omega().as_ordinal(), Some(Ordinal::omega()));
    /// assert_eq!((-Surreal::omega()).as_ordinal(), None);
    /// ```
    pub fn as_ordinal(&self) -> Option<Ordinal> {
        let natural = |x: &RBig| if x.is_int() { UBig::try_from(x.numerator().clone()).ok() } else { None };
        if let SurrealRepr::Rational(x) = &self.0 {
            return natural(x).map(Ordinal::finite);
        }
        let mut terms = Vec::with_capacity(self.terms().len());
        for term in self.terms().iter() {
            let coefficient = natural(&term.coefficient)?;
            terms.push(CantorTerm { exponent: term.exponent.as_ordinal()?, coefficient });
        }
        Ordinal::from_sorted(terms).ok()
    }

    /// Returns `true` if this is 0.
    pub fn is_zero(&self) -> bool {
        self.as_rational().is_some_and(|x| *x == RBig::ZERO)
    }

    /// Returns -1, 0 or 1 as this is negative, 0 or positive: the sign of its leading coefficient.
    pub fn signum(&self) -> i8 {
        let zero = RBig::ZERO;
        match self.terms().first().map(|term| term.coefficient.cmp(&zero)) {
            None | Some(Ordering::Equal) => 0,
            Some(Ordering::Less) => -1,
            Some(Ordering::Greater) => 1,
        }
    }

    fn depth(&self) -> u32 {
        match &self.0 {
            SurrealRepr::Rational(_) => 0,
            SurrealRepr::Terms(form) => form.depth,
        }
    }

    /// Returns the number of words of this number.
    pub fn size(&self) -> usize {
        match &self.0 {
            SurrealRepr::Rational(x) => words(x),
            SurrealRepr::Terms(form) => form.size,
        }
    }

    /// Returns the greatest omnific integer that is not greater: one whose exponents are all at least 0, with an integer
    /// in front of ω⁰ (Conway, *On Numbers and Games*).
    ///
    /// ```
    /// use cg_engine::surreals::Surreal;
    /// let omega = Surreal::omega();
    /// let less = omega.sum(&Surreal::from(-1).quotient(&omega)?)?;
    /// assert_eq!(less.floor()?.to_string(), "omega - 1");
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// None occur: it is hardly larger than this one.
    pub fn floor(&self) -> Result<Surreal, Fault> {
        if let Some(x) = self.as_rational() {
            return Ok(RBig::from(x.floor()).into());
        }
        let zero = Surreal::default();
        let mut terms = self.terms().into_owned();
        let infinite = terms.iter().take_while(|t| t.exponent > zero).count();
        let rest = terms.split_off(infinite);
        let (real, small) = match rest.split_first() {
            Some((first, rest)) if first.exponent.is_zero() => (first.coefficient.clone(), rest.first()),
            _ => (RBig::ZERO, rest.first()),
        };
        let is_less = real.is_int() && small.is_some_and(|term| term.coefficient < RBig::ZERO);
        let coefficient = RBig::from(real.floor() - IBig::from(u8::from(is_less)));
        if coefficient != RBig::ZERO {
            terms.push(ConwayTerm { exponent: zero, coefficient });
        }
        Surreal::from_sorted(terms)
    }
}

impl From<RBig> for Surreal {
    fn from(x: RBig) -> Surreal {
        Surreal(SurrealRepr::Rational(x))
    }
}

/// Calls itself on exponents only, whose depth is limited.
impl From<&Ordinal> for Surreal {
    fn from(ordinal: &Ordinal) -> Surreal {
        let surreal = |term: &CantorTerm| ConwayTerm {
            exponent: match term.exponent.is_zero() {
                true => Surreal::default(),
                false => Surreal::from(&term.exponent),
            },
            coefficient: RBig::from(IBig::from(term.coefficient.clone())),
        };
        Surreal::of_terms(ordinal.terms().iter().map(surreal).collect())
    }
}

impl From<i64> for Surreal {
    fn from(n: i64) -> Surreal {
        RBig::from(n).into()
    }
}

/// Calls itself on exponents only, whose depth is limited.
impl Ord for Surreal {
    fn cmp(&self, other: &Surreal) -> Ordering {
        if let (SurrealRepr::Rational(a), SurrealRepr::Rational(b)) = (&self.0, &other.0) {
            return a.cmp(b);
        }
        let zero = RBig::ZERO;
        let (left, right) = (self.terms(), other.terms());
        for (a, b) in left.iter().zip(right.iter()) {
            let found = match a.exponent.cmp(&b.exponent) {
                Ordering::Greater => a.coefficient.cmp(&zero),
                Ordering::Less => zero.cmp(&b.coefficient),
                Ordering::Equal => a.coefficient.cmp(&b.coefficient),
            };
            if found.is_ne() {
                return found;
            }
        }
        match (left.get(right.len()), right.get(left.len())) {
            (Some(a), _) => a.coefficient.cmp(&zero),
            (_, Some(b)) => zero.cmp(&b.coefficient),
            (None, None) => Ordering::Equal,
        }
    }
}

impl PartialOrd for Surreal {
    fn partial_cmp(&self, other: &Surreal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl std::ops::Neg for Surreal {
    type Output = Surreal;
    fn neg(self) -> Surreal {
        match self.0 {
            SurrealRepr::Rational(x) => (-x).into(),
            SurrealRepr::Terms(form) => {
                let mut terms = form.terms.clone();
                for term in &mut terms {
                    term.coefficient = -std::mem::take(&mut term.coefficient);
                }
                Surreal(SurrealRepr::Terms(Arc::new(NormalForm { terms, depth: form.depth, size: form.size })))
            }
        }
    }
}
