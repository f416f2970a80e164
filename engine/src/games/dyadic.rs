//! Dyadic rationals `m / 2^k` of any size: the numbers that are games born on a finite day.
//!
//! A numerator that fits in 64 bits is kept inline; a larger one is a big integer. The representation is
//! reduced (the numerator is odd, or the exponent is 0) and unique, so equality and hashing are structural.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// An exact number `m / 2^k` (Siegel II.3: the numbers among the short games).
///
/// ```
/// use cg_engine::games::Dyadic;
/// let x = Dyadic::from(3).half().half();
/// assert_eq!(x.to_string(), "3/4");
/// assert!(x < Dyadic::from(1));
/// assert_eq!(&x + &x, Dyadic::from(3).half());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(DyadicRepr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum DyadicRepr {
    Small { numerator: i64, exponent: u32 },
    Large(Box<(IBig, u32)>),
}

/// One end of an interval: the number, and whether it belongs to the interval.
pub type Bound<'a> = Option<(&'a Dyadic, bool)>;

impl Dyadic {
    /// The number 0.
    pub const ZERO: Dyadic = Dyadic(DyadicRepr::Small { numerator: 0, exponent: 0 });

    /// Returns `numerator / 2^exponent`, reduced.
    ///
    /// ```
    /// # use cg_engine::games::Dyadic;
    /// assert_eq!(Dyadic::new(6.into(), 2).to_string(), "3/2");
    /// ```
    pub fn new(numerator: IBig, exponent: u32) -> Dyadic {
        if let Ok(small) = i64::try_from(&numerator) {
            return Dyadic::small(small.into(), exponent);
        }
        let zeros = numerator.trailing_zeros().unwrap_or(0).min(exponent as usize);
        let (numerator, exponent) = (numerator >> zeros, exponent - zeros as u32);
        match i64::try_from(&numerator) {
            Ok(numerator) => Dyadic(DyadicRepr::Small { numerator, exponent }),
            Err(_) => Dyadic(DyadicRepr::Large(Box::new((numerator, exponent)))),
        }
    }

    /// Returns `numerator / 2^exponent` in lowest terms.
    pub(super) fn small(numerator: i128, exponent: u32) -> Dyadic {
        let zeros = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = (numerator >> zeros, exponent - zeros);
        match i64::try_from(numerator) {
            Ok(numerator) => Dyadic(DyadicRepr::Small { numerator, exponent }),
            Err(_) => Dyadic(DyadicRepr::Large(Box::new((numerator.into(), exponent)))),
        }
    }

    /// Returns the number as a dyadic, if its denominator is a power of two.
    ///
    /// ```
    /// # use cg_engine::games::Dyadic;
    /// use dashu_ratio::RBig;
    /// assert_eq!(Dyadic::from_rational(&RBig::from_parts(5.into(), 8u8.into())).unwrap().to_string(), "5/8");
    /// assert!(Dyadic::from_rational(&RBig::from_parts(1.into(), 3u8.into())).is_none());
    /// ```
    pub fn from_rational(x: &RBig) -> Option<Dyadic> {
        let exponent = x.denominator().trailing_zeros()?;
        if (UBig::ONE << exponent) != *x.denominator() {
            return None;
        }
        Some(Dyadic::new(x.numerator().clone(), u32::try_from(exponent).ok()?))
    }

    /// Returns the number as a rational.
    pub fn to_rational(&self) -> RBig {
        RBig::from_parts(self.numerator(), UBig::ONE << self.exponent() as usize)
    }

    /// Returns `m` of the reduced `m / 2^k`.
    pub fn numerator(&self) -> IBig {
        match &self.0 {
            DyadicRepr::Small { numerator, .. } => (*numerator).into(),
            DyadicRepr::Large(large) => large.0.clone(),
        }
    }

