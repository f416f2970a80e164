//! Arithmetic of numbers and of nim-values.

use std::cmp::Ordering;
use std::rc::Rc;

use dashu_int::IBig;
use dashu_int::ops::UnsignedAbs;
use dashu_ratio::RBig;

use crate::diagnostic::ErrorCode;
use crate::eval::{EvalError, FromValue, NimNumber, Number, Rest, Session, builtins};
use crate::value::{List, Value, order};
use cg_engine::games::long;
use cg_engine::ordinals::Ordinal;

builtins! {
    /// Arithmetic.
    NUMBERS, "Numbers";

    /// The least number from 0 that is not in a set.
    ///
    /// "Minimal excluded", of numbers or nimbers: the nim-value of a position from those of its options (Winning Ways, ch. 4).
    /// mex({0, 1, 3})  #=> 2
    /// mex([0, *, *4])  #=> 2
    /// See: nim_value, <A,B,C>
    #[effect = Pure]
    #[role = Mex]
    mex(S: Vec<Value>) -> Ordinal = mex;

    /// The sum of numbers without carrying, in binary.
    ///
    /// A nimber counts as the number of its size.
    /// nim_sum(3, 5)  #=> 6
    /// nim_sum(*3, *5)  #=> 6
    /// See: *, ⊕
    #[effect = Pure]
    #[role = NimSum]
    nim_sum(a: NimNumber, others: Rest<NimNumber>) -> Ordinal = |_: &mut Session, a: NimNumber, others: Rest<NimNumber>| {
        let mut sum = a.0;
        for NimNumber(b) in &others.0 {
            sum = sum.nim_sum(b)?;
        }
        Ok(sum)
    };

    /// The remainder of a division that rounds down: it has the divisor's sign.
    ///
    /// mod(17, 5)  #=> 2
    /// mod(-1, 3)  #=> 2
    /// See: div
    #[effect = Pure]
    #[role = Modulo]
    mod(a: Number, b: Number) -> Number = |cx: &mut Session, a, b| Ok(Number(floor_division(cx, a, b)?.1)),
        |a, b| (b > 0).then(|| a.rem_euclid(b));

    /// The quotient rounded down.
    ///
    /// div(17, 5)  #=> 3
    /// div(-1, 3)  #=> -1
    /// See: mod, floor
    #[effect = Pure]
    div(a: Number, b: Number) -> IBig = |cx: &mut Session, a, b| Ok(floor_division(cx, a, b)?.0),
        |a, b| (b > 0).then(|| a.div_euclid(b));

    /// The largest integer that is not greater.
    ///
    /// floor(-1/2)  #=> -1
    /// See: div
    #[effect = Pure]
    floor(x: RBig) -> IBig = |_: &mut Session, x: RBig| Ok(x.floor());

    /// The greatest common divisor.
    ///
    /// gcd(12, 18)  #=> 6
    /// See: mod
    #[effect = Pure]
    gcd(a: IBig, b: IBig) -> IBig = |cx: &mut Session, a: IBig, b: IBig| {
        Ok(long::common_divisor(&a.unsigned_abs(), &b.unsigned_abs(), &mut cx.games.budget)?.into())
    };

    /// The integer part of the square root.
    ///
    /// isqrt(17)  #=> 4
    /// See: ^
    #[effect = Pure]
    isqrt(n: IBig) -> IBig = |cx: &mut Session, n: IBig| {
        if n < IBig::ZERO {
            let n = cx.short(&Value::integer(n));
            return Err(EvalError::said(ErrorCode::NumberNegative, format!("{n} is negative, so it has no square root")).help("give a number from 0"));
        }
        Ok(long::root(&n.unsigned_abs(), &mut cx.games.budget)?.into())
    }, |n, _| n.checked_isqrt();

    /// The size of a number without its sign.
    ///
    /// abs(-3/4)  #=> 3/4
    /// See: max
    #[effect = Pure]
    abs(x: RBig) -> RBig = |_: &mut Session, x: RBig| Ok(if x < RBig::ZERO { -x } else { x }), |x, _| x.checked_abs();

    /// The least of a list, or of the arguments.
    ///
    /// min(3, 1, 2)  #=> 1
    /// See: max
    #[effect = Pure]
    #[role = Least]
    min(xs: Value, others: Rest<Value>) -> Value = |cx: &mut Session, xs, others| extreme(cx, xs, others, "min", false),
        |a, b| Some(a.min(b));

    /// The greatest of a list, or of the arguments.
    ///
    /// max([1, 5/2, 2])  #=> 5/2
    /// See: min, sort
    #[effect = Pure]
    #[role = Greatest]
    max(xs: Value, others: Rest<Value>) -> Value = |cx: &mut Session, xs, others| extreme(cx, xs, others, "max", true),
        |a, b| Some(a.max(b));
}

