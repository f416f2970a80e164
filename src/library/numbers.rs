//! Arithmetic of numbers and of nim-values.

use std::cmp::Ordering;
use std::rc::Rc;

use dashu_int::ops::{BitTest, PowerOfTwo, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::errors::{ListError, NumberError};
use super::primes;
use crate::eval::{EvalError, FromValue, NimNumber, Number, Rest, Session, builtins, reserve_list};
use crate::value::{List, Value, order};
use cg_engine::games::long;
use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::surreals::Surreal;

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
    #[role = Quotient]
    div(a: Number, b: Number) -> IBig = |cx: &mut Session, a, b| Ok(floor_division(cx, a, b)?.0),
        |a, b| (b > 0).then(|| a.div_euclid(b));

    /// The largest integer that is not greater.
    ///
    /// Of a surreal number it is the largest omnific integer: no exponent below 0, and an integer without omega (Conway, On
    /// Numbers and Games).
    /// floor(-1/2)  #=> -1
    /// floor(omega/2 - 1/omega)  #=> omega/2 - 1
    /// See: div, omega
    #[effect = Pure]
    floor(x: Surreal) -> Surreal = |_: &mut Session, x: Surreal| Ok(x.floor()?);

    /// The smallest integer that is not less.
    ///
    /// ceiling(5/2)  #=> 3
    /// ceiling(-1/2)  #=> 0
    /// See: floor, div
    #[effect = Pure]
    ceiling(x: Surreal) -> Surreal = |_: &mut Session, x: Surreal| Ok(-(-x).floor()?), |x, _| Some(x);

    /// Whether an integer is a prime number.
    ///
    /// Integers below 3317044064679887385961981 are decided by the test of Miller and Rabin with the first 13 primes as bases
    /// (Sorenson and Webster 2017). From there on `false` is proved; `true` says that the integer passes the test of Baillie,
    /// Pomerance, Selfridge and Wagstaff (1980), which no composite number is known to pass.
    /// is_prime(97)  #=> true
    /// [n for n in 1..20 if is_prime(n)]  #=> [2, 3, 5, 7, 11, 13, 17, 19]
    /// See: mod, gcd
    #[effect = Pure]
    is_prime(n: IBig) -> bool = |cx: &mut Session, n: IBig| Ok(primes::is_prime(&n, &mut cx.games.budget)?);

    /// Whether an integer from 0 has an even number of ones in binary.
    ///
    /// Winning Ways, ch. 14, calls such numbers evil, the others odious.
    /// [n for n in 0..12 if is_evil(n)]  #=> [0, 3, 5, 6, 9, 10, 12]
    /// See: is_odious, ugly_product, digits
    #[effect = Pure]
    is_evil(n: IBig) -> bool = |cx: &mut Session, n: IBig| Ok(ones(cx, n)?.is_multiple_of(2));

    /// Whether an integer from 0 has an odd number of ones in binary.
    ///
    /// [n for n in 0..12 if is_odious(n)]  #=> [1, 2, 4, 7, 8, 11]
    /// See: is_evil, mock_turtles
    #[effect = Pure]
    is_odious(n: IBig) -> bool = |cx: &mut Session, n: IBig| Ok(!ones(cx, n)?.is_multiple_of(2));

    /// Whether an integer is a power of two, 1 among them.
    ///
    /// [n for n in 0..20 if is_two_power(n)]  #=> [1, 2, 4, 8, 16]
    /// See: lb
    #[effect = Pure]
    is_two_power(n: IBig) -> bool = |_: &mut Session, n: IBig| Ok(n > IBig::ZERO && n.unsigned_abs().is_power_of_two());

    /// The integer part of the logarithm to the base 2.
    ///
    /// lb(20)  #=> 4
    /// See: is_two_power, isqrt, digits
    #[effect = Pure]
    lb(n: IBig) -> IBig = |cx: &mut Session, n: IBig| {
        if n <= IBig::ZERO {
            return Err(NumberError::Logarithm { n: cx.short(&Value::integer(n)) }.into());
        }
        Ok(IBig::from(n.unsigned_abs().bit_len() - 1))
    };

    /// The ugly product of two integers from 0.
    ///
    /// For a power of two n and k < n it is floor(k/2), and n more if k is odious; of n and n it is ceiling(n/2); sums by
    /// nim_sum (Winning Ways, ch. 14).
    /// ugly_product(4, 3)  #=> 1
    /// ugly_product(4, 4)  #=> 2
    /// See: nim_product, is_odious
    #[effect = Pure]
    ugly_product(a: IBig, b: IBig) -> IBig = |cx: &mut Session, a: IBig, b: IBig| {
        let [a, b] = bits(cx, [a, b])?.map(|n| n.unsigned_abs());
        let mut product = UBig::ZERO;
        for i in (0..a.bit_len()).filter(|i| a.bit(*i)) {
            for j in (0..b.bit_len()).filter(|j| b.bit(*j)) {
                cx.games.budget.tick()?;
                let (high, low) = (i.max(j), i.min(j));
                // The power of two 2^low is odious, and its half is 0 if it is 1.
                product ^= match (high == low, low) {
                    (true, 0) => UBig::ONE,
                    (true, _) => UBig::ONE << (high - 1),
                    (false, 0) => UBig::ONE << high,
                    (false, _) => (UBig::ONE << high) | (UBig::ONE << (low - 1)),
                };
            }
        }
        Ok(product.into())
    };

    /// The binary digits that two integers from 0 have in common, as a number.
    ///
    /// bit_and(12, 10)  #=> 8
    /// See: bit_or, nim_sum, digits
    #[effect = Pure]
    bit_and(a: IBig, b: IBig) -> IBig = |cx: &mut Session, a: IBig, b: IBig| {
        let [a, b] = bits(cx, [a, b])?;
        Ok(a & b)
    }, |a, b| (a >= 0 && b >= 0).then_some(a & b);

    /// The binary digits that one of two integers from 0 has, as a number.
    ///
    /// bit_or(12, 10)  #=> 14
    /// See: bit_and, nim_sum, digits
    #[effect = Pure]
    bit_or(a: IBig, b: IBig) -> IBig = |cx: &mut Session, a: IBig, b: IBig| {
        let [a, b] = bits(cx, [a, b])?;
        Ok(a | b)
    }, |a, b| (a >= 0 && b >= 0).then_some(a | b);

    /// The digits of an integer from 0, the highest first.
    ///
    /// In base 10, or in any other from 2.
    /// digits(2026)  #=> [2, 0, 2, 6]
    /// digits(6, 2)  #=> [1, 1, 0]
    /// sum_list(digits(2^100))  #=> 115
    /// See: bit_and, number, text
    #[effect = Pure]
    digits(n: IBig, base: Option<IBig>) -> Value = digits;

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
            return Err(NumberError::Root { n }.into());
        }
        Ok(long::root(&n.unsigned_abs(), &mut cx.games.budget)?.into())
    }, |n, _| n.checked_isqrt();

    /// The size of a number without its sign.
    ///
    /// abs(-3/4)  #=> 3/4
    /// See: max
    #[effect = Pure]
    abs(x: Surreal) -> Surreal = |_: &mut Session, x: Surreal| Ok(if x.signum() < 0 { -x } else { x }), |x, _| x.checked_abs();

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