    /// Returns `k` of the reduced `m / 2^k`.
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            DyadicRepr::Small { exponent, .. } => *exponent,
            DyadicRepr::Large(large) => large.1,
        }
    }

    /// Returns the numerator and exponent, if the numerator fits in 64 bits.
    pub(super) fn parts(&self) -> Option<(i64, u32)> {
        match &self.0 {
            DyadicRepr::Small { numerator, exponent } => Some((*numerator, *exponent)),
            DyadicRepr::Large(_) => None,
        }
    }

    /// Returns `true` if the number is an integer.
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Returns `true` if the number is 0.
    pub fn is_zero(&self) -> bool {
        self.parts() == Some((0, 0))
    }

    /// Returns the integer, if it is one that fits in 64 bits.
    pub fn as_i64(&self) -> Option<i64> {
        match self.parts() {
            Some((m, 0)) => Some(m),
            _ => None,
        }
    }

    /// Returns the sign: -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match &self.0 {
            DyadicRepr::Small { numerator, .. } => numerator.signum() as i32,
            DyadicRepr::Large(large) if large.0 < IBig::ZERO => -1,
            DyadicRepr::Large(_) => 1,
        }
    }

    /// Returns the greatest integer that is not greater.
    ///
    /// ```
    /// # use cg_engine::games::Dyadic;
    /// assert_eq!(Dyadic::from(-3).half().floor(), (-2).into());
    /// assert_eq!(Dyadic::from(-3).half().ceil(), (-1).into());
    /// ```
    pub fn floor(&self) -> IBig {
        match &self.0 {
            DyadicRepr::Small { numerator, exponent } => (numerator >> (*exponent).min(63)).into(),
            DyadicRepr::Large(large) => &large.0 >> large.1 as usize,
        }
    }

    /// Returns the least integer that is not less.
    pub fn ceil(&self) -> IBig {
        -(-self).floor()
    }

    /// Returns half of the number.
    pub fn half(&self) -> Dyadic {
        match &self.0 {
            DyadicRepr::Small { numerator, exponent } => Dyadic::small((*numerator).into(), exponent.saturating_add(1)),
            DyadicRepr::Large(large) => Dyadic::new(large.0.clone(), large.1.saturating_add(1)),
        }
    }

    /// Returns `n` times the number.
    pub fn times(&self, n: &IBig) -> Dyadic {
        Dyadic::new(self.numerator() * n, self.exponent())
    }

    /// Returns the distance to its canonical options: `2^-k` for `m / 2^k` (1 for an integer).
    pub(super) fn step(&self) -> Dyadic {
        Dyadic(DyadicRepr::Small { numerator: 1, exponent: self.exponent() })
    }

    /// Returns the simplest number between two ends (born earliest; Siegel II.3, the simplicity theorem): the integer
    /// of least absolute value if there is an integer, else the one with the smallest denominator. `None` if nothing
    /// lies between. The cost is that of a few big-integer operations, whatever the size.
    ///
    /// ```
    /// # use cg_engine::games::Dyadic;
    /// let (half, one) = (Dyadic::from(1).half(), Dyadic::from(1));
    /// assert_eq!(Dyadic::simplest_between(Some((&half, false)), Some((&one, false))).unwrap().to_string(), "3/4");
    /// assert_eq!(Dyadic::simplest_between(Some((&half, false)), Some((&one, true))), Some(one));
    /// assert_eq!(Dyadic::simplest_between(None, Some((&half, false))), Some(Dyadic::ZERO));
    /// ```
    pub fn simplest_between(low: Bound<'_>, high: Bound<'_>) -> Option<Dyadic> {
        let least = low.map(|(x, inside)| if inside { x.ceil() } else { x.floor() + 1 });
        let most = high.map(|(x, inside)| if inside { x.floor() } else { x.ceil() - 1 });
        let integer = match (&least, &most) {
            (Some(a), Some(b)) if a > b => None,
            (Some(a), _) if *a > IBig::ZERO => Some(a.clone()),
            (_, Some(b)) if *b < IBig::ZERO => Some(b.clone()),
            _ => Some(IBig::ZERO),
        };
        if let Some(integer) = integer {
            return Some(Dyadic::new(integer, 0));
        }
        let ((low, low_inside), (high, high_inside)) = (low?, high?);
        if low >= high {
            return (low == high && low_inside && high_inside).then(|| low.clone());
        }
        if high.signum() <= 0 {
            let mirrored = Dyadic::simplest_between(Some((&-high, high_inside)), Some((&-low, low_inside)));
            return mirrored.map(|x| -&x);
        }
        // Both are in one unit interval above 0. On a grid finer than both, the grid point of (a, b] with most
        // trailing zeros is b without the bits below the highest one in which a and b differ.
        let exponent = low.exponent().max(high.exponent()).checked_add(1)?;
        let on_grid = |x: &Dyadic| x.numerator() << (exponent - x.exponent()) as usize;
        let a = UBig::try_from(on_grid(low) - IBig::from(low_inside as u8)).ok()?;
        let b = UBig::try_from(on_grid(high) - IBig::from(!high_inside as u8)).ok()?;
        if a >= b {
            return None;
        }
        let bit = binary_digits(&(&a ^ &b)) - 1;
        Some(Dyadic::new(((b >> bit) << bit).into(), exponent))
    }
}

