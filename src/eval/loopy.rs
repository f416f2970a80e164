//! Loopy values in the language: conversions, and errors if none is wanted or found.

use std::cmp::Ordering;

use super::errors::SidesError;
use super::{EvalError, Session};
use crate::value::Value;
use cg_engine::games::{Fault, Order, Player};
use cg_engine::loopy::{LoopyStop, Sided, Sides, Stopper, Unsettled};
use cg_engine::positions::{Context, PositionId};
use cg_engine::questions;
use cg_engine::surreals::Surreal;

impl Session {
    /// Returns a loopy value in its one form: a number or a game where it is short.
    pub fn loopy_value(&mut self, value: impl Into<Sided>) -> Value {
        let value = value.into();
        match value.short() {
            Some(g) => self.game_value(g),
            None => Value::Loopy(value),
        }
    }

    /// Returns the value with these sides.
    ///
    /// # Errors
    /// [`Fault::NoSides`] if one is missing.
    pub fn sides_value(&mut self, sides: Sides) -> Result<Value, EvalError> {
        let value = sides.value().ok_or(Fault::NoSides)?;
        Ok(self.loopy_value(value))
    }

    /// Returns the loopy value, short games among them, if it is one or is worth one.
    ///
    /// # Errors
    /// A number that is no game; a position that has none.
    pub fn as_sided(&mut self, value: &Value) -> Result<Option<Sided>, EvalError> {
        let sides = self.as_sides(value)?;
        sides.map(|sides| sides.value().ok_or(Fault::NoSides.into())).transpose()
    }

    /// Like [`as_sided`](Session::as_sided), as far as the sides are found.
    pub fn as_sides(&mut self, value: &Value) -> Result<Option<Sides>, EvalError> {
        Ok(match value {
            Value::Loopy(value) => Some((*value).into()),
            Value::Gamma(gamma) => Some(self.loopy().of_gamma(gamma)?),
            Value::Nimber(size) => return Err(Fault::LargeNimber { infinite: !size.is_finite() }.into()),
            Value::Position(p) => Some(questions::sides(*p, self)?),
            Value::Ruleset(_) => match self.as_position(value)? {
                Some(p) => Some(questions::sides(p, self)?),
                None => None,
            },
            value => self.as_game(value)?.map(|g| Sided::from(g).into()),
        })
    }

    /// Returns `S & T`.
    pub(crate) fn sides_of(&mut self, left: &Value, right: &Value) -> Result<Value, EvalError> {
        if let (Value::Boolean(_), _) | (_, Value::Boolean(_)) = (left, right) {
            return Err(SidesError::Truth.into());
        }
        let (Some(a), Some(b)) = (self.as_sided(left)?, self.as_sided(right)?) else {
            return Err(EvalError::Operands {
                operator: "&",
                left: left.a_kind(),
                right: right.a_kind(),
                help: "it joins two games: `S & T` is the value with onside S and offside T".into(),
            });
        };
        let value = Sided { onside: a.onside, offside: b.offside };
        if a.stopper().is_none() || b.stopper().is_none() {
            return Err(SidesError::Nested.into());
        }
        if !self.loopy().at_least(value.onside, value.offside)? {
            let (onside, offside) = (self.short(left), self.short(right));
            let is_reversed = self.loopy().at_least(value.offside, value.onside)?;
            return Err(SidesError::Order { onside, offside, is_reversed }.into());
        }
        Ok(self.loopy_value(value))
    }

    /// Returns the stopper that a function is asked about.
    ///
    /// # Errors
    /// A value of two sides, which `name` is not for.
    pub fn stopper_of(&mut self, value: Sided, name: &'static str) -> Result<Stopper, EvalError> {
        match value.stopper() {
            Some(stopper) => Ok(stopper),
            None => Err(self.two_sides(value, name)),
        }
    }

    /// Returns the error about a value of two sides that `name` is not for.
    pub fn two_sides(&mut self, value: Sided, name: &'static str) -> EvalError {
        SidesError::NoStopper { text: self.short(&Value::Loopy(value)), name }.into()
    }

