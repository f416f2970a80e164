//! Numbers of points: small integers as they are, everything else as fractions of any size.

use std::cmp::Ordering;

use dashu_ratio::RBig;

/// A number of points, or a bound below or above all numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tally {
    /// Less than every number.
    Least,
    /// An integer. Every integer that fits has this form.
    Whole(i64),
    /// Any other number.
    Large(Box<RBig>),
    /// More than every number.
    Greatest,
}

impl Tally {
    pub const ZERO: Tally = Tally::Whole(0);

    pub fn of(x: RBig) -> Tally {
        match (x.is_int(), i64::try_from(x.numerator().clone())) {
            (true, Ok(n)) => Tally::Whole(n),
            _ => Tally::Large(Box::new(x)),
        }
    }

    /// Returns the number, or 0 for [`Tally::Least`] and [`Tally::Greatest`].
    pub fn number(&self) -> RBig {
        match self {
            Tally::Whole(n) => RBig::from(*n),
            Tally::Large(x) => (**x).clone(),
            Tally::Least | Tally::Greatest => RBig::ZERO,
        }
    }

    pub fn plus(&self, other: &Tally) -> Tally {
        match (self, other) {
            (Tally::Least | Tally::Greatest, _) => self.clone(),
            (_, Tally::Least | Tally::Greatest) => other.clone(),
            (Tally::Whole(a), Tally::Whole(b)) if let Some(sum) = a.checked_add(*b) => Tally::Whole(sum),
            _ => Tally::of(self.number() + other.number()),
        }
    }

    pub fn negative(&self) -> Tally {
        match self {
            Tally::Least => Tally::Greatest,
            Tally::Greatest => Tally::Least,
            Tally::Whole(n) if let Some(negative) = n.checked_neg() => Tally::Whole(negative),
            _ => Tally::of(-self.number()),
        }
    }

    pub fn minus(&self, other: &Tally) -> Tally {
        self.plus(&other.negative())
    }

    fn rank(&self) -> u8 {
        match self {
            Tally::Least => 0,
            Tally::Whole(_) | Tally::Large(_) => 1,
            Tally::Greatest => 2,
        }
    }
}

impl Ord for Tally {
    fn cmp(&self, other: &Tally) -> Ordering {
        match (self, other) {
            (Tally::Whole(a), Tally::Whole(b)) => a.cmp(b),
            _ if self.rank() != other.rank() || self.rank() != 1 => self.rank().cmp(&other.rank()),
            _ => self.number().cmp(&other.number()),
        }
    }
}

impl PartialOrd for Tally {
    fn partial_cmp(&self, other: &Tally) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An end of the window of a search: a number, or a place just below or above it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Limit {
    tally: Tally,
    beside: Beside,
}

/// The place of a limit relative to its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Beside {
    Below,
    At,
    Above,
}

impl Limit {
    pub fn at(tally: Tally) -> Limit {
        Limit { tally, beside: Beside::At }
    }

    pub fn below(tally: Tally) -> Limit {
        Limit { tally, beside: Beside::Below }
    }

    pub fn above(tally: Tally) -> Limit {
        Limit { tally, beside: Beside::Above }
    }

    pub fn negative(&self) -> Limit {
        let beside = match self.beside {
            Beside::Below => Beside::Above,
            Beside::At => Beside::At,
            Beside::Above => Beside::Below,
        };
        Limit { tally: self.tally.negative(), beside }
    }

    pub fn minus(&self, other: &Tally) -> Limit {
        Limit { tally: self.tally.minus(other), beside: self.beside }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_numbers_are_one_order() {
        let half = Tally::of(RBig::from(1) / RBig::from(2));
        let large = Tally::Whole(i64::MAX).plus(&Tally::Whole(1));
        let order = [
            Tally::Least,
            large.negative(),
            Tally::ZERO,
            half.clone(),
            Tally::Whole(1),
            large.clone(),
            Tally::Greatest,
        ];
        assert!(order.is_sorted());
        assert_eq!(half.plus(&half), Tally::Whole(1));
        assert_eq!(large.minus(&Tally::Whole(1)), Tally::Whole(i64::MAX));
        assert!(Limit::below(Tally::Whole(2)) > Limit::at(Tally::Whole(1)));
        assert!(Limit::below(Tally::Whole(2)) < Limit::at(Tally::Whole(2)));
    }
}
