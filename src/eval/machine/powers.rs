//! Powers, nimbers, switches, ordinal sums: what makes one thing of its operands rather than joining them.

use dashu_int::ops::UnsignedAbs;
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

use super::literals::is_marked;
use super::operators::{LARGEST_BITS, is_surreal, operands, surreals};
use super::{EvalError, Session, Value};
use crate::eval::FromValue;
use crate::eval::errors::OperandError;
use cg_engine::games::{Dyadic, Fault, FormSteps, GameId, Player, Ups, Uptimal, long};
use cg_engine::loopy::{Sided, Stopper};
use cg_engine::positions::{self, Context, PositionId};

impl Session {
    /// Returns the switch {G, H | -G, -H} of these options.
    pub(crate) fn switch(&mut self, options: &[Value]) -> Result<Value, EvalError> {
        if options.iter().any(|option| is_marked(self, option)) {
            let left = self.positions_of(options.to_vec())?;
            let right: Vec<PositionId> = left.iter().map(|&p| self.positions.negative(p)).collect();
            return Ok(Value::Position(self.positions.form(&left, &right)));
        }
        if options.iter().any(|option| matches!(option, Value::Loopy(_) | Value::Gamma(_))) {
            let mut left = Vec::with_capacity(options.len());
            let mut right = Vec::with_capacity(options.len());
            for option in options {
                let Some(value) = self.as_sided(option)? else { return Err(self.no_option(option)) };
                left.push(value);
                right.push(self.loopy().negative(value)?);
            }
            let value = self.loopy().value_of(&left, &right)?;
            return Ok(self.loopy_value(value));
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for option in options {
            let Some(g) = self.as_game(option)? else {
                return Err(OperandError::Switch { got: self.describe(option) }.into());
            };
            left.push(g);
            right.push(self.games.negative(g)?);
        }
        let g = self.games.from_options(&left, &right)?;
        Ok(self.game_value(g))
    }

    /// Returns the ordinal sum: of a position on its form as written; of ordinals the ordinary sum.
    pub(crate) fn ordinal_sum(&mut self, left: Value, right: Value) -> Result<Value, EvalError> {
        if let (Some(a), Some(b)) = (left.as_ordinal(), right.as_ordinal())
            && (matches!(left, Value::Ordinal(_)) || matches!(right, Value::Ordinal(_)))
        {
            return Ok(Value::ordinal(a.ordinary_sum(&b)?));
        }
        let Some(h) = self.value_in_sum(&right)? else { return Err(operands(":", &left, &right)) };
        let form = match &left {
            Value::Position(_) | Value::Ruleset(_) => self.as_position(&left)?,
            _ => None,
        };
        let sum = if let Some(p) = form {
            let [l, r] = self.values_of_options(p)?;
            let short = |list: &[Sided]| list.iter().map(|value| value.short()).collect::<Option<Vec<GameId>>>();
            if let (Some(h), Some(l), Some(r)) = (h.short(), short(&l), short(&r)) {
                let sum = self.games.ordinal_sum(&l, &r, h)?;
                return Ok(self.game_value(sum));
            }
            self.loopy().ordinal_sum_of_form([&l, &r], h)?
        } else {
            let Some(g) = self.value_in_sum(&left)? else { return Err(operands(":", &left, &right)) };
            if let (Some(g), Some(h)) = (g.short(), h.short()) {
                let (l, r) = (self.games.options(g, Player::Left)?, self.games.options(g, Player::Right)?);
                let sum = self.games.ordinal_sum(&l, &r, h)?;
                return Ok(self.game_value(sum));
            }
            self.loopy().ordinal_sum(g, h)?
        };
        self.sides_value(sum)
    }

    /// Returns the value of an operand of an ordinal sum, or `None` if it is neither a short nor a loopy game.
    fn value_in_sum(&mut self, value: &Value) -> Result<Option<Sided>, EvalError> {
        Ok(match value {
            Value::Nimber(_) => None,
            Value::Position(p) => {
                let value = self.worth(*p)?;
                self.as_sided(&value)?
            }
            value => self.as_sided(value)?,
        })
    }

    /// Returns the form of a stopper: the options of a position as it is written, and of a value in canonical form.
    ///
    /// # Errors
    /// `value` is no game, or an option of it is no stopper.
    pub(crate) fn form_of(&mut self, value: &Value) -> Result<[Vec<Stopper>; 2], EvalError> {
        if let Value::Position(_) | Value::Ruleset(_) = value
            && let Some(p) = self.as_position(value)?
        {
            let mut form = <[Vec<Stopper>; 2]>::default();
            for (stoppers, values) in form.iter_mut().zip(self.values_of_options(p)?) {
                for value in values {
                    stoppers.push(self.stopper_of(value, "ordinal_sum")?);
                }
            }
            return Ok(form);
        }
        let Some(value) = Sided::from_value(value, self)? else {
            return Err(OperandError::Base { got: self.describe(value) }.into());
        };
        let stopper = self.stopper_of(value, "ordinal_sum")?;
        Ok([self.loopy().options(stopper, Player::Left)?, self.loopy().options(stopper, Player::Right)?])
    }

    /// Returns a form with all its followers: a position as it is written, a value in canonical form.
    ///
    /// # Errors
    /// Fails for a value that is no game, and for play that can go round in circles.
    pub(crate) fn form_steps(&mut self, value: &Value) -> Result<FormSteps, EvalError> {
        if let Value::Position(_) | Value::Ruleset(_) = value
            && let Some(p) = self.as_position(value)?
        {
            return Ok(positions::form_steps(p, self)?);
        }
        match self.as_game(value)? {
            Some(g) => Ok(self.games.form_steps(g)?),
            None => Err(OperandError::Base { got: self.describe(value) }.into()),
        }
    }

    /// Returns the values of Left's options of `p` and those of Right's.
    fn values_of_options(&mut self, p: PositionId) -> Result<[Vec<Sided>; 2], EvalError> {
        let mut options = positions::Options::default();
        positions::options(p, self, &mut options)?;
        let mut values = <[Vec<Sided>; 2]>::default();
        for (values, list) in values.iter_mut().zip([&options.left[..], options.right()]) {
            for &q in list {
                self.games.budget.tick()?;
                let value = Value::Position(q);
                values.push(self.value_in_sum(&value)?.ok_or(Fault::NoSides)?);
            }
        }
        Ok(values)
    }
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
    cx.number_room(bits.saturating_mul(size), !b.is_int() || *e < 0)?;
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
        return Ok(cx.game_value(power));
    }
    let [left, right] = cx.form_of(base)?;
    let (&[Stopper::ZERO], &[h]) = (&left[..], &right[..]) else { return Err(OperandError::Power.into()) };
    let minus_one = cx.games.integer(-1);
    let before = match cx.as_sided(exponent)? {
        Some(x) => cx.loopy().sided_sum(x, minus_one.into())?.value().and_then(|x| x.stopper()),
        None => None,
    };
    let Some(before) = before else { return Err(no_exponent(cx, exponent)) };
    let lower = cumulative_power_of(cx, base, before)?.ok_or_else(|| no_exponent(cx, exponent))?;
    let minus = cx.loopy().negative(lower)?;
    let option = cx.loopy().sided_sum(minus, h.into())?.value().ok_or(Fault::NoSides)?;
    let power = cx.loopy().value_of(&[GameId::ZERO.into()], &[option])?;
    Ok(cx.loopy_value(power))
}