    /// Returns the error that a degree or a variety does not exist.
    pub fn unsettled(&mut self, why: Unsettled) -> EvalError {
        match why {
            Unsettled::NoSides => Fault::NoSides.into(),
            Unsettled::NotIdempotent(degree) => {
                SidesError::NoDegree { text: self.short(&Value::Loopy(degree.into())) }.into()
            }
            Unsettled::NotStable => SidesError::NotStable.into(),
        }
    }

    /// Returns the error about a loopy value in place of a game that ends.
    pub fn loopy_refused(&mut self, value: Sided) -> EvalError {
        SidesError::Loopy { text: self.short(&Value::Loopy(value)) }.into()
    }
}

/// Compares two values of which one is loopy.
pub(super) fn order(cx: &mut Session, left: &Value, right: &Value) -> Result<Option<Order>, EvalError> {
    match (cx.as_sided(left)?, cx.as_sided(right)?) {
        (Some(a), Some(b)) => Ok(Some(cx.loopy().compare(a, b)?)),
        _ => Ok(None),
    }
}

/// Returns the order of a value and a number that is not born on a finite day, such as 1/3, 1/ω or ω.
///
/// In S - x with S a stopper and x the number, nobody wins by a move in x that would lose otherwise, so play in S decides by
/// where it stops. S >= x if that is above x though Right begins: if he moves in -x instead, Left is to move in S, and the left
/// stop is at least the right stop. S <= x if it is below x though Left begins. No stop is x. A stop n + over lies on the same
/// side of x as n: Left's move to n - x decides. For a value with two sides the offside answers the first question, and the
/// onside the second.
pub(crate) fn order_to_number(cx: &mut Session, value: Sided, x: &Surreal) -> Result<Order, EvalError> {
    let mut arenas = cx.loopy();
    let mut side = |stopper, player| {
        let stop = arenas.stop(stopper, player)?;
        let number = match arenas.as_stop(stop).ok_or(Fault::NoSides)? {
            LoopyStop::On => return Ok(Ordering::Greater),
            LoopyStop::Off => return Ok(Ordering::Less),
            LoopyStop::Number(n) | LoopyStop::Over(n) | LoopyStop::Under(n) => arenas.games.as_number(n),
        };
        let number = Surreal::from(number.ok_or(Fault::NoSides)?.to_rational());
        Ok::<Ordering, Fault>(number.cmp(x))
    };
    let is_at_least = side(value.offside, Player::Right)?.is_gt();
    let is_at_most = side(value.onside, Player::Left)?.is_lt();
    Ok(match (is_at_least, is_at_most) {
        (true, _) => Order::Greater,
        (false, true) => Order::Less,
        (false, false) => Order::Confused,
    })
}

/// Returns the value of a position from which play need not end.
pub(super) fn worth(cx: &mut Session, p: PositionId) -> Result<Value, EvalError> {
    let value = questions::loopy_value(p, cx)?;
    Ok(cx.loopy_value(value))
}

/// Returns the value of a literal some of whose options are loopy. Without a bar both players have the left ones.
pub(super) fn literal(cx: &mut Session, left: &[Value], right: Option<&[Value]>) -> Result<Value, EvalError> {
    let left = sided_options(cx, left)?;
    let right = right.map(|right| sided_options(cx, right)).transpose()?;
    let value = cx.loopy().value_of(&left, right.as_ref().unwrap_or(&left))?;
    Ok(cx.loopy_value(value))
}

fn sided_options(cx: &mut Session, options: &[Value]) -> Result<Vec<Sided>, EvalError> {
    let mut all = Vec::with_capacity(options.len());
    for option in options {
        match option {
            Value::List(list) | Value::Set(list) => {
                cx.reserve_list(list.len())?;
                for member in list.iter() {
                    cx.games.budget.tick()?;
                    all.extend(sided_options(cx, &[member])?);
                }
            }
            option => match cx.as_sided(option)? {
                Some(value) => all.push(value),
                None => return Err(cx.no_option(option)),
            },
        }
    }
    Ok(all)
}
