//! The type: Cantor normal form, order, size limits.

use std::borrow::Cow;
use std::sync::Arc;

use dashu_int::UBig;

use crate::games::Fault;

/// The largest nesting of exponents.
pub const DEPTH_LIMIT: u32 = 1000;

/// The largest number of words in an ordinal: its terms, the words of its coefficients, and those of its exponents.
pub const SIZE_LIMIT: usize = 1 << 14;

/// An ordinal below ε₀ in Cantor normal form, ω^a₁·n₁ + ... + ω^aₖ·nₖ with a₁ > ... > aₖ and every nᵢ > 0.
///
/// These are the values of `distance`, `remoteness` and `nim_value` in games that end but have infinitely many
/// positions (Smith, Graphs and composite games, 1966). A finite one is a plain number, without allocation up to
/// 128 bits.
///
/// ```
/// use cg_engine::ordinals::Ordinal;
/// let omega = Ordinal::omega();
/// let one = Ordinal::finite(1u64);
/// assert!(omega > Ordinal::finite(u64::MAX));
/// assert_eq!(one.ordinary_sum(&omega)?, omega);
/// assert_eq!(one.natural_sum(&omega)?.to_string(), "omega + 1");
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ordinal(pub(super) Repr);

/// Finite before infinite, so that the derived order is that of ordinals.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Repr {
    Finite(UBig),
    Infinite(Arc<Infinite>),
}

/// Terms in decreasing order; the derived lexicographic order on them is that of ordinals. Depth and size follow
/// from the terms, so that they change neither order nor equality.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Infinite {
    terms: Vec<CantorTerm>,
    depth: u32,
    size: usize,
}

/// One term ω^exponent·coefficient of the Cantor normal form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CantorTerm {
    /// The exponent of ω.
    pub exponent: Ordinal,
    /// The coefficient: at least 1 in the terms of an [`Ordinal`].
    pub coefficient: UBig,
}

impl CantorTerm {
    fn size(&self) -> usize {
        1 + self.exponent.size() + words(&self.coefficient)
    }
}

/// Returns the number of words of a number beyond the first.
pub(super) fn words(n: &UBig) -> usize {
    use dashu_int::ops::BitTest;
    n.bit_len() / 64
}

pub(super) fn too_large(size: usize) -> Fault {
    Fault::TooLarge { what: "Cantor normal form", size: size.to_string(), limit: SIZE_LIMIT.to_string() }
}

impl Default for Ordinal {
    fn default() -> Self {
        Ordinal::finite(0u64)
    }
}

impl Ordinal {
    /// Returns the finite ordinal `n`.
    pub fn finite(n: impl Into<UBig>) -> Ordinal {
        Ordinal(Repr::Finite(n.into()))
    }

    /// Returns ω, the least infinite ordinal.
    pub fn omega() -> Ordinal {
        let term = CantorTerm { exponent: Ordinal::finite(1u64), coefficient: UBig::ONE };
        Ordinal(Repr::Infinite(Arc::new(Infinite { size: term.size(), terms: vec![term], depth: 1 })))
    }

    /// Returns ω to the power `exponent`; ω^0 is 1.
    ///
    /// ```
    /// use cg_engine::ordinals::Ordinal;
    /// let tower = Ordinal::omega_power(Ordinal::omega())?;
    /// assert_eq!(tower.to_string(), "omega^omega");
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if exponents nest deeper than [`DEPTH_LIMIT`].
    pub fn omega_power(exponent: Ordinal) -> Result<Ordinal, Fault> {
        Ordinal::from_sorted(vec![CantorTerm { exponent, coefficient: UBig::ONE }])
    }

    /// Returns the ordinal with these terms: exponents strictly decreasing, coefficients positive.
    pub(crate) fn from_sorted(mut terms: Vec<CantorTerm>) -> Result<Ordinal, Fault> {
        assert!(terms.windows(2).all(|w| w[0].exponent > w[1].exponent));
        let size = terms.iter().map(CantorTerm::size).fold(0, usize::saturating_add);
        if size > SIZE_LIMIT {
            return Err(too_large(size));
        }
        if terms.first().is_none_or(|t| t.exponent.is_zero()) {
            return Ok(Ordinal(Repr::Finite(terms.pop().map_or(UBig::ZERO, |t| t.coefficient))));
        }
        let depth = 1 + terms.iter().map(|t| t.exponent.depth()).max().unwrap_or(0);
        if depth > DEPTH_LIMIT {
            return Err(Fault::TooLarge {
                what: "tower of exponents",
                size: depth.to_string(),
                limit: DEPTH_LIMIT.to_string(),
            });
        }
        Ok(Ordinal(Repr::Infinite(Arc::new(Infinite { terms, depth, size }))))
    }

