//! Relations: the partial order of games, the order of numbers and ordinals, equality of everything.

use super::{EvalError, Session, Value, calls, operators};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::{affine_value, as_position, as_sided, game_value, gamma_value, loopy, without_stand_ins};
use crate::syntax::ast::Relation;
use crate::value::order;
use cg_engine::games::{Fault, Order, Outcome};
use cg_engine::positions::{Convention, PositionId};
use cg_engine::questions;

/// Returns the value of a position: a canonical form, a nim-value, a γ-value or a loopy value.
///
/// # Errors
/// [`Fault::NoSides`] if no loopy value is found; limits.
pub fn worth_of(cx: &mut Session, p: PositionId) -> Result<Value, EvalError> {
    match questions::value(p, cx) {
        Ok(known) => {
            let g = known.game(&mut cx.games)?;
            Ok(game_value(&cx.games, g))
        }
        Err(fault @ (Fault::Loopy | Fault::LargeNimber { .. })) => match questions::gamma(p, cx) {
            Ok(gamma) => gamma_value(&mut cx.games, gamma),
            Err(Fault::Partizan) if matches!(fault, Fault::Loopy) => loopy::worth(cx, p),
            Err(Fault::Partizan) => Err(fault.into()),
            Err(fault) => Err(fault.into()),
        },
        Err(Fault::Entailing) => match questions::affine(p, cx) {
            Ok(value) => affine_value(cx, value),
            Err(Fault::Partizan) => Err(Fault::Entailing.into()),
            Err(fault) => Err(fault.into()),
        },
        Err(fault) => Err(fault.into()),
    }
}

pub(super) fn compare(cx: &mut Session, left: &Value, relation: Relation, right: &Value) -> Result<bool, EvalError> {
    if let (Value::Integer(a), Value::Integer(b)) = (left, right) {
        return Ok(between(relation, *a, *b));
    }
    let equality = matches!(relation, Relation::Equal | Relation::NotEqual);
    if let (true, Value::List(a), Value::List(b)) = (equality, left, right)
        && let (Some(a), Some(b)) = (a.as_few(), b.as_few())
    {
        return Ok((a == b) == (relation == Relation::Equal));
    }
    // Letters of boards.
    if let (true, Value::Text(a), Value::Text(b)) = (equality, left, right)
        && a.len().min(b.len()) <= 8
    {
        return Ok((a == b) == (relation == Relation::Equal));
    }
    if equality && matches!((left, right), (Value::Ruleset(_), Value::Ruleset(_))) {
        return Ok(order::same(left, right, cx)? == (relation == Relation::Equal));
    }
    if let (true, Value::Position(p), Value::Position(q)) = (equality, left, right)
        && let (Some(a), Some(b)) = (cx.positions.sum_of_points(*p), cx.positions.sum_of_points(*q))
    {
        return Ok((a == b) == (relation == Relation::Equal));
    }
    if let Some(order) = order_by_play(cx, left, right)? {
        return Ok(holds(relation, order));
    }
    let unproved = |cx: &mut Session| compare_as_proved(cx, left, relation, right);
    let (a, b) = match (comparable(cx, left), comparable(cx, right)) {
        (Err(EvalError::Fault(Fault::NoSides)), _) | (_, Err(EvalError::Fault(Fault::NoSides))) => {
            return unproved(cx);
        }
        (Err(EvalError::Fault(fault @ Fault::LargeNimber { .. })), _)
        | (_, Err(EvalError::Fault(fault @ Fault::LargeNimber { .. }))) => {
            return match order_by_outcome(cx, left, right)? {
                Some(order) => Ok(holds(relation, order)),
                None => Err(fault.into()),
            };
        }
        (a, b) => (a?, b?),
    };
    // A γ-value says what a position is worth among impartial games alone, so that beside others its sides decide.
    if let (Value::Loopy(_), Value::Gamma(_)) | (Value::Gamma(_), Value::Loopy(_)) = (&a, &b) {
        return match loopy::order(cx, left, right) {
            Err(EvalError::Fault(Fault::NoSides)) => unproved(cx),
            order => Ok(order?.is_some_and(|order| holds(relation, order))),
        };
    }
    // The order of a loopy position and a game or a number is that of games.
    let sides = match (left, &a, right, &b) {
        (_, Value::Gamma(_), _, Value::Gamma(_)) => Ok([a, b]),
        (&Value::Position(p), Value::Gamma(_), ..) if !equality => loopy::worth(cx, p).map(|a| [a, b]),
        (.., &Value::Position(q), Value::Gamma(_)) if !equality => loopy::worth(cx, q).map(|b| [a, b]),
        _ => Ok([a, b]),
    };
    let [left, right] = match sides {
        Err(EvalError::Fault(Fault::NoSides)) => return unproved(cx),
        sides => sides?,
    };
    if equality {
        warn_of_nimber(cx, &left, &right);
        let left = without_stand_ins(cx, &left)?.unwrap_or(left);
        let right = without_stand_ins(cx, &right)?.unwrap_or(right);
        let same = order::same(&left, &right, cx)?;
        return Ok(same == (relation == Relation::Equal));
    }
    calls::charge(cx, &[left.clone(), right.clone()])?;
    let order = order(cx, &left, &right)?;
    match order {
        Some(order) => Ok(holds(relation, order)),
        None => Err(EvalError::Operands {
            operator: relation.sign(),
            left: left.a_kind(),
            right: right.a_kind(),
            help: match (&left, &right) {
                (Value::Gamma(_), _) | (_, Value::Gamma(_)) => {
                    "loopy nim-values are equal or not, but not ordered".into()
                }
                (Value::Boolean(_), Value::Boolean(_)) if relation == Relation::Confused => {
                    "`||` asks whether games are confused; of two conditions one holds: `a or b`".into()
                }
                _ => "`==` and `!=` compare anything; the order is for numbers, games, ordinals and texts".into(),
            },
        }),
    }
}

