//! Ordinals: the least greater one, and a game whose length is infinite.

use std::rc::Rc;

use super::errors::NumberError;
use super::heaps::Heap;
use crate::eval::{Count, EvalError, Place, Session, builtins};
use crate::value::Value;
use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::rulesets::dollars;

builtins! {
    /// Ordinals.
    ORDINALS, "Ordinals";

    /// The least number or ordinal that is greater than all of a set.
    ///
    /// Smith 1966, section 3: the terminal distance of a position is `super` of those of its options. Of nothing it is
    /// 0.
    /// super([2, 5, 3])  #=> 6
    /// super([1, omega])  #=> omega + 1
    /// super([])  #=> 0
    /// See: mex, max, omega
    super(S: Vec<Value>) -> Value = super_;

    /// Dollars and cents: take one cent; an exchange first if there is none.
    ///
    /// Smith 1966, section 11. Without a rate a dollar is exchanged for any even number of cents, and play from d
    /// dollars and c cents lasts omega*d + c moves; `dollars(d, c, 100)` gives 100 cents, and play lasts 100d + c.
    /// outcome(dollars(1, 1))  #=> N
    /// security(dollars(1, 1)).left  #=> "win"
    /// security(dollars(1, 1, 100)).left  #=> "bounded win"
    /// See: omega, nim, security
    dollars [] (d: Heap, c: Heap, rate: Option<Count>) -> Place = |cx: &mut Session, d: Heap, c: Heap, rate: Option<Count>| {
        if rate.is_some_and(|rate| rate.0 == 0) {
            return Err(NumberError::Rate.into());
        }
        Ok(Place(dollars::dollars(d.0, c.0, rate.map(|rate| rate.0), cx)?))
    };
}

fn super_(cx: &mut Session, set: Vec<Value>) -> Result<Value, EvalError> {
    let mut least = Ordinal::default();
    for value in &set {
        if matches!(value, Value::Gamma(gamma) if matches!(&**gamma, GammaValue::Infinite(reach) if reach.is_empty())) {
            return Ok(Value::Gamma(Rc::new(GammaValue::Infinite(Default::default()))));
        }
        let Some(x) = value.as_ordinal() else {
            return Err(NumberError::Super { got: cx.describe(value) }.into());
        };
        if x >= least {
            least = x.ordinary_sum(&Ordinal::finite(1u64))?;
        }
    }
    Ok(Value::ordinal(least))
}
