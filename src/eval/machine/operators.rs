//! Operators: numbers, ordinals, games, positions, and what each joins.

use std::rc::Rc;

use dashu_int::IBig;
use dashu_int::ops::{BitTest, UnsignedAbs};
use dashu_ratio::RBig;

use super::literals::bounded_by;
use super::{EvalError, Session, Value};
use crate::eval::errors::OperandError;
use crate::eval::worth::{MOST_COMPONENTS, text_of};
use crate::eval::{
    FromValue, NimNumber, as_game, as_position, as_sided, game_value, gamma_value, loopy_value, nimber_value,
    reserve_list, sides_value, sum_of,
};
use crate::syntax::ast::BinaryOperator;
use crate::value::Integers;
use crate::value::list::List;
use crate::value::order::cost;
use cg_engine::games::{Budget, Dyadic, Fault, GameId, Games, long};
use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::positions::{Context, PositionId};
use cg_engine::questions;
use cg_engine::surreals::Surreal;

/// Bits that an integer made by `^` or by products may have.
pub(super) const LARGEST_BITS: usize = 1 << 24;
/// Bits that a fraction may have: bringing it to lowest terms cannot be interrupted.
const LARGEST_FRACTION: usize = 1 << 17;

impl Session {
    /// Returns the place of the instruction that is being done.
    pub fn here(&self) -> crate::source::Span {
        let place = self.machine.places.last();
        place.and_then(|place| place.code.spans.get(place.pc).copied()).unwrap_or_default()
    }
}

/// Returns the size of a nimber, finite or not; 0 for the number 0.
pub(crate) fn nimber_size(games: &Games, value: &Value) -> Option<Ordinal> {
    match value {
        Value::Integer(0) => Some(Ordinal::finite(0u64)),
        Value::Game(g) => games.as_nimber(*g).map(Ordinal::finite),
        Value::Nimber(size) => Some((**size).clone()),
        _ => None,
    }
}

/// Returns the greatest common divisor.
///
/// # Errors
/// Limits.
pub(crate) fn common_divisor(budget: &mut Budget, a: &IBig, b: &IBig) -> Result<IBig, Fault> {
    let (a, b) = (a.unsigned_abs(), b.unsigned_abs());
    Ok(long::common_divisor(&a, &b, budget)?.into())
}

/// Returns the quotient rounded down.
///
/// # Errors
/// Limits.
///
/// # Panics
/// If `b` is 0.
pub(crate) fn quotient(budget: &mut Budget, a: &IBig, b: &IBig) -> Result<IBig, Fault> {
    Ok(long::floor_division(a, b, budget)?.0)
}

/// Demands that a result of about `bits` bits may be made, and charges for it. A `fraction` is brought to lowest
/// terms, which takes as many steps as the square of its length.
pub(super) fn number_room(budget: &mut Budget, bits: usize, fraction: bool) -> Result<(), EvalError> {
    let limit = if fraction { LARGEST_FRACTION } else { LARGEST_BITS };
    if bits > limit {
        let size = format!("{bits} bits");
        return Err(Fault::TooLarge { what: "number", size, limit: format!("{limit} bits") }.into());
    }
    let words = bits / 64;
    budget.charge(if fraction { words * words } else { words })?;
    Ok(budget.reserve(bits / 4)?)
}

pub(super) fn binary(
    cx: &mut Session,
    operator: BinaryOperator,
    left: Value,
    right: Value,
) -> Result<Value, EvalError> {
    cx.games.budget.charge(cost(&left) + cost(&right))?;
    match operator {
        BinaryOperator::Add => add(cx, left, right),
        BinaryOperator::Subtract => match (&left, &right) {
            (Value::Integer(a), Value::Integer(b)) if a.checked_sub(*b).is_some() => Ok(Value::Integer(a - b)),
            _ => {
                if !joins(&right) {
                    return Err(operands("-", &left, &right));
                }
                let right = negate(cx, right)?;
                add(cx, left, right).map_err(|error| error.of_operator("-"))
            }
        },
        BinaryOperator::NimSum => nim_sum(cx, left, right),
        BinaryOperator::Multiply => multiply(cx, left, right),
        BinaryOperator::Divide => divide(cx, left, right),
        BinaryOperator::And | BinaryOperator::Or => unreachable!("these are jumps"),
    }
}