/// Computes G^[x] = G : y, where x = 1 : y; of 0 it is 0 (CGSuite's `PowTo`). For an integer n it is G + G^2 + .. + G^n.
fn cumulative_power(cx: &mut Session, base: &Value, exponent: &Value) -> Result<Value, EvalError> {
    let x = cx.as_sided(exponent)?.and_then(|x| x.stopper());
    let power = match x {
        Some(x) => cumulative_power_of(cx, base, x)?,
        None => None,
    };
    match power {
        Some(power) => Ok(cx.loopy_value(power)),
        None => Err(no_exponent(cx, exponent)),
    }
}

fn cumulative_power_of(cx: &mut Session, base: &Value, exponent: Stopper) -> Result<Option<Sided>, EvalError> {
    if exponent == Stopper::ZERO {
        return Ok(Some(Stopper::ZERO.into()));
    }
    let Some(on_top) = cx.loopy().subordinate(exponent, [&[Stopper::ZERO][..], &[]])? else { return Ok(None) };
    let on_top = cx.loopy_value(on_top);
    let sum = cx.ordinal_sum(base.clone(), on_top)?;
    cx.as_sided(&sum)
}

fn no_exponent(cx: &mut Session, exponent: &Value) -> EvalError {
    OperandError::Exponent { got: cx.short(exponent) }.into()
}

/// Returns a multiple of up.
pub(super) fn ups(cx: &mut Session, count: i64) -> Result<Value, EvalError> {
    let g = cx.games.number_up_star(&0.into(), count, 0)?;
    Ok(cx.game_value(g))
}

pub(super) fn nimber(cx: &mut Session, size: Value) -> Result<Value, EvalError> {
    match size {
        size if size.as_ordinal().is_some() => cx.nimber_value(size.as_ordinal().expect("asked above")),
        other => Err(OperandError::SizeOfNimber { got: cx.describe(&other) }.into()),
    }
}