    /// Returns the terms of the Cantor normal form, largest first; none for 0.
    pub fn terms(&self) -> Cow<'_, [CantorTerm]> {
        match &self.0 {
            Repr::Finite(n) if n.is_zero() => Cow::Borrowed(&[]),
            Repr::Finite(n) => Cow::Owned(vec![CantorTerm { exponent: Ordinal::default(), coefficient: n.clone() }]),
            Repr::Infinite(infinite) => Cow::Borrowed(&infinite.terms),
        }
    }

    /// Returns the number, if this is finite.
    pub fn as_finite(&self) -> Option<&UBig> {
        match &self.0 {
            Repr::Finite(n) => Some(n),
            Repr::Infinite(_) => None,
        }
    }

    /// Returns the number, if this is finite and below 2^64.
    pub fn to_u64(&self) -> Option<u64> {
        self.as_finite().and_then(|n| u64::try_from(n).ok())
    }

    /// Returns `true` if this is below ω.
    pub fn is_finite(&self) -> bool {
        self.as_finite().is_some()
    }

    /// Returns `true` if this is 0.
    pub fn is_zero(&self) -> bool {
        self.as_finite().is_some_and(UBig::is_zero)
    }

    /// Returns the finite part n of λ + n, where λ is 0 or a limit.
    ///
    /// ```
    /// use cg_engine::ordinals::Ordinal;
    /// assert_eq!(Ordinal::omega().natural_sum(&Ordinal::finite(5u64))?.finite_part(), 5u64.into());
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn finite_part(&self) -> UBig {
        match &self.0 {
            Repr::Finite(n) => n.clone(),
            Repr::Infinite(infinite) => match infinite.terms.last() {
                Some(term) if term.exponent.is_zero() => term.coefficient.clone(),
                _ => UBig::ZERO,
            },
        }
    }

    /// Returns λ of λ + n: the greatest limit that is not greater, or 0.
    ///
    /// ```
    /// use cg_engine::ordinals::Ordinal;
    /// assert_eq!(Ordinal::omega().natural_sum(&Ordinal::finite(5u64))?.limit_part(), Ordinal::omega());
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn limit_part(&self) -> Ordinal {
        // The finite part is its own nim-sum's change, for λ has no finite term.
        self.nim_sum(&Ordinal::finite(self.finite_part())).unwrap_or_default()
    }

    /// Returns the size of a heap of this size without its first counter. An infinite heap keeps its size, and 0 stays
    /// 0.
    pub fn without_one(&self) -> Ordinal {
        match self.as_finite() {
            Some(n) if !n.is_zero() => Ordinal::finite(n - 1u8),
            _ => self.clone(),
        }
    }

    /// Returns `true` if none of `others` with the same limit part is as great.
    pub fn is_beyond(&self, others: &[Ordinal]) -> bool {
        let limit = self.limit_part();
        !others.iter().any(|other| other >= self && other.limit_part() == limit)
    }

    /// Returns `true` if this is λ + n with n even; limits are even. The parity of the remoteness decides who wins
    /// (Smith 1966).
    pub fn is_even(&self) -> bool {
        (self.finite_part() & UBig::ONE).is_zero()
    }

    /// Returns `true` if this is neither 0 nor a successor.
    pub fn is_limit(&self) -> bool {
        !self.is_finite() && self.finite_part().is_zero()
    }

    /// Returns the nesting depth of exponents: 0 for a finite ordinal, 1 below ω^ω.
    pub fn depth(&self) -> u32 {
        match &self.0 {
            Repr::Finite(_) => 0,
            Repr::Infinite(infinite) => infinite.depth,
        }
    }

    /// Returns the number of words of this ordinal, as counted against [`SIZE_LIMIT`].
    pub fn size(&self) -> usize {
        match &self.0 {
            Repr::Finite(n) => words(n),
            Repr::Infinite(infinite) => infinite.size,
        }
    }
}

impl From<u64> for Ordinal {
    fn from(n: u64) -> Ordinal {
        Ordinal::finite(n)
    }
}

impl From<u32> for Ordinal {
    fn from(n: u32) -> Ordinal {
        Ordinal::finite(n)
    }
}