/// Adds or subtracts like [`binary`], but keeps games apart, as parts of one position.
pub(super) fn join(cx: &mut Session, operator: BinaryOperator, left: Value, right: Value) -> Result<Value, EvalError> {
    if !(is_game(&left) && is_game(&right)) {
        return binary(cx, operator, left, right);
    }
    cx.games.budget.charge(cost(&left) + cost(&right))?;
    let right = if operator == BinaryOperator::Subtract { negate(cx, right)? } else { right };
    match (as_position(cx, &left)?, as_position(cx, &right)?) {
        (Some(a), Some(b)) => Ok(Value::Position(sum_of(cx, &[a, b])?)),
        _ => binary(cx, BinaryOperator::Add, left, right),
    }
}

/// Returns a list of one position, whose parts are the members of a list or set of games. Returns any other value unchanged.
pub(super) fn join_members(cx: &mut Session, value: Value) -> Result<Value, EvalError> {
    let (Value::List(list) | Value::Set(list)) = &value else { return Ok(value) };
    reserve_list(&mut cx.games.budget, list.len())?;
    let mut parts = Vec::with_capacity(list.len() as usize);
    for member in list.iter() {
        cx.games.budget.tick()?;
        match as_position(cx, &member) {
            Ok(Some(part)) if is_game(&member) => parts.push(part),
            _ => return Ok(value.clone()),
        }
    }
    Ok(Value::list(vec![Value::Position(sum_of(cx, &parts)?)]))
}

fn is_game(value: &Value) -> bool {
    match value {
        Value::Number(x) => Dyadic::from_rational(x).is_some(),
        Value::Integer(_) | Value::Game(_) | Value::Loopy(_) | Value::Nimber(_) | Value::Position(_) => true,
        _ => false,
    }
}

/// Returns `left + right`.
///
/// # Errors
/// The operator is not defined for these operands.
pub(crate) fn add(cx: &mut Session, mut left: Value, right: Value) -> Result<Value, EvalError> {
    use Value as V;
    // A list that nobody else holds grows where it stands.
    if let (V::List(a), V::List(b)) = (&mut left, &right)
        && let Some(a) = Rc::get_mut(a)
        && a.join(b)
    {
        cx.games.budget.charge(a.len() as usize)?;
        return Ok(left);
    }
    Ok(match (&left, &right) {
        (V::Integer(a), V::Integer(b)) => match a.checked_add(*b) {
            Some(sum) => V::Integer(sum),
            None => V::integer(IBig::from(*a) + IBig::from(*b)),
        },
        (V::Integer(_) | V::Number(_), V::Integer(_) | V::Number(_)) => {
            let (a, b) = (rational(&left), rational(&right));
            let is_fraction = !a.is_int() || !b.is_int();
            number_room(&mut cx.games.budget, bits(&a).saturating_add(bits(&b)), is_fraction)?;
            // A sum of integers is in lowest terms.
            if is_fraction { V::number(a + b) } else { V::integer(a.numerator() + b.numerator()) }
        }
        (V::Position(a), V::Position(b)) => V::Position(sum_of(cx, &[*a, *b])?),
        (V::Loopy(_), b) | (b, V::Loopy(_)) if !matches!(b, V::Position(_)) && has_value(b) => {
            return add_sides(cx, &left, &right);
        }
        (V::Gamma(_), _) | (_, V::Gamma(_)) => return add_gamma(cx, &left, &right),
        (V::Position(_) | V::Ruleset(_), _) | (_, V::Position(_) | V::Ruleset(_)) => {
            match (as_position(cx, &left)?, as_position(cx, &right)?) {
                (Some(a), Some(b)) => V::Position(sum_of(cx, &[a, b])?),
                _ => return Err(operands("+", &left, &right)),
            }
        }
        (V::Text(a), V::Text(b)) => {
            text_of(a.len() + b.len())?;
            cx.games.budget.reserve(a.len() + b.len())?;
            V::text([a.as_str(), b.as_str()].concat())
        }
        (V::List(a), V::List(b)) => {
            if let (Some(a), Some(b)) = (a.numbers(), b.numbers()) {
                let budget = &mut cx.games.budget;
                budget.reserve(2 * (a.bytes() + b.bytes()))?;
                let mut both = Integers::default();
                for n in a.iter().chain(b.iter()) {
                    budget.tick()?;
                    both.push(n);
                }
                return Ok(V::List(Rc::new(List::packed(both))));
            }
            if let Some(joined) = a.joined(b) {
                cx.games.budget.charge(joined.len() as usize)?;
                return Ok(V::List(Rc::new(joined)));
            }
            reserve_list(&mut cx.games.budget, a.len() + b.len())?;
            // Too heavy a list is refused before it is made.
            let weight = a.weight().max(a.len()) + b.weight().max(b.len());
            bounded_by(a.depth().max(b.depth()), weight)?;
            V::List(Rc::new(List::new(cx.games.budget.gather(a.iter().chain(b.iter()))?)))
        }
        (V::Nimber(_), V::Nimber(_) | V::Game(_) | V::Integer(0)) | (V::Game(_) | V::Integer(0), V::Nimber(_)) => {
            let (Some(a), Some(b)) = (nimber_size(&cx.games, &left), nimber_size(&cx.games, &right)) else {
                return Err(operands("+", &left, &right));
            };
            nimber_value(&mut cx.games, a.nim_sum(&b)?)?
        }
        (V::Ordinal(_) | V::Surreal(_), _) | (_, V::Ordinal(_) | V::Surreal(_)) => {
            of_infinite("+", &left, &right, Ordinal::natural_sum, Surreal::sum)?
        }
        _ => match (operand(cx, &left)?, operand(cx, &right)?) {
            (Some(a), Some(b)) => {
                let sum = cx.games.sum(a, b)?;
                game_value(&cx.games, sum)
            }
            _ => return Err(operands("+", &left, &right)),
        },
    })
}

