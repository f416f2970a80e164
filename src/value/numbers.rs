//! Values as numbers.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::Value;
use cg_engine::games::Dyadic;
use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::surreals::Surreal;

impl Value {
    /// Returns the integer, if it is one.
    pub fn as_integer(&self) -> Option<IBig> {
        match self {
            Value::Integer(n) => Some(IBig::from(*n)),
            Value::Number(x) if x.is_int() => Some(x.numerator().clone()),
            _ => None,
        }
    }

    /// Returns the rational number, if it is one.
    pub fn as_number(&self) -> Option<RBig> {
        match self {
            Value::Integer(n) => Some(RBig::from(*n)),
            Value::Number(x) => Some((**x).clone()),
            _ => None,
        }
    }

    /// Returns `true` for `inf()`, the length of play without end, which counts as greater than every ordinal.
    pub fn is_endless(&self) -> bool {
        matches!(self, Value::Gamma(gamma) if matches!(&**gamma, GammaValue::Infinite(members) if members.is_empty()))
    }

    /// Returns the ordinal, if it is a non-negative integer or an infinite ordinal.
    pub fn as_ordinal(&self) -> Option<Ordinal> {
        match self {
            Value::Integer(n) => u64::try_from(*n).ok().map(Ordinal::finite),
            Value::Number(x) if x.is_int() => UBig::try_from(x.numerator().clone()).ok().map(Ordinal::finite),
            Value::Ordinal(x) => Some((**x).clone()),
            _ => None,
        }
    }

    /// Returns `true` if it is a number that is no short game, for it is not born on a finite day.
    pub fn is_late_number(&self) -> bool {
        match self {
            Value::Number(x) => Dyadic::from_rational(x).is_none(),
            value => matches!(value, Value::Ordinal(_) | Value::Surreal(_)),
        }
    }

    /// Returns the surreal number, if it is a number or an infinite ordinal.
    pub fn as_surreal(&self) -> Option<Surreal> {
        match self {
            Value::Integer(n) => Some((*n).into()),
            Value::Number(x) => Some((**x).clone().into()),
            Value::Ordinal(x) => Some((&**x).into()),
            Value::Surreal(x) => Some((**x).clone()),
            _ => None,
        }
    }
}