/// Counts the ones of `n` in binary.
///
/// # Errors
/// A negative number.
fn ones(cx: &mut Session, n: IBig) -> Result<usize, EvalError> {
    let [n, _] = bits(cx, [n, IBig::ZERO])?;
    Ok(n.unsigned_abs().count_ones())
}

/// Checks that two numbers are integers from 0.
fn bits(cx: &mut Session, numbers: [IBig; 2]) -> Result<[IBig; 2], EvalError> {
    match numbers.iter().find(|n| **n < IBig::ZERO) {
        None => Ok(numbers),
        Some(n) => {
            let n = cx.short(&Value::integer(n.clone()));
            Err(NumberError::LastBit { n }.into())
        }
    }
}

fn digits(cx: &mut Session, n: IBig, base: Option<IBig>) -> Result<Value, EvalError> {
    let base = base.unwrap_or(IBig::from(10));
    if base < IBig::from(2) {
        let base = cx.short(&Value::integer(base));
        return Err(NumberError::Base { base }.into());
    }
    if n < IBig::ZERO {
        let n = cx.short(&Value::integer(n));
        return Err(NumberError::Digits { n }.into());
    }
    // Each part is split into two halves, so that large divisions are few.
    let bits = [&n, &base].map(|x| x.as_sign_words().1.len() as u64 * 64);
    let length = if bits[1] > 64 { bits[0] / (bits[1] - 64) + 2 } else { bits[0] + 2 };
    reserve_list(&mut cx.games.budget, length.saturating_mul(2))?;
    let mut powers = vec![base.clone()];
    while let Some(last) = powers.last().filter(|last| **last <= n) {
        let next = long::product(last, last, &mut cx.games.budget)?;
        powers.push(next);
    }
    let mut all = Vec::new();
    let mut parts = vec![(n, powers.len())];
    while let Some((part, level)) = parts.pop() {
        cx.games.budget.tick()?;
        match level.checked_sub(1) {
            None => all.push(Value::integer(part)),
            Some(below) => {
                let (high, low) = long::floor_division(&part, &powers[below], &mut cx.games.budget)?;
                parts.push((low, below));
                parts.push((high, below));
            }
        }
    }
    let zeros = all.iter().take_while(|digit| matches!(digit, Value::Integer(0))).count();
    Ok(Value::list(all.split_off(zeros.min(all.len() - 1))))
}

/// Returns the quotient rounded down and the remainder.
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
            None => return Err(NumberError::Mex { got: cx.describe(value) }.into()),
        }
    }
    let mex = found.iter().position(|found| !found).unwrap_or(set.len());
    Ok(Ordinal::finite(mex as u64))
}

fn extreme(
    cx: &mut Session,
    first: Value,
    others: Rest<Value>,
    name: &'static str,
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
        // The length of play that need not end is the greatest.
        let is_endless = matches!(&value, Value::Gamma(gamma) if matches!(&**gamma, GammaValue::Infinite(reach) if reach.is_empty()));
        if !is_endless && !matches!(value, Value::Integer(_) | Value::Number(_) | Value::Ordinal(_) | Value::Surreal(_))
        {
            return Err(NumberError::NoNumbers { name, got: cx.describe(&value) }.into());
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
        ListError::Extremum { which }.into()
    })
}
