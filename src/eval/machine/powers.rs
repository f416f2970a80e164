//! Powers, nimbers, switches, ordinal sums: what makes one thing of its operands rather than joining them.

use dashu_int::ops::UnsignedAbs;
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

use super::literals::{is_marked, no_option, positions_of};
use super::operators::{LARGEST_BITS, is_surreal, number_room, operands, surreals};
use super::{EvalError, Session, Value};
use crate::eval::errors::OperandError;
use crate::eval::{
    FromValue, as_game, as_position, as_sided, game_value, loopy_value, nimber_value, sides_value, stopper_of,
};
use cg_engine::games::{Dyadic, Fault, FormSteps, GameId, Player, Ups, Uptimal, long};
use cg_engine::loopy::{Sided, Stopper};
use cg_engine::positions::{self, Context, PositionId};

/// Returns the switch {G, H | -G, -H} of these options.
pub(crate) fn switch(cx: &mut Session, options: &[Value]) -> Result<Value, EvalError> {
    if options.iter().any(|option| is_marked(cx, option)) {
        let left = positions_of(cx, options.to_vec())?;
        let right: Vec<PositionId> = left.iter().map(|&p| cx.positions.negative(p)).collect();
        return Ok(Value::Position(cx.positions.form(&left, &right)));
    }
    if options.iter().any(|option| matches!(option, Value::Loopy(_) | Value::Gamma(_))) {
        let mut left = Vec::with_capacity(options.len());
        let mut right = Vec::with_capacity(options.len());
        for option in options {
            let Some(value) = as_sided(cx, option)? else { return Err(no_option(cx, option)) };
            left.push(value);
            right.push(cx.loopy().negative(value)?);
        }
        let value = cx.loopy().value_of(&left, &right)?;
        return Ok(loopy_value(&cx.games, value));
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for option in options {
        let Some(g) = as_game(cx, option)? else {
            return Err(OperandError::Switch { got: cx.describe(option) }.into());
        };
        left.push(g);
        right.push(cx.games.negative(g)?);
    }
    let g = cx.games.from_options(&left, &right)?;
    Ok(game_value(&cx.games, g))
}

/// Returns the ordinal sum: of a position on its form as written; of ordinals the ordinary sum.
pub(crate) fn ordinal_sum(cx: &mut Session, left: Value, right: Value) -> Result<Value, EvalError> {
    if let (Some(a), Some(b)) = (left.as_ordinal(), right.as_ordinal())
        && (matches!(left, Value::Ordinal(_)) || matches!(right, Value::Ordinal(_)))
    {
        return Ok(Value::ordinal(a.ordinary_sum(&b)?));
    }
    let Some(h) = value_in_sum(cx, &right)? else { return Err(operands(":", &left, &right)) };
    let form = match &left {
        Value::Position(_) | Value::Ruleset(_) => as_position(cx, &left)?,
        _ => None,
    };
    let sum = if let Some(p) = form {
        let [l, r] = values_of_options(cx, p)?;
        let short = |list: &[Sided]| list.iter().map(|value| value.short()).collect::<Option<Vec<GameId>>>();
        if let (Some(h), Some(l), Some(r)) = (h.short(), short(&l), short(&r)) {
            let sum = cx.games.ordinal_sum(&l, &r, h)?;
            return Ok(game_value(&cx.games, sum));
        }
        cx.loopy().ordinal_sum_of_form([&l, &r], h)?
    } else {
        let Some(g) = value_in_sum(cx, &left)? else { return Err(operands(":", &left, &right)) };
        if let (Some(g), Some(h)) = (g.short(), h.short()) {
            let (l, r) = (cx.games.options(g, Player::Left)?, cx.games.options(g, Player::Right)?);
            let sum = cx.games.ordinal_sum(&l, &r, h)?;
            return Ok(game_value(&cx.games, sum));
        }
        cx.loopy().ordinal_sum(g, h)?
    };
    sides_value(&cx.games, sum)
}

/// Returns the value of an operand of an ordinal sum, or `None` if it is neither a short nor a loopy game.
fn value_in_sum(cx: &mut Session, value: &Value) -> Result<Option<Sided>, EvalError> {
    Ok(match value {
        Value::Nimber(_) => None,
        value => as_sided(cx, value)?,
    })
}

/// Returns the form of a stopper, for the function with this name: the options of a position as it is written, and of a value in
/// canonical form.
///
/// # Errors
/// `value` is no game, or an option of it is no stopper.
pub(crate) fn form_of(cx: &mut Session, value: &Value, name: &'static str) -> Result<[Vec<Stopper>; 2], EvalError> {
    if let Value::Position(_) | Value::Ruleset(_) = value
        && let Some(p) = as_position(cx, value)?
    {
        let mut form = <[Vec<Stopper>; 2]>::default();
        for (stoppers, values) in form.iter_mut().zip(values_of_options(cx, p)?) {
            for value in values {
                stoppers.push(stopper_of(cx, value, name)?);
            }
        }
        return Ok(form);
    }
    let Some(value) = Sided::from_value(value, cx)? else {
        return Err(OperandError::Base { got: cx.describe(value) }.into());
    };
    let stopper = stopper_of(cx, value, name)?;
    Ok([cx.loopy().options(stopper, Player::Left)?, cx.loopy().options(stopper, Player::Right)?])
}

/// Returns a form with all its followers: a position as it is written, a value in canonical form.
///
/// # Errors
/// Fails for a value that is no game, and for play that can go round in circles.
pub(crate) fn form_steps(cx: &mut Session, value: &Value) -> Result<FormSteps, EvalError> {
    if let Value::Position(_) | Value::Ruleset(_) = value
        && let Some(p) = as_position(cx, value)?
    {
        return Ok(positions::form_steps(p, cx)?);
    }
    match as_game(cx, value)? {
        Some(g) => Ok(cx.games.form_steps(g)?),
        None => Err(OperandError::Base { got: cx.describe(value) }.into()),
    }
}

/// Returns the values of Left's options of `p` and those of Right's.
fn values_of_options(cx: &mut Session, p: PositionId) -> Result<[Vec<Sided>; 2], EvalError> {
    let mut options = positions::Options::default();
    positions::plain_options(p, cx, &mut options)?;
    let mut values = <[Vec<Sided>; 2]>::default();
    for (values, list) in values.iter_mut().zip([&options.left[..], options.right()]) {
        for &q in list {
            cx.games.budget.tick()?;
            let value = Value::Position(q);
            values.push(value_in_sum(cx, &value)?.ok_or(Fault::NoSides)?);
        }
    }
    Ok(values)
}

/// Returns the power, or `None` if it is no machine integer.
pub(super) fn power_of_integers(base: i64, exponent: i64) -> Option<i64> {
    u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent))
}

