//! Lengths of play as values: numbers, infinite ordinals, and `inf()` for play that never ends.

use std::rc::Rc;

use super::machine::nimber_size;
use super::{EvalError, FromValue, IntoValue, Session, Sort, ValueKind};
use crate::value::Value;
use cg_engine::ordinals::{GammaValue, Length, Ordinal};

impl FromValue for Length {
    const KIND: ValueKind =
        ValueKind::new("an integer from 0, an ordinal or `inf()`", &[Sort::Integer, Sort::Natural, Sort::Shown]);

    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(match value {
            Value::Gamma(gamma) => {
                matches!(&**gamma, GammaValue::Infinite(reach) if reach.is_empty()).then_some(Length::Endless)
            }
            value => Ordinal::from_value(value, cx)?.map(Length::Ends),
        })
    }
}

impl IntoValue for Length {
    const KIND: ValueKind = ValueKind::new("a number, an ordinal or `inf()`", &[Sort::Number, Sort::Shown]);

    fn into_value(self, _: &mut Session) -> Result<Value, EvalError> {
        Ok(match self {
            Length::Ends(moves) => Value::ordinal(moves),
            Length::Endless => Value::Gamma(Rc::new(GammaValue::Infinite(Default::default()))),
        })
    }
}

/// A nim-value given as a number, an ordinal, a nimber or a γ-value.
impl FromValue for GammaValue {
    const KIND: ValueKind = ValueKind::new("a nim-value such as `3`, `omega` or `inf(0,2)`", &[Sort::Shown]);

    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(match value {
            Value::Gamma(gamma) => Some((**gamma).clone()),
            Value::Game(_) | Value::Nimber(_) => nimber_size(&cx.games, value).map(GammaValue::Finite),
            value => Ordinal::from_value(value, cx)?.map(GammaValue::Finite),
        })
    }
}
