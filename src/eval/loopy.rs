//! Loopy values in the language: conversions, and errors if none is wanted or found.

use std::cmp::Ordering;

use super::errors::SidesError;
use super::machine::no_option;
use super::worth::{as_game, as_position, game_value, reserve_list};
use super::{EvalError, Session};
use crate::value::Value;
use cg_engine::games::{Fault, Games, Order, Player};
use cg_engine::loopy::{LoopyStop, Sided, Sides, Stopper, Unsettled};
use cg_engine::positions::{Context, PositionId};
use cg_engine::questions;
use cg_engine::surreals::Surreal;

/// Returns a loopy value in its one form: a number or a game where it is short.
pub fn loopy_value(games: &Games, value: impl Into<Sided>) -> Value {
    let value = value.into();
    match value.short() {
        Some(g) => game_value(games, g),
        None => Value::Loopy(value),
    }
}

/// Returns the value with these sides.
///
/// # Errors
/// [`Fault::NoSides`] if one is missing.
pub(crate) fn sides_value(games: &Games, sides: Sides) -> Result<Value, EvalError> {
    let value = sides.value().ok_or(Fault::NoSides)?;
    Ok(loopy_value(games, value))
}

/// Returns the loopy value, short games among them, if it is one or is worth one.
///
/// # Errors
/// A number that is no game; a position that has none.
pub(crate) fn as_sided(cx: &mut Session, value: &Value) -> Result<Option<Sided>, EvalError> {
    let sides = as_sides(cx, value)?;
    sides.map(|sides| sides.value().ok_or(Fault::NoSides.into())).transpose()
}

/// Like [`as_sided`], as far as the sides are found.
pub(crate) fn as_sides(cx: &mut Session, value: &Value) -> Result<Option<Sides>, EvalError> {
    Ok(match value {
        Value::Loopy(value) => Some((*value).into()),
        Value::Gamma(gamma) => Some(cx.loopy().of_gamma(gamma)?),
        Value::Nimber(size) => return Err(Fault::LargeNimber { infinite: !size.is_finite() }.into()),
        Value::Position(p) => Some(questions::sides(*p, cx)?),
        Value::Ruleset(_) => match as_position(cx, value)? {
            Some(p) => Some(questions::sides(p, cx)?),
            None => None,
        },
        value => as_game(cx, value)?.map(|g| Sided::from(g).into()),
    })
}

/// Returns `S & T`. A position of which not both sides are known is the game with itself as the sides that are not.
pub(crate) fn sides_of(cx: &mut Session, left: &Value, right: &Value) -> Result<Value, EvalError> {
    if let (Value::Boolean(_), _) | (_, Value::Boolean(_)) = (left, right) {
        return Err(SidesError::Truth.into());
    }
    if let Some(p) = position_with_sides(cx, left, right)? {
        return Ok(Value::Position(p));
    }
    let (Some(a), Some(b)) = (as_sided(cx, left)?, as_sided(cx, right)?) else {
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
    if !cx.loopy().at_least(value.onside, value.offside)? {
        let (onside, offside) = (cx.short(left), cx.short(right));
        let is_reversed = cx.loopy().at_least(value.offside, value.onside)?;
        return Err(SidesError::Order { onside, offside, is_reversed }.into());
    }
    Ok(loopy_value(&cx.games, value))
}

/// Returns the position without a value that has these sides, itself in place of a side that is not known.
fn position_with_sides(cx: &mut Session, left: &Value, right: &Value) -> Result<Option<PositionId>, EvalError> {
    let ((Value::Position(p), _) | (_, Value::Position(p))) = (left, right) else { return Ok(None) };
    let Some(sides) = as_sides(cx, &Value::Position(*p))?.filter(|sides| sides.value().is_none()) else {
        return Ok(None);
    };
    let mut is_side = |value: &Value, side: Option<Stopper>| match side {
        None => Ok(*value == Value::Position(*p)),
        Some(stopper) => Ok::<bool, EvalError>(as_sides(cx, value)?.and_then(Sides::value) == Some(stopper.into())),
    };
    Ok((is_side(left, sides.onside)? && is_side(right, sides.offside)?).then_some(*p))
}

/// Returns the stopper that a function is asked about.
///
/// # Errors
/// A value of two sides, which `name` is not for.
pub(crate) fn stopper_of(cx: &mut Session, value: Sided, name: &'static str) -> Result<Stopper, EvalError> {
    match value.stopper() {
        Some(stopper) => Ok(stopper),
        None => Err(two_sides(cx, value, name)),
    }
}

/// Returns the error about a value of two sides that `name` is not for.
pub(crate) fn two_sides(cx: &mut Session, value: Sided, name: &'static str) -> EvalError {
    SidesError::NoStopper { text: cx.short(&Value::Loopy(value)), name }.into()
}

/// Returns the error that a degree or a variety does not exist.
pub(crate) fn unsettled(cx: &mut Session, why: Unsettled) -> EvalError {
    match why {
        Unsettled::NoSides => Fault::NoSides.into(),
        Unsettled::NotIdempotent(degree) => {
            SidesError::NoDegree { text: cx.short(&Value::Loopy(degree.into())) }.into()
        }
        Unsettled::NotStable => SidesError::NotStable.into(),
    }
}

/// Returns the error about a loopy value in place of a game that ends.
pub(crate) fn loopy_refused(cx: &mut Session, value: Sided) -> EvalError {
    SidesError::Loopy { text: cx.short(&Value::Loopy(value)) }.into()
}

/// Compares two values of which one is loopy.
pub(super) fn order(cx: &mut Session, left: &Value, right: &Value) -> Result<Option<Order>, EvalError> {
    match (as_sided(cx, left)?, as_sided(cx, right)?) {
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
    Ok(loopy_value(&cx.games, value))
}

/// Returns the value of a literal some of whose options are loopy. Without a bar both players have the left ones.
pub(super) fn literal(cx: &mut Session, left: &[Value], right: Option<&[Value]>) -> Result<Value, EvalError> {
    let left = sided_options(cx, left)?;
    let right = right.map(|right| sided_options(cx, right)).transpose()?;
    let value = cx.loopy().value_of(&left, right.as_ref().unwrap_or(&left))?;
    Ok(loopy_value(&cx.games, value))
}

fn sided_options(cx: &mut Session, options: &[Value]) -> Result<Vec<Sided>, EvalError> {
    let mut all = Vec::with_capacity(options.len());
    for option in options {
        match option {
            Value::List(list) | Value::Set(list) => {
                reserve_list(&mut cx.games.budget, list.len())?;
                for member in list.iter() {
                    cx.games.budget.tick()?;
                    all.extend(sided_options(cx, &[member])?);
                }
            }
            option => match as_sided(cx, option)? {
                Some(value) => all.push(value),
                None => return Err(no_option(cx, option)),
            },
        }
    }
    Ok(all)
}
