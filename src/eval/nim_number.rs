//! Numbers of nim arithmetic as arguments.

use super::machine::nimber_size;
use super::{EvalError, FromValue, Session, Sort, ValueKind, worth_of};
use crate::value::Value;
use cg_engine::ordinals::Ordinal;

/// A number or an ordinal, which a nimber of that size stands for, too.
#[derive(Clone, Debug)]
pub struct NimNumber(pub Ordinal);

impl FromValue for NimNumber {
    const KIND: ValueKind =
        ValueKind::new("an integer from 0, an ordinal or a nimber", &[Sort::Integer, Sort::Natural]);

    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        let size = match value {
            // A position whose value is a nimber; one worth 3 is no nimber.
            Value::Position(p) => {
                let worth = worth_of(cx, *p)?;
                nimber_size(&cx.games, &worth)
            }
            value => value.as_ordinal().or_else(|| nimber_size(&cx.games, value)),
        };
        Ok(size.map(NimNumber))
    }
}