fn add_gamma(cx: &mut Session, left: &Value, right: &Value) -> Result<Value, EvalError> {
    // As the greatest ordinal, `inf()` swallows every ordinal.
    for (a, b) in [(left, right), (right, left)] {
        if a.is_endless() && b.as_ordinal().is_some() {
            return Ok(a.clone());
        }
    }
    match (as_gamma(cx, left)?, as_gamma(cx, right)?) {
        (Some(a), Some(b)) => gamma_value(&mut cx.games, a.sum(&b)?),
        // Beside a game that is no nimber it is the value with its two sides.
        _ => add_sides(cx, left, right),
    }
}

fn add_sides(cx: &mut Session, left: &Value, right: &Value) -> Result<Value, EvalError> {
    if !(has_value(left) && has_value(right)) {
        return Err(operands("+", left, right));
    }
    let (Some(a), Some(b)) = (as_sided(cx, left)?, as_sided(cx, right)?) else {
        return Err(operands("+", left, right));
    };
    let sum = cx.loopy().sided_sum(a, b)?;
    sides_value(&cx.games, sum)
}

/// Returns the γ-value of a nimber, an impartial position or a partizan position whose value is a nimber; `None` for
/// others.
fn as_gamma(cx: &mut Session, value: &Value) -> Result<Option<GammaValue>, EvalError> {
    Ok(match value {
        Value::Gamma(g) => Some((**g).clone()),
        Value::Position(p) => match questions::gamma(*p, cx) {
            Err(Fault::Partizan) => None,
            gamma => Some(gamma?),
        },
        value => nimber_size(&cx.games, value).map(GammaValue::Finite),
    })
}

pub(super) fn operand(cx: &mut Session, value: &Value) -> Result<Option<GameId>, EvalError> {
    match value {
        Value::Integer(_) | Value::Number(_) | Value::Game(_) => as_game(cx, value),
        _ => Ok(None),
    }
}

/// Returns `-value`.
///
/// # Errors
/// See [`add`].
pub(crate) fn negate(cx: &mut Session, value: Value) -> Result<Value, EvalError> {
    Ok(match value {
        Value::Loopy(value) => {
            let negative = cx.loopy().negative(value)?;
            loopy_value(&cx.games, negative)
        }
        Value::Integer(n) => match n.checked_neg() {
            Some(n) => Value::Integer(n),
            None => Value::integer(-IBig::from(n)),
        },
        Value::Number(x) => Value::number(-(*x).clone()),
        Value::Game(g) => {
            let negative = cx.games.negative(g)?;
            game_value(&cx.games, negative)
        }
        Value::Position(p) => Value::Position(cx.positions.negative(p)),
        Value::Nimber(_) | Value::Gamma(_) => value,
        Value::Ordinal(x) => Value::surreal(-Surreal::from(&*x)),
        Value::Surreal(x) => Value::surreal(-(*x).clone()),
        Value::Ruleset(_) => match as_position(cx, &value)? {
            Some(p) => Value::Position(cx.positions.negative(p)),
            None => return Err(OperandError::NoNegative { kind: value.a_kind() }.into()),
        },
        other => return Err(OperandError::NoNegative { kind: other.a_kind() }.into()),
    })
}

