//! γ-values: the generalised Sprague–Grundy values of games whose play need not end.

use std::collections::BTreeSet;

use super::Ordinal;
use crate::games::{Fault, Outcome};

/// The γ-value of an impartial position (Smith 1966; Fraenkel–Perl 1975; Fraenkel, Scenic trails, 1996).
///
/// A finite value is a nimber: the position may be replaced by that heap of Nim in every sum. Otherwise it is
/// ∞(K), where K holds the finite values of the followers. Two equal γ-values behave alike in every sum.
///
/// ```
/// use cg_engine::games::Outcome;
/// use cg_engine::ordinals::GammaValue;
/// let heap = GammaValue::nimber(3u64);
/// let loopy = GammaValue::infinite([2u64, 3]);
/// let sum = heap.sum(&loopy)?;
/// assert_eq!(sum.to_string(), "inf(0,1)");
/// assert_eq!(sum.outcome(), Outcome::N);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GammaValue {
    /// A nimber.
    Finite(Ordinal),
    /// ∞(K).
    Infinite(BTreeSet<Ordinal>),
}

impl GammaValue {
    /// Returns the value of a heap of Nim.
    pub fn nimber(n: impl Into<Ordinal>) -> GammaValue {
        GammaValue::Finite(n.into())
    }

    /// Returns ∞(K).
    pub fn infinite<T: Into<Ordinal>>(reach: impl IntoIterator<Item = T>) -> GammaValue {
        GammaValue::Infinite(reach.into_iter().map(Into::into).collect())
    }

    /// Returns the value of a sum (Smith 1966): nimbers add without carry, ∞(K) + a = ∞(K ⊕ a), and two infinities give
    /// ∞(), a draw.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] for enormous ordinals.
    pub fn sum(&self, other: &GammaValue) -> Result<GammaValue, Fault> {
        match (self, other) {
            (GammaValue::Finite(a), GammaValue::Finite(b)) => Ok(GammaValue::Finite(a.nim_sum(b)?)),
            (GammaValue::Infinite(reach), GammaValue::Finite(a))
            | (GammaValue::Finite(a), GammaValue::Infinite(reach)) => {
                let shifted: Result<BTreeSet<_>, _> = reach.iter().map(|k| k.nim_sum(a)).collect();
                Ok(GammaValue::Infinite(shifted?))
            }
            (GammaValue::Infinite(_), GammaValue::Infinite(_)) => Ok(GammaValue::Infinite(BTreeSet::new())),
        }
    }

    /// Returns the outcome under normal play: 0 is P, other nimbers are N, and ∞(K) is N if 0 is in K, else D.
    pub fn outcome(&self) -> Outcome {
        match self {
            GammaValue::Finite(n) if n.is_zero() => Outcome::P,
            GammaValue::Finite(_) => Outcome::N,
            GammaValue::Infinite(reach) if reach.first().is_some_and(Ordinal::is_zero) => Outcome::N,
            GammaValue::Infinite(_) => Outcome::D,
        }
    }

    /// Returns the nimber, if the value is finite.
    pub fn as_finite(&self) -> Option<&Ordinal> {
        match self {
            GammaValue::Finite(n) => Some(n),
            GammaValue::Infinite(_) => None,
        }
    }
}