/// Positions are compared by what they are worth, everything else as it is.
fn comparable(cx: &mut Session, value: &Value) -> Result<Value, EvalError> {
    match value {
        Value::Position(p) => worth_of(cx, *p),
        Value::Ruleset(_) => match as_position(cx, value)? {
            Some(p) => worth_of(cx, p),
            None => Ok(value.clone()),
        },
        other => Ok(other.clone()),
    }
}

/// Returns the order of two positions, or of a position and a value, if play determines it sooner than their values
/// do. `None` otherwise, also if they are loopy or too large: the comparison of values then reports it.
fn order_by_play(cx: &mut Session, left: &Value, right: &Value) -> Result<Option<Order>, EvalError> {
    let is_value = |value: &Value| {
        matches!(value, Value::Integer(_) | Value::Number(_) | Value::Game(_)) && !value.is_late_number()
    };
    let pair = match (left, right) {
        (Value::Position(_), Value::Position(_)) => true,
        (Value::Position(_), other) | (other, Value::Position(_)) => is_value(other),
        _ => false,
    };
    if !pair {
        return Ok(None);
    }
    let (Some(p), Some(q)) = (as_position(cx, left)?, as_position(cx, right)?) else { return Ok(None) };
    Ok(questions::order_by_play(p, q, cx).unwrap_or_default())
}

/// Returns the order of two positions, or of a position and a value, by who wins their difference: a nimber in it may be too large
/// for a value. `None` of what is no position, or if play may be drawn.
fn order_by_outcome(cx: &mut Session, left: &Value, right: &Value) -> Result<Option<Order>, EvalError> {
    let (Some(p), Some(q)) = (as_position(cx, left)?, as_position(cx, right)?) else { return Ok(None) };
    let negative = cx.positions.negative(q);
    let difference = cx.positions.sum(&[p, negative]);
    Ok(match questions::class(questions::outcomes(difference, Convention::Normal, cx)?) {
        Outcome::P => Some(Order::Equal),
        Outcome::L => Some(Order::Greater),
        Outcome::R => Some(Order::Less),
        Outcome::N => Some(Order::Confused),
        _ => None,
    })
}

/// Decides a relation of loopy positions of which one has no value, if what is proved of them settles it.
fn compare_as_proved(cx: &mut Session, left: &Value, relation: Relation, right: &Value) -> Result<bool, EvalError> {
    let (Some(p), Some(q)) = (as_position(cx, left)?, as_position(cx, right)?) else {
        return Err(Fault::NoSides.into());
    };
    let proved = questions::order_as_proved(p, q, cx)?;
    let possible = [Order::Less, Order::Equal, Order::Greater, Order::Confused].into_iter().filter(|order| {
        let at_least = matches!(order, Order::Equal | Order::Greater);
        let at_most = matches!(order, Order::Equal | Order::Less);
        proved[0].is_none_or(|known| known == at_least) && proved[1].is_none_or(|known| known == at_most)
    });
    let mut answers = possible.map(|order| holds(relation, order));
    let first = answers.next().ok_or(Fault::NoSides)?;
    if answers.all(|answer| answer == first) { Ok(first) } else { Err(Fault::NoSides.into()) }
}