fn multiply(cx: &mut Session, left: Value, right: Value) -> Result<Value, EvalError> {
    use Value as V;
    Ok(match (&left, &right) {
        (V::Integer(a), V::Integer(b)) if a.checked_mul(*b).is_some() => V::Integer(a * b),
        (V::Integer(_) | V::Number(_), V::Integer(_) | V::Number(_)) => {
            let (a, b) = (rational(&left), rational(&right));
            number_room(&mut cx.games.budget, bits(&a).saturating_add(bits(&b)), !a.is_int() || !b.is_int())?;
            match a.is_int() && b.is_int() {
                true => V::integer(long::product(a.numerator(), b.numerator(), &mut cx.games.budget)?),
                false => V::number(a * b),
            }
        }
        (V::Ordinal(_) | V::Surreal(_), _) | (_, V::Ordinal(_) | V::Surreal(_)) => {
            of_infinite("*", &left, &right, Ordinal::natural_product, Surreal::product)?
        }
        (V::Position(p), n) | (n, V::Position(p)) if n.as_integer().is_some() => {
            copies(cx, &n.as_integer().expect("an integer"), *p)?
        }
        (V::Gamma(_) | V::Nimber(_), n) | (n, V::Gamma(_) | V::Nimber(_)) if n.as_integer().is_some() => {
            let n = n.as_integer().expect("an integer");
            let one = if matches!(left, V::Gamma(_) | V::Nimber(_)) { &left } else { &right };
            match one {
                _ if n == IBig::ZERO => V::Integer(0),
                V::Gamma(_) if n != IBig::ONE && n != -IBig::ONE => add(cx, one.clone(), one.clone())?,
                V::Nimber(_) if n % 2 == 0 => V::Integer(0),
                one => one.clone(),
            }
        }
        (V::Loopy(value), n) | (n, V::Loopy(value)) if n.as_integer().is_some() => {
            let n = n.as_integer().expect("an integer");
            let sides = cx.loopy().multiple(&n, *value)?;
            sides_value(&cx.games, sides)?
        }
        (V::Game(g), n) | (n, V::Game(g)) => {
            let Some(n) = n.as_integer() else {
                let help = if n.as_number().is_some() {
                    "only whole multiples are sums of copies; `norton(x, G)` is Conway's x·G for positive G"
                } else {
                    "`conway(G, H)` is Conway's product, `norton(G, U)` Norton's, `nim_product(a, b)` that of nimbers"
                };
                return Err(EvalError::Operands {
                    operator: "*",
                    left: left.a_kind(),
                    right: right.a_kind(),
                    help: help.into(),
                });
            };
            let multiple = cx.games.multiple(&n, *g)?;
            game_value(&cx.games, multiple)
        }
        _ => return Err(operands("*", &left, &right)),
    })
}

fn copies(cx: &mut Session, n: &IBig, p: PositionId) -> Result<Value, EvalError> {
    let p = if *n < IBig::ZERO { cx.positions.negative(p) } else { p };
    let count = u64::try_from(if *n < IBig::ZERO { -n } else { n.clone() }).unwrap_or(u64::MAX);
    if count > MOST_COMPONENTS as u64 {
        let size = n.to_string();
        return Err(
            Fault::TooLarge { what: "sum of copies of a position", size, limit: MOST_COMPONENTS.to_string() }.into()
        );
    }
    Ok(Value::Position(sum_of(cx, &vec![p; count as usize])?))
}

fn divide(cx: &mut Session, left: Value, right: Value) -> Result<Value, EvalError> {
    match (left.as_number(), right.as_number()) {
        (Some(_), Some(b)) if b == RBig::ZERO => Err(EvalError::DivisionByZero),
        (Some(a), Some(b)) if a.is_int() && b.is_int() => {
            let common = common_divisor(&mut cx.games.budget, a.numerator(), b.numerator())?;
            let (above, below) = (
                quotient(&mut cx.games.budget, a.numerator(), &common)?,
                quotient(&mut cx.games.budget, b.numerator(), &common)?,
            );
            let fraction = !below.is_one() && below != -IBig::ONE;
            number_room(&mut cx.games.budget, above.bit_len().saturating_add(below.bit_len()), fraction)?;
            Ok(Value::number(RBig::from(above) / RBig::from(below)))
        }
        (Some(a), Some(b)) => {
            number_room(&mut cx.games.budget, bits(&a).saturating_add(bits(&b)), true)?;
            Ok(Value::number(a / b))
        }
        _ if is_surreal(&left) || is_surreal(&right) => {
            let [a, b] = surreals("/", &left, &right)?;
            if b.is_zero() {
                return Err(EvalError::DivisionByZero);
            }
            if b.terms().len() > 1 {
                let [x, y] = [&left, &right].map(|value| cx.short(value));
                return Err(OperandError::LongDivisor { x, y }.into());
            }
            Ok(Value::surreal(a.quotient(&b)?))
        }
        _ => Err(EvalError::Operands {
            operator: "/",
            left: left.a_kind(),
            right: right.a_kind(),
            help: "only numbers are divided".into(),
        }),
    }
}

