//! Powers, nimbers, switches, ordinal sums: what makes one thing of its operands rather than joining them.

use dashu_int::ops::UnsignedAbs;
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

use super::operators::{LARGEST_BITS, no_surreals, operands};
use super::{EvalError, Session, Value};
use crate::eval::errors::OperandError;
use cg_engine::games::{Dyadic, Fault, GameId, Player, Ups, Uptimal, long};
use cg_engine::loopy::Sided;
use cg_engine::positions::{self, Context, PositionId};

impl Session {
    /// The switch {G, H | -G, -H} of these options.
    pub(crate) fn switch(&mut self, options: &[Value]) -> Result<Value, EvalError> {
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

    /// The ordinal sum, of a position on its form as written; of ordinals the ordinary sum.
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

/// The power of a machine integer, where it is one too.
pub(super) fn power_of_integers(base: i64, exponent: i64) -> Option<i64> {
    u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent))
}

pub(super) fn power(cx: &mut Session, base: Value, exponent: Value) -> Result<Value, EvalError> {
    if matches!(base, Value::Ordinal(_)) || matches!(exponent, Value::Ordinal(_)) {
        return match (base.as_ordinal(), exponent.as_ordinal()) {
            (Some(b), Some(e)) => Ok(Value::ordinal(b.natural_power(&e)?)),
            _ => Err(no_surreals(cx, "^", &base, &exponent)),
        };
    }
    if let (Value::Game(g), Value::Loopy(n)) = (&base, &exponent) {
        let on = cx.loopy().on()?;
        let up = cx.games.number_up_star(&Dyadic::from(0), 1, 0)?;
        if *n == on.into() && *g == up {
            let power = cx.loopy().up_to_on()?;
            return Ok(cx.loopy_value(power));
        }
    }
    if let (Value::Game(g), Value::Integer(n)) = (&base, &exponent) {
        return power_of_up(cx, *g, *n);
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
            help: "numbers and `omega` have powers, and `up^n` is the n-th power of up".into(),
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

/// up^n = {0 | *, less the lower powers of up}, the n-th power (Winning Ways, ch. 8): up^2 = {0|down*}.
fn power_of_up(cx: &mut Session, g: GameId, n: i64) -> Result<Value, EvalError> {
    let up = cx.games.number_up_star(&Dyadic::from(0), 1, 0)?;
    if g != up || n < 1 {
        return Err(OperandError::Power.into());
    }
    let ups = Ups::power(n.unsigned_abs());
    let power = cx.games.uptimal(Uptimal { number: Dyadic::ZERO, ups, star: 0 })?;
    Ok(cx.game_value(power))
}

/// A multiple of up.
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
