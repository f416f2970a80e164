//! Literals with infinitely many options, `<0|1/2^n for n in naturals>` and `<*n for n in naturals>`, and the numbers between
//! options that were not born on a finite day.

use crate::eval::errors::OperandError;
use crate::eval::{EvalError, Session, gathered, nimber_value};
use crate::value::{Report, Value, order, report};
use cg_engine::games::{Fault, GameId};
use cg_engine::ordinals::{Ordinal, mex};
use cg_engine::surreals::{NumberBound, NumberFamily, Surreal, simplest_between};

use super::literals::value_of_literal;
use super::operators::nimber_size;

/// Returns the value of a literal with infinitely many options: a number, or a nimber where both players have them.
pub(super) fn endless_literal(cx: &mut Session, left: &[Value], right: &[Value]) -> Result<Value, EvalError> {
    if left == right
        && let Some(size) = endless_mex(cx, left)?
    {
        return nimber_value(&mut cx.games, size);
    }
    let [left, right] = &[left, right].map(|side| bounds_of_nimbers(cx, side));
    if left.iter().chain(right).any(is_family) {
        return number_between(cx, left, right)?.ok_or_else(|| OperandError::EndlessOptions.into());
    }
    // By the simplest-number theorem a game is the simplest number that its options leave room for, if there is one.
    let value = value_of_literal(cx, left, Some(right))?;
    if value.as_surreal().is_some() { Ok(value) } else { Err(OperandError::EndlessOptions.into()) }
}

/// Returns the options with one nimber in place of each row of nimbers without end. A number is greater than or confused with all
/// of them if and only if it is so with 0, if 0 is one of them, or else with `*`.
fn bounds_of_nimbers(cx: &Session, options: &[Value]) -> Vec<Value> {
    let bound = |option: &Value| match option {
        Value::Report(family) if let Report::Family(family) = &**family => match nimbers_of(cx, family) {
            Some((first, _)) if first.is_zero() => Value::Integer(0),
            Some(_) => Value::Game(GameId::STAR),
            None => option.clone(),
        },
        option => option.clone(),
    };
    options.iter().map(bound).collect()
}

/// Returns the first size and the step of nimbers whose sizes are an arithmetic progression, or `None` for other families.
fn nimbers_of(cx: &Session, family: &report::Family) -> Option<(Ordinal, u64)> {
    let ends = [&family.first, &family.second].map(|member| nimber_size(&cx.games, member));
    let is_line = matches!((&family.base, &family.member), (Value::Nothing, Value::Nothing)) && !family.divides;
    match ends {
        [Some(first), Some(second)] if is_line => progression(&first, &second),
        _ => None,
    }
}

/// Returns the least size of a nimber that is no option, if all options are nimbers, and their sizes numbers or arithmetic
/// progressions.
fn endless_mex(cx: &mut Session, options: &[Value]) -> Result<Option<Ordinal>, EvalError> {
    let (mut sizes, mut progressions) = (Vec::new(), Vec::new());
    for option in options {
        cx.games.budget.tick()?;
        let members = match option {
            Value::Report(family) if let Report::Family(family) = &**family => {
                let Some(progression) = nimbers_of(cx, family) else { return Ok(None) };
                progressions.push(progression);
                continue;
            }
            Value::List(list) | Value::Set(list) => gathered(&mut cx.games.budget, list)?,
            value => vec![value.clone()],
        };
        for member in &members {
            let Some(size) = nimber_size(&cx.games, member) else { return Ok(None) };
            sizes.push(size);
        }
    }
    Ok(Some(mex(&sizes, &progressions, 0, &mut cx.games.budget)?))
}

/// Returns the sizes of which those for n = 1 and 2 are given: the one for n = 0, and the step.
fn progression(first: &Ordinal, second: &Ordinal) -> Option<(Ordinal, u64)> {
    let limit = first.limit_part();
    if second.limit_part() != limit || second <= first {
        return None;
    }
    let step = second.finite_part() - first.finite_part();
    let begins = first.finite_part() >= step;
    let start = begins.then(|| Ordinal::finite(first.finite_part() - &step))?;
    Some((limit.ordinary_sum(&start).ok()?, u64::try_from(step).ok()?))
}