fn nim_sum(cx: &mut Session, left: Value, right: Value) -> Result<Value, EvalError> {
    let [a, b] = [NimNumber::from_value(&left, cx)?, NimNumber::from_value(&right, cx)?];
    match (a.map(|a| a.0), b.map(|b| b.0)) {
        (Some(a), Some(b)) => {
            let sum = a.nim_sum(&b)?;
            let nimbers = left.as_ordinal().is_none() || right.as_ordinal().is_none();
            if nimbers { nimber_value(&mut cx.games, sum) } else { Ok(Value::ordinal(sum)) }
        }
        _ => Err(operands("⊕", &left, &right)),
    }
}

/// Bits of a number's numerator and denominator.
fn bits(x: &RBig) -> usize {
    x.numerator().bit_len() + x.denominator().bit_len()
}

fn rational(value: &Value) -> RBig {
    value.as_number().expect("matched as a number")
}

/// Returns `true` if the value is that of a game, or a position, which may have one.
fn has_value(value: &Value) -> bool {
    use Value as V;
    matches!(value, V::Integer(_) | V::Number(_) | V::Game(_) | V::Gamma(_) | V::Loopy(_) | V::Position(_))
}

fn joins(value: &Value) -> bool {
    !matches!(
        value,
        Value::Text(_) | Value::List(_) | Value::Set(_) | Value::Boolean(_) | Value::Outcome(_) | Value::Nothing
    )
}

pub(super) fn operands(operator: &'static str, left: &Value, right: &Value) -> EvalError {
    let help = match (left, right) {
        (Value::Set(_), Value::Set(_)) => {
            "sets have `union`, `intersection`, `difference` and `is_subset`; a game is written `<0,*>` or `{0|*}`"
        }
        (Value::Set(_), _) | (_, Value::Set(_)) => "braces make a set; a game is written `<0,*>` or `{0|*}`",
        (Value::Text(_), _) | (_, Value::Text(_)) if operator == ":" => "it joins games; texts are joined by `+`",
        (Value::Text(_), _) | (_, Value::Text(_)) if operator == "*" => {
            "a text is repeated by `join([\"ab\" for i in 1..3], \"\")`"
        }
        (Value::Text(_), _) | (_, Value::Text(_)) => "`text(3)` makes a text of a number, so that texts can be joined",
        (Value::List(_), _) | (_, Value::List(_)) if operator == "*" => {
            "`[0 for i in 1..3]` repeats a member, `[2*x for x in xs]` multiplies each"
        }
        (Value::List(_), _) | (_, Value::List(_)) => {
            "`sum_list([1, 2])` adds the members of a list, `[1] + [2]` joins two lists"
        }
        (Value::Function(_), _) | (_, Value::Function(_)) => "call the function first",
        (Value::Ruleset(_), _) | (_, Value::Ruleset(_)) => "a ruleset makes positions: give it a heap, `kayles(5)`",
        _ => "it joins numbers, games and positions, two texts, or two lists",
    };
    EvalError::Operands { operator, left: left.a_kind(), right: right.a_kind(), help: help.into() }
}

/// Returns the result for two numbers of which one is infinite, a fraction of one or infinitesimal: an ordinal if both are.
fn of_infinite(
    operator: &'static str,
    left: &Value,
    right: &Value,
    of_ordinals: impl Fn(&Ordinal, &Ordinal) -> Result<Ordinal, Fault>,
    of_surreals: impl Fn(&Surreal, &Surreal) -> Result<Surreal, Fault>,
) -> Result<Value, EvalError> {
    if let (Some(a), Some(b)) = (left.as_ordinal(), right.as_ordinal()) {
        return Ok(Value::ordinal(of_ordinals(&a, &b)?));
    }
    let [a, b] = surreals(operator, left, right)?;
    Ok(Value::surreal(of_surreals(&a, &b)?))
}

/// Returns both operands as surreal numbers.
///
/// # Errors
/// One of them is none.
pub(super) fn surreals(operator: &'static str, left: &Value, right: &Value) -> Result<[Surreal; 2], EvalError> {
    match (left.as_surreal(), right.as_surreal()) {
        (Some(a), Some(b)) => Ok([a, b]),
        _ => {
            let help = "infinite numbers and their inverses go with numbers".into();
            Err(EvalError::Operands { operator, left: left.a_kind(), right: right.a_kind(), help })
        }
    }
}

/// Returns `true` if the value is a number beside the rational ones.
pub(super) fn is_surreal(value: &Value) -> bool {
    matches!(value, Value::Ordinal(_) | Value::Surreal(_))
}