pub(super) fn power(cx: &mut Session, base: Value, exponent: Value) -> Result<Value, EvalError> {
    if is_surreal(&base) || is_surreal(&exponent) {
        if let (Some(b), Some(e)) = (base.as_ordinal(), exponent.as_ordinal()) {
            return Ok(Value::ordinal(b.natural_power(&e)?));
        }
        let [b, e] = surreals("^", &base, &exponent)?;
        if b.is_zero() && e.signum() < 0 {
            return Err(EvalError::DivisionByZero);
        }
        return Ok(Value::surreal(b.power(&e, &mut cx.games.budget)?));
    }
    if let Value::List(list) = &exponent
        && list.len() == 1
        && let Some(x) = list.get(0)
    {
        return cumulative_power(cx, &base, &x);
    }
    if matches!(base, Value::Game(_) | Value::Loopy(_)) {
        return power_of_game(cx, &base, &exponent);
    }
    if let (Value::Integer(_) | Value::Number(_), Value::Number(e)) = (&base, &exponent)
        && e.is_int()
    {
        // Of an exponent of any size only the parity counts here.
        if let Value::Integer(-1..=1) = base {
            let is_odd = e.numerator() % IBig::from(2) != IBig::ZERO;
            let sign = if e.sign() == Sign::Negative { -1 } else { 1 };
            return power(cx, base, Value::Integer(sign * (2 - i64::from(is_odd))));
        }
        let (size, limit) = (cx.short(&exponent), LARGEST_BITS.to_string());
        return Err(Fault::TooLarge { what: "exponent", size, limit }.into());
    }
    let (Some(b), Value::Integer(e)) = (base.as_number(), &exponent) else {
        return Err(EvalError::Operands {
            operator: "^",
            left: base.a_kind(),
            right: exponent.a_kind(),
            help: "numbers, `omega` and games such as `up` have powers".into(),
        });
    };
    if b == RBig::ZERO && *e < 0 {
        return Err(EvalError::DivisionByZero);
    }
    let size = e.unsigned_abs() as usize;
    let bits = {
        use dashu_int::ops::BitTest;
        b.numerator().bit_len().max(b.denominator().bit_len())
    };
    let trivial = b == RBig::ZERO || b == RBig::ONE || b == -RBig::ONE;
    if trivial {
        if *e == 0 {
            return Ok(Value::Integer(1));
        }
        let odd = e % 2 != 0;
        return Ok(Value::number(if odd { b } else { b.clone() * b }));
    }
    number_room(&mut cx.games.budget, bits.saturating_mul(size), !b.is_int() || *e < 0)?;
    if b.is_int() && *e >= 0 {
        let power = long::power(&b.numerator().unsigned_abs(), size, &mut cx.games.budget)?;
        let sign = if e % 2 == 0 { Sign::Positive } else { b.sign() };
        return Ok(Value::integer(IBig::from_parts(sign, power)));
    }
    let (n, d): (IBig, UBig) = (b.numerator().pow(size), b.denominator().pow(size));
    let x = RBig::from(n) / RBig::from(d);
    Ok(Value::number(if *e < 0 { RBig::ONE / x } else { x }))
}