/// Returns the number with these options if all of them are numbers, and one at least was not born on a finite day, or there are
/// infinitely many.
///
/// # Errors
/// The game is no number: it is kept only as one.
pub(super) fn number_between(cx: &mut Session, left: &[Value], right: &[Value]) -> Result<Option<Value>, EvalError> {
    let (Some(low), Some(high)) = (bounds(cx, left, false)?, bounds(cx, right, true)?) else { return Ok(None) };
    let is_short = |bound: &NumberBound| match bound {
        NumberBound::Number(x) => !Value::surreal(x.clone()).is_late_number(),
        NumberBound::Limit(_) => false,
    };
    if low.iter().chain(&high).all(is_short) && !left.iter().chain(right).any(is_family) {
        return Ok(None);
    }
    // Two fractions that are equal have infinitely many signs in common.
    if let (Some(NumberBound::Number(low)), Some(NumberBound::Number(high))) = (low.last(), high.last())
        && low >= high
    {
        return Err(OperandError::NoNumber.into());
    }
    match simplest_between(&low, &high, &mut cx.games.budget)? {
        Some(number) => Ok(Some(Value::surreal(number))),
        None => Err(OperandError::NoNumber.into()),
    }
}

/// Returns what bounds a number with these options: the greatest of Left's numbers, or the least of Right's, and those that go
/// on without end. `None` if one of them is no number.
fn bounds(cx: &mut Session, options: &[Value], is_upper: bool) -> Result<Option<Vec<NumberBound>>, EvalError> {
    let (endless, listed): (Vec<&Value>, Vec<&Value>) = options.iter().partition(|value| is_family(value));
    let mut bounds = Vec::new();
    for value in endless {
        let (family, first) = numbers_of(value)?;
        bounds.push(match (family.bound(is_upper, &mut cx.games.budget)?, first) {
            (NumberBound::Number(_), Some(first)) => NumberBound::Number(first),
            (bound, _) => bound,
        });
    }
    let mut best: Option<Value> = None;
    let mut add = |cx: &mut Session, value: Value| {
        cx.games.budget.charge(order::cost(&value))?;
        let is_number = value.as_surreal().is_some();
        if best.as_ref().is_none_or(|best| if is_upper { value < *best } else { value > *best }) {
            best = Some(value);
        }
        Ok::<bool, Fault>(is_number)
    };
    let mut are_numbers = true;
    for option in listed {
        match option {
            Value::List(list) | Value::Set(list) => {
                for value in list.iter() {
                    are_numbers &= add(cx, value)?;
                }
            }
            value => are_numbers &= add(cx, value.clone())?,
        }
    }
    match best.as_ref().and_then(Value::as_surreal) {
        _ if !are_numbers && bounds.is_empty() => return Ok(None),
        _ if !are_numbers => return Err(OperandError::EndlessOptions.into()),
        Some(number) => bounds.push(NumberBound::Number(number)),
        None => {}
    }
    Ok(Some(bounds))
}

pub(super) fn is_family(value: &Value) -> bool {
    matches!(value, Value::Report(family) if matches!(**family, Report::Family(_)))
}

/// Returns the family that `written` describes, with its members and base from a list.
pub(super) fn family_of(cx: &mut Session, written: &Value, parts: &Value) -> Result<Value, EvalError> {
    let (Value::Report(written), Value::List(parts)) = (written, parts) else { unreachable!("a family and its parts") };
    let (Report::Family(family), parts) = (&**written, gathered(&mut cx.games.budget, parts)?) else {
        unreachable!("a family")
    };
    let Ok([first, second, base, member]) = <[Value; 4]>::try_from(parts) else { unreachable!("four parts") };
    Ok(Value::Report(report::Family { first, second, base, member, ..family.clone() }.into()))
}

/// Returns the numbers that go on without end from what is written of them, and the first if it is not theirs for n = 0: for what
/// grows as n does, n stands in them, and for a quotient by it one by a power of 2, which is bounded by the same numbers.
fn numbers_of(value: &Value) -> Result<(NumberFamily, Option<Surreal>), EvalError> {
    let Value::Report(family) = value else { return Err(OperandError::EndlessOptions.into()) };
    let Report::Family(report::Family { first, second, base, member, is_negative, divides, .. }) = &**family else {
        return Err(OperandError::EndlessOptions.into());
    };
    let (Some(first), Some(second)) = (first.as_surreal(), second.as_surreal()) else {
        return Err(OperandError::EndlessOptions.into());
    };
    // They are start + step*g and start + step/g for g = 1 and 2.
    let step = match divides {
        true => first.difference(&second)?.product(&2.into())?,
        false => second.difference(&first)?,
    };
    let start = first.difference(&step)?;
    let base = match base {
        Value::Nothing => None,
        base => match base.as_surreal() {
            Some(base) if !base.is_zero() => Some(base),
            _ => return Err(OperandError::EndlessOptions.into()),
        },
    };
    let base = match base {
        Some(base) if is_negative != divides => Some(Surreal::from(1).quotient(&base)?),
        None if *divides => Some(Surreal::from(1).quotient(&2.into())?),
        base => base,
    };
    Ok((NumberFamily { start, step, base }, member.as_surreal()))
}
