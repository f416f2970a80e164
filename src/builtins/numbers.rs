//! Arithmetic of numbers and of nim-values.

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::language::{Rest, Session, Trouble, Value, builtins};
use crate::ordinals::Ordinal;

builtins! {
    /// Arithmetic.
    NUMBERS, "Numbers";

    /// The least number from 0 that is not in a set.
    ///
    /// "Minimal excluded", of numbers or nimbers: the nim-value of a position from those of its options (Winning Ways, ch. 4).
    /// mex({0, 1, 3})  #=> 2
    /// mex([0, *, *4])  #=> 2
    /// See: nim_value, <A,B,C>
    mex(S: Vec<Value>) -> Ordinal = mex;

    /// The sum of numbers without carrying, in binary.
    ///
    /// nim_sum(3, 5)  #=> 6
    /// See: *, ⊕
    nim_sum(a: Ordinal, others: Rest<Ordinal>) -> Ordinal = |_: &mut Session, a: Ordinal, others: Rest<Ordinal>| {
        let mut sum = a;
        for b in &others.0 {
            sum = sum.nim_sum(b)?;
        }
        Ok(sum)
    };

    /// The remainder of a division that rounds down: it has the divisor's sign.
    ///
    /// mod(17, 5)  #=> 2
    /// mod(-1, 3)  #=> 2
    /// See: div
    mod(a: RBig, b: RBig) -> RBig = |_: &mut Session, a: RBig, b: RBig| {
        if b == RBig::ZERO {
            return Err(Trouble::DivisionByZero);
        }
        let quotient = (a.clone() / &b).floor();
        Ok(a - b * quotient)
    };

    /// The quotient rounded down.
    ///
    /// div(17, 5)  #=> 3
    /// div(-1, 3)  #=> -1
    /// See: mod, floor
    div(a: RBig, b: RBig) -> IBig = |_: &mut Session, a: RBig, b: RBig| {
        if b == RBig::ZERO {
            return Err(Trouble::DivisionByZero);
        }
        Ok((a / b).floor())
    };

    /// The largest integer that is not greater.
    ///
    /// floor(-1/2)  #=> -1
    /// See: div
    floor(x: RBig) -> IBig = |_: &mut Session, x: RBig| Ok(x.floor());

    /// The greatest common divisor.
    ///
    /// gcd(12, 18)  #=> 6
    /// See: mod
    gcd(a: IBig, b: IBig) -> IBig = |_: &mut Session, a: IBig, b: IBig| {
        use dashu_int::ops::Gcd;
        if a == IBig::ZERO && b == IBig::ZERO {
            return Ok(IBig::ZERO);
        }
        Ok(IBig::from(a.gcd(b)))
    };

    /// The integer part of the square root.
    ///
    /// isqrt(17)  #=> 4
    /// See: ^
    isqrt(n: IBig) -> IBig = |_: &mut Session, n: IBig| {
        use dashu_int::ops::SquareRoot;
        if n < IBig::ZERO {
            return Err(Trouble::said("number::negative", format!("{n} is negative, so it has no square root")).help("give a number from 0"));
        }
        Ok(IBig::from(n.sqrt()))
    };

    /// The size of a number without its sign.
    ///
    /// abs(-3/4)  #=> 3/4
    /// See: max
    abs(x: RBig) -> RBig = |_: &mut Session, x: RBig| Ok(if x < RBig::ZERO { -x } else { x });

    /// The least of a list, or of the arguments.
    ///
    /// min(3, 1, 2)  #=> 1
    /// See: max
    min(xs: Value, others: Rest<Value>) -> Value = |cx: &mut Session, xs, others| extreme(cx, xs, others, "min", false);

    /// The greatest of a list, or of the arguments.
    ///
    /// max([1, 5/2, 2])  #=> 5/2
    /// See: min, sort
    max(xs: Value, others: Rest<Value>) -> Value = |cx: &mut Session, xs, others| extreme(cx, xs, others, "max", true);
}

fn mex(cx: &mut Session, set: Vec<Value>) -> Result<Ordinal, Trouble> {
    let mut sizes = Vec::with_capacity(set.len());
    for value in &set {
        let size = match value.as_ordinal() {
            Some(size) => Some(size),
            None => cx.nimber_size(value),
        };
        match size {
            Some(size) => sizes.push(size),
            None => {
                let got = cx.describe(value);
                return Err(Trouble::said("call::kind", format!("`mex` takes numbers from 0 or nimbers, not {got}"))
                    .help("the nim-values of positions are such numbers: `mex([nim_value(p) for p in options(q)])`"));
            }
        }
    }
    sizes.sort_unstable();
    let mut mex = 0u64;
    for size in sizes {
        mex += (size == Ordinal::finite(mex)) as u64;
    }
    Ok(Ordinal::finite(mex))
}

fn extreme(cx: &mut Session, first: Value, others: Rest<Value>, name: &str, greatest: bool) -> Result<Value, Trouble> {
    if let Value::List(list) = &first
        && let Some(numbers) = list.numbers().filter(|numbers| others.0.is_empty() && !numbers.is_empty())
    {
        let found = if greatest { numbers.max() } else { numbers.min() };
        return Ok(Value::integer(found.expect("not empty").into()));
    }
    let values = match cx.members(&first)? {
        Some(members) if others.0.is_empty() => members,
        _ => std::iter::once(first).chain(others.0).collect(),
    };
    let comparable = |v: &Value| matches!(v, Value::Integer(_) | Value::Number(_) | Value::Ordinal(_));
    if let Some(other) = values.iter().find(|v| !comparable(v)) {
        let got = cx.describe(other);
        return Err(Trouble::said("call::kind", format!("`{name}` takes numbers, not {got}"))
            .help("games are only partially ordered; compare two of them with `<=` or `compare(G, H)`"));
    }
    let found = if greatest { values.into_iter().max() } else { values.into_iter().min() };
    found.ok_or_else(|| {
        let which = if greatest { "greatest" } else { "least" };
        Trouble::said("list::empty", format!("an empty list has no {which} member")).help("check `len(xs) > 0` first")
    })
}