/// Computes G^x = {0 | H - G^[x-1]} for G = {0|H}: up^2 = {0|down*} (Winning Ways, ch. 8; CGSuite's `Pow`).
fn power_of_game(cx: &mut Session, base: &Value, exponent: &Value) -> Result<Value, EvalError> {
    if let (Value::Game(g), Value::Integer(n @ 1..)) = (base, exponent)
        && *g == cx.games.number_up_star(&Dyadic::from(0), 1, 0)?
    {
        let ups = Ups::power(n.unsigned_abs());
        let power = cx.games.uptimal(Uptimal { number: Dyadic::ZERO, ups, star: 0 })?;
        return Ok(game_value(&cx.games, power));
    }
    let [left, right] = form_of(cx, base, "^")?;
    let (&[Stopper::ZERO], &[h]) = (&left[..], &right[..]) else { return Err(OperandError::Power.into()) };
    let minus_one = cx.games.integer(-1);
    let before = match as_sided(cx, exponent)? {
        Some(x) => cx.loopy().sided_sum(x, minus_one.into())?.value().and_then(|x| x.stopper()),
        None => None,
    };
    let Some(before) = before else { return Err(no_exponent(cx, exponent)) };
    let lower = cumulative_power_of(cx, base, before)?.ok_or_else(|| no_exponent(cx, exponent))?;
    let minus = cx.loopy().negative(lower)?;
    let option = cx.loopy().sided_sum(minus, h.into())?.value().ok_or(Fault::NoSides)?;
    let power = cx.loopy().value_of(&[GameId::ZERO.into()], &[option])?;
    Ok(loopy_value(&cx.games, power))
}

/// Computes G^[x] = G : y, where x = 1 : y; of 0 it is 0 (CGSuite's `PowTo`). For an integer n it is G + G^2 + .. + G^n.
fn cumulative_power(cx: &mut Session, base: &Value, exponent: &Value) -> Result<Value, EvalError> {
    let x = as_sided(cx, exponent)?.and_then(|x| x.stopper());
    let power = match x {
        Some(x) => cumulative_power_of(cx, base, x)?,
        None => None,
    };
    match power {
        Some(power) => Ok(loopy_value(&cx.games, power)),
        None => Err(no_exponent(cx, exponent)),
    }
}

fn cumulative_power_of(cx: &mut Session, base: &Value, exponent: Stopper) -> Result<Option<Sided>, EvalError> {
    if exponent == Stopper::ZERO {
        return Ok(Some(Stopper::ZERO.into()));
    }
    let Some(on_top) = cx.loopy().subordinate(exponent, [&[Stopper::ZERO][..], &[]])? else { return Ok(None) };
    let on_top = loopy_value(&cx.games, on_top);
    let sum = ordinal_sum(cx, base.clone(), on_top)?;
    as_sided(cx, &sum)
}

fn no_exponent(cx: &mut Session, exponent: &Value) -> EvalError {
    OperandError::Exponent { got: cx.short(exponent) }.into()
}

/// Returns a multiple of up.
pub(super) fn ups(cx: &mut Session, count: i64) -> Result<Value, EvalError> {
    let g = cx.games.number_up_star(&0.into(), count, 0)?;
    Ok(game_value(&cx.games, g))
}

pub(super) fn nimber(cx: &mut Session, size: Value) -> Result<Value, EvalError> {
    match size {
        size if size.as_ordinal().is_some() => nimber_value(&mut cx.games, size.as_ordinal().expect("asked above")),
        other => Err(OperandError::SizeOfNimber { got: cx.describe(&other) }.into()),
    }
}