/// Returns the number of binary digits.
fn binary_digits(x: &UBig) -> usize {
    dashu_int::ops::BitTest::bit_len(x)
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Dyadic {
        Dyadic(DyadicRepr::Small { numerator: n, exponent: 0 })
    }
}

impl From<IBig> for Dyadic {
    fn from(n: IBig) -> Dyadic {
        Dyadic::new(n, 0)
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if let (DyadicRepr::Small { numerator: m, exponent: i }, DyadicRepr::Small { numerator: n, exponent: j }) =
            (&self.0, &other.0)
            && i == j
        {
            return m.cmp(n);
        }
        let signs = self.signum().cmp(&other.signum());
        if signs != Ordering::Equal {
            return signs;
        }
        let exponent = self.exponent().max(other.exponent());
        let (i, j) = (exponent - self.exponent(), exponent - other.exponent());
        match (self.parts(), other.parts()) {
            (Some((m, _)), Some((n, _))) if i < 64 && j < 64 => (i128::from(m) << i).cmp(&(i128::from(n) << j)),
            _ => {
                let floors = self.floor().cmp(&other.floor());
                floors.then_with(|| (self.numerator() << i as usize).cmp(&(other.numerator() << j as usize)))
            }
        }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;
    fn add(self, other: &Dyadic) -> Dyadic {
        // Integers are reduced as they are.
        if let (DyadicRepr::Small { numerator: m, exponent: 0 }, DyadicRepr::Small { numerator: n, exponent: 0 }) =
            (&self.0, &other.0)
            && let Some(numerator) = m.checked_add(*n)
        {
            return Dyadic(DyadicRepr::Small { numerator, exponent: 0 });
        }
        let exponent = self.exponent().max(other.exponent());
        let (i, j) = (exponent - self.exponent(), exponent - other.exponent());
        match (self.parts(), other.parts()) {
            (Some((m, _)), Some((n, _))) if i < 63 && j < 63 => {
                Dyadic::small((i128::from(m) << i) + (i128::from(n) << j), exponent)
            }
            _ => Dyadic::new((self.numerator() << i as usize) + (other.numerator() << j as usize), exponent),
        }
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;
    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        match &self.0 {
            DyadicRepr::Small { numerator, exponent } => Dyadic::small(-i128::from(*numerator), *exponent),
            DyadicRepr::Large(large) => Dyadic::new(-&large.0, large.1),
        }
    }
}

macro_rules! owned {
    ($($operation:ident $method:ident),*) => {$(
        impl $operation for Dyadic {
            type Output = Dyadic;
            fn $method(self, other: Dyadic) -> Dyadic {
                (&self).$method(&other)
            }
        }

        impl $operation<&Dyadic> for Dyadic {
            type Output = Dyadic;
            fn $method(self, other: &Dyadic) -> Dyadic {
                (&self).$method(other)
            }
        }
    )*};
}

owned!(Add add, Sub sub);

impl Neg for Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        -&self
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_rational())
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