/// The quotient rounded down and what is left.
fn floor_division(cx: &mut Session, a: Number, b: Number) -> Result<(IBig, Value), EvalError> {
    if let (Value::Integer(a), Value::Integer(b @ 1..)) = (&a.0, &b.0) {
        return Ok((a.div_euclid(*b).into(), Value::Integer(a.rem_euclid(*b))));
    }
    let (a, b) = (a.rational(), b.rational());
    if b == RBig::ZERO {
        return Err(EvalError::DivisionByZero);
    }
    // The numerators over a common denominator have the same quotient.
    let (one, other) = (IBig::from(a.denominator().clone()), IBig::from(b.denominator().clone()));
    let budget = &mut cx.games.budget;
    let (above, below) = (long::product(a.numerator(), &other, budget)?, long::product(b.numerator(), &one, budget)?);
    let (quotient, rest) = long::floor_division(&above, &below, budget)?;
    if a.is_int() && b.is_int() {
        return Ok((quotient, Value::integer(rest)));
    }
    let common = IBig::from(a.denominator() * b.denominator());
    Ok((quotient, Value::number(RBig::from(rest) / RBig::from(common))))
}

fn mex(cx: &mut Session, set: Vec<Value>) -> Result<Ordinal, EvalError> {
    // The mex of n numbers is at most n.
    cx.games.budget.reserve(set.len())?;
    let mut found = vec![false; set.len() + 1];
    for value in &set {
        cx.games.budget.tick()?;
        match NimNumber::from_value(value, cx)? {
            Some(NimNumber(size)) => {
                let place = size.as_finite().and_then(|n| usize::try_from(n).ok());
                if let Some(found) = place.and_then(|n| found.get_mut(n)) {
                    *found = true;
                }
            }
            None => {
                let got = cx.describe(value);
                return Err(EvalError::said(
                    ErrorCode::CallKind,
                    format!("`mex` takes numbers from 0 or nimbers, not {got}"),
                )
                .help("the nim-values of positions are such numbers: `mex([nim_value(p) for p in options(q)])`"));
            }
        }
    }
    let mex = found.iter().position(|found| !found).unwrap_or(set.len());
    Ok(Ordinal::finite(mex as u64))
}

fn extreme(
    cx: &mut Session,
    first: Value,
    others: Rest<Value>,
    name: &str,
    greatest: bool,
) -> Result<Value, EvalError> {
    if let Value::List(list) = &first
        && let Some(numbers) = list.numbers().filter(|numbers| others.0.is_empty() && !numbers.is_empty())
    {
        let found = if greatest { numbers.max() } else { numbers.min() };
        return Ok(Value::integer(found.expect("not empty").into()));
    }
    let values = match &first {
        Value::List(members) | Value::Set(members) if others.0.is_empty() => members.clone(),
        _ => Rc::new(List::new(std::iter::once(first).chain(others.0).collect())),
    };
    let mut found: Option<Value> = None;
    for value in values.iter() {
        if !matches!(value, Value::Integer(_) | Value::Number(_) | Value::Ordinal(_)) {
            let got = cx.describe(&value);
            return Err(EvalError::said(ErrorCode::CallKind, format!("`{name}` takes numbers, not {got}"))
                .help("games are only partially ordered; compare two of them with `<=` or `compare(G, H)`"));
        }
        let wanted = if greatest { Ordering::Greater } else { Ordering::Less };
        let better = match &found {
            Some(best) => order::order(&value, best, &mut cx.games.budget)? == wanted,
            None => true,
        };
        if better {
            found = Some(value);
        }
    }
    found.ok_or_else(|| {
        let which = if greatest { "greatest" } else { "least" };
        EvalError::said(ErrorCode::ListEmpty, format!("an empty list has no {which} member"))
            .help("check `len(xs) > 0` first")
    })
}