fn order(cx: &mut Session, left: &Value, right: &Value) -> Result<Option<Order>, EvalError> {
    use Value as V;
    Ok(match (left, right) {
        (V::Integer(_) | V::Number(_), V::Integer(_) | V::Number(_)) => Some(order_of(left.cmp(right))),
        (V::Text(a), V::Text(b)) => Some(order_of(a.cmp(b))),
        (V::Loopy(_) | V::Game(_), x) if x.is_late_number() => match (as_sided(cx, left)?, x.as_surreal()) {
            (Some(value), Some(x)) => Some(loopy::order_to_number(cx, value, &x)?),
            _ => None,
        },
        (x, V::Loopy(_) | V::Game(_)) if x.is_late_number() => order(cx, right, left)?.map(Order::reversed),
        (V::Loopy(_), _) | (_, V::Loopy(_)) => loopy::order(cx, left, right)?,
        (V::Gamma(_), V::Gamma(_)) => None,
        (V::Gamma(_), _) if left.is_endless() && right.as_ordinal().is_some() => Some(Order::Greater),
        (_, V::Gamma(_)) if right.is_endless() && left.as_ordinal().is_some() => Some(Order::Less),
        (V::Nimber(a), V::Nimber(b)) => Some(if a == b { Order::Equal } else { Order::Confused }),
        // A nimber of any size is infinitesimal.
        (V::Nimber(_), x) if let Some(x) = x.as_surreal() => Some(match x.signum() {
            ..0 => Order::Greater,
            0 => Order::Confused,
            1.. => Order::Less,
        }),
        // All nimbers that are greater than those among the followers of a game compare alike with it.
        (V::Nimber(_), &V::Game(g)) => {
            let star = cx.games.remote_star(g)?;
            let star = cx.games.nimber(star)?;
            Some(cx.games.compare(star, g)?)
        }
        (x, V::Nimber(_)) if x.as_surreal().is_some() || matches!(x, V::Game(_)) => {
            order(cx, right, left)?.map(Order::reversed)
        }
        (a, b) if a.is_late_number() || b.is_late_number() => match (a.as_surreal(), b.as_surreal()) {
            (Some(_), Some(_)) => Some(order_of(a.cmp(b))),
            _ => None,
        },
        _ => match (operators::operand(cx, left)?, operators::operand(cx, right)?) {
            (Some(a), Some(b)) => Some(cx.games.compare(a, b)?),
            _ => None,
        },
    })
}

/// Warns of a comparison such as `nim_value(p) == *4`: a number is never equal to a nimber, unless both are 0.
fn warn_of_nimber(cx: &mut Session, left: &Value, right: &Value) {
    for (number, game) in [(left, right), (right, left)] {
        if let (Value::Integer(n), Value::Game(g)) = (number, game)
            && *n != 0
            && let Some(k) = cx.games.as_nimber(*g)
        {
            let span = cx.here();
            cx.warn(
                Diagnostic::warning(ErrorCode::ValueComparedWithNumber, span, format!("the number {n} is compared with the nimber *{k}"), "a number and a nimber")
                    .help(format!("a nim-value is a number: compare it with {k}; the nimber of that size is `*{k}`, the value of the position")),
            );
            return;
        }
    }
}

fn order_of(order: std::cmp::Ordering) -> Order {
    match order {
        std::cmp::Ordering::Less => Order::Less,
        std::cmp::Ordering::Equal => Order::Equal,
        std::cmp::Ordering::Greater => Order::Greater,
    }
}

fn holds(relation: Relation, order: Order) -> bool {
    match relation {
        Relation::Equal => order == Order::Equal,
        Relation::NotEqual => order != Order::Equal,
        Relation::Less => order == Order::Less,
        Relation::LessOrEqual => matches!(order, Order::Less | Order::Equal),
        Relation::Greater => order == Order::Greater,
        Relation::GreaterOrEqual => matches!(order, Order::Greater | Order::Equal),
        Relation::Confused => order == Order::Confused,
        Relation::LessOrConfused => matches!(order, Order::Less | Order::Confused),
        Relation::GreaterOrConfused => matches!(order, Order::Greater | Order::Confused),
    }
}

/// Compares the two topmost values.
pub(super) fn compare_topmost(cx: &mut Session, relation: Relation) -> Result<(), EvalError> {
    let right = cx.machine.pop();
    let left = cx.machine.pop();
    let holds = compare(cx, &left, relation, &right)?;
    cx.machine.stack.push(Value::Boolean(holds));
    Ok(())
}

/// Returns `true` if a relation holds between two integers, which are never confused.
#[inline]
pub(super) fn between(relation: Relation, a: i64, b: i64) -> bool {
    match relation {
        Relation::Equal => a == b,
        Relation::NotEqual => a != b,
        Relation::Less | Relation::LessOrConfused => a < b,
        Relation::LessOrEqual => a <= b,
        Relation::Greater | Relation::GreaterOrConfused => a > b,
        Relation::GreaterOrEqual => a >= b,
        Relation::Confused => false,
    }
}
