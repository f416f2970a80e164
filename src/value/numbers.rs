//! Values as numbers.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::Value;
use cg_engine::ordinals::Ordinal;

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

    /// Returns the ordinal, if it is a non-negative integer or an infinite ordinal.
    pub fn as_ordinal(&self) -> Option<Ordinal> {
        match self {
            Value::Integer(n) => u64::try_from(*n).ok().map(Ordinal::finite),
            Value::Number(x) if x.is_int() => UBig::try_from(x.numerator().clone()).ok().map(Ordinal::finite),
            Value::Ordinal(x) => Some((**x).clone()),
            _ => None,
        }
    }
}
